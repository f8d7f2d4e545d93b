"""Units of quantities in all their forms: singular, plural, abbreviated, German; those of time in French, Spanish and
Italian as well; a unit with its rate ("hours a week") in all forms of the rate.

Works on normalised views. Must not know numbers or grades.
"""

from __future__ import annotations

import re
from functools import lru_cache

from polar_bench.matching.numbers import NO_WORD_AFTER
from polar_bench.matching.spelling import GAP, LETTER
from polar_bench.matching.text import CUBED, SQUARED

_UNITS = (
    r"%|percent|per cent|pct|prozent|prozentige?[rnsm]?",
    r"seconds?|secs?|s|sekunden?|secondes?|segundos?|secondi",
    r"minutes?|mins?|minuten?|minutos?|minuti",
    r"hours?|hrs?|h|stunden?|std\.?|stündige?[rnsm]?|heures?|horas?|ore",
    r"days?|d|tage?n?|tägige?[rnsm]?|jours?|días?|giorn[oi]",
    r"weeks?|wks?|wochen?|w(?:ö|oe)chige?[rnsm]?|semaines?|semanas?|settiman[ae]",
    r"months?|mos?|mths?|monate?n?|monatige?[rnsm]?|mois|mes(?:es)?|mes[ei]",
    r"years?|yrs?|y|jahre?n?|jährige?[rnsm]?|ans|années?|años?|ann[oi]",
    r"metres?|meters?|metern|m",
    r"kilomet(?:re|er)s?|kms?|kilometern?",
    r"centimet(?:re|er)s?|cms?|zentimetern?",
    r"millimet(?:re|er)s?|mms?|millimetern",
    r"miles?|mi|meilen?",
    r"feet|foot|ft\.?|fuss",
    r"inch(?:es)?|in|\"|zoll",
    r"kilos?|kgs?|kilogram(?:me|m)?s?",
    r"gram(?:me|m)?s?|g",
    r"milligram(?:me|m)?s?|mg",
    r"micrograms?|mcg|[µμ]g|mikrogramm",
    r"tonn?es?|tonnen|t",
    r"pounds?|lbs?\.?|pfund",
    r"ounces?|oz\.?|unzen?",
    r"stones?|st\.?",
    r"lit(?:re|er)s?|litern|l",
    r"millilit(?:re|er)s?|ml|millilitern",
    rf"square met(?:re|er)s?|sqm|sq\.? ?m|m2|m\^2|m{SQUARED}|qm|quadratmetern?",
    rf"square kilomet(?:re|er)s?|sq\.? ?km|km2|km{SQUARED}|quadratkilometern?",
    rf"cubic met(?:re|er)s?|cbm|m3|m\^3|m{CUBED}|kubikmetern?",
    r"square (?:feet|foot)|sq\.? ?ft\.?|sqft|ft2",
    r"hectares?|ha|hektaren?",
    r"acres?",
    r"degrees?|°|grad",
    r"degrees? celsius|° ?c|celsius|grad celsius",
    r"degrees? fahrenheit|° ?f|fahrenheit",
    r"kilowatt hours?|kwh|kilowattstunden?",
    r"gigabytes?|gb|gigs?",
    r"megabytes?|mb",
    r"terabytes?|tb",
    r"kilomet(?:re|er)s? (?:per|an) hour|km/h|kmh|kph|kilometern? pro stunde|stundenkilometern?",
    r"persons?|people|personen|leuten?",
    r"children|child|kind(?:ern?)?",
    r"men|man|m(?:a|ä)nn(?:ern?)?",
    r"women|woman|frau(?:en)?",
)
_SPACE = r"[ \n-]"
_RATE = re.compile(r"(.+?)(?: (?:a|an|per|each|every|pro) |/| ?(?=daily|weekly|monthly))(\w+)")
_DAY, _WEEK, _MONTH, _YEAR = "day|d|tag", "week|wk|w|woche", "month|mo|mth|monat", "year|yr|y|annum|jahr"
_RATES = {"day": _DAY, "daily": _DAY, "week": _WEEK, "weekly": _WEEK, "month": _MONTH, "monthly": _MONTH, "year": _YEAR}
_EACH = {
    _DAY: "daily|täglich",
    _WEEK: "weekly|wöchentlich",
    _MONTH: "monthly|monatlich",
    _YEAR: "yearly|annually|jährlich",
}


@lru_cache(maxsize=4096)
def unit_pattern(unit: str) -> str:
    """Return a pattern of a normalised unit in all its forms, closed towards letters and digits."""
    unit = " ".join(unit.replace("-", " ").split())
    rate = _RATE.fullmatch(unit)
    if rate and rate[2] in _RATES:
        period = _RATES[rate[2]]
        said = (
            rf"[ ]?/[ ]?(?:{period})|[ \n-](?:per|an?|each|every|pro|am|im)[ \n-](?:{period})|{GAP}(?:{_EACH[period]})"
        )
        week = rf"[ \n-](?:working[ ])?{period.partition('|')[0]}"  # "a 38-hour week"
        return rf"{unit_pattern(rate[1])}(?:{said}|{week})(?!{LETTER}|\d)"
    known = _known(unit)
    if known is not None:
        tail = r"(?![ ]?points?)" if "%" in known else rf"(?!/[hslm](?![a-z])|[{SQUARED}{CUBED}])"
        return rf"(?:{known.replace(' ', _SPACE)}){NO_WORD_AFTER}{tail}"
    *head, last = unit.split() or [""]
    words = [re.escape(word) for word in head] + [_singular_or_plural(last)]
    return r"(?:[ ]?-[ ]?|[ \n]{1,2})".join(words) + (NO_WORD_AFTER if last[-1:].isalnum() else "")


def is_known(unit: str) -> bool:
    """Tell whether a unit is one of those whose forms are known."""
    return _known(unit) is not None


def _known(unit: str) -> str | None:
    for pattern in _UNITS:
        if re.fullmatch(pattern, unit):
            return pattern
    return None


def _singular_or_plural(word: str) -> str:
    if len(word) < 3 or not word.isalpha():
        return re.escape(word)
    for ending, stem in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss"):
            word = word[: -len(ending)] + stem
            break
    stem = re.escape(word)
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return rf"{stem[:-1]}(?:y|ies)"
    return rf"{stem}(?:e?s)?"
