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
_FEW_DIGITS = 6  # an identifier of fewer digits and nothing else can be the number of any other thing
_OTHER_THING = re.compile(
    r"(?<![a-z])(pages?|rooms?|halls?|floor|gate|platform|track|seat|row|aisle|locker|section|chapter|paragraph|article"
    r"|clause|figure|table|line|step|level|building|house|bus|tram|train|flight|channel|year|seite|zimmer|saal|halle|gleis)"
    r"[ \n](?:(?:no\.?|nr\.?|number)[ \n]|#)?$"
)


def with_context(text: Text, spans: Sequence[Span], attribute: Attribute, *, asked_for: bool) -> list[Span]:
    """Return the finds that need no context, have it in their sentence, or are the whole answer to a question."""
    if (
        spans
        and attribute.kind is Kind.IDENTIFIER
        and attribute.value.isdecimal()
        and len(attribute.value) < _FEW_DIGITS
    ):
        spans = [span for span in spans if not _numbers_another_thing(text, span, attribute)]
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


def _numbers_another_thing(text: Text, span: Span, attribute: Attribute) -> bool:
    """Tell whether a number stands behind a noun that the attribute's name doesn't hold: "hall 4471"."""
    start = bisect_left(text.plain.starts, span.start)
    noun = _OTHER_THING.search(text.plain.text, max(0, start - 24), start)
    return noun is not None and root(noun[1]) not in set(map(root, _words_of_name(attribute)))


def _names_needed(attribute: Attribute, *, asked_for: bool) -> frozenset[str]:
    """Return the words (as roots) of which one has to stand near; none where the value speaks for itself."""
    value = attribute.value.strip()
    if attribute.kind not in _ONE_WORD_KINDS and not value.isdecimal():
        return frozenset()
    letters = sum(map(str.isalnum, value))
    if letters >= _SHORT and (" " in value or not is_common(value)):
        return frozenset()
    words = _words_of_name(attribute)
    if not asked_for:
        words = words - _SHARED or words
    return frozenset(map(root, words))


def _words_of_name(attribute: Attribute) -> set[str]:
    named = f"{attribute.name} {attribute.label}".casefold().replace("_", " ")
    return {word for word in _WORD.findall(named) if len(word) > 2}
