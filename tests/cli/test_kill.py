"""A run that is killed again and again ends as if nothing had happened."""

from __future__ import annotations

import json
import random
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PolarBench, clean_environment, command
from tests.support.endpoint import Answer, Endpoint, completion

KILLS = 10


def reply(body: dict[str, Any]) -> Answer:
    """Answer from the request alone: a line of the document that the dialogue's length picks."""
    lines = [line for line in body["messages"][0]["content"].splitlines() if line.strip()]
    return Answer(completion(lines[-1 - (7 * len(body["messages"])) % len(lines)]).body, delay=0.004)


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 4])
def test_a_run_killed_ten_times_gives_the_same_scores_and_asks_nothing_twice(
    at_once: int, polar_bench: PolarBench, tmp_path: Path
) -> None:
    moments = random.Random(f"kill {at_once}")
    with Endpoint(reply) as endpoint:
        base = ("run", "starter", "--model", "m", "--model-url", endpoint.url, "--concurrency", at_once)
        assert 0 == polar_bench(*base, "--out", "whole").returncode
        whole = len(endpoint.chats)
        endpoint.seen.clear()
        killed = 0
        targets = sorted(moments.sample(range(1, whole - 1), KILLS))
        for target in targets:
            running = subprocess.Popen(
                command(*base, "--out", "killed"),
                cwd=tmp_path,
                env=clean_environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while len(endpoint.chats) < target and running.poll() is None:
                time.sleep(0.0005)
            time.sleep(moments.uniform(0, 0.005))
            killed += running.poll() is None
            running.kill()
            running.wait()
        last = polar_bench(*base, "--out", "killed")
        assert 0 == last.returncode, last.stderr
    assert killed >= KILLS - 1  # a target may be met by what the kill before had in flight
    for name in ("scores.jsonl", "summary.json"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "killed" / name).read_bytes()
    bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
    assert whole == len(set(bodies))
    assert len(bodies) - whole <= killed * at_once  # those in flight at each kill
