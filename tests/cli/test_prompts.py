"""`polar-bench prompts`: the list, a copy for editing, and that nothing of the user's is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from polar_bench.agent.prompts import shipped
from tests.cli.conftest import PolarBench
from tests.support.endpoint import Endpoint, completion

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

NAMES = ("trusted", "attacker", "attacker_round")


def test_the_list_names_each_prompt_with_its_variables(polar_bench: PolarBench) -> None:
    assert (
        "polar/trusted.md\n"
        "  must use: {document}, {policy}, {task}\n"
        "polar/attacker.md\n"
        "  must use: {targets}, {task}\n"
        "  may use:  {script}\n"
        "polar/attacker_round.md\n"
        "  must use: {planned}\n"
        "  may use:  {aim}, {round}, {rounds}\n"
    ) == polar_bench("prompts").stdout
    listed = polar_bench("prompts", "--protocol", "released").stdout
    assert "  may use:  {aim}, {protected_values}, {round}, {rounds}, {task_values}\n" in listed


def test_a_copy_is_ours_and_a_second_one_is_refused(polar_bench: PolarBench, tmp_path: Path) -> None:
    protocol = "released"
    done = polar_bench("prompts", "--protocol", protocol, "--copy", "a/mine")
    assert 0 == done.returncode, done.stderr
    assert "--prompts a/mine" in done.stdout
    folder = tmp_path / "a" / "mine"
    assert {f"{name}.md": shipped(protocol, name) for name in NAMES} == {
        path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()
    }
    (folder / "trusted.md").unlink()
    (folder / "attacker.md").write_text("edited")
    again = polar_bench("prompts", "--protocol", protocol, "--copy", "a/mine")
    assert (2, "") == (again.returncode, again.stdout)
    assert again.stderr.startswith("Error: a/mine/attacker.md is there already;")
    assert ("edited", False) == ((folder / "attacker.md").read_text(), (folder / "trusted.md").exists())


def test_a_copy_into_a_file_is_refused(polar_bench: PolarBench, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = polar_bench("prompts", "--copy", "file")
    assert 2 == done.returncode
    assert done.stderr.startswith("Error: file can't be written (")


def test_a_protocol_that_is_none_is_refused(polar_bench: PolarBench) -> None:
    done = polar_bench("prompts", "--protocol", "polar,released")
    assert (2, "") == (done.returncode, done.stdout)
    assert "There are: polar, released." in done.stderr


def test_a_copied_folder_is_used_and_an_edited_one_is_another_configuration(
    polar_bench: PolarBench, tmp_path: Path
) -> None:
    polar_bench("prompts", "--copy", "mine")
    with Endpoint(lambda _body: completion("No.")) as endpoint:
        base = ("run", "starter", "--samples", 1, "--model", "m", "--model-url", endpoint.url, "--out", "r")
        ours = polar_bench(*base)
        same = polar_bench(*base, "--prompts", "mine")
        (tmp_path / "mine" / "trusted.md").write_text("EDITED {document}{policy}{task}")
        other = polar_bench(*base, "--prompts", "mine")
    assert (0, 0) == (ours.returncode, same.returncode), same.stderr
    assert "1 of 1 trials are there, 0 to play" in same.stderr
    assert (2, True) == (other.returncode, "prompts polar/trusted: " in other.stderr)


def test_a_mistake_in_a_prompt_is_found_before_anything_is_asked(polar_bench: PolarBench, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "trusted.md").write_text("{document}{polcy}{task}")
    with Endpoint(lambda _body: completion("No.")) as endpoint:
        base = ("run", "starter", "--model", "m", "--model-url", endpoint.url, "--out", "r")
        done = polar_bench(*base, "--prompts", "mine")
    assert (2, []) == (done.returncode, endpoint.seen)
    assert "mine/trusted.md: unknown variable {polcy}. Did you mean policy?" in done.stderr
    assert not (tmp_path / "r").exists()
