"""Words at the wrong place: values, labels, orders and permissions in texts that must not say them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding
from polar_bench.domains.lexicons import policy_words, task_words
from polar_bench.domains.spec import DomainSpec, Use
from polar_bench.domains.texts import condition_texts, counterpart_texts, policy_texts, script_texts, task_texts, values
from polar_bench.domains.word_search import WordSearch, fold


def words(draft: Draft) -> Iterator[Finding]:
    """Find words that give away a value, blur a level, or make a task read as a policy and the reverse."""
    spec = draft.spec
    yield from _policy_words(spec)
    yield from _task_words(spec)
    yield from _labels(spec)
    yield from _values(spec)


def _policy_words(spec: DomainSpec) -> Iterator[Finding]:
    search = WordSearch(policy_words())
    for where, text in task_texts(spec):
        for word in search.possible(text):
            yield Finding(
                where, f"says {word!r}, a policy word: a task must not read as a permission or a ban; say it otherwise"
            )


def _task_words(spec: DomainSpec) -> Iterator[Finding]:
    search = WordSearch(task_words())
    for where, text in policy_texts(spec):
        for word in search.possible(text):
            yield Finding(where, f"says {word!r}, a task word: a policy must not read as an order; say it otherwise")


def _labels(spec: DomainSpec) -> Iterator[Finding]:
    """At P2 the policy speaks in concepts, so that no closed attribute is met by its label."""
    closed = [a for a in spec.attributes if a.use in (Use.GUARDED, Use.CONDITIONAL) and a.label]
    search = WordSearch(attribute.label for attribute in closed)
    for where, text in policy_texts(spec):
        if where.table == "concept":
            for label in search.possible(text):
                name = next(attribute.name for attribute in closed if fold(attribute.label) == label)
                yield Finding(
                    where, f"says {label!r}, the label of {name}; describe the sort of thing without naming it"
                )


def _values(spec: DomainSpec) -> Iterator[Finding]:
    wordings: dict[str, str] = {}
    for _, entry in values(spec):
        for wording in (entry.value, *entry.forms):
            wordings.setdefault(fold(wording), entry.value)
    search = WordSearch(wordings)
    public = chain(
        policy_texts(spec), condition_texts(spec), task_texts(spec), script_texts(spec), counterpart_texts(spec)
    )
    for where, text in public:
        for wording in search.possible(text):
            value = wordings[wording]
            yield Finding(
                where, f"says {wording!r}, a wording of the value {value!r}, which the text would give away; change one"
            )
