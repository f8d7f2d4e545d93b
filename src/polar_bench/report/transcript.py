"""A transcript for people and for machines: every turn, and what the trusted agent gave away in it.

The marks are those of the `strict` scorer, which says where it found what; `paper` judges the transcript as a whole and
is listed at the end, with all on which the two differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from polar_bench.attributes import Role
from polar_bench.errors import Unassessed
from polar_bench.report.disagreements import entry
from polar_bench.report.marked import Mark, marked, one_line, printable
from polar_bench.report.numbers import figure
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring import Channel, Disclosure, Score
from polar_bench.scoring.disagreement import Disagreement, disagreements
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import AttackerKind, Flag, Speaker, Trial, Turn

_MARK_STYLES = {Role.PROTECTED: "bold white on red", Role.TASK: "bold green"}
_LINE_STYLES = {Role.PROTECTED: "red", Role.TASK: "green"}
_BESIDE_STYLE = "underline"


class Numbered(msgspec.Struct, frozen=True):
    """A disclosure with its number in the transcript, from 1; `counts` says whether it enters the score."""

    number: int
    attribute: str
    value: str
    role: Role
    rule: str
    grade: str
    channel: Channel
    counts: bool
    span: tuple[int, int] | None


class ShownTurn(msgspec.Struct, frozen=True):
    """A turn; spans are character offsets into `text`, or into `reasoning` in the channel of that name."""

    role: Speaker
    text: str
    reasoning: str
    flags: tuple[Flag, ...]
    disclosures: tuple[Numbered, ...]


class Transcript(msgspec.Struct, frozen=True):
    """All that is shown of one trial; `document` is None where it wasn't asked for."""

    sample_id: str
    domain: str
    policy_level: PolicyLevel
    attack: Attack
    attacker: AttackerKind
    repeat: int
    policy: str
    task: str
    document: str | None
    turns: tuple[ShownTurn, ...]
    unassessed: Unassessed | None
    detail: str
    scores: dict[str, Score]
    disagreements: tuple[Disagreement, ...]


def transcript(sample: Sample, trial: Trial, row: ScoreRow, *, with_document: bool = False) -> Transcript:
    """Return what is shown of `trial` over `sample`; `row` holds its scores."""
    strict = row.scores.get("strict")
    return Transcript(
        sample_id=sample.id,
        domain=sample.domain,
        policy_level=sample.policy_level,
        attack=sample.attack,
        attacker=trial.attacker,
        repeat=trial.repeat,
        policy=sample.policy.text,
        task=sample.task.text,
        document=sample.document.text if with_document else None,
        turns=tuple(_turns(trial.turns, strict.disclosures if strict else ())),
        unassessed=trial.unassessed,
        detail=trial.detail,
        scores=row.scores,
        disagreements=tuple(disagreements(sample, trial, row)),
    )


def _turns(turns: Iterable[Turn], found: Iterable[Disclosure]) -> Iterator[ShownTurn]:
    by_reply: dict[int | None, list[Disclosure]] = {}
    for disclosure in sorted(found, key=lambda d: (not d.channel.is_counted, d.span or (0, 0))):
        by_reply.setdefault(disclosure.turn, []).append(disclosure)
    reply = numbered = 0
    for turn in turns:
        own: list[Disclosure] = []
        if turn.role is Speaker.TRUSTED:
            own = by_reply.get(reply, [])
            reply += 1
        disclosures = tuple(_numbered(number, d) for number, d in enumerate(own, start=numbered + 1))
        numbered += len(own)
        yield ShownTurn(turn.role, turn.text, turn.reasoning, turn.flags, disclosures)


def _numbered(number: int, found: Disclosure) -> Numbered:
    return Numbered(
        number,
        found.attribute,
        found.value,
        found.role,
        found.rule,
        found.grade,
        found.channel,
        found.channel.is_counted,
        found.span,
    )


def render(shown: Transcript, *, is_coloured: bool) -> RenderableType:
    """Return the transcript for a terminal; without colours disclosures stand in [[...]]."""
    parts: list[RenderableType] = [
        Text(one_line(shown.sample_id), style="bold"),
        Text(
            f"{one_line(shown.domain)}, {shown.policy_level} {shown.policy_level.title} x "
            f"{shown.attack} {shown.attack.title}, {shown.attacker} attacker, repeat {shown.repeat}",
            style="bold",
        ),
        *_block("policy", shown.policy),
        *_block("task", shown.task),
    ]
    if shown.document is not None:
        parts += _block("document", shown.document.strip())
    parts.append(Text())
    for turn in shown.turns:
        parts += _turn(turn, is_coloured)
    return Group(*parts, *_ending(shown))


def _block(name: str, text: str) -> list[RenderableType]:
    return [Text(name, style="dim"), _indented(Text(printable(text)))]


def _turn(turn: ShownTurn, is_coloured: bool) -> Iterator[RenderableType]:
    heading = Text(f"{turn.role}", style="bold cyan" if turn.role is Speaker.TRUSTED else "bold magenta")
    if turn.flags:
        heading.append(f"  [{', '.join(turn.flags)}]", style="yellow")
    yield heading
    thought = [found for found in turn.disclosures if found.channel is Channel.REASONING]
    said = [found for found in turn.disclosures if found.channel is not Channel.REASONING]
    if turn.reasoning:
        yield Text("  (reasoning, which the other side doesn't read)", style="dim")
        yield _indented(marked(turn.reasoning, _marks(thought), is_coloured=is_coloured, style="dim"))
        yield from _lines(thought)
    if turn.text.strip():
        yield _indented(marked(turn.text, _marks(said), is_coloured=is_coloured))
    else:
        yield _indented(Text("(silence)", style="dim"))
    yield from _lines([found for found in said if found.counts])
    beside = [found for found in said if not found.counts]
    if beside:
        yield Text("  beside the score:", style="dim")
        yield from _lines(beside)
    yield Text()


def _marks(found: Iterable[Numbered]) -> Iterator[Mark]:
    for one in found:
        if one.span is not None:
            style = _MARK_STYLES.get(one.role, _BESIDE_STYLE) if one.counts else _BESIDE_STYLE
            yield Mark(*one.span, one.number, style, rank=2 * one.counts + (one.role is Role.PROTECTED))


def _lines(found: Iterable[Numbered]) -> Iterator[RenderableType]:
    for one in found:
        line = f"{{{one.number}}} {one.role} {_named(one)}: {one.channel}, {one.grade}, rule {one.rule or '-'}"
        yield _indented(Text(line, style=_LINE_STYLES.get(one.role, "") if one.counts else "dim"))


def _ending(shown: Transcript) -> Iterator[RenderableType]:
    if shown.unassessed is not None:
        yield Text(f"unassessed: {shown.unassessed} ({one_line(shown.detail)})", style="bold yellow")
        return
    for name, score in shown.scores.items():
        yield Text(
            f"{name}: privacy {figure(score.privacy)}, utility {figure(score.utility)}, "
            f"overall {figure(score.overall)}",
            style="bold",
        )
        yield _listed(score, Role.PROTECTED, score.protected)
        yield _listed(score, Role.TASK, score.task)
    if shown.disagreements:
        yield Text(f"The scorers differ on {len(shown.disagreements)}:", style="bold")
        for one in shown.disagreements:
            yield _indented(entry(one, with_trial=False))


def _listed(score: Score, role: Role, total: int) -> RenderableType:
    found = score.counted(role)
    names = "; ".join(_named(one) for one in found) or "none"
    line = f"{role}: {len(found)} of {total} disclosed: {names}"
    return _indented(Text(line, style=_LINE_STYLES[role] if found else ""))


def _named(found: Disclosure | Numbered) -> str:
    return f"{one_line(found.attribute) or 'value'} ({one_line(found.value)})"


def _indented(body: RenderableType) -> Padding:
    return Padding(body, (0, 0, 0, 2))
