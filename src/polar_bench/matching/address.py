"""A postal address: street, house number, postcode, city, and what else its writer put in.

Full: street and number with the postcode or the city, in either order, over line breaks, table cells and labels.
Partial: street (with its own number or with none), or city alone. A street with another number is another address.
Source: DESIGN.md section 5, rules 2 and 4. Must not know other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from polar_bench.matching.address_parts import Named, Parts, taken_apart
from polar_bench.matching.characters import holds_any
from polar_bench.matching.lazy import lazy
from polar_bench.matching.name_words import DAYS, FUNCTION, MONTHS, is_neighbour, is_word, word_set
from polar_bench.matching.parts import AFTER, BEFORE, MARKS, fitted, has_capitals, is_capital, is_tied, marked, starting
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text

_S, _N, _P, _C, _M = tuple(MARKS)[:5]  # street, number, postcode, city, more
_LABEL = (
    r"(?:in|at|im|bei|of|on|an|am|der|dem|auf|her|his|post ?code|postal[ _]code|zip(?:[ _]?code)?|plz|postleitzahl|city"
    r"|town|ort|stadt|wohnort|br|hausnr|street|strasse|address|adresse|house[ _]number|hausnummer|number|no|nr"
    r"|nummer|the|is|and|und|canton|country)"
)
_PLACE = r"(?:post ?code|postal code|zip(?: code)?|plz|city|town|ort|wohnort|stadt)"
_SEPARATOR = rf"[^\w.!?]{{1,12}}(?:(?:\d[.)] )?{_LABEL}\.?[^\w.!?]{{1,12}}){{0,4}}(?:[a-z]{{1,3}}(?: -)?[- ])?"
_NEXT_SENTENCE = rf"\. (?:(?:the|her|his|their) )?{_PLACE}(?: is|:|) "
_FLAT = (  # what stands between street and place, and tells less than they do
    r"(?: {1,2}\([^()\n]{1,48}\)|[ ,\n;|-]{1,3}+(?=[#\da-z])(?:(?:apt|apartment|app|flat|unit|suite|room|floor"
    r"|wohnung|whg|postfach|bus|box|stair|stiege|top|tur|daire|kat|lok|esc|bte|p\.?o\.? ?box)\b\.?:? ?#?"
    r"[^\W_]{1,4}(?![^\W_])|#[^\W_]{1,4}(?![^\W_])|[a-z]{3,7} floor\b|[a-h] \d{1,3}(?!\d)"
    r"|\d{1,2}(?:st|nd|rd|th|\.)? (?:floor|stock|etage|og|sal|piso|planta|tv|th|mf)\b\.?(?: (?:left|right|links"
    r"|rechts)\b)?)){0,3}"
)
_NUMBER_SIGN = r"(?:n\.?o[.:]? ?|nr[.:]? ?|n° ?|number |nummer |numero |# ?)?"
_NUMBER_WORDS = ("number ", "nummer ", "#")
_NUMBER_BEFORE = rf"(?<![\w.,'/{MARKS}-])(?<!\d )"
_NUMBER_AFTER = r"(?![\w'])(?![-/.,]\d)(?! ?[-/] ?\d)"
_OTHER_AFTER = re.compile(rf"(?: {{1,3}}|\n){_NUMBER_SIGN}\d{{1,5}}[a-z]?(?![\w'])")
_OTHER_BEFORE = re.compile(r"(?<!\w)\d[\d,.']{0,8}[a-z]?(?:[-/]\d{1,4})? $")
_LONGEST_GAP = 60
# What may lead from a street to its place: "at Seeweg 4, where she lives, in Winterau"
_SMALL_WORDS = re.compile(
    r"(?:[ \n,]{1,3}(?!(?:not?|near|outside|beside|far|from|until|before|nicht|bei|nach)\b)[a-z']{1,12}){0,8}"
    r"[ \n,]{1,3}(?:in|at|on|an|auf|is|ist)(?: (?:the|der|dem))? {1,3}(?:(?:number|nummer) )?"
)
# ... or from a place to its street in the sentence after it: "He lives in Graz. His house is at Seeweg 4"
_OWN_SENTENCE = re.compile(
    r"\.[ \n]{1,2}(?:the|her|his|their|my|your)[ \n](?:exact |street |home )?"
    r"(?:address|house|home|flat|apartment|place|street)[ \n]is[ \n](?:(?:at|in|on)[ \n])?"
)
# Another place: "New York" is no York, and "das Essen" no town
_OTHER_PLACE = re.compile(
    r"(?<![a-z])(?:(?:new|north|south|east|west|upper|lower|port|fort|san|santa|los|las|bad)[ -]"
    r"|(?:das|der|die|dem|ein)[ ])$"
)
_WORD_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_]{2,24}) \Z")
_WORD_AFTER = re.compile(r" ([^\W\d_]{3,24})(?![\w:])")
_LONGEST_WORD = 26
# Words that stand beside a place and are no part of a name
_PLACING = word_set(
    """
    in to from near at of for around by via um nach aus bei von city town village stadt ort wohnort postcode zip plz
    canton kanton greater downtown central county region area street strasse switzerland germany austria france italy
    """
)
_NO_NAMES = _PLACING | FUNCTION | DAYS | MONTHS
_POSTCODE_LABEL = re.compile(
    r"(?:post ?code|postal code|zip(?: code)?|plz|postleitzahl)[^\w.!?]{0,4}(?:is |ist |of )?$|\b[a-z]{1,2}-$"
)


@lru_cache(maxsize=64)
def _whole(*, number: bool, postcode: bool, city: bool, more: bool, has_sign: bool = False) -> str:
    """Return the pattern of a whole address that has those parts beside its street.

    `has_sign` tells that the text says "number" somewhere, and maybe "number 14 on Seeweg".
    """
    sep, named = _SEPARATOR, rf"{BEFORE}{_S}++{AFTER}(?: (?:street|strasse)(?![a-z]))?"
    label = r"(?:house(?:[ _]number)?|hausnummer|hausnr|number|no|nr)\.?"
    if number:
        own = rf"{_NUMBER_BEFORE}{_N}++{_NUMBER_AFTER}"
        before_label = r"[^\w!?]{1,16}(?:\d[.)] )?(?:(?:and|at|the|its|with|street|strasse)[^\w.!?]{1,4}){0,2}"
        link = rf"(?:[ \n,;]{{1,3}}{_NUMBER_SIGN}|{before_label}{label}[^\w.!?]{{1,8}}(?:is |ist )?)"
        if has_sign:
            on = r",? (?:on|in|at|of|an|auf)(?: the| der| dem)?"
            own = rf"(?:{own}|(?:\b(?:number|nummer) |#){_N}++{_NUMBER_AFTER}{on})"
        door = r"(?:/\d{1,2}/\d{1,3}(?!\d))?"  # in Vienna stairs and door stand behind the number
        street = rf"(?:{named}{link}{_N}++{door}{_NUMBER_AFTER}|{own}[ \n,]{{1,3}}{named})"
    else:
        street = named
    code, town = rf"(?<![\d.,'{MARKS}]){_P}++(?!\w)", rf"{BEFORE}{_C}++{AFTER}"
    if postcode and city:
        tail = rf"(?:{code}(?:{sep}{town})?|{town}(?:{sep}(?:[a-z]{{2}} )?{code})?)"
    else:
        tail = code if postcode else town
    if not (postcode or city):
        return starting(_S + _N) + street
    flat = _FLAT if number else ""
    between = rf"(?:{sep}{_M}++)*+" if number and more else rf"(?:{sep}{_M}++)+" if more else ""
    first = _S + _N + _P + _C + ("n#" if has_sign else "")
    in_order = rf"{street}{flat}{between}(?:{sep}|{_NEXT_SENTENCE}){tail}"
    if number and city:  # "a flat on Seeweg in Winterau, house number 14"
        behind = rf",? (?:at )?(?:the )?{label}[^\w.!?]{{0,4}}(?:is )?{_N}++{_NUMBER_AFTER}"
        in_order += rf"|{named}{sep}{town}{behind}"
    return rf"{starting(first)}(?:{in_order}|{tail}(?: [a-z]{{2}}(?=[,;\n]))?{sep}{street})"


_STREET = rf"{starting(_S)}{BEFORE}{_S}++{AFTER}"
_STREET_NUMBER = (
    rf"{starting(_S + _N)}(?:{BEFORE}{_S}++{AFTER}[ \n,]{{1,3}}{_NUMBER_SIGN}{_N}++{_NUMBER_AFTER}"
    rf"|{_NUMBER_BEFORE}{_N}++[ \n]{{1,3}}{BEFORE}{_S}++{AFTER})"
)
_CITY = rf"{starting(_C)}{BEFORE}{_C}++{AFTER}"
_POSTCODE = rf"{starting(_P)}(?<![\d.,'{MARKS}]){_P}++(?!\w)"


def read(value: str) -> Address:
    """Read an address once."""
    return Address(taken_apart(value))


class Address:
    """The grammar of one address."""

    def __init__(self, named: Named) -> None:
        self._named = named
        self._needles = named.needles()

    @lazy
    def _parts(self) -> Parts:
        return self._named.parts()

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
                number=bool(parts.number),
                postcode=bool(parts.postcode),
                city=bool(parts.city),
                more=bool(parts.more),
                has_sign=holds_any(view.text, _NUMBER_WORDS),
            )
        else:
            pattern = _whole_place(postcode=bool(parts.postcode), city=bool(parts.city))
        is_street_alone = bool(parts.street) and not (parts.number or parts.postcode or parts.city)
        may_be_whole = not parts.street or _S in marks
        for match in fitted(pattern, view.text).finditer(marks) if may_be_whole else ():
            if is_street_alone and self._is_numbered(view.text, match.start(), match.end()):
                continue
            if self._is_a_word(text, match.start(), match.end()):
                continue
            full.append(match.span())
            yield Span(*view.raw_span(*match.span()), "address")
        pieces = [piece for piece in self._pieces(text, marks) if not _is_within(piece[0], full)]
        if len(pieces) > 1 and parts.number:
            for start, end in self._joint(text, sorted(pieces)):
                yield Span(*view.raw_span(start, end), "address")
        for start, end, rule in pieces:
            yield Span(*view.raw_span(start, end), rule, Grade.PARTIAL)

    def _joint(self, text: Text, pieces: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int]]:
        """Yield street with number and the place, or the reverse, with a few small words between."""
        view = text.bare
        for (start, end, rule), (after, last, next_rule) in pairwise(pieces):
            if "street" not in {rule, next_rule} or {rule, next_rule} == {"street"}:
                continue
            if "street_name" in {rule, next_rule} or after - end > _LONGEST_GAP or after <= end:
                continue
            raw = text.raw[slice(*view.raw_span(end, after))]
            is_joint = raw == raw.lower() and _SMALL_WORDS.fullmatch(view.text, end, after)
            if is_joint or _OWN_SENTENCE.fullmatch(view.text, end, after):
                yield start, last

    def _pieces(self, text: Text, marks: str) -> Iterator[tuple[int, int, str]]:
        """Yield street with number, street alone, city and labelled postcode."""
        seen, parts = text.bare.text, self._parts
        numbered: set[int] = set()
        for match in fitted(_STREET_NUMBER, seen).finditer(marks) if _S in marks else ():
            numbered.add(match.start() + match[0].index(_S))
            yield match.start(), match.end(), "street"
        for match in fitted(_STREET, seen).finditer(marks) if _S in marks else ():
            start, end = match.span()
            if start in numbered or self._is_numbered(seen, start, end) or _goes_on(text, end):
                continue
            raw = text.raw[text.bare.starts[start] : text.bare.ends[end - 1]]
            if raw != raw.lower():
                yield start, end, "street_name"
        for match in fitted(_CITY, seen).finditer(marks) if _C in marks else ():
            start, end = match.span()
            is_edged = seen[end : end + 1] == "-" or seen[start - 1 : start] == "-"
            if _OTHER_PLACE.search(seen, max(0, start - 8), start) and not seen[start:end].startswith("the "):
                continue
            if self._is_in_a_name(text, marks, start, end):
                continue
            if not (is_edged and is_tied(text, text.bare, start, end)) and not self._is_a_word(text, start, end):
                yield start, end, "city"
        if _P in marks and (parts.street or parts.city):
            is_of_its_kind = not all(map(str.isdecimal, parts.postcode[-1:]))  # as NN13 6EB is
            for match in fitted(_POSTCODE, seen).finditer(marks):
                if is_of_its_kind or _POSTCODE_LABEL.search(seen, max(0, match.start() - 24), match.start()):
                    yield match.start(), match.end(), "postcode"

    def _is_numbered(self, seen: str, start: int, end: int) -> bool:
        """Tell whether a house number stands beside a street; a value's own is looked for before."""
        after = _OTHER_AFTER.match(seen, end)
        if after and not (self._parts.postcode and after[0].strip() in self._parts.postcode):
            return True
        return _OTHER_BEFORE.search(seen, max(0, start - 12), start) is not None and self._parts.is_street_certain

    @staticmethod
    def _is_in_a_name(text: Text, marks: str, start: int, end: int) -> bool:
        """Tell whether a city stands in another's name ("Zurich Insurance", "Abraham Lincoln"), or is a mere word."""
        if not is_capital(text, text.bare, start):
            return text.once(has_capitals)
        before = _WORD_BEFORE.search(marks, max(0, start - _LONGEST_WORD), start)
        if before is not None and before[1] in _PLACING:
            return False
        is_surname = before is not None and not is_neighbour(before[1]) and is_capital(text, text.bare, before.start(1))
        return is_surname or _goes_on(text, end)

    @staticmethod
    def _is_a_word(text: Text, start: int, end: int) -> bool:
        word = text.bare.text[start:end]
        return is_word(word) and not is_capital(text, text.bare, start)


def _goes_on(text: Text, end: int) -> bool:
    """Tell whether a capitalised word that is no abbreviation follows, as in "Wall Street Journal"."""
    word = _WORD_AFTER.match(text.bare.text, end)
    if word is None or word[1] in _NO_NAMES:
        return False
    return is_capital(text, text.bare, word.start(1)) and not is_capital(text, text.bare, word.end(1) - 1)


@lru_cache(maxsize=4)
def _whole_place(*, postcode: bool, city: bool) -> str:
    if postcode and city:
        return f"{_POSTCODE}{_SEPARATOR}{_CITY}|{_CITY}{_SEPARATOR}{_POSTCODE}"
    return _POSTCODE if postcode else _CITY if city else "(?!)"


def _is_within(start: int, spans: list[tuple[int, int]]) -> bool:
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle][1] <= start:
            low = middle + 1
        else:
            high = middle
    return low < len(spans) and spans[low][0] <= start
