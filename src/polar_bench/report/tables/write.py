"""Tables as files: each as NAME.csv, NAME.md and NAME.tex."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from polar_bench.report.tables.formats import as_csv, as_latex, as_markdown
from polar_bench.report.tables.table import Table

FORMATS = ("csv", "md", "tex")


def write(tables: Iterable[Table], folder: Path, *, prefix: str = "") -> list[Path]:
    """Write every table in every format into `folder`, which is made; `prefix` stands before each file's name.

    Raises:
        OSError: a file can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in tables:
        name = f"{prefix}{table.name}"
        for format_, text in zip(FORMATS, (as_csv(table), as_markdown(table), as_latex(table, name)), strict=True):
            path = folder / f"{name}.{format_}"
            path.write_text(text, encoding="utf-8", newline="\n")
            written.append(path)
    return written
