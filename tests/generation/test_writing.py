"""Asking a writer: each question once, answers kept before they are used; and the folder that keeps them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from polar_bench.errors import ModelFailure, RunFolderError, Unassessed
from polar_bench.generation.render.work import JOURNAL, Work, WorkFolder, WriterEntry, folder_of, read_answers
from polar_bench.generation.render.writing import Answer, Manner, Writer
from polar_bench.model.port import ChatReply, ChatRequest, Message, Sampling
from tests.support.models import Recorder

WORK = Work(1, "1.0", 42, WriterEntry("m", "m"), Sampling(0.7), {"writers/task": "a" * 64}, {"pets": "b" * 64})
QUESTION = (Message("user", "Write."),)


def with_writer(folder: Path, model: Any, use: Callable[[Writer], Any], at_once: int = 4) -> Any:
    async def run() -> Any:
        with WorkFolder(folder, WORK) as work:
            return await use(Writer(model, Manner(WORK.sampling, WORK.seed, at_once), work.journal, work.answers))

    return asyncio.run(run())


def test_a_question_is_asked_once_and_its_answer_found_again(tmp_path: Path) -> None:
    model = Recorder("one", "two")

    async def use(writer: Writer) -> list[Answer]:
        return [await writer.ask(name, QUESTION) for name in ("g/0/task/0", "g/0/task/0", "g/0/task/1")]

    first = with_writer(tmp_path, model, use)
    assert ["one", "one", "two"] == [answer.reply.reply for answer in first]
    assert first == with_writer(tmp_path, model, use)
    assert 2 == len(model.asked)
    assert first[::2] == list(read_answers(tmp_path))


def test_another_question_under_the_same_name_is_asked(tmp_path: Path) -> None:
    model = Recorder("one", "two")

    async def use(writer: Writer) -> list[str]:
        answers = [await writer.ask("g/0/task/0", (Message("user", text),)) for text in ("a", "b", "a")]
        return [answer.reply.reply for answer in answers if answer.reply]

    assert ["one", "two", "one"] == with_writer(tmp_path, model, use)


def test_seeds_belong_to_the_name_and_not_to_the_order(tmp_path: Path) -> None:
    seeds = []
    for number, names in enumerate((("a", "b"), ("b", "a"))):
        model = Recorder("text")

        async def use(writer: Writer, names: tuple[str, ...] = names) -> None:
            for name in names:
                await writer.ask(name, QUESTION)

        with_writer(tmp_path / str(number), model, use)
        seeds.append({name: request.seed for name, request in zip(names, model.asked, strict=True)})
    assert seeds[0] == seeds[1]
    assert 2 == len(set(seeds[0].values()))


@pytest.mark.parametrize("reason", list(Unassessed))
def test_a_failure_is_kept_unless_it_may_pass(tmp_path: Path, reason: Unassessed) -> None:
    model = Recorder(ModelFailure(reason, "why"), "later")

    async def use(writer: Writer) -> Answer:
        return await writer.ask("g/0/task/0", QUESTION)

    if reason.is_passing:
        with pytest.raises(ModelFailure):
            with_writer(tmp_path, model, use)
        assert () == read_answers(tmp_path)
        assert "later" == with_writer(tmp_path, model, use).reply.reply
    else:
        kept = with_writer(tmp_path, model, use)
        assert (None, reason, "why") == (kept.reply, kept.failure, kept.detail)
        assert kept == with_writer(tmp_path, model, use)
        assert 1 == len(model.asked)


@pytest.mark.parametrize("at_once", [1, 3])
def test_no_more_calls_at_a_time_than_allowed(tmp_path: Path, at_once: int) -> None:
    class Crowded:
        name = "test/crowded"
        now = most = 0

        async def complete(self, _: ChatRequest) -> ChatReply:
            self.now += 1
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.001)
            self.now -= 1
            return ChatReply("a", "a")

    model = Crowded()

    async def use(writer: Writer) -> None:
        await asyncio.gather(*(writer.ask(str(number), QUESTION) for number in range(12)))

    with_writer(tmp_path, model, use, at_once)
    assert at_once == model.most


def a_folder(path: Path, work: Work) -> None:
    with WorkFolder(path, work) as folder:
        folder.journal.append(Answer("g/0/task/0", "0" * 16, failure=Unassessed.CONTENT_FILTER))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 43}, "seed: 42 -> 43"),
        ({"writer": WriterEntry("other", "m")}, "model: m -> other"),
        ({"writer": WriterEntry("m", "m-2")}, "model id: m -> m-2"),
        ({"writer": WriterEntry("m", "m", extra={"effort": "low"})}, "extra fields: {} -> "),
        ({"sampling": Sampling(0.2)}, "sampling temperature: 0.7 -> 0.2"),
        ({"prompts": {"writers/task": "c" * 64}}, "prompt writers/task: aaaaaaaaaaaa... -> cccccccccccc..."),
        ({"domains": {"pets": "d" * 64}}, "domain file of pets: bbbbbbbbbbbb... -> dddddddddddd..."),
    ],
)
def test_answers_of_another_work_are_not_gone_on_with(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    a_folder(tmp_path, WORK)
    with pytest.raises(RunFolderError) as error:
        WorkFolder(tmp_path, msgspec.structs.replace(WORK, **change))
    assert words in str(error.value)
    a_folder(tmp_path, WORK)  # the lock is free again


def test_other_domains_and_another_version_may_go_on(tmp_path: Path) -> None:
    a_folder(tmp_path, WORK)
    more = msgspec.structs.replace(WORK, version="2.0", domains={"boats": "e" * 64})
    with WorkFolder(tmp_path, more) as folder:
        assert ("1.0", {**WORK.domains, **more.domains}) == (folder.work.version, folder.work.domains)


def test_fields_that_were_sent_stay_on_record(tmp_path: Path) -> None:
    with WorkFolder(tmp_path, WORK) as folder:
        folder.keep_sent(("model", "messages"))
    with WorkFolder(tmp_path, WORK) as folder:
        assert ("model", "messages") == folder.work.writer.sent


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all,")
    with pytest.raises(RunFolderError, match="holds other files"):
        WorkFolder(tmp_path, WORK)


def test_a_journal_without_its_work_is_refused(tmp_path: Path) -> None:
    a_folder(tmp_path, WORK)
    (tmp_path / "work.json").unlink()
    with pytest.raises(RunFolderError, match=r"no work\.json"):
        WorkFolder(tmp_path, WORK)


def test_a_folder_has_one_writer_at_a_time(tmp_path: Path) -> None:
    with WorkFolder(tmp_path, WORK), pytest.raises(RunFolderError, match="in use"):
        WorkFolder(tmp_path, WORK)


def test_a_torn_last_answer_is_dropped(tmp_path: Path) -> None:
    a_folder(tmp_path, WORK)
    with (tmp_path / JOURNAL).open("ab") as file:
        file.write(b'{"name":"g/0/ta')
    with pytest.warns(UserWarning, match="torn"), WorkFolder(tmp_path, WORK) as folder:
        assert 1 == len(folder.answers)


def test_the_folder_stands_beside_the_set() -> None:
    assert Path("sets/a.jsonl.work") == folder_of(Path("sets/a.jsonl"))
