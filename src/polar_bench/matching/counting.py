"""What a number counts: the noun behind it, so that "421774 bottles" is no identifier and "1983 people" no year.

Works on normalised views. Must not know values or kinds.
"""

from __future__ import annotations

import re

from polar_bench.matching.name_words import word_set

_NEXT_WORD = re.compile(r"(?:[- ]{1,2}| ?\n(?! ?\n))([a-z$€£%]{1,20})")
_COUNTED_AFTER_YEAR = word_set(
    """
    people men women children staff percent per of out chf eur usd gbp euro franken menschen personen leute frauen
    kinder fallen falle stuck km kg m h % $ € £ k data sheep units
    """
)
_NOT_COUNTED = word_set("was is has as this his its does thus always perhaps plus us yes towards afterwards besides")
# Nouns alone: behind an identifier a verb in -s is as likely ("421774 expires in May")
_COUNTED = re.compile(
    r" ?%|[ \n](?:(?:more|other|different|new|old|empty|full|small|large|single|separate|active|open)[ ])?(?:"
    r"people|persons|men|women|children|kids|adults|guests|visitors|inhabitants|residents|citizens|voters|members"
    r"|students|pupils|patients|customers|clients|users|subscribers|followers|viewers|readers|passengers|employees"
    r"|workers|staff|soldiers|players|fans|votes|views|clicks|hits|likes|visits|downloads|calls|messages|e-?mails"
    r"|letters|words|characters|lines|pages|books|copies|photos|pictures|files|records|rows|entries|items|pieces"
    r"|units|parts|products|articles|goods|parcels|packages|boxes|crates|bags|bottles|cans|cups|jars|barrels|pallets"
    r"|cases|cars|vehicles|trucks|bikes|bicycles|tickets[ ]sold|seats|beds|rooms|houses|homes|flats|buildings|shops"
    r"|steps|stairs|trees|plants|birds|sheep|cows|animals|fish|bees|stones|bricks|tiles|screws|nails|coins|stamps"
    r"|shares|points|goals|seconds|minutes|hours|days|nights|weeks|months|years|times|metres|meters|km|kms"
    r"|kilomet(?:re|er)s|miles|feet|kg|kilos|tons|tonnes|grams|lit(?:re|er)s|acres|hectares|watts|volts|bytes|kb|mb"
    r"|gb|degrees|thousand|millions?|billions?|menschen|personen|leute|besucher|einwohner|kunden|mitarbeiter"
    r"|st\u00fcck|flaschen|kisten|stimmen|tage|wochen|monate|jahre|stunden|minuten)(?![a-z'])"
)


def is_counting(text: str, end: int) -> bool:
    """Tell whether a noun follows four digits that end at `end`: what stands there is a count, no year."""
    word = _NEXT_WORD.match(text, end)
    if word is None:
        return False
    noun = word[1]
    is_plural = noun.endswith("s") and not noun.endswith("ss") and noun not in _NOT_COUNTED
    return noun in _COUNTED_AFTER_YEAR or is_plural


def counts(text: str, end: int) -> bool:
    """Tell whether the digits that end at `end` count what follows, whatever they could be otherwise."""
    return _COUNTED.match(text, end) is not None
