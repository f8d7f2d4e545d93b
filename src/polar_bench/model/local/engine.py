"""llama.cpp in daemon threads: one thread a slot, one queue a thread, stopped without waiting.

Speaks bytes: a request goes in as the fields of a chat-completions call, the answer comes out as the chunks
of its event stream. Knows nothing of chat requests or replies.

Threads are daemons and not an executor's: an executor is joined when the interpreter ends, so that Ctrl-C
would last as long as the reply that is being written. Replies are streamed so that one which nobody awaits
any more is broken off at its next token.
"""

from __future__ import annotations

import atexit
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, Protocol

import msgspec

from polar_bench.errors import ModelFailure, SetupError, Unassessed

_SILENT = -1
_BATCH = 128
_LAST_PATIENCE = 30.0
_CLOSED = "the model was closed before it had answered"


class Server(Protocol):
    """What is used of `xllamacpp.Server`; `on_chunk` returns True to break the reply off."""

    def handle_chat_completions(self, prompt: bytes, callback: Callable[[bytes], bool], /) -> None:
        """Answer a chat-completions call, given as JSON, chunk by chunk."""


class Recipe(NamedTuple):
    """How to load a model: `context` is in tokens for each slot."""

    path: Path
    context: int
    threads: int
    slots: int

    def load(self) -> Server:
        """Load the model (seconds, blocking).

        Raises:
            SetupError: xllamacpp is missing or can't load the file.
        """
        try:
            import xllamacpp  # noqa: PLC0415 - an extra that need not be installed
        except ImportError as error:
            raise SetupError(f"xllamacpp can't be imported ({error}): {HOW_TO_INSTALL}") from None
        params = xllamacpp.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.context * self.slots
        params.n_parallel = self.slots
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self.threads
        params.n_batch = params.n_ubatch = _BATCH  # a batch can't be broken off: small ones stop soon
        params.ctx_shift = False  # a context that is full ends the reply by `length`; nothing is dropped
        params.cache_ram_mib = 0  # no dialogue's prefix comes back to a slot: see `Engine._answer`
        params.verbosity = _SILENT
        # The server also listens on a port of 127.0.0.1; nobody but this process gets in.
        params.api_keys = [secrets.token_hex(16)]
        params.ui = params.endpoint_slots = False
        try:
            server: Server = xllamacpp.Server(params)
        except (RuntimeError, ValueError, OSError):
            raise SetupError(
                f"llama.cpp can't load {self.path}: the file is damaged, its architecture is newer than the "
                "installed xllamacpp, or memory is short."
            ) from None
        return server


HOW_TO_INSTALL = "run `pip install 'polar-bench[local]'` to use local models."


class _Call(NamedTuple):
    fields: Mapping[str, object]
    conversation: str
    answer: Future[list[bytes]]


class Engine:
    """A model that is loaded at the first call, with a thread and a queue for each of its slots."""

    def __init__(self, load: Callable[[], Server], slots: int, *, reuses_prefix: bool = True) -> None:
        self._load = load
        self._reuses_prefix = reuses_prefix
        self._server: Server | None = None
        self._loading = threading.Lock()
        self._is_closing = threading.Event()
        self._waiting: list[SimpleQueue[_Call | None]] = [SimpleQueue() for _ in range(slots)]
        self._slot_of: dict[str, int] = {}
        self._last_on: list[str] = [""] * slots
        self._threads = [
            threading.Thread(target=self._work, args=(slot,), name=f"llama-slot-{slot}", daemon=True)
            for slot in range(slots)
        ]
        for thread in self._threads:
            thread.start()
        atexit.register(self._end)

    def ask(self, fields: Mapping[str, object], conversation: str) -> Future[list[bytes]]:
        """Queue a call at its conversation's slot; cancelling the future breaks the reply off."""
        answer: Future[list[bytes]] = Future()
        self._waiting[self._pin(conversation)].put(_Call(fields, conversation, answer))
        return answer

    def close(self, patience: float) -> None:
        """Break off what runs, refuse what waits, and wait at most `patience` seconds for each thread."""
        self._is_closing.set()
        for queue in self._waiting:
            queue.put(None)
        for thread in self._threads:
            thread.join(patience)
        if not any(thread.is_alive() for thread in self._threads):
            self._server = None
            atexit.unregister(self._end)

    def _end(self) -> None:
        """Let the library finish its batch: a process that ends beneath it crashes."""
        self.close(_LAST_PATIENCE)

    def _pin(self, conversation: str) -> int:
        """Return the conversation's slot; a new one goes where the fewest calls wait, then the fewest live."""
        if (known := self._slot_of.get(conversation)) is not None:
            return known
        pinned = list(self._slot_of.values())
        slot = min(range(len(self._waiting)), key=lambda i: (self._waiting[i].qsize(), pinned.count(i)))
        if conversation:
            self._slot_of[conversation] = slot
        return slot

    def _work(self, slot: int) -> None:
        while (call := self._waiting[slot].get()) is not None:
            if call.answer.cancelled():
                continue
            try:
                chunks = self._answer(call, slot)
            except BaseException as error:  # handed to the caller, who raises it
                with suppress(InvalidStateError):
                    call.answer.set_exception(error)
            else:
                with suppress(InvalidStateError):
                    call.answer.set_result(chunks)

    def _answer(self, call: _Call, slot: int) -> list[bytes]:
        chunks: list[bytes] = []

        def on_chunk(chunk: bytes) -> bool:
            chunks.append(chunk)
            return self._is_closing.is_set() or call.answer.cancelled()

        with self._loading:
            if self._is_closing.is_set():
                raise ModelFailure(Unassessed.UNAVAILABLE, _CLOSED)
            if self._server is None:
                self._server = self._load()
            server = self._server
        # Only what the same dialogue left on the slot is reused: a reply never depends on another dialogue.
        is_going_on = call.conversation != "" and call.conversation == self._last_on[slot]
        self._last_on[slot] = call.conversation
        fields = {**call.fields, "id_slot": slot, "cache_prompt": self._reuses_prefix and is_going_on}
        try:
            server.handle_chat_completions(msgspec.json.encode(fields), on_chunk)
        except (RuntimeError, ValueError) as error:  # what llama.cpp makes of a request it can't read
            raise ModelFailure(Unassessed.MALFORMED_REPLY, f"llama.cpp: {error}") from None
        if self._is_closing.is_set():
            raise ModelFailure(Unassessed.UNAVAILABLE, _CLOSED)
        return chunks
