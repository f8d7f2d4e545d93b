"""Figures of runs: what each shows, how it's drawn in light and dark, and how it's written."""
