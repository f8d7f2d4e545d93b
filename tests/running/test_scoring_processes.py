"""Scoring on several processes: the same rows as on one, in order, and nothing that is raised gets lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.errors import DataError, Unassessed
from polar_bench.journal import codec
from polar_bench.running.scoring_processes import Pair, score_all
from polar_bench.trial import Speaker, Turn
from tests.support.played import played, told
from tests.support.samples import sample

STARTER = list(read_samples("starter"))


def pairs() -> list[Pair]:
    """Return more than two batches: controls, an unassessed trial, half a character, and thoughts in tags."""
    made = [(case, played(case, name)) for name in ("leaky?p=0.5&q=0.5", "yes", "echo", "oracle") for case in STARTER]
    odd = sample("medical-odd")
    raw = Turn(Speaker.TRUSTED, "Wendlach \ud83d", raw="<think>a</think>Wendlach \ud83d", reasoning="a \udc00")
    made.append((odd, told(odd, ("What town?", raw))))
    made.append((odd, msgspec.structs.replace(told(odd, ("And?", "Wendlach")), unassessed=Unassessed.TIMEOUT)))
    return made


def test_two_processes_give_the_rows_of_one_in_order() -> None:
    made = pairs()
    expected = list(score_all(iter(made), len(made), weight=0.3, processes=1))
    found = list(score_all(iter(made), len(made), weight=0.3, processes=2))

    assert [case.id for case, _ in made] == [row.sample_id for row in expected]
    assert expected == found
    assert [codec.encode(row) for row in expected] == [codec.encode(row) for row in found]


def test_trials_are_taken_as_they_are_needed() -> None:
    taken = 0
    made = pairs()[:25]

    def endless() -> Iterator[Pair]:
        nonlocal taken
        while True:
            taken += 1
            yield made[taken % 25]

    scored = score_all(endless(), 1_000_000, weight=0.5, processes=2)
    assert 10 == len(list(islice(scored, 10)))
    assert taken < 1000


@pytest.mark.parametrize("processes", [1, 2])
def test_what_a_scorer_raises_is_raised_with_the_trials_name(processes: int) -> None:
    case = sample("medical-none")
    bare = msgspec.structs.replace(case, attributes=case.with_role(Role.TASK))
    trial = told(bare, ("And?", "Nothing."))

    with pytest.raises(DataError, match="medical-none has 0 protected") as raised:
        list(score_all(iter([(bare, trial)]), 1, weight=0.5, processes=processes))
    assert ["while scoring sample medical-none, repeat 0"] == raised.value.__notes__
