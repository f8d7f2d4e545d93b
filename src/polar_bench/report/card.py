"""A scorer card as a Markdown page and for the terminal: the same tables and the same lists.

The page is a pure function of the card: the same rows give the same bytes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.quality.scorer_card import CONFIRMATIONS, Card, Confusion, Figures, Mismatch, Section
from polar_bench.report.numbers import NONE, figure

_SHOWN = 3  # of paper's confusions of one sort: all of them are in the JSON
_STEPS = 1000
_BACKTICKS = re.compile("`+")


class _Grid(NamedTuple):
    """A table before it has a look; the first column is text, the others are figures."""

    heads: tuple[str, ...]
    rows: list[list[str]]


def page(card: Card) -> str:
    """Return the Markdown page."""
    return "\n".join(_page(card)) + "\n"


def summary(card: Card) -> RenderableType:
    """Return what the terminal shows: the tables, then the confusions with their places."""
    parts: list[RenderableType] = [Text(_rows_line(card), style="bold"), Text()]
    for grid in _grids(card):
        parts += [_table(grid), Text()]
    for title, lines in _lists(card, shows_places=True):
        parts.append(Text(title, style="bold"))
        parts += [Text(f"  {line}") for line in lines]
        parts.append(Text())
    return Group(*parts[:-1])


def _page(card: Card) -> Iterator[str]:
    yield from ("# Scorer card", "")
    yield "<!-- Made by `polar-bench scorer-card`: change the case files, never this page. -->"
    yield ""
    yield "How often each scorer says what a careful reader says. A row has a text, a value and the reader's answer:"
    yield "`full`, `partial` or `none`. Precision and recall are those of `full`: a row that wants `partial` or `none`"
    yield "counts against a scorer that calls it `full`. *Missed* is a `full` that the scorer doesn't see, *too much* a"
    yield "`full` that isn't one, *part* a mistake between `partial` (or `narrowed`) and `none`. Figures are cut after"
    yield "three decimals, never rounded up."
    yield ""
    yield f"{_rows_line(card)} They come from:"
    yield ""
    yield from (f"- {_code(file.name)}: {file.rows}" for file in card.files)
    for heading, grid in zip(_headings(card), _grids(card), strict=True):
        yield from ("", f"## {heading}", "")
        yield from _markdown(grid)
    for title, lines in _lists(card, shows_places=False):
        yield from ("", f"## {title}", "")
        yield from (f"- {line}" for line in lines)


def _rows_line(card: Card) -> str:
    matching = card.total.rows if card.total else 0
    settled = card.confirmations.rows if card.confirmations else 0
    return f"{matching + settled} rows: {matching} of values in texts, {settled} of replies to guesses."


def _headings(card: Card) -> Iterator[str]:
    if card.total:
        yield "Values in texts"
    if card.confirmations:
        yield "Replies to guesses"
    yield "Confusions, counted"


def _grids(card: Card) -> Iterator[_Grid]:
    if card.total:
        yield _figures(card, card.total)
    if card.confirmations:
        yield _confirmations(card.confirmations)
    yield _counts(card)


def _figures(card: Card, total: Section) -> _Grid:
    measures = ("strict\nprecision", "strict\nrecall", "partial\nright", "paper\nprecision", "paper\nrecall")
    heads = ("kind", "rows", "full", "partial", "none", *measures)
    rows = []
    for section in (*card.kinds, total):
        strict, paper = section.scorers["strict"], section.scorers["paper"]
        rows.append([section.name, *_wants(section), *_measures(strict), _parts(strict), *_measures(paper)])
    return _Grid(heads, rows)


def _confirmations(section: Section) -> _Grid:
    strict = section.scorers["strict"]
    heads = (CONFIRMATIONS, "rows", "full", "narrowed", "none", "precision", "recall", "narrowed\nright")
    return _Grid(heads, [["strict", *_wants(section), *_measures(strict), _parts(strict)]])


def _counts(card: Card) -> _Grid:
    sorts = [
        ("strict", "missed"),
        ("strict", "too much"),
        ("strict", "part"),
        ("paper", "missed"),
        ("paper", "too much"),
    ]
    heads = ("kind", *(f"{scorer}\n{sort}" for scorer, sort in sorts))
    rows = []
    for name in _names(card):
        own = [(c.scorer, _sort(c)) for c in card.confusions if c.section == name]
        counts = [str(own.count(sort)) for sort in sorts]
        rows.append([name, *(counts if name != CONFIRMATIONS else [*counts[:3], NONE, NONE])])
    return _Grid(heads, rows)


def _names(card: Card) -> list[str]:
    return [*(section.name for section in card.kinds), *([CONFIRMATIONS] if card.confirmations else [])]


def _sort(confusion: Confusion) -> str:
    if confusion.want == "full":
        return "missed"
    return "too much" if confusion.got == "full" else "part"


def _wants(section: Section) -> list[str]:
    return [str(count) for count in (section.rows, section.full, section.part, section.none)]


def _measures(figures: Figures) -> list[str]:
    return [_cut(figures.precision), _cut(figures.recall)]


def _cut(measure: float | None) -> str:
    """Three decimals, never rounded up: 1.000 means all."""
    return figure(None if measure is None else math.floor(measure * _STEPS + 1e-9) / _STEPS)


def _parts(figures: Figures) -> str:
    return f"{figures.parts_right}/{figures.parts}" if figures.parts else NONE


def _lists(card: Card, *, shows_places: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield each list's title and lines."""
    strict = [c for c in card.confusions if c.scorer == "strict"]
    yield "Where strict is wrong", [_confusion(c, shows_places) for c in strict] or ["Nowhere on these rows."]
    paper = [c for c in card.confusions if c.scorer == "paper"]
    if card.total:
        shown = list(_first_of_each(paper, shows_places))
        yield "Where paper is wrong, by example", shown or ["Nowhere on these rows."]
    if card.mismatches:
        yield "Stated otherwise (in no figure)", [_mismatch(m, shows_places) for m in card.mismatches]


def _first_of_each(confusions: Sequence[Confusion], shows_places: bool) -> Iterator[str]:
    for name in dict.fromkeys(c.section for c in confusions):
        for sort in ("missed", "too much"):
            own = [c for c in confusions if c.section == name and _sort(c) == sort]
            yield from (_confusion(c, shows_places) for c in own[:_SHOWN])
            if len(own) > _SHOWN:
                yield f"{name}: {len(own) - _SHOWN} more {sort}"


def _confusion(confusion: Confusion, shows_places: bool) -> str:
    by = f" by {', '.join(confusion.found_by)}" if confusion.found_by else ""
    tries = f" ({confusion.rule})" if confusion.rule else ""
    asked = f" to {_code(confusion.question)}" if confusion.question is not None else ""
    named = f" named {_code(confusion.name)}" if confusion.name else ""
    return (
        f"{confusion.section}, {_sort(confusion)}: {_code(confusion.value)}{named} in {_code(confusion.text)}{asked} "
        f"wants {confusion.want}, {confusion.scorer} says {confusion.got}{by}{tries}{_at(confusion, shows_places)}"
    )


def _mismatch(mismatch: Mismatch, shows_places: bool) -> str:
    return (
        f"{mismatch.section}: {_code(mismatch.value)} in {_code(mismatch.text)} states {mismatch.stated} of "
        f"{mismatch.scorer}, which gives {mismatch.got or 'no rule'}{_at(mismatch, shows_places)}"
    )


def _at(item: Confusion | Mismatch, is_shown: bool) -> str:
    return f" [{item.place.file}:{item.place.line}]" if is_shown else ""


def _code(text: str) -> str:
    """Return `text` as one line of code: line ends and what can't be seen are written out."""
    shown = "".join(_visible(character) for character in text)
    fence = "`" * (max(map(len, _BACKTICKS.findall(shown)), default=0) + 1)
    pad = " " if shown[:1] in ("`", "") or shown[-1:] == "`" else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def _visible(character: str) -> str:
    if character == "\n":
        return "\\n"
    if character == " " or character.isprintable():
        return character
    return f"\\u{ord(character):04x}"


def _markdown(grid: _Grid) -> Iterator[str]:
    yield f"| {' | '.join(grid.heads)} |".replace("\n", " ")
    yield f"|---|{'--:|' * (len(grid.heads) - 1)}"
    for row in grid.rows:
        yield f"| {' | '.join(row)} |"


def _table(grid: _Grid) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for number, head in enumerate(grid.heads):
        table.add_column(head, justify="right" if number else "left", style="" if number else "bold", no_wrap=True)
    for row in grid.rows:
        table.add_row(*row)
    return table
