"""Time, memory and size of a report on one run of 7,852 trials and on four: `bench_report.py [FOLDER]`.

The runs are controls over a generated set of full size; they are played once, and kept where FOLDER is given. What is
measured is `polar-bench report` as a whole command on as many cores as it takes: data set and journals read, analysed,
drawn and written, with the runs' scores as `run` leaves them, again with `--mask`, and again with every trial scored
anew. Limits: 10 s for one run, 60 s for four, and 1 GB for all processes together. Then what a browser loads before
the list of transcripts shows, and, where Chromium and playwright are there, how long that takes. Limit: 1 MB.
"""

from __future__ import annotations

import itertools
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from polar_bench.running.derived import MADE_FROM

RUN = 7_852
CONTROLS = ("leaky?p=0.3&q=0.8", "leaky?p=0.6&q=0.9", "oracle", "tell-all")
TO_MB = 1 << 20 if sys.platform == "darwin" else 1 << 10


def command(*arguments: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "polar_bench", *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def runs(folder: Path) -> list[str]:
    """Return the folders of the runs, played where they aren't there yet."""
    whole, data = folder / "whole.jsonl", folder / "data.jsonl"
    if not data.exists():
        command("generate", "--out", str(whole), "--quiet")
        with whole.open("rb") as lines, data.open("wb") as file:
            file.writelines(itertools.islice(lines, RUN))
    made = []
    for number, control in enumerate(CONTROLS):
        run = folder / f"run-{number}"
        if not (run / "summary.json").exists():
            command("run", str(data), "--model", f"control/{control}", "--out", str(run), "--json")
        made.append(str(run))
    return made


def timed_report(made: list[str], out: Path, *options: str) -> str:
    """Write the report and return how long it took, on the clock and on all cores, and its memory at most."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    running = subprocess.Popen(
        [sys.executable, "-m", "polar_bench", "report", *made, *options, "--out", str(out)], stdout=subprocess.DEVNULL
    )
    peak = 0
    while running.poll() is None:
        peak = max(peak, sum(map(memory, family(running.pid))))
        time.sleep(0.1)
    seconds = time.perf_counter() - started
    if running.returncode:
        raise SystemExit(running.returncode)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cores = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    told = f"{peak / 1024:.0f} MB in all processes" if peak else f"largest process {after.ru_maxrss / TO_MB:.0f} MB"
    return f"{seconds:.1f} s, {cores:.1f} s of processor, {told}"


def family(pid: int) -> list[int]:
    """Return a process with its children and theirs, where the system tells; else it alone."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except OSError:
        return [pid]
    return [pid, *(one for child in children for one in family(int(child)))]


def memory(pid: int) -> int:
    """Return the memory of a process in kB, what it shares counted in part; 0 where the system doesn't tell."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def size(paths: list[Path]) -> float:
    """Return the size of files together, in MB."""
    return sum(path.stat().st_size for path in paths) / 1e6


def print_sizes(out: Path) -> None:
    files = [path for path in out.rglob("*") if path.is_file()]
    data = [path for path in files if path.parent.name == "data"]
    first = [out / "transcripts.html", *(out / "assets").iterdir(), out / "data/runs.js", out / "data/run-1-index.js"]
    largest = max(data, key=lambda path: path.stat().st_size)
    print(f"{len(files)} files, {size(files):.0f} MB; data {len(data)} files, the largest {size([largest]):.2f} MB")
    print(f"index.html: {size([out / 'index.html']):.2f} MB (wanted: at most 1)")
    print(f"what the list of transcripts loads: {size(first):.2f} MB (wanted: at most 1)")


def print_opening(out: Path) -> None:
    chromium = os.environ.get("POLAR_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 # need not be installed
    except ImportError:
        return
    if chromium is None:
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        started = time.perf_counter()
        page.goto((out / "transcripts.html").as_uri())
        page.locator("#list a").first.wait_for()
        print(f"list of {RUN:,} transcripts in Chromium: {time.perf_counter() - started:.2f} s")
        started = time.perf_counter()
        page.locator("#list a").first.click()
        page.wait_for_selector("#reader-heading")
        print(f"a transcript: {time.perf_counter() - started:.2f} s")
        browser.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else name).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        made = runs(folder)
        out = folder / "report"
        for run in made:  # fresh, whoever played it
            command("score", run)
        print(f"report on one run of {RUN:,} trials: {timed_report(made[:1], folder / 'one')} (wanted: 10 s)")
        print(f"report on {len(made)} runs of {RUN:,} trials: {timed_report(made, out)} (wanted: 60 s, 1,000 MB)")
        print(f"the same, masked: {timed_report(made, out, '--mask')}")
        for run in made:
            (Path(run) / MADE_FROM).unlink()
        print(f"the same, scored anew: {timed_report(made, out)}")
        print_sizes(out)
        print_opening(out)


if __name__ == "__main__":
    main()
