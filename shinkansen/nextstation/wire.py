"""States as plain JSON and back: names instead of bits. Reading is strict, and accepts only what can be played on from.

What follows from the rest (ends, what is closed, the colours of the round) is not written; it is worked out again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from attrs import frozen

from shinkansen.core.errors import ShinkansenError, WireError
from shinkansen.core.plain_json import Json, Plain, shown, strict_converter, structure
from shinkansen.core.prose import count
from shinkansen.nextstation.kit import SWITCH, Kit
from shinkansen.nextstation.moves import Draw, Move, SectionId, move_from_json, move_json
from shinkansen.nextstation.objectives import DRAWN
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.refusals import why_not
from shinkansen.nextstation.table import Board, Hidden, State, Table
from shinkansen.nextstation.turns import at_departure, chosen, double_track_applies, switch_applies, with_section

# -- writing


def table_json(kit: Kit, table: Table) -> dict[str, Json]:
    """What everybody sees."""
    return {
        "round": table.round + 1,
        "pencils": [*table.pencils],
        "gap": [*table.gap],
        "objectives": [*table.objectives],
        "cards": [[*cards] for cards in table.cards],
        "seats": [{"lines": _lines_json(kit, board)} for board in table.boards],
        "choosing": [*table.choosing],
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
    return {"table": table_json(kit, state.table), "hidden": {"decks": decks, "choices": choices}}


# -- reading


@frozen
class _Seat:
    lines: dict[str, tuple[tuple[str, ...], ...]]


@frozen
class _Table:
    round: int
    pencils: tuple[str, ...]
    gap: tuple[int, ...]
    objectives: tuple[str, ...]
    cards: tuple[tuple[str, ...], ...]
    seats: tuple[_Seat, ...]
    choosing: tuple[int, ...]


@frozen
class _Hidden:
    decks: tuple[tuple[str, ...], ...]
    choices: tuple[Plain | None, ...]


@frozen
class _State:
    table: _Table
    hidden: _Hidden


_LONGEST: Final = 1000
"""The most items of any list: no sheet has as many sections as that."""
_CONVERTER: Final = strict_converter(_LONGEST, _LONGEST)


def read_state(kit: Kit, content: object) -> State:
    """A state from plain JSON; `WireError` says why it is none, or why the game cannot have come to it."""
    read = structure(_CONVERTER, content, _State, "state")
    table, hidden = read.table, read.hidden
    for problem in _problems(kit, table, hidden):
        raise WireError(f"state: {problem}")
    colours = [colours_in(kit, table.pencils, table.gap, number) for number in range(table.round)]
    boards = tuple(
        _board(kit, table, seat, tuple(each[seat] for each in colours), table.seats[seat]) for seat in range(kit.seats)
    )
    cards = table.cards[-1]
    laid = Table(
        table.round - 1,
        table.pencils,
        table.gap,
        table.objectives,
        table.cards,
        boards,
        table.choosing,
        colours[-1],
        kit.symbol_of[cards[-1]],
        switch_applies(kit, cards),
        double_track_applies(kit, cards),
    )
    choices = tuple(_choice(kit, laid, seat, choice) for seat, choice in enumerate(hidden.choices))
    return State(laid, Hidden(hidden.decks, choices))


def _problems(kit: Kit, table: _Table, hidden: _Hidden) -> Iterator[str]:
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
    open_seats = [seat for seat, choice in enumerate(hidden.choices) if choice is None]
    over = table.round == kit.rounds and not table.choosing and len(open_seats) == kit.seats
    if sorted(table.choosing) != open_seats and not over:
        yield f"table.choosing: found {[*table.choosing]}, expected the seats without a choice: {open_seats}"
    if [*table.choosing[1:]] != sorted(table.choosing[1:]):
        yield f"table.choosing: found {[*table.choosing]}, expected the seats after the first in ascending order"


def _turns_wrong(kit: Kit, number: int, cards: tuple[str, ...], over: bool) -> Iterator[str]:
    """Why the cards of a round cannot have been turned up so."""
    if not cards:
        yield f"the cards of round {number}: found none, expected at least one"
    elif kit.symbol_of[cards[-1]] == SWITCH:
        yield f"the cards of round {number}: the last is a switch, expected the card that belongs to it"
    elif any(kit.is_last_turn(cards[:end]) for end in range(1, len(cards))):
        yield f"the cards of round {number}: found more after the last underground card, expected none"
    elif over and not kit.is_last_turn(cards):
        yield f"the cards of round {number}: the round is over, expected all {len(kit.underground)} underground cards"


def _board(kit: Kit, table: _Table, seat: int, colours: tuple[int, ...], given: _Seat) -> Board:
    """A seat's sheet, with its lines drawn again in the order of the rounds."""
    where = f"state: table.seats.{seat + 1}"
    if {*given.lines} != {*kit.sheet.colours}:
        raise WireError(f"{where}: found lines {', '.join(given.lines)}, expected {', '.join(kit.sheet.colours)}")
    board = Board((0,) * kit.rounds, 0, kit.loop, kit.loop)
    for number, colour in enumerate(colours):
        sections = given.lines[kit.sheet.colours[colour]]
        turns = kit.turn(table.cards[number])
        # In the turn that is being played nothing is drawn yet.
        most = turns - (number + 1 == table.round and bool(table.choosing))
        if len(sections) > most:
            name = kit.sheet.colours[colour]
            raise WireError(f"{where}.{name}: found {count(len(sections), 'section')}, expected at most {most}")
        # A second track needs a joker, and one that lies open in this turn has not been used yet.
        used = table.cards[number] if most == turns else table.cards[number][:-1]
        jokers = sum(double_track_applies(kit, (card,)) for card in used)
        board = _line(kit, at_departure(kit, board, colour), colour, sections, jokers, where)
    for colour, name in enumerate(kit.sheet.colours):
        if colour not in colours and given.lines[name]:
            raise WireError(f"{where}.{name}: found sections of a line that has yet to begin, expected none")
    return board


def _line(kit: Kit, board: Board, colour: int, sections: tuple[tuple[str, ...], ...], jokers: int, where: str) -> Board:
    """A sheet with a line drawn on it, section by section from the departure, in any order that is possible."""
    name = f"{where}.{kit.sheet.colours[colour]}"
    left = [Draw(cast("SectionId", section)) for section in sections]
    if [[*move.section] for move in left] != [[*section] for section in sections] or len({*left}) != len(left):
        raise WireError(f"{name}: expected each section once, with its stations in their order")
    if strange := [move for move in left if move.section not in kit.drawn]:
        raise WireError(f"{name}: found {shown('-'.join(strange[0].section))}, expected a section of the sheet")
    if [kit.drawn[move.section][0] for move in left] != sorted(kit.drawn[move.section][0] for move in left):
        raise WireError(f"{name}: expected the sections in the order of the sheet")
    beside = sum(bool(board.single & kit.drawn[move.section][0]) for move in left)
    if beside > jokers:
        raise WireError(f"{name}: found {count(beside, 'second track')}, expected at most {jokers}, one for each joker")
    room = board.single  # what had one track when the line began may get another
    while left:
        for move in left:
            bit, _, a, b = kit.drawn[move.section]
            if bool(board.closed & a) != bool(board.closed & b) and not board.closed & ~room & bit:
                break
        else:
            section = "-".join(left[0].section)
            raise WireError(f"{name}: {section} cannot have been drawn: it does not join on, closes a ring or crosses")
        left.remove(move)
        board = with_section(kit, board, colour, move)
    return board


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
