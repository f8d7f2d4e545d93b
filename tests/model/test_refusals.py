"""Which fields an endpoint's words refuse, and which words only speak of a field."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polar_bench.model.refusals import FIELDS, is_about_limit, refused_fields


def _error(message: str, **more: object) -> bytes:
    return json.dumps({"error": {"message": message, **more}}).encode()


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        ("Unsupported parameter: 'max_tokens' is not supported with this model.", ["max_tokens"]),
        ("Please use max_completion_tokens instead of max_tokens; use `max_completion_tokens` instead", ["max_tokens"]),
        ("Unrecognized request argument supplied: seed", ["seed"]),
        ("Unrecognized request arguments supplied: seed, top_p", ["top_p", "seed"]),
        ("property 'seed' is unsupported", ["seed"]),
        ("Model grok-9 does not support parameter seed.", ["seed"]),
        ("Malformed input request: #: extraneous key [seed] is not permitted, please reformat your input", ["seed"]),
        ("Extra inputs are not permitted, field: 'seed', value: 7", ["seed"]),
        ("body -> max_tokens\n  Extra inputs are not permitted (type=extra_forbidden)", ["max_tokens"]),
        ("temperature is not longer supported", ["temperature"]),
        ("The parameter `temperature` is no longer available for this model", ["temperature"]),
        ("Input validation error: `temperature` must be strictly positive", ["temperature"]),
        ("temperature must be greater than 0", ["temperature"]),
        ("invalid temperature: only the default is allowed for this model", ["temperature"]),
        ("invalid temperature: must be 1 for this model", ["temperature"]),
        ("top_p cannot be used together with temperature", ["top_p"]),
        ("Only one of temperature and top_p may be set", ["top_p"]),
        ("seed must be unset: it is not supported", ["seed"]),
    ],
)
def test_refused_field_is_found_in_words(words: str, fields: list[str]) -> None:
    as_text = json.dumps({"error": words}).encode()

    assert [fields] * 4 == [
        list(refused_fields(body)) for body in (_error(words), as_text, words.encode(), _error("Failed", raw=words))
    ]


@pytest.mark.parametrize(
    "words",
    [
        "max_tokens must be <= 4096",
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
        "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude",
        "`max_tokens` must be greater than `thinking.budget_tokens`.",
        "max_tokens (100000) is not supported: it must be at most 4096",
        "max_tokens is not allowed to exceed 4096",
        "max_tokens above 4096 is not supported, the maximum is 4096",
        "Invalid value for max_tokens: expected an integer >= 16",
        "'max_tokens' or 'max_completion_tokens' is too large: 2048.",
        "This request requires more credits, or fewer max_tokens.",
        "Could not finish the message because max_tokens or model output limit was reached.",
        "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 3 instead.",
        "temperature must be between 0 and 2",
        "temperature 3 is not supported: it must be at most 2",
        "The model `seed-oss-36b` is not supported",
        "Unsupported model: org/seed-36b",
        'Unknown name "seeds": Cannot find field.',
        "Unsupported parameter: 'reasoning_effort'. The temperature of the room is fine.",
        "We are seeding the database; unsupported.",
        "",
    ],
)
def test_words_that_only_speak_of_a_field_refuse_none(words: str) -> None:
    assert [()] * 3 == [refused_fields(body) for body in (_error(words), words.encode(), _error("", raw=words))]


@pytest.mark.parametrize(
    ("param", "code", "fields"),
    [
        ("max_tokens", "unsupported_parameter", ("max_tokens",)),
        ("temperature", "unsupported_value", ("temperature",)),
        ("seed", "unknown_parameter", ("seed",)),
        ("max_tokens", "unsupported_value", ()),
        ("max_tokens", "invalid_value", ()),
        ("messages", "unsupported_parameter", ()),
        (None, None, ()),
    ],
)
def test_code_and_parameter_are_enough(param: object, code: object, fields: tuple[str, ...]) -> None:
    assert fields == refused_fields(_error("No.", param=param, code=code))


def test_what_was_sent_and_is_said_back_refuses_nothing() -> None:
    fault = {"type": "missing", "loc": ["body", "tools"], "msg": "Field required", "input": "seed is not supported"}

    assert () == refused_fields(json.dumps({"detail": [fault]}).encode())
    assert () == refused_fields(json.dumps({"error": "No.", "input": "seed is not supported"}).encode())


@pytest.mark.parametrize(
    ("words", "is_about"),
    [
        ("max_tokens must be <= 4096", True),
        ("max_output_tokens is below the minimum", True),
        ("the prompt has too many tokens", False),
    ],
)
def test_limit_of_the_reply_is_told_from_other_tokens(words: str, is_about: bool) -> None:
    assert is_about == is_about_limit(_error(words))


@given(
    st.recursive(
        st.none() | st.booleans() | st.text(max_size=12) | st.sampled_from([f"{{{f}" for f in FIELDS]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["error", "loc", "msg", "type", "param", "code"]), inner, max_size=4)
        ),
        max_leaves=10,
    )
)
def test_no_answer_is_too_strange(answer: object) -> None:
    assert set(refused_fields(json.dumps(answer).encode())) <= set(FIELDS)


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"[" * 100_000, b'{"error": ' * 50_000, b"seed " * 200_000])
def test_hostile_bodies_end_soon(body: bytes) -> None:
    assert () == refused_fields(body)
