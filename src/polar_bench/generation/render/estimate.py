"""What a rendering will take, before anything is asked: calls, tokens and money.

Calls are counted; tokens are characters / 4, the prompts' as they will be sent and the replies' as the templates' texts
are long. A few profiles, spread evenly over the set, stand for all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from polar_bench.domains.spec import DomainSpec
from polar_bench.generation.profile import ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render.llm import messages
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import POLICY_OF, SCRIPTS, Part

CHARACTERS_A_TOKEN = 4
_LOOKED_AT = 40


class Estimate(msgspec.Struct, frozen=True):
    """Calls and tokens if every text passes at once; `answered` of the calls have their answer already.

    Tokens are those of the calls that are left, reckoned from `looked_at` profiles.
    """

    profiles: int
    calls: int
    answered: int
    prompt_tokens: int
    reply_tokens: int
    looked_at: int

    def price(self, prompt: float, reply: float) -> float:
        """Return what the tokens cost at prices for a million of each, in the prices' currency."""
        return (self.prompt_tokens * prompt + self.reply_tokens * reply) / 1e6


def estimate(profiles: Sequence[tuple[DomainSpec, ProfileKey]], answered: Collection[str] = ()) -> Estimate:
    """Return what it takes to have `profiles` written, one call a part; `answered` are the names of kept answers."""
    step = max(1, len(profiles) // _LOOKED_AT)
    chosen = profiles[::step]
    prompt = reply = 0
    for spec, key in chosen:
        outline = Outline(draw_profile(spec, key))
        for part in Part:
            prompt += sum(len(message.content) for message in messages(outline, part, {}))
            reply += _length(outline, part)
    calls = len(profiles) * len(Part)
    there = sum(f"{key.group}/0/{part}/0" in answered for _, key in profiles for part in Part)
    share = (calls - there) / max(1, len(chosen) * len(Part)) / CHARACTERS_A_TOKEN
    return Estimate(
        profiles=len(profiles),
        calls=calls,
        answered=there,
        prompt_tokens=round(prompt * share),
        reply_tokens=round(reply * share),
        looked_at=len(chosen),
    )


def _length(outline: Outline, part: Part) -> int:
    """Return how many characters the templates' text of a part has."""
    if part is Part.DOCUMENT:
        return len(outline.document.text)
    if part is Part.TASK:
        return len(outline.gist)
    if part is Part.CONFLICT:
        return len(outline.conflict)
    if part in SCRIPTS:
        return sum(len(f"Turn {number}: {turn.text}\n") for number, turn in enumerate(outline.planned[part], 1))
    return next(len(outline.policies[level].text) for level, own in POLICY_OF.items() if own is part)
