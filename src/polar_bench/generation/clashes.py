"""Whether two values, or a value and a text, can be taken for one another by a scorer or by a reader.

Two values clash where one is found in the other: letters and digits run together, whole words, or by the released
matcher; where people or organisations share a part of a name; where an e-mail address holds a part of a person's
name. Every test that can say no without the released matcher comes before it: the answer is the same, and most pairs
never reach it. Must not know profiles or roles.

Source: reference/generator-facts.md, 6.3 and 6.10; DESIGN.md section 6.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import msgspec

from polar_bench.attributes import Kind
from polar_bench.generation import pools
from polar_bench.matching.words import is_common
from polar_bench.scoring.paper import contains

_NO_LETTER_OR_DIGIT = re.compile(r"[\W_]+")
_NO_DIGIT = re.compile(r"\D+")
_ASCII_MARKS = bytes(code for code in range(128) if not chr(code).isalnum())
_ASCII_NO_DIGITS = bytes(code for code in range(128) if not chr(code).isdigit())
_WORD = re.compile(r"[^\W_]+")
_LONG_WORD = re.compile(r"[a-z0-9]{4,}")
_YEAR = re.compile(r"(?=((?:19|20)\d{2}))")
_SHORTEST_COMPACT = 4
_SHORTEST_DIGITS = 3
_FEWEST_WORDS = 4
_SHORTEST_NAME_PART = 3
_NAMED_AFTER = frozenset({Kind.ORGANISATION, Kind.ADDRESS})


class Seen(msgspec.Struct, frozen=True):
    """A value or a text in the views in which it is compared; `wordings` begin with the value itself.

    `compact` is letters and digits alone, `ascii` the same without what isn't ASCII, as the released matcher has it;
    `compacts` has all wordings, `joined` the same with line breaks between; `parts` are those words that name a person,
    an organisation or a street. What is too short for the released matcher to look for is empty in the fields that
    begin with `sought`.
    """

    wordings: tuple[str, ...]
    compact: str
    is_ascii: bool
    ascii: str
    sought_ascii: str
    digits: str
    sought_digits: str
    years: frozenset[str]
    long_words: tuple[str, ...]
    sought_words: tuple[str, ...]
    compacts: tuple[str, ...]
    joined: str
    words: frozenset[str]
    parts: frozenset[str]
    is_person: bool
    is_email: bool

    @property
    def value(self) -> str:
        """The value itself."""
        return self.wordings[0]


@lru_cache(maxsize=8192)
def seen(kind: Kind, wordings: tuple[str, ...]) -> Seen:
    """Return a value of some kind, which comes first in `wordings`, with its other wordings."""
    return _seen(wordings, kind)


@lru_cache(maxsize=32)
def seen_text(text: str) -> Seen:
    """Return a text; the few texts of a profile are asked for with every decoy."""
    return _seen((text,), None)


def clash(one: Seen, other: Seen) -> bool:
    """Tell whether two values can't stand in one sample; the order makes no difference."""
    if _holds(one, other) or _holds(other, one):
        return True
    has_forms = len(one.wordings) > 1 or len(other.wordings) > 1
    if has_forms and _share_wording(one, other):
        return True
    return bool(one.parts or other.parts) and (_share_name(one, other) or _share_name(other, one))


def clash_in_pair(one: Seen, other: Seen) -> bool:
    """Tell the same of an exact value and its own coarse form, whose other wordings may share words (a month's)."""
    return _holds(one, other) or _holds(other, one)


def stands_in(value: Seen, text: Seen) -> bool:
    """Tell whether a value is found in a text in any of its wordings, or a person's name in part."""
    return _holds(text, value) or _share_wording(text, value) or _share_name(value, text)


def found_in(value: Seen, text: Seen) -> bool:
    """Tell whether the value itself is found in a text: letters and digits run together, or by the released matcher."""
    return _holds(text, value)


def compact(text: str) -> str:
    """Return the letters and digits of `text` alone, case aside."""
    if text.isascii():
        return text.lower().encode("ascii").translate(None, _ASCII_MARKS).decode("ascii")
    # The released matcher takes the dotless i for an i in some places
    return _NO_LETTER_OR_DIGIT.sub("", text.casefold()).replace("\u0131", "i")


def _seen(wordings: tuple[str, ...], kind: Kind | None) -> Seen:
    value = wordings[0]
    run, digits = compact(value), _digits(value)
    ascii_run = run if value.isascii() else compact(value.lower().encode("ascii", "ignore").decode("ascii"))
    long_words = tuple(_LONG_WORD.findall(value.lower()))
    compacts = (run, *(compact(wording) for wording in wordings[1:]))
    words = frozenset(word for wording in wordings for word in _WORD.findall(_plain(wording)))
    is_person = kind is Kind.PERSON_NAME
    parts = words if is_person else frozenset(filter(_is_own, words)) if kind in _NAMED_AFTER else frozenset[str]()
    return Seen(
        wordings=wordings,
        compact=run,
        is_ascii=value.isascii(),
        ascii=ascii_run,
        sought_ascii=ascii_run if len(ascii_run) >= _SHORTEST_COMPACT else "",
        digits=digits,
        sought_digits=digits if len(digits) >= _SHORTEST_DIGITS else "",
        years=frozenset(_YEAR.findall(value)),
        long_words=long_words,
        sought_words=long_words if len(long_words) >= _FEWEST_WORDS else (),
        compacts=compacts,
        joined="\n".join(compacts),
        words=words,
        parts=frozenset(part for part in parts if len(part) >= _SHORTEST_NAME_PART),
        is_person=is_person,
        is_email=kind is Kind.EMAIL,
    )


def _digits(text: str) -> str:
    if text.isascii():
        return text.encode("ascii").translate(None, _ASCII_NO_DIGITS).decode("ascii")
    return _NO_DIGIT.sub("", text)


def _plain(text: str) -> str:
    """Return `text` in small letters without diacritics."""
    if text.isascii():
        return text.lower()
    return "".join(mark for mark in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(mark))


def _is_own(word: str) -> bool:
    """Tell whether a word names one thing alone: no common word, no number, no ending that sorts share."""
    return not (word.isdigit() or word in pools.generic_words() or is_common(word))


def _holds(holder: Seen, held: Seen) -> bool:
    """Tell whether the value of `held` is found in that of `holder`."""
    if held.compact in holder.compact or (held.sought_digits and held.sought_digits in holder.digits):
        return True
    # Of two ASCII texts the first test has told already
    is_ascii = held.is_ascii and holder.is_ascii
    if not is_ascii and held.sought_ascii and held.sought_ascii in holder.ascii:
        return True
    # A date is found by its year among others, a phrase by most of its words
    may_match = not held.years.isdisjoint(holder.years) or (held.sought_words and _most_told(holder, held))
    return bool(may_match) and contains(holder.value, held.value)


def _most_told(holder: Seen, held: Seen) -> bool:
    """Tell whether three quarters of the words of `held` are among those of `holder`, in whatever order."""
    told = holder.long_words
    return 4 * sum(word in told for word in held.sought_words) >= 3 * len(held.sought_words)


def _share_wording(one: Seen, other: Seen) -> bool:
    """Tell whether a wording of one stands in a wording of the other as whole words, in whichever direction."""
    is_near = any(this in other.joined for this in one.compacts) or any(that in one.joined for that in other.compacts)
    return is_near and any(
        (this in that and _stands(other.wordings[at], one.wordings[place]))
        or (that in this and _stands(one.wordings[place], other.wordings[at]))
        for place, this in enumerate(one.compacts)
        for at, that in enumerate(other.compacts)
    )


def _stands(text: str, wording: str) -> bool:
    sought = re.escape(" ".join(wording.split())).replace(r"\ ", r"[\s>]+")
    return re.search(rf"(?<!\w){sought}(?!\w)", text, re.IGNORECASE) is not None


def _share_name(one: Seen, other: Seen) -> bool:
    """Tell whether a part of one's name is a part of the other's; a person's must not be any word of the other."""
    if one.is_person and (not one.parts.isdisjoint(other.words) or (other.is_email and _spelled_in(one, other))):
        return True
    return not one.parts.isdisjoint(other.parts)


def _spelled_in(person: Seen, email: Seen) -> bool:
    return any(part in email.compact for part in person.parts)
