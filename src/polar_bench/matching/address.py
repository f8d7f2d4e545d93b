"""A postal address: street, house number, postcode, city, and what else its writer put in.

Full: street and number with the postcode or the city, in either order, over line breaks, table cells and labels.
Partial: street (with its own number or with none), or city alone. A street with another number is another address.
Source: DESIGN.md section 5, rules 2 and 4. Must not know other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from polar_bench.matching.characters import holds_any
from polar_bench.matching.lazy import lazy
from polar_bench.matching.name_words import is_word, word_set
from polar_bench.matching.parts import AFTER, BEFORE, MARKS, fitted, is_capital, is_tied, marked, spellings, starting
from polar_bench.matching.patterns import compiled
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text, value_text
from polar_bench.matching.words import beginning

_S, _N, _P, _C, _M = tuple(MARKS)[:5]  # street, number, postcode, city, more
_SHORT = tuple(
    tuple(group.split())
    for line in """
    street st|road rd|avenue ave av|lane ln|drive dr|square sq|boulevard blvd bd|court ct|place pl|terrace ter
    highway hwy|crescent cres|parkway pkwy|strasse str|platz pl|saint st sankt|mount mt|north n|south s|east e
    west w|close cl
    """.strip().splitlines()
    for group in line.split("|")
)
_SUFFIXES = ("strasse", "str")
_SHORT_OF = {word: group for group in reversed(_SHORT) for word in group}
_STREET_WORDS = frozenset(word for group in _SHORT[:15] for word in group) | word_set(
    "row way mews walk hill quai gasse weg allee rue via chemin yard green gate"
)
_COMMA = re.compile(r"[,;\n|]")
_UNIT = re.compile(r"(?:apt|apartment|flat|unit|suite|room|floor|wohnung|whg|c/o|p\.? ?o\.? box|postfach)\b")
_HOUSE = r"\d{1,5}(?: ?[a-z])?(?:[-/]\d{1,4}[a-z]?)?"
_NUMBER_LAST = re.compile(rf"(.*?[^\W\d_].*?)[ ,]+(?:no\.? ?|nr\.? ?|#)?({_HOUSE})")
_NUMBER_FIRST = re.compile(rf"(?:no\.? ?|nr\.? ?|#)?({_HOUSE}) +(.*[^\W\d_]{{2}}.*)")
_CITY_LAST = re.compile(r"(?:([a-z]{1,3})[- ])?(\d{4,6}|\d{3} \d{2}) +(.+)")
_POSTCODE_LAST = re.compile(r"(?:(.+?) +)??((?:[a-z]{2} )?\d{5}(?:-\d{4})?|\d{4,6}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})")
_ONE_LINE = re.compile(rf"(.*?[^\W\d_] {_HOUSE}) +((?:[a-z]{{1,3}}-)?\d{{4,6}} +[^\W\d_].*)")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*\.?")

_LABEL = (
    r"(?:in|at|im|bei|of|on|post ?code|postal[ _]code|zip(?:[ _]?code)?|plz|postleitzahl|city|town|ort|stadt|wohnort"
    r"|street|strasse|address|adresse|house[ _]number|hausnummer|number|no|nr|nummer|the|is|and|und|canton|country)"
)
_SEPARATOR = rf"[^\w.!?]{{1,12}}(?:{_LABEL}\.?[^\w.!?]{{1,12}}){{0,3}}(?:[a-z]{{1,3}}[- ])?"
_NUMBER_SIGN = r"(?:no\.? ?|nr\.? ?|number |nummer |# ?)?"
_NUMBER_BEFORE = rf"(?<![\w.,'/{MARKS}-])(?<!\d )"
_NUMBER_AFTER = r"(?![\w'])(?![-/.,]\d)(?! ?[-/] ?\d)"
_OTHER_AFTER = re.compile(rf"(?: {{1,3}}|\n){_NUMBER_SIGN}\d{{1,5}}[a-z]?(?![\w'])")
_OTHER_BEFORE = re.compile(r"(?<!\w)\d[\d,.']{0,8}[a-z]?(?:[-/]\d{1,4})? $")
_POSTCODE_LABEL = re.compile(
    r"(?:post ?code|postal code|zip(?: code)?|plz|postleitzahl)[^\w.!?]{0,4}(?:is |ist |of )?$|\b[a-z]{1,2}-$"
)


class Parts(NamedTuple):
    """An address in parts, each as the ways it may be written; what the address hasn't is empty."""

    street: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    postcode: tuple[str, ...] = ()
    city: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    is_street_certain: bool = False


def read(value: str) -> Address:
    """Read an address once: pieces between commas and lines; the last name without a number is the city."""
    plain = value_text(value).plain.text
    found: dict[str, str] = {}
    more: list[str] = []
    names: list[str] = []
    pieces = [piece.strip(" .") for piece in _COMMA.split(plain)]
    if one_line := _ONE_LINE.fullmatch(pieces[0]):
        pieces[:1] = [one_line[1], one_line[2]]
    pieces = [piece for piece in pieces if piece]
    for place, piece in enumerate(pieces):
        _read_piece(piece, found, names, more, is_last=place == len(pieces) - 1)
    if names and "city" not in found and (found or len(names) > 1):
        found["city"] = names.pop()
    if names and "street" not in found:
        found["street"] = names.pop(0)
    return Address(found, more + names)


def _read_piece(piece: str, found: dict[str, str], names: list[str], more: list[str], *, is_last: bool) -> None:
    if _UNIT.match(piece):
        more.append(piece)
        return
    has_street_word = piece.rsplit(" ", maxsplit=1)[-1].rstrip(".") in _STREET_WORDS
    city = None if has_street_word else _CITY_LAST.fullmatch(piece)
    if city and "postcode" not in found:
        found["postcode"], found["city"] = city[2], city[3]
        return
    first = _NUMBER_FIRST.fullmatch(piece)
    if first and "number" not in found:
        found["number"], found["street"] = first[1], first[2]
        return
    last = _NUMBER_LAST.fullmatch(piece)
    if last and "number" not in found and (len(last[2]) < 4 or not (found or names)):
        found["street"], found["number"] = last[1], last[2]
        return
    code = _POSTCODE_LAST.fullmatch(piece)
    if code and "postcode" not in found:
        found["postcode"] = code[2]
        if code[1]:
            found["city"] = code[1]
        return
    if re.fullmatch(_HOUSE, piece) and "number" not in found and names:
        found["street"], found["number"] = names.pop(), piece
        return
    if is_last and "city" in found:
        more.append(piece)
        return
    names.append(piece)


def _ways(name: str) -> tuple[str, ...]:
    """Return how a street or city may be written, the long and short forms of its words exchanged."""
    ways = [_word_ways(word.rstrip(".")) for word in _WORD.findall(name)][:8]
    while len(ways) > 1 and _product(ways) > 96:
        widest = max(range(len(ways)), key=lambda place: len(ways[place]))
        ways[widest] = ways[widest][: len(ways[widest]) // 2]
    joined = {gap.join(way) for way in product(*ways) for gap in (" ", "-", "\n")} if ways else set()
    return tuple(sorted(joined - {""}, key=lambda way: (-len(way), way)))


_LONG_NEEDLE = 4


def _needle(name: str) -> str:
    """Return the beginning of a word that all ways to write a street or city share, "" where there is none.

    That of the longest name among the words is long enough in most cases; the longest of all takes longer to make.
    """
    found = [word.rstrip(".") for word in _WORD.findall(name)[:8]]
    names = [word for word in found if word not in _SHORT_OF]
    needle = beginning(_word_ways(max(names, key=len))) if names else ""
    return (
        needle
        if len(needle) >= _LONG_NEEDLE
        else max((beginning(_word_ways(word)) for word in found), key=len, default="")
    )


def _product(ways: list[tuple[str, ...]]) -> int:
    count = 1
    for way in ways:
        count *= len(way)
    return count


@lru_cache(maxsize=4096)
def _word_ways(word: str) -> tuple[str, ...]:
    if group := _SHORT_OF.get(word):
        return group + tuple(f"{short}." for short in group[1:])
    for suffix in _SUFFIXES:
        stem = word.removesuffix(suffix).rstrip("-")
        if stem != word and len(stem) > 2:
            stems = spellings(stem)
            return tuple(
                f"{way}{gap}{end}" for way in stems for gap in ("", "-", " ") for end in ("strasse", "str.", "str")
            )
    return spellings(word)


def _number_ways(number: str) -> tuple[str, ...]:
    tight = number.replace(" ", "")
    letter = re.fullmatch(r"(\d+)([a-z])", tight)
    return (f"{letter[1]} {letter[2]}", tight) if letter else (tight,) if tight else ()


def _postcode_ways(code: str) -> tuple[str, ...]:
    if not code:
        return ()
    state = re.fullmatch(r"[a-z]{2} (\d.*)", code)
    tight = (state[1] if state else code).replace(" ", "")
    spaced = f"{tight[:-3]} {tight[-3:]}" if tight[-1].isalpha() else f"{tight[:3]} {tight[3:]}"
    return (spaced, tight) if " " in code or tight[-1].isalpha() else (tight,)


@lru_cache(maxsize=64)
def _whole(*, number: bool, postcode: bool, city: bool, more: bool) -> str:
    """Return the pattern of a whole address that has those parts beside its street."""
    street, sep = f"{_S}++", _SEPARATOR
    if number:
        own = rf"{_NUMBER_BEFORE}{_N}++{_NUMBER_AFTER}"
        label = r"(?:house[ _]number|hausnummer|number|no|nr)\.?"
        link = rf"(?:[ \n,]{{1,3}}{_NUMBER_SIGN}|[^\w.!?]{{1,12}}{label}[^\w.!?]{{1,8}})"
        street = rf"(?:{BEFORE}{_S}++{AFTER}{link}{_N}++{_NUMBER_AFTER}|{own}[ \n,]{{1,3}}{BEFORE}{_S}++{AFTER})"
    else:
        street = rf"{BEFORE}{_S}++{AFTER}"
    code, town = rf"(?<![\d.,'{MARKS}]){_P}++(?!\w)", rf"{BEFORE}{_C}++{AFTER}"
    if postcode and city:
        tail = rf"(?:{code}(?:{sep}{town})?|{town}(?:{sep}(?:[a-z]{{2}} )?{code})?)"
    else:
        tail = code if postcode else town
    if not (postcode or city):
        return starting(_S + _N) + street
    between = rf"(?:{sep}{_M}++)*+" if number and more else rf"(?:{sep}{_M}++)+" if more else ""
    return rf"{starting(_S + _N + _P + _C)}(?:{street}{between}{sep}{tail}|{tail}{sep}{street})"


_STREET = re.compile(rf"{starting(_S)}{BEFORE}{_S}++{AFTER}")
_STREET_NUMBER = re.compile(
    rf"{starting(_S + _N)}(?:{BEFORE}{_S}++{AFTER}[ \n,]{{1,3}}{_NUMBER_SIGN}{_N}++{_NUMBER_AFTER}"
    rf"|{_NUMBER_BEFORE}{_N}++[ \n]{{1,3}}{BEFORE}{_S}++{AFTER})"
)
_CITY = re.compile(rf"{starting(_C)}{BEFORE}{_C}++{AFTER}")
_POSTCODE = re.compile(rf"{starting(_P)}(?<![\d.,'{MARKS}]){_P}++(?!\w)")


class Address:
    """The grammar of one address."""

    def __init__(self, named: Mapping[str, str], more: Sequence[str]) -> None:
        """`named` are the street, number, postcode and city as the value writes them, `more` what else it names."""
        self._named = named
        self._more = more
        self._needles = [_needle(named[part]) for part in ("street", "city", "postcode") if part in named]

    @lazy
    def _parts(self) -> Parts:
        street = self._named.get("street", "")
        return Parts(
            _ways(street),
            _number_ways(self._named.get("number", "")),
            _postcode_ways(self._named.get("postcode", "")),
            _ways(self._named.get("city", "")),
            tuple(way for name in self._more for way in _ways(name)),
            street.split(" ")[-1] in _STREET_WORDS or "number" in self._named,
        )

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look: a needle stands wherever street, city or postcode does."""
        return holds_any(text.bare.text, self._needles)

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place of the address (full) and of its street, city or postcode (partial)."""
        parts, view = self._parts, text.bare
        marks = marked(view.text, parts[:5])
        full: list[tuple[int, int]] = []
        if parts.street:
            pattern = _whole(
                number=bool(parts.number), postcode=bool(parts.postcode), city=bool(parts.city), more=bool(parts.more)
            )
        else:
            pattern = _whole_place(postcode=bool(parts.postcode), city=bool(parts.city))
        is_street_alone = bool(parts.street) and not (parts.number or parts.postcode or parts.city)
        for match in compiled(fitted(pattern, view.text)).finditer(marks):
            if is_street_alone and self._is_numbered(view.text, match.start(), match.end()):
                continue
            if self._is_a_word(text, match.start(), match.end()):
                continue
            full.append(match.span())
            yield Span(*view.raw_span(*match.span()), "address")
        for start, end, rule in self._pieces(text, marks):
            if not _is_within(start, full):
                yield Span(*view.raw_span(start, end), rule, Grade.PARTIAL)

    def _pieces(self, text: Text, marks: str) -> Iterator[tuple[int, int, str]]:
        """Yield street with number, street alone, city and labelled postcode."""
        seen, parts = text.bare.text, self._parts
        numbered: set[int] = set()
        for match in _STREET_NUMBER.finditer(marks):
            numbered.add(match.start() + match[0].index(_S))
            yield match.start(), match.end(), "street"
        for match in _STREET.finditer(marks):
            start, end = match.span()
            if start in numbered or self._is_numbered(seen, start, end):
                continue
            raw = text.raw[text.bare.starts[start] : text.bare.ends[end - 1]]
            if raw != raw.lower():
                yield start, end, "street_name"
        for match in _CITY.finditer(marks):
            start, end = match.span()
            is_edged = seen[end : end + 1] == "-" or seen[start - 1 : start] == "-"
            if not (is_edged and is_tied(text, text.bare, start, end)) and not self._is_a_word(text, start, end):
                yield start, end, "city"
        if parts.street or parts.city:
            for match in _POSTCODE.finditer(marks):
                if _POSTCODE_LABEL.search(seen, max(0, match.start() - 24), match.start()):
                    yield match.start(), match.end(), "postcode"

    def _is_numbered(self, seen: str, start: int, end: int) -> bool:
        """Tell whether a house number stands beside a street; a value's own is looked for before."""
        after = _OTHER_AFTER.match(seen, end)
        if after and not (self._parts.postcode and after[0].strip() in self._parts.postcode):
            return True
        return _OTHER_BEFORE.search(seen, max(0, start - 12), start) is not None and self._parts.is_street_certain

    @staticmethod
    def _is_a_word(text: Text, start: int, end: int) -> bool:
        word = text.bare.text[start:end]
        return is_word(word) and not is_capital(text, text.bare, start)


@lru_cache(maxsize=4)
def _whole_place(*, postcode: bool, city: bool) -> str:
    if postcode and city:
        return f"{_POSTCODE.pattern}{_SEPARATOR}{_CITY.pattern}|{_CITY.pattern}{_SEPARATOR}{_POSTCODE.pattern}"
    return _POSTCODE.pattern if postcode else _CITY.pattern if city else "(?!)"


def _is_within(start: int, spans: list[tuple[int, int]]) -> bool:
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= start:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low][0] <= start
