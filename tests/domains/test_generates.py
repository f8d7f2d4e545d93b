"""A stranger's file is all that the generator needs: its samples keep every law."""

from __future__ import annotations

from polar_bench.domains.loader import read_text
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.render import document
from polar_bench.quality.laws import Limits, violations
from tests.support.domains import as_toml, pet_boarding

LIMITS = Limits(document_words=(400, 900))


def test_samples_of_a_strangers_domain_keep_the_laws() -> None:
    spec = read_text(as_toml(pet_boarding()).encode(), "mine.toml").spec
    assert spec is not None

    made = [sample for key in keys(spec, repeats=1, seed=42) for sample in build(spec, key, document).samples]

    assert 75 == len(made)
    assert [] == [fault for sample in made for fault in violations(sample, LIMITS)]
