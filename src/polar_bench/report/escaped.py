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
    "–": "--",
}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_html(text: str) -> str:
    """Return `text` for HTML, on one line."""
    return escape(one_line(text))


def as_markdown(text: str) -> str:
    """Return `text` for Markdown, on one line."""
    return _MARKDOWN.sub(r"\\\1", escape(one_line(text), quote=False))


def as_latex(text: str) -> str:
    """Return `text` for LaTeX, on one line."""
    return "".join(_LATEX.get(character, character) for character in one_line(text))


def as_csv(text: str) -> str:
    """Return `text` for a cell of words in CSV: a spreadsheet reads no formula out of it."""
    line = one_line(text)
    return f"'{line}" if line.startswith(_FORMULA) else line
