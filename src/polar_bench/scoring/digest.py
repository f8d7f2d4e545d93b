"""What the scorers are made of, as a digest: rows that other scorers made are not taken for theirs."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_PARTS = (
    *("attributes.py", "roles.py", "sample.py", "trial.py"),
    *("dataset/*.py", "model/channels.py", "matching/*.py", "data/words/*", "scoring/*.py"),
)
"""The nouns, how a data set and a reply are read, the matchers with their words, and the scorers."""


def deciding_files() -> list[Path]:
    """Return the files of the package that decide a score, in a fixed order."""
    return [path for part in _PARTS for path in sorted(_PACKAGE.glob(part))]


@cache
def scorers_digest() -> str:
    """Return the SHA-256 of all files that decide a score, as 64 hex digits."""
    whole = hashlib.sha256()
    for path in deciding_files():
        whole.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
