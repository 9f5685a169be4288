"""The shapes of states in plain JSON, for the strict converter; their names and numbers are checked in `table_wire`.

They stand apart because making these classes takes much longer than defining functions, and nothing here depends on a
rule: whoever loads the engine with a rule changed can share them.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from shinkansen.core.plain_json import strict_converter
from shinkansen.zerokei.edition import Colour


@define(eq=False, repr=False)
class SlotShape:
    carriage: str | None
    claim: int | None


@define(eq=False, repr=False)
class CounterShape:
    colour: Colour
    space: int


@define(eq=False, repr=False)
class VenueShape:
    city: str
    cauldrons: tuple[int, ...]


@define(eq=False, repr=False)
class PendingShape:
    owed: str | None = None
    again: str | None = None
    moving: int | None = None


@define(eq=False, repr=False)
class SeatShape:
    engine: str | None
    train: tuple[str, ...]
    yen: int
    vp: int
    tracks: int
    cauldrons: int
    spent: tuple[str, ...]
    tokens: tuple[tuple[str, ...], ...]


@define(eq=False, repr=False)
class HideoShape:
    board: tuple[str, ...]
    closed: tuple[int, ...]


NO_HIDEO: Final = HideoShape((), ())


@define(eq=False, repr=False)
class TableShape:
    round: int
    phase: str
    to_move: int | None
    actions: int
    used: tuple[str, ...]
    pending: tuple[PendingShape, ...]
    tile: tuple[int | None, ...]
    row: tuple[SlotShape, ...]
    discard: tuple[str, ...]
    prepared: tuple[str, ...]
    tracked: tuple[str, ...]
    stations: dict[str, Colour]
    counters: tuple[CounterShape, ...]
    venues: tuple[VenueShape, ...]
    tokens: tuple[str, ...]
    events: tuple[str, ...]
    engines: tuple[str, ...]
    memory: tuple[str, ...]
    seats: tuple[SeatShape, ...]
    hideo: HideoShape = NO_HIDEO


@define(eq=False, repr=False)
class HiddenShape:
    deck: tuple[str, ...]
    board: tuple[str, ...] = ()


@define(eq=False, repr=False)
class StateShape:
    table: TableShape
    hidden: HiddenShape


CONVERTER = strict_converter()
