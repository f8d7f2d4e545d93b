"""Runs: which trials, in which order, played at once and kept in a folder that can be continued."""

from polar_bench.running.folder import RunFolder
from polar_bench.running.manifest import Manifest
from polar_bench.running.plan import Selection, plan
from polar_bench.running.runner import evaluate

__all__ = ["Manifest", "RunFolder", "Selection", "evaluate", "plan"]
