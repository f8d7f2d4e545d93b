"""How a postal address is read: its street, number, postcode and city, and how each may be written.

Must not know texts or how an address stands in one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from polar_bench.matching.name_words import word_set
from polar_bench.matching.parts import spellings
from polar_bench.matching.spelling import said_numbers
from polar_bench.matching.text import value_text
from polar_bench.matching.words import beginning

_SHORT = tuple(
    tuple(group.split())
    for line in """
    street st|road rd|avenue ave av|lane ln|drive dr|square sq|boulevard blvd bd|court ct|place pl|terrace ter
    highway hwy|crescent cres|parkway pkwy|strasse str|platz pl|saint st sankt|mount mt|north n|south s|east e
    west w|close cl|calle c/ cl|avenida avda av|rua r|gate gt|parade pde|caddesi cad|gardens gdns|grove gr|first 1st
    second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|tenth 10th
    """.strip().splitlines()
    for group in line.split("|")
)
# Cities with their names in other languages, as they stand without diacritics
_EXONYMS = tuple(
    tuple(group.split())
    for line in """
    firenze florence florenz|munchen muenchen munich|koln koeln cologne|wien vienna vienne|zurich zuerich zurigo
    geneve geneva genf|luzern lucerne lucerna|basel basle bale|bern berne berna|milano milan mailand|roma rome rom
    torino turin|napoli naples neapel|venezia venice venedig|genova genoa genua|sevilla seville|lisboa lisbon lissabon
    praha prague prag|warszawa warsaw warschau|krakow cracow krakau|kobenhavn koebenhavn copenhagen kopenhagen
    antwerpen antwerp anvers|bruxelles brussels brussel|gent ghent gand|strasbourg strassburg|lyon lyons
    nurnberg nuernberg nuremberg|hannover hanover|goteborg gothenburg|athina athens athen|moskva moscow moskau
    bucuresti bucharest|beograd belgrade|marseille marseilles|zaragoza saragossa|neuchatel neuenburg
    """.strip().splitlines()
    for group in line.split("|")
)
_EXONYMS_OF = {name: group for group in _EXONYMS for name in group}
_SAINT = ("saint", "sankt", "st.", "st")
_SUFFIXES = ("strasse", "str")
_PARTED_SUFFIXES = ("allee", "gasse", "platz", "weg")  # "Linden-Allee" is Lindenallee
_ENDINGS = _SUFFIXES + _PARTED_SUFFIXES
_SHORT_OF = {word: group for group in reversed(_SHORT) for word in group}
_OTHERWISE = frozenset((*_SHORT_OF, *_EXONYMS_OF))  # words that have quite other ways
_STREET_WORDS = frozenset(word for group in _SHORT[:15] for word in group) | word_set(
    "row way mews walk hill quai gasse weg allee rue via chemin yard green gate"
)
_COMMA = re.compile(r"[,;\n|]")
_UNIT = re.compile(r"(?:apt|apartment|flat|unit|suite|room|floor|wohnung|whg|c/o|p\.? ?o\.? box|postfach)\b")
_OPTIONAL = re.compile(r"^(?:ul\.|ulica) ?(?=[^\W\d_])")  # which Polish addresses leave out
_HOUSE = r"\d{1,5}(?: ?[a-z])?(?:[-/]\d{1,4}[a-z]?)?"
_HOUSE_ALONE = re.compile(_HOUSE)
_ANY_DIGIT = re.compile(r"\d")
_NUMBER_LAST = re.compile(rf"(.*?[^\W\d_].*?)[ ,]+(?:no\.? ?|nr\.? ?|#)?({_HOUSE})")
_NUMBER_FIRST = re.compile(rf"(?:no\.? ?|nr\.? ?|#)?({_HOUSE}) +(.*[^\W\d_]{{2}}.*)")
# Where the postcode comes first: also of Brazil, Portugal, Poland, Japan and the Netherlands
_CITY_LAST = re.compile(
    r"(?:([a-z]{1,3})[- ])?(\d{4,5}-\d{3}|\d{3}-\d{4}|\d{2}-\d{3}|\d{4} [a-z]{2}(?= )|\d{4,6}|\d{3} \d{2,3}) +(.+)"
)
# Where it comes last: of the United States, Australia, the United Kingdom, Canada, Ireland and India
_POSTCODE_LAST = re.compile(
    r"(?:(.+?) +)??((?:[a-z]{2} )?\d{5}(?:-\d{4})?|(?:(?:nsw|vic|qld|wa|sa|tas|act|nt) )?\d{4}|\d{4,6}|\d{3} \d{3}"
    r"|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}|(?:[a-z]{2} )?[a-z]\d[a-z] ?\d[a-z]\d|[a-z]\d[\dw] ?[a-z\d]{4})"
)
_ONE_LINE = re.compile(rf"(.*?[^\W\d_] {_HOUSE}) +((?:[a-z]{{1,3}}-)?\d{{4,6}} +[^\W\d_].*)")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*\.?")


class Parts(NamedTuple):
    """An address in parts, each as the ways it may be written; what the address hasn't is empty."""

    street: tuple[str, ...] = ()
    number: tuple[str, ...] = ()
    postcode: tuple[str, ...] = ()
    city: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    is_street_certain: bool = False


class Named(NamedTuple):
    """An address in parts as its value writes them: street, number, postcode and city by name, and what else it has."""

    parts_by_name: Mapping[str, str]
    more: Sequence[str]

    def parts(self) -> Parts:
        """Return each part as the ways it may be written."""
        by_name = self.parts_by_name
        street = by_name.get("street", "")
        return Parts(
            _ways(street),
            _number_ways(by_name.get("number", "")),
            _postcode_ways(by_name.get("postcode", "")),
            _ways(by_name.get("city", "")),
            tuple(way for name in self.more for way in _ways(name)),
            street.split(" ")[-1] in _STREET_WORDS or "number" in by_name,
        )

    def needles(self) -> list[str]:
        """Return what stands, one of them, wherever a part of the address does."""
        named = [self.parts_by_name[part] for part in ("street", "city", "postcode") if part in self.parts_by_name]
        return [needle for name in named for needle in _needles(name)]


def taken_apart(value: str) -> Named:
    """Take an address apart: pieces between commas and lines; the last name without a number is the city."""
    plain = value_text(value).plain.text
    found: dict[str, str] = {}
    more: list[str] = []
    names: list[str] = []
    pieces = [piece.strip(" .") for piece in _COMMA.split(plain)]
    if one_line := _ONE_LINE.fullmatch(pieces[0]):
        pieces[:1] = [one_line[1], one_line[2]]
    pieces = [piece for piece in pieces if piece]
    for place, piece in enumerate(pieces):
        # "3417 Dogwood Trail, Raleigh, NC 27606": the number before the street is no postcode where one follows
        is_street = place == 0 and any(map(_POSTCODE_LAST.fullmatch, pieces[1:]))
        _read_piece(piece, found, names, more, is_last=place == len(pieces) - 1, is_street=is_street)
    if names and "city" not in found and (found or len(names) > 1):
        found["city"] = names.pop()
    if names and "street" not in found:
        found["street"] = names.pop(0)
    if "street" in found:
        found["street"] = _OPTIONAL.sub("", found["street"])
    return Named(found, more + names)


def _read_piece(
    piece: str, found: dict[str, str], names: list[str], more: list[str], *, is_last: bool, is_street: bool
) -> None:
    if _UNIT.match(piece):
        more.append(piece)
    elif _ANY_DIGIT.search(piece) is None or not _read_numbers(piece, found, names, is_street=is_street):
        (more if is_last and "city" in found else names).append(piece)


def _read_numbers(piece: str, found: dict[str, str], names: list[str], *, is_street: bool) -> bool:
    """Read a piece with digits into what it names; False where it's a name with digits in it."""
    has_street_word = is_street or piece.rsplit(" ", maxsplit=1)[-1].rstrip(".") in _STREET_WORDS
    if "postcode" not in found and not has_street_word and (city := _CITY_LAST.fullmatch(piece)):
        found["postcode"], found["city"] = city[2], city[3]
        return True
    if "number" not in found:
        if first := _NUMBER_FIRST.fullmatch(piece):
            found["number"], found["street"] = first[1], first[2]
            return True
        last = _NUMBER_LAST.fullmatch(piece)
        if last and (len(last[2]) < 4 or not (found or names)):
            found["street"], found["number"] = last[1], last[2]
            return True
    if "postcode" not in found and (code := _POSTCODE_LAST.fullmatch(piece)):
        found["postcode"] = code[2]
        if code[1]:
            found["city"] = code[1]
        return True
    if "number" not in found and names and _HOUSE_ALONE.fullmatch(piece):
        found["street"], found["number"] = names.pop(), piece
        return True
    return False


def _ways(name: str) -> tuple[str, ...]:
    """Return how a street or city may be written, the long and short forms of its words exchanged."""
    words = [word.rstrip(".") for word in _WORD.findall(name)[:8]]
    ways = [_SAINT if word in _SAINT and words[1:] and not at else _word_ways(word) for at, word in enumerate(words)]
    while len(ways) > 1 and _product(ways) > 96:
        widest = max(range(len(ways)), key=lambda place: len(ways[place]))
        ways[widest] = ways[widest][: len(ways[widest]) // 2]
    joined = {gap.join(way) for way in product(*ways) for gap in (" ", "-", "\n")} if ways else set()
    return tuple(sorted(joined - {""}, key=lambda way: (-len(way), way)))


_LONG_NEEDLE = 4


def _needles(name: str) -> Sequence[str]:
    """Return what stands, some of it, in each way to write a part of an address."""
    return _word_ways(name) if _city_names(name) else (_needle(name),)


def _needle(name: str) -> str:
    """Return the beginning of a word that all ways to write a street or city share, "" where there is none.

    That of the longest name among the words is long enough in most cases; the longest of all takes longer to make.
    """
    found = [word.rstrip(".") for word in _WORD.findall(name)[:8]]
    names = [word for word in found if word not in _SHORT_OF]
    needle = _beginning(max(names, key=len)) if names else ""
    return needle if len(needle) >= _LONG_NEEDLE else max(map(_beginning, found), key=len, default="")


def _beginning(word: str) -> str:
    """Return what all ways to write a word begin with."""
    has_one_way = word.isascii() and word.isalnum() and not word.endswith(_ENDINGS) and word not in _OTHERWISE
    return word if has_one_way else beginning(_word_ways(word))


def _city_names(word: str) -> tuple[str, ...]:
    """Return the names of a city in all languages, none of another word."""
    return next((_EXONYMS_OF[way] for way in spellings(word) if way in _EXONYMS_OF), ())


def _product(ways: list[tuple[str, ...]]) -> int:
    count = 1
    for way in ways:
        count *= len(way)
    return count


@lru_cache(maxsize=4096)
def _word_ways(word: str) -> tuple[str, ...]:
    if city := _city_names(word):
        return tuple(sorted({*city, *spellings(word)}, key=lambda way: (-len(way), way)))
    saint, mark, rest = word.partition("-")
    if saint in _SAINT and mark:
        return tuple(f"{way}{gap}{other}" for way in _SAINT for gap in "- " for other in spellings(rest))
    if group := _SHORT_OF.get(word):
        return group + tuple(f"{short}." for short in group[1:])
    if not word.endswith(_ENDINGS):
        return spellings(word)
    for suffix in _SUFFIXES:
        stem = word.removesuffix(suffix).rstrip("-")
        if stem != word and len(stem) > 2:
            stems = spellings(stem)
            return tuple(
                f"{way}{gap}{end}" for way in stems for gap in ("", "-", " ") for end in ("strasse", "str.", "str")
            )
    for suffix in _PARTED_SUFFIXES:
        stem = word.removesuffix(suffix)
        if stem != word and len(stem) > 2:
            ends = (suffix, "pl.") if suffix == "platz" else (suffix,)
            return (
                *spellings(word),
                *(f"{way}{gap}{end}" for way in spellings(stem) for end in ends for gap in ("-", " ", "")),
            )
    return spellings(word)


_SAID_BELOW = 3  # digits of a house number that is said in words


def _number_ways(number: str) -> tuple[str, ...]:
    tight = number.replace(" ", "")
    letter = re.fullmatch(r"(\d+)([a-z])", tight)
    said = said_numbers(int(tight)) if tight.isdecimal() and len(tight) < _SAID_BELOW else ()
    return (f"{letter[1]} {letter[2]}", tight) if letter else (*said, tight) if tight else ()


_LONGEST_IN_DIGITS = 6  # as in India, where it's written in two groups


def _postcode_ways(code: str) -> tuple[str, ...]:
    if not code:
        return ()
    state = re.fullmatch(r"[a-z]{2,3} (\d.*|[a-z]\d[a-z] ?\d[a-z]\d)", code)
    plain = state[1] if state else code
    tight = plain.replace(" ", "")
    if " " in plain:
        spaced = plain
    else:
        spaced = f"{tight[:-3]} {tight[-3:]}" if tight[-1].isalpha() else f"{tight[:3]} {tight[3:]}"
    has_letters = not tight.replace("-", "").isdecimal()
    return (spaced, tight) if " " in plain or has_letters or len(tight) == _LONGEST_IN_DIGITS else (tight,)
