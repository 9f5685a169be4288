"""Refusals: why a move is not legal, as a referee would say it, with the clause.

Reasons come in a fixed order: the end of the game, the form of the move, whose choice it is, where the section starts,
where it leads, and what is in its way. The facts are those of `turns.legal_moves`, asked about one section.
"""

from __future__ import annotations

from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import listed, opening
from shinkansen.nextstation.kit import ANY, JOKER, SWITCH, Kit
from shinkansen.nextstation.moves import Draw, Pass
from shinkansen.nextstation.names import station_name
from shinkansen.nextstation.sheet import Station, station_id
from shinkansen.nextstation.table import Board, Table
from shinkansen.nextstation.turns import shut, starts


def why_not(kit: Kit, table: Table, move: object, by: int | None = None) -> Refusal | None:
    """Why a move is not legal, or `None` if it is."""
    if not table.choosing:
        return Refusal("game-over", "9.1", "The game is over.")
    if not isinstance(move, Pass | Draw):
        return Refusal("not-a-move", "", "That is not a move.")
    seat = table.choosing[0]
    if by is not None and by != seat:
        return Refusal("not-your-turn", "4.5", f"It is {kit.seat_names[seat]} who is to choose now.")
    return _section(kit, table, table.boards[seat], table.colours[seat], move) if isinstance(move, Draw) else None


def _section(kit: Kit, table: Table, board: Board, number: int, move: Draw) -> Refusal | None:
    if (refusal := _on_the_map(kit, move.section)) is not None:
        return refusal
    bit, _, a, b = kit.drawn[move.section]
    line = f"your {kit.sheet.colours[number]} line"
    if not board.closed & (a | b):
        if not board.lines[number]:
            departure = station_name(kit.station_at[kit.departure_bits[number]])
            return Refusal(
                "not-from-departure", "5.3", f"The first section of {line} starts at its departure, {departure}."
            )
        return Refusal("not-from-the-line", "5.5", f"Neither of these stations is on {line}.")
    if board.closed & a and board.closed & b:
        if board.lines[number] & bit:
            clause = "6.4" if kit.joker_doubles else kit.clauses["second track"]
            return Refusal("drawn-already", clause, f"That section of {line} is there already.")
        end = station_name(kit.station_at[b if starts(kit, table, board) & a else a])
        return Refusal("on-the-line", kit.clauses["again"], f"{opening(end)} is on {line} already.")
    start, target = (a, b) if board.closed & a else (b, a)
    if not starts(kit, table, board) & start:
        return _not_an_end(kit, table, station_name(kit.station_at[start]), line)
    if (refusal := _not_shown(table.symbol, kit.station_at[target])) is not None:
        return refusal
    return _in_the_way(kit, table, board, move, bit)


def _on_the_map(kit: Kit, section: object) -> Refusal | None:
    """Why there is no such section on the sheet."""
    match section:
        case (str(one), str(two)):
            pass
        case _:
            return Refusal("not-a-move", "", "That is not a section: it needs two stations.")
    for station in (one, two):
        if station not in kit.sheet.by_id:
            return Refusal("no-station", "4.3", f"There is no station at {shown(station)}.")
    if section in kit.drawn:
        return None
    start, end = kit.sheet.by_id[one], kit.sheet.by_id[two]
    dx, dy = end.x - start.x, end.y - start.y
    if start is end:
        return Refusal("not-a-section", "4.3", "A section joins two different stations.")
    if dx and dy and abs(dx) != abs(dy):
        what = f"{station_name(start)} and {station_name(end)} are not in one line"
        return Refusal("not-straight", "5.2", f"A section is straight, along or across the sheet or diagonal: {what}.")
    steps = max(abs(dx), abs(dy))
    way = [station_id(start.x + dx * step // steps, start.y + dy * step // steps) for step in range(1, steps)]
    between = next((kit.sheet.by_id[id] for id in way if id in kit.sheet.by_id), None)
    if between is not None:
        return Refusal("through-a-station", "5.6", f"{opening(station_name(between))} lies between these two stations.")
    return Refusal("across-the-loop", "5.8", "That section would cross the line that is printed on the sheet.")


def _not_an_end(kit: Kit, table: Table, start: str, line: str) -> Refusal:
    cards = table.cards[-1]
    if len(cards) > 1 and kit.symbol_of[cards[-2]] == SWITCH:
        when = f"A switch has no effect in turn {kit.turn(cards)}"
        return Refusal("switch-too-early", "6.9", f"{when}, and {start} is not an end of {line}.")
    return Refusal("not-an-end", "5.5", f"{opening(start)} is not an end of {line}.")


def _not_shown(symbol: str, station: Station) -> Refusal | None:
    """Why a card does not lead to a station."""
    if symbol in (JOKER, station.symbol) or station.symbol == ANY:
        return None
    return Refusal("wrong-symbol", "5.4", f"The card shows a {symbol}, and {station_name(station)} is none.")


def _in_the_way(kit: Kit, table: Table, board: Board, move: Draw, bit: int) -> Refusal | None:
    """What is drawn already where the section would be."""
    if not shut(table, board) & bit:
        return None
    tracks = [f"your {name} line" for name, mask in zip(kit.sheet.colours, board.lines, strict=True) if mask & bit]
    if kit.loop & bit:
        tracks.insert(0, "the loop")
    if len(tracks) > 1:
        what = f"There are two tracks between these stations already: {listed(tracks)}"
        return Refusal("two-tracks", "6.5", f"{what}.")
    if tracks:
        beside = "; only a joker lets you draw a second track beside it" if kit.joker_doubles else ""
        told = f"{opening(tracks[0])} has that section already{beside}."
        return Refusal("drawn-already", kit.clauses["second track"], told)
    for colour, mask in zip(kit.sheet.colours, board.lines, strict=True):
        for other in kit.sections_in(mask):
            if kit.drawn[other.id][1] & bit:
                ends = f"{station_name(kit.sheet.by_id[other.a])} and {station_name(kit.sheet.by_id[other.b])}"
                return Refusal("crossing", "5.7", f"That section would cross your {colour} line between {ends}.")
    raise AssertionError(f"{move} is closed, but nothing that is drawn closes it")
