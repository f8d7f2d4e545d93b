"""Sentences: placeholders that can be filled, and the shape that each place needs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.phrases import always_has, literals, placeholders
from polar_bench.domains.slots import COUNTERPART, PRONOUNS, SMALL, SUBJECT, VALUE
from polar_bench.domains.spec import AttributeSpec, DomainSpec, Use
from polar_bench.domains.texts import (
    Text,
    condition_texts,
    counterpart_texts,
    document_texts,
    fact_texts,
    policy_texts,
    script_texts,
    task_texts,
)
from polar_bench.domains.word_search import fold
from polar_bench.errors import did_you_mean

_PLAIN_FIELDS = ("label", "subject", "heading", "counterparts", "desk", "roles")
_WITHOUT_END_MARK = ("label", "ask", "question", "pretext", "wording", "handles", "subject", "heading")
_END_MARKS = (".", "!", "?", ",", ";", ":")


def phrases(draft: Draft) -> Iterator[Finding]:
    """Find placeholders that nothing fills, and sentences that their place can't take."""
    spec = draft.spec
    if draft.knows_attributes:
        yield from _document_placeholders(spec)
    yield from _tells(spec)
    for where, text in chain(task_texts(spec), script_texts(spec)):
        allowed = {COUNTERPART} if where.table in ("task", "pose") and where.field != "handles" else set()
        yield from _only(where, text, allowed)
    for where, text in chain(policy_texts(spec), condition_texts(spec), counterpart_texts(spec)):
        yield from _only(where, text, set())
    everywhere = chain(
        document_texts(spec),
        policy_texts(spec),
        condition_texts(spec),
        task_texts(spec),
        script_texts(spec),
        counterpart_texts(spec),
    )
    for placed in everywhere:
        yield from _shape(placed)
    yield from _digits(spec)
    yield from _doubles(spec)


def _document_placeholders(spec: DomainSpec) -> Iterator[Finding]:
    for where, text in chain(document_texts(spec), fact_texts(spec)):
        told = spec.attributes[where.number or 0] if where.table == "attribute" else None
        for name in placeholders(text):
            if name == VALUE and where.field != "tell":
                yield Finding(where, "{value} stands in tell alone; the value is told there, and only once")
            elif name in PRONOUNS and spec.principal is None:
                reason = (
                    f"{{{name}}} stands for the first guarded person's name, and the file has none; "
                    "write the sentence without it"
                )
                yield Finding(where, reason)
            elif name not in (VALUE, *PRONOUNS, *SUBJECT, *SMALL):
                yield from _attribute_placeholder(spec, where, name, told)


def _attribute_placeholder(spec: DomainSpec, where: Where, name: str, told: AttributeSpec | None) -> Iterator[Finding]:
    found = spec.by_name.get(name)
    if found is None:
        known = (VALUE, *PRONOUNS, *SUBJECT, *SMALL, *spec.by_name)
        yield Finding(where, f"there is nothing to fill {{{name}}}.{did_you_mean(name, known)}")
    elif found.use is Use.FACT:
        yield Finding(where, f"{{{name}}} is a fact, which the condition's own sentences tell, and only once")
    elif told is not None and name == told.name:
        yield Finding(where, f"write {{value}} for the attribute's own value, not {{{name}}}")
    elif found.use is Use.NOISE and (told is None or told.use is not Use.NOISE):
        yield Finding(where, f"{{{name}}} is noise, which not every document has; write the sentence without it")


def _tells(spec: DomainSpec) -> Iterator[Finding]:
    noise = {attribute.name for attribute in spec.with_use(Use.NOISE)}
    for number, attribute in enumerate(spec.attributes):
        for place, text in enumerate(attribute.tell):
            if text and not always_has(text, VALUE):
                where = Where("attribute", number, "tell", item_name("tell", place))
                yield Finding(where, "has to hold {value}, whichever alternatives are drawn")
        hanging = [text for text in attribute.tell if noise & {*placeholders(text)}]
        if hanging and len(hanging) == len(attribute.tell):
            text = "every tell names other noise, which not every document has; write one that stands alone"
            yield Finding(Where("attribute", number, "tell"), text)


def _only(where: Where, text: str, allowed: set[str]) -> Iterator[Finding]:
    for name in placeholders(text):
        if name not in allowed:
            known = "it takes {counterpart} alone" if allowed else "it takes no placeholders"
            yield Finding(where, f"{{{name}}} can't stand here; {known}")


def _shape(text: Text) -> Iterator[Finding]:
    where, phrase = text
    if not phrase:
        return
    if where.field in _PLAIN_FIELDS and any(sign in phrase for sign in "[]|"):
        yield Finding(where, "stands as it is, without alternatives; leave the brackets out")
    elif where.field in _WITHOUT_END_MARK and phrase.endswith(_END_MARKS):
        yield Finding(where, f"ends in {phrase[-1]!r}; leave the mark out, since the frames set their own")
    elif where.table in ("task", "pose") and where.field in ("text", "conflict") and not phrase.endswith((".", "]")):
        yield Finding(where, "is a sentence of its own; end it with a full stop")


def _digits(spec: DomainSpec) -> Iterator[Finding]:
    texts = chain(
        policy_texts(spec), condition_texts(spec), task_texts(spec), script_texts(spec), counterpart_texts(spec)
    )
    for where, text in texts:
        if any(character.isdigit() for piece in literals(text) for character in piece):
            yield Finding(where, "holds digits, which could be taken for part of a value; write numbers in words")


def _doubles(spec: DomainSpec) -> Iterator[Finding]:
    texts = chain(document_texts(spec), fact_texts(spec), condition_texts(spec), task_texts(spec), script_texts(spec))
    first: dict[tuple[str, int | None, str, str], Where] = {}
    for where, text in texts:
        known = first.setdefault((where.table, where.number, where.field, fold(text)), where)
        if known is not where and text:
            yield Finding(where, f"is the same as {known.item}; write another wording")
