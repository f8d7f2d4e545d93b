"""`polar-bench models`: what each name stands for, and whether it answers."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from tests.cli.conftest import PolarBench
from tests.support.endpoint import Answer, Endpoint, completion

_KEY = "sk-hidden-0123456789"
_WIDE = {"COLUMNS": "200", "no_proxy": "127.0.0.1"}
_CONTROLS = ["oracle", "tell-all", "silent", "refuse-all", "echo", "yes", "leaky"]


def _file(folder: Path, **urls: str) -> None:
    tables = [
        f'[endpoints.{name}]\nurl = "{url}"\nmodel = "m-{name}"\nkey_env = "KEY_{name.upper()}"\n'
        for name, url in urls.items()
    ]
    (folder / "polar-bench.toml").write_text("".join(tables))


def _refusing_seed(body: dict[str, Any]) -> Answer:
    if "max_tokens" in body:
        return Answer(
            b"{\"error\": \"Use 'max_completion_tokens' instead of 'max_tokens'; use max_completion_tokens instead\"}",
            400,
        )
    return Answer(b'{"error": "seed is not supported"}', 400) if "seed" in body else completion("ready")


def test_names_are_listed_with_what_they_stand_for(polar_bench: PolarBench, tmp_path: Path) -> None:
    _file(tmp_path, one="http://localhost:1/v1", two="http://localhost:2/v1")

    done = polar_bench("models", KEY_ONE=_KEY, **_WIDE)

    assert (0, "") == (done.returncode, done.stderr)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["one", "m-one", "http://localhost:1/v1", "KEY_ONE", "set"] in lines
    assert ["two", "m-two", "http://localhost:2/v1", "KEY_TWO", "not", "set"] in lines
    assert (True, True, False) == (
        "control/leaky" in done.stdout,
        "local/smollm2: " in done.stdout,
        _KEY in done.stdout,
    )


def test_list_as_json(polar_bench: PolarBench, tmp_path: Path) -> None:
    _file(tmp_path, one="http://localhost:1/v1")

    done = polar_bench("models", "--json", KEY_ONE=_KEY)

    found = json.loads(done.stdout)
    one, other, local, *controls = found["models"]
    expected = {
        "name": "one",
        "kind": "endpoint",
        "model": "m-one",
        "url": "http://localhost:1/v1",
        "key_env": "KEY_ONE",
        "key": "set",
        "note": "",
        "answer": None,
    }
    assert ("polar-bench.toml", expected) == (found["config"], one)
    assert ("openai/NAME", "https://api.openai.com/v1", "not set") == (other["name"], other["url"], other["key"])
    assert ("local/smollm2", [f"control/{name}" for name in _CONTROLS]) == (
        local["name"],
        [control["name"] for control in controls],
    )
    assert _KEY not in done.stdout


def test_without_a_file_the_rest_is_listed(polar_bench: PolarBench) -> None:
    done = polar_bench("models", "--ping", POLAR_BASE_URL="http://localhost:7/v1", POLAR_API_KEY=_KEY, **_WIDE)

    assert (0, "No polar-bench.toml here.") == (done.returncode, done.stdout.splitlines()[0])
    assert (True, False) == ("http://localhost:7/v1" in done.stdout, _KEY in done.stdout)


def test_ping_asks_each_endpoint_once_with_its_own_key(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(lambda _: completion("ready")) as one, Endpoint(lambda _: completion("ready")) as two:
        _file(tmp_path, one=one.url, two=two.url)
        done = polar_bench("models", "--ping", KEY_ONE="sk-1", KEY_TWO="sk-2", POLAR_API_KEY=_KEY, **_WIDE)

    assert (0, "") == (done.returncode, done.stderr)
    assert [["Bearer sk-1"], ["Bearer sk-2"]] == [
        [seen.headers.get("Authorization") for seen in endpoint.seen] for endpoint in (one, two)
    ]
    assert ["one", "m-one", one.url, "KEY_ONE", "set", "yes"] in [line.split() for line in done.stdout.splitlines()]


def test_ping_tells_what_was_adapted(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(_refusing_seed) as endpoint:
        _file(tmp_path, one=endpoint.url)
        table = polar_bench("models", "--ping", KEY_ONE=_KEY, **_WIDE)
        as_json = polar_bench("models", "--ping", "--json", KEY_ONE=_KEY, **_WIDE)

    assert "yes, max_completion_tokens for max_tokens, without seed" in table.stdout
    assert {
        "ok": True,
        "sent": ["model", "messages", "temperature", "max_completion_tokens"],
        "adapted": {"max_tokens": "max_completion_tokens", "seed": None},
    } == json.loads(as_json.stdout)["models"][0]["answer"]


def test_ping_that_fails_says_why_and_leaves_with_1(polar_bench: PolarBench, tmp_path: Path) -> None:
    refused = Answer(json.dumps({"error": {"message": f"Incorrect API key: {_KEY}"}}).encode(), 401)
    with Endpoint(lambda _: completion("ready")) as good, Endpoint(lambda _: refused) as bad:
        _file(tmp_path, good=good.url, bad=bad.url, unset="http://localhost:1/v1")
        done = polar_bench("models", "--ping", KEY_GOOD="sk-1", KEY_BAD=_KEY, **_WIDE)

    assert (1, "") == (done.returncode, done.stderr)
    said = " ".join(done.stdout.split())
    assert f"bad: {bad.url}: the key was refused (401: Incorrect API key: [key]); set KEY_BAD to a valid one." in said
    assert "unset: No key for [endpoints.unset]: set the variable KEY_UNSET, which its key_env names." in said
    assert f"good m-good {good.url} KEY_GOOD set yes" in said
    assert _KEY not in done.stdout


def test_file_is_named_by_option_or_variable(polar_bench: PolarBench, tmp_path: Path) -> None:
    _file(tmp_path, one="http://localhost:1/v1")
    (tmp_path / "polar-bench.toml").rename(tmp_path / "mine.toml")

    by_option = polar_bench("models", "--config", "mine.toml", "--json")
    by_variable = polar_bench("models", "--json", POLAR_CONFIG="mine.toml")

    assert ["mine.toml"] * 2 == [json.loads(done.stdout)["config"] for done in (by_option, by_variable)]


def test_faulty_file_is_a_mistake_with_its_places(polar_bench: PolarBench, tmp_path: Path) -> None:
    (tmp_path / "polar-bench.toml").write_text('[endpoints.a]\nurl = "x"\nmodle = "m"\n')

    done = polar_bench("models")

    assert (2, "") == (done.returncode, done.stdout)
    assert [
        "Error: Mend 2 things in polar-bench.toml:",
        "  endpoints.a.modle: is unknown. Did you mean model?",
        "  endpoints.a.url: 'x' is no URL of an endpoint; give one like http://localhost:8000/v1",
    ] == done.stderr.splitlines()


def test_pings_run_side_by_side(polar_bench: PolarBench, tmp_path: Path) -> None:
    with Endpoint(lambda _: Answer(completion("ready").body, delay=0.7)) as endpoint:
        _file(tmp_path, **{f"e{number}": endpoint.url for number in range(6)})
        keys = {f"KEY_E{number}": "sk" for number in range(6)}
        start = time.monotonic()
        done = polar_bench("models", "--ping", **keys, **_WIDE)

    assert (0, 6) == (done.returncode, len(endpoint.seen))
    assert time.monotonic() - start < 6 * 0.7
