"""Fixtures for all tests, and how property tests draw: the same examples each time, new ones under `make fuzz`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None, print_blob=True)
settings.load_profile("fuzz" if os.environ.get("POLAR_FUZZ") else "fixed")


@pytest.fixture
def heard_ctrl_c() -> Iterator[None]:
    """Let child processes hear SIGINT: a shell tells its background jobs to ignore it, and children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
