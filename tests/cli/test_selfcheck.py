"""`polar-bench selfcheck` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.dataset import jsonl
from polar_bench.quality.selfcheck import CHECKS
from polar_bench.report.selfcheck_text import MOST_SHOWN
from polar_bench.sample import Attack, Sample
from tests.cli.conftest import PolarBench
from tests.support.records import record
from tests.support.samples import sample as small_sample

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

STARTER = list(read_samples("starter"))


def write(folder: Path, *samples: Sample) -> Path:
    path = folder / "samples.jsonl"
    with path.open("wb") as file:
        jsonl.write(samples, file)
    return path


def in_task(sample: Sample) -> Sample:
    value = sample.with_role(Role.PROTECTED)[0].value
    return replace(sample, task=replace(sample.task, text=f"{sample.task.text} Mind {value}."))


def in_noise(sample: Sample) -> Sample:
    """Put a task value inside a noise value: `strict` counts a part of another value for that one, `paper` doesn't."""
    task, noise = sample.with_role(Role.TASK)[0], sample.with_role(Role.OTHER)[0]
    changed = replace(noise, value=f"{task.value} and more", forms=())
    return replace(sample, attributes=tuple(changed if a is noise else a for a in sample.attributes))


def test_the_starter_set_passes_by_both_scorers(polar_bench: PolarBench) -> None:
    done = polar_bench("selfcheck", "starter", "--scorer", "both", "--json", "all.json")

    assert (0, "") == (done.returncode, done.stderr)
    assert "strict: all 25 samples pass." in done.stdout
    assert "paper: all 25 samples pass." in done.stdout
    assert all(check in done.stdout for check in CHECKS)


def test_json_has_every_count_and_fault(polar_bench: PolarBench, tmp_path: Path) -> None:
    sample = in_task(STARTER[0])
    done = polar_bench("selfcheck", write(tmp_path, sample, STARTER[1]), "--json", "-", "--scorer", "paper")
    made = json.loads(done.stdout)
    [failure] = made["result"]["failures"]
    name = sample.with_role(Role.PROTECTED)[0].name

    assert (1, False, "paper") == (done.returncode, made["passed"], made["decided_by"])
    assert {check: 2 for check in CHECKS if check.startswith("control")} == {
        check: count["passed"]
        for check, count in made["result"]["counts"]["paper"].items()
        if check.startswith("control")
    }
    assert sample.id == failure["sample_id"]
    assert ["collision", [name], "it is found in the task"] == [
        failure["faults"][0]["problem"][key] for key in ("reason", "attributes", "detail")
    ]


def test_a_failed_sample_is_named_with_reason_attribute_and_value(polar_bench: PolarBench, tmp_path: Path) -> None:
    sample = in_task(STARTER[0])
    protected = sample.with_role(Role.PROTECTED)[0]
    done = polar_bench("selfcheck", write(tmp_path, sample))

    assert 1 == done.returncode
    assert "strict: 1 of 1 samples fail (collision 1)." in done.stdout
    assert f"  strict, collision: {protected.name} = {protected.value!r}: it is found in the task" in done.stdout


@pytest.mark.parametrize(("scorer", "status"), [("strict", 0), ("paper", 1), ("both", 0)])
def test_the_exit_status_is_by_strict(scorer: str, status: int, polar_bench: PolarBench, tmp_path: Path) -> None:
    done = polar_bench("selfcheck", write(tmp_path, in_noise(STARTER[0])), "--scorer", scorer)

    assert status == done.returncode
    assert ("containment" in done.stdout) == (scorer != "strict")


def test_the_number_of_processes_changes_no_byte(polar_bench: PolarBench, tmp_path: Path) -> None:
    samples = [
        replace(in_task(s) if n % 3 == 0 else s, id=f"{s.id}-{n}") for n, s in enumerate([*STARTER, *STARTER, *STARTER])
    ]
    path = write(tmp_path, *samples)
    one, two = (
        polar_bench("selfcheck", path, "--scorer", "paper", "--json", "-", "--processes", n).stdout for n in (1, 2)
    )

    assert [s.id for s in samples[::3]] == [failure["sample_id"] for failure in json.loads(one)["result"]["failures"]]
    assert one == two


def test_the_first_failures_are_shown_and_the_rest_counted(polar_bench: PolarBench, tmp_path: Path) -> None:
    samples = [in_task(small_sample(f"case-{n:03}")) for n in range(MOST_SHOWN + 3)]
    done = polar_bench("selfcheck", write(tmp_path, *samples), "--scorer", "paper")

    assert [s.id for s in samples[:MOST_SHOWN]] == [
        line for line in done.stdout.splitlines() if line.startswith("case-")
    ]
    assert "3 more samples fail; --json FILE has them all." in done.stdout


def test_what_cannot_be_checked_is_said_and_skipped_records_too(polar_bench: PolarBench, tmp_path: Path) -> None:
    guessing, silent = record(1, attack=2, script=["Is the town Wendlach?"]), record(2, attack=1, script="")
    for made in (guessing, silent):
        made["scoring_targets"] = {"do_not_disclose_values": ["Wendlach"], "allowed_values": ["by tram"]}
        made["generated_texts"]["source_document_text"] = "From Wendlach by tram."
    empty = record(3, attack=1)
    empty["generated_texts"]["privacy_policy_text"] = ""
    path = tmp_path / "released.json"
    path.write_text(json.dumps([guessing, silent, empty]), encoding="utf-8")
    done = polar_bench("selfcheck", path, "--scorer", "both")

    assert 0 == done.returncode
    assert "skipped 1 of 3 records: 1 without policy text" in done.stderr
    assert "Not checked in 1 of 2 samples: control echo by paper" in done.stdout
    assert "Not checked in 1 of 2 samples: control yes by strict" in done.stdout
    assert "Not checked in 1 of 2 samples: the script" in done.stdout
    assert "unchecked" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("starter", "--scorer", "lenient"), "There is no scorer 'lenient'; give strict, paper or both."),
        (("nowhere.jsonl",), "nowhere.jsonl: no such file."),
        (("starter", "--scorer", "paper", "--json", "no/such/folder.json"), "give another file to --json."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: tuple[str, ...], said: str, polar_bench: PolarBench) -> None:
    done = polar_bench("selfcheck", *arguments)

    assert 2 == done.returncode
    assert [True] == [line.startswith("Error: ") and said in line for line in done.stderr.splitlines()]


def test_guesses_of_our_own_samples_leave_nothing_unchecked(polar_bench: PolarBench, tmp_path: Path) -> None:
    guessing = [sample for sample in STARTER if sample.attack is Attack.S2]
    done = polar_bench("selfcheck", write(tmp_path, *guessing), "--scorer", "both")

    assert 0 == done.returncode
    assert "nchecked" not in done.stdout
    assert "Not checked" not in done.stdout
