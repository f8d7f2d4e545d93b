"""Raw text as the page gets it: hostile characters as visible escapes, hidden spans as blocks, and spans that fit.

A browser counts UTF-16 units where Python counts characters, so spans are turned here, once. Must not know what spans
and blocks stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from polar_bench.report.marked import printable


class Block(NamedTuple):
    """A span of raw text (offsets, end exclusive) in whose place `label` is shown."""

    start: int
    end: int
    label: str


class Shown(NamedTuple):
    """Text to show, and the spans that were asked for as offsets into it in UTF-16 units, in the same order."""

    text: str
    spans: list[tuple[int, int]]


def escaped(raw: str) -> str:
    """Return `raw` with all that could act on a reader, or that nobody sees, as a visible escape."""
    return printable(raw)


def shown(raw: str, spans: Sequence[tuple[int, int]] = (), blocks: Sequence[Block] = ()) -> Shown:
    """Return `raw` as it's shown; spans outside it are cut to it, spans that touch a block hold it whole.

    `blocks` are sorted and don't overlap.
    """
    size = len(raw)
    within = [(min(max(start, 0), size), min(max(start, end, 0), size)) for start, end in spans]
    if not blocks:
        text = escaped(raw)
        if not spans or (text == raw and raw.isascii()):
            return Shown(text, within)
    bounds = {0, len(raw)}
    bounds.update(bound for span in within for bound in span)
    bounds.update(bound for block in blocks for bound in block[:2])
    places = sorted(bounds)
    as_start, as_end = dict.fromkeys(places, 0), dict.fromkeys(places, 0)
    waiting = iter(blocks)
    block = next(waiting, None)
    pieces, length, block_at = list[str](), 0, 0
    for start, end in zip(places, [*places[1:], len(raw)], strict=True):
        while block is not None and block.end <= start:
            block = next(waiting, None)
        is_hidden = block is not None and block.start <= start < block.end
        if block is not None and is_hidden:
            if block.start == start:
                block_at = length
                pieces.append(escaped(block.label))
                length += _units(pieces[-1])
            as_start[start] = block_at
        else:
            as_start[start] = length
            pieces.append(escaped(raw[start:end]))
            length += _units(pieces[-1])
        as_end[end] = length
    placed = [(as_start[start], as_end[end] if start < end else as_start[start]) for start, end in within]
    return Shown("".join(pieces), placed)


def merged(blocks: Iterable[Block]) -> list[Block]:
    """Return blocks that don't overlap, in order; of those that do the longest gives the label for all."""
    made: list[Block] = []
    longest = 0
    for block in sorted(blocks):
        if block.start >= block.end:
            continue
        size = block.end - block.start
        if made and block.start < made[-1].end:
            last = made[-1]
            label = block.label if size > longest else last.label
            made[-1] = Block(last.start, max(last.end, block.end), label)
            longest = max(longest, size)
        else:
            made.append(block)
            longest = size
    return made


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
