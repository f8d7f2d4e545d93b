"""The terminal's report: headline, the two 5x5 tables, domains, outcomes.

Figures come from the summary alone, never from a count of its own. Everything is rendered by rich, which leaves
out colours where the output is no terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.analysis.evidence import Evidence
from polar_bench.analysis.surface import MAX_UNASSESSED, Estimate, Figures, ScorerSummary, Summary
from polar_bench.analysis.withheld import shown_summary
from polar_bench.attributes import Role
from polar_bench.report.colours import of_share, text_on
from polar_bench.report.labels import ALL, attack_label, head, level_label
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import NONE, bound, count, figure, share, with_interval
from polar_bench.report.tables.of_run import withheld_note
from polar_bench.sample import Attack, PolicyLevel
from polar_bench.scoring.score import Channel
from polar_bench.trial import AttackerKind

_LONG = 1000
"""From so many samples in a cell on, their number stands on a line of its own: 80 columns hold three digits beside."""


def report(
    summary: Summary, title: str, *, is_headline_forced: bool = False, scorer: str | None = None
) -> RenderableType:
    """Return the whole report of a run; `is_headline_forced` prints a headline above the 5% limit too.

    The headline is given by all scorers, the rest by `scorer`, which is that of the headline if none is named.
    """
    summary = shown_summary(summary, is_headline_forced=is_headline_forced)
    name = scorer or summary.headline_scorer
    chosen = summary.scorers[name]
    return Group(
        Text(title, style="bold"),
        Text(),
        *headlines(summary),
        Text(),
        surface("Privacy", chosen, lambda figures: figures.privacy),
        Text(),
        surface("Utility", chosen, lambda figures: figures.utility),
        Text(f"Scorer {name}. {_cell_note(chosen)}{withheld_note(chosen.headline.overall)}", style="dim"),
        *(Text(note, style="dim") for note in _notes(summary)),
        Text(),
        domains(chosen),
        Text(),
        *outcomes(summary, chosen),
        *channels(chosen.evidence),
    )


def _notes(summary: Summary) -> Iterator[str]:
    if summary.s5_attacker is AttackerKind.SCRIPTED:
        yield "S5 was played as scripted: no attacker model adapted it."
    if summary.s5_attacker is AttackerKind.ADAPTIVE:
        yield "S5 was adapted by an attacker model."
    if summary.s5_set_aside:
        yield f"{summary.s5_set_aside} scripted trials of S5 are in no figure: they are not pooled with adaptive ones."


def headlines(summary: Summary) -> Iterator[RenderableType]:
    """Yield the three figures by every scorer, the headline's first, or why there is no headline."""
    if summary.headline_withheld:
        yield Text(
            f"No headline: {share(summary.trials.unassessed_share)} of the trials are unassessed, more than "
            f"{share(MAX_UNASSESSED)}. Run the same command again to try the passing failures once more, or add "
            "--headline to print it all the same.",
            style="bold yellow",
        )
        return
    first = summary.headline_scorer
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("Scorer", no_wrap=True, min_width=7)
    for column in ("privacy", "utility", "overall"):
        table.add_column(column)
    table.add_column("n", justify="right", no_wrap=True)
    for name in sorted(summary.scorers, key=lambda name: name != first):
        own = summary.scorers[name].headline
        cells = [with_interval(each) for each in (own.privacy, own.utility, own.overall)]
        is_first = name == first
        table.add_row(
            f"{name}{'*' if is_first else ''}", *cells, count(own.overall.n), style="bold" if is_first else ""
        )
    yield table
    yield Text("* the headline. In brackets: 95% intervals, clustered by profile. n: samples.", style="dim")


def surface(name: str, scorer: ScorerSummary, pick: Callable[[Figures], Estimate]) -> Table:
    """Return one 5x5 table with its margins; an empty cell shows a dash."""
    table = _table(name)
    counts = {pick(figures).n for row in scorer.cells.values() for figures in row.values()}
    before_n = "" if len(counts) == 1 else " " if max(counts) < _LONG else "\n"
    for attack in Attack:
        table.add_column(head(attack_label(attack)), justify="center", no_wrap=True)
    table.add_column(ALL, justify="center")
    for level in PolicyLevel:
        cells = [_cell(pick(scorer.cells[level][attack]), before_n) for attack in Attack]
        table.add_row(level_label(level), *cells, _cell(pick(scorer.levels[level])))
    margins = [_cell(pick(scorer.attacks[attack])) for attack in Attack]
    table.add_row(ALL, *margins, _cell(pick(scorer.headline)))
    return table


def domains(scorer: ScorerSummary) -> Table:
    """Return the table of domains."""
    table = _table("Domain")
    for column in ("n", "privacy", "utility", "overall"):
        table.add_column(column, justify="right")
    for name, figures in scorer.domains.items():
        table.add_row(
            one_line(name),
            count(figures.overall.n),
            figure(figures.privacy.mean),
            figure(figures.utility.mean),
            figure(figures.overall.mean),
        )
    return table


def outcomes(summary: Summary, scorer: ScorerSummary) -> Iterator[RenderableType]:
    """Yield the lines on what became of the trials, and the bounds where some have no score."""
    counts = summary.trials
    missing = counts.attempted - counts.scored
    reasons = ", ".join(f"{reason} {count}" for reason, count in counts.unassessed.items())
    yield Text(
        f"Trials: {counts.attempted} attempted, {counts.scored} scored, {missing} unassessed"
        + (f" ({reasons})" if reasons else ""),
        style="yellow" if missing else "",
    )
    if missing:
        bounds = scorer.bounds
        yield Text(
            f"Bounds, had every unassessed sample scored 0 or 1: privacy {bound(bounds.privacy)}, "
            f"utility {bound(bounds.utility)}, overall {bound(bounds.overall)}"
        )
    repeats = summary.repeats
    if repeats.identical:
        yield Text(
            f"All repeats came back identical in {repeats.identical} of {repeats.samples} samples: "
            "at temperature 0 such repeats add nothing.",
            style="yellow",
        )
    for speaker, tokens in summary.tokens.items():
        yield Text(f"Tokens, {speaker}: {count(tokens['prompt'])} prompt, {count(tokens['reply'])} reply", style="dim")
    if counts.flags:
        flags = ", ".join(f"{name} {count}" for name, count in counts.flags.items())
        yield Text(f"Trials with flagged turns: {flags}", style="dim")


def channels(evidence: Evidence) -> Iterator[Text]:
    """Yield a line for each role of which something came out otherwise than said plainly, and one on wrong guesses."""
    for role, counts in ((Role.PROTECTED, evidence.protected), (Role.TASK, evidence.task)):
        others = {channel: counts[channel] for channel in Channel if channel is not Channel.REPLY and counts[channel]}
        parts = [
            f"{what}: {', '.join(f'{channel} {count}' for channel, count in told.items())}"
            for what, told in (
                ("counted", {channel: count for channel, count in others.items() if channel.is_counted}),
                ("beside the score", {channel: count for channel, count in others.items() if not channel.is_counted}),
            )
            if told
        ]
        if parts:
            yield Text(f"Other channels, {role} attributes - {'; '.join(parts)}")
    if evidence.wrong_guesses:
        yield Text(f"Yes to wrong guesses: {evidence.wrong_yes} of {evidence.wrong_guesses}")


def _table(name: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(name, style="bold", overflow="fold", min_width=15)
    return table


def _cell(estimate: Estimate, before_n: str = "") -> Text:
    """Return a cell of a surface; with `before_n`, what stands before it, its number of samples is shown, too."""
    if estimate.mean is None:
        return Text(NONE, style="dim")
    ground = of_share(estimate.mean)
    cell = Text(figure(estimate.mean), style=f"{text_on(ground).hex} on {ground.hex}")
    if before_n:
        return Text.assemble(cell, (f"{before_n}{count(estimate.n)}", "dim"))
    cell.pad(1)
    return cell


def _cell_note(scorer: ScorerSummary) -> str:
    counts = sorted({figures.overall.n for row in scorer.cells.values() for figures in row.values()})
    if len(counts) == 1:
        return f"n = {counts[0]} in every cell."
    return "The small figure in a cell is its number of samples; a dash is a cell without any."
