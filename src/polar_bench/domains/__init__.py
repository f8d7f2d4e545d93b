"""Domains: what a field of life brings to the generator, as one file of facts and sentences (semantics.md 6)."""

from polar_bench.domains.faults import DomainError, Fault
from polar_bench.domains.loader import Reading, check_domain, load_domain, read_domain, shipped_domains

__all__ = ["DomainError", "Fault", "Reading", "check_domain", "load_domain", "read_domain", "shipped_domains"]
