"""Texts with a view of their own: what a disguise or a code hid is read in its place, in the raw text's offsets.

Must not know which disguises there are.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from polar_bench.matching.lazy import lazy
from polar_bench.matching.text import Text, View


class Backward(View):
    """A view that runs backwards through the raw text."""

    __slots__ = ()

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the raw offsets of a span of this view (start < end), end exclusive."""
        return self.starts[end - 1], self.ends[start]


class UndoneText(Text):
    """A raw text with a plain view of its own."""

    def __init__(self, raw: str, view: View) -> None:
        super().__init__(raw)
        self._view = view

    @lazy
    def plain(self) -> View:
        """The view in which a disguise is undone."""
        return self._view

    @lazy
    def bare(self) -> View:
        """The same without diacritics."""
        bare = super().bare
        return bare if bare is self._view else type(self._view)(*bare)


class Weaver:
    """Builds a view out of stretches of another one and of what is put in their place."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._characters: list[str] = []
        self._starts, self._ends = array("q"), array("q")
        self._at = 0

    def keep(self, until: int) -> None:
        """Keep the view's characters from where the last stretch ended up to `until`."""
        self._characters.append(self._view.text[self._at : until])
        self._starts.extend(self._view.starts[self._at : until])
        self._ends.extend(self._view.ends[self._at : until])
        self._at = until

    def put(self, characters: str, start: int, end: int) -> None:
        """Put `characters` in the place of the stretch start..end of the view, all of them standing for all of it."""
        self._characters.append(characters)
        self._starts.extend([self._view.starts[start]] * len(characters))
        self._ends.extend([self._view.ends[end - 1]] * len(characters))
        self._at = end

    def replace(self, characters: str, start: int) -> None:
        """Put `characters` in the place of as many of the view from `start` on, each standing for one."""
        self.keep(start)
        self._characters.append(characters)
        self._at = start + len(characters)
        self._starts.extend(self._view.starts[start : self._at])
        self._ends.extend(self._view.ends[start : self._at])

    def pick(self, places: Sequence[int]) -> None:
        """Put the view's characters at `places` in the place of all from the first of them to the last."""
        view = self._view
        self._characters.extend([view.text[at] for at in places])
        self._starts.extend([view.starts[at] for at in places])
        self._ends.extend([view.ends[at] for at in places])
        self._at = places[-1] + 1

    def view(self) -> View:
        """Return the view that was built, with the rest of the old one."""
        self.keep(len(self._view.text))
        return View("".join(self._characters), self._starts, self._ends)
