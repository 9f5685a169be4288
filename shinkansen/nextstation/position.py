"""A position of Next Station in one line: the fields of the text that `core.position` frames.

    nextstation/1/2/2.01/3124/SctwJTPC_pS/3235.5766.../.../0b1f3c

A station is its column and its row, one base-36 digit each: `73` is the station at 7,3. A card is a letter: `c` circle,
`s` square, `t` triangle, `p` pentagon, `j` joker, `w` switch; a capital if it is an underground card. A pencil is the
number of its colour in the sheet's list, from 1. Seats are 0 to 3. `FIELDS` says what each field holds.

A line is written as it runs over the map, from its departure from station to station. Where it goes on in several
directions the station furthest left comes first, or else furthest up, and after a `-` the text is back at the fork:
`735766-7346` leads from 7,3 to 5,7 and 6,6, and from 7,3 to 4,6. A line of which nothing is drawn is its departure.

Reading makes the plain JSON of the state and hands it to `wire.read_state`, so no text gives a state that JSON could
not; then the state is written again, so each position has one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from shinkansen.core import position_setting
from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json
from shinkansen.core.position import DIGITS, NOTHING, Field, as_written, each, fields_of, written
from shinkansen.core.position_setting import edition_of, setting_text
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.kit import MODULES, Kit
from shinkansen.nextstation.module_cards import EFFECTS, SYMBOL_CARDS
from shinkansen.nextstation.moves import PASS, Draw, Move, SectionId, move_json
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.rulings import Rulings, register, restored
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.table import Board, State, Table
from shinkansen.nextstation.turns import chosen, legal_moves
from shinkansen.nextstation.wire import read_state

VERSION: Final = 1
"""The version of the text; it rises when older readers could not read a new text."""
USUAL: Final = "ecc49c078"
"""The sheet that a text need not name: the one that came with the package when this version was made. Should that
change, texts of the new sheet name it, and the older texts still mean what they meant."""

FIELDS: Final[dict[str, str]] = {
    "setting": "the number of seats, the modules that are used, `e` and 8 digits of the digest of a sheet other than "
    "the shipped one, and each ruling with another answer than the usual one, such as `R10b`",
    "now": "the round, and after a dot the seats that have yet to choose in this turn, the one to move first; `-` when "
    "the game is over",
    "pencils": "the pencils as they lay in the first round, alone in the order of the rounds; with three seats after a "
    "dot the seat to whose left the spare one lay",
    "objectives": "only with common objectives: the numbers of those that were drawn, from 1 in the order of their "
    "clauses",
    "special stations": "only with special stations: for each round so far the letter of its symbol and of its effect: "
    "`w` switch, `j` joker, `x` extension, `d` double station",
    "pencil powers": "only with pencil powers: for each pencil, in the order of the sheet's list, its power: `s` "
    "second section, `j` joker, `w` switch, `d` double station",
    "cards": "for each round so far the cards turned up in it",
    "seat": "for each seat its line of each round so far; after `M` the stations that were circled for it, `P` if the "
    "power of its pencil was used, and after `S` the letter of the symbol that its second section must lead to, while "
    "that is chosen",
    "hidden": "only on request: `H`, for each round what is left of its deck, from the top down; then for each seat "
    "its choice: `x` none yet, `0` to draw nothing, or a section, followed by `E` and the station of an extension, `M` "
    "for a mark, `P` for a power; with special stations after another dot the symbols and, after `_`, the effects to "
    "come",
}
"""The fields in their order, and what they hold; there is a field for each seat."""

_SYMBOLS: Final = {"circle": "c", "square": "s", "triangle": "t", "pentagon": "p", "joker": "j", "switch": "w"}
"""The letter of what a card shows."""
_A_CARD: Final = f"the letter of a card of this sheet, one of {', '.join(_SYMBOLS.values())} or a capital"
_EFFECTS: Final = {"switch": "w", "joker": "j", "extension": "x", "double-station": "d"}
_POWERS: Final = {"second": "s", "joker": "j", "switch": "w", "double": "d"}
_MARK: Final = "M"
_POWER: Final = "P"
_EXTENSION: Final = "E"
_SECOND: Final = "S"
_NEXT: Final = "_"
"""Between the parts of a field that has one for each round or seat."""
_NO_CHOICE: Final = "x"
_PASS: Final = "0"


# -- the setting


def setting(seats: int, sheet: Sheet, rulings: Rulings, modules: Iterable[str]) -> str:
    """What must be known of the rules to read a position; what is usual is left out (`core.position_setting`)."""
    return setting_text(seats, modules, sheet.digest(), USUAL, register(), rulings.letters())


def read_setting(text: Any, sheets: Iterable[Sheet]) -> tuple[int, Sheet, Rulings, tuple[str, ...]]:
    """The seats, the sheet (one of those given), the rulings and the modules of a position; or a `WireError`."""
    said = position_setting.read_setting(
        text, GAME.name, VERSION, seats=GAME.seats, usual=USUAL, register=register(), own=MODULES
    )
    return said.seats, edition_of(said.edition, sheets, Sheet.digest), restored(said.letters), said.own


# -- the text


class Form:
    """The texts of the positions of one ruleset."""

    def __init__(self, game: str, kit: Kit, setting: str) -> None:
        """Name the pieces."""
        self.game: Final = game
        self.kit: Final = kit
        self.setting: Final = setting
        sheet = kit.sheet
        self._station: Final = {station.id: DIGITS[station.x] + DIGITS[station.y] for station in sheet.stations}
        self._card: Final = {card: _letter(card) for card in sheet.cards}
        self._colour: Final = {colour: str(at) for at, colour in enumerate(sheet.colours, 1)}
        self._objective: Final = {objective: str(at) for at, objective in enumerate(kit.objective_cards, 1)}
        self._stations: Final = {code: station for station, code in self._station.items()}
        self._cards: Final = {code: card for card, code in self._card.items()}
        self._colours: Final = {code: colour for colour, code in self._colour.items()}
        self._seats: Final = {str(seat): seat for seat in range(kit.seats)}
        self._bits: Final = {section: bit for section, (bit, *_) in kit.drawn.items()}
        self.fields: Final = (
            "now",
            "pencils",
            *(module.replace("_", " ") for module in kit.modules),
            "cards",
            *(f"seat {seat}" for seat in range(kit.seats)),
            "hidden",
        )
        """The fields after the setting, in their order; the last may be missing."""

    # -- writing

    def write(self, state: State, hidden: object) -> str:
        """The text of a position, with what is hidden or without."""
        table = state.table
        choosing = "".join(map(str, table.choosing)) or NOTHING
        setup = table.setup
        pencils = "".join(self._colour[colour] for colour in setup.pencils)
        fields = [
            f"{table.round + 1}.{choosing}",
            ".".join([pencils, *map(str, setup.gap)]),
            *(["".join(map(self._objective.__getitem__, setup.objectives))] if setup.objectives else []),
            *(
                ["".join(_SYMBOLS[symbol] + _EFFECTS[effect] for symbol, effect in table.specials)]
                if table.specials
                else []
            ),
            *(["".join(map(_POWERS.__getitem__, setup.powers))] if setup.powers else []),
            self._piles(table.cards),
            *(self._seat(table, seat) for seat in range(self.kit.seats)),
            *([self._hidden(state)] if hidden else []),
        ]
        return written(self.game, VERSION, self.setting, fields)

    def _piles(self, piles: Iterable[Iterable[str]]) -> str:
        return _NEXT.join("".join(self._card[card] for card in pile) or NOTHING for pile in piles)

    def _seat(self, table: Table, seat: int) -> str:
        kit = self.kit
        setup, board = table.setup, table.boards[seat]
        colours = [colours_in(kit, setup.pencils, setup.gap, number)[seat] for number in range(table.round + 1)]
        second = _SECOND + _SYMBOLS[table.seconds[seat]] if table.seconds and table.seconds[seat] else ""
        return ".".join(self._line(colour, board) for colour in colours) + second

    def _line(self, colour: int, board: Board) -> str:
        sections = [section.id for section in self.kit.sections_in(board.lines[colour])]
        found = [*ways(self.kit.sheet.departures[self.kit.sheet.colours[colour]], sections)]
        if sum(len(way) - 1 for way in found) != len(sections):
            raise ValueError("a line that does not begin at its departure has no text")
        line = NOTHING.join("".join(self._station[station] for station in way) for way in found)
        marks = "".join(self._station[station.id] for station in self.kit.stations_in(board.marks[colour]))
        return line + (_MARK + marks if marks else "") + (_POWER if board.used >> colour & 1 else "")

    def _hidden(self, state: State) -> str:
        choices = _NEXT.join(map(self._choice, state.hidden.choices))
        hidden = f"H{self._piles(state.hidden.decks)}.{choices}"
        if not self.kit.has_specials:
            return hidden
        symbols = "".join(map(_SYMBOLS.__getitem__, state.hidden.symbols)) or NOTHING
        effects = "".join(map(_EFFECTS.__getitem__, state.hidden.effects)) or NOTHING
        return f"{hidden}.{symbols}{_NEXT}{effects}"

    def _choice(self, move: Move | None) -> str:
        if isinstance(move, Draw):
            section = "".join(self._station[station] for station in move.section)
            on = _EXTENSION + self._station[move.extension] if move.extension is not None else ""
            return section + on + _MARK * move.mark + _POWER * move.power
        return _NO_CHOICE if move is None else _PASS

    # -- reading

    def read(self, text: Any) -> State:
        """The state that a text stands for; or a `WireError`."""
        fields = fields_of(text, self.game, VERSION, self.setting, self.fields)
        number, choosing = self._read_now(fields["now"])
        pencils, gap = self._read_pencils(fields["pencils"])
        objectives = self._read_objectives(fields["objectives"]) if "objectives" in fields else []
        specials = each(fields["special stations"], self._read_special) if "special stations" in fields else []
        powers = each(fields["pencil powers"], self._read_power) if "pencil powers" in fields else []
        cards = self._read_piles(fields["cards"])
        seats = [self._read_seat(fields[f"seat {seat}"], pencils, gap, number) for seat in range(self.kit.seats)]
        whole = "hidden" in fields
        hidden = self._read_hidden(fields["hidden"]) if whole else self._in_order(cards, specials)
        for field in fields.values():
            field.end()
        table: dict[str, Json] = {
            "round": number,
            "pencils": [*pencils],
            "gap": [*gap],
            "objectives": [*objectives],
            "powers": [*powers],
            "specials": _lists(specials),
            "cards": _lists(cards),
            "seats": [*seats],
            "choosing": [*choosing],
        }
        try:
            choices: dict[str, Json] = {} if whole else {"choices": self._first_choices(table, hidden, choosing)}
            state = read_state(self.kit, {"table": table, "hidden": hidden | choices})
        except WireError as problem:
            raise WireError(f"position: {problem}") from None
        as_written(text, self.write(state, whole))
        return state

    def _read_now(self, field: Field) -> tuple[int, list[int]]:
        rounds = {str(number): number for number in range(1, self.kit.rounds + 1)}
        number = field.name_of(rounds, f"the number of a round, 1 to {self.kit.rounds}")
        field.need(".")
        return number, each(field, self._read_number)

    def _read_number(self, field: Field) -> int:
        return field.name_of(self._seats, "the number of a seat")

    def _read_pencils(self, field: Field) -> tuple[tuple[str, ...], tuple[int, ...]]:
        expected = f"the number of a pencil, 1 to {len(self._colours)}, each once"
        left = dict(self._colours)
        pencils = list[str]()
        while left:
            pencils.append(field.name_of(left, expected))
            del left[self._colour[pencils[-1]]]
        if self.kit.seats != 3:
            return tuple(pencils), ()
        field.need(".")
        return tuple(pencils), (self._read_number(field),)

    def _read_objectives(self, field: Field) -> list[str]:
        named = {number: objective for objective, number in self._objective.items()}
        return each(field, lambda field: field.name_of(named, f"the number of an objective, 1 to {len(named)}"))

    def _read_special(self, field: Field) -> tuple[str, str]:
        return self._read_symbol(field), self._read_effect(field)

    def _read_symbol(self, field: Field) -> str:
        return field.name_of({_SYMBOLS[symbol]: symbol for symbol in SYMBOL_CARDS}, "the letter of a symbol")

    def _read_effect(self, field: Field) -> str:
        return field.name_of({letter: effect for effect, letter in _EFFECTS.items()}, "the letter of an effect")

    def _read_power(self, field: Field) -> str:
        return field.name_of({letter: power for power, letter in _POWERS.items()}, "the letter of a power")

    def _read_piles(self, field: Field) -> list[list[str]]:
        piles = [each(field, self._read_card, f"{_NEXT}.")]
        while field.skip(_NEXT):
            piles.append(each(field, self._read_card, f"{_NEXT}."))
        return piles

    def _read_card(self, field: Field) -> str:
        return field.name_of(self._cards, _A_CARD)

    def _read_station(self, field: Field) -> str:
        return field.name_of(self._stations, "the column and the row of a station")

    def _read_seat(self, field: Field, pencils: tuple[str, ...], gap: tuple[int, ...], number: int) -> dict[str, Json]:
        """The lines of a seat by colour, each with its sections in the order of the sheet, and what belongs to them."""
        seat = int(field.name.rpartition(" ")[2])
        lines: dict[str, Json] = {colour: [] for colour in self.kit.sheet.colours}
        marks: dict[str, list[str]] = {colour: [] for colour in self.kit.sheet.colours}
        used = set[str]()
        for at in range(number):
            if at:
                field.need(".")
            colour = self.kit.sheet.colours[colours_in(self.kit, pencils, gap, at)[seat]]
            sections = sorted(self._read_line(field), key=self._bits.__getitem__)
            lines[colour] = [[*section] for section in sections]
            if field.skip(_MARK):
                marks[colour] = each(field, self._read_station, f".{_POWER}{_SECOND}")
            if field.skip(_POWER):
                used.add(colour)
        second: str | None = None
        if field.skip(_SECOND):
            second = field.name_of({letter: symbol for symbol, letter in _SYMBOLS.items()}, "the letter of a symbol")
        circled: list[Json] = [[colour, station] for colour, stations in marks.items() for station in stations]
        powers: list[Json] = [colour for colour in self.kit.sheet.colours if colour in used]
        return {"lines": lines, "marks": circled, "used": powers, "second": second}

    def _read_line(self, field: Field) -> list[SectionId]:
        sections = self._read_way(field)
        while field.skip(NOTHING):
            sections += self._read_way(field)
        return sections

    def _read_way(self, field: Field) -> list[SectionId]:
        sections = list[SectionId]()
        here = self._read_station(field)
        while field.more and field.text[field.at] not in f"{NOTHING}.{_MARK}{_POWER}{_SECOND}":
            at, before = field.at, here
            here = self._read_station(field)
            section = Draw((before, here)).section
            if section not in self._bits:
                field.at = at
                raise field.wrong(f"a station that a section joins to {before}", len(self._station[here]))
            sections.append(section)
        return sections

    def _read_hidden(self, field: Field) -> dict[str, Json]:
        field.need("H")
        decks = self._read_piles(field)
        field.need(".")
        choices = [self._read_choice(field)]
        while field.skip(_NEXT):
            choices.append(self._read_choice(field))
        symbols, effects = list[str](), list[str]()
        if self.kit.has_specials:
            field.need(".")
            symbols = each(field, self._read_symbol, _NEXT)
            field.need(_NEXT)
            effects = each(field, self._read_effect)
        return _hidden_json(decks, choices, symbols, effects)

    def _read_choice(self, field: Field) -> Move | None:
        if field.skip(_NO_CHOICE):
            return None
        # A section is four characters, also one that begins in column 0.
        alone = field.text[field.at + 1 : field.at + 2] in ("", _NEXT)
        if alone and field.skip(_PASS):
            return PASS
        section = self._read_station(field), self._read_station(field)
        extension = self._read_station(field) if field.skip(_EXTENSION) else None
        return Draw(section, extension, field.skip(_MARK), field.skip(_POWER))

    # -- what nobody can see

    def _in_order(self, cards: list[list[str]], specials: list[tuple[str, str]]) -> dict[str, Json]:
        """What lies face down, in a fixed order as in a view: decks and piles by name."""
        turned = [*cards, *([list[str]()] * (self.kit.rounds - len(cards)))]
        decks = [sorted({*self.kit.sheet.cards} - {*pile}) for pile in turned]
        symbols, effects = list[str](), list[str]()
        if self.kit.has_specials:
            symbols = sorted({*SYMBOL_CARDS} - {symbol for symbol, _ in specials})
            effects = sorted({*EFFECTS} - {effect for _, effect in specials})
        return _hidden_json(decks, [None] * self.kit.seats, symbols, effects)

    def _first_choices(self, table: dict[str, Json], hidden: dict[str, Json], choosing: list[int]) -> list[Json]:
        """For each seat that has chosen, the first move that it could choose, as in a view."""
        choices: list[Json] = [None] * self.kit.seats
        if not choosing:
            return choices
        seats = cast("list[dict[str, Json]]", table["seats"])
        asked = [seat for seat, each in enumerate(seats) if each["second"] is not None] or [*self.kit.everybody]
        if {*asked} == {*choosing}:
            return choices
        before = read_state(self.kit, {"table": {**table, "choosing": [*asked]}, "hidden": hidden})
        for seat in {*asked} - {*choosing}:
            choices[seat] = move_json(legal_moves(self.kit, chosen(before.table, (seat,)))[0])
        return choices


def _hidden_json(
    decks: list[list[str]], choices: list[Move | None], symbols: list[str], effects: list[str]
) -> dict[str, Json]:
    return {
        "decks": _lists(decks),
        "choices": [None if move is None else move_json(move) for move in choices],
        "symbols": [*symbols],
        "effects": [*effects],
    }


def _letter(card: str) -> str:
    kind, _, symbol = card.partition("-")
    return _SYMBOLS[symbol].upper() if kind == "underground" else _SYMBOLS[symbol]


def _lists(piles: Iterable[Iterable[str]]) -> list[Json]:
    return [[*pile] for pile in piles]


def _place(station: str) -> tuple[int, ...]:
    return tuple(map(int, station.split(",")))


def ways(departure: str, sections: list[SectionId]) -> Iterator[list[str]]:
    """A line as ways from station to station: the first begins at the departure, each other one at a fork."""
    joined: dict[str, list[str]] = {}
    for one, two in sections:
        joined.setdefault(one, []).append(two)
        joined.setdefault(two, []).append(one)
    seen, forks = {departure}, [departure]
    while forks:
        way = [forks.pop()]
        while on := [next for next in joined.get(way[-1], ()) if next not in seen]:
            if len(on) > 1:
                forks.append(way[-1])
                on.sort(key=_place)
            way.append(on[0])
            seen.add(on[0])
        if len(way) > 1 or not sections:
            yield way
