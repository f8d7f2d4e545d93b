"""`polar-bench compare`: paired, agreeing with the terminal, and open about what is not comparable."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from polar_bench import read_samples
from polar_bench.dataset import jsonl
from polar_bench.sample import Attack, Sample
from tests.cli.conftest import PolarBench, play, run_in
from tests.support.endpoint import Endpoint, completion

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

STARTER = list(read_samples("starter"))
LEAKY, LEAKIER = "control/leaky?p=0.2&q=0.9", "control/leaky?p=0.7&q=0.9"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with runs over the starter set, and over one with two samples changed and one left out."""
    folder = tmp_path_factory.mktemp("played")
    lay(folder / "changed.jsonl", [*map(reworded, STARTER[:2]), *STARTER[2:-1]])
    play(
        folder,
        ("safe", "starter", LEAKY),
        ("leaky", "starter", LEAKIER),
        ("few", "starter", LEAKIER, "--samples", 10),
        ("changed", "changed.jsonl", LEAKIER),
        ("released", "starter", LEAKY, "--protocol", "released"),
    )
    return folder


@pytest.fixture
def polar_bench(played: Path) -> PolarBench:
    """Return a function that runs `polar-bench` in that folder, which no comparison changes."""
    return partial(run_in, played)


def lay(path: Path, samples: list[Sample]) -> None:
    with path.open("wb") as file:
        jsonl.write(samples, file)


def reworded(case: Sample) -> Sample:
    return msgspec.structs.replace(case, task=msgspec.structs.replace(case.task, text=f"{case.task.text} Today."))


def document(polar_bench: PolarBench, *arguments: object) -> dict[str, Any]:
    done = polar_bench("compare", *arguments, "--json")
    assert 0 == done.returncode, done.stderr
    return dict(json.loads(done.stdout))


def test_means_are_those_of_the_summaries_and_the_same_every_time(polar_bench: PolarBench, played: Path) -> None:
    found = document(polar_bench, "safe", "leaky")
    summaries = {
        side: json.loads((played / name / "summary.json").read_text())["scorers"]["strict"]
        for side, name in (("a", "safe"), ("b", "leaky"))
    }

    assert found == document(polar_bench, "safe", "leaky")
    assert [] == found["notes"]
    for side, summary in summaries.items():
        assert summary["headline"] == found[side]
    assert (25, 25) == (found["common"], found["compared"])
    change = found["headline"]["privacy"]
    assert change["high"] < 0
    assert change["p"] < 0.05


def test_the_terminal_prints_the_digits_of_the_json(polar_bench: PolarBench) -> None:
    text = polar_bench("compare", "safe", "leaky").stdout
    found = document(polar_bench, "safe", "leaky")
    for name in ("privacy", "utility", "overall"):
        line = next(line for line in text.splitlines() if line.startswith(name))
        change = found["headline"][name]
        assert [
            f"{found['a'][name]['mean']:.3f}",
            f"{found['b'][name]['mean']:.3f}",
            f"{change['mean']:+.3f}",
            f"[{change['low']:+.3f},",
            f"{change['high']:+.3f}]",
            f"{change['p']:.4f}",
        ] == line.split()[1:]
    most = found["changed"][0]
    assert re.search(
        rf"{most['sample_id']} +{most['level']}/{most['attack']} +{most['a'][0]:.3f} > {most['b'][0]:.3f}", text
    )


def test_derived_files_are_left_alone(polar_bench: PolarBench, played: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (played / "safe").iterdir()}
    polar_bench("compare", "safe", "leaky")

    assert before == {path: path.stat().st_mtime_ns for path in (played / "safe").iterdir()}


def test_only_common_samples_are_compared_and_the_rest_is_counted(polar_bench: PolarBench) -> None:
    found = document(polar_bench, "few", "safe")

    assert (10, 10) == (found["common"], found["headline"]["overall"]["n"])
    assert ["Samples that only safe played, left out: 15."] == found["notes"]
    assert found["notes"][0] in " ".join(polar_bench("compare", "few", "safe").stdout.split())


def test_of_another_data_set_only_samples_of_the_same_content_are_compared(polar_bench: PolarBench) -> None:
    found = document(polar_bench, "leaky", "changed")

    assert 22 == found["compared"]
    assert "The runs differ in data set" in found["notes"][0]
    assert "Samples that only leaky played, left out: 1." == found["notes"][1]
    assert found["notes"][2].endswith("compared: 22; of the same id and other content, left out: 2.")
    assert 0 == found["headline"]["overall"]["mean"]


def test_runs_of_two_protocols_are_refused(polar_bench: PolarBench) -> None:
    done = polar_bench("compare", "safe", "released")

    assert (2, "") == (done.returncode, done.stdout)
    assert "by protocol polar and released by released: nothing in them is comparable" in done.stderr


def test_samples_whose_attackers_differ_are_left_out(tmp_path: Path) -> None:
    lay(tmp_path / "data.jsonl", [case for case in STARTER if case.attack in (Attack.S4, Attack.S5)])
    with Endpoint(lambda _: completion("Which town is it?")) as endpoint:
        base = ("run", "data.jsonl", "--model", LEAKY, "--attacker-url", endpoint.url)
        for name, attacker in (("scripted", ()), ("one", ("--attacker", "one")), ("two", ("--attacker", "two"))):
            done = run_in(tmp_path, *base, "--out", name, *attacker)
            assert 0 == done.returncode, done.stderr
    run_polar = partial(run_in, tmp_path)
    for other in ("scripted", "two"):
        found = document(run_polar, "one", other)
        assert "or two attacker models), left out: 5." in " ".join(found["notes"])
        assert (5, 5) == (found["compared"], found["attacks"]["S4"]["overall"]["n"])
        assert 0 == found["attacks"]["S5"]["overall"]["n"]


def test_lambda_and_scorer_are_heeded(polar_bench: PolarBench) -> None:
    found = document(polar_bench, "safe", "leaky", "--lambda", 1, "--scorer", "paper")

    assert "paper" == found["scorer"]
    assert found["headline"]["privacy"] | {"p": None} == found["headline"]["overall"] | {"p": None}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("safe", "safe"), "safe is given twice; give each run once."),
        (("safe", "none"), "none is not there"),
        (("safe", "leaky", "--scorer", "strikt"), "There is no scorer 'strikt'. Did you mean strict?"),
    ],
)
def test_a_mistake_is_a_sentence(arguments: tuple[str, ...], told: str, polar_bench: PolarBench) -> None:
    done = polar_bench("compare", *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert told in done.stderr
