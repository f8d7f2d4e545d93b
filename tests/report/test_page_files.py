"""The report's folder: only a report is replaced, as a whole, and a failure leaves the old one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from polar_bench.errors import SetupError
from polar_bench.report.page.files import FORMAT, NUMBERS, check_usable, replaced

REPORT = json.dumps({"format": FORMAT, "runs": []})


def written(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "report"
    with replaced(target) as beside:
        written(beside, index_html="new")

    assert {"index.html"} == names(target)
    assert {"report"} == names(target.parent)


def test_an_empty_folder_is_used(tmp_path: Path) -> None:
    target = written(tmp_path / "out")
    with replaced(target) as beside:
        written(beside, index_html="new")

    assert {"index.html"} == names(target)


def test_a_report_is_replaced_as_a_whole(tmp_path: Path) -> None:
    target = written(tmp_path / "out", report_json=REPORT, run_1="old")
    with replaced(target) as beside:
        written(beside, index_html="new")
        assert {NUMBERS, "run.1"} == names(target)

    assert {"index.html"} == names(target)
    assert {"out"} == names(tmp_path)


def test_a_file_elsewhere_that_cant_be_read_is_no_fault_of_the_folder(tmp_path: Path) -> None:
    data, target = tmp_path / "data.jsonl", tmp_path / "out"
    with pytest.raises(FileNotFoundError), replaced(target):
        data.read_bytes()

    assert set() == names(tmp_path)


@pytest.mark.parametrize("place", ["file.txt/out", "file.txt/deep/out"])
def test_a_folder_that_cant_be_made_is_named(tmp_path: Path, place: str) -> None:
    written(tmp_path, file_txt="a file")
    with pytest.raises(SetupError, match=r"out can't be (used|written) \("), replaced(tmp_path / place):
        pass


@pytest.mark.parametrize("failure", [RuntimeError("a bug"), KeyboardInterrupt(), OSError(28, "No space left")])
def test_a_failure_leaves_the_old_report_and_nothing_else(tmp_path: Path, failure: BaseException) -> None:
    target = written(tmp_path / "out", report_json=REPORT)
    expected = SetupError if isinstance(failure, OSError) else type(failure)
    with pytest.raises(expected), replaced(target) as beside:  # noqa: PT012 # the failure comes half-way
        written(beside, index_html="half")
        raise failure

    assert REPORT == (target / NUMBERS).read_text()
    assert {"out"} == names(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        {"notes_txt": "mine"},
        {"report_json": "{}", "notes_txt": "mine"},
        {"report_json": '{"format": "another/1"}'},
        {"report_json": "no JSON"},
        {"run_json": "{}"},
    ],
)
def test_what_is_no_report_is_never_replaced(tmp_path: Path, content: dict[str, str]) -> None:
    target = written(tmp_path / "out", **content)
    before = names(target)
    with pytest.raises(SetupError, match="holds other files and no report"), replaced(target):
        pass

    assert before == names(target)


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(SetupError, match="is a file"):
        check_usable(tmp_path / "out")


def test_a_link_to_a_report_stays_a_link(tmp_path: Path) -> None:
    target = written(tmp_path / "real", report_json=REPORT)
    (tmp_path / "link").symlink_to(target)
    with replaced(tmp_path / "link") as beside:
        written(beside, index_html="new")

    assert (tmp_path / "link").is_symlink()
    assert {"index.html"} == names(target)
