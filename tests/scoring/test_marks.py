"""Options are marked in a reply without a pattern of their own as they would be by one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.scoring.marks import _any_of, _mark, _marked_plainly, _texts

WORDS = (
    "a",
    "an",
    "the",
    "foo",
    "bar",
    "foo bar",
    "foo-bar",
    "a foo",
    "1",
    "12",
    "1.5",
    "+",
    "x.",
    "zürich",
    "o'neill",
)
BETWEEN = ("", " ", "\n", "-", ", ", ".", "'", "e", "2")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_marks_without_a_pattern_stand_where_the_pattern_finds_the_options(data: st.DataObject) -> None:
    joined = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
    options = tuple(data.draw(st.lists(joined, min_size=1, max_size=3, unique=True)))
    pieces = st.tuples(st.sampled_from((*WORDS, *options)), st.sampled_from(BETWEEN))
    text = "".join(part for pair in data.draw(st.lists(pieces, max_size=8)) for part in pair)
    named = [option for option in _texts(options, None) if option.needle in text and not option.has_group_marks]
    pattern = _any_of(tuple(option.text for option in named)) if named else None
    wanted = pattern.sub(lambda hit: _mark(named[(hit.lastindex or 1) - 1].place, hit[0]), text) if pattern else text

    assert wanted == _marked_plainly(text, named)
