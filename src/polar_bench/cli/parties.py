"""The two sides of a run as the command line names them: adapters built, prompts loaded, everything checked."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from polar_bench.agent import AgentFactory, control
from polar_bench.agent.prompted import prompted
from polar_bench.agent.prompts import Prompts, load_prompts, shipped
from polar_bench.cli.options import access, attacker_access
from polar_bench.dialogue import AttackerFactory, SeedRule
from polar_bench.dialogue.adaptive import SAMPLING, SAMPLING_AS_RELEASED
from polar_bench.dialogue.protocols import PROTOCOLS, ProtocolName
from polar_bench.model.port import Sampling
from polar_bench.model.registry import RunnableModel, resolve
from polar_bench.running.manifest import SCRIPTED, ModelEntry

_ATTACKER_PROMPTS = ("attacker", "attacker_round")


class Wanted(msgspec.Struct, frozen=True):
    """What the command line says of the two sides."""

    model: str
    model_url: str | None
    attacker: str | None
    attacker_url: str | None
    protocol: ProtocolName
    prompts: Path | None
    config: Path | None
    max_tokens: int | None
    timeout: float
    seed: int


class Parties:
    """Both sides, ready to play; `close` them when done."""

    def __init__(self, wanted: Wanted) -> None:
        """Build what `wanted` names; nothing is called yet.

        Raises:
            SetupError: a name, URL, key, prompt or option that can't be used.
        """
        self.protocol = PROTOCOLS[wanted.protocol]
        prompts = load_prompts(wanted.protocol, wanted.prompts)
        limit = {} if wanted.max_tokens is None else {"max_tokens": wanted.max_tokens}
        self.sampling = msgspec.structs.replace(self.protocol.sampling, **limit)
        self._models: dict[str, RunnableModel] = {}
        self.trusted = ModelEntry(wanted.model, wanted.model)
        self.attacking = SCRIPTED
        self.agent = self._build_agent(wanted, prompts)
        self.attacker = self._build_attacker(wanted, prompts)
        used = [*(["trusted"] if "trusted" in self._models else []), *self._attacker_prompts()]
        self.prompts = prompts.digests(used)
        self.own_wording = tuple(
            prompts[name].name for name in used if prompts[name].text == shipped(wanted.protocol, name)
        )
        attacker_id = self.attacking.id if "attacker" in self._models else ""
        trusted_id = self.trusted.name if wanted.protocol is ProtocolName.POLAR else self.trusted.id
        self.seed_of: SeedRule = self.protocol.seeds(trusted_id, attacker_id, wanted.seed)

    @property
    def most_at_once(self) -> int | None:
        """How many dialogues all models take at a time, or None for any number."""
        return min((model.most_at_once for model in self._models.values() if model.most_at_once), default=None)

    async def check(self) -> None:
        """Make one preflight call to each model, unlike any other call by its time and process.

        Raises:
            SetupError: one of them can't be used, and why.
        """
        for role, model in self._models.items():
            marker = f"{role} {datetime.now(UTC).isoformat()} {os.getpid()}"
            sent = await model.preflight(marker, self._sampling_of(role))
            if role == "trusted":
                self.trusted = msgspec.structs.replace(self.trusted, sent=sent)
            else:
                self.attacking = msgspec.structs.replace(self.attacking, sent=sent)

    async def close(self) -> None:
        """Let go of the models."""
        for model in self._models.values():
            await model.close()

    def _build_agent(self, wanted: Wanted, prompts: Prompts) -> AgentFactory:
        provider, _, rest = wanted.model.partition("/")
        if provider == "control":
            return control(rest)
        model = resolve(wanted.model, access(wanted.model_url, wanted.timeout, config=wanted.config))
        self._models["trusted"] = model
        self.trusted = _entry(wanted.model, model)
        return prompted(model, self.sampling, prompts["trusted"], self.protocol.view)

    def _build_attacker(self, wanted: Wanted, prompts: Prompts) -> AttackerFactory:
        if wanted.attacker is None:
            return self.protocol.scripted
        trusted = access(wanted.model_url, wanted.timeout, config=wanted.config)
        reached = attacker_access(wanted.attacker_url, wanted.timeout, trusted, config=wanted.config)
        model = resolve(wanted.attacker, reached)
        self._models["attacker"] = model
        self.attacking = _entry(wanted.attacker, model)
        return self.protocol.adaptive(model, prompts)

    def _attacker_prompts(self) -> tuple[str, ...]:
        return _ATTACKER_PROMPTS if "attacker" in self._models else ()

    def _sampling_of(self, role: str) -> Sampling:
        if role == "trusted":
            return self.sampling
        return SAMPLING if self.protocol.name is ProtocolName.POLAR else SAMPLING_AS_RELEASED


def _entry(name: str, model: RunnableModel) -> ModelEntry:
    prices = model.prices
    return ModelEntry(
        name,
        model.model_id,
        model.url,
        extra=dict(model.extra),
        prices={"prompt": prices.prompt, "reply": prices.reply} if prices else None,
    )
