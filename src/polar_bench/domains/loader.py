"""Loading a domain file: read it, check it, and tell all its faults at once.

A source is a path to a file, or the name of a domain that ships with the package.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from polar_bench.domains.checks import findings
from polar_bench.domains.faults import DomainError, Fault, Finding, Notes, Where
from polar_bench.domains.lines import LineMap
from polar_bench.domains.reader import read_tables
from polar_bench.domains.spec import DomainSpec
from polar_bench.errors import UserError, did_you_mean
from polar_bench.sample import DOMAINS

_SUFFIX = ".toml"
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")
_NAMED_BY = {"attribute": "name", "concept": "name", "task": "name", "topic": "name", "condition": "governs"}


class Reading(msgspec.Struct, frozen=True):
    """What a domain file gave: `spec` is None where there are faults; warnings stop nobody."""

    source: str
    spec: DomainSpec | None
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]


def shipped_domains() -> tuple[str, ...]:
    """Return the names of the domains that ship with the package, in the order of the benchmark."""
    folder = _shipped_folder()
    names = [entry.name.removesuffix(_SUFFIX) for entry in folder.iterdir() if entry.name.endswith(_SUFFIX)]
    return tuple(sorted(names, key=lambda name: (DOMAINS.index(name) if name in DOMAINS else len(DOMAINS), name)))


def load_domain(source: str | Path) -> DomainSpec:
    """Return the domain of a file, or the shipped one of that name.

    Raises:
        DomainError: the file has faults; all of them are listed.
        UserError: there is no such file or domain, or it can't be opened.
    """
    reading = read_domain(source)
    if reading.spec is None:
        raise DomainError(reading.source, reading.faults)
    return reading.spec


def check_domain(source: str | Path) -> tuple[Fault, ...]:
    """Return all faults of a file, in its order; none where it can be used.

    Raises:
        UserError: there is no such file or domain, or it can't be opened.
    """
    return read_domain(source).faults


def read_domain(source: str | Path) -> Reading:
    """Read and check a file, or the shipped domain of that name.

    Raises:
        UserError: there is no such file or domain, or it can't be opened.
    """
    place = _place(source)
    try:
        content = place.read_bytes()
    except OSError as error:
        raise UserError(f"{place} can't be read ({error.strerror}); give the path of a domain file") from None
    return read_text(content, str(source))


def domain_digest(source: str | Path) -> str:
    """Return SHA-256 (hex) of the bytes of a file, or of the shipped domain of that name."""
    return hashlib.sha256(_place(source).read_bytes()).hexdigest()


def read_text(content: bytes, source: str) -> Reading:
    """Read and check the content of a domain file; `source` is what messages call it."""
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return _unreadable(source, Fault("", "the file isn't UTF-8 text; save it as UTF-8", line))
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = int(at.group(1)) if at and at.group(1) else len(text.splitlines())
        return _unreadable(source, Fault("", f"the file is no TOML: {_AT_LINE.sub('', str(error))}", line))
    notes = Notes()
    draft = read_tables(raw, notes)
    found = list(dict.fromkeys([*notes.findings, *findings(draft)]))
    lines = LineMap(text)
    faults = _listed((finding for finding in found if not finding.is_warning), raw, lines)
    warnings = _listed((finding for finding in found if finding.is_warning), raw, lines)
    return Reading(source, None if faults else draft.spec, faults, warnings)


def _unreadable(source: str, fault: Fault) -> Reading:
    return Reading(source, None, (fault,), ())


def _shipped_folder() -> Traversable:
    return files("polar_bench") / "data" / "domains"


def _place(source: str | Path) -> Traversable:
    if isinstance(source, str) and re.fullmatch(r"\w+", source):
        shipped = shipped_domains()
        if source in shipped:
            return _shipped_folder() / f"{source}{_SUFFIX}"
        if not Path(source).exists():
            hint = did_you_mean(source, shipped) or f" There are {', '.join(shipped)}."
            raise UserError(f"There is no domain {source!r}.{hint} A file of your own is given by its path.")
    if not Path(source).exists():
        raise UserError(f"There is no file {source}; give the path of a domain file")
    return Path(source)


def _listed(found: Iterable[Finding], raw: Mapping[str, object], lines: LineMap) -> tuple[Fault, ...]:
    """Return the findings as people read them, in the order of the file; what has no line comes last."""
    faults = [Fault(_title(f.where, raw), f.text, lines.line_of(f.where)) for f in found]
    return tuple(sorted(faults, key=lambda fault: (fault.line is None, fault.line or 0)))


def _title(where: Where, raw: Mapping[str, object]) -> str:
    table = where.table
    if where.number is not None:
        table = f"{table} {where.number + 1}{_name(where, raw)}"
    return ", ".join(part for part in (table, where.item or where.field) if part)


def _name(where: Where, raw: Mapping[str, object]) -> str:
    tables = raw.get(where.table)
    item = tables[where.number or 0] if isinstance(tables, list) else None
    name = item.get(_NAMED_BY.get(where.table, "")) if isinstance(item, dict) else None
    return f" ({name})" if isinstance(name, str) else ""
