"""Reports: what a person reads of a run."""
