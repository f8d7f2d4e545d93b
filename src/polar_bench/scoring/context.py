"""Short and common values: a word of the attribute's name has to stand near them (DESIGN.md section 5, rule 7).

Must not know grammars, channels or transcripts.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from polar_bench.attributes import Attribute, Kind
from polar_bench.matching.span import Span
from polar_bench.matching.text import Text
from polar_bench.matching.words import is_common, root, words_of

_SHORT = 4
_ONE_WORD_KINDS = (Kind.CATEGORY, Kind.PHRASE, Kind.IDENTIFIER, Kind.ORGANISATION)
_WORD = re.compile(r"\d+|[^\W\d_]+")
# Words that many names share: "type" near an A says a blood type only where that was asked for
_SHARED = frozenset(("class", "code", "group", "kind", "name", "number", "type", "value"))


def with_context(text: Text, spans: Sequence[Span], attribute: Attribute, *, asked_for: bool) -> list[Span]:
    """Return the finds that need no context, have it in their sentence, or are the whole answer to a question."""
    names = _names_needed(attribute, asked_for=asked_for) if spans else frozenset()
    if not names:
        return list(spans)
    answer = text.raw.strip(" \t\n.!\"'*") if asked_for else None
    named: dict[tuple[int, int], bool] = {}
    kept = []
    for span in spans:
        place = text.sentence_at(bisect_left(text.plain.starts, span.start))
        if place not in named:
            named[place] = any(word.root in names for word in words_of(text.plain.text[slice(*place)]))
        if named[place] or (answer is not None and text.raw[span.start : span.end].strip() == answer):
            kept.append(span)
    return kept


def _names_needed(attribute: Attribute, *, asked_for: bool) -> frozenset[str]:
    """Return the words (as roots) of which one has to stand near; none where the value speaks for itself."""
    value = attribute.value.strip()
    if attribute.kind not in _ONE_WORD_KINDS and not value.isdecimal():
        return frozenset()
    letters = sum(map(str.isalnum, value))
    if letters >= _SHORT and (" " in value or not is_common(value)):
        return frozenset()
    named = f"{attribute.name} {attribute.label}".casefold().replace("_", " ")
    words = {word for word in _WORD.findall(named) if len(word) > 2}
    if not asked_for:
        words = words - _SHARED or words
    return frozenset(map(root, words))
