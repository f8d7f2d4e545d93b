"""The texts that a profile's samples hold, part by part: the way back from `outline.Outline.samples`.

Parts that samples share are read from those that agree. Must not know what is wrong with a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import POLICY_OF, SCRIPT_OF, SCRIPTS, Part
from polar_bench.sample import PolicyLevel, Sample

Unsound = tuple[str, Part | None]
"""A sample's id, and a part of it that has a fault."""
_LAST_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^.!?]+[.!?]*\s*$)")


def parts_of(samples: Iterable[Sample]) -> frozenset[Part]:
    """Return the parts that the texts of `samples` are made of."""
    parts = {Part.DOCUMENT, Part.TASK}
    for sample in samples:
        parts |= {POLICY_OF[sample.policy_level], SCRIPT_OF[sample.attack]}
        if sample.policy_level is PolicyLevel.P5:
            parts.add(Part.CONFLICT)
    return frozenset(parts)


def drafts_of(
    outline: Outline, samples: Sequence[Sample], unsound: Collection[Unsound] = ()
) -> dict[Part, tuple[str, ...]]:
    """Return the texts of `samples`, which stand in cells of the outline's square.

    Where samples of one profile have unlike texts for one part, that of most counts, and those that are `unsound` only
    where there is no other. A part whose text can't be told from its samples is left out: a task that
    can't be told from P5's sentence, a script of another number of turns.
    """
    drafts: dict[Part, tuple[str, ...]] = {
        Part.DOCUMENT: (_agreed(_sound(Part.DOCUMENT, samples, unsound), _document).removesuffix("\n"),)
    }
    for part in sorted(set(POLICY_OF.values())):
        if own := [s for s in samples if POLICY_OF[s.policy_level] is part]:
            drafts[part] = (_agreed(_sound(part, own, unsound), lambda s: s.policy.text),)
    drafts |= _task_drafts(outline, samples, unsound)
    for sample in samples:
        part = SCRIPT_OF[sample.attack]
        if len(sample.script) == len(outline.planned[part]):
            drafts[part] = tuple(turn.text for turn in sample.script)
    return drafts


def as_reply(part: Part, texts: Sequence[str]) -> str:
    """Return the texts of a part as a writer gives them: scripts with a mark before each turn."""
    if part not in SCRIPTS:
        return texts[0]
    return "\n\n".join(f"Turn {number}: {text}" for number, text in enumerate(texts, start=1))


def _task_drafts(
    outline: Outline, samples: Sequence[Sample], unsound: Collection[Unsound]
) -> dict[Part, tuple[str, ...]]:
    drafts: dict[Part, tuple[str, ...]] = {}
    plain = [s for s in samples if s.policy_level is not PolicyLevel.P5]
    if plain:
        drafts[Part.TASK] = (_agreed(_sound(Part.TASK, plain, unsound), lambda s: s.task.text),)
    contested = next((s.task.text for s in samples if s.policy_level is PolicyLevel.P5), None)
    if contested is None:
        return drafts
    base, sentence = _split(contested, outline.conflict)
    if plain and contested.startswith(f"{drafts[Part.TASK][0]} "):
        sentence = contested.removeprefix(f"{drafts[Part.TASK][0]} ")
    elif base:
        drafts.setdefault(Part.TASK, (base,))
    if sentence:
        drafts[Part.CONFLICT] = (sentence,)
    return drafts


def _split(text: str, conflict: str) -> tuple[str, str]:
    """Return P5's task without its sentence, and that sentence: the planned one, or the last; two "" for neither."""
    if conflict and text.endswith(f" {conflict}"):
        return text.removesuffix(conflict).strip(), conflict
    pieces = _LAST_SENTENCE.split(text.strip(), maxsplit=1)
    return (pieces[0], pieces[1]) if len(pieces) == 2 else ("", "")


def _sound(part: Part, samples: Sequence[Sample], unsound: Collection[Unsound]) -> Sequence[Sample]:
    return [sample for sample in samples if (sample.id, part) not in unsound] or samples


def _document(sample: Sample) -> str:
    return sample.document.text


def _agreed(samples: Sequence[Sample], text_of: Callable[[Sample], str]) -> str:
    ((text, _),) = Counter(map(text_of, samples)).most_common(1)
    return text
