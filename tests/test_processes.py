"""Work on several cores: in order, as needed, and nothing that is raised gets lost."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from polar_bench.processes import batches, cores, crew, in_order


def squared(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return number * number


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_the_order_of_the_work(processes: int) -> None:
    assert [n * n for n in range(12)] == list(in_order(squared, range(12), processes))
    assert [] == list(in_order(squared, [], processes))


@pytest.mark.parametrize("processes", [1, 2])
def test_work_is_taken_as_it_is_needed(processes: int) -> None:
    taken = 0

    def endless() -> Iterator[int]:
        nonlocal taken
        while True:
            taken += 1
            yield taken % 10

    assert 3 == len(list(islice(in_order(squared, endless(), processes), 3)))
    assert taken <= 3 + 2 * processes + 1


@pytest.mark.parametrize("processes", [1, 2])
def test_what_is_raised_is_raised_here_behind_what_came_before(processes: int) -> None:
    done = in_order(squared, range(10, 20), processes)
    assert [100, 121, 144] == list(islice(done, 3))
    with pytest.raises(ValueError, match="thirteen"):
        next(done)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_crew_does_several_lots_in_whatever_order_they_are_asked_for(processes: int) -> None:
    with crew(processes) as all_:
        first, second = all_.in_order(squared, range(9)), all_.in_order(abs, [-1, -2])

        assert [1, 2] == list(second)
        assert [n * n for n in range(9)] == list(first)


def test_batches_hold_all_and_the_last_may_be_shorter() -> None:
    assert [[0, 1, 2], [3, 4, 5], [6]] == list(batches(range(7), 3))
    assert [] == list(batches([], 3))
    assert cores() >= 1
