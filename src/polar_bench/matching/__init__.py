"""Typed matching: one grammar a kind of value, on normalised text with a map back to the raw offsets.

No clock, no locale, no network, no model, no fuzzy ratio (DESIGN.md section 5).
"""
