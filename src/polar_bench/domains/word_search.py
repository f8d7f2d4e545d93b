"""Finding words in phrases with alternatives, in all that the phrase can become, without writing it all out.

Words are found whole and in any case, also across the borders of alternatives ("un[signed|paid]" holds "unsigned").
The search runs one automaton over the phrase; its states are made when they are first met.
"""

from __future__ import annotations

from collections.abc import Iterable

from polar_bench.domains.phrases import PLACEHOLDER, Phrase, parse

_MANY = 2
_BORDER = "\x00"
# Whether the last character belongs to a word, and how far which words have been read.
_State = tuple[bool, frozenset[tuple[str, int]]]
_Found = tuple[str, ...]
_START: _State = (False, frozenset())


class WordSearch:
    """Looks for the same words in many phrases."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_first: dict[str, list[str]] = {}
        for word in dict.fromkeys(fold(word) for word in words):
            if word:
                self._by_first.setdefault(word[0], []).append(word)
        self._steps: dict[tuple[_State, str], tuple[_State, _Found]] = {}

    def outcomes(self, text: str) -> frozenset[_Found]:
        """Return what can be found: one sorted tuple of words for each way to go through the alternatives.

        Words are folded as by `fold`, and stand in the tuple as often as they are found, but at most twice.
        """
        phrase = parse(PLACEHOLDER.sub(_BORDER, text))
        ends = self._through(phrase, frozenset({(_START, ())}))
        return frozenset(found for _, found in self._read(_BORDER, ends))

    def possible(self, text: str) -> tuple[str, ...]:
        """Return the words that `text` can come to hold, folded and sorted."""
        return tuple(sorted({word for found in self.outcomes(text) for word in found}))

    def in_plain(self, text: str) -> tuple[str, ...]:
        """Return the words that a text without alternatives holds, folded and sorted."""
        paths = self._read(fold(text) + _BORDER, frozenset({(_START, ())}))
        return tuple(sorted({word for _, found in paths for word in found}))

    def _through(self, phrase: Phrase, paths: frozenset[tuple[_State, _Found]]) -> frozenset[tuple[_State, _Found]]:
        for part in phrase.parts:
            if isinstance(part, str):
                paths = self._read(fold(part), paths)
            else:
                paths = frozenset(path for option in part.options for path in self._through(option, paths))
        return paths

    def _read(self, text: str, paths: frozenset[tuple[_State, _Found]]) -> frozenset[tuple[_State, _Found]]:
        return frozenset(self._run(text, state, found) for state, found in paths)

    def _run(self, text: str, state: _State, found: _Found) -> tuple[_State, _Found]:
        for character in text:
            step = self._steps.get((state, character))
            if step is None:
                step = self._steps[state, character] = self._step(state, character)
            state = step[0]
            for word in step[1]:
                if found.count(word) < _MANY:
                    found = tuple(sorted((*found, word)))
        return state, found

    def _step(self, state: _State, character: str) -> tuple[_State, _Found]:
        is_after_word, begun = state
        is_word = _is_word(character)
        ended = tuple(sorted(word for word, read in begun if read == len(word) and not is_word))
        going = {(word, read + 1) for word, read in begun if read < len(word) and word[read] == character}
        if not is_after_word:
            going.update((word, 1) for word in self._by_first.get(character, ()))
        return (is_word, frozenset(going)), ended


def fold(text: str) -> str:
    """Return `text` as it is compared: lower case, curly apostrophes straight."""
    return text.lower().replace("’", "'")


def compact(text: str) -> str:
    """Return the letters and digits of `text`, lower case: what is left for a reader who minds nothing else."""
    return "".join(character for character in text.lower() if character.isalnum())


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
