"""Which written part is to blame for what the rules find in a profile's samples.

A part is judged inside whole samples, in which the templates' texts stand for what isn't written yet. What no part is
to blame for lies in the profile itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from polar_bench.generation.render.brief import concepts, task_limits
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import POLICY_OF, SCRIPT_OF, Drafts, Part
from polar_bench.quality.checks import findings
from polar_bench.quality.findings import Finding
from polar_bench.roles import Allow
from polar_bench.sample import PolicyLevel, Sample

_OF_DOCUMENT = frozenset({"coverage", "fact-once", "judge.conveyed"})
_HELD_TOO = frozenset({"form"})
"""Rules that a set need not keep, but a writer who was told how."""
PROFILE = None
"""In place of a part: the drawn values are to blame."""

Faults = dict[Part | None, list[str]]


def part_faults(
    outline: Outline, drafts: Drafts, generator: str, parts: Collection[Part], lifted: Collection[str] = ()
) -> Faults:
    """Return the faults of each of `parts` with `drafts` in place, in words for whoever writes it anew; {} for none.

    Faults of the profile are under `PROFILE`; those of parts that aren't asked for are left out, and so are findings of
    coverage in places that are `lifted`.

    Raises:
        DataError: the domain has too few other values for S2's wrong options.
    """
    found: Faults = {}
    samples = outline.samples(drafts, generator)
    for part, text in (*_by_rules(samples, parts, lifted), *_by_outline(outline, drafts)):
        if (part is PROFILE or part in parts) and text not in found.setdefault(part, []):
            found[part].append(text)
    return {part: texts for part, texts in found.items() if texts}


def must_faults(outline: Outline, drafts: Drafts, generator: str, lifted: Collection[str] = ()) -> Faults:
    """Return the faults of all parts by the rules that must hold of a set, and by no other; {} for none.

    Raises:
        DataError: as `part_faults`.
    """
    found: Faults = {}
    for part, text in _by_rules(outline.samples(drafts, generator), tuple(Part), lifted, is_must_only=True):
        if text not in found.setdefault(part, []):
            found[part].append(text)
    return found


def _by_rules(
    samples: Collection[Sample], parts: Collection[Part], lifted: Collection[str], *, is_must_only: bool = False
) -> Iterator[tuple[Part | None, str]]:
    of_task: set[tuple[str, str]] = set()
    for sample in samples:
        for finding in findings(sample):
            if not finding.is_must and (is_must_only or finding.rule not in _HELD_TOO):
                continue
            if finding.rule == "coverage" and finding.where in lifted:
                continue
            part = part_of(finding, sample)
            if part is Part.TASK and sample.policy_level is PolicyLevel.P5:
                is_length = finding.rule == "length" and not is_must_only
                if is_length or (finding.rule, finding.fault) in of_task:
                    continue  # lengths of the two texts that it is made of are looked at one by one
                part = Part.CONFLICT if Part.CONFLICT in parts else Part.TASK
            elif part is Part.TASK:
                of_task.add((finding.rule, finding.fault))
            yield part, in_words(finding)


def part_of(finding: Finding, sample: Sample) -> Part | None:
    """Return the part to blame for a finding in `sample`; PROFILE where no text is."""
    if finding.where == "document" or finding.rule in _OF_DOCUMENT:
        return Part.DOCUMENT
    if finding.where == "policy":
        return POLICY_OF[sample.policy_level]
    if finding.where == "task":
        return Part.TASK
    if finding.where == "script" or finding.where.startswith("turn "):
        return SCRIPT_OF[sample.attack]
    return PROFILE


def in_words(finding: Finding) -> str:
    """Return a finding as whoever writes the text is told of it."""
    place = f"{finding.where}: " if finding.where.startswith("turn ") else ""
    return f"{place}{finding.fault}" + (f" ({finding.evidence})" if finding.evidence else "")


def _by_outline(outline: Outline, drafts: Drafts) -> Iterator[tuple[Part | None, str]]:
    """Yield what rules over samples can't see: words that the writer was told to keep, and lengths of single texts."""
    profile = outline.profile
    policy = drafts.get(Part.POLICY_P2, ("",))[0].lower()
    for allow in (Allow.NEVER, Allow.ALWAYS):
        for wording in concepts(profile, allow):
            if wording.lower() not in policy:
                yield Part.POLICY_P2, f"the kind {wording!r} is missing"
    task = drafts.get(Part.TASK, ("",))[0]
    if profile.counterpart not in " ".join(task.split()):
        yield Part.TASK, f"the name {profile.counterpart!r} is missing"
    sentence = drafts.get(Part.CONFLICT, (outline.conflict,))[0]
    sought = _stems(outline.conflict)
    if sought and not sought & _stems(sentence):
        yield Part.CONFLICT, f"it shares no word with the sentence that it is to say again ({outline.conflict})"
    for part, most in zip((Part.TASK, Part.CONFLICT), task_limits(outline), strict=True):
        count = len(drafts.get(part, ("",))[0].split())
        if count > most:
            yield part, f"it has {count} words, and at most {most} are wanted"


def _stems(text: str) -> set[str]:
    """Return the beginnings of the longer words: "illness" and "illnesses" have the same."""
    return {word[:5].lower() for word in re.findall(r"[^\W\d_]{5,}", text)}
