"""What the scorers are made of, as a digest: rows that other scorers made are not taken for theirs."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_PARTS = ("*.py", "matching/*.py", "scoring/*.py", "dataset/*.py", "data/words/*")
"""The nouns, the matchers with their words, the scorers, and how a data set is read (kinds are inferred there)."""


@cache
def scorers_digest() -> str:
    """Return the SHA-256 of all files that decide a score, as 64 hex digits."""
    whole = hashlib.sha256()
    for part in _PARTS:
        for path in sorted(_PACKAGE.glob(part)):
            whole.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
            whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()
