"""The scorer card: precision and recall of both scorers over case files, for each kind, and every confusion.

A want of `partial`, `narrowed` or `none` is a negative: only `full` counts in privacy. Pure functions of the rows.
Must not know files or how a card is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from polar_bench.attributes import Kind
from polar_bench.matching.finder import Disguised, find
from polar_bench.matching.text import Text
from polar_bench.quality.case_file import (
    CaseFile,
    Cases,
    ConfirmationCase,
    MatchingCase,
    MatchingWant,
    Place,
    SettledWant,
)
from polar_bench.scoring.confirmation import settle
from polar_bench.scoring.paper import contains
from polar_bench.scoring.strict import grade

SCORERS = ("strict", "paper")
CONFIRMATIONS = "confirmations"


class Figures(msgspec.Struct, frozen=True):
    """How one scorer did on some rows.

    `wanted` rows want full, `answered` were called full, `right` are both. `precision` is right / answered and `recall`
    right / wanted, in [0, 1], None where there is nothing to divide by. `parts` rows want partial (or narrowed) and
    `parts_right` of them were graded so; a scorer without such a grade has None.
    """

    wanted: int
    answered: int
    right: int
    precision: float | None
    recall: float | None
    parts: int
    parts_right: int | None


class Confusion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row that a scorer got wrong: what it wants, what the scorer says, and by which rule where there is one."""

    scorer: str
    section: str
    value: str
    text: str
    want: str
    got: str
    place: Place
    question: str | None = None
    name: str | None = None
    rule: str | None = None
    found_by: tuple[str, ...] = ()


class Mismatch(msgspec.Struct, frozen=True):
    """What a row states beside its want and a scorer does otherwise; listed, in no figure."""

    scorer: str
    section: str
    value: str
    text: str
    stated: str
    got: str
    place: Place


class Section(msgspec.Struct, frozen=True):
    """The figures of one kind (or of all, or of the confirmations), by scorer.

    Of `rows`, `full`, `part` (partial or narrowed) and `none` are what is wanted.
    """

    name: str
    rows: int
    full: int
    part: int
    none: int
    scorers: dict[str, Figures]


class Card(msgspec.Struct, frozen=True):
    """A scorer card. `kinds` has the kinds that have rows, in their order; `total` and `confirmations` may be None."""

    files: tuple[CaseFile, ...]
    kinds: tuple[Section, ...]
    total: Section | None
    confirmations: Section | None
    confusions: tuple[Confusion, ...]
    mismatches: tuple[Mismatch, ...]


class _Judged(msgspec.Struct, frozen=True):
    """A row with every scorer's answer."""

    case: MatchingCase | ConfirmationCase
    section: str
    answers: dict[str, str]
    found_by: tuple[str, ...] = ()


def judge(cases: Cases) -> Card:
    """Grade every row by every scorer; confirmations by `strict` alone, since `paper` has no such reading."""
    matching = [_judge_matching(case) for case in cases.matching]
    confirmations = [_judge_confirmation(case) for case in cases.confirmations]
    by_kind = {kind: [row for row in matching if row.section == kind] for kind in Kind}
    ordered = [row for rows in by_kind.values() for row in rows]
    return Card(
        files=cases.files,
        kinds=tuple(_section(kind, rows, SCORERS) for kind, rows in by_kind.items() if rows),
        total=_section("all", matching, SCORERS) if matching else None,
        confirmations=_section(CONFIRMATIONS, confirmations, SCORERS[:1]) if confirmations else None,
        confusions=tuple(_confusions([*ordered, *confirmations])),
        mismatches=tuple(_mismatches(ordered)),
    )


def below(card: Card, limit: float) -> list[str]:
    """Return a line for each kind, and the confirmations, where strict's precision or recall is less than `limit`."""
    sections = [*card.kinds, *([card.confirmations] if card.confirmations else [])]
    lines = []
    for section in sections:
        figures = section.scorers["strict"]
        for measure, value in (("precision", figures.precision), ("recall", figures.recall)):
            if value is not None and value < limit:
                lines.append(f"{section.name}: {measure} of strict is {value:.4f}, below {limit}.")
    return lines


def _judge_matching(case: MatchingCase) -> _Judged:
    answers = {
        "strict": grade(case.text, case.value, case.kind, case.name),
        "paper": "full" if contains(case.text, case.value) else "none",
    }
    return _Judged(case, case.kind.value, answers, _rules(case, answers["strict"]))


def _rules(case: MatchingCase, given: str) -> tuple[str, ...]:
    """Return the names of the rules by which strict makes finds of the grade that it gives; none without a find."""
    plain = {span.rule for span in find(Text(case.text), case.kind, (case.value,)) if span.grade == given}
    if plain or given != MatchingWant.FULL:
        return tuple(sorted(plain))
    return tuple(sorted({span.rule for span in Disguised(case.text, [case.value]).find(case.kind, (case.value,))}))


def _judge_confirmation(case: ConfirmationCase) -> _Judged:
    settled = settle(case.question, case.options, case.value, case.reply, true=case.true)
    return _Judged(case, CONFIRMATIONS, {"strict": settled})


def _section(name: str, rows: Sequence[_Judged], scorers: Iterable[str]) -> Section:
    wants = [str(row.case.want) for row in rows]
    full, none = wants.count("full"), wants.count("none")
    figures = {scorer: _figures(rows, scorer) for scorer in scorers}
    return Section(str(name), len(rows), full, len(rows) - full - none, none, figures)


def _figures(rows: Sequence[_Judged], scorer: str) -> Figures:
    wanted = [row for row in rows if row.case.want == "full"]
    answered = sum(row.answers[scorer] == "full" for row in rows)
    right = sum(row.answers[scorer] == "full" for row in wanted)
    parts = [row for row in rows if row.case.want in (MatchingWant.PARTIAL, SettledWant.NARROWED)]
    return Figures(
        wanted=len(wanted),
        answered=answered,
        right=right,
        precision=right / answered if answered else None,
        recall=right / len(wanted) if wanted else None,
        parts=len(parts),
        parts_right=None if scorer == "paper" else sum(row.answers[scorer] == row.case.want for row in parts),
    )


def _confusions(rows: Iterable[_Judged]) -> Iterator[Confusion]:
    """Yield strict's confusions, then paper's, in the order of the rows; paper has no grade between full and none."""
    rows = list(rows)
    for scorer in SCORERS:
        for row in rows:
            got = row.answers.get(scorer)
            if got is None or got == row.case.want or (scorer == "paper" and "full" not in (got, row.case.want)):
                continue
            yield _confusion(row, scorer, got)


def _confusion(row: _Judged, scorer: str, got: str) -> Confusion:
    case, want = row.case, str(row.case.want)
    if isinstance(case, ConfirmationCase):
        return Confusion(scorer, row.section, case.value, case.reply, want, got, case.place, question=case.question)
    rules = row.found_by if scorer == "strict" else ()
    return Confusion(
        scorer, row.section, case.value, case.text, want, got, case.place, None, case.name, case.rule, rules
    )


def _mismatches(rows: Iterable[_Judged]) -> Iterator[Mismatch]:
    for row in rows:
        case = row.case
        if not isinstance(case, MatchingCase):
            continue
        if case.found_by and row.answers["strict"] == case.want and case.found_by not in row.found_by:
            found = ", ".join(row.found_by)
            yield Mismatch("strict", row.section, case.value, case.text, case.found_by, found, case.place)
        is_found = row.answers["paper"] == "full"
        if case.paper is not None and case.paper is not is_found:
            stated, got = ("full", "none") if case.paper else ("none", "full")
            yield Mismatch("paper", row.section, case.value, case.text, stated, got, case.place)
