"""The tree of errors, and the help that their texts give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polar_bench.errors import (
    DataError,
    ModelFailure,
    PolarError,
    RunFolderError,
    SetupError,
    Unassessed,
    UserError,
    did_you_mean,
)

DOMAINS = ["medical", "finance", "legal", "housing"]


def test_passing_reasons_are_those_of_the_design() -> None:
    expected = {"timeout", "rate_limited", "auth", "unavailable", "attacker_failed"}

    assert expected == {str(reason) for reason in Unassessed if reason.is_passing}


@pytest.mark.parametrize("error", [DataError, RunFolderError, SetupError])
def test_users_mistakes_are_told_apart_from_models_failures(error: type[Exception]) -> None:
    assert issubclass(error, UserError)
    assert not issubclass(error, ModelFailure)
    assert issubclass(ModelFailure, PolarError)
    assert not issubclass(ModelFailure, UserError)


def test_model_failure_says_its_reason_and_detail() -> None:
    failure = ModelFailure(Unassessed.TIMEOUT, "no answer within 120 s")

    assert (Unassessed.TIMEOUT, "no answer within 120 s") == (failure.reason, failure.detail)
    assert "timeout: no answer within 120 s" == str(failure)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("medcal", " Did you mean medical?"),
        ("MEDICAL", " Did you mean medical?"),
        ("finanse", " Did you mean finance?"),
        ("zzz", ""),
        ("", ""),
    ],
)
def test_near_names_are_offered(name: str, expected: str) -> None:
    assert expected == did_you_mean(name, DOMAINS)


def test_nothing_is_offered_where_nothing_is_known() -> None:
    assert "" == did_you_mean("medical", [])


@settings(deadline=None)
@given(name=st.sampled_from(DOMAINS))
def test_a_name_that_is_known_is_its_own_nearest(name: str) -> None:
    assert did_you_mean(name, DOMAINS).startswith(f" Did you mean {name}")
