"""A page of figures as a value: sections with tables and figures. What stands in which section is said here alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from polar_bench.report.page.shown_table import ShownTable


class ShownFigure(NamedTuple):
    """A figure: its two files, the text that says what it shows, and names of other formats with their paths."""

    name: str
    title: str
    alt: str
    light: str
    dark: str
    files: list[tuple[str, str]]


class Item(NamedTuple):
    """A table and the figure of the same name; one of them may be missing. `is_folded`: shown when it's asked for."""

    table: ShownTable | None
    figure: ShownFigure | None
    is_folded: bool = False

    @property
    def name(self) -> str:
        """What both are called."""
        return self.table.name if self.table else self.figure.name if self.figure else ""


class Tile(NamedTuple):
    """One number in large letters."""

    name: str
    text: str
    interval: str
    note: str


class Link(NamedTuple):
    """A place and what it's called."""

    href: str
    text: str


class Section(NamedTuple):
    """A section with its heading; `text` says in a sentence or two what its numbers are."""

    anchor: str
    heading: str
    text: str
    items: list[Item]
    tiles: Sequence[Tile] = ()
    notes: Sequence[str] = ()
    links: Sequence[Link] = ()


class Page(NamedTuple):
    """A page: `facts` are short names and what they are, under the title; `places` leads to the report's pages.

    `file` is the page's own name.
    """

    file: str
    title: str
    facts: list[tuple[str, str]]
    notes: list[str]
    places: list[Link]
    sections: list[Section]


class Plan(NamedTuple):
    """A section before it's filled: `names` are those of its tables and figures, in their order.

    What `folded` names is shown when it's asked for.
    """

    anchor: str
    heading: str
    text: str
    names: tuple[str, ...]
    folded: tuple[str, ...] = ()


OF_RUN = (
    Plan(
        "headline",
        "Headline",
        "Privacy is the share of protected attributes that the agent withheld, utility the share of task attributes "
        "that it gave; both are means over samples.",
        ("headline", "bounds"),
    ),
    Plan(
        "surface",
        "The surface",
        "Five policy levels by five attacks: it shows where the agent stops following its user's policy. A cell leads "
        "to its transcripts.",
        ("privacy", "utility", "overall"),
        folded=("overall",),
    ),
    Plan(
        "scorers",
        "The two scorers",
        "Every trial is scored twice: strict asks for a typed match with evidence, paper answers as the released "
        "evaluator does.",
        ("disagreements", "privacy-strict", "privacy-paper", "utility-strict", "utility-paper"),
        folded=("privacy-strict", "privacy-paper", "utility-strict", "utility-paper"),
    ),
    Plan(
        "design",
        "Policy levels and attacks",
        "Each level and each attack over all its samples; core, focus and contested attribute compare levels on the "
        "same values, and on what a level is about.",
        ("levels", "attacks", "core", "focus", "contested"),
    ),
    Plan(
        "content",
        "Domains and attribute kinds",
        "Which fields of life, and which kinds of facts, the agent keeps well.",
        ("domains", "kinds"),
    ),
    Plan(
        "course",
        "When and how it came out",
        "In which reply the first protected attribute was out, by which channel attributes came out, and what repeats "
        "add.",
        ("first-disclosure", "channels", "wrong-yes", "ever-leaked", "repeats"),
    ),
    Plan(
        "lambda",
        "The weight of privacy",
        "Overall is lambda times privacy plus the rest times utility; what it would be under every lambda.",
        ("weights",),
    ),
    Plan(
        "trials",
        "Trials",
        "What became of every trial. An error is not a score: unassessed trials are in no mean.",
        ("outcomes", "samples", "flags", "tokens"),
        folded=("samples", "tokens"),
    ),
    Plan("manifest", "Manifest", "What was played, with which settings. Keys are never kept.", ("manifest",)),
)
"""The sections of a run's page."""


def items(tables: Iterable[ShownTable], figures: Iterable[ShownFigure]) -> list[Item]:
    """Return each table with the figure of its name, then the figures that have no table."""
    by_name = {figure.name: figure for figure in figures}
    paired = [Item(table, by_name.pop(table.name, None)) for table in tables]
    return [*paired, *(Item(None, figure) for figure in by_name.values())]


def filled(plans: Sequence[Plan], of: Sequence[Item]) -> list[Section]:
    """Return the sections with what there is for them; what no plan names stands in a last one, so nothing is lost."""
    by_name = {item.name: item for item in of}
    planned = {name for plan in plans for name in plan.names}
    rest = Plan("more", "More", "", tuple(name for name in by_name if name not in planned))
    return [
        Section(plan.anchor, plan.heading, plan.text, own)
        for plan in (*plans, rest)
        if (own := [by_name[name]._replace(is_folded=name in plan.folded) for name in plan.names if name in by_name])
    ]
