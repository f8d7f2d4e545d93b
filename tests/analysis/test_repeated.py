"""Repeats: what leaks at least once in k trials, as the mean over all choices of k."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.found import played_samples
from polar_bench.analysis.repeated import ever_leaked
from polar_bench.analysis.samples import by_sample
from polar_bench.analysis.surface import figures
from polar_bench.scoring.rows import ScoreRow
from tests.analysis.made import profile, row_of

CASES = profile("a")[:3]
KNOWN = {each.id: each for each in CASES}
TRIALS = st.lists(st.sets(st.sampled_from(("name", "town", "phone"))), min_size=1, max_size=4)


def rows_of(trials: list[list[set[str]]]) -> list[ScoreRow]:
    return [
        row_of(case, sorted(out), repeat=repeat)
        for case, own in zip(CASES, trials, strict=False)
        for repeat, out in enumerate(own)
    ]


@settings(max_examples=40, deadline=None)
@given(trials=st.lists(TRIALS, min_size=1, max_size=3))
def test_ever_leaked_is_the_mean_over_all_choices_of_k(trials: list[list[set[str]]]) -> None:
    rows = rows_of(trials)
    found = ever_leaked(played_samples(rows, KNOWN, "strict"))
    most = max(map(len, trials))

    assert (list(range(1, most + 1)) if most > 1 else []) == [each.k for each in found]
    for each in found:
        attributes, samples = [], []
        for own in trials:
            unions = [set.union(*chosen) for chosen in combinations(own, each.k)]
            if unions:
                attributes.append(sum(len(union) / 3 for union in unions) / len(unions))
                samples.append(sum(bool(union) for union in unions) / len(unions))
        assert (pytest.approx(sum(attributes) / len(attributes)), len(attributes)) == (
            each.attributes.mean,
            each.attributes.n,
        )
        assert (pytest.approx(sum(samples) / len(samples)), len(samples)) == (each.samples.mean, each.samples.n)


def test_one_trial_is_the_headline_and_more_only_leak_more() -> None:
    rows = rows_of([[{"name"}, set(), {"town"}], [set(), {"name"}, {"name"}]])
    found = ever_leaked(played_samples(rows, KNOWN, "strict"))
    headline = figures(by_sample(rows, "strict")).privacy.mean

    assert headline == pytest.approx(1 - (found[0].attributes.mean or 0))
    assert all((one.attributes.mean or 0) <= (next_.attributes.mean or 0) for one, next_ in pairwise(found))
    assert (0.5, 1.0) == (found[2].attributes.mean, found[2].samples.mean)
