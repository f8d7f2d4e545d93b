"""From a phrase to a sentence: choices drawn, placeholders filled, articles and capitals put right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from polar_bench.domains.phrases import PLACEHOLDER, expand, placeholders
from polar_bench.generation import pools
from polar_bench.generation.draws import Draw
from polar_bench.generation.profile import Profile

_ARTICLE = re.compile(r"\b([Aa])n? \{(\w+)\}")
_VOWEL_SOUND = re.compile(r"(?i)(?:[ai]|e(?!u)|o(?!nc?e\b)|u(?!n[ai]|[st][aeiou]|ro)|hour|heir|honest|8|11\b|18\b)")
_PRONOUNS = {"he": ("he", "she"), "him": ("him", "her"), "his": ("his", "her")}


class Filler:
    """Fills the phrases of one document; all draws come from the stream that each call is given.

    `present` are the given names of those who write it, so that nobody speaks of themselves as a colleague.
    """

    def __init__(self, profile: Profile, present: Sequence[str] = ()) -> None:
        self._profile = profile
        self._colleagues = [name for name in pools.slot("colleague") if name not in present]

    def one_of(self, phrases: Sequence[str], draw: Draw, value: str = "") -> str:
        """Return one of `phrases`, filled; `value` stands for {value}."""
        return self.filled(draw.pick(phrases), draw, value)

    def can_fill(self, phrase: str) -> bool:
        """Tell whether every attribute that `phrase` mentions was drawn (noise often isn't)."""
        known, facts = self._profile.spec.by_name, self._profile.facts
        return all(name not in known or name in facts for name in placeholders(phrase))

    def filled(self, phrase: str, draw: Draw, value: str = "") -> str:
        """Return `phrase` as a sentence or several, with a capital and an end mark."""
        return sentence(self.clause(phrase, draw, value))

    def clause(self, phrase: str, draw: Draw, value: str = "") -> str:
        """Return `phrase` with its choices made and its placeholders filled, as it stands otherwise."""
        text = expand(phrase, draw.below)
        filled: dict[int, str] = {}
        for match in PLACEHOLDER.finditer(text):
            filled[match.start()] = self._stands_for(match.group(1), draw, value)
        text = _ARTICLE.sub(lambda m: _article(m.group(1), filled[m.start(2) - 1]) + " {" + m.group(2) + "}", text)
        values = iter(filled.values())
        return re.sub(r"\s+", " ", PLACEHOLDER.sub(lambda _: next(values), text)).strip()

    def _stands_for(self, name: str, draw: Draw, value: str) -> str:
        if name == "value":
            return value
        if name.lower() in _PRONOUNS:
            word = _PRONOUNS[name.lower()][self._profile.is_female]
            return word.capitalize() if name[0].isupper() else word
        if name.lower() == "subject":
            subject = self._profile.spec.subject
            return subject[:1].upper() + subject[1:] if name[0].isupper() else subject
        if name in self._profile.facts:
            return self._profile.facts[name].text
        return draw.pick(self._colleagues if name == "colleague" else pools.slot(name))


def sentence(text: str) -> str:
    """Return `text` with a capital at its start and after end marks, and an end mark."""
    text = re.sub(r"(^|[.!?] )([a-z])", lambda m: m.group(1) + m.group(2).upper(), text)
    return text if text.endswith((".", "!", "?", ":", "”")) else text + "."


def _article(article: str, following: str) -> str:
    return article + ("n" if _VOWEL_SOUND.match(following) else "")
