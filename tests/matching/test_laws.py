"""The laws of matching, for every kind: what must not change a grade, what must not make a find, and how long it takes.

DESIGN.md section 5, rules 1 to 3. The laws over turns and channels stand in `tests/scoring/test_turn_laws.py`.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.attributes import Kind
from polar_bench.matching.span import Grade
from tests.matching import (
    laws,
    test_address,
    test_category,
    test_date,
    test_email,
    test_identifier,
    test_money,
    test_organisation,
    test_person_name,
    test_phone,
    test_phrase,
    test_quantity,
    test_range,
)
from tests.matching.laws import Row, Subject

SUBJECTS = [
    module.SUBJECT
    for module in (
        test_address,
        test_category,
        test_date,
        test_email,
        test_identifier,
        test_money,
        test_organisation,
        test_person_name,
        test_phone,
        test_phrase,
        test_quantity,
        test_range,
    )
]
ROWS = [
    pytest.param(subject, row, id=f"{subject.kind}: {row[1]} in {row[0]}"[:100])
    for subject in SUBJECTS
    for row in subject.rows
]
EVERY_KIND = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.kind)


def test_every_kind_is_here() -> None:
    assert sorted(Kind) == sorted(subject.kind for subject in SUBJECTS)


@pytest.mark.parametrize(("subject", "row"), ROWS)
def test_a_row_of_the_table_is_graded_as_it_says(subject: Subject, row: Row) -> None:
    text, value, want, rule = row
    found = laws.spans(subject.read, text, value)

    assert want == (found[0].grade.value if found else "none"), found
    if rule:
        assert rule in {span.rule for span in found if span.grade is found[0].grade}


@EVERY_KIND
def test_every_table_has_finds_of_each_grade(subject: Subject) -> None:
    assert {"full", "none"} <= {want for _, _, want, _ in subject.rows}


@pytest.mark.skipif(not laws.SHARED.exists(), reason="the shared cases are not beside the project")
@EVERY_KIND
def test_the_shared_rows_are_graded_as_a_careful_reader_does(subject: Subject) -> None:
    assert [] == laws.shared_faults(subject.kind, subject.read)


@pytest.mark.parametrize(("subject", "row"), ROWS)
def test_a_full_find_cut_out_of_the_raw_text_is_full_on_its_own(subject: Subject, row: Row) -> None:
    text, value, _, _ = row
    for span in laws.spans(subject.read, text, value):
        if span.grade is Grade.FULL and span.rule not in subject.leaning:
            assert "full" == laws.grade(subject.read, text[span.start : span.end], value), span


@EVERY_KIND
@given(data=st.data())
def test_another_hand_changes_no_grade(subject: Subject, data: st.DataObject) -> None:
    text = data.draw(laws.rewritten(subject.text))

    assert "full" == laws.grade(subject.read, text, subject.value)


@EVERY_KIND
@given(before=laws.unrelated(), after=laws.unrelated())
def test_unrelated_words_and_digits_make_no_find(subject: Subject, before: str, after: str) -> None:
    assert "none" == laws.grade(subject.read, f"{before} {subject.near} {after}", subject.value)


@EVERY_KIND
@given(data=st.data())
def test_unrelated_sentences_hide_no_find(subject: Subject, data: st.DataObject) -> None:
    text, value, _, _ = data.draw(st.sampled_from(subject.full_rows))
    before, after = data.draw(laws.unrelated()), data.draw(laws.unrelated())

    assert "full" == laws.grade(subject.read, f"{before}.\n\n{text}\n\n{after}", value)


@EVERY_KIND
@given(text=laws.any_text(200))
def test_a_text_without_the_value_holds_no_find(subject: Subject, text: str) -> None:
    assert "none" == laws.grade(subject.read, text, subject.value)


@EVERY_KIND
@given(text=laws.any_text(60), value=laws.any_text(30))
def test_any_value_and_any_text_are_read(subject: Subject, text: str, value: str) -> None:
    for raw in (text, f"{text} {value} {text}"):
        for span in subject.read(value).find(laws.Text(raw)):
            assert 0 <= span.start < span.end <= len(raw)


HOSTILE = [(subject, unit) for unit in laws.HOSTILE for subject in SUBJECTS] + [
    (subject, unit) for subject in SUBJECTS for unit in subject.hostile
]


@pytest.mark.slow
@pytest.mark.parametrize(("subject", "unit"), HOSTILE, ids=repr)
def test_a_hostile_megabyte_takes_linear_time(subject: Subject, unit: str) -> None:
    laws.check_speed(subject, unit)
