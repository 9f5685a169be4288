"""Look: what a drawing function is given (the kit, the table, what changed), and what is asked about it everywhere.

It takes a table and never a state, so that a picture cannot show what is hidden.
"""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from shinkansen.core.prose import opening
from shinkansen.core.ruleset import Outcome, Score
from shinkansen.nextstation import networks, scoring
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.networks import Line
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.picture.theme import codes, pencils
from shinkansen.nextstation.table import Board, Table
from shinkansen.nextstation.turns import chosen, legal_moves
from shinkansen.paper.changes import Changes
from shinkansen.paper.shapes import Badge


@frozen(slots=False, eq=False)
class Look:
    """A table as it is to be drawn."""

    kit: Kit
    table: Table
    changes: Changes = field(factory=Changes)
    caption: str = ""
    """A sentence above the table: the move that led here."""
    choice: tuple[int, Draw] | None = None
    """A seat and what it has chosen, for somebody who knows it though it lies face down."""
    refused: Draw | None = None
    """A section that the seat to move may not draw."""
    is_refused: bool = False
    """Whether the caption is about a move that is refused here."""

    @cached_property
    def pencils(self) -> tuple[str, ...]:
        """For each line the colour in which it is drawn."""
        return pencils(self.kit.sheet)

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """For each line its short name."""
        return codes(self.kit.sheet)

    @cached_property
    def over(self) -> bool:
        return not self.table.choosing

    @cached_property
    def seats(self) -> tuple[Sheet, ...]:
        """What each seat has."""
        return tuple(Sheet(self, seat) for seat in range(len(self.table.boards)))

    @cached_property
    def outcome(self) -> Outcome:
        return scoring.outcome(self.kit, self.table)

    def badge(self, seat: int) -> Badge:
        return seat_badge(self.kit, seat)


def seat_badge(kit: Kit, seat: int) -> Badge:
    """The badge of a seat: its number; alone, a letter."""
    return Badge(seat, "Y" if kit.solo else str(seat + 1))


@frozen(slots=False, eq=False)
class Sheet:
    """A seat's sheet as it is to be drawn."""

    look: Look
    seat: int

    @cached_property
    def kit(self) -> Kit:
        return self.look.kit

    @cached_property
    def name(self) -> str:
        return self.kit.seat_names[self.seat]

    @cached_property
    def title(self) -> str:
        return opening(self.name)

    @cached_property
    def board(self) -> Board:
        return self.look.table.boards[self.seat]

    @cached_property
    def colour(self) -> int:
        """The line of this round."""
        return self.look.table.colours[self.seat]

    @cached_property
    def choosing(self) -> bool:
        return self.seat in self.look.table.choosing

    @cached_property
    def has_chosen(self) -> bool:
        """Whether its choice lies face down (4.5)."""
        table = self.look.table
        asked = not table.seconds or bool(table.seconds[self.seat])
        return bool(table.choosing) and not self.choosing and asked

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The lines in the order of their rounds, also of those to come."""
        setup = self.look.table.setup
        return tuple(
            colours_in(self.kit, setup.pencils, setup.gap, number)[self.seat] for number in range(self.kit.rounds)
        )

    @cached_property
    def begun(self) -> tuple[bool, ...]:
        return networks.begun(self.kit, self.look.table, self.seat)

    @cached_property
    def lines(self) -> list[Line]:
        """The lines as they are."""
        return networks.lines(self.kit, self.look.table.setup, self.board, self.begun)

    @cached_property
    def score(self) -> Score:
        """If the game ended here."""
        return scoring.score(self.kit, self.look.table, self.seat)

    @cached_property
    def stamps(self) -> frozenset[str]:
        """The districts whose stamp is coloured in."""
        return frozenset(district.id for district in networks.stamps(self.kit, self.lines))

    @cached_property
    def tracks(self) -> dict[int, list[int]]:
        """For each section, by its place, the lines that run along it."""
        found: dict[int, list[int]] = {}
        for colour, mask in enumerate(self.board.lines):
            for section in self.kit.sections_in(mask):
                found.setdefault(self.kit.sheet.index[section.id], []).append(colour)
        return found

    def on(self, station: int) -> list[int]:
        """The lines that have a station."""
        return [colour for colour, line in enumerate(self.lines) if line.stations & station]

    def count(self, station: int) -> int:
        """How many lines a station has; the printed one counts (9.6)."""
        return len(self.on(station)) + bool(self.kit.loop_stations & station)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What this seat may do now; nothing if it is not to choose."""
        return legal_moves(self.kit, chosen(self.look.table, (self.seat,))) if self.choosing else ()

    @cached_property
    def open_sections(self) -> dict[int, bool]:
        """The sections that may be drawn now, by their places: whether it takes the power of the pencil."""
        found: dict[int, bool] = {}
        for move in self.moves:
            if isinstance(move, Draw):
                place = self.kit.sheet.index[move.section]
                found[place] = found.get(place, True) and move.power
        return found

    @cached_property
    def powers(self) -> tuple[bool, ...]:
        """For the pencil of each line, whether its power is used; nothing without powers."""
        has = bool(self.look.table.setup.powers)
        return tuple(bool(self.board.used >> colour & 1) for colour in range(len(self.board.lines) * has))

    @cached_property
    def starts(self) -> int:
        """The stations from which this seat may go on with what the card shows."""
        if not self.choosing:
            return 0
        turn = self.look.table.turn
        return self.board.closed & self.kit.stations if turn.anywhere else self.board.ends

    @cached_property
    def symbol(self) -> str:
        """What a station must show to be reached; empty if this seat is not to choose."""
        table = self.look.table
        if not self.choosing:
            return ""
        return table.seconds[self.seat] if table.seconds else table.turn.symbol
