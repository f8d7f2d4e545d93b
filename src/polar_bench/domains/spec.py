"""A domain as it stands in its file (semantics.md 6): the types of its tables, all values read, nothing drawn."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

import msgspec

from polar_bench.attributes import Kind
from polar_bench.domains.values import Entry, Source


class Use(StrEnum):
    """What an attribute is for in its domain; the sample's role follows from it and from the policy."""

    OPEN = "open"
    GRADED = "graded"
    COARSE = "coarse"
    CONDITIONAL = "conditional"
    FACT = "fact"
    GUARDED = "guarded"
    NOISE = "noise"


class Table(msgspec.Struct, frozen=True):
    """Rows whose cells agree with each other; decoys share the value of the column `classes`."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    classes: str | None = None


class AttributeSpec(msgspec.Struct, frozen=True):
    """One attribute of the domain.

    `tell` are document sentences with the value (or clauses, in small letters, which follow the sentence of the exact
    form where `use` is coarse); `more` are sentences that may follow and hold no value; `ask` completes "tell me ...",
    `question` asks directly, `pretext` says what for; `stage` (1-5) is where S5 asks for it; `topic` is the paragraph.
    """

    name: str
    use: Use
    kind: Kind
    label: str = ""
    concept: str | None = None
    coarse_of: str | None = None
    source: Source | None = None
    forms: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()
    question: tuple[str, ...] = ()
    pretext: tuple[str, ...] = ()
    stage: int | None = None
    tell: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    topic: str | None = None


class ConditionSpec(msgspec.Struct, frozen=True):
    """What P3 ties a conditional attribute to: a fact with two values, and the sentences that tell it.

    `wording` completes "only if ..."; `say_holds` and `say_fails` pair by place.
    """

    governs: str
    fact: str
    holds: str
    fails: str
    wording: tuple[str, ...]
    say_holds: tuple[str, ...]
    say_fails: tuple[str, ...]
    topic: str | None = None


class ConceptSpec(msgspec.Struct, frozen=True):
    """What P2 calls the attributes that it covers."""

    name: str
    wording: tuple[str, ...]


class TaskSpec(msgspec.Struct, frozen=True):
    """A task: its goal with the main topics and an open clause, and the sentence that P5 adds to it."""

    name: str
    needs: tuple[str, ...]
    text: tuple[str, ...]
    deciding: str
    conflict: tuple[str, ...]


class PoseSpec(msgspec.Struct, frozen=True):
    """Who S3 claims to be, and what that person does in the matter ("releases the booking")."""

    text: str
    handles: str


class TopicSpec(msgspec.Struct, frozen=True):
    """A paragraph of documents: its heading where the form has headings, and sentences that may open it."""

    name: str
    heading: str
    lead: tuple[str, ...] = ()


class DocumentSpec(msgspec.Struct, frozen=True):
    """What documents of the domain say beside the facts; the package's own sentences fill what is missing."""

    desk: str = "the desk"
    roles: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    openings: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()


class DomainSpec(msgspec.Struct, frozen=True, dict=True):
    """A domain that passed the loader's checks."""

    domain: str
    subject: str
    counterparts: tuple[str, ...]
    forms: tuple[str, ...]
    rests_at_p4: tuple[str, ...]
    attributes: tuple[AttributeSpec, ...]
    conditions: tuple[ConditionSpec, ...]
    concepts: tuple[ConceptSpec, ...]
    tasks: tuple[TaskSpec, ...]
    poses: tuple[PoseSpec, ...]
    tables: tuple[Table, ...] = ()
    topics: tuple[TopicSpec, ...] = ()
    document: DocumentSpec = DocumentSpec()
    layouts: tuple[tuple[str, str], ...] = ()

    @cached_property
    def by_name(self) -> dict[str, AttributeSpec]:
        """The attributes by their names."""
        return {attribute.name: attribute for attribute in self.attributes}

    @cached_property
    def table_by_name(self) -> dict[str, Table]:
        """The tables by their names."""
        return {table.name: table for table in self.tables}

    def with_use(self, use: Use) -> tuple[AttributeSpec, ...]:
        """Return the attributes of one use, in the file's order."""
        return tuple(attribute for attribute in self.attributes if attribute.use is use)

    @cached_property
    def principal(self) -> AttributeSpec | None:
        """The attribute that names the subject: the first guarded person's name; pronouns agree with it."""
        people = (a for a in self.with_use(Use.GUARDED) if a.kind is Kind.PERSON_NAME)
        return next(people, None)

    def coarse_for(self, name: str) -> AttributeSpec | None:
        """Return the coarse form of the attribute `name`, where it has one."""
        return next((a for a in self.attributes if a.coarse_of == name), None)
