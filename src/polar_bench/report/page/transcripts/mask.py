"""What a masked report hides: values that a policy protects, in every form in which they were found.

Samples of one profile share a document and differ in roles, so a value that one of them protects is hidden in all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

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
_LONGEST_KEPT, _LONGEST_VALUE = 5_000, 500
_HIDDEN = "[protected]"
_LIKE_ASCII = str.maketrans({"\u017f": "s", "\u212a": "k", "\u0130": "i", "\u0131": "i"})
_KEPT = 64
"""Masks that are kept: the samples of a profile are played close to each other."""
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
        self._literal = [_Literal(wording) for wording in self._labels]
        self._known: dict[str, list[Block]] = {}

    def blocks(self, raw: str) -> list[Block]:
        """Return what is hidden of `raw`, in order, without overlaps."""
        if not self.is_hiding or not raw:
            return []
        if (known := self._known.get(raw)) is not None:
            return known
        whole = self._labels.get(_folded(raw)) if len(raw) <= _LONGEST_VALUE else None
        found = merged(self._found(raw)) if whole is None else [Block(0, len(raw), whole)]
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
            for span in disguised.find(kind, wordings) if disguised.views else ():
                yield Block(span.start, span.end, label)
        plain = _plain(raw)
        for literal in self._literal:
            if literal.may_stand_in(plain):
                for start, end in literal.places(raw):
                    yield Block(start, end, self._labels.get(_folded(raw[start:end]), _HIDDEN))


class Hidden(NamedTuple):
    """What is hidden of a profile: protected attributes by name and value, and wordings with attributes' labels."""

    attributes: dict[tuple[str, str], Attribute]
    matched: dict[tuple[str, str], None]


def hides(run: TranscriptSource) -> dict[str, Hidden]:
    """Return what the trials of one run say is to be hidden, by profile."""
    made: dict[str, Hidden] = defaultdict(lambda: Hidden({}, {}))
    for played in run.transcripts():
        sample = played[0]
        own = made[sample.group]
        own.attributes.update({(a.name, a.value): a for a in sample.with_role(Role.PROTECTED)})
        own.matched.update(dict.fromkeys(_matched(played)))
    return dict(made)


def hidden_together(runs: Iterable[tuple[str, Mapping[str, Hidden]]]) -> dict[Profile, Hidden]:
    """Return what is to be hidden of every profile, whichever run says so; each run is given with its data set."""
    made: dict[Profile, Hidden] = defaultdict(lambda: Hidden({}, {}))
    for dataset, own in runs:
        for group, hidden in own.items():
            together = made[dataset, group]
            together.attributes.update(hidden.attributes)
            together.matched.update(hidden.matched)
    return dict(made)


class Masks:
    """The mask of every profile, made when it's first asked for; without `hidden` nothing is hidden."""

    def __init__(self, hidden: Mapping[Profile, Hidden] | None) -> None:
        self._hidden = hidden
        self._made: dict[Profile, Mask] = {}

    def of(self, dataset: str, group: str) -> Mask:
        """Return the mask of the profile `group` of a data set, of which something was played."""
        if self._hidden is None:
            return UNMASKED
        profile = dataset, group
        if (known := self._made.get(profile)) is not None:
            return known
        if len(self._made) >= _KEPT:
            del self._made[next(iter(self._made))]
        own = self._hidden[profile]
        made = self._made[profile] = Mask(tuple(own.attributes.values()), own.matched)
        return made


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


class _Literal:
    """A wording, found letter by letter in either case; its pattern is read when a text may hold it."""

    def __init__(self, wording: str) -> None:
        self._wording = wording
        self._words = wording.lower().split() if wording.isascii() else []
        self._read: re.Pattern[str] | None = None

    def may_stand_in(self, plain: str) -> bool:
        """Tell, fast, whether it pays to look, given the text as `_plain` makes it."""
        return all(word in plain for word in self._words)

    def places(self, raw: str) -> Iterator[tuple[int, int]]:
        """Yield where it stands."""
        if self._read is None:
            self._read = re.compile(_pattern(self._wording), re.IGNORECASE)
        return (match.span() for match in self._read.finditer(raw))


def _plain(raw: str) -> str:
    """Return `raw` in small letters, with the letters that a pattern of ASCII takes for ASCII ones as those."""
    return raw.lower() if raw.isascii() else raw.translate(_LIKE_ASCII).lower()


def _pattern(wording: str) -> str:
    spaced = r"\s+".join(map(re.escape, wording.split()))
    return rf"(?<!\w){spaced}(?!\w)" if len(wording) < _BORDERED else spaced


UNMASKED = Mask()
