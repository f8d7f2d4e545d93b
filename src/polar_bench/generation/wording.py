"""The grammar that policies, tasks and scripts share: lists, articles, possessives, capitals, filled frames.

Must not know of profiles, levels or attacks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from polar_bench.domains.phrases import expand, fill
from polar_bench.generation.draws import Draw

_DETERMINERS = re.compile(
    r"(?:an?|the|this|that|these|those|any|all|his|her|its|their|our|your|who|whom|whose|what|which|how|when|where|why)\b",
    re.IGNORECASE,
)
_AFTER_HEAD = re.compile(r" (?:for|of|that|which|in|into|to|towards|with|on|at|by|from|about|under|behind|per)\b.*")
_SINGULAR_ENDINGS = ("ss", "us", "is")


def capital(text: str) -> str:
    """Return `text` with a capital first letter; all else stays."""
    return text[:1].upper() + text[1:]


def series(items: Sequence[str], word: str) -> str:
    """Return "a, b and c", with `word` before the last one."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def clauses(items: Sequence[str]) -> str:
    """Return "a, b, and c": for items that are clauses, which need the comma before "and"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def the(label: str) -> str:
    """Return the label with "the" before it, unless it brings a word of that sort with it."""
    return label if _has_determiner(label) else f"the {label}"


def the_series(labels: Sequence[str], word: str) -> str:
    """Return "the a, b and c": one article before the first label."""
    return series([the(label) for label in labels[:1]] + list(labels[1:]), word)


def possessive(subject: str) -> str:
    """Return "the patient's", "the parents'"."""
    is_plural_s = subject.endswith("s") and not subject.endswith(_SINGULAR_ENDINGS)
    return f"{subject}'" if is_plural_s else f"{subject}'s"


def possessed_series(subject: str, labels: Sequence[str], word: str) -> str:
    """Return "the patient's a, b or c": labels with an article of their own come last, for the grammar's sake."""
    bare = [label for label in labels if not _has_determiner(label)]
    others = [label for label in labels if _has_determiner(label)]
    first = [f"{possessive(subject)} {label}" for label in bare[:1]]
    return series(first + bare[1:] + others, word)


def be(label: str) -> str:
    """Return "is" or "are", as the label's main noun asks for."""
    words = _AFTER_HEAD.sub("", label).split()
    noun = words[-1].lower() if words else ""
    return "are" if noun.endswith("s") and not noun.endswith(_SINGULAR_ENDINGS) else "is"


def filled(frame: str, values: Mapping[str, str]) -> str:
    """Return `frame` with its placeholders filled; "{Name}" is the value of "{name}" with a capital.

    Raises:
        KeyError: a placeholder that `values` don't hold.
    """

    def value_of(name: str) -> str:
        return values[name] if name in values else capital(values[name[:1].lower() + name[1:]])

    return fill(frame, value_of)


def sentence(frame: str, values: Mapping[str, str]) -> str:
    """Return `frame` filled, with a capital first letter."""
    return capital(filled(frame, values))


def drawn(frames: Sequence[str], draw: Draw, values: Mapping[str, str]) -> str:
    """Return one of `frames` as a sentence, its alternatives chosen and its placeholders filled."""
    return sentence(expand(draw.pick(frames), draw.below), values)


def _has_determiner(label: str) -> bool:
    return _DETERMINERS.match(label) is not None
