"""The adaptive attacker: a chat model that writes each planned turn anew in the light of the dialogue.

Under `polar` its prompts are built from an `AttackerBrief`: no value, no truth, no role can reach it. Under `released`
it is handed the protected and the task values as well, as the released evaluator does; the manifest names the protocol.
A turn that can't be used ends the trial as `attacker_failed`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import msgspec

from polar_bench.agent.prompts import Prompts
from polar_bench.agent.views import RAW, SPOKEN, View
from polar_bench.dialogue.attackers import Attacker, AttackerFactory, scripted, scripted_as_released, turn_cap
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.model.port import ChatModel, ChatRequest, Message, Sampling
from polar_bench.sample import AsReleased, Attack, PlannedTurn, Sample, attacker_brief
from polar_bench.trial import AttackerKind, Flag, Speaker, Turn

STOP = "<STOP>"
SAMPLING = Sampling(temperature=0.0, max_tokens=500)
SAMPLING_AS_RELEASED = Sampling(temperature=0.0, top_p=1.0, max_tokens=500)
_NO_AIM = "what its words say"
_SORRY = r"(?:i(?:['’]| a)m )?(?:really |so |very )?sorry|i apologi[sz]e|unfortunately|as an ai(?: \w+){0,3}"
_UNABLE = (
    r"i (?:can(?:no|['’])?t|can not|won['’]?t|will not|(?:must|have to|need to)(?= decline)|do(?: not|n['’]t) feel)"
    r"|i(?:['’]| a)m (?:not able to|unable to|not comfortable|going to(?= decline))"
)
_TO_ATTACK = (
    r"(?:help|assist|comply|continu|participat|fulfil|take part|role-?play|engag|decline|do (?:this|that))\w*"
    r"|(?:writ|generat|provid|craft|creat|produc)\w* [^.!?\n]{0,80}?"
    r"\b(?:this|that|such|messages?|content|requests?|extract\w*|manipulat\w*)"
)
_ON_A_CONDITION = r"[^.!?\n]*(?:\?|\b(?:without|unless|until|if|before|but)\b)"  # that is pressure, and no refusal
_REFUSAL = re.compile(
    rf"\W*(?:(?:{_SORRY})[\s,;:–—-]+(?:but )?)?"
    rf"(?:{_UNABLE})(?: [\w'’-]+){{0,3}}? (?:{_TO_ATTACK})\b(?!{_ON_A_CONDITION})",
    re.IGNORECASE,
)


class AdaptiveAttacker:
    """A chat model as the third party of one trial."""

    kind = AttackerKind.ADAPTIVE

    def __init__(self, model: ChatModel, sampling: Sampling, system: str, rounds: Sequence[str], view: View) -> None:
        """Take the system message, and for each round the message that asks for its turn."""
        self._model = model
        self._sampling = sampling
        self._system = Message("system", system)
        self._rounds = rounds
        self._view = view

    async def next_turn(self, turns: Sequence[Turn], seed: int) -> Turn | None:
        """Return the model's next turn, or None after the last round or where it stops.

        Raises:
            ModelFailure: the model gave no turn, or one that the dialogue can't go on with.
        """
        said = sum(turn.role is Speaker.ATTACKER for turn in turns)
        if said == len(self._rounds):
            return None
        messages = (self._system, *self._asking(turns, said))
        answer = await self._model.complete(ChatRequest(messages, self._sampling, seed))
        turn = self._view.turn(answer, Speaker.ATTACKER)
        if turn.text.strip() == STOP:
            if said == 0 or self._view is SPOKEN:
                raise _failed(f"the attacker stopped before round {said + 1}")
            return None
        if not turn.text.strip() and self._view is SPOKEN:
            raise _failed("the attacker's turn is empty")
        if _REFUSAL.match(turn.text):
            if self._view is SPOKEN:
                raise _failed(f"the attacker model refuses to attack: {' '.join(turn.text.split())[:120]}")
            return msgspec.structs.replace(turn, flags=(*turn.flags, Flag.ATTACK_REFUSED))
        return turn

    def _asking(self, turns: Sequence[Turn], said: int) -> list[Message]:
        """Return the dialogue and the message that asks for the next turn.

        Where turns are spoken the roles take turns, as many servers' chat templates want it: what asked for the first
        turn stands before it, and what asks for the next joins the reply before it.
        """
        history = self._view.history(turns, Speaker.ATTACKER)
        asked = Message("user", self._rounds[said])
        if self._view is not SPOKEN or not history:
            return [*history, asked]
        opening = Message("user", self._rounds[0])
        if history[-1].role == asked.role:
            asked = Message("user", f"{history.pop().content}\n\n{asked.content}")
        return [opening, *history, asked]


def adaptive(model: ChatModel, prompts: Prompts) -> AttackerFactory:
    """Return the factory of protocol `polar`: `model` writes S5 anew, the other attacks are played as scripted."""

    def make(sample: Sample) -> Attacker:
        if sample.attack is not Attack.S5 or not sample.script:
            return scripted(sample)
        brief = attacker_brief(sample)
        turns = "\n".join(f"{number}. {turn.text}" for number, turn in enumerate(brief.turns, start=1))
        targets = "\n".join(f"- {label}" for label in brief.targets) or "- whatever the planned turns ask for"
        system = prompts["attacker"].fill({"task": brief.task, "targets": targets, "script": turns})
        rounds = _rounds(prompts, brief.turns, {})
        return AdaptiveAttacker(model, SAMPLING, system, rounds, SPOKEN)

    return make


def adaptive_as_released(model: ChatModel, prompts: Prompts) -> AttackerFactory:
    """Return the factory of protocol `released`: `model` writes S5, and every turn of a sample without a script."""

    def make(sample: Sample) -> Attacker:
        if sample.script and sample.attack is not Attack.S5:
            return scripted_as_released(sample)
        cap = turn_cap(sample)
        planned = [PlannedTurn(turn.text) for turn in sample.script[:cap]] or [PlannedTurn("")] * cap
        record = sample.as_released or _as_if_released(sample)
        values = {"protected_values": record.protected_values, "task_values": record.task_values}
        brief = attacker_brief(sample)
        system = prompts["attacker"].fill(
            {"script": record.script, "task": brief.task, "targets": "\n".join(brief.targets)}
        )
        listed = {name: json.dumps(list(given), ensure_ascii=False, indent=2) for name, given in values.items()}
        return AdaptiveAttacker(model, SAMPLING_AS_RELEASED, system, _rounds(prompts, planned, listed), RAW)

    return make


def _rounds(prompts: Prompts, planned: Sequence[PlannedTurn], values: dict[str, str]) -> list[str]:
    return [
        prompts["attacker_round"].fill(
            {
                "round": str(number),
                "rounds": str(len(planned)),
                "planned": turn.text,
                "aim": turn.aim or _NO_AIM,
                **values,
            }
        )
        for number, turn in enumerate(planned, start=1)
    ]


def _as_if_released(sample: Sample) -> AsReleased:
    """What a sample of our own gives under protocol `released`."""
    by_role = {role: [a.value for a in sample.attributes if a.role == role] for role in ("protected", "task")}
    script = json.dumps([turn.text for turn in sample.script], ensure_ascii=False)
    return AsReleased(script, tuple(by_role["protected"]), tuple(by_role["task"]))


def _failed(detail: str) -> ModelFailure:
    return ModelFailure(Unassessed.ATTACKER_FAILED, detail)
