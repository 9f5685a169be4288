"""States as plain JSON and back: names instead of bits. Reading is strict, and accepts only what can be played on from;
`read_form` accepts what can be looked at.

What follows from the rest (ends, what is closed, the colours of the round) is not written; it is worked out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import Any, Final, cast

from shinkansen.core.errors import ShinkansenError, WireError
from shinkansen.core.plain_json import Json, shown, structure
from shinkansen.core.prose import count, listed
from shinkansen.nextstation.cards import NO_TURN, double_track_applies, turn_of
from shinkansen.nextstation.kit import Drawn, Kit
from shinkansen.nextstation.module_cards import (
    DOUBLE,
    DOUBLE_STATION,
    EFFECTS,
    EXTENSION,
    JOKER_POWER,
    POWERS,
    SECOND,
    SYMBOL_CARDS,
)
from shinkansen.nextstation.moves import Draw, Move, move_from_json, move_json
from shinkansen.nextstation.objectives import DRAWN
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.powers import is_left, power_of, second_turn
from shinkansen.nextstation.refusals import why_not
from shinkansen.nextstation.sheet import JOKER, SWITCH
from shinkansen.nextstation.table import Board, Hidden, Setup, State, Table
from shinkansen.nextstation.turns import chosen, legal_moves
from shinkansen.nextstation.wire_shapes import CONVERTER, HiddenShape, SeatShape, StateShape, TableShape

# -- writing


def table_json(kit: Kit, table: Table) -> dict[str, Json]:
    """What everybody sees."""
    return {
        "round": table.round + 1,
        "pencils": [*table.setup.pencils],
        "gap": [*table.setup.gap],
        "objectives": [*table.setup.objectives],
        "powers": [*table.setup.powers],
        "specials": [[*special] for special in table.specials],
        "cards": [[*cards] for cards in table.cards],
        "seats": [_seat_json(kit, table, seat) for seat in range(kit.seats)],
        "choosing": [*table.choosing],
    }


def _seat_json(kit: Kit, table: Table, seat: int) -> dict[str, Json]:
    board, colours = table.boards[seat], kit.sheet.colours
    marks: list[Json] = [
        [colour, station.id]
        for colour, mask in zip(colours, board.marks, strict=True)
        for station in kit.stations_in(mask)
    ]
    return {
        "lines": _lines_json(kit, board),
        "marks": marks,
        "used": [colour for at, colour in enumerate(colours) if board.used >> at & 1],
        "second": table.seconds[seat] or None if table.seconds else None,
    }


def _lines_json(kit: Kit, board: Board) -> dict[str, Json]:
    return {
        colour: [[section.a, section.b] for section in kit.sections_in(mask)]
        for colour, mask in zip(kit.sheet.colours, board.lines, strict=True)
    }


def state_json(kit: Kit, state: State) -> dict[str, Json]:
    """A state: its table, and what is hidden."""
    choices: list[Json] = [None if move is None else move_json(move) for move in state.hidden.choices]
    decks: list[Json] = [[*deck] for deck in state.hidden.decks]
    hidden: dict[str, Json] = {
        "decks": decks,
        "choices": choices,
        "symbols": [*state.hidden.symbols],
        "effects": [*state.hidden.effects],
    }
    return {"table": table_json(kit, state.table), "hidden": hidden}


# -- reading


def read_state(kit: Kit, content: object) -> State:
    """A state from plain JSON; `WireError` says why it is not one, or why a game cannot have led to it."""
    read = structure(CONVERTER, content, StateShape, "state")
    table, hidden = read.table, read.hidden
    for problem in _problems(kit, table, hidden):
        raise WireError(f"state: {problem}")
    colours = [colours_in(kit, table.pencils, table.gap, number) for number in range(table.round)]
    turns = [_Played(kit, table, number) for number in range(table.round)]
    boards = tuple(
        _board(kit, table, turns, seat, tuple(each[seat] for each in colours), table.seats[seat])
        for seat in range(kit.seats)
    )
    specials = tuple((symbol, effect) for symbol, effect in table.specials)
    seconds = tuple(seat.second or "" for seat in table.seats) if _is_second(table) else ()
    turn = turn_of(kit, table.cards[-1], specials[-1] if specials else None)
    laid = Table(
        Setup(table.pencils, table.gap, table.objectives, table.powers),
        table.round - 1,
        specials,
        table.cards,
        boards,
        table.choosing,
        colours[-1],
        second_turn(kit, turn) if seconds else turn,
        seconds,
    )
    for seat, symbol in enumerate(seconds):
        if symbol:
            _check_second(kit, chosen(laid, (seat,)), seat, turn.symbol)
    choices = tuple(_choice(kit, laid, seat, choice) for seat, choice in enumerate(hidden.choices))
    return State(laid, Hidden(hidden.decks, choices, hidden.symbols, hidden.effects))


def read_form(kit: Kit, content: object) -> State:
    """A state that has the right form and uses only names of this game, but may make no sense, such as that of a wrong
    engine: lines may cross or hang in the air. It is to look at, not to play on."""
    read = structure(CONVERTER, content, StateShape, "state")
    table, hidden = read.table, read.hidden
    for found, known, where in _names(kit, table):
        if strange := [name for name in found if name not in known]:
            raise WireError(f"state: table.{where}: found {shown(strange[0])}, expected a name of this game")
    lengths = {
        "round": 1 <= table.round <= kit.rounds == len(table.cards) + kit.rounds - table.round,
        "pencils": len({*table.pencils}) == kit.rounds == len(table.pencils),
        "gap": len(table.gap) == (kit.seats == 3),
        "powers": len(table.powers) == (kit.rounds if kit.has_powers else 0),
        "specials": len(table.specials) == (table.round if kit.has_specials else 0),
        "seats": len(table.seats) == kit.seats,
        "choosing": len({*table.choosing}) == len(table.choosing),
    }
    if wrong := [where for where, fits in lengths.items() if not fits]:
        raise WireError(f"state: table.{wrong[0]}: found as many as there cannot be")
    colours = colours_in(kit, table.pencils, table.gap, table.round - 1)
    boards = tuple(_any_board(kit, colours[seat], given) for seat, given in enumerate(table.seats))
    specials = tuple((symbol, effect) for symbol, effect in table.specials)
    turn = turn_of(kit, table.cards[-1], specials[-1] if specials else None) if table.cards[-1] else NO_TURN
    setup = Setup(table.pencils, table.gap, table.objectives, table.powers)
    seconds = tuple(seat.second or "" for seat in table.seats) if _is_second(table) else ()
    laid = Table(setup, table.round - 1, specials, table.cards, boards, table.choosing, colours, turn, seconds)
    return State(laid, Hidden(hidden.decks, kit.nobody_chose, hidden.symbols, hidden.effects))


def _names(kit: Kit, table: TableShape) -> Iterator[tuple[Iterable[object], Collection[object], str]]:
    """What names a table uses, which there are, and where."""
    colours, stations = kit.sheet.colours, kit.sheet.by_id
    yield table.pencils, colours, "pencils"
    yield (*table.gap, *table.choosing), kit.everybody, "choosing"
    yield table.objectives, kit.objective_cards, "objectives"
    yield table.powers, POWERS, "powers"
    yield table.specials, [*product(SYMBOL_CARDS, EFFECTS)], "specials"
    yield (card for cards in table.cards for card in cards), kit.sheet.cards, "cards"
    for number, seat in enumerate(table.seats, start=1):
        where = f"seats.{number}"
        yield (*seat.lines, *seat.used, *(mark[0] for mark in seat.marks if mark)), colours, where
        yield (mark[1:] for mark in seat.marks), [(station,) for station in stations], f"{where}.marks"
        yield (_in_order(way) for ways in seat.lines.values() for way in ways), kit.drawn, where
        yield ([] if seat.second is None else [seat.second]), (*SYMBOL_CARDS, JOKER), f"{where}.second"


def _any_board(kit: Kit, colour: int, given: SeatShape) -> Board:
    """A sheet with these lines, whether or not they can have come about."""
    names = kit.sheet.colours
    sections = [[kit.drawn[_in_order(way)] for way in given.lines.get(name, ())] for name in names]
    lines, closed, tracks = [0] * len(names), kit.loop, kit.loop
    for at, drawn in enumerate(sections):
        for bit, closes, *_ in drawn:
            lines[at] |= bit
            closed |= closes
    single, on = tracks, 0
    for mask in lines:
        single ^= mask
    for *_, a, b in sections[colour]:
        on |= a | b
    marks = [0] * len(names)
    for name, station in given.marks:
        marks[names.index(name)] |= kit.station_bits[station]
    departure = kit.departure_bits[colour]
    used = sum(1 << names.index(name) for name in {*given.used})
    ends = _ends(sections[colour]) or departure
    return Board(tuple(lines), ends, closed | on | departure, single, tuple(marks), used)


def _is_second(table: TableShape) -> bool:
    """Whether second sections are being chosen (L.15.1)."""
    return any(seat.second is not None for seat in table.seats)


def _check_second(kit: Kit, table: Table, seat: int, shown_symbol: str) -> None:
    """A second section that is still to be drawn was brought by a power, and can be drawn."""
    where, symbol = f"state: table.seats.{seat + 1}.second", table.seconds[seat]
    if power_of(table, seat) != SECOND or is_left(table, seat):
        raise WireError(f"{where}: found {shown(symbol)}, expected null: no power for it was used")
    free = shown_symbol == JOKER and kit.second_from_any
    fits = [*SYMBOL_CARDS, *([JOKER] if free else [])] if shown_symbol == JOKER else [shown_symbol]
    if symbol not in fits:
        raise WireError(f"{where}: found {shown(symbol)}, expected {' or '.join(fits)}")
    if not legal_moves(kit, table):
        raise WireError(f"{where}: found {shown(symbol)}, but no such section can be drawn")


def _problems(kit: Kit, table: TableShape, hidden: HiddenShape) -> Iterator[str]:
    """What is wrong with everything but the lines; whoever reads further may rely on what comes before."""
    if not 1 <= table.round <= kit.rounds:
        yield f"table.round: found {table.round}, expected 1 to {kit.rounds}"
    if sorted(table.pencils) != sorted(kit.sheet.colours):
        yield f"table.pencils: found {', '.join(table.pencils)}, expected each of {', '.join(kit.sheet.colours)} once"
    gaps = [(seat,) for seat in range(kit.seats)] if kit.seats == 3 else [()]
    if table.gap not in gaps:
        yield f"table.gap: found {[*table.gap]}, expected {' or '.join(str([*gap]) for gap in gaps)}"
    drawn = DRAWN if kit.objective_cards else 0
    if len({*table.objectives} & {*kit.objective_cards}) != drawn or len(table.objectives) != drawn:
        expected = f"{drawn} of {', '.join(kit.objective_cards)}" if drawn else "none: they are not used"
        yield f"table.objectives: found {', '.join(table.objectives) or 'none'}, expected {expected}"
    yield from _cards_wrong(kit, table, hidden)
    if len(table.seats) != kit.seats:
        yield f"table.seats: found {len(table.seats)}, expected {kit.seats}"
    if len(table.cards) != table.round:
        yield f"table.cards: found those of {count(len(table.cards), 'round')}, expected {table.round}"
    if len(hidden.decks) != kit.rounds:
        yield f"hidden.decks: found {len(hidden.decks)}, expected {kit.rounds}"
    for number, rest in enumerate(hidden.decks):
        turned = table.cards[number] if number < table.round else ()
        if sorted(turned + rest) != sorted(kit.sheet.cards):
            yield f"the cards of round {number + 1}: expected each card once, turned up or in the deck"
        over = number + 1 < table.round or (number + 1 == kit.rounds == table.round and not table.choosing)
        if number < table.round:
            yield from _turns_wrong(kit, number + 1, turned, over)
    if len(hidden.choices) != kit.seats:
        yield f"hidden.choices: found {len(hidden.choices)}, expected one for each of {kit.seats} seats"
    asked = [seat for seat, each in enumerate(table.seats) if each.second is not None] or [*kit.everybody]
    for seat, choice in enumerate(hidden.choices):
        if choice is not None and seat not in asked:
            yield f"hidden.choices.{seat + 1}: found a choice, expected none: this seat has no second section to draw"
    open_seats = [seat for seat in asked if hidden.choices[seat] is None]
    over = table.round == kit.rounds and not table.choosing and open_seats == [*kit.everybody]
    if sorted(table.choosing) != open_seats and not over:
        yield f"table.choosing: found {[*table.choosing]}, expected the seats without a choice: {open_seats}"
    if [*table.choosing[1:]] != sorted(table.choosing[1:]):
        yield f"table.choosing: found {[*table.choosing]}, expected the seats after the first in ascending order"


def _cards_wrong(kit: Kit, table: TableShape, hidden: HiddenShape) -> Iterator[str]:
    """What is wrong with the cards of modules that are in the open or in their piles."""
    powers = sorted(POWERS) if kit.has_powers else []
    if sorted(table.powers) != powers:
        expected = f"each of {', '.join(POWERS)} once" if powers else "none: they are not used"
        yield f"table.powers: found {', '.join(table.powers) or 'none'}, expected {expected}"
    if any(len(pair) != 2 for pair in table.specials):
        yield "table.specials: expected pairs, each a symbol and an effect"
        return
    if len(table.specials) != (table.round if kit.has_specials else 0):
        expected = f"one for each of {count(table.round, 'round')}" if kit.has_specials else "none: they are not used"
        yield f"table.specials: found {len(table.specials)}, expected {expected}"
    piles = (("symbols", 0, SYMBOL_CARDS, hidden.symbols), ("effects", 1, tuple(EFFECTS), hidden.effects))
    for name, at, cards, rest in piles:
        if sorted((*(pair[at] for pair in table.specials), *rest)) != sorted(cards if kit.has_specials else ()):
            expected = f"each of {', '.join(cards)} once, turned up or face down" if kit.has_specials else "none"
            yield f"the {name} of the special stations: expected {expected}"


def _turns_wrong(kit: Kit, number: int, cards: tuple[str, ...], over: bool) -> Iterator[str]:
    """Why the cards of a round cannot have been turned up so."""
    if not cards:
        yield f"the cards of round {number}: found none, expected at least one"
    elif kit.symbol_of[cards[-1]] == SWITCH:
        yield f"the cards of round {number}: the last is a switch, expected the card that belongs to it"
    elif len(cards) > 1 and kit.is_last_turn(cards[:-1]):
        yield f"the cards of round {number}: found more after the last underground card, expected none"
    elif over and not kit.is_last_turn(cards):
        yield f"the cards of round {number}: the round is over, expected all {len(kit.underground)} underground cards"


def _board(
    kit: Kit, table: TableShape, turns: list[_Played], seat: int, colours: tuple[int, ...], given: SeatShape
) -> Board:
    """A seat's sheet, with its lines drawn again in the order of the rounds."""
    where = f"state: table.seats.{seat + 1}"
    if given.lines.keys() != kit.colour_index.keys():
        raise WireError(f"{where}: found lines {', '.join(given.lines)}, expected {', '.join(kit.sheet.colours)}")
    used = [at for at, colour in enumerate(kit.sheet.colours) if colour in given.used]
    if [kit.sheet.colours[at] for at in used] != [*given.used]:
        raise WireError(f"{where}.used: expected colours of this sheet, each once and in its order")
    lines, marks = [0] * kit.rounds, [*kit.no_marks]
    ends, closed, single = 0, kit.loop, kit.loop
    for number, colour in enumerate(colours):
        departure = kit.departure_bits[colour]
        closed = closed & ~kit.stations | departure
        most = _most(kit, table, turns[number], number, colour, given)
        drawn = _line(kit, closed, single, colour, given, most, where)
        for bit, closes, a, b in drawn:
            lines[colour] |= bit
            closed |= closes | a | b
        ends, single = _ends(drawn) or departure, single ^ lines[colour]
        marks[colour] = _circled(kit, closed, colour, given, most, where)
    for colour, name in enumerate(kit.sheet.colours):
        if colour not in colours and given.lines[name]:
            raise WireError(f"{where}.{name}: found sections of a line that has yet to begin, expected none")
        if colour in used and not (colour in colours and given.lines[name] and _can_be_used(kit, table, colour)):
            raise WireError(f"{where}.used: found {name}, but no power can have been used for that line")
    masks = zip(kit.sheet.colours, marks, strict=True)
    if [(name, station.id) for name, mask in masks for station in kit.stations_in(mask)] != [*given.marks]:
        raise WireError(f"{where}.marks: expected pairs of a begun line and one of its stations, in their order")
    return Board(tuple(lines), ends, closed, single, tuple(marks), sum(1 << at for at in used))


def _can_be_used(kit: Kit, table: TableShape, colour: int) -> bool:
    """Whether the power of a pencil is one that a move uses."""
    return bool(table.powers) and (table.powers[colour] != DOUBLE or kit.marks_at_once)


class _Played:
    """What the turns of a round allowed in which something may have been drawn."""

    def __init__(self, kit: Kit, table: TableShape, number: int) -> None:
        cards, special = table.cards[number], (table.specials[number] if table.specials else None)
        ends = [end for end in range(1, len(cards) + 1) if kit.symbol_of[cards[end - 1]] != SWITCH]
        # In the turn that is being played nothing is drawn yet, unless second sections are being chosen.
        if number + 1 == table.round and table.choosing and not _is_second(table):
            ends = ends[:-1]
        turns = [turn_of(kit, cards[:end], (special[0], special[1])) for end in ends] if special else []
        doubles = [turn.double for turn in turns] or [double_track_applies(kit, cards[:end]) for end in ends]
        self.sections: Final = len(ends) + sum([turn.effect == EXTENSION for turn in turns])
        """Sections: one each turn, and what is added to one."""
        self.beside: Final = sum(doubles)
        """Second tracks."""
        self.marks: Final = sum([turn.effect == DOUBLE_STATION for turn in turns])
        """Stations that are circled."""


def _most(
    kit: Kit, table: TableShape, played: _Played, number: int, colour: int, seat: SeatShape
) -> tuple[int, int, int]:
    """The most sections, second tracks and circled stations that a line can have, with the power of its pencil."""
    if not table.powers:
        return played.sections, played.beside, played.marks
    power = table.powers[colour] if kit.sheet.colours[colour] in seat.used else ""
    waits = number + 1 == table.round and seat.second is not None
    second = power == SECOND and not waits
    doubles = played.beside > 0 and second and kit.second_doubles
    return (
        played.sections + second,
        played.beside + doubles + (power == JOKER_POWER and kit.joker_power_doubles),
        played.marks + (power == DOUBLE),
    )


def _line(
    kit: Kit, closed: int, single: int, colour: int, given: SeatShape, most: tuple[int, int, int], where: str
) -> list[Drawn]:
    """The sections of a line, which can be drawn from the departure one by one, in any order that is possible; `closed`
    and `single` are those of the sheet when the line begins."""
    sections = given.lines[kit.sheet.colours[colour]]
    if not sections:
        return []
    name = f"{where}.{kit.sheet.colours[colour]}"
    most_sections, most_beside, _ = most
    if len(sections) > most_sections:
        raise WireError(f"{name}: found {count(len(sections), 'section')}, expected at most {most_sections}")
    known = kit.drawn
    drawn = [known[section] for section in cast("tuple[Any, ...]", sections) if section in known]
    if len(drawn) < len(sections) or len({*sections}) < len(sections):
        raise WireError(f"{name}: {_not_of_the_sheet(kit, sections)}")
    bits = [bit for bit, *_ in drawn]
    if bits != sorted(bits):
        raise WireError(f"{name}: expected the sections in the order of the sheet")
    beside = sum([bool(single & bit) for bit in bits])
    if beside > most_beside:
        expected = f"at most {most_beside}, one for each joker"
        raise WireError(f"{name}: found {count(beside, 'second track')}, expected {expected}")
    left = [*drawn]
    while left:
        for each in left:
            bit, closes, a, b = each
            # What had one track when the line began may get another.
            if bool(closed & a) != bool(closed & b) and not closed & ~single & bit:
                break
        else:
            section = "-".join(kit.section_at[left[0][0]].id)
            raise WireError(f"{name}: {section} cannot have been drawn: it does not join on, closes a ring or crosses")
        left.remove(each)
        closed |= closes | a | b
    return drawn


def _not_of_the_sheet(kit: Kit, sections: tuple[tuple[str, ...], ...]) -> str:
    in_order = [_in_order(section) for section in sections]
    if in_order != [*sections] or len({*sections}) < len(sections):
        return "expected each section once, with its stations in their order"
    strange = next(section for section in in_order if section not in kit.drawn)
    return f"found {shown('-'.join(strange))}, expected a section of the sheet"


def _in_order(section: tuple[str, ...]) -> Any:
    """A section with its stations in their order, whatever else it may be."""
    move: Any = Draw(cast("Any", section))
    return move.section


def _ends(drawn: list[Drawn]) -> int:
    """The stations of a line that have just one section of it: it can be continued there."""
    some = more = 0
    for *_, a, b in drawn:
        more |= some & (a | b)
        some |= a | b
    return some & ~more


def _circled(kit: Kit, closed: int, colour: int, given: SeatShape, most: tuple[int, int, int], where: str) -> int:
    """The stations that are circled for a line."""
    if not given.marks:
        return 0
    name = kit.sheet.colours[colour]
    marks = [mark[1] for mark in given.marks if len(mark) == 2 and mark[0] == name]
    circled = sum(kit.station_bits[station] for station in {*marks} & {*kit.station_bits})
    if len(marks) > most[2] or circled & ~closed or (circled and not given.lines[name]):
        raise WireError(f"{where}.marks: found {listed(marks)}, expected at most {most[2]} of the stations of the line")
    return circled


def _choice(kit: Kit, table: Table, seat: int, choice: dict[str, Json] | None) -> Move | None:
    """A choice that lies face down; it must be one that its seat may make."""
    if choice is None:
        return None
    try:
        move = move_from_json(choice)
    except ShinkansenError as problem:
        raise WireError(f"state: hidden.choices.{seat + 1}: {problem}") from None
    if (refusal := why_not(kit, chosen(table, (seat,)), move)) is not None:
        raise WireError(f"state: hidden.choices.{seat + 1}: {refusal}")
    return move
