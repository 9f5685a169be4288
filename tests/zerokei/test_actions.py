"""Actions (chapter 7), where they come from and what they cost, from the rulebook's text, through the public API.

Three play, unless said otherwise: yellow with engine 1 (prepare, lay), red with engine 3 (build, participate), green
with engine 2 (lay, participate). The event is one without an action, and track costs 3 yen for 4 victory points (C).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shinkansen.core.errors import IllegalMove
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Again, Moving, Phase, Seat, SecondHalf, State
from shinkansen.zerokei.testing.tables import (
    BLACK,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    acting,
    after_engines,
    arrange,
    counters,
)

RULES = ZeroKei(seats=3)
FOUR = ZeroKei(seats=4)
START = after_engines(RULES, ("engine-1", "engine-3", "engine-2"), venues=("odawara", "yokohama", "maibara"))
START_FOUR = after_engines(FOUR, ("engine-1", "engine-3", "engine-2", "engine-4"))
QUIET = "lose-vp-for-yen"


def turn(train: Sequence[str] = (), event: str = QUIET, rules: ZeroKei = RULES, **yellow: Any) -> State:
    """Yellow's turn with five actions; keywords that are a seat's own are yellow's, the others the table's."""
    own: dict[str, Any] = {"yen": 20, "vp": 0, "train": tuple(train)}
    table: dict[str, Any] = {"actions": 5}
    for key, value in yellow.items():
        (own if key in {"yen", "vp", "tracks", "spent", "tokens", "left"} else table)[key] = value
    if "left" in own:  # cauldrons in the play area; the table's are those on the venues
        own["cauldrons"] = own.pop("left")
    start = START if rules is RULES else START_FOUR
    table["seats"] = {YELLOW: own, **table.pop("others", {})}
    return acting(rules, start, YELLOW, events=(event, *start.table.events[1:]), **table)


def refused(state: State, move: Move, rules: ZeroKei = RULES) -> str:
    """The clause that forbids the move; the move must be forbidden."""
    refusal = rules.why_not(state, move)
    assert refusal is not None, move
    assert move not in rules.legal_moves(state)
    with pytest.raises(IllegalMove) as error:
        rules.apply(state, move)
    assert error.value.refusal == refusal
    return refusal.clause


def allowed(state: State, move: Move, rules: ZeroKei = RULES) -> bool:
    """Whether the move is legal; asking for the reason and listing the moves agree."""
    legal = move in rules.legal_moves(state)
    assert legal == (rules.why_not(state, move) is None), move
    return legal


def play(state: State, *moves: Move, rules: ZeroKei = RULES) -> State:
    for move in moves:
        state = rules.apply(state, move)
    return state


def me(state: State, seat: int = YELLOW) -> Seat:
    return state.table.seats[seat]


def paid(happenings: Sequence[Happening]) -> list[tuple[int, int, int]]:
    """Who paid whom how many yen."""
    return [(x.payer, x.payee, x.yen) for x in happenings if isinstance(x, h.Paid)]


def cost(state: State, move: Move, rules: ZeroKei = RULES) -> tuple[int, int]:
    """Yen that the move costs yellow, and victory points that it brings."""
    after = rules.apply(state, move)
    return me(state).yen - me(after).yen, me(after).vp - me(state).vp


def offers(state: State, card: str, rules: ZeroKei = RULES) -> set[type[Any]]:
    return {type(move) for move in rules.legal_moves(state) if getattr(move, "card", None) == card}


# -- where actions come from


def test_own_engine_fee_goes_to_the_reserve() -> None:
    """3.5.2, 7.6.1, 7.6.3 (D-14): 2 yen beside the 3 of Hamamatsu."""
    step = RULES.explain(turn(), m.Prepare("engine-1", "hamamatsu"))
    assert paid(step.happenings) == [(YELLOW, NOBODY, 2), (YELLOW, NOBODY, 3)]


@pytest.mark.parametrize(
    ("move", "owner"),
    [(m.Build("engine-3", "osaka", GOLD), RED), (m.Lay("engine-2", "osaka", "C", YELLOW), GREEN)],
    ids=["red", "green"],
)
def test_another_players_engine_fee_goes_to_the_owner(move: Move, owner: int) -> None:
    """3.5.3, 7.6.2, 7.6.3: the fee only; the action's 3 yen go to the reserve."""
    step = RULES.explain(turn(prepared=["osaka"], tracks=1), move)
    assert paid(step.happenings) == [(YELLOW, owner, 2), (YELLOW, NOBODY, 3)]


@pytest.mark.parametrize("owner", [YELLOW, GREEN])
@pytest.mark.parametrize("train", [("osaka-2",), ("osaka-2", "tokyo-2")], ids=["once", "twice"])
def test_engines_for_1_yen(owner: int, train: tuple[str, ...]) -> None:
    """8.5 (D-15, D-19): own or another's, and two such carriages do not add up."""
    card = me(START, owner).engine
    step = RULES.explain(turn(train, tracks=1), m.Lay(card, "osaka", "C", YELLOW))
    assert paid(step.happenings) == [(YELLOW, NOBODY if owner == YELLOW else owner, 1), (YELLOW, NOBODY, 3)]


def test_the_owners_abilities_do_nothing_for_the_user() -> None:
    """8.0.1 (G-21): red's cheap stations and engines do not help yellow on red's engine."""
    state = turn(prepared=["osaka"], others={RED: {"train": ("hamamatsu-2", "osaka-2"), "yen": 0}})
    step = RULES.explain(state, m.Build("engine-3", "osaka", GOLD))
    assert paid(step.happenings) == [(YELLOW, RED, 2), (YELLOW, NOBODY, 3)]
    assert me(step.state).vp == 6


@pytest.mark.parametrize(
    ("train", "move", "price", "vp"),
    [
        (("nagoya-2",), m.Prepare("engine-1", "hamamatsu"), 2 + 1, 3),
        (("hamamatsu-2",), m.Build("engine-3", "osaka", GOLD), 2 + 2, 7),
        (("toyohashi-2",), m.Lay("engine-2", "osaka", "A", YELLOW), 2 + 1, 1),
    ],
    ids=["prepare", "build", "lay"],
)
def test_your_abilities_go_with_you_onto_engines(train: tuple[str, ...], move: Move, price: int, vp: int) -> None:
    """7.7.2 (F-8, G-21)."""
    assert cost(turn(train, prepared=["osaka"], tracks=1), move) == (price, vp)


def test_the_event_asks_for_no_fee() -> None:
    """6.C.2, 9.16."""
    step = RULES.explain(turn(event="prepare"), m.Prepare("event", "hamamatsu"))
    assert paid(step.happenings) == [(YELLOW, NOBODY, 3)]
    assert step.state.table.used == {"event"}


def test_a_carriage_asks_for_no_fee() -> None:
    """6.C.2, 3.6.1."""
    step = RULES.explain(turn(["osaka-1"]), m.Prepare("osaka-1", "hamamatsu"))
    assert paid(step.happenings) == [(YELLOW, NOBODY, 3)]


@pytest.mark.parametrize("colour", list(Colour))
@pytest.mark.parametrize(("train", "yen"), [((), 5), (("yokohama-2",), 8), (("yokohama-2", "atami-odawara"), 8)])
def test_the_tail_gives_yen_and_a_step(colour: Colour, train: tuple[str, ...], yen: int) -> None:
    """3.8, 7.8, 8.6 (D-19)."""
    state = turn(train, yen=0)
    after = RULES.apply(state, m.Income("tail", colour))
    assert me(after).yen == yen
    spaces = [1 if c is colour else 0 for c in Colour]
    assert after.table.counters.spaces == tuple(spaces)


@pytest.mark.parametrize(
    ("carriage", "gives"),
    [
        ("osaka-1", {m.Prepare}), ("hashima-2", {m.Prepare}), ("kyoto-1", {m.Lay}), ("nagoya-1", {m.Lay}),
        ("maibara-1", {m.Build}), ("atami-1", {m.Build}), ("kyoto-2", {m.Buy}), ("hashima-1", {m.Participate}),
        ("shizuoka-1", {m.Repeat}),
        *((carriage, set[type[Any]]()) for carriage in (
            "osaka-2", "maibara-2", "nagoya-2", "toyohashi-2", "hamamatsu-2", "atami-2", "yokohama-2",
        )),
    ],
)  # fmt: skip
def test_what_each_carriage_offers(carriage: str, gives: set[type[Any]]) -> None:
    """3.6.1, 3.7.1: a carriage offers its action; an ability is no action."""
    state = turn([carriage], prepared=["osaka"], tracks=1, used=frozenset({"tail"}), discard=("tokyo-1",))
    assert offers(state, carriage) == gives
    assert offers(state, "event") == set()


def test_carriages_of_others_are_not_yours_to_use() -> None:
    """6.C.2."""
    state = turn(others={RED: {"train": ("osaka-1",)}})
    assert refused(state, m.Prepare("osaka-1", "osaka")) == "6.C.2"


def test_your_own_action_must_be_on_the_card() -> None:
    """3.5.1, 6.C.2: engine 1 builds nothing for three players."""
    assert refused(turn(prepared=["osaka"]), m.Build("engine-1", "osaka", GOLD)) in {"3.5.1", "6.C.2", "3.6.1"}


def test_an_engine_gives_one_of_its_actions_and_only_one() -> None:
    """3.5.1, 7.4: after preparing with it you cannot lay with it."""
    state = play(turn(tracks=1), m.Prepare("engine-1", "osaka"))
    assert refused(state, m.Lay("engine-1", "osaka", "C", YELLOW)) in {"6.C.3", "7.4"}


def test_an_engine_fee_alone_cannot_be_paid() -> None:
    """C-14, D-21: with 2 yen the fee could be paid, but no ground costs 0."""
    state = turn(yen=2)
    assert m.Prepare not in offers(state, "engine-1")
    assert allowed(turn(yen=3), m.Prepare("engine-1", "maibara"))


# -- Prepare Ground


@pytest.mark.parametrize(
    ("train", "card", "city", "price", "vp"),
    [
        (("osaka-1",), "osaka-1", "hamamatsu", 3, 3),
        (("osaka-1",), "osaka-1", "shizuoka", 3, 4),
        (("osaka-1",), "osaka-1", "hashima", 2, 1),
        (("hashima-2",), "hashima-2", "hamamatsu", 2, 3),
        (("hashima-2",), "hashima-2", "maibara", 0, 1),
        (("osaka-1", "nagoya-2"), "osaka-1", "nagoya", 1, 4),
        (("osaka-1", "nagoya-2"), "osaka-1", "odawara", 1, 1),
        (("osaka-1", "nagoya-2", "maibara-hashima"), "osaka-1", "nagoya", 1, 4),
        (("hashima-2", "nagoya-2"), "hashima-2", "nagoya", 0, 4),
        (("hashima-2", "nagoya-2", "maibara-hashima"), "hashima-2", "maibara", 0, 1),
    ],
)
def test_prepare_ground(train: tuple[str, ...], card: str, city: str, price: int, vp: int) -> None:
    """7.9.2-4, 7.10, 8.4, 8.4.1 (D-17, D-18, D-19): discount after ability, never below 0, full victory points."""
    state = turn(train, tracks=2)
    assert cost(state, m.Prepare(card, city)) == (price, vp)
    step = RULES.explain(state, m.Prepare(card, city))
    assert me(step.state).tracks == 3
    assert step.state.table.prepared_cities() == (city,)
    assert step.state.table.cities_with_track() == ()
    assert paid(step.happenings) == ([(YELLOW, NOBODY, price)] if price else [])


def test_ground_is_prepared_once() -> None:
    """7.9.1."""
    assert refused(turn(["osaka-1"], prepared=["kyoto"]), m.Prepare("osaka-1", "kyoto")) == "7.9.1"


def test_ground_may_be_prepared_under_laid_track() -> None:
    """7.9.1 asks for the construction token only."""
    assert allowed(turn(["osaka-1"], tracked=["kyoto"]), m.Prepare("osaka-1", "kyoto"))


# -- Lay Track


@pytest.mark.parametrize(
    ("train", "event", "card", "space", "price", "vp"),
    [
        (("kyoto-1",), QUIET, "kyoto-1", "C", 3, 4),
        (("nagoya-1",), QUIET, "nagoya-1", "C", 2, 4),
        (("kyoto-1",), "reward-again", "kyoto-1", "A", 1, 1),
        (("nagoya-1",), "reward-again", "nagoya-1", "A", 0, 1),
        ((), "lay-2", "event", "D", 2, 6),
        ((), "lay", "event", "B", 2, 2),
        (("kyoto-1", "toyohashi-2"), QUIET, "kyoto-1", "A", 1, 1),
        (("kyoto-1", "toyohashi-2"), QUIET, "kyoto-1", "B", 2, 2),
        (("kyoto-1", "toyohashi-2"), QUIET, "kyoto-1", "C", 3, 4),
        (("kyoto-1", "toyohashi-2"), QUIET, "kyoto-1", "D", 4, 6),
        (("nagoya-1", "toyohashi-2"), QUIET, "nagoya-1", "D", 3, 6),
        (("toyohashi-2",), "lay-2", "event", "A", 0, 1),
        (("toyohashi-2",), "lay-2", "event", "C", 1, 4),
    ],
)
def test_lay_track(train: tuple[str, ...], event: str, card: str, space: str, price: int, vp: int) -> None:
    """7.11, 7.12, 8.2, 9.11 (D-17, D-18): the price falls, the victory points of the space stay."""
    state = turn(train, event, tracks=2)
    move = m.Lay(card, "atami", space, YELLOW)
    assert cost(state, move) == (price, vp)
    after = RULES.apply(state, move)
    assert me(after).tracks == 1
    assert after.table.cities_with_track() == ("atami",)
    assert after.table.prepared_cities() == ()


@pytest.mark.parametrize("space", ["A", "B", "D"])
def test_only_the_ability_lets_you_choose_the_space(space: str) -> None:
    """7.11.2, 8.2."""
    assert refused(turn(["kyoto-1"], tracks=1), m.Lay("kyoto-1", "atami", space, YELLOW)) in {"7.11.2", "8.2"}


def test_somebody_elses_ability_does_not_let_you_choose_the_space() -> None:
    """8.0.1."""
    state = turn(["kyoto-1"], tracks=1, others={RED: {"train": ("toyohashi-2",)}})
    assert not allowed(state, m.Lay("kyoto-1", "atami", "A", YELLOW))


@pytest.mark.parametrize("prepared", [(), ("atami",)], ids=["unprepared", "prepared"])
def test_track_may_be_laid_on_any_ground(prepared: tuple[str, ...]) -> None:
    """7.11.1 (D-22)."""
    state = turn(["kyoto-1"], tracks=1, prepared=prepared)
    assert allowed(state, m.Lay("kyoto-1", "atami", "C", YELLOW))


def test_a_section_takes_one_track() -> None:
    """7.11.1."""
    state = turn(["kyoto-1"], tracks=1, tracked=["atami"])
    assert refused(state, m.Lay("kyoto-1", "atami", "C", YELLOW)) == "7.11.1"


def test_a_borrowed_track_is_paid_to_its_owner() -> None:
    """7.11.5, 7.11.6: the victory points are the layer's."""
    state = turn(["kyoto-1"], others={RED: {"yen": 0, "tracks": 2}})
    step = RULES.explain(state, m.Lay("kyoto-1", "atami", "C", RED))
    assert paid(step.happenings) == [(YELLOW, RED, 3)]
    assert (me(step.state, RED).tracks, me(step.state, RED).yen, me(step.state, RED).vp) == (1, 3, 0)
    assert (me(step.state).tracks, me(step.state).vp) == (0, 4)
    laid = [x for x in step.happenings if isinstance(x, h.TrackLaid)]
    assert [(x.seat, x.city, x.owner) for x in laid] == [(YELLOW, "atami", RED)]


@pytest.mark.parametrize(
    ("train", "card", "space", "price"),
    [
        (("nagoya-1",), "nagoya-1", "C", 2),
        (("kyoto-1", "toyohashi-2"), "kyoto-1", "B", 2),
        (("nagoya-1", "toyohashi-2"), "nagoya-1", "B", 1),
    ],
)
def test_the_owner_of_a_borrowed_track_gets_the_actual_cost(
    train: tuple[str, ...], card: str, space: str, price: int
) -> None:
    """7.11.5, 7.12 (D-24)."""
    step = RULES.explain(turn(train, others={GREEN: {"tracks": 1}}), m.Lay(card, "atami", space, GREEN))
    assert paid(step.happenings) == [(YELLOW, GREEN, price)]


def test_a_borrowed_track_at_cost_0_pays_nobody() -> None:
    """7.11.5 (D-24)."""
    state = turn(["nagoya-1", "toyohashi-2"], yen=0, others={GREEN: {"tracks": 1}})
    step = RULES.explain(state, m.Lay("nagoya-1", "atami", "A", GREEN))
    assert paid(step.happenings) == []
    assert me(step.state, GREEN).tracks == 0


def test_the_layer_picks_whose_track() -> None:
    """7.11.5 (D-24)."""
    state = turn(["kyoto-1"], others={RED: {"tracks": 1}, GREEN: {"tracks": 3}})
    assert allowed(state, m.Lay("kyoto-1", "atami", "C", RED))
    assert allowed(state, m.Lay("kyoto-1", "atami", "C", GREEN))
    assert not allowed(state, m.Lay("kyoto-1", "atami", "C", YELLOW))


def test_own_track_first() -> None:
    """7.11.5 (D-23)."""
    state = turn(["kyoto-1"], tracks=1, others={RED: {"tracks": 1}})
    assert refused(state, m.Lay("kyoto-1", "atami", "C", RED)) == "7.11.5"


def test_no_track_anywhere() -> None:
    """7.11.3 (D-25)."""
    state = turn(["kyoto-1"])
    assert offers(state, "kyoto-1") == set()
    for seat in range(3):
        assert refused(state, m.Lay("kyoto-1", "atami", "C", seat)) in {"7.11.3", "7.11.5"}


def test_engine_and_track_of_the_same_player_pay_both() -> None:
    """7.6.2, 7.11.5."""
    state = turn(others={GREEN: {"tracks": 1, "yen": 0}})
    step = RULES.explain(state, m.Lay("engine-2", "atami", "C", GREEN))
    assert me(step.state, GREEN).yen == 2 + 3


def test_engine_of_one_and_track_of_another() -> None:
    """7.6.2, 7.11.5."""
    state = turn(others={RED: {"tracks": 1, "yen": 0}, GREEN: {"yen": 0}})
    step = RULES.explain(state, m.Lay("engine-2", "atami", "C", RED))
    assert paid(step.happenings) == [(YELLOW, GREEN, 2), (YELLOW, RED, 3)]


# -- Build Station


@pytest.mark.parametrize(("standing", "vp"), [(0, 6), (1, 4), (2, 2), (3, 1)])
def test_stations_score_by_the_row_they_come_from(standing: int, vp: int) -> None:
    """7.13.2, 7.13.4: each colour has its own rows, whoever built before."""
    cities = ("kyoto", "maibara", "hashima")[:standing]
    stations = {**dict.fromkeys(cities, WHITE), "tokyo": GOLD, "atami": GOLD}
    state = turn(["maibara-1"], stations=stations, prepared=["osaka"])
    assert cost(state, m.Build("maibara-1", "osaka", WHITE)) == (3, vp)
    assert cost(state, m.Build("maibara-1", "osaka", GOLD)) == (3, 2)
    assert cost(state, m.Build("maibara-1", "osaka", BLACK)) == (3, 6)


def test_a_colour_is_exhausted_after_four() -> None:
    """7.13.2 (D-26)."""
    stations = dict.fromkeys(("kyoto", "maibara", "hashima", "nagoya"), WHITE)
    state = turn(["maibara-1"], stations=stations, prepared=["osaka"])
    assert refused(state, m.Build("maibara-1", "osaka", WHITE)) == "7.13.2"
    assert allowed(state, m.Build("maibara-1", "osaka", BLACK))


@pytest.mark.parametrize(
    ("train", "card", "price", "vp"),
    [
        (("maibara-1",), "maibara-1", 3, 6),
        (("atami-1",), "atami-1", 2, 6),
        (("maibara-1", "hamamatsu-2"), "maibara-1", 2, 7),
        (("atami-1", "hamamatsu-2"), "atami-1", 1, 7),
    ],
)
def test_build_station(train: tuple[str, ...], card: str, price: int, vp: int) -> None:
    """7.13.1, 7.14, 8.1, 8.1.1 (D-18)."""
    state = turn(train, prepared=["osaka"])
    assert cost(state, m.Build(card, "osaka", BLACK)) == (price, vp)
    table = RULES.apply(state, m.Build(card, "osaka", BLACK)).table
    assert table.stations() == {"osaka": BLACK}


def test_build_on_ground_that_another_prepared() -> None:
    """7.13.5 (F-9): yellow prepares and finishes, red builds there."""
    state = acting(
        RULES,
        START,
        YELLOW,
        actions=1,
        events=("prepare-lay-or-build", *START.table.events[1:]),
        tile=(NOBODY, NOBODY, NOBODY),
        row=("kyoto-1",),
        claims=(RED,),
        seats={YELLOW: {"yen": 10}, RED: {"yen": 10}},
    )
    state = play(state, m.Prepare("event", "osaka"))
    assert (RULES.to_move(state), state.table.phase) == (RED, Phase.PLACE)
    state = play(state, m.Place(2), m.Build("event", "osaka", GOLD))
    assert (me(state).tracks, me(state, RED).tracks) == (1, 0)
    assert (me(state).vp, me(state, RED).vp) == (2, 6)


@pytest.mark.parametrize("tracked", [(), ("osaka",)], ids=["without track", "with track"])
def test_build_needs_prepared_ground_not_track(tracked: tuple[str, ...]) -> None:
    """7.13.3."""
    ready = turn(["maibara-1"], prepared=["osaka"], tracked=tracked)
    assert allowed(ready, m.Build("maibara-1", "osaka", GOLD))
    raw = turn(["maibara-1"], tracked=tracked)
    assert refused(raw, m.Build("maibara-1", "osaka", GOLD)) == "7.13.3"


def test_one_station_a_city() -> None:
    """7.13.3."""
    state = turn(["maibara-1"], stations={"osaka": WHITE})
    assert refused(state, m.Build("maibara-1", "osaka", GOLD)) == "7.13.3"


# -- Buy Card


PILE = ("atami-1", "osaka-1", "osaka-kyoto", "tokyo-1")


def test_buy_any_card_of_the_discard_pile() -> None:
    """7.15.1, 7.15.3, 7.15.4, 7.15.5 (D-35)."""
    state = turn(["kyoto-2", "hashima-1"], discard=PILE)
    bought = {move.carriage for move in RULES.legal_moves(state) if isinstance(move, m.Buy)}
    assert bought == set(PILE)
    step = RULES.explain(state, m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    yellow = me(step.state)
    assert yellow.train == ("kyoto-2", "hashima-1", "osaka-1")
    assert yellow.yen == 20 - 2
    assert yellow.spent == {"kyoto-2"}
    assert step.state.table.discard == ("atami-1", "osaka-kyoto", "tokyo-1")
    assert step.state.table.counters.spaces == (0, 1, 0)
    assert h.CardSpent(YELLOW, "kyoto-2", "7.15.5") in step.happenings


def test_buy_a_card_with_two_icons() -> None:
    """7.15.4, 5.C.2."""
    state = turn(["kyoto-2"], discard=PILE)
    assert {x.advance for x in RULES.legal_moves(state) if isinstance(x, m.Buy) and x.carriage == "osaka-kyoto"} == {
        (GOLD, WHITE),
        (GOLD, BLACK),
    }
    after = play(state, m.Buy("kyoto-2", "osaka-kyoto", (GOLD, BLACK)))
    assert after.table.counters == counters(gold=1, black=1, order=(WHITE, GOLD, BLACK))


@pytest.mark.parametrize(
    ("stations", "price"), [((), 4), (("osaka",), 6), (("kyoto",), 6), (("osaka", "kyoto"), 8), (("tokyo",), 4)]
)
def test_buy_card_pays_the_surcharge(stations: tuple[str, ...], price: int) -> None:
    """7.15.2."""
    state = turn(["kyoto-2"], discard=PILE, stations=dict.fromkeys(stations, WHITE))
    assert cost(state, m.Buy("kyoto-2", "osaka-kyoto", (GOLD, WHITE))) == (price, 0)


def test_buy_card_takes_yen_only() -> None:
    """7.15.6, 7.7.1 (D-16): victory points do not help."""
    state = turn(["kyoto-2"], discard=PILE, yen=1, vp=50)
    assert refused(state, m.Buy("kyoto-2", "osaka-1", (WHITE,))) == "7.15.6"
    assert allowed(turn(["kyoto-2"], discard=PILE, yen=2), m.Buy("kyoto-2", "osaka-1", (WHITE,)))


def test_buy_card_with_an_empty_discard_pile() -> None:
    """7.15.8 (F-10)."""
    state = turn(["kyoto-2"])
    assert offers(state, "kyoto-2") == set()
    assert refused(state, m.Buy("kyoto-2", "osaka-1", (WHITE,))) == "7.15.8"


def test_a_card_not_in_the_discard_pile_cannot_be_bought() -> None:
    """7.15.1."""
    assert refused(turn(["kyoto-2"], discard=PILE), m.Buy("kyoto-2", "nagoya-1", (BLACK,))) == "7.15.1"


def test_a_bought_action_works_at_once() -> None:
    """3.6.1 (D-34)."""
    state = play(turn(["kyoto-2"], discard=PILE), m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    assert allowed(state, m.Prepare("osaka-1", "osaka"))


def test_a_bought_ability_works_at_once() -> None:
    """3.7.1 (D-34)."""
    state = turn(["kyoto-2", "osaka-1"], discard=("nagoya-2",))
    state = play(state, m.Buy("kyoto-2", "nagoya-2", (WHITE,)))
    assert cost(state, m.Prepare("osaka-1", "nagoya")) == (1, 4)


def test_a_bought_buy_card_can_buy_at_once() -> None:
    """3.6.1, 7.15.5: each is spent by its own use."""
    state = turn(["kyoto-2"], discard=("hamamatsu-1", "osaka-1"))
    moves = (m.Buy("kyoto-2", "hamamatsu-1", (WHITE,)), m.Buy("hamamatsu-1", "osaka-1", (WHITE,)))
    state = play(state, *moves)
    assert me(state).spent == {"kyoto-2", "hamamatsu-1"}
    assert me(state).train == ("kyoto-2", "hamamatsu-1", "osaka-1")


def test_a_spent_carriage_cannot_be_used_in_a_later_turn() -> None:
    """7.15.5."""
    state = turn(["kyoto-2"], discard=PILE, spent=frozenset({"kyoto-2"}))
    assert offers(state, "kyoto-2") == set()
    assert refused(state, m.Buy("kyoto-2", "osaka-1", (WHITE,))) == "7.15.5"


def test_a_spent_carriage_cannot_be_repeated() -> None:
    """7.15.5 (D-33)."""
    state = play(turn(["kyoto-2", "shizuoka-1"], discard=PILE), m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    assert refused(state, m.Repeat("shizuoka-1", "kyoto-2")) in {"7.15.5", "7.17.1"}


# -- Participate


def test_the_first_venue_sells_victory_points() -> None:
    """7.16.1, 7.16.3."""
    state = turn(["hashima-1"])
    step = RULES.explain(state, m.Participate("hashima-1", 1, 1))
    assert paid(step.happenings) == [(YELLOW, NOBODY, 1)]
    assert (me(step.state).vp, me(step.state).cauldrons) == (2, 6)
    assert step.state.table.cauldrons == ((1, 0, 0), (0, 0, 0), (0, 0, 0))


def test_the_second_venue_gives_2_yen() -> None:
    """7.16.4."""
    state = turn(["hashima-1"], yen=0)
    after = play(state, m.Participate("hashima-1", 2, 1))
    assert (me(after).yen, me(after).vp) == (2, 0)
    assert after.table.cauldrons == ((0, 0, 0), (1, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("venue", [1, 2, 3])
@pytest.mark.parametrize("train", [("hashima-1",), ("hashima-1", "atami-2", "tokyo-1")], ids=["once", "twice"])
def test_the_effect_may_be_declined(venue: int, train: tuple[str, ...]) -> None:
    """7.16.2 (C-1, D-30): the cauldron is placed all the same, even without yen."""
    state = turn(train, yen=0)
    step = RULES.explain(state, m.Participate("hashima-1", venue, 0))
    assert (me(step.state).yen, me(step.state).vp, me(step.state).cauldrons) == (0, 0, 6)
    assert step.state.table.cauldrons[venue - 1] == (1, 0, 0)
    assert step.state.table.pending == ()
    assert step.state.table.actions == 4


def test_the_first_venue_without_yen() -> None:
    """7.16.3, 7.7.1: victory points do not pay."""
    assert not allowed(turn(["hashima-1"], yen=0, vp=9), m.Participate("hashima-1", 1, 1))


def test_participating_without_a_cauldron() -> None:
    """7.16.1 (D-29)."""
    state = turn(["hashima-1"], left=0)
    assert offers(state, "hashima-1") == set()
    for venue in (1, 2, 3):
        assert refused(state, m.Participate("hashima-1", venue, 0)) == "7.16.1"


def test_the_last_cauldron() -> None:
    """7.16.1."""
    after = play(turn(["hashima-1"], left=1), m.Participate("hashima-1", 2, 0))
    assert me(after).cauldrons == 0


@pytest.mark.parametrize(
    ("venue", "times", "yen", "vp"), [(1, 1, -1, 2), (1, 2, -2, 4), (2, 1, 2, 0), (2, 2, 4, 0), (1, 0, 0, 0)]
)
def test_twice_at_a_venue(venue: int, times: int, yen: int, vp: int) -> None:
    """8.3, 8.3.1 (D-31, G-8): once or not at all is allowed too; one cauldron each time."""
    state = turn(["hashima-1", "atami-2"])
    after = play(state, m.Participate("hashima-1", venue, times))
    assert (me(after).yen - 20, me(after).vp, me(after).cauldrons) == (yen, vp, 6)


def test_twice_at_the_first_venue_with_1_yen() -> None:
    """8.3.1 (G-8): both cost, and one is affordable."""
    state = turn(["hashima-1", "atami-2"], yen=1)
    assert allowed(state, m.Participate("hashima-1", 1, 1))
    assert not allowed(state, m.Participate("hashima-1", 1, 2))


@pytest.mark.parametrize(("train", "times"), [((), 2), ((), 3), ((), -1), (("atami-2",), 3), (("atami-2",), -1)])
def test_the_effect_not_more_often(train: tuple[str, ...], times: int) -> None:
    """7.16.2, 8.3."""
    state = turn(["hashima-1", "tokyo-1", *train])
    for venue in (1, 2, 3):
        assert not allowed(state, m.Participate("hashima-1", venue, times))


@pytest.mark.parametrize("venue", [0, -1, 4])
def test_there_are_three_venues(venue: int) -> None:
    """7.16.1."""
    state = turn(["hashima-1"])
    assert RULES.why_not(state, m.Participate("hashima-1", venue, 0)) is not None


# -- moving carriages


TRAIN = ("hashima-1", "osaka-1", "kyoto-1", "maibara-1")


@pytest.mark.parametrize(
    ("carriage", "to", "train"),
    [
        ("hashima-1", 4, ("osaka-1", "kyoto-1", "maibara-1", "hashima-1")),
        ("hashima-1", 2, ("osaka-1", "hashima-1", "kyoto-1", "maibara-1")),
        ("maibara-1", 1, ("maibara-1", "hashima-1", "osaka-1", "kyoto-1")),
        ("kyoto-1", 2, ("hashima-1", "kyoto-1", "osaka-1", "maibara-1")),
        ("osaka-1", 3, ("hashima-1", "kyoto-1", "osaka-1", "maibara-1")),
    ],
)
def test_the_third_venue_moves_a_carriage(carriage: str, to: int, train: tuple[str, ...]) -> None:
    """7.16.5 (C-21): picked up, the rest closes up, and put back in the place chosen."""
    state = play(turn(TRAIN), m.Participate("hashima-1", 3, 1))
    assert state.table.pending == (Moving(1),)
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Relocate}
    step = RULES.explain(state, m.Relocate(carriage, to))
    assert me(step.state).train == train
    assert step.state.table.pending == ()
    assert step.state.table.actions == 4
    assert [x for x in step.happenings if isinstance(x, h.CarriageMoved)] == [
        h.CarriageMoved(YELLOW, carriage, to, "7.16.5")
    ]


@pytest.mark.parametrize("to", [0, -1, 5, 2])
def test_places_a_carriage_cannot_go(to: int) -> None:
    """7.16.5: another place between engine and tail (D-32); Osaka is in the second already."""
    state = play(turn(TRAIN), m.Participate("hashima-1", 3, 1))
    assert RULES.why_not(state, m.Relocate("osaka-1", to)) is not None
    with pytest.raises(IllegalMove):
        RULES.apply(state, m.Relocate("osaka-1", to))


def test_only_own_carriages_move() -> None:
    """7.16.5."""
    state = turn(TRAIN, others={RED: {"train": ("tokyo-1", "tokyo-2")}})
    state = play(state, m.Participate("hashima-1", 3, 1))
    assert refused(state, m.Relocate("tokyo-1", 2)) == "7.16.5"


def test_moving_needs_two_carriages() -> None:
    """7.16.5: a single carriage has no other place; the cauldron alone may still be placed."""
    state = turn(["hashima-1"])
    assert not allowed(state, m.Participate("hashima-1", 3, 1))
    assert allowed(state, m.Participate("hashima-1", 3, 0))
    assert allowed(turn(["hashima-1", "osaka-1"]), m.Participate("hashima-1", 3, 1))


def test_carriages_move_at_the_venue_only() -> None:
    """7.16.6."""
    assert not allowed(turn(TRAIN), m.Relocate("osaka-1", 1))


@pytest.mark.parametrize("second", [("osaka-1", 2), ("hashima-1", 4)], ids=["another", "the same"])
def test_twice_at_the_third_venue_moves_twice(second: tuple[str, int]) -> None:
    """8.3 (D-31): the same carriage or another."""
    state = play(turn([*TRAIN, "atami-2"]), m.Participate("hashima-1", 3, 2))
    assert state.table.pending == (Moving(2),)
    state = play(state, m.Relocate("hashima-1", 3))
    assert state.table.pending == (Moving(1),)
    state = play(state, m.Relocate(*second))
    assert (state.table.pending, state.table.actions) == ((), 4)


def test_the_last_action_waits_for_the_move() -> None:
    """7.16.5, 6.1.1: the turn ends after the carriage has moved, not before."""
    state = turn(TRAIN, actions=1, tile=(YELLOW, NOBODY, NOBODY), row=("tokyo-1",), claims=(RED,))
    state = play(state, m.Participate("hashima-1", 3, 1))
    assert RULES.to_move(state) == YELLOW
    state = play(state, m.Relocate("hashima-1", 4))
    assert (RULES.to_move(state), state.table.phase) == (RED, Phase.PLACE)


def test_tokens_and_used_cards_travel() -> None:
    """7.16.7 (F-10): what lies on a carriage stays on it."""
    tokens = (("kyoto-2", "tokyo"), ("osaka-1", "atami"))
    train = ("hashima-1", "kyoto-2", "osaka-1")
    state = turn(train, spent=frozenset({"kyoto-2"}), tokens=tokens, discard=PILE[:1])
    state = play(state, m.Participate("hashima-1", 3, 1), m.Relocate("kyoto-2", 3))
    assert me(state).train == ("hashima-1", "osaka-1", "kyoto-2")
    assert me(state).spent == {"kyoto-2"}
    assert me(state).tokens == tokens
    assert refused(state, m.Buy("kyoto-2", "atami-1", (GOLD,))) == "7.15.5"


def test_a_carriage_used_this_turn_may_move_and_stays_used() -> None:
    """7.16.5, 6.C.3."""
    state = play(turn(TRAIN), m.Prepare("osaka-1", "osaka"), m.Participate("hashima-1", 3, 1), m.Relocate("osaka-1", 4))
    assert not allowed(state, m.Prepare("osaka-1", "kyoto"))


# -- Repeat


REPEATER = ("shizuoka-1", "osaka-1", "hamamatsu-shizuoka")


def test_repeat_costs_1_yen_and_the_action_again() -> None:
    """7.17.1 (D-37): one action for the Repeat, none for what is repeated."""
    state = play(turn(REPEATER), m.Prepare("osaka-1", "osaka"))
    assert (me(state).yen, state.table.actions) == (18, 4)
    step = RULES.explain(state, m.Repeat("shizuoka-1", "osaka-1"))
    assert paid(step.happenings) == [(YELLOW, NOBODY, 1)]
    assert step.state.table.pending == (Again("osaka-1"),)
    assert {(type(x), getattr(x, "card", "")) for x in RULES.legal_moves(step.state)} == {(m.Prepare, "osaka-1")}
    state = play(step.state, m.Prepare("osaka-1", "hamamatsu"))
    assert (me(state).yen, state.table.actions, state.table.pending) == (18 - 1 - 3, 3, ())
    assert me(state).tracks == 2
    assert state.table.used == {"shizuoka-1", "osaka-1"}


def test_repeat_needs_a_used_card() -> None:
    """7.17.1."""
    state = turn(REPEATER)
    assert offers(state, "shizuoka-1") == set()
    assert refused(state, m.Repeat("shizuoka-1", "osaka-1")) == "7.17.1"


def test_repeat_not_itself() -> None:
    """7.17.1 (D-38)."""
    state = play(turn(REPEATER), m.Prepare("osaka-1", "osaka"))
    assert not allowed(state, m.Repeat("shizuoka-1", "shizuoka-1"))


def test_repeat_not_a_repeat_but_the_same_card_by_two() -> None:
    """7.17.1 (D-38, D-40)."""
    state = play(
        turn(REPEATER),
        m.Prepare("osaka-1", "osaka"),
        m.Repeat("shizuoka-1", "osaka-1"),
        m.Prepare("osaka-1", "kyoto"),
    )
    assert not allowed(state, m.Repeat("hamamatsu-shizuoka", "shizuoka-1"))
    state = play(state, m.Repeat("hamamatsu-shizuoka", "osaka-1"), m.Prepare("osaka-1", "maibara"))
    assert me(state).tracks == 3
    assert (me(state).yen, state.table.actions) == (20 - 2 - (1 + 3) - (1 + 1), 2)


def test_repeat_card_is_used_once() -> None:
    """7.4."""
    state = play(
        turn(REPEATER),
        m.Prepare("osaka-1", "osaka"),
        m.Repeat("shizuoka-1", "osaka-1"),
        m.Prepare("osaka-1", "kyoto"),
    )
    assert refused(state, m.Repeat("shizuoka-1", "osaka-1")) in {"6.C.3", "7.4"}


def test_repeat_the_event() -> None:
    """7.17.2 (D-40)."""
    state = play(turn(["shizuoka-1"], "get-yen", yen=0), m.GetYen("event"), m.Repeat("shizuoka-1", "event"))
    assert me(state).yen == 6
    state = play(state, m.GetYen("event"))
    assert (me(state).yen, state.table.actions) == (13, 3)


def test_repeat_the_tail() -> None:
    """7.17.1 (D-40), 8.6."""
    state = play(turn(["shizuoka-1", "yokohama-2"], yen=0), m.Income("tail", GOLD), m.Repeat("shizuoka-1", "tail"))
    state = play(state, m.Income("tail", WHITE))
    assert me(state).yen == 8 - 1 + 8
    assert state.table.counters.spaces == (1, 1, 0)


def test_gains_of_what_is_repeated_do_not_pay_the_repeat() -> None:
    """7.17.1 (D-20, G-5): without yen the tail cannot be repeated."""
    state = turn(["shizuoka-1"], yen=0, used=frozenset({"tail"}))
    assert not allowed(state, m.Repeat("shizuoka-1", "tail"))
    assert allowed(turn(["shizuoka-1"], yen=1, used=frozenset({"tail"})), m.Repeat("shizuoka-1", "tail"))


@pytest.mark.parametrize(("yen", "possible"), [(1, False), (2, True)])
def test_repeat_needs_yen_for_what_is_repeated_too(yen: int, possible: bool) -> None:
    """7.17.1 (G-5): 1 for the Repeat and at least 1 for ground."""
    state = turn(REPEATER, yen=yen, used=frozenset({"osaka-1"}))
    assert allowed(state, m.Repeat("shizuoka-1", "osaka-1")) == possible
    if possible:
        state = play(state, m.Repeat("shizuoka-1", "osaka-1"))
        assert set(RULES.legal_moves(state)) == {m.Prepare("osaka-1", city) for city in ("maibara", "odawara")}


def test_repeat_needs_something_that_can_be_done_again() -> None:
    """7.17.1: the last section has got its track, so Lay Track cannot be repeated."""
    state = turn(["shizuoka-1", "kyoto-1"], tracks=2, tracked=RULES.kit.city_ids[1:])
    state = play(state, m.Lay("kyoto-1", "osaka", "C", YELLOW))
    assert not allowed(state, m.Repeat("shizuoka-1", "kyoto-1"))


def test_repeat_pays_an_own_engine_again() -> None:
    """7.17.3."""
    state = play(turn(["shizuoka-1"]), m.Prepare("engine-1", "osaka"), m.Repeat("shizuoka-1", "engine-1"))
    assert cost(state, m.Prepare("engine-1", "hamamatsu")) == (2 + 3, 3)


@pytest.mark.parametrize(("train", "fee"), [((), 2), (("osaka-2",), 1)], ids=["usual", "cheap engines"])
def test_repeat_pays_another_players_engine_again(train: tuple[str, ...], fee: int) -> None:
    """7.17.3, 8.5 (D-15): to the owner."""
    state = turn(["shizuoka-1", *train], others={RED: {"yen": 0}})
    state = play(state, m.Participate("engine-3", 2, 0), m.Repeat("shizuoka-1", "engine-3"))
    state = play(state, m.Participate("engine-3", 1, 0))
    assert (me(state).yen, me(state, RED).yen) == (20 - 1 - 2 * fee, 2 * fee)


def test_another_action_of_a_repeated_engine() -> None:
    """7.17.1 (C-12, D-39, G-12)."""
    state = play(turn(["shizuoka-1"]), m.Prepare("engine-1", "osaka"), m.Repeat("shizuoka-1", "engine-1"))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Prepare, m.Lay}
    assert cost(state, m.Lay("engine-1", "osaka", "C", YELLOW)) == (2 + 3, 4)


def test_another_action_of_a_repeated_event() -> None:
    """7.17.2 (G-12)."""
    state = turn(["shizuoka-1"], "prepare-lay-or-build", tracks=1)
    state = play(state, m.Prepare("event", "osaka"), m.Repeat("shizuoka-1", "event"))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Prepare, m.Lay, m.Build}


def test_a_card_of_an_engine_with_repeat() -> None:
    """7.17.1, 7.6.1: red's engine 3 offers Repeat to four players; 2 yen for it and 1 for the Repeat."""
    state = turn(["osaka-1"], rules=FOUR, others={RED: {"yen": 0}})
    state = play(state, m.Prepare("osaka-1", "osaka"), rules=FOUR)
    step = FOUR.explain(state, m.Repeat("engine-3", "osaka-1"))
    assert sorted(paid(step.happenings)) == sorted([(YELLOW, RED, 2), (YELLOW, NOBODY, 1)])
    assert step.state.table.pending == (Again("osaka-1"),)


def test_an_engine_that_offers_repeat_is_no_repeat_card() -> None:
    """7.17.1 (G-13): its other action can be repeated, Repeat itself cannot; nor can it repeat itself."""
    state = turn(["osaka-1", "shizuoka-1"], rules=FOUR)
    assert not allowed(state, m.Repeat("engine-3", "engine-3"), rules=FOUR)
    moves = (m.Prepare("osaka-1", "osaka"), m.Repeat("engine-3", "osaka-1"), m.Prepare("osaka-1", "kyoto"))
    state = play(state, *moves, m.Repeat("shizuoka-1", "engine-3"), rules=FOUR)
    assert {type(move) for move in FOUR.legal_moves(state)} == {m.Participate}


def test_what_comes_of_a_repeat_can_chain_no_further() -> None:
    """7.17.1 (D-38): a repeated card's owed action is the only decision."""
    state = play(turn(REPEATER), m.Prepare("osaka-1", "osaka"), m.Repeat("shizuoka-1", "osaka-1"))
    for move in (m.Finish(), m.Income("tail", GOLD), m.Repeat("hamamatsu-shizuoka", "osaka-1")):
        assert not allowed(state, move)


def test_the_last_action_may_be_a_repeat() -> None:
    """7.17.1: the turn ends after the repeated action."""
    state = turn(REPEATER, actions=2, tile=(YELLOW, NOBODY, NOBODY), row=("tokyo-1",), claims=(RED,))
    state = play(state, m.Prepare("osaka-1", "osaka"), m.Repeat("shizuoka-1", "osaka-1"))
    assert RULES.to_move(state) == YELLOW
    state = play(state, m.Prepare("osaka-1", "kyoto"))
    assert (RULES.to_move(state), state.table.phase) == (RED, Phase.PLACE)


def test_a_repeated_move_of_carriages() -> None:
    """7.17.1, 7.16.5: participate again at the third venue."""
    state = play(
        turn([*TRAIN, "shizuoka-1"]),
        m.Participate("hashima-1", 3, 1),
        m.Relocate("hashima-1", 2),
        m.Repeat("shizuoka-1", "hashima-1"),
        m.Participate("hashima-1", 3, 1),
        m.Relocate("hashima-1", 1),
    )
    assert me(state).train == (*TRAIN, "shizuoka-1")
    assert (me(state).cauldrons, state.table.actions, state.table.pending) == (5, 3, ())


def test_a_repeated_discount_stays() -> None:
    """7.7.2 (F-8)."""
    state = play(turn(["shizuoka-1", "hashima-2"]), m.Prepare("hashima-2", "osaka"))
    state = play(state, m.Repeat("shizuoka-1", "hashima-2"))
    assert cost(state, m.Prepare("hashima-2", "hamamatsu")) == (2, 3)


def test_the_repeat_event_has_no_fee_and_train_cards_only() -> None:
    """9.8, 9.8.2 (D-38, F-6)."""
    state = turn(["osaka-1", "shizuoka-1"], "repeat-train-card")
    state = play(state, m.Prepare("osaka-1", "osaka"))
    assert not allowed(state, m.Repeat("event", "event"))
    after = play(state, m.Repeat("event", "osaka-1"))
    assert me(after).yen == me(state).yen
    after = play(after, m.Prepare("osaka-1", "kyoto"))
    assert not allowed(after, m.Repeat("shizuoka-1", "event"))
    assert allowed(after, m.Repeat("shizuoka-1", "osaka-1"))
    other = play(state, m.Repeat("shizuoka-1", "osaka-1"), m.Prepare("osaka-1", "kyoto"))
    assert not allowed(other, m.Repeat("event", "shizuoka-1"))


def test_the_repeat_event_pays_engines_again() -> None:
    """9.8.1."""
    state = turn([], "repeat-train-card", others={RED: {"yen": 0}})
    state = play(state, m.Participate("engine-3", 2, 0), m.Repeat("event", "engine-3"), m.Participate("engine-3", 2, 0))
    assert (me(state).yen, me(state, RED).yen) == (16, 4)


# -- costs before gains


@pytest.mark.parametrize(("yen", "possible"), [(0, False), (1, False), (2, True)])
def test_an_engine_at_the_second_venue_is_paid_before_the_gain(yen: int, possible: bool) -> None:
    """7.6.1, 7.16.4 (D-20, G-5)."""
    state = turn(yen=yen)
    assert allowed(state, m.Participate("engine-3", 2, 1)) == possible
    if possible:
        assert me(play(state, m.Participate("engine-3", 2, 1))).yen == 2


@pytest.mark.parametrize(("yen", "times"), [(2, {0}), (3, {0, 1})])
def test_an_engine_at_the_first_venue_needs_both(yen: int, times: set[int]) -> None:
    """7.6.1, 7.16.3 (G-5)."""
    found = {
        move.times
        for move in RULES.legal_moves(turn(yen=yen))
        if isinstance(move, m.Participate) and (move.card, move.venue) == ("engine-3", 1)
    }
    assert found == times


def test_the_fee_of_a_repeated_engine_at_the_second_venue() -> None:
    """7.17.3 (G-5): 1 and 2 are due before the 2 of the venue."""
    used = frozenset({"engine-3"})
    assert not allowed(turn(["shizuoka-1"], yen=2, used=used), m.Repeat("shizuoka-1", "engine-3"))
    assert allowed(turn(["shizuoka-1"], yen=3, used=used), m.Repeat("shizuoka-1", "engine-3"))


def test_actions_are_never_paid_in_victory_points() -> None:
    """7.7.1 (D-16)."""
    train = ("osaka-1", "kyoto-1", "maibara-1", "kyoto-2", "shizuoka-1")
    state = turn(train, yen=0, vp=99, tracks=1, prepared=["tokyo"], discard=PILE, used=frozenset({"tail"}))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Finish}


# -- events of two halves


def test_prepare_and_lay_pays_fee_and_both() -> None:
    """9.9, 9.9.1 (D-27): 2 + 3 + 4, the track just won is laid; one action."""
    state = turn(event="prepare-and-lay")
    state = play(state, m.Prepare("event", "hamamatsu"))
    assert state.table.pending == (SecondHalf("lay"),)
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Lay}
    state = play(state, m.Lay("event", "hamamatsu", "D", YELLOW))
    assert (me(state).yen, me(state).vp, me(state).tracks) == (20 - 9, 3 + 6, 0)
    assert (state.table.actions, state.table.pending) == (4, ())


def test_lay_first_with_a_borrowed_track_then_prepare() -> None:
    """9.9.3 (G-17): laying first with none of one's own, one borrows; preparing first, one may not."""
    state = turn(event="prepare-and-lay", others={RED: {"tracks": 1, "yen": 0}})
    after = play(state, m.Lay("event", "osaka", "D", RED), m.Prepare("event", "osaka"))
    assert (me(after).tracks, me(after, RED).yen, me(after).yen) == (1, 4, 20 - 2 - 4 - 2)
    first = play(state, m.Prepare("event", "osaka"))
    assert refused(first, m.Lay("event", "osaka", "D", RED)) == "7.11.5"


@pytest.mark.parametrize(("yen", "cities"), [(6, set[str]()), (7, {"maibara", "odawara"})])
def test_prepare_and_lay_must_be_payable_together(yen: int, cities: set[str]) -> None:
    """9.9.2 (D-27): 2 + 4 and the ground."""
    state = turn(event="prepare-and-lay", yen=yen)
    assert {x.city for x in RULES.legal_moves(state) if isinstance(x, m.Prepare) and x.card == "event"} == cities
    assert {x for x in RULES.legal_moves(state) if isinstance(x, m.Lay) and x.card == "event"} == set()


@pytest.mark.parametrize(
    ("train", "yen", "cities"),
    [
        (("toyohashi-2",), 3, set[str]()),
        (("toyohashi-2",), 4, {"maibara", "odawara"}),
        (("nagoya-2",), 6, set[str]()),
        (("nagoya-2",), 7, set(RULES.kit.city_ids)),
    ],
    ids=["any space, 3", "any space, 4", "cheap ground, 6", "cheap ground, 7"],
)
def test_abilities_count_for_both_halves(train: tuple[str, ...], yen: int, cities: set[str]) -> None:
    """7.7.2, 9.9.2 (D-27): 2 for the event, then ground for 1, then track for 1 (A) or 4 (D)."""
    state = turn(train, "prepare-and-lay", yen=yen)
    assert {x.city for x in RULES.legal_moves(state) if isinstance(x, m.Prepare) and x.card == "event"} == cities


@pytest.mark.parametrize(("yen", "possible"), [(7, False), (8, True)])
def test_laying_first_leaves_enough_for_the_cheapest_ground(yen: int, possible: bool) -> None:
    """9.9.2 (D-27): 2 + 4, and 2 for ground, since what costs 1 is prepared already."""
    state = turn(event="prepare-and-lay", yen=yen, tracks=1, prepared=["maibara", "odawara"])
    move = m.Lay("event", "osaka", "D", YELLOW)
    assert allowed(state, move) == possible
    if possible:
        found = {x for x in RULES.legal_moves(play(state, move)) if isinstance(x, m.Prepare)}
        assert found == {m.Prepare("event", city) for city in ("osaka", "hashima", "toyohashi", "atami")}


@pytest.mark.parametrize(("yen", "possible"), [(4, False), (5, True)])
def test_building_first_leaves_enough_for_the_cheapest_ground(yen: int, possible: bool) -> None:
    """9.12.2 (D-27): 1 + 3 and 1."""
    state = turn(event="prepare-and-build", yen=yen, prepared=["tokyo"])
    assert allowed(state, m.Build("event", "tokyo", GOLD)) == possible


@pytest.mark.parametrize(("yen", "possible"), [(7, False), (8, True)])
def test_a_repeated_event_of_two_halves_must_be_payable_in_full(yen: int, possible: bool) -> None:
    """7.17.2, 9.9.2 (G-5): 1 + 2 + 1 + 4."""
    state = turn(["shizuoka-1"], "prepare-and-lay", yen=yen, used=frozenset({"event"}))
    assert allowed(state, m.Repeat("shizuoka-1", "event")) == possible


def test_prepare_and_build_either_way() -> None:
    """9.12 (D-27): the ground just prepared, or ground prepared before."""
    state = turn(event="prepare-and-build", prepared=["tokyo"])
    one = play(state, m.Prepare("event", "osaka"), m.Build("event", "osaka", GOLD))
    assert (me(one).yen, me(one).vp) == (20 - 1 - 2 - 3, 2 + 6)
    two = play(state, m.Build("event", "tokyo", GOLD), m.Prepare("event", "osaka"))
    assert (me(two).yen, me(two).vp) == (20 - 1 - 2 - 3, 2 + 6)
    assert not allowed(turn(event="prepare-and-build"), m.Build("event", "osaka", GOLD))


def test_a_half_done_event_must_be_finished() -> None:
    """9.12.2."""
    state = play(turn(event="prepare-and-build"), m.Prepare("event", "osaka"))
    for move in (m.Finish(), m.Income("tail", GOLD), m.Prepare("event", "kyoto")):
        assert not allowed(state, move)


def test_a_repeated_event_of_two_halves_pays_its_fee_again() -> None:
    """7.7.2, 7.17.2 (F-8): 1 for the Repeat, 2 again for the event."""
    state = turn(["shizuoka-1"], "prepare-and-lay", yen=40)
    state = play(state, m.Prepare("event", "osaka"), m.Lay("event", "osaka", "D", YELLOW))
    assert me(state).yen == 40 - 2 - 2 - 4
    state = play(state, m.Repeat("shizuoka-1", "event"), m.Prepare("event", "kyoto"))
    state = play(state, m.Lay("event", "kyoto", "D", YELLOW))
    assert me(state).yen == 32 - 1 - 2 - 3 - 4
    assert (state.table.actions, state.table.pending) == (3, ())


def test_participate_and_advance_both_in_either_order() -> None:
    """9.1, 9.1.1, 9.1.2."""
    state = turn(["osaka-1", "kyoto-1"], "participate-and-advance")
    one = play(state, m.Participate("event", 3, 1), m.Relocate("osaka-1", 2), m.Advance("event", WHITE))
    two = play(state, m.Advance("event", WHITE), m.Participate("event", 3, 1), m.Relocate("osaka-1", 2))
    assert one == two
    assert one.table.actions == 4
    assert one.table.counters.spaces == (0, 1, 0)


def test_participate_and_advance_needs_a_cauldron() -> None:
    """9.1.1 (D-28)."""
    state = turn(event="participate-and-advance", left=0)
    assert offers(state, "event") == set()
    assert not allowed(state, m.Advance("event", GOLD))


def test_nothing_is_left_over_of_a_turn() -> None:
    """6.C.4: used cards and decisions owed end with the turn."""
    state = arrange(RULES, turn(["osaka-1"]), actions=1, row=("tokyo-1",), claims=(RED,), tile=(YELLOW, NOBODY, NOBODY))
    state = arrange(RULES, state, seats={YELLOW: {"yen": 9}})
    state = play(state, m.Prepare("osaka-1", "osaka"))
    assert (state.table.used, state.table.pending) == (frozenset(), ())
