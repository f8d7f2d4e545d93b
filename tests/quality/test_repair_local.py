"""The llm renderer with a real small model: it ends, and nothing that it wrote badly gets into a set."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from polar_bench.domains.loader import load_domain
from polar_bench.generation.design import keys
from polar_bench.generation.render.work import Work, WorkFolder, WriterEntry
from polar_bench.generation.render.writing import Manner, Writer
from polar_bench.model.local import LocalModel, smollm2_path
from polar_bench.model.port import Sampling
from polar_bench.quality.rendering import Rendering, counts, render
from polar_bench.quality.repair import Limits

SAMPLING = Sampling(0.7, max_tokens=32)
LIMITS = Limits(rounds=1, replacements=0)


def rendered(folder: Path) -> tuple[Rendering, int, int]:
    """Return what became of one profile (five samples), the answers that were there, and those of the whole."""
    spec = load_domain("medical")
    profiles = [(spec, next(keys(spec, 1, 42)))]
    work = Work(1, "1.0", 42, WriterEntry("local/smollm2"), SAMPLING, {}, {})

    async def run() -> tuple[Rendering, int, int]:
        model = LocalModel("local/smollm2", smollm2_path())
        try:
            with WorkFolder(folder, work) as opened:
                kept = list(opened.answers)
                there = len(kept)
                writer = Writer(model, Manner(SAMPLING, 42, 1), opened.journal, opened.answers, kept.append)
                made = await render(profiles, writer, LIMITS, "llm/1 local/smollm2", at_once=1)
                return made, there, counts(made, kept).calls
        finally:
            await model.close()

    return asyncio.run(run())


@pytest.mark.llm
def test_a_real_small_model_ends_and_its_poor_texts_are_caught(tmp_path: Path) -> None:
    made, there, calls = rendered(tmp_path)
    (outcome,) = made.outcomes
    assert (0, "") == (there, outcome.waits)
    assert calls >= 14  # seven texts, and those with faults once more
    assert outcome.is_given_up, "32 tokens are no document"
    assert any(": document: " in fault for fault in outcome.faults)
    assert ([], 1) == (list(made.samples()), outcome.replaced)
    again, there, still = rendered(tmp_path)
    assert (made, calls, calls) == (again, there, still)
