"""Tables laid out by hand, using names: set up what a rule is about, try moves, and see what they cost and gain.

`lay_out` makes a whole table from what matters about it and refuses one that no game could have. `arrange`
changes a table freely, possible or not; `turn`, `closed` and `placing` use it to lay out a turn, the end of a round or
the placing of tokens under a chosen event. Nothing here says what the rules are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.invariants import check_state
from shinkansen.core.ruleset import Step
from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import Ability, Action, CellKind, Colour
from shinkansen.zerokei.happenings import Happening, Paid, Scored
from shinkansen.zerokei.moves import ChooseEngine, Finish, Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOUR_INDEX, EMPTY, NOBODY, Counters, Phase, State

YELLOW, RED, GREEN, BLUE = range(4)
YOU, HIDEO = range(2)
GOLD, WHITE, BLACK = Colour
ENGINES = ("engine-1", "engine-2", "engine-3", "engine-4")
"""With three players: prepare or lay; lay or participate; build or participate; prepare or build."""

Contents: TypeAlias = Mapping[int, Mapping[str, Any]]
"""What lies in front of some seats, by seat and by field of `Seat`."""


def plain_deal(rules: ZeroKei, **changes: Any) -> Deal:
    """Everything in the order of the edition, unless said otherwise."""
    kit = rules.kit
    venues = changes.setdefault("venues", kit.city_ids[:3])
    deal = Deal(
        turn_order=tuple(range(kit.seats)),
        counters=tuple(Colour),
        venues=venues,
        events=events_with(rules),
        deck=kit.deck,
        board=hideos_board(rules, venues) if kit.solo else (),
    )
    return attrs.evolve(deal, **changes)


def events_with(rules: ZeroKei, event: str = "", round: int | None = None) -> tuple[str, ...]:
    """An event of the right colour for each year, this one in this round."""
    chosen: list[str] = []
    for number, colour in enumerate(slots(rules.kit)):
        others = (e for e, card in rules.kit.events.items() if card.colour == colour and e not in (event, *chosen))
        chosen.append(event if number == round else next(others))
    return tuple(chosen)


def hideos_board(rules: ZeroKei, venues: Sequence[str], **tokens: str) -> tuple[str, ...]:
    """The tokens of Hideo's board, by cell: those named, the rest in the order of the edition."""
    taken = {*venues, *tokens.values()}
    cities = iter([city for city in rules.kit.city_ids if city not in taken])
    closed = iter([token for token in rules.kit.closed_tokens if token not in taken])
    cells = rules.edition.hideo.cells
    return tuple(tokens.get(cell.id) or next(closed if cell.kind is CellKind.CLOSED else cities) for cell in cells)


def after_engines(rules: ZeroKei, engines: Sequence[str], **deal: Any) -> State:
    """The first decision of the first round; `engines` by seat."""
    state = rules.start(plain_deal(rules, **deal))
    while state.table.phase is Phase.ENGINE:
        state = rules.apply(state, ChooseEngine(engines[state.table.seat]))
    return state


def arrange(
    rules: ZeroKei,
    state: State,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    stations: Mapping[str, Colour] | None = None,
    prepared: Sequence[str] = (),
    tracked: Sequence[str] = (),
    closed_venues: Sequence[int] | None = None,
    **changes: Any,
) -> State:
    """The same table with some things moved. Cards that land in a train leave deck, row and discard pile.

    Cities are named by id and venues by number. Unless you say otherwise, there are no stations, no prepared ground and
    no track, and closed venues are as they were.
    """
    table = state.table
    index = rules.kit.city_index
    contents = [attrs.evolve(seat, **(seats or {}).get(number, {})) for number, seat in enumerate(table.seats)]
    built = dict(stations or {})

    def mask(cities: Sequence[str]) -> int:
        return sum(1 << index[city] for city in set(cities))

    trains = {card for content in contents for card in content.train}
    row = [(card, claim) for card, claim in zip(table.row, table.claims, strict=True) if card not in trains]
    colours = tuple(COLOUR_INDEX[built[city]] if city in built else -1 for city in rules.kit.city_ids)
    table = attrs.evolve(
        table,
        **{
            "seats": tuple(attrs.evolve(each, ability_bits=rules.kit.abilities(each.train)) for each in contents),
            "prepared_bits": mask([*prepared, *built]),
            "track_bits": mask(tracked),
            "station_bits": mask(list(built)),
            "station_colours": colours,
            "colour_bits": rules.kit.colours_left(colours),
            "row": tuple(card for card, _ in row),
            "claims": tuple(claim for _, claim in row),
            "discard": tuple(card for card in table.discard if card not in trains),
            "closed_bits": table.closed_bits if closed_venues is None else sum(1 << v - 1 for v in {*closed_venues}),
            **changes,
        },
    )
    out = {*trains, *table.row, *table.discard}
    return attrs.evolve(state, table=table, deck=tuple(card for card in state.deck if card not in out))


def lay_out(
    rules: ZeroKei,
    phase: Phase,
    seat: int,
    *,
    year: str,
    event: str,
    seats: Contents,
    venues: Sequence[str] = (),
    row: Mapping[str, int] | Sequence[str] = (),
    tile: Sequence[int] | None = None,
    cauldrons: Mapping[str, Mapping[int, int]] | None = None,
    board: Mapping[str, str] | None = None,
    **changes: Any,
) -> State:
    """A seat's decision in a year with this event. A table that breaks an invariant is refused: `InvariantBroken`.

    `seats` says what lies in front of each seat, `row` which carriages are next to the tile (and whose token is on
    which), `tile` who is on its spaces, `cauldrons` how many of each seat are in which city, `board` which tokens are
    on the cells of Hideo's board; `changes` are as in `arrange`. Everything else is as in a game: carriages that nobody
    has are in the discard pile, as far as the deck has shrunk by that year; cauldrons that are not placed lie in front
    of their owner; and Hideo has revealed what the previous years made him reveal.
    """
    kit = rules.kit
    if year not in rules.edition.board.years:
        raise ShinkansenError(f"there is no year {year!r}, expected one of {', '.join(rules.edition.board.years)}")
    round = rules.edition.board.years.index(year)
    cities = tuple(venues) or kit.city_ids[: len(rules.edition.venues)]
    for city in cauldrons or {}:
        if city not in cities:
            raise ShinkansenError(f"there is no venue of {city!r}, expected one of {', '.join(cities)}")
    tokens = {"board": hideos_board(rules, cities, **(board or {}))} if kit.solo else {}
    engines = [seats.get(number, {}).get("engine", ENGINES[number]) for number in range(rules.seats)]
    start = after_engines(rules, engines, venues=cities, events=events_with(rules, event, round), **tokens)

    burning = tuple(tuple((cauldrons or {}).get(city, {}).get(n, 0) for n in range(kit.seats)) for city in cities)
    left = [kit.figures.cauldrons - sum(counts) for counts in zip(*burning, strict=True)]
    claims = {**row} if isinstance(row, Mapping) else dict.fromkeys(row, NOBODY)
    in_hand = [seat] if phase is Phase.PLACE else []
    others = [n for n in range(kit.seats) if n not in (*claims.values(), *in_hand)]
    on_tile = others if tile is None else tile
    settings: dict[str, Any] = {
        "phase": phase,
        "seat": seat,
        "round": round,
        "actions": kit.events[event].actions if phase is Phase.ACT else 0,
        "tile": (*on_tile, *(NOBODY,) * (len(kit.rewards) - len(on_tile))),
        "row": tuple(claims),
        "claims": tuple(claims.values()),
        "cauldrons": burning,
        "seats": {n: {"cauldrons": left[n], **seats.get(n, {})} for n in range(kit.seats)},
    }
    revealed = _revealed(rules, start, round) if kit.solo else {}
    state = _with_small_deck(rules, arrange(rules, start, **{**settings, **revealed, **changes}))
    check_state(rules, state)
    return state


def _revealed(rules: ZeroKei, state: State, round: int) -> dict[str, Any]:
    """Hideo's board after the previous rounds: what was active is face up, or has closed its venue."""
    active = {cell for column in rules.edition.hideo.columns[:round] for cell in column}
    sight, shut = [*state.table.board], list[int]()
    for place, (cell, token) in enumerate(zip(rules.edition.hideo.cells, state.board, strict=True)):
        if cell.id in active:
            closes = token in rules.kit.closed_tokens
            sight[place] = EMPTY if closes else token
            shut += [rules.kit.closed_tokens[token] + 1] if closes else []
    return {"board": tuple(sight), "closed_venues": shut}


def _with_small_deck(rules: ZeroKei, state: State) -> State:
    """As many carriages in the deck as there are in this round; any others go to the discard pile."""
    kit, table = rules.kit, state.table
    laid = {*table.row, *table.discard, *(card for seat in table.seats for card in seat.train)}
    free = [card for card in kit.deck if card not in laid]
    size = len(kit.deck) - kit.row * (table.round + 1)
    discard = tuple(sorted((*table.discard, *free[: len(free) - size])))
    return attrs.evolve(state, table=attrs.evolve(table, discard=discard), deck=tuple(free[len(free) - size :]))


def acting(rules: ZeroKei, state: State, seat: int, actions: int | None = None, **changes: Any) -> State:
    """It is a player's turn to act, the last of the round."""
    event = rules.kit.events[changes.get("events", state.table.events)[changes.get("round", state.table.round)]]
    tile = tuple(range(rules.seats)) + (NOBODY,) * (len(rules.kit.rewards) - rules.seats)
    settings: dict[str, Any] = {
        "phase": Phase.ACT,
        "seat": seat,
        "actions": event.actions if actions is None else actions,
        "tile": tile,
        "row": (),
        "claims": (),
    }
    return arrange(rules, state, **{**settings, **changes})


def counters(gold: int = 0, white: int = 0, black: int = 0, order: Sequence[Colour] = tuple(Colour)) -> Counters:
    """Counters on spaces, `order` from least to most advanced."""
    return Counters((gold, white, black), tuple(COLOUR_INDEX[colour] for colour in order))


def turn(
    rules: ZeroKei,
    event: str,
    seats: Contents | None = None,
    seat: int = YELLOW,
    engines: Sequence[str] = ENGINES,
    actions: int = 5,
    round: int = 0,
    **changes: Any,
) -> State:
    """A player's turn to act, the last of the round, with five actions; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, engines[: rules.seats])
    others = [other for other in start.table.events if other != event]
    events = (*others[:round], event, *others[round:])[:5]
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    return acting(rules, start, seat, actions, events=events, round=round, seats=contents, **changes)


def closed(rules: ZeroKei, event: str, seats: Contents | None = None, round: int = 0, **changes: Any) -> State:
    """The round is over: the last seat has finished, and its effect is due.

    The yen for the last seat's unused action are already included in what it has.
    """
    last = rules.seats - 1
    given = dict(seats or {})
    given[last] = {**given.get(last, {}), "yen": given.get(last, {}).get("yen", 30) - 1}
    return rules.apply(turn(rules, event, given, seat=last, actions=1, round=round, **changes), Finish())


def placing(rules: ZeroKei, seats: Contents | None = None, seat: int = YELLOW, **changes: Any) -> State:
    """A player's turn to place the token, first of all; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, ENGINES[: rules.seats])
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    others = [number for number in range(rules.seats) if number != seat]
    trains = {card for content in given.values() for card in content.get("train", ())}
    free = [card for card in rules.kit.carriages if card not in trains]
    settings: dict[str, Any] = {
        "phase": Phase.PLACE,
        "seat": seat,
        "tile": (NOBODY,) * len(rules.kit.rewards),
        "row": tuple(free[: len(others)]),
        "claims": tuple(others),
        "seats": contents,
    }
    return arrange(rules, start, **{**settings, **changes})


def allowed(rules: ZeroKei, state: State, move: Move) -> bool:
    """Whether a move is legal; both ways to ask must agree."""
    listed = move in rules.legal_moves(state)
    assert (rules.why_not(state, move) is None) == listed, move
    return listed


def played(rules: ZeroKei, state: State, *moves: Move) -> State:
    """The state after some moves."""
    for move in moves:
        state = rules.apply(state, move)
    return state


def gain(rules: ZeroKei, state: State, *moves: Move, seat: int = YELLOW) -> tuple[int, int]:
    """By how many yen and victory points some moves change what a seat has."""
    before = state.table.seats[seat]
    after = played(rules, state, *moves).table.seats[seat]
    return after.yen - before.yen, after.vp - before.vp


def paid(step: Step[State, Happening], seat: int) -> int:
    """How many yen a seat paid in a step, to anybody."""
    return sum(x.yen for x in step.happenings if isinstance(x, Paid) and x.payer == seat)


def received(step: Step[State, Happening], seat: int) -> int:
    """How many yen a seat received in a step, from anybody."""
    return sum(x.yen for x in step.happenings if isinstance(x, Paid) and x.payee == seat)


def scored(step: Step[State, Happening], seat: int) -> int:
    """By how many victory points a step moves a seat's marker."""
    return sum(x.vp for x in step.happenings if isinstance(x, Scored) and x.seat == seat)


def purses(state: State) -> list[tuple[int, int]]:
    """The yen and victory points of every seat."""
    return [(seat.yen, seat.vp) for seat in state.table.seats]


def offering(rules: ZeroKei, gives: Mapping[str, Ability | Action]) -> ZeroKei:
    """The same game with other actions or abilities on some carriages."""
    carriages = tuple(
        attrs.evolve(carriage, gives=gives.get(carriage.id, carriage.gives)) for carriage in rules.edition.carriages
    )
    return ZeroKei(seats=rules.seats, edition=attrs.evolve(rules.edition, carriages=carriages), rulings=rules.rulings)
