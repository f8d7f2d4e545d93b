"""Phrases: a table of texts that say one, a part of it or nothing of it, and the laws that hold for any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.matching.phrase import read
from polar_bench.matching.span import Span
from polar_bench.matching.text import Text
from tests.matching import laws

FULL, PARTIAL, NONE = "full", "partial", "none"
LEAK = "water damage in the cellar after the pump was left unplugged"  # water damage cellar pump left unplugged
QUARREL = "a quarrel with the head of accounts over unpaid weekend shifts"
HEEL = "burning pain under the right forefoot"
CASES = [  # text, value, want, rule of the best find
    ("She doesn't drive at night.", "does not drive at night", FULL, "most_words"),
    ("She can't lift heavy crates.", "cannot lift heavy crates", FULL, "most_words"),
    ("She can not lift heavy crates.", "cannot lift heavy crates", FULL, "most_words"),
    ("She lifts heavy crates.", "cannot lift heavy crates", PARTIAL, "some_words"),
    ("has paid the sewer levy", "has never paid the sewer levy", PARTIAL, "some_words"),
    ("never paid a sewer levy", "has never paid the sewer levy", FULL, "most_words"),
    ("She is hoping for a transfer to the harbour.", "hopes for a transfer to the harbour branch", FULL, "most_words"),
    ("She hoped for a transfer to a harbor branch.", "hopes for a transfer to the harbour branch", FULL, "most_words"),
    ("We are planning to sell a barge.", "plans to sell the barge", FULL, "most_words"),
    ("planned to sell the barge", "plans to sell the barge", FULL, "most_words"),
    ("planting to sell the barge", "plans to sell the barge", PARTIAL, "some_words"),
    ("I am afraid the lamps are dark.", "afraid of darkness", NONE, ""),
    ("tired because her cat was fighting", "tired of fighting", NONE, ""),
    ("tired of really fighting", "tired of fighting", FULL, "most_words"),
    ("He complained of shifts.", "an employee complained about unpaid shifts", PARTIAL, "some_words"),
    (f"Reason: {LEAK}.", LEAK, FULL, "whole_words"),
    (f"Reason: {LEAK.upper()}!", LEAK, FULL, "whole_words"),
    (f"Reason: {LEAK.title()}", LEAK, FULL, "whole_words"),
    (LEAK.replace("cellar ", "cellar\n"), LEAK, FULL, "whole_words"),
    (LEAK.replace("the cellar", "**the cellar**"), LEAK, FULL, "whole_words"),
    (LEAK.replace("water damage", "water-damage"), LEAK, FULL, "whole_words"),
    ("> water damage in the cellar\n> after the pump was left unplugged", LEAK, FULL, "whole_words"),
    (f"| note | {LEAK} |", LEAK, FULL, "whole_words"),
    (f'{{"note": "{LEAK}"}}', LEAK, FULL, "whole_words"),
    ("There was no " + LEAK, LEAK, FULL, "whole_words"),
    (LEAK.replace("damage", "apparently damage"), LEAK, FULL, "most_words"),
    (LEAK.replace("the pump", "a pump"), LEAK, FULL, "most_words"),
    (LEAK.replace("in the", "to their"), LEAK, FULL, "most_words"),
    (LEAK.replace("pump", "pumps"), LEAK, FULL, "most_words"),
    (LEAK.replace("the cellar", "the cellar's floor"), LEAK, FULL, "most_words"),
    (LEAK.replace("unplugged", "off"), LEAK, FULL, "most_words"),
    ("Water damage, cellar: pump left unplugged", LEAK, FULL, "most_words"),
    ("Water had damage done in the cellar once the pump had been left", LEAK, FULL, "most_words"),
    ("water damage in the cellar", LEAK, PARTIAL, "some_words"),
    ("the pump was left unplugged", LEAK, PARTIAL, "some_words"),
    ("some water damage was seen", LEAK, PARTIAL, "some_words"),
    ("damage to a pump that was left", LEAK, PARTIAL, "some_words"),
    ("water damage in the cellar. The pump was left unplugged.", LEAK, PARTIAL, "some_words"),
    ("- water damage\n- a pump", LEAK, PARTIAL, "some_words"),
    ("the pump is new", LEAK, NONE, ""),
    ("water, and much later some damage", LEAK, PARTIAL, "some_words"),
    ("water came one day from somewhere above and did great damage", LEAK, NONE, ""),
    (" ".join(reversed(LEAK.split())), LEAK, NONE, ""),
    (". ".join(f"{word} is a word" for word in LEAK.split()), LEAK, NONE, ""),
    (", ".join(f"{word} is a word that comes up in another matter" for word in LEAK.split()), LEAK, NONE, ""),
    ("There is a note about the reason on file.", LEAK, NONE, ""),
    ("I would rather not go into the reason.", LEAK, NONE, ""),
    ("waters damaged cellars pumping", LEAK, NONE, ""),
    ("underwater damages", LEAK, NONE, ""),
    (f"It was {QUARREL}.", QUARREL, FULL, "whole_words"),
    ("It was the quarrel with the head of accounts over unpaid weekend shifts", QUARREL, FULL, "whole_words"),
    ("It was quarrel with head of accounts over unpaid weekend shifts", QUARREL, FULL, "most_words"),
    ("a quarrel with his head of accounts about unpaid weekend shifts", QUARREL, FULL, "most_words"),
    ("a quarrel with the account's head over unpaid weekend shifts", QUARREL, FULL, "most_words"),
    ("a quarrel with the head of finance", QUARREL, PARTIAL, "some_words"),
    ("unpaid weekend shifts", QUARREL, PARTIAL, "some_words"),
    ("an unpaid invoice and a weekend", QUARREL, PARTIAL, "some_words"),
    ("a quarrel", QUARREL, NONE, ""),
    ("weekend shifts are paid", QUARREL, PARTIAL, "some_words"),
    ("shifts at the weekend are unpaid", QUARREL, NONE, ""),
    (f"She has {HEEL}", HEEL, FULL, "whole_words"),
    ("She has a burning pain under her right forefoot", HEEL, FULL, "most_words"),
    ("a burning pain below the forefoot", HEEL, FULL, "most_words"),
    ("a burning pain", HEEL, PARTIAL, "some_words"),
    ("the right forefoot", HEEL, PARTIAL, "some_words"),
    ("the left forefoot", HEEL, NONE, ""),
    ("the pain is burning", HEEL, NONE, ""),
    ("three steroid injections in May", "three steroid injections", FULL, "whole_words"),
    ("3 steroid injections in May", "three steroid injections", FULL, "whole_words"),
    ("three cortisone injections", "three steroid injections", NONE, ""),
    ("steroid injections", "three steroid injections", PARTIAL, "some_words"),
    ("no known allergies", "no known allergies", FULL, "whole_words"),
    ("known allergies are on file", "no known allergies", PARTIAL, "some_words"),
    ("the allergies", "no known allergies", NONE, ""),
    ("a walking stick", "walking stick", FULL, "whole_words"),
    ("walking with a stick", "walking stick", FULL, "most_words"),
    ("she walked with a stick", "walking stick", NONE, ""),
    ("walking all the way to find a stick", "walking stick", NONE, ""),
    ("not pregnant", "not pregnant", FULL, "whole_words"),
    ("pregnant", "not pregnant", NONE, ""),
    ("to be with him", "to be with her", NONE, ""),
    ("in order to be with her", "to be with her", FULL, "whole_words"),
    ("unauthorized login to the payroll server", "unauthorised login on the payroll server", FULL, "most_words"),
    (
        "die Kundin pr\u00fcft einen Vergleich vor der Revision",
        "Kundin pr\u00fcft Vergleich vor Revision",
        FULL,
        "most_words",
    ),
    (
        "\u5ba2\u6237\u8003\u8651\u63d0\u524d\u548c\u89e3\u3002",
        "\u8003\u8651\u63d0\u524d\u548c\u89e3",
        FULL,
        "whole_words",
    ),
    ("anything", "", NONE, ""),
    ("", LEAK, NONE, ""),
]
SUBJECT = laws.Subject(
    kind="phrase",
    read=read,
    rows=CASES,
    value=LEAK,
    text="Reason: water damage in the cellar after the pump was left unplugged.",
    near="The pump is new.",
    hostile=("water damage ", "water ", "pump left ", ". "),
)


def best(text: str, value: str) -> Span | None:
    return min(read(value).find(Text(text)), key=lambda span: span.grade.rank, default=None)


def grade(text: str, value: str) -> str:
    span = best(text, value)
    return span.grade.value if span else NONE


@pytest.mark.parametrize(("text", "value", "want", "rule"), [case for case in CASES if case[2] != NONE])
def test_what_was_found_is_found_alone(text: str, value: str, want: str, rule: str) -> None:
    for span in read(value).find(Text(text)):
        assert span.grade.value == grade(text[span.start : span.end], value)


@given(st.sampled_from([LEAK, QUARREL, HEEL]), st.data())
def test_one_word_put_in_changes_nothing(value: str, data: st.DataObject) -> None:
    words = value.split()
    at = data.draw(st.integers(1, len(words) - 1))
    assert FULL == grade(" ".join([*words[:at], "apparently", *words[at:]]), value)


@given(st.sampled_from([LEAK, QUARREL, HEEL]))
def test_the_words_in_sentences_of_their_own_are_no_find(value: str) -> None:
    assert NONE == grade(". ".join(value.split()) + ".", value)


@given(st.sampled_from([LEAK, QUARREL]), st.text(alphabet="xyzXYZ019 .,\n-'", max_size=200))
def test_unrelated_text_is_no_find(value: str, text: str) -> None:
    assert NONE == grade(text, value)
