"""From scores to figures: means with intervals over cells, levels, attacks, domains and parts; comparisons of runs."""

from polar_bench.analysis.surface import Estimate, Summary, summarise
from polar_bench.analysis.whole import Analysis, analyse

__all__ = ["Analysis", "Estimate", "Summary", "analyse", "summarise"]
