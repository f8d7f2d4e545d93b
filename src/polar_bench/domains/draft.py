"""A domain file as far as it could be read: what the checks look at."""

from __future__ import annotations

import msgspec

from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.spec import DomainSpec


class Draft(msgspec.Struct, frozen=True, dict=True):
    """A domain with neutral values where `broken` places couldn't be read, so that no fault is told twice."""

    spec: DomainSpec
    broken: frozenset[Where]

    def is_broken(self, table: str, field: str) -> bool:
        """Tell whether any table of that name has a `field` that couldn't be read."""
        return any(where.table == table and where.field == field for where in self.broken)

    @property
    def knows_attributes(self) -> bool:
        """Whether name and use of every attribute could be read, so that counts and references mean something."""
        return not (
            self.is_broken("", "attribute") or self.is_broken("attribute", "name") or self.is_broken("attribute", "use")
        )

    def covers(self, finding: Finding) -> bool:
        """Tell whether a finding only follows from a place that couldn't be read."""
        where = finding.where
        return where in self.broken or where._replace(item="") in self.broken
