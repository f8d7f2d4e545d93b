"""URLs and keys: what the command line and the environment give to which model."""

from __future__ import annotations

from pathlib import Path

import pytest

from polar_bench.cli.options import access, attacker_access, config_file
from polar_bench.errors import SetupError
from polar_bench.model.registry import OPENAI_URL, Access

_A = "http://localhost:8000/v1"
_B = "http://localhost:9000/v1"
_OPENAI = {"OPENAI_API_KEY": "sk-openai"}
_POLAR = {"POLAR_API_KEY": "sk-polar"}


def _attacker(environment: dict[str, str], url: str | None = None, trusted_url: str | None = None) -> Access:
    return attacker_access(url, 60.0, access(trusted_url, 60.0, environment), environment)


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("url", "environment", "expected"),
    [
        (_A, {"POLAR_BASE_URL": _B}, (_A, None, True)),
        (None, {"POLAR_BASE_URL": _B, "OPENAI_BASE_URL": _A}, (_B, None, False)),
        (None, {"OPENAI_BASE_URL": _A, **_OPENAI}, (_A, "sk-openai", False)),
        (None, {**_OPENAI, **_POLAR}, (None, "sk-polar", False)),
        (None, {"POLAR_API_KEY": "", **_OPENAI}, (None, "sk-openai", False)),
    ],
)
def test_command_line_goes_before_polar_before_openai(
    url: str | None, environment: dict[str, str], expected: tuple[str | None, str | None, bool]
) -> None:
    found = access(url, 60.0, environment)

    assert expected == (found.url, found.key, found.is_url_asked)


@pytest.mark.parametrize(
    ("environment", "url", "trusted_url", "expected"),
    [
        ({}, _B, _A, _B),
        ({"POLAR_ATTACKER_BASE_URL": _B}, None, _A, _B),
        ({"POLAR_ATTACKER_BASE_URL": _B}, _A, None, _A),
        ({"POLAR_BASE_URL": _A}, None, None, _A),
        ({}, None, None, None),
    ],
)
def test_attacker_answers_where_it_is_said_or_where_the_trusted_model_does(
    environment: dict[str, str], url: str | None, trusted_url: str | None, expected: str | None
) -> None:
    assert expected == _attacker(environment, url, trusted_url).url


@pytest.mark.parametrize(
    ("environment", "url", "trusted_url", "key"),
    [
        ({**_POLAR, "POLAR_ATTACKER_API_KEY": "sk-attacker"}, _B, _A, "sk-attacker"),
        ({**_POLAR, "POLAR_ATTACKER_API_KEY": "sk-attacker"}, None, _A, "sk-attacker"),
        (_POLAR, None, _A, "sk-polar"),
        (_POLAR, None, None, "sk-polar"),
        (_POLAR, _A, _A, "sk-polar"),
        (_POLAR, "HTTP://LOCALHOST:8000/v1/", _A, "sk-polar"),
        (_POLAR, f"{_A}/chat/completions", _A, "sk-polar"),
        (_POLAR, OPENAI_URL, None, "sk-polar"),
        (_POLAR, "https://api.openai.com:443/v1", None, "sk-polar"),
        (_POLAR, _B, _A, None),
        (_POLAR, _A, None, None),
        (_POLAR, "http://localhost:8000/v2", _A, None),
        (_POLAR, "https://localhost:8000/v1", _A, None),
        (_POLAR, "http://localhost.evil:8000/v1", _A, None),
        (_POLAR, OPENAI_URL, _A, None),
        (_OPENAI, _B, _A, None),
        (_OPENAI, _A, None, None),
        ({**_OPENAI, **_POLAR}, OPENAI_URL, _A, "sk-openai"),
        ({**_OPENAI, **_POLAR}, "http://api.openai.com/v1", _A, None),
        ({**_OPENAI, **_POLAR}, "https://api.openai.com.evil/v1", _A, None),
    ],
)
def test_key_of_the_trusted_model_goes_to_no_other_place(
    environment: dict[str, str], url: str | None, trusted_url: str | None, key: str | None
) -> None:
    assert key == _attacker(environment, url, trusted_url).key


def test_attackers_sentences_name_the_attackers_options() -> None:
    settings = _attacker({}, _B, _A).settings

    assert ("--attacker-url", "--attacker") == (settings.url, settings.model)
    assert ("POLAR_ATTACKER_API_KEY", True) == (settings.variable, settings.variable in settings.key)


def test_attackers_url_that_is_none_is_refused() -> None:
    with pytest.raises(SetupError, match="is no URL of an endpoint"):
        _attacker(_POLAR, "localhost", _A)


def test_file_is_the_one_that_is_named_else_that_of_the_variable_else_the_one_here(tmp_path: Path) -> None:
    variable = {"POLAR_CONFIG": "there.toml"}
    found = [config_file(Path("x.toml"), variable), config_file(None, variable), config_file(None, {})]
    (tmp_path / "polar-bench.toml").touch()

    assert [Path("x.toml"), Path("there.toml"), None] == found
    assert Path("polar-bench.toml") == config_file(None, {})


@pytest.mark.parametrize("environment", [{}, {"POLAR_CONFIG": "none.toml"}])
def test_file_that_is_named_must_be_there(environment: dict[str, str]) -> None:
    with pytest.raises(SetupError, match=r"There is no file none\.toml"):
        access(None, 60.0, environment, None if environment else Path("none.toml"))


def test_only_keys_that_the_file_names_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text(
        "".join(f'[endpoints.{name}]\nurl = "{_A}"\nkey_env = "{name}"\n' for name in ("SET", "UNSET", "EMPTY"))
    )
    environment = {"SET": "sk-set", "EMPTY": "", "OTHER": "sk-not-ours", **_POLAR}

    trusted = access(None, 60.0, environment, file)
    attacker = attacker_access(None, 60.0, trusted, environment)

    assert [{"SET": "sk-set"}] * 2 == [trusted.keys, attacker.keys]
    assert [["SET", "UNSET", "EMPTY"]] * 2 == [list(trusted.endpoints), list(attacker.endpoints)]


def test_attacker_may_have_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "attackers.toml"
    file.write_text(f'[endpoints.b]\nurl = "{_B}"\nkey_env = "KEY_B"\n')
    environment = {"KEY_B": "sk-b"}

    found = attacker_access(None, 60.0, access(_A, 60.0, environment), environment, file)

    assert (["b"], {"KEY_B": "sk-b"}, _A) == (list(found.endpoints), found.keys, found.url)
