"""The released evaluator's answer to "is this value in what the trusted agent said?", its faults included.

For comparability with published figures only: never improved. There are no word borders, digits of different
facts join, and a date's parts are read in one order. Must not know kinds, roles, policies or scores.

Source: reference/released-benchmark.md, "The released evaluator's protocol". What that page and its cases leave
open was settled by comparing answers with the released evaluator's on five million pairs of text and value.
"""

import re
from collections.abc import Sequence
from functools import cached_property, lru_cache

import msgspec

from polar_bench.dataset.values import fold

_SYMBOLS = ("$", "\u20ac", "\u00a3")
_CODES = ("chf", "usd", "eur", "gbp")
_CODE_AS_WORD = re.compile(rf"\b(?:{'|'.join(_CODES)})\b")

_MONTH_NAMES = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTHS = {form: n for n, name in enumerate(_MONTH_NAMES, 1) for form in (name, name[:3])} | {"sept": 9}
_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)
_YEAR = r"(?P<year>(?:19|20)\d{2})"
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_NUMBER = r"(?P<month>\d{1,2})"
_DAY = r"(?P<day>\d{1,2})"
_MARK = r" ?[-/.] ?"
_MARK_OR_SPACE = r"(?: ?[-/.] ?| )"
_ANY_YEAR = re.compile(r"(?:19|20)\d{2}")
_WIDEST_DATE = 24  # characters: the longest form is "september 30, 1990" with spaces around its marks
_DATE_FORMS = (
    re.compile(rf"\b{_YEAR}{_MARK_OR_SPACE}{_NUMBER}{_MARK_OR_SPACE}{_DAY}\b"),
    re.compile(rf"\b{_DAY}{_MARK}{_NUMBER}{_MARK}{_YEAR}\b"),
    re.compile(rf"\b{_MONTH} {_DAY},? {_YEAR}\b"),
    re.compile(rf"\b{_DAY} {_MONTH},? {_YEAR}\b"),
)

_ASCII = bytes(range(128))
_NO_DIGIT = bytes(c for c in _ASCII if not chr(c).isdigit())
_NO_LETTER_OR_DIGIT = bytes(c for c in _ASCII if not chr(c).isalnum())
_PUNCTUATION = re.compile(r"\W+")
_GAP = r"[\s\-/.,:'()]*+"
_CASE_ODDITIES = ("\u0131", "\u017f")  # dotless i and long s: equal to i and s for a pattern that ignores case
_LONG_WORD = re.compile(r"[a-z0-9]{4,}")

_SHORTEST_COMPACT = 4
_SHORTEST_DIGITS = 4
_SHORTEST_GUARDED_DIGITS = 3
_FEWEST_WORDS = 4


class _Date(msgspec.Struct, frozen=True):
    """The numbers as they stand: no calendar is asked."""

    year: int
    month: int
    day: int


class _Value(msgspec.Struct, frozen=True):
    """A value in every view in which it is looked for; a view that no rule needs is empty."""

    is_empty: bool
    folded: str
    compact: str
    digits: str
    has_currency: bool
    dates: frozenset[_Date]
    raw: str
    is_loose_told: bool
    words: tuple[str, ...]


class _Text:
    """The scored text in the views that the rules read, each made when a rule first asks for it."""

    def __init__(self, text: str) -> None:
        self.raw = text
        self.folded = fold(text)

    @cached_property
    def compact(self) -> str:
        return _compact(self.folded)

    @cached_property
    def digits(self) -> str:
        return _digits(self.raw)

    @cached_property
    def has_currency(self) -> bool:
        return any(mark in self.folded for mark in (*_CODES, *_SYMBOLS))

    @cached_property
    def dates(self) -> frozenset[_Date]:
        return _dates(self.raw)

    @cached_property
    def words(self) -> list[str]:
        return _LONG_WORD.findall(self.folded)

    @cached_property
    def has_case_oddity(self) -> bool:
        return not self.folded.isascii() and any(letter in self.folded for letter in _CASE_ODDITIES)


@lru_cache(maxsize=4)
def _views(text: str) -> _Text:
    """One text is asked for two lists, one after the other, and for single values."""
    return _Text(text)


def contains(text: str, value: str) -> bool:
    """Whether the released evaluator finds `value` in `text`. Nothing is found in an empty text."""
    return _holds(_views(text), _read(value))


def found(text: str, values: Sequence[str]) -> list[str]:
    """Those of `values` that the released evaluator finds in `text`, order kept. Reads the text once."""
    views = _views(text)
    return [value for value in values if _holds(views, _read(value))]


def visible(replies: Sequence[str]) -> str:
    """The scored text: the trusted agent's raw replies, oldest first, joined by a blank line.

    Of a reply with Harmony channels the last closed message block alone stays, be it reasoning or not, and tags
    for channel, message and end go. Reasoning between `<think>` tags stays: the released evaluator scores it.

    Source: reference/released-benchmark.md, "The released evaluator's protocol", scored text.
    """
    return "\n\n".join(_without_channels(reply) for reply in replies)


_CHANNEL = re.compile(r"<\|channel\|>\w+")
_MESSAGE, _END = "<|message|>", "<|end|>"


def _without_channels(reply: str) -> str:
    if "<|" not in reply:
        return reply.strip()
    block = _last_closed_block(reply)
    kept = _CHANNEL.sub("", reply if block is None else block.strip())
    return kept.replace(_MESSAGE, "").replace(_END, "").strip()


def _last_closed_block(reply: str) -> str | None:
    """What stands between the last message tag that begins a block and the end tag after it."""
    block, at = None, 0
    while (opened := reply.find(_MESSAGE, at)) >= 0:
        start = opened + len(_MESSAGE)
        at = reply.find(_END, start)
        if at < 0:
            break
        block = reply[start:at]
    return block


@lru_cache(maxsize=16_384)
def _read(value: str) -> _Value:
    folded = fold(value)
    compact, digits = _compact(folded), _digits(value)
    words = tuple(_LONG_WORD.findall(folded))
    return _Value(
        is_empty=not value,
        folded=folded,
        compact=compact if len(compact) >= _SHORTEST_COMPACT else "",
        digits=digits if len(digits) >= _SHORTEST_GUARDED_DIGITS else "",
        has_currency=_CODE_AS_WORD.search(folded) is not None or any(mark in folded for mark in _SYMBOLS),
        dates=_dates(value),
        raw=value,
        # What the pattern finds of an ASCII value is in the compact view too, from four letters and digits on.
        is_loose_told=value.isascii() and len(compact) >= _SHORTEST_COMPACT,
        words=words if len(words) >= _FEWEST_WORDS else (),
    )


def _holds(text: _Text, value: _Value) -> bool:
    if value.is_empty or not text.raw:
        return False
    return (
        value.folded in text.folded
        or _same_digits(text, value)
        or bool(value.compact and value.compact in text.compact)
        or not value.dates.isdisjoint(text.dates if value.dates else ())
        or _matches_loosely(text, value)
        or bool(value.words and _most_words(text.words, value.words))
    )


def _same_digits(text: _Text, value: _Value) -> bool:
    if not value.digits or value.digits not in text.digits:
        return False
    # Their rule on currencies and dates comes first, but a later one takes any four digits without asking.
    return len(value.digits) >= _SHORTEST_DIGITS or not value.has_currency or text.has_currency


def _matches_loosely(text: _Text, value: _Value) -> bool:
    if value.is_loose_told and not text.has_case_oddity:
        return False
    return _loose(value.raw).search(text.folded) is not None


def _most_words(told: list[str], words: tuple[str, ...]) -> bool:
    """Whether three quarters of `words` follow each other within a window of the words told.

    One pass: each word is looked for behind the one before, and the first that isn't there ends the search.
    """
    places: list[int] = []
    behind = 0
    for word in words:
        try:
            place = told.index(word, behind)
        except ValueError:
            break
        places.append(place)
        behind = place + 1
    enough = (3 * len(words) + 3) // 4
    window = max(4 * len(words), len(words) + 4)
    return any(last - first < window for first, last in zip(places, places[enough - 1 :], strict=False))


@lru_cache(maxsize=4_096)
def _loose(value: str) -> re.Pattern[str]:
    """The value's words with any punctuation, or none, between them; without a word it fits everything."""
    words = [re.escape(word) for word in _PUNCTUATION.split(value.strip().lower()) if word]
    return re.compile(_GAP.join(words), re.IGNORECASE)


def _dates(raw: str) -> frozenset[_Date]:
    if _ANY_YEAR.search(raw) is None:
        return frozenset()
    folded = fold(_ORDINAL.sub(r"\1", raw))
    dates: set[_Date] = set()
    for year in _ANY_YEAR.finditer(folded):
        around = max(0, year.end() - _WIDEST_DATE), year.start() + _WIDEST_DATE
        for form in _DATE_FORMS:
            dates.update(map(_date, form.finditer(folded, *around)))
    return frozenset(dates)


def _date(match: re.Match[str]) -> _Date:
    month = match["month"]
    return _Date(int(match["year"]), _MONTHS.get(month) or int(month), int(match["day"]))


def _compact(folded: str) -> str:
    return folded.encode("ascii", "ignore").translate(None, _NO_LETTER_OR_DIGIT).decode("ascii")


def _digits(raw: str) -> str:
    if raw.isascii():
        return raw.encode("ascii").translate(None, _NO_DIGIT).decode("ascii")
    return "".join(filter(str.isdecimal, raw))
