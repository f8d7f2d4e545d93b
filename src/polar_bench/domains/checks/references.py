"""References: everything that is named exists, and is of the sort that the place needs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.shipped import layout_families, layouts_of_forms, place_table
from polar_bench.domains.spec import DomainSpec, Use
from polar_bench.domains.values import FromTable
from polar_bench.errors import did_you_mean

# Paragraphs that documents have even where the file names none.
_DEFAULT_TOPICS = ("matter", "background", "particulars", "state", "around")


def references(draft: Draft) -> Iterator[Finding]:
    """Find names that nothing goes by, and things that nobody names."""
    spec = draft.spec
    yield from _tables(draft)
    yield from _forms(draft)
    yield from _concepts(draft)
    yield from _topics(draft)
    if draft.knows_attributes:
        yield from _conditions(spec)
        yield from _tasks(spec)
        for place, name in enumerate(spec.rests_at_p4):
            where = Where("", None, "rests_at_p4", item_name("name", place))
            yield from _attribute(spec, where, name, (Use.GUARDED,))


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    hint = did_you_mean(name, known)
    if not hint:
        hint = f" There are {', '.join(known)}." if known else " The file has none."
    return f"there is no {what} {name!r}.{hint}"


def _attribute(spec: DomainSpec, where: Where, name: str, uses: tuple[Use, ...]) -> Iterator[Finding]:
    fitting = [attribute.name for attribute in spec.attributes if attribute.use in uses]
    wanted = " or ".join(uses)
    if not name or name in fitting:
        return
    found = spec.by_name.get(name)
    if found is None:
        yield Finding(where, _unknown(f"{wanted} attribute", name, fitting))
    else:
        yield Finding(
            where, f"{name} is {found.use}; name one that is {wanted}: {', '.join(fitting) or 'there is none'}"
        )


def _tables(draft: Draft) -> Iterator[Finding]:
    spec = draft.spec
    if draft.is_broken("", "tables"):
        return
    used: set[tuple[str, str]] = set()
    for number, attribute in enumerate(spec.attributes):
        if not isinstance(attribute.source, FromTable):
            continue
        source, where = attribute.source, Where("attribute", number, "value")
        table = spec.table_by_name.get(source.table)
        if table is None:
            yield Finding(where, _unknown("table", source.table, list(spec.table_by_name)))
        elif source.column not in table.columns and not draft.is_broken(f"tables.{table.name}", "columns"):
            yield Finding(where, _unknown(f"column in table {table.name}:", source.column, table.columns))
        used.add((source.table, source.column))
    for table in spec.tables:
        if table == place_table():
            continue  # the package's own: a file needs not use all of it
        place = f"tables.{table.name}"
        if table.classes and table.classes not in table.columns:
            yield Finding(Where(place, None, "classes"), _unknown("column", table.classes, table.columns))
        for column in table.columns:
            if (
                (table.name, column) not in used
                and column != table.classes
                and not draft.is_broken("attribute", "value")
            ):
                text = f"no attribute takes its value from column {column!r}"
                yield Finding(Where(place, None, "columns"), text, is_warning=True)


def _forms(draft: Draft) -> Iterator[Finding]:
    if draft.is_broken("", "layouts"):
        return
    own = dict(draft.spec.layouts)
    for place, form in enumerate(draft.spec.forms):
        if form and form not in own and form not in layouts_of_forms():
            text = f"the package has no form {form!r}.{did_you_mean(form, layouts_of_forms())}"
            text += f' For a form of your own add a line {form} = "note" (or another layout) under [layouts]'
            yield Finding(Where("", None, "forms", item_name("form", place)), text)
    for form, family in own.items():
        if form not in draft.spec.forms:
            yield Finding(Where("layouts", None, form, form), _unknown("form", form, draft.spec.forms))
        if family not in layout_families():
            yield Finding(Where("layouts", None, form, form), _unknown("layout", family, layout_families()))


def _concepts(draft: Draft) -> Iterator[Finding]:
    spec = draft.spec
    known = [concept.name for concept in spec.concepts]
    if draft.is_broken("", "concept") or draft.is_broken("concept", "name"):
        return
    users: dict[str, list[tuple[int, Use, str]]] = {}
    for number, attribute in enumerate(spec.attributes):
        if attribute.concept is None:
            continue
        if attribute.concept not in known:
            yield Finding(Where("attribute", number, "concept"), _unknown("concept", attribute.concept, known))
        users.setdefault(attribute.concept, []).append((number, attribute.use, attribute.name))
    for number, name in enumerate(known):
        if name and name not in users and not draft.is_broken("attribute", "concept"):
            yield Finding(Where("concept", number, "name"), f"no attribute has the concept {name!r}", is_warning=True)
    for concept, group in users.items():
        first = group[0]
        for number, use, _ in group[1:]:
            where = Where("attribute", number, "concept")
            if Use.CONDITIONAL in (use, first[1]):
                text = f"a conditional attribute has a concept of its own, but {concept} is also that of {first[2]}"
                yield Finding(where, text)
            elif (use is Use.GUARDED) != (first[1] is Use.GUARDED):
                text = (
                    f"{concept} is also the concept of {first[2]}, which is {first[1]}: a policy can't "
                    "both allow and forbid it"
                )
                yield Finding(where, text)


def _topics(draft: Draft) -> Iterator[Finding]:
    known = [*(topic.name for topic in draft.spec.topics), *_DEFAULT_TOPICS]
    if draft.is_broken("", "topic") or draft.is_broken("topic", "name"):
        return
    for number, attribute in enumerate(draft.spec.attributes):
        if attribute.topic and attribute.topic not in known:
            yield Finding(Where("attribute", number, "topic"), _unknown("topic", attribute.topic, known))
    for number, condition in enumerate(draft.spec.conditions):
        if condition.topic and condition.topic not in known:
            yield Finding(Where("condition", number, "topic"), _unknown("topic", condition.topic, known))


def _conditions(spec: DomainSpec) -> Iterator[Finding]:
    for number, condition in enumerate(spec.conditions):
        yield from _attribute(spec, Where("condition", number, "governs"), condition.governs, (Use.CONDITIONAL,))
        yield from _attribute(spec, Where("condition", number, "fact"), condition.fact, (Use.FACT,))
        for field in ("governs", "fact"):
            name = getattr(condition, field)
            if name and name in [getattr(earlier, field) for earlier in spec.conditions[:number]]:
                yield Finding(Where("condition", number, field), f"{name} has a condition already; give each its own")


def _tasks(spec: DomainSpec) -> Iterator[Finding]:
    for number, task in enumerate(spec.tasks):
        for place, name in enumerate(task.needs):
            where = Where("task", number, "needs", item_name("need", place))
            found = spec.by_name.get(name)
            if found is not None and found.use is Use.CONDITIONAL:
                yield Finding(where, f"{name} is conditional, and those are always needed; leave it out")
            elif name in task.needs[:place]:
                yield Finding(where, f"{name} stands in the list twice")
            else:
                yield from _attribute(spec, where, name, (Use.OPEN, Use.GRADED))
        yield from _attribute(spec, Where("task", number, "deciding"), task.deciding, (Use.GUARDED,))
        if task.deciding in spec.rests_at_p4:
            text = f"{task.deciding} rests at P4 (rests_at_p4), and the deciding attribute can't; name another one"
            yield Finding(Where("task", number, "deciding"), text)
