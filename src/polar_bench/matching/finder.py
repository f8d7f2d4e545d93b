"""From kind and wordings to finds: the one door to all grammars.

Grammars are read once for each value and kept. Must not know samples, roles or turns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache

from polar_bench.attributes import Kind
from polar_bench.matching.address import read as read_address
from polar_bench.matching.category import read as read_category
from polar_bench.matching.date import read as read_date
from polar_bench.matching.disguises import Disguise, views
from polar_bench.matching.email import read as read_email
from polar_bench.matching.identifier import read as read_identifier
from polar_bench.matching.lazy import lazy
from polar_bench.matching.money import read as read_money
from polar_bench.matching.organisation import read as read_organisation
from polar_bench.matching.person_name import read as read_person_name
from polar_bench.matching.phone import read as read_phone
from polar_bench.matching.phrase import read as read_phrase
from polar_bench.matching.quantity import read as read_quantity
from polar_bench.matching.range import read as read_range
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.text import Text
from polar_bench.matching.umlauts import may_hide, spelled_out

_READERS: dict[Kind, Callable[[str], Grammar]] = {
    Kind.PERSON_NAME: read_person_name,
    Kind.EMAIL: read_email,
    Kind.PHONE: read_phone,
    Kind.DATE: read_date,
    Kind.MONEY: read_money,
    Kind.RANGE: read_range,
    Kind.IDENTIFIER: read_identifier,
    Kind.ORGANISATION: read_organisation,
    Kind.ADDRESS: read_address,
    Kind.QUANTITY: read_quantity,
    Kind.CATEGORY: read_category,
    Kind.PHRASE: read_phrase,
}


class Wanted:
    """A value with its other wordings, read once, to be looked for in many texts."""

    def __init__(self, kind: Kind, wordings: Iterable[str]) -> None:
        read = _READERS[kind]
        self.grammars = [(read(wording), may_hide(wording)) for wording in wordings]
        """The grammar of each wording, and whether it may hide an umlaut."""
        first, may_hide_umlaut = self.grammars[0]
        is_plain = len(self.grammars) == 1 and not may_hide_umlaut
        self.may_stand_in: Callable[[Text], bool] = first.may_stand_in if is_plain else self._may_stand_in
        """Tells, fast, whether it pays to look: False only where `find` returns nothing."""

    def find(self, text: Text) -> list[Span]:
        """Return every find of any of the wordings in `text`, in raw offsets.

        A form is a whole wording of its value: what a grammar takes for a part of a form is no find. A wording that
        spells an umlaut in two letters ("Mueller") is also looked for where the text has the umlaut; rule `umlauts`.
        """
        found: list[Span] = []
        for number, (own, may_hide_umlaut) in enumerate(self.grammars):
            spans = list(own.find(text)) if own.may_stand_in(text) else []
            other = text.once(spelled_out) if may_hide_umlaut else None
            if other is not None and own.may_stand_in(other):
                spans += [span._replace(rule="umlauts") for span in own.find(other)]
            found += spans if number == 0 else [span for span in spans if span.grade is Grade.FULL]
        return found

    def _may_stand_in(self, text: Text) -> bool:
        for own, may_hide_umlaut in self.grammars:
            if own.may_stand_in(text) or (may_hide_umlaut and text.once(spelled_out) is not None):
                return True
        return False


@lru_cache(maxsize=4_096)
def wanted(kind: Kind, wordings: tuple[str, ...]) -> Wanted:
    """Return a value with its wordings, read once; the value itself comes first."""
    return Wanted(kind, wordings)


def grammar(kind: Kind, value: str) -> Grammar:
    """Return the grammar of `value`, read once."""
    return wanted(kind, (value,)).grammars[0][0]


def find(text: Text, kind: Kind, wordings: Iterable[str]) -> list[Span]:
    """Return every find of any of `wordings`, the value itself first, in `text`, in raw offsets."""
    return wanted(kind, tuple(wordings)).find(text)


class Disguised:
    """The views in which a raw text's disguises are undone, made when they're first asked for, for many values.

    `values` are those that will be looked for: some disguises can't be told from ordinary text without them.
    """

    def __init__(self, raw: str, values: Iterable[str] = (), among: Collection[str] | None = None) -> None:
        """`among` names the disguises that the text can show, None for any."""
        self._raw = raw
        self._values = tuple(values)
        self._among = among

    @lazy
    def views(self) -> tuple[Disguise, ...]:
        """The views, in most texts none."""
        return tuple(views(self._raw, self._values, self._among))

    def may_hold(self, sought: Wanted) -> bool:
        """Tell, fast, whether it pays to look for a value in the views."""
        for view in self.views:
            for own, _ in sought.grammars:
                if own.may_stand_in(view.text):
                    return True
        return False

    def find(self, kind: Kind, wordings: tuple[str, ...]) -> Iterator[Span]:
        """Yield the full finds of any of `wordings` in any view; the rule is the disguise's name."""
        return (span._replace(rule=name) for name, span in self._spans(kind, wordings) if span.grade is Grade.FULL)

    def find_last(self, kind: Kind, wordings: tuple[str, ...]) -> Iterator[Span]:
        """Yield the last characters that a view tells ("the last four are three zero four seven")."""
        return (span for _, span in self._spans(kind, wordings) if span.rule == "last_digits")

    def _spans(self, kind: Kind, wordings: tuple[str, ...]) -> Iterator[tuple[str, Span]]:
        for own, _ in wanted(kind, wordings).grammars if self.views else ():
            for view in self.views:
                for span in own.find(view.text) if own.may_stand_in(view.text) else ():
                    yield view.name, span
