"""`generate --renderer llm` as a user meets it, with a scripted writer behind a real endpoint."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from polar_bench import read_samples
from polar_bench.quality.checks import findings
from polar_bench.sample import Attack, PolicyLevel
from tests.cli.conftest import PolarBench, clean_environment, command
from tests.support.domains import as_toml, pet_boarding
from tests.support.endpoint import Answer, Endpoint, completion
from tests.support.writer import is_repair, kind_of, prompt_of, write

pytestmark = pytest.mark.slow  # whole commands, each a process of its own

PARTS = 12
MANIFEST = "pets.jsonl.manifest.json"


def answer(body: dict[str, Any]) -> Answer:
    """Answer well, but for policies, which are fenced at first."""
    call = body["messages"]
    if call[0]["role"] != "system":
        return completion("ready")
    text = write(call)
    return completion(f"```\n{text}\n```" if kind_of(prompt_of(call)) == "policy" and not is_repair(call) else text)


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint(answer) as made:
        yield made


@pytest.fixture
def asked(tmp_path: Path) -> tuple[object, ...]:
    (tmp_path / "pets.toml").write_text(as_toml(pet_boarding()), encoding="utf-8")
    return ("generate", "--domain-file", "pets.toml", "--repeats", 1, "--renderer", "llm", "--model", "m")


def written(folder: Path) -> tuple[bytes, bytes]:
    return (folder / "pets.jsonl").read_bytes(), (folder / MANIFEST).read_bytes()


def test_a_set_is_written_described_and_asked_for_once(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint
) -> None:
    call = (*asked, "--model-url", endpoint.url, "--out", "pets.jsonl")
    made = polar_bench(*call)
    assert 0 == made.returncode, made.stderr
    samples = list(read_samples(tmp_path / "pets.jsonl"))
    assert {(level, attack) for level in PolicyLevel for attack in Attack} == {
        (sample.policy_level, sample.attack) for sample in samples
    }
    assert [] == [found for sample in samples for found in findings(sample) if found.is_must]
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    profiles = manifest["counts"]["profiles"]
    assert (15, 75, 75) == (profiles, len(samples), manifest["counts"]["samples"])
    assert {"at once": 8 * profiles, "in round 1": 4 * profiles} == manifest["counts"]["texts"]
    assert 16 * profiles == len(endpoint.chats) == manifest["counts"]["calls"]
    assert ("llm/1 m", "m", 0.7) == (
        manifest["generator"],
        manifest["writer"]["name"],
        manifest["sampling"]["temperature"],
    )
    assert {"writers/document", "writers/looks", "writers/writer"} <= set(manifest["prompts"])
    assert {"temperature", "max_tokens", "seed"} <= set(manifest["writer"]["sent"])
    assert f"75 samples of 15 profiles, written by m (texts: {8 * 15} at once, {4 * 15} in round 1)" in made.stdout
    before, calls = written(tmp_path), len(endpoint.seen)
    again = polar_bench(*call, "--force")
    assert 0 == again.returncode, again.stderr
    assert (before, calls) == (written(tmp_path), len(endpoint.seen))


def test_a_few_profiles_may_be_tried_and_then_the_rest(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint
) -> None:
    call = (*asked, "--model-url", endpoint.url, "--out", "pets.jsonl")
    assert 0 == polar_bench(*call, "--profiles", 2).returncode
    first = [sample.id for sample in read_samples(tmp_path / "pets.jsonl")]
    assert (10, 32) == (len(first), len(endpoint.chats))
    rest = polar_bench(*call, "--profiles", 3, "--force")
    assert "32 answers are there" in rest.stderr
    assert first == [sample.id for sample in read_samples(tmp_path / "pets.jsonl")][:10]
    assert 48 == len(endpoint.chats)


@pytest.mark.slow
@pytest.mark.parametrize("at_once", [1, 6])
def test_killed_again_and_again_it_ends_the_same_and_asks_nothing_twice(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint, at_once: int
) -> None:
    call = (*asked, "--model-url", endpoint.url, "--profiles", 2, "--concurrency", at_once, "--out", "pets.jsonl")
    assert 0 == polar_bench(*call).returncode
    expected, whole = written(tmp_path), len(endpoint.chats)
    for name in ("pets.jsonl", MANIFEST):
        (tmp_path / name).unlink()
    (tmp_path / "pets.jsonl.work").rename(tmp_path / "kept")
    endpoint.seen.clear()
    killed = 0
    for target in (5, 14, 24):
        running = subprocess.Popen(
            command(*call),
            cwd=tmp_path,
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while len(endpoint.chats) < target and running.poll() is None:
            time.sleep(0.0005)
        killed += running.poll() is None
        running.kill()
        running.wait()
        assert not (tmp_path / "pets.jsonl").exists()
    last = polar_bench(*call)
    assert 0 == last.returncode, last.stderr
    assert 3 == killed
    assert expected == written(tmp_path)
    bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
    assert whole == len(set(bodies))
    assert len(bodies) - whole <= killed * at_once  # those in flight at each kill


def test_a_writer_that_refuses_ends_with_status_1_and_names_what_is_left_out(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...]
) -> None:
    with Endpoint(lambda _: completion("I'm sorry, but I can't help with that.")) as endpoint:
        made = polar_bench(
            *(*asked, "--model-url", endpoint.url, "--profiles", 1, "--rounds", 1, "--replacements", 1),
            *("--out", "pets.jsonl"),
        )
        assert 1 == made.returncode, made.stderr
        assert 2 * 2 * 7 == len(endpoint.chats)
    assert "Left out, since a profile of it could not be written: pet_boarding, form email, repeat 0." in made.stdout
    manifest = json.loads((tmp_path / MANIFEST).read_bytes())
    assert (["pet_boarding, form email, repeat 0"], 2) == (manifest["given_up"], manifest["counts"]["replaced"])
    assert any("attempt 2: document: " in fault for fault in manifest["faults"])
    assert b"" == (tmp_path / "pets.jsonl").read_bytes()


def test_an_endpoint_that_goes_away_leaves_no_set_and_the_same_command_goes_on(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...]
) -> None:
    is_down = True

    def at_times(body: dict[str, Any]) -> Answer:
        is_document = body["messages"][-1]["content"].startswith("Write one document")
        return Answer(b'{"error": {"message": "bad request"}}', 400) if is_down and is_document else answer(body)

    with Endpoint(at_times) as endpoint:
        call = (*asked, "--model-url", endpoint.url, "--profiles", 1, "--out", "pets.jsonl")
        stopped = polar_bench(*call)
        assert (1, False) == (stopped.returncode, (tmp_path / "pets.jsonl").exists()), stopped.stderr
        assert "1 of 1 profiles got no answer from m (unavailable: " in stopped.stderr
        is_down = False
        assert 0 == polar_bench(*call).returncode
        bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
        assert len(bodies) == len(set(bodies)) + 1  # the document, refused at first


def test_an_endpoint_that_can_t_be_used_is_one_sentence_after_one_call(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...]
) -> None:
    with Endpoint(lambda _: Answer(b'{"error": {"message": "Incorrect API key"}}', 401)) as endpoint:
        made = polar_bench(*asked, "--model-url", endpoint.url, "--out", "pets.jsonl")
        assert (2, "") == (made.returncode, made.stdout)
        assert 1 == len(made.stderr.splitlines()), made.stderr
        assert "POLAR_API_KEY" in made.stderr
        assert 1 == len(endpoint.seen)
    assert not (tmp_path / "pets.jsonl").exists()


def test_ctrl_c_keeps_every_answer_and_says_how_to_go_on(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], heard_ctrl_c: None
) -> None:
    with Endpoint(lambda body: replace(answer(body), delay=0.1)) as endpoint:
        call = (*asked, "--model-url", endpoint.url, "--profiles", 1, "--concurrency", 2, "--out", "pets.jsonl")
        running = subprocess.Popen(
            command(*call), cwd=tmp_path, env=clean_environment(), stderr=subprocess.PIPE, text=True
        )
        while len(endpoint.chats) < 6:
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=20)
        assert 130 == running.returncode, told
        assert "answers are kept; the same command goes on." in told
        assert "Traceback" not in told
        assert 0 == polar_bench(*call).returncode
        bodies = [json.dumps(body, sort_keys=True) for body in endpoint.chats]
        assert len(bodies) - len(set(bodies)) <= 2


def test_a_dry_run_says_what_it_takes_and_asks_nothing(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint
) -> None:
    unknown = polar_bench(*asked, "--model-url", endpoint.url, "--dry-run")
    assert 0 == unknown.returncode, unknown.stderr
    assert f"15 profiles, 75 samples: {15 * PARTS} calls." in unknown.stdout
    assert "Price unknown: polar-bench.toml has no prices for m." in unknown.stdout
    assert "characters / 4" in unknown.stdout
    (tmp_path / "polar-bench.toml").write_text(
        f'[endpoints.m]\nurl = "{endpoint.url}"\nprices = {{ prompt = 1000000.0, reply = 0.0 }}\n', encoding="utf-8"
    )
    known = polar_bench(*asked, "--dry-run")
    tokens = next(line for line in known.stdout.splitlines() if line.startswith("Tokens"))
    prompts = tokens.partition("profiles: ")[2].partition(" of prompts")[0]
    assert f"Price: {prompts}.00 in the currency of polar-bench.toml." in known.stdout
    assert 40_000 < int(prompts.replace(",", "")) < 400_000
    assert [] == endpoint.seen
    assert ["pets.toml", "polar-bench.toml"] == sorted(path.name for path in tmp_path.iterdir())


def test_a_dry_run_counts_what_is_answered_already(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint
) -> None:
    call = (*asked, "--model-url", endpoint.url, "--out", "pets.jsonl")
    assert 0 == polar_bench(*call, "--profiles", 1).returncode
    told = polar_bench(*call, "--dry-run")
    assert f"{15 * PARTS} calls, {PARTS} of them answered already." in told.stdout


def test_another_model_or_temperature_does_not_go_on_in_the_same_folder(
    polar_bench: PolarBench, tmp_path: Path, asked: tuple[object, ...], endpoint: Endpoint
) -> None:
    call = (*asked, "--model-url", endpoint.url, "--profiles", 1, "--out", "pets.jsonl", "--force")
    assert 0 == polar_bench(*call).returncode
    before = written(tmp_path)
    other = polar_bench(*call, "--temperature", 0.1)
    assert 2 == other.returncode
    assert "sampling temperature: 0.7 -> 0.1" in other.stderr
    assert before == written(tmp_path)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--renderer", "llm"), "--renderer llm needs a model that writes: name it with --model."),
        (("--renderer", "lmm", "--model", "m"), "There is no renderer 'lmm'. Did you mean llm?"),
        (("--model", "m"), "go with --renderer llm"),
        (("--dry-run",), "go with --renderer llm"),
        (("--profiles", 1), "go with --renderer llm"),
    ],
)
def test_options_that_do_not_go_together_are_one_sentence(
    polar_bench: PolarBench, tmp_path: Path, options: tuple[object, ...], words: str
) -> None:
    made = polar_bench("generate", "--domains", "medical", *options)
    assert (2, "") == (made.returncode, made.stdout)
    assert words in made.stderr
    assert [] == list(tmp_path.iterdir())
