"""Prompts as files, filled strictly."""

from __future__ import annotations

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.agent.prompted import VARIABLES, trusted_prompt
from polar_bench.agent.prompts import prompt
from polar_bench.errors import SetupError

_TWO = frozenset({"task", "policy"})


def test_unknown_variable_is_named_with_those_that_are_known() -> None:
    with pytest.raises(SetupError) as caught:
        prompt("mine", "{task} {policy} {secret}", _TWO)

    assert "Prompt mine: unknown variable {secret}; it can use {policy}, {task}." == str(caught.value)


def test_missing_variable_is_named() -> None:
    with pytest.raises(SetupError) as caught:
        prompt("mine", "Do {task}.", _TWO)

    assert "Prompt mine: the variable {policy} is missing; put it where it belongs." == str(caught.value)


@pytest.mark.parametrize("text", ['{"answer": 1} ', "{} ", "{{ ", "} { ", "{Task} ", "{task-2} ", "{ task } "])
def test_braces_that_name_no_variable_are_text(text: str) -> None:
    made = prompt("mine", text + "{task}{policy}", _TWO)

    assert f"{text}ab" == made.fill({"task": "a", "policy": "b"})


def test_doubled_braces_are_text_around_the_value() -> None:
    assert "{a} b" == prompt("mine", "{{task}} {policy}", _TWO).fill({"task": "a", "policy": "b"})


def test_variable_may_stand_twice() -> None:
    assert "a b a" == prompt("mine", "{task} {policy} {task}", _TWO).fill({"task": "a", "policy": "b"})


def test_value_that_is_not_given_is_named() -> None:
    with pytest.raises(KeyError, match="policy"):
        prompt("mine", "{task}{policy}", _TWO).fill({"task": "a"})


@given(st.text(), st.text())
def test_values_go_in_as_they_are(task: str, policy: str) -> None:
    assert f"<{task}|{policy}>" == prompt("mine", "<{task}|{policy}>", _TWO).fill({"task": task, "policy": policy})


@pytest.mark.parametrize("value", ["{policy}", r"\1 \g<0> \n", "{task}", "{unknown}", "{0} %s $task"])
def test_what_looks_like_a_variable_in_a_value_is_text(value: str) -> None:
    assert f"{value} b" == prompt("mine", "{task} {policy}", _TWO).fill({"task": value, "policy": "b"})


def test_digest_is_of_the_text_without_its_last_line_end() -> None:
    expected = hashlib.sha256(b"{task}{policy}").hexdigest()

    assert [expected] * 2 == [prompt("mine", text, _TWO).digest for text in ("{task}{policy}", "{task}{policy}\n")]


def test_shipped_prompt_uses_each_variable_once() -> None:
    shipped = trusted_prompt()

    assert ("polar/trusted", sorted(VARIABLES)) == (shipped.name, sorted(re.findall(r"\{(\w+)\}", shipped.text)))
