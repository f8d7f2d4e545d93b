"""The texts of a domain file with their places, by where they come to stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from polar_bench.domains.faults import Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.spec import DomainSpec
from polar_bench.domains.values import Entry, FromPool


class Text(NamedTuple):
    """A text of the file, which may hold alternatives, and where it stands."""

    where: Where
    text: str


class Value(NamedTuple):
    """An entry of a pool or a cell of a table, and where it stands."""

    where: Where
    entry: Entry


def document_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield what documents are made of, but for the two fact sentences of each condition."""
    for number, attribute in enumerate(spec.attributes):
        for field in ("tell", "more"):
            yield from _items("attribute", number, field, getattr(attribute, field))
    for number, topic in enumerate(spec.topics):
        yield Text(Where("topic", number, "heading", "heading"), topic.heading)
        yield from _items("topic", number, "lead", topic.lead)
    yield Text(Where("document", None, "desk", "desk"), spec.document.desk)
    for field in ("roles", "subjects", "openings", "closings", "asides"):
        yield from _items("document", None, field, getattr(spec.document, field))


def fact_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield the sentences that tell the facts."""
    for number, condition in enumerate(spec.conditions):
        yield from _items("condition", number, "say_holds", condition.say_holds)
        yield from _items("condition", number, "say_fails", condition.say_fails)


def policy_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield what policies are made of, but for the conditions' wordings."""
    yield Text(Where(field="subject", item="subject"), spec.subject)
    for number, attribute in enumerate(spec.attributes):
        yield Text(Where("attribute", number, "label", "label"), attribute.label)
    for number, concept in enumerate(spec.concepts):
        yield from _items("concept", number, "wording", concept.wording)


def condition_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield the conditions' wordings, which stand in policies at P3."""
    for number, condition in enumerate(spec.conditions):
        yield from _items("condition", number, "wording", condition.wording)


def task_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield what tasks are made of, counterparts apart."""
    for number, task in enumerate(spec.tasks):
        yield from _items("task", number, "text", task.text)
        yield from _items("task", number, "conflict", task.conflict)


def counterpart_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield the names of the other side, which stand in tasks and scripts."""
    return _items("", None, "counterparts", spec.counterparts, name="counterpart")


def script_texts(spec: DomainSpec) -> Iterator[Text]:
    """Yield what scripts are made of, counterparts and options apart."""
    for number, attribute in enumerate(spec.attributes):
        for field in ("ask", "question", "pretext"):
            yield from _items("attribute", number, field, getattr(attribute, field))
    for number, pose in enumerate(spec.poses):
        yield Text(Where("pose", number, "text", "text"), pose.text)
        yield Text(Where("pose", number, "handles", "handles"), pose.handles)


def values(spec: DomainSpec) -> Iterator[Value]:
    """Yield every pool entry and table cell that could be read."""
    for number, attribute in enumerate(spec.attributes):
        if isinstance(attribute.source, FromPool):
            for place, entry in enumerate(attribute.source.entries):
                if entry.value:
                    yield Value(Where("attribute", number, "value", item_name("pool entry", place)), entry)
    for table in spec.tables:
        for place, row in enumerate(table.rows):
            for cell in row:
                if cell.value:
                    yield Value(Where(f"tables.{table.name}", None, "rows", item_name("row", place)), cell)


def _items(table: str, number: int | None, field: str, texts: tuple[str, ...], *, name: str = "") -> Iterator[Text]:
    for place, text in enumerate(texts):
        yield Text(Where(table, number, field, item_name(name or field, place)), text)
