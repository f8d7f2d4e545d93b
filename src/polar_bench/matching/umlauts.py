"""A view in which umlauts stand in two letters each ("Müller" as "Mueller"), for values that are spelled so.

The other way round (a value with an umlaut, a text without) is what every grammar's spellings know.
Must not know kinds.
"""

from __future__ import annotations

import re

from polar_bench.matching.characters import holds_any
from polar_bench.matching.text import Text
from polar_bench.matching.undone import UndoneText, Weaver

_IN_TWO_LETTERS = {"\u00e4": "ae", "\u00f6": "oe", "\u00fc": "ue"}
_UMLAUT = re.compile("[" + "".join(_IN_TWO_LETTERS) + "]")


def may_hide(value: str) -> bool:
    """Tell whether `value` has two letters that may stand for an umlaut."""
    return holds_any(value.lower(), _IN_TWO_LETTERS.values())


def spelled_out(text: Text) -> Text | None:
    """Return the text with its umlauts in two letters, None where it has none."""
    plain = text.plain
    if plain.text.isascii() or not _UMLAUT.search(plain.text):
        return None
    weaver = Weaver(plain)
    for umlaut in _UMLAUT.finditer(plain.text):
        weaver.keep(umlaut.start())
        weaver.put(_IN_TWO_LETTERS[umlaut.group()], *umlaut.span())
    return UndoneText(text.raw, weaver.view())
