"""The clock: what something costs on average, by the CPU time of this process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import TypeVar

T = TypeVar("T")


def microseconds(call: Callable[[T], object], given: Sequence[T], wanted: float) -> float:
    """What a call costs on average, made for all of these again and again until so many seconds have passed."""
    times = 0
    began, passed = process_time(), 0.0
    while not times or passed < wanted or not passed:  # a coarse clock may not have moved
        for each in given:  # reading the clock takes longer than some calls
            call(each)
        times += len(given)
        passed = process_time() - began
    return passed / times * 1e6
