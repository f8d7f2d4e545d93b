"""`polar-bench gate`: exit statuses, the table, and JUnit XML that build servers can read."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from polar_bench.analysis.gating import Check, Outcome, Verdict
from polar_bench.report.gate_text import junit_xml
from tests.cli.conftest import PolarBench, play, play_with_gaps, run_in

pytestmark = pytest.mark.slow  # whole commands, each a process of its own


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with runs over the starter set, and one of which a quarter timed out."""
    folder = tmp_path_factory.mktemp("played")
    play(
        folder,
        ("oracle", "starter", "control/oracle"),
        ("leaky", "starter", "control/leaky?p=0.5&q=0.9"),
    )
    play_with_gaps(folder)
    return folder


@pytest.fixture
def polar_bench(played: Path) -> PolarBench:
    """Return a function that runs `polar-bench` in that folder."""
    return partial(run_in, played)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("oracle", "--min-privacy", 1, "--min-utility", 1), 0),
        (("leaky", "--min-privacy", 0.99), 1),
        (("leaky", "--min-privacy", 0.01, "--cell", "P2/S4=1", "--cell", "p3/direct=0.0"), 1),
        (("oracle", "--against", "leaky", "--max-drop", 0), 0),
        (("leaky", "--against", "oracle", "--max-drop", 0.05), 1),
        (("leaky", "--against", "oracle", "--max-drop", 1), 0),
        (("gaps", "--min-privacy", 0.1), 2),
        (("gaps", "--min-privacy", 0.1, "--max-unassessed", 0.25), 0),
        (("gaps", "--min-privacy", 0.1, "--max-unassessed", 0.25, "--cell", "P5/S5=0.1"), 2),
    ],
)
def test_the_exit_status_says_passed_fell_short_or_cannot_tell(
    arguments: tuple[object, ...], status: int, polar_bench: PolarBench
) -> None:
    done = polar_bench("gate", *arguments)

    assert (status, "") == (done.returncode, done.stderr), done.stdout
    assert done.stdout.rstrip().endswith(f": {('passed', 'fell short', 'cannot tell')[status]}.")


@pytest.mark.parametrize("arguments", [("--min-privacy", 0.9), ("--cell", "P1/S1=0.2")])
def test_json_junit_and_terminal_say_the_same(
    arguments: tuple[object, ...], polar_bench: PolarBench, tmp_path: Path
) -> None:
    file = tmp_path / "made" / "gate.xml"
    asked = ("gate", "leaky", *arguments, "--against", "oracle", "--max-drop", 0.05)
    text = polar_bench(*asked, "--junit", file).stdout
    checks = json.loads(polar_bench(*asked, "--json").stdout)["checks"]
    suite = ElementTree.parse(file).getroot()[0]
    cases = list(suite)

    assert 4 == len(checks) == len(cases) == int(suite.attrib["tests"])
    for check, case in zip(checks, cases, strict=True):
        line = next(line for line in text.splitlines() if line.startswith(f"{check['name']} "))
        told = case.findtext("system-out") or ""
        assert check["name"] == case.attrib["name"]
        for shown in (line, told):
            assert f"{check['value']:.3f}" in shown
            assert check["low"] is None or f"[{check['low']:.3f}, {check['high']:.3f}]" in shown
        assert (check["outcome"] == "fell_short") == (case.find("failure") is not None)
    fell = sum(check["outcome"] == "fell_short" for check in checks)
    assert (str(fell), "0") == (suite.attrib["failures"], suite.attrib["errors"])
    summary = json.loads(polar_bench("score", "leaky", "--json").stdout)["scorers"]["strict"]
    figure = summary["headline"]["privacy"] if "--min-privacy" in arguments else summary["cells"]["P1"]["S1"]["privacy"]
    assert figure == {"mean": checks[0]["value"]} | {key: checks[0][key] for key in ("low", "high", "n")}


def test_what_cannot_be_told_is_an_error_for_the_build_server(polar_bench: PolarBench, tmp_path: Path) -> None:
    polar_bench("gate", "gaps", "--min-privacy", 0.1, "--junit", tmp_path / "gate.xml")
    suite = ElementTree.parse(tmp_path / "gate.xml").getroot()[0]

    assert ("2", "0", "2") == tuple(suite.attrib[name] for name in ("tests", "failures", "errors"))
    assert all("unassessed" in case.attrib["name"] + case[0].attrib["message"] for case in suite)
    assert ["error", "error"] == [case[0].tag for case in suite]


@pytest.mark.parametrize("name", ["<b>&\"'", "a\x00\x1b\ud800\uffff\U0001f600\u202e", "]]>"])
def test_any_name_makes_xml_that_can_be_read(name: str) -> None:
    checks = tuple(Check(name, 0.5, True, None, None, None, 0, outcome, name) for outcome in Outcome)
    root = ElementTree.fromstring(junit_xml(Verdict(1, "strict", Outcome.FELL_SHORT, checks), name))

    assert 3 == len(root[0])
    shown = "".join(c if c not in "\x00\x1b\ud800\uffff" else f"\\x{ord(c):02x}" for c in name)
    assert [shown] * 3 == [case.attrib["name"] for case in root[0]]
    assert [shown] * 4 == [root[0].attrib["name"], *(case.attrib["classname"] for case in root[0])]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "There is nothing to check"),
        (("--against", "leaky"), "--against and --max-drop go together"),
        (("--max-drop", 0.1), "--against and --max-drop go together"),
        (("--cell", "P2/S4"), "--cell knows a cell and a number from 0 to 1, such as P2/S4=0.9, not 'P2/S4'."),
        (("--cell", "P2/S4=2"), "such as P2/S4=0.9, not 'P2/S4=2'."),
        (("--cell", "P2=0.5"), "such as P2/S4=0.9, not 'P2=0.5'."),
        (("--cell", "P7/S4=0.5"), "There is no policy level 'P7'."),
        (("--cell", "P2/S4=0.5", "--cell", "p2/s4=0.6"), "--cell gives P2/S4 twice"),
        (("--min-privacy", 0.5, "--junit", "oracle/run.json/x.xml"), "can't be written"),
    ],
)
def test_a_mistake_is_a_sentence(arguments: tuple[object, ...], told: str, polar_bench: PolarBench) -> None:
    done = polar_bench("gate", "oracle", *arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert told in done.stderr
    assert 1 == len(done.stderr.splitlines())
