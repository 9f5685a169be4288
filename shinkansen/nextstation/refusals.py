"""Refusals: why a move is not legal, as a referee would say it, with the clause.

Reasons come in a fixed order: the end of the game, the form of the move, whose choice it is, where the section starts,
where it leads, and what is in its way; then what is added to the section. The facts are those of `turns.legal_moves`,
asked about one section.
"""

from __future__ import annotations

from typing import cast

from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import listed, opening
from shinkansen.nextstation import powers
from shinkansen.nextstation.cards import FIRST_TURN_OF_SWITCH
from shinkansen.nextstation.drawing import shut, starts, with_section
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import DOUBLE, DOUBLE_STATION, EXTENSION, SECOND, effect_name
from shinkansen.nextstation.moves import Draw, Pass, SectionId
from shinkansen.nextstation.names import station_name
from shinkansen.nextstation.sheet import ANY, JOKER, SWITCH, Station, station_id
from shinkansen.nextstation.table import Board, Table, Turn
from shinkansen.nextstation.turns import extension_of, turn_of_second


def why_not(kit: Kit, table: Table, move: object, by: int | None = None) -> Refusal | None:
    """Why a move is not legal, or `None` if it is."""
    if not table.choosing:
        return Refusal("game-over", "9.1", "The game is over.")
    if not isinstance(move, Pass | Draw) or (isinstance(move, Draw) and not _is_draw(move)):
        return Refusal("not-a-move", "", "That is not a move.")
    seat = table.choosing[0]
    if by is not None and by != seat:
        return Refusal("not-your-turn", "4.5", f"It is {kit.seat_names[seat]} who is to choose now.")
    if table.seconds:
        return _second(kit, table, seat, move)
    return _drawing(kit, table, seat, move) if isinstance(move, Draw) else None


def _is_draw(move: Draw) -> bool:
    """Whether what comes with a section is of the right form."""
    fits = isinstance(move.extension, str | None)  # pyright: ignore[reportUnnecessaryIsInstance]
    return fits and type(move.mark) is type(move.power) is bool


def _drawing(kit: Kit, table: Table, seat: int, move: Draw) -> Refusal | None:
    """Why a section cannot be drawn with all that comes with it."""
    turn, board, colour = table.turn, table.boards[seat], table.colours[seat]
    if move.power:
        if (refusal := _no_power(kit, table, seat)) is not None:
            return refusal
        turn = powers.turn_with(kit, turn, powers.power_of(table, seat))
    if (refusal := _section(kit, table, board, colour, move.section, turn)) is not None:
        return refusal
    return (
        (_power_for_nothing(kit, table, seat, move) if move.power else None)
        or (_no_extension(kit, table, board, colour, move) if move.extension is not None else None)
        or (_no_mark(kit, table) if move.mark else None)
    )


# -- sections


def _section(kit: Kit, table: Table, board: Board, number: int, section: object, turn: Turn) -> Refusal | None:
    """Why a section cannot be drawn on a sheet."""
    if (refusal := _on_the_map(kit, section)) is not None:
        return refusal
    bit, _, a, b = kit.drawn[cast("SectionId", section)]
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
        end = station_name(kit.station_at[b if starts(kit, turn, board) & a else a])
        return Refusal("on-the-line", kit.clauses["again"], f"{opening(end)} is on {line} already.")
    start, target = (a, b) if board.closed & a else (b, a)
    if not starts(kit, turn, board) & start:
        return _not_an_end(kit, table, station_name(kit.station_at[start]), line)
    if (refusal := _not_shown(table, turn.symbol, kit.station_at[target])) is not None:
        return refusal
    return _in_the_way(kit, board, bit, bool(shut(turn, board) & bit))


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
        if table.seconds and kit.turn(cards) >= FIRST_TURN_OF_SWITCH:
            when = "The switch is for the first of the two sections"
            return Refusal("not-an-end", "L.15.1", f"{when}, and {start} is not an end of {line}.")
        when = f"A switch has no effect in turn {kit.turn(cards)}"
        return Refusal("switch-too-early", "6.9", f"{when}, and {start} is not an end of {line}.")
    return Refusal("not-an-end", "5.5", f"{opening(start)} is not an end of {line}.")


def _not_shown(table: Table, symbol: str, station: Station) -> Refusal | None:
    """Why a card does not lead to a station."""
    if symbol in (JOKER, station.symbol) or station.symbol == ANY:
        return None
    there = f"the station at {station.id} is a {station.symbol}"
    if table.seconds and table.turn.symbol == JOKER:
        first = f"The first section led to a {symbol}, so the second must too"
        return Refusal("wrong-symbol", "L.15.2", f"{first}, but {there}.")
    return Refusal("wrong-symbol", "5.4", f"The card shows a {symbol}, but {there}.")


def _in_the_way(kit: Kit, board: Board, bit: int, is_shut: bool) -> Refusal | None:
    """What is drawn already where the section would be."""
    if not is_shut:
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
    colour, other = next(
        (colour, other)
        for colour, mask in zip(kit.sheet.colours, board.lines, strict=True)
        for other in kit.sections_in(mask)
        if kit.drawn[other.id][1] & bit
    )
    ends = f"{station_name(kit.sheet.by_id[other.a])} and {station_name(kit.sheet.by_id[other.b])}"
    return Refusal("crossing", "5.7", f"That section would cross your {colour} line between {ends}.")


# -- powers


def _no_power(kit: Kit, table: Table, seat: int) -> Refusal | None:
    """Why the power of a pencil cannot be used now."""
    if not kit.has_powers:
        return Refusal("no-powers", "L.14.2", "This game is played without pencil powers.")
    colour = kit.sheet.colours[table.colours[seat]]
    if not powers.is_left(table, seat):
        return Refusal("power-used", "L.14.3", f"You have used the power of the {colour} pencil in this round.")
    if powers.power_of(table, seat) == DOUBLE and not kit.marks_at_once:
        what = "the double station counts by itself at the end of the round, where your line has most stations"
        return Refusal("power-for-nothing", "L.15.5", f"Nothing needs to be said for this power: {what}.")
    return None


def _power_for_nothing(kit: Kit, table: Table, seat: int, move: Draw) -> Refusal | None:
    """Why a power would be spent on nothing."""
    power = powers.power_of(table, seat)
    if kit.may_waste or power == DOUBLE:
        return None
    board = table.boards[seat]
    if power == SECOND:
        if powers.leaves_second(kit, table, seat, board, move):
            return None
        clause = "L.15.2" if table.turn.symbol == JOKER else "L.15.1"
        return Refusal("no-second-section", clause, "No second section could follow this one.")
    if _section(kit, table, board, table.colours[seat], move.section, table.turn) is not None:
        return None
    return Refusal("power-for-nothing", "L.14.3", "You can draw that section without your pencil's power.")


def _second(kit: Kit, table: Table, seat: int, move: Pass | Draw) -> Refusal | None:
    """Why a move is not a second section."""
    if isinstance(move, Pass):
        told = "You have used the power of your pencil for a second section, so draw it."
        return None if kit.may_waste else Refusal("second-section", "L.14.3", told)
    if move.power or move.mark or move.extension is not None:
        return Refusal("second-section", "L.15.1", "A second section is drawn by itself, with nothing added to it.")
    turn = turn_of_second(table, seat)
    return _section(kit, table, table.boards[seat], table.colours[seat], move.section, turn)


# -- effects


def _no_effect(kit: Kit, table: Table, effect: str) -> Refusal | None:
    """Why an effect does not apply to this turn."""
    name = effect_name(effect)
    if not kit.has_specials:
        return Refusal("no-special-stations", "11.1", "This game is played without special stations.")
    if table.turn.effect == effect:
        return None
    symbol, of_the_round = table.specials[-1]
    if of_the_round != effect:
        return Refusal("another-effect", "11.2", f"This round has {effect_name(of_the_round)}, not {name}.")
    if kit.symbol_of[table.cards[-1][-1]] == JOKER:
        return Refusal("no-effect-on-joker", "11.5", f"On a joker {name} does not apply.")
    return Refusal(
        "no-effect", "11.3", f"{opening(name)} applies to a {symbol} in this round, and the card shows none."
    )


def _no_mark(kit: Kit, table: Table) -> Refusal | None:
    return _no_effect(kit, table, DOUBLE_STATION)


def _no_extension(kit: Kit, table: Table, board: Board, number: int, move: Draw) -> Refusal | None:
    """Why a section cannot be extended like that."""
    if (refusal := _no_effect(kit, table, EXTENSION)) is not None:
        return refusal
    station = move.extension or ""
    if station not in kit.sheet.by_id:
        return Refusal("no-station", "4.3", f"There is no station at {shown(station)}.")
    end = kit.station_at[kit.reached(board, move)]
    ahead = kit.extensions.get((move.section, kit.station_bits[end.id]))
    if ahead is None or ahead[1].extension != station:
        return _not_straight_on(kit, board, move, end, station, ahead[1].extension if ahead else None)
    after = with_section(kit, board, number, move.section)
    bit, target = kit.drawn[extension_of(kit, board, move)][0], kit.station_bits[station]
    line = f"your {kit.sheet.colours[number]} line"
    if after.closed & target:
        name = opening(station_name(kit.sheet.by_id[station]))
        return Refusal("on-the-line", kit.clauses["again"], f"{name} is on {line} already.")
    if any(mask & bit for mask in after.lines):
        return Refusal("extension-beside", "11.12", "An extension cannot run beside a section that is there already.")
    return _in_the_way(kit, after, bit, bool(after.closed & bit))


def _not_straight_on(kit: Kit, board: Board, move: Draw, end: Station, station: str, ahead: str | None) -> Refusal:
    """Why an extension does not lead to a station."""
    if ahead is not None:
        where = station_name(kit.sheet.by_id[ahead])
        return Refusal("not-straight-on", "11.9", f"The extension leads straight on, to {where}.")
    along = Draw((end.id, station)).section
    if along in kit.drawn and kit.loop & kit.drawn[along][0]:
        return Refusal("extension-beside", "11.12", "An extension cannot run along the loop.")
    return Refusal("nothing-ahead", "11.11", f"No station can be reached straight on from {station_name(end)}.")
