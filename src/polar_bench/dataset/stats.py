"""Figures of a data set: words, attributes, cells, and how much its documents repeat each other.

The words of Table 5 of the paper (arXiv 2605.19127): a text's words are its parts between white space; the
signal-to-noise ratio is (protected + task) / other attributes, and defined where a sample has other ones. Repetition
is measured over documents of different profiles. Must not know how a sample was made.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import fmean, median

import msgspec

from polar_bench.attributes import Role
from polar_bench.sample import Sample

NGRAM = 8
SHORTEST_SENTENCE = 5  # words; shorter ones are greetings and lines of a layout

_TEXTS: dict[str, Callable[[Sample], str]] = {
    "document": lambda sample: sample.document.text,
    "policy": lambda sample: sample.policy.text,
    "task": lambda sample: sample.task.text,
    "script": lambda sample: "\n".join(turn.text for turn in sample.script),
}
_COUNTS: dict[str, Callable[[Sample], int]] = {
    **{str(role): lambda sample, role=role: len(sample.with_role(role)) for role in Role},  # type: ignore[misc]
    "turns": lambda sample: len(sample.script),
}


class Spread(msgspec.Struct, frozen=True):
    """A number over samples: `n` of them; the other figures are None where n is 0."""

    n: int
    mean: float | None = None
    median: float | None = None
    low: float | None = None
    high: float | None = None


class Repetition(msgspec.Struct, frozen=True):
    """How much documents of different profiles have in common.

    `shared` is the greatest part of one document's 8-grams that another document has as well (0 to 1), and `pair` the
    two samples; `sentence` occurs in the greatest part `sentence_share` of its domain's documents.
    """

    shared: float
    pair: tuple[str, str] | None
    sentence: str
    sentence_share: float
    sentence_domain: str


class Stats(msgspec.Struct, frozen=True):
    """The figures of one data set, over all samples; `words_by_domain` and `words` have the text as key."""

    samples: int
    profiles: int
    by_domain: dict[str, int]
    by_form: dict[str, int]
    by_noise: dict[str, int]
    by_cell: dict[str, int]
    words: dict[str, Spread]
    words_by_domain: dict[str, dict[str, Spread]]
    attributes: dict[str, Spread]
    signal_to_noise: Spread
    repetition: Repetition


def stats(samples: Iterable[Sample]) -> Stats:
    """Return the figures of `samples`; each sample counts once, a profile's document once for repetition."""
    words: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    counts: dict[str, list[int]] = defaultdict(list)
    ratios: list[float] = []
    domains, forms, noises, cells = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    documents: dict[str, tuple[str, str, str]] = {}
    total = 0
    for sample in samples:
        total += 1
        domains[sample.domain] += 1
        forms[f"{sample.domain}/{sample.document.form}"] += 1
        noises[sample.document.noise] += 1
        cells[f"{sample.policy_level}/{sample.attack}"] += 1
        for name, text_of in _TEXTS.items():
            words[sample.domain][name].append(len(text_of(sample).split()))
        for name, count_of in _COUNTS.items():
            counts[name].append(count_of(sample))
        if other := len(sample.with_role(Role.OTHER)):
            ratios.append((len(sample.with_role(Role.PROTECTED)) + len(sample.with_role(Role.TASK))) / other)
        documents.setdefault(sample.group, (sample.id, sample.domain, sample.document.text))
    return Stats(
        samples=total,
        profiles=len(documents),
        by_domain=dict(domains),
        by_form=dict(sorted(forms.items())),
        by_noise=dict(sorted(noises.items())),
        by_cell=dict(sorted(cells.items())),
        words={name: spread([n for of in words.values() for n in of[name]]) for name in _TEXTS},
        words_by_domain={domain: {name: spread(of[name]) for name in _TEXTS} for domain, of in words.items()},
        attributes={name: spread(counts[name]) for name in _COUNTS},
        signal_to_noise=spread(ratios),
        repetition=repetition(list(documents.values())),
    )


def spread(numbers: Sequence[float]) -> Spread:
    """Return mean, median and range of `numbers`."""
    if not numbers:
        return Spread(0)
    return Spread(len(numbers), fmean(numbers), median(numbers), min(numbers), max(numbers))


def repetition(documents: Sequence[tuple[str, str, str]]) -> Repetition:
    """Return how much `documents` (sample id, domain, text; one a profile) have in common."""
    shared, pair = _most_shared(documents)
    sentence, share, domain = _most_frequent(documents)
    return Repetition(shared, pair, sentence, share, domain)


def ngrams(text: str) -> set[tuple[str, ...]]:
    """Return the 8-grams of a text's words, in small letters, marks apart."""
    words = re.findall(r"\w+(?:['’]\w+)?", text.lower())
    return {tuple(words[index : index + NGRAM]) for index in range(len(words) - NGRAM + 1)}


def sentences(text: str) -> set[str]:
    """Return the sentences of five words or more, in small letters; a line without an end mark is one of the layout."""
    parts = (part.strip(" >-*\"'“”") for part in re.split(r"(?<=[.!?])\s+|\n+", text))
    told = {" ".join(part.lower().split()) for part in parts if part.endswith((".", "!", "?"))}
    return {part for part in told if len(part.split()) >= SHORTEST_SENTENCE}


def _most_shared(documents: Sequence[tuple[str, str, str]]) -> tuple[float, tuple[str, str] | None]:
    holders: dict[int, list[int]] = defaultdict(list)
    sizes = []
    for index, (_, _, text) in enumerate(documents):
        grams = ngrams(text)
        sizes.append(len(grams))
        for gram in grams:
            holders[hash(gram)].append(index)
    common = Counter[tuple[int, int]]()
    for held_by in holders.values():
        if len(held_by) > 1:
            common.update(combinations(held_by, 2))
    best, pair = 0.0, None
    for (one, other), count in sorted(common.items()):
        share = count / min(sizes[one], sizes[other])
        if share > best:
            best, pair = share, (documents[one][0], documents[other][0])
    return best, pair


def _most_frequent(documents: Sequence[tuple[str, str, str]]) -> tuple[str, float, str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    totals = Counter[str]()
    for _, domain, text in documents:
        totals[domain] += 1
        counts[domain].update(sentences(text))
    found = (
        (count / totals[domain], domain, sentence)
        for domain, of in sorted(counts.items())
        for sentence, count in sorted(of.items())
        if count > 1
    )
    share, domain, sentence = max(found, default=(0.0, "", ""))
    return sentence, share, domain
