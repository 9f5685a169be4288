"""The search for an order: in which turns of a round the sections of a line can have been drawn.

The search only decides what to try; whether a section can be drawn, and what the sheet is afterwards, is asked of the
engine (`turns`). It goes through the round turn by turn, and through everything that can be drawn of the line or not
drawn at all. Two ways to the same sheet with the same cards left need not both be followed, and a line has few parts
that hang together with its departure; so it is exact, and short. `Effort` bounds it by counting what was tried.

Where a card is not known, any card may have come that the deck still holds; that nothing was drawn for it is tried
last. After the cards that were written others may have come, if the text says so: among these a turn without a section
can only help before the switch may be used (6.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from attrs import define, frozen

from shinkansen.nextstation import powers, turns
from shinkansen.nextstation.cards import FIRST_TURN_OF_SWITCH, turn_of
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.log_cards import UNKNOWN, Slot, fitting
from shinkansen.nextstation.module_cards import DOUBLE
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.sheet import SWITCH
from shinkansen.nextstation.table import Board, Hidden, Setup, Table, new_table


class TooLongError(Exception):
    """The search was given up."""


@define
class Effort:
    """How much may still be tried: one for each turn that is looked at, whatever the machine."""

    left: int

    def spend(self) -> None:
        """Look at one more turn."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError


@frozen
class Task:
    """A line to be drawn in a round."""

    kit: Kit
    setup: Setup
    board: Board
    """The sheet at the beginning of the round, ready for this line."""
    colour: int
    special: tuple[str, str] | None
    written: tuple[int, ...]
    """The sections of the line, each as a mask, in the order in which they were written."""
    marks: int
    """The stations that are circled for it."""
    slots: tuple[Slot, ...]
    more: bool

    @property
    def wanted(self) -> int:
        """All sections of the line."""
        return sum(self.written)

    def missing(self, line: int) -> tuple[int, ...]:
        """The sections that are not part of a line."""
        return tuple(bit for bit in self.written if not line & bit)


@frozen
class Turned:
    """What happens in a turn: the places of its cards, what the last of them shows, and what is drawn."""

    last: int
    cards: tuple[str, ...]
    moves: tuple[Move, ...]
    before: Table


@frozen
class Found:
    """What the search found: the order in which most of the line can be drawn."""

    turns: tuple[Turned, ...]
    """The turns until the last section; those in which nothing is drawn are among them."""
    board: Board
    deck: tuple[str, ...]
    complete: bool
    exact: bool = True
    """Whether everything was tried."""


def table_of(task: Task, board: Board, turn: int, cards: tuple[str, ...]) -> Table:
    """The table in a turn with these cards; of the turns before it only their number counts."""
    kit = task.kit
    stand_ins = {kit.symbol_of[card]: card for card in kit.sheet.cards}
    any_card = next(card for symbol, card in stand_ins.items() if symbol != SWITCH)
    shown = (any_card,) * (turn - 1) + tuple(stand_ins[symbol] for symbol in cards)
    specials = () if task.special is None else (task.special,)
    return new_table(
        task.setup, 0, specials, (shown,), (board,), (0,), (task.colour,), turn_of(kit, shown, task.special), ()
    )


def drawings(task: Task, table: Table) -> Iterator[tuple[tuple[Move, ...], Board]]:
    """What of the line can be drawn in a turn: the moves, and the sheet after them."""
    kit, board = task.kit, table.boards[0]
    left = task.wanted & ~board.lines[task.colour]
    for move in turns.legal_moves(kit, table):
        if not isinstance(move, Draw) or not _is_of_the_line(task, table, move, left):
            continue
        (after,) = turns.drawn(kit, table, (move,))
        seconds = powers.seconds(kit, table, (move,)) if kit.has_powers and not table.seconds else ()
        if any(seconds):
            nothing = Hidden((), kit.nobody_chose, (), ())
            again = turns.second_sections(kit, table, nothing, (after,), seconds).table
            for others, last in drawings(task, again):
                yield (move, *others), last
            if turns.legal_moves(kit, again)[0] == PASS:
                yield (move, PASS), after
        else:
            yield (move,), after


def _is_of_the_line(task: Task, table: Table, move: Draw, left: int) -> bool:
    """Whether a move draws only sections of the line, and circles the station it reaches if that one is circled."""
    kit, board = task.kit, table.boards[0]
    if any(not left & kit.section_bits[place] for place in kit.sections_of(board, move)):
        return False
    circles = move.mark or (move.power and kit.marks_at_once and powers.power_of(table, 0) == DOUBLE)
    return circles == bool(task.marks & kit.reached(board, move))


def find_order(task: Task, effort: Effort) -> Found:
    """An order in which the line can be drawn, or else one in which the largest part of it can: the most sections, and
    of those that are as many the ones written first."""
    return _Search(task, effort).found()


class _Search:
    def __init__(self, task: Task, effort: Effort) -> None:
        self.task: Final = task
        self.effort: Final = effort
        self.kit: Final = task.kit
        self.wanted: Final = task.wanted
        self.worth: Final = {bit: 1 << place for place, bit in enumerate(reversed(task.written))}
        """Of two parts of the same size the better one has what was written first."""
        self.seen: Final = set[object]()
        deck = [self.kit.symbol_of[card] for card in self.kit.sheet.cards]
        known = [slot.symbol for slot in task.slots if slot.symbol]
        self.symbols: Final = tuple(dict.fromkeys(deck))
        self.spare: Final = {symbol: deck.count(symbol) - known.count(symbol) for symbol in self.symbols}
        """How many cards of each symbol can have come where it is not known."""
        kinds = sorted({slot.kind for slot in task.slots} | {""})
        self.places: Final = {pair: at for at, pair in enumerate(product(kinds, self.symbols))}
        """Where cards that are not known are counted: by the kind of their place, if that is written, and the symbol
        that they are taken for. Which of the two cards with a symbol has come decides which decks fit."""
        cards = [*task.kit.sheet.cards]
        self.cards_of_kind: Final = {
            (kind, symbol): cards.count(f"{kind}-{symbol}") if kind else self.spare[symbol]
            for kind, symbol in self.places
        }
        self.most: Final = len(deck) if task.more else len(task.slots)
        self.path: Final = list[Turned]()
        self.best: tuple[tuple[int, int, int], Found] | None = None

    def found(self) -> Found:
        """The best that there is."""
        exact = True
        try:
            self._visit(0, 1, self.task.board, (0,) * len(self.places))
        except TooLongError:
            exact = False
        if self.best is None:
            deck = fitting(self.kit, self.task.slots, self.task.more) or self.kit.sheet.cards
            return Found((), self.task.board, deck, complete=False, exact=exact)
        best = self.best[1]
        return Found(best.turns, best.board, best.deck, best.complete, exact or best.complete)

    def _visit(self, at: int, turn: int, board: Board, used: tuple[int, ...]) -> bool:
        """Look at the turn that begins with the card at this place; whether everything could be drawn."""
        task = self.task
        line = board.lines[task.colour]
        # The round has to end with an underground card, so at its end it matters which one the last card is.
        last = self.path[-1].cards[-1] if self.path and at >= len(task.slots) else ""
        key = (at, last, min(turn, FIRST_TURN_OF_SWITCH), line, board.used, board.marks, used)
        if key in self.seen:
            return False
        self.seen.add(key)
        self.effort.spend()
        complete = line == self.wanted and board.marks[task.colour] == task.marks
        marks = board.marks[task.colour].bit_count()
        value = (line.bit_count(), -sum(map(self.worth.__getitem__, task.missing(line))), marks)
        if self.best is None or value > self.best[0] or complete:
            deck = self._deck(at)
            if deck is not None:
                found = Found(tuple(self.path), board, deck, complete)
                self.best = value, found
                if complete:
                    return True
        if complete or at >= self.most:
            return False
        for cards, width, spent in self._cards(at, used):
            table = table_of(task, board, turn, cards)
            for moves, after in drawings(task, table):
                if self._go_on(Turned(at + width - 1, cards, moves, table), at + width, turn, after, spent):
                    return True
        return self._passing(at, turn, board, used)

    def _passing(self, at: int, turn: int, board: Board, used: tuple[int, ...]) -> bool:
        """Go on without a section."""
        if at >= len(self.task.slots):
            waits = turn < FIRST_TURN_OF_SWITCH
            return waits and self._go_on(Turned(at, ("",), (), self._plain(board, turn)), at + 1, turn, board, used)
        for cards, width, spent in self._cards(at, used, passing=True):
            table = table_of(self.task, board, turn, cards) if cards[-1] else self._plain(board, turn)
            if self._go_on(Turned(at + width - 1, cards, (), table), at + width, turn, board, spent):
                return True
        return False

    def _plain(self, board: Board, turn: int) -> Table:
        symbol = next(symbol for symbol in self.symbols if symbol != SWITCH)
        return table_of(self.task, board, turn, (symbol,))

    def _go_on(self, turned: Turned, at: int, turn: int, board: Board, used: tuple[int, ...]) -> bool:
        self.path.append(turned)
        if self._visit(at, turn + 1, board, used):
            return True
        self.path.pop()
        return False

    def _cards(
        self, at: int, used: tuple[int, ...], passing: bool = False
    ) -> Iterator[tuple[tuple[str, ...], int, tuple[int, ...]]]:
        """What the cards of a turn can be: what they show, how many places they take, and what is used then of the
        cards that are not known."""
        for first, spent in self._card(at, used, passing):
            if first != SWITCH:
                yield (first,), 1, spent
            elif at + 1 < self.most:
                for second, more in self._card(at + 1, spent, passing):
                    if second != SWITCH:
                        yield (SWITCH, second), 2, more

    def _card(self, at: int, used: tuple[int, ...], passing: bool) -> Iterator[tuple[str, tuple[int, ...]]]:
        """What the card at a place can show; in passing, any card that is not known is the same, but for the switch."""
        slot = self.task.slots[at] if at < len(self.task.slots) else UNKNOWN
        if slot.symbol:
            yield slot.symbol, used
            return
        if passing:
            yield "", used
        for symbol in self.symbols:
            here = self.places[slot.kind, symbol]
            of_symbol = sum(used[place] for (_, each), place in self.places.items() if each == symbol)
            is_left = of_symbol < self.spare[symbol] and used[here] < self.cards_of_kind[slot.kind, symbol]
            if is_left and (not passing or symbol == SWITCH):
                yield symbol, (*used[:here], used[here] + 1, *used[here + 1 :])

    def _deck(self, at: int) -> tuple[str, ...] | None:
        """A deck with the cards of the path, and after them those that were written."""
        task, shown = self.task, list[Slot]()
        for turned in self.path:
            for symbol, place in zip(
                turned.cards, range(turned.last + 1 - len(turned.cards), turned.last + 1), strict=True
            ):
                kind = task.slots[place].kind if place < len(task.slots) else ""
                shown.append(Slot(symbol, kind, may_switch=False))
        return fitting(self.kit, (*shown, *task.slots[at:]), task.more)


def plan_moves(kit: Kit, found: Found) -> list[tuple[Move, ...]]:
    """The moves of each turn of the whole round, by the deck."""
    drawn = {turned.last: turned.moves for turned in found.turns}
    moves, shown = list[tuple[Move, ...]](), 0
    while True:
        shown += 2 if kit.symbol_of[found.deck[shown]] == SWITCH else 1
        moves.append(drawn.get(shown - 1) or (PASS,))
        if kit.is_last_turn(found.deck[:shown]):
            return moves
