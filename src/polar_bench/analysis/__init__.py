"""From scores to the surface: means over cells, levels, attacks and domains."""

from polar_bench.analysis.surface import Estimate, Summary, summarise

__all__ = ["Estimate", "Summary", "summarise"]
