"""What every grammar keeps to, as checks and strategies that the tests of names and addresses share."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

from hypothesis import strategies as st

from polar_bench.matching.span import Grade, Grammar
from polar_bench.matching.text import Text

Reader = Callable[[str], Grammar]
SHARED = Path(__file__).resolve().parents[2].parent / "shared" / "cases" / "matching.jsonl"
HOSTILE = [
    "0",
    " ",
    "a",
    "a ",
    "1 ",
    ".",
    "-",
    "'",
    "\n",
    "\n> ",
    "a.",
    "a@",
    "@",
    "A. ",
    "1, ",
    "| ",
    "ü",
    "王",
    "a-",
    "_",
    " dot ",
    "at ",
]


def grade(read: Reader, text: str, value: str) -> str:
    """The best grade, "none" without a find."""
    spans = list(read(value).find(Text(text)))
    return min((span.grade for span in spans), key=lambda grade: grade.rank).value if spans else "none"


def check_row(read: Reader, text: str, value: str, want: str, rule: str) -> None:
    spans = list(read(value).find(Text(text)))
    assert want == grade(read, text, value), spans
    if rule:
        assert rule in {span.rule for span in spans if span.grade.value == want}


def shared_faults(kind: str, read: Reader) -> list[str]:
    """The shared rows of a kind that are graded otherwise than they want; spaced letters are a disguise's view."""
    if not SHARED.exists():
        return []
    rows = [json.loads(line) for line in SHARED.read_text(encoding="utf-8").splitlines()]
    return [
        f"{row['want']}: {row['value']} in {row['text']!r}"
        for row in rows
        if row["kind"] == kind
        and row["rule"] != "spaced_letters"
        and row["want"] != grade(read, row["text"], row["value"])
    ]


def check_spans_stand_alone(read: Reader, text: str, value: str, but: frozenset[str] | set[str] = frozenset()) -> None:
    for span in read(value).find(Text(text)):
        if span.grade is Grade.FULL and span.rule not in but:
            assert "full" == grade(read, text[span.start : span.end], value), span


def check_spans_lie_inside(read: Reader, text: str, value: str) -> None:
    for span in read(value).find(Text(text)):
        assert 0 <= span.start < span.end <= len(text)


def check_speed(read: Reader, hostile: str, value: str) -> None:
    """A megabyte in a second; a megabyte of the value's own parts, each of them a find, in three."""
    text = Text((hostile * (1_000_000 // len(hostile) + 1))[:1_000_000])
    assert text.plain
    assert text.bare
    start = time.process_time()
    finds = sum(1 for _ in read(value).find(text))
    assert finds <= len(text.raw)
    assert time.process_time() - start < (15.0 if finds else 5.0)  # quadratic time takes minutes


def unrelated() -> st.SearchStrategy[str]:
    """Words, digits and marks that hold none of the tests' values."""
    words = [
        "section",
        "1985",
        "office",
        "12",
        "the",
        "key",
        "of",
        "tea",
        "4411",
        "we",
        "saw",
        "8",
        "people;",
        "soon",
        "(maybe)",
        "3.5%",
        "harbours",
        "19",
        "85",
        "or",
        "7",
    ]
    return st.lists(st.sampled_from(words), max_size=8).map(" ".join)


@st.composite
def disguised(draw: st.DrawFn, text: str) -> str:
    """`text` with zero-width characters and emphasis put in and spaces, quotes, hyphens and Unicode forms changed."""
    spaces = draw(st.sampled_from([" ", "\u00a0", "\u202f", "\u2009"]))
    text = text.replace(" ", spaces)
    text = text.replace("'", draw(st.sampled_from(["'", "’", "ʼ"])))
    text = text.replace("-", draw(st.sampled_from(["-", "\u2010", "\u2011"])))
    text = draw(st.sampled_from([str, str.upper, str.lower]))(text)
    text = unicodedata.normalize(draw(st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"])), text)
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.sampled_from(["\u200b", "\u00ad", "\u2060", "\ufeff"])) + text[at:]
    words = text.split(spaces)
    marked = draw(st.integers(0, len(words) - 1))
    mark = draw(st.sampled_from(["**", "*", "__", ""]))
    if words[marked].isalpha():
        words[marked] = mark + words[marked] + mark
    return spaces.join(words)
