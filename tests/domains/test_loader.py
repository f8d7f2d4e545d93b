"""The loader: all faults at once, each with its place; nothing else gets through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.domains import DomainError, check_domain, load_domain, read_domain, shipped_domains
from polar_bench.domains.loader import read_text
from polar_bench.domains.spec import Use
from polar_bench.domains.values import Entry, FromPool, FromTable, Money
from polar_bench.errors import UserError
from polar_bench.sample import DOMAINS
from tests.domains.mutations import COARSE, COUNTS, FACTS, MAKERS, NAMES, PHRASES, POOLS, REFERENCES, SHAPE, WORDS
from tests.support.domains import Tables, as_toml, attribute, pet_boarding

TEN = (
    SHAPE["unknown maker"],
    SHAPE["row too short"],
    NAMES["counterpart twice"],
    REFERENCES["unknown topic of a condition"],
    COUNTS["two poses"],
    COARSE["band too narrow"],
    MAKERS["years out of order"],
    POOLS["pool too small"],
    FACTS["word missing"],
    PHRASES["placeholder in an ask"],
)


def written(folder: Path, tables: Tables) -> Path:
    path = folder / "mine.toml"
    path.write_text(as_toml(tables), encoding="utf-8")
    return path


def test_a_sound_file_is_loaded_with_everything_in_it(tmp_path: Path) -> None:
    tables = pet_boarding()
    spec = load_domain(written(tmp_path, tables))

    assert [item["name"] for item in tables["attribute"]] == [a.name for a in spec.attributes]
    assert FromTable("past", "diet") == spec.by_name["diet"].source
    assert Money("CHF", 400, 2000, 10) == spec.by_name["budget"].source
    arrival = spec.by_name["arrival_time"].source
    assert isinstance(arrival, FromPool)
    assert Entry("Monday mornings", ("Monday morning",)) == arrival.entries[0]
    assert tuple(attribute(tables, "diet")["tell"]) == spec.by_name["diet"].tell
    assert tuple(tables["document"]["asides"]) == spec.document.asides
    assert (("kennel_card", "record"),) == spec.layouts
    assert (2, 2, 5) == tuple(len(spec.with_use(use)) for use in (Use.GRADED, Use.FACT, Use.GUARDED))


def test_ten_faults_at_once_give_ten_lines(tmp_path: Path) -> None:
    tables = pet_boarding()
    for mutation in TEN:
        mutation.change(tables)

    with pytest.raises(DomainError) as raised:
        load_domain(written(tmp_path, tables))

    first, *lines = str(raised.value).splitlines()
    assert "10 faults" in first
    assert 10 == len(lines) == len(raised.value.faults)
    for mutation in TEN:
        assert 1 == sum(mutation.place in line and mutation.text in line for line in lines)


def test_the_error_of_one_fault_is_one_line(tmp_path: Path) -> None:
    tables = pet_boarding()
    POOLS["pool too small"].change(tables)
    path = written(tmp_path, tables)

    with pytest.raises(DomainError) as raised:
        load_domain(path)

    (fault,) = check_domain(path)
    assert f"{path}: {fault}" == str(raised.value)
    assert isinstance(raised.value, UserError)


def test_faults_come_in_the_order_of_the_file() -> None:
    tables = pet_boarding()
    for mutation in TEN:
        mutation.change(tables)

    lines = [fault.line for fault in read_text(as_toml(tables).encode(), "mine.toml").faults]

    known = [line for line in lines if line is not None]
    assert known == sorted(known)
    assert lines == [*known, *[None] * (len(lines) - len(known))]


@pytest.mark.parametrize("mutation", [m for m in TEN if m.place], ids=lambda m: m.place)
def test_a_fault_has_the_line_of_its_field_or_its_table(mutation: object) -> None:
    assert isinstance(mutation, tuple)
    change, place, _ = mutation
    tables = pet_boarding()
    change(tables)
    text = as_toml(tables)

    (fault,) = read_text(text.encode(), "mine.toml").faults

    assert fault.line is not None
    line = text.splitlines()[fault.line - 1]
    field = fault.place.rsplit(", ", 1)[-1].split()[0]
    known = {"row": "rows", "column": "rows", "pool": "value", "counterpart": "counterparts", "form": "forms"}
    assert line.startswith((f"{known.get(field, field)} =", "[")), (place, line)


def test_lines_count_in_files_with_long_strings_and_remarks() -> None:
    head, _, rest = as_toml(pet_boarding()).partition("[[attribute]]")
    text = (
        head
        + "# remark\n[[attribute]]  # the first\n"
        + rest.replace('"habit"\n', '"habit"\nextra = """\n[[attribute]]\nname = "no"\n"""\n', 1).replace(
            "= 5, ", "= 50, ", 1
        )
    )

    faults = read_text(text.encode(), "mine.toml").faults

    lines = text.splitlines()
    assert ["extra", "value"] == [fault.place.rsplit(", ", 1)[-1] for fault in faults]
    assert ["extra = ", "value = "] == [lines[(fault.line or 0) - 1][:8] for fault in faults]


def test_a_file_that_is_no_toml_names_the_parsers_line() -> None:
    (fault,) = read_text(b"schema = 1\ndomain = \n", "mine.toml").faults

    assert 2 == fault.line
    assert "is no TOML" in fault.text
    assert "line 2" not in fault.text


def test_a_file_in_another_encoding_is_refused_with_its_line() -> None:
    (fault,) = read_text("schema = 1\ndomain = 'Café'\n".encode("latin-1"), "mine.toml").faults

    assert (2, True) == (fault.line, "UTF-8" in fault.text)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbfschema = 1\r\n", b"attribute = 3\ntables = 4\ndocument = []\n"])
def test_an_almost_empty_file_has_faults_and_no_crash(content: bytes) -> None:
    reading = read_text(content, "mine.toml")

    assert reading.spec is None
    assert reading.faults


def test_every_table_that_goes_missing_is_a_fault() -> None:
    for name in ("tables", "attribute", "condition", "concept", "task", "pose"):
        tables = pet_boarding()
        del tables[name]

        assert read_text(as_toml(tables).encode(), "mine.toml").faults, name


def test_every_required_field_that_goes_missing_is_one_fault_at_its_table() -> None:
    for table, field in [
        *(("condition", field) for field in ("fact", "holds", "fails", "wording", "say_holds", "say_fails")),
        *(("concept", field) for field in ("wording",)),
        *(("task", field) for field in ("needs", "text", "deciding", "conflict")),
        *(("pose", field) for field in ("text", "handles")),
        *(("topic", field) for field in ("heading",)),
    ]:
        tables = pet_boarding()
        del tables[table][0][field]

        faults = read_text(as_toml(tables).encode(), "mine.toml").faults

        assert [f"{field} is missing"] == [fault.text for fault in faults], (table, field)


def test_a_single_text_stands_for_a_list_of_one() -> None:
    tables = pet_boarding()
    tables["condition"][0].update(say_holds="It is stamped.", say_fails="It is blank.", wording="the book is stamped")

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert reading.spec is not None
    assert ("It is stamped.",) == reading.spec.conditions[0].say_holds


def test_white_space_in_texts_is_folded() -> None:
    text = as_toml(pet_boarding()).replace('"That is all. Thank you."', '"""\nThat is\n  all. Thank you."""')

    reading = read_text(text.encode(), "mine.toml")

    assert reading.spec is not None
    assert "That is all. Thank you." in reading.spec.document.closings


def test_the_packages_places_serve_files_that_bring_none() -> None:
    tables = pet_boarding()
    del tables["tables"]["place"]

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert reading.spec is not None, reading.faults
    place = reading.spec.table_by_name["place"]
    assert (("town", "region"), "region") == (place.columns, place.classes)


def test_an_address_may_be_made_for_its_own_coarse_town() -> None:
    tables = pet_boarding()
    attribute(tables, "home_town").update(kind="address", value={"make": "address", "of": "home_region"})

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert ["no attribute takes its value from column 'town'"] == [warning.text for warning in reading.warnings]
    assert reading.spec is not None


def test_warnings_stop_nobody_and_name_what_is_short() -> None:
    tables = pet_boarding()
    attribute(tables, "diet").update(tell=["It eats {value}."], more=["It is slow."])
    tables["document"].pop("asides")
    attribute(tables, "budget_band")["forms"] = ["the usual band"]
    tables["concept"].append({"name": "treats", "wording": "treats"})

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert reading.spec is not None
    told = {warning.place: warning.text for warning in reading.warnings}
    assert "tell has 1 of 6, more has 1 of 4" in told["attribute 8 (diet)"]
    assert "asides has 0 of 40" in told["document"]
    assert "accepted for every value" in told["attribute 7 (budget_band), forms"]
    assert "no attribute has the concept" in told["concept 11 (treats), name"]
    assert "wording has 1 of 3" in told["concept 11 (treats)"]
    assert 5 == len(reading.warnings)


def test_other_numbers_than_the_shipped_domains_have_are_warned_of() -> None:
    tables = pet_boarding()
    tables["attribute"].remove(attribute(tables, "private_email"))
    tables["attribute"].remove(attribute(tables, "owner_name"))
    for name in ("budget", "budget_band"):
        tables["attribute"].remove(attribute(tables, name))
    tables["rests_at_p4"].remove("mobile_number")
    for task in tables["task"]:
        task["needs"].remove("budget")
    tables["concept"] = [c for c in tables["concept"] if c["name"] not in ("means", "civil_identity")]

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert () == reading.faults
    assert ["4 protected attributes"] == sorted(warning.text[:22] for warning in reading.warnings)


def test_more_task_attributes_than_usual_are_warned_of_at_each_task() -> None:
    tables = pet_boarding()
    for task in tables["task"]:
        task["needs"] = ["habit", "arrival_time", "stay_length", "home_town", "budget"]

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert () == reading.faults
    assert ["6 task attributes", "6 task attributes"] == [warning.text[:17] for warning in reading.warnings]


def test_a_label_within_another_is_warned_of_and_the_own_coarse_form_is_not() -> None:
    tables = pet_boarding()
    attribute(tables, "earlier_stay")["label"] = "diet at earlier boarding"
    attribute(tables, "diet")["label"] = "diet"
    attribute(tables, "budget_band")["label"] = "band of the budget"

    reading = read_text(as_toml(tables).encode(), "mine.toml")

    assert ["attribute 9 (earlier_stay), label"] == [warning.place for warning in reading.warnings]


def test_an_unknown_domain_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no domain 'gardening'"):
        load_domain("gardening")
    with pytest.raises(UserError, match=r"There is no file .*none\.toml"):
        load_domain(tmp_path / "none.toml")
    with pytest.raises(UserError, match="can't be read"):
        load_domain(tmp_path)


def test_shipped_domains_come_in_the_order_of_the_benchmark_and_are_sound() -> None:
    names = shipped_domains()

    assert [name for name in DOMAINS if name in names] == list(names)[: len(set(names) & set(DOMAINS))]
    for name in names:
        reading = read_domain(name)
        assert () == reading.faults, name
        assert reading.spec is not None
        assert name == reading.spec.domain


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the way to every value of the tables, to lists and tables too."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


ALL_LEAVES = list(leaves(pet_boarding()))


@given(
    st.sampled_from(ALL_LEAVES),
    st.sampled_from(["[", "]x", "a|b", "{", "{x}", "{value}", "", "[a|b]", 0, -1, True, [], {}]),
)
@settings(deadline=None, max_examples=60)  # a whole file is written and read each time
def test_no_value_whatever_crashes_the_loader(path: tuple[str | int, ...], odd: object) -> None:
    tables: Any = pet_boarding()
    inner = tables
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    try:
        text = as_toml(tables)
    except (AttributeError, TypeError):
        return  # such tables can't be written as TOML

    reading = read_text(text.encode(), "mine.toml")

    assert (reading.spec is None) == bool(reading.faults)
    assert all(fault.text for fault in (*reading.faults, *reading.warnings))


def test_reading_twice_gives_the_same() -> None:
    tables = pet_boarding()
    for mutation in (*TEN, WORDS["policy word in a task"]):
        mutation.change(tables)
    content = as_toml(tables).encode()

    assert read_text(content, "mine.toml") == read_text(content, "mine.toml")
