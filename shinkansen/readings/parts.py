"""What a game provides so that its readings can be compared: stored witnesses, words for them, how impact is measured.

All of it is optional. A game without its own words is told in those of the contract (`Ruleset.stage`, `Ruleset.say`),
and its players move at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.frozen import freeze_table
from shinkansen.core.game import Kind
from shinkansen.core.opaque import AnyRules, Deal, Move, State
from shinkansen.core.plain_json import Plain


def _texts(table: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(table)


@frozen
class Witnesses:
    """The witnesses of a game: the file that keeps them, and the editions in which they are played."""

    file: Traversable
    """A JSON list of witnesses (`readings.witnesses.Witness`)."""
    editions: Mapping[str, str] = field(factory=dict[str, str], converter=_texts)
    """By the slug of a ruling, the name of the edition in which its answers differ, where the usual one cannot show
    it."""
    described: Mapping[str, str] = field(factory=dict[str, str], converter=_texts)
    """What each edition is, in words."""


WITNESSES: Final = Kind[Witnesses]("witnesses", "has no witnesses of its rulings", Witnesses)

# -- a witness in words

Amount: TypeAlias = tuple[str, object, object]
"""Something that differs on two tables: what it is, how much there is on the one, and on the other."""


@frozen
class Words:
    """How a game tells its witnesses; whatever is not given is told in the words of the contract."""

    players: Callable[[int], str] | None = None
    """Who plays, by the number of seats, at the beginning of a sentence: "2 players"."""
    dealt: Callable[[AnyRules, Deal], Iterable[str]] | None = None
    """What a game begins with, a sentence each."""
    amounts: Callable[[AnyRules, State, AnyRules, State], Iterable[Amount]] | None = None
    """What differs on the tables of two rulesets."""


WORDS: Final = Kind[Words]("words", "has no words of its own for witnesses", Words)

# -- how often an answer matters

Choose: TypeAlias = Callable[[State, tuple[Move, ...]], Move]
"""How a move is chosen: one of those that are legal in a state."""


def _turns(table: Mapping[tuple[int, ...], str]) -> Mapping[tuple[int, ...], str]:
    return freeze_table(table)


@frozen
class Players:
    """Who plays where that is not random moves, as the pages of the register tell it."""

    who: str
    """A column's title: "Alone"."""
    how: str
    """How moves are chosen, after "played by random moves or": "alone, by the move that looks best"."""
    why: str
    """Why, and how both games of a pair are played alike, as a clause of a sentence."""


def _players(table: Mapping[tuple[int, ...], Players]) -> Mapping[tuple[int, ...], Players]:
    return freeze_table(table)


@frozen
class Measuring:
    """How the impact of a game's rulings is measured, and the file that keeps what was measured."""

    file: Traversable
    """A stored measurement (`readings.impact.Measurement`)."""
    seats: Callable[[str], tuple[int, ...]] | None = None
    """The numbers of seats to play with in turn, by the slug of a ruling; all, unless a game says otherwise."""
    chooser: Callable[[AnyRules, str], Choose] | None = None
    """How everybody plays, given the rules by the preferred answers and a key: the same choice on the same occasion.
    At random (`readings.impact.alike`), unless a game says otherwise."""
    players: Mapping[tuple[int, ...], str] = field(factory=dict[tuple[int, ...], str], converter=_turns)
    """Who plays, by the numbers of seats, where that is not random moves: "of a clever player"."""
    on_pages: Mapping[tuple[int, ...], Players] = field(factory=dict[tuple[int, ...], Players], converter=_players)
    """The same for the pages of the register."""
    how: str = ""
    """The same for the file: "alone, the move that looks best"."""
    variants: Callable[[str, str], Plain] | None = None
    """What else is agreed on, by the slug of a ruling and the edition; nothing, unless a game says otherwise."""
    editions: tuple[str, ...] = ()
    """Editions to measure in besides that of the witness and the usual one."""
    rated: Callable[[AnyRules, State], object] | None = None
    """For a game in which somebody who plays alone always wins: how a score is rated, to be compared instead."""


IMPACT: Final = Kind[Measuring]("impact", "has no stored measurement of impact", Measuring)
