"""Every check of the loader, by one change to a sound file."""

from __future__ import annotations

import pytest

from polar_bench.domains.loader import Reading, read_text
from tests.domains import mutations
from tests.domains.mutations import Mutation
from tests.support.domains import Tables, as_toml, pet_boarding

GROUPS = (
    *("SHAPE", "NAMES", "USES", "REFERENCES", "CIRCLES", "COUNTS", "COARSE", "MAKERS", "POOLS", "FACTS", "PHRASES"),
    *("WORDS", "LENGTHS"),
)
ALONE = {f"{group.lower()}: {name}": m for group in GROUPS for name, m in getattr(mutations, group).items()}


def read(tables: Tables) -> Reading:
    return read_text(as_toml(tables).encode(), "mine.toml")


def test_the_sound_file_has_neither_faults_nor_warnings() -> None:
    reading = read(pet_boarding())

    assert ((), ()) == (reading.faults, reading.warnings)
    assert reading.spec is not None


@pytest.mark.slow
@pytest.mark.parametrize("mutation", ALONE.values(), ids=ALONE)
def test_a_mutation_makes_exactly_its_own_fault(mutation: Mutation) -> None:
    tables = pet_boarding()
    mutation.change(tables)

    reading = read(tables)

    assert reading.spec is None
    assert 1 == len(reading.faults), [str(fault) for fault in reading.faults]
    assert mutation.place in reading.faults[0].place
    assert mutation.text in reading.faults[0].text
