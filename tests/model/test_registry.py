"""From a model's name to an adapter."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack

import msgspec
import pytest

from polar_bench.errors import SetupError
from polar_bench.model.advice import Settings
from polar_bench.model.endpoints import Endpoint, Prices
from polar_bench.model.openai_compatible import OpenAICompatible
from polar_bench.model.registry import OPENAI_URL, Access, resolve
from tests.support.endpoint import Endpoint as Served
from tests.support.endpoint import completion

_HERE = "http://localhost:8000/v1"


def _complaint(name: str, access: Access = Access()) -> str:  # noqa: B008 # frozen
    with pytest.raises(SetupError) as caught:
        resolve(name, access)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "access", "model_id", "url"),
    [
        ("openai/gpt-x", Access(key="sk-1"), "gpt-x", OPENAI_URL),
        ("openai/gpt-x", Access(url=_HERE), "gpt-x", _HERE),
        ("openai/org/model", Access(url=_HERE), "org/model", _HERE),
        ("Org/Model-7B", Access(url=_HERE), "Org/Model-7B", _HERE),
        ("model", Access(url=_HERE + "/"), "model", _HERE),
        ("opnai/model", Access(url=_HERE), "opnai/model", _HERE),
    ],
)
def test_name_stands_for_an_endpoint(name: str, access: Access, model_id: str, url: str) -> None:
    model = resolve(name, access)

    assert isinstance(model, OpenAICompatible)
    assert (name, model_id, url) == (model.name, model.model_id, model.url)


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("opnai/gpt-x", " Did you mean openai/gpt-x?"),
        ("OpenAI/gpt-x", " Did you mean openai/gpt-x?"),
        ("locall/smollm2", " Did you mean local/smollm2?"),
        ("controls/oracle", " Did you mean control/oracle?"),
        ("mystery/gpt-x", ""),
        ("gpt-x", ""),
        ("openai", ""),
        ("openai/", ""),
        ("control/oracle", ""),
        ("", ""),
    ],
)
def test_unknown_provider_is_named_with_what_is_near(name: str, near: str) -> None:
    expected = (
        f"There is no model '{name}'.{near} A name is provider/model: openai/NAME for a chat-completions endpoint, "
        "local/smollm2 or local/FILE.gguf, control/oracle; for any other name give --model-url."
    )

    assert expected == _complaint(name)


@pytest.mark.parametrize("key", [None, "", " "])
def test_openai_without_a_key_says_where_to_put_it(key: str | None) -> None:
    expected = (
        f"No key for {OPENAI_URL}: set OPENAI_API_KEY (or POLAR_API_KEY), or name your own endpoint with --model-url."
    )

    assert expected == _complaint("openai/gpt-x", Access(key=key))


@pytest.mark.parametrize("name", ["openai/gpt-x", "Org/Model-7B"])
def test_url_without_a_scheme_is_refused(name: str) -> None:
    expected = "'localhost:8000/v1' is no URL of an endpoint; give one like http://localhost:8000/v1."

    assert expected == _complaint(name, Access(url="localhost:8000/v1"))


def test_blank_name_is_refused_even_with_a_url() -> None:
    assert "There is no model ' '." == _complaint(" ", Access(url=_HERE)).split(" A name")[0]


_MINE = Access(
    url="http://elsewhere:1/v1",
    key="sk-other",
    endpoints={
        "mine": Endpoint(url=_HERE, model="org/m-1", key_env="MY_KEY", at_once=2, prices=Prices(1, 2)),
        "open": Endpoint(url=_HERE, model="open"),
        "openai/gpt-x": Endpoint(url=_HERE, model="other"),
        "local/smollm2": Endpoint(url=_HERE, model="smol"),
    },
    keys={"MY_KEY": "sk-mine"},
)


@pytest.mark.parametrize(
    ("name", "model_id"),
    [("mine", "org/m-1"), ("open", "open"), ("openai/gpt-x", "other"), ("local/smollm2", "smol")],
)
def test_endpoint_of_the_file_wins(name: str, model_id: str) -> None:
    model = resolve(name, _MINE)

    assert (name, model_id, _HERE) == (model.name, model.model_id, model.url)


def test_settings_of_the_file_reach_the_model() -> None:
    model = resolve("mine", _MINE)

    assert (2, Prices(1, 2), {}, {}) == (model.most_at_once, model.prices, model.extra, model.adapted)


@pytest.mark.parametrize("keys", [{}, {"MY_KEY": ""}, {"MY_KEY": " "}, {"OTHER": "sk-1"}])
def test_missing_key_variable_is_named(keys: dict[str, str]) -> None:
    access = msgspec.structs.replace(_MINE, keys=keys)

    assert "No key for [endpoints.mine]: set the variable MY_KEY, which its key_env names." == _complaint(
        "mine", access
    )


def test_url_of_the_command_line_is_not_ignored_in_silence() -> None:
    access = msgspec.structs.replace(_MINE, is_url_asked=True)

    expected = (
        "'mine' is an endpoint of polar-bench.toml, with a URL of its own: leave out --model-url, or give another name."
    )
    assert expected == _complaint("mine", access)


def test_name_near_an_endpoint_of_the_file_is_told() -> None:
    access = msgspec.structs.replace(_MINE, url=None)

    assert "There is no model 'mime'. Did you mean mine?" == _complaint("mime", access).split(" A name")[0]


def test_settings_of_the_attacker_are_named_for_the_attacker() -> None:
    access = Access(settings=Settings(url="--attacker-url", variable="POLAR_ATTACKER_API_KEY"))

    expected = (
        f"No key for {OPENAI_URL}: set OPENAI_API_KEY (or POLAR_ATTACKER_API_KEY), or name your own endpoint with "
        "--attacker-url."
    )
    assert expected == _complaint("openai/gpt-x", access)
    assert _complaint("x", access).endswith("for any other name give --attacker-url.")


def test_two_endpoints_see_only_their_own_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    async def check(access: Access) -> None:
        for name in ("a", "b", "none"):
            model = resolve(name, access)
            await model.preflight("here")
            await model.close()

    with ExitStack() as stack:
        one, two, three = (stack.enter_context(Served(lambda _: completion("ready"))) for _ in range(3))
        endpoints = {
            "a": Endpoint(url=one.url, model="a", key_env="KEY_A"),
            "b": Endpoint(url=two.url, model="b", key_env="KEY_B"),
            "none": Endpoint(url=three.url, model="c"),
        }
        keys = {"KEY_A": "sk-a", "KEY_B": "sk-b"}
        asyncio.run(check(Access(key="sk-usual", endpoints=endpoints, keys=keys)))

    assert [["Bearer sk-a"], ["Bearer sk-b"], [None]] == [
        [seen.headers.get("Authorization") for seen in served.seen] for served in (one, two, three)
    ]
