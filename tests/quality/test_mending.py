"""A data set mended: what fails is written anew, replaced or left with the reason, and nothing else is touched."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.dataset import jsonl
from polar_bench.domains.loader import load_domain
from polar_bench.errors import ModelFailure, Unassessed
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.render import document
from polar_bench.generation.render.work import Work, WorkFolder, WriterEntry
from polar_bench.generation.render.writing import Manner, Writer
from polar_bench.model.port import ChatReply, ChatRequest, Sampling
from polar_bench.quality.check import check_set
from polar_bench.quality.checks.reading import Limits as RuleLimits
from polar_bench.quality.findings import Finding
from polar_bench.quality.mending import Fate, Mending, mend_set
from polar_bench.quality.repair import Desk, Limits
from polar_bench.quality.writers import ByModel, ByTemplate
from polar_bench.sample import Attack, PolicyLevel, Sample
from tests.quality.damages import DAMAGES, adding, unsaid, with_text, with_turn
from tests.support.models import Recorder
from tests.support.records import record
from tests.support.writer import answered_by, is_repair, kind_of, prompt_of, write

pytestmark = pytest.mark.slow  # whole sets

SPEC = load_domain("medical")
SPECS = {"medical": SPEC}
KEYS = [key for key in keys(SPEC, 1, 42) if key.form == SPEC.forms[0]]
SQUARE = [sample for key in KEYS for sample in build(SPEC, key, document).samples]
WORK = Work(1, "1.0", 42, WriterEntry("m"), Sampling(0.7), {}, {"medical": "0"})
THREE_ROUNDS = Limits()
BY_TEMPLATE = Desk(ByTemplate(), Limits(1, 3), ByTemplate.generator)


def found_in(samples: Sequence[Sample]) -> list[Finding]:
    return [f for _, found in check_set(samples, RuleLimits(), processes=1) for f in found]


def by_template(samples: Sequence[Sample], *more: Finding) -> Mending:
    return asyncio.run(mend_set(samples, [*found_in(samples), *more], SPECS, BY_TEMPLATE, at_once=1))


def by_model(
    folder: Path,
    model: Recorder,
    samples: Sequence[Sample],
    *more: Finding,
    limits: Limits = THREE_ROUNDS,
    at_once: int = 4,
) -> Mending:
    async def run() -> Mending:
        with WorkFolder(folder, WORK) as work:
            writer = Writer(model, Manner(WORK.sampling, 42, at_once), work.journal, work.answers)
            desk = Desk(ByModel(writer), limits, "llm/1 m")
            return await mend_set(samples, [*found_in(samples), *more], SPECS, desk, at_once=at_once)

    return asyncio.run(run())


def lines(samples: Sequence[Sample]) -> list[bytes]:
    return [jsonl.encode(sample) for sample in samples]


def planted(change: Callable[[Sample], Sample], *places: int) -> list[Sample]:
    return [change(sample) if place in places else sample for place, sample in enumerate(SQUARE)]


def place_of(level: PolicyLevel | None = None, attack: Attack | None = None, *, profile: int = 0) -> int:
    return next(
        place
        for place, sample in enumerate(SQUARE)
        if place // 5 == profile and level in (None, sample.policy_level) and attack in (None, sample.attack)
    )


def damaged() -> list[list[Sample]]:
    """Return squares in which every damage of the table stands somewhere, as many in each as there is room for."""
    waiting, squares = list(DAMAGES), []
    while waiting:
        samples = list(SQUARE)
        free, rest = set(range(len(SQUARE))), []
        for damage in waiting:
            place = next((place for place in sorted(free) if damage.applies(SQUARE[place])), None)
            if place is None:
                rest.append(damage)
                continue
            free.remove(place)
            samples[place] = damage.plant(SQUARE[place])
        if len(rest) == len(waiting):
            break  # damages that no sample of this square has room for
        waiting = rest
        squares.append(samples)
    return squares


@pytest.mark.slow
def test_a_template_set_damaged_in_any_way_is_given_back_byte_for_byte() -> None:
    squares = damaged()
    assert sum(one != other for samples in squares for one, other in zip(samples, SQUARE, strict=True)) > 45
    for samples in squares:
        made = by_template(samples)
        assert lines(SQUARE) == lines(made.samples)
        assert {Fate.REPAIRED} == {profile.fate for profile in made.profiles}


def test_only_what_fails_is_touched_and_the_change_is_told() -> None:
    place = place_of(PolicyLevel.P3)
    samples = planted(adding("policy", "First arrange it all."), place)
    samples[7] = adding("task", "Thank you.")(samples[7])  # changed by hand, but it breaks no rule
    made = by_template(samples)
    (profile,) = made.profiles

    assert lines(samples)[7] == lines(made.samples)[7]
    assert lines(SQUARE)[:5] == lines(made.samples)[:5]
    assert (SQUARE[place].group, Fate.REPAIRED, (SQUARE[place].id,)) == (profile.group, profile.fate, profile.failing)
    assert ({"policy_p3": 1}, ()) == (profile.texts, profile.reasons)
    assert "goal-word" in profile.found[0]


def test_a_sound_set_asks_nothing_and_stays_as_it_is(tmp_path: Path) -> None:
    model = Recorder(answered_by(write))
    made = by_model(tmp_path, model, SQUARE)
    assert (lines(SQUARE), (), []) == (lines(made.samples), made.profiles, model.asked)


@pytest.mark.slow
def test_a_document_that_one_sample_of_a_profile_has_otherwise_is_that_of_the_others() -> None:
    for place in range(5):
        made = by_template(planted(adding("document", "And that is all."), place))
        assert lines(SQUARE) == lines(made.samples)


def rejected(sample: Sample, question: str, where: str) -> Finding:
    return Finding(rule=f"judge.{question}", sample_id=sample.id, where=where, fault="2 of 2 deny it", is_must=False)


def test_words_that_judges_reject_are_not_given_again_and_the_next_profile_takes_the_place() -> None:
    made = by_template(SQUARE, rejected(SQUARE[0], "policy", "policy"))
    (profile,) = made.profiles

    assert (Fate.REPLACED, 5) == (profile.fate, len(profile.samples))
    assert lines(SQUARE)[5:] == lines(made.samples)[5:]
    cells = [(s.group, s.policy_level, s.attack) for s in SQUARE]
    assert cells == [(s.group, s.policy_level, s.attack) for s in made.samples]
    assert not {s.document.text for s in SQUARE} & {made.samples[0].document.text}
    assert [] == [f for f in found_in(made.samples) if f.is_must]
    assert ("attempt 1: policy_p1: 2 of 2 deny it",) == tuple(r.rpartition(", ")[2] for r in profile.reasons)


def test_a_replaced_profile_is_known_again_and_mended() -> None:
    replaced = by_template(SQUARE, rejected(SQUARE[0], "policy", "policy")).samples
    samples = [adding("policy", "First arrange it all.")(replaced[0]), *replaced[1:]]
    assert lines(replaced) == lines(by_template(samples).samples)


def test_a_model_is_asked_for_the_faulty_part_alone_with_its_faults(tmp_path: Path) -> None:
    place = place_of(PolicyLevel.P2)
    samples = planted(adding("policy", "First arrange it all."), place)
    model = Recorder(answered_by(write))
    made = by_model(tmp_path, model, samples)
    (request,) = model.asked

    assert ["system", "user", "assistant", "user"] == [message.role for message in request.messages]
    assert samples[place].policy.text == request.messages[2].content
    assert "arrange" in request.messages[3].content
    changed = [at for at, (one, other) in enumerate(zip(samples, made.samples, strict=True)) if one != other]
    assert [place] == changed
    assert "template/1, repaired by llm/1 m" == made.samples[place].origin.generator
    assert [] == [f for f in found_in(made.samples) if f.is_must]


def test_a_new_document_is_that_of_the_whole_profile_and_a_script_follows_it(tmp_path: Path) -> None:
    made = by_model(
        tmp_path, Recorder(answered_by(write)), planted(adding("document", "Yours, [Your Name]"), *range(5))
    )
    texts = {sample.document.text for sample in made.samples[:5]}
    assert 1 == len(texts)
    assert "The kettle in the back office hums again" in texts.pop()
    assert [] == [f for f in found_in(made.samples) if f.is_must]


@pytest.mark.slow
def test_a_task_is_mended_with_and_without_its_contested_sentence(tmp_path: Path) -> None:
    for level in (PolicyLevel.P1, PolicyLevel.P5):
        place = place_of(level)
        samples = planted(lambda s: with_text(s, "task", f"```{s.task.text}"), place)
        made = by_model(tmp_path / level, Recorder(answered_by(write)), samples)
        assert [] == [f for f in found_in(made.samples) if f.is_must]
        assert SQUARE[place].task.text == made.samples[place].task.text or level is PolicyLevel.P5


def test_rounds_are_bounded_then_the_profile_is_replaced_and_then_it_is_left(tmp_path: Path) -> None:
    place = place_of(PolicyLevel.P3)
    samples = planted(adding("policy", "First arrange it all."), place)

    def text(call: list[dict[str, Any]]) -> str:
        return f"```\n{write(call)}" if kind_of(prompt_of(call)) == "policy" else write(call)

    model = Recorder(answered_by(text))
    made = by_model(tmp_path, model, samples, limits=Limits(rounds=2, replacements=1))
    (profile,) = made.profiles
    assert lines(samples) == lines(made.samples)
    assert (Fate.LEFT, {}, {}) == (profile.fate, profile.samples, profile.texts)
    assert {"attempt 1", "attempt 2"} == {r.partition(": ")[0].rpartition(", ")[2] for r in profile.reasons}
    assert 2 + 7 + 2 * 4 == len(model.asked)


def test_samples_of_other_origins_are_left_with_the_reason(tmp_path: Path) -> None:
    fence = adding("task", "```")
    (tmp_path / "released.json").write_text(json.dumps([record(1, attack=1)]), encoding="utf-8")
    (released,) = read_samples(tmp_path / "released.json")
    starter = next(iter(read_samples("starter")))
    cases = {
        "released format": fence(released),
        "names no seed": fence(replace(starter, origin=replace(starter.origin, seed=None))),
        "has the group": fence(replace(SQUARE[5], group="medical-p-00000000")),
        "--domain-file": fence(replace(SQUARE[6], domain="astronomy", group="astronomy-p-0")),
        "cell": fence(replace(SQUARE[10], attack=SQUARE[11].attack)),
        "no profile of its place": fence(
            replace(SQUARE[15], attributes=tuple(replace(a, value=f"{a.value} x") for a in SQUARE[15].attributes))
        ),
    }
    samples = list(cases.values())
    made = by_template(samples)
    assert lines(samples) == lines(made.samples)
    assert len(cases) == len(made.profiles)
    for reason, profile in zip(cases, made.profiles, strict=True):
        assert Fate.LEFT is profile.fate
        assert reason in profile.reasons[0]


def test_part_of_a_profile_is_mended_without_the_rest(tmp_path: Path) -> None:
    samples = [adding("policy", "First arrange it all.")(SQUARE[4]), SQUARE[7]]
    assert PolicyLevel.P5 is samples[0].policy_level
    assert lines([SQUARE[4], SQUARE[7]]) == lines(by_template(samples).samples)
    model = Recorder(answered_by(write))
    by_model(tmp_path, model, samples)
    assert 1 == len(model.asked)


def test_the_templates_mend_only_the_faulty_part_of_what_a_model_wrote(tmp_path: Path) -> None:
    place = place_of(PolicyLevel.P2)
    written = by_model(
        tmp_path, Recorder(answered_by(write)), planted(adding("policy", "First arrange it all."), place)
    ).samples
    samples = [adding("task", "```")(s) if n == place_of(PolicyLevel.P5) else s for n, s in enumerate(written)]
    made = by_template(samples)
    assert written[place] == made.samples[place] != SQUARE[place]
    assert lines(written)[:4] == lines(made.samples)[:4]
    assert "template/1, repaired by llm/1 m" == made.samples[place].origin.generator
    assert [] == [f for f in found_in(made.samples) if f.is_must]


def test_a_document_too_near_to_anothers_is_written_anew_though_no_rule_of_a_sample_finds_it(tmp_path: Path) -> None:
    twin = adding("document", "And that is all.")(SQUARE[0]).document
    samples = [*SQUARE[:5], *(replace(s, document=replace(s.document, text=twin.text)) for s in SQUARE[5:10])]
    made = by_model(tmp_path, Recorder(answered_by(write)), samples)
    assert lines(SQUARE)[:5] == lines(made.samples)[:5]
    assert [] == [f for f in found_in(made.samples) if f.is_must]


@pytest.mark.slow
def test_a_lifted_finding_stays_lifted_while_another_part_is_mended(tmp_path: Path) -> None:
    unsaid_all = [unsaid(Role.OTHER)(sample) for sample in SQUARE[:5]]
    place = place_of(PolicyLevel.P3)
    samples = [adding("policy", "First arrange it all.")(s) if n == place else s for n, s in enumerate(unsaid_all)]
    found = [replace(f, lifted_by=("j",)) if f.rule == "coverage" else f for f in found_in(samples)]
    assert 5 == sum(bool(f.lifted_by) for f in found)

    def run(folder: Path, told: list[Finding]) -> tuple[Mending, list[str]]:
        model = Recorder(answered_by(write))

        async def mended() -> Mending:
            with WorkFolder(folder, WORK) as work:
                desk = Desk(ByModel(Writer(model, Manner(WORK.sampling, 42, 1), work.journal)), Limits(), "llm/1 m")
                return await mend_set(samples, told, SPECS, desk, at_once=1)

        return asyncio.run(mended()), [request.conversation.rpartition("/")[2] for request in model.asked]

    made, asked = run(tmp_path / "lifted", found)
    assert (["policy_p3"], {samples[0].document.text}) == (asked, {s.document.text for s in made.samples})
    made, asked = run(tmp_path / "plain", [replace(f, lifted_by=()) for f in found])
    assert {"document", "policy_p3"} <= set(asked)
    assert [] == [f for f in found_in(made.samples) if f.is_must]


@pytest.mark.slow
def test_an_endpoint_that_is_down_leaves_the_set_waiting_and_loses_no_answer(tmp_path: Path) -> None:
    samples = [adding("policy", "First arrange it all.")(s) if s.policy_level in ("P1", "P3") else s for s in SQUARE]

    def answer(request: ChatRequest) -> ChatReply | ModelFailure:
        is_down = request.conversation.startswith(SQUARE[10].group)
        return ModelFailure(Unassessed.UNAVAILABLE, "502") if is_down else answered_by(write)(request)

    down, up, whole = Recorder(answer), Recorder(answered_by(write)), Recorder(answered_by(write))
    waiting = by_model(tmp_path / "a", down, samples)
    assert (lines(samples), ("unavailable: 502",)) == (lines(waiting.samples), waiting.waiting)
    made = by_model(tmp_path / "a", up, samples)
    assert by_model(tmp_path / "b", whole, samples, at_once=1) == made
    assert (5, 4, 1) == (len(whole.asked), len(down.asked) - 1, len(up.asked))


def test_a_script_is_written_anew_turn_by_turn(tmp_path: Path) -> None:
    place = place_of(attack=Attack.S2)
    samples = planted(lambda s: with_turn(s, 0, text=f"```\n{s.script[0].text}"), place)
    model = Recorder(answered_by(write))
    made = by_model(tmp_path, model, samples)
    (request,) = model.asked
    assert request.messages[2].content.startswith("Turn 1: ```")
    assert is_repair([{"role": m.role, "content": m.content} for m in request.messages])
    assert [t.guess for t in SQUARE[place].script] == [t.guess for t in made.samples[place].script]
    assert [] == [f for f in found_in(made.samples) if f.is_must]
