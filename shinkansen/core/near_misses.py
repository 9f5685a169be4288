"""What is near a move: moves that are almost legal, and kinds of moves seldom seen.

Everything here works on plain JSON and knows no game. It chooses the questions when engines are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import attrs
from attrs import field

from shinkansen.core.plain_json import Json

Part: TypeAlias = dict[str, Json]
"""A JSON object, such as a move."""


@attrs.define
class Variety:
    """Remembers which kinds of moves were made and which values their parts had, to prefer those seldom seen."""

    made: dict[str, int] = field(factory=dict[str, int])
    values: dict[str, list[Json]] = field(factory=dict[str, list[Json]])
    last: Part | None = None
    """The move chosen last."""
    others: dict[str, Part] = field(factory=dict[str, Part])
    """For each kind of move, one that was met."""
    _met: set[str] = field(factory=set[str])
    _kinds: dict[str, set[frozenset[str]]] = field(factory=dict[str, set[frozenset[str]]])

    def choose(self, legal: Sequence[Part], rng: Random) -> Part:
        """Mostly a move of the kind made least often, sometimes any move."""
        self.meet(legal)
        if rng.random() < 0.3:
            move = rng.choice(legal)
        else:
            least = min(self.made.get(kind_of(move), 0) for move in legal)
            move = rng.choice([move for move in legal if self.made.get(kind_of(move), 0) == least])
        self.made[kind_of(move)] = self.made.get(kind_of(move), 0) + 1
        self.last = move
        return move

    def meet(self, legal: Sequence[Part]) -> None:
        """Remember the values of all parts of some moves."""
        for move in legal:
            kind = kind_of(move)
            self.others[kind] = move
            self._kinds.setdefault(kind, set()).add(frozenset(move))
            for part, value in move.items():
                key = f"{part}={value}"
                if key not in self._met:
                    self._met.add(key)
                    self.values.setdefault(part, []).append(value)

    def optional(self, move: Part) -> list[str]:
        """The parts that some moves of its kind have had and others have not."""
        met = self._kinds.get(kind_of(move), set())
        return sorted(frozenset[str]().union(*met).difference(frozenset[str].intersection(*met))) if met else []


def kind_of(move: Part) -> str:
    """The name of a move, if it has one; otherwise the names of its parts."""
    name = move.get("move")
    return name if isinstance(name, str) else " ".join(move)


def of_any_kind(legal: Sequence[Part], rng: Random) -> Part:
    """A random move; every kind is equally likely, however many moves of that kind there are."""
    kind = rng.choice([*dict.fromkeys(map(kind_of, legal))])
    return rng.choice([move for move in legal if kind_of(move) == kind])


def near_miss(content: Part, values: dict[str, list[Json]], rng: Random, sight: Sequence[str] = ()) -> Part:
    """The same JSON object with one part changed: to a value met elsewhere, a word in sight, a neighbouring number or a
    slightly different list."""
    if not content:
        return content
    part = rng.choice([*content])
    if sight and isinstance(content[part], str) and rng.random() < 0.4:
        met = values.get(part, [])
        return {**content, part: rng.choice([word for word in sight if word in met] or sight)}
    return {**content, part: _bent(content[part], values.get(part, []), rng)}


def neighbours(
    content: Part, values: dict[str, list[Json]], sight: Sequence[str], optional: Sequence[str] = ()
) -> Iterator[Part]:
    """Every JSON object that is the same except for one part: a value met elsewhere, a word in sight, a number that is
    one higher or lower, or a list with one item of a list met elsewhere, or a word in sight that looks like its own. A
    part that is optional is also left out or, with such a value, added."""
    for part, value in content.items():
        others: list[Json] = [*values.get(part, [])]
        if isinstance(value, str) and part != "move":
            others += [*dict.fromkeys(sight)]
        if isinstance(value, int) and not isinstance(value, bool):
            others += [value - 1, value + 1]
        if isinstance(value, list):
            lists = [met for met in others if isinstance(met, list)]
            items = dict.fromkeys([item for met in lists for item in met if isinstance(item, str)])
            shapes = {_shape(item) for item in value if isinstance(item, str)}
            items |= dict.fromkeys(word for word in sight if _shape(word) in shapes)
            others += [[*value[:place], item, *value[place + 1 :]] for place in range(len(value)) for item in items]
        yield from ({**content, part: other} for other in others if other != value)
    for part in optional:
        if part in content:
            yield {key: value for key, value in content.items() if key != part}
        else:
            met = values.get(part, [])
            shapes = {_shape(value) for value in met if isinstance(value, str)}
            others = [*met, *dict.fromkeys(word for word in sight if _shape(word) in shapes and word not in met)]
            yield from ({**content, part: other} for other in others)


def _shape(word: str) -> str:
    """What a word looks like: `0,0` for any two numbers with a comma, `a-0` for any name with a number."""
    return re.sub(r"[^\W\d]+", "a", re.sub(r"\d+", "0", word))


def words_in(content: Json) -> list[str]:
    """Every string in a JSON value, except the names of parts."""
    if isinstance(content, str):
        return [content]
    items = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    return [word for item in items for word in words_in(item)]


def _bent(value: Json, met: list[Json], rng: Random) -> Json:
    if met and rng.random() < 0.8:
        return rng.choice(met)
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        bends = [
            value[:place] + value[place + 1 :],
            [*value, value[place]],
            [*value[:place], rng.choice(value), *value[place + 1 :]],
            value[::-1],
        ]
        return rng.choice(bends)
    if isinstance(value, int) and not isinstance(value, bool):
        return value + rng.choice([-1, 1])
    return value
