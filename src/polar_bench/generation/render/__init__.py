"""Rendering: from a profile to its document, by templates (no model)."""

from polar_bench.generation.render.template import document

__all__ = ["document"]
