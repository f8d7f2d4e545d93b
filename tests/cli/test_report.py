"""`polar-bench report`: a folder with every page, the same bytes each time, nothing mixed, nothing overwritten."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest

from polar_bench.report.numbers import share
from tests.cli.conftest import PolarBench, play, play_with_gaps, run_in
from tests.report.reported import Reader

pytestmark = pytest.mark.slow  # whole commands, each a process of its own


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with runs over the starter set and another one, of which one timed out on a quarter."""
    folder = tmp_path_factory.mktemp("played")
    play(
        folder,
        ("leaky", "starter", "control/leaky?p=0.5&q=0.9"),
        ("oracle", "starter", "control/oracle"),
    )
    play_with_gaps(folder)
    return folder


@pytest.fixture(scope="module")
def whole(played: Path) -> Path:
    """Return the report on all three runs, with figures and tables."""
    done = run_in(played, "report", "leaky", "oracle", "gaps", "--out", "whole", "--figures", "--tables")
    assert 0 == done.returncode, done.stderr
    return played / "whole"


@pytest.fixture
def polar_bench(played: Path) -> PolarBench:
    """Return a function that runs `polar-bench` in that folder."""
    return partial(run_in, played)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_file_that_a_page_names_is_there_and_none_lies_elsewhere(whole: Path) -> None:
    for page in whole.glob("*.html"):
        found = Reader(page.read_text())
        named = [value for name, value in found.attributes if name in {"href", "src", "srcset"}]
        assert named
        for link in named:
            path, _, anchor = link.partition("#")
            assert not path or (whole / path).is_file(), link
            assert whole in (whole / path).resolve().parents or not path or whole == (whole / path).resolve()
            if anchor and path in {"", page.name} and page.name != "transcripts.html":
                assert f'id="{anchor}"' in page.read_text()
    assert {"index.html", "run-1.html", "run-2.html", "run-3.html", "transcripts.html"} == {
        path.name for path in whole.glob("*.html")
    }


def test_figures_and_tables_stand_in_every_format_and_are_shown(whole: Path) -> None:
    for folder, endings in (("figures", {"svg", "pdf", "png"}), ("tables", {"csv", "md", "tex"})):
        names = {path.stem.removesuffix("-dark"): set() for path in (whole / folder).iterdir()}
        for path in (whole / folder).iterdir():
            names[path.stem.removesuffix("-dark")].add(path.suffix[1:])

        assert {"run-1-privacy", "run-2-privacy", "average-privacy"} <= names.keys()
        assert [endings] * len(names) == [*names.values()]
    pages = "".join(page.read_text() for page in whole.glob("*.html"))
    assert set() == {name for name in files(whole) if name.startswith(("figures/", "tables/")) and name not in pages}


def test_the_json_has_the_numbers_of_the_runs_summaries(whole: Path, played: Path) -> None:
    document = json.loads((whole / "report.json").read_text())

    assert ["leaky", "oracle", "gaps"] == [run["folder"] for run in document["runs"]]
    for run in document["runs"]:
        own = json.loads(run_in(played, "score", run["folder"], "--json").stdout)
        assert own["scorers"] == run["analysis"]["summary"]["scorers"]


def test_other_data_is_named_and_not_mixed(whole: Path) -> None:
    document = json.loads((whole / "report.json").read_text())
    first = Reader((whole / "index.html").read_text())

    assert [["run-1", "run-2"], ["run-3"]] == [group["runs"] for group in document["groups"]]
    assert document["groups"][1]["together"] is None
    assert "Not all runs may be compared" in first.text
    assert re.search(r"gaps: gaps\.jsonl \(SHA-256 [0-9a-f]{12}\)", first.text)


def test_runs_without_a_sample_in_common_are_named_and_not_compared(polar_bench: PolarBench, played: Path) -> None:
    for level in ("P1", "P2"):
        polar_bench("run", "starter", "--model", "control/oracle", "--levels", level, "--out", level)
    done = polar_bench("report", "P1", "P2", "--out", "apart")

    assert 0 == done.returncode, done.stderr
    assert "P1, P2 have no sample in common" in done.stdout
    assert "P1, P2 have no sample in common" in Reader((played / "apart" / "index.html").read_text()).text
    assert json.loads((played / "apart" / "report.json").read_text())["groups"][0]["together"] is None
    assert 2 == polar_bench("leaderboard", "P1", "P2").returncode


def test_too_many_unassessed_withhold_the_headline_unless_asked_for(polar_bench: PolarBench, played: Path) -> None:
    for option, told in (([], "No headline is shown"), (["--headline"], "The headline is shown as asked for")):
        done = polar_bench("report", "gaps", *option)
        text = Reader((played / "gaps" / "report" / "index.html").read_text()).text

        assert f"Report: {Path('gaps/report/index.html')}" in done.stdout
        assert f"{share(0.25)} of the trials are unassessed, more than {share(0.05)}. {told}" in text


def test_the_same_runs_give_the_same_bytes(polar_bench: PolarBench, played: Path) -> None:
    polar_bench("report", "oracle", "--out", "first", "--figures", "--tables", "--mask")
    polar_bench("report", "oracle", "--out", "second", "--figures", "--tables", "--mask")

    assert files(played / "first") == files(played / "second")
    assert json.loads((played / "first" / "report.json").read_text())["is_masked"]


def test_several_runs_need_a_folder(polar_bench: PolarBench) -> None:
    done = polar_bench("report", "oracle", "leaky")

    assert (2, "Error: A report on several runs needs a folder; give one with --out.\n") == (
        done.returncode,
        done.stderr,
    )


def test_a_folder_with_other_files_is_refused(polar_bench: PolarBench, played: Path) -> None:
    before = files(played / "leaky")
    done = polar_bench("report", "oracle", "--out", "leaky")

    assert 2 == done.returncode
    assert "Error: leaky holds other files and no report; give an empty or a new folder with --out.\n" == done.stderr
    assert before == files(played / "leaky")


def test_an_unknown_scorer_is_refused(polar_bench: PolarBench, played: Path) -> None:
    done = polar_bench("report", "oracle", "--out", "unknown", "--scorer", "stric")

    assert 2 == done.returncode
    assert "Did you mean strict?" in done.stderr
    assert not (played / "unknown").exists()
