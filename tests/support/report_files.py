"""Reads back what the reader of transcripts loads, and makes its sources from controls."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from polar_bench.report.page.transcripts.source import TranscriptSource
from polar_bench.sample import Sample
from polar_bench.scoring.rows import score_row
from polar_bench.trial import Trial
from tests.support.played import played

_SCRIPT = re.compile(r'polarData\("([a-z0-9-]+)", (.*)\);\n', re.DOTALL)


def source(key: str, cases: Sequence[tuple[Sample, Trial]], *, name: str = "", digest: str = "d") -> TranscriptSource:
    """Return the source of a run in which these trials were played."""
    made = [(case, trial, score_row(case, trial)) for case, trial in cases]
    return TranscriptSource(key, name or key, digest, "strict", lambda: iter(made))


def of_control(key: str, cases: Sequence[Sample], control: str) -> TranscriptSource:
    """Return the source of a run of `control/CONTROL`."""
    return source(key, [(case, played(case, control)) for case in cases], name=f"control/{control}")


def data(folder: Path, name: str) -> Any:
    """Return what a data file hands over."""
    found = _SCRIPT.fullmatch((folder / "data" / f"{name}.js").read_text("ascii"))
    assert found is not None
    assert found[1] == name
    return json.loads(found[2])


def chunks(folder: Path, prefix: str, starts: Sequence[int]) -> list[Any]:
    """Return a list that stands in several files."""
    made: list[Any] = []
    for number, start in enumerate(starts):
        assert start == len(made)
        made += data(folder, f"{prefix}-{number}")
    return made


def transcripts(folder: Path, key: str) -> list[Any]:
    """Return all transcripts of a run."""
    return chunks(folder, key, data(folder, f"{key}-index")["starts"])


def texts(value: Any) -> Iterator[str]:
    """Yield every string in JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def units(text: str, start: int, end: int) -> str:
    """Cut a text as a browser does, by UTF-16 units."""
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")
