"""An attribute that is made when it's first asked for, and kept.

Like `functools.cached_property`, which until Python 3.12 takes a lock each time: a microsecond, fifty times a trial.
Must not know what is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_Made = TypeVar("_Made")


class lazy(Generic[_Made]):  # noqa: N801 # stands as a decorator, as `property` does
    """Decorates a method without arguments, whose result takes its place on the instance."""

    def __init__(self, make: Callable[[Any], _Made]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> _Made:
        made = instance.__dict__[self._name] = self._make(instance)
        return made
