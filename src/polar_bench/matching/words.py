"""Words: which are common, which carry meaning, and when two spellings are the same word.

`root` brings the simple inflections of a word together (plural, possessive, British and American spelling, a number
in words or digits); it's no stemmer: "considered" and "considers" stay two words. Must not know values or scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from polar_bench.matching.characters import joined_runs_of, runs_of
from polar_bench.matching.text import normalise, value_text

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# In ASCII, one that joins no two parts of a word
_LOOSE_APOSTROPHE = re.compile(r"'(?:(?![a-zA-Z0-9])|(?<![a-zA-Z0-9]'))")

# Negations ("no", "not", "without", "kein") are no function words: they carry the meaning of a phrase
FUNCTION_WORDS = frozenset(
    """
    a about above across after against all along also although am among an and another any are around as at back be
    because been before behind being below beneath beside besides between both but by can could did do does doing down
    during each either else even ever every for from further had has have having he hence her here hers herself him
    himself his how however i if in into is it its itself just let may me might mine more most much must my myself
    near neither nor of off on once only onto or other others our ours ourselves out over own per quite rather same
    shall she should since so some such than that the their theirs them themselves then there these they this those
    though through thus to too toward towards under until unto up upon us very via was we were what whatever when
    where whereas whether which while who whom whose why will with within would yet you your yours yourself yourselves
    im ive youre hes shes thats theres dont
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da damit
    dann das dass dein deine dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du
    durch ein eine einem einen einer eines er es etwas euch euer eure fur gegen hab habe haben hat hatte hatten hier
    hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann
    konnen konnte man mein meine meinem meinen meiner mich mir mit muss mussen nach neben noch nun nur ob oder
    ohne schon sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sondern uber um und uns unser
    unsere unter vom von vor war waren was weil welche welcher wenn wer werden wie wieder will wir wird wo wollen
    wurde wurden zu zum zur zwischen
    """.split()  # noqa: SIM905 - a list this long reads as a text
)

NUMBERS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905
        map(str, range(13)),
        strict=True,
    )
)
NUMBERS |= dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),  # noqa: SIM905
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th".split(),  # noqa: SIM905
        strict=True,
    )
)
_NUMBER_WORDS = {digit: word for word, digit in NUMBERS.items()}
_AMERICAN = {
    "behaviour": "behavior",
    "centre": "center",
    "colour": "color",
    "defence": "defense",
    "favour": "favor",
    "harbour": "harbor",
    "honour": "honor",
    "humour": "humor",
    "labour": "labor",
    "licence": "license",
    "neighbour": "neighbor",
    "neighbourhood": "neighborhood",
    "offence": "offense",
    "pretence": "pretense",
    "programme": "program",
    "rumour": "rumor",
    "theatre": "theater",
    "tumour": "tumor",
}
_BRITISH = {american: british for british, american in _AMERICAN.items()}
_VERB_IN_ISE = re.compile(r"([^\W\d_]{3,}i)([sz])((?:e|es|ed|er|ers|ing|ation|ations))")
_PLURAL_IN_ES = ("ches", "shes", "sses", "xes", "zes")
_LOOK_PLURAL = frozenset(("news", "always", "perhaps", "besides", "series", "species", "diabetes", "means"))
_NO_PLURAL = ("ss", "us", "is")  # analysis, status and loss are no plurals


class Word(NamedTuple):
    """A word of a text with its root, in the offsets of the text given."""

    root: str
    start: int
    end: int


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """The shipped list of common words (`data/words/common.txt`), lower case."""
    listing = files("polar_bench").joinpath("data/words/common.txt").read_text("utf-8")
    return frozenset(listing.split())


def is_common(word: str) -> bool:
    """Whether `word`, in any case, is one of the shipped common words; never true of several words.

    Source: DESIGN.md section 5, rules 1 and 7.
    """
    return (word.lower() if word.isascii() else normalise(word).text) in common_words()


def words_of(text: str) -> Iterator[Word]:
    """Yield the words of a normalised text; a hyphen ends a word, an apostrophe inside one doesn't."""
    for word in _WORD.finditer(text):
        yield Word(root(word.group()), word.start(), word.end())


def roots_in(text: str) -> Iterator[str]:
    """Yield the roots of the words of a normalised text."""
    return map(root, spelled(text))


def spelled(text: str) -> list[str]:
    """Return the words of a normalised text as they're spelled, in order."""
    if "'" not in text:
        return runs_of(text)
    if not text.isascii():
        return _WORD.findall(text)
    return joined_runs_of(_LOOSE_APOSTROPHE.sub(" ", text))


def content_words(text: str) -> tuple[str, ...]:
    """Return the roots of the words of a raw text that carry its meaning, in order.

    >>> content_words("A dispute with the new lead's neighbours")
    ('dispute', 'new', 'lead', 'neighbor')
    """
    return tuple([word for word in roots_in(value_text(text).bare.text) if word not in FUNCTION_WORDS])


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Return what the simple inflections of a normalised word have in common; function words stay as they are."""
    stem = word.removesuffix("'s").replace("'", "")
    if stem in FUNCTION_WORDS:
        return stem
    stem = NUMBERS.get(stem) or singular(stem) or stem
    if "is" in stem and (verb := _VERB_IN_ISE.fullmatch(stem)):
        stem = f"{verb[1]}z{verb[3]}"
    return _AMERICAN.get(stem, stem)


def singular(word: str) -> str | None:
    """Return the singular of a normalised word that looks like a plural."""
    if word == "children":
        return "child"
    if (
        len(word) < 4
        or word in _LOOK_PLURAL
        or not word.endswith("s")
        or word.endswith(_NO_PLURAL)
        or not word.isalpha()
    ):
        return None
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(_PLURAL_IN_ES) else word[:-1]


def plural(word: str) -> str | None:
    """Return the plural of a normalised word that doesn't look like one."""
    if word == "child":
        return "children"
    if (
        len(word) < 3
        or word == "children"
        or not word.isalpha()
        or (word.endswith("s") and not word.endswith(_NO_PLURAL))
    ):
        return None
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def other_spellings(word: str) -> tuple[str, ...]:
    """Return how else a normalised word is spelled on the other side of the Atlantic."""
    verb = _VERB_IN_ISE.fullmatch(word)
    if verb:
        return (f"{verb[1]}{'z' if verb[2] == 's' else 's'}{verb[3]}",)
    other = _AMERICAN.get(word) or _BRITISH.get(word)
    if other is None and (single := singular(word)):
        other = plural(_AMERICAN.get(single) or _BRITISH.get(single) or "")
    return (other,) if other else ()


@lru_cache(maxsize=8192)
def beginning(spellings: tuple[str, ...]) -> str:
    """Return what all the spellings (one at least) begin with."""
    first, last = min(spellings), max(spellings)
    if last.startswith(first):
        return first
    same = (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other)
    return first[: next(same, min(len(first), len(last)))]


def other_number_word(word: str) -> tuple[str, ...]:
    """Return the digits of a number word, or the word of a small number."""
    other = NUMBERS.get(word) or _NUMBER_WORDS.get(word)
    return (other,) if other else ()
