"""The file of named endpoints: what it says, and every fault with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from polar_bench.errors import SetupError
from polar_bench.model.endpoints import Endpoint, Prices, read_endpoints

_FULL = """
[endpoints.sonnet]
url = "https://openrouter.ai/api/v1"
model = "anthropic/claude-sonnet-4.5"
key_env = "OPENROUTER_API_KEY"
headers = { X-Title = "polar-bench" }
body = { provider = { order = ["anthropic"] } }
reasoning = { reasoning = { effort = "low" } }
timeout = 300
at_once = 4
per_minute = 50
prices = { prompt = 3, reply = 15.0 }

[endpoints."Qwen/Qwen3-8B"]
url = "http://localhost:8000/v1"
"""


def _file(folder: Path, text: str | bytes) -> Path:
    path = folder / "polar-bench.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _faults(folder: Path, table: str, head: str = '[endpoints.a]\nurl = "http://localhost:1/v1"\n') -> list[str]:
    with pytest.raises(SetupError) as caught:
        read_endpoints(_file(folder, head + table))
    first, *faults = str(caught.value).split("\n  ")
    many = "one thing" if len(faults) == 1 else f"{len(faults)} things"
    assert f"Mend {many} in {folder / 'polar-bench.toml'}:" == first
    return faults


def test_file_says_what_each_name_stands_for(tmp_path: Path) -> None:
    expected = {
        "sonnet": Endpoint(
            url="https://openrouter.ai/api/v1",
            model="anthropic/claude-sonnet-4.5",
            key_env="OPENROUTER_API_KEY",
            headers={"X-Title": "polar-bench"},
            body={"provider": {"order": ["anthropic"]}},
            reasoning={"reasoning": {"effort": "low"}},
            timeout=300.0,
            at_once=4,
            per_minute=50.0,
            prices=Prices(prompt=3.0, reply=15.0),
        ),
        "Qwen/Qwen3-8B": Endpoint(url="http://localhost:8000/v1", model="Qwen/Qwen3-8B"),
    }

    found = read_endpoints(_file(tmp_path, _FULL))

    assert (expected, list(expected)) == (found, list(found))
    assert {"provider": {"order": ["anthropic"]}, "reasoning": {"effort": "low"}} == found["sonnet"].extra


@pytest.mark.parametrize("text", ["", "# nothing\n", "[endpoints]\n", b"\xef\xbb\xbf[endpoints]\n"])
def test_file_may_name_none(tmp_path: Path, text: str | bytes) -> None:
    assert {} == read_endpoints(_file(tmp_path, text))


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ("timeuot = 3", "endpoints.a.timeuot: is unknown. Did you mean timeout?"),
        ("timeout = 0", "endpoints.a.timeout: expected `float` > 0.0"),
        ("timeout = nan", "endpoints.a.timeout: expected `float` > 0.0"),
        ("timeout = inf", "endpoints.a.timeout: expected `float` <= 86400.0"),
        ('timeout = "3"', "endpoints.a.timeout: expected `float | null`, got `str`"),
        ("at_once = 0", "endpoints.a.at_once: expected `int` >= 1"),
        ("at_once = 1.5", "endpoints.a.at_once: expected `int | null`, got `float`"),
        ("per_minute = -1", "endpoints.a.per_minute: expected `float` > 0.0"),
        ("model = 7", "endpoints.a.model: expected `str`, got `int`"),
        (
            'model = " "',
            "endpoints.a.model: is empty; give the model's id, or leave the line out to send the endpoint's name",
        ),
        ("headers = { X-A = 1 }", "endpoints.a.headers: expected `str`, got `int`"),
        (
            'headers = { "X A" = "1" }',
            "endpoints.a.headers.'X A': is no header: a name has no spaces, a value no line breaks",
        ),
        (
            'headers = { X-A = "1\\n2" }',
            "endpoints.a.headers.'X-A': is no header: a name has no spaces, a value no line breaks",
        ),
        (
            'headers = { content-type = "text" }',
            "endpoints.a.headers.content-type: is set by polar-bench; leave it out",
        ),
        ("body = 3", "endpoints.a.body: expected `object`, got `int`"),
        (
            "body = { n = 1, seed = 7 }",
            "endpoints.a.body.seed: is set by the protocol and the options of the run; leave it out",
        ),
        (
            "reasoning = { max_completion_tokens = 7 }",
            "endpoints.a.reasoning.max_completion_tokens: is set by the protocol and the options of the run; "
            "leave it out",
        ),
        ("body = { x = 1 }\nreasoning = { x = 2 }", "endpoints.a.reasoning.x: stands in body too; keep one"),
        (
            'key_env = "KEY"\nheaders = { authorization = "x" }',
            "endpoints.a.headers.Authorization: key_env sends this header; keep one of them",
        ),
        ("prices = { prompt = 1 }", "endpoints.a.prices: object missing required field `reply`"),
        ("prices = { prompt = 1, reply = -1 }", "endpoints.a.prices.reply: expected `float` >= 0.0"),
        ("prices = { prompt = 1, reply = 1, cache = 1 }", "endpoints.a.prices: object contains unknown field `cache`"),
    ],
)
def test_fault_is_named_with_its_place(tmp_path: Path, table: str, fault: str) -> None:
    assert [fault] == _faults(tmp_path, table)


@pytest.mark.parametrize("name", ["model", "messages", "temperature", "top_p", "max_tokens", "seed", "stream"])
@pytest.mark.parametrize("where", ["body", "reasoning"])
def test_fields_of_the_protocol_are_refused(tmp_path: Path, where: str, name: str) -> None:
    (fault,) = _faults(tmp_path, f"{where} = {{ {name} = 1 }}")

    assert f"endpoints.a.{where}.{name}" == fault.partition(":")[0]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[endpoints.a]\n", 'endpoints.a.url: is missing; give one like url = "http://localhost:8000/v1"'),
        (
            '[endpoints.a]\nurl = "localhost"\n',
            "endpoints.a.url: 'localhost' is no URL of an endpoint; give one like http://localhost:8000/v1",
        ),
        ("endpoints = 3\n", "endpoints: must hold tables such as [endpoints.my-model]"),
        ("[endpoints]\na = 3\n", "endpoints.a: must be a table, such as [endpoints.a]"),
        ("[endpoint.a]\n", "endpoint: is unknown. Did you mean endpoints?"),
        (
            '[endpoints."control/x"]\nurl = "http://h/v1"\n',
            "endpoints.'control/x': names that begin with control/ are the controls'; take another",
        ),
        ('[endpoints.""]\nurl = "http://h/v1"\n', "endpoints.'': a name needs a letter, and no line break"),
    ],
)
def test_fault_of_the_whole_is_named(tmp_path: Path, text: str, fault: str) -> None:
    assert [fault] == _faults(tmp_path, "", text)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    table = 'at_once = 0\nbody = { seed = 1, stream = true }\n[endpoints.b]\nurl = "x"\nmodle = "m"\n[extra]\n'

    places = [fault.partition(": ")[0] for fault in _faults(tmp_path, table)]

    assert [
        "extra",
        "endpoints.a.at_once",
        "endpoints.a.body.seed",
        "endpoints.a.body.stream",
        "endpoints.b.modle",
        "endpoints.b.url",
    ] == places


@pytest.mark.parametrize("value", ["sk-proj-abc", "gsk_" + "a1B2" * 13, "", "MY KEY", "1KEY"])
def test_key_in_place_of_its_variable_is_refused_without_telling_it(tmp_path: Path, value: str) -> None:
    expected = (
        "endpoints.a.key_env: must be the name of an environment variable, such as MY_API_KEY, never the key itself"
    )

    assert [expected] == _faults(tmp_path, f'key_env = "{value}"')


def test_url_with_a_secret_is_refused_without_telling_it(tmp_path: Path) -> None:
    (fault,) = _faults(tmp_path, "", '[endpoints.a]\nurl = "http://me:hunter2@host/v1"\n')

    assert (True, False) == (fault.startswith("endpoints.a.url: The URL of host"), "hunter2" in fault)


def test_syntax_error_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"polar-bench\.toml is no TOML: .*line 2"):
        read_endpoints(_file(tmp_path, "[endpoints.a]\nurl = \n"))


@pytest.mark.parametrize("text", [b"\xff\xfe", b"a = " + b"[" * 5000])
def test_bytes_that_are_no_toml_are_refused(tmp_path: Path, text: bytes) -> None:
    with pytest.raises(SetupError, match="is no TOML"):
        read_endpoints(_file(tmp_path, text))


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError) as caught:
        read_endpoints(tmp_path / "none.toml")

    assert f"There is no file {tmp_path / 'none.toml'}: check --config or POLAR_CONFIG." == str(caught.value)


def test_folder_in_place_of_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="can't be read"):
        read_endpoints(tmp_path)


def test_example_of_the_manual_can_be_used(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "evaluate-a-model.md").read_text(encoding="utf-8")
    example = manual.partition("```toml\n")[2].partition("```")[0]

    assert ["sonnet", "qwen"] == list(read_endpoints(_file(tmp_path, example)))
