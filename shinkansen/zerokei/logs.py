"""A public log: what people at the table wrote down, without the order of the deck.

It consists of lines of text; blank lines, anything after #, case, commas and full stops are ignored:

    seats 3                              or: solo, or: solo hard
    order yellow red green               the tokens on the tile at setup, from space 1 on
    counters gold white black            the pile of station value counters, from the bottom up
    venues tokyo osaka kyoto             the cities of the venues 1, 2, 3
    events get-yen lay build ...         the event of each year
    board tokyo ? closed-1 ...           solo: the tokens of Hideo's board, as far as they were turned up
    rulings R29=b                        if other than preferred; or track_needs_ground=b
    row osaka-1 kyoto-2 ...              the carriages of a round, when they are laid out
    yellow: prepare engine-1 osaka       a move in our notation; who made it may be left out
    totals 52 48 31                      the final scores by seat, if known
    winners yellow                       if known

As JSON it has the same words as keys, `rows` as a list of lists, and `moves` in the form of the wire, each perhaps with
`seat`. This module reads and writes logs (`log_lines` finds the words of a line); `log_words` spells the words as the
edition does, and `log_check` checks whether the game can have gone like that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from shinkansen.core.errors import RulingError, WireError
from shinkansen.core.files import parse_json
from shinkansen.core.log_text import LogError, read_log
from shinkansen.core.plain_json import Json, Plain, nearest_names, shown, strict_converter, structure
from shinkansen.core.record import Record, replay, start
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.happenings import RowLaid
from shinkansen.zerokei.log_lines import SEPARATORS, after_first, words
from shinkansen.zerokei.moves import KINDS as MOVES
from shinkansen.zerokei.moves import NAME_OF, Move, move_from_json
from shinkansen.zerokei.notation import notation, numbered
from shinkansen.zerokei.notation import read as read_move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import rulings
from shinkansen.zerokei.table import FACE_DOWN, SEAT_NAMES, SOLO_NAMES


@frozen
class Row:
    """The carriages of a round."""

    line: int
    carriages: tuple[str, ...]


@frozen
class Made:
    """A move, and who is said to have made it."""

    line: int
    move: Move
    seat: int | None


@frozen
class Log:
    """A game as it was written down. `LogError` if it says too little, or names a seat that does not play."""

    seats: int
    hard: bool = False
    order: tuple[int, ...] = ()
    counters: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(factory=dict[str, str], hash=False)
    entries: tuple[Row | Made, ...] = ()
    """Rows and moves as they were written."""
    ordered: bool = True
    """Whether rows and moves are in one order; in JSON they are separate."""
    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    at: Mapping[str, int] = field(factory=dict[str, int], eq=False, repr=False)
    """The lines of the other parts, as far as there are any."""

    def __attrs_post_init__(self) -> None:
        for name, kind in KINDS.items():
            value: object = getattr(self, name)
            if not isinstance(value, kind) or (isinstance(value, bool) and bool not in kind):
                raise LogError(f"{name}: found {shown(value)}, expected {' or '.join(each.__name__ for each in kind)}")
        if self.seats not in (1, 2, 3, 4):
            raise LogError(f"seats: found {shown(self.seats)}, expected 1 (solo), 2, 3 or 4")
        if self.hard and self.seats != 1:
            raise LogError(f"hard: the hard game is for one player, not for {self.seats}")
        for name in TEXTS:
            for text in getattr(self, name):
                if type(text) is not str:
                    raise LogError(f"{name}: found {shown(text)}, expected a string")
        missing = [name for name in ("counters", "venues", "events") if not getattr(self, name)]
        if self.seats > 1 and not self.order:
            missing.append("order")
        if missing:
            raise LogError(f"the log lacks the {' and the '.join(missing)}, expected a line for each")
        if self.board and self.seats != 1:
            raise LogError(f"board: found one in a game for {self.seats}, expected it only in a solo game")
        for name, seats in (("order", self.order), ("winners", self.winners or ())):
            for seat in seats:
                self._check_seat(seat, f"{name}: ")
        for entry in self.entries:
            self._check_entry(entry)

    def _check_entry(self, entry: object) -> None:
        match entry:
            case Row(line, carriages):
                if not all(type(carriage) is str for carriage in carriages):
                    raise LogError("a row contains something other than strings, expected the ids of carriages", line)
            case Made(line, move, seat):
                if type(move) not in NAME_OF:
                    raise LogError(f"found {shown(move)}, expected a move", line)
                if seat is not None:
                    self._check_seat(seat, "", line)
            case _:
                raise LogError(f"entries: found {shown(entry)}, expected rows and moves")

    def _check_seat(self, seat: object, what: str, line: int | None = None) -> None:
        last = max(self.seats, 2) - 1  # Hideo has the second seat
        if type(seat) is not int or not 0 <= seat <= last:
            raise LogError(f"{what}there is no seat {shown(seat)}, expected 0 to {last}", line)

    @property
    def moves(self) -> tuple[Made, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Made))

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Row))


TEXTS = ("counters", "venues", "events", "board")
"""The parts that consist of strings."""
KINDS: dict[str, tuple[type[Any], ...]] = {
    "seats": (int,),
    "hard": (bool,),
    **dict.fromkeys(("order", *TEXTS, "entries"), (tuple,)),
    "rulings": (Mapping,),
    "at": (Mapping,),
    "totals": (tuple, type(None)),
    "winners": (tuple, type(None)),
}
"""What each part of a log is."""


# -- reading


def read(path: str | Path) -> Log:
    """The log in a file; - is standard input."""
    written = read_log(path)
    try:
        return from_text(written.text)
    except LogError as problem:
        raise LogError(f"{written.name}: {problem}") from None


def from_text(source: str) -> Log:
    """A log from its text or its JSON; time and memory are proportional to its size."""
    if not isinstance(source, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise LogError(f"found {shown(source)}, expected the text of a log")
    source = source.removeprefix("\ufeff")
    return _from_json(source) if source.lstrip().startswith("{") else _from_lines(source)


@define
class _Written:
    """What the lines of a log say, before it is known how many play."""

    parts: dict[str, tuple[int, list[str]]] = field(factory=dict[str, tuple[int, list[str]]])
    """The words after each word that begins a line, and the line."""
    entries: list[Row | tuple[int, str, Move]] = field(factory=list[Row | tuple[int, str, Move]])
    """The rows, and the moves with their lines and the names of the players who made them."""

    def add(self, number: int, words: list[str]) -> None:
        if words[0].casefold() in COUNTS and words[1:]:  # 3 players
            words = [words[1], words[0], *words[2:]]
        first, rest = words[0].casefold(), after_first(words)
        begins = next((ALSO.get(word, word) for word in (first, f"{first}s") if word in (*ALSO, ROW, *ONCE)), "")
        if begins == ROW:
            # `row 2: ...` has the number of the round.
            self.entries.append(Row(number, tuple(numbered(after_first(rest) if rest[1:2] == [":"] else rest))))
        elif begins:
            if begins in self.parts:
                raise LogError(f"{begins} occurs a second time", number)
            self.parts[begins] = (number, rest)
        elif first in _NAMES or (words[1:2] == [":"] and first not in MOVES):
            if not rest:
                raise LogError(f"nothing comes after {shown(words[0])}, expected a move such as finish", number)
            self.entries.append((number, words[0], read_move(rest)))
        else:
            self.entries.append((number, "", self._unnamed([first, *rest])))

    def _unnamed(self, words: list[str]) -> Move:
        """A move without the name of the player; if it is not a move, it may be another kind of line, misspelt."""
        try:
            return read_move(words)
        except WireError:
            first, near = words[0], nearest_names(words[0], (ROW, *ONCE, *_NAMES, *MOVES), 1)
            if near[:1] and near[0] not in MOVES:
                raise WireError(f"no line begins with {shown(first)}; did you mean {near[0]}?") from None
            if not near and not any(move.startswith(first) for move in MOVES):
                known = f"a move such as prepare, or {ROW}, {', '.join(ONCE)}"
                raise WireError(f"no line begins with {shown(first)}; expected {known}") from None
            raise

    def log(self) -> Log:
        """The log, when all lines are there."""
        seats, hard = self._seats(), [*map(str.casefold, self.parts.get("solo", (0, [""]))[1])] == ["hard"]
        names = SOLO_NAMES if seats == 1 else SEAT_NAMES[:seats]
        seat_of = {name.casefold(): seat for seat, name in enumerate(names)}

        def seat(name: str, line: int) -> int:
            if name.casefold() not in seat_of:
                near = nearest_names(name.casefold(), names, 1)
                meant = f"; did you mean {near[0]}?" if near else ""
                raise LogError(f"there is no seat {shown(name)}, expected one of {', '.join(names)}{meant}", line)
            return seat_of[name.casefold()]

        def seats_of(part: str) -> tuple[int, ...]:
            line, words = self.parts[part]
            return tuple(seat(word, line) for word in words if word.casefold() not in ("and", "then"))

        def words_of(part: str) -> tuple[str, ...]:
            return tuple(numbered(self.parts[part][1])) if part in self.parts else ()

        return Log(
            seats,
            hard,
            seats_of("order") if "order" in self.parts else (),
            words_of("counters"),
            words_of("venues"),
            words_of("events"),
            words_of("board"),
            rulings=self._rulings(),
            entries=tuple(
                each if isinstance(each, Row) else Made(each[0], each[2], seat(each[1], each[0]) if each[1] else None)
                for each in self.entries
            ),
            totals=self._totals(seat_of),
            winners=seats_of("winners") if "winners" in self.parts else None,
            at={part: line for part, (line, _) in self.parts.items()},
        )

    def _seats(self) -> int:
        if "seats" in self.parts and "solo" in self.parts:
            raise LogError("found seats and solo, expected one of them", self.parts["solo"][0])
        if "solo" in self.parts:
            line, words = self.parts["solo"]
            if [*map(str.casefold, words)] not in ([], ["hard"]):
                raise LogError(f"found {shown(' '.join(words))}, expected solo or solo hard", line)
            return 1
        if "seats" not in self.parts:
            raise LogError(HOW_MANY)
        line, words = self.parts["seats"]
        count = COUNTS.get(" ".join(words).casefold())
        if count is None:
            raise LogError(f"found {shown(' '.join(words))}, expected seats 2, 3 or 4 (or: solo)", line)
        return count

    def _rulings(self) -> dict[str, str]:
        line, words = self.parts.get("rulings", (0, []))
        try:
            # A log may be of a game that was played before an answer was withdrawn.
            return rulings(" ".join(words), withdrawn=True).unusual()
        except RulingError as problem:
            raise LogError(str(problem), line) from None

    def _totals(self, seat_of: Mapping[str, int]) -> tuple[int, ...] | None:
        """The final scores by seat; or each after its name, `yellow 52, red 48`."""
        if "totals" not in self.parts:
            return None
        line, words = self.parts["totals"]
        given = [word.casefold() for word in words if word not in SEPARATORS]
        numbers = given
        if len(given) == 2 * len(seat_of) and {*given[::2]} == {*seat_of}:
            numbers = [
                score for _, score in sorted(zip(map(seat_of.__getitem__, given[::2]), given[1::2], strict=True))
            ]
        for word in numbers:
            if not re.fullmatch(r"-?[0-9]{1,9}", word):
                raise LogError(f"found {shown(word)}, expected a number", line)
        return tuple(map(int, numbers))


HOW_MANY = "the number of players is missing, expected a line such as seats 3, or solo"
ONCE = ("seats", "solo", "order", "counters", "venues", "events", "board", "rulings", "totals", "winners")
"""The words that begin a line that occurs once; any other line is a row or a move."""
ALSO = {"players": "seats", "rows": "row", "scores": "totals"}
"""Other words for them."""
COUNTS = {"2": 2, "two": 2, "3": 3, "three": 3, "4": 4, "four": 4}
ROW = "row"
_NAMES = tuple(name.casefold() for name in dict.fromkeys((*SEAT_NAMES, *SOLO_NAMES)))


def _from_lines(source: str) -> Log:
    written = _Written()
    for number, line in enumerate(source.splitlines(), start=1):
        try:
            if found := words(line):
                written.add(number, found)
        except WireError as problem:
            raise LogError(str(problem), number) from None
    return written.log()


@frozen
class _Shape:
    """A log as JSON."""

    seats: int | None = None
    solo: bool = False
    hard: bool = False
    order: tuple[int, ...] = ()
    counters: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    rulings: dict[str, str] = field(factory=dict[str, str])
    rows: tuple[tuple[str, ...], ...] = ()
    moves: tuple[Plain, ...] = ()
    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None


_CONVERTER = strict_converter()


def _from_json(source: str) -> Log:
    try:
        shape = structure(_CONVERTER, parse_json(source, "the log", LogError), _Shape, "the log")
    except WireError as problem:
        raise LogError(str(problem)) from None
    if shape.seats is None and not shape.solo:
        raise LogError(HOW_MANY)
    if shape.solo and shape.seats not in (None, 1):
        raise LogError(f"found {shown(shape.seats)} seats and solo, expected one of them")
    return Log(
        1 if shape.seats is None else shape.seats,
        shape.hard,
        shape.order,
        shape.counters,
        shape.venues,
        shape.events,
        shape.board,
        _letters(shape.rulings),
        entries=(
            *(Row(number, row) for number, row in enumerate(shape.rows, start=1)),
            *(_made(number, move) for number, move in enumerate(shape.moves, start=1)),
        ),
        ordered=False,
        totals=shape.totals,
        winners=shape.winners,
    )


def _letters(given: Mapping[str, str]) -> dict[str, str]:
    try:
        return rulings(given).unusual()
    except RulingError as problem:
        raise LogError(f"rulings: {problem}") from None


def _made(number: int, content: Mapping[str, Json]) -> Made:
    seat = content.get("seat")
    if seat is not None and type(seat) is not int:
        raise LogError(f"move {number}: seat: found {shown(seat)}, expected a number")
    try:
        return Made(number, move_from_json({key: part for key, part in content.items() if key != "seat"}), seat)
    except WireError as problem:
        raise LogError(f"move {number}: {problem}") from None


# -- writing


def of_record(rules: ZeroKei, told: Record) -> str:
    """What people at the table could have written down of a recorded game."""
    start(rules, told)  # raises an error if it is not a record of these rules
    return "\n".join(_lines(rules, told)) + "\n"


def _lines(rules: ZeroKei, told: Record) -> Iterator[str]:
    deal: Deal = rules.read_deal(told.deal)
    names = rules.kit.seat_names
    yield f"seats {rules.seats}" if rules.seats > 1 else f"solo{' hard' * rules.hard}"
    if rules.seats > 1:
        yield f"order {' '.join(names[seat] for seat in deal.turn_order)}"
    yield f"counters {' '.join(deal.counters)}"
    yield f"venues {' '.join(deal.venues)}"
    yield f"events {' '.join(deal.events)}"
    turns = list(replay(rules, told))
    state = turns[-1].step.state if turns else rules.start(deal)
    if rules.seats == 1:
        seen = zip(deal.board, state.table.board, strict=True)
        yield f"board {' '.join(FACE_DOWN if now == FACE_DOWN else token for token, now in seen)}"
    if other := rules.rulings.unusual():
        yield f"rulings {' '.join(f'{slug}={letter}' for slug, letter in other.items())}"
    for turn in turns:
        yield f"{names[turn.seat]}: {notation(turn.move)}"
        for happening in turn.step.happenings:
            if isinstance(happening, RowLaid):
                yield f"row {' '.join(happening.carriages)}"
    result = rules.outcome(state)
    if result is not None:
        yield f"totals {' '.join(map(str, result.totals))}"
        yield f"winners {' '.join(names[seat] for seat in result.winners)}"
