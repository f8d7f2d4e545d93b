"""A chat-completions endpoint on localhost, in a thread of its own: real sockets, any answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass(frozen=True)
class Answer:
    """What the endpoint sends back: a status, a body, headers, and how long it waits first."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0


@dataclass(frozen=True)
class Seen:
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


def completion(content: object, finish: str = "stop", **message: object) -> Answer:
    """Return a usual completion with `content`."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content, **message},
    }
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return Answer(json.dumps({"object": "chat.completion", "choices": [choice], "usage": usage}).encode())


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class Endpoint:
    """Serves POST /v1/chat/completions by `respond(body) -> Answer`, GET /v1/models by `models`; keeps `seen`."""

    def __init__(self, respond: Callable[[dict[str, Any]], Answer], models: tuple[str, ...] = ()) -> None:
        self.seen: list[Seen] = []
        self._closed = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.seen.append(Seen(self.path, dict(self.headers), body))
                if self.path != "/v1/chat/completions":
                    self._send(Answer(b'{"detail":"Not Found"}', 404))
                    return
                self._send(respond(body))

            def do_GET(self) -> None:
                listed = {"data": [{"id": model} for model in models]}
                self._send(Answer(json.dumps(listed).encode()) if models else Answer(b"not found", 404))

            def _send(self, answer: Answer) -> None:
                if answer.delay:
                    endpoint._closed.wait(answer.delay)
                try:
                    self.send_response(answer.status)
                    for name, value in answer.headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(answer.body)))
                    self.end_headers()
                    self.wfile.write(answer.body)
                except OSError:
                    self.close_connection = True  # the client went away

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The bodies of the calls that belong to dialogues (preflight calls left out)."""
        return [seen.body for seen in self.seen if seen.body["messages"][0]["role"] == "system"]

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()  # nobody waits for an answer any more
        self._server.shutdown()
        self._server.server_close()
