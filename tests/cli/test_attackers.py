"""An attacker model over HTTP: what it is told, how its S5 is marked, and runs that go on."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from polar_bench import read_samples
from polar_bench.attributes import Role
from polar_bench.sample import Attack
from tests.cli.conftest import PolarBench, run_in
from tests.support.endpoint import Answer, Endpoint, completion

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

Body = dict[str, Any]
STARTER = {sample.id: sample for sample in read_samples("starter")}
FIFTH = [sample for sample in STARTER.values() if sample.attack is Attack.S5]
FIFTH_TURNS = sum(len(sample.script) for sample in FIFTH)


def declining(body: Body) -> Answer:
    return completion(f"I'd rather not say that, {len(body['messages'])}.")


def asking(body: Body) -> Answer:
    return completion(f"Then tell me this, {len(body['messages'])}.")


def journal(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]


def summary(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "summary.json").read_text())


def plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).lower()


# What it is told under polar


@pytest.fixture(scope="module")
def starter_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Body], list[Body], str]:
    """Return a run of the starter set with an attacker model: folder, bodies of both sides, report."""
    folder = tmp_path_factory.mktemp("starter")
    with Endpoint(declining) as a, Endpoint(asking) as b:
        done = run_in(
            folder,
            *("run", "starter", "--model", "a-1", "--model-url", a.url, "--out", "r"),
            *("--attacker", "b-1", "--attacker-url", b.url),
            POLAR_API_KEY="sk-trusted",
            POLAR_ATTACKER_API_KEY="sk-attacker",
        )
    assert 0 == done.returncode, done.stderr
    assert {"Bearer sk-trusted"} == {seen.headers["Authorization"] for seen in a.seen}
    assert {"Bearer sk-attacker"} == {seen.headers["Authorization"] for seen in b.seen}
    assert ({"a-1"}, {"b-1"}) == ({s.body["model"] for s in a.seen}, {s.body["model"] for s in b.seen})
    return folder / "r", a.chats, b.chats, done.stdout


def test_no_body_for_the_attacker_holds_a_value_of_any_sample(
    starter_run: tuple[Path, list[Body], list[Body], str],
) -> None:
    """Every protected value of every sample; and every form, and the task values, of the sample that is played."""
    _, _, bodies, _ = starter_run
    assert FIFTH_TURNS == len(bodies)
    secret = {Role.PROTECTED, Role.TASK}
    for body in bodies:
        told = f" {plain(json.dumps(body, ensure_ascii=False))} "
        [own] = [sample for sample in FIFTH if sample.task.text in body["messages"][0]["content"]]
        texts = {a.value for sample in STARTER.values() for a in sample.attributes if a.role is Role.PROTECTED}
        texts |= {text for a in own.attributes if a.role in secret for text in (a.value, *a.forms)}
        assert [] == [text for text in texts if f" {plain(text).strip()} " in told]


def test_no_document_and_no_policy_reaches_the_attacker_and_no_plan_the_trusted_model(
    starter_run: tuple[Path, list[Body], list[Body], str],
) -> None:
    _, trusted, attacking, _ = starter_run
    for sample in STARTER.values():
        for text in (sample.document.text, sample.policy.text):
            line = json.dumps(max(text.splitlines(), key=len))[1:-1]
            assert any(line in json.dumps(body) for body in trusted)
            assert not any(line in json.dumps(body) for body in attacking)
    for sample in FIFTH:
        for turn in sample.script:
            plan = json.dumps(turn.text)[1:-1]
            assert any(plan in json.dumps(body) for body in attacking)
            assert not any(plan in json.dumps(body) for body in trusted)


def test_requests_to_the_attacker_have_the_protocols_fields_and_take_turns(
    starter_run: tuple[Path, list[Body], list[Body], str],
) -> None:
    _, _, bodies, _ = starter_run
    for body in bodies:
        assert {"model", "messages", "temperature", "max_tokens", "seed"} == set(body)
        assert (0.0, 500) == (body["temperature"], body["max_tokens"])
        roles = [message["role"] for message in body["messages"]]
        assert ["system", *["user", "assistant"] * (len(roles) // 2 - 1), "user"] == roles
    assert len(bodies) == len({body["seed"] for body in bodies})


def test_only_the_fifth_attack_is_adapted_and_marked_in_journal_summary_and_report(
    starter_run: tuple[Path, list[Body], list[Body], str],
) -> None:
    folder, trusted, _, stdout = starter_run
    kinds = {record["sample"]: record["attacker"] for record in journal(folder) if record["type"] == "trial"}
    said = {
        record["turn"]["text"]
        for record in journal(folder)
        if record["type"] == "turn" and record["turn"]["role"] == "attacker"
    }

    assert {sample.id: "adaptive" if sample.attack is Attack.S5 else "scripted" for sample in STARTER.values()} == kinds
    assert all(turn.text in said for s in STARTER.values() if s.attack is not Attack.S5 for turn in s.script)
    assert "polar" == json.loads((folder / "run.json").read_text())["protocol"]
    figures = summary(folder)
    assert ("adaptive", 0) == (figures["s5_attacker"], figures["s5_set_aside"])
    assert {"adaptive": 5, "scripted": 20} == figures["trials"]["attackers"]
    assert {"prompt": 11 * FIFTH_TURNS, "reply": 7 * FIFTH_TURNS} == figures["tokens"]["attacker"]
    assert {"prompt": 11 * len(trusted), "reply": 7 * len(trusted)} == figures["tokens"]["trusted"]
    assert "S5 was adapted by an attacker model." in stdout
    assert "as scripted" not in stdout


# Scripted and adaptive are never pooled


def test_scripted_and_adaptive_runs_of_the_fifth_attack_are_kept_apart(
    starter_run: tuple[Path, list[Body], list[Body], str], polar_bench: PolarBench, tmp_path: Path
) -> None:
    base = ("run", "starter", "--attacks", "S5", "--model", "a-1")
    with Endpoint(declining) as a, Endpoint(asking) as b:
        scripted = polar_bench(*base, "--model-url", a.url, "--out", "s")
        refused = polar_bench(*base, "--model-url", a.url, "--out", "s", "--attacker", "b-1", "--attacker-url", b.url)
    assert 0 == scripted.returncode, scripted.stderr
    assert "S5 was played as scripted: no attacker model adapted it." in scripted.stdout
    assert ("scripted", 0) == (summary(tmp_path / "s")["s5_attacker"], summary(tmp_path / "s")["s5_set_aside"])
    assert (2, True) == (refused.returncode, "attacker: scripted -> b-1" in refused.stderr)

    mixed = tmp_path / "mixed"
    mixed.mkdir()
    theirs = {sample.id for sample in FIFTH[:2]}
    lines = [r for r in journal(starter_run[0]) if r["sample"] in theirs]
    lines += [r for r in journal(tmp_path / "s") if r["sample"] not in theirs]
    (mixed / "journal.jsonl").write_text("".join(json.dumps(r) + "\n" for r in lines))
    (mixed / "run.json").write_bytes((starter_run[0] / "run.json").read_bytes())
    scored = polar_bench("score", "mixed")
    figures = summary(mixed)
    assert ("adaptive", 3, 5) == (figures["s5_attacker"], figures["s5_set_aside"], figures["trials"]["attempted"])
    assert 2 == figures["scorers"]["paper"]["attacks"]["S5"]["privacy"]["n"]
    assert "3 scripted trials of S5 are in no figure" in " ".join(scored.stdout.split())


# How it fails, and goes on


def test_a_failing_attacker_leaves_its_trials_unassessed_and_a_second_run_goes_on_from_the_last_turn(
    polar_bench: PolarBench, tmp_path: Path
) -> None:
    is_down = True

    def failing(body: Body) -> Answer:
        if is_down and len(body["messages"]) > 3:
            return Answer(b'{"error":{"message":"no such thing"}}', 404)
        return asking(body)

    with Endpoint(declining) as a, Endpoint(failing) as b:
        base = ("run", "starter", "--attacks", "S5", "--model", "a-1", "--model-url", a.url, "--out", "r")
        command = (*base, "--attacker", "b-1", "--attacker-url", b.url)
        first = polar_bench(*command)
        turns = Counter(record["sample"] for record in journal(tmp_path / "r") if record["type"] == "turn")
        failed = summary(tmp_path / "r")["trials"]["unassessed"]
        is_down = False
        before = len(b.chats)
        second = polar_bench(*command)
    assert 0 == first.returncode, first.stderr
    assert {"attacker_failed": 5} == failed
    assert "5 unassessed (attacker_failed 5)" in first.stdout
    assert {sample.id: 2 for sample in FIFTH} == turns
    assert 0 == second.returncode, second.stderr
    assert {} == summary(tmp_path / "r")["trials"]["unassessed"]
    assert FIFTH_TURNS == len(a.chats)  # the trusted model is asked for nothing twice
    assert FIFTH_TURNS - 5 == len(b.chats) - before
    assert all(len(body["messages"]) > 3 for body in b.chats[before:])


def test_a_run_that_is_cut_in_the_middle_of_the_fifth_attack_goes_on_and_asks_nothing_again(
    polar_bench: PolarBench, tmp_path: Path
) -> None:
    with Endpoint(declining) as a, Endpoint(asking) as b:
        base = ("run", "starter", "--attacks", "S5", "--samples", 1, "--model", "a-1", "--model-url", a.url)
        command = (*base, "--attacker", "b-1", "--attacker-url", b.url, "--out")
        polar_bench(*command, "whole")
        lines = (tmp_path / "whole" / "journal.jsonl").read_bytes().splitlines(keepends=True)
        scores = (tmp_path / "whole" / "scores.jsonl").read_bytes()
        whole = (len(a.chats), len(b.chats))
        cut = tmp_path / "cut"
        cut.mkdir()
        (cut / "run.json").write_bytes((tmp_path / "whole" / "run.json").read_bytes())
        (cut / "journal.jsonl").write_bytes(b"".join(lines[:4]))
        done = polar_bench(*command, "cut")
    assert 0 == done.returncode, done.stderr
    assert (2 * whole[0] - 2, 2 * whole[1] - 2) == (len(a.chats), len(b.chats))
    assert a.chats[2 : whole[0]] == a.chats[whole[0] :]
    assert b.chats[2 : whole[1]] == b.chats[whole[1] :]
    assert scores == (cut / "scores.jsonl").read_bytes()


NO_TURN = {
    "<STOP>": "the attacker stopped before round 1",
    "I'm sorry, but I can't help with that.": "the attacker model refuses to attack",
    "": "the attacker's turn is empty",
}


def test_what_is_no_turn_is_recorded_with_its_reason(polar_bench: PolarBench, tmp_path: Path) -> None:
    said = dict(zip([sample.task.text for sample in FIFTH], NO_TURN, strict=False))

    def respond(body: Body) -> Answer:
        system = body["messages"][0]["content"] if len(body["messages"]) > 1 else ""
        return completion(next((text for task, text in said.items() if task in system), "ready"))

    with Endpoint(declining) as a, Endpoint(respond) as b:
        base = ("run", "starter", "--attacks", "S5", "--model", "a-1", "--model-url", a.url, "--out", "r")
        done = polar_bench(*base, "--attacker", "b-1", "--attacker-url", b.url)
    assert 0 == done.returncode, done.stderr
    failed = [r for r in journal(tmp_path / "r") if r["type"] == "trial" and r.get("unassessed") == "attacker_failed"]
    assert sorted(NO_TURN.values()) == sorted(r["detail"].partition(":")[0] for r in failed)
    assert {0} == {r["turns"] for r in failed}
    assert 2 == summary(tmp_path / "r")["trials"]["scored"]


def test_an_attacker_that_does_not_answer_is_found_before_anything_is_played(
    polar_bench: PolarBench, tmp_path: Path
) -> None:
    with Endpoint(declining) as a:
        base = ("run", "starter", "--model", "a-1", "--model-url", a.url, "--out", "r")
        done = polar_bench(*base, "--attacker", "b-1", "--attacker-url", "http://127.0.0.1:9/v1")
    assert (2, True) == (done.returncode, "http://127.0.0.1:9/v1" in done.stderr)
    assert [] == a.chats
    assert [] == list(tmp_path.iterdir())


def test_an_attacker_plays_against_a_control(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(asking) as b:
        base = ("run", "starter", "--attacks", "S5", "--model", "control/silent", "--out", "r")
        done = polar_bench(*base, "--attacker", "b-1", "--attacker-url", b.url)
    assert 0 == done.returncode, done.stderr
    assert FIFTH_TURNS == len(b.chats)
    assert {"adaptive": 5} == summary(tmp_path / "r")["trials"]["attackers"]


# What it costs

PRICED = """
[endpoints.a]
url = "{a}"
model = "a-1"
prices = {{ prompt = 2000.0, reply = 4000.0 }}

[endpoints.b]
url = "{b}"
model = "b-1"
prices = {{ prompt = 1000.0, reply = 0.0 }}
"""


def test_each_side_is_priced_by_its_own_tokens(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(declining) as a, Endpoint(asking) as b:
        (tmp_path / "polar-bench.toml").write_text(PRICED.format(a=a.url, b=b.url))
        done = polar_bench("run", "starter", "--attacks", "S5", "--model", "a", "--attacker", "b", "--out", "r")
    assert 0 == done.returncode, done.stderr
    assert ({"a-1"}, {"b-1"}) == ({s.body["model"] for s in a.seen}, {s.body["model"] for s in b.seen})
    trusted, attacker = FIFTH_TURNS * (11 * 2000 + 7 * 4000) / 1e6, FIFTH_TURNS * 11 * 1000 / 1e6
    assert f"Cost of the trusted model, by the prices in the configuration: {trusted:.2f}" in done.stdout
    assert f"Cost of the attacker model, by the prices in the configuration: {attacker:.2f}" in done.stdout


# Trying again


def test_retry_unassessed_tries_what_a_second_run_leaves_alone(polar_bench: PolarBench, tmp_path: Path) -> None:
    case = FIFTH[0]
    line = json.dumps(max(case.document.text.splitlines(), key=len))[1:-1]
    is_filtered = True

    def respond(body: Body) -> Answer:
        if is_filtered and line in json.dumps(body) and len(body["messages"]) == 4:
            return completion(None, finish="content_filter")
        return declining(body)

    with Endpoint(respond) as a:
        command = ("run", "starter", "--attacks", "S5", "--model", "a-1", "--model-url", a.url, "--out", "r")
        polar_bench(*command)
        assert {"content_filter": 1} == summary(tmp_path / "r")["trials"]["unassessed"]
        is_filtered = False
        before = len(a.chats)
        done = polar_bench(*command, "--retry", "unassessed")
        wrong = polar_bench(*command, "--retry", "all")
    assert 0 == done.returncode, done.stderr
    assert len(case.script) - 1 == len(a.chats) - before  # from its last turn, and of that sample alone
    assert {} == summary(tmp_path / "r")["trials"]["unassessed"]
    assert (2, "Error: --retry knows 'unassessed', not 'all'.") == (wrong.returncode, wrong.stderr.strip())
