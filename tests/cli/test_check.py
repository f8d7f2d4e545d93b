"""`polar-bench check` as a user meets it: table, JSON, exit status, the released format, the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from polar_bench import read_samples
from polar_bench.dataset import jsonl
from polar_bench.quality.check import ALL_FAMILIES
from polar_bench.report.check_text import MOST_OF_A_RULE
from polar_bench.sample import Sample
from tests.cli.conftest import PolarBench
from tests.quality.damages import adding, flattened
from tests.support.records import record

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

STARTER = list(read_samples("starter"))
RULES = {rule.name for rules in ALL_FAMILIES.values() for rule in rules}


def write(folder: Path, *samples: Sample) -> Path:
    path = folder / "samples.jsonl"
    with path.open("wb") as file:
        jsonl.write(samples, file)
    return path


def test_the_starter_set_passes_and_every_rule_is_in_the_table(polar_bench: PolarBench) -> None:
    done = polar_bench("check", "starter")

    assert (0, "") == (done.returncode, done.stderr)
    assert "All 25 samples keep every rule that must hold" in done.stdout
    assert set() == {rule for rule in RULES if f"  {rule} " not in done.stdout}
    assert "Not checked" not in done.stdout


def test_a_broken_rule_is_shown_where_it_sits_with_its_evidence(polar_bench: PolarBench, tmp_path: Path) -> None:
    short = [sample.id for sample in STARTER if len(sample.task.text.split()) <= 47][:5]
    planted = [adding("task", "It is confidential.")(s) if s.id in short else s for s in STARTER]
    done = polar_bench("check", write(tmp_path, *planted), "--out", "report.json")
    written = json.loads((tmp_path / "report.json").read_bytes())
    made = written["report"]

    assert 1 == done.returncode
    assert "5 of 25 samples break a rule that must hold" in done.stdout
    assert MOST_OF_A_RULE == done.stdout.count("[[confidential]]")
    assert f"{5 - MOST_OF_A_RULE} more findings; --json has them all." in done.stdout
    assert (False, 5, 5) == (written["passed"], made["unfit"], len(made["findings"]))
    assert short == [finding["sample_id"] for finding in made["findings"]]
    [rule] = [rule for rule in made["rules"] if rule["name"] == "policy-word"]
    assert (25, 5, 5) == (rule["checked"], rule["broken"], rule["findings"])
    assert 5 == sum(place["broken"].get("policy-word", 0) for place in made["domains"].values())


def test_a_rule_that_should_hold_changes_no_exit_status(polar_bench: PolarBench, tmp_path: Path) -> None:
    [mail] = [flattened(s) for s in STARTER if s.document.form == "agent_email"][:1]
    done = polar_bench("check", write(tmp_path, mail))

    assert 0 == done.returncode
    assert "1 break a rule that should hold" in done.stdout
    assert "doesn't look like its form, agent email" in done.stdout


def test_json_is_all_that_is_printed_and_processes_change_no_byte(polar_bench: PolarBench, tmp_path: Path) -> None:
    path = write(tmp_path, *(replace(s, id=f"{s.id}-{n}") for n in range(3) for s in map(flattened, STARTER)))
    one, two = (polar_bench("check", path, "--json", "--processes", n).stdout for n in (1, 2))

    assert json.loads(one)["report"]["samples"] == 75
    assert one == two


def test_the_released_format_is_checked_as_far_as_it_goes(polar_bench: PolarBench, tmp_path: Path) -> None:
    records = [record(n, attack=1 + n % 5, script=["Which town is it?"]) for n in range(5)]
    records[0]["generated_texts"]["task_instruction_text"] = "Book a visit; the town is confidential."
    records[1]["generated_texts"]["privacy_policy_text"] = ""
    path = tmp_path / "released.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    done = polar_bench("check", path, "--out", "report.json")
    made = json.loads((tmp_path / "report.json").read_bytes())["report"]

    assert 1 == done.returncode
    assert "skipped 1 of 5 records: 1 without policy text" in done.stderr
    assert "Not checked in 4 of 4 samples (roles, " in done.stdout
    assert "[[confidential]]" in done.stdout
    for rule in made["rules"]:
        assert 4 == rule["checked"] + rule["does_not_apply"] + sum(rule["not_checked"].values())
    assert {"policy-word", "turn-count"} <= {finding["rule"] for finding in made["findings"]}


def test_the_page_holds_as_many_samples_as_asked_for(polar_bench: PolarBench, tmp_path: Path) -> None:
    one = polar_bench("check", "starter", "--sample", 10, "--html", "page.html")
    first = (tmp_path / "page.html").read_text(encoding="utf-8")
    polar_bench("check", "starter", "--sample", 10, "--html", "page.html", "--seed", 1)
    other = (tmp_path / "page.html").read_text(encoding="utf-8")

    assert 0 == one.returncode
    assert (10, 10) == (first.count("<article"), other.count("<article"))
    assert first != other
    assert "Written: page.html" in one.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl: no such file."),
        (("starter", "--out", "no/such/folder.json"), "give another file to --out."),
        (("starter", "--html", "no/such/folder.html"), "give another file to --html."),
    ],
)
def test_a_mistake_is_one_sentence(arguments: tuple[str, ...], said: str, polar_bench: PolarBench) -> None:
    done = polar_bench("check", *arguments)

    assert 2 == done.returncode
    assert [True] == [line.startswith("Error: ") and said in line for line in done.stderr.splitlines()]
