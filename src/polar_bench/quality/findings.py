"""What a check or a judge finds in a sample: the rule that is broken, where, and the words that show it.

Must not know who finds (rules, judges) or who shows (reports, commands).
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

_AROUND = 40


class Fault(NamedTuple):
    """What a rule finds before the sample and the rule are put to it; fields as those of `Finding`."""

    where: str
    fault: str
    evidence: str = ""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault of one sample.

    `where` is "document", "policy", "task", "script", "turn 2" (from 1), "attribute home_town", "rules" or "sample".
    `fault` says what is wrong in one line. `evidence` is the text that shows it, the faulty words in [[...]], and ""
    where something is missing. `is_must` tells whether a sample with this fault is unfit, or merely poorer for it.
    `lifted_by` names the judges who say that it is none after all: then it is listed and counts for nothing.
    """

    rule: str
    sample_id: str
    where: str
    fault: str
    evidence: str = ""
    is_must: bool = True
    lifted_by: tuple[str, ...] = ()

    @property
    def is_failing(self) -> bool:
        """True where the sample is unfit for it."""
        return self.is_must and not self.lifted_by


def excerpt(text: str, start: int, end: int, *, around: int = _AROUND) -> str:
    """Return the words from `start` to `end` (offsets) in [[...]], with `around` characters on either side.

    >>> excerpt("She is called Maren Oldacre.", 14, 27)
    'She is called [[Maren Oldacre]].'
    """
    low, high = max(0, start - around), min(len(text), end + around)
    before, after = text[low:start], text[end:high]
    if low > 0:
        before = "..." + before.partition(" ")[2] if " " in before.strip() else "..." + before
    if high < len(text):
        after = after.rpartition(" ")[0] + "..." if " " in after.strip() else after + "..."
    return " ".join(f"{before}[[{text[start:end]}]]{after}".split())


def excerpt_of(text: str, words: str) -> str:
    """Return the `excerpt` of the first place where `words` stand, case and white space aside; "" where they don't."""
    sought = r"[\s>]+".join(map(re.escape, words.split()))
    found = re.search(rf"(?<!\w){sought}(?!\w)", text, re.IGNORECASE) or re.search(sought, text, re.IGNORECASE)
    return excerpt(text, *found.span()) if found and sought else ""
