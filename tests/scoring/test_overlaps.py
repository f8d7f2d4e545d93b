"""Finds inside longer exact matches of other attributes, against the plain reading of the rule."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.span import Grade, Span
from polar_bench.scoring.overlaps import ExactMatches

SPANS = st.builds(
    lambda start, size, grade: Span(start, start + size, "rule", grade),
    st.integers(0, 12),
    st.integers(1, 6),
    st.sampled_from(Grade),
)


@given(st.dictionaries(st.integers(0, 4), st.lists(SPANS, max_size=5)), SPANS, st.integers(0, 4))
def test_a_find_is_held_where_another_attributes_full_find_reaches_beyond_it(
    finds: dict[int, list[Span]], span: Span, index: int
) -> None:
    others = [s for other, own in finds.items() if other != index for s in own if s.grade is Grade.FULL]
    held = any(s.start <= span.start and span.end <= s.end and s[:2] != span[:2] for s in others)

    assert held is ExactMatches(finds).hold(span, index)
