"""The colours of figures and tables: safe for colour-blind readers, and in order of lightness when printed in grey.

One map for shares in [0, 1], from light (0) to dark (1), and one for differences in [-1, 1], light in the middle.
"""

from __future__ import annotations

from typing import NamedTuple

SHARES = ("#fdf6e3", "#f3e3a8", "#c7dba0", "#82c4a8", "#429fb0", "#2a72a5", "#234b86", "#1b2a5e")
DIFFERENCES = ("#7f2704", "#c55a11", "#f0a35e", "#fbdcbc", "#f7f7f7", "#c3d9ec", "#7fb0d6", "#3579b5", "#0b3c73")
_LINEAR = 0.04045


class Colour(NamedTuple):
    """A colour: red, green and blue in [0, 1]."""

    red: float
    green: float
    blue: float

    @property
    def hex(self) -> str:
        """The colour as "#rrggbb"."""
        return "#" + "".join(f"{round(part * 255):02x}" for part in self)

    @property
    def luminance(self) -> float:
        """The relative luminance in [0, 1], as WCAG 2 defines it."""
        red, green, blue = (part / 12.92 if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4 for part in self)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def parse(text: str) -> Colour:
    """Return the colour that "#rrggbb" names."""
    return Colour(*(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((one.luminance, other.luminance), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def of_share(value: float) -> Colour:
    """Return the colour of a share in [0, 1]."""
    return _between(SHARES, value)


def of_difference(value: float, most: float = 1.0) -> Colour:
    """Return the colour of a difference; those of `most` and beyond have the strongest."""
    return _between(DIFFERENCES, (value / most + 1) / 2)


def text_on(ground: Colour) -> Colour:
    """Return black or white, whichever can be read better on `ground`: the contrast is at least 4.5."""
    black, white = Colour(0, 0, 0), Colour(1, 1, 1)
    return max((black, white), key=lambda ink: contrast(ink, ground))


def _between(stops: tuple[str, ...], value: float) -> Colour:
    place = min(max(value, 0.0), 1.0) * (len(stops) - 1)
    below = min(int(place), len(stops) - 2)
    part = place - below
    return Colour(*(a + (b - a) * part for a, b in zip(parse(stops[below]), parse(stops[below + 1]), strict=True)))
