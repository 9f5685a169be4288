"""Happenings: what a move did, piece by piece, each with the clause that made it so.

`Paid` and `Scored` are the ledger: every yen that moves names who pays and who receives (a seat, or -1 for the
reserve), every victory point whose it is. Adding them up gives the table's totals, always.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from shinkansen.zerokei.edition import Colour


@frozen
class Paid:
    payer: int
    payee: int
    yen: int
    clause: str


@frozen
class Scored:
    """Victory points gained, or, below zero, given up."""

    seat: int
    vp: int
    clause: str


@frozen
class Forgiven:
    """A part of a price that nobody could pay."""

    seat: int
    yen: int
    clause: str


@frozen
class CounterAdvanced:
    colour: Colour
    space: int
    clause: str


@frozen
class CounterStuck:
    """A counter on the last space was to advance."""

    colour: Colour
    clause: str


@frozen
class EngineChosen:
    seat: int
    engine: str
    clause: str


@frozen
class RoundBegan:
    year: str
    effect: str
    letter: str
    clause: str


@frozen
class RowLaid:
    carriages: tuple[str, ...]
    clause: str


@frozen
class Claimed:
    seat: int
    carriage: str
    clause: str


@frozen
class Skipped:
    """A player took no carriage."""

    seat: int
    clause: str


@frozen
class Discarded:
    carriages: tuple[str, ...]
    clause: str


@frozen
class Joined:
    seat: int
    carriage: str
    clause: str


@frozen
class Placed:
    seat: int
    space: int
    clause: str


@frozen
class CardUsed:
    seat: int
    card: str
    clause: str


@frozen
class CardRepeated:
    seat: int
    card: str
    clause: str


@frozen
class CardSpent:
    seat: int
    carriage: str
    clause: str


@frozen
class GroundPrepared:
    seat: int
    city: str
    clause: str


@frozen
class TrackLaid:
    seat: int
    city: str
    owner: int
    clause: str


@frozen
class StationBuilt:
    seat: int
    city: str
    colour: Colour
    clause: str


@frozen
class CauldronPlaced:
    seat: int
    city: str
    clause: str


@frozen
class TokenTaken:
    seat: int
    city: str
    card: str
    clause: str


@frozen
class CarriageMoved:
    seat: int
    carriage: str
    place: int
    clause: str


@frozen
class TurnFinished:
    seat: int
    unused: int
    clause: str


@frozen
class EffectApplied:
    effect: str
    clause: str


@frozen
class EffectDeclined:
    seat: int
    clause: str


@frozen
class TokenRevealed:
    """Solo: a token of Hideo's board is turned up."""

    token: str
    clause: str


@frozen
class VenueClosed:
    """Solo: you can place no more cauldrons there."""

    city: str
    clause: str


@frozen
class MarginUsed:
    """Solo: Hideo can do nothing in a city and does what the margin says."""

    city: str
    clause: str


@frozen
class GameEnded:
    clause: str


Happening: TypeAlias = (
    Paid
    | Scored
    | Forgiven
    | CounterAdvanced
    | CounterStuck
    | EngineChosen
    | RoundBegan
    | RowLaid
    | Claimed
    | Skipped
    | Discarded
    | Joined
    | Placed
    | CardUsed
    | CardRepeated
    | CardSpent
    | GroundPrepared
    | TrackLaid
    | StationBuilt
    | CauldronPlaced
    | TokenTaken
    | CarriageMoved
    | TurnFinished
    | EffectApplied
    | EffectDeclined
    | TokenRevealed
    | VenueClosed
    | MarginUsed
    | GameEnded
)
