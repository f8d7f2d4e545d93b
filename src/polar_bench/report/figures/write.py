"""Figures as files: NAME.svg and NAME-dark.svg for a page, NAME.pdf and NAME.png (light) for a paper.

The same figures give the same bytes: no clock, no ids drawn by chance.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from polar_bench.report.figures.figure import DARK, LIGHT, Figure, Theme

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

FORMATS = ("svg", "pdf", "png")
_METADATA: dict[str, dict[str, Any]] = {  # Any: matplotlib's own
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}
_DOTS = 300


def write(
    figures: Iterable[Figure], folder: Path, formats: Collection[str] = FORMATS, *, prefix: str = ""
) -> list[Path]:
    """Draw every figure and write it in each of `formats` into `folder`, which is made.

    `prefix` stands before each file's name. SVG comes light and dark, the others light. Each figure is drawn once a
    theme.

    Raises:
        OSError: a file can't be written.
    """
    import matplotlib as mpl  # noqa: PLC0415 # as the rest: slow to import

    from polar_bench.report.figures.canvas import SETTINGS  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    with mpl.rc_context(SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # a name in a script that the font hasn't
        for figure in figures:
            for theme in (LIGHT, DARK):
                own = [each for each in FORMATS if each in formats and (each == "svg" or theme is LIGHT)]
                if own:
                    name = f"{prefix}{figure.name}" if theme is LIGHT else f"{prefix}{figure.name}-dark"
                    drawing = figure.draw(theme)
                    written += [_save(drawing, folder / f"{name}.{each}", theme) for each in own]
    return written


def _save(drawing: Drawing, path: Path, theme: Theme) -> Path:
    format_ = path.suffix[1:]
    engine = drawing.get_layout_engine()
    if engine is not None:  # lays it out, once for all formats
        engine.execute(drawing)
        drawing.set_layout_engine("none")
    if format_ == "svg":  # drawn once, where savefig draws twice
        from matplotlib.backends.backend_svg import FigureCanvasSVG  # noqa: PLC0415

        drawing.set_facecolor("none")
        FigureCanvasSVG(drawing).print_svg(path, metadata=_METADATA[format_])  # type: ignore[no-untyped-call] # no types
    else:
        drawing.savefig(path, dpi=_DOTS, facecolor=theme.ground, metadata=_METADATA[format_])
    return path
