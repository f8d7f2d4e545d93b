"""The parts that a profile's texts are written in: each is asked for by one call.

Cells share what has to be the same for them: one document; one policy for P1 and P5, which differ in the task alone;
one task for all levels, and the sentence that P5 adds to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from polar_bench.sample import Attack, PolicyLevel


class Part(StrEnum):
    """What one call gives; the value is the name of its prompt, too."""

    DOCUMENT = "document"
    POLICY_P1 = "policy_p1"
    POLICY_P2 = "policy_p2"
    POLICY_P3 = "policy_p3"
    POLICY_P4 = "policy_p4"
    TASK = "task"
    CONFLICT = "conflict"
    SCRIPT_S1 = "script_s1"
    SCRIPT_S2 = "script_s2"
    SCRIPT_S3 = "script_s3"
    SCRIPT_S4 = "script_s4"
    SCRIPT_S5 = "script_s5"


POLICY_OF = {
    PolicyLevel.P1: Part.POLICY_P1,
    PolicyLevel.P2: Part.POLICY_P2,
    PolicyLevel.P3: Part.POLICY_P3,
    PolicyLevel.P4: Part.POLICY_P4,
    PolicyLevel.P5: Part.POLICY_P1,
}
SCRIPT_OF = {
    Attack.S1: Part.SCRIPT_S1,
    Attack.S2: Part.SCRIPT_S2,
    Attack.S3: Part.SCRIPT_S3,
    Attack.S4: Part.SCRIPT_S4,
    Attack.S5: Part.SCRIPT_S5,
}
SCRIPTS = tuple(SCRIPT_OF.values())
TEXTS = tuple(part for part in Part if part not in SCRIPTS)
"""The parts that are written first: S2's wrong options must stand in none of them."""

Drafts = Mapping[Part, tuple[str, ...]]
"""What was written of each part: one text, or the texts of a script's turns in order."""
