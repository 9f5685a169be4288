"""Hideo again, from the text alone: written from the solo chapter and the rulings, without looking at the engine."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.draws import Piece
from shinkansen.core.record import from_text, record, seen_by, text, verify
from shinkansen.core.ruleset import Step
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EMPTY, FACE_DOWN, NOBODY, Phase, State
from shinkansen.zerokei.testing.tables import BLACK, GOLD, WHITE, arrange, counters
from tests.zerokei.test_solo import (
    CELLS,
    HARD,
    HIDEO,
    ONE_CITY,
    TWO_CITY,
    YOU,
    board,
    final,
    of_hideo,
    section,
    solo_deal,
)
from tests.zerokei.test_solo import RULES as SHIPPED
from tests.zerokei.test_solo import before_hideo as before_hideo_by
from tests.zerokei.test_solo import first_round as first_round_by

LETTERS = {"get-yen": "C", "build": "C", "prepare": "A", "lay": "B", "lay-2": "D", "prepare-lay-or-build": "B"}
COLUMNS = (("a1",), ("a1", "b2", "c3", "a4"), ("a1",), ("b3",), ("b1", "c2", "b4"))
"""Figures of the edition that are invented, held fast here so that recalibrating them breaks nothing."""


def held_fast(edition: Edition) -> Edition:
    return attrs.evolve(
        edition,
        hideo=attrs.evolve(edition.hideo, columns=COLUMNS),
        events=tuple(
            attrs.evolve(event, letter=LETTERS.get(event.effect.value, event.letter)) for event in edition.events
        ),
        track_spaces=tuple(
            attrs.evolve(space, yen=yen, vp=vp)
            for space, yen, vp in zip(edition.track_spaces, (1, 2, 3, 4), (1, 2, 4, 6), strict=True)
        ),
    )


RULES = ZeroKei(seats=1, edition=held_fast(SHIPPED.edition))
GROUND = {city.id: city.ground_vp for city in RULES.edition.cities}
END_EVENTS = ("lose-vp-for-yen", "yen-for-all", "reward-again", "yen-by-rank", "buy-at-end", "score-a-city")
LAST_SPACE = RULES.edition.board.value_spaces - 1
VENUES = ("osaka", "kyoto", "maibara")
HIS_TURN_ON_2: dict[str, Any] = {"tile": (YOU, NOBODY, NOBODY)}
PRESENT = range(3)


def first_round() -> State:
    return first_round_by(RULES)


def before_hideo(round: int, **changes: Any) -> State:
    return before_hideo_by(round, RULES, **changes)


def token_on(state: State, cell: str, token: str) -> State:
    """Another token on a cell of his board."""
    place = CELLS.index(cell)
    return attrs.evolve(state, board=(*state.board[:place], token, *state.board[place + 1 :]))


def finish(state: State, rules: ZeroKei = RULES) -> Step[State, h.Happening]:
    return rules.explain(state, m.Finish())


def his_turn(state: State) -> list[h.Happening]:
    """His carriage joins, and what follows up to the end of the round."""
    done = of_hideo(finish(state).happenings)
    ends = [place for place, x in enumerate(done) if isinstance(x, h.EffectApplied | h.GameEnded)]
    return done[: ends[0]] if ends else done


def his_vp(done: list[h.Happening] | tuple[h.Happening, ...]) -> int:
    return sum(x.vp for x in done if isinstance(x, h.Scored) and x.seat == HIDEO)


def worked(done: list[h.Happening]) -> list[h.Happening]:
    """The works, cauldrons and margins of his turn."""
    kinds = (h.GroundPrepared, h.StationBuilt, h.TrackLaid, h.CauldronPlaced, h.MarginUsed)
    return [x for x in done if isinstance(x, kinds)]


def total(state: State, seat: int) -> int:
    return RULES.scores(state)[seat].total


def claim(state: State, place: int) -> m.Claim:
    card = state.table.row[place]
    return next(x for x in RULES.legal_moves(state) if isinstance(x, m.Claim) and x.carriage == card)


def handed_over(happenings: tuple[h.Happening, ...]) -> tuple[h.Happening, ...]:
    """What happened before the next round began."""
    kinds = [type(x) for x in happenings]
    return happenings[: kinds.index(h.RoundBegan)] if h.RoundBegan in kinds else happenings


# -- He never pays and never has yen


def test_12_2_3_a_surcharge_costs_hideo_nothing() -> None:
    start = first_round()
    middle = RULES.kit.carriages[start.table.row[1]].cities[0]
    state = arrange(RULES, start, stations={middle: GOLD}, seats={HIDEO: {"vp": 0}, YOU: {"yen": 20}})
    step = RULES.explain(state, claim(state, 0))
    assert [x.seat for x in step.happenings if isinstance(x, h.Claimed)] == [YOU, HIDEO]
    assert (step.state.table.seats[HIDEO].yen, step.state.table.seats[HIDEO].vp) == (0, 0)
    assert not [x for x in step.happenings if isinstance(x, h.Paid | h.Forgiven) and x != _own_price(step)]


def _own_price(step: Step[State, h.Happening]) -> h.Paid:
    return next(x for x in step.happenings if isinstance(x, h.Paid) and x.payer == YOU)


@pytest.mark.parametrize("round", range(5))
def test_12_2_3_his_works_cost_nothing(round: int) -> None:
    state = before_hideo(round, seats={HIDEO: {"tracks": 1}}, prepared=["odawara"])
    done = his_turn(state)
    assert worked(done)
    assert not [x for x in done if isinstance(x, h.Paid | h.Forgiven | h.CardUsed)]


def test_12_1_7_no_yen_for_hideo_and_the_engines_cost_him_nothing() -> None:
    for rules in (SHIPPED, HARD):
        state = rules.apply(rules.start(solo_deal()), m.ChooseEngine("engine-2"))
        assert state.table.seats[HIDEO].engine == "engine-1"
        assert state.table.seats[HIDEO].yen == 0
        assert state.table.seats[HIDEO].cauldrons == 7


def test_12_10_the_hard_game_changes_the_start_alone() -> None:
    easy, hard = RULES.start(solo_deal()), HARD.start(solo_deal())
    assert easy.table.seats[HIDEO].vp == 0
    assert (hard.table.seats[YOU].yen, hard.table.seats[YOU].vp) == (7, 0)
    seats = tuple(
        attrs.evolve(seat, yen=other.yen, vp=other.vp)
        for seat, other in zip(hard.table.seats, easy.table.seats, strict=True)
    )
    assert attrs.evolve(hard.table, seats=seats) == easy.table
    assert HARD.settings() != SHIPPED.settings()


# -- Preparing the round and buying


@pytest.mark.parametrize("closed", [(), (1,), (1, 2, 3)])
def test_4_c_12_2_4_cauldron_income_of_both(closed: tuple[int, ...]) -> None:
    """12.2.2: yours is yen, his is victory points; a closed venue pays like any other (D-54)."""
    state = before_hideo(
        0,
        row=(),
        claims=(),
        tile=(YOU, HIDEO, NOBODY),
        cauldrons=((1, 2), (0, 1), (3, 0)),
        closed_venues=closed,
        seats={YOU: {"yen": 0, "cauldrons": 3}, HIDEO: {"cauldrons": 4}},
    )
    step = finish(state)
    you, hideo = step.state.table.seats
    assert step.state.table.round == 1
    assert (you.yen, you.vp) == (1 + 4, 0)  # an unused action, four cauldrons
    assert (hideo.yen, hideo.vp) == (0, 3)


def test_4_c_no_income_after_the_last_round() -> None:
    state = before_hideo(
        4, row=(), claims=(), tile=(YOU, HIDEO, NOBODY), cauldrons=((1, 2), (0, 0), (0, 0)), seats={YOU: {"yen": 0}}
    )
    step = finish(state)
    assert step.state.table.phase is Phase.OVER
    assert step.state.table.seats[YOU].yen == 1
    assert step.state.table.seats[HIDEO].vp == 0


def test_12_4_1_first_on_the_tile_hideo_buys_before_you() -> None:
    state = before_hideo(0, row=(), claims=(), tile=(HIDEO, YOU, NOBODY))
    table = finish(state).state.table
    assert (table.phase, table.seat) == (Phase.BUY, YOU)
    assert len(table.row) == 3
    assert table.claims == (NOBODY, HIDEO, NOBODY)


def test_12_3_d_60_the_third_carriage_is_discarded() -> None:
    start = first_round()
    for yours, his in ((0, 1), (1, 0), (2, 1)):
        step = RULES.explain(start, claim(start, yours))
        left = start.table.row[3 - yours - his]
        assert step.state.table.discard == tuple(sorted((*TWO_CITY, left)))
        assert [x.carriages for x in step.happenings if isinstance(x, h.Discarded)] == [(left,)]


@pytest.mark.parametrize(("place", "joined"), [(0, [YOU]), (1, [HIDEO, YOU]), (2, [HIDEO, YOU])])
def test_12_11_1_the_row_decides_who_acts_first(place: int, joined: list[int]) -> None:
    state = first_round()
    step = RULES.explain(state, claim(state, place))
    assert [x.seat for x in step.happenings if isinstance(x, h.Joined)] == joined
    assert (step.state.table.phase, step.state.table.seat) == (Phase.PLACE, YOU)
    free = {x.space for x in RULES.legal_moves(step.state) if isinstance(x, m.Place)}
    assert free == ({1, 2, 3} if joined == [YOU] else {2, 3})


# -- Turn order


def test_12_5_4_space_1_advances_the_hindmost() -> None:
    state = before_hideo(3, counters=counters(gold=4, white=2, black=7, order=(WHITE, GOLD, BLACK)))
    done = his_turn(state)
    assert [x for x in done if isinstance(x, h.CounterAdvanced)] == [h.CounterAdvanced(WHITE, 3, "12.5.4")]
    assert his_vp(done) == GROUND["yokohama"]


def test_12_5_4_in_a_pile_the_lowest_is_hindmost_and_ends_on_top() -> None:
    state = before_hideo(4, counters=counters(gold=3, white=2, black=2, order=(BLACK, WHITE, GOLD)))
    step = finish(state)
    advanced = [x for x in step.happenings if isinstance(x, h.CounterAdvanced)]
    assert advanced == [h.CounterAdvanced(BLACK, 3, "12.5.4")]
    assert step.state.table.counters == counters(gold=3, white=2, black=3, order=(WHITE, GOLD, BLACK))


def test_12_5_4_g_14_if_the_hindmost_cannot_move_nothing_happens() -> None:
    last = counters(LAST_SPACE, LAST_SPACE, LAST_SPACE, (WHITE, BLACK, GOLD))
    done = his_turn(before_hideo(3, counters=last))
    assert not [x for x in done if isinstance(x, h.CounterAdvanced)]
    assert his_vp(done) == GROUND["yokohama"]
    over = finish(before_hideo(4, counters=last)).state.table
    assert over.counters == last


def test_12_5_3_6_b_4_space_2_is_a_victory_point() -> None:
    """12.2.2, 12.2.4: the reward of the space, as victory points."""
    state = before_hideo(3, **HIS_TURN_ON_2)
    done = his_turn(state)
    assert [x.space for x in done if isinstance(x, h.Placed)] == [2]
    assert his_vp(done) == 1 + GROUND["yokohama"]
    assert not [x for x in done if isinstance(x, h.CounterAdvanced)]
    assert finish(state).state.table.seats[HIDEO].yen == 0


def test_12_5_3_you_on_space_3_leave_him_the_first() -> None:
    done = his_turn(before_hideo(3, tile=(NOBODY, NOBODY, YOU)))
    assert [x.space for x in done if isinstance(x, h.Placed)] == [1]


# -- His carriages and the events do nothing for him


@pytest.mark.parametrize("card", ONE_CITY)
def test_12_2_6_no_carriage_of_his_changes_his_turn(card: str) -> None:
    """The same turn as with the plain one, whatever he adds: space 1 and 2, works, margin."""
    for tile in ((NOBODY, YOU, NOBODY), (YOU, NOBODY, NOBODY)):
        turns = [
            his_turn(
                before_hideo(
                    1,
                    row=(new,),
                    tile=tile,
                    seats={HIDEO: {"train": tuple(c for c in old if c != new), "tracks": 1}},
                    stations={"shizuoka": GOLD, "odawara": WHITE},
                    prepared=["toyohashi"],
                    tracked=["odawara"],
                )
            )[1:]
            for new, old in ((card, ONE_CITY[:3]), ("tokyo-1", ()))
        ]
        assert turns[0] == turns[1]


def test_12_2_6_twice_turn_order_is_not_for_him() -> None:
    done = his_turn(before_hideo(3, row=("maibara-2",)))
    assert len([x for x in done if isinstance(x, h.CounterAdvanced)]) == 1
    assert his_vp(his_turn(before_hideo(3, row=("maibara-2",), **HIS_TURN_ON_2))) == 1 + GROUND["yokohama"]


def test_12_2_6_cheap_build_scores_him_no_more() -> None:
    state = before_hideo(3, row=("hamamatsu-2",), prepared=["yokohama"])
    assert his_vp(his_turn(state)) == 6


def test_12_2_6_twice_at_venue_does_not_double_the_margin() -> None:
    state = before_hideo(2, row=("atami-2",), stations={"shizuoka": GOLD}, tracked=["shizuoka"])
    assert his_vp(his_turn(state)) == 2


def test_12_2_6_no_free_choice_of_the_track_space() -> None:
    state = before_hideo(
        2, row=("toyohashi-2",), stations={"shizuoka": GOLD}, seats={HIDEO: {"tracks": 1}}
    )  # the event is build, letter C
    assert his_vp(his_turn(state)) == 4


@pytest.mark.parametrize("event", RULES.kit.events)
def test_12_2_6_no_event_changes_his_turn(event: str) -> None:
    """Two to five actions, or none of his: one city is active in this column."""
    events = ("prepare-lay-or-build", "get-yen", "build", event, "lay")
    done = worked(his_turn(before_hideo(3, events=events)))
    assert done == [h.GroundPrepared(HIDEO, "yokohama", "12.7.1")]


def _until_the_next_round(state: State) -> tuple[State, list[h.Happening]]:
    """Finish, decline what you may, and stop when the round is over."""
    happened: list[h.Happening] = []
    round = state.table.round
    move: m.Move = m.Finish()
    while True:
        step = RULES.explain(state, move)
        state = step.state
        happened += handed_over(step.happenings)
        if state.table.round != round:
            return state, happened
        assert (state.table.phase, RULES.to_move(state)) == (Phase.END, YOU)
        assert RULES.view(state, YOU).state.table.seat == YOU
        legal = RULES.legal_moves(state)
        move = m.Decline() if m.Decline() in legal else legal[0]


@pytest.mark.parametrize("event", END_EVENTS)
@pytest.mark.parametrize("tile", [(YOU, HIDEO, NOBODY), (HIDEO, YOU, NOBODY)])
def test_12_8_end_of_round_effects_pass_him_by(event: str, tile: tuple[int, ...]) -> None:
    state = before_hideo(
        0,
        events=(event, "get-yen", "build", "prepare", "lay"),
        row=(),
        claims=(),
        tile=tile,
        seats={HIDEO: {"vp": 9, "train": ("osaka-1", "maibara-2")}, YOU: {"vp": 3, "yen": 9, "train": ("osaka-2",)}},
        stations={"osaka": GOLD},
        tracked=["osaka"],
    )
    after, happened = _until_the_next_round(state)
    assert after.table.seats[HIDEO] == state.table.seats[HIDEO]
    assert his_vp(happened) == 0
    if event == "reward-again" and tile[0] == HIDEO:
        assert not [x for x in happened if isinstance(x, h.CounterAdvanced)]


def test_12_8_d_62_what_you_buy_at_the_end_stands() -> None:
    events = ("buy-at-end", "get-yen", "build", "prepare", "lay")
    state = before_hideo(0, events=events, row=(), claims=(), tile=(HIDEO, YOU, NOBODY), seats={YOU: {"yen": 20}})
    state = RULES.apply(state, m.Finish())
    assert (state.table.phase, state.table.seat) == (Phase.END, YOU)
    buy = next(x for x in RULES.legal_moves(state) if isinstance(x, m.BuyAtEnd))
    table = RULES.apply(state, buy).table
    assert buy.carriage in table.seats[YOU].train
    assert table.seats[HIDEO].train == ()
    assert table.discard == tuple(card for card in TWO_CITY if card != buy.carriage)


# -- His action in a city


@pytest.mark.parametrize(
    ("prepared", "built", "tracked", "tracks", "expected"),
    [
        (False, False, False, 1, h.GroundPrepared),
        (False, False, True, 1, h.GroundPrepared),
        (True, False, False, 1, h.StationBuilt),
        (True, False, True, 1, h.StationBuilt),
        (True, False, True, 0, h.StationBuilt),
        (True, True, False, 1, h.TrackLaid),
        (True, True, False, 0, h.MarginUsed),
        (True, True, True, 1, h.MarginUsed),
    ],
)
def test_12_7_the_order_of_the_three_actions(
    prepared: bool, built: bool, tracked: bool, tracks: int, expected: type[h.Happening]
) -> None:
    """12.7.1-3, 12.7.5, 12.7.6: in that order, the margin last."""
    state = before_hideo(
        2,
        seats={HIDEO: {"tracks": tracks}, YOU: {"tracks": 3}},
        prepared=["shizuoka"] if prepared and not built else [],
        stations={"shizuoka": BLACK} if built else {},
        tracked=["shizuoka"] if tracked else [],
    )
    done = worked(his_turn(state))
    assert type(done[0]) is expected
    assert len(done) == (2 if expected is h.MarginUsed else 1)
    after = finish(state).state.table.seats
    assert after[YOU].tracks == 3
    assert after[HIDEO].tracks == tracks + (expected is h.GroundPrepared) - (expected is h.TrackLaid)


def test_12_7_1_a_track_prepared_is_laid_the_same_turn() -> None:
    state = before_hideo(1, stations={"odawara": GOLD, "toyohashi": WHITE})
    done = worked(his_turn(state))
    assert [x for x in done if not isinstance(x, h.CauldronPlaced)] == [
        h.GroundPrepared(HIDEO, "shizuoka", "12.7.1"),
        h.TrackLaid(HIDEO, "odawara", HIDEO, "12.7.3"),
        h.MarginUsed("toyohashi", "12.7.6"),
    ]
    assert finish(state).state.table.seats[HIDEO].tracks == 0


@pytest.mark.parametrize(("event", "vp"), [("prepare", 1), ("lay", 2), ("build", 4), ("lay-2", 6)])
def test_12_7_4_track_scores_by_the_counter_of_the_round(event: str, vp: int) -> None:
    events = ("prepare-lay-or-build", "get-yen", "build", event, "participate")
    state = before_hideo(3, events=events, stations={"yokohama": GOLD}, seats={HIDEO: {"tracks": 2}})
    assert his_vp(his_turn(state)) == vp


@pytest.mark.parametrize(
    ("gold", "white", "black", "order", "colour", "vp"),
    [
        (0, 0, 0, (WHITE, BLACK, GOLD), GOLD, 6),
        (0, 0, 0, (GOLD, BLACK, WHITE), WHITE, 6),
        (1, 0, 0, (WHITE, BLACK, GOLD), BLACK, 6),
        (1, 1, 0, (BLACK, WHITE, GOLD), BLACK, 6),
        (1, 1, 2, (WHITE, GOLD, BLACK), GOLD, 4),
        (2, 2, 2, (WHITE, GOLD, BLACK), BLACK, 2),
        (3, 4, 3, (BLACK, GOLD, WHITE), GOLD, 1),
        (4, 4, 1, (BLACK, GOLD, WHITE), BLACK, 4),
        (4, 4, 3, (BLACK, WHITE, GOLD), BLACK, 1),
    ],
)
def test_12_7_2_the_best_station_left(
    gold: int, white: int, black: int, order: tuple[Colour, ...], colour: Colour, vp: int
) -> None:
    """So many stations of each colour stand already; the order of the counters decides ties, on one space too."""
    colours = [GOLD] * gold + [WHITE] * white + [BLACK] * black
    cities = [city for city in RULES.kit.city_ids if city != "yokohama"]
    stations = dict(zip(cities, colours, strict=False))
    state = before_hideo(
        3, prepared=["yokohama"], stations=stations, counters=counters(5, 5, 5, order), **HIS_TURN_ON_2
    )
    done = his_turn(state)
    assert worked(done) == [h.StationBuilt(HIDEO, "yokohama", colour, "12.7.2")]
    assert his_vp(done) == 1 + vp


# -- The margins


@pytest.mark.parametrize(
    ("round", "city", "venue", "vp"),
    [(2, "shizuoka", 0, 2), (1, "odawara", 1, 2), (3, "yokohama", 2, 0), (4, "atami", None, 2), (4, "tokyo", 0, 2)],
)
@pytest.mark.parametrize("left", [7, 1, 0])
def test_12_7_7_to_10_the_margins(round: int, city: str, venue: int | None, vp: int, left: int) -> None:
    """12.7.7-10: everywhere else there is ground to prepare; closed tokens are out of the way."""
    start = before_hideo(round, stations={city: GOLD}, tracked=[city], seats={HIDEO: {"cauldrons": left}})
    blank = tuple(
        EMPTY if cell.startswith("c") else sight for cell, sight in zip(CELLS, start.table.board, strict=True)
    )
    state = attrs.evolve(start, table=attrs.evolve(start.table, board=blank))
    done = his_turn(state)
    assert [x.city for x in done if isinstance(x, h.MarginUsed)] == [city]
    placed = [x.city for x in done if isinstance(x, h.CauldronPlaced)]
    assert placed == ([VENUES[venue]] if venue is not None and left else [])
    grounds = [x.city for x in done if isinstance(x, h.GroundPrepared)]
    assert his_vp(done) - sum(GROUND[c] for c in grounds) == (vp if left or venue is None else 0)
    after = RULES.apply(state, m.Finish()).table
    assert after.seats[HIDEO].cauldrons == left - len(placed)
    counts = [0, 0, 0]
    if placed and venue is not None:
        counts[venue] = 1
    assert after.cauldrons == tuple((0, count) for count in counts)


# -- Closed venues


@pytest.mark.parametrize(("venue", "each"), [(0, 2), (1, 2), (2, 0)])
@pytest.mark.parametrize("left", [7, 2, 1, 0])
def test_12_6_5_d_53_d_54_a_closed_token(venue: int, each: int, left: int) -> None:
    """12.6.5, 12.6.6, 12.6.8."""
    start = before_hideo(1, seats={HIDEO: {"cauldrons": left}}, cauldrons=((1, 0), (1, 0), (1, 0)))
    state = token_on(start, "c3", f"closed-{venue + 1}")
    step = finish(state)
    done = his_turn(state)
    placed = min(2, left)
    assert [x for x in done if isinstance(x, h.CauldronPlaced)] == [
        h.CauldronPlaced(HIDEO, VENUES[venue], "12.6.5")
    ] * placed
    assert sum(x.vp for x in done if isinstance(x, h.Scored) and x.clause == "12.6.8") == each * placed
    assert h.VenueClosed(VENUES[venue], "12.6.6") in done
    table = step.state.table
    assert table.closed_venues() == (venue + 1,)
    assert table.cauldrons == tuple((1, placed if v == venue else 0) for v in PRESENT)
    assert table.board[CELLS.index("c3")] == EMPTY
    assert not [x for x in done if isinstance(x, h.MarginUsed)]


def test_12_6_7_hideo_still_places_where_it_is_closed() -> None:
    state = before_hideo(
        2, closed_venues=(1, 2, 3), stations={"shizuoka": GOLD}, tracked=["shizuoka"], cauldrons=((2, 2),) * 3
    )
    done = his_turn(state)
    assert h.CauldronPlaced(HIDEO, "osaka", "12.7.7") in done
    assert his_vp(done) == 2


@pytest.mark.parametrize("event", ["participate", "participate-and-advance"])
def test_12_6_6_closed_for_events_as_well(event: str) -> None:
    events = (event, "get-yen", "build", "prepare", "lay")
    for closed in ((1,), (2,), (3,), (2, 3)):
        state = before_hideo(
            0,
            events=events,
            closed_venues=closed,
            actions=2,
            seats={YOU: {"yen": 9, "train": ("hashima-1", "atami-2")}},
        )
        moves = [x for x in RULES.legal_moves(state) if isinstance(x, m.Participate)]
        assert {x.card for x in moves} == {"event", "hashima-1", "engine-2"}
        assert {x.venue for x in moves} == {v + 1 for v in PRESENT} - {*closed}


# -- Your use of what is his


@pytest.mark.parametrize(("train", "fee"), [((), 2), (("osaka-2",), 1), (("osaka-2", "tokyo-2"), 1)])
def test_12_2_1_d_56_the_fee_of_his_engine(train: tuple[str, ...], fee: int) -> None:
    state = before_hideo(0, actions=2, seats={YOU: {"yen": 9, "train": train}})
    step = RULES.explain(state, m.Participate("engine-2", 2, 0))
    assert step.state.table.seats[YOU].yen == 9 - fee
    assert (step.state.table.seats[HIDEO].vp, step.state.table.seats[HIDEO].yen) == (fee, 0)


def test_12_2_1_your_own_engine_brings_him_nothing() -> None:
    state = before_hideo(0, actions=2, seats={YOU: {"yen": 9}})
    step = RULES.explain(state, m.Prepare("engine-1", "maibara"))
    assert step.state.table.seats[HIDEO] == state.table.seats[HIDEO]


def test_7_6_2_without_the_yen_his_engine_is_out_of_reach() -> None:
    for yen in (1, 2):
        state = before_hideo(0, actions=2, seats={YOU: {"yen": yen, "vp": 9}})
        assert (RULES.why_not(state, m.Participate("engine-2", 2, 0)) is None) == (yen == 2)


@pytest.mark.parametrize(
    ("event", "card", "train", "letter", "cost", "vp"),
    [
        ("get-yen", "kyoto-1", ("kyoto-1",), "C", 3, 4),
        ("get-yen", "nagoya-1", ("nagoya-1",), "C", 2, 4),
        ("prepare", "nagoya-1", ("nagoya-1",), "A", 0, 1),
        ("lay", "event", (), "B", 2, 2),
        ("lay-2", "event", (), "D", 2, 6),
        ("lay-2", "event", ("toyohashi-2",), "A", 0, 1),
        ("lay", "kyoto-1", ("kyoto-1", "toyohashi-2"), "D", 4, 6),
    ],
)
def test_7_11_5_12_11_4_his_track_for_what_it_costs(
    event: str, card: str, train: tuple[str, ...], letter: str, cost: int, vp: int
) -> None:
    events = (event, "participate", "build", "yen-for-all", "score-a-city")
    state = before_hideo(
        0, events=events, actions=2, seats={YOU: {"yen": 9, "train": train}, HIDEO: {"tracks": 2, "vp": 5}}
    )
    step = RULES.explain(state, m.Lay(card, "maibara", letter, HIDEO))
    you, hideo = step.state.table.seats
    assert (you.yen, you.vp) == (9 - cost, vp)
    assert (hideo.yen, hideo.vp, hideo.tracks) == (0, 5 + cost, 1)


def test_7_11_5_12_2_1_his_engine_and_his_track_both_pay_him() -> None:
    state = before_hideo(1, actions=2, seats={YOU: {"yen": 9}, HIDEO: {"tracks": 1}})
    step = RULES.explain(state, m.Lay("engine-2", "maibara", "C", HIDEO))
    assert (step.state.table.seats[YOU].yen, step.state.table.seats[HIDEO].vp) == (9 - 5, 5)


def test_7_11_5_with_a_track_of_your_own_his_are_not_yours() -> None:
    state = before_hideo(1, actions=2, seats={YOU: {"yen": 9, "tracks": 1}, HIDEO: {"tracks": 1}})
    assert RULES.why_not(state, m.Lay("engine-2", "maibara", "C", HIDEO)) is not None
    assert RULES.why_not(state, m.Lay("engine-2", "maibara", "C", YOU)) is None


@pytest.mark.parametrize("round", range(5))
def test_9_10_3_d_61_the_olympic_token_event_has_three_tokens(round: int) -> None:
    events = ("olympic-token",) * 5
    state = before_hideo(round, events=events, seats={YOU: {"yen": 9, "train": ("osaka-1", "kyoto-1")}})
    offered = {x for x in RULES.legal_moves(state) if isinstance(x, m.TakeToken)}
    aside = {"nagoya", "hashima", "hamamatsu"}
    assert offered == {m.TakeToken("event", city, on) for city in aside for on in ("osaka-1", "kyoto-1")}
    for city in ("shizuoka", "odawara", "tokyo", "osaka", "closed-3"):
        assert RULES.why_not(state, m.TakeToken("event", city, "osaka-1")) is not None


# -- Final scoring


@pytest.mark.parametrize(
    ("yours", "his", "you_score", "he_scores"),
    [(0, 0, 0, 0), (1, 0, 6, 0), (0, 1, 0, 6), (2, 2, 6, 6), (1, 3, 0, 6), (3, 2, 6, 0)],
)
@pytest.mark.parametrize("closed", [(), (1,)])
def test_12_11_2_venues_between_you_and_him(
    yours: int, his: int, you_score: int, he_scores: int, closed: tuple[int, ...]
) -> None:
    works: dict[str, Any] = {"stations": {"osaka": GOLD}, "tracked": ["osaka"], "closed_venues": closed}
    works["counters"] = counters(5, 2, 1, (BLACK, WHITE, GOLD))
    bare = final(**works)
    state = final(cauldrons=((yours, his), (0, 0), (0, 0)), **works)
    assert total(state, YOU) - total(bare, YOU) == you_score
    assert total(state, HIDEO) - total(bare, HIDEO) == he_scores


def test_12_9_2_a_venue_without_track_costs_you_and_not_him() -> None:
    bare = final()
    state = final(cauldrons=((1, 1), (0, 2), (2, 0)))
    assert total(state, YOU) - total(bare, YOU) == -6
    assert total(state, HIDEO) - total(bare, HIDEO) == 0


def test_12_9_2_your_majority_at_a_closed_venue_stands() -> None:
    works: dict[str, Any] = {"stations": {"kyoto": WHITE}, "tracked": ["kyoto"]}
    works["counters"] = counters(5, 2, 1, (BLACK, WHITE, GOLD))
    state = final(cauldrons=((0, 0), (3, 2), (0, 0)), closed_venues=[2], **works)
    assert total(state, YOU) - total(final(**works), YOU) == 3
    assert section(state, "12.9.2") == 0


@pytest.mark.parametrize(
    ("stations", "tracked", "vp"),
    [
        ({"shizuoka": GOLD, "toyohashi": BLACK}, ("shizuoka", "toyohashi"), 7),
        ({"shizuoka": GOLD, "toyohashi": GOLD}, ("shizuoka", "toyohashi"), 12),
        ({"shizuoka": GOLD}, ("toyohashi",), 0),
        ({}, ("shizuoka", "toyohashi"), 0),
        ({}, (), 0),
    ],
)
def test_12_9_3_the_cities_of_positions_a(stations: dict[str, Colour], tracked: tuple[str, ...], vp: int) -> None:
    order = counters(5, 2, 1, (BLACK, WHITE, GOLD))
    state = final(stations=stations, tracked=tracked, counters=order)
    assert total(state, HIDEO) == vp
    assert section(state, "12.9.3") == vp


def test_12_9_3_d_59_they_cumulate_with_his_carriages() -> None:
    state = final(
        stations={"shizuoka": GOLD},
        tracked=["shizuoka"],
        counters=counters(5, 2, 1, (BLACK, WHITE, GOLD)),
        seats={HIDEO: {"train": ("shizuoka-1", "shizuoka-2")}},
    )
    assert total(state, HIDEO) == 18  # two carriages and the board; one city is no connection


def test_12_9_3_only_his_and_only_positions_a() -> None:
    works: dict[str, Any] = {"stations": {"odawara": GOLD, "tokyo": WHITE}, "tracked": ["odawara", "tokyo"]}
    assert total(final(**works), HIDEO) == 0
    a_cities: dict[str, Any] = {"stations": {"shizuoka": GOLD}, "tracked": ["shizuoka"]}
    assert total(final(**a_cities), YOU) == total(final(), YOU)


@pytest.mark.parametrize(
    ("train", "vp"),
    [
        ((), 0),
        (("nagoya-1",), 0),
        (("nagoya-1", "nagoya-2"), 0),
        (("nagoya-1", "nagoya-2", "toyohashi-1"), 6),
        (("hamamatsu-1", "nagoya-1", "osaka-1", "toyohashi-2", "toyohashi-1"), 9),
        (("tokyo-1", "osaka-1"), 0),
        (("kyoto-1", "yokohama-1", "osaka-1", "tokyo-1", "odawara-1"), 9),
        (("atami-1", "shizuoka-1", "hamamatsu-1", "toyohashi-1", "nagoya-1"), 15),
        (("osaka-1", "maibara-1", "nagoya-1", "hamamatsu-1", "atami-1"), 0),
    ],
)
def test_12_9_4_connected_cities_sorted(train: tuple[str, ...], vp: int) -> None:
    for tracked in ((), ("nagoya", "toyohashi", "hamamatsu")):
        for order in [train, train[::-1], *list(permutations(train))[:20]]:
            state = final(seats={HIDEO: {"train": order}}, tracked=tracked)
            assert section(state, "12.9.4") == vp
            assert total(state, HIDEO) == vp


@pytest.mark.parametrize(("tracks", "cauldrons"), [(0, 7), (3, 0), (1, 5)])
def test_12_9_5_d_58_leftovers(tracks: int, cauldrons: int) -> None:
    state = final(seats={HIDEO: {"tracks": tracks, "cauldrons": cauldrons, "vp": 4}})
    assert total(state, HIDEO) == 4 + tracks


def test_12_9_you_score_as_usual() -> None:
    state = final(seats={YOU: {"train": ("osaka-1",), "cauldrons": 2, "yen": 7, "vp": 20, "tracks": 1}})
    assert total(state, YOU) == 20 - 3 - 6 + 2 + 1


# -- What is hidden


def _hidden_alike() -> list[Deal]:
    """Deals that differ only in what lies face down."""
    towns = ("tokyo", "odawara", "yokohama", "atami")
    return [
        solo_deal(
            board=board(a1="shizuoka", a4="toyohashi", b1=a, b2=b, b3=c, b4=d, c2=one, c3=two),
        )
        for a, b, c, d in list(permutations(towns))[::5]
        for one, two in permutations(RULES.kit.closed_tokens, 2)
    ]


def hidden_tokens(state: State) -> list[set[Piece]]:
    """What may lie face down on Hideo's board: cities, closed venue tokens."""
    return [{*unknown.pieces} for unknown in RULES.hidden(state, YOU) if unknown.places[0][0] == "board"]


def test_12_6_3_face_down_is_hidden() -> None:
    states = [RULES.start(deal) for deal in _hidden_alike()]
    first = states[0]
    assert sum(token == FACE_DOWN for token in first.table.board) == 6
    for state in states:
        assert state.table == first.table
        assert RULES.view(state, YOU) == RULES.view(first, YOU)
        assert RULES.digest(state) == RULES.digest(first)
    assert hidden_tokens(first) == [{"atami", "odawara", "tokyo", "yokohama"}, {"closed-1", "closed-2", "closed-3"}]


def test_12_6_4_what_is_revealed_is_seen_and_no_more() -> None:
    state = before_hideo(1)
    after = finish(state).state
    seen = dict(zip(CELLS, after.table.board, strict=True))
    assert seen == {
        "a1": "shizuoka",
        "b1": FACE_DOWN,
        "b2": "odawara",
        "c2": FACE_DOWN,
        "b3": FACE_DOWN,
        "c3": EMPTY,
        "a4": "toyohashi",
        "b4": FACE_DOWN,
    }
    cities, closed = hidden_tokens(after)
    assert closed == {"closed-2", "closed-3"}
    assert "odawara" not in cities
    assert len(after.table.tokens) == 3


@pytest.mark.parametrize("round", [0, 2])
def test_12_6_1_only_the_column_of_the_round_is_revealed(round: int) -> None:
    state = before_hideo(round)
    assert not [x for x in his_turn(state) if isinstance(x, h.TokenRevealed)]
    assert finish(state).state.table.board == state.table.board


# -- Whole games


def _random_game(rules: ZeroKei, deal: Deal, rng: Random, most: int = 1000) -> list[m.Move]:
    state, made = rules.start(deal), list[m.Move]()
    while len(made) < most and (legal := rules.legal_moves(state)):
        made.append(rng.choice(legal))
        state = rules.apply(state, made[-1])
    return made


@given(st.integers(0, 2**32), st.booleans())
def test_pieces_are_kept_along_solo_games(seed: int, hard: bool) -> None:
    """12.2.5, 12.9.1: he never has yen, and nothing costs him victory points at the end."""
    rules = HARD if hard else SHIPPED
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    while legal := rules.legal_moves(state):
        state = rules.apply(state, rng.choice(legal))
        table = state.table
        hideo = table.seats[HIDEO]
        assert hideo.yen == 0
        assert not hideo.tokens
        assert not hideo.spent
        assert set(hideo.train) <= set(ONE_CITY)
        assert len(hideo.train) <= table.round + 1
        for number, seat in enumerate(table.seats):
            assert seat.cauldrons + sum(counts[number] for counts in table.cauldrons) == 7
        tracks = sum(seat.tracks for seat in table.seats)
        assert len(table.prepared_cities()) == len(table.cities_with_track()) + tracks
    assert len(state.table.seats[HIDEO].train) == 5
    assert FACE_DOWN not in state.table.board
    assert len(state.table.closed_venues()) == 2
    assert all(item.points >= 0 for item in rules.scores(state)[HIDEO].items)


@pytest.mark.parametrize("seed", range(4))
def test_records_of_solo_games_verify(seed: int) -> None:
    rules = HARD if seed % 2 else SHIPPED
    rng = Random(seed)
    deal = rules.deal(rng)
    told = record(rules, deal, _random_game(rules, deal, rng))
    assert told.scores is not None
    again = from_text(text(told))
    assert again == told
    assert rules_of(again) == rules
    assert verify(rules, again).table.phase is Phase.OVER


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_seen_by_hides_his_board(most: int) -> None:
    """As long as nothing has been revealed every such deal makes the same record for you."""
    deals = _hidden_alike()
    moves = _random_game(RULES, deals[0], Random(5), most)
    texts: set[str] = set()
    for deal in deals:
        whole = record(RULES, deal, moves)
        saw = seen_by(RULES, whole, YOU)
        assert verify(RULES, saw).table == verify(RULES, whole).table
        assert verify(RULES, saw).table.round == 0
        texts.add(text(saw))
    assert len(texts) == 1


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_seen_by_hides_what_is_still_hidden(seed: int, most: int) -> None:
    """Any state that looks the same to you gives the same record."""
    rng = Random(seed)
    deal = RULES.deal(rng)
    moves = _random_game(RULES, deal, rng, most)
    whole = record(RULES, deal, moves)
    state = verify(RULES, whole)
    other = RULES.redeal(RULES.view(state, YOU), rng)
    cells = zip(deal.board, other.board, state.table.board, strict=True)
    hidden = tuple(theirs if sight == FACE_DOWN else ours for ours, theirs, sight in cells)
    drawn = len(deal.deck) - len(state.deck)
    alike = attrs.evolve(deal, board=hidden, deck=deal.deck[:drawn] + other.deck)
    assert text(seen_by(RULES, record(RULES, alike, moves), YOU)) == text(seen_by(RULES, whole, YOU))


# -- Beside other rules


def test_5_b_7_12_4_1_if_you_skip_the_middle_is_still_the_second_of_three() -> None:
    """Your token beyond the row, on no carriage, does not move the middle."""
    rules = ZeroKei(seats=1, edition=RULES.edition, rulings={"nothing_affordable": "c"})
    state = arrange(rules, first_round_by(rules), seats={YOU: {"yen": 0, "vp": 0}})
    middle = state.table.row[1]
    assert rules.legal_moves(state) == (m.Skip(),)
    step = rules.explain(state, m.Skip())
    assert h.Claimed(HIDEO, middle, "12.4.1") in step.happenings


def test_7_17_3_12_2_4_repeating_his_engine_pays_him_again() -> None:
    state = before_hideo(
        0, actions=2, used=frozenset({"engine-2"}), seats={YOU: {"yen": 9, "train": ("shizuoka-1",)}, HIDEO: {"vp": 2}}
    )
    state = RULES.apply(state, m.Repeat("shizuoka-1", "engine-2"))
    again = next(x for x in RULES.legal_moves(state) if isinstance(x, m.Participate) and (x.venue, x.times) == (2, 0))
    hideo = RULES.apply(state, again).table.seats[HIDEO]
    assert (hideo.vp, hideo.yen) == (4, 0)


@pytest.mark.parametrize("tile", [(YOU, HIDEO, NOBODY), (HIDEO, YOU, NOBODY)])
def test_9_6_1_g_11_a_tie_of_ranks_with_hideo_goes_by_turn_order(tile: tuple[int, ...]) -> None:
    events = ("yen-by-rank", "get-yen", "build", "prepare", "lay")
    state = before_hideo(0, events=events, row=(), claims=(), tile=tile, seats={YOU: {"vp": 4}, HIDEO: {"vp": 4}})
    yen = RULES.edition.figures.yen_by_rank[tile.index(YOU)]
    assert h.Paid(NOBODY, YOU, yen, "9.6.1") in finish(state).happenings
