"""Moves: what a player can decide at the table, as frozen, hashable values with a canonical JSON form.

A move is one use of a card with its main target, or one of the other decisions of a round. It contains everything the
player chooses, by id, and nothing that follows from the table. Choices that would multiply the number of moves (a
second half, a repeated card's action, a carriage's new place) are separate moves that follow. Every choice that a
player can state is a move, even if another one leads to the same table: otherwise `why_not` would have to refuse what
the rules allow.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import attrs
from attrs import frozen

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.zerokei.edition import Colour

# -- setup, buying and placing


@frozen
class ChooseEngine:
    """Take an engine, at the start of the game."""

    engine: str


@frozen
class Claim:
    """Buy a carriage of the row; `advance` is the counters that advance, in order."""

    carriage: str
    advance: tuple[Colour, ...]


@frozen
class Skip:
    """Take no carriage of the row, where a reading allows it to a player who cannot pay for any."""


@frozen
class Place:
    """Put the turn order token on a space (from 1); `advance` is the counters its reward advances, in order."""

    space: int
    advance: tuple[Colour, ...] = ()


# -- actions: `card` is the engine, the carriage, "tail" or "event" that is used


@frozen
class Income:
    """Take income; `advance` is the counter that advances."""

    card: str
    advance: Colour


@frozen
class GetYen:
    """Take the yen that the event gives."""

    card: str


@frozen
class Prepare:
    """Prepare the ground of a city."""

    card: str
    city: str


@frozen
class Lay:
    """Lay track; `space` is the letter on the track cost marker, `track_of` the seat whose track it is."""

    card: str
    city: str
    space: str
    track_of: int


@frozen
class Build:
    """Build a station of a colour in a city."""

    card: str
    city: str
    colour: Colour


@frozen
class Buy:
    """Buy a carriage of the discard pile."""

    card: str
    carriage: str
    advance: tuple[Colour, ...]


@frozen
class Participate:
    """Place a cauldron on a venue (1, 2 or 3) and apply its effect `times` times."""

    card: str
    venue: int
    times: int


@frozen
class Advance:
    """Advance a counter: half of a combined event."""

    card: str
    colour: Colour


@frozen
class TakeToken:
    """Buy an Olympic token and put it on a card of your train."""

    card: str
    city: str
    on: str


@frozen
class Repeat:
    """Use a card again; its action is the next move."""

    card: str
    again: str


@frozen
class Idle:
    """Pay for an engine without taking any of its actions, where a reading allows it."""

    card: str


@frozen
class Relocate:
    """Move a carriage to another place in the train, counted from the engine, from 1."""

    carriage: str
    to: int


@frozen
class Finish:
    """Take no further action this turn."""


# -- the end of a round


@frozen
class LoseVp:
    """Give up victory points for yen."""


@frozen
class AdvanceAgain:
    """Take the reward of a space that advances counters again."""

    advance: tuple[Colour, ...]


@frozen
class BuyAtEnd:
    """Buy a carriage of the discard pile at the end of the round; `advance` is the counters that advance, in order."""

    carriage: str
    advance: tuple[Colour, ...]


@frozen
class ScoreCity:
    """Score one city at the end of the round."""

    city: str


@frozen
class Decline:
    """Make no use of the end-of-round effect."""


CardUse: TypeAlias = Income | GetYen | Prepare | Lay | Build | Buy | Participate | Advance | TakeToken | Repeat | Idle
"""A move that uses a card in a turn of actions."""
TableMove: TypeAlias = ChooseEngine | Claim | Skip | Place | Relocate | Finish
"""A move that uses no card."""
EndMove: TypeAlias = LoseVp | AdvanceAgain | BuyAtEnd | ScoreCity | Decline
"""A move at the end of a round."""
Move: TypeAlias = TableMove | CardUse | EndMove
"""Any move."""

KINDS: dict[str, type[Any]] = {
    "choose-engine": ChooseEngine,
    "claim": Claim,
    "skip": Skip,
    "place": Place,
    "income": Income,
    "get-yen": GetYen,
    "prepare": Prepare,
    "lay": Lay,
    "build": Build,
    "buy": Buy,
    "participate": Participate,
    "advance": Advance,
    "take-token": TakeToken,
    "repeat": Repeat,
    "idle": Idle,
    "relocate": Relocate,
    "finish": Finish,
    "lose-vp": LoseVp,
    "advance-again": AdvanceAgain,
    "buy-at-end": BuyAtEnd,
    "score-city": ScoreCity,
    "decline": Decline,
}
"""Every kind of move by its name on the wire."""

NAME_OF: dict[type[Any], str] = {kind: name for name, kind in KINDS.items()}
FIELDS: dict[type[Any], tuple[str, ...]] = {
    kind: tuple(field.name for field in attrs.fields(kind)) for kind in KINDS.values()
}
CARD_USES: tuple[type[Any], ...] = (
    Income, GetYen, Prepare, Lay, Build, Buy, Participate, Advance, TakeToken, Repeat, Idle,
)  # fmt: skip


CONVERTER = strict_converter()


def move_json(move: Move) -> dict[str, Json]:
    """A move as plain JSON; `WireError` if it is not a move."""
    try:
        return {"move": NAME_OF[type(move)], **CONVERTER.unstructure(move)}
    except Exception:
        if type(move) in NAME_OF:
            raise WireError(f"the move {NAME_OF[type(move)]} has parts of the wrong types") from None
        raise WireError(f"found {shown(move)}, expected a move") from None


def move_from_json(content: object) -> Move:
    """A move from plain JSON, or a `WireError` that says what is wrong with it."""
    if not isinstance(content, dict):
        raise WireError(f"found {shown(content)}, expected a move such as {{'move': 'finish'}}")
    given = cast("dict[str, Any]", content)
    name: object = given.get("move")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise WireError(f"there is no move {shown(name)}; expected one of {', '.join(KINDS)}")
    parts = {key: value for key, value in given.items() if key != "move"}
    return cast("Move", structure(CONVERTER, parts, kind, f"the move {name}"))
