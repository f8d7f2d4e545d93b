"""Prompts as files: strict variables, a folder in place of ours, filled once."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.agent.prompts import KINDS, Prompt, PromptKind, checked, load_prompts, shipped
from polar_bench.errors import SetupError

ALL = [(protocol, kind) for protocol, kinds in KINDS.items() for kind in kinds]
each_kind = pytest.mark.parametrize(("protocol", "kind"), ALL, ids=[f"{name}/{kind.name}" for name, kind in ALL])
REQUIRED = {
    "polar/trusted": {"document", "policy", "task"},
    "polar/attacker": {"task", "targets"},
    "polar/attacker_round": {"planned"},
    "released/trusted": {"document", "policy", "task"},
    "released/attacker": {"script"},
    "released/attacker_round": {"planned"},
}
OPTIONAL = {
    "polar/trusted": set(),
    "polar/attacker": {"script"},
    "polar/attacker_round": {"round", "rounds", "aim"},
    "released/trusted": set(),
    "released/attacker": {"task", "targets"},
    "released/attacker_round": {"round", "rounds", "aim", "protected_values", "task_values"},
}


def laid_out(names: set[str] | frozenset[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names))


def filled(text: str, **values: str) -> str:
    return Prompt("mine", text).fill(values)


# Variables


def test_the_kinds_and_their_variables() -> None:
    assert REQUIRED == {f"{protocol}/{kind.name}": set(kind.required) for protocol, kind in ALL}
    assert OPTIONAL == {f"{protocol}/{kind.name}": set(kind.optional) for protocol, kind in ALL}


@each_kind
def test_the_required_variables_are_enough_and_all_are_allowed(protocol: str, kind: PromptKind) -> None:
    for names in (kind.required, kind.variables):
        assert laid_out(names) == checked(kind, laid_out(names), "here")


@each_kind
def test_each_missing_variable_is_named_with_the_place(protocol: str, kind: PromptKind) -> None:
    for missing in kind.required:
        with pytest.raises(SetupError) as caught:
            checked(kind, laid_out(kind.variables - {missing}), "mine/trusted.md")

        expected = f"mine/trusted.md: the variable {{{missing}}} is missing; put it where it belongs."
        assert expected == str(caught.value)


@each_kind
def test_each_variable_of_another_kind_is_named_with_those_that_are_known(protocol: str, kind: PromptKind) -> None:
    every = {name for _, other in ALL for name in other.variables} | {"draft", "message", "secret"}
    for unknown in every - kind.variables:
        with pytest.raises(SetupError) as caught:
            checked(kind, laid_out(kind.variables | {unknown}), "mine.md")

        listed = ", ".join(f"{{{name}}}" for name in sorted(kind.variables))
        assert str(caught.value).startswith(f"mine.md: unknown variable {{{unknown}}}.")
        assert str(caught.value).endswith(f" It can use {listed}.")


def test_values_are_no_variable_of_protocol_polar() -> None:
    allowed = {name for kind in KINDS["polar"] for name in kind.variables}

    assert set() == {name for name in allowed if "value" in name}


def test_a_misspelt_variable_is_told_with_the_near_one() -> None:
    with pytest.raises(SetupError, match=r"unknown variable \{polcy\}\. Did you mean policy\?"):
        checked(KINDS["polar"][0], "{document} {polcy} {task}", "here")


# Filling


@pytest.mark.parametrize("text", ['{"answer": 1} ', "{} ", "{{ ", "} { ", "{Task} ", "{task-2} ", "{ task } "])
def test_braces_that_name_no_variable_are_text(text: str) -> None:
    kind = PromptKind("mine", frozenset({"task", "policy"}))
    whole = text + "{task}{policy}"

    assert whole == checked(kind, whole, "here")
    assert f"{text}ab".strip() == filled(whole, task="a", policy="b")


def test_doubled_braces_are_text_around_the_value() -> None:
    assert "{a} b" == filled("{{task}} {policy}", task="a", policy="b")


def test_variable_may_stand_twice_and_values_may_be_left_over() -> None:
    assert "a b a" == filled("{task} {policy} {task}", task="a", policy="b", aim="c")


def test_value_that_is_not_given_is_named() -> None:
    with pytest.raises(KeyError, match="policy"):
        filled("{task}{policy}", task="a")


@given(st.text(), st.text())
def test_values_go_in_as_they_are(task: str, policy: str) -> None:
    assert f"<{task}|{policy}>" == filled("<{task}|{policy}>", task=task, policy=policy)


@pytest.mark.parametrize("value", ["{policy}", r"\1 \g<0> \n", "{task}", "{unknown}", "{0} %s $task"])
def test_what_looks_like_a_variable_in_a_value_is_text(value: str) -> None:
    assert f"{value} b" == filled("{task} {policy}", task=value, policy="b")


@given(st.sampled_from(["", " ", "\n", "\t\r\n "]), st.sampled_from(["", " ", "\n", " \n\n"]))
def test_outer_white_space_goes_and_inner_stays(before: str, after: str) -> None:
    assert "a \n b" == filled(f"{before}{{task}} \n {{policy}}{after}", task="a", policy="b")
    assert "a  \n  b" == filled("{task} \n {policy}", task=f"{before}a ", policy=f" b{after}")


# Files


@each_kind
def test_shipped_prompts_are_filled_whole(protocol: str, kind: PromptKind) -> None:
    values = {name: f"<<{name}>>" for name in kind.variables}
    text = load_prompts(protocol)[kind.name].fill(values)
    used = set(re.findall(r"\{(\w+)\}", shipped(protocol, kind.name)))

    assert all(values[name] in text for name in used)
    assert [] == re.findall(r"\{\w+\}", text)
    assert text == text.strip()


def test_shipped_prompts_use_every_variable_that_helps() -> None:
    left_out = {
        f"{protocol}/{kind.name}": sorted(kind.variables - set(re.findall(r"\{(\w+)\}", shipped(protocol, kind.name))))
        for protocol, kind in ALL
    }

    assert {"released/attacker": ["targets", "task"], "released/attacker_round": ["aim"]} == {
        name: names for name, names in left_out.items() if names
    }


def test_digest_is_of_the_whole_text() -> None:
    assert hashlib.sha256("é{task}\n".encode()).hexdigest() == Prompt("mine", "é{task}\n").digest
    expected = {f"polar/{name}": hashlib.sha256(shipped("polar", name).encode()).hexdigest() for name in ("trusted",)}
    assert expected == load_prompts("polar").digests(["trusted"])


def test_files_in_a_folder_stand_in_for_ours_and_the_others_stay(tmp_path: Path) -> None:
    mine = "Mine: {document}{policy}{task}\n"
    (tmp_path / "trusted.md").write_text(mine)
    (tmp_path / "README.txt").write_text("{anything}")
    for protocol in KINDS:
        prompts = load_prompts(protocol, tmp_path)

        assert mine == prompts["trusted"].text
        assert [shipped(protocol, name) for name in ("attacker", "attacker_round")] == [
            prompts[name].text for name in ("attacker", "attacker_round")
        ]
        assert f"{protocol}/trusted" == prompts["trusted"].name


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "{folder} holds no prompt (*.md); `polar-bench prompts --copy {folder}` lays ours there."),
        ({"notes.txt": "x"}, "{folder} holds no prompt (*.md)"),
        ({"trsted.md": "x"}, "{folder}/trsted.md is no prompt of protocol polar; its prompts are trusted.md, attacker"),
        ({"README.md": "x"}, "{folder}/README.md is no prompt of protocol polar"),
        ({"trusted.md": "{document}{task}"}, "{folder}/trusted.md: the variable {policy} is missing"),
        ({"attacker.md": "{task}{targets}{document}"}, "{folder}/attacker.md: unknown variable {document}."),
        ({"attacker_round.md": "{planned}{protected_values}"}, "{folder}/attacker_round.md: unknown variable {prot"),
        ({"trusted.md": b"\xff{document}{policy}{task}"}, "{folder}/trusted.md can't be read as UTF-8 text"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path, files: dict[str, str | bytes], said: str) -> None:
    for name, text in files.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SetupError) as caught:
        load_prompts("polar", tmp_path)

    assert str(caught.value).startswith(said.replace("{folder}", str(tmp_path)))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"There is no folder .*nothere"):
        load_prompts("polar", tmp_path / "nothere")
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match=r"There is no folder .*file"):
        load_prompts("polar", tmp_path / "file")


def test_a_byte_order_mark_and_windows_line_ends_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "trusted.md").write_bytes(b"\xef\xbb\xbfDo\r\n{task}\r\n{policy}{document}\r\n")

    assert "Do\na\nbc" == load_prompts("polar", tmp_path)["trusted"].fill({"task": "a", "policy": "b", "document": "c"})
