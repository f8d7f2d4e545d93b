"""A text as its letters and digits: in runs, in which a value's words are followed from one to the next, or as one.

Must not know how words are spelled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from polar_bench.matching.characters import alnum_of, places_of_alnum, runs_of, starts_of
from polar_bench.matching.lazy import lazy
from polar_bench.matching.patterns import compiled
from polar_bench.matching.text import Text

_RUN = re.compile(r"[^\W_]+|&")


class Link(NamedTuple):
    """A word of a value in its spellings, longest first, and a pattern of what leads to the next one."""

    ways: Sequence[str]
    gap: str

    @property
    def may_be_joined(self) -> bool:
        """Whether the next word may follow without a gap ("part-time", "parttime")."""
        return compiled(self.gap).fullmatch("") is not None


class Stream:
    """The letters and digits of a text, without what stands between them."""

    def __init__(self, text: Text) -> None:
        self._seen = text.plain.text
        self.letters = alnum_of(self._seen)

    @lazy
    def places(self) -> list[int]:
        """Where in the view each of them stands."""
        return places_of_alnum(self._seen)


class Runs:
    """The runs of letters and digits of a text without diacritics, and each "&"; made once for all values."""

    def __init__(self, text: Text) -> None:
        self.text = text.bare.text
        self._runs = _RUN.findall(self.text) if "&" in self.text else runs_of(self.text)

    @lazy
    def starts(self) -> list[int]:
        """Where each begins: between two of them there is no letter, digit or "&"."""
        return starts_of(self.text, self._runs)

    def beginning_with(self, link: Link) -> Iterator[int]:
        """Yield the numbers of the runs with which the word `link` can begin."""
        ways, may_be_joined = tuple(link.ways), link.gap != "" and link.may_be_joined
        for number, run in enumerate(self._runs):
            if run in ways or (may_be_joined and run.startswith(ways)):
                yield number

    def followed(self, links: list[Link], number: int, place: int = 0, offset: int = 0) -> int | None:
        """Return where the words end whose word `place` stands at `offset` in a run; None where they don't."""
        link, run = links[place], self._runs[number][offset:]
        end = self.starts[number] + len(self._runs[number])
        for way in link.ways:
            reached = None
            if run == way:
                if place + 1 == len(links):
                    return end
                if number + 1 < len(self._runs):
                    gap = compiled(link.gap).fullmatch(self.text, end, self.starts[number + 1])
                    reached = self.followed(links, number + 1, place + 1) if gap else None
            elif place + 1 < len(links) and run.startswith(way) and link.may_be_joined:
                reached = self.followed(links, number, place + 1, offset + len(way))
            if reached is not None:
                return reached
        return None
