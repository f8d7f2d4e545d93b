"""From kind and wordings to finds: the one door to all grammars.

Grammars are read once for each value and kept. Must not know samples, roles or turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from polar_bench.attributes import Kind
from polar_bench.matching.address import read as read_address
from polar_bench.matching.category import read as read_category
from polar_bench.matching.date import read as read_date
from polar_bench.matching.disguises import views
from polar_bench.matching.email import read as read_email
from polar_bench.matching.identifier import read as read_identifier
from polar_bench.matching.money import read as read_money
from polar_bench.matching.organisation import read as read_organisation
from polar_bench.matching.person_name import read as read_person_name
from polar_bench.matching.phone import read as read_phone
from polar_bench.matching.phrase import read as read_phrase
from polar_bench.matching.quantity import read as read_quantity
from polar_bench.matching.range import read as read_range
from polar_bench.matching.span import Grade, Grammar, Span
from polar_bench.matching.text import Text

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


@lru_cache(maxsize=16_384)
def grammar(kind: Kind, value: str) -> Grammar:
    """Return the grammar of `value`, read once."""
    return _READERS[kind](value)


def find(text: Text, kind: Kind, wordings: Iterable[str]) -> Iterator[Span]:
    """Yield every find of any of `wordings` in `text`, in raw offsets.

    A form is a whole wording of its value: what a grammar takes for a part of a form is no find.
    """
    for number, wording in enumerate(wordings):
        for span in grammar(kind, wording).find(text):
            if number == 0 or span.grade is Grade.FULL:
                yield span


class Disguised:
    """The views in which a raw text's disguises are undone, made once for many values.

    `values` are those that will be looked for: some disguises can't be told from ordinary text without them.
    """

    def __init__(self, raw: str, values: Iterable[str] = ()) -> None:
        self._views = tuple(views(raw, tuple(values)))

    def find(self, kind: Kind, wordings: Iterable[str]) -> Iterator[Span]:
        """Yield the full finds of any of `wordings` in any view; the rule is the disguise's name."""
        if not self._views:
            return
        for wording in wordings:
            own = grammar(kind, wording)
            for view in self._views:
                for span in own.find(view.text):
                    if span.grade is Grade.FULL:
                        yield span._replace(rule=view.name)
