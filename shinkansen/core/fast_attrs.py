"""Making frozen values quickly, for code that makes one at every move.

The `__init__` of a frozen attrs class sets every field through `object.__setattr__`, because the class itself forbids
setting. A fast constructor gives the same object much faster (a table in 0.6 µs instead of 2.7, on CPython 3.11):
it fills the slots of an instance of a blank twin, a class with the same slots that forbids nothing, and then changes
the class of that instance to the real one. The class itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import attrs

P = ParamSpec("P")
T = TypeVar("T")


def fast_constructor(cls: Callable[P, T]) -> Callable[P, T]:
    """A fast constructor for a frozen attrs class with slots and without weak references; it takes all fields."""
    real = cast("type[Any]", cls)
    if hasattr(real, "__mypyc_attrs__"):
        return cls  # A compiled class is fast as it is.
    names = [field.name for field in attrs.fields(real)]
    blank = type(f"Blank{real.__name__}", (), {"__slots__": real.__slots__})
    lines = [
        f"def make({', '.join(names)}):",
        "    made = new(blank)",
        *(f"    made.{name} = {name}" for name in names),
        "    made.__class__ = real",
        "    return made",
    ]
    space: dict[str, Any] = {"new": object.__new__, "blank": blank, "real": real}
    exec("\n".join(lines), space)
    return cast("Callable[P, T]", space["make"])
