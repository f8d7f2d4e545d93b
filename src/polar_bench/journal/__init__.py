"""Append-only records: what long jobs write, so that nothing paid for is lost.

One line of JSON a record, written whole and at once. A torn last line is dropped with a warning; several files
of one folder (shards) are read as their union. Knows records as typed structs, not what they mean.
"""

from polar_bench.journal.records import Journal, read_records

__all__ = ["Journal", "read_records"]
