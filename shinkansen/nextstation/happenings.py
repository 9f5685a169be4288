"""Happenings: what a move did, each with its clause. Everybody sees them."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from shinkansen.nextstation.moves import SectionId


@frozen
class Chose:
    """A seat has chosen; the choice lies face down until all have chosen."""

    seat: int
    clause: str = "4.5"


@frozen
class Passed:
    """A seat drew nothing."""

    seat: int
    clause: str = "5.1"


@frozen
class Drawn:
    """A seat drew a section of its line, from one station to another."""

    seat: int
    colour: str
    start: str
    end: str
    clause: str

    @property
    def section(self) -> SectionId:
        """Its two stations, from where it started."""
        return self.start, self.end


@frozen
class StationMarked:
    """A seat circled a station: it counts two for this line."""

    seat: int
    colour: str
    station: str
    clause: str


@frozen
class PowerUsed:
    """A seat used the power of its pencil."""

    seat: int
    colour: str
    power: str
    clause: str


@frozen
class StampCollected:
    """A new interchange in a district on the edge of the city: its stamp is coloured in."""

    seat: int
    district: str
    points: int
    """What it is worth at the end of the game."""
    clause: str = "7.4"


@frozen
class LineFinished:
    """The round is over, and a line is scored."""

    seat: int
    colour: str
    districts: int
    most: int
    river: int
    """Its sections under the river."""
    points: int
    clause: str = "8.3"


@frozen
class SitesVisited:
    """Tourist circles are crossed off for the sites on a finished line."""

    seat: int
    sites: int
    marks: int
    """How many are crossed off now in all."""
    clause: str = "L.11.4"


@frozen
class RoundBegan:
    """A round began: everybody has the pencil of the round, and the cards are shuffled."""

    round: int
    colours: tuple[str, ...]
    clause: str


@frozen
class SpecialTurnedUp:
    """The symbol and the effect that belong together for this round were turned up."""

    symbol: str
    effect: str
    clause: str = "11.2"


@frozen
class CardsTurnedUp:
    """A card was turned up, after a switch together with the next one; `last` if the round ends with this turn."""

    cards: tuple[str, ...]
    turn: int
    last: bool
    clause: str


@frozen
class EffectApplies:
    """The card of this turn has the symbol of the round, so its effect may be used."""

    effect: str
    clause: str


Happening: TypeAlias = (
    Chose
    | Passed
    | Drawn
    | StationMarked
    | PowerUsed
    | StampCollected
    | LineFinished
    | SitesVisited
    | RoundBegan
    | SpecialTurnedUp
    | CardsTurnedUp
    | EffectApplies
)
"""Anything that happens."""
