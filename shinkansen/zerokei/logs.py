"""A public log: what people at the table wrote down, without the order of the deck.

Lines of text; blank ones and those that begin with # do not count:

    seats 3                              or: solo, or: solo hard
    order yellow red green               the tokens on the tile at setup, from space 1 on
    counters gold white black            the pile of station value counters, from the bottom up
    venues tokyo osaka kyoto             the cities of the venues 1, 2, 3
    events get-yen lay build ...         the event of each year
    board tokyo ? closed-1 ...           solo: the tokens of Hideo's board, as far as they were turned up
    rulings track_needs_ground=b         if other than preferred
    row osaka-1 kyoto-2 ...              the carriages of a round, when they are laid out
    yellow: prepare engine-1 osaka       a move in our notation; who made it may be left out
    totals 52 48 31                      the final scores by seat, if known
    winners yellow                       if known

The same as JSON has the words before as keys, `rows` as a list of lists, `moves` as the wire writes them, each perhaps
with `seat`. This module reads and writes logs; `log_check` asks whether the game can have gone so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from attrs import evolve, field, frozen

from shinkansen.core.errors import ShinkansenError, WireError
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.record import Record, replay
from shinkansen.core.text import printable
from shinkansen.core.wire import shown
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.happenings import RowLaid
from shinkansen.zerokei.moves import Move, move_from_json
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings
from shinkansen.zerokei.table import FACE_DOWN, SEAT_NAMES, SOLO_NAMES


class LogError(ShinkansenError):
    """A log cannot be read; `line` is where, counted from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line is not None else message)


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
    """A game as it was written down."""

    seats: int
    hard: bool = False
    order: tuple[int, ...] = ()
    counters: tuple[str, ...] = ()
    venues: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    rulings: dict[str, str] = field(factory=dict[str, str], hash=False)
    entries: tuple[Row | Made, ...] = ()
    """Rows and moves as they were written."""
    ordered: bool = True
    """Whether rows and moves are in one order; in JSON they are apart."""
    totals: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None

    @property
    def moves(self) -> tuple[Made, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Made))

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, Row))


# -- reading


def read(path: str | Path) -> Log:
    """The log in a file."""
    source = read_text(Path(path), LogError)
    try:
        return from_text(source)
    except LogError as problem:
        raise LogError(f"{printable(path)}: {problem}") from None


def from_text(source: str) -> Log:
    """A log from its text, or from its JSON."""
    return _from_json(source) if source.lstrip().startswith("{") else _from_lines(source)


def _from_lines(source: str) -> Log:
    log = Log(0)
    for number, line in enumerate(source.splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            log = _with_line(log, number, line.strip(), words)
        except WireError as problem:
            raise LogError(str(problem), number) from None
    return _complete(log)


def _with_line(log: Log, number: int, line: str, words: list[str]) -> Log:
    if words[0] in LINES:
        return LINES[words[0]](log, number, words[1:])
    seat, colon, rest = line.partition(":")
    if colon and " " not in seat:
        return evolve(log, entries=(*log.entries, Made(number, parse(rest.strip()), _seat(seat, number))))
    return evolve(log, entries=(*log.entries, Made(number, parse(line), None)))


def _seat(word: str, number: int) -> int:
    for names in (SEAT_NAMES, SOLO_NAMES):
        if word in names:
            return names.index(word)
    raise LogError(f"there is no seat {shown(word)}, expected {', '.join((*SEAT_NAMES, SOLO_NAMES[1]))}", number)


def _number(word: str, number: int) -> int:
    try:
        return int(word)
    except ValueError:
        raise LogError(f"found {shown(word)}, expected a number", number) from None


def _seats(log: Log, number: int, words: list[str]) -> Log:
    if words not in (["2"], ["3"], ["4"]):
        raise LogError(f"found {shown(' '.join(words))}, expected seats 2, 3 or 4 (or: solo)", number)
    return evolve(log, seats=int(words[0]))


def _solo(log: Log, number: int, words: list[str]) -> Log:
    if words not in ([], ["hard"]):
        raise LogError(f"found {shown(' '.join(words))}, expected solo or solo hard", number)
    return evolve(log, seats=1, hard=bool(words))


def _rulings(log: Log, number: int, words: list[str]) -> Log:
    pairs = [word.partition("=") for word in words]
    if not all(slug and equals and letter for slug, equals, letter in pairs):
        raise LogError("expected rulings such as track_needs_ground=b", number)
    return evolve(log, rulings={slug: letter for slug, _, letter in pairs})


def _plain(name: str) -> Callable[[Log, int, list[str]], Log]:
    def put(log: Log, number: int, words: list[str]) -> Log:
        if getattr(log, name):
            raise LogError(f"{name} is there a second time", number)
        changes: dict[str, Any] = {name: tuple(words)}
        return evolve(log, **changes)

    return put


LINES: dict[str, Callable[[Log, int, list[str]], Log]] = {
    "seats": _seats,
    "solo": _solo,
    "order": lambda log, number, words: evolve(log, order=tuple(_seat(word, number) for word in words)),
    "counters": _plain("counters"),
    "venues": _plain("venues"),
    "events": _plain("events"),
    "board": _plain("board"),
    "rulings": _rulings,
    "row": lambda log, number, words: evolve(log, entries=(*log.entries, Row(number, tuple(words)))),
    "totals": lambda log, number, words: evolve(log, totals=tuple(_number(word, number) for word in words)),
    "winners": lambda log, number, words: evolve(log, winners=tuple(_seat(word, number) for word in words)),
}
"""What the first word of a line means; any other line is a move."""


def _from_json(source: str) -> Log:
    content: Any = parse_json(source, "the log", LogError)
    known = {"seats", "solo", "hard", "order", "counters", "venues", "events", "board", "rulings", "rows", "moves"}
    strangers = sorted(set(content) - known - {"totals", "winners"})
    if strangers:
        raise LogError(f"there is no key {shown(strangers[0])}, expected some of {', '.join(sorted(known))}")
    try:
        made = [_made(number, item) for number, item in enumerate(content.get("moves", []), start=1)]
        rows = [Row(number, tuple(map(str, row))) for number, row in enumerate(content.get("rows", []), start=1)]
        totals, winners = content.get("totals"), content.get("winners")
        return _complete(
            Log(
                seats=1 if content.get("solo") else content.get("seats", 0),
                hard=bool(content.get("hard", False)),
                order=tuple(content.get("order", ())),
                counters=tuple(content.get("counters", ())),
                venues=tuple(content.get("venues", ())),
                events=tuple(content.get("events", ())),
                board=tuple(content.get("board", ())),
                rulings=dict(content.get("rulings", {})),
                entries=(*rows, *made),
                ordered=False,
                totals=None if totals is None else tuple(totals),
                winners=None if winners is None else tuple(winners),
            )
        )
    except (TypeError, ValueError, AttributeError):
        raise LogError("this JSON is no log: expected lists of ids, and moves as the wire writes them") from None


def _made(number: int, item: Any) -> Made:
    content = dict(cast("dict[str, Any]", item))
    seat = content.pop("seat", None)
    try:
        return Made(number, move_from_json(content), seat)
    except WireError as problem:
        raise LogError(f"move {number}: {problem}") from None


def _complete(log: Log) -> Log:
    missing = [name for name in ("counters", "venues", "events") if not getattr(log, name)]
    if not log.seats:
        raise LogError("nothing says how many play, expected a line such as seats 3, or solo")
    if log.seats > 1 and not log.order:
        missing.append("order")
    if missing:
        raise LogError(f"nothing says the {' and the '.join(missing)}, expected a line for each")
    return log


# -- writing


def of_record(rules: ZeroKei, told: Record) -> str:
    """What people at the table could have written down of a recorded game."""
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
    preferred = Rulings().letters()
    other = {slug: letter for slug, letter in rules.rulings.letters().items() if letter != preferred[slug]}
    if other:
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
