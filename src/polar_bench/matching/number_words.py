"""Numbers in words, English and German, as dates use them: the day's ordinal, the year.

All in the normal form without diacritics (`Text.bare`), German also with ae, oe, ue. Must not know dates or values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def _words(text: str) -> list[str]:
    return text.split()


_UNITS = _words("one two three four five six seven eight nine")
_TEENS = _words("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINAL_ENDINGS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth", "twenty": "twentieth", "thirty": "thirtieth",
}  # fmt: skip
_GERMAN_UNITS = _words("ein zwei drei vier funf sechs sieben acht neun")
_GERMAN_TEENS = _words("zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn")
_GERMAN_TENS = _words("zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig")
_GERMAN_ORDINALS = {1: "erste", 3: "dritte", 7: "siebte", 8: "achte"}

CARDINALS = {word: number for number, word in enumerate(_UNITS + _TEENS, 1)}
CARDINALS |= {ten: 10 * place for place, ten in enumerate(_TENS, 2)}
CARDINALS |= {f"{ten}{unit}": CARDINALS[ten] + CARDINALS[unit] for ten in _TENS for unit in _UNITS}


def _english_ordinal(word: str) -> str:
    for ending, ordinal in _ORDINAL_ENDINGS.items():
        if word.endswith(ending):
            return word.removesuffix(ending) + ordinal
    return word + "th"


def _german(number: int) -> str:
    if number < 10:
        return _GERMAN_UNITS[number - 1]
    if number < 20:
        return _GERMAN_TEENS[number - 10]
    ten = _GERMAN_TENS[number // 10 - 2]
    return ten if number % 10 == 0 else f"{_GERMAN_UNITS[number % 10 - 1]}und{ten}"


def _german_ordinals(number: int) -> list[str]:
    stem = _GERMAN_ORDINALS.get(number) or _german(number) + ("te" if number < 20 else "ste")
    return [stem + ending for ending in ("", "r", "n", "s", "m")]


def _with_spelled_umlauts(table: dict[str, int]) -> dict[str, int]:
    return table | {
        word.replace("funf", "fuenf").replace("zwolf", "zwoelf"): number
        for word, number in table.items()
        if "funf" in word or "zwolf" in word
    }


ORDINALS = {_english_ordinal(word): number for word, number in CARDINALS.items() if number <= 31}
ORDINALS |= _with_spelled_umlauts({word: day for day in range(1, 32) for word in _german_ordinals(day)})
_GERMAN = _with_spelled_umlauts({_german(number): number for number in range(1, 100)} | {"eins": 1})


def any_of(words: Iterable[str]) -> str:
    """Return a pattern of any of `words`, longest first, in which no letter is tried twice (a trie)."""
    by_letter: dict[str, list[str]] = {}
    for word in words:
        by_letter.setdefault(word[:1], []).append(word[1:])
    is_end = by_letter.pop("", None) is not None
    branches = [re.escape(letter) + any_of(rest) for letter, rest in sorted(by_letter.items())]
    if not branches:
        return ""
    inner = branches[0] if len(branches) == 1 and not is_end else f"(?:{'|'.join(branches)})"
    return inner + "?" if is_end else inner


_UNIT = rf"(?:{any_of(_UNITS)})(?![a-z])"
_BELOW_HUNDRED = rf"(?:(?:{any_of(_TENS)})(?:[-\s]?{_UNIT})?|{any_of(_TEENS)}|{_UNIT})(?![a-z])"
_TWO_FIGURES = rf"(?:(?:{any_of(_TENS)})(?:[-\s]?{_UNIT})?|{any_of(_TEENS)})(?![a-z])"

ORDINAL = (
    rf"(?:(?:twenty|thirty)[-\s]?(?:{any_of(_english_ordinal(unit) for unit in _UNITS)})"
    rf"|{any_of(ORDINALS)})(?![a-z])"
)
CARDINAL = rf"(?:(?:twenty|thirty)(?:[-\s]?{_UNIT})?|{any_of(_TEENS)}|{_UNIT})(?![a-z])"
YEAR = (
    rf"(?:(?:{any_of(_TEENS)}|twenty)[-\s](?:hundred(?:[-\s]and)?(?:[-\s]{_BELOW_HUNDRED})?"
    rf"|(?:oh|o|ought|nought|zero)[-\s]{_UNIT}|{_TWO_FIGURES})"
    rf"|(?:one|two)[-\s]thousand(?:,?\s{_UNIT}\shundred)?(?:(?:,?[-\s]and)?[-\s]{_BELOW_HUNDRED})?"
    rf"|(?:{any_of([*_GERMAN_TEENS, 'zwoelf', 'fuenfzehn'])})hundert[a-z]{{0,24}}|(?:ein|zwei)tausend[a-z]{{0,34}})"
)
_SMALL = {"oh", "o", "ought", "nought", "zero", "and", ""}


def day_of(words: str) -> int | None:
    """Return the day that an ordinal or a cardinal in words names ("twenty-ninth", "neunundzwanzigsten")."""
    joined = re.sub(r"[-\s]", "", words)
    return ORDINALS.get(joined) or CARDINALS.get(joined)


def year_of(words: str) -> int | None:
    """Return the year that words which match `YEAR` name ("nineteen ninety-one", "zweitausendfunf"), else None."""
    german = re.fullmatch(r"(.+?)(hundert|tausend)(.*)", words)
    if german and german[1] in _GERMAN:
        rest = german[3]
        if german[2] == "tausend" and "hundert" in rest:
            hundreds, _, rest = rest.partition("hundert")
            base = _GERMAN.get(german[1], 0) * 1000 + _GERMAN.get(hundreds, 0) * 100
        else:
            base = _GERMAN[german[1]] * (100 if german[2] == "hundert" else 1000)
        small = 0 if not rest else _GERMAN.get(rest) or _GERMAN.get(rest.removeprefix("und"))
        return None if small is None else base + small
    return _english_year([word for word in re.split(r"[-,\s]+", words) if word not in _SMALL])


def _english_year(words: list[str]) -> int | None:
    total, current = 0, 0
    for place, word in enumerate(words):
        if word == "thousand":
            total, current = current * 1000, 0
        elif word == "hundred":
            total, current = total + current * 100, 0
        elif word not in CARDINALS:
            return None
        elif place == 1 and words[0] in CARDINALS and not total and CARDINALS[words[0]] < 21:
            total, current = CARDINALS[words[0]] * 100, CARDINALS[word]
        else:
            current += CARDINALS[word]
    return total + current if total else None
