"""Many runs in one table each way of playing: Markdown and HTML, by overall, with intervals and ties.

Names come from users and endpoints, so that nothing in them is read as markup. No script, and nothing from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from polar_bench.analysis.surface import MAX_UNASSESSED, Figures, TrialCounts
from polar_bench.report import escaped
from polar_bench.report.numbers import NONE, count, share, with_interval

_COLUMNS = ("place", "model", "overall", "privacy", "utility", "tied with", "run")
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}"
    "table{border-collapse:collapse}caption{text-align:left;padding:.5rem 0}"
    "th,td{padding:.3rem .8rem;text-align:left;border-bottom:1px solid #8888}"
    "td{font-variant-numeric:tabular-nums}"
)


class Row(msgspec.Struct, frozen=True):
    """A run: its place (None where it isn't ranked), model, folder, figures, and the places it can't be told from."""

    place: int | None
    model: str
    run: str
    figures: Figures | None
    tied: tuple[int, ...]
    trials: TrialCounts


class Board(msgspec.Struct, frozen=True):
    """One table: runs over the same data set, by one protocol and against the same attackers.

    All figures are over the `samples` that every ranked run has; `left_out` samples only some of them have. `unranked`
    are runs with too many unassessed trials, or nothing scored.
    """

    dataset: str
    digest: str
    protocol: str
    attackers: str
    scorer: str
    weight: float
    samples: int
    left_out: int
    rows: list[Row]
    unranked: list[Row]


def as_markdown(boards: Sequence[Board]) -> str:
    """Return the tables as Markdown."""
    return "\n".join(line for board in boards for line in _markdown(board))


def as_html(boards: Sequence[Board]) -> str:
    """Return the tables as one page of HTML that loads nothing."""
    tables = "\n".join(line for board in boards for line in _html(board))
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>POLAR-Bench leaderboard</title>\n'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>POLAR-Bench leaderboard</h1>\n{tables}\n</body>\n</html>\n"
    )


def _markdown(board: Board) -> Iterator[str]:
    yield f"**{escaped.as_markdown(_title(board))}**\n"
    yield f"| {' | '.join(_COLUMNS)} |"
    yield f"|--:{'|---' * (len(_COLUMNS) - 1)}|"
    for row in (*board.rows, *board.unranked):
        yield f"| {' | '.join(_cells(row, escaped.as_markdown))} |"
    yield f"\n{_note(board)}\n"


def _html(board: Board) -> Iterator[str]:
    headings = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    yield f"<table>\n<caption>{escaped.as_html(_title(board))}</caption>\n<thead><tr>{headings}</tr></thead>\n<tbody>"
    for row in (*board.rows, *board.unranked):
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(row, escaped.as_html))}</tr>"
    yield f"</tbody>\n</table>\n<p>{_note(board)}</p>"


def _title(board: Board) -> str:
    return (
        f"{board.dataset} ({board.digest[:12]}), protocol {board.protocol}, {board.attackers}, scorer {board.scorer}, "
        f"lambda {board.weight:g}, {count(board.samples)} samples"
    )


def _note(board: Board) -> str:
    note = (
        "In brackets: 95% interval. Tied with: the places from which the run can't be told, since the 95% interval of "
        "the paired difference of overall holds zero."
    )
    if board.left_out:
        note += f" Samples that not all ranked runs have, left out: {count(board.left_out)}."
    return note


def _cells(row: Row, escape: Callable[[str], str]) -> list[str]:
    """Return a row's cells; `escape` keeps names from being read as markup."""
    model, run = escape(row.model), escape(row.run)
    if row.figures is None:
        missing = row.trials.unassessed_share
        why = f"not ranked: {share(missing)} unassessed" if missing > MAX_UNASSESSED else "not ranked: nothing scored"
        return [NONE, model, why, "", "", "", run]
    own = row.figures
    figures = [with_interval(each) for each in (own.overall, own.privacy, own.utility)]
    return [NONE if row.place is None else str(row.place), model, *figures, ", ".join(map(str, row.tied)), run]
