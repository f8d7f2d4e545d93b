"""Scorers: what a transcript gives away, as figures with evidence."""

from polar_bench.scoring.score import Channel, Disclosure, Score, score_paper

__all__ = ["Channel", "Disclosure", "Score", "score_paper"]
