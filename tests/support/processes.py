"""Child processes of tests."""

from __future__ import annotations

import signal


def hear_ctrl_c() -> None:
    """Let a child process hear SIGINT, which a shell tells its background jobs to ignore; for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
