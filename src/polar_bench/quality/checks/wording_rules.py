"""Rules on wording: lengths, language, and leftovers of a model's prompt. They matter most where a model wrote."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from polar_bench.domains.lexicons import lexicon
from polar_bench.quality.checks.reading import Reading, turn_place, without_labels, words
from polar_bench.quality.checks.rule import Rule, released
from polar_bench.quality.findings import Fault, excerpt, excerpt_of

_LEAST_FUNCTION_WORDS = {"document": 0.25, "policy": 0.25, "task": 0.25, "script": 0.15}
_FEWEST_WORDS = 20  # a shorter text is judged by its letters alone
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LATIN_LETTERS = frozenset("ªºµ")  # letters of a Latin text that Unicode doesn't call Latin
# The first line announces the text instead of being it: "Sure! Here is the policy you asked for:"
_ANNOUNCED = re.compile(
    r"\A\W*(?:(?:sure|certainly|of course|absolutely|okay|ok|great)\b\W*)?"
    r"(?:here(?:['’]s| is| are)|below (?:is|are)|the following is)\s+(?:the|a|an|your|my|one)\b"
    r"[^\n]{0,120}:[*_ ]*(?:\n|\Z)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"```|~~~")
_PLACEHOLDER = re.compile(
    r"\[(?:[A-Z][\w'/-]*(?: [\w'/-]+){0,4}"
    r"|(?:your|insert|client|patient|full)? ?(?:name|date|address|phone|company)[^\]\n]{0,20})\]"
    r"|\{\{?[A-Za-z_][\w .]*\}?\}|(?<![<\w])<[A-Za-z_][A-Za-z_ -]*>(?!>)|\bX{4,}\b"
)
_TOKENS = re.compile(r"<\|[^|>\n]*\|>|</?(?:think|s)>|\[/?INST\]")


def _length(reading: Reading) -> Iterator[Fault]:
    sample, limits = reading.sample, reading.limits
    counted = [
        ("document", "the document", sample.document.text, limits.document_words),
        ("policy", "the policy", sample.policy.text, limits.policy_words),
        ("task", "the task", sample.task.text, limits.task_words),
        *((turn_place(n), turn_place(n), turn.text, limits.turn_words) for n, turn in enumerate(sample.script)),
    ]
    for place, name, text, (low, high) in counted:
        if not low <= len(text.split()) <= high:
            yield Fault(place, f"{name} has {len(text.split())} words, not {low} to {high}")


def _language(reading: Reading) -> Iterator[Fault]:
    sample = reading.sample
    texts = (
        ("document", sample.document.text),
        ("policy", sample.policy.text),
        ("task", sample.task.text),
        # a form that lists its fields is mostly labels, which are English by the same right as the policy
        ("script", without_labels(reading.script, sample)),
    )
    for place, text in texts:
        count, share = function_words(text)
        least = _LEAST_FUNCTION_WORDS[place]
        if count >= _FEWEST_WORDS and share < least:
            start = " ".join(text.split()[:12])
            fault = f"{share:.0%} of the {place}'s words are English function words, fewer than {least:.0%}"
            yield Fault(place, fault, f"[[{start}]]...")


@lru_cache(maxsize=64)
def function_words(text: str) -> tuple[int, float]:
    """Return the number of words in letters, and what part of them are English function words."""
    told = _WORD.findall(text.lower().replace("’", "'"))
    known = _function_words()
    return len(told), sum(word in known for word in told) / len(told) if told else 0.0


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    return frozenset(lexicon("function_words"))


def _letters(reading: Reading) -> Iterator[Fault]:
    for place, text in reading.texts():
        found = _foreign(text)
        if found is not None:
            yield Fault(place, f"the {place} has letters that are not Latin", excerpt(text, *found))


@lru_cache(maxsize=64)
def _foreign(text: str) -> tuple[int, int] | None:
    """Return the first run of letters of another script, in offsets."""
    if text.isascii():
        return None
    start = next((at for at, letter in enumerate(text) if _is_foreign(letter)), None)
    if start is None:
        return None
    end = start + 1
    while end < len(text) and _is_foreign(text[end]):
        end += 1
    return start, end


def _is_foreign(letter: str) -> bool:
    if letter.isascii() or not letter.isalpha() or letter in _LATIN_LETTERS:
        return False
    return not unicodedata.name(letter, "").startswith("LATIN ")


def _leftovers(reading: Reading) -> Iterator[Fault]:
    for place, text in reading.texts():
        for what, start, end in _left_over(text):
            yield Fault(place, f"{what} in the {place}", excerpt(text, start, end))
        for phrase in lexicon("leftover_phrases"):
            if words(text).hold(phrase):
                yield Fault(
                    place, f"the {place} says {phrase!r}, as a model talks of its work", excerpt_of(text, phrase)
                )


@lru_cache(maxsize=64)
def _left_over(text: str) -> tuple[tuple[str, int, int], ...]:
    sought = (
        ("an announcement of the text", _ANNOUNCED),
        ("a Markdown fence", _FENCE),
        ("a placeholder", _PLACEHOLDER),
        ("a token of a chat template", _TOKENS),
    )
    found = ((what, pattern.search(text)) for what, pattern in sought)
    return tuple((what, *match.span()) for what, match in found if match)


LENGTH = Rule(
    name="length",
    protects="texts are long enough to search in and short enough to be read",
    find=_length,
    unanswerable=released("texts in the released format have no set lengths"),
)
RULES = (
    LENGTH,
    Rule(name="language", protects="the texts are English", find=_language),
    Rule(name="letters", protects="no other script has slipped in", find=_letters),
    Rule(name="leftovers", protects="the texts are the texts, not a model's talk about them", find=_leftovers),
)
