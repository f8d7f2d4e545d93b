"""A judging as tables for a terminal: what became of the questions, how far judges agree, where they differ.

Figures come from the judging alone, never from a count of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.quality.agreement import Agreement, Figure, Split
from polar_bench.quality.judges.judging import SCRIPT, Count, Judging
from polar_bench.quality.judges.questions import QuestionName
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import NONE, share

_FEW = 8
_FEW_FINDINGS = 3


def judges_report(judging: Judging, title: str) -> RenderableType:
    """Return the whole report of a judging."""
    parts: list[RenderableType] = [Text(one_line(title), style="bold"), Text(), outcomes(judging), Text()]
    for question, figures in judging.agreement.items():
        parts += [rates(question, figures), *pairs(figures), Text()]
    parts += [*_differences(judging), *_readers(judging), *_findings(judging), *_not_asked(judging), *_tokens(judging)]
    return Group(*parts)


def outcomes(judging: Judging) -> Table:
    """Return the table of what became of each question, judge by judge."""
    table = _table("Judge", "question", "asked", "accepted", "rejected", "unjudged")
    for name, counts in judging.counts.items():
        rows = {SCRIPT: judging.scripts[name]} | counts
        for question, count in rows.items():
            if count.asked:
                table.add_row(Text(one_line(name)), question, *_counted(count))
    return table


def rates(question: str, figures: Agreement) -> Table:
    """Return the table of acceptance rates on one question, with their mean and spread, and Fleiss' kappa."""
    table = _table(f"Agreement: {question}", "figure", "95% interval", "n")
    for name, figure in figures.acceptance.items():
        table.add_row(Text(one_line(f"accepted by {name}")), *_percent(figure))
    table.add_row("mean of the judges", *_percent(figures.mean))
    table.add_row("SD, population", *_percent(figures.sd_population))
    table.add_row("SD, sample", *_percent(figures.sd_sample))
    table.add_row("Fleiss' kappa", *_plain(figures.fleiss))
    return table


def pairs(figures: Agreement) -> Iterator[Table]:
    """Yield the table of pairs, where there are two judges or more."""
    if not figures.pairs:
        return
    table = _table("Pair", "same verdict", "95% interval", "n", "Cohen's kappa", "95% interval")
    for pair in figures.pairs:
        table.add_row(
            Text(one_line(f"{pair.one} and {pair.other}")), *_percent(pair.agreement), *_plain(pair.kappa)[:2]
        )
    yield table


def _differences(judging: Judging) -> Iterator[RenderableType]:
    for what, places in (("question", judging.splits_by_question), ("cell", judging.splits_by_cell)):
        if places:
            yield _split_table(what, places)
            yield Text()


def _split_table(what: str, places: tuple[Split, ...]) -> Table:
    table = _table(f"Judges differ, by {what}", "share", "of")
    for place in places[:_FEW]:
        table.add_row(place.where, share(place.share), f"{place.items:,}")
    if len(places) > _FEW:
        table.add_row(f"({len(places) - _FEW} more, with smaller shares)", "", "")
    return table


def _readers(judging: Judging) -> Iterator[RenderableType]:
    """The second readers of the policies: items read as the rules say, and scored attributes that keep their role."""
    table = _table("Second reader", "level", "policies", "items as ruled", "roles kept")
    for name, reader in judging.second_readers.items():
        for level, read in reader.levels.items():
            if read.policies:
                right, kept = read.items_right / read.items, read.roles_kept / read.scored if read.scored else None
                shown = NONE if kept is None else share(kept)
                table.add_row(Text(one_line(name)), level, f"{read.policies:,}", share(right), shown)
    if table.row_count:
        yield table
        yield Text()


def _findings(judging: Judging) -> Iterator[Text]:
    shown: Counter[str] = Counter()
    for finding in judging.findings:
        shown[finding.rule] += 1
        if shown[finding.rule] <= _FEW_FINDINGS:
            line = Text(finding.rule, style="bold yellow")
            yield line.append(f"  {one_line(finding.sample_id)}: {one_line(finding.fault)}", style="not bold default")
            yield Text(f"  {one_line(finding.evidence)}", style="dim")
    if rest := sum(count - _FEW_FINDINGS for count in shown.values() if count > _FEW_FINDINGS):
        yield Text(f"{rest:,} more that judges reject; --json has them all.")
    if judging.findings:
        yield Text()


def _not_asked(judging: Judging) -> Iterator[Text]:
    for question, reasons in judging.not_asked.items():
        why = ", ".join(f"{reason} ({count:,})" for reason, count in reasons.items())
        yield Text(f"Not asked, {question}: {why}", style="dim")


def _tokens(judging: Judging) -> Iterator[Text]:
    for name, tokens in judging.tokens.items():
        yield Text(f"Tokens, {one_line(name)}: {tokens['prompt']:,} prompt, {tokens['reply']:,} reply", style="dim")
    for question in QuestionName:
        if any(counts[question].asked for counts in judging.counts.values()):
            yield Text(f"{question}: accepted where {question.title}.", style="dim")


def _counted(count: Count) -> tuple[str, ...]:
    unjudged = sum(count.unjudged.values())
    reasons = ", ".join(f"{reason} {number:,}" for reason, number in count.unjudged.items())
    shown = f"{unjudged:,}" + (f" ({reasons})" if reasons else "")
    return f"{count.asked:,}", f"{count.accepted:,}", f"{count.rejected:,}", shown


def _percent(figure: Figure) -> tuple[str, str, str]:
    return _shown(figure, share)


def _plain(figure: Figure) -> tuple[str, str, str]:
    return _shown(figure, lambda value: f"{value:.2f}")


def _shown(figure: Figure, write: Callable[[float], str]) -> tuple[str, str, str]:
    """The figure, its interval and its n; in an interval's place the note that says why there is none."""
    if figure.value is None or figure.low is None or figure.high is None:
        return NONE if figure.value is None else write(figure.value), figure.note, f"{figure.n:,}"
    return write(figure.value), f"{write(figure.low)} to {write(figure.high)}", f"{figure.n:,}"


def _table(first: str, *heads: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(first, style="bold", overflow="fold")
    for head in heads:
        table.add_column(head, justify="left" if head in ("question", "level", "95% interval") else "right")
    return table
