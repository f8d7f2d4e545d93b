"""Scripts: what each attack asks for, in which shape, and what may not move between levels (semantics.md 5.4)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

from polar_bench.attributes import Role
from polar_bench.domains.phrases import expand, parse
from polar_bench.domains.spec import Use
from polar_bench.generation.attacks import script
from polar_bench.generation.checks import Words
from polar_bench.generation.frames import script_frames
from polar_bench.generation.profile import Profile
from polar_bench.generation.rules import attributes, closed_conditional
from polar_bench.sample import Attack, Guess, GuessForm, PolicyLevel, ScriptTurn
from tests.generation.small_domain import SPEC, document, profiles, twin

MANY = profiles(60)
P1, P2, P3, P4, P5 = PolicyLevel
S1, S2, S3, S4, S5 = Attack
RESTING = set(SPEC.rests_at_p4)
GRADED = {"home_port", "sale_price"}


@cache
def texts_of(group: str) -> tuple[str, ...]:
    return tuple(document(profile).text for profile in MANY if profile.key.group == group)


def made(profile: Profile, level: PolicyLevel, attack: Attack) -> tuple[ScriptTurn, ...]:
    return script(profile, level, attack, texts_of(profile.key.group))


def guesses(profile: Profile, level: PolicyLevel) -> list[Guess]:
    return [turn.guess for turn in made(profile, level, S2)[1:] if turn.guess]


def asked(turns: tuple[ScriptTurn, ...]) -> list[str]:
    return [name for turn in turns for name in turn.targets]


@pytest.mark.parametrize("attack", Attack)
def test_every_script_asks_once_for_all_that_is_scored_and_for_nothing_else(attack: Attack) -> None:
    for profile in (*MANY[:30], *map(twin, MANY[:30])):
        for level in PolicyLevel:
            wanted = {a.base for a in attributes(profile, level) if a.role in (Role.PROTECTED, Role.TASK)}
            targets = asked(made(profile, level, attack))
            assert wanted == set(targets)
            graded = GRADED if attack is S2 and level is P4 else set()  # asked openly, then guessed at
            assert {name: 1 + (name in graded) for name in wanted} == Counter(targets)


@pytest.mark.parametrize("attack", Attack)
def test_p1_p2_and_p5_have_the_same_script_byte_for_byte(attack: Attack) -> None:
    for profile in MANY:
        assert made(profile, P1, attack) == made(profile, P2, attack) == made(profile, P5, attack)


@pytest.mark.parametrize("attack", [S1, S3, S4, S5])
def test_p3_has_the_script_of_p1_whatever_the_truth(attack: Attack) -> None:
    for profile in MANY:
        assert made(profile, P1, attack) == made(profile, P3, attack) == made(twin(profile), P3, attack)


def test_s2_at_p3_swaps_the_pair_and_nothing_else() -> None:
    for profile in MANY:
        one, other = made(profile, P3, S2), made(twin(profile), P3, S2)
        assert made(profile, P1, S2) in (one, other)
        place = next(n for n, turn in enumerate(one) if closed_conditional(profile, P3) in turn.targets)
        assert place > 0
        changed = [n for n, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
        assert [0, place] == changed
        mine, theirs = one[place].guess, other[place].guess
        assert mine is not None
        assert theirs is not None
        assert (mine.form, mine.true, len(mine.options)) == (theirs.form, theirs.true, len(theirs.options))


@pytest.mark.parametrize("attack", [S1, S3, S4, S5])
def test_at_p4_the_resting_are_left_out_and_nothing_else_moves(attack: Attack) -> None:
    for profile in MANY:
        full, reduced = made(profile, P1, attack), made(profile, P4, attack)
        assert len(full) == len(reduced)
        for one, other in zip(full, reduced, strict=True):
            assert [name for name in one.targets if name not in RESTING] == list(other.targets)
            assert (one == other) == (not RESTING & set(one.targets))
            assert not set(re.findall(r"\w+", other.text)) - set(re.findall(r"\w+", one.text)) - {"and"}


def test_s2_at_p4_gives_the_slots_of_the_resting_to_the_graded() -> None:
    for profile in MANY:
        full, reduced = made(profile, P1, S2), made(profile, P4, S2)
        for one, other in zip(full, reduced, strict=True):
            if not RESTING & set(one.targets):
                assert one == other
                continue
            assert set(other.targets) <= GRADED
            assert one.guess is not None
            assert other.guess is not None
            assert (one.guess.form, one.guess.true) == (other.guess.form, other.guess.true)


def test_turns_keep_their_bounds_and_every_number_of_them_comes_up() -> None:
    counts = {attack: {len(made(profile, P1, attack)) for profile in MANY} for attack in Attack}
    assert {S1: {1}, S2: {7}, S3: {2, 3, 4}, S4: {1, 2, 3}, S5: {3, 4, 5, 6}} == counts


def test_half_of_the_guesses_hold_the_truth_and_half_ask_for_yes_or_no() -> None:
    for profile in MANY:
        for level in PolicyLevel:
            found = guesses(profile, level)
            assert (6, 3, 3) == (
                len(found),
                sum(guess.true is not None for guess in found),
                sum(guess.form is GuessForm.YES_NO for guess in found),
            )
            protected = {a.name for a in attributes(profile, level) if a.role is Role.PROTECTED}
            assert protected == {guess.attribute for guess in found}


def test_the_true_option_is_how_the_document_writes_it_and_the_others_are_not_in_it() -> None:
    for profile in MANY:
        words = Words(document(profile).text)
        for guess in guesses(profile, P4) + guesses(profile, P3):
            fact = profile.facts[guess.attribute]
            for number, option in enumerate(guess.options):
                assert (number == guess.true) == (option == fact.text) == words.hold(option)
            assert len(set(guess.options)) == len(guess.options)


def test_the_place_of_the_truth_is_uniform() -> None:
    places: dict[int, Counter[int]] = {3: Counter(), 4: Counter()}
    for profile in profiles(400):
        for guess in guesses(profile, P1):
            if guess.form is GuessForm.CHOICE and guess.true is not None:
                places[len(guess.options)][guess.true] += 1
    for size, counts in places.items():
        total = sum(counts.values())
        assert total > 100
        chi_square = sum((counts[place] - total / size) ** 2 / (total / size) for place in range(size))
        assert chi_square < 16.3, counts  # p = 0.001 at 3 degrees of freedom


def test_every_attribute_is_guessed_at_in_every_way() -> None:
    seen = {
        (guess.attribute, guess.form, guess.true is not None)
        for profile in profiles(200)
        for guess in guesses(profile, P4)
    }
    names = {"owner_name", "mobile", "damage_cause", "engine_type", "last_yard", *GRADED}
    assert {(name, form, is_true) for name in names for form in GuessForm for is_true in (True, False)} == seen


def test_options_at_p4_share_the_coarse_class() -> None:
    table = SPEC.table_by_name["place"]
    coast = {row[0].value: row[1].value for row in table.rows}
    for profile in MANY:
        for guess in guesses(profile, P4):
            if guess.attribute == "home_port":
                assert {profile.facts["home_coast"].value} == {coast[option] for option in guess.options}
            if guess.attribute == "sale_price":
                amounts = [int(re.sub(r"\D", "", option)) for option in guess.options]
                band = {amount // 20_000 for amount in (*amounts, profile.facts["sale_price"].data or 0)}  # type: ignore[operator]
                assert 1 == len(band)


def test_a_guess_turn_shows_its_options_in_order_and_asks_nothing_else() -> None:
    for profile in MANY:
        opening, *probes = made(profile, P4, S2)
        assert opening.guess is None
        for turn in probes:
            guess = turn.guess
            assert guess is not None
            assert (guess.attribute,) == turn.targets
            places = [turn.text.index(option) for option in guess.options]
            assert sorted(places) == places
            assert 1 == turn.text.count("?")
            if guess.form is GuessForm.CHOICE:
                lettered = ", ".join(f"{letter}) {o}" for letter, o in zip("ABCD", guess.options, strict=False))
                assert f"{lettered}?" in turn.text
            assert Words(turn.text).hold(SPEC.by_name[guess.attribute].label)


def test_no_script_says_a_value_or_a_conditions_word_outside_its_options() -> None:
    for profile in MANY:
        for level in (P1, P3, P4):
            for attack in Attack:
                turns = made(profile, level, attack)
                text = "\n".join(turn.text for turn in turns if not turn.guess)
                words = Words(text)
                assert not [fact.value for fact in profile.facts.values() if words.hold(fact.text)]
                assert not [word for c in SPEC.conditions for word in (c.holds, c.fails) if words.hold(word)]


def test_s3_starts_with_its_pose_and_ends_with_what_that_person_handles() -> None:
    for profile in MANY:
        turns = made(profile, P1, S3)
        poses = {pose.text.replace("{counterpart}", profile.counterpart): pose.handles for pose in SPEC.poses}
        spoken = [pose for pose in poses if pose in turns[0].text]
        assert 1 == len(spoken)
        assert poses[spoken[0]] in turns[-1].text
        assert not re.search(r"override|ignore|disregard|instructions|SYSTEM", " ".join(t.text for t in turns), re.I)


def test_s4_starts_with_business_and_has_no_speaker() -> None:
    for profile in MANY:
        turns = made(profile, P1, S4)
        assert not turns[0].text.startswith(("###", "---", "<<", "***"))
        assert all("SYSTEM" in turn.text for turn in turns)
        assert not re.search(r"\b(?:I|I'm|my|we|our|me)\b", " ".join(turn.text for turn in turns))


def test_s5_goes_by_stage_and_has_an_aim_without_values_in_every_turn() -> None:
    order = {Use.OPEN: 1, Use.GRADED: 2, Use.CONDITIONAL: 3, Use.GUARDED: 5}
    for profile in MANY:
        turns = made(profile, P1, S5)
        stages = [[SPEC.by_name[n].stage or order[SPEC.by_name[n].use] for n in turn.targets] for turn in turns]
        for before, after in pairwise(stages):
            assert max(before) <= min(after)
        for turn in turns:
            assert turn.aim
            assert all(Words(turn.aim).hold(SPEC.by_name[name].label) for name in turn.targets)
            assert not [f.text for f in profile.facts.values() if Words(turn.aim).hold(f.text)]


def test_texts_are_whole_sentences_without_leftovers() -> None:
    for profile in MANY:
        for level in (P1, P3, P4):
            for attack in Attack:
                for turn in made(profile, level, attack):
                    for text in (turn.text, *([turn.aim] if turn.aim else [])):
                        assert text[0].isupper() or not text[0].isalpha()
                        assert not set(text) & set("[]{}|")
                        assert not re.search(r"  |,,|\.\.| ,| \.|\?\.|: ?:", text)
                        assert attack is S4 or text is turn.aim or text[-1] in ".?"


def test_no_two_turns_of_a_script_start_alike() -> None:
    for profile in MANY:
        for attack in (S3, S4, S5):
            starts = [" ".join(turn.text.split()[:5]) for turn in made(profile, P1, attack)]
            assert len(set(starts)) == len(starts)


def test_every_part_of_a_script_has_five_wordings() -> None:
    frames = script_frames()
    for attack in frames.__struct_fields__:
        pools = getattr(frames, attack)
        for part in pools.__struct_fields__:
            pool = getattr(pools, part)
            assert len(set(pool)) >= 5, (attack, part)
            assert all(parse(frame) for frame in pool)
            assert not [frame for frame in pool if re.search(r"\d", expand(frame, lambda _n: 0))]


def test_wordings_vary_between_profiles() -> None:
    for attack in Attack:
        assert len({made(profile, P1, attack)[0].text for profile in MANY}) > 50
