"""What all layouts share: who writes to whom, when, and how days and hours are written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from polar_bench.generation import pools
from polar_bench.generation.profile import Profile
from polar_bench.generation.render.filling import Filler
from polar_bench.generation.render.stock import forms

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Person(NamedTuple):
    """Somebody at the desk; made up, and no attribute: cast names are a pool of their own."""

    given: str
    family: str

    @property
    def full(self) -> str:
        """Given and family name."""
        return f"{self.given} {self.family}"

    @property
    def initials(self) -> str:
        """Two capital letters."""
        return self.given[0] + self.family[0]


def cast_of(profile: Profile) -> list[Person]:
    """Draw the three people who write the document and to whom it is written."""
    draw = profile.key.draw("cast")
    given, family = draw.some(pools.cast_given(), 3), draw.some(pools.cast_family(), 3)
    return [Person(*names) for names in zip(given, family, strict=True)]


class Frame:
    """The frame of one document; every draw comes from the layout's stream."""

    def __init__(self, profile: Profile, filler: Filler, cast: list[Person]) -> None:
        self.profile = profile
        self.filler = filler
        self.cast = cast
        self.draw = draw = profile.key.draw("layout")
        roles = draw.some(profile.spec.document.roles or ("case worker", "team lead", "assistant"), 3)
        self.roles = [roles[index % len(roles)] for index in range(3)]
        self.desk = profile.spec.document.desk
        self._date_style = draw.below(4)

    @property
    def title(self) -> str:
        """The name of the form, as it stands at the top."""
        return forms().title(self.profile.key.form)

    def day(self, back: int = 0) -> str:
        """Return the day the document is written, or `back` days before, in this document's style."""
        day = self.profile.written_on - dt.timedelta(days=back)
        month, weekday = _MONTHS[day.month - 1], _WEEKDAYS[day.weekday()]
        styles = (
            f"{weekday}, {day.day} {month} {day.year}",
            f"{day.day} {month} {day.year}",
            f"{weekday[:3]} {day.day} {month[:3]} {day.year}",
            f"{day.day}.{day.month}.{day.year}",
        )
        return styles[self._date_style]

    @cached_property
    def workdays(self) -> list[str]:
        """The seven working days that end with the day the document is written, oldest first."""
        written = self.profile.written_on
        back = [days for days in range(11) if (written - dt.timedelta(days=days)).weekday() < 5][:7]
        return [self.day(days) for days in reversed(back)]

    @cached_property
    def minute(self) -> int:
        """The minute of the day, in working hours."""
        return self.draw.between(8 * 60 + 5, 17 * 60 + 40)

    @property
    def hour(self) -> str:
        """The hour of writing: "17:20"."""
        return clock(self.minute)

    def minutes(self) -> Iterator[str]:
        """Yield hours that go on by a minute or a few, for lines of a talk."""
        now = self.minute
        while True:
            yield clock(now)
            now += self.draw.pick((0, 1, 1, 2, 2, 3, 4))

    def stock(self, phrases: tuple[str, ...]) -> str:
        """Return one of the package's sentences, filled."""
        return self.filler.one_of(phrases, self.draw)


def clock(minute: int) -> str:
    """Return a minute of the day as "HH:MM"."""
    return f"{minute // 60 % 24:02}:{minute % 60:02}"
