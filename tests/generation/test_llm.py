"""What the llm renderer asks and how it reads answers: everything a text needs, and nothing that gives a role away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from polar_bench.agent.prompts import shipped
from polar_bench.domains.spec import Use
from polar_bench.generation.checks import Words
from polar_bench.generation.pipeline import samples
from polar_bench.generation.profile import Profile
from polar_bench.generation.render import document, template
from polar_bench.generation.render.brief import looks
from polar_bench.generation.render.layouts import LAYOUTS
from polar_bench.generation.render.llm import KINDS, Earlier, digests, messages, prompts, read
from polar_bench.generation.render.outline import Outline
from polar_bench.generation.render.parts import SCRIPT_OF, SCRIPTS, TEXTS, Part
from polar_bench.model.port import ChatReply
from polar_bench.sample import Attack, PolicyLevel
from tests.generation.small_domain import profiles, twin
from tests.support.writer import facts_of, write

PROFILES = profiles(4)


def prompt(profile: Profile, part: Part) -> str:
    return messages(Outline(profile), part, {})[1].content


def replied(text: str, finish: str = "stop", **more: Any) -> ChatReply:
    return ChatReply(text, text, finish=finish, **more)


def test_every_part_has_a_prompt_and_every_layout_a_look() -> None:
    assert {*Part, "writer", "repair"} == set(prompts())
    assert set(LAYOUTS) == set(looks())
    assert {f"writers/{kind.name}" for kind in KINDS} | {"writers/looks"} == set(digests())


def test_texts_and_scripts_are_all_parts() -> None:
    assert set(Part) == {*TEXTS, *SCRIPTS}


def test_the_documents_prompt_lists_every_fact_once_with_its_wordings() -> None:
    for profile in PROFILES:
        asked = prompt(profile, Part.DOCUMENT)
        told = [wording for _, wording in facts_of(asked)]
        by_use = {a.name: a.use for a in profile.spec.attributes}
        assert sorted(told) == sorted(f.text for n, f in profile.facts.items() if by_use[n] is not Use.FACT)
        for fact in profile.facts.values():
            for form in fact.forms:
                assert form in asked


def test_the_documents_prompt_does_not_depend_on_what_is_closed_nor_on_the_task() -> None:
    for profile in PROFILES:
        other = msgspec.structs.replace(profile, closed=profile.open_conditional)
        assert prompt(profile, Part.DOCUMENT) == prompt(other, Part.DOCUMENT)
        for task in profile.spec.tasks:
            assert prompt(profile, Part.DOCUMENT) == prompt(msgspec.structs.replace(profile, task=task), Part.DOCUMENT)


def test_the_documents_prompts_of_both_truths_differ_in_the_two_sentences_alone() -> None:
    for profile in PROFILES:
        one, other = (prompt(p, Part.DOCUMENT).splitlines() for p in (profile, twin(profile)))
        assert len(one) == len(other)
        assert 2 == sum(line != its for line, its in zip(one, other, strict=True))


@pytest.mark.parametrize("name", ["document", "writer", "looks"])
def test_what_the_documents_writer_reads_has_no_word_of_roles(name: str) -> None:
    text = shipped("writers", name) if name != "looks" else " ".join(look.looks for look in looks().values())
    words = Words(text)
    for word in ("protected", "secret", "private", "privacy", "policy", "task", "permitted", "confidential", "outside"):
        assert not words.hold(word), word


@pytest.mark.parametrize("part", [part for part in Part if part is not Part.DOCUMENT])
def test_no_other_prompt_says_a_value_but_for_the_options_of_guesses(part: Part) -> None:
    for profile in PROFILES:
        outline = Outline(profile)
        asked = prompt(profile, part)
        if part is Part.SCRIPT_S2:
            for turn in outline.planned[part]:
                for option in turn.guess.options if turn.guess else ():
                    assert option in asked
                    asked = asked.replace(option, "...")
        facts = {condition.fact for condition in profile.spec.conditions}  # their words stand in P3's conditions
        for name, fact in profile.facts.items():
            for wording in (fact.value, fact.text, *fact.forms) if name not in facts else ():
                assert not Words(asked).hold(wording), (part, name)


def test_no_prompt_of_a_script_tells_which_guess_is_right() -> None:
    for profile in PROFILES:
        told = prompt(profile, Part.SCRIPT_S2)
        outline = Outline(profile)
        guesses = [turn.guess for turn in outline.planned[Part.SCRIPT_S2] if turn.guess]
        assert {True, False} == {guess.true is None for guess in guesses}
        assert "true" not in told.lower().split()


def test_an_outline_without_drafts_gives_the_template_renderers_samples() -> None:
    for profile in PROFILES:
        outline = Outline(profile)
        assert samples(profile, document(profile), "x/1") == outline.samples({}, "x/1")
        assert template.document(profile) == outline.document


def test_drafts_change_words_and_nothing_else() -> None:
    for profile in PROFILES:
        outline = Outline(profile)
        drafts = {part: (f"New words for {part}.",) for part in TEXTS}
        drafts |= {part: tuple(f"{part} {n}" for n, _ in enumerate(outline.planned[part])) for part in SCRIPTS}
        for before, after in zip(outline.samples({}, "x/1"), outline.samples(drafts, "x/1"), strict=True):
            assert before.attributes == after.attributes
            assert before.policy.rules == after.policy.rules
            assert (before.task.type, before.task.needs) == (after.task.type, after.task.needs)
            assert [(t.targets, t.aim) for t in before.script] == [(t.targets, t.aim) for t in after.script]
            assert before.id != after.id
            assert [f"{SCRIPT_OF[after.attack]} {n}" for n in range(len(after.script))] == [
                t.text for t in after.script
            ]


def test_levels_share_what_has_to_be_the_same() -> None:
    outline = Outline(PROFILES[0])
    made = {s.policy_level: s for s in outline.samples({part: (f"Words of {part}.",) for part in TEXTS}, "x/1")}
    assert 1 == len({sample.document for sample in made.values()})
    assert made[PolicyLevel.P1].policy.text == made[PolicyLevel.P5].policy.text
    assert 4 == len({sample.policy.text for sample in made.values()})
    assert {"Words of task."} == {made[level].task.text for level in PolicyLevel if level is not PolicyLevel.P5}
    assert "Words of task. Words of conflict." == made[PolicyLevel.P5].task.text


def test_no_wrong_option_stands_in_a_written_text() -> None:
    for profile in PROFILES:
        outline = Outline(profile)
        planned = [turn.guess for turn in outline.planned[Part.SCRIPT_S2] if turn.guess]
        wrong = [o for guess in planned for n, o in enumerate(guess.options) if n != guess.true]
        drafts = {Part.DOCUMENT: (f"{outline.document.text} {', '.join(wrong)}",)}
        again = outline.script(Attack.S2, drafts)
        said = [o for turn in again if turn.guess for n, o in enumerate(turn.guess.options) if n != turn.guess.true]
        assert wrong
        assert not set(wrong) & set(said)


def test_an_earlier_answer_and_its_faults_follow_the_question() -> None:
    outline = Outline(PROFILES[0])
    first = messages(outline, Part.TASK, {})
    again = messages(outline, Part.TASK, {}, Earlier("Far too short.", ("the task has 3 words",)))
    assert first == again[:2]
    assert ("assistant", "Far too short.") == (again[2].role, again[2].content)
    assert "- the task has 3 words" in again[3].content
    unwritten = messages(outline, Part.TASK, {}, Earlier("", ("the reply is empty",)))
    assert ["system", "user", "user"] == [message.role for message in unwritten]


@pytest.mark.parametrize("part", list(Part))
def test_a_good_answer_is_read_whole(part: Part) -> None:
    outline = Outline(PROFILES[0])
    count = len(outline.planned[part]) if part in SCRIPTS else 1
    asked = [{"role": message.role, "content": message.content} for message in messages(outline, part, {})]
    text = write(asked)
    reading = read(part, count, replied(f"\n {text}\n"))
    assert "" == reading.fault
    assert count == len(reading.texts)
    assert text == (
        reading.texts[0] if part not in SCRIPTS else "\n".join(f"Turn {n}: {t}" for n, t in enumerate(reading.texts, 1))
    )


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (replied(""), "the reply is empty"),
        (replied(" \n"), "the reply is empty"),
        (replied("Turn 1: Hello.\nTurn 2: By", finish="length"), "the text was cut at the limit of tokens"),
        (replied("I can't.", is_refusal_field=True), "the model declined to write it"),
        (replied("Sure!\nTurn 1: Hello.\nTurn 2: Bye."), 'words stand before the mark "Turn 1:"'),
        (replied("I'm sorry, but I can't help with that."), 'words stand before the mark "Turn 1:"'),
        (replied("Turn 1: Hello."), 'the reply has the marks 1, not "Turn 1:" to 2'),
        (replied("Turn 2: Hello.\nTurn 1: Bye."), 'the reply has the marks 2, 1, not "Turn 1:" to 2'),
        (replied("Turn 1: A.\nTurn 2: B.\nTurn 3: C."), 'the reply has the marks 1, 2, 3, not "Turn 1:" to 2'),
        (replied("Turn 1:\nTurn 2: Bye."), "a turn has no text"),
    ],
)
def test_an_answer_that_is_no_script_is_a_fault_with_its_reason(reply: ChatReply, fault: str) -> None:
    reading = read(Part.SCRIPT_S3, 2, reply)
    assert (fault, ()) == (reading.fault, reading.texts)
