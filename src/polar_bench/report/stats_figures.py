"""The figures of a data set, drawn: lengths of its texts, and what its samples hold.

The paper draws its data set in Figures 6 and 7; these are of our own choice, since we have not seen those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from polar_bench.attributes import Role
from polar_bench.errors import SetupError
from polar_bench.sample import Attack, PolicyLevel, Sample

# Okabe and Ito (2008), told apart by colour-blind readers and in grey
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7")
_SETTINGS: dict[Any, Any] = {"svg.hashsalt": "polar-bench", "font.size": 9}
_SETTINGS |= {"axes.spines.top": False, "axes.spines.right": False}
_NO_DATE = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}


def draw(samples: Sequence[Sample], folder: Path) -> list[Path]:
    """Draw lengths and composition of `samples` into `folder`, each as PDF, SVG and PNG, and return the files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"{folder} can't be made ({error.strerror}); give another folder for the figures.") from None
    written = []
    with mpl.rc_context(_SETTINGS):
        for name, figure in (("lengths", _lengths(samples)), ("composition", _composition(samples))):
            for ending, metadata in _NO_DATE.items():
                path = folder / f"{name}.{ending}"
                figure.savefig(path, bbox_inches="tight", dpi=200, metadata=metadata)
                written.append(path)
    return written


def _lengths(samples: Sequence[Sample]) -> Figure:
    figure = Figure(figsize=(7, 4.6), layout="constrained")
    texts = {
        "document": [len(sample.document.text.split()) for sample in samples],
        "policy": [len(sample.policy.text.split()) for sample in samples],
        "task": [len(sample.task.text.split()) for sample in samples],
        "script": [sum(len(turn.text.split()) for turn in sample.script) for sample in samples],
    }
    for axes, colour, (name, words) in zip(figure.subplots(2, 2).flat, _COLOURS, texts.items(), strict=True):
        axes.hist(words, bins=30, color=colour, edgecolor="white", linewidth=0.3)
        axes.axvline(float(np.mean(words)), color="black", linewidth=1)
        axes.set_title(
            f"{name}: mean {np.mean(words):.1f}, median {np.median(words):.0f} words", fontsize=9, loc="left"
        )
        axes.set_ylabel("samples")
    return figure


def _composition(samples: Sequence[Sample]) -> Figure:
    figure = Figure(figsize=(7, 5.4), layout="constrained")
    upper, lower = figure.subplots(2, 2)
    domains = Counter(sample.domain for sample in samples)
    _bars(upper[0], list(domains), list(domains.values()), "samples by domain", _COLOURS[0])
    forms = Counter(sample.document.noise or "none" for sample in samples)
    order = [level for level in ("low", "medium", "high") if level in forms] or sorted(forms)
    _bars(upper[1], order, [forms[level] for level in order], "samples by noise", _COLOURS[1])
    _attributes(lower[0], samples)
    _cells(lower[1], samples)
    return figure


def _bars(axes: Axes, names: Sequence[str], counts: Sequence[int], title: str, colour: str) -> None:
    axes.barh([name.replace("_", " ") for name in names], counts, color=colour)
    axes.invert_yaxis()
    axes.set_title(title, fontsize=9, loc="left")


def _attributes(axes: Axes, samples: Sequence[Sample]) -> None:
    for offset, (role, colour) in enumerate(zip(Role, _COLOURS, strict=True)):
        counts = Counter(len(sample.with_role(role)) for sample in samples)
        at = [count + (offset - 1.5) * 0.2 for count in counts]
        axes.bar(at, list(counts.values()), width=0.2, color=colour, label=str(role))
    axes.set_title("attributes a sample, by role", fontsize=9, loc="left")
    axes.set_ylabel("samples")
    axes.legend(frameon=False, fontsize=8)


def _cells(axes: Axes, samples: Sequence[Sample]) -> None:
    counts = Counter((sample.policy_level, sample.attack) for sample in samples)
    grid = np.array([[counts[level, attack] for attack in Attack] for level in PolicyLevel])
    axes.imshow(grid, cmap="Blues", vmin=0, vmax=max(1, int(grid.max()) * 2), aspect="auto")
    for (row, column), count in np.ndenumerate(grid):
        axes.text(column, row, f"{count:,}", ha="center", va="center")
    axes.set_xticks(range(len(Attack)), [str(attack) for attack in Attack])
    axes.set_yticks(range(len(PolicyLevel)), [str(level) for level in PolicyLevel])
    axes.set_title("samples by level and attack", fontsize=9, loc="left")
