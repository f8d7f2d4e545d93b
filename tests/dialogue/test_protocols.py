"""The two protocols: their names, and what each decides."""

from __future__ import annotations

import pytest

from polar_bench.agent.views import RAW, SPOKEN
from polar_bench.dialogue.protocols import PROTOCOLS, ProtocolName, protocol_named
from polar_bench.errors import SetupError
from polar_bench.model.port import Sampling


@pytest.mark.parametrize(
    ("text", "expected"), [("polar", "polar"), ("released", "released"), (" Released ", "released")]
)
def test_a_protocol_has_a_name(text: str, expected: str) -> None:
    assert expected == protocol_named(text)


@pytest.mark.parametrize("text", ["", " ", ",", "both"])
def test_what_is_no_one_protocol_is_refused(text: str) -> None:
    with pytest.raises(SetupError) as caught:
        protocol_named(text)

    assert f"There is no protocol '{text}'. There are: polar, released." == str(caught.value)


@pytest.mark.parametrize("text", ["relased", "polar,released"])
def test_a_near_name_is_told(text: str) -> None:
    with pytest.raises(SetupError, match=r"Did you mean released\?"):
        protocol_named(text)


def test_every_name_has_a_protocol_of_that_name() -> None:
    assert set(ProtocolName) == set(PROTOCOLS)
    assert all(name is protocol.name for name, protocol in PROTOCOLS.items())


def test_sampling_and_view_of_each() -> None:
    polar, released = PROTOCOLS[ProtocolName.POLAR], PROTOCOLS[ProtocolName.RELEASED]

    assert (Sampling(temperature=0.0, max_tokens=2048), SPOKEN) == (polar.sampling, polar.view)
    assert (Sampling(temperature=0.0, top_p=1.0, max_tokens=1200), RAW) == (released.sampling, released.view)
