"""Puts marks in a reply's place of every option that it names: by its text, its letter or its place in the question.

A mark is as long as what it replaces, so offsets hold and an option's own words are no cues. Labels are read by place
(the first option is A, 1 and "the first one"), whatever the question calls them. Must not know of yes, no or refusals.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from polar_bench.matching.text import value_text
from polar_bench.scoring import cues

_RUN = re.compile(r"[^\W_]+")
_SPOOFED = re.compile("[\ue0ff-\ue1ff]")
_ARTICLE = re.compile(r"^(?:an?|the|der|die|das|eine?) ")
_ORDINALS = (
    "first|1st|erste[nrs]?",
    "second|2nd|zweite[nrs]?",
    "third|3rd|dritte[nrs]?",
    "fourth|4th|vierte[nrs]?",
    "fifth|5th|funfte[nrs]?",
    "sixth|6th|sechste[nrs]?",
)
_ONE = (
    r"(?: (?:one|option|choice|answer|possibility|guess|item|entry|listed|figure|date|datum|betrag|stadt|amount|sum"
    r"|city|town|company|firm|of (?:these|those|them|the \w{1,10})|(?:on|in|from) (?:the|your) list)\b(?! (?:who|to)\b)"
    r"(?: (?:on|in|of|from) (?:the|your) list\b)?)"
)
_LABEL = r"\b(?:option|answer|choice|letter|variante?|antwort|possibility)"
_BEFORE = (
    r"(?:^[\W_]{0,8}|(?<!\bdr)(?<!\bmr)(?<!\bmrs)(?<!\bms)[.!?:;,\n|-] |\n[\W_]{0,4}"
    r"|\b(?:is|it's|that's|be|was|not|nor|neither|or|and|either|between|under|labell?ed|marked|than|with|choose|pick"
    r"|select|say|mark|tick|forget|leaves|definitely|yes|correct|but|both|except|besides|from|of|exclude|out|only|to"
    r"|ist|nicht|oder|und|weder|noch) |n't )['\"]?"
)
_AFTER = (
    r"(?=['\"]?(?:\s{0,3}(?:$|[^\w\s/'\"&.])|\.(?!\w)"
    r"|\s(?:is|isn't|was|wasn't|are|aren't|or|and|nor|ist|oder|und|noch|matches|it is|can be)\b))"
)


class Named:
    """One way to name an option by its place: a pattern (group `all` is marked, `name` tells which) and the names."""

    def __init__(self, pattern: str, names: tuple[str, ...]) -> None:
        self._pattern = re.compile(pattern)
        self._names = tuple(re.compile(name) for name in names)

    def mark(self, text: str) -> str:
        """Return `text` with its marks."""
        return self._pattern.sub(self._marked, text)

    def _marked(self, found: re.Match[str]) -> str:
        index = next(at for at, name in enumerate(self._names) if name.fullmatch(found["name"]))
        return found[0][: found.start("all") - found.start()] + _mark(index, found["all"])


_SEVERAL = re.compile(
    r"\b(?:the |die )?(?:(?P<first>first|former|erste(?:re)?n)|last|latter|letzte(?:re)?n) "
    r"(?:(?P<three>three|drei|3)|two|zwei|beiden|2)"
    r"(?: (?:ones|options|of (?:these|those|them)))?(?= (?:off|out|on|from|are|can|may|is|sind|konnen)\b"
    r"|['\"]?(?:$|[^\w\s/'\"&]))"
)


def _marked_several(text: str, count: int) -> str:
    """Return a text with the marks of "the first two" and "the last three" of `count` options, side by side."""

    def marked(found: re.Match[str]) -> str:
        size = 3 if found["three"] else 2
        if size >= count:
            return found[0]
        first, *others = range(size) if found["first"] else range(count - size, count)
        return "".join(_mark(other, " ") for other in others) + _mark(first, found[0][len(others) :])

    return _SEVERAL.sub(marked, text)


def mark_options(text: str, options: tuple[str, ...], aside: str | None = None) -> str:
    """Return `text`, as long as before, with a mark for each option that it names.

    `aside` is one more text that is no option and can only be named by itself; its index comes after theirs.
    """
    text = _SPOOFED.sub("\ue000", text)
    named = [option for option in _texts(options, aside) if option.needle in text]
    if any(option.has_group_marks for option in named):
        pattern = _any_of(tuple(option.text for option in named))
        text = pattern.sub(lambda found: _mark(named[(found.lastindex or 1) - 1].place, found[0]), text)
    elif named:
        text = _marked_plainly(text, named)
    if len(options) > 1:
        for way in _places(min(len(options), 26)):
            text = way.mark(text)
        text = _marked_several(text, len(options))
    return text


def key(option: str) -> str:
    """Return an option's text as it's compared: normalised, without diacritics, article or end marks."""
    text = value_text(option).bare.text.strip(" \n.,;:!?\"'()[]")
    return _ARTICLE.sub("", text)


def _mark(index: int, replaced: str) -> str:
    return chr(cues.FIRST + index) + cues.PAD * (len(replaced) - 1)


class _Option(NamedTuple):
    """An option's text as it's looked for, with its place; `needle` is a part of it that stands wherever it does.

    `has_group_marks` tells that marks between its digits are free, so that it takes a pattern of its own to find it.
    """

    text: str
    place: int
    needle: str
    has_group_marks: bool


_GROUP_MARK = re.compile(r"(?<=\d)[', ]\d{3}(?!\d)")
_BORDER = re.compile(r"(?<!\w)(?<!\d[.,'])")
_BORDER_AFTER = re.compile(r"(?!\w)(?![.,']\d)")
_ARTICLE_BEFORE = re.compile(r"(?<!\w)(?<!\d[.,'])(?:an?|the) \Z")
_LONGEST_ARTICLE = 4
_ONE_GAP = str.maketrans("\n-", "  ")


def _marked_plainly(text: str, named: list[_Option]) -> str:
    """Return `text` with its marks as `_any_of` finds them: the first place of all, with its article, then on."""
    seen = text.translate(_ONE_GAP)
    found = []
    for order, option in enumerate(named):
        wanted = option.text.translate(_ONE_GAP)
        at = seen.find(wanted)
        while at >= 0:
            end = at + len(wanted)
            if _BORDER_AFTER.match(text, end):
                if _BORDER.match(text, at):
                    found.append((at, 1, order, end))
                article = _ARTICLE_BEFORE.search(text, max(0, at - _LONGEST_ARTICLE), at)
                if article:
                    found.append((article.start(), 0, order, end))
            at = seen.find(wanted, at + 1)
    parts, at = [], 0
    for start, _, order, end in sorted(found):
        if start >= at:
            parts += [text[at:start], _mark(named[order].place, text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


@lru_cache(maxsize=4096)
def _texts(options: tuple[str, ...], aside: str | None) -> tuple[_Option, ...]:
    """Return the texts by which options can be named, the longest first."""
    keys = [key(option) for option in options] + ([] if aside is None else [key(aside)])
    texts = [
        _Option(text, at, max(_RUN.findall(text), key=len, default=""), _GROUP_MARK.search(text) is not None)
        for at, text in enumerate(keys)
        if text
    ]
    return tuple(sorted(texts, key=lambda option: -len(option.text)))


@lru_cache(maxsize=4096)
def _any_of(texts: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern with one group for each text."""
    groups = "|".join(f"({_flexible(text)})" for text in texts)
    return re.compile(rf"(?<!\w)(?<!\d[.,'])(?:(?:an?|the) )?(?:{groups})(?!\w)(?![.,']\d)")


def _flexible(text: str) -> str:
    """Return a pattern of `text` in which group marks between digits are free, and spaces and hyphens alike."""
    parts = []
    for at, character in enumerate(text):
        is_group_mark = character in "', " and re.match(r"\d{3}(?!\d)", text[at + 1 : at + 5]) is not None
        if is_group_mark and text[at - 1 : at].isdigit():
            parts.append("[', .]?")
        else:
            parts.append(r"[ \n-]" if character in " \n-" else re.escape(character))
    return "".join(parts)


@lru_cache(maxsize=64)
def _places(count: int) -> tuple[Named, ...]:
    """Return the ways in which one of `count` options (2 to 26) is named by letter, number or place."""
    letters = tuple(chr(ord("a") + at) for at in range(count))
    numbers = tuple(str(at + 1) for at in range(count))
    letter, number = f"[{letters[0]}-{letters[-1]}]", "|".join(reversed(numbers))
    words = (*("one", "two", "three", "four", "five", "six")[:count], *numbers[6:])
    names = tuple("|".join(each) for each in zip(letters, numbers, words, strict=True))
    ordinals = _ordinals(count)
    nth = "|".join(ordinals)
    return (
        Named(
            rf"(?P<all>{_LABEL} ['\"(\[]{{0,2}}(?P<name>{letter}|{number}|{'|'.join(words)})(?!\w|'\w)['\"\])]{{0,2}})",
            names,
        ),
        Named(rf"(?P<all>(?:\bnumber |\bno\. ?|\bnummer |#)(?P<name>{number}|{'|'.join(words)})(?!\w|[.,']\d))", names),
        Named(rf"(?<![\w'])(?P<all>[\[(](?P<name>{letter}|{number})[\])])", names),
        Named(rf"(?<![\w'(\[])(?P<all>(?P<name>{letter}|{number})\))", names),
        Named(rf"{_BEFORE}(?P<all>(?P<name>(?!i\b){letter})){_AFTER}", letters),
        Named(rf"^[\W_]{{0,8}}(?P<all>(?P<name>{number}))(?=[\W_]{{0,8}}$)", numbers),
        Named(rf"(?P<all>\b(?:the |der |die |das )?(?P<name>{nth}){_ONE})", ordinals),
        Named(rf"(?P<all>\b(?:the|der|die|das) (?P<name>{nth})){_AFTER}", ordinals),
        Named(rf"^[\W_]{{0,8}}(?P<all>(?P<name>{nth})){_AFTER}", ordinals),
    )


def _ordinals(count: int) -> tuple[str, ...]:
    """Return one pattern of names for each place, as far as there are words: the last has a name of its own."""
    ordinals = list(_ORDINALS[:count])
    if 3 <= count <= len(_ORDINALS):
        ordinals[-2] += "|last but one|second to last|second last|penultimate"
    if count <= len(_ORDINALS):
        ordinals[-1] += "|last|final|letzte[nrs]?"
    if count == 2:
        ordinals = [ordinals[0] + "|former|erstere[nrs]?", ordinals[1] + "|latter|letztere[nrs]?"]
    if count == 3:
        ordinals[1] += "|middle|mittlere[nrs]?"
    return tuple(ordinals)
