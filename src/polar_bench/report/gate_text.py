"""A gate's verdict: a short table for people, JUnit XML for build servers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from polar_bench.analysis.gating import Check, Outcome, Verdict
from polar_bench.analysis.intervals import Estimate
from polar_bench.report.marked import one_line
from polar_bench.report.numbers import NONE, against, count, interval

_WORDS = {Outcome.PASSED: "passed", Outcome.FELL_SHORT: "fell short", Outcome.CANNOT_TELL: "cannot tell"}
_STYLES = {Outcome.PASSED: "green", Outcome.FELL_SHORT: "bold red", Outcome.CANNOT_TELL: "bold yellow"}
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_report(verdict: Verdict, run: str, notes: Sequence[str] = ()) -> RenderableType:
    """Return the table of checks and the verdict; `notes` are sentences on what differs from a baseline."""
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("Check", style="bold", overflow="fold", min_width=10)
    for column in ("value", "95% interval", "n", "wanted"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    for check in verdict.checks:
        outcome = _WORDS[check.outcome] + (f": {check.detail}" if check.detail else "")
        table.add_row(
            one_line(check.name),
            _value(check),
            _interval(check),
            count(check.n),
            _wanted(check),
            Text(outcome, _STYLES[check.outcome]),
        )
    return Group(
        table,
        *(Text(note, style="yellow") for note in notes),
        Text(f"{one_line(run)}, scorer {verdict.scorer}: {_WORDS[verdict.outcome]}.", style=_STYLES[verdict.outcome]),
    )


def junit_xml(verdict: Verdict, run: str) -> bytes:
    """Return the verdict as JUnit XML: a test case a check, `failure` where it fell short, `error` where none can tell.

    Characters that XML can't hold are shown as their code.
    """
    outcomes = [check.outcome for check in verdict.checks]
    counts = {
        "name": "polar-bench gate",
        "tests": str(len(outcomes)),
        "failures": str(outcomes.count(Outcome.FELL_SHORT)),
        "errors": str(outcomes.count(Outcome.CANNOT_TELL)),
    }
    root = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(root, "testsuite", {**counts, "name": _xml(run), "skipped": "0"})
    for check in verdict.checks:
        case = ElementTree.SubElement(suite, "testcase", {"classname": _xml(run), "name": _xml(check.name)})
        told = f"{_value(check)} ({_interval(check)}, n = {count(check.n)}), wanted {_wanted(check)}"
        if check.outcome is Outcome.FELL_SHORT:
            ElementTree.SubElement(case, "failure", {"message": _xml(told), "type": check.outcome.value})
        elif check.outcome is Outcome.CANNOT_TELL:
            message = _xml(f"{check.detail}; {told}")
            ElementTree.SubElement(case, "error", {"message": message, "type": check.outcome.value})
        ElementTree.SubElement(case, "system-out").text = _xml(told)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _value(check: Check) -> str:
    return NONE if check.value is None else against(check.value, check.limit)


def _interval(check: Check) -> str:
    return interval(Estimate(check.value, check.low, check.high, check.n)) or NONE


def _wanted(check: Check) -> str:
    return f"{'≥' if check.is_least else '≤'} {check.limit:g}"


def _xml(text: str) -> str:
    return _NO_XML.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
