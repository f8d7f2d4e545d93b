"""Models: the port `ChatModel`, the channels of a reply, and the adapters behind names `provider/model`."""

from polar_bench.model.port import ChatModel, ChatReply, ChatRequest, Message, Sampling

__all__ = ["ChatModel", "ChatReply", "ChatRequest", "Message", "Sampling"]
