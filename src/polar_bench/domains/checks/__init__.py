"""The checks of a domain file (semantics.md 5.1 and 6): each a function from a draft to findings.

`findings` runs them all. A check must not stop at its first finding, and leaves alone what couldn't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from polar_bench.domains.checks.coarse import coarse_forms
from polar_bench.domains.checks.counts import counts
from polar_bench.domains.checks.enough import enough
from polar_bench.domains.checks.facts import facts
from polar_bench.domains.checks.fields import fields_of_use
from polar_bench.domains.checks.lengths import lengths
from polar_bench.domains.checks.makers import makers
from polar_bench.domains.checks.names import names
from polar_bench.domains.checks.order import order
from polar_bench.domains.checks.phrases import phrases
from polar_bench.domains.checks.pools import pools
from polar_bench.domains.checks.references import references
from polar_bench.domains.checks.words import words
from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding

Check = Callable[[Draft], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    names,
    fields_of_use,
    references,
    order,
    counts,
    coarse_forms,
    makers,
    pools,
    facts,
    phrases,
    words,
    lengths,
    enough,
)


def findings(draft: Draft) -> Iterator[Finding]:
    """Yield what the checks find, without what only follows from something that couldn't be read."""
    for check in CHECKS:
        for finding in check(draft):
            if not draft.covers(finding):
                yield finding
