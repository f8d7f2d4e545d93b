"""A person's name: in given-family order, inverted, with middle names, under labels, inside an e-mail address.

Full: given and family name together. Partial: one part alone, or beside an initial of the other. Nothing: initials
alone, and a part that another name stands beside, since it's somebody else's ("Tomas Zeller", "Kai Szabo").
Source: DESIGN.md section 5, rules 2 and 4; reference/users-reports.md rows 66, 67. Must not know other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from polar_bench.matching import name_patterns as patterns
from polar_bench.matching.characters import holds_any
from polar_bench.matching.lazy import lazy
from polar_bench.matching.name_context import Beside, is_just_a_word, previous
from polar_bench.matching.name_words import HONORIFICS, PARTICLES, TITLES, is_any_word, is_neighbour
from polar_bench.matching.parts import (
    MARKS,
    fitted,
    is_capital,
    is_tied,
    marked,
    spellings,
    words,
)
from polar_bench.matching.span import Grade, Span
from polar_bench.matching.text import Text, View, value_text

_MAIL_FOLLOWS = re.compile(r"[\w.+-]{0,24}(?:@| ?[\[({] ?at ?[\])}]| at \w+(?:\.| dot ))")
_UNSPACED_NAME = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3]{2,4}")
_BRACKETED = re.compile(r"\([^)]*\)")
_CONTRACTED = re.compile(r"'(?!(?:s|d|ll|ve|re)(?!\w))\w")
_DOUBLE_SURNAMES = frozenset({"欧阳", "歐陽", "司马", "司馬", "上官", "诸葛", "諸葛", "남궁"})


class Name(NamedTuple):
    """A name's parts, each as the ways it may be spelled; a name of one word has no family name."""

    given: tuple[str, ...]
    family: tuple[str, ...]
    others: tuple[str, ...]
    has_title: bool
    is_unspaced: bool = False

    @property
    def is_of_common_words(self) -> bool:
        """Whether every part of the name is a word of its own, so that the capital has to tell."""
        return all(is_any_word(part) for part in (self.given, self.family) if part)


def read(value: str) -> PersonName:
    """Return the grammar of a name, which is read where it may stand."""
    return PersonName(value)


def _name(value: str) -> Name:
    """Read a name; titles, suffixes and what stands in brackets are no part of it."""
    plain = _BRACKETED.sub(" ", value_text(value).plain.text).strip()
    head, comma, tail = plain.partition(",")
    if comma and tail.strip(" .") not in {"jr", "sr", "ii", "iii", "phd", "md", "ph.d", "dr", "mba", "esq"}:
        head = f"{tail} {head}"
    found = words(head)
    own = [word for word in found if word not in TITLES] or found
    if len(own) > 2 and own[-1] in {"jr", "sr", "ii", "iii", "iv"}:
        own.pop()
    has_title = len(own) < len(found)
    if not own:
        return Name((), (), (), has_title=False)
    if len(own) == 1:
        return _of_one_word(own[0], has_title=has_title)
    pieces = [piece for word in (own[0], own[-1]) if "-" in word for piece in word.split("-")]
    middle = [word for word in own[1:-1] + pieces if len(word) > 2 and word not in PARTICLES]
    others = tuple(way for word in middle for way in spellings(word))
    return Name(_ways(own[0]), _ways(own[-1]), others, has_title)


def _ways(word: str) -> tuple[str, ...]:
    return (f"{word}.", word) if len(word) == 1 else spellings(word)


def _of_one_word(word: str, *, has_title: bool) -> Name:
    if _UNSPACED_NAME.fullmatch(word):
        cut = 2 if word[:2] in _DOUBLE_SURNAMES and len(word) > 2 else 1
        return Name((word[cut:],), (word[:cut],), (), has_title, is_unspaced=True)
    return Name(_ways(word), (), (), has_title)


class PersonName:
    """The grammar of one name, which is read where a text may hold it."""

    def __init__(self, value: str) -> None:
        self._value = value

    @lazy
    def _name(self) -> Name:
        return _name(self._value)

    @lazy
    def _parts(self) -> tuple[tuple[str, ...], ...]:
        return (self._name.given, self._name.family, self._name.others)

    @lazy
    def _beside(self) -> Beside:
        ways = frozenset(way for part in self._parts for way in part)
        return Beside(ways | PARTICLES, frozenset(way[0] for way in ways))

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        return holds_any(text.bare.text, self._needles)

    @lazy
    def _needles(self) -> tuple[str, ...]:
        """One of these stands wherever a part of the name does: its words, where each is spelled in one way."""
        plain = value_text(self._value).plain.text
        if plain.isascii() and plain.replace(" ", "").isalpha():
            return tuple(plain.split())
        return tuple(way for part in self._parts for way in part)

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place of the name (full) and of its parts (partial)."""
        name, view = self._name, text.bare
        if name.is_unspaced:
            yield from self._unspaced(view)
            return
        marks = marked(view.text, self._parts)
        if not name.family:
            yield from self._single(text, marks)
            return
        full: list[tuple[int, int]] = []
        if MARKS[0] in marks and MARKS[1] in marks:
            for start, end, rule in self._wholes(text, marks):
                full.append((start, end))
                yield Span(*view.raw_span(start, end), rule)
            if not full and holds_any(marks, patterns.SIGNS_OF_FIELDS):
                for start, end in self._in_fields(text, marks):
                    full.append((start, end))
                    yield Span(*view.raw_span(start, end), "labelled_parts")
        inside = iter(sorted(full))
        taken = next(inside, None)
        for part in fitted(patterns.PART, view.text).finditer(marks):
            while taken and taken[1] <= part.start():
                taken = next(inside, None)
            if taken and taken[0] <= part.start():
                continue
            rule = self._part_rule(text, marks, part)
            if rule:
                yield Span(*view.raw_span(*part.span()), rule, Grade.PARTIAL)

    def _wholes(self, text: Text, marks: str) -> Iterator[tuple[int, int, str]]:
        seen = text.bare.text
        for match in _overlapping(fitted(patterns.WHOLE, seen), marks):
            rule = self._whole_rule(text, marks, match)
            if rule:
                yield match.start(), match.end("family"), rule
        for match in _overlapping(fitted(patterns.INVERTED, seen), marks):
            rule = self._inverted_rule(text, marks, match)
            if rule:
                yield match.start(), match.end(), rule
        for match in fitted(patterns.COUPLE, seen).finditer(marks):
            if self._is_couple(text, marks, match):
                yield match.start(), match.end(), "shared_surname"
        labelled = fitted(patterns.LABELLED, seen).finditer(marks) if holds_any(marks, patterns.SIGNS_OF_LABELS) else ()
        for match in labelled:
            if self._stands_alone(text, marks, match.start(), match.end()):
                yield match.start(), match.end(), "labelled_parts"

    def _whole_rule(self, text: Text, marks: str, match: re.Match[str]) -> str:
        view, gap, other = text.bare, match["gap"], match["other"]
        if match["genitive"] and not is_capital(text, view, match.end() + 1):
            return ""  # "Anna Meiers Akte" is German; other names end in s
        joint = not gap.strip("._-@+") and " " not in gap
        if _MAIL_FOLLOWS.match(marks, match.end()) and "\n" not in gap and (joint or " " not in gap or "dot" in gap):
            return "in_email"
        if "@" in gap:
            return "in_email" if re.match(r"\.\w", marks[match.end() : match.end() + 2]) else ""
        if not gap:
            before = marks[match.start() - 1 : match.start()]
            if before not in {"@", "/"} and is_capital(text, view, match.start()) > is_capital(
                text, view, match.start("family")
            ):
                return ""  # "Jasminreis" is a word
            glued = before in {"@", "/"} or is_capital(text, view, match.start("family")) or len(match[0]) > 7
            return "joined" if glued and not self._lacks_capital(text, match) else ""
        if not self._stands_alone(text, marks, match.start(), match.end()) or self._lacks_capital(text, match):
            return ""
        if other:
            word = view.text[match.start("other") + 1 : match.end("other")]
            named = is_capital(text, view, match.start("other") + 1) and not is_neighbour(word)
            return "middle_name" if named or other[0] != " " else ""
        if joint and gap:
            return "joined"
        return "middle_initial" if gap.strip(" \n>") else "name"

    def _in_fields(self, text: Text, marks: str) -> Iterator[tuple[int, int]]:
        """Yield given and family name in two fields of a record, with others between, their labels included."""
        seen = text.bare.text
        fields = [
            *fitted(patterns.GIVEN_FIELD, seen).finditer(marks),
            *fitted(patterns.FAMILY_FIELD, seen).finditer(marks),
        ]
        for one, other in pairwise(sorted(fields, key=lambda field: field.start())):
            is_far = other.start() - one.end() > patterns.LONGEST_BETWEEN
            if one.re is not other.re and not is_far and "}" not in marks[one.end() : other.start()]:
                yield one.start(), other.end()

    def _is_couple(self, text: Text, marks: str, match: re.Match[str]) -> bool:
        """Tell whether another given name shares the family name with the value's own."""
        if not is_capital(text, text.bare, match.start("other")) or is_neighbour(match["other"]):
            return False
        if self._lacks_capital(text, match) or not self._stands_alone(text, marks, match.start(), match.end()):
            return False
        return not self._beside.is_stranger_before(text, previous(text.bare.text, match.start()))

    def _inverted_rule(self, text: Text, marks: str, match: re.Match[str]) -> str:
        gap = match["gap"]
        mail = _MAIL_FOLLOWS.match(marks, match.end()) is not None and " " not in gap
        if mail:
            return "in_email"
        if not gap or not self._stands_alone(text, marks, match.start(), match.end()):
            return ""
        if self._lacks_capital(text, match):
            return ""
        before = self._beside.is_stranger_before(text, previous(text.bare.text, match.start()))
        if "," in gap or ";" in gap:
            return "" if before else "inverted"
        return "" if before and self._beside.is_stranger_after(text, match.end()) else "inverted"

    def _lacks_capital(self, text: Text, match: re.Match[str]) -> bool:
        parts = ((self._name.given, match.start("given")), (self._name.family, match.start("family")))
        small = [part for part, start in parts if not is_capital(text, text.bare, start)]
        if self._name.is_of_common_words:
            return bool(small)
        return len(small) == 1 and is_any_word(small[0])  # "we hope Carver signs" is no Hope Carver

    @staticmethod
    def _stands_alone(text: Text, marks: str, start: int, end: int) -> bool:
        if marks[end : end + 1] not in "'-" and marks[start - 1 : start] != "-":
            return True
        return not _CONTRACTED.match(marks, end) and not is_tied(text, text.bare, start, end)

    def _single(self, text: Text, marks: str) -> Iterator[Span]:
        """Yield a name of one word; a titled form ("Ms Vennard") is full with a title, partial without."""
        view = text.bare
        full = set()
        if self._name.has_title:
            for match in fitted(patterns.TITLED, view.text).finditer(marks):
                full.add(match.start("given"))
                yield Span(*view.raw_span(*match.span()), "title")
        for match in fitted(patterns.SINGLE, view.text).finditer(marks):
            start, end = match.span()
            if start in full or not self._stands_alone(text, marks, start, end):
                continue
            if marks[max(0, start - 2) : start].endswith("'") and marks[start - 2 : start - 1].isalpha():
                continue
            if is_just_a_word(text, self._name.given, start, end):
                continue
            grade = Grade.PARTIAL if self._name.has_title else Grade.FULL
            yield Span(*view.raw_span(start, end), "name", grade)

    def _unspaced(self, view: View) -> Iterator[Span]:
        (given,), (family,) = self._name.given, self._name.family
        for match in re.finditer(re.escape(family) + "[ ·・]?" + re.escape(given), view.text):
            yield Span(*view.raw_span(*match.span()), "name")
        alone = rf"(?<!{re.escape(family)}){re.escape(given)}" if len(given) > 1 else "(?!)"
        titled = rf"{re.escape(family)}(?:{HONORIFICS})"
        for match in re.finditer(f"{alone}|{titled}", view.text):
            yield Span(*view.raw_span(*match.span()), "name_part", Grade.PARTIAL)

    def _part_rule(self, text: Text, marks: str, part: re.Match[str]) -> str:
        """Return the rule by which one part alone gives the name away in part, "" where it doesn't."""
        start, end = part.span()
        if not self._stands_alone(text, marks, start, end) or self._beside.is_bound_to_stranger(text, start, end):
            return ""
        if marks[end : end + 1] in {"@", ".", "_"} and _MAIL_FOLLOWS.match(marks, end):
            return "in_email"
        before = previous(text.bare.text, start)
        if self._beside.is_stranger_after(text, end):
            return ""
        if before.word in TITLES and not before.has_comma:
            return "title"
        if self._beside.is_stranger_before(text, before):
            return ""
        ways = self._name.given if part["given"] else self._name.family if part["family"] else self._name.others
        if is_just_a_word(text, ways, start, end) or self._beside.is_inversion_of_another(text, before, end):
            return ""
        return "given_name" if part["given"] else "family_name" if part["family"] else "other_name_part"


def _overlapping(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of `pattern`, the next from the first part's end on: a rejected one hides none."""
    match = pattern.search(text)
    while match:
        yield match
        match = pattern.search(text, min(match.end("given"), match.end("family")))
