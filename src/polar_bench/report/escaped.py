"""Text that comes from users and models, written so that a format reads nothing of it as markup."""

from __future__ import annotations

import re
from html import escape

from polar_bench.report.marked import one_line

_MARKDOWN = re.compile(r"([\\`*_\[\]|#~])")
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": r"\textendash{}",
}
_LATEX_HAS = {*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA1, 0x178)), *"–—‘’“”„‚…•€™"} - {*"ĦħĸĿŀŉŦŧ\u00ad"}
"""What pdfLaTeX sets in the T1 encoding without a further package."""
_LIGATURE = re.compile(r"([-',`!?])(?=[-',`])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_html(text: str) -> str:
    """Return `text` for HTML, on one line."""
    return escape(one_line(text))


def as_markdown(text: str) -> str:
    """Return `text` for Markdown, on one line."""
    return _MARKDOWN.sub(r"\\\1", escape(one_line(text), quote=False))


def as_latex(text: str) -> str:
    """Return `text` for LaTeX, on one line; a character that it can't set is an escape such as \\u6a21."""
    shown = "".join(each if each in _LATEX_HAS else _named(each) for each in one_line(text))
    return _LIGATURE.sub(r"\1{}", "".join(_LATEX.get(each, each) for each in shown))


def as_csv(text: str) -> str:
    """Return `text` for a cell of words in CSV: a spreadsheet reads no formula out of it."""
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def _named(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
