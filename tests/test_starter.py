"""The starter set that ships: complete, lawful, and what its cases make."""

from __future__ import annotations

import asyncio
import importlib.util
import io
import sys
from collections import Counter
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from polar_bench.attributes import Role
from polar_bench.dataset import jsonl
from polar_bench.quality.controls import control_faults
from polar_bench.quality.laws import violations
from polar_bench.roles import roles
from polar_bench.running.plan import ordered
from polar_bench.sample import DOMAINS, Attack, PolicyLevel, Sample

SHIPPED = (files("polar_bench") / "data/starter/starter.jsonl").read_bytes()
STARTER = list(jsonl.read(io.BytesIO(SHIPPED), "starter.jsonl"))
BUILD = Path(__file__).resolve().parents[1] / "tools" / "starter" / "build.py"


def test_every_cell_is_there_once() -> None:
    expected = {(level, attack): 1 for level in PolicyLevel for attack in Attack}

    assert expected == Counter((sample.policy_level, sample.attack) for sample in STARTER)


def test_ten_domains_are_there_with_a_profile_and_a_form_each() -> None:
    assert set(DOMAINS) == {sample.domain for sample in STARTER}
    assert 10 == len({sample.group for sample in STARTER})
    assert 10 == len({sample.document.form for sample in STARTER})
    assert 10 == len({(sample.domain, sample.group, sample.document) for sample in STARTER})
    assert {2, 3} == set(Counter(sample.domain for sample in STARTER).values())


def test_ids_are_distinct_and_say_the_domain() -> None:
    assert 25 == len({sample.id for sample in STARTER})
    assert all(sample.id.startswith(f"{sample.domain}-") for sample in STARTER)


@pytest.mark.parametrize("sample", STARTER, ids=lambda sample: sample.id)
def test_no_law_is_broken(sample: Sample) -> None:
    assert [] == violations(sample)


@pytest.mark.parametrize("sample", STARTER, ids=lambda sample: sample.id)
def test_every_control_has_its_known_score(sample: Sample) -> None:
    assert [] == asyncio.run(control_faults(sample))


@pytest.mark.parametrize("sample", STARTER, ids=lambda sample: sample.id)
def test_stored_roles_follow_from_rules_facts_and_needs(sample: Sample) -> None:
    made = roles(
        [a.name for a in sample.attributes],
        sample.policy.rules,
        {a.name: a.value for a in sample.attributes},
        sample.task.needs,
        {a.name: a.coarse_of for a in sample.attributes if a.coarse_of},
        [a.name for a in sample.with_role(Role.OTHER)],
    )

    assert {a.name: a.role for a in sample.attributes} == made
    assert (6, 5) == (len(sample.with_role(Role.PROTECTED)), len(sample.with_role(Role.TASK)))


def test_both_truths_of_the_pairs_condition_are_there() -> None:
    at_p3 = [sample for sample in STARTER if sample.policy_level is PolicyLevel.P3]

    assert {True, False} == {a.condition.holds for sample in at_p3 for a in sample.attributes if a.condition}


def test_rules_hold_no_scored_value() -> None:
    for sample in STARTER:
        rules = msgspec.json.encode(sample.policy.rules).decode().lower()
        scored = [*sample.with_role(Role.PROTECTED), *sample.with_role(Role.TASK)]

        assert [] == [a.name for a in scored if a.value.lower() in rules]


def test_playing_order_begins_with_all_levels_and_attacks() -> None:
    made = ordered(STARTER)
    for start in range(0, 25, 5):
        block = made[start : start + 5]

        assert (5, 5) == (len({s.policy_level for s in block}), len({s.attack for s in block}))


@pytest.fixture(scope="module")
def build() -> ModuleType:
    if not BUILD.exists():
        pytest.skip("tools/ is not beside the tests")
    spec = importlib.util.spec_from_file_location("starter_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path = sys.path.copy()
    sys.modules[spec.name] = module  # msgspec looks names up in the module that a struct says it's from
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path[:] = path
    return module


def test_the_cases_make_the_shipped_bytes(build: ModuleType) -> None:
    made = io.BytesIO()
    for domain in DOMAINS:
        case = msgspec.toml.decode((build.CASES / f"{domain}.toml").read_bytes(), type=build.Case)
        assert [] == build.case_faults(case)
        jsonl.write(build.build(case), made)

    assert made.getvalue() == SHIPPED


def test_an_id_comes_from_the_content(build: ModuleType) -> None:
    case = msgspec.toml.decode((build.CASES / "legal.toml").read_bytes(), type=build.Case)
    changed = msgspec.structs.replace(case, task=f"{case.task} Now.")

    assert not {s.id for s in build.build(case)} & {s.id for s in build.build(changed)}
    assert [s.id for s in build.build(case)] == [s.id for s in build.build(case)]
