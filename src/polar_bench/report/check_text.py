"""The terminal's report of a check: rules, where the broken ones sit (domains, cells), then the first findings.

Figures come from the report of `quality.check` alone. Texts of data sets are made harmless for the terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.quality.check import Place, Report
from polar_bench.quality.findings import Finding
from polar_bench.report.marked import one_line
from polar_bench.sample import Attack, PolicyLevel

MOST_SHOWN = 20
MOST_OF_A_RULE = 3


def check_report(report: Report, title: str) -> RenderableType:
    """Return the whole report; of the findings the first of each rule, at most MOST_SHOWN in all."""
    return Group(
        Text(one_line(title), style="bold"),
        Text(),
        _rules(report),
        Text(),
        _domains(report),
        Text(),
        _cells(report),
        Text(),
        _verdict(report),
        *_not_checked(report),
        *_findings(report),
    )


def lifted_report(report: Report) -> RenderableType:
    """Return the first findings that judges lifted, and the verdict without them."""
    lifted = [finding for finding in report.findings if finding.lifted_by]
    lines = [line for finding in lifted[:MOST_SHOWN] for line in _finding(finding)]
    if len(lifted) > MOST_SHOWN:
        lines.append(Text(f"\n{len(lifted) - MOST_SHOWN:,} more are lifted; --json has them all."))
    return Group(*lines, Text(), _verdict(report))


def _rules(report: Report) -> Table:
    table = _table("Rule")
    table.add_column("must", no_wrap=True)
    for column in ("checked", "broken", "findings", "not checked"):
        table.add_column(column, justify="right", no_wrap=True)
    family = ""
    for rule in report.rules:
        if rule.family != family:
            family = rule.family
            table.add_row(Text(family, style="dim italic"))
        table.add_row(
            f"  {rule.name}",
            "must" if rule.is_must else "should",
            f"{rule.checked:,}",
            _number(rule.broken, is_bad=rule.is_must),
            _number(rule.findings, is_bad=rule.is_must),
            _number(sum(rule.not_checked.values())),
        )
    return table


def _domains(report: Report) -> Table:
    table = _table("Domain")
    for column in ("samples", "unfit", "poorer"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("broken rules, with the samples that break them", overflow="fold")
    for domain, place in report.domains.items():
        broken = ", ".join(f"{rule} {count:,}" for rule, count in _most_first(place))
        table.add_row(
            one_line(domain), f"{place.samples:,}", _number(place.unfit, is_bad=True), _number(place.poorer), broken
        )
    return table


def _cells(report: Report) -> Table:
    table = _table("Unfit samples")
    for attack in Attack:
        table.add_column(f"{attack}", justify="right", no_wrap=True)
    for level in PolicyLevel:
        table.add_row(f"{level} {level.title}", *(_cell(report.cells[level][attack]) for attack in Attack))
    return table


def _cell(place: Place) -> Text:
    if not place.samples:
        return Text("–", style="dim")
    return _number(place.unfit, is_bad=True).append(f" of {place.samples:,}", style="dim")


def _verdict(report: Report) -> Text:
    if report.is_passed:
        poorer = f" {report.poorer:,} break a rule that should hold." if report.poorer else ""
        text = f"All {report.samples:,} samples keep every rule that must hold, as far as it could be checked.{poorer}"
        return Text(text, style="yellow" if poorer else "green")
    return Text(
        f"{report.unfit:,} of {report.samples:,} samples break a rule that must hold; {report.poorer:,} more break one "
        "that should.",
        style="bold red",
    )


def _not_checked(report: Report) -> Iterator[Text]:
    rules: dict[tuple[str, int], list[str]] = {}
    for rule in report.rules:
        for reason, count in rule.not_checked.items():
            rules.setdefault((reason, count), []).append(rule.name)
    for (reason, count), names in rules.items():
        yield Text(f"Not checked in {count:,} of {report.samples:,} samples ({', '.join(names)}): {reason}.", "yellow")


def _findings(report: Report) -> Iterator[Text]:
    shown, of_rule = list[Finding](), Counter[str]()
    for finding in sorted(report.findings, key=lambda finding: not finding.is_must):
        if len(shown) < MOST_SHOWN and of_rule[finding.rule] < MOST_OF_A_RULE:
            of_rule[finding.rule] += 1
            shown.append(finding)
    for finding in shown:
        yield from _finding(finding)
    if rest := len(report.findings) - len(shown):
        yield Text(f"\n{rest:,} more findings; --json has them all.")


def _finding(finding: Finding) -> Iterator[Text]:
    line = Text("\n").append(finding.rule, style="bold red" if finding.is_must else "bold yellow")
    yield line.append(f"  {one_line(finding.sample_id)}, {one_line(finding.where)}: {one_line(finding.fault)}")
    if finding.lifted_by:
        yield Text(f"  lifted by {one_line(', '.join(finding.lifted_by))}: the document conveys it", style="green")
    if finding.evidence:
        yield Text(f"  {one_line(finding.evidence)}", style="dim")


def _most_first(place: Place) -> list[tuple[str, int]]:
    return sorted(place.broken.items(), key=lambda item: (-item[1], item[0]))


def _number(count: int, *, is_bad: bool = False) -> Text:
    return Text(f"{count:,}", style="dim" if not count else "bold red" if is_bad else "")


def _table(name: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(name, style="bold", no_wrap=True)
    return table
