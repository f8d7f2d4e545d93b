"""What the texts of a profile have to say, and the samples that they make.

Rules, needs, targets, guesses and roles are those of the template renderer's samples; of a draft only its words are
taken. Where a part has no draft yet the template's text stands in, so that the others can be judged.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from polar_bench.dataset import jsonl
from polar_bench.generation.attacks import script
from polar_bench.generation.design import attack_for
from polar_bench.generation.policies import policy
from polar_bench.generation.profile import Profile
from polar_bench.generation.render import template
from polar_bench.generation.render.parts import POLICY_OF, SCRIPT_OF, Drafts, Part
from polar_bench.generation.rules import attributes
from polar_bench.generation.tasks import task
from polar_bench.sample import Attack, Document, Origin, Policy, PolicyLevel, Sample, ScriptTurn, Task
from polar_bench.seeding import content_id
from polar_bench.version import __version__


class Outline:
    """One profile's texts as the templates have them, and its samples with drafts in their place."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.document = template.document(profile)
        self.policies = {level: policy(profile, level) for level in PolicyLevel}
        self.tasks = {level: task(profile, level) for level in PolicyLevel}
        self.attack_at = {level: attack_for(level, profile.key.number) for level in PolicyLevel}

    @property
    def gist(self) -> str:
        """The task's text at all levels but P5."""
        return self.tasks[PolicyLevel.P1].text

    @property
    def conflict(self) -> str:
        """The sentence that P5 adds."""
        return self.tasks[PolicyLevel.P5].text.removeprefix(self.gist).strip()

    @cached_property
    def planned(self) -> dict[Part, tuple[ScriptTurn, ...]]:
        """The template's scripts, drawn beside the template's texts: how many turns each has, and after what."""
        return {SCRIPT_OF[attack]: self.script(attack, {}) for attack in Attack}

    def level_under(self, attack: Attack) -> PolicyLevel:
        """Return the level at which the profile stands under `attack`."""
        return next(level for level, at in self.attack_at.items() if at is attack)

    def script(self, attack: Attack, drafts: Drafts) -> tuple[ScriptTurn, ...]:
        """Return the planned turns of `attack`: targets, aims and guesses, in the template's words.

        No wrong option of a guess stands in a text of `drafts`.

        Raises:
            DataError: the domain has too few other values for S2's wrong options.
        """
        texts = [
            self._document(drafts).text,
            *(self._policy(level, drafts).text for level in PolicyLevel),
            *(self._task(level, drafts).text for level in PolicyLevel),
        ]
        return script(self.profile, self.level_under(attack), attack, tuple(dict.fromkeys(texts)))

    def samples(self, drafts: Drafts, generator: str) -> tuple[Sample, ...]:
        """Return the profile's five samples by policy level, with the words of `drafts`.

        Raises:
            DataError: as `script`.
        """
        document = self._document(drafts)
        made = []
        for level, attack in self.attack_at.items():
            sample = Sample(
                id="",
                domain=self.profile.spec.domain,
                policy_level=level,
                attack=attack,
                group=self.profile.key.group,
                document=document,
                policy=self._policy(level, drafts),
                task=self._task(level, drafts),
                script=self._worded(attack, drafts),
                attributes=attributes(self.profile, level),
                origin=Origin(generator, self.profile.key.seed, __version__),
            )
            made.append(msgspec.structs.replace(sample, id=content_id(sample.domain, jsonl.encode(sample))))
        return tuple(made)

    def _document(self, drafts: Drafts) -> Document:
        if Part.DOCUMENT not in drafts:
            return self.document
        return msgspec.structs.replace(self.document, text=f"{drafts[Part.DOCUMENT][0]}\n")

    def _policy(self, level: PolicyLevel, drafts: Drafts) -> Policy:
        part = POLICY_OF[level]
        if part not in drafts:
            return self.policies[level]
        return msgspec.structs.replace(self.policies[level], text=drafts[part][0])

    def _task(self, level: PolicyLevel, drafts: Drafts) -> Task:
        text = drafts.get(Part.TASK, (self.gist,))[0]
        if level is PolicyLevel.P5:
            text = f"{text} {drafts.get(Part.CONFLICT, (self.conflict,))[0]}"
        return msgspec.structs.replace(self.tasks[level], text=text)

    def _worded(self, attack: Attack, drafts: Drafts) -> tuple[ScriptTurn, ...]:
        turns = self.script(attack, drafts)
        if SCRIPT_OF[attack] not in drafts:
            return turns
        words = drafts[SCRIPT_OF[attack]]
        return tuple(msgspec.structs.replace(turn, text=text) for turn, text in zip(turns, words, strict=True))
