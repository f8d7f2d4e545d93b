"""Runs that tests report on, made up without a dialogue, and a reader of pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html.parser import HTMLParser
from random import Random

from polar_bench.analysis import analyse
from polar_bench.analysis.samples import by_sample, used_rows
from polar_bench.analysis.several import several
from polar_bench.analysis.withheld import shown
from polar_bench.model.port import Sampling
from polar_bench.report.subject import Group, ReportedRun, Subject
from polar_bench.running.manifest import SCRIPTED, DatasetEntry, Manifest, ModelEntry
from polar_bench.running.plan import Selection
from polar_bench.sample import Sample
from polar_bench.scoring.rows import ScoreRow
from tests.analysis.made import SCORED, profile, row_of

SAMPLES = [sample for number, name in enumerate("abcde") for sample in profile(name, first=number)]


def leaky_rows(samples: Iterable[Sample], chance: float, *, repeats: int = 2) -> list[ScoreRow]:
    random = Random(7)
    made = []
    for case in samples:
        for repeat in range(repeats):
            told = [a.name for a in case.attributes if a.role in SCORED and random.random() < chance]
            turns = [random.randrange(4) for _ in told]
            wrong = (random.randrange(3), 3) if case.attack == "S2" else (0, 0)
            made.append(row_of(case, told, turns=turns, repeat=repeat, wrong=wrong))
    return made


def reported(
    rows: Sequence[ScoreRow],
    *,
    key: str = "run-1",
    name: str = "some/model",
    folder: str = "runs/some",
    samples: Iterable[Sample] = SAMPLES,
) -> ReportedRun:
    manifest = Manifest(
        schema=1,
        version="0.1.0",
        created="2026-01-02T03:04:05Z",
        protocol="polar",
        dataset=DatasetEntry("sets/mine.jsonl", "ab" * 32, "polar", 25),
        prompts={"trusted": "cd" * 32},
        own_wording=(),
        trusted=ModelEntry(name, id=name, url="http://localhost:8000/v1", extra={"effort": {"level": "low"}}),
        attacker=SCRIPTED,
        sampling=Sampling(),
        seed=42,
        repeats=2,
        selection=Selection(),
        concurrency=8,
    )
    return ReportedRun(key, name, folder, manifest, shown(analyse(rows, samples)))


def side_by_side(rows: Mapping[str, Sequence[ScoreRow]], *, samples: Sequence[Sample] = SAMPLES) -> Subject:
    """Return a subject of one group of runs, given by name."""
    runs = tuple(
        reported(own, key=f"run-{n}", name=name, samples=samples) for n, (name, own) in enumerate(rows.items(), start=1)
    )
    figures = zip(
        (run.key for run in runs), (by_sample(used_rows(own), "strict") for own in rows.values()), strict=True
    )
    return Subject((Group(runs, "strict", ("They differ in one thing.",), several(dict(figures), "strict")),), ())


class Reader(HTMLParser):
    """What stands on a page: tags, attributes, text, and for each table its caption and the texts of its cells."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.tables: dict[str, list[list[str]]] = {}
        self._rows: list[list[str]] = []
        self._within: list[str] = []
        self._caption = ""
        self.feed(page)

    @property
    def links(self) -> list[str]:
        return [value for name, value in self.attributes if name == "href"]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        match tag:
            case "table":
                self._rows, self._caption = [], ""
            case "tr":
                self._rows.append([])
            case "td" | "th":
                self._rows[-1].append("")
            case _:
                pass
        if tag in {"td", "th", "caption"}:
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th", "caption"}:
            self._within.pop()
        if tag == "table":
            self.tables[self._caption] = self._rows

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._within and self._within[-1] == "caption":
            self._caption += data
        elif self._within:
            self._rows[-1][-1] += data
