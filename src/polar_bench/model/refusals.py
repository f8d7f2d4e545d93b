"""Which fields of a request an endpoint refuses, by its own words.

Pure: from an error's body to names of fields. A field is refused where the endpoint doesn't know it, doesn't take
it for this model, or takes no value but its own default. A value that is out of bounds ("max_tokens must be <= 4096")
is no refusal of its field: the user must change it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from polar_bench.journal import codec

LIMITS = ("max_tokens", "max_completion_tokens")
FIELDS = (*LIMITS, "temperature", "top_p", "seed")

_LONGEST = 20_000
_CODES = ("unsupported_parameter", "unknown_parameter", "unsupported_value")
_EXTRA = ("extra_forbidden", "value_error.extra")
_SENTENCE_END = re.compile(r"[.;!]\s+(?!use\b)|\n(?!\s)", re.IGNORECASE)
_WORD = re.compile(r"(?<![\w/-])(?P<name>" + "|".join(FIELDS) + r")(?![\w/-]|\.\w)", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"un(supported|known|recogni[sz]ed|expected)|\bextra(neous)?\b|deprecated|forbidden|cannot find field|no longer"
    r"|(not|n't) (\w+ )?(support|permit|allow|accept|recogni[sz]e|available|implemented)(?!\w* (above|over|beyond))"
    r"|invalid (field|parameter|argument|property)( name)?\b|(does not|doesn't) (take|know|have)",
    re.IGNORECASE,
)
# where the only value that is left is the endpoint's own: as good as a refusal, for temperature and top_p
_ONLY_DEFAULT = re.compile(
    r"only (the )?default|may only be (set to )?[\d.]+|or unset\b|must be (strictly )?positive"
    r"|must be (set to )?1(\.0)?\b|must be (> ?0|greater than 0)(?![.\d])",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"(?<!-)[<>]|must (be|lie|have)(?! (unset|omitted|left|removed|null|none))|at (most|least)|exceed|less than|up to"
    r"|too (large|small|big|high|low|many|long|short|few)|(great|larg|small|high|low)er|maximum|minimum"
    r"|between|\brange\b",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"(can(not|'t| not)|may not|must not|not) (both )?be (both )?(specified|used|set|given|provided)"
    r"|only one of|not both|together",
    re.IGNORECASE,
)
_LIMIT_WORD = re.compile(r"\bmax_(completion_|output_|new_)?tokens\b|\bmaxOutputTokens\b|--max-tokens")


def refused_fields(body: bytes) -> tuple[str, ...]:
    """Return the fields (of `FIELDS`) that the error in `body` refuses, in their order."""
    try:
        answer = codec.loads(body)
    except msgspec.DecodeError:
        answer = body.decode("utf-8", "replace")
    found = set(_refused(answer))
    return tuple(field for field in FIELDS if field in found)


def is_about_limit(body: bytes) -> bool:
    """Return True where the error speaks of the limit of the reply's tokens."""
    return _LIMIT_WORD.search(body.decode("utf-8", "replace")) is not None


def _refused(answer: object, depth: int = 0) -> Iterator[str]:
    """Yield what any part of a nested error refuses: objects with codes, lists of faults, texts, JSON in texts."""
    if depth > 6:
        return
    if isinstance(answer, list):
        for part in answer:
            yield from _refused(part, depth + 1)
    elif isinstance(answer, dict):
        if "loc" in answer:
            yield from _in_fault(answer)
            return
        yield from _by_code(answer)
        for name, part in answer.items():
            if name not in ("input", "user_id", "body"):  # what was sent, said back
                yield from _refused(part, depth + 1)
    elif isinstance(answer, str):
        start = min((at for at in (answer.find("{"), answer.find("[{")) if at >= 0), default=-1)
        inner = _json_in(answer[start:]) if start >= 0 else None
        if inner is not None:
            yield from _refused(inner, depth + 1)
            answer = answer[:start]
        yield from _in_text(answer[:_LONGEST])


def _json_in(text: str) -> object:
    """Return the JSON that `text` is, up to its last closing bracket; None where it's none."""
    end = max(text.rfind("}"), text.rfind("]")) + 1
    try:
        inner = codec.loads(text[:end].encode("utf-8", "replace"))
    except msgspec.DecodeError:
        return None
    return inner if isinstance(inner, (dict, list)) else None


def _in_fault(fault: Mapping[str, Any]) -> Iterator[str]:  # Any: foreign JSON
    """Yield the field of a fault as pydantic writes it: `loc`, `type`, `msg`."""
    loc = fault.get("loc")
    field = loc[-1] if isinstance(loc, list) and loc else loc
    if field in FIELDS and (
        fault.get("type") in _EXTRA or re.search(r"\bextra\b|not permitted", str(fault.get("msg")), re.IGNORECASE)
    ):
        yield str(field)


def _by_code(error: Mapping[str, Any]) -> Iterator[str]:  # Any: foreign JSON
    field, code = error.get("param"), error.get("code")
    if field in FIELDS and code in _CODES and not (field in LIMITS and code == "unsupported_value"):
        yield str(field)


def _in_text(text: str) -> Iterator[str]:
    for sentence in _SENTENCE_END.split(text):
        named = {found["name"].lower() for found in _WORD.finditer(sentence)}
        if not named:
            continue
        if {"temperature", "top_p"} <= named and _TOGETHER.search(sentence):
            yield "top_p"
        elif re.search(r"use\W+max_completion_tokens\W+instead", sentence, re.IGNORECASE):
            yield "max_tokens"
        elif _UNKNOWN.search(sentence) and not _BOUND.search(sentence):
            yield from named
        elif _ONLY_DEFAULT.search(sentence):
            yield from named & {"temperature", "top_p"}
