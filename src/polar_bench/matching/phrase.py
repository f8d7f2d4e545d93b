"""Phrases: a fact that takes several words ("rent arrears cleared in spring under a payment plan").

Found as its whole words, or by its content words (those that aren't function words) in order within one sentence:
three quarters of them give it away, a third in a row gives a part. Words may stand in between, within a window;
reversed or scattered words are no find. Must not know attributes or policies.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from polar_bench.matching.category import WholeWords
from polar_bench.matching.characters import starts_of
from polar_bench.matching.lazy import lazy
from polar_bench.matching.name_words import word_set
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.text import Text, View, value_text
from polar_bench.matching.words import FUNCTION_WORDS, content_words, root, spelled

_MAX_WORDS_BETWEEN = 6
_MAX_REPEATS = 8  # places of one word in a phrase that are followed up


# "can't climb" says "cannot climb" and "can not climb": contractions as their roots are spelled
_NEGATED = word_set(
    """
    arent cannot cant couldnt didnt doesnt dont hadnt hasnt havent isnt mustnt neednt shouldnt wasnt werent wont wouldnt
    """
)
_NOT = "not"
_NEGATIONS = word_set("no not never without neither nor none nicht nie ohne kein keine keinen keinem keiner keines")
_NEGATION = re.compile(rf"\b(?:cannot|{'|'.join(sorted(_NEGATIONS))})\b|n't\b")
_FIRST = re.compile(r"[^\W\d_]+(?!['\w])")
_SHORT_VERB = 3


class _Chain(NamedTuple):
    """Content words of the phrase found in order: how many, how many in a row, and where the first of each stands."""

    length: int
    start: int
    row: int
    row_start: int


class _Hit(NamedTuple):
    """A content word of the phrase in the text, with the best chain that ends at each of its places in the phrase."""

    word: _Placed
    chains: dict[int, _Chain]


class _Placed(NamedTuple):
    """A word of a text: its place among all words, among the content words and in the text, and its sentence."""

    number: int
    content_number: int
    sentence: int
    root: str
    start: int
    end: int


@lru_cache(maxsize=8192)
def _root(word: str) -> str:
    plain = root(word)
    return _NOT if plain in _NEGATED else plain


class _Words:
    """The words of a text, read once for all phrases."""

    def __init__(self, text: Text) -> None:
        self._seen = text.bare.text
        self._spelled = spelled(self._seen)
        self._roots = list(map(_root, self._spelled))
        self.roots = frozenset(self._roots)

    @lazy
    def _starts(self) -> list[int]:
        """Where each word begins: between two of them no letter or digit stands."""
        return starts_of(self._seen, self._spelled)

    @lazy
    def _content_numbers(self) -> list[int]:
        """How many content words there are up to each word, that one included."""
        return list(accumulate([word not in FUNCTION_WORDS for word in self._roots]))

    def has_adverb(self, first: int, end: int) -> bool:
        """Tell whether a word in -ly is among the words from `first` to before `end`."""
        return any(word.endswith("ly") for word in self._roots[first:end])

    def with_roots(self, roots: Container[str], sentences: Sequence[int]) -> Iterator[_Placed]:
        """Yield the words of the text with any of the roots, in order; `sentences` are where sentences begin."""
        for number, own in enumerate(self._roots):
            if own in roots:
                start = self._starts[number]
                sentence, end = bisect_right(sentences, start), start + len(self._spelled[number])
                yield _Placed(number, self._content_numbers[number], sentence, own, start, end)


def _roots(text: Text) -> frozenset[str]:
    return text.once(_Words).roots


class _Phrase:
    def __init__(self, value: str) -> None:
        self._whole = WholeWords(value)
        self._content = tuple([_NOT if word in _NEGATED else word for word in content_words(value)])
        self._verb = _inflected(value, self._content)
        self._roots = frozenset(self._content + self._verb)
        self._is_negated = not _NEGATIONS.isdisjoint(self._content)
        size = len(self._content)
        self._fewest = max(2, -(-size // 3))
        self._is_of_two = size == 2
        self._max_content_between = 1 if size <= 3 else 3

    @lazy
    def _places(self) -> dict[str, list[int]]:
        """Where each of the words stands in the phrase; the other forms of its verb stand first."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(self._content):
            places[word].append(place)
        return {word: [0] for word in self._verb} | places

    def may_stand_in(self, text: Text) -> bool:
        return self._has_enough_words(text) or self._whole.may_stand_in(text)

    def _has_enough_words(self, text: Text) -> bool:
        roots = text.all_of(_roots)
        if self._roots.isdisjoint(roots):
            return False
        found = self._roots & roots
        return len(found) >= self._fewest or sum(len(self._places[word]) for word in found) >= self._fewest

    def find(self, text: Text) -> Iterator[Span]:
        yield from self._whole.find(text)
        if self._has_enough_words(text):
            yield from self._by_content(text)

    def find_by_pattern(self, text: Text) -> Iterator[Span]:
        """Find without a look at whether the text holds enough of the words."""
        yield from self._whole.find_by_pattern(text)
        if len(self._content) > 1:
            yield from self._by_content(text)

    def _by_content(self, text: Text) -> Iterator[Span]:
        view = text.bare
        sentence = -1
        recent: deque[_Hit] = deque(maxlen=_MAX_WORDS_BETWEEN + 1)
        spans: list[Span] = []
        words = text.once(_Words)
        for word in words.with_roots(self._places, text.once(_sentence_starts)):
            if word.sentence != sentence:
                yield from _best(view, spans)
                spans.clear()
                recent.clear()
                sentence = word.sentence
            places = self._places[word.root][:_MAX_REPEATS]
            hit = self._hit(places, word, recent, words)
            recent.append(hit)
            spans.extend(self._graded(hit, word.end, view.text))
        yield from _best(view, spans)

    def _hit(self, places: list[int], word: _Placed, recent: deque[_Hit], words: _Words) -> _Hit:
        chains = {place: _Chain(1, word.start, 1, word.start) for place in places}
        for before in recent:
            between = word.content_number - before.word.content_number - 1
            if word.number - before.word.number - 1 > _MAX_WORDS_BETWEEN or between > self._max_content_between:
                continue
            if self._is_of_two and between and not words.has_adverb(before.word.number + 1, word.number):
                continue  # "I'm afraid the kite is flying" is no fear of flying
            for place in places:
                for earlier, chain in before.chains.items():
                    if earlier < place:
                        # side by side in the phrase, or in the text with one word of the phrase left out
                        is_next = place - earlier + between <= 2
                        chains[place] = _longer(chains[place], chain, is_next=is_next)
        return _Hit(word, chains)

    def _graded(self, hit: _Hit, end: int, seen: str) -> Iterator[Span]:
        size = len(self._content)
        for chain in hit.chains.values():
            if 4 * chain.length >= 3 * size:
                is_turned = self._is_negated and not _NEGATION.search(seen, chain.start, end)
                yield Span(chain.start, end, *(("some_words", Grade.PARTIAL) if is_turned else ("most_words",)))
            elif chain.row >= self._fewest:
                yield Span(chain.row_start, end, "some_words", Grade.PARTIAL)
            elif chain.length > 2 and 2 * chain.length >= size:
                yield Span(chain.start, end, "some_words", Grade.PARTIAL)


def _inflected(value: str, content: Sequence[str]) -> tuple[str, ...]:
    """Return the roots of the other forms of a verb with which a phrase begins: "waits", "waited" and "is waiting"."""
    first = _FIRST.match(value_text(value).bare.text) if len(content) > 2 else None
    return _forms_of_verb(first[0]) if first is not None and root(first[0]) == content[0] else ()


@lru_cache(maxsize=4096)
def _forms_of_verb(verb: str) -> tuple[str, ...]:
    """Return the roots of the other forms of a verb, none of a word without the ending of one."""
    for end in ("ing", "ed", "s"):
        stem = verb.removesuffix(end)
        if stem != verb and len(stem) >= _SHORT_VERB:
            break
    else:
        return ()
    stem = stem.removesuffix("e") if end == "s" else stem
    short = stem[:-1] if stem[-1] == stem[-2] else stem  # "planning", "plans"
    forms = (stem, short, f"{stem}e", f"{stem}ing", f"{stem}ed", f"{stem}{stem[-1]}ing", f"{stem}{stem[-1]}ed")
    return tuple(sorted(set(map(root, forms)) - {root(verb)}))


def read(value: str) -> Grammar:
    """Read a phrase. One with fewer than two content words is found by its whole words alone.

    Source: DESIGN.md section 5, rules 2 and 4.
    """
    return _Phrase(value)


def _longer(now: _Chain, before: _Chain, *, is_next: bool) -> _Chain:
    """Return the better of a chain and one that goes on from `before`; of equals the shorter stretch."""
    length, start = max((now.length, now.start), (before.length + 1, before.start))
    row, row_start = (now.row, now.row_start)
    if is_next:
        row, row_start = max((row, row_start), (before.row + 1, before.row_start))
    return _Chain(length, start, row, row_start)


def _sentence_starts(text: Text) -> list[int]:
    """Return where sentences begin in the bare view."""
    plain, bare = text.plain, text.bare
    if bare is plain:
        return text.sentence_starts
    direction = 1 if bare.starts[0] <= bare.starts[-1] else -1  # a view may run backwards through the raw text
    return [
        bisect_left(bare.starts, direction * plain.starts[start], key=lambda place: direction * place)
        for start in text.sentence_starts
        if start < len(plain.starts)
    ]


def _best(view: View, spans: list[Span]) -> Iterator[Span]:
    """Yield the finds of a sentence in raw offsets: of those that overlap, the full one, then the furthest reaching."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.grade.rank, -span.end, -span.start)):
        if not kept or kept[-1].grade is not span.grade or span.end <= kept[-1].start:
            kept.append(span)
    full = [span for span in kept if span.grade is Grade.FULL]
    for span in kept:
        if span.grade is Grade.FULL or not any(span.start < other.end and other.start < span.end for other in full[:8]):
            start, end = view.raw_span(span.start, span.end)
            yield span._replace(start=start, end=end)
