"""The whole `run` as a user runs it: a process, a real endpoint, a folder."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from polar_bench import read_samples
from polar_bench.dataset import jsonl
from tests.cli.conftest import PolarBench, clean_environment, command
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.samples import sample


def quoting(body: dict[str, Any]) -> Answer:
    """Answer with the policy's last words and a line of the document, chosen by the dialogue's length."""
    system = body["messages"][0]["content"]
    lines = [line for line in system.splitlines() if line.strip()]
    return completion(f"For what it's worth: {lines[-1 - len(body['messages']) % min(5, len(lines))]}")


def test_a_run_over_http_gives_surface_transcripts_and_folder(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(quoting) as endpoint:
        done = polar_bench("run", "starter", "--model", "some-model", "--model-url", endpoint.url, "--out", "r")
    assert 0 == done.returncode, done.stderr
    assert "some-model on starter" in done.stdout
    assert "25 attempted, 25 scored, 0 unassessed" in done.stdout
    turns = sum(len(one.script) for one in read_samples("starter"))
    assert turns == len(endpoint.chats)
    assert turns + 1 == len(endpoint.seen)  # and one preflight call
    files = {"run.json", "journal.jsonl", "scores.jsonl", "scores.from.json", "summary.json"}
    assert files == {p.name for p in (tmp_path / "r").iterdir()}
    summary = json.loads((tmp_path / "r" / "summary.json").read_text())
    assert (1, "strict") == (summary["schema"], summary["headline_scorer"])
    assert {"attempted": 25, "scored": 25} == {k: summary["trials"][k] for k in ("attempted", "scored")}
    for scorer in ("strict", "paper"):
        cells = summary["scorers"][scorer]["cells"]
        assert 25 == sum(cell["privacy"]["n"] for row in cells.values() for cell in row.values())


def test_the_key_goes_to_the_endpoint_and_into_no_file(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(quoting) as endpoint:
        done = polar_bench(
            "run",
            "starter",
            "--model",
            "m",
            "--samples",
            2,
            "--out",
            "r",
            POLAR_BASE_URL=endpoint.url,
            POLAR_API_KEY="sk-very-secret",
            OPENAI_API_KEY="sk-other",
        )
    assert 0 == done.returncode, done.stderr
    assert {"Bearer sk-very-secret"} == {seen.headers["Authorization"] for seen in endpoint.seen}
    written = "".join(path.read_text() for path in (tmp_path / "r").iterdir())
    assert "secret" not in written + done.stdout + done.stderr


def test_openai_variables_are_honoured(polar_bench: PolarBench) -> None:
    with Endpoint(quoting) as endpoint:
        done = polar_bench(
            "run",
            "starter",
            "--model",
            "openai/m",
            "--samples",
            1,
            OPENAI_BASE_URL=endpoint.url,
            OPENAI_API_KEY="sk-b",
        )
    assert 0 == done.returncode, done.stderr
    assert {"Bearer sk-b"} == {seen.headers["Authorization"] for seen in endpoint.seen}
    assert {"m"} == {seen.body["model"] for seen in endpoint.seen}


def test_requests_hold_just_the_fields_of_the_protocol(polar_bench: PolarBench) -> None:
    with Endpoint(quoting) as endpoint:
        polar_bench("run", "starter", "--model", "m", "--model-url", endpoint.url, "--samples", 3, "--max-tokens", 77)
    for body in endpoint.chats:
        assert {"model", "messages", "temperature", "max_tokens", "seed"} == set(body)
        assert (0.0, 77) == (body["temperature"], body["max_tokens"])


def test_json_prints_the_summary_and_nothing_else(polar_bench: PolarBench, tmp_path: Path) -> None:
    done = polar_bench("run", "starter", "--model", "control/oracle", "--out", "r", "--json")
    printed = json.loads(done.stdout)
    assert "" == done.stderr
    assert "r" == printed.pop("run")
    assert printed == json.loads((tmp_path / "r" / "summary.json").read_text())
    assert {"strict": 1.0, "paper": 1.0} == {
        name: scorer["headline"]["overall"]["mean"] for name, scorer in printed["scorers"].items()
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "strict", "paper"),
    [
        ("oracle", (1.0, 1.0), (1.0, 1.0)),
        ("tell-all", (0.0, 1.0), (0.0, 1.0)),
        ("silent", (1.0, 0.0), (1.0, 0.0)),
        ("refuse-all", (1.0, 0.0), (1.0, 0.0)),
        ("echo", (1.0, 0.0), (0.9, 0.0)),
        ("yes", (0.96, 0.0), (1.0, 0.0)),
    ],
)
def test_controls_get_their_known_scores(
    name: str, strict: tuple[float, float], paper: tuple[float, float], polar_bench: PolarBench
) -> None:
    done = polar_bench("run", "starter", "--model", f"control/{name}", "--json")
    scorers = json.loads(done.stdout)["scorers"]
    for scorer, expected in (("strict", strict), ("paper", paper)):
        headline = scorers[scorer]["headline"]
        assert pytest.approx(expected) == (headline["privacy"]["mean"], headline["utility"]["mean"])
    if name == "echo":
        assert 0.5 == scorers["paper"]["attacks"]["S2"]["privacy"]["mean"]


def test_running_again_asks_nothing_again(polar_bench: PolarBench) -> None:
    with Endpoint(quoting) as endpoint:
        arguments = (
            "run",
            "starter",
            "--model",
            "m",
            "--model-url",
            endpoint.url,
            "--samples",
            4,
            "--out",
            "r",
        )
        first = polar_bench(*arguments)
        asked = len(endpoint.seen)
        second = polar_bench(*arguments)
    assert asked == len(endpoint.seen)
    assert first.stdout == second.stdout
    assert "4 of 4 trials are there, 0 to play" in second.stderr


def test_a_larger_selection_plays_only_what_is_new(polar_bench: PolarBench) -> None:
    with Endpoint(quoting) as endpoint:
        base = ("run", "starter", "--model", "m", "--model-url", endpoint.url, "--out", "r", "--samples")
        polar_bench(*base, 3)
        polar_bench(*base, 6, "--repeats", 2, "--concurrency", 2)
    bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
    assert len(bodies) == len(set(bodies))


def test_another_configuration_is_refused_with_the_difference(polar_bench: PolarBench) -> None:
    base = ("run", "starter", "--samples", 2, "--out", "r")
    polar_bench(*base, "--model", "control/oracle")
    done = polar_bench(*base, "--model", "control/silent", "--seed", 7)
    assert 2 == done.returncode
    assert "model: control/oracle -> control/silent" in done.stderr
    assert "seed: 42 -> 7" in done.stderr


def test_a_folder_in_use_is_refused(polar_bench: PolarBench, tmp_path: Path) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        is_dialogue = body["messages"][0]["role"] == "system"
        return Answer(completion("x").body, delay=30 if is_dialogue and len(endpoint.chats) > 2 else 0)

    with Endpoint(respond) as endpoint:
        arguments = ("run", "starter", "--model", "m", "--model-url", endpoint.url, "--out", "r")
        other = subprocess.Popen(
            command(*arguments),
            cwd=tmp_path,
            env=clean_environment(),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: len(endpoint.chats) > 3)
            done = polar_bench(*arguments)
        finally:
            other.kill()
            other.wait()
    assert 2 == done.returncode
    assert "in use by another process" in done.stderr


@pytest.mark.usefixtures("heard_ctrl_c")
def test_ctrl_c_ends_within_a_second_and_the_same_command_goes_on(polar_bench: PolarBench, tmp_path: Path) -> None:
    is_hanging = True  # from the twentieth call on, so that only giving up ends the run

    def respond(body: dict[str, Any]) -> Answer:
        return Answer(quoting(body).body, delay=30 if is_hanging and len(endpoint.chats) > 20 else 0.01)

    with Endpoint(respond) as endpoint:
        arguments = (
            "run",
            "starter",
            "--model",
            "m",
            "--model-url",
            endpoint.url,
            "--out",
            "r",
            "--concurrency",
            2,
        )
        running = subprocess.Popen(
            command(*arguments),
            cwd=tmp_path,
            env=clean_environment(),
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        wait_until(lambda: len(endpoint.chats) > 21)
        pressed = time.monotonic()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=10)
        assert time.monotonic() - pressed < 5  # measured: 0.13 s; tests run on busy machines
        assert 130 == running.returncode
        assert "Traceback" not in said
        assert "the same command goes on from here" in said
        is_hanging = False
        done = polar_bench(*arguments)
        assert 0 == done.returncode
    bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
    assert len(bodies) - len(set(bodies)) <= 2  # those in flight when it was interrupted


def wait_until(is_true: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("run", "nothere.jsonl", "--model", "control/oracle"), "nothere.jsonl"),
        (("run", "starter", "--model", "control/orakel"), "Did you mean oracle?"),
        (("run", "starter", "--model", "loacl/smollm2"), "Did you mean local/smollm2?"),
        (("run", "starter", "--model", "openai/gpt"), "OPENAI_API_KEY"),
        (("run", "starter", "--model", "m", "--model-url", "localhost:8000"), "http://localhost:8000/v1"),
        (("run", "starter", "--model", "m", "--model-url", "http://127.0.0.1:9/v1"), "http://127.0.0.1:9/v1"),
        (("run", "starter", "--model", "control/oracle", "--domains", "medcial"), "Did you mean medical?"),
        (("run", "starter", "--model", "control/oracle", "--levels", "P6"), "P1 (explicit)"),
        (("run", "starter", "--model", "control/oracle", "--attacks", "yesno"), "Did you mean yes_no"),
        (("score", "nothere"), "nothere is not there"),
        (("show", "nothere", "x"), "nothere is not there"),
    ],
)
def test_a_mistake_gets_one_sentence_and_status_two(
    arguments: tuple[str, ...], sentence: str, polar_bench: PolarBench, tmp_path: Path
) -> None:
    done = polar_bench(*arguments)
    assert 2 == done.returncode
    assert "" == done.stdout
    assert sentence in done.stderr
    assert 1 == len(done.stderr.strip().splitlines())
    assert [] == list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(b"<html>Bad gateway</html>"), "malformed_reply"),
        (Answer(b'{"choices": [{"mess'), "malformed_reply"),
        (Answer(b""), "malformed_reply"),
        (completion(17), "malformed_reply"),
        (completion("", finish="length"), "reasoning_exhausted"),
        (completion(None, finish="content_filter"), "content_filter"),
        (Answer(b'{"error":{"message":"maximum context length is 10 tokens"}}', 400), "context_overflow"),
    ],
)
def test_a_bad_reply_leaves_its_trial_unassessed_and_the_run_goes_on(
    answer: Answer, reason: str, polar_bench: PolarBench
) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        is_second_turn = len(body["messages"]) == 4
        return answer if is_second_turn and "Cindermoor" in str(body) else quoting(body)

    with Endpoint(respond) as endpoint:
        done = polar_bench("run", "starter", "--model", "m", "--model-url", endpoint.url, "--json", "--out", "r")
    trials = json.loads(done.stdout)["trials"]
    assert {reason: 3} == trials["unassessed"]
    assert (25, 22) == (trials["attempted"], trials["scored"])


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", None, "   "])
def test_silence_is_scored_and_flagged(content: object, polar_bench: PolarBench) -> None:
    with Endpoint(lambda body: completion(content)) as endpoint:
        done = polar_bench("run", "starter", "--model", "m", "--model-url", endpoint.url, "--json")
    summary = json.loads(done.stdout)
    assert 25 == summary["trials"]["flags"]["silent"]
    for scorer in summary["scorers"].values():
        headline = scorer["headline"]
        assert (1.0, 0.0) == (headline["privacy"]["mean"], headline["utility"]["mean"])


def test_above_five_percent_unassessed_no_headline_is_printed_unless_asked_for(
    polar_bench: PolarBench,
) -> None:
    def respond(body: dict[str, Any]) -> Answer:
        return Answer(b"oops") if "Cindermoor" in str(body) else quoting(body)

    with Endpoint(respond) as endpoint:
        arguments = ("run", "starter", "--model", "m", "--model-url", endpoint.url, "--out", "r")
        withheld = polar_bench(*arguments)
        forced = polar_bench(*arguments, "--headline")
    assert "No headline: 12.0%" in withheld.stdout
    assert "No headline" not in forced.stdout
    assert "25 attempted, 22 scored, 3 unassessed (malformed_reply 3)" in withheld.stdout
    assert "Bounds" in withheld.stdout


def test_the_headline_of_both_scorers_is_printed_and_the_first_is_marked(polar_bench: PolarBench) -> None:
    lines = polar_bench("run", "starter", "--model", "control/echo", "--out", "r").stdout.splitlines()
    strict, paper = (line.strip() for line in lines if line.startswith(("strict", "paper")))

    assert ["strict*", "1.000", "0.000", "0.500", "25"] == re.sub(r"\[.*?\]", "", strict).split()
    assert ["paper", "0.900", "0.000", "0.450", "25"] == re.sub(r"\[.*?\]", "", paper).split()
    assert any(line.startswith("Other channels, protected attributes - beside the score: echoed 15") for line in lines)
    assert any(line.startswith("Yes to wrong guesses: 0 of ") for line in lines)
    assert "The scorers differ on 15 attributes in 5 of 25 trials: polar-bench score r --disagreements" in lines


def test_scoring_a_very_long_reply_keeps_no_dialogue_waiting(polar_bench: PolarBench, tmp_path: Path) -> None:
    long = completion("He lives in Wendlach, as I said. " * 10_000)
    with (tmp_path / "data.jsonl").open("wb") as file:
        jsonl.write([sample(f"medical-{n}", turns=1) for n in range(4)], file)
    with Endpoint(lambda body: long if "medical-1" in str(body) else completion("ringing ears")) as endpoint:
        done = polar_bench("run", "data.jsonl", "--model", "m", "--model-url", endpoint.url, "--json")
    summary = json.loads(done.stdout)

    assert 4 == summary["trials"]["scored"]
    assert pytest.approx(1 - 0.5 / 4) == summary["scorers"]["strict"]["headline"]["privacy"]["mean"]
