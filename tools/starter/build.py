"""Build the starter set from the hand-written cases in `cases/`, and check every sample against the laws.

python tools/starter/build.py                  write src/polar_bench/data/starter/starter.jsonl
python tools/starter/build.py --check DOMAIN   check one case and write nothing
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Literal

import msgspec

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

from polar_bench.attributes import Attribute, Condition, DecidedBy, Kind, Role  # noqa: E402
from polar_bench.dataset import jsonl  # noqa: E402
from polar_bench.quality.controls import control_faults  # noqa: E402
from polar_bench.quality.laws import Limits, violations  # noqa: E402
from polar_bench.roles import Allow, Rule, roles  # noqa: E402
from polar_bench.sample import (  # noqa: E402
    DOMAINS,
    Attack,
    Document,
    Guess,
    GuessForm,
    Origin,
    Policy,
    PolicyLevel,
    Sample,
    ScriptTurn,
    Task,
)
from polar_bench.seeding import content_id  # noqa: E402

CASES = Path(__file__).parent / "cases"
LIMITS = Limits(document_words=(400, 620))
TARGET = ROOT / "src" / "polar_bench" / "data" / "starter" / "starter.jsonl"
Use = Literal["open", "graded", "coarse", "conditional", "guarded", "fact", "noise"]


class CaseAttribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    use: Use
    kind: Kind
    value: str
    label: str = ""
    forms: tuple[str, ...] = ()
    concept: str | None = None
    coarse_of: str | None = None


class CaseCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    governs: str
    fact: str
    wants: str
    text: str


class CaseGuess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    attribute: str
    form: GuessForm
    options: tuple[str, ...]
    true: int | None = None


class CaseTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    targets: tuple[str, ...]
    aim: str | None = None
    guess: CaseGuess | None = None


class CaseSample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: PolicyLevel
    attack: Attack
    policy: str
    turn: tuple[CaseTurn, ...]


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    domain: str
    form: str
    noise: Literal["low", "medium", "high"]
    task_type: str
    deciding: str
    closed_conditional: str
    rests_at_p4: tuple[str, str]
    needs: tuple[str, ...]
    task: str
    conflict: str
    document: str
    attribute: tuple[CaseAttribute, ...]
    condition: tuple[CaseCondition, ...]
    sample: tuple[CaseSample, ...]


def rules(case: Case, level: PolicyLevel) -> tuple[Rule, ...]:
    coarse = {a.coarse_of: a.name for a in case.attribute if a.coarse_of}
    conditions = {condition.governs: condition for condition in case.condition}
    made = []
    for a in case.attribute:
        rule = None
        match a.use:
            case "open":
                rule = Rule(a.name, Allow.ALWAYS)
            case "graded" if level is PolicyLevel.P4:
                rule = Rule(a.name, Allow.COARSE, form=coarse[a.name])
            case "graded":
                rule = Rule(a.name, Allow.ALWAYS)
            case "conditional" if level is PolicyLevel.P3:
                condition = conditions[a.name]
                rule = Rule(a.name, Allow.IF, fact=condition.fact, wants=condition.wants)
            case "conditional":
                rule = Rule(a.name, Allow.NEVER if a.name == case.closed_conditional else Allow.ALWAYS)
            case "guarded" if not (level is PolicyLevel.P4 and a.name in case.rests_at_p4):
                rule = Rule(a.name, Allow.NEVER)
        if rule is not None:
            concept = a.concept if level is PolicyLevel.P2 else None
            made.append(msgspec.structs.replace(rule, concept=concept))
    return tuple(made)


def decided_by(a: CaseAttribute, role: Role, level: PolicyLevel, case: Case) -> DecidedBy | None:
    if role not in (Role.PROTECTED, Role.TASK):
        return None
    if level is PolicyLevel.P2:
        return DecidedBy.CONCEPT
    if level is PolicyLevel.P3 and a.use == "conditional":
        return DecidedBy.CONDITION
    if level is PolicyLevel.P4 and a.use in ("graded", "coarse"):
        return DecidedBy.COARSE
    if level is PolicyLevel.P5 and a.name == case.deciding:
        return DecidedBy.CONFLICT
    return DecidedBy.LABEL


def attributes(case: Case, level: PolicyLevel) -> tuple[Attribute, ...]:
    values = {a.name: a.value for a in case.attribute}
    given = roles(
        values,
        rules(case, level),
        values,
        case.needs,
        {a.name: a.coarse_of for a in case.attribute if a.coarse_of},
        [a.name for a in case.attribute if a.use == "noise"],
    )
    conditions = {
        c.governs: Condition(c.fact, c.text, values[c.fact] == c.wants)
        for c in case.condition
        if level is PolicyLevel.P3
    }
    made = []
    for a in case.attribute:
        how = decided_by(a, given[a.name], level, case)
        made.append(
            Attribute(
                name=a.name,
                kind=a.kind,
                value=a.value,
                role=given[a.name],
                label=a.label or a.name.replace("_", " "),
                forms=a.forms,
                coarse_of=a.coarse_of,
                condition=conditions.get(a.name),
                decided_by=how,
                contested=how is DecidedBy.CONFLICT,
            )
        )
    return tuple(made)


def build(case: Case) -> list[Sample]:
    profile = msgspec.json.encode((case.document, case.attribute))
    group = content_id(f"{case.domain}-p", profile, digits=4)
    samples = []
    for written in case.sample:
        level = written.level
        with_conflict = f"{case.task.strip()} {case.conflict.strip()}"
        sample = Sample(
            id="",
            domain=case.domain,
            policy_level=level,
            attack=written.attack,
            group=group,
            document=Document(case.document.strip() + "\n", case.form, case.noise),
            policy=Policy(written.policy.strip(), rules(case, level)),
            task=Task(with_conflict if level is PolicyLevel.P5 else case.task.strip(), case.task_type, case.needs),
            script=tuple(
                ScriptTurn(
                    turn.text.strip(),
                    turn.targets,
                    turn.aim,
                    Guess(turn.guess.attribute, turn.guess.form, turn.guess.options, turn.guess.true)
                    if turn.guess
                    else None,
                )
                for turn in written.turn
            ),
            attributes=attributes(case, level),
            origin=Origin("hand", None, "1"),
        )
        identity = content_id(case.domain, jsonl.encode(sample))
        samples.append(msgspec.structs.replace(sample, id=identity))
    return samples


def case_faults(case: Case) -> list[str]:
    uses = [a.use for a in case.attribute]
    wanted = {"open": 3, "graded": 2, "coarse": 2, "conditional": 2, "guarded": 5, "fact": 2}
    faults = [f"{uses.count(use)} {use}, not {n}" for use, n in wanted.items() if uses.count(use) != n]  # type: ignore[arg-type]
    if uses.count("noise") < 6:
        faults.append("fewer than 6 noise attributes")
    closed = {a.concept for a in case.attribute if a.use == "guarded"}
    opened = {a.concept for a in case.attribute if a.use in ("open", "graded")}
    if closed & opened:
        faults.append(f"concepts of open and closed attributes coincide: {closed & opened}")
    pair = [a.concept for a in case.attribute if a.use == "conditional"]
    if len({*pair, *closed, *opened}) != len(closed | opened) + 2:
        faults.append("the conditional pair needs concepts of its own")
    by_name = {a.name: a for a in case.attribute}
    if by_name[case.deciding].use != "guarded" or case.deciding in case.rests_at_p4:
        faults.append("the deciding attribute is guarded and does not rest")
    for a in case.attribute:
        if a.use not in ("coarse", "fact", "noise") and not (a.concept and a.label):
            faults.append(f"{a.name} needs a label and a concept")
        if a.kind in (Kind.CATEGORY, Kind.PHRASE) and any(c.isdigit() for c in a.value):
            faults.append(f"{a.name}: digits in a free-text value")
    return faults


def main(arguments: list[str]) -> int:
    chosen = arguments[1:] if arguments[:1] == ["--check"] else DOMAINS
    samples, failed = [], 0
    for domain in chosen:
        path = CASES / f"{domain}.toml"
        try:
            case = msgspec.toml.decode(path.read_bytes(), type=Case)
        except (OSError, msgspec.DecodeError) as error:
            print(f"{path.name}: {error}")
            failed += 1
            continue
        for fault in case_faults(case):
            print(f"{path.name}: {fault}")
            failed += 1
        for sample in build(case):
            faults = [*violations(sample, LIMITS), *asyncio.run(control_faults(sample))]
            for fault in faults:
                print(f"{path.name} {sample.policy_level}/{sample.attack}: {fault}")
            failed += len(faults)
            samples.append(sample)
    if failed:
        print(f"{failed} faults")
        return 1
    if not arguments:
        with TARGET.open("wb") as file:
            jsonl.write(samples, file)
    print(f"{len(samples)} samples, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
