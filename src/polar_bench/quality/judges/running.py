"""Puts questions to judges, many at a time, and keeps every answer at once.

Killed at any moment and started again it asks nothing twice: what the journal holds is never put again, but for calls
that failed for a passing reason. Must not know where models come from, or what the answers mean.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from polar_bench.errors import ModelFailure, RunFolderError
from polar_bench.journal import read_records
from polar_bench.journal.folder import JOURNAL, JournalFolder
from polar_bench.model.port import ChatModel, ChatRequest, Message, Sampling
from polar_bench.quality.judges.questions import Ask
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, Kept, Record, decoder, fold, key_of
from polar_bench.seeding import BASE_SEED, seed_for

SAMPLING = Sampling(temperature=0.0, max_tokens=2048)


class Conduct(msgspec.Struct, frozen=True):
    """How judges are asked: `system` comes first in every call, `at_once` (>= 1) calls at a time for each judge."""

    system: str
    sampling: Sampling = SAMPLING
    seed: int = BASE_SEED
    at_once: int = 8


class Judge(NamedTuple):
    """A model, how it is entered in the journal, and how many calls it takes at a time (None: any number)."""

    entry: JudgeEntry
    model: ChatModel
    most_at_once: int | None = None


class Question(NamedTuple):
    """An ask for one judge, under its key."""

    key: str
    ask: Ask


class JudgeFolder(JournalFolder[Record]):
    """The folder of the judges' journal, open for one process at a time; `kept` is what it holds, kept up to date."""

    def __init__(self, path: Path) -> None:
        """Create the folder, or go on with the one that is there.

        Raises:
            RunFolderError: no folder, a folder with other files in it, or in use.
        """
        _check_usable(path)
        super().__init__(path, option="--judge-folder")

    def _take_up(self) -> None:
        self.kept = read_kept(self.path)

    def keep(self, record: Record) -> None:
        """Journal a record."""
        self.journal.append(record)
        self.kept.take(record)


def read_kept(path: Path) -> Kept:
    """Return what the journal in the folder `path` holds; nothing where there is none.

    Raises:
        RunFolderError: a damaged line, with its number.
    """
    journal = path / JOURNAL
    return fold(read_records(journal, decoder)) if journal.exists() else Kept()


def pending(asks: Iterable[Ask], judge: JudgeEntry, conduct: Conduct, kept: Kept) -> list[Question]:
    """Return what is left to ask `judge`, in the order of `asks`; what reads the same is put once."""
    keyed: dict[str, Ask] = {}
    for ask in asks:
        keyed.setdefault(key_of(ask, judge, conduct.system, conduct.sampling, conduct.seed), ask)
    return [
        Question(key, ask)
        for key, ask in keyed.items()
        if (answer := kept.answers.get(key)) is None or not answer.is_final
    ]


async def ask_all(
    work: Sequence[tuple[Judge, Sequence[Question]]],
    conduct: Conduct,
    keep: Callable[[AnswerRecord], None],
) -> None:
    """Put all questions to their judges, all judges at the same time; `keep` is called at once for each answer.

    A model's failure is an answer like others; any other exception stops all and is raised.
    """
    bugs: list[Exception] = []
    try:
        async with asyncio.TaskGroup() as group:
            for judge, questions in work:
                waiting = iter(questions)
                at_once = min(conduct.at_once, judge.most_at_once or conduct.at_once, len(questions))
                for _ in range(at_once):
                    group.create_task(_ask_in_turn(judge, waiting, conduct, keep))
    except* Exception as several:
        bugs.extend(several.exceptions)  # raised below: what is raised here would come out as a group
    if bugs:
        raise bugs[0]


async def _ask_in_turn(
    judge: Judge, waiting: Iterator[Question], conduct: Conduct, keep: Callable[[AnswerRecord], None]
) -> None:
    for question in waiting:
        keep(await _answer(judge, question, conduct))
        await asyncio.sleep(0)  # a model that never waits must not keep the others from being asked


async def _answer(judge: Judge, question: Question, conduct: Conduct) -> AnswerRecord:
    ask, name = question.ask, judge.entry.name
    request = ChatRequest(
        (Message("system", conduct.system), Message("user", ask.text)),
        conduct.sampling,
        seed_for(ask.samples[0], name, ask.question, base=conduct.seed),
        conversation=question.key,
    )
    record = AnswerRecord(question.key, name, ask.question, ask.samples[0])
    try:
        reply = await judge.model.complete(request)
    except ModelFailure as failure:
        return msgspec.structs.replace(record, failed=failure.reason, detail=failure.detail)
    return msgspec.structs.replace(
        record,
        raw=reply.raw,
        reply=None if reply.reply == reply.raw else reply.reply,
        finish=reply.finish,
        is_refusal_field=reply.is_refusal_field,
        prompt_tokens=reply.prompt_tokens,
        reply_tokens=reply.reply_tokens,
    )


def _check_usable(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in path.iterdir()}
    except (FileExistsError, NotADirectoryError):
        raise RunFolderError(f"{path} is a file; give a folder with --judge-folder.") from None
    except OSError as error:
        raise RunFolderError(
            f"{path} can't be used as a folder ({error.strerror}); give another --judge-folder."
        ) from None
    if names and JOURNAL not in names:
        raise RunFolderError(f"{path} holds other files; give an empty or a new folder with --judge-folder.")
