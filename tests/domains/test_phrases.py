"""Phrases: alternatives, placeholders, and finding words in all that a phrase can become."""

from __future__ import annotations

import re
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.domains.phrases import PhraseError, always_has, expand, longest, parse, shortest, variants
from polar_bench.domains.word_search import WordSearch

_LITERAL = st.text(alphabet="ab un'", max_size=6)
PHRASES = st.recursive(
    _LITERAL,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | st.lists(inner, min_size=1, max_size=3).map(lambda options: f"[{'|'.join(options)}]")
    ),
    max_leaves=8,
)


def expansions(text: str) -> set[str]:
    """Return everything that `text` can become, by going through all choices in turn."""
    found: set[str] = set()
    pending: list[tuple[int, ...]] = [()]
    while pending:
        fixed = pending.pop()
        places, sizes = count(), []

        def below(n: int, fixed: tuple[int, ...] = fixed, places: object = places, sizes: list[int] = sizes) -> int:
            assert isinstance(places, count)
            place = next(places)
            sizes.append(n)
            return fixed[place] if place < len(fixed) else 0

        found.add(expand(text, below))
        for place in range(len(fixed), len(sizes)):
            prefix = (*fixed, *[0] * (place - len(fixed)))
            pending += [(*prefix, choice) for choice in range(1, sizes[place])]
    return found


@given(PHRASES)
def test_shortest_and_longest_are_expansions(text: str) -> None:
    everything = expansions(text)

    assert shortest(text) in everything
    assert longest(text) in everything
    assert variants(text) >= len(everything)


@given(PHRASES, st.sampled_from(["a", "ab", "un a", "b'b"]))
def test_a_word_search_finds_what_is_found_in_the_expansions_written_out(text: str, word: str) -> None:
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    expected = {min(2, len(re.findall(rf"(?={pattern.pattern})", expansion))) for expansion in expansions(text)}

    assert expected == {found.count(word) for found in WordSearch([word]).outcomes(text)}


@given(PHRASES, st.lists(st.sampled_from(["a", "ab", "un", "b", "bb"]), unique=True))
def test_searching_words_together_finds_what_searching_each_finds(text: str, words: list[str]) -> None:
    expected = sorted(word for word in words if WordSearch([word]).possible(text))

    assert expected == list(WordSearch(words).possible(text))


def test_words_are_found_whole_in_any_case_and_over_borders() -> None:
    search = WordSearch(["unsigned", "in the drawer"])

    assert ("unsigned",) == search.possible("It is [un|]signed.")
    assert () == search.possible("It is resigned.")
    assert ("in the drawer",) == search.possible("IN [a|the] [big |]drawer, {weekday}")
    assert () == search.possible("in the {small} drawer")


def test_always_has_looks_at_every_alternative() -> None:
    assert always_has("[It is {value}|{value} it is]", "value")
    assert not always_has("[It is {value}|It is so]", "value")
    assert always_has("[Yes|No], {value}", "value")


@pytest.mark.parametrize("text", ["[a", "a]", "[a|[b]", "{a", "a}", "{a b}", "{[a|b]}"])
def test_what_does_not_pair_is_refused(text: str) -> None:
    with pytest.raises(PhraseError):
        parse(text)
