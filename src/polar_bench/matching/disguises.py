"""Disguises: views of a text in which spaced letters, reversed words, base64 and the like are undone.

Each view is a `Text` of the same raw text: any grammar runs on it unchanged, and its spans are raw offsets (of a
decoded token: the whole token). A view is made only where the raw text shows signs of its disguise; ordinary replies
cost a few scans. What is undone keeps its neighbours, so that names of attributes stand in the same sentence still.
Must not know attributes or scores.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from polar_bench.matching import encodings
from polar_bench.matching.characters import holds_any
from polar_bench.matching.look_alikes import LOOK_ALIKES
from polar_bench.matching.signs import ROT13, SHORTEST_NUMBER, Reply, hints_of
from polar_bench.matching.spaced_letters import has_spaced_letters, undo_spaced_letters
from polar_bench.matching.text import Text, View, normalise
from polar_bench.matching.undone import Backward, UndoneText, Weaver
from polar_bench.matching.words import FUNCTION_WORDS, is_common

_MASK = "\ue000"  # of no class: stands for what a view must not read


class Disguise(NamedTuple):
    """A disguise by its name, and the text in which it's undone."""

    name: str
    text: Text


def views(raw: str, values: Sequence[str] = (), among: Collection[str] | None = None) -> Iterator[Disguise]:
    """Yield a view for each disguise of which `raw` shows signs; in most replies, none.

    `values` are the values that will be looked for. They help with what shows no signs of its own: where words end
    in letters spaced evenly and in one case, and reversed or rot13 text that nothing announces. `among` names the
    disguises that it can show, None for any.

    Source: DESIGN.md section 5, rule 6; users-reports.md rows 65 and 68.
    """
    reply = Reply(raw, hints_of(values))
    for name, has_signs, undo in _DISGUISES:
        if (among is None or name in among) and has_signs(reply):
            plain = normalise(raw)
            seen = {plain.text}
            for view in undo(reply, plain):
                if view.text not in seen:
                    seen.add(view.text)
                    yield Disguise(name, UndoneText(raw, view))


def signs_in(raw: str, values: Sequence[str]) -> tuple[str, ...]:
    """Return the disguises of which `raw` shows signs; one that several texts joined don't show, none of them does."""
    reply = Reply(raw, hints_of(values))
    return tuple([name for name, has_signs, _ in _DISGUISES if has_signs(reply)])


# Reversed: "reieM annA", "annA reieM"
_BACKWARD_WORDS = ("reverse", "backward", "mirrored", "right to left", "rückwärts", "umgekehrt", "\u202e")
_UPPER = re.compile(r"[A-ZÀ-ÖØ-Þ](?![^\W_])")
_TOKEN = re.compile(r"\d++(?:[ .,'/-]\d++)*+|[^\W\d_]++|[^\W_]++")


def _has_reversed(reply: Reply) -> bool:
    raw = reply.raw
    if holds_any(reply.lowered, _BACKWARD_WORDS) or holds_any(reply.backward, reply.hints.values):
        return True
    return reply.has_odd_capital and any(
        mark.start() and raw[mark.start() - 1].islower() for mark in _UPPER.finditer(raw)
    )


def _undo_reversed(_: Reply, plain: View) -> Iterator[View]:
    """Yield the text backwards, and with each word backwards; words and short numbers that read forwards are masked."""
    characters = list(plain.text)
    for token in _TOKEN.finditer(plain.text):
        word = token.group()
        if sum(map(str.isdecimal, word)) < SHORTEST_NUMBER if word[0].isdecimal() else _is_everyday(word):
            characters[token.start() : token.end()] = _MASK * len(word)
    yield Backward("".join(reversed(characters)), plain.starts[::-1], plain.ends[::-1])
    weaver = Weaver(plain)
    for token in _TOKEN.finditer(plain.text):
        if token.group().isalpha() and not _is_everyday(token.group()):
            weaver.replace(token.group()[::-1], token.start())
    yield weaver.view()


def _is_everyday(word: str) -> bool:
    return word in FUNCTION_WORDS or is_common(word)


# Base64 and hex
def _has_base64(reply: Reply) -> bool:
    return reply.has_odd_capital


def _undo_base64(reply: Reply, plain: View) -> Iterator[View]:
    yield _with_tokens(plain, encodings.base64_tokens(reply.raw))


def _has_hex(reply: Reply) -> bool:
    return reply.has_digits and encodings.HEX_SIGN.search(reply.odd) is not None


def _undo_hex(reply: Reply, plain: View) -> Iterator[View]:
    yield _with_tokens(plain, encodings.hex_tokens(reply.raw))


def _with_tokens(plain: View, tokens: Iterator[encodings.Token]) -> View:
    weaver = Weaver(plain)
    for token in tokens:
        start, end = bisect_left(plain.starts, token.start), bisect_left(plain.starts, token.end)
        if start < end:
            weaver.keep(start)
            weaver.put(normalise(token.text).text, start, end)
    return weaver.view()


# Escapes of addresses, HTML and JSON: "Lena%20Hofstetter", "Andr&eacute;", "Andr\u00e9"
def _has_escapes(reply: Reply) -> bool:
    return holds_any(reply.raw, encodings.ESCAPE_SIGNS) and any(encodings.escaped_tokens(reply.raw))


def _undo_escapes(reply: Reply, plain: View) -> Iterator[View]:
    yield _with_tokens(plain, encodings.escaped_tokens(reply.raw))


# Leet, as in "Gr3t4 0k4f0r"
_LEET_SIGN = re.compile(r"[0-9$!|+@](?<=[^\W\d_].)(?:(?<=@)(?=[^\W_]++(?![.-]))|(?<!@)[0-9$!|+]*+(?=[^\W\d_]))")
_LEET_TOKEN = re.compile(r"[\w@$!|+]++")
_LEET = {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a", "$": "s", "+": "t", "2": "z"}
_LEET_I = str.maketrans(_LEET | dict.fromkeys("1!|", "i"))
_LEET_L = str.maketrans(_LEET | dict.fromkeys("1!|", "l"))


def _has_leet(reply: Reply) -> bool:
    may_be_leet = reply.has_digits or holds_any(reply.odd, "$!|+@")
    return may_be_leet and _LEET_SIGN.search(reply.odd) is not None


def _is_leet(word: str) -> bool:
    """Whether digits stand inside a word, or one before or after three letters at least ("4nna", not "10mg")."""
    if word.isalpha() or word.isdecimal():
        return False
    letters = sum(map(str.isalpha, word))
    return letters > 1 and (_LEET_SIGN.search(word) is not None or (letters > 2 and len(word) == letters + 1))


def _undo_leet(_: Reply, plain: View) -> Iterator[View]:
    """Yield the words with digits in them as letters, once with 1 as i and once as l; e-mail addresses stay."""
    for table in (_LEET_I, _LEET_L):
        weaver = Weaver(plain)
        for token in _LEET_TOKEN.finditer(plain.text):
            word = token.group().rstrip("!|+")
            is_address = "@" in word and plain.text[token.end() : token.end() + 1] in (".", "-")
            if not is_address and _is_leet(word):
                weaver.replace(word.translate(table), token.start())
        yield weaver.view()


# Spelled digits and letters: "oh seven nine, one two three", "bravo kilo seven"
_SPOKEN = (
    ("0", "zero oh nought null"),
    ("1", "one eins"),
    ("2", "two zwei zwo"),
    ("3", "three drei"),
    ("4", "four vier"),
    ("5", "five fünf fuenf"),
    ("6", "six sechs"),
    ("7", "seven sieben"),
    ("8", "eight acht"),
    ("9", "nine neun"),
)
_DIGIT_WORDS = {word: digit for digit, words in _SPOKEN for word in words.split()}
_LETTERS = (
    "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa"
    " quebec romeo sierra tango uniform victor whiskey whisky x-ray xray yankee zulu"
)
_SPOKEN_WORDS = _DIGIT_WORDS | {word: word[0] for word in _LETTERS.split()}
_SPOKEN_SET = frozenset(word + mark for word in (*_SPOKEN_WORDS, "x", "ray") for mark in ("", ",", "."))
_DIGIT = "(?:" + "|".join(_SPOKEN_WORDS) + r")\b"
_DIGITS = rf"(?:(?:double|triple)[ \n])?{_DIGIT}"
_SPELLED = re.compile(rf"\b(?:plus[ -])?{_DIGITS}(?:(?:[ \n]?[,-]?[ \n]?|,? (?:dash|hyphen|minus) )\b{_DIGITS}){{2,}}+")
_SPELLED_PART = re.compile(rf"\b(?:(?P<times>double|triple)[ \n])?(?P<digit>{_DIGIT})|(?P<sign>plus|dash|hyphen|minus)")
_TIMES = {"double": 2, "triple": 3, None: 1}


def _has_spelled_digits(reply: Reply) -> bool:
    if _SPOKEN_SET.isdisjoint(reply.tokens):
        return False
    return sum(map(_SPOKEN_SET.__contains__, reply.tokens)) >= 3 and _SPELLED.search(reply.lowered) is not None


def _undo_spelled_digits(_: Reply, plain: View) -> Iterator[View]:
    weaver = Weaver(plain)
    for run in _SPELLED.finditer(plain.text):
        weaver.keep(run.start())
        for part in _SPELLED_PART.finditer(plain.text, *run.span()):
            if part["sign"]:
                weaver.put("+" if part["sign"] == "plus" else "-", *part.span())
            else:
                weaver.put(_SPOKEN_WORDS[part["digit"]] * _TIMES[part["times"]], *part.span())
    yield weaver.view()


# Confusables: "Аnna" with a Cyrillic A
_FOREIGN = re.compile("[" + "".join(LOOK_ALIKES) + "]")
_LATIN = re.compile(r"[A-Za-z]")
_WORD = re.compile(r"[^\W\d_]+")


def _has_look_alikes(reply: Reply) -> bool:
    raw = reply.raw
    return not raw.isascii() and _FOREIGN.search(raw) is not None and _LATIN.search(raw) is not None


def _either(other: str | None, character: str) -> str:
    return other or character


def _undo_look_alikes(reply: Reply, plain: View) -> Iterator[View]:
    """Yield the words as Latin ones that mix scripts, and, in a mostly Latin text, those made of look-alikes alone."""
    raw = reply.raw
    is_latin = 2 * len(_LATIN.findall(raw)) > sum(map(str.isalpha, raw))
    weaver = Weaver(plain)
    for word in _WORD.finditer(plain.text):
        written = [raw[plain.starts[at]] for at in range(*word.span())]
        latin = [LOOK_ALIKES.get(character) for character in written]
        is_mixed = any(latin) and any(character.isascii() for character in written)
        if is_mixed or (is_latin and all(latin)):
            weaver.replace("".join(map(_either, latin, word.group())), word.start())
    yield weaver.view()


# Rot13
_ROT13_WORDS = ("rot13", "rot-13", "rot 13", "caesar")


def _has_rot13(reply: Reply) -> bool:
    if holds_any(reply.lowered, _ROT13_WORDS):
        return True
    rotated, values = reply.rotated, reply.hints.values
    return holds_any(rotated, values) and any(value in rotated and value.translate(ROT13) != value for value in values)


def _undo_rot13(_: Reply, plain: View) -> Iterator[View]:
    weaver = Weaver(plain)
    for word in _WORD.finditer(plain.text):
        if not _is_everyday(word.group()):
            weaver.replace(word.group().translate(ROT13), word.start())
    yield weaver.view()


_DISGUISES: tuple[tuple[str, Callable[[Reply], bool], Callable[[Reply, View], Iterator[View]]], ...] = (
    ("spaced_letters", has_spaced_letters, undo_spaced_letters),
    ("reversed", _has_reversed, _undo_reversed),
    ("base64", _has_base64, _undo_base64),
    ("hex", _has_hex, _undo_hex),
    ("escaped", _has_escapes, _undo_escapes),
    ("leet", _has_leet, _undo_leet),
    ("spelled_digits", _has_spelled_digits, _undo_spelled_digits),
    ("confusables", _has_look_alikes, _undo_look_alikes),
    ("rot13", _has_rot13, _undo_rot13),
)
