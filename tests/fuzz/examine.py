"""One input at a time: fed, used, its work counted now and then; and what came of it.

Good ends are two: a value, with which all that is done succeeds, or an error of ours that can be printed. All else is
a `Flaw`.
"""

from __future__ import annotations

import traceback
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from tests.fuzz.budget import TooMuchError, counted, size_of, weighed
from tests.fuzz.decoder import SWOLLEN, Decoder, DefectError
from tests.package import PACKAGE

COUNTED = 100
"""The work of one in so many inputs is counted, and that of each swollen one is counted or weighed."""


@frozen
class Flaw:
    """What went wrong with an input."""

    signature: str
    """The same for what is likely the same defect: the kind of error, and the innermost function of ours."""
    told: str
    """The error and where it came from."""


def accepted(decoder: Decoder, value: Any, rng: Random) -> bool:
    """Whether the decoder accepts an input; raises what it should not."""
    try:
        found = decoder.feed(value)
    except decoder.raises as problem:
        str(problem).encode()  # or who prints it is surprised
        return False
    try:
        decoder.use(found, rng)
    except decoder.used_raises as problem:
        str(problem).encode()
    return True


def examined(decoder: Decoder, value: Any, seed: int, number: int) -> bool | Flaw:
    """Whether an input was accepted, or what was wrong."""
    large = number % SWOLLEN == SWOLLEN - 1
    watched: AbstractContextManager[None] = nullcontext()
    if large or number % COUNTED == COUNTED - 1:
        measure = weighed if large and number // SWOLLEN % 2 else counted
        watched = measure(decoder.bound, size_of(value))
    rng = decoder.rng(seed, number, " use")
    try:
        with watched:
            return accepted(decoder, value, rng)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as problem:
        return Flaw(_signature(decoder, problem), _told(problem))


def _signature(decoder: Decoder, problem: BaseException) -> str:
    name = type(problem).__name__
    if isinstance(problem, TooMuchError):
        return f"{name} {decoder.name}"
    if isinstance(problem, DefectError):
        return f"{name} {str(problem).partition(':')[0]} {decoder.name}"
    if type(problem) is AssertionError and str(problem):
        return f"{name} {problem}"
    ours = [frame for frame in traceback.extract_tb(problem.__traceback__) if PACKAGE in Path(frame.filename).parents]
    where = f"{Path(ours[-1].filename).relative_to(PACKAGE)} {ours[-1].name}" if ours else decoder.name
    return f"{name} {where}"


def _told(problem: BaseException) -> str:
    frames = traceback.extract_tb(problem.__traceback__)[-6:]
    where = "\n".join(f"  {Path(frame.filename).name}:{frame.lineno} {frame.name}: {frame.line}" for frame in frames)
    return f"{type(problem).__name__}: {ascii(str(problem))[:400]}\n{where}"
