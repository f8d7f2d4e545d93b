"""Words: common ones, those that carry meaning, and spellings of one word."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching import words
from polar_bench.matching.words import content_words, is_common, root

LISTED = files("polar_bench").joinpath("data/words/common.txt").read_text("utf-8").splitlines()
COMMON = [
    "low",
    "Good",
    "HIGH",
    "may",
    "Bill",
    "yes",
    "signed",
    "urgent",
    "baker",
    "teachers",
    "married",
    "ledig",
    "M\u00e4rz",
]
UNCOMMON = ["UBS", "SQL", "naproxen", "colitis", "diabetes", "Okafor", "Wendlach", "", " ", "low risk", "12", "pre-"]
SAME = [
    ("shift", "shifts"),
    ("injury", "injuries"),
    ("box", "boxes"),
    ("batch", "batches"),
    ("boss", "bosses"),
    ("child", "children"),
    ("tenant", "tenant's"),
    ("unauthorised", "unauthorized"),
    ("organisation", "organizations"),
    ("colour", "colors"),
    ("centre", "center"),
    ("two", "2"),
]
DIFFERENT = [
    ("new", "news"),
    ("good", "god"),
    ("considered", "considers"),
    ("analysis", "analyst"),
    ("status", "statu"),
    ("loss", "los"),
    ("advice", "advise"),
    ("his", "hi"),
    ("gas", "ga"),
    ("rise", "rize"),
]


def test_the_list_is_sorted_lower_case_and_a_few_thousand_words_long() -> None:
    assert sorted(set(LISTED)) == LISTED
    assert 3000 < len(LISTED) < 9000
    assert all(word == word.lower() and word.isalpha() for word in LISTED)


@pytest.mark.parametrize("word", COMMON)
def test_everyday_words_are_common_in_any_case(word: str) -> None:
    assert is_common(word)
    assert is_common(word.upper())


@pytest.mark.parametrize("word", UNCOMMON)
def test_names_terms_and_several_words_are_not_common(word: str) -> None:
    assert not is_common(word)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_simple_inflections_and_spellings_share_a_root(one: str, other: str) -> None:
    assert root(one) == root(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_words_have_other_roots(one: str, other: str) -> None:
    assert root(one) != root(other)


def test_content_words_leave_articles_prepositions_and_pronouns_out_but_keep_negations() -> None:
    assert ("not", "told", "landlord", "2nd", "dog") == content_words(
        "She has not told her landlord about the second dog"
    )


def test_function_words_are_bare_words() -> None:
    assert all(word.isascii() and word.isalpha() and root(word) == word for word in words.FUNCTION_WORDS)


@given(st.text(max_size=100))
def test_words_stand_where_they_say(text: str) -> None:
    for word in words.words_of(text):
        assert word.root is not None
        assert text[word.start : word.end]
