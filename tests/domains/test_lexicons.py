"""Lists of words: read as they stand, without doubles; and no shipped list blames the other's own words."""

from __future__ import annotations

from polar_bench.domains.lexicons import policy_words, task_words


def test_lists_hold_words_in_small_letters_each_once() -> None:
    for words in (policy_words(), task_words()):
        assert len(words) == len(set(words)) > 5
        assert all(word == word.lower().strip() and "#" not in word for word in words)


def test_no_word_belongs_to_both() -> None:
    assert not set(policy_words()) & set(task_words())
