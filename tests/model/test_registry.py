"""From a model's name to an adapter."""

from __future__ import annotations

import pytest

from polar_bench.errors import SetupError
from polar_bench.model.openai_compatible import OpenAICompatible
from polar_bench.model.registry import OPENAI_URL, Access, resolve

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
