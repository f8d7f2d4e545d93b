"""POLAR-Bench: what a language-model agent gives away, and what it withholds.

    from polar_bench import evaluate, read_samples, score_paper

`read_samples` reads a data set, `evaluate` plays it with an agent, `score_paper` and `score_strict` score a
transcript.
"""

from typing import TYPE_CHECKING

from polar_bench.agent import control, from_function
from polar_bench.dataset.files import read_samples
from polar_bench.running.runner import evaluate
from polar_bench.sample import Attack, PolicyLevel, Sample
from polar_bench.scoring import Disclosure, Score, score_paper
from polar_bench.trial import Trial, Turn
from polar_bench.version import __version__

if TYPE_CHECKING:
    from polar_bench.scoring.strict import score_strict

__all__ = [
    "Attack",
    "Disclosure",
    "PolicyLevel",
    "Sample",
    "Score",
    "Trial",
    "Turn",
    "__version__",
    "control",
    "evaluate",
    "from_function",
    "read_samples",
    "score_paper",
    "score_strict",
]


def __getattr__(name: str) -> object:
    """Import the typed matcher when it's asked for: its grammars take a quarter of a second to compile."""
    if name == "score_strict":
        from polar_bench.scoring.strict import score_strict  # noqa: PLC0415

        return score_strict
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
