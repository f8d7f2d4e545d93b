"""Seconds that `polar-bench --help` takes, as a whole process.

python benchmarks/bench_start.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time


def main() -> None:
    seconds = []
    for _ in range(7):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "polar_bench", "--help"], check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - started)
    print(f"polar-bench --help: median {statistics.median(seconds):.2f} s (wanted: at most 0.5)")


if __name__ == "__main__":
    main()
