"""`check --repair` as a user meets it: by the templates, by a scripted model, stopped, and with nothing to be done."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from polar_bench import read_samples
from polar_bench.dataset import jsonl
from polar_bench.domains.loader import load_domain
from polar_bench.generation.design import keys
from polar_bench.generation.pipeline import build
from polar_bench.generation.render import document
from polar_bench.sample import PolicyLevel, Sample
from tests.cli.conftest import PolarBench, clean_environment, command
from tests.quality.damages import adding
from tests.support.domains import as_toml, pet_boarding
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.records import record
from tests.support.writer import kind_of, prompt_of, write

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

FENCED = adding("task", "```")
Change = Callable[[Sample], Sample]


def answer(body: dict[str, Any]) -> Answer:
    call = body["messages"]
    return completion(write(call) if call[0]["role"] == "system" else "ready")


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(answer) as made:
        yield made


@pytest.fixture
def pets(tmp_path: Path) -> list[Sample]:
    """The first square of a domain of the user's own, whose file lies in the working folder."""
    (tmp_path / "pets.toml").write_text(as_toml(pet_boarding()), encoding="utf-8")
    spec = load_domain(tmp_path / "pets.toml")
    made = [sample for key in list(keys(spec, 1, 42))[:5] for sample in build(spec, key, document).samples]
    save(tmp_path, made)
    return made


def save(folder: Path, samples: list[Sample]) -> bytes:
    data = b"".join(jsonl.encode(sample) + b"\n" for sample in samples)
    (folder / "pets.jsonl").write_bytes(data)
    return data


def spoiled(samples: list[Sample], *places: int, change: Change = FENCED) -> list[Sample]:
    return [change(sample) if place in places else sample for place, sample in enumerate(samples)]


def test_the_templates_give_a_damaged_set_back(polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]) -> None:
    whole = save(tmp_path, pets)
    damaged = save(tmp_path, spoiled(pets, 3, 12, 13))
    done = polar_bench("check", "pets.jsonl", "--repair", "template", "--domain-file", "pets.toml")
    manifest = json.loads((tmp_path / "pets.repaired.jsonl.manifest.json").read_bytes())

    assert (0, "") == (done.returncode, done.stderr)
    assert "3 of 25 samples break a rule that must hold" in done.stdout
    assert (
        "3 samples of 2 profiles repaired, 0 samples of 0 profiles replaced, 0 samples of 0 profiles left"
        in done.stdout
    )
    assert whole == (tmp_path / "pets.repaired.jsonl").read_bytes()
    assert damaged == (tmp_path / "pets.jsonl").read_bytes()
    assert (hashlib.sha256(whole).hexdigest(), hashlib.sha256(damaged).hexdigest()) == (
        manifest["sha256"],
        manifest["digest"],
    )
    assert ["repaired", "repaired"] == [profile["fate"] for profile in manifest["profiles"]]
    assert 0 == polar_bench("check", "pets.repaired.jsonl").returncode


def test_a_place_that_is_taken_is_refused_before_anything_is_done(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]
) -> None:
    save(tmp_path, spoiled(pets, 3))
    call = ("check", "pets.jsonl", "--repair", "template", "--domain-file", "pets.toml")
    for place in ("pets.jsonl", "./pets.jsonl", "pets.toml"):
        for force in ((), ("--force",)) if place != "pets.toml" else ((),):
            done = polar_bench(*call, "--out", place, *force)
            assert (2, "") == (done.returncode, done.stdout), place
            assert "--out" in done.stderr or "--force" in done.stderr
    (tmp_path / "other.jsonl").write_text("old")
    assert 0 == polar_bench(*call, "--out", "other.jsonl", "--force").returncode
    assert 25 == len(list(read_samples(tmp_path / "other.jsonl")))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--force",), "go with --repair"),
        (("--domain-file", "pets.toml"), "go with --repair"),
        (("--repair-url", "http://localhost:1"), "go with --repair"),
        (("--repair", "template", "--judges-only", "--judge", "m"), "leave out --judges-only"),
    ],
)
def test_options_that_make_no_sense_together_are_refused(
    polar_bench: PolarBench, pets: list[Sample], arguments: tuple[str, ...], said: str
) -> None:
    done = polar_bench("check", "pets.jsonl", *arguments)
    assert 2 == done.returncode
    assert said in done.stderr


def test_what_cannot_be_repaired_is_named_counted_and_left(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]
) -> None:
    save(tmp_path, spoiled(pets, 3, 12))
    without = polar_bench("check", "pets.jsonl", "--repair", "template")
    assert 1 == without.returncode
    assert "Nothing is written" in without.stdout
    assert "Left as it was, 2 samples: the domain pet_boarding is none of those that ship" in without.stdout
    assert pets[12].id in without.stdout.rpartition("What was left and fails: ")[2]

    records = [record(n, attack=1) for n in range(3)]
    records[0]["generated_texts"]["task_instruction_text"] = "Book a visit; the town is confidential."
    (tmp_path / "released.json").write_text(json.dumps(records), encoding="utf-8")
    released = polar_bench("check", "released.json", "--repair", "template", "--json")
    made = json.loads(released.stdout)["repair"]
    assert 1 == released.returncode
    assert made["counts"]["left"]["samples"] == len([f for p in made["profiles"] for f in p["failing"]]) > 0
    assert "the released format says of no sample what it was made from" in released.stderr
    assert not list(tmp_path.glob("*.repaired.jsonl"))


def test_a_sound_set_is_not_written_again(polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]) -> None:
    done = polar_bench("check", "pets.jsonl", "--repair", "template")
    assert 0 == done.returncode
    assert "there is nothing to repair" in done.stdout
    assert not list(tmp_path.glob("*.repaired.jsonl"))


def test_a_model_mends_what_fails_and_is_asked_for_it_once(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample], endpoint: Endpoint
) -> None:
    before = spoiled(pets, 3, 12, change=adding("policy", "First arrange it all."))
    save(tmp_path, before)
    call = ("check", "pets.jsonl", "--repair", "m", "--repair-url", endpoint.url, "--domain-file", "pets.toml")
    done = polar_bench(*call, "--out", "mended.jsonl")
    assert 0 == done.returncode, done.stderr
    after = list(read_samples(tmp_path / "mended.jsonl"))
    assert [3, 12] == [n for n, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    assert {"template/1, repaired by llm/1 m"} == {after[n].origin.generator for n in (3, 12)}
    assert 2 == len(endpoint.chats)
    manifest = json.loads((tmp_path / "mended.jsonl.manifest.json").read_bytes())
    assert ("llm/1 m", "m", endpoint.url) == (
        manifest["by"],
        manifest["work"]["writer"]["name"],
        manifest["work"]["writer"]["url"],
    )
    again = polar_bench(*call, "--out", "mended.jsonl", "--force")
    assert (0, 2) == (again.returncode, len(endpoint.chats))
    assert "Continuing mended.jsonl.work: 2 answers are there." in again.stderr
    assert 0 == polar_bench("check", "mended.jsonl").returncode


def test_killed_again_and_again_it_ends_the_same_and_asks_nothing_twice(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]
) -> None:
    change = adding("policy", "First arrange it all.")
    places = [n for n, sample in enumerate(pets) if sample.policy_level in (PolicyLevel.P2, PolicyLevel.P3)]
    save(tmp_path, spoiled(pets, *places, change=change))
    with Endpoint(lambda body: Answer(answer(body).body, delay=0.05)) as endpoint:
        call = ("check", "pets.jsonl", "--repair", "m", "--repair-url", endpoint.url, "--domain-file", "pets.toml")
        assert 0 == polar_bench(*call, "--out", "whole.jsonl").returncode
        asked = len(endpoint.chats)
        endpoint.seen.clear()
        for target in (2, 5):
            running = subprocess.Popen(
                command(*call, "--out", "killed.jsonl", "--concurrency", 2),
                cwd=tmp_path,
                env=clean_environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            while len(endpoint.chats) < target and running.poll() is None:
                time.sleep(0.001)
            running.send_signal(signal.SIGKILL)
            running.wait()
        assert not (tmp_path / "killed.jsonl").exists()
        done = polar_bench(*call, "--out", "killed.jsonl")
        chats = len(endpoint.chats)
    assert 0 == done.returncode, done.stderr
    assert 10 == asked <= chats <= asked + 4  # what was under way when it was killed was never answered
    assert (tmp_path / "whole.jsonl").read_bytes() == (tmp_path / "killed.jsonl").read_bytes()


def test_an_endpoint_that_is_down_says_so_and_writes_nothing(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]
) -> None:
    save(tmp_path, spoiled(pets, 2, change=adding("policy", "First arrange it all.")))
    done = polar_bench(
        "check", "pets.jsonl", "--repair", "m", "--repair-url", "http://127.0.0.1:9", "--domain-file", "pets.toml"
    )
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert "127.0.0.1:9" in done.stderr or "no answer" in done.stderr
    assert not (tmp_path / "pets.repaired.jsonl").exists()


def test_a_judges_rejection_is_mended_too(polar_bench: PolarBench, tmp_path: Path, pets: list[Sample]) -> None:
    def reject(body: dict[str, Any]) -> Answer:
        asks_for_hints = '"hint"' in body["messages"][-1]["content"]
        return completion('{"hint": true, "quote": "keep it"}' if asks_for_hints else "Hm.")

    def reworded(body: dict[str, Any]) -> Answer:
        call = body["messages"]
        is_task = call[0]["role"] == "system" and kind_of(prompt_of(call)) == "task"
        text = write(call) if is_task else ""
        return completion(f"Please {text[0].lower()}{text[1:]}") if is_task else answer(body)

    save(tmp_path, pets[:5])
    with Endpoint(reject) as judge, Endpoint(reworded) as endpoint:
        done = polar_bench(
            *("check", "pets.jsonl", "--judge", "j", "--judge-url", judge.url, "--repair", "m"),
            *("--repair-url", endpoint.url, "--domain-file", "pets.toml"),
        )
    assert 0 == done.returncode, done.stderr
    after = list(read_samples(tmp_path / "pets.repaired.jsonl"))
    assert not {sample.task.text for sample in pets[:5]} & {sample.task.text for sample in after}
    assert [s.document for s in pets[:5]] == [s.document for s in after]
    assert 1 == len(endpoint.chats)


def test_ctrl_c_keeps_every_answer_and_says_how_to_go_on(
    polar_bench: PolarBench, tmp_path: Path, pets: list[Sample], heard_ctrl_c: None
) -> None:
    change = adding("policy", "First arrange it all.")
    places = [n for n, sample in enumerate(pets) if sample.policy_level in (PolicyLevel.P2, PolicyLevel.P3)]
    save(tmp_path, spoiled(pets, *places, change=change))
    with Endpoint(lambda body: Answer(answer(body).body, delay=0.2)) as endpoint:
        call = ("check", "pets.jsonl", "--repair", "m", "--repair-url", endpoint.url, "--domain-file", "pets.toml")
        running = subprocess.Popen(
            command(*call, "--concurrency", 1),
            cwd=tmp_path,
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        while len(endpoint.chats) < 3 and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=30)
        assert 130 == running.returncode, told
        assert "answers are kept; the same command goes on." in told
        assert "Traceback" not in told
        assert 0 == polar_bench(*call).returncode
        assert len(places) <= len(endpoint.chats) <= len(places) + 1
