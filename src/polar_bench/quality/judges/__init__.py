"""Models as judges of what strings can't tell: questions, answers, and what they amount to.

`asking` makes the questions, `running` puts them, `answers` reads what comes back, `judging` adds it up; `judge` does
all of it. Must not know where models come from.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import msgspec

from polar_bench.quality.judges.asking import Asking, asking
from polar_bench.quality.judges.judging import Judging, judging, lifted
from polar_bench.quality.judges.prompts import judge_prompts
from polar_bench.quality.judges.records import AnswerRecord, JudgeEntry, Kept
from polar_bench.quality.judges.running import Conduct, Judge, JudgeFolder, Question, ask_all, pending, read_kept
from polar_bench.sample import Sample

__all__ = [
    "Asking",
    "Conduct",
    "Judge",
    "JudgeFolder",
    "Judging",
    "Kept",
    "Plan",
    "judge",
    "lifted",
    "plan",
    "read_kept",
]

Ready = Callable[[Judge], Awaitable[JudgeEntry]]
"""Makes a judge ready for its first question (a preflight call), and returns its entry as it is really asked."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be asked about `samples`, and how."""

    samples: tuple[Sample, ...]
    asked: Asking
    conduct: Conduct
    prompts: dict[str, str]

    def left(self, entry: JudgeEntry, kept: Kept) -> list[Question]:
        """Return what is left to ask the judge of this entry."""
        return pending(self.asked.asks, entry, self.conduct, kept)

    def judging(self, entries: Sequence[JudgeEntry], kept: Kept) -> Judging:
        """Return what the answers so far amount to."""
        return judging(self.samples, self.asked, entries, self.conduct, kept, self.prompts)


def plan(samples: Sequence[Sample], whole: Sequence[Sample] | None = None, *, seed: int, at_once: int) -> Plan:
    """Return the plan of a judging of `samples`, a part of the data set `whole` (by default all of it)."""
    prompts = judge_prompts()
    conduct = Conduct(prompts.system.fill({}), seed=seed, at_once=at_once)
    return Plan(tuple(samples), asking(samples, prompts, whole), conduct, prompts.digests)


async def judge(
    planned: Plan,
    judges: Sequence[Judge],
    path: Path,
    *,
    ready: Ready,
    on_answer: Callable[[AnswerRecord], None] = lambda _: None,
) -> Judging:
    """Ask `judges` what is left to ask, in the folder `path`, and return what all answers amount to.

    `ready` is awaited for each judge with anything left; `on_answer` is called after each answer is kept.

    Raises:
        RunFolderError: a folder that can't be used.
    """
    with JudgeFolder(path) as folder:
        work = [(one, left) for one in judges if (left := planned.left(one.entry, folder.kept))]
        for one, _ in work:
            folder.keep(await ready(one))

        def keep(record: AnswerRecord) -> None:
            folder.keep(record)
            on_answer(record)

        await ask_all(work, planned.conduct, keep)
        return planned.judging([one.entry for one in judges], folder.kept)
