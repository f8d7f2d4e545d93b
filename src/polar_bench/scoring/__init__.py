"""Scorers: what a transcript gives away, as figures with evidence."""

from polar_bench.scoring.score import Disclosure, Score, score_paper

__all__ = ["Disclosure", "Score", "score_paper"]
