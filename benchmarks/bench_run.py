"""Calls a second of a whole run, against a bare loop that posts the same bodies; and how time grows with samples.

    python benchmarks/bench_run.py

The endpoint answers at once in a process of its own, so what is measured is this product's own work: plan, prompts,
seeds, HTTP, journal, scores. "command" is `polar-bench run` from start to end, as a user waits for it; "playing"
leaves out its start, which does not depend on the number of samples.
"""

from __future__ import annotations

import asyncio
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import msgspec

from polar_bench import read_samples
from polar_bench.dataset import jsonl

AT_ONCE = 32
HERE = Path(__file__).parent
ROUNDS = 3


@contextmanager
def endpoint() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, str(HERE / "endpoint.py"), str(port)])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def write_data(path: Path, count: int) -> None:
    starter = list(read_samples("starter"))
    with path.open("wb") as file:
        jsonl.write(
            (
                msgspec.structs.replace(starter[n % len(starter)], id=f"bench-{n:05d}", group=f"bench-p-{n // 5:05d}")
                for n in range(count)
            ),
            file,
        )


def taken_bodies(url: str) -> list[bytes]:
    with urllib.request.urlopen(f"{url}/bodies") as answer:
        return [line for line in answer.read().split(b"\n") if line]


def command(url: str, data: Path, out: Path) -> float:
    started = time.perf_counter()
    subprocess.run(
        [
            sys.executable,
            "-m",
            "polar_bench",
            "run",
            str(data),
            "--model",
            "bench",
            "--model-url",
            f"{url}/v1",
            "--out",
            str(out),
            "--concurrency",
            str(AT_ONCE),
            "--json",
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - started


async def bare_loop(url: str, bodies: list[bytes]) -> float:
    waiting = iter(bodies)
    headers = {"Content-Type": "application/json"}

    async def work(session: aiohttp.ClientSession) -> None:
        for body in waiting:
            async with session.post(f"{url}/v1/chat/completions", data=body) as answer:
                await answer.read()

    async with aiohttp.ClientSession(headers=headers, connector=aiohttp.TCPConnector(limit=0)) as session:
        started = time.perf_counter()
        await asyncio.gather(*(work(session) for _ in range(AT_ONCE)))
        return time.perf_counter() - started


def main() -> None:
    with endpoint() as url, tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        sizes = (1, 400, 1600)
        for count in sizes:
            write_data(path / f"{count}.jsonl", count)
        times: dict[int, list[float]] = {count: [] for count in sizes}
        ratios, whole_ratios = [], []
        for n in range(ROUNDS):
            start = 0.0
            for count in sizes:
                taken_bodies(url)
                seconds = command(url, path / f"{count}.jsonl", path / f"run-{count}-{n}")
                start = seconds if count == 1 else start
                times[count].append(seconds - start)
                bodies = taken_bodies(url)
            bare = asyncio.run(bare_loop(url, bodies))
            taken_bodies(url)
            playing = times[1600][-1]
            ratios.append(bare / playing)
            whole_ratios.append(bare / (playing + start))
            print(
                f"round {n + 1}: {len(bodies)} calls; bare loop {len(bodies) / bare:.0f} calls/s, "
                f"playing {len(bodies) / playing:.0f} calls/s (ratio {ratios[-1]:.2f}), "
                f"command {len(bodies) / (playing + start):.0f} calls/s (ratio {whole_ratios[-1]:.2f}), "
                f"start {start:.2f} s"
            )
        per_sample = {count: statistics.median(times[count]) / count for count in sizes[1:]}
        print(
            f"median ratio to the bare loop: playing {statistics.median(ratios):.2f}, "
            f"command {statistics.median(whole_ratios):.2f} (wanted: 0.35)"
        )
        print(
            f"time a sample: {per_sample[400] * 1000:.2f} ms at 400, {per_sample[1600] * 1000:.2f} ms at 1,600, "
            f"ratio {per_sample[1600] / per_sample[400]:.2f} (wanted: at most 1.3)"
        )


if __name__ == "__main__":
    main()
