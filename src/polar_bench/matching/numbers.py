"""Numbers as they are written: patterns of every legal writing of a known number, and the reading of a value's own.

A number token is a run of digit groups joined by one permitted separator (comma, dot, apostrophe, space, LaTeX's
`{,}`, lakh style) with at most one decimal part, or number words in English or German. The patterns are made from the
known number, so an ambiguous writing (3.350) is settled by it, and flagged. All texts here are normalised views. Must
not know units, currencies or grades.

Source: DESIGN.md section 5, rule 3; reference/users-reports.md rows 41-49.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching.characters import shape_of
from polar_bench.matching.spelling import ENGLISH_WORDS, GAP, LETTER, NEVER, WORD, german_numbers, read_english

NO_WORD_BEFORE = rf"(?<!{LETTER})(?<!\d)"
NO_WORD_AFTER = rf"(?!{LETTER}|\d)"
_LONGEST = 18  # digits of a number that a value can have; longer ones are identifiers
_THREE = r"(?<!(?<!\d)\d )(?<!(?<!\d)\d\d )(?<!(?<!\d)\d{3} )"  # no group in front that a space would join

# What multiplies a number in digits. The one letter "m" is a metre as well: for amounts of money alone.
_MULTIPLES = (
    (1_000, r"(?:k|thousand|tsd\.?|tausend|grand)"),
    (100_000, r"(?:lakhs?|lacs?)"),
    (1_000_000, r"(?:millions?|millionen|mill?\.|mio\.?|mn)"),
    (10_000_000, r"(?:crores?)"),
)
_MULTIPLE = "|".join(f"(?P<m{n}>{pattern})" for n, pattern in _MULTIPLES) + r"|(?P<m1>m)(?!\.)"
_MULTIPLE_GROUPS = tuple((size, f"m{size}") for size, _ in _MULTIPLES)
_SEPARATOR = re.compile(r"(\{,\}|[.,' ])")
_DIGITS = r"\d++(?:(?:[.,']|\{,\}| (?=\d{3}(?!\d)))\d++)*+"
_IN_DIGITS = (
    rf"(?P<sign>(?<![^\s(])-|(?<!{LETTER})minus )?"
    rf"(?:(?<!m)(?<!\^)(?<!ft)(?P<digits>{_DIGITS})(?P<half>{GAP}and{GAP}a{GAP}half)?"
    rf"(?:[ -]?(?:{_MULTIPLE}){NO_WORD_AFTER})?"
)
_IN_WORDS = (
    rf"|(?<!{LETTER})(?P<words>(?:an? (?=hundred|thousand|million))?{WORD}(?:(?:[ -]|,? and |, ?)?{WORD})*"
    rf"(?: point(?: {WORD})+)?)(?!{LETTER})"
    rf"|(?<!{LETTER})(?P<german>[a-zäöü]{{3,40}})(?!{LETTER}))"
)
_TOKEN = re.compile(_IN_DIGITS + _IN_WORDS)
_TOKEN_IN_DIGITS = re.compile(r"(?=[-m\d])" + _IN_DIGITS + rf"|(?P<words>{NEVER})|(?P<german>{NEVER}))")
_LETTERS = re.compile(f"{LETTER}+")


class Number(NamedTuple):
    """A number token of a value: where it stands and what it can mean, the likelier reading first."""

    start: int
    end: int
    readings: tuple[Decimal, ...]
    multiple: int


def tokens(text: str, *, is_money: bool = True) -> list[Number]:
    """Return the number tokens of a short normalised text, in order; those that nothing can read are left out.

    A number with m behind it that ends the text is millions of money, else metres.
    """
    places = _plain_places(shape_of(text))
    if places is None:
        return [number for token in _TOKEN.finditer(text) if (number := _number(token, text, is_money=is_money))]
    plain = [(start, end, _read_digits(text[start:end])) for start, end in places]
    return [Number(start, end, readings, 1) for start, end, readings in plain if readings]


@lru_cache(maxsize=1024)
def _plain_places(shape: str) -> list[tuple[int, int]] | None:
    """Return where the numbers stand in texts of one shape, None where one is more than digits and separators."""
    if any(word.startswith(ENGLISH_WORDS) or word in german_numbers() for word in _LETTERS.findall(shape)):
        return None
    tokens = list(_TOKEN_IN_DIGITS.finditer(shape))
    is_plain = all(token.lastgroup == "digits" and not token["sign"] for token in tokens)
    return [token.span() for token in tokens] if is_plain else None


def first(text: str) -> Number | None:
    """Return the number token with which a short normalised text begins, None where it begins with none."""
    token = _TOKEN.match(text)
    return _number(token, text) if token else None


def _number(token: re.Match[str], text: str, *, is_money: bool = True) -> Number | None:
    multiple, end = 1, token.end()
    readings: tuple[Decimal, ...] = ()
    if token["digits"]:
        half = Decimal("0.5") if token["half"] else Decimal(0)
        readings = tuple(reading + half for reading in _read_digits(token["digits"]))
        multiple = next((size for size, group in _MULTIPLE_GROUPS if token[group]), 1)
        if token["m1"]:  # a million at the end of the value, else a metre
            multiple, end = (1_000_000, end) if is_money and end == len(text) else (1, token.start("m1"))
    elif token["words"]:
        multiple = 1_000 if token["words"].endswith("thousand") else 1
        readings = (read_english(token["words"]) / multiple,)
    elif token["german"] in german_numbers():
        readings = (Decimal(german_numbers()[token["german"]]),)
    sign = -multiple if token["sign"] else multiple
    return Number(token.start(), end, tuple(sign * one for one in readings), multiple) if readings else None


def _read_digits(token: str) -> tuple[Decimal, ...]:
    """Return the readings of a run of digit groups; none where its separators stand in no legal place."""
    if token.isdecimal():
        return (Decimal(token),) if len(token) <= _LONGEST else ()
    pieces = _SEPARATOR.split(token)
    groups, separators = pieces[::2], pieces[1::2]
    if sum(map(len, groups)) > _LONGEST:
        return ()
    readings = []
    if _is_grouped(groups, separators):
        readings.append(Decimal("".join(groups)))
    if (
        separators[-1] in {".", ","}
        and separators[-1] not in separators[:-1]
        and _is_grouped(groups[:-1], separators[:-1])
    ):
        readings.append(Decimal("".join(groups[:-1]) + "." + groups[-1]))
    # 1,234 is a thousand and some in every English text; 1.234 can be both
    return tuple(readings[:1]) if separators == [","] else tuple(readings)


def _is_grouped(groups: list[str], separators: list[str]) -> bool:
    if not separators:
        return True
    if len(set(separators)) > 1 or not 1 <= len(groups[0]) <= 3 or groups[0].startswith("0"):
        return False
    inner = {len(group) for group in groups[1:-1]}
    return len(groups[-1]) == 3 and (inner <= {3} or (inner == {2} and separators[0] == "," and len(groups[0]) <= 2))


class Writing(NamedTuple):
    """A way to write a number in digits: where it may begin, the characters with which it does, and what follows.

    `opening` are characters, as they stand; `border` and `tail` are patterns.
    """

    border: str
    opening: str
    tail: str

    @property
    def pattern(self) -> str:
        """The whole as a pattern."""
        return self.border + re.escape(self.opening) + self.tail


def in_digits(number: Decimal, *, is_money: bool = False) -> str:
    """Return a pattern of every writing of `number` in digits, borders included."""
    ways = writings(number, is_money=is_money)
    if not ways:
        return NEVER
    sign = rf"(?:-|minus{GAP})" if number < 0 else ""
    return rf"{DIGITS_BEFORE}{sign}(?:{'|'.join(way.pattern for way in ways)}){DIGITS_AFTER}"


def writings(number: Decimal, *, is_money: bool = False) -> list[Writing]:
    """Return every writing of a number in digits, without its sign; none of a number that is too long."""
    whole, _, decimals = format(abs(number), "f").partition(".")
    decimals = decimals.rstrip("0")
    if len(whole) > _LONGEST:
        return []
    ways = _plain(whole, decimals)
    if len(whole) > 3:
        ways += [way for mark in (",", ".", "'", " ", "{,}") for way in _grouped(whole, decimals, mark)]
    if len(whole) > 5:
        lakhs = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", whole[:-3]) + "," + whole[-3:]
        ways += [Writing("", *way) for way in _with_decimals(lakhs, decimals, ".")]
    if decimals == "5":
        # The last is 2 \u00bd with a space
        halves = r"[ \n-]and[ \n-](?:an?|one)[ \n-]half|[ -]1/2(?![\d/])|[ ]\.5(?!\d)"
        ways.append(Writing("", whole, rf"(?:{halves})"))
    # "7.364k" before 7.364, which it begins with
    return _multiples(abs(number), is_money=is_money) + ways


_NO_POINT_BEFORE = r"(?<!\d[.,'/:])"
_NO_DASH = r"(?<!\d-)"
_NO_DIGIT_AFTER = r"(?![.,'/:]?\d)"
DIGITS_BEFORE = rf"(?<!\d){_NO_POINT_BEFORE}(?<!\d\}}){_NO_DASH}"
DIGITS_AFTER = rf"{_NO_DIGIT_AFTER}(?!\{{,\}}\d)"


def _plain(whole: str, decimals: str) -> list[Writing]:
    border = _THREE if len(whole) == 3 else ""
    after = r"(?! \d{3}(?!\d))" if len(whole) <= 3 else ""
    ways = [Writing(border, opening, tail + after) for opening, tail in _with_decimals(whole, decimals, ".,")]
    if whole == "0" and decimals:
        # ".5" is a number only behind a space or a bracket, and never behind a digit
        ways.append(Writing(r"(?<![^\s(])(?<!\d )", f".{decimals}", _ZEROS + after))
    return ways


def _grouped(whole: str, decimals: str, mark: str) -> list[Writing]:
    groups = f"{int(whole):,}".split(",")
    points = {",": ".", ".": ",", "{,}": "."}.get(mark, ".,")
    border = _THREE if len(groups[0]) == 3 else ""
    after = r"(?! \d{3}(?!\d))" if mark == " " else ""
    return [
        Writing(border, opening, tail + after) for opening, tail in _with_decimals(mark.join(groups), decimals, points)
    ]


_ZEROS = "0{0,2}"


def _with_decimals(whole: str, decimals: str, points: str) -> list[tuple[str, str]]:
    """Return the digits with their decimals behind each of `points`, and a pattern of the zeros that may follow."""
    if decimals:
        return [(f"{whole}{point}{decimals}", _ZEROS) for point in points]
    return [(whole, rf"(?:[{points}]00?(?!\d))?")]


def _multiples(number: Decimal, *, is_money: bool) -> list[Writing]:
    found = []
    for size, names in (*_MULTIPLES, *(((1_000_000, "m"),) if is_money else ())):
        times = number / size
        if times < (1 if size == 1_000 else Decimal("0.1")):
            continue
        whole, _, decimals = format(times, "f").partition(".")
        decimals = decimals.rstrip("0")
        if len(decimals) > 3:
            continue
        ways = _plain(whole, decimals)
        if decimals:  # three figures behind a comma are a group: "1,250k" is more than a million
            zeros = "0?" if len(decimals) == 1 else ""
            ways = [way._replace(tail=way.tail.replace(_ZEROS, zeros)) for way in ways]
            ways = [way for way in ways if len(decimals) < 3 or "," not in way.opening]
        elif len(whole) > 3:
            ways += [way for mark in (",", "'", " ") for way in _grouped(whole, "", mark)]
        found += [way._replace(tail=rf"{way.tail}[ \n-]?{names}{NO_WORD_AFTER}") for way in ways]
    return found


def after_dash(pattern: str) -> str:
    """Return a pattern of `in_digits` that may stand behind a digit and a dash, as the second bound of a range does."""
    return pattern.replace(_NO_DASH, "")


def unbordered(pattern: str) -> str:
    """Return a pattern of `in_digits` without its borders towards other numbers, for one joined to others."""
    for border in (_NO_DASH, _NO_POINT_BEFORE, _NO_DIGIT_AFTER):
        pattern = pattern.replace(border, "")
    return pattern


def is_negative(text: str, start: int) -> bool:
    """Tell whether a minus stands right before `start`; a dash that begins a line is a list's."""
    before = text[max(0, start - 7) : start]
    if before.endswith("minus "):
        return True
    return before.endswith("-") and (len(before) == 1 if start == 1 else before[-2:-1] in tuple(" (:=[\"'|"))


_ONE_POINT = re.compile(r"(?<![\d.,'])\d{1,3}([.,])\d{3}(?![.,']?\d)")


def is_ambiguous(written: str, number: Decimal) -> bool:
    """Tell whether the digits that were matched as `number` could mean another one as well (3.350; 1,250 for 1.25)."""
    point = _ONE_POINT.search(written)
    return point is not None and point[1] == ("," if number % 1 else ".")


def starting(characters: str) -> str:
    """Return a pattern that fails fast where none of the characters follows; a pattern of a value begins with it."""
    return rf"(?=[{re.escape(''.join(sorted(set(characters))))}])"


def wording(value: str) -> str:
    """Return a pattern of the words of a normalised value as they stand, spaces and hyphens free."""
    words = [re.escape(word) for word in re.split(r"[\s-]+", value) if word]
    if not words:
        return NEVER
    head = NO_WORD_BEFORE if value.strip()[:1].isalnum() else ""
    tail = NO_WORD_AFTER if value.strip()[-1:].isalnum() else ""
    return head + r"(?: ?- ?|[ \n]{1,2})".join(words) + tail
