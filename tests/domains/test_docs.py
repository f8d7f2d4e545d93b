"""docs/add-a-domain.md knows every field, maker, placeholder and number that the loader knows."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from polar_bench.attributes import Kind
from polar_bench.domains import spec
from polar_bench.domains.checks.counts import COUNTERPARTS, NOISE
from polar_bench.domains.checks.enough import ASIDES, MORE, OPENINGS, PRETEXT, TELL, WORDINGS
from polar_bench.domains.checks.lengths import POLICY_WORDS, TASK_WORDS
from polar_bench.domains.checks.makers import ENOUGH, ENOUGH_UNPROTECTED, WILD_CHARACTERS
from polar_bench.domains.checks.pools import ENOUGH_UNPROTECTED as ENOUGH_IN_A_POOL
from polar_bench.domains.shipped import layout_families
from polar_bench.domains.slots import RESERVED
from polar_bench.domains.sources import MAKERS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "add-a-domain.md").read_text(encoding="utf-8")
TABLES = (
    spec.AttributeSpec,
    spec.ConditionSpec,
    spec.ConceptSpec,
    spec.TaskSpec,
    spec.PoseSpec,
    spec.TopicSpec,
    spec.DocumentSpec,
)
CALLED_OTHERWISE = {"source": "value"}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_every_field_has_an_example(table: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(table):
        name = CALLED_OTHERWISE.get(field.name, field.name)
        assert re.search(rf"^{name} = |`{name}`", PAGE, re.MULTILINE), name


def test_every_maker_and_setting_has_its_row() -> None:
    for name, maker in MAKERS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1])
        for field in msgspec.structs.fields(maker):
            assert f"`{field.encode_name}`" in row, (name, field.encode_name)


def test_uses_kinds_layouts_and_placeholders_are_named() -> None:
    for name in (*spec.Use, *layout_families(), *(f"{{{slot}}}" for slot in RESERVED)):
        assert f"`{name}`" in PAGE, name
    for kind in Kind:
        assert re.search(rf"\b{kind}\b", PAGE), kind


def test_numbers_are_those_of_the_checks() -> None:
    for row in (
        f"| `tell`, for each attribute | {TELL},",
        f"| `more`, for each attribute that is asked for | {MORE} |",
        f"| `ask`, `question` | {WORDINGS} wordings each |",
        f"| `pretext` | {PRETEXT} wordings |",
        f"| `asides` | {ASIDES} |",
        f"| `openings`, `closings` | {OPENINGS} each |",
        f"but {ENOUGH} are needed",
        f"others need {ENOUGH_IN_A_POOL} in a pool or table, {ENOUGH_UNPROTECTED} from a maker",
        f"needs at least {WILD_CHARACTERS} digits or letters",
        f"| `noise` | {NOISE} or more |",
        f"at least {COUNTERPARTS}, made up",
        f"{TASK_WORDS[0]} to {TASK_WORDS[1]} words",
        f"at most {POLICY_WORDS}",
    ):
        assert row in PAGE, row
