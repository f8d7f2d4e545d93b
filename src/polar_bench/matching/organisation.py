"""An organisation's name: legal forms free, "&" or "and", hyphens or spaces, inside a web or mail domain.

Full or nothing: a first word alone is no find, unless the data set lists it as a form.
Source: DESIGN.md section 5, rules 2 and 7. Must not know other kinds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from polar_bench.matching.characters import holds_any
from polar_bench.matching.name_words import is_word, word_set
from polar_bench.matching.parts import (
    AFTER,
    BEFORE,
    MARKS,
    SPACE,
    fitted,
    has_capitals,
    is_after_determiner,
    is_capital,
    is_tied,
    marked,
    spellings,
    starting,
)
from polar_bench.matching.span import Span
from polar_bench.matching.text import Text, value_text
from polar_bench.matching.words import is_common, singular

_LEGAL_FORMS = word_set(
    """
    ag gmbh kg ohg ug eg ev se sa sas sarl srl spa snc ltd limited llc llp lp plc inc incorporated corp corporation co
    company bv nv ab as asa oy oyj aps kk pty pte pvt sàrl gbr mbh kgaa
    """
)
_AND = frozenset({"&", "+", "and", "und", "et"})
_CONJUNCTION = rf"(?:{SPACE}|-|_)?(?:&amp;|&|\+|(?<=[ \n_-])(?:and|und|et|n|u\.)(?=[ \n_-]))(?:{SPACE}|-|_)?"
_APOSTROPHE = r"(?:'s|s'|')?"
_SHORTENED = ("", "-", "and", "und", "et")  # a conjunction in a domain or handle: alder-finch, alderandfinch
_DOMAIN = re.compile(r"\.[a-z]{2,}")
_GAP = rf"{_APOSTROPHE}(?:{SPACE}|[-_·.]|)"
_GAP_OR_COMMA = _GAP.replace(SPACE, f",?{SPACE}")
# A name of one word before these is a part of another organisation's: "Northgate Dental Group" is no Northgate
_OTHER_NAME = re.compile(
    r" (?:(?P<first>[^\W\d_]{2,20}) )?(?P<last>academy|airlines?|bakery|bank|brewery|capital|church|clinic"
    r"|college|consulting|dental|energy|foods?|foundation|hospital|hotels?|institute|insurance|labs?|laborator(?:y|ies)"
    r"|logistics|media|medical|motors|museum"
    r"|partners|pharma|pharmacy|practice|press|schools?|software|systems|theatre|trust|university)(?![a-z])"
)
# ... and so is one behind these: "Technical University of Korvalen"
_OTHER_BEFORE = re.compile(
    r"(?<![a-z])(?:technical|technische|open|medical|state|national|catholic|federal|free|royal) \Z"
)
_LONGEST_BEFORE = 12
_BRACKETED = re.compile(r"(?<=\S)\s*\([^)]*\)")
_TOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*(?:\.(?=\s))?|[&+]")
_LONGEST_SHORTENED = 5
_DOTTED = re.compile(r"\b(?:[a-z]\.)+(?:[a-z]\b\.?)?")


def read(value: str) -> Organisation:
    """Read a name once; a leading article, legal forms at the end and what stands in brackets are left out."""
    plain = _BRACKETED.sub(" ", value_text(value).plain.text)
    plain = _DOTTED.sub(_undotted_form, plain)
    tokens = _TOKEN.findall(plain)
    kept = list(tokens)
    while len(kept) > 1 and (kept[-1].rstrip(".") in _LEGAL_FORMS or kept[-1] in _AND):
        kept.pop()
    if len(kept) > 1 and kept[0] == "the":
        kept.pop(0)
    return Organisation(tuple(kept[: 2 * len(MARKS)]), has_commas="," in plain)


def _undotted_form(dotted: re.Match[str]) -> str:
    tight = dotted[0].replace(".", "")
    return tight if tight in _LEGAL_FORMS else dotted[0]


# Words with their short forms, each for the others
_SHORT_FORMS = (
    ("brothers", "bros.", "bros"), ("gebruder", "gebrueder", "gebr.", "gebr"), ("university", "univ.", "univ"),
    ("international", "intl.", "intl", "int'l"), ("association", "assoc.", "assn."), ("national", "nat'l", "natl."),
    ("manufacturing", "mfg.", "mfg"), ("laboratories", "labs"), ("saint", "sankt", "st.", "st"),
)  # fmt: skip
_SHORT_FORM_OF = {word.rstrip("."): group for group in _SHORT_FORMS for word in group}
_ADJECTIVE = re.compile(r"([^\W\d_]{2,}(?:isch|lich|sch|ig))e[nrsm]?")  # German, and declined
_ENDINGS = ("e", "en", "er", "es", "em")
_INITIALS = re.compile(r"[bcdfghjklmnpqrstvwxz]{2,4}")


def _ways(token: str, *, is_declined: bool = False) -> tuple[str, ...]:
    """Return how a word may be written: a short one with or without its dot, others in their short form, declined."""
    plain = token.rstrip(".")
    if group := next((_SHORT_FORM_OF[way] for way in spellings(plain) if way in _SHORT_FORM_OF), None):
        return group
    if plain == token and _INITIALS.fullmatch(plain):
        return (".".join(plain) + ".", ".".join(plain), plain)
    if is_declined:
        adjective = _ADJECTIVE.fullmatch(plain)
        stems = spellings(adjective[1]) if adjective else ()
        declined = [stem + ending for stem in stems for ending in _ENDINGS] or [*spellings(plain)]
        declined += [way + "n" for way in declined if not adjective and way.endswith(("e", "er"))]
        return tuple(sorted(declined, key=lambda way: (-len(way), way)))
    if len(plain) == 1 or (plain != token and len(plain) <= _LONGEST_SHORTENED):
        return (f"{plain}.", plain)
    return spellings(plain)


@lru_cache(maxsize=1024)
def _pattern(shape: str, *, has_commas: bool) -> str:
    """Return the pattern of a name of that shape: a mark for each word, "&" for each conjunction."""
    out = ""
    for place, sign in enumerate(shape):
        if sign == "&":
            out += (",?" if has_commas else "") + f"(?:{_CONJUNCTION}|and|und|et|-|)"
            continue
        if place and shape[place - 1] != "&":
            out += _GAP_OR_COMMA if has_commas else _GAP
        out += f"({sign}++)"
    return starting(MARKS[0]) + BEFORE + out + AFTER


class Organisation:
    """The grammar of one name."""

    def __init__(self, tokens: tuple[str, ...], *, has_commas: bool = False) -> None:
        self._has_commas = has_commas
        names: dict[str, str] = {}
        shape = ""
        for token in tokens:
            if token in _AND and shape and token != tokens[-1]:
                shape += "&"
                continue
            if token not in names and len(names) == len(MARKS):
                break
            shape += names.setdefault(token, MARKS[len(names)] if len(names) < len(MARKS) else "")
        self._shape = shape
        self._after_and = {
            len(shape[:place].replace("&", "")) + 1 for place in range(1, len(shape)) if shape[place - 1] == "&"
        }
        is_declined = any(map(_ADJECTIVE.fullmatch, names))
        self._parts = tuple([_ways(name, is_declined=is_declined) for name in names])
        self._is_one_word = len(names) == 1
        self._is_of_common_words = len(names) > 1 and all(is_common(singular(name) or name) for name in names)
        self._needs_capital = self._is_one_word and all(len(token) < 4 or is_word(token) for token in names)

    def may_stand_in(self, text: Text) -> bool:
        """Tell, fast, whether it pays to look."""
        seen = text.bare.text
        for part in self._parts:
            if not holds_any(seen, part):
                return False
        return bool(self._parts)

    def find(self, text: Text) -> Iterator[Span]:
        """Yield every place of the whole name."""
        view = text.bare
        if not self._parts:
            return
        pattern = fitted(_pattern(self._shape, has_commas=self._has_commas), view.text)
        for match in pattern.finditer(marked(view.text, self._parts)):
            start, end = match.span()
            if self._is_one_word and not is_capital(text, view, start) and self._is_just_a_word(text, start):
                continue
            if self._is_one_word and self._begins_another(text, end):
                continue
            is_small = len(self._parts) > 1 and not is_capital(text, view, start) and text.once(has_capitals)
            if is_small and (self._is_of_common_words or is_after_determiner(text, start)):
                continue
            if view.text[start].isdecimal() and view.text[max(0, start - 1)].isdecimal() and start:
                continue
            before = _OTHER_BEFORE.search(view.text, max(0, start - _LONGEST_BEFORE), start)
            if before is not None and is_capital(text, view, before.start()):
                continue
            if _is_tied_before(text, start) or not self._is_glued_rightly(text, match):
                continue
            yield Span(
                *view.raw_span(start, end), "in_domain" if _is_in_domain(view.text, start, end) else "organisation"
            )

    @staticmethod
    def _begins_another(text: Text, end: int) -> bool:
        """Tell whether a name goes on behind its first word."""
        other = _OTHER_NAME.match(text.bare.text, end)
        return other is not None and all(
            is_capital(text, text.bare, other.start(word)) for word in other.groupdict() if other[word]
        )

    def _is_just_a_word(self, text: Text, start: int) -> bool:
        return self._needs_capital or is_after_determiner(text, start)

    def _is_glued_rightly(self, text: Text, match: re.Match[str]) -> bool:
        """Tell whether words that stand without a gap are glued as in a domain (@bluefjord.) or a CamelCase name."""
        seen, seams, is_shortened = text.bare.text, [], False
        for number in range(2, (match.lastindex or 1) + 1):
            gap = seen[match.end(number - 1) : match.start(number)]
            if not gap:
                seams.append(match.start(number))
            is_shortened |= number in self._after_and and gap in _SHORTENED
        before = seen[match.start() - 1 : match.start()]
        if not (seams or is_shortened) or (before and before in "@./") or _DOMAIN.match(seen, match.end()):
            return True
        return not is_shortened and all(is_capital(text, text.bare, seam) for seam in seams)


def _is_in_domain(seen: str, start: int, end: int) -> bool:
    if start and seen[start - 1] in "@." and seen[end : end + 1] in {".", "-"}:
        return True
    return _DOMAIN.match(seen, end) is not None


def _is_tied_before(text: Text, start: int) -> bool:
    return is_tied(text, text.bare, start, len(text.bare.text))
