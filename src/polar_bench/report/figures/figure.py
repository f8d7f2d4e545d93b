"""A figure before it's drawn, and the themes that it can be drawn in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

COLUMN = 3.4
PAGE = 7.0
"""Widths in inches: a paper's column, and its page."""
SMALL = 6.5
MEDIUM = 7.5
LARGE = 8.5
"""Sizes of text in points."""


class Theme(NamedTuple):
    """The colours that a figure is drawn in: text, text of less weight, lines behind the data, ground, and series.

    `privacy`, `utility` and `overall` are always those of the three figures; `series` are told apart by colour-blind
    readers, and by their markers where there are more than colours.
    """

    name: str
    ink: str
    muted: str
    grid: str
    ground: str
    privacy: str
    utility: str
    overall: str
    series: tuple[str, ...]


LIGHT = Theme(
    name="light",
    ink="#1f2328",
    muted="#59636e",
    grid="#d5dae0",
    ground="#ffffff",
    privacy="#23679b",
    utility="#e8a33d",
    overall="#6b7280",
    series=("#0072b2", "#d55e00", "#009e73", "#b5518c", "#7a5c00", "#3d4a5c"),
)
DARK = Theme(
    name="dark",
    ink="#e6e8eb",
    muted="#a3adb8",
    grid="#3b434d",
    ground="#14181d",
    privacy="#5aa9e0",
    utility="#f0bb62",
    overall="#8b95a1",
    series=("#5ab4f0", "#f58c4b", "#3ecfa4", "#e79ac6", "#d8bd5a", "#c3ccd6"),
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h", "*")
DASHES = ("-", "--", "-.", ":")


class Figure(NamedTuple):
    """A figure of a report.

    `name` is its file's and, where there is a table of the same numbers, that table's. `alt` says in a sentence or two
    what it shows, with its main numbers, for those who can't see it. `draw` makes it in a theme.
    """

    name: str
    title: str
    alt: str
    draw: Callable[[Theme], Drawing]
