"""Judges by the command line's means: kept answers, keys, Ctrl-C, and kills."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from polar_bench.cli.judging import REPORT, JudgesWanted, run_judges
from polar_bench.dataset.files import load
from polar_bench.errors import SetupError
from polar_bench.quality.judges import Judging, plan
from polar_bench.running.plan import ordered
from tests.cli.conftest import PolarBench, clean_environment, command
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.judges import by_text, right_answer

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

STARTER = load("starter")
ASKS = by_text(plan(ordered(STARTER.samples), seed=42, at_once=1).asked.asks)
KILLS = 10


def respond(body: dict[str, Any]) -> Answer:
    """Answer right or unreadably, from the request alone; preflight calls get a greeting."""
    ask = ASKS.get(body["messages"][-1]["content"])
    if ask is None:
        return completion("ready")
    return completion(f"As {body['model']} I say yes." if body["seed"] % 3 == 0 else right_answer(ask))


def slowly(body: dict[str, Any]) -> Answer:
    return Answer(respond(body).body, delay=0.004)


def judged(folder: Path, url: str | None, *names: str, **wanted: Any) -> Judging:
    return run_judges(STARTER, JudgesWanted(names, url=url, folder=folder, **wanted), is_quiet=True)


def test_check_prints_the_rules_and_the_judges_and_writes_both(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        arguments = ("check", "starter", "--judge", "one", "--judge", "two", "--judge-url", endpoint.url)
        done = polar_bench(*arguments, "--out", "report.json")
        assert 0 == done.returncode, done.stderr
        again = polar_bench(*arguments, "--json")
        seen = len(endpoint.chats)
    assert 2 * len(ASKS) == seen
    assert ["Check of starter", "Judges of starter"] == [
        title for title in ("Check of starter", "Judges of starter") if f"{title}: 25 samples" in done.stdout
    ]
    assert done.stdout.index("Judges of starter") < done.stdout.index("one and two")
    written = json.loads((tmp_path / "report.json").read_bytes())
    assert json.loads(again.stdout) == written
    assert json.loads((tmp_path / "starter.judges" / REPORT).read_bytes()) == written["judges"]
    assert written["report"]["samples"] == written["judges"]["samples"] == 25


def test_check_with_judges_only_leaves_the_rules_out(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        done = polar_bench("check", "starter", "--judges-only", "--judge", "one", "--judge-url", endpoint.url, "--json")
    assert 0 == done.returncode, done.stderr
    written = json.loads(done.stdout)
    assert (None, None, 25) == (written["passed"], written["report"], written["judges"]["samples"])


def test_check_without_judges_asks_none(polar_bench: PolarBench, tmp_path: Path) -> None:
    assert json.loads(polar_bench("check", "starter", "--json").stdout)["judges"] is None
    assert not (tmp_path / "starter.judges").exists()


def test_judges_only_wants_a_judge_and_no_page(polar_bench: PolarBench) -> None:
    for arguments, said in (((), "name one with --judge"), (("--judge", "x", "--html", "page.html"), "--judges-only")):
        done = polar_bench("check", "starter", "--judges-only", *arguments)
        assert (2, True) == (done.returncode, said in done.stderr), done.stderr
        assert "Traceback" not in done.stderr


@pytest.fixture(autouse=True)
def _without_the_users_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("POLAR_API_KEY", "OPENAI_API_KEY", "POLAR_BASE_URL", "OPENAI_BASE_URL", "POLAR_JUDGE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_all_is_asked_once_and_the_report_is_beside_the_journal(tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        found = judged(tmp_path / "judges", endpoint.url, "one", "two")
        assert 2 * len(ASKS) == len(endpoint.chats)
        again = judged(tmp_path / "judges", endpoint.url, "one", "two")
        assert 2 * len(ASKS) + 2 == len(endpoint.seen)  # a preflight call each, and no second one
    written = (tmp_path / "judges" / REPORT).read_bytes()
    assert found == again
    assert ["one", "two"] == [entry["name"] for entry in json.loads(written)["judges"]]


def test_one_judge_more_asks_that_one_alone(tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        judged(tmp_path / "judges", endpoint.url, "one")
        endpoint.seen.clear()
        judged(tmp_path / "judges", endpoint.url, "one", "two")
    assert {"two"} == {seen.body["model"] for seen in endpoint.seen}


def test_the_first_samples_in_playing_order_are_asked_about(tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        part = judged(tmp_path / "judges", endpoint.url, "one", samples=5)
        seen = len(endpoint.chats)
        judged(tmp_path / "judges", endpoint.url, "one")
    assert (5, 5) == (part.samples, part.scripts["one"].asked)
    assert seen < len(ASKS) == len(endpoint.chats)


def test_the_folder_is_beside_the_data_set(tmp_path: Path) -> None:
    with Endpoint(respond) as endpoint:
        run_judges(STARTER, JudgesWanted(("one",), url=endpoint.url, samples=1), is_quiet=True)
    assert (tmp_path / "starter.judges" / REPORT).exists()


def test_named_endpoints_and_the_judge_url_go_together_each_with_its_own_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POLAR_JUDGE_API_KEY", "judge-key")
    monkeypatch.setenv("NAMED_KEY", "named-key")
    monkeypatch.setenv("POLAR_API_KEY", "trusted-key")
    with Endpoint(respond) as named, Endpoint(respond) as other:
        (tmp_path / "polar-bench.toml").write_text(
            f'[endpoints.mine]\nurl = "{named.url}"\nmodel = "m"\nkey_env = "NAMED_KEY"\n'
        )
        judged(tmp_path / "judges", other.url, "mine", "yours", samples=1)
        with pytest.raises(SetupError, match="leave out --judge-url"):
            judged(tmp_path / "judges", other.url, "mine", samples=1)
    assert {"Bearer named-key"} == {seen.headers["Authorization"] for seen in named.seen}
    assert {"Bearer judge-key"} == {seen.headers["Authorization"] for seen in other.seen}
    kept = b"".join(path.read_bytes() for path in (tmp_path / "judges").iterdir())
    assert not [key for key in (b"named-key", b"judge-key", b"trusted-key") if key in kept]


def test_a_judge_that_cannot_be_used_is_named_before_any_question(tmp_path: Path) -> None:
    with Endpoint(lambda body: Answer(b'{"error": {"message": "bad key"}}', 401)) as endpoint:
        with pytest.raises(SetupError, match="POLAR_JUDGE_API_KEY"):
            judged(tmp_path / "judges", endpoint.url, "one", samples=1)
        assert 1 == len(endpoint.seen)
    with pytest.raises(SetupError, match="named twice"):
        judged(tmp_path / "judges", "http://localhost:1/v1", "one", "one")
    with pytest.raises(SetupError, match="--judge-url"):
        judged(tmp_path / "judges", None, "nobody/knows")


def started(folder: Path, url: str, *names: str) -> subprocess.Popen[str]:
    judges = [part for name in names for part in ("--judge", name)]
    return subprocess.Popen(
        command("check", "starter", "--judges-only", "--judge-url", url, "--judge-folder", folder, *judges),
        cwd=folder.parent,
        env=clean_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(endpoint: Endpoint, calls: int, running: subprocess.Popen[str]) -> None:
    while len(endpoint.chats) < calls and running.poll() is None:
        time.sleep(0.0005)


@pytest.mark.usefixtures("heard_ctrl_c")
def test_ctrl_c_ends_within_a_second_and_says_how_to_go_on(tmp_path: Path) -> None:
    with Endpoint(
        lambda body: Answer(respond(body).body, delay=0.0 if body["messages"][0]["role"] == "user" else 30)
    ) as endpoint:
        running = started(tmp_path / "judges", endpoint.url, "one")
        wait_for(endpoint, 8, running)
        running.send_signal(signal.SIGINT)
        start = time.monotonic()
        _, said = running.communicate(timeout=20)
    assert time.monotonic() - start < 5  # some 0.2 s; tests run on busy machines
    assert f"Interrupted: 0 of {len(ASKS)} answers are there; the same command goes on from here." in said
    assert (130, False) == (running.returncode, "Traceback" in said)


@pytest.mark.slow
def test_a_judging_killed_ten_times_asks_nothing_twice_and_ends_the_same(tmp_path: Path) -> None:
    moments = random.Random("judges")
    names = ("one", "two")
    with Endpoint(slowly) as endpoint:
        judged(tmp_path / "whole", endpoint.url, *names)
        whole = len(endpoint.chats)
        endpoint.seen.clear()
        killed = 0
        for target in sorted(moments.sample(range(1, whole - 1), KILLS)):
            running = started(tmp_path / "killed", endpoint.url, *names)
            wait_for(endpoint, target, running)
            time.sleep(moments.uniform(0, 0.005))
            killed += running.poll() is None
            running.kill()
            running.communicate()
        judged(tmp_path / "killed", endpoint.url, *names)
    assert killed >= KILLS - 1
    assert (tmp_path / "whole" / REPORT).read_bytes() == (tmp_path / "killed" / REPORT).read_bytes()
    bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
    assert whole == len(set(bodies))
    assert len(bodies) - whole <= killed * 2 * 8  # those in flight at each kill
