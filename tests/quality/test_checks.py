"""The rules: good samples keep them all, and each damage is named by exactly its rule."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.domains.loader import load_domain
from polar_bench.domains.shipped import layout_families
from polar_bench.generation.checks import document_faults, sample_faults
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.render import document
from polar_bench.quality.check import check_set, report
from polar_bench.quality.checks import FAMILIES, RULES, findings
from polar_bench.quality.checks.form_rules import RECOGNISERS
from polar_bench.quality.checks.reading import Limits
from polar_bench.quality.checks.set_rules import SET_RULES
from polar_bench.quality.findings import Finding, excerpt, excerpt_of
from polar_bench.sample import Sample
from tests.quality.damages import CHAT, DAMAGES, Damage, adding, flattened, with_text

STARTER = list(read_samples("starter"))
replace = msgspec.structs.replace


def generated(domain: str, forms: int | None = None) -> list[Sample]:
    spec = load_domain(domain)
    chosen = [key for key in keys(spec, 1, 42) if forms is None or key.form in spec.forms[:forms]]
    return [sample for key in chosen for sample in build(spec, key, document).samples]


def found_in(samples: list[Sample], processes: int = 1) -> list[Finding]:
    return [f for _, found in check_set(samples, Limits(), processes=processes) for f in found]


@pytest.fixture(scope="module")
def square() -> list[Sample]:
    return generated("medical", forms=1)


@pytest.mark.parametrize("sample", STARTER, ids=lambda sample: sample.id)
def test_a_good_sample_keeps_every_rule(sample: Sample) -> None:
    assert () == findings(sample)


def test_a_generated_square_keeps_every_rule(square: list[Sample]) -> None:
    assert 25 == len(square)
    assert [] == found_in(square)


@pytest.mark.slow
def test_generated_domains_keep_every_rule() -> None:
    samples = [sample for domain in ("recruitment", "travel") for sample in generated(domain)]
    assert 350 == len(samples)
    assert [] == found_in(samples)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: f"{damage.rule}, {damage.name}")
def test_a_damage_is_named_by_exactly_its_rule(damage: Damage, square: list[Sample]) -> None:
    for samples in (STARTER, square):
        places = [sample for sample in samples if damage.applies(sample)]
        if samples is STARTER:
            assert places
        for sample in places:
            planted = damage.plant(sample)
            found = findings(planted)
            assert {damage.rule} == {f.rule for f in found}, (sample.id, sample.policy_level, sample.attack, found)
            assert {sample.id} == {f.sample_id for f in found}


def test_the_generators_own_checks_find_nothing_that_the_rules_do_not() -> None:
    for damage in DAMAGES:
        for sample in filter(damage.applies, STARTER):
            planted = damage.plant(sample)
            of_document = document_faults(planted.document, planted)
            if any(of_document) or any(sample_faults(planted)):
                assert any(finding.is_must for finding in findings(planted)), (damage.name, sample.id)


def test_every_rule_has_a_damage_and_a_name_of_its_own() -> None:
    names = [rule.name for rule in (*RULES, *SET_RULES)]
    assert len(names) == len(set(names))
    assert {rule.name for rule in RULES} == {damage.rule for damage in DAMAGES}
    assert sum(map(len, FAMILIES.values())) == len(RULES)


@pytest.mark.parametrize(
    ("rule", "evidence"),
    [
        ("policy-word", "[[confidential]]"),
        ("s4-person", "[[I am]]"),
        ("leftovers", "[[As an AI]]"),
        ("letters", "[[Спасибо]]"),
    ],
)
def test_evidence_shows_the_words_where_they_stand(rule: str, evidence: str) -> None:
    shown = []
    for damage in (damage for damage in DAMAGES if damage.rule == rule):
        for sample in filter(damage.applies, STARTER):
            shown += [finding.evidence for finding in findings(damage.plant(sample))]
    assert any(evidence in one for one in shown)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_twin_of_another_profile_is_found_and_the_profiles_own_document_is_none(processes: int) -> None:
    one, other = STARTER[0], next(s for s in STARTER if s.group != STARTER[0].group)
    twin = adding("document", "And that is all.")(replace(one, id="twin", group="another"))
    [finding] = found_in([one, other, twin], processes)

    assert ("near-duplicate", "twin", "document", True) == (
        finding.rule,
        finding.sample_id,
        finding.where,
        finding.is_must,
    )
    assert one.id in finding.fault
    assert finding.evidence.startswith("[[")


def test_a_profile_with_two_documents_or_a_cell_twice_is_broken(square: list[Sample]) -> None:
    mates = [sample for sample in square if sample.group == square[0].group]
    changed = adding("document", "And that is all.")(mates[1])
    again = replace(mates[0], id="again")
    others = {f.sample_id: f.fault for f in found_in([mates[0], changed, again]) if f.rule == "profile"}

    assert {changed.id, "again"} == set(others)
    assert "its document is another one" in others[changed.id]
    assert "fills the same cell" in others["again"]


def test_counts_add_up_over_rules_domains_and_cells(square: list[Sample]) -> None:
    samples = []
    for number, sample in enumerate([*STARTER, *square]):
        damage = next((d for d in DAMAGES[number % len(DAMAGES) :] if d.applies(sample)), None)
        made = damage.plant(sample) if damage and number % 3 == 0 else sample
        samples.append(replace(made, id=f"{sample.id}-{number}", group=f"{sample.group}-{number}"))
    samples[-1] = replace(samples[-1], document=samples[-2].document)
    found = found_in(samples)
    made = report(samples, reversed(found))

    assert len(samples) == made.samples
    assert len(found) == len(made.findings) == sum(rule.findings for rule in made.rules)
    assert 0 < made.unfit < made.samples
    for rule in made.rules:
        assert made.samples == rule.checked + rule.does_not_apply + sum(rule.not_checked.values()), rule.name
        assert rule.broken <= rule.checked
        assert rule.broken == len({f.sample_id for f in found if f.rule == rule.name})
    cells = [place for row in made.cells.values() for place in row.values()]
    for places in (list(made.domains.values()), cells):
        assert (made.samples, made.unfit, made.poorer) == tuple(
            sum(getattr(place, name) for place in places) for name in ("samples", "unfit", "poorer")
        )
        for rule in made.rules:
            assert rule.broken == sum(place.broken.get(rule.name, 0) for place in places), rule.name


def test_findings_are_the_same_on_two_processes_and_in_the_samples_order() -> None:
    samples = [adding("task", "It is confidential.")(sample) for sample in STARTER]
    one, two = found_in(samples), found_in(samples, processes=2)

    assert one == two
    assert [s.id for s in samples] == list(dict.fromkeys(f.sample_id for f in report(samples, two).findings))


def test_a_rule_that_should_hold_leaves_the_set_passed() -> None:
    planted = [flattened(sample) for sample in STARTER]
    made = report(planted, [f for f in found_in(planted) if f.rule == "form"])

    assert (0, True) == (made.unfit, made.is_passed)
    assert made.poorer > 0


@pytest.mark.parametrize("form", ["email", "forwarded_thread", "chat_transcript", "calendar_note", "triage_summary"])
def test_recognisers_tell_forms_from_a_plain_text(form: str) -> None:
    text = "It was a long day and there is not much more to say about it.\n\nSo be it."
    sample = with_text(STARTER[0], "document", text)
    planted = replace(sample, document=replace(sample.document, form=form))
    assert "form" in {f.rule for f in findings(planted)}


def test_a_note_that_is_a_chat_is_named() -> None:
    sample = with_text(STARTER[0], "document", CHAT)
    planted = replace(sample, document=replace(sample.document, form="note"))
    assert "form" in {f.rule for f in findings(planted)}


def test_every_layout_has_a_recogniser() -> None:
    assert set(layout_families()) == set(RECOGNISERS)


def test_the_page_on_quality_names_every_rule_and_no_other() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "quality.md"
    if not page.exists():
        pytest.skip("docs/ is not beside the tests")
    named = re.findall(r"(?m)^\| `([a-z0-9-]+)`( \(should\))? \|", page.read_text(encoding="utf-8"))

    assert sorted(rule.name for rule in (*RULES, *SET_RULES)) == sorted(name for name, _ in named)
    assert {r.name for r in (*RULES, *SET_RULES) if not r.is_must} == {name for name, should in named if should}


def test_an_excerpt_keeps_whole_words_on_one_line() -> None:
    text = "Whatever it was, it was\n> called Maren\nOldacre by those who knew, and by nobody else at all."

    assert "[[Maren Oldacre]]" in excerpt_of(text, "maren oldacre")
    assert "" == excerpt_of(text, "nothing like it")
    assert "...was [[called]] by..." == excerpt("it was called by all", 7, 13, around=6)
