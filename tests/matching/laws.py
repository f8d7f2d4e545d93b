"""What every grammar keeps to: the kinds with their tables, and the strategies and checks that `test_laws` runs."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from polar_bench.matching.span import Grammar, Span
from polar_bench.matching.text import Text

Reader = Callable[[str], Grammar]
Row = tuple[str, str, str, str]  # text, value, want, a rule that makes the find ("" for any)
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "matching.jsonl"


class Subject(NamedTuple):
    """A kind under test.

    `text` says `value` without any trick, `near` is full of what isn't it; `leaning` are the rules whose finds need
    the words around them, `hostile` what to fill a megabyte with, beside `HOSTILE`.
    """

    kind: str
    read: Reader
    rows: list[Row]
    value: str
    text: str
    near: str
    leaning: frozenset[str] = frozenset()
    hostile: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return self.kind

    @property
    def full_rows(self) -> list[Row]:
        """The rows that give the whole value."""
        return [row for row in self.rows if row[2] == "full"]


HOSTILE = (
    "0",
    "1",
    " ",
    "a",
    "a ",
    "1 ",
    ".",
    "-",
    "'",
    "*",
    "\\*",
    "(",
    "\n",
    "\n> ",
    "\n- ",
    "a.",
    "a@",
    "@",
    "A. ",
    "1, ",
    "| ",
    "ü",
    "王",
    "\ud800",
    "a-",
    "a/",
    "_",
    " dot ",
    "at ",
    "last digits ",
)


def spans(read: Reader, text: str, value: str) -> list[Span]:
    """The finds, the best first."""
    return sorted(read(value).find(Text(text)), key=lambda span: (span.grade.rank, span.start))


def grade(read: Reader, text: str, value: str) -> str:
    """The best grade, "none" without a find."""
    found = spans(read, text, value)
    return found[0].grade.value if found else "none"


def shared_faults(kind: str, read: Reader) -> list[str]:
    """The shared rows of a kind that are graded otherwise than they want; spaced letters are a disguise's view."""
    rows = [json.loads(line) for line in SHARED.read_text(encoding="utf-8").splitlines()]
    return [
        f"{row['want']}: {row['value']} in {row['text']!r}"
        for row in rows
        if row["kind"] == kind
        and row["rule"] != "spaced_letters"
        and row["want"] != grade(read, row["text"], row["value"])
    ]


@lru_cache(maxsize=1)
def megabyte(unit: str) -> Text:
    """A megabyte of `unit` and a few digits, with its views made."""
    text = Text(unit * (1_000_000 // len(unit)) + " 0123")
    assert text.plain
    assert text.bare
    assert text.sentence_starts
    return text


def check_speed(subject: Subject, hostile: str) -> None:
    """A megabyte takes about a second; one of the value's own parts, each of them a find, a few."""
    text = megabyte(hostile)
    start = time.process_time()
    finds = sum(1 for _ in subject.read(subject.value).find(text))
    assert finds <= len(text.raw)
    assert time.process_time() - start < (25.0 if finds > 1 else 5.0)  # quadratic time takes minutes


def any_text(longest: int) -> st.SearchStrategy[str]:
    """Text of any code points, lone surrogates among them."""
    return st.text(st.characters() | st.sampled_from("\ud800\udfff"), max_size=longest)


def unrelated() -> st.SearchStrategy[str]:
    """Words, digits and marks that hold none of the tests' values."""
    words = "section 1985 office 12 the key of tea 4411 we saw 8 people; soon (maybe) 3.5% harbours 19 85 or 7"
    return st.lists(st.sampled_from(words.split()), max_size=8).map(" ".join)


_CLASSES = {
    " ": " \t\u00a0\u202f\u2009\u3000",
    "'": "'\u2019\u2018\u02bc\u2032\uff07",
    "-": "-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d",
}
_INVISIBLE = ("", "", "", "", "\u200b", "\u00ad", "\u2060", "\ufeff", "\ufe0f")
_MARKS = ("", "**", "*", "__", "_", "~~", "`", "***")


@st.composite
def rewritten(draw: st.DrawFn, text: str) -> str:
    """`text` as another hand writes it: zero-width characters and Markdown marks put in, case and Unicode form changed.

    A space, a quote or a hyphen becomes another of its class.
    """
    text = draw(st.sampled_from([str, str.upper, str.lower, str.swapcase]))(text)
    words = text.split(" ")
    marked = draw(st.integers(0, len(words) - 1))
    out = ""
    for place, word in enumerate(words):
        mark = draw(st.sampled_from(_MARKS)) if place == marked and word.isalpha() else ""
        written = [
            draw(st.sampled_from(_INVISIBLE)) + draw(st.sampled_from(_CLASSES.get(character, character)))
            for character in word
        ]
        out += draw(st.sampled_from(_CLASSES[" "])) * bool(place) + mark + "".join(written) + mark
    return unicodedata.normalize(draw(st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"])), out)
