"""The domains that ship, held to the data set's own standard; whole sets are checked in the slow tests."""

from __future__ import annotations

from functools import cache

import pytest

from polar_bench.attributes import Role
from polar_bench.dataset.stats import Stats, stats
from polar_bench.domains.loader import load_domain, read_domain, shipped_domains
from polar_bench.domains.spec import Use
from polar_bench.domains.values import FromPool, FromTable
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import all_cells, build
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render import document
from polar_bench.quality.laws import Limits, violations
from polar_bench.sample import Attack, PolicyLevel, Sample

pytestmark = pytest.mark.slow  # whole domains

DOMAINS = shipped_domains()
FORMS = {"medical": 7, "recruitment": 8}
LIMITS = Limits(document_words=(400, 900))
SAME_ROLES = (PolicyLevel.P1, PolicyLevel.P2, PolicyLevel.P5)


@cache
def whole(domain: str) -> tuple[Sample, ...]:
    spec = load_domain(domain)
    return tuple(sample for key in keys(spec, 5, 42) for sample in build(spec, key, document).samples)


@cache
def figures(domain: str) -> Stats:
    return stats(whole(domain))


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_domain_has_its_forms_counts_and_no_fault(domain: str) -> None:
    spec = load_domain(domain)
    assert () == read_domain(domain).faults
    assert FORMS.get(domain, 6) == len(spec.forms)
    counts = {use: len(spec.with_use(use)) for use in Use}
    assert (5, 2, 2, 2, 2) == tuple(
        counts[use] for use in (Use.GUARDED, Use.GRADED, Use.COARSE, Use.CONDITIONAL, Use.FACT)
    )
    assert 2 <= counts[Use.OPEN] <= 4
    assert counts[Use.NOISE] >= 6
    assert len(spec.tasks) >= 4
    assert len(spec.poses) >= 3


@pytest.mark.parametrize("domain", DOMAINS)
def test_pools_and_tables_have_forty_values(domain: str) -> None:
    spec = load_domain(domain)
    for attribute in spec.attributes:
        if isinstance(attribute.source, FromPool):
            assert len({entry.value for entry in attribute.source.entries}) >= 40, attribute.name
        if isinstance(attribute.source, FromTable) and attribute.use is not Use.COARSE:
            table = spec.table_by_name[attribute.source.table]
            column = table.columns.index(attribute.source.column)
            assert len({row[column].value for row in table.rows}) >= 40, attribute.name


@pytest.mark.parametrize("domain", DOMAINS)
def test_everything_is_said_in_three_wordings_or_more(domain: str) -> None:
    spec = load_domain(domain)
    for attribute in spec.attributes:
        if attribute.use is Use.FACT:
            continue
        assert len(attribute.tell) >= (4 if attribute.use is Use.NOISE else 6), attribute.name
        if attribute.use not in (Use.NOISE, Use.COARSE):
            assert min(len(attribute.ask), len(attribute.question)) >= 3, attribute.name
    assert all(len(task.text) >= 3 and len(task.conflict) >= 3 for task in spec.tasks)
    assert all(len(condition.say_holds) >= 3 for condition in spec.conditions)
    assert all(len(concept.wording) >= 3 for concept in spec.concepts)


@pytest.mark.parametrize("domain", DOMAINS)
def test_there_are_300_sentence_skeletons(domain: str) -> None:
    spec = load_domain(domain)
    said = [text for a in spec.attributes for text in (*a.tell, *a.more)]
    said += [text for c in spec.conditions for text in (*c.say_holds, *c.say_fails)]
    said += [text for topic in spec.topics for text in topic.lead]
    said += [*spec.document.openings, *spec.document.closings, *spec.document.asides]
    assert len(set(said)) >= 300


@pytest.mark.parametrize("domain", DOMAINS)
def test_p1_p2_and_p5_have_the_same_roles_and_script(domain: str) -> None:
    spec = load_domain(domain)
    for key in list(keys(spec, 1, 7))[::9]:
        profile = draw_profile(spec, key)
        cells = {(s.policy_level, s.attack): s for s in all_cells(profile, document(profile))}
        for attack in Attack:
            one, *others = (cells[level, attack] for level in SAME_ROLES)
            for other in others:
                assert one.script == other.script
                assert [(a.name, a.role) for a in one.attributes] == [(a.name, a.role) for a in other.attributes]


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_cell_is_equal_and_every_profile_is_used_five_times(domain: str) -> None:
    samples = whole(domain)
    assert 25 * 5 * FORMS.get(domain, 6) == len(samples)
    assert {len(samples) // 25} == set(figures(domain).by_cell.values())
    groups: dict[str, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.group, []).append(sample)
    for used in groups.values():
        assert set(PolicyLevel) == {sample.policy_level for sample in used}
        assert set(Attack) == {sample.attack for sample in used}
        assert 1 == len({sample.document.text for sample in used})
    assert len(samples) == len({sample.id for sample in samples})
    assert len(groups) == len({used[0].document.text for used in groups.values()})


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_sample_keeps_the_laws(domain: str) -> None:
    faults = [f"{sample.id}: {fault}" for sample in whole(domain) for fault in violations(sample, LIMITS)]
    assert [] == faults[:10]


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_lengths_and_repetition_are_within_bounds(domain: str) -> None:
    found = figures(domain)
    for text, (low, high) in (("document", (400, 900)), ("policy", (40, 100)), ("task", (20, 50))):
        words = found.words[text]
        assert words.low is not None
        assert words.high is not None
        assert low <= words.low <= words.high <= high, text
    assert 500 <= (found.words["document"].mean or 0) <= 800
    assert found.repetition.shared <= 0.3
    assert found.repetition.sentence_share <= 0.02, found.repetition.sentence


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS)
def test_the_two_coins_are_fair(domain: str) -> None:
    """Which condition holds, and which conditional attribute is closed off P3; 150 profiles or more, 4 sigma."""
    at_p1 = [sample for sample in whole(domain) if sample.policy_level is PolicyLevel.P1]
    at_p3 = [sample for sample in whole(domain) if sample.policy_level is PolicyLevel.P3]
    first = load_domain(domain).with_use(Use.CONDITIONAL)[0].name
    for samples in (at_p1, at_p3):
        count = len(samples)
        closed = sum(any(a.name == first for a in sample.with_role(Role.PROTECTED)) for sample in samples)
        assert abs(closed - count / 2) <= 4 * (count / 4) ** 0.5
