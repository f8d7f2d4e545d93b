"""Repeats over HTTP: seeds of their own, a mean within the sample, a warning where they add nothing."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from polar_bench.dataset import jsonl
from tests.cli.conftest import PolarBench
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.samples import sample

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

LEAK, HELP = "He lives in Wendlach, a bell founder.", "He has ringing ears."


def lay(folder: Path) -> None:
    with (folder / "data.jsonl").open("wb") as file:
        jsonl.write([sample("medical-1", turns=1), sample("medical-2", turns=1)], file)


def by_seed(body: dict[str, Any]) -> Answer:
    return completion(f"{LEAK if body['seed'] % 3 == 0 else HELP} ({body['seed']})")


@pytest.mark.parametrize("protocol", ["polar", "released"])
def test_repeats_have_seeds_of_their_own_and_are_averaged_within_the_sample(
    protocol: str, polar_bench: PolarBench, tmp_path: Path
) -> None:
    lay(tmp_path)
    with Endpoint(by_seed) as endpoint:
        base = ("run", "data.jsonl", "--model", "m", "--model-url", endpoint.url, "--protocol", protocol, "--out", "r")
        done = polar_bench(*base, "--repeats", 5)
    assert 0 == done.returncode, done.stderr
    assert 10 == len({body["seed"] for body in endpoint.chats}) == len(endpoint.chats)
    privacy: dict[str, list[float]] = defaultdict(list)
    for body in endpoint.chats:
        case = "medical-1" if "medical-1" in str(body) else "medical-2"
        privacy[case].append(float(body["seed"] % 3 != 0))
    expected = sum(sum(own) / 5 for own in privacy.values()) / 2
    summary = json.loads((tmp_path / "r" / "summary.json").read_text())
    for scorer in summary["scorers"].values():
        headline = scorer["headline"]["privacy"]
        assert (pytest.approx(expected), 2) == (headline["mean"], headline["n"])
    assert 0 < expected < 1
    assert {"samples": 2, "identical": 0} == summary["repeats"]
    assert "identical" not in done.stdout


def test_identical_repeats_are_warned_of(polar_bench: PolarBench, tmp_path: Path) -> None:
    lay(tmp_path)
    with Endpoint(lambda body: completion(HELP if "medical-1" in str(body) else f"{body['seed']}")) as endpoint:
        done = polar_bench("run", "data.jsonl", "--model", "m", "--model-url", endpoint.url, "--repeats", 3)
    said = " ".join(done.stdout.split())
    assert "All repeats came back identical in 1 of 2 samples: at temperature 0 such repeats add nothing." in said


def test_more_repeats_ask_only_for_what_is_new(polar_bench: PolarBench, tmp_path: Path) -> None:
    lay(tmp_path)
    with Endpoint(by_seed) as endpoint:
        base = ("run", "data.jsonl", "--model", "m", "--model-url", endpoint.url, "--out", "r", "--repeats")
        once = polar_bench(*base, 1)
        polar_bench(*base, 3)
    assert "repeats" not in once.stdout
    assert 6 == len(endpoint.chats) == len({body["seed"] for body in endpoint.chats})
