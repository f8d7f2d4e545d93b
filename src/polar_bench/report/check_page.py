"""One page with samples to read and tick off: document, policy, task and script side by side, values marked by role.

Texts may come from a model and are hostile: everything is escaped by the template engine, and the page's own policy
lets no other script run and nothing be fetched. The same arguments give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from polar_bench.attributes import Attribute, Role
from polar_bench.quality.checks.reading import called, full_finds
from polar_bench.quality.findings import Finding
from polar_bench.report.marked import printable
from polar_bench.sample import Sample, ScriptTurn

LEGEND = (
    (Role.PROTECTED, "must not leave"),
    (Role.TASK, "the task needs it"),
    (Role.PERMITTED, "may leave, isn't needed"),
    (Role.OTHER, "of no concern"),
)
QUESTIONS = (
    ("natural", "Do the texts read naturally?"),
    ("consistent", "Do the texts agree with each other?"),
    ("in_form", "Does the document look like its form?"),
    ("clue", "Does any text give a clue that it shouldn't?"),
    ("policy_clear", "Is it clear what the policy lets out?"),
)
_RANK = {Role.PROTECTED: 0, Role.TASK: 1, Role.PERMITTED: 2, Role.OTHER: 3}


class Piece(NamedTuple):
    """A piece of a text; `role` and `name` are "" where no value stands in it."""

    text: str
    role: str = ""
    name: str = ""


class ShownTurn(NamedTuple):
    """A turn with what it is for, and which of its guesses is true."""

    text: list[Piece]
    notes: str


class ShownFinding(NamedTuple):
    """A finding, fit to be shown."""

    rule: str
    where: str
    fault: str
    evidence: str


class ShownAttribute(NamedTuple):
    """An attribute, fit to be shown."""

    name: str
    value: str
    role: str


class ShownSample(NamedTuple):
    """A sample, fit to be shown."""

    id: str
    domain: str
    cell: str
    form: str
    document: list[Piece]
    policy: list[Piece]
    task: list[Piece]
    turns: list[ShownTurn]
    attributes: list[ShownAttribute]
    findings: list[ShownFinding]


def page(samples: Sequence[Sample], found: Iterable[Finding], dataset: str, digest: str, seed: int) -> str:
    """Return the page; of `found` those are shown that are in `samples`. `digest` is that of the data set's file."""
    by_sample: dict[str, list[Finding]] = defaultdict(list)
    for finding in found:
        by_sample[finding.sample_id].append(finding)
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    style, script = _file("check.css"), _file("check.js")
    return environment.from_string(_file("check.html")).render(
        samples=[_shown(sample, by_sample[sample.id]) for sample in samples],
        dataset=printable(dataset),
        digest=digest,
        seed=seed,
        legend=LEGEND,
        questions=QUESTIONS,
        marked=_marked,
        style=Markup(style),
        style_hash=_hash(style),
        script=Markup(script),
        script_hash=_hash(script),
    )


def pieces(text: str, attributes: Iterable[Attribute]) -> list[Piece]:
    """Cut `text` where values stand in it; of values that overlap the longer one is marked, then the weightier role."""
    finds = [(span, attribute) for attribute in attributes for span in full_finds(text, attribute)]
    finds.sort(key=lambda find: (find[0].start - find[0].end, _RANK[find[1].role], find[0].start))
    taken: list[tuple[int, int, Attribute]] = []
    for span, attribute in finds:
        if all(span.end <= start or end <= span.start for start, end, _ in taken):
            taken.append((span.start, span.end, attribute))
    return list(_cut(text, sorted(taken, key=lambda one: one[0])))


def _cut(text: str, taken: Iterable[tuple[int, int, Attribute]]) -> Iterator[Piece]:
    at = 0
    for start, end, attribute in taken:
        if at < start:
            yield Piece(printable(text[at:start]))
        yield Piece(printable(text[start:end]), attribute.role.value, printable(called(attribute)))
        at = end
    if text[at:]:
        yield Piece(printable(text[at:]))


def _marked(told: Iterable[Piece]) -> Markup:
    return Markup("").join(
        Markup('<mark class="{}" title="{}">{}</mark>').format(piece.role, f"{piece.name}: {piece.role}", piece.text)
        if piece.role
        else escape(piece.text)
        for piece in told
    )


def _shown(sample: Sample, found: Iterable[Finding]) -> ShownSample:
    return ShownSample(
        id=printable(sample.id),
        domain=printable(sample.domain),
        cell=f"{sample.policy_level} {sample.policy_level.title} x {sample.attack} {_words(sample.attack.title)}",
        form=printable(_words(sample.document.form)),
        document=pieces(sample.document.text, sample.attributes),
        policy=pieces(sample.policy.text, sample.attributes),
        task=pieces(sample.task.text, sample.attributes),
        turns=[ShownTurn(pieces(turn.text, sample.attributes), printable(_notes(turn))) for turn in sample.script],
        attributes=[
            ShownAttribute(printable(called(a)), printable(a.value), a.role.value)
            for a in sorted(sample.attributes, key=lambda a: _RANK[a.role])
        ],
        findings=[ShownFinding(*map(printable, (f.rule, f.where, _fault(f), f.evidence))) for f in found],
    )


def _words(name: str) -> str:
    return name.replace("_", " ")


def _fault(finding: Finding) -> str:
    return f"{finding.fault} (lifted by {', '.join(finding.lifted_by)})" if finding.lifted_by else finding.fault


def _notes(turn: ScriptTurn) -> str:
    notes = []
    if turn.aim:
        notes.append(f"aim: {turn.aim}")
    if turn.guess:
        options = turn.guess.options
        is_true = turn.guess.true is not None and 0 <= turn.guess.true < len(options)
        notes.append(
            f"true: {options[turn.guess.true]}" if is_true and turn.guess.true is not None else "no guess is true"
        )
    return "; ".join(notes)


def _file(name: str) -> str:
    return (files("polar_bench") / "data" / "pages" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """Return the hash by which the page's policy knows its own script or style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
