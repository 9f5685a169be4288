"""A position of Zero-Kei in one line: the fields of the text that `core.position` frames.

    zerokei/1/2/4a0.3/T/10x/-/28dgikl/heb2i/XgxXxPbxxpWx/.../5b1f3c

Pieces are numbered as in the edition, from 1, in base 36 (1 to 9, then a to z; more digits if there are more than 35 of
a kind); 0 means none. A carriage is just its number; where any card can stand, an engine has an `E` before its
number, `V` is the event and `T` the tail-carriage. Capitals are marks and never part of a number; seats are 0 to 3 as
everywhere, and `x` stands for nobody. Amounts are decimal. `FIELDS` says what each field holds.

What follows from the rest is left out: every carriage that lies nowhere else is in the deck, and so on. A state that
play would not reach may be different there; then the field `more` says so.

Reading makes the plain JSON of the state and hands it to `table_wire.read_state`, so no text gives a state that JSON
could not; then the state is written again, so each position has one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import attrs

from shinkansen.core import position_setting
from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json
from shinkansen.core.position import DIGITS, NOTHING, Field, as_written, each, fields_of, written
from shinkansen.core.position_setting import edition_of, setting_text
from shinkansen.zerokei import cards
from shinkansen.zerokei.edition import CellKind, Edition
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.rulings import Rulings, register, restored
from shinkansen.zerokei.table import (
    COLOURS,
    EMPTY,
    EVENT,
    FACE_DOWN,
    NOBODY,
    TAIL,
    Again,
    Moving,
    Pending,
    Phase,
    Seat,
    SecondHalf,
    State,
    Table,
)  # fmt: skip
from shinkansen.zerokei.table_wire import read_form, read_state, state_json

VERSION: Final = 1
"""The version of the text; it rises when older readers could not read a new text."""
USUAL: Final = "ea691c2df"
"""The edition that a text need not name: the one that came with the package when this version was made. Should that
change, texts of the new edition name it, and the older texts still mean what they meant."""

FIELDS: Final[dict[str, str]] = {
    "setting": "the number of seats, `hard`, `e` and 8 digits of the digest of an edition other than the shipped one, "
    "and each ruling with another answer than the usual one, such as `R29b`",
    "now": "the round, the phase (`e` engine, `b` buy, `p` place, `a` act, `f` end, `o` over), the seat to move, and "
    "after a dot the actions left in its turn",
    "turn": "the cards used in this turn; after a dot what is owed: `H` the other half of the event (a kind of work), "
    "`A` a repetition (a card), `M` carriages to move (how many)",
    "tile": "the seat on each space of the turn order tile",
    "row": "the carriages beside the tile, each with the seat whose token lies on it",
    "discard": "the carriages of the discard pile",
    "events": "the event of each round",
    "line": "each city along the line: `x` nothing, `p` its ground is prepared, `g`, `w`, `b` it has a gold, white or "
    "black station; a capital if its track is laid",
    "counters": "the station value counters with their spaces, the least advanced first, the lowest of a pile first",
    "venues": "for each venue its city and the cauldrons of each seat",
    "seat": "for each seat its engine, carriages, yen, victory points, tracks and cauldrons; then `S` the carriages "
    "under a used card token, `O` the Olympic tokens: a card and a city each",
    "board": "only in solo: what lies on each cell of Hideo's board, a city, `X` a token face down or 0; after a dot "
    "the closed venues",
    "more": "what readings remember: `N` a carriage bought this turn, `W` a card and the work done with it, `F` a card "
    "whose repetition is free to change, `R` a seat and a card that it has used, `P` a seat and a counter it has "
    "advanced by placing, `T` a place in the order of turns and its seat; and what does not follow from the rest: "
    "`D` the carriages of the deck, `O` the Olympic tokens left, `L` the engines left, `B` the tokens face down on "
    "Hideo's board",
    "hidden": "only on request: `H`, the deck from the top down, and after a dot the tokens of the cells of Hideo's "
    "board that are face down or empty, `C` being a closed venue token",
}
"""The fields in their order, and what they hold; there is a field for each seat."""

_PHASES: Final = {"e": Phase.ENGINE, "b": Phase.BUY, "p": Phase.PLACE, "a": Phase.ACT, "f": Phase.END, "o": Phase.OVER}
_PHASE: Final = {phase: letter for letter, phase in _PHASES.items()}
_COLOURS: Final = {"gold": "g", "white": "w", "black": "b"}
_LINE: Final = {
    "x": (False, False, -1), "X": (False, True, -1), "p": (True, False, -1), "P": (True, True, -1),
    "g": (True, False, 0), "w": (True, False, 1), "b": (True, False, 2),
    "G": (True, True, 0), "W": (True, True, 1), "B": (True, True, 2),
}  # fmt: skip
"""What lies at a city: whether its ground is prepared, whether its track is laid, and the colour of its station."""
_CITY: Final = {what: letter for letter, what in _LINE.items()}
WORKS: Final = {
    cards.INCOME: "i", cards.YEN: "y", cards.PREPARE: "p", cards.LAY: "l", cards.BUILD: "b", cards.BUY: "c",
    cards.PARTICIPATE: "v", cards.ADVANCE: "a", cards.TOKEN: "t", cards.REPEAT: "r", cards.IDLE: "n",
}  # fmt: skip
"""The letter of each kind of work."""
_MEMORY: Final = {
    "N": ("new", "carriage"),
    "W": ("did", "card", "work"),
    "F": ("free", "card"),
    "R": ("ever", "seat", "card"),
    "P": ("placed", "seat", "colour"),
    "T": ("turn", "seat", "seat"),
}
"""What readings remember: its kind, and what it is about."""
_MARK: Final = {kind: mark for mark, (kind, *_) in _MEMORY.items()}
_LEFT: Final = {"D": "carriage", "O": "city", "L": "engine", "B": "city"}
"""What can be left somewhere that does not follow from the rest."""
_A: Final = {
    "carriage": "the number of a carriage",
    "engine": "the number of an engine",
    "city": "the number of a city",
    "event": "the number of an event",
    "venue": "the number of a venue",
    "seat": "the number of a seat",
    "colour": f"the letter of a counter, one of {', '.join(_COLOURS.values())}",
    "work": f"the letter of a kind of work, one of {', '.join(WORKS.values())}",
}
"""What is expected where something of a kind must come."""
_STOPS: Final = ".ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What ends a list of pieces other than cards."""
_HARD: Final = "hard"
"""The word of the hard solo game in a setting."""


# -- the setting


def setting(seats: int, hard: bool, edition: Edition, rulings: Rulings) -> str:
    """What must be known of the rules to read a position; the usual words are left out (`core.position_setting`)."""
    own = [_HARD] if hard else []
    return setting_text(seats, own, edition.digest(), USUAL, register(), rulings.letters())


def read_setting(game: str, text: Any, editions: Iterable[Edition]) -> tuple[int, bool, Edition, Rulings]:
    """The seats, the variant, the edition (one of those given) and the rulings of a position; or a `WireError`."""
    said = position_setting.read_setting(
        text, game, VERSION, seats=GAME.seats, usual=USUAL, register=register(), own=(_HARD,)
    )
    return said.seats, bool(said.own), edition_of(said.edition, editions, Edition.digest), restored(said.letters)


# -- what nobody can see


def _arranged(kit: Kit, table: Table, deck: Iterable[str], face_down: Iterable[str]) -> State:
    """The state in which what nobody can see lies in a fixed order, as in a view; empty cells have had no token."""
    shut = sorted(token for token, venue in kit.closed_tokens.items() if not table.closed_bits >> venue & 1)
    tokens = {CellKind.FACE_DOWN: iter(sorted(face_down)), CellKind.CLOSED: iter(shut)}
    cells = kit.edition.hideo.cells if kit.solo else ()
    board = [
        next(tokens.get(cell.kind, iter(())), EMPTY) if sight == FACE_DOWN else sight
        for cell, sight in zip(cells, table.board, strict=True)
    ]
    return State(table, tuple(sorted(deck)), tuple(board))


def _face_down(kit: Kit, state: State) -> list[str]:
    """The cities whose tokens lie face down on Hideo's board."""
    cells = zip(state.table.board, state.board, strict=True)
    return [token for sight, token in cells if sight == FACE_DOWN and token not in kit.closed_tokens]


# -- the text


class Form:
    """The texts of the positions of one ruleset."""

    def __init__(self, game: str, kit: Kit, setting: str) -> None:
        """Number the pieces."""
        self.game: Final = game
        self.kit: Final = kit
        self.setting: Final = setting
        edition = kit.edition
        carriages, engines = _numbered(kit.carriages), _numbered(engine.id for engine in edition.engines)
        self.codes: Final[dict[str, dict[str, str]]] = {
            "carriage": carriages,
            "engine": engines,
            "card": {**carriages, **{id: f"E{code}" for id, code in engines.items()}, EVENT: "V", TAIL: "T"},
            "city": _numbered(kit.city_ids),
            "event": _numbered(kit.events),
            "venue": _numbered(str(place) for place in range(1, len(edition.venues) + 1)),
            "seat": {str(seat): str(seat) for seat in range(kit.seats)},
            "colour": _COLOURS,
            "work": WORKS,
        }
        """For each kind of thing, how its members are written."""
        self.names: Final = {
            kind: {code: name for name, code in codes.items()} for kind, codes in self.codes.items() if kind != "card"
        }
        """And back; for cards see `_read_card`."""
        self.fields: Final = (
            *("now", "turn", "tile", "row", "discard", "events", "line", "counters", "venues"),
            *(f"seat {seat}" for seat in range(kit.seats)),
            *(("board",) if kit.cells else ()),
            *("more", "hidden"),
        )
        """The fields after the setting, in their order; the last may be missing."""

    # -- writing

    def write(self, state: State, hidden: object) -> str:
        """The text of a position, with what is hidden or without."""
        table, codes = state.table, self.codes
        fields = [
            self._now(table),
            self._turn(table),
            "".join(map(_seat, table.tile)),
            "".join(self._code(card, "carriage") + _seat(c) for card, c in zip(table.row, table.claims, strict=True)),
            self._all(table.discard, "carriage"),
            "".join(codes["event"][event] for event in table.events),
            self._line(table),
            "".join(f"{_COLOURS[COLOURS[c]]}{table.counters.spaces[c]}" for c in table.counters.order),
            "_".join(
                ".".join([codes["city"][city], *map(str, counts)])
                for city, counts in zip(table.venues, table.cauldrons, strict=True)
            ),
            *map(self._player, table.seats),
            *([self._board(table)] if self.kit.cells else []),
            self._more(state),
            *([self._hidden(state)] if hidden else []),
        ]
        return written(self.game, VERSION, self.setting, [field or NOTHING for field in fields])

    def _code(self, name: str, kind: str) -> str:
        """How a piece is written, if there is one."""
        codes = self.codes[kind]
        return codes[name] if name else "0" * len(next(iter(codes.values())))

    def _all(self, pieces: Iterable[str], kind: str) -> str:
        """Pieces whose order says nothing, in that of their numbers."""
        found = {*pieces}
        return "".join(code for name, code in self.codes[kind].items() if name in found)

    def _now(self, table: Table) -> str:
        seat = _seat(table.seat) if table.phase is not Phase.OVER else ""
        return f"{table.round + 1}{_PHASE[table.phase]}{seat}{_after_dot(str(table.actions or EMPTY))}"

    def _turn(self, table: Table) -> str:
        owed = "".join(map(self._owed, table.pending))
        return (self._all(table.used, "card") or NOTHING) + _after_dot(owed)

    def _owed(self, item: Pending) -> str:
        match item:
            case SecondHalf(work):
                return f"H{WORKS[work]}"
            case Again(card):
                return f"A{self.codes['card'][card]}"
            case Moving(left):
                return f"M{left}"

    def _line(self, table: Table) -> str:
        prepared, tracked = table.prepared_bits, table.track_bits
        return "".join(
            _CITY[bool(prepared >> place & 1), bool(tracked >> place & 1), colour]
            for place, colour in enumerate(table.station_colours)
        )

    def _player(self, seat: Seat) -> str:
        codes = self.codes
        train = "".join(codes["carriage"][card] for card in seat.train)
        parts = [self._code(seat.engine, "engine"), train or NOTHING]
        parts += map(str, (seat.yen, seat.vp, seat.tracks, seat.cauldrons))
        parts += [f"S{self._all(seat.spent, 'carriage')}"] if seat.spent else []
        tokens = "".join(codes["card"][card] + codes["city"][city] for card, city in seat.tokens)
        return ".".join(parts + ([f"O{tokens}"] if tokens else []))

    def _board(self, table: Table) -> str:
        cells = "".join("X" if sight == FACE_DOWN else self._code(sight, "city") for sight in table.board)
        return cells + _after_dot("".join(self.codes["venue"][str(venue)] for venue in table.closed_venues()))

    def _more(self, state: State) -> str:
        table = state.table
        found: list[str] = []
        for item in sorted(table.memory):
            kind, *parts = item.split(":")
            mark = _MARK[kind]
            codes = (self.codes[what] for what in _MEMORY[mark][1:])
            found.append(mark + "".join(code[part] for part, code in zip(parts, codes, strict=True)))
        left = {"D": state.deck, "O": table.tokens, "L": table.engines, "B": _face_down(self.kit, state)}
        for mark, pieces in left.items():
            if {*pieces} != {*self._rest(table, mark)}:
                found.append(mark + self._all(pieces, _LEFT[mark]))
        return "".join(found)

    def _rest(self, table: Table, mark: str) -> tuple[str, ...]:
        """The pieces that lie nowhere else; in a state that play can reach, these are the ones that are left."""
        kit, seats = self.kit, table.seats
        tokens = {*table.venues, *table.board, *(city for seat in seats for _, city in seat.tokens)}
        match mark:
            case "D":
                pieces = [*kit.carriages]
                seen = {*table.row, *table.discard, *(card for seat in seats for card in seat.train)}
            case "O":
                pieces, seen = [*kit.city_ids], tokens
            case "L":
                pieces = [*kit.engines] if table.phase is Phase.ENGINE else []
                seen = {seat.engine for seat in seats}
            case _:
                pieces = [*kit.city_ids] if FACE_DOWN in table.board else []
                seen = {*tokens, *table.tokens}
        return tuple(piece for piece in pieces if piece not in seen)

    def _hidden(self, state: State) -> str:
        deck = "".join(self.codes["carriage"][card] for card in state.deck)
        shut = {token: f"C{self.codes['venue'][str(venue + 1)]}" for token, venue in self.kit.closed_tokens.items()}
        tokens = "".join(
            shut[token] if token in shut else self._code(token, "city")
            for sight, token in zip(state.table.board, state.board, strict=True)
            if sight in (FACE_DOWN, EMPTY)
        )
        return f"H{deck}{_after_dot(tokens)}"

    # -- reading

    def read(self, text: Any) -> State:
        """The state that a text stands for; or a `WireError`."""
        fields = fields_of(text, self.game, VERSION, self.setting, self.fields)
        memory, left = self._read_more(fields["more"])
        board, closed = self._read_board(fields["board"]) if self.kit.cells else ([], [])
        hidden = self._read_hidden(fields["hidden"], board) if "hidden" in fields else None
        table: dict[str, Json] = {
            **self._read_now(fields["now"]),
            **self._read_turn(fields["turn"]),
            "tile": [self._read_seat(fields["tile"]) for _ in self.kit.rewards],
            "row": [*each(fields["row"], self._read_slot)],
            "discard": [*each(fields["discard"], self._read_carriage)],
            "events": [self._read_name(fields["events"], "event") for _ in range(self.kit.rounds)],
            **self._read_line(fields["line"]),
            "counters": [self._read_counter(fields["counters"]) for _ in COLOURS],
            "venues": [self._read_venue(fields["venues"], place) for place in range(len(self.kit.edition.venues))],
            "seats": [self._read_player(fields[f"seat {seat}"]) for seat in range(self.kit.seats)],
            **({"hideo": {"board": [*board], "closed": [*closed]}} if self.kit.cells else {}),
            "memory": [*memory],
            "tokens": [*left.get("O", ())],
            "engines": [*left.get("L", ())],
        }
        for field in fields.values():
            field.end()
        try:
            state = read_state(self.kit, state_json(self._completed(table, left, hidden), self.kit.city_ids))
        except WireError as problem:
            raise WireError(f"position: {problem}") from None
        as_written(text, self.write(state, hidden is not None))
        return state

    def _completed(self, content: Json, left: Mapping[str, list[str]], hidden: _Hidden | None) -> State:
        """The state with what was left out, because it follows from the rest."""
        unknown: dict[str, Json] = {"deck": []}
        if self.kit.cells:
            unknown["board"] = [EMPTY for _ in range(self.kit.cells)]
        table = read_form(self.kit, {"table": content, "hidden": unknown}).table
        if "O" not in left:
            table = attrs.evolve(table, tokens=self._rest(table, "O"))
        if "L" not in left:
            table = attrs.evolve(table, engines=self._rest(table, "L"))
        if hidden is not None:
            return State(table, *hidden)
        deck, down = (left[mark] if mark in left else self._rest(table, mark) for mark in "DB")
        return _arranged(self.kit, table, deck, down)

    def _read_name(self, field: Field, kind: str) -> str:
        return field.name_of(self.names[kind], _A[kind])

    def _read_piece(self, field: Field, kind: str) -> str:
        """A piece, or the empty name where there is none."""
        return EMPTY if field.skip(self._code(EMPTY, kind)) else self._read_name(field, kind)

    def _read_carriage(self, field: Field) -> str:
        return self._read_name(field, "carriage")

    def _read_card(self, field: Field) -> str:
        for mark, card in (("V", EVENT), ("T", TAIL)):
            if field.skip(mark):
                return card
        return self._read_name(field, "engine" if field.skip("E") else "carriage")

    def _read_seat(self, field: Field) -> int | None:
        return None if field.skip("x") else int(self._read_name(field, "seat"))

    def _read_slot(self, field: Field) -> Json:
        return {"carriage": self._read_piece(field, "carriage") or None, "claim": self._read_seat(field)}

    def _read_counter(self, field: Field) -> Json:
        return {"colour": self._read_name(field, "colour"), "space": field.number()}

    def _read_venue(self, field: Field, place: int) -> Json:
        if place:
            field.need("_")
        return {"city": self._read_name(field, "city"), "cauldrons": [_amount(field) for _ in range(self.kit.seats)]}

    def _read_now(self, field: Field) -> dict[str, Json]:
        year = field.number()
        phase = field.name_of(_PHASES, f"the letter of a phase, one of {', '.join(_PHASES)}")
        seat = int(self._read_name(field, "seat")) if phase is not Phase.OVER else None
        actions = _amount(field) if field.more else 0
        return {"round": year, "phase": phase.name.lower(), "to_move": seat, "actions": actions}

    def _read_turn(self, field: Field) -> dict[str, Json]:
        used = each(field, self._read_card, ".")
        owed = each(field, self._read_owed) if field.skip(".") else []
        return {"used": [*used], "pending": [*owed]}

    def _read_owed(self, field: Field) -> Json:
        if field.skip("H"):
            return {"owed": self._read_name(field, "work")}
        if field.skip("A"):
            return {"again": self._read_card(field)}
        field.need("M")
        return {"moving": field.number()}

    def _read_line(self, field: Field) -> dict[str, Json]:
        expected = f"what lies at a city, one of {', '.join(_LINE)}"
        found = {city: field.name_of(_LINE, expected) for city in self.kit.city_ids}
        return {
            "prepared": [city for city, (prepared, _, _) in found.items() if prepared],
            "tracked": [city for city, (_, tracked, _) in found.items() if tracked],
            "stations": {city: COLOURS[colour].value for city, (_, _, colour) in found.items() if colour >= 0},
        }

    def _read_player(self, field: Field) -> dict[str, Json]:
        engine = self._read_piece(field, "engine")
        field.need(".")
        train = each(field, self._read_carriage, ".")
        amounts: dict[str, Json] = {name: _amount(field) for name in ("yen", "vp", "tracks", "cauldrons")}
        spent = each(field, self._read_carriage, ".") if field.skip(".S") else []
        tokens = each(field, self._read_bought) if field.skip(".O") else []
        return {
            "engine": engine or None,
            "train": [*train],
            **amounts,
            "spent": [*spent],
            "tokens": [*tokens],
        }

    def _read_bought(self, field: Field) -> Json:
        return [self._read_card(field), self._read_name(field, "city")]

    def _read_board(self, field: Field) -> tuple[list[str], list[int]]:
        cells = [FACE_DOWN if field.skip("X") else self._read_piece(field, "city") for _ in range(self.kit.cells)]
        closed = each(field, lambda field: int(self._read_name(field, "venue"))) if field.skip(".") else []
        return cells, closed

    def _read_more(self, field: Field) -> tuple[list[str], dict[str, list[str]]]:
        memory: list[str] = []
        left: dict[str, list[str]] = {}
        marks = {mark: mark for mark in (*_MEMORY, *_LEFT)}
        while field.more and not field.skip(NOTHING):
            mark = field.name_of(marks, f"one of {', '.join(marks)}")
            if mark in _LEFT:
                left[mark] = each(field, partial(self._read_name, kind=_LEFT[mark]), _STOPS)
            else:
                kind, *about = _MEMORY[mark]
                parts = (self._read_card(field) if what == "card" else self._read_name(field, what) for what in about)
                memory.append(":".join([kind, *parts]))
        return memory, left

    def _read_hidden(self, field: Field, board: list[str]) -> _Hidden:
        field.need("H")
        deck = each(field, self._read_carriage, ".")
        if any(sight in (FACE_DOWN, EMPTY) for sight in board):
            field.need(".")
        return tuple(deck), tuple(self._read_token(field) if sight in (FACE_DOWN, EMPTY) else sight for sight in board)

    def _read_token(self, field: Field) -> str:
        """A token of Hideo's board, or nothing."""
        if not field.skip("C"):
            return self._read_piece(field, "city")
        shut = {self.codes["venue"][str(venue + 1)]: token for token, venue in self.kit.closed_tokens.items()}
        return field.name_of(shut, "a venue that has a closed venue token")


_Hidden: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The deck and the tokens of Hideo's board."""


def _numbered(ids: Iterable[str]) -> dict[str, str]:
    """The number of each piece of a kind, all of one length."""
    names = [*ids]
    width = 1
    while len(DIGITS) ** width <= len(names):
        width += 1
    return {name: _base36(place, width) for place, name in enumerate(names, start=1)}


def _base36(number: int, width: int) -> str:
    return "".join(DIGITS[number // len(DIGITS) ** place % len(DIGITS)] for place in reversed(range(width)))


def _seat(seat: int) -> str:
    return str(seat) if seat != NOBODY else "x"


def _after_dot(text: str) -> str:
    return f".{text}" if text else ""


def _amount(field: Field) -> int:
    field.need(".")
    return field.number()
