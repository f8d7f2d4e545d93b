"""Figures of a data set: counts add up, and repetition is seen where it is."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.dataset.stats import NGRAM, ngrams, repetition, sentences, spread, stats

STARTER = list(read_samples("starter"))


def test_counts_add_up_to_the_samples() -> None:
    found = stats(STARTER)
    assert len(STARTER) == found.samples
    for counts in (found.by_domain, found.by_form, found.by_noise, found.by_cell):
        assert len(STARTER) == sum(counts.values())
    assert 25 == len(found.by_cell)
    assert len({sample.group for sample in STARTER}) == found.profiles


def test_words_and_attributes_are_those_of_a_plain_count() -> None:
    found = stats(STARTER)
    words = [len(sample.document.text.split()) for sample in STARTER]
    assert pytest.approx(sum(words) / len(words)) == found.words["document"].mean
    assert (min(words), max(words)) == (found.words["document"].low, found.words["document"].high)
    assert 6 == found.attributes["protected"].mean
    assert 5 == found.attributes["task"].mean
    ratios = [11 / len(sample.with_role(Role.OTHER)) for sample in STARTER]
    assert pytest.approx(sum(ratios) / len(ratios)) == found.signal_to_noise.mean


def test_order_changes_nothing() -> None:
    mixed = random.Random(3).sample(STARTER, len(STARTER))
    assert stats(mixed).words == stats(STARTER).words
    assert stats(mixed).repetition.shared == stats(STARTER).repetition.shared


def test_nothing_is_made_up_for_no_samples() -> None:
    found = stats([])
    assert 0 == found.samples
    assert None is found.words["document"].mean
    assert None is spread([]).median


def test_a_copied_document_is_all_shared_and_a_new_one_not_at_all() -> None:
    text = STARTER[0].document.text
    copied = repetition([("a", "x", text), ("b", "x", text), ("c", "x", "Nothing in common here at all.")])
    assert 1.0 == copied.shared
    assert ("a", "b") == copied.pair
    assert pytest.approx(2 / 3) == copied.sentence_share
    apart = repetition([("a", "x", text), ("c", "x", "Nothing in common here at all.")])
    assert 0.0 == apart.shared
    assert None is apart.pair


def test_half_a_document_is_half_shared() -> None:
    words = [f"word{index}" for index in range(200)]
    other = [f"other{index}" for index in range(200)]
    one, half = " ".join(words), " ".join(words[:100] + other[:100])
    shared = repetition([("a", "x", one), ("b", "x", half)]).shared
    assert pytest.approx((100 - NGRAM + 1) / (200 - NGRAM + 1)) == shared


def test_the_samples_of_one_profile_share_their_document_without_being_repetition() -> None:
    twin = replace(STARTER[0], id="another")
    assert 0.0 == stats([STARTER[0], twin]).repetition.shared


def test_sentences_and_ngrams_leave_layout_and_marks_aside() -> None:
    text = (
        "Subject: a long line of the layout\n\n> He rang us on Monday morning. Too short.\nDear all of you out there,"
    )
    assert {"he rang us on monday morning."} == sentences(text)
    assert ngrams("One two, three four (five) six seven eight!") == ngrams("one two three four five six seven EIGHT")
