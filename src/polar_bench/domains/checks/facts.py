"""Facts: each truth is told by its word, exactly once, and the words stand nowhere else (semantics.md 5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from polar_bench.domains.draft import Draft
from polar_bench.domains.faults import Finding, Where
from polar_bench.domains.fields import item_name
from polar_bench.domains.spec import ConditionSpec
from polar_bench.domains.texts import (
    condition_texts,
    counterpart_texts,
    document_texts,
    fact_texts,
    policy_texts,
    script_texts,
    task_texts,
    values,
)
from polar_bench.domains.word_search import WordSearch, fold

_ONCE = 1


def facts(draft: Draft) -> Iterator[Finding]:
    """Find fact words that would say both truths, none, or one at the wrong place."""
    conditions = draft.spec.conditions
    for number, condition in enumerate(conditions):
        yield from _words(conditions, number)
        yield from _sentences(number, condition)
        if len(condition.say_holds) != len(condition.say_fails) and condition.say_holds and condition.say_fails:
            text = (
                f"{len(condition.say_fails)} sentences, but say_holds has {len(condition.say_holds)}; "
                "they pair by place, so write as many"
            )
            yield Finding(Where("condition", number, "say_fails"), text)
    yield from _elsewhere(draft)


def _words(conditions: Sequence[ConditionSpec], number: int) -> Iterator[Finding]:
    """Compare each fact word with those before it in the file."""
    earlier = [(word, "of an earlier condition") for c in conditions[:number] for word in (c.holds, c.fails)]
    for field in ("holds", "fails"):
        word = getattr(conditions[number], field)
        for other, whose in earlier:
            if word and other and (WordSearch([word]).in_plain(other) or WordSearch([other]).in_plain(word)):
                text = f"{word!r} and {other!r} {whose} can't be told apart; use words of which none stands in another"
                yield Finding(Where("condition", number, field), text)
        earlier.append((word, "(holds)"))


def _sentences(number: int, condition: ConditionSpec) -> Iterator[Finding]:
    for field, own, other in (
        ("say_holds", condition.holds, condition.fails),
        ("say_fails", condition.fails, condition.holds),
    ):
        search = WordSearch((own, other))
        for place, text in enumerate(getattr(condition, field)):
            if not text or not own or not other or fold(own) == fold(other):
                continue
            where = Where("condition", number, field, item_name(field, place))
            outcomes = search.outcomes(text)
            if any(found.count(fold(own)) != _ONCE for found in outcomes):
                yield Finding(where, f"has to say {own!r} exactly once, whichever alternatives are drawn")
            if any(fold(other) in found for found in outcomes):
                yield Finding(where, f"says {other!r}, the word of the other truth")


def _elsewhere(draft: Draft) -> Iterator[Finding]:
    spec = draft.spec
    owners = {fold(word): number for number, c in enumerate(spec.conditions) for word in (c.holds, c.fails) if word}
    search = WordSearch(owners)
    free = chain(
        document_texts(spec), policy_texts(spec), task_texts(spec), script_texts(spec), counterpart_texts(spec)
    )
    for where, text in free:
        for word in search.possible(text):
            yield Finding(where, _text(word))
    for where, text in chain(condition_texts(spec), fact_texts(spec)):
        for word in search.possible(text):
            if owners[word] != where.number:
                yield Finding(where, _text(word))
            elif where.field == "wording" and word == fold(spec.conditions[owners[word]].fails):
                yield Finding(
                    where, f"says {word!r}, but the condition holds with {spec.conditions[owners[word]].holds!r}"
                )
    for where, entry in values(spec):
        for word in sorted({word for text in (entry.value, *entry.forms) for word in search.in_plain(text)}):
            yield Finding(where, _text(word))


def _text(word: str) -> str:
    return (
        f"says {word!r}, the word of a condition's fact, which has to stand in that condition's "
        "sentences alone; use another word"
    )
