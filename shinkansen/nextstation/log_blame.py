"""Why sections of a scored sheet cannot have been drawn, as a referee would say it.

What the engine says of a section is taken over: it is asked about a turn that allows everything, then about turns in
which just one thing is lacking (a switch, double track), and about the turns that there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from shinkansen.core.errors import Refusal
from shinkansen.core.log_verdict import Impossible
from shinkansen.core.prose import count, listed
from shinkansen.nextstation import refusals
from shinkansen.nextstation.cards import FIRST_TURN_OF_SWITCH
from shinkansen.nextstation.drawing import with_section
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.log_search import Found, Task, Turned, table_of
from shinkansen.nextstation.log_values import Cards, Round, Stroke, cards_text
from shinkansen.nextstation.module_cards import (
    EXTENSION,
    JOKER_EFFECT,
    JOKER_POWER,
    SECOND,
    SWITCH_EFFECT,
    SWITCH_POWER,
)
from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.names import station_name
from shinkansen.nextstation.sheet import ANY, JOKER, SWITCH, Book
from shinkansen.nextstation.table import Board, Table, Turn, new_table

_UNREACHED = ("not-from-departure", "not-from-the-line")
"""Refusals of what only follows from another section that cannot be drawn, or was forgotten."""
_MOST_TOLD = 6


def named(written: Round, number: int, stroke: Stroke) -> str:
    """A section in words."""
    return f"round {number + 1}, {written.colour}: the section {stroke.text}"


# -- what no cards could help


def _with_turn(table: Table, board: Board, turn: Turn) -> Table:
    return new_table(table.setup, table.round, table.specials, table.cards, (board,), (0,), table.colours, turn, ())


def doubles(task: Task) -> bool:
    """Whether anything in this round can allow double track."""
    kit = task.kit
    effect = task.special[1] if task.special else ""
    power = task.setup.powers[task.colour] if task.setup.powers else ""
    return (
        kit.joker_doubles
        or (effect == JOKER_EFFECT and kit.joker_effect_doubles)
        or (power == JOKER_POWER and kit.joker_power_doubles)
    )


def standing(task: Task, written: Round, number: int) -> tuple[list[tuple[Stroke, int]], list[Impossible]]:
    """The sections that could be drawn if every card were a joker and a switch, with their masks; and what is wrong
    with the others. What only hangs on one of those is not told again."""
    kit, board = task.kit, task.board
    turn = Turn(JOKER, True, doubles(task), "")
    table = _joker_table(task, turn)
    left, drawn = [*written.strokes], list[tuple[Stroke, int]]()
    refused: dict[int, Refusal] = {}
    again = True
    while again and left:
        again, waiting = False, list[Stroke]()
        for stroke in left:
            section = Draw((stroke.start, stroke.end)).section
            refusal = refusals.why_not(kit, _with_turn(table, board, turn), Draw(section))
            if refusal is None:
                board = with_section(kit, board, task.colour, section)
                drawn.append((stroke, kit.drawn[section][0]))
                again = True
            else:
                waiting.append(stroke)
                refused[id(stroke)] = refusal
        left = waiting
    place = {id(stroke): at for at, stroke in enumerate(written.strokes)}
    drawn.sort(key=lambda pair: place[id(pair[0])])
    first = [stroke for stroke in left if refused[id(stroke)].reason not in _UNREACHED] or left[:1]
    wrong = [_refused(task, written, number, stroke, refused[id(stroke)]) for stroke in first[:_MOST_TOLD]]
    return drawn, wrong


def _joker_table(task: Task, turn: Turn) -> Table:
    kit = task.kit
    card = next(card for card in kit.sheet.cards if kit.symbol_of[card] != SWITCH)
    specials = () if task.special is None else (task.special,)
    return new_table(
        task.setup, 0, specials, ((card,) * FIRST_TURN_OF_SWITCH,), (task.board,), (0,), (task.colour,), turn, ()
    )


def _refused(task: Task, written: Round, number: int, stroke: Stroke, refusal: Refusal) -> Impossible:
    hint = ""
    if refusal.reason in _UNREACHED:
        sheet = task.kit.sheet
        departure = sheet.departures[written.colour]
        swapped = {
            f"{y},{x}" for x, y in (end.split(",") for each in written.strokes for end in (each.start, each.end))
        }
        on_line = {end for each in written.strokes for end in (each.start, each.end)}
        if departure in swapped and departure not in on_line:
            hint = " Perhaps columns and rows are interchanged: a station is column, row."
    return Impossible(
        stroke.line, named(written, number, stroke), f"{refusal.sentence}{hint}", refusal.clause, _nearest(task, stroke)
    )


def _nearest(task: Task, stroke: Stroke) -> str:
    """The way from station to station, for a section that passes through some."""
    sheet = task.kit.sheet
    one, two = sheet.by_id[stroke.start], sheet.by_id[stroke.end]
    dx, dy = two.x - one.x, two.y - one.y
    steps = max(abs(dx), abs(dy))
    if Draw((one.id, two.id)).section in task.kit.drawn or (dx and dy and abs(dx) != abs(dy)) or not steps:
        return ""
    way = [f"{one.x + dx * step // steps},{one.y + dy * step // steps}" for step in range(steps + 1)]
    stops = [place for place in way if place in sheet.by_id]
    legs = [*pairwise(stops)]
    return (
        f"{' - '.join(stops)}, as {count(len(legs), 'section')}"
        if all(Draw(leg).section in task.kit.drawn for leg in legs) and len(legs) > 1
        else ""
    )


# -- cards


def wrong_cards(kit: Kit, cards: Cards, number: int) -> Impossible:
    """Why the deck does not allow the cards of a round."""
    clause = "L.1.3" if kit.sheet.book is Book.LONDON else "1.2"
    what = f"round {number + 1}: the cards {cards_text(cards)}"
    deck = Counter(kit.symbol_of[card] for card in kit.sheet.cards)
    came = Counter(card.symbol for card in cards.cards if card.symbol)
    for symbol, times in came.items():
        if times > deck[symbol]:
            there = f"has {count(deck[symbol], symbol)}" if deck[symbol] else f"has no {symbol}"
            return Impossible(cards.line, what, f"The deck {there}, but {times} are written.", clause)
    kinds = Counter((card.kind, card.symbol) for card in cards.cards if card.kind and card.symbol)
    for (kind, symbol), times in kinds.items():
        if times > [*kit.sheet.cards].count(f"{kind}-{symbol}"):
            only = f"The deck has {'one' if times > 1 else 'no'} {kind} {symbol}"
            return Impossible(cards.line, what, f"{only}, but {times} {'are' if times > 1 else 'is'} written.", clause)
    if len(cards.cards) > len(kit.sheet.cards):
        return Impossible(
            cards.line, what, f"The deck has {len(kit.sheet.cards)} cards, but {len(cards.cards)} are written.", clause
        )
    ends = "4.6" if kit.sheet.book is Book.TOKYO else "L.4.5"
    if cards.cards and cards.cards[-1].symbol == SWITCH and not cards.more:
        return Impossible(
            cards.line, what, "After a switch the next card is turned up at once, but none is written.",
            "6.6" if kit.sheet.book is Book.TOKYO else "L.9.3",
        )  # fmt: skip
    unknown = sum(not card.symbol for card in cards.cards)
    lacking = [symbol for symbol in sorted({kit.symbol_of[card] for card in kit.underground}) if not came[symbol]]
    if not cards.more and len(lacking) > unknown:
        none = listed([f"no {symbol}" for symbol in lacking])
        why = (
            f"A round ends with the last of its {len(kit.underground)} underground cards, one of each symbol, but "
            f"there is {none} among these{' and each ? is one card' * bool(unknown)}; if others came after them, "
            "write ... at the end."
        )
        return Impossible(cards.line, what, why, ends)
    why = (
        f"A round ends with the last of its {len(kit.underground)} underground cards, neither before nor after, and "
        f"these cards cannot have come so{'; each ? is one card' * bool(unknown)}."
    )
    return Impossible(cards.line, what, why, ends)


# -- what these cards do not allow


def blocked(
    task: Task, found: Found, written: Round, number: int, drawn: list[tuple[Stroke, int]]
) -> Impossible | None:
    """The first section that is in the way of drawing all of them, and why; nothing if the search was given up and
    no number says that they are too many."""
    line = found.board.lines[task.colour]
    kit = task.kit
    on_line = found.board.closed & kit.stations
    left = [(stroke, bit) for stroke, bit in drawn if not line & bit]
    stroke = next((stroke for stroke, bit in left if kit.ends_of[bit] & on_line), left[0][0])
    what = named(written, number, stroke)
    counted = _too_many(task)
    if not found.exact:
        if counted is None:
            return None
        return Impossible(stroke.line, what, *counted)
    needs = _lacking(task, found, stroke)
    if counted is not None and (needs is None or counted[1] == "4.2"):
        needs = counted
    why, clause = needs or _in_no_turn(task, found, stroke)
    return Impossible(stroke.line, what, why, clause)


def _reached(task: Task, board: Board, move: Draw) -> str:
    """The station that a section leads to from the line."""
    return task.kit.station_at[task.kit.reached(board, move)].id


def _known(task: Task) -> bool:
    return not task.more and all(slot.symbol for slot in task.slots)


def _all_turns(task: Task, found: Found) -> Iterator[Turned]:
    """Every turn of a round whose cards are known, with the table before it."""
    yield from found.turns
    at, turn = (found.turns[-1].last + 1 if found.turns else 0), len(found.turns) + 1
    while at < len(task.slots):
        width = 2 if task.slots[at].symbol == SWITCH and at + 1 < len(task.slots) else 1
        cards = tuple(slot.symbol for slot in task.slots[at : at + width])
        yield Turned(at + width - 1, cards, (), table_of(task, found.board, turn, cards))
        at, turn = at + width, turn + 1


def shown_cards(cards: tuple[str, ...]) -> str:
    """`switch with square`."""
    return " with ".join(symbol or "any card" for symbol in cards)


def _lacking(task: Task, found: Found, stroke: Stroke) -> tuple[str, str] | None:
    """What alone would have let the section be drawn: a switch, or a joker with double track."""
    kit, board, move = task.kit, found.board, Draw((stroke.start, stroke.end))
    double = doubles(task)
    table = _joker_table(task, Turn(JOKER, False, double, ""))
    refusal = refusals.why_not(kit, _with_turn(table, board, table.turn), move)
    if refusal is not None and refusal.reason == "not-an-end":
        return _no_switch(task, found, move, refusal)
    refusal = refusals.why_not(kit, _with_turn(table, board, Turn(JOKER, True, False, "")), move)
    if refusal is not None and double:
        if not _known(task):
            return f"{refusal.sentence} More sections need a joker than can have come.", refusal.clause
        jokers = [number for number, turned in _numbered(task, found) if turned.cards[-1] == JOKER]
        with_jokers = f"the joker{'s' * (len(jokers) != 1)} of {_turns(jokers)}"
        came = f"it could not be drawn with {with_jokers}" if jokers else "no joker came in this round"
        return f"{refusal.sentence[:-1]}, and {came}.", refusal.clause
    return None


def _numbered(task: Task, found: Found) -> list[tuple[int, Turned]]:
    return [*enumerate(_all_turns(task, found), 1)]


def _turns(numbers: list[int]) -> str:
    return f"turn{'s' * (len(numbers) != 1)} {listed([*map(str, numbers)])}"


def _no_switch(task: Task, found: Found, move: Draw, refusal: Refusal) -> tuple[str, str]:
    """Why a branch could not begin where it does."""
    sentence = refusal.sentence[:-1]
    power = task.setup.powers[task.colour] if task.setup.powers else ""
    effect = task.special[1] if task.special else ""
    if not _known(task):
        why = "only a switch lets a section start there, and the deck has just one"
        return f"{sentence}: {why}.{_each_one(task)}", refusal.clause
    switched = [(number, turned) for number, turned in _numbered(task, found) if SWITCH in turned.cards]
    if switched and effect != SWITCH_EFFECT and power != SWITCH_POWER:
        number, turned = switched[0]
        told = refusals.why_not(task.kit, _with_turn(turned.before, found.board, turned.before.turn), move)
        if number < FIRST_TURN_OF_SWITCH:
            if told is not None and told.reason == "switch-too-early":
                return told.sentence, told.clause
            return f"{sentence}, and a switch has no effect in turn {number}.", "6.9"
        beside, target = turned.cards[-1], task.kit.sheet.by_id[_reached(task, found.board, move)]
        if target.symbol not in (ANY, turned.before.turn.symbol) and turned.before.turn.symbol != JOKER:
            why = f"with the switch came a {beside} (turn {number}), which does not lead to {station_name(target)}"
        elif turned.moves:
            why = f"the turn of the switch (turn {number}, with a {beside}) is needed for {_drawn(turned)}"
        else:
            why = f"the turn of the switch (turn {number}, with a {beside}) came before the line forked there"
        return f"{sentence}; {why}.", refusal.clause
    if effect == SWITCH_EFFECT or power == SWITCH_POWER:
        return f"{sentence}; no turn in which a switch could be used was left for it.", refusal.clause
    return f"{sentence}, and no switch came in this round.", refusal.clause


def _drawn(turned: Turned) -> str:
    """What is drawn in a turn."""
    return listed(
        [
            " - ".join(move.section) + (f" - {move.extension}" if move.extension else "")
            for move in turned.moves
            if isinstance(move, Draw)
        ]
    )


def _each_one(task: Task) -> str:
    """A reminder that a card which nobody remembers is one card, where that can be what is wrong."""
    if task.more or all(slot.symbol for slot in task.slots) or any(slot.symbol == SWITCH for slot in task.slots):
        return ""
    return " Each ? is one card; a switch and the card beside it are two, for one turn."


def _too_many(task: Task) -> tuple[str, str] | None:
    """What no order could help: more sections, or more of a symbol, than the cards allow."""
    kit = task.kit
    effect, power = (task.special or ("", ""))[1], task.setup.powers[task.colour] if task.setup.powers else ""
    sections = len(task.written)
    deck = Counter(kit.symbol_of[card] for card in kit.sheet.cards)
    came, any_card = Counter(slot.symbol for slot in task.slots), sum(not slot.symbol for slot in task.slots)
    known = _known(task)
    special = (task.special or ("", ""))[0]
    times = came[special] if known else deck[special]
    more = (times if effect == EXTENSION else 0) + (power == SECOND)
    most = sum(deck.values()) - deck[SWITCH] if task.more else len(task.slots) - min(came[SWITCH], 1)
    if sections > most + more:
        turns = f"The round had {count(most, 'turn')}" if known else f"A round has at most {most} turns"
        if not known and not task.more:
            turns = f"The round had at most {count(most, 'turn')}"
        extra = f", and {count(more, 'section')} can come on top" if more else ""
        return f"{turns}, one section each{extra}, but this line has {sections} sections.{_each_one(task)}", "4.2"
    stations = 0
    for bit in task.written:
        stations |= kit.ends_of[bit]
    stations &= ~kit.departure_bits[task.colour]
    need = Counter(station.symbol for station in kit.stations_in(stations) if station.symbol != ANY)
    supply = {symbol: came[symbol] if known else deck[symbol] for symbol in need}
    jokers = came[JOKER] if known else deck[JOKER]
    lack = {symbol: need[symbol] - supply[symbol] for symbol in sorted(need) if need[symbol] > supply[symbol]}
    extras = more + (times if effect == JOKER_EFFECT else 0) + (power == JOKER_POWER)
    if not lack or sum(lack.values()) <= jokers + extras or any_card > len(task.slots):
        return None
    leads = listed([count(need[symbol], symbol) for symbol in lack])
    where = "in this round" if known else "in a round"
    cards = listed(
        [
            *(count(supply[symbol], symbol) if supply[symbol] else f"no {symbol}" for symbol in lack),
            count(jokers, "joker") if jokers else "no joker",
        ]
    )
    plus = " even with what else the round allows" if extras else ""
    return f"The line leads to {leads}, but {where} came {cards}{plus}." if known else (
        f"The line leads to {leads}, but {where} there are only {cards}{plus}."
    ), "5.4"


def _in_no_turn(task: Task, found: Found, stroke: Stroke) -> tuple[str, str]:
    """Why no turn was left for a section, turn by turn where the cards are known."""
    kit, move = task.kit, Draw((stroke.start, stroke.end))
    target = kit.sheet.by_id[_reached(task, found.board, move)]
    name = station_name(target)
    if not _known(task):
        none = "whatever cards came, no turn is left for it once the other sections are drawn"
        return f"It leads to {name}, and {none}.{_each_one(task)}", "5.4"
    reasons, clause = list[str](), ""
    for number, turned in _numbered(task, found):
        refusal = refusals.why_not(kit, turned.before, move)
        turn = f"turn {number} ({shown_cards(turned.cards)})"
        if refusal is None:
            drawn = _drawn(turned)
            reasons.append(f"{turn} is needed for {drawn}" if drawn else f"in {turn} it would cut off others")
        elif refusal.reason == "wrong-symbol":
            continue
        elif refusal.reason in _UNREACHED:
            if turned.before.turn.symbol in (JOKER, target.symbol) or target.symbol == ANY:
                used = _drawn(turned)
                reasons.append(f"{turn} " + (f"is needed for {used}" if used else "comes before the line gets there"))
        elif turned.before.turn.symbol in (JOKER, target.symbol) or target.symbol == ANY:
            reasons.append(f"in {turn}: {refusal.sentence[:-1]}")
            clause = clause or refusal.clause
    if not reasons:
        return f"It leads to {name}, and no {target.symbol} and no joker came in this round.", "5.4"
    return f"It leads to {name}, and no turn is left for it: {'; '.join(reasons[:_MOST_TOLD])}.", clause or "5.4"


def unmarked(task: Task, found: Found, written: Round, number: int) -> list[Impossible]:
    """Stations that are circled, but could not be."""
    wrong = list[Impossible]()
    kit = task.kit
    for line, station in written.circled:
        bit = kit.station_bits[station]
        if found.board.marks[task.colour] & bit:
            continue
        what = f"round {number + 1}, {written.colour}: {station} is circled"
        clause = "L.15.5" if kit.has_powers else "11.13"
        told = ("The section that leads there was not drawn in a turn in which it could be circled.", clause)
        for turned in found.turns:
            for move in turned.moves:
                if isinstance(move, Draw) and kit.reached(turned.before.boards[0], move) == bit:
                    power = kit.has_powers
                    refusal = refusals.why_not(kit, turned.before, Draw(move.section, mark=not power, power=power))
                    if refusal is not None:
                        told = refusal.sentence, refusal.clause
        if station == kit.sheet.departures[written.colour]:
            told = ("A station is circled when a section reaches it, and no section reaches the departure.", clause)
        elif not found.board.closed & bit:
            told = (f"{station} is not on the {written.colour} line.", clause)
        wrong.append(Impossible(line, what, *told))
    return wrong
