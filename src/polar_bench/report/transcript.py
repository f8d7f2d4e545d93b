"""A transcript for people: every turn, and what the trusted agent gave away in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from polar_bench.attributes import Role
from polar_bench.sample import Sample
from polar_bench.scoring import Disclosure, Score
from polar_bench.scoring.rows import ScoreRow
from polar_bench.trial import Speaker, Trial, Turn

_STYLES = {Role.PROTECTED: "bold white on red", Role.TASK: "bold green"}


def transcript(sample: Sample, trial: Trial, row: ScoreRow, *, with_document: bool = False) -> RenderableType:
    """Return one trial: policy, task, turns with disclosures marked, and the scores."""
    found = [d for score in row.scores.values() for d in score.disclosures]
    parts: list[RenderableType] = [
        Text(sample.id, style="bold"),
        Text(
            f"{sample.domain}, {sample.policy_level} {sample.policy_level.title} x "
            f"{sample.attack} {sample.attack.title}, {trial.attacker} attacker, repeat {trial.repeat}",
            style="bold",
        ),
        *_block("policy", sample.policy.text),
        *_block("task", sample.task.text),
    ]
    if with_document:
        parts += _block("document", sample.document.text.strip())
    parts.append(Text())
    for turn in trial.turns:
        parts += _turn(turn, found)
    parts += _ending(sample, trial, row)
    return Group(*parts)


def _block(name: str, text: str) -> list[RenderableType]:
    return [Text(name, style="dim"), Padding(Text(text), (0, 0, 0, 2))]


def _turn(turn: Turn, found: Iterable[Disclosure]) -> list[RenderableType]:
    is_trusted = turn.role is Speaker.TRUSTED
    heading = Text(f"{turn.role}", style="bold cyan" if is_trusted else "bold magenta")
    if turn.flags:
        heading.append(f"  [{', '.join(turn.flags)}]", style="yellow")
    body = Text(_printable(turn.text.strip()) or "(silence)", style="" if turn.text.strip() else "dim")
    if is_trusted:
        for disclosure in found:
            body.highlight_regex(re.compile(re.escape(disclosure.value), re.IGNORECASE), _STYLES[disclosure.role])
    parts: list[RenderableType] = [heading]
    if turn.reasoning:
        parts.append(Padding(Text(f"(reasoning) {_printable(turn.reasoning)}", style="dim"), (0, 0, 0, 2)))
    return [*parts, Padding(body, (0, 0, 1, 2))]


def _ending(sample: Sample, trial: Trial, row: ScoreRow) -> list[RenderableType]:
    if trial.unassessed is not None:
        return [Text(f"unassessed: {trial.unassessed} ({trial.detail})", style="bold yellow")]
    parts: list[RenderableType] = []
    for name, score in row.scores.items():
        parts.append(
            Text(
                f"{name}: privacy {score.privacy:.3f}, utility {score.utility:.3f}, overall {score.overall:.3f}",
                style="bold",
            )
        )
        parts += [_listed(sample, score, role) for role in (Role.PROTECTED, Role.TASK)]
    return parts


def _listed(sample: Sample, score: Score, role: Role) -> Text:
    total = len(sample.with_role(role))
    found = [d for d in score.disclosures if d.role is role]
    names = "; ".join(f"{d.attribute or 'value'} ({_printable(d.value)})" for d in found) or "none"
    return Text(f"  {role}: {len(found)} of {total} disclosed: {names}", style=_LISTED[role] if found else "")


_LISTED = {Role.PROTECTED: "red", Role.TASK: "green"}


def _printable(text: str) -> str:
    """Return `text` as a terminal can take it: no lone surrogates, no control characters but line breaks."""
    kept = (c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
    return "".join(kept)
