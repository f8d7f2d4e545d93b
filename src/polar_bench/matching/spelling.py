"""Number words: the pattern of a known number in English and German words, and the reading of a value's own.

Works on normalised views. Must not know digits, units or grades.

Source: DESIGN.md section 5, rule 3; reference/users-reports.md, the trap of spelled digits (those are a disguise).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache

# The scripts that put spaces between words, as folded; no view holds a capital but as the mark of a number in words
LETTER = r"[a-zA-Z\u00b5\u00df-\u024f\u0370-\u052f]"
GAP = r"[ \n]"
NEVER = r"(?!)"


def _list(words: str) -> list[str]:
    return words.split()


_ONES = _list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS = _list("twenty thirty forty fifty sixty seventy eighty ninety")
_EINER = _list(
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn"
)
_ZEHNER = _list("zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig")
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_SMALL = {word: n for n, word in enumerate(_ONES)} | {word: 10 * n for n, word in enumerate(_TENS, 2)}
ENGLISH_WORDS = tuple(sorted([*_SMALL, *_SCALES], key=len, reverse=True))
WORD = "(?:" + "|".join(ENGLISH_WORDS) + ")"


def read_english(words: str) -> Decimal:
    """Return the number that a run of English number words says."""
    whole, _, decimals = words.partition(" point ")
    total, current = 0, 0
    for word in re.findall(WORD, whole):
        if word in _SMALL:
            current += _SMALL[word]
        elif word == "hundred":
            current = (current or 1) * 100
        else:
            total, current = total + (current or 1) * _SCALES[word], 0
    tail = "".join(str(_SMALL.get(word, "")) for word in decimals.split())
    return Decimal(f"{total + current}.{tail or 0}")


@cache
def german_numbers() -> dict[str, int]:
    """Return the German number words up to 99, with hundert and tausend."""
    plain = {n: _german(n).replace("(?:ü|ue)", "ü").replace("(?:ö|oe)", "ö") for n in range(2, 100)}
    return {word: n for n, word in plain.items()} | {"eins": 1, "hundert": 100, "tausend": 1000}


_MOST = 1_000_000_000
"""Larger numbers are not said in words."""
_LEAST_OF_A_MILLION = 250_000
"""The least number that is said by a part of a million."""


def in_words(number: Decimal) -> str:
    """Return a pattern of the writings of `number` in words, English or German, with borders at both ends."""
    if number < 0 or number >= _MOST or number == 0:
        return NEVER
    whole = int(number)
    if number == whole:
        writings = [_english(whole), _german(whole) + ("s?" if whole % 100 == 1 else "")]
        if has_hundreds(whole):  # "twelve hundred and fifty"
            rest = rf"{GAP}(?:and{GAP})?{_english(whole % 100)}" if whole % 100 else ""
            writings.append(rf"{_english(whole // 100)}[ \n-]hundred{rest}")
        writings += [*_in_fractions(whole), *_in_dozens(whole)]
    else:
        decimals = format(number, "f").partition(".")[2].rstrip("0")
        start = _english(whole) if whole else "zero"
        writings = [rf"{start}{GAP}point{GAP}" + GAP.join(_ONES[int(digit)] for digit in decimals)]
        if decimals == "5" and whole:
            writings += [rf"{start}[ \n-]and[ \n-](?:an?|one)[ \n-]half", f"{_german(whole)}einhalb"]
    return rf"(?<!{LETTER})(?<!\d)(?:{'|'.join(writings)})(?!{LETTER})"


def _in_fractions(whole: int) -> Iterator[str]:
    """Yield patterns of a number as halves and quarters of a thousand or a million: "two and a half million"."""
    for size, name, german in ((1_000, "thousand", "tausend"), (1_000_000, "million", "million(?:en)?")):
        times, rest = divmod(whole, size)
        if rest * 2 == size and 0 < times < 100:
            yield rf"{_english(times)}[ \n-]and[ \n-](?:an?|one)[ \n-]half[ \n-]{name}"
            yield rf"{_german(times)}einhalb{GAP}?{german}"
            if times == 1:
                yield rf"(?:one|an?){GAP}{name}{GAP}and{GAP}an?{GAP}half|anderthalb{GAP}?{german}"
        elif rest * 4 == size and 0 < times < 100:
            yield rf"{_english(times)}[ \n-]and[ \n-](?:an?|one)[ \n-]quarter[ \n-]{name}"
    if whole == 500_000:
        yield rf"half[ \n-]an?{GAP}million|(?<!and{GAP})an?[ \n-]half[ \n-]million|eine{GAP}halbe{GAP}million"
    elif whole in (250_000, 750_000):
        said = r"(?:an?|one)[ \n-]quarter" if whole == 250_000 else r"three[ \n-]quarters"
        yield rf"{said}{GAP}(?:of{GAP})?an?{GAP}million|{'' if whole == 250_000 else 'drei'}viertel[ \n-]?million"


_DOZEN = 12


def _in_dozens(whole: int) -> Iterator[str]:
    """Yield patterns of six and of up to five times twelve: "half a dozen", "two dozen"."""
    if whole * 2 == _DOZEN:
        yield r"half[ \n-]an?[ \n-]dozen|ein[ \n]halbes[ \n]dutzend"
    elif whole == _DOZEN:
        yield r"(?<!half[ \n-])(?:an?|one)[ \n]dozen|ein[ \n]dutzend"
    elif whole % _DOZEN == 0 and whole <= 5 * _DOZEN:
        yield rf"{_ONES[whole // _DOZEN]}[ \n]dozen|{_EINER[whole // _DOZEN]}[ \n]dutzend"


def has_hundreds(whole: int) -> bool:
    """Tell whether a number is said in hundreds as well: "twelve hundred"."""
    return 1_100 <= whole < 10_000 and whole % 1_000 >= 100


def said_numbers(n: int) -> tuple[str, ...]:
    """Return the words for a number from 1 to 99 in English and German, as they stand in a view without diacritics.

    >>> said_numbers(42)
    ('forty-two', 'forty two', 'zweiundvierzig')
    """
    if not 0 < n < 100:
        return ()
    tens, ones = divmod(n, 10)
    if n < 20 or ones == 0:
        english: tuple[str, ...] = (_ONES[n] if n < 20 else _TENS[tens - 2],)
    else:
        english = tuple(f"{_TENS[tens - 2]}{gap}{_ONES[ones]}" for gap in "- ")
    german = re.sub(r"\(\?:(.)\|..\)", lambda found: {"ü": "u", "ö": "o"}[found[1]], _german(n))
    return (*english, "eins" if n == 1 else german)


def parts(number: Decimal) -> tuple[str, ...]:
    """Return words of which one at least stands in every writing of `number` in words; none where it has none."""
    if number <= 0 or number >= _MOST:
        return ()
    whole = int(number)
    if number != whole:
        return ("point", "half", "halb", "1/2")
    if whole >= _LEAST_OF_A_MILLION:
        return ("million", "thousand", "tausend", "hundred")
    if whole >= 1_000:
        return ("thousand", "tausend", "hundred")
    if whole >= 100:
        return ("hundred", "hundert")
    english = _ONES[whole] if whole < 20 else _TENS[whole // 10 - 2]
    german = _EINER[whole] if whole < 20 else _ZEHNER[whole // 10 - 2]
    dozens = ("dozen", "dutzend") if whole % (_DOZEN // 2) == 0 else ()
    return (english, german, german.replace("ü", "ue").replace("ö", "oe"), *dozens)


def initials(number: Decimal) -> str:
    """Return the characters that a writing of `number`, in digits or words, can begin with."""
    digits = format(abs(number), "f").lstrip("0.")[:1]
    whole = int(number)
    if number >= _MOST:
        whole = 0
    said = [_english(whole), _german(whole), *([_english(whole // 100)] if has_hundreds(whole) else [])]
    if whole >= _LEAST_OF_A_MILLION:
        said += [_english(whole // 1_000_000), "quarter", "three", "drei", "viertel"]
    words = [_first(each) for each in said] if 0 <= number < _MOST else []
    sign = "-m" if number < 0 else ""
    point = ".0" if number % 1 or abs(number) >= 100_000 else "0" if not number else ""
    return sign + point + "oaehz" + digits + "".join(words)


def _first(pattern: str) -> str:
    return re.sub(r"[^a-zäöü]", "", pattern)[:1]


_NO_PART_BEFORE = r"(?<!half[ \n-])(?<!quarter[ \n])(?<!quarter[ \n]of[ \n])(?<!quarters[ \n]of[ \n])"


def _english(n: int) -> str:
    if n < 20:
        return _ONES[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (rf"[ \n-]?{_ONES[n % 10]}" if n % 10 else "")
    size, name = (100, "hundred") if n < 1_000 else (1_000, "thousand") if n < 1_000_000 else (1_000_000, "million")
    head = _english(n // size)
    if n // size == 1:
        head = rf"(?:one|{_NO_PART_BEFORE if size == 1_000_000 else ''}an?)"
    rest = rf",?{GAP}(?:and{GAP})?{_english(n % size)}" if n % size else ""
    return rf"{head}[ \n-]{name}{rest}"


def _german(n: int) -> str:
    if n < 20:
        return _EINER[n].replace("ü", "(?:ü|ue)").replace("ö", "(?:ö|oe)") if n else ""
    if n < 100:
        one = f"{_german(n % 10)}und" if n % 10 else ""
        return one + _ZEHNER[n // 10 - 2].replace("ü", "(?:ü|ue)")
    if n >= 1_000_000:
        head = "eine" if n // 1_000_000 == 1 else _german(n // 1_000_000)
        rest = rf"{GAP}(?:und{GAP})?{_german(n % 1_000_000)}" if n % 1_000_000 else ""
        return rf"{head}{GAP}million(?:en)?{rest}"
    size, name = (100, "hundert") if n < 1_000 else (1_000, "tausend")
    head = "(?:ein)?" if n // size == 1 else _german(n // size)
    return f"{head}{name}" + (f"(?:und)?{_german(n % size)}" if n % size else "")


_ENDS_IN_WORDS = re.compile(
    rf"(?<!{LETTER})(?:{WORD}(?:[ \n-]|,[ \n])|(?:hundred|thousand|million){GAP}and{GAP}|point{GAP})$"
)


def goes_on(text: str, start: int) -> bool:
    """Tell whether number words right before `start` belong to the number that begins there."""
    return text[start : start + 1].isalpha() and bool(_ENDS_IN_WORDS.search(text[max(0, start - 16) : start]))


NUMBER_WORDS = frozenset([*_SMALL, *_SCALES, *german_numbers()])
