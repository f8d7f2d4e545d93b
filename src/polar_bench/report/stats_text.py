"""The figures of a data set as tables, for a terminal and for Markdown; both show the same cells."""

from __future__ import annotations

from typing import NamedTuple

from rich.table import Table as RichTable

from polar_bench.dataset.stats import Spread, Stats
from polar_bench.report.numbers import NONE, count, share


class Table(NamedTuple):
    """A title, the heads of the columns, and rows of cells as text."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]


def all_tables(stats: Stats) -> list[Table]:
    """Return the tables: texts, attributes, domains, cells, repetition."""
    return [_words(stats), _attributes(stats), _domains(stats), _cells(stats), _repetition(stats)]


def tables(stats: Stats) -> list[RichTable]:
    """Return the tables for a terminal."""
    made = []
    for table in all_tables(stats):
        rich = RichTable(title=table.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for index, head in enumerate(table.heads):
            is_text = table.title.startswith("Repetition") and index == 2
            rich.add_column(
                head,
                justify="right" if index and not is_text else "left",
                no_wrap=not is_text and len(table.heads) != 3,
                overflow="fold",
            )
        for row in table.rows:
            rich.add_row(*row)
        made.append(rich)
    return made


def markdown(stats: Stats) -> str:
    """Return the tables in Markdown."""
    parts = []
    for table in all_tables(stats):
        lines = [f"**{table.title}**", "", f"| {' | '.join(table.heads)} |", f"|---|{'--:|' * (len(table.heads) - 1)}"]
        lines += [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in table.rows]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _words(stats: Stats) -> Table:
    rows = [(text, *_figures(spread)) for text, spread in stats.words.items()]
    title = f"Words ({count(stats.samples)} samples of {count(stats.profiles)} profiles)"
    return Table(title, ("text", "mean", "median", "least", "most"), rows)


def _attributes(stats: Stats) -> Table:
    rows = [(name, *_figures(spread)) for name, spread in stats.attributes.items()]
    rows.append(("signal to noise", *_figures(stats.signal_to_noise)))
    return Table("Attributes and turns a sample", ("role", "mean", "median", "least", "most"), rows)


def _domains(stats: Stats) -> Table:
    heads = ("domain", "samples", *stats.words)
    rows = [
        (domain, count(samples), *(_number(spread.mean) for spread in stats.words_by_domain[domain].values()))
        for domain, samples in stats.by_domain.items()
    ]
    return Table("Domains (mean words)", heads, rows)


def _cells(stats: Stats) -> Table:
    levels = sorted({cell.partition("/")[0] for cell in stats.by_cell})
    attacks = sorted({cell.partition("/")[2] for cell in stats.by_cell})
    rows = [(level, *(count(stats.by_cell.get(f"{level}/{attack}", 0)) for attack in attacks)) for level in levels]
    return Table("Samples by policy level and attack", ("level", *attacks), rows)


def _repetition(stats: Stats) -> Table:
    found = stats.repetition
    pair = " and ".join(found.pair) if found.pair else "no two documents share one"
    domain = f"{found.sentence_domain}: {found.sentence}" if found.sentence else "no sentence stands in two documents"
    rows: list[tuple[str, ...]] = [
        ("8-grams that two documents share, at most", share(found.shared), pair),
        ("documents of a domain with the same sentence", share(found.sentence_share), domain),
    ]
    return Table("Repetition between profiles", ("what", "share", "where"), rows)


def _figures(spread: Spread) -> tuple[str, ...]:
    return tuple(_number(value) for value in (spread.mean, spread.median, spread.low, spread.high))


def _number(value: float | None) -> str:
    if value is None:
        return NONE
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"
