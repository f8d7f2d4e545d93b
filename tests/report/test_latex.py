"""LaTeX of tables: it can be set by pdfLaTeX whatever names are in it, and is never wider than the text.

What TeX itself would refuse is read off the text: braces and environments that don't pair, cells too many or too few,
characters that are markup or that it doesn't have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.analysis.intervals import Estimate
from polar_bench.report.escaped import as_latex as escaped
from polar_bench.report.page.run_page import run_tables
from polar_bench.report.tables import of_group
from polar_bench.report.tables.formats import as_latex
from polar_bench.report.tables.table import Row, Table
from tests.report.reported import SAMPLES, leaky_rows, reported, side_by_side

HOSTILE = "=cmd|\\input{x} $x_1$ & 100% ~^#{} }\\end{table}\\\\[1cm] <b> -- '' `` 模型 “é” \n\u202e"
COMMANDS = {"begin", "end", "caption", "label", "small", "centering", "toprule", "midrule", "bottomrule", "tiny"}
COMMANDS |= {"setlength", "tabcolsep", "resizebox", "ifdim", "width", "linewidth", "else", "fi", "shortstack"}
COMMANDS |= {"cellcolor", "textcolor"}
CHARACTERS = {"textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater", "textendash"}
HAS = {*map(chr, range(0x0A, 0x178)), *"–—‘’“”„‚…•€™"} - {*"ĦħĸĿŀŉŦŧ"}
NAMES = st.one_of(st.text(max_size=30), st.text(alphabet="\\{}$&#%_~^<>-'`!?,[]*\"a", max_size=30))


def commands(latex: str) -> set[str]:
    return set(re.findall(r"\\(?:([A-Za-z]+)|.)", latex, re.DOTALL)) - {""}


def tables() -> Iterator[Table]:
    rows = leaky_rows(SAMPLES, 0.4)
    for name in ("model", HOSTILE):
        yield from run_tables(
            reported([msgspec.structs.replace(row, domain=name) for row in rows], name=name), "strict"
        )
        yield from of_group.tables(side_by_side({name: rows, f"{name} 2": leaky_rows(SAMPLES, 0.1)}).groups[0])


def assert_can_be_set(latex: str) -> None:
    """Assert that nothing in a table's text is what TeX refuses."""
    body = "\n".join(line for line in latex.splitlines() if not line.startswith("%")).replace("{%\n", "{")
    bare = re.sub(r"\\[\\{}$&#%_]", "", body)  # what is escaped, and ends of lines
    depth = 0
    for character in re.sub(r"[^{}]", "", bare):
        depth += 1 if character == "{" else -1
        assert depth >= 0
    assert 0 == depth
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", body):
        if kind == "begin":
            opened.append(name)
        else:
            assert name == opened.pop()
    assert [] == opened
    assert commands(body) <= COMMANDS | CHARACTERS
    assert set() == set("#%_~^") & set(re.sub(r"\\label\{[^}]*\}", "", bare))
    assert 0 == bare.count("$") % 2
    assert re.search(r"\\\\\s*(\*|\[(?!-3pt\]))", body) is None  # an argument of the line's end
    assert {*body} <= HAS


@pytest.mark.slow
def test_every_table_can_be_set_and_fits_its_text() -> None:
    for table in tables():
        latex = as_latex(table, table.name)
        assert_can_be_set(latex)
        assert r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%" in latex.splitlines()
        [columns] = re.findall(r"(?m)^\\begin\{tabular\}\{([lrc]+)\}$", latex)
        lines = [line for line in latex.splitlines() if line.endswith(r" \\")]
        assert 1 + len(table.rows) == len(lines)
        for line in lines:
            cells = re.sub(r"\\&", "", line).count("&") + 1
            assert len(columns) == len(table.columns) + 1 == cells


@settings(max_examples=40, deadline=None)
@given(name=NAMES)
def test_any_name_is_text(name: str) -> None:
    surface = Table("t", name, name, name, (name,), (Row(name, (Estimate(0.5, None, None, 2),)),), is_surface=True)
    for table in (surface, Table("t", name, name, name, (name,), (Row(name, (name,)),))):
        assert_can_be_set(as_latex(table, "t"))
    assert commands(escaped(name)) <= CHARACTERS


@pytest.mark.parametrize("pair", ["--", "''", "``", ",,", "?`", "!`"])
def test_two_characters_of_a_name_are_never_set_as_one(pair: str) -> None:
    assert pair not in escaped(f"a{pair}{pair}b")


def test_what_latex_cannot_set_is_named_and_accents_stay() -> None:
    assert (r"\textbackslash{}u6a21", "Zoë Čapek ß", r"\textbackslash{}u202e") == tuple(
        map(escaped, ("模", "Zoë Čapek ß", "\u202e"))
    )
