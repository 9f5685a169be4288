"""What a decoder is to the fuzzer: good seeds, how they are damaged, how an input is fed, what is done with the result.

The n-th input of a decoder is a pure function of the seed of the run, the decoder's name and n: the good seeds come
first, then damaged ones; now and then a swollen one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import ShinkansenError
from tests.fuzz import mutators
from tests.fuzz.budget import Bound

Use: TypeAlias = Callable[[Any, Random], object]
"""What is done with an accepted value. Nothing that it raises is forgiven but what the decoder says."""


class DefectError(Exception):
    """A defect that was caught and told by the package itself, which made one line of it."""


def nothing(value: Any, rng: Random) -> None:
    """Nothing is done with it."""


@frozen(slots=False, eq=False)
class Decoder:
    """Something that turns what others wrote into values."""

    name: str
    area: str
    """Where it belongs, for who reads the findings."""
    seeds: Callable[[], Sequence[Any]]
    """Good inputs: all of them are accepted."""
    feed: Callable[[Any], Any]
    """Gives the value, or raises."""
    use: Use = nothing
    used_raises: tuple[type[Exception], ...] = ()
    """What the use of an accepted value may still raise, such as a record that is none of these rules."""
    raises: tuple[type[Exception], ...] = (ShinkansenError,)
    bound: Bound = field(factory=Bound)

    @cached_property
    def good(self) -> tuple[Any, ...]:
        return tuple(self.seeds())

    def damage(self, rng: Random) -> Any:
        """A damaged input."""
        raise NotImplementedError

    def swell(self, rng: Random, size: int) -> Any:
        """A large input of much the same."""
        raise NotImplementedError

    def input(self, seed: int, number: int) -> Any:
        """The input with this number."""
        if number < len(self.good):
            return self.good[number]
        rng = self.rng(seed, number)
        if number % SWOLLEN == SWOLLEN - 1:
            return self.swell(rng, SIZES[number // SWOLLEN % len(SIZES)])
        return self.damage(rng)

    def rng(self, seed: int, number: int, what: str = "") -> Random:
        return Random(f"{seed} {self.name} {number}{what}")


SWOLLEN = 400
"""One in so many inputs is large."""
SIZES = (3_000, 20_000, 100_000)
"""How large."""


class JsonDecoder(Decoder):
    """Reads a JSON value."""

    @cached_property
    def corpus(self) -> mutators.Corpus:
        return mutators.Corpus(self.good)

    def damage(self, rng: Random) -> Any:
        return mutators.json_value(rng, self.corpus)

    def swell(self, rng: Random, size: int) -> Any:
        return mutators.swollen(rng, rng.choice(self.good), size)


class TextDecoder(Decoder):
    """Reads a text that is no JSON."""

    def damage(self, rng: Random) -> Any:
        return mutators.text(rng, self.good)

    def swell(self, rng: Random, size: int) -> Any:
        found: str = rng.choice(self.good)
        if rng.random() < 0.5:
            lines = found.splitlines(keepends=True) or ["x"]
            place = rng.randrange(len(lines))
            lines[place] *= max(2, size // max(1, len(lines[place])))
            return "".join(lines)
        start = rng.randint(0, len(found))
        piece = found[start : start + rng.choice((1, 2, 10))] or "x"
        return found[:start] + piece * (size // len(piece)) + found[start:]


class PositionDecoder(TextDecoder):
    """Reads a position in one line: most damage has the right check, or only the check would be read."""

    def damage(self, rng: Random) -> Any:
        found = super().damage(rng)
        return mutators.checked(found) if rng.random() < 0.8 else found

    def swell(self, rng: Random, size: int) -> Any:
        return mutators.checked(super().swell(rng, size))


class BytesDecoder(Decoder):
    """Reads bytes that are no text."""

    def damage(self, rng: Random) -> Any:
        return mutators.damaged_bytes(rng, self.good)

    def swell(self, rng: Random, size: int) -> Any:
        found: bytes = rng.choice(self.good)
        start = rng.randrange(len(found))
        piece = found[start : start + rng.choice((1, 4, 16))]
        return found[:start] + piece * (size // len(piece)) + found[start:]


@frozen(slots=False, eq=False)
class WrittenDecoder(Decoder):
    """Reads what is written in a format (JSON as a rule): its seeds are values, its inputs are texts."""

    write: Callable[[Random, Any], str] = mutators.written
    values: Callable[[], Sequence[Any]] = tuple

    @cached_property
    def corpus(self) -> mutators.Corpus:
        return mutators.Corpus(self.values())

    def damage(self, rng: Random) -> Any:
        if rng.random() < 0.7:
            return self.write(rng, mutators.json_value(rng, self.corpus))
        return mutators.text(rng, self.good)

    def swell(self, rng: Random, size: int) -> Any:
        return self.write(rng, mutators.swollen(rng, rng.choice(self.corpus.values), size))


class LineDecoder(WrittenDecoder):
    """As `WrittenDecoder`, but its inputs are bytes."""

    def damage(self, rng: Random) -> Any:
        if rng.random() < 0.7:
            return mutators.as_bytes(self.write(rng, mutators.json_value(rng, self.corpus)))
        return mutators.damaged_bytes(rng, self.good)

    def swell(self, rng: Random, size: int) -> Any:
        return mutators.as_bytes(self.write(rng, mutators.swollen(rng, rng.choice(self.corpus.values), size)))
