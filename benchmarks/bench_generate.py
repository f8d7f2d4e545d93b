"""How long the data set takes to generate and to check: `python benchmarks/bench_generate.py [--selfcheck]`.

Generates all shipped domains at full size (seed 42, five repeats) with `polar-bench generate`, once with two domains
and once with all, and checks the whole with `polar-bench selfcheck` by both scorers and with `polar-bench check`. Time
is wall time of the whole command; memory is the largest of the command's processes at its peak. Limits on two cores:
15 s for two domains, 60 s and 500 MB for all, 5 minutes for the self-check, 90 s for the check.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(*arguments: str) -> float:
    before = time.perf_counter()
    subprocess.run([sys.executable, "-m", "polar_bench", *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - before


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        two, whole = Path(name) / "two.jsonl", Path(name) / "all.jsonl"
        for out, domains in ((two, ("--domains", "medical,recruitment")), (whole, ())):
            seconds = run("generate", "--out", str(out), "--quiet", *domains)
            samples = sum(1 for _ in out.open("rb"))
            print(f"generate {samples:,} samples: {seconds:.1f} s, {samples / seconds:,.0f} samples/s")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / (
            1 << 20 if sys.platform == "darwin" else 1 << 10
        )
        print(f"largest process: {peak:.0f} MB")
        if "--selfcheck" in sys.argv:
            print(f"selfcheck of all by both scorers: {run('selfcheck', str(whole), '--scorer', 'both'):.0f} s")
            print(f"check of all by every rule: {run('check', str(whole)):.0f} s")


if __name__ == "__main__":
    main()
