"""The laws that a sample of our own must keep, as lines for people and tests: a view over `quality.checks`.

Wording (language, leftovers, form) is left to the checks: a law holds for a sample whoever wrote its texts.
"""

from __future__ import annotations

from polar_bench.quality.checks import FAMILIES, findings
from polar_bench.quality.checks.reading import Limits, holds
from polar_bench.quality.checks.wording_rules import LENGTH
from polar_bench.sample import Sample

__all__ = ["Limits", "holds", "violations"]

_LAWS = (*(rule for family, rules in FAMILIES.items() if family != "wording" for rule in rules), LENGTH)


def violations(sample: Sample, limits: Limits = Limits()) -> list[str]:
    """Return one line for each law that `sample` breaks; an empty list where all hold."""
    return [finding.fault for finding in findings(sample, limits, _LAWS) if finding.is_must]
