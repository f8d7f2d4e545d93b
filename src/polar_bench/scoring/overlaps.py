"""Which finds lie inside a longer exact match of another attribute: those count for that one only.

Linear in the number of finds, up to sorting. Must not know what attributes are. Source: DESIGN.md section 5, rule 8.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from polar_bench.matching.span import Grade, Span

_NOWHERE = (-1, -1, -1)


class ExactMatches:
    """The full finds in one reply; `finds` are those of each attribute, by its index."""

    def __init__(self, finds: Mapping[int, Sequence[Span]]) -> None:
        exact = sorted(
            (s.start, s.end, index) for index, spans in finds.items() for s in spans if s.grade is Grade.FULL
        )
        self._starts = [start for start, _, _ in exact]
        # Up to each of them: the furthest end, whose it is, and the furthest end of any other attribute
        self._furthest = [_NOWHERE]
        for _, end, index in exact:
            first, owner, second = self._furthest[-1]
            if index == owner:
                first = max(first, end)
            elif end > first:
                first, owner, second = end, index, first
            else:
                second = max(second, end)
            self._furthest.append((first, owner, second))

    def hold(self, span: Span, index: int) -> bool:
        """Tell whether `span`, a find of the attribute `index`, lies inside a longer match of another one."""
        before, upto = bisect_left(self._starts, span.start), bisect_right(self._starts, span.start)
        return self._end(before, index) >= span.end or self._end(upto, index) > span.end

    def _end(self, count: int, index: int) -> int:
        first, owner, second = self._furthest[count]
        return second if owner == index else first
