"""Seeds and ids are derived from content, never drawn from a shared stream.

Order, concurrency and selection therefore can't change a draw. Knows nothing of samples or models.
"""

from __future__ import annotations

import hashlib

BASE_SEED = 42
_MODULUS = 2**31


def seed_for(*parts: object, base: int = BASE_SEED) -> int:
    """Return the seed of the thing that `parts` name, in [0, 2**31).

    The first eight hexadecimal digits of SHA-256 over the parts joined by "::", plus `base`, modulo 2**31:
    the rule of the released evaluator (reference: released-benchmark.md, "Seeds"), used for both protocols.

    >>> seed_for("legal_000000", "model-a", "example")
    1813765828
    """
    text = "::".join(str(part) for part in parts)
    return (int(hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8], 16) + base) % _MODULUS


def chance_for(*parts: object, base: int = BASE_SEED) -> float:
    """Return a number in [0, 1), uniform over the things that `parts` name, for draws with a set chance."""
    return seed_for(*parts, base=base) / _MODULUS


def content_id(prefix: str, content: bytes, digits: int = 8) -> str:
    """Return `prefix` with the first hexadecimal `digits` of SHA-256 over `content`."""
    return f"{prefix}-{hashlib.sha256(content).hexdigest()[:digits]}"
