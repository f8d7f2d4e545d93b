"""`polar-bench show`: finds its trial, marks what was given away, and prints hostile text harmlessly."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from polar_bench.dataset import jsonl
from tests.cli.conftest import PolarBench, run_in
from tests.support.endpoint import Endpoint, completion
from tests.support.samples import sample

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

REPLY = "\x1b[2J\u202eHe has ringing ears and lives in Wendlach.\ud83d"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run "r" of two samples."""
    made = tmp_path_factory.mktemp("shown")
    with (made / "data.jsonl").open("wb") as file:
        jsonl.write([sample("medical-1"), sample("medical-2")], file)
    with Endpoint(lambda body: completion(REPLY)) as endpoint:
        done = run_in(made, "run", "data.jsonl", "--model", "m", "--model-url", endpoint.url, "--out", "r")
    assert 0 == done.returncode, done.stderr
    return made


@pytest.fixture
def polar_bench(folder: Path) -> PolarBench:
    return partial(run_in, folder)


def test_what_was_given_away_is_marked_where_it_stands(polar_bench: PolarBench) -> None:
    shown = polar_bench("show", "r", "medical-1").stdout

    assert "He has [[ringing ears]]{1} and lives in [[Wendlach]]{2}." in shown
    assert "{2} protected town (Wendlach): reply, full, rule whole_words" in shown
    assert 2 == shown.count("1 of 2 disclosed: town (Wendlach)")
    assert 2 == shown.count("1 of 2 disclosed: trouble (ringing ears)")


def test_hostile_characters_are_escaped(polar_bench: PolarBench) -> None:
    shown = polar_bench("show", "r", "medical-1").stdout

    assert "\\x1b[2J\\u202eHe has" in shown
    assert all(character.isprintable() or character == "\n" for character in shown)


def test_a_cell_names_its_first_sample(polar_bench: PolarBench) -> None:
    assert polar_bench("show", "r", "P1/S3").stdout == polar_bench("show", "r", "medical-1").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("medcial-1",), "Did you mean medical-1"),
        (("medical",), "fits 2 samples (medical-1, medical-2"),
        (("medical-1", "--repeat", "3"), "No finished trial 'medical-1', repeat 3"),
        (("P2/S3",), "This run has 2 trials, such as medical-1"),
    ],
)
def test_what_is_not_there_is_a_sentence(arguments: tuple[str, ...], sentence: str, polar_bench: PolarBench) -> None:
    done = polar_bench("show", "r", *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert sentence in done.stderr


def test_json_holds_turns_disclosures_scores_and_differences(polar_bench: PolarBench) -> None:
    done = polar_bench("show", "r", "medical-2", "--json", "--document")
    assert 0 == done.returncode, done.stderr
    shown = json.loads(done.stdout)
    reply = next(turn for turn in shown["turns"] if turn["role"] == "trusted")

    assert "medical-2" == shown["sample_id"]
    assert shown["document"].startswith("File medical-2.")
    assert REPLY == reply["text"]
    spans = {found["attribute"]: found["span"] for found in reply["disclosures"]}
    assert {"trouble": "ringing ears", "town": "Wendlach"} == {
        name: REPLY[start:end] for name, (start, end) in spans.items()
    }
    assert ["strict", "paper"] == list(shown["scores"])
    assert [] == shown["disagreements"]
