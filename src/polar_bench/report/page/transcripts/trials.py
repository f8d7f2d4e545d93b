"""One transcript as the page gets it: turns with spans to mark, what was found in them, scores and disagreements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from polar_bench.attributes import Role
from polar_bench.report.numbers import figure
from polar_bench.report.page.transcripts.mask import Mask, thought
from polar_bench.report.page.transcripts.shown import escaped, shown
from polar_bench.report.page.transcripts.source import Played
from polar_bench.report.transcript import Numbered, ShownTurn, transcript
from polar_bench.scoring.disagreement import Disagreement
from polar_bench.scoring.score import Channel, Score
from polar_bench.trial import Turn

Labels = dict[tuple[str, str], str]
"""What an attribute of a name and a value is called."""


def entry(played: Played, mask: Mask) -> dict[str, Any]:  # Any: JSON
    """Return the transcript; texts are as they're shown, spans in UTF-16 units of them."""
    sample, trial, row = played
    labels = {(a.name, a.value): escaped(a.label or a.name) for a in sample.attributes}
    view = transcript(sample, trial, row)
    return {
        "attacker": trial.attacker.value,
        "turns": [_turn(told, turn, labels, mask) for told, turn in zip(view.turns, trial.turns, strict=True)],
        "unassessed": trial.unassessed.value if trial.unassessed else "",
        "detail": mask.text(trial.detail),
        "scores": [_score(name, score, labels, mask) for name, score in view.scores.items()],
        "differ": [_disagreement(one, labels, mask) for one in view.disagreements],
    }


def _turn(told: ShownTurn, turn: Turn, labels: Labels, mask: Mask) -> dict[str, Any]:
    said = [one for one in told.disclosures if one.channel is not Channel.REASONING]
    thoughts = [one for one in told.disclosures if one.channel is Channel.REASONING]
    made: dict[str, Any] = {"role": told.role}
    made["text"], made["marks"] = _marked(told.text, said, mask)
    if reasoning := thought(turn) if thoughts else told.reasoning:
        made["reasoning"], made["thoughts"] = _marked(reasoning, thoughts, mask)
    if told.flags:
        made["flags"] = [flag.value for flag in told.flags]
    if told.disclosures:
        made["found"] = [_found(one, labels, mask) for one in told.disclosures]
    return made


def _marked(raw: str, found: list[Numbered], mask: Mask) -> tuple[str, list[list[int]]]:
    placed = [(one.span, one.number) for one in found if one.span is not None]
    text, spans = shown(raw, [span for span, _ in placed], mask.blocks(raw))
    return text, [[start, end, number] for (start, end), (_, number) in zip(spans, placed, strict=True)]


def _found(one: Numbered, labels: Labels, mask: Mask) -> list[Any]:
    """Return number, role, label, value, channel, grade, rule, and whether it counts (1) or stands beside (0)."""
    label = labels.get((one.attribute, one.value), one.attribute)
    return [
        one.number,
        one.role,
        label,
        mask.text(one.value),
        one.channel,
        one.grade,
        one.rule,
        int(one.counts),
    ]


def _score(name: str, score: Score, labels: Labels, mask: Mask) -> dict[str, Any]:
    def told(role: Role) -> Iterator[list[str]]:
        for one in score.counted(role):
            yield [labels.get((one.attribute, one.value), one.attribute), mask.text(one.value)]

    return {
        "scorer": name,
        "privacy": figure(score.privacy),
        "utility": figure(score.utility),
        "overall": figure(score.overall),
        "protected": [score.protected, list(told(Role.PROTECTED))],
        "task": [score.task, list(told(Role.TASK))],
    }


def _disagreement(one: Disagreement, labels: Labels, mask: Mask) -> dict[str, Any]:
    # A sentence made of words from several places can give a value away word by word.
    is_pieces = mask.is_hiding and one.role is Role.PROTECTED and one.note.startswith("made of words")
    return {
        "role": one.role,
        "label": labels.get((one.attribute, one.value), one.attribute),
        "value": mask.text(one.value),
        "by": one.found_by,
        "how": f"{one.channel}, rule {one.rule}" if one.channel else "",
        "reply": None if one.turn is None else one.turn + 1,
        "sentence": mask.label(one.attribute, one.value) if is_pieces else mask.text(one.sentence),
        "note": mask.text(one.note),
    }
