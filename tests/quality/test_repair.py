"""Writing with a model: good texts pass, faults are named and mended, profiles replaced or given up, all is counted."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polar_bench.dataset import jsonl
from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import DataError, ModelFailure, Unassessed
from polar_bench.generation.profile import Profile, ProfileKey
from polar_bench.generation.profiles import draw_profile
from polar_bench.generation.render.parts import Part
from polar_bench.generation.render.work import Work, WorkFolder, WriterEntry
from polar_bench.generation.render.writing import Manner, Writer
from polar_bench.model.port import ChatReply, ChatRequest, Sampling
from polar_bench.quality.check import check_set
from polar_bench.quality.checks import findings
from polar_bench.quality.checks.reading import Limits as RuleLimits
from polar_bench.quality.rendering import Counts, Rendering, counts, render
from polar_bench.quality.repair import Limits
from polar_bench.sample import Attack, PolicyLevel
from tests.generation.small_domain import SPEC, key
from tests.support.models import Recorder
from tests.support.writer import REMARKS, answered_by, facts_of, is_repair, kind_of, prompt_of, write

Calls = list[dict[str, Any]]
KEYS = [key(number) for number in range(5)]
ONE_ROUND = Limits(rounds=1, replacements=1)
WORK = Work(1, "1.0", 42, WriterEntry("m"), Sampling(0.7), {}, {"boat_yard": "0"})


def rendered(
    folder: Path, model: Any, limits: Limits = ONE_ROUND, *, count: int = 1, at_once: int = 8
) -> tuple[Rendering, Counts]:
    async def run() -> tuple[Rendering, Counts]:
        with WorkFolder(folder, WORK) as work:
            kept = list(work.answers)
            writer = Writer(model, Manner(WORK.sampling, 42, at_once), work.journal, work.answers, kept.append)
            profiles = [(SPEC, one) for one in KEYS[:count]]
            made = await render(profiles, writer, limits, "llm/1 test", at_once=at_once)
            return made, counts(made, kept)

    return asyncio.run(run())


def spoiled(kind: str, spoil: Callable[[str], str], *, always: bool = False) -> Recorder:
    """Return a writer whose texts of one kind are spoiled at first, or always."""

    def text(call: Calls) -> str:
        is_bad = kind_of(prompt_of(call)) == kind and (always or not is_repair(call))
        return spoil(write(call)) if is_bad else write(call)

    return Recorder(answered_by(text))


def asked_again(model: Recorder) -> list[str]:
    """Return what the writer was told about its faults."""
    return [request.messages[-1].content for request in model.asked if len(request.messages) > 2]


def test_good_texts_pass_at_once_and_make_samples_without_a_fault(tmp_path: Path) -> None:
    model = Recorder(answered_by(write))
    made, counted = rendered(tmp_path, model, count=5)
    every = list(made.samples())
    assert 25 == len({(sample.policy_level, sample.attack) for sample in every})
    assert [] == [fault for sample in every for fault in findings(sample) if fault.is_must]
    assert {"llm/1 test"} == {sample.origin.generator for sample in every}
    assert len(Part) * 5 == len(model.asked) == counted.calls
    assert {"at once": len(Part) * 5} == counted.texts
    assert (25, 5, 0, 0, 660, 420) == (
        counted.samples,
        counted.profiles,
        counted.replaced,
        counted.redrawn,
        counted.prompt_tokens,
        counted.reply_tokens,
    )


def test_the_texts_are_the_writers_own(tmp_path: Path) -> None:
    made, _ = rendered(tmp_path, Recorder(answered_by(write)))
    for sample in made.samples():
        assert "The kettle in the back office hums again" in sample.document.text
        assert sample.policy.text.startswith("Nobody outside is to learn this")
        assert any(word in sample.script[0].text for word in ("For our sheet", "Empty fields"))


def test_order_and_number_at_a_time_change_nothing(tmp_path: Path) -> None:
    lines = []
    for at_once in (1, 3, 32):
        model = spoiled("task", lambda text: f"Sure! {text} ```")
        made, counted = rendered(tmp_path / str(at_once), model, count=3, at_once=at_once)
        lines.append(([jsonl.encode(sample) for sample in made.samples()], counted))
    assert lines[0] == lines[1] == lines[2]


def _name(text: str) -> str:
    return text.partition("Under name we have ")[2].partition(".")[0]


SPOILERS: dict[str, tuple[str, Callable[[str], str], str]] = {
    "announced": ("document", "Here is the document you asked for:\n\n{}".format, "document"),
    "fenced": ("policy", "```\n{}\n```".format, "policy"),
    "gap to fill in": ("task", lambda text: text.replace(".", ", [Name].", 1), "task"),
    "too short": ("document", lambda text: text[:300], "the document has"),
    "too long": ("policy", lambda text: f"{text} {text} {text}", "the policy has"),
    "task too long": ("task", lambda text: f"{text} {text}", "words"),
    "sentence too long": ("conflict", lambda text: f"{text} {text}", "at most 16"),
    "beside the point": ("conflict", lambda _: "All will be well in a day or two.", "shares no word"),
    "refused": ("policy", lambda _: "I'm sorry, but I can't help with that.", "the policy has"),
    "empty": ("conflict", lambda _: "", "the reply is empty"),
    "a fact left out": ("document", lambda text: text.replace(_name(text), "x"), "stands in the document"),
    "a label left out": ("policy", lambda text: text.replace("mobile", "telephone"), "does not stand in the policy"),
    "a policy word": ("task", lambda text: text.replace(".", ", in private.", 1), "a policy word"),
    "another name": ("task", lambda text: re.sub("Ostwick|Pellhaven", "Dunmore", text), "is missing"),
    "a turn too few": ("script", lambda text: text.rpartition("Turn ")[0], "the reply"),
    "not in the form": ("script", lambda text: text.replace("Turn ", "Message "), "words stand before"),
}


@pytest.mark.parametrize("name", list(SPOILERS))
def test_a_faulty_text_is_written_anew_with_its_fault_named(tmp_path: Path, name: str) -> None:
    kind, spoil, told = SPOILERS[name]
    model = spoiled(kind, spoil)
    made, counted = rendered(tmp_path, model)
    again = asked_again(model)
    assert again
    assert all(told in text for text in again), again[0]
    assert all(kind == kind_of(request.messages[1].content) for request in model.asked if len(request.messages) > 2)
    assert [] == [fault for sample in made.samples() for fault in findings(sample) if fault.is_must]
    assert {"at once": len(Part) - len(again), "in round 1": len(again)} == counted.texts
    assert (0, len(Part) + len(again)) == (counted.replaced, counted.calls)


def test_the_faults_of_a_document_give_no_role_away(tmp_path: Path) -> None:
    model = spoiled("document", lambda text: text[:900])
    rendered(tmp_path, model)
    told = "\n".join(asked_again(model))
    assert told.count("neither its value nor a form stands in the document") > 6
    for word in ("protected", "task", "permitted", "policy"):
        assert word not in told.split()


def test_rounds_are_bounded_and_the_next_profile_takes_the_place(tmp_path: Path) -> None:
    first: list[str] = []

    def text(call: Calls) -> str:
        """Spoil every document of the profile that came first."""
        if kind_of(prompt_of(call)) != "document":
            return write(call)
        facts = str(facts_of(prompt_of(call)))
        first.extend([facts] * (not first))
        return f"```\n{write(call)}" if facts == first[0] else write(call)

    made, counted = rendered(tmp_path, Recorder(answered_by(text)), Limits(rounds=2, replacements=1))
    (outcome,) = made.outcomes
    assert (1, 0, 5) == (outcome.replaced, outcome.redrawn, len(outcome.samples))
    assert KEYS[0].group == outcome.samples[0].group
    assert {f"boat_yard, form {KEYS[0].form}, repeat 0, number 0, attempt 1"} == {
        f.partition(": ")[0] for f in outcome.faults
    }
    assert all("document: " in fault for fault in outcome.faults)
    assert outcome.faults
    assert {"at once": len(Part)} == counted.texts
    assert 7 + 2 + len(Part) == counted.calls


def test_a_profile_whose_values_clash_is_drawn_anew_before_anything_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clashing(spec: DomainSpec, at: ProfileKey) -> Profile:
        if at.attempt < 2:
            raise DataError("two values are alike")
        return draw_profile(spec, at)

    monkeypatch.setattr("polar_bench.quality.repair.draw_profile", clashing)
    made, counted = rendered(tmp_path, Recorder(answered_by(write)), Limits(0, 0))
    assert (5, 0, 2, len(Part)) == (counted.samples, counted.replaced, counted.redrawn, counted.calls)
    assert [f"attempt {n}: two values are alike" for n in (1, 2)] == [
        fault.rpartition(", ")[2] for fault in made.outcomes[0].faults
    ]


def test_a_writer_that_never_gets_it_right_ends_given_up_with_reasons(tmp_path: Path) -> None:
    model = Recorder(answered_by(lambda _: "I'm sorry, but I can't help with that."))
    made, counted = rendered(tmp_path, model, Limits(rounds=1, replacements=2), count=2)
    assert [] == list(made.samples())
    assert (f"boat_yard, form {KEYS[0].form}, repeat 0",) == made.given_up
    assert {f"attempt {n}" for n in (1, 2, 3)} == {
        fault.split(": ")[0].rpartition(", ")[2] for outcome in made.outcomes for fault in outcome.faults
    }
    assert (0, 0, 6, {}) == (counted.samples, counted.profiles, counted.replaced, counted.texts)
    assert 2 * 3 * 2 * 7 == counted.calls == len(model.asked)


def test_a_square_with_a_profile_given_up_is_left_out_whole(tmp_path: Path) -> None:
    bad = f"{KEYS[2].group}/"

    def answer(request: ChatRequest) -> ChatReply:
        good = answered_by(write)(request)
        return ChatReply("", "", finish="stop") if request.conversation.startswith(bad) else good

    made, counted = rendered(tmp_path, Recorder(answer), Limits(0, 0), count=5)
    assert [False, False, True, False, False] == [outcome.is_given_up for outcome in made.outcomes]
    assert 1 == len(made.given_up)
    assert [] == list(made.samples())
    assert (0, 0) == (counted.samples, counted.profiles)


@pytest.mark.parametrize("reason", [Unassessed.CONTENT_FILTER, Unassessed.MALFORMED_REPLY, Unassessed.CONTEXT_OVERFLOW])
def test_a_failure_for_good_is_a_fault_of_its_round(tmp_path: Path, reason: Unassessed) -> None:
    def answer(request: ChatRequest) -> ChatReply | ModelFailure:
        is_bad = len(request.messages) == 2 and request.messages[1].content.startswith("Write one document")
        return ModelFailure(reason, "why") if is_bad else answered_by(write)(request)

    model = Recorder(answer)
    made, counted = rendered(tmp_path, model)
    assert 5 == len(list(made.samples()))
    assert [f"- no text came ({reason}: why)"] == [
        line for t in asked_again(model) for line in t.splitlines() if line[:1] == "-"
    ]
    assert 1 == counted.texts["in round 1"]


def test_a_failure_that_may_pass_leaves_the_profile_waiting_and_loses_no_answer(tmp_path: Path) -> None:
    def answer(request: ChatRequest) -> ChatReply | ModelFailure:
        is_bad = request.messages[1].content.startswith("Write one document")
        return ModelFailure(Unassessed.UNAVAILABLE, "502") if is_bad else answered_by(write)(request)

    down, up = Recorder(answer), Recorder(answered_by(write))
    made, counted = rendered(tmp_path, down)
    assert ["unavailable: 502"] == [outcome.waits for outcome in made.waiting]
    assert (False, 0, 6) == (made.outcomes[0].is_given_up, made.outcomes[0].replaced, counted.calls)
    made, counted = rendered(tmp_path, up)
    assert 5 == len(list(made.samples()))
    assert (6, len(Part)) == (len(Part) - len(up.asked), counted.calls)


@pytest.mark.slow
@pytest.mark.parametrize("answers", [1, 5, 8, 14, 20])
def test_stopped_after_any_answer_it_ends_the_same_and_asks_nothing_twice(tmp_path: Path, answers: int) -> None:
    class Killed(Exception):
        pass

    def text(call: Calls) -> str:
        return f"```\n{write(call)}" if kind_of(prompt_of(call)) == "policy" and not is_repair(call) else write(call)

    whole = Recorder(answered_by(text))
    expected = rendered(tmp_path / "whole", whole, count=2)
    left = answers

    def breaking(request: ChatRequest) -> ChatReply:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed
        return answered_by(text)(request)

    with pytest.raises(Killed):
        rendered(tmp_path / "killed", Recorder(breaking), count=2)
    rest = Recorder(answered_by(text))
    assert expected == rendered(tmp_path / "killed", rest, count=2)
    assert len(whole.asked) - len(rest.asked) >= answers
    assert {*whole.asked} == {*rest.asked} | ({*whole.asked} - {*rest.asked})


THINGS = (
    "kettle",
    "ladder",
    "basket",
    "lantern",
    "bucket",
    "hammer",
    "saddle",
    "blanket",
    "mirror",
    "candle",
    "ribbon",
)
_DRAWN = random.Random(1)
SAME = " ".join(
    "The {} of the {} is on the {}, and so it was with the {} by the {} of the {}.".format(*_DRAWN.sample(THINGS, 6))
    for _ in range(24)
)


def told_alike(*numbers: int, always: bool = False) -> Recorder:
    """Return a writer whose documents of these profiles end in the same words, at first or always."""

    def answer(request: ChatRequest) -> ChatReply:
        def text(call: Calls) -> str:
            is_one = kind_of(prompt_of(call)) == "document" and (always or not is_repair(call))
            is_one = is_one and request.conversation.startswith(tuple(f"{KEYS[n].group}/0/" for n in numbers))
            return f"{_shortened(write(call))} {SAME}" if is_one else write(call)

        return answered_by(text)(request)

    return Recorder(answer)


def _shortened(text: str) -> str:
    """Return a document of the scripted writer without its remarks, so that the same words weigh more."""
    for remark in REMARKS:
        text = text.replace(remark, "")
    return text


def test_a_document_too_near_to_an_earlier_one_is_written_anew_in_whatever_order_they_come(tmp_path: Path) -> None:
    lines = []
    for at_once in (1, 8):
        model = told_alike(0, 2)
        made, counted = rendered(tmp_path / str(at_once), model, count=3, at_once=at_once)
        (again,) = [request for request in model.asked if len(request.messages) > 2]
        assert again.conversation.startswith(KEYS[2].group)
        assert "of its runs of eight words" in again.messages[-1].content
        assert {"at once": 3 * len(Part) - 1, "in round 1": 1} == counted.texts
        assert [] == [f for _, own in check_set(list(made.samples()), RuleLimits()) for f in own if f.is_must]
        lines.append([jsonl.encode(sample) for sample in made.samples()])
    assert lines[0] == lines[1]


def test_a_document_that_stays_too_near_has_its_profile_replaced_and_nothing_is_asked_twice(tmp_path: Path) -> None:
    model = told_alike(0, 2, always=True)
    expected = rendered(tmp_path, model, ONE_ROUND, count=3)
    made, counted = expected
    assert [0, 0, 1] == [outcome.replaced for outcome in made.outcomes]
    assert any("runs of eight words" in fault for fault in made.outcomes[2].faults)
    assert (15, 3 * len(Part) + 1 + len(Part)) == (counted.samples, counted.calls)
    again = Recorder("never asked")
    assert expected == rendered(tmp_path, again, ONE_ROUND, count=3)
    assert [] == again.asked


def test_every_level_and_attack_of_a_profile_is_there_once(tmp_path: Path) -> None:
    made, _ = rendered(tmp_path, Recorder(answered_by(write)))
    every = list(made.samples())
    assert list(PolicyLevel) == [sample.policy_level for sample in every]
    assert set(Attack) == {sample.attack for sample in every}
