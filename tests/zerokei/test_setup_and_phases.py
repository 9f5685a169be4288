"""Setup and the three phases of a round (chapters 2, 4, 5 and 6), from the rulebook's text, through the public API.

Figures that the tests name are those of the shipped edition. The ids in the docstrings are clauses of the rulebook;
letters with a dash (D-9, G-6) number the readings in the project's list of facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import DealError, IllegalMove, ShinkansenError
from shinkansen.core.play import at_random, play_out
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EVENT, NOBODY, TAIL, Counters, Phase, State
from shinkansen.zerokei.testing.tables import (
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    acting,
    after_engines,
    arrange,
    closed,
    counters,
    plain_deal,
    played,
    purses,
    turn,
)
from tests.zerokei.random_games import SEATS, narrated

TWO, THREE, FOUR = (ZeroKei(seats=seats) for seats in (2, 3, 4))
RULES = {2: TWO, 3: THREE, 4: FOUR}
ENGINES = ("engine-1", "engine-2", "engine-3", "engine-4")
"""By seat; with two players only the first two are laid out."""
RICH = {"yen": 30}


def clause_against(rules: ZeroKei, state: State, move: Move) -> str:
    """The clause that forbids the move; the move must be forbidden."""
    refusal = rules.why_not(state, move)
    assert refusal is not None, move
    assert move not in rules.legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, move)
    assert error.value.refusal == refusal
    return refusal.clause


def of(kind: type[Any], happenings: Sequence[Happening]) -> list[Any]:
    return [happening for happening in happenings if isinstance(happening, kind)]


def buying(rules: ZeroKei, row: Sequence[str], rich: bool = True, **changes: Any) -> State:
    """Phase 2 of the first round with this row; everybody can pay anything unless said otherwise."""
    seats: dict[int, dict[str, Any]] = {seat: dict(RICH) for seat in range(rules.seats)} if rich else {}
    seats.update(changes.pop("seats", {}))
    start = after_engines(rules, ENGINES)
    settings: dict[str, Any] = {"seats": seats, "row": tuple(row), "claims": (NOBODY,) * len(row)}
    return arrange(rules, start, **{**settings, **changes})


def claim(rules: ZeroKei, state: State, carriage: str) -> State:
    """Claim a carriage, with the first of the choices of counters."""
    move = next(x for x in rules.legal_moves(state) if isinstance(x, m.Claim) and x.carriage == carriage)
    return rules.apply(state, move)


def claim_all(rules: ZeroKei, state: State, carriages: Sequence[str]) -> State:
    for carriage in carriages:
        state = claim(rules, state, carriage)
    return state


def placing(rules: ZeroKei, row: Sequence[str], **changes: Any) -> State:
    """Phase 3 begins: the seats have claimed the row from the nearest carriage on, in the order of seats."""
    return claim_all(rules, buying(rules, row, **changes), row[: rules.seats])


ROW = ("osaka-1", "kyoto-1", "maibara-1", "hashima-1", "nagoya-1")
"""White, black, gold, white, black; all with actions."""


# -- chapter 2: setup


EVENTS = {
    2: ("participate", "participate-and-advance", "buy-at-end", "score-a-city", "build"),
    3: ("lose-vp-for-yen", "lay-2", "get-yen", "prepare-and-build", "score-a-city"),
    4: ("reward-again", "repeat-train-card", "prepare-lay-or-build", "olympic-token", "lay"),
}
"""Of the colours that each number of players asks for."""


@pytest.mark.parametrize(("seats", "yen"), [(2, 2 + 2 + 1 + 1 + 2), (3, 1 + 1 + 1 + 1 + 1), (4, 2 + 2 + 2 + 2 + 2)])
def test_starting_yen_are_the_sum_of_the_five_events(seats: int, yen: int) -> None:
    """2.J.1."""
    state = RULES[seats].start(plain_deal(RULES[seats], events=EVENTS[seats]))
    assert [seat.yen for seat in state.table.seats] == [yen] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pieces_after_setup(seats: int) -> None:
    """2.B, 2.D.1, 2.D.2, 2.E, 2.F, 2.G, 2.H.4, 2.M.1, 2.M.2."""
    rules = RULES[seats]
    venues = ("tokyo", "osaka", "atami")
    state = rules.start(plain_deal(rules, venues=venues))
    table = state.table
    assert table.venues == venues
    assert len(table.tokens) == 9
    assert not set(table.tokens) & set(venues)
    assert (table.prepared_cities(), table.cities_with_track(), table.stations()) == ((), (), {})
    assert table.cauldrons == ((0,) * seats,) * 3
    assert (table.row, table.discard) == ((), ())
    assert len(state.deck) == 30
    for seat in table.seats:
        assert (seat.engine, seat.train, seat.vp, seat.tracks, seat.cauldrons) == ("", (), 0, 0, 7)
        assert (seat.spent, seat.tokens) == (frozenset(), ())


def test_counters_start_as_a_pile_in_the_order_dealt() -> None:
    """2.C (C-10, D-1): all on the first space, the last of the pile on top and so furthest."""
    state = THREE.start(plain_deal(THREE, counters=(BLACK, GOLD, WHITE)))
    assert state.table.counters == counters(order=(BLACK, GOLD, WHITE))


@pytest.mark.parametrize(("seats", "tile"), [(2, (1, 0, NOBODY)), (3, (2, 0, 1)), (4, (3, 0, 2, 1))])
def test_the_tile_holds_the_turn_order(seats: int, tile: tuple[int, ...]) -> None:
    """2.A, 2.G.1; the side for two players has three spaces, so one is empty (5.1.1)."""
    order = tuple(seat for seat in tile if seat != NOBODY)
    state = RULES[seats].start(plain_deal(RULES[seats], turn_order=order))
    assert state.table.tile == tile


@pytest.mark.parametrize(("seats", "engines"), [(2, ENGINES[:2]), (3, ENGINES), (4, ENGINES)])
def test_engines_laid_out(seats: int, engines: tuple[str, ...]) -> None:
    """2.H.1."""
    state = RULES[seats].start(plain_deal(RULES[seats]))
    assert state.table.phase is Phase.ENGINE
    assert set(RULES[seats].legal_moves(state)) == {m.ChooseEngine(engine) for engine in engines}


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 3, 1)])
def test_engines_are_chosen_from_last_to_first(order: tuple[int, ...]) -> None:
    """2.H.2."""
    state = FOUR.start(plain_deal(FOUR, turn_order=order))
    choosers: list[int | None] = []
    for engine in ENGINES:
        choosers.append(FOUR.to_move(state))
        step = FOUR.explain(state, m.ChooseEngine(engine))
        assert step.happenings[0] == h.EngineChosen(order[-len(choosers)], engine, "2.H.2")
        state = step.state
    assert choosers == list(reversed(order))
    assert [state.table.seats[seat].engine for seat in reversed(order)] == list(ENGINES)


def test_a_chosen_engine_is_gone() -> None:
    """2.H.2."""
    state = FOUR.apply(FOUR.start(plain_deal(FOUR)), m.ChooseEngine("engine-2"))
    assert clause_against(FOUR, state, m.ChooseEngine("engine-2")) == "2.H.2"


@pytest.mark.parametrize("left", ENGINES)
def test_the_engine_that_three_players_leave_is_unusable(left: str) -> None:
    """2.H.3, 2.N (D-4)."""
    taken = [engine for engine in ENGINES if engine != left]
    state = acting(
        THREE,
        after_engines(THREE, taken),
        YELLOW,
        actions=3,
        prepared=["osaka"],
        seats={YELLOW: {"yen": 30, "tracks": 1}},
    )
    assert {move for move in THREE.legal_moves(state) if getattr(move, "card", "") == left} == set()
    offers: dict[str, Move] = {
        "engine-1": m.Prepare(left, "kyoto"),
        "engine-2": m.Participate(left, 2, 1),
        "engine-3": m.Build(left, "osaka", GOLD),
        "engine-4": m.Prepare(left, "kyoto"),
    }
    assert clause_against(THREE, state, offers[left]) in {"2.N", "2.H.3", "6.C.2"}


SIDES = [
    (2, "engine-1", {m.Prepare, m.Build}),
    (2, "engine-2", {m.Lay, m.Participate}),
    (3, "engine-1", {m.Prepare, m.Lay}),
    (3, "engine-2", {m.Lay, m.Participate}),
    (3, "engine-3", {m.Build, m.Participate}),
    (4, "engine-1", {m.Prepare, m.Lay}),
    (4, "engine-2", {m.Lay, m.Participate}),
    (4, "engine-3", {m.Participate, m.Repeat}),
    (4, "engine-4", {m.Build, m.Participate}),
]


@pytest.mark.parametrize(("seats", "engine", "offers"), SIDES)
def test_engines_show_the_side_for_the_number_of_players(seats: int, engine: str, offers: set[type[Any]]) -> None:
    """2.H.1: two, three and four players see different actions on some engines."""
    rules = RULES[seats]
    state = acting(
        rules,
        after_engines(rules, ENGINES),
        YELLOW,
        actions=4,
        prepared=["osaka"],
        used=frozenset({"tail"}),
        seats={YELLOW: {"yen": 30, "tracks": 1}},
    )
    assert {type(move) for move in rules.legal_moves(state) if getattr(move, "card", "") == engine} == offers


DECK = tuple(THREE.kit.carriages)
WRONG_DEALS: dict[str, tuple[dict[str, Any], str]] = {
    "a seat nobody has": ({"turn_order": (0, 1, 3)}, r"turn_order: .*\b3\b"),
    "a seat twice": ({"turn_order": (0, 1, 1)}, r"turn_order: place 3 has 1, which place 2 of turn_order has too"),
    "a seat missing": ({"turn_order": (0, 2)}, r"turn_order: .*\b1\b.*missing"),
    "a seat too many": ({"turn_order": (0, 1, 2, 3)}, r"turn_order: .*\b3\b"),
    "no seats": ({"turn_order": ()}, r"turn_order: .*missing"),
    "a counter of no colour": ({"counters": (GOLD, WHITE, "red")}, r"counters: .*red"),
    "a counter twice": (
        {"counters": (GOLD, WHITE, GOLD)},
        r"counters: place 3 has .*gold.*has too",
    ),
    "a counter missing": ({"counters": (GOLD, BLACK)}, r"counters: .*white.*missing"),
    "a counter too many": ({"counters": (*Colour, WHITE)}, r"counters: .*white.*too many"),
    "no such carriage": ({"deck": (*DECK[1:], "edo-1")}, r"deck: .*edo-1"),
    "a carriage twice": ({"deck": (*DECK[1:], DECK[4])}, rf"deck: .*{DECK[4]}.*has too"),
    "a carriage missing": ({"deck": DECK[1:]}, rf"deck: .*{DECK[0]}.*missing"),
    "a carriage too many": ({"deck": (*DECK, DECK[7])}, rf"deck: .*{DECK[7]}.*too many"),
    "no deck": ({"deck": ()}, r"deck: .*missing"),
    "no such city": ({"venues": ("osaka", "edo", "tokyo")}, r"venues: .*edo"),
    "a venue twice": ({"venues": ("osaka", "tokyo", "osaka")}, r"venues: .*osaka.*has too"),
    "two venues": ({"venues": ("osaka", "tokyo")}, r"venues: .*2.*expected 3"),
    "four venues": ({"venues": ("osaka", "tokyo", "kyoto", "atami")}, r"venues: .*4.*expected 3"),
    "no such event": (
        {"events": ("yen-for-all", "earthquake", "build", "lay-2", "lay")},
        r"events: .*earthquake",
    ),
    "an event twice": ({"events": ("yen-for-all", "lay-2", "build", "lay-2", "lay")}, r"events: .*lay-2.*has too"),
    "four events": ({"events": ("yen-for-all", "lay-2", "build", "buy-at-end")}, r"events: .*4.*expected 5"),
    "six events": (
        {"events": ("yen-for-all", "lay-2", "build", "buy-at-end", "lay", "prepare")},
        r"events: .*6.*expected 5",
    ),
    "a green event in a blue year": (
        {"events": ("yen-for-all", "prepare", "build", "lay-2", "lay")},
        r"events: 1960-61 has .*prepare.*expected one of the blue events",
    ),
    "a grey event in a green year": (
        {"events": ("yen-for-all", "lay-2", "build", "buy-at-end", "yen-by-rank")},
        r"events: 1963-64 has .*yen-by-rank.*expected one of the green events",
    ),
}


@pytest.mark.parametrize("name", WRONG_DEALS)
def test_a_wrong_deal_is_refused_and_named(name: str) -> None:
    """2.C, 2.D.1, 2.G.1, 2.I.3, 2.M.1: setup takes exactly its pieces."""
    changes, message = WRONG_DEALS[name]
    with pytest.raises(DealError, match=message):
        THREE.start(plain_deal(THREE, **changes))


@pytest.mark.parametrize("field", ["turn_order", "counters", "deck", "venues", "events"])
@pytest.mark.parametrize(
    "value", [([],), ({"a": 1}, None), None, 5], ids=["unhashable", "mixed", "nothing", "a number"]
)
def test_a_deal_of_the_wrong_type_is_a_deal_error(field: str, value: Any) -> None:
    """Whatever is wrong with a deal, `start` says so by a `DealError`."""
    with pytest.raises(DealError, match=field):
        THREE.start(plain_deal(THREE, **{field: value}))


def test_a_seat_that_is_no_whole_number_is_no_seat() -> None:
    """2.G.1: 2.0 equals 2 but cannot be played."""
    with pytest.raises(DealError, match="turn_order"):
        THREE.start(plain_deal(THREE, turn_order=(0, 1, 2.0)))


@pytest.mark.parametrize("field", ["turn_order", "counters", "deck", "venues", "events"])
def test_a_deal_of_lists_is_a_deal_or_a_deal_error(field: str) -> None:
    """A list in place of a tuple either works, down to the state's hash, or is refused as a `DealError`."""
    deal = plain_deal(THREE)
    try:
        state = THREE.start(plain_deal(THREE, **{field: list(getattr(deal, field))}))
    except DealError:
        return
    assert hash(state) == hash(THREE.start(deal))


@pytest.mark.parametrize(("seats", "other"), [(2, 4), (3, 2), (4, 3)])
def test_a_deal_for_another_number_of_players_is_refused(seats: int, other: int) -> None:
    """2.G.1, 2.I.3."""
    with pytest.raises(DealError):
        RULES[seats].start(plain_deal(RULES[other]))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_deals_are_right_deals(seats: int) -> None:
    """2.I.3: the dealt events have the colours of their years; the rest is checked by `start` itself."""
    for seed in range(50):
        RULES[seats].start(RULES[seats].deal(Random(seed)))


@SEATS
def test_2_0_no_more_pieces_than_the_box_holds(rules: ZeroKei) -> None:
    """2.0: no card twice, 12 construction tokens, four stations of each colour, seven cauldrons each."""
    for seed in range(3):
        for state, _, _ in narrated(rules, seed):
            table = state.table
            train = [card for seat in table.seats for card in seat.train]
            cards = [*state.deck, *table.row, *table.discard, *train]
            assert sorted(cards) == sorted(rules.kit.carriages)
            tracks = sum(seat.tracks for seat in table.seats)
            assert len(table.prepared_cities()) == len(table.cities_with_track()) + tracks
            assert all([*table.stations().values()].count(colour) <= 4 for colour in Colour)
            for number, seat in enumerate(table.seats):
                assert seat.cauldrons + sum(venue[number] for venue in table.cauldrons) == 7


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_2_g_3_scores_start_at_zero(seats: int) -> None:
    """2.G.3: with every deal, until somebody scores; Hideo's too (12.1)."""
    rules = ZeroKei(seats=seats)
    for seed in range(20):
        start = rules.start(rules.deal(Random(seed)))
        assert [seat.vp for seat in start.table.seats] == [0] * len(start.table.seats)
        for state, _, happenings in narrated(rules, seed):
            assert {seat.vp for seat in state.table.seats} == {0}
            if any(isinstance(x, h.Scored) for x in happenings):
                break


@SEATS
def test_2_i_1_each_pack_is_shuffled(rules: ZeroKei) -> None:
    """2.I.1, 2.I.2: five different events; each year's space can get any card of one colour, and no other."""
    deals = [rules.deal(Random(seed)) for seed in range(200)]
    assert all(len(deal.events) == len(set(deal.events)) == 5 for deal in deals)
    packs: dict[str, set[str]] = {}
    for effect, event in rules.kit.events.items():
        packs.setdefault(event.colour, set()).add(effect)
    for year in range(5):
        found = {deal.events[year] for deal in deals}
        assert found in packs.values()


@pytest.mark.parametrize("count", [4, 6])
def test_2_i_2_not_another_number_of_events(count: int) -> None:
    deal = plain_deal(THREE)
    spare = next(effect for effect in THREE.kit.events if effect not in deal.events)
    with pytest.raises(DealError, match="expected 5, for 1959-60, 1960-61"):
        THREE.start(attrs.evolve(deal, events=(*deal.events, spare)[:count]))


@SEATS
def test_2_i_4_all_five_events_are_known_from_the_start(rules: ZeroKei) -> None:
    deal = rules.deal(Random(4))
    state = rules.start(deal)
    for seat in range(rules.seats):
        view = rules.view(state, seat)
        assert view.state.table.events == deal.events
        assert rules.redeal(view, Random(5)).table.events == deal.events


@pytest.mark.parametrize("seats", [0, 5, -1, 7])
def test_2_i_5_not_for_another_number_of_players(seats: int) -> None:
    with pytest.raises(ShinkansenError, match="expected 1 or 2 or 3 or 4"):
        ZeroKei(seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_i_5_for_two_three_or_four(seats: int) -> None:
    rules = ZeroKei(seats=seats)
    over = play_out(rules, rules.start(rules.deal(Random(seats))), at_random(Random(seats)))
    assert len(rules.scores(over)) == seats


def test_2_j_2_yen_come_from_the_reserve_and_go_back() -> None:
    """2.J.2: what no player pays is the reserve's, and what is paid to no player; the purses change by just that."""
    state = turn(THREE, "get-yen", {YELLOW: {"train": ("osaka-1",)}})
    held = sum(yen for yen, _ in purses(state))
    richer = THREE.explain(state, m.GetYen(EVENT))
    assert [x for x in richer.happenings if isinstance(x, h.Paid)] == [h.Paid(NOBODY, YELLOW, 7, "9.18")]
    assert sum(yen for yen, _ in purses(richer.state)) == held + 7
    poorer = THREE.explain(state, m.Prepare("osaka-1", "hamamatsu"))
    assert [x for x in poorer.happenings if isinstance(x, h.Paid)] == [h.Paid(YELLOW, NOBODY, 3, "7.9.2")]
    assert sum(yen for yen, _ in purses(poorer.state)) == held - 3


def test_2_j_3_the_reserve_does_not_run_out() -> None:
    """2.J.3: the purses hold more than all coins of the box, and there is still more to be had."""
    box = sum(coin.count * coin.value for coin in THREE.edition.coins)
    rich = {seat: {"yen": box} for seat in range(3)}
    state = turn(THREE, "get-yen", rich)
    after = played(THREE, state, m.GetYen(EVENT), m.Income(TAIL, GOLD))
    assert after.table.seats[YELLOW].yen == box + 7 + 5
    assert [yen for yen, _ in purses(closed(THREE, "yen-for-all", rich))] == [box + 4] * 3


# -- chapter 4: preparing a round


def finish_round(rules: ZeroKei, state: State) -> tuple[State, list[Happening]]:
    """Everybody claims, places and finishes at once, until the next round or the end; what happened on the way."""
    year, log = state.table.round, list[Happening]()
    while rules.to_move(state) is not None and state.table.round == year:
        legal = rules.legal_moves(state)
        quiet = [move for move in legal if isinstance(move, m.Finish | m.Decline)]
        step = rules.explain(state, (quiet or legal)[0])
        log.extend(step.happenings)
        state = step.state
    return state, log


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_rounds_each_with_its_event(seats: int) -> None:
    """4.1, 4.A.1, 4.A.2, 4.B, 10.2, 10.3."""
    rules = RULES[seats]
    events = EVENTS[seats]
    state = rules.start(plain_deal(rules, events=events))
    log: list[Happening] = []
    while state.table.phase is Phase.ENGINE:
        step = rules.explain(state, rules.legal_moves(state)[0])
        log.extend(step.happenings)
        state = step.state
    for number in range(5):
        assert (state.table.round, state.table.phase) == (number, Phase.BUY)
        state, more = finish_round(rules, state)
        log.extend(more)
    years = ("1959-60", "1960-61", "1961-62", "1962-63", "1963-64")
    letters = {2: "BBADC", 3: "CDCAD", 4: "ACBBB"}[seats]
    began = [(x.year, x.effect, x.letter) for x in of(h.RoundBegan, log)]
    assert began == list(zip(years, events, letters, strict=True))
    assert [len(x.carriages) for x in of(h.RowLaid, log)] == [seats + 2] * 5
    assert len(of(h.GameEnded, log)) == 1
    assert len(state.deck) == 30 - 5 * (seats + 2)
    assert [len(seat.train) for seat in state.table.seats] == [5] * seats
    assert (rules.to_move(state), rules.legal_moves(state)) == (None, ())
    assert rules.outcome(state) is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_row_is_the_top_of_the_deck_in_order(seats: int) -> None:
    """4.D.1, 4.D.2: as many as players and two more, the first drawn nearest the tile."""
    rules = RULES[seats]
    deck = tuple(reversed(DECK))
    state = after_engines(rules, ENGINES, deck=deck)
    assert state.table.row == deck[: seats + 2]
    assert state.table.claims == (NOBODY,) * (seats + 2)
    assert state.deck == deck[seats + 2 :]
    state, _ = finish_round(rules, state)
    assert state.table.row == deck[seats + 2 : 2 * (seats + 2)]


@pytest.mark.parametrize(
    ("effect", "letter", "yen", "vp"),
    [("reward-again", "A", 1, 1), ("participate-and-advance", "B", 2, 2), ("build", "C", 3, 4), ("lay-2", "D", 4, 6)],
)
def test_the_event_sets_what_track_costs(effect: str, letter: str, yen: int, vp: int) -> None:
    """2.K, 4.B, 7.11.2."""
    events = ("lose-vp-for-yen", effect, "get-yen", "prepare-and-build", "score-a-city")
    start = after_engines(THREE, ENGINES)
    train = {"train": ("kyoto-1",), "yen": 10, "tracks": 1}
    state = acting(THREE, start, RED, actions=3, round=1, events=events, seats={RED: train})
    step = THREE.explain(state, m.Lay("kyoto-1", "osaka", letter, RED))
    assert of(h.Paid, step.happenings) == [h.Paid(RED, NOBODY, yen, "7.11.2")]
    assert of(h.Scored, step.happenings) == [h.Scored(RED, vp, "7.11.4")]


def test_no_income_without_cauldrons() -> None:
    """4.C."""
    state = THREE.start(plain_deal(THREE))
    log: list[Happening] = []
    while state.table.phase is Phase.ENGINE:
        step = THREE.explain(state, THREE.legal_moves(state)[0])
        log.extend(step.happenings)
        state = step.state
    assert of(h.Paid, log) == []


def test_income_is_1_yen_for_each_own_cauldron_on_any_venue() -> None:
    """4.C: not for those in the play area, nor for other players'."""
    start = after_engines(FOUR, ENGINES)
    state = acting(
        FOUR,
        start,
        BLUE,
        actions=0,
        events=("participate-and-advance", *start.table.events[1:]),
        cauldrons=((3, 0, 1, 0), (2, 0, 0, 0), (2, 0, 6, 0)),
        seats={seat: {"yen": 0, "cauldrons": left} for seat, left in enumerate((0, 7, 0, 7))},
    )
    step = FOUR.explain(state, m.Finish())
    assert step.state.table.round == 1
    assert [seat.yen for seat in step.state.table.seats] == [7, 0, 7, 0]


@SEATS
def test_4_2_prepare_then_buy_then_act(rules: ZeroKei) -> None:
    """4.2: nobody buys before the row is laid, no carriage joins before all have bought."""
    order: dict[type[Any], int] = {h.RoundBegan: 0, h.RowLaid: 1, h.Claimed: 2, h.Joined: 3, h.Placed: 3, h.CardUsed: 3}
    happened = [x for _, _, happenings in narrated(rules, 6) for x in happenings]
    phases = [order[type(x)] for x in happened if type(x) in order]
    rounds = [i for i, stage in enumerate(phases) if stage == 0]
    assert len(rounds) == 5
    for begin, end in pairwise([*rounds, len(phases)]):
        assert phases[begin:end] == sorted(phases[begin:end])
        assert phases[begin:end].count(2) == rules.seats


# -- chapter 5: buying


def test_buying_goes_by_the_tile() -> None:
    """5.1."""
    state = after_engines(FOUR, ENGINES, turn_order=(GREEN, BLUE, YELLOW, RED))
    seen: list[int | None] = []
    while state.table.phase is Phase.BUY:
        seen.append(FOUR.to_move(state))
        state = FOUR.apply(state, FOUR.legal_moves(state)[0])
    assert seen == [GREEN, BLUE, YELLOW, RED]


@pytest.mark.parametrize(
    ("tile", "order"),
    [
        ((NOBODY, RED, YELLOW), [RED, YELLOW]),
        ((YELLOW, NOBODY, RED), [YELLOW, RED]),
        ((RED, YELLOW, NOBODY), [RED, YELLOW]),
    ],
)
def test_empty_spaces_of_the_tile_are_passed_over(tile: tuple[int, ...], order: list[int]) -> None:
    """5.1.1 (F-2)."""
    state = buying(TWO, ROW[:4], tile=tile, seat=order[0])
    seen: list[int | None] = []
    while state.table.phase is Phase.BUY:
        seen.append(TWO.to_move(state))
        state = TWO.apply(state, TWO.legal_moves(state)[0])
    assert seen == order


def test_the_spaces_taken_in_a_round_order_the_buying_of_the_next() -> None:
    """5.1, 5.1.1: red on space 2, yellow on space 3, space 1 empty."""
    state = placing(TWO, ROW[:4])
    for move in (m.Place(3), m.Finish(), m.Place(2), m.Finish()):
        state = TWO.apply(state, move)
    while state.table.phase is Phase.END:
        state = TWO.apply(state, m.Decline())
    assert (state.table.round, state.table.phase) == (1, Phase.BUY)
    assert state.table.tile == (NOBODY, RED, YELLOW)
    assert TWO.to_move(state) == RED


def test_a_carriage_must_be_taken() -> None:
    """5.A.3: there is nothing but claims, one for each carriage and choice of counters."""
    state = buying(THREE, ROW)
    assert [type(move) for move in THREE.legal_moves(state)] == [m.Claim] * 5
    for way_out in (m.Finish(), m.Decline()):
        assert THREE.why_not(state, way_out) is not None


def test_the_token_marks_the_carriage_and_leaves_the_tile() -> None:
    """5.A.2: the carriage joins no train yet."""
    step = THREE.explain(buying(THREE, ROW), m.Claim("maibara-1", (GOLD,)))
    table = step.state.table
    assert table.claims == (NOBODY, NOBODY, YELLOW, NOBODY, NOBODY)
    assert YELLOW not in table.tile
    assert table.row == ROW
    assert table.seats[YELLOW].train == ()
    assert step.happenings[0] == h.Claimed(YELLOW, "maibara-1", "5.A.2")


def test_a_claimed_carriage_is_not_available() -> None:
    """5.A.4."""
    state = claim(THREE, buying(THREE, ROW), "maibara-1")
    assert clause_against(THREE, state, m.Claim("maibara-1", (GOLD,))) == "5.A.4"


def test_a_carriage_outside_the_row_cannot_be_claimed() -> None:
    """5.A.1."""
    assert clause_against(THREE, buying(THREE, ROW), m.Claim("tokyo-2", (BLACK,))) == "5.A.1"


@pytest.mark.parametrize(
    ("carriage", "stations", "price"),
    [
        ("kyoto-1", (), 2),
        ("kyoto-1", ("osaka", "maibara"), 2),
        ("kyoto-1", ("kyoto",), 4),
        ("osaka-kyoto", (), 4),
        ("osaka-kyoto", ("osaka",), 6),
        ("osaka-kyoto", ("kyoto",), 6),
        ("osaka-kyoto", ("osaka", "kyoto"), 8),
        ("osaka-kyoto", ("tokyo", "maibara"), 4),
    ],
)
def test_stations_raise_the_price(carriage: str, stations: tuple[str, ...], price: int) -> None:
    """5.B.1, 5.B.2, 5.B.3, D-10."""
    row = ("nagoya-1", carriage, "tokyo-1", "atami-1", "hashima-1")
    built = dict.fromkeys(stations, WHITE)
    state = buying(THREE, row, stations=built)
    after = claim(THREE, state, carriage)
    assert after.table.seats[YELLOW].yen == 30 - price


def test_ground_and_track_do_not_raise_the_price() -> None:
    """5.B.2: only a station does."""
    state = buying(THREE, ROW, prepared=["osaka"], tracked=["osaka"])
    assert claim(THREE, state, "osaka-1").table.seats[YELLOW].yen == 30 - 2


@pytest.mark.parametrize(
    ("yen", "vp", "left_yen", "left_vp"),
    [(9, 9, 5, 9), (4, 9, 0, 9), (3, 9, 0, 8), (1, 3, 0, 0), (0, 4, 0, 0), (0, 9, 0, 5)],
)
def test_a_shortfall_is_paid_in_victory_points(yen: int, vp: int, left_yen: int, left_vp: int) -> None:
    """5.B.5 (D-7, D-8): yen first, victory points for what is missing only. The price is 4."""
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]), seats={YELLOW: {"yen": yen, "vp": vp}})
    step = THREE.explain(state, m.Claim("osaka-kyoto", (GOLD, BLACK)))
    seat = step.state.table.seats[YELLOW]
    assert (seat.yen, seat.vp) == (left_yen, left_vp)
    assert sum(x.yen for x in of(h.Paid, step.happenings)) == yen - left_yen
    assert of(h.Scored, step.happenings) == ([h.Scored(YELLOW, left_vp - vp, "5.B.5")] if left_vp != vp else [])
    assert of(h.Forgiven, step.happenings) == []


def test_what_yen_and_victory_points_cannot_pay_cannot_be_chosen() -> None:
    """5.B.6: 1 yen and 2 victory points pay 3, not 4."""
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]), seats={YELLOW: {"yen": 1, "vp": 2}})
    assert clause_against(THREE, state, m.Claim("osaka-kyoto", (GOLD, BLACK))) == "5.B.6"
    assert m.Claim("nagoya-1", (BLACK,)) in THREE.legal_moves(state)


@pytest.mark.parametrize(
    ("row", "stations", "taken"),
    [
        (("nagoya-1", "atami-1", "osaka-1", "kyoto-1", "tokyo-1"), (), "osaka-1"),
        (("nagoya-1", "kyoto-1", "osaka-1", "tokyo-1", "atami-1"), (), "kyoto-1"),
        (("kyoto-1", "nagoya-1", "osaka-1", "tokyo-1", "atami-1"), ("kyoto",), "osaka-1"),
        (("osaka-1", "nagoya-1", "kyoto-1", "tokyo-1", "atami-1"), ("osaka", "kyoto"), "nagoya-1"),
    ],
    ids=["the cheapest", "the nearest of equals", "by price with surcharge", "every cheap one dearer"],
)
def test_who_can_pay_nothing_takes_the_cheapest(row: tuple[str, ...], stations: tuple[str, ...], taken: str) -> None:
    """5.B.7 (D-9, G-6)."""
    state = buying(THREE, row, seats={YELLOW: {"yen": 0, "vp": 1}}, stations=dict.fromkeys(stations, GOLD))
    assert {move.carriage for move in THREE.legal_moves(state) if isinstance(move, m.Claim)} == {taken}
    for carriage in row:
        if carriage != taken:
            advance = tuple(icon[0] for icon in THREE.kit.carriages[carriage].counters)
            assert clause_against(THREE, state, m.Claim(carriage, advance)) in {"5.B.6", "5.B.7"}


def test_a_claimed_carriage_is_not_the_cheapest_left() -> None:
    """5.B.7, 5.A.4."""
    row = ("kyoto-1", "nagoya-1", "osaka-1", "tokyo-1", "atami-1")
    state = claim(THREE, buying(THREE, row, seats={RED: {"yen": 1, "vp": 0}}), "kyoto-1")
    assert THREE.legal_moves(state) == (m.Claim("osaka-1", (WHITE,)),)


@pytest.mark.parametrize(
    ("yen", "vp", "vp_left", "forgiven"),
    [(0, 0, 0, 3), (1, 0, 0, 2), (0, 2, 0, 1), (1, 1, 0, 1), (2, 0, 0, 1), (2, -3, -3, 1), (0, -6, -6, 3)],
)
def test_who_can_pay_nothing_pays_all_and_is_forgiven_the_rest(yen: int, vp: int, vp_left: int, forgiven: int) -> None:
    """5.B.7 (G-6, G-7): all yen, then victory points down to 0; a score below 0 counts as 0. The price is 3."""
    row = ("nagoya-1", "atami-1", "tokyo-1", "hashima-2", "osaka-kyoto")
    state = buying(THREE, row, seats={YELLOW: {"yen": yen, "vp": vp}})
    step = THREE.explain(state, m.Claim("nagoya-1", (BLACK,)))
    seat = step.state.table.seats[YELLOW]
    assert (seat.yen, seat.vp) == (0, vp_left)
    assert of(h.Forgiven, step.happenings) == [h.Forgiven(YELLOW, forgiven, "5.B.7")]
    assert of(h.CounterAdvanced, step.happenings) == [h.CounterAdvanced(BLACK, 1, "5.C.1")]
    assert THREE.to_move(step.state) == RED


def test_who_can_pay_nothing_still_chooses_the_counter() -> None:
    """5.B.7 (G-6): the colour of the second icon stays free."""
    row = ("yokohama-tokyo", "osaka-kyoto", "atami-odawara", "hamamatsu-shizuoka", "nagoya-toyohashi")
    state = buying(THREE, row, seats={YELLOW: {"yen": 0}})
    assert set(THREE.legal_moves(state)) == {
        m.Claim("yokohama-tokyo", (BLACK, GOLD)),
        m.Claim("yokohama-tokyo", (BLACK, WHITE)),
    }


def test_a_score_below_zero_pays_nothing_and_takes_nothing() -> None:
    """5.B.6 (G-7): 2 yen and -3 victory points pay 2."""
    state = buying(THREE, ("osaka-1", "nagoya-1", *ROW[1:4]), seats={YELLOW: {"yen": 2, "vp": -3}})
    assert clause_against(THREE, state, m.Claim("nagoya-1", (BLACK,))) == "5.B.6"
    seat = THREE.apply(state, m.Claim("osaka-1", (WHITE,))).table.seats[YELLOW]
    assert (seat.yen, seat.vp) == (0, -3)


@pytest.mark.parametrize("second", [WHITE, BLACK])
def test_two_icons_advance_in_order(second: Colour) -> None:
    """5.C.2, 5.C.3: first gold, then white or black; on one space the later lies on top."""
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]))
    step = THREE.explain(state, m.Claim("osaka-kyoto", (GOLD, second)))
    assert [(x.colour, x.space) for x in of(h.CounterAdvanced, step.happenings)] == [(GOLD, 1), (second, 1)]
    third = BLACK if second is WHITE else WHITE
    white, black = (1, 0) if second is WHITE else (0, 1)
    assert step.state.table.counters == counters(1, white, black, order=(third, GOLD, second))


def test_the_steps_of_two_icons_cite_their_own_clause() -> None:
    """5.C.2 grants both steps; 5.C.1 is about a carriage with one icon."""
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]))
    step = THREE.explain(state, m.Claim("osaka-kyoto", (GOLD, WHITE)))
    assert {x.clause for x in of(h.CounterAdvanced, step.happenings)} == {"5.C.2"}


@pytest.mark.parametrize(
    "advance",
    [(), (GOLD,), (WHITE,), (WHITE, GOLD), (GOLD, GOLD), (BLACK, WHITE), (GOLD, WHITE, BLACK)],
    ids=lambda advance: "+".join(advance) or "none",
)
def test_counters_that_the_icons_do_not_show(advance: tuple[Colour, ...]) -> None:
    """5.C.2: gold and then white or black, nothing else."""
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]))
    assert clause_against(THREE, state, m.Claim("osaka-kyoto", advance)) == "5.C.2"


@pytest.mark.parametrize("advance", [(), (BLACK,), (WHITE, WHITE)], ids=lambda advance: "+".join(advance) or "none")
def test_a_counter_that_the_icon_does_not_show(advance: tuple[Colour, ...]) -> None:
    """5.C.1."""
    assert clause_against(THREE, buying(THREE, ROW), m.Claim("osaka-1", advance)).startswith("5.C.")


PILES = {
    "the bottom leaves, those above drop": (counters(), GOLD, counters(gold=1, order=(WHITE, BLACK, GOLD))),
    "the middle leaves, order kept": (counters(), WHITE, counters(white=1, order=(GOLD, BLACK, WHITE))),
    "the top leaves": (counters(), BLACK, counters(black=1, order=(GOLD, WHITE, BLACK))),
    "lands on top of one": (
        counters(gold=4, white=5, black=5, order=(GOLD, BLACK, WHITE)),
        GOLD,
        counters(gold=5, white=5, black=5, order=(BLACK, WHITE, GOLD)),
    ),
    "the lower of two lands on a third": (
        counters(gold=2, white=2, black=3, order=(GOLD, WHITE, BLACK)),
        GOLD,
        counters(gold=3, white=2, black=3, order=(WHITE, BLACK, GOLD)),
    ),
    "the higher of two lands on a third": (
        counters(gold=2, white=2, black=3, order=(WHITE, GOLD, BLACK)),
        GOLD,
        counters(gold=3, white=2, black=3, order=(WHITE, BLACK, GOLD)),
    ),
    "the lower of two leaves to an empty space": (
        counters(gold=2, white=2, black=0, order=(BLACK, GOLD, WHITE)),
        GOLD,
        counters(gold=3, white=2, black=0, order=(BLACK, WHITE, GOLD)),
    ),
    "alone behind, still behind": (
        counters(gold=1, white=3, black=7, order=(GOLD, WHITE, BLACK)),
        GOLD,
        counters(gold=2, white=3, black=7, order=(GOLD, WHITE, BLACK)),
    ),
    "onto the last space, on top": (
        counters(gold=11, white=12, black=12, order=(GOLD, WHITE, BLACK)),
        GOLD,
        counters(gold=12, white=12, black=12, order=(WHITE, BLACK, GOLD)),
    ),
    "at the bottom of the last space: stays": (
        counters(gold=12, white=12, black=12, order=(GOLD, WHITE, BLACK)),
        GOLD,
        counters(gold=12, white=12, black=12, order=(GOLD, WHITE, BLACK)),
    ),
}


@pytest.mark.parametrize("name", PILES)
def test_counters_pile_up(name: str) -> None:
    """5.C.4, 5.C.5, 5.C.6 (D-2, D-3): the arriving counter goes on top, those above a leaving one drop down."""
    before, colour, after = PILES[name]
    carriage = {GOLD: "maibara-1", WHITE: "osaka-1", BLACK: "kyoto-1"}[colour]
    state = buying(THREE, ROW, counters=before)
    step = THREE.explain(state, m.Claim(carriage, (colour,)))
    assert step.state.table.counters == after
    if before == after:
        assert of(h.CounterStuck, step.happenings) == [h.CounterStuck(colour, "5.C.6")]
        assert of(h.CounterAdvanced, step.happenings) == []


def test_order_of_two_steps_decides_the_pile() -> None:
    """5.C.3: gold lands on black, then black leaves from below."""
    before = counters(gold=3, white=0, black=4, order=(WHITE, GOLD, BLACK))
    state = buying(THREE, ("osaka-kyoto", *ROW[1:]), counters=before)
    after = THREE.apply(state, m.Claim("osaka-kyoto", (GOLD, BLACK))).table.counters
    assert after == counters(gold=4, white=0, black=5, order=(WHITE, GOLD, BLACK))


def test_unclaimed_carriages_are_discarded_before_anybody_acts() -> None:
    """5.D.1: not while somebody still buys."""
    state = claim_all(THREE, buying(THREE, ROW), ("nagoya-1", "osaka-1"))
    assert state.table.discard == ()
    step = THREE.explain(state, m.Claim("maibara-1", (GOLD,)))
    assert of(h.Discarded, step.happenings) == [h.Discarded(("kyoto-1", "hashima-1"), "5.D.1")]
    assert step.state.table.discard == ("hashima-1", "kyoto-1")
    assert step.state.table.phase is Phase.PLACE


def test_discarded_carriages_can_be_bought_in_the_same_round() -> None:
    """5.D.2 (F-3): yellow's new Buy Card carriage takes what nobody took."""
    state = placing(THREE, ("kyoto-2", "osaka-1", "maibara-1", "hashima-1", "nagoya-1"))
    state = THREE.apply(state, m.Place(2))
    step = THREE.explain(state, m.Buy("kyoto-2", "hashima-1", (WHITE,)))
    table = step.state.table
    assert table.seats[YELLOW].train == ("kyoto-2", "hashima-1")
    assert table.discard == ("nagoya-1",)


# -- chapter 6: adding the carriage and acting


def test_acting_goes_by_the_place_in_the_row() -> None:
    """6.1, 6.1.1 (F-1): red's token is nearest the tile, then green's, then yellow's; each turn is finished first."""
    state = claim_all(THREE, buying(THREE, ROW), ("nagoya-1", "osaka-1", "maibara-1"))
    seen: list[tuple[int, Phase]] = []
    while state.table.round == 0 and state.table.phase in {Phase.PLACE, Phase.ACT}:
        seen.append((state.table.seat, state.table.phase))
        move = m.Finish() if state.table.phase is Phase.ACT else THREE.legal_moves(state)[0]
        state = THREE.apply(state, move)
    assert seen == [(seat, phase) for seat in (RED, GREEN, YELLOW) for phase in (Phase.PLACE, Phase.ACT)]


def test_the_tile_is_empty_when_phase_3_begins() -> None:
    """6.1.1 (F-1): so the first to act may take any space."""
    state = placing(FOUR, (*ROW, "tokyo-1"))
    assert state.table.tile == (NOBODY,) * 4
    assert {move.space for move in FOUR.legal_moves(state) if isinstance(move, m.Place)} == {1, 2, 3, 4}


def test_the_carriage_joins_before_the_tail_and_before_the_token_is_placed() -> None:
    """6.A.1, 6.A.2, 6.A.3: others' carriages join in their own turns."""
    state = placing(THREE, ROW, seats={YELLOW: {"yen": 30, "train": ("tokyo-1",)}})
    assert state.table.phase is Phase.PLACE
    assert [seat.train for seat in state.table.seats] == [("tokyo-1", "osaka-1"), (), ()]
    for move in (m.Place(2), m.Finish()):
        state = THREE.apply(state, move)
    assert [seat.train for seat in state.table.seats] == [("tokyo-1", "osaka-1"), ("kyoto-1",), ()]


def place_with_twice(**changes: Any) -> State:
    """Yellow has just added the ability that doubles the reward of the turn order tile."""
    return placing(FOUR, ("maibara-2", *ROW[:2], "tokyo-1", "atami-1", "nagoya-1"), **changes)


def test_a_new_twice_turn_order_doubles_this_very_reward() -> None:
    """6.A.3, 8.7 (F-4)."""
    state = place_with_twice()
    yen, vp = state.table.seats[YELLOW].yen, state.table.seats[YELLOW].vp
    for space, more_yen, more_vp in ((2, 2, 0), (3, 0, 2), (4, 4, 0)):
        seat = FOUR.apply(state, m.Place(space)).table.seats[YELLOW]
        assert (seat.yen - yen, seat.vp - vp) == (more_yen, more_vp)


def test_twice_on_space_1_is_an_ordered_pair_of_different_counters() -> None:
    """8.7.1 (C-7, D-13, F-5)."""
    state = place_with_twice(counters=counters())
    pairs = {move.advance for move in FOUR.legal_moves(state) if isinstance(move, m.Place) and move.space == 1}
    assert pairs == {(a, b) for a in Colour for b in Colour if a is not b}
    before = state.table.counters.spaces
    after = FOUR.apply(state, m.Place(1, (WHITE, GOLD))).table.counters
    assert after == Counters((before[0] + 1, before[1] + 1, before[2]), after.order)
    other = FOUR.apply(state, m.Place(1, (GOLD, WHITE))).table.counters
    assert other.spaces == after.spaces


@pytest.mark.parametrize("colour", list(Colour))
def test_twice_on_space_1_not_the_same_counter(colour: Colour) -> None:
    """8.7.1."""
    assert clause_against(FOUR, place_with_twice(), m.Place(1, (colour, colour))) == "8.7.1"


@pytest.mark.parametrize(
    "advance", [(), (GOLD,), (GOLD, WHITE, BLACK)], ids=lambda advance: "+".join(advance) or "none"
)
def test_twice_on_space_1_needs_two_counters(advance: tuple[Colour, ...]) -> None:
    """8.7, 6.B.2: the reward is not declined, in part or whole (D-12)."""
    assert clause_against(FOUR, place_with_twice(), m.Place(1, advance)) in {"8.7", "8.7.1", "6.B.3"}


def test_somebody_elses_twice_doubles_nothing_for_you() -> None:
    """8.0.1: red places with yellow's ability on the table."""
    state = place_with_twice()
    for move in (m.Place(2), m.Finish()):
        state = FOUR.apply(state, move)
    assert FOUR.to_move(state) == RED
    before = state.table.seats[RED].yen
    assert FOUR.apply(state, m.Place(4)).table.seats[RED].yen == before + 2


@pytest.mark.parametrize(("space", "yen", "vp"), [(2, 1, 0), (3, 0, 1), (4, 2, 0)])
def test_the_reward_of_each_space(space: int, yen: int, vp: int) -> None:
    """6.B.2, 6.B.4, 6.B.5, 6.B.6."""
    state = placing(FOUR, (*ROW, "tokyo-1"))
    before = state.table.seats[YELLOW]
    step = FOUR.explain(state, m.Place(space))
    seat = step.state.table.seats[YELLOW]
    assert (seat.yen - before.yen, seat.vp - before.vp) == (yen, vp)
    assert step.state.table.tile == tuple(YELLOW if number == space else NOBODY for number in range(1, 5))
    assert step.state.table.counters == state.table.counters


@pytest.mark.parametrize("colour", list(Colour))
def test_the_reward_of_space_1_is_a_counter_of_your_choice(colour: Colour) -> None:
    """6.B.3."""
    state = placing(THREE, ROW)
    before = state.table.counters.spaces
    step = THREE.explain(state, m.Place(1, (colour,)))
    index = list(Colour).index(colour)
    assert step.state.table.counters.spaces[index] == before[index] + 1
    assert sum(step.state.table.counters.spaces) == sum(before) + 1
    assert of(h.CounterAdvanced, step.happenings) == [h.CounterAdvanced(colour, before[index] + 1, "6.B.3")]


def test_space_1_may_be_wasted_on_a_counter_at_the_end() -> None:
    """6.B.3, 5.C.6 (D-3)."""
    state = arrange(THREE, placing(THREE, ROW), counters=counters(gold=12, order=(WHITE, BLACK, GOLD)))
    step = THREE.explain(state, m.Place(1, (GOLD,)))
    assert step.state.table.counters == state.table.counters
    assert of(h.CounterStuck, step.happenings) == [h.CounterStuck(GOLD, "5.C.6")]


@pytest.mark.parametrize(
    "move", [m.Place(1), m.Place(1, (GOLD, WHITE)), m.Place(2, (GOLD,)), m.Place(3, (GOLD,))], ids=repr
)
def test_counters_are_named_just_as_the_space_asks(move: m.Place) -> None:
    """6.B.2, 6.B.3."""
    assert clause_against(THREE, placing(THREE, ROW), move).startswith("6.B")


def test_an_occupied_space_cannot_be_taken() -> None:
    """6.B.1."""
    state = placing(THREE, ROW)
    for move in (m.Place(2), m.Finish()):
        state = THREE.apply(state, move)
    assert clause_against(THREE, state, m.Place(2)) == "6.B.1"
    assert {move.space for move in THREE.legal_moves(state) if isinstance(move, m.Place)} == {1, 3}


@pytest.mark.parametrize("space", [0, -1, 4, 99])
def test_a_space_the_tile_does_not_have(space: int) -> None:
    """6.B.1, 2.A: three players see three spaces."""
    state = placing(THREE, ROW)
    assert THREE.why_not(state, m.Place(space)) is not None
    with pytest.raises(IllegalMove):
        THREE.apply(state, m.Place(space))


NUMBER_OF_ACTIONS = [
    ("participate-and-advance", 3), ("lose-vp-for-yen", 3), ("yen-for-all", 2), ("reward-again", 3),
    ("prepare-lay-or-build", 3), ("yen-by-rank", 2), ("buy-at-end", 3), ("repeat-train-card", 3),
    ("prepare-and-lay", 3), ("olympic-token", 4), ("lay-2", 3), ("prepare-and-build", 3), ("participate", 3),
    ("score-a-city", 3), ("build", 3), ("prepare", 5), ("lay", 3), ("get-yen", 4),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "actions"), NUMBER_OF_ACTIONS)
def test_the_event_sets_the_number_of_actions(effect: str, actions: int) -> None:
    """6.C.1, 7.1: for everybody, anew in each turn."""
    state = placing(THREE, ROW)
    state = arrange(THREE, state, events=(effect, *state.table.events[1:]))
    state = THREE.apply(state, m.Place(2))
    assert state.table.actions == actions
    state = THREE.apply(THREE.apply(state, m.Income("tail", GOLD)), m.Finish())
    assert THREE.apply(state, m.Place(3)).table.actions == actions


def first_turn(actions: int, event: str = "lose-vp-for-yen", **changes: Any) -> State:
    """Yellow acts first of three, with so many actions left."""
    state = placing(THREE, ROW, **changes)
    state = arrange(THREE, state, events=(event, *state.table.events[1:]))
    state = THREE.apply(state, m.Place(3))
    return arrange(THREE, state, actions=actions)


def test_a_turn_ends_by_itself_after_the_last_action() -> None:
    """6.C.1, 6.1.1: no yen for actions, since none is left."""
    state = first_turn(2)
    yen = state.table.seats[YELLOW].yen
    state = THREE.apply(state, m.Income("tail", GOLD))
    assert (THREE.to_move(state), state.table.actions) == (YELLOW, 1)
    step = THREE.explain(state, m.Prepare("osaka-1", "maibara"))
    assert (THREE.to_move(step.state), step.state.table.phase) == (RED, Phase.PLACE)
    assert step.state.table.seats[YELLOW].yen == yen + 5 - 1
    assert step.state.table.used == frozenset()


@pytest.mark.parametrize(("taken", "unused"), [(0, 3), (1, 2), (2, 1)])
def test_unused_actions_pay_1_yen_each(taken: int, unused: int) -> None:
    """7.2, 7.2.1 (F-13): taking none at all is legal too."""
    state = first_turn(3)
    for move in (m.Prepare("osaka-1", "osaka"), m.Income("tail", WHITE))[:taken]:
        state = THREE.apply(state, move)
    yen = state.table.seats[YELLOW].yen
    step = THREE.explain(state, m.Finish())
    assert step.state.table.seats[YELLOW].yen == yen + unused
    assert of(h.Paid, step.happenings) == [h.Paid(NOBODY, YELLOW, unused, "7.2")]
    assert [(x.seat, x.unused) for x in of(h.TurnFinished, step.happenings)] == [(YELLOW, unused)]
    assert THREE.to_move(step.state) == RED


def test_yen_for_unused_actions_come_too_late_to_be_spent() -> None:
    """7.2.2 (G-18)."""
    state = first_turn(3, seats={YELLOW: {"yen": 2}})
    assert state.table.seats[YELLOW].yen == 0
    assert THREE.why_not(state, m.Prepare("osaka-1", "maibara")) is not None


def test_each_card_once() -> None:
    """6.C.3, 7.4."""
    state = THREE.apply(first_turn(3), m.Prepare("osaka-1", "osaka"))
    assert state.table.used == {"osaka-1"}
    assert clause_against(THREE, state, m.Prepare("osaka-1", "maibara")) in {"6.C.3", "7.4"}


def test_every_card_is_fresh_for_the_next_player() -> None:
    """6.C.4 (D-41): yellow and then red use green's engine."""
    state = first_turn(1, seats={YELLOW: dict(RICH), GREEN: {"yen": 10}})
    before = state.table.seats[GREEN].yen
    state = THREE.apply(state, m.Participate("engine-3", 2, 1))
    state = THREE.apply(state, m.Place(2))
    state = THREE.apply(state, m.Participate("engine-3", 2, 1))
    assert state.table.seats[GREEN].yen == before + 4


def test_cards_are_fresh_in_the_next_round() -> None:
    """6.C.4."""
    state = THREE.apply(first_turn(3), m.Income("tail", GOLD))
    state, _ = finish_round(THREE, state)
    while state.table.phase is Phase.BUY or state.table.seat != YELLOW or state.table.phase is Phase.PLACE:
        legal = THREE.legal_moves(state)
        state = THREE.apply(state, m.Finish() if m.Finish() in legal else legal[0])
    assert m.Income("tail", GOLD) in THREE.legal_moves(state)


def test_actions_in_any_order_and_the_same_one_through_several_cards() -> None:
    """7.3, 7.5: prepare ground with the carriage and with the engine, either first."""
    state = first_turn(3)
    moves = (m.Prepare("osaka-1", "osaka"), m.Prepare("engine-1", "kyoto"))
    ends: list[State] = []
    for order in (moves, moves[::-1]):
        end = state
        for move in order:
            end = THREE.apply(end, move)
        ends.append(end)
    assert ends[0] == ends[1]
    assert ends[0].table.seats[YELLOW].tracks == 2
