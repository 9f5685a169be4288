"""Happenings: what a move did, piece by piece, each with its clause.

`Paid` and `Scored` are the ledger: every payment names who pays and who receives it (a seat, or -1 for the reserve),
every victory point names its seat. They always add up to the totals on the table.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from shinkansen.zerokei.edition import Colour


@frozen
class Paid:
    """Yen went from one to another; the bank is nobody, -1."""

    payer: int
    payee: int
    yen: int
    clause: str


@frozen
class Scored:
    """Victory points gained or, if negative, given up."""

    seat: int
    vp: int
    clause: str


@frozen
class Forgiven:
    """A part of a price that the player could not pay."""

    seat: int
    yen: int
    clause: str


@frozen
class CounterAdvanced:
    """A station value counter advanced to a space."""

    colour: Colour
    space: int
    clause: str


@frozen
class CounterStuck:
    """A counter should have advanced but is on the last space."""

    colour: Colour
    clause: str


@frozen
class EngineChosen:
    """A player took an engine."""

    seat: int
    engine: str
    clause: str


@frozen
class RoundBegan:
    """A year began, with its event and the letter that the event sets."""

    year: str
    effect: str
    letter: str
    clause: str


@frozen
class RowLaid:
    """Carriages were laid out next to the turn order tile."""

    carriages: tuple[str, ...]
    clause: str


@frozen
class Claimed:
    """A player bought a carriage of the row and put the token on it."""

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
    """Carriages that nobody bought went to the discard pile."""

    carriages: tuple[str, ...]
    clause: str


@frozen
class Joined:
    """A carriage became part of a train."""

    seat: int
    carriage: str
    clause: str


@frozen
class Placed:
    """A turn order token went to a space of the tile."""

    seat: int
    space: int
    clause: str


@frozen
class CardUsed:
    """A card was used for an action."""

    seat: int
    card: str
    clause: str


@frozen
class CardRepeated:
    """A card was used again by an effect that repeats."""

    seat: int
    card: str
    clause: str


@frozen
class CardSpent:
    """A carriage was put under a used card token."""

    seat: int
    carriage: str
    clause: str


@frozen
class GroundPrepared:
    """The construction token of a city was taken off."""

    seat: int
    city: str
    clause: str


@frozen
class TrackLaid:
    """Track was laid at a city; `owner` is the seat whose track it was."""

    seat: int
    city: str
    owner: int
    clause: str


@frozen
class StationBuilt:
    """A station was built in a city."""

    seat: int
    city: str
    colour: Colour
    clause: str


@frozen
class CauldronPlaced:
    """A cauldron was placed at the venue of a city."""

    seat: int
    city: str
    clause: str


@frozen
class TokenTaken:
    """An Olympic token was bought and put on a card."""

    seat: int
    city: str
    card: str
    clause: str


@frozen
class CarriageMoved:
    """A carriage went to another place in its train, from 1."""

    seat: int
    carriage: str
    place: int
    clause: str


@frozen
class TurnFinished:
    """A turn of actions ended, with some actions unused."""

    seat: int
    unused: int
    clause: str


@frozen
class EffectApplied:
    """The effect of an event happened at the end of the round."""

    effect: str
    clause: str


@frozen
class EffectDeclined:
    """A player made no use of the effect at the end of the round."""

    seat: int
    clause: str


@frozen
class TokenRevealed:
    """Solo: a token of Hideo's board is turned face up."""

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
    """The game is over."""

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
"""Anything that can happen at the table."""
