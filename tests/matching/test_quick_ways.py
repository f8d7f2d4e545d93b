"""What is gone through as bytes, or without a pattern, against the pattern that says the same."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching import last_characters, numbers
from polar_bench.matching.characters import alnum_of, digit_runs, digits_of, runs_of
from polar_bench.matching.encodings import has_odd_capital
from polar_bench.matching.last_characters import may_say_last
from polar_bench.matching.text import Text
from polar_bench.matching.umlauts import may_hide
from polar_bench.matching.words import spelled

PIECES = (
    *("a", "Z", "7", "08", " ", "\n", "_", "-", "=", ".", "...", "é", "ß", "王", "\ud800", "²", "\ue010"),
    *("end", "send", "lasting", "at last", "xx", "Ending", "••", "ue", "Oe", "aE"),
    *("'", "''", "'s", "it's", "9'781", "last ", " last 4", "Final\n", "**", "\\*", "***12345", "word**1234"),
    *("two", "twenty", "hundred", "half", "minus ", "ein", "zwölf", "fünfzig", "1,234.5", "6.5%", "m2", "point one"),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)


@given(TEXTS)
def test_digits_and_letters_are_those_that_a_pattern_finds(text: str) -> None:
    ascii_alone = text.encode("ascii", "ignore").decode()

    assert re.findall(r"[0-9]+", text) == digit_runs(text)
    assert "".join(re.findall(r"[0-9]+", text)) == digits_of(text)
    assert re.findall(r"[^\W_]+", ascii_alone) == runs_of(ascii_alone)
    assert "".join(re.findall(r"[^\W_]+", text)) == alnum_of(text)


@given(TEXTS)
def test_words_are_those_that_a_pattern_finds(text: str) -> None:
    plain = Text(text).bare.text

    assert re.findall(r"[^\W_]+(?:'[^\W_]+)*", plain) == spelled(plain)


@given(TEXTS)
def test_signs_are_those_that_a_pattern_finds(text: str) -> None:
    seen = Text(text)
    assert (re.search(r"[a-z0-9][A-Z=]", text) is not None) == has_odd_capital(text)
    assert (re.search(r"[aou]e", text, re.IGNORECASE) is not None) == may_hide(text)
    says_last = last_characters._LAST.search(seen.plain.text) or last_characters._LAST_AFTER.search(seen.plain.text)
    assert may_say_last(seen) or not (says_last or last_characters._STARRED.search(text))


@given(TEXTS)
def test_numbers_in_a_value_without_number_words_are_those_of_the_whole_pattern(text: str) -> None:
    plain = Text(text).plain.text
    every = [number for token in numbers._TOKEN.finditer(plain) if (number := numbers._number(token, plain))]

    assert every == numbers.tokens(plain)
