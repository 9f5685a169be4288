"""The table as plain JSON and back: the form that digests are made of, and that other implementations get.

Bits and indices become names. Reading is strict about form and names; `well_formed` decides whether play can continue
from what was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sized
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, TypeAlias, cast

from shinkansen.core.errors import Finding, WireError
from shinkansen.core.plain_json import MOST_WRONG, Json, digest, shown, structure, told
from shinkansen.zerokei import well_formed
from shinkansen.zerokei.draft import make_counters, make_seat, make_state, make_table
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import (
    COLOUR_INDEX,
    COLOURS,
    EMPTY,
    FACE_DOWN,
    NO_CARRIAGE,
    NOBODY,
    Again,
    Moving,
    Pending,
    Phase,
    SecondHalf,
    State,
    Table,
)  # fmt: skip
from shinkansen.zerokei.table_shapes import CONVERTER, PendingShape, StateShape
from shinkansen.zerokei.works import WORKS


def table_json(table: Table, city_ids: tuple[str, ...]) -> dict[str, Json]:
    """The table as plain JSON, with names instead of bits and indices."""

    def words(items: Iterable[str]) -> list[Json]:
        return [*items]

    def cities(mask: int) -> list[Json]:
        return [id for bit, id in enumerate(city_ids) if mask >> bit & 1]

    solo: dict[str, Json] = {}
    if table.board:
        closed = [venue + 1 for venue in range(len(table.venues)) if table.closed_bits >> venue & 1]
        solo = {"hideo": {"board": words(table.board), "closed": [*closed]}}
    return {
        **solo,
        "round": table.round + 1,
        "phase": table.phase.name.lower(),
        "to_move": table.seat if table.phase is not Phase.OVER else None,
        "actions": table.actions,
        "used": words(sorted(table.used)),
        "pending": [_pending_json(item) for item in table.pending],
        "tile": [seat if seat != NOBODY else None for seat in table.tile],
        "row": [
            {"carriage": carriage or None, "claim": claim if claim != NOBODY else None}
            for carriage, claim in zip(table.row, table.claims, strict=True)
        ],
        "discard": words(table.discard),
        "prepared": cities(table.prepared_bits),
        "tracked": cities(table.track_bits),
        "stations": {city_ids[i]: COLOURS[c].value for i, c in enumerate(table.station_colours) if c >= 0},
        "counters": [
            {"colour": COLOURS[colour].value, "space": table.counters.spaces[colour]} for colour in table.counters.order
        ],
        "venues": [
            {"city": city, "cauldrons": list(counts)}
            for city, counts in zip(table.venues, table.cauldrons, strict=True)
        ],
        "tokens": words(sorted(table.tokens)),
        "events": words(table.events),
        "engines": words(sorted(table.engines)),
        "memory": words(sorted(table.memory)),
        "seats": [
            {
                "engine": seat.engine or None,
                "train": words(seat.train),
                "yen": seat.yen,
                "vp": seat.vp,
                "tracks": seat.tracks,
                "cauldrons": seat.cauldrons,
                "spent": words(sorted(seat.spent)),
                "tokens": [words(pair) for pair in seat.tokens],
            }
            for seat in table.seats
        ],
    }


def _pending_json(item: Pending) -> Json:
    match item:
        case SecondHalf(work):
            return {"owed": work}
        case Again(card):
            return {"again": card}
        case Moving(left):
            return {"moving": left}


def table_digest(table: Table, city_ids: tuple[str, ...]) -> str:
    """A fingerprint of the table, the same in every process and for every engine that agrees with us."""
    return digest(table_json(table, city_ids))


def state_json(state: State, city_ids: tuple[str, ...]) -> dict[str, Json]:
    """A state as plain JSON: the table, and under `hidden` what no player may know."""
    hidden: dict[str, Json] = {"deck": [*state.deck]}
    if state.board:
        hidden["board"] = [*state.board]
    return {"table": table_json(state.table, city_ids), "hidden": hidden}


# -- Reading ----------------------------------------------------------------------------------------------------------
PHASES = {phase.name.lower(): phase for phase in Phase}


def read_state(kit: Kit, content: object) -> State:
    """A well-formed state from plain JSON: play can continue from it to the end (`well_formed`); or one `WireError`.

    It does not matter whether play could have led to it, so any position can be tried.
    """
    state = read_form(kit, content)
    _refuse(well_formed.problems(kit, state))
    return state


def read_form(kit: Kit, content: object) -> State:
    """A state that has the right form and uses only names of this game, but may make no sense.

    It is to look at, not to play on: nothing is promised about it.
    """
    shape = structure(CONVERTER, content, StateShape, "state")
    table = shape.table
    _refuse(chain(_forgotten(kit, cast("Any", content)), _strangers(kit, shape)))
    bits = kit.city_bits
    spaces = {counter.colour: counter.space for counter in table.counters}
    tokens, engines = {*table.tokens}, {*table.engines}
    stations = tuple([COLOUR_INDEX[table.stations[id]] if id in table.stations else -1 for id in kit.city_ids])
    return make_state(
        table=make_table(
            round=table.round - 1,
            phase=PHASES[table.phase],
            seat=_seat(table.to_move),
            actions=table.actions,
            used=frozenset(table.used),
            pending=tuple([_pending(item) for item in table.pending]),
            tile=tuple([_seat(seat) for seat in table.tile]),
            row=tuple([slot.carriage or NO_CARRIAGE for slot in table.row]),
            claims=tuple([_seat(slot.claim) for slot in table.row]),
            discard=tuple(sorted(table.discard)),
            prepared_bits=sum([bits[city] for city in table.prepared]),
            track_bits=sum([bits[city] for city in table.tracked]),
            station_colours=stations,
            station_bits=sum([bits[city] for city in table.stations]),
            colour_bits=kit.colours_left(stations),
            counters=make_counters(
                tuple([spaces[colour] for colour in COLOURS]),
                tuple([COLOUR_INDEX[counter.colour] for counter in table.counters]),
            ),
            cauldrons=tuple([venue.cauldrons for venue in table.venues]),
            tokens=tuple([city for city in kit.city_ids if city in tokens]),
            seats=tuple(
                [
                    make_seat(
                        seat.engine or "", seat.train, seat.yen, seat.vp, seat.tracks, seat.cauldrons,
                        frozenset(seat.spent), tuple(sorted([(card, city) for card, city in seat.tokens])),
                        kit.abilities(seat.train),
                    )
                    for seat in table.seats
                ]
            ),
            venues=tuple([venue.city for venue in table.venues]),
            events=table.events,
            engines=tuple([engine for engine in kit.engines if engine in engines]),
            pieces=kit.pieces,
            board=table.hideo.board,
            closed_bits=sum([1 << venue - 1 for venue in table.hideo.closed]),
            memory=frozenset(table.memory),
        ),
        deck=shape.hidden.deck,
        board=shape.hidden.board,
    )  # fmt: skip


def _refuse(problems: Iterator[Finding]) -> None:
    for first in problems:
        raise WireError(told(chain([first], problems)))


def _seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def _pending(item: PendingShape) -> Pending:
    if item.owed is not None:
        return SecondHalf(item.owed)
    return Again(item.again) if item.again is not None else Moving(item.moving or 0)


def _forgotten(kit: Kit, content: Any) -> Iterator[Finding]:
    """Keys that the shapes would let pass but that would be lost; the content has the form of a state."""
    board = bool(kit.solo and kit.edition.hideo.cells)
    for path, found in (("table.hideo", "hideo" in content["table"]), ("hidden.board", "board" in content["hidden"])):
        if found != board:
            yield Finding(
                f"state.{path}", "a board" if found else "nothing", "a board" if board else "no board of Hideo's"
            )
    for item in content["table"]["pending"]:
        if len(item) != 1:
            yield Finding("state.table.pending", f"{len(item)} keys", "one, naming what is owed")


_Kind: TypeAlias = tuple[frozenset[object], str]
"""Names or numbers, and what one of them is called."""


class _Kinds:
    """What names and numbers there are in a game."""

    def __init__(self, kit: Kit) -> None:
        spaces, seats, tokens = kit.edition.board.value_spaces, range(kit.seats), (*kit.city_index, *kit.closed_tokens)
        self.round: Final = _kind(range(1, kit.rounds + 1), f"a round from 1 to {kit.rounds}")
        self.phase: Final = _kind(PHASES, f"one of {', '.join(PHASES)}")
        self.mover: Final = _kind(kit.people, f"a seat from 0 to {kit.seats - 1}")
        self.nobody: Final = _kind([None], "nobody")
        self.claim: Final = _kind([None, *seats], self.mover[1])
        self.natural: Final = _kind((), "no negative number")
        self.owed: Final = _kind([None, *WORKS], "a kind of work")
        self.card: Final = _kind(kit.cards, "a card")
        self.card_again: Final = _kind([None, *kit.cards], "a card")
        self.carriage: Final = _kind(kit.carriages, "a carriage")
        self.slot: Final = _kind([None, *kit.carriages], "a carriage")
        self.city: Final = _kind(kit.city_index, "a city")
        self.space: Final = _kind(range(spaces), f"a space from 0 to {spaces - 1}")
        self.event: Final = _kind(kit.events, "an event")
        self.engine: Final = _kind(kit.engines, "an engine")
        self.engine_chosen: Final = _kind([None, *kit.engines], "an engine")
        self.token: Final = _kind([*tokens, EMPTY], "a token")
        self.token_seen: Final = _kind([*tokens, FACE_DOWN, EMPTY], "a token")
        self.memories: Final = _Memories(kit)


def _kind(names: Iterable[object], what: str) -> _Kind:
    return frozenset(names), what


_kinds: Final = lru_cache(maxsize=16)(_Kinds)
_COLOURS: Final = frozenset(COLOURS)


def _strangers(kit: Kit, shape: StateShape) -> list[Finding]:
    """Every name and number of a state that this game does not have."""
    table = shape.table
    kinds = _kinds(kit)
    found: list[Finding] = []

    # A state has some sixty places to look at, so a path is put together only for a finding.
    def tell(path: str, seat: int | None, findings: Iterable[tuple[str, str]]) -> None:
        place = f"state.{path}" if seat is None else f"state.table.seats.{seat}.{path}".removesuffix(".")
        found.extend(Finding(place, have, expected) for have, expected in islice(findings, MOST_WRONG))

    def known(path: str, names: Iterable[object], kind: _Kind, seat: int | None = None) -> None:
        pieces, what = kind
        if not pieces.issuperset(names):
            tell(path, seat, ((shown(name), what) for name in names if name not in pieces))

    def once(path: str, names: Collection[object], seat: int | None = None) -> None:
        """A set on the table is a list in JSON, where a name could occur twice."""
        if len({*names}) < len(names):
            extra = [name for name, times in Counter(names).items() for _ in range(times - 1)]
            tell(path, seat, ((f"{shown(name)} twice", "each only once") for name in extra))

    def whole(path: str, items: Sized, count: int, seat: int | None = None) -> None:
        if len(items) != count:
            tell(path, seat, [(f"{len(items)} items", str(count))])

    def counted(path: str, numbers: Collection[int], seat: int | None = None) -> None:
        if min(numbers, default=0) < 0:
            known(path, [number for number in numbers if number < 0], kinds.natural, seat)

    known("table.round", (table.round,), kinds.round)
    known("table.phase", (table.phase,), kinds.phase)
    over = table.phase == Phase.OVER.name.lower()
    known("table.to_move", (table.to_move,), kinds.nobody if over else kinds.mover)
    counted("table.actions", (table.actions,))
    once("table.used", table.used)
    once("table.discard", table.discard)
    once("table.prepared", table.prepared)
    once("table.tracked", table.tracked)
    once("table.tokens", table.tokens)
    once("table.engines", table.engines)
    once("table.memory", table.memory)
    once("table.hideo.closed", table.hideo.closed)
    known("table.used", table.used, kinds.card)
    for item in table.pending:
        given = [part for part in (item.owed, item.again, item.moving) if part is not None]
        whole("table.pending", given, 1)
        known("table.pending", (item.owed,), kinds.owed)
        known("table.pending", (item.again,), kinds.card_again)
    whole("table.tile", table.tile, len(kit.rewards))
    known("table.tile", table.tile, kinds.claim)
    known("table.row", [slot.carriage for slot in table.row], kinds.slot)
    known("table.row", [slot.claim for slot in table.row], kinds.claim)
    known("table.discard", table.discard, kinds.carriage)
    known("table.prepared", table.prepared, kinds.city)
    known("table.tracked", table.tracked, kinds.city)
    known("table.stations", table.stations, kinds.city)
    known("table.tokens", table.tokens, kinds.city)
    if missing := _COLOURS.difference([counter.colour for counter in table.counters]):
        tell("table.counters", None, ((shown(colour), "each colour once") for colour in COLOURS if colour in missing))
    whole("table.counters", table.counters, len(COLOURS))
    known("table.counters", [counter.space for counter in table.counters], kinds.space)
    whole("table.venues", table.venues, len(kit.edition.venues))
    known("table.venues", [venue.city for venue in table.venues], kinds.city)
    for venue in table.venues:
        whole("table.venues", venue.cauldrons, kit.seats)
        counted("table.venues", venue.cauldrons)
    whole("table.events", table.events, kit.rounds)
    known("table.events", table.events, kinds.event)
    known("table.engines", table.engines, kinds.engine)
    strange = [item for item in table.memory if item not in kinds.memories]
    tell("table.memory", None, ((shown(item), "what a reading remembers") for item in strange))
    whole("table.seats", table.seats, kit.seats)
    for number, seat in enumerate(table.seats):
        known("engine", (seat.engine,), kinds.engine_chosen, number)
        known("train", seat.train, kinds.carriage, number)
        if seat.spent:
            once("spent", seat.spent, number)
            known("spent", seat.spent, _kind(seat.train, "a carriage of the train"), number)
        counted("", (seat.yen, seat.tracks, seat.cauldrons), number)
        for pair in seat.tokens:
            whole("tokens", pair, 2, number)
            known("tokens", pair[:1], kinds.card, number)
            known("tokens", pair[1:2], kinds.city, number)
    whole("table.hideo.board", table.hideo.board, kit.cells)
    known("table.hideo.board", table.hideo.board, kinds.token_seen)
    if table.hideo.closed:
        known("table.hideo.closed", table.hideo.closed, _kind(range(1, len(table.venues) + 1), "a venue from 1"))
    known("hidden.deck", shape.hidden.deck, kinds.carriage)
    whole("hidden.board", shape.hidden.board, kit.cells)
    known("hidden.board", shape.hidden.board, kinds.token)
    return found


class _Memories(Container[object]):
    """Every string that some reading may remember: its kind, and what that kind is about."""

    def __init__(self, kit: Kit) -> None:
        cards, seats = kit.cards, {*map(str, range(kit.seats))}
        self._parts: Final[dict[str, tuple[Container[str], ...]]] = {
            "new": (kit.carriages,),
            "did": (cards, WORKS),
            "free": (cards,),
            "ever": (seats, cards),
            "placed": (seats, COLOUR_INDEX),
            "turn": (seats, seats),
        }

    def __contains__(self, item: object) -> bool:
        kind, *parts = str(item).split(":")
        wanted = self._parts.get(kind, ())
        return len(parts) == len(wanted) > 0 and all(part in names for part, names in zip(parts, wanted, strict=True))
