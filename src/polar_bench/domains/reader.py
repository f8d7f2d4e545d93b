"""From the plain tables of a TOML file to a `Draft`: shapes alone, meaning is for the checks."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from polar_bench.attributes import Kind
from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Notes
from polar_bench.domains.fields import Fields, item_name
from polar_bench.domains.shipped import PLACE, place_table
from polar_bench.domains.sources import read_entry, read_source
from polar_bench.domains.spec import (
    AttributeSpec,
    ConceptSpec,
    ConditionSpec,
    DocumentSpec,
    DomainSpec,
    PoseSpec,
    Table,
    TaskSpec,
    TopicSpec,
    Use,
)
from polar_bench.domains.values import Entry, FromTable

SCHEMA = 1


def read_tables(raw: Mapping[str, object], notes: Notes) -> Draft:
    """Read the whole file; what can't be read is noted and neutral in the draft."""
    top = Fields(raw, "", None, notes)
    _schema(top)
    spec = DomainSpec(
        domain=top.text("domain", is_required=True),
        subject=top.phrase("subject", is_required=True),
        counterparts=top.phrases("counterparts", is_required=True),
        forms=top.texts("forms", is_required=True),
        rests_at_p4=top.texts("rests_at_p4", is_required=True),
        layouts=_layouts(top),
        tables=_tables(top, notes),
        attributes=tuple(_attribute(fields) for fields in _each(top, "attribute", notes)),
        conditions=tuple(_condition(fields) for fields in _each(top, "condition", notes)),
        concepts=tuple(_concept(fields) for fields in _each(top, "concept", notes)),
        tasks=tuple(_task(fields) for fields in _each(top, "task", notes)),
        poses=tuple(_pose(fields) for fields in _each(top, "pose", notes)),
        topics=tuple(_topic(fields) for fields in _each(top, "topic", notes)),
        document=_document(top, notes),
    )
    top.close()
    return Draft(_with_places(spec), frozenset(notes.broken))


def _with_places(spec: DomainSpec) -> DomainSpec:
    """Add the package's table of places where an attribute takes its value from it and the file has none."""
    uses_places = any(isinstance(a.source, FromTable) and a.source.table == PLACE for a in spec.attributes)
    if not uses_places or PLACE in spec.table_by_name:
        return spec
    return msgspec.structs.replace(spec, tables=(*spec.tables, place_table()))


def _schema(top: Fields) -> None:
    schema = top.get("schema", is_required=True)
    if schema is not None and (type(schema) is not int or schema != SCHEMA):
        top.report("schema", f"this package reads schema {SCHEMA}, not {schema!r}: write schema = {SCHEMA}")


def _each(top: Fields, table: str, notes: Notes) -> list[Fields]:
    raw = top.get(table)
    if raw is None:
        return []
    if not isinstance(raw, list) or not all(isinstance(item, dict) for item in raw):
        top.report(table, f"begin each {table} with a line [[{table}]]")
        return []
    return [Fields(item, table, number, notes) for number, item in enumerate(raw)]


def _attribute(fields: Fields) -> AttributeSpec:
    attribute = AttributeSpec(
        name=fields.text("name", is_required=True),
        use=fields.member("use", Use, Use.NOISE),
        kind=fields.member("kind", Kind, Kind.PHRASE),
        label=fields.phrase("label"),
        concept=fields.text("concept") or None,
        coarse_of=fields.text("coarse_of") or None,
        source=read_source(fields),
        forms=fields.texts("forms"),
        ask=fields.phrases("ask"),
        question=fields.phrases("question"),
        pretext=fields.phrases("pretext"),
        stage=fields.number("stage", 1, 5),
        tell=fields.phrases("tell"),
        more=fields.phrases("more"),
        topic=fields.text("topic") or None,
    )
    fields.close()
    return attribute


def _condition(fields: Fields) -> ConditionSpec:
    condition = ConditionSpec(
        governs=fields.text("governs", is_required=True),
        fact=fields.text("fact", is_required=True),
        holds=fields.phrase("holds", is_required=True),
        fails=fields.phrase("fails", is_required=True),
        wording=fields.phrases("wording", is_required=True),
        say_holds=fields.phrases("say_holds", is_required=True),
        say_fails=fields.phrases("say_fails", is_required=True),
        topic=fields.text("topic") or None,
    )
    fields.close()
    return condition


def _concept(fields: Fields) -> ConceptSpec:
    concept = ConceptSpec(
        name=fields.text("name", is_required=True), wording=fields.phrases("wording", is_required=True)
    )
    fields.close()
    return concept


def _task(fields: Fields) -> TaskSpec:
    task = TaskSpec(
        name=fields.text("name", is_required=True),
        needs=fields.texts("needs", is_required=True),
        text=fields.phrases("text", is_required=True),
        deciding=fields.text("deciding", is_required=True),
        conflict=fields.phrases("conflict", is_required=True),
    )
    fields.close()
    return task


def _pose(fields: Fields) -> PoseSpec:
    pose = PoseSpec(text=fields.phrase("text", is_required=True), handles=fields.phrase("handles", is_required=True))
    fields.close()
    return pose


def _topic(fields: Fields) -> TopicSpec:
    topic = TopicSpec(
        name=fields.text("name", is_required=True),
        heading=fields.phrase("heading", is_required=True),
        lead=fields.phrases("lead"),
    )
    fields.close()
    return topic


def _document(top: Fields, notes: Notes) -> DocumentSpec:
    raw = top.get("document")
    if raw is None:
        return DocumentSpec()
    if not isinstance(raw, dict):
        top.report("document", "begin the document's sentences with a line [document]")
        return DocumentSpec()
    fields = Fields(raw, "document", None, notes)
    document = DocumentSpec(
        desk=fields.phrase("desk") or DocumentSpec().desk,
        roles=fields.phrases("roles"),
        subjects=fields.phrases("subjects"),
        openings=fields.phrases("openings"),
        closings=fields.phrases("closings"),
        asides=fields.phrases("asides"),
    )
    fields.close()
    return document


def _layouts(top: Fields) -> tuple[tuple[str, str], ...]:
    raw = top.get("layouts")
    if raw is None:
        return ()
    if not isinstance(raw, dict) or not all(isinstance(family, str) for family in raw.values()):
        top.report("layouts", 'layouts name a layout for each form of your own: { plan = "note" }')
        return ()
    return tuple((str(form), str(family)) for form, family in raw.items())


def _tables(top: Fields, notes: Notes) -> tuple[Table, ...]:
    raw = top.get("tables")
    if raw is None:
        return ()
    if not isinstance(raw, dict) or not all(isinstance(table, dict) for table in raw.values()):
        top.report("tables", "begin each table with a line such as [tables.place]")
        return ()
    return tuple(_table(name, Fields(table, f"tables.{name}", None, notes)) for name, table in raw.items())


def _table(name: str, fields: Fields) -> Table:
    columns = fields.texts("columns", is_required=True)
    raw = fields.get("rows", is_required=True)
    if raw is not None and (not isinstance(raw, list) or not raw):
        fields.report("rows", "rows have to be a list of rows, each of them a list with a cell for every column")
    rows = [_row(fields, place, row) for place, row in enumerate(raw)] if isinstance(raw, list) else []
    lengths = {len(row) for row in rows if row}
    if columns and len(lengths) == 1 and lengths != {len(columns)}:
        fields.report("columns", f"{len(columns)} columns, but every row has {lengths.pop()} cells")
        rows = []
    else:
        rows = [_fitting(fields, place, row, columns) for place, row in enumerate(rows)] if columns else []
    table = Table(name, columns, tuple(rows), fields.text("classes") or None)
    fields.close()
    return table


def _row(fields: Fields, place: int, raw: object) -> tuple[Entry, ...]:
    cells = [read_entry(cell) for cell in raw] if isinstance(raw, list) else []
    if not cells or None in cells:
        text = "a row is a list of cells, and a cell a text, or a list of the value and its other forms"
        fields.report("rows", text, item_name("row", place))
        return ()
    return tuple(cell for cell in cells if cell is not None)


def _fitting(fields: Fields, place: int, row: tuple[Entry, ...], columns: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return a row with a cell for each column; empty ones keep the place of a row that can't be used."""
    if row and len(row) != len(columns):
        text = f"{len(row)} cells for {len(columns)} columns ({', '.join(columns)})"
        fields.report("rows", text, item_name("row", place))
    return row if len(row) == len(columns) else tuple(Entry("") for _ in columns)
