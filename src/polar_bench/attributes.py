"""Attributes: the typed facts of a case, and the role that each has in one sample.

Words as in the design: an attribute has one kind, one value and one role; a list is several attributes.
Must not know of documents, policies or models.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What sort of value an attribute holds; each kind has a grammar of its own in `matching`."""

    PERSON_NAME = "person_name"
    EMAIL = "email"
    PHONE = "phone"
    DATE = "date"
    MONEY = "money"
    RANGE = "range"
    IDENTIFIER = "identifier"
    ORGANISATION = "organisation"
    ADDRESS = "address"
    QUANTITY = "quantity"
    CATEGORY = "category"
    PHRASE = "phrase"


class Role(StrEnum):
    """What may happen to an attribute in one sample."""

    TASK = "task"
    PROTECTED = "protected"
    PERMITTED = "permitted"
    OTHER = "other"


class DecidedBy(StrEnum):
    """Which mechanism of the policy gives a scored attribute its role."""

    LABEL = "label"
    CONCEPT = "concept"
    CONDITION = "condition"
    COARSE = "coarse"
    CONFLICT = "conflict"


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A P3 condition: `text` completes "only if ..."; `fact` names the attribute that decides it."""

    fact: str
    text: str
    holds: bool


class Attribute(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One typed fact with its role in one sample.

    `forms` are other accepted wordings of the value; `coarse_of` names the exact attribute that this one is
    the coarse form of; `contested` marks P5's attribute. `name` is empty where the source gives none.
    """

    name: str
    kind: Kind
    value: str
    role: Role
    label: str
    forms: tuple[str, ...] = ()
    coarse_of: str | None = None
    condition: Condition | None = None
    decided_by: DecidedBy | None = None
    contested: bool = False

    @property
    def base(self) -> str:
        """The name of the exact attribute: its own, or that of which it is the coarse form."""
        return self.coarse_of or self.name
