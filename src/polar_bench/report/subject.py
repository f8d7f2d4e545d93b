"""What a report is about: runs, analysed, and those of them that may stand side by side."""

from __future__ import annotations

from typing import NamedTuple

from polar_bench.analysis.several import Several
from polar_bench.analysis.whole import Analysis
from polar_bench.running.manifest import Manifest
from polar_bench.scoring.score import LAMBDA


class ReportedRun(NamedTuple):
    """One run. `key` ("run-1") names its files and links; `name` is shown: the model, with the folder where shared.

    `analysis` is what may be shown of it, as `analysis.withheld.shown` gives it.
    """

    key: str
    name: str
    folder: str
    manifest: Manifest
    analysis: Analysis


class Group(NamedTuple):
    """Runs that may be compared: the same data, protocol, way of attack and scorer.

    `weight` is lambda, the weight of privacy in overall. `notes` say what differs between them and what was left out.
    `together` is keyed by each run's `key`, in the order of `runs` and without those that can't be ranked; it's None
    where fewer than two can.
    """

    runs: tuple[ReportedRun, ...]
    scorer: str
    notes: tuple[str, ...]
    together: Several | None
    weight: float = LAMBDA


class Subject(NamedTuple):
    """All of a report: every run stands in one group; `notes` say why there is more than one group, if there is."""

    groups: tuple[Group, ...]
    notes: tuple[str, ...]
