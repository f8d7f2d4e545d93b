"""`polar-bench report`: a folder with every page, the same bytes each time, nothing mixed, nothing overwritten."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from polar_bench.report.numbers import figure, share
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
        assert "assets/icon.svg" in named  # else a browser asks the server for one of its own
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


def test_a_withheld_mean_is_in_no_file_and_on_no_terminal(polar_bench: PolarBench, played: Path) -> None:
    journal = shutil.copytree(played / "leaky", played / "late") / "journal.jsonl"
    lost = re.compile(r'(\{"type":"trial","sample":"[^"]+",)')
    journal.write_text(lost.sub(r'\1"unassessed":"timeout",', journal.read_text(), count=2))

    def told(*options: str) -> dict[str, str]:
        """Return what stands on the terminal, in the summary and in all that the report holds but transcripts."""
        shown = polar_bench("score", "late", *options).stdout
        polar_bench("report", "late", "--tables", *options)
        texts = {"score": shown, "summary.json": (played / "late" / "summary.json").read_text()}
        for path in (played / "late" / "report").rglob("*"):
            if path.suffix in {".html", ".svg", ".csv", ".md", ".tex", ".json"}:
                text = path.read_text()
                texts[path.name] = "\n".join(re.findall(r">([^<]*)</text>", text)) if path.suffix == ".svg" else text
        return texts

    raw = json.loads(polar_bench("score", "late", "--headline", "--json").stdout)["scorers"]
    means = {own["headline"][name]["mean"] for own in raw.values() for name in ("privacy", "utility", "overall")}
    sought = re.compile("|".join(rf"(?<![\d.\[])({figure(mean)}(?![\d\]\\])|{mean!r})(?!\d)" for mean in means))

    assert set() == {name for name, text in told().items() if sought.search(text)}
    assert {"score", "index.html", "headline.csv", "headline.tex", "privacy.svg", "privacy.md", "report.json"} <= {
        name for name, text in told("--headline").items() if sought.search(text)
    }


def test_samples_that_only_some_runs_have_are_counted_wherever_it_is_said(
    polar_bench: PolarBench, played: Path
) -> None:
    polar_bench("run", "starter", "--model", "control/yes", "--levels", "P1,P2", "--out", "some")
    done = polar_bench("report", "some", "oracle", "--out", "partly", "--tables")
    together = json.loads((played / "partly" / "report.json").read_text())["groups"][0]["together"]

    assert (10, 15) == (together["samples"], together["left_out"])
    assert "left out where they stand together: 15." in done.stdout
    assert "left out: 15." in (played / "partly" / "tables" / "runs.md").read_text()


def test_the_same_runs_give_the_same_bytes(polar_bench: PolarBench, played: Path) -> None:
    polar_bench("report", "oracle", "--out", "first", "--figures", "--tables", "--mask")
    polar_bench("report", "oracle", "--out", "second", "--figures", "--tables", "--mask")

    assert files(played / "first") == files(played / "second")
    assert json.loads((played / "first" / "report.json").read_text())["is_masked"]


@pytest.mark.parametrize(
    "asked",
    [("leaky", "oracle", "gaps", "--mask"), ("oracle", "--figures", "--tables"), ("oracle", "leaky")],
)
def test_one_process_and_several_scores_at_hand_or_not_give_the_same_bytes(
    polar_bench: PolarBench, played: Path, asked: tuple[str, ...]
) -> None:
    made_from = played / "oracle" / "scores.from.json"
    kept = made_from.read_bytes()
    polar_bench("report", *asked, "--out", "alone", "--processes", "1")
    made_from.unlink()
    done = polar_bench("report", *asked, "--out", "shared", "--processes", "2")
    is_scored = made_from.exists()
    made_from.write_bytes(kept)

    assert 0 == done.returncode, done.stderr
    assert not is_scored
    assert files(played / "alone") == files(played / "shared")


def test_what_goes_wrong_in_another_process_is_told_as_in_this_one(polar_bench: PolarBench, played: Path) -> None:
    other = played / "other.jsonl"
    other.write_text('{"id": "x"}\n')
    for processes in ("1", "2"):
        done = polar_bench(
            "report", "oracle", "leaky", "--out", "bad", "--dataset", "other.jsonl", "--processes", processes
        )

        assert (2, 1) == (done.returncode, done.stderr.count("\n"))
        assert done.stderr.startswith("Error: other.jsonl")
        assert not (played / "bad").exists()


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
