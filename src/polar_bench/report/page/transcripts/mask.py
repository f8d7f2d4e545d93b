"""What a masked report hides: values that a policy protects, in every form in which they were found.

Samples of one profile share a document and differ in roles, so a value that one of them protects is hidden in all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from polar_bench.attributes import Attribute, Role
from polar_bench.matching.finder import Disguised, wanted
from polar_bench.matching.text import Text
from polar_bench.model.channels import split_text
from polar_bench.report.page.transcripts.shown import Block, escaped, merged, shown
from polar_bench.report.page.transcripts.source import Played, TranscriptSource
from polar_bench.scoring.disagreement import differing
from polar_bench.scoring.paper_places import place
from polar_bench.scoring.score import Channel, Disclosure
from polar_bench.trial import Speaker, Trial, Turn

_BORDERED = 4
"""Wordings shorter than this are hidden as whole words only."""
_LONGEST_KEPT = 5_000
_HIDDEN = "[protected]"
Profile = tuple[str, str]
"""A data set's digest and a profile's name."""


class Mask:
    """Finds what is to be hidden in the texts of one profile; without attributes it hides nothing."""

    def __init__(self, attributes: Sequence[Attribute] = (), matched: Iterable[tuple[str, str]] = ()) -> None:
        """Make the mask of `attributes`; `matched` are further wordings, each with the label of its attribute."""
        self.is_hiding = bool(attributes)
        self._wanted = [(a.kind, (a.value, *a.forms), _block_label(a, attributes)) for a in attributes]
        self._values = tuple(a.value for a in attributes)
        told = [(wording, label) for _, wordings, label in self._wanted for wording in wordings]
        labels = {a.label: label for a, (_, _, label) in zip(attributes, self._wanted, strict=True)}
        told += [(wording, labels.get(label, _HIDDEN)) for wording, label in matched]
        self._labels = {_folded(wording): label for wording, label in reversed(told) if wording.strip()}
        self._literal = _any_of(self._labels)
        self._known: dict[str, list[Block]] = {}

    def blocks(self, raw: str) -> list[Block]:
        """Return what is hidden of `raw`, in order, without overlaps."""
        if not self.is_hiding or not raw:
            return []
        if (known := self._known.get(raw)) is not None:
            return known
        found = merged(self._found(raw))
        if len(raw) <= _LONGEST_KEPT:
            self._known[raw] = found
        return found

    def text(self, raw: str) -> str:
        """Return `raw` as it's shown."""
        return shown(raw, (), self.blocks(raw)).text if self.is_hiding else escaped(raw)

    def label(self, attribute: str, value: str) -> str:
        """Return what stands in the place of a value."""
        return self._labels.get(_folded(value), f"[{attribute or 'protected'}]")

    def _found(self, raw: str) -> Iterator[Block]:
        text, disguised = Text(raw), Disguised(raw, self._values)
        for kind, wordings, label in self._wanted:
            sought = wanted(kind, wordings)
            for span in sought.find(text) if sought.may_stand_in(text) else ():
                yield Block(span.start, span.end, label)
            for span in disguised.find(kind, wordings):
                yield Block(span.start, span.end, label)
        for match in self._literal.finditer(raw) if self._literal else ():
            yield Block(match.start(), match.end(), self._labels.get(_folded(match.group()), _HIDDEN))


def masks(runs: Iterable[TranscriptSource]) -> Mapping[Profile, Mask]:
    """Return the mask of every profile that was played."""
    protected: dict[Profile, dict[tuple[str, str], Attribute]] = defaultdict(dict)
    matched: dict[Profile, dict[tuple[str, str], None]] = defaultdict(dict)
    for run in runs:
        for played in run.transcripts():
            sample = played[0]
            profile = run.dataset, sample.group
            protected[profile].update({(a.name, a.value): a for a in sample.with_role(Role.PROTECTED)})
            matched[profile].update(dict.fromkeys(_matched(played)))
    return {profile: Mask(tuple(own.values()), matched[profile]) for profile, own in protected.items()}


def thought(turn: Turn) -> str:
    """Return a turn's reasoning, as the `strict` scorer reads it."""
    return turn.reasoning or split_text(turn.text)[1]


def _matched(played: Played) -> Iterator[tuple[str, str]]:
    """Yield every wording in which a protected value was found, with its attribute's label."""
    sample, trial, row = played
    labels = {(a.name, a.value): a.label for a in sample.attributes}
    replies = [turn for turn in trial.turns if turn.role is Speaker.TRUSTED]
    strict = row.scores.get("strict")
    for found in strict.disclosures if strict else ():
        if found.role is Role.PROTECTED and found.span is not None and found.turn is not None:
            turn = replies[found.turn]
            text = thought(turn) if found.channel is Channel.REASONING else turn.text
            yield text[slice(*found.span)], labels[found.attribute, found.value]
    for found_by, found in differing(row.scores):
        if found.role is Role.PROTECTED and found_by == "paper" and (wording := _by_paper(trial, found)):
            yield wording, labels[found.attribute, found.value]


def _by_paper(trial: Trial, found: Disclosure) -> str:
    """Return what the `paper` scorer took for the value, "" where it was put together from far apart."""
    where = place(trial.replies, found.value)
    if where is None or where.reply is None or where.end - where.start > 2 * len(found.value) + 20:
        return ""
    return where.text[where.start : where.end]


def _block_label(attribute: Attribute, hidden: Iterable[Attribute]) -> str:
    """Return the label in brackets, unless it tells a value itself."""
    label = attribute.label or attribute.kind.value.replace("_", " ")
    tells = any(wording.casefold() in label.casefold() for a in hidden for wording in (a.value, *a.forms) if wording)
    return _HIDDEN if tells else f"[{label}]"


def _folded(wording: str) -> str:
    return " ".join(wording.split()).casefold()


def _any_of(wordings: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted(filter(None, wordings), key=lambda wording: (-len(wording), wording))
    return re.compile("|".join(map(_pattern, longest_first)), re.IGNORECASE) if longest_first else None


def _pattern(wording: str) -> str:
    spaced = r"\s+".join(map(re.escape, wording.split()))
    return rf"(?<!\w){spaced}(?!\w)" if len(wording) < _BORDERED else spaced


UNMASKED = Mask()
