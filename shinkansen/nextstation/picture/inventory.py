"""Inventory: every piece of a table under its name, with how it is; and what differs between two.

Pieces have these names in pictures too, in `data-piece`:

| name | piece |
|---|---|
| `track:SEAT:COLOUR:A-B` | a section of a line, from station to station |
| `station:SEAT:ID` | a station on a seat's sheet; its count is the number of lines that it has |
| `stamp:SEAT:DISTRICT` | a stamp; its count is 1 once it is coloured in |
| `line:SEAT:COLOUR`, `interchanges:SEAT:LINES`, `stamps:SEAT`, `loop:SEAT`, `modules:SEAT`, `objective:SEAT:ID`, `total:SEAT` | points |
| `sites:SEAT` | tourist circles crossed off |
| `used:SEAT:COLOUR` | whether the power of a pencil is used |
| `chosen:SEAT` | that a seat has chosen, and its choice lies face down |
| `choice:SEAT:A-B` | a section of that choice, for somebody who knows it |
| `printed:SEAT:A-B` | a section of the printed loop, where one stands in the way |
| `card:ID` | a card that was turned up in this round |
| `objective:ID`, `special:ROUND`, `power:COLOUR` | the cards of the modules |

Around them are `panel:NAME`, a part of the table with a title, `deck`, `seat:SEAT`, a player, and in the end `score:SEAT`.
"""  # noqa: E501 - a table

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.picture import block, cards
from shinkansen.nextstation.picture.look import Look, Sheet
from shinkansen.nextstation.table import Table
from shinkansen.paper.changes import Changes, changed

Inventory: TypeAlias = dict[str, object]

AMOUNTS: Final = ("line", "interchanges", "stamps", "loop", "modules", "objective", "total", "sites")
"""The kinds of pieces that are amounts: the first part of their names."""


def changes(kit: Kit, before: Table, after: Table, move: Move | None = None) -> Changes:
    """What a picture of `after` should point out to somebody who knows `before`, and the move made in between."""
    also = list[str]()
    if (found := choice(before, after, move)) is not None:
        seat, draw = found
        sections = [kit.sheet.tracks[place] for place in kit.sections_of(after.boards[seat], draw)]
        also = [f"choice:{kit.seat_names[seat]}:{section.a}-{section.b}" for section in sections]
    return changed(inventory(Look(kit, before)), inventory(Look(kit, after)), AMOUNTS, also)


def choice(before: Table, after: Table, move: Move | None) -> tuple[int, Draw] | None:
    """Who chose this section, if it lies face down: all wait for the others (4.5)."""
    waits = before.choosing[1:] == after.choosing and before.boards == after.boards
    return (before.choosing[0], move) if waits and after.choosing and isinstance(move, Draw) else None


def inventory(look: Look) -> Inventory:
    """Every piece on a table by its name, with how it is."""
    found: Inventory = dict(_common(look))
    for sheet in look.seats:
        found.update(_of(sheet))
    return found


def _common(look: Look) -> Iterator[tuple[str, object]]:
    for card in cards.shown(look):
        yield f"card:{card}", look.table.round
    for name, sort, words in cards.modules(look):
        yield name, (sort, words)


def _of(sheet: Sheet) -> Iterator[tuple[str, object]]:
    kit, name = sheet.kit, sheet.name
    for place, colours in sheet.tracks.items():
        section = kit.sheet.tracks[place]
        for colour in colours:
            yield f"track:{name}:{kit.sheet.colours[colour]}:{section.a}-{section.b}", True
    for bit, station in kit.station_at.items():
        yield f"station:{name}:{station.id}", (sheet.count(bit), [bool(mask & bit) for mask in sheet.board.marks])
    for district, _ in kit.stamps:
        yield f"stamp:{name}:{district.id}", district.id in sheet.stamps
    for entry in block.entries(sheet):
        yield entry.name, entry.points or 0
    if len(kit.tourist_track) > 1:
        yield f"sites:{name}", block.sites(sheet)
    if sheet.look.table.setup.powers:
        for colour, id in enumerate(kit.sheet.colours):
            yield f"used:{name}:{id}", sheet.board.used >> colour & 1
    if sheet.has_chosen:
        yield f"chosen:{name}", True
    yield f"total:{name}", sheet.score.total
