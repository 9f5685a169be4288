"""Solo: setup, Hideo's turns, the two worked examples, his score. Line numbers are those of the English text."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import DealError, ShinkansenError
from shinkansen.core.play import at_random, play_out
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import rulings
from shinkansen.zerokei.table import FACE_DOWN, NOBODY, TAIL, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import BLACK, GOLD, WHITE, arrange, counters
from tests.zerokei.random_games import narrated

YOU, HIDEO = 0, 1
RULES = ZeroKei(seats=1)
KIT = RULES.kit
ONE_CITY = tuple(card for card, carriage in KIT.carriages.items() if len(carriage.cities) == 1)
TWO_CITY = tuple(sorted(set(KIT.carriages) - set(ONE_CITY)))
CELLS = [cell.id for cell in RULES.edition.hideo.cells]


def board(**tokens: str) -> tuple[str, ...]:
    """The tokens of his board: those named, the rest in order."""
    spare = ("tokyo", "yokohama", "atami", "nagoya", "hashima", "hamamatsu", "odawara", "shizuoka", "toyohashi")
    cities = iter([city for city in spare if city not in tokens.values()])
    closed = iter([c for c in KIT.closed_tokens if c not in tokens.values()])
    return tuple(tokens.get(cell) or next(closed if cell.startswith("c") else cities) for cell in CELLS)


def solo_deal(**changes: Any) -> Deal:
    deal = Deal(
        turn_order=(YOU, HIDEO),
        counters=(GOLD, WHITE, BLACK),
        venues=("osaka", "kyoto", "maibara"),
        events=RULES.deal(Random(0)).events,
        deck=ONE_CITY,
        board=board(a1="shizuoka", b2="odawara", a4="toyohashi", c3="closed-1"),
    )
    return attrs.evolve(deal, **changes)


def first_round(rules: ZeroKei = RULES, **changes: Any) -> State:
    state = rules.start(solo_deal(**changes))
    return rules.apply(state, m.ChooseEngine("engine-1"))


def before_hideo(round: int, rules: ZeroKei = RULES, **changes: Any) -> State:
    """Your last decision of a round before Hideo's turn: he has a one-city carriage in the row."""
    settings: dict[str, Any] = {
        "round": round,
        "phase": Phase.ACT,
        "seat": YOU,
        "actions": 1,
        "tile": (NOBODY, YOU, NOBODY),
        "row": ("tokyo-1",),
        "claims": (HIDEO,),
        "events": ("prepare-lay-or-build", "get-yen", "build", "prepare", "lay"),
    }
    return arrange(rules, first_round(rules), **{**settings, **changes})


def of_hideo(step_happenings: tuple[h.Happening, ...]) -> list[h.Happening]:
    """What happened from the moment his carriage joined until the next round."""
    kinds = [type(x) for x in step_happenings]
    begin = kinds.index(h.Joined)
    end = kinds.index(h.RoundBegan) if h.RoundBegan in kinds else len(kinds)
    return [*step_happenings[begin:end]]


# -- Setup


def test_12_1_setup() -> None:
    """12.1.2, 12.1.6, 12.1.7, 12.1.9, 12.1.12."""
    state = RULES.start(solo_deal())
    table = state.table
    assert RULES.seats == 1
    assert RULES.to_move(state) == YOU
    assert table.tile[:2] == (YOU, HIDEO)
    assert table.discard == TWO_CITY
    assert len(state.deck) == 24
    assert [seat.yen for seat in table.seats] == [sum(KIT.events[event].yen for event in table.events), 0]
    assert len(table.engines) == 2
    assert len(table.tokens) == 3
    assert [token for token in table.board if token != FACE_DOWN] == ["shizuoka", "toyohashi"]
    assert sorted(cell[0] for cell in CELLS) == list("aabbbbcc")


def test_12_1_4_hideo_gets_the_other_engine() -> None:
    state = first_round()
    assert [seat.engine for seat in state.table.seats] == ["engine-1", "engine-2"]


def test_12_3_a_row_of_three() -> None:
    assert len(first_round().table.row) == 3


def test_12_10_the_hard_game() -> None:
    rules = ZeroKei(seats=1, hard=True)
    state = rules.start(solo_deal())
    assert (state.table.seats[YOU].yen, state.table.seats[HIDEO].vp) == (7, 7)
    with pytest.raises(ShinkansenError, match="hard game is for one"):
        ZeroKei(seats=2, hard=True)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"turn_order": (1, 0)}, "place 1 has 1, expected one of the tokens of yellow"),
        ({"deck": tuple(KIT.carriages)}, "expected 24"),
        ({"board": ()}, "found 0 pieces, expected 8, for a1, b1"),
        ({"board": board(a1="osaka")}, "a1 has 'osaka', which place 1 of venues has too"),
        ({"board": board(c2="tokyo")}, "c2 has 'tokyo', expected one of the closed venue tokens"),
        (
            {"board": board(a1="shizuoka", b2="shizuoka")},
            "b2 has 'shizuoka', which a1 of board has too",
        ),
    ],
)
def test_a_wrong_solo_deal_is_refused(changes: dict[str, Any], complaint: str) -> None:
    """12.1.2, 12.1.6, 12.1.8-11: setup takes exactly its pieces."""
    with pytest.raises(DealError, match=complaint):
        RULES.start(solo_deal(**changes))


@pytest.mark.parametrize("seed", range(6))
def test_12_0_one_player_against_hideo(seed: int) -> None:
    """12.0: every decision is yours, and whoever of the two has more has won."""
    for state, _, _ in narrated(RULES, seed):
        assert RULES.to_move(state) == YOU
    over = play_out(RULES, RULES.start(RULES.deal(Random(seed))), at_random(Random(seed)))
    yours, his = (score.total for score in RULES.scores(over))
    outcome = RULES.outcome(over)
    assert outcome is not None
    assert yours == his or outcome.winners == ((YOU,) if yours > his else (HIDEO,))


def test_12_1_1_hideo_has_all_pieces_of_a_colour() -> None:
    """12.1.1: a turn order token, seven cauldrons, a score counter on zero, and an engine."""
    table = first_round().table
    hideo = table.seats[HIDEO]
    assert (hideo.cauldrons, hideo.vp, hideo.tracks, hideo.train) == (7, 0, 0, ())
    assert table.tile.count(HIDEO) == 1
    assert RULES.kit.seat_names[HIDEO] == "Hideo" != RULES.kit.seat_names[YOU]
    assert hideo.engine not in ("", table.seats[YOU].engine)


def test_12_1_5_hideo_has_no_tail() -> None:
    """12.1.5: he has no income of one in his turn, and you cannot use it: the only tail is yours."""
    state = before_hideo(2, seats={YOU: {"yen": 9}}, tile=(YOU, NOBODY, NOBODY))
    incomes = [move for move in RULES.legal_moves(state) if isinstance(move, m.Income)]
    assert incomes == [m.Income(TAIL, colour) for colour in Colour]
    happened = RULES.explain(state, m.Finish()).happenings
    ground = {city.id: city.ground_vp for city in RULES.edition.cities}
    works = sum(ground[x.city] for x in happened if isinstance(x, h.GroundPrepared))
    assert sum(x.vp for x in happened if isinstance(x, h.Scored) and x.seat == HIDEO) == 1 + works  # 1 for space 2
    assert not [x for x in happened if isinstance(x, h.CardUsed | h.CounterAdvanced)]


def test_12_1_8_to_12_the_tokens_of_his_board() -> None:
    """12.1.8-12: nine venue tokens and three closed ones, at random: 2 face up, 4 face down, 2 closed, 3 + 1 aside."""
    deals = [RULES.deal(Random(seed)) for seed in range(150)]
    for deal in deals:
        table = RULES.start(deal).table
        cells = dict(zip(CELLS, deal.board, strict=True))
        assert len(set(deal.board)) == 8
        for cell, sight in zip(CELLS, table.board, strict=True):
            token = cells[cell]
            assert sight == (token if cell.startswith("a") else FACE_DOWN)
            assert token.startswith("closed-") == cell.startswith("c")
        cities = {token for token in deal.board if not token.startswith("closed-")}
        assert len(cities) == 6
        assert {*table.tokens} == {*RULES.kit.city_ids} - {*deal.venues} - cities
        assert len(table.tokens) == 3
    for place, cell in enumerate(CELLS):
        everything = {*RULES.kit.closed_tokens} if cell.startswith("c") else {*RULES.kit.city_ids}
        assert {deal.board[place] for deal in deals} == everything


# -- Buying


def test_12_4_1_hideo_takes_the_middle_carriage() -> None:
    state = first_round()
    _, middle, last = state.table.row
    step = RULES.explain(state, RULES.legal_moves(state)[0])
    assert h.Claimed(HIDEO, middle, "12.4.1") in step.happenings
    assert last in step.state.table.discard


def test_12_4_2_or_the_nearest() -> None:
    """12.4.3, 12.2.3: the counter of his carriage advances, and he pays nothing."""
    state = first_round()
    first, middle, _ = state.table.row
    move = next(x for x in RULES.legal_moves(state) if isinstance(x, m.Claim) and x.carriage == middle)
    step = RULES.explain(state, move)
    assert h.Claimed(HIDEO, first, "12.4.2") in step.happenings
    colour = KIT.carriages[first].counters[0][0]
    assert [x.colour for x in step.happenings if isinstance(x, h.CounterAdvanced) and x.clause == "12.4.3"] == [colour]
    assert not [x for x in step.happenings if isinstance(x, h.Paid) and x.payer == HIDEO]


def test_12_11_1_hideo_acts_by_his_place_in_the_row() -> None:
    """You took the middle carriage, so he is nearer the tile and acts before you."""
    state = first_round()
    move = next(x for x in RULES.legal_moves(state) if isinstance(x, m.Claim) and x.carriage == state.table.row[1])
    step = RULES.explain(state, move)
    joined = [x.seat for x in step.happenings if isinstance(x, h.Joined)]
    assert joined == [HIDEO, YOU]
    assert step.state.table.phase is Phase.PLACE
    assert step.state.table.tile[0] == HIDEO


# -- His turn


def test_example_60_61() -> None:
    """12.6.2, 12.6.4, 12.6.5, 12.6.8: lines 598-602; Shizuoka, Odawara revealed, closed for 4, Toyohashi."""
    state = before_hideo(1)
    step = RULES.explain(state, m.Finish())
    done = of_hideo(step.happenings)
    vp = {city.id: city.ground_vp for city in RULES.edition.cities}
    assert done[0] == h.Joined(HIDEO, "tokyo-1", "12.5.1")
    assert done[1] == h.Placed(HIDEO, 1, "12.5.3")
    assert done[2] == h.CounterAdvanced(GOLD, 1, "12.5.4")  # the bottom of the pile is in last place
    assert done[3:] == [
        h.GroundPrepared(HIDEO, "shizuoka", "12.7.1"),
        h.Scored(HIDEO, vp["shizuoka"], "12.7.4"),
        h.TokenRevealed("odawara", "12.6.4"),
        h.GroundPrepared(HIDEO, "odawara", "12.7.1"),
        h.Scored(HIDEO, vp["odawara"], "12.7.4"),
        h.TokenRevealed("closed-1", "12.6.5"),
        h.CauldronPlaced(HIDEO, "osaka", "12.6.5"),
        h.Scored(HIDEO, 2, "12.6.8"),
        h.CauldronPlaced(HIDEO, "osaka", "12.6.5"),
        h.Scored(HIDEO, 2, "12.6.8"),
        h.VenueClosed("osaka", "12.6.6"),
        h.GroundPrepared(HIDEO, "toyohashi", "12.7.1"),
        h.Scored(HIDEO, vp["toyohashi"], "12.7.4"),
    ]
    said = [RULES.say(x, state) for x in done]
    assert "Hideo reveals Odawara (10) (12.6.4)." in said
    assert "The venue of Osaka (1) is closed to you (12.6.6)." in said


def test_example_61_62() -> None:
    """12.7.6, 12.7.7: lines 630-633; nothing is possible at Shizuoka, so a cauldron and 2 victory points."""
    state = before_hideo(2, stations={"shizuoka": GOLD}, tracked=["shizuoka"])
    done = of_hideo(RULES.explain(state, m.Finish()).happenings)
    assert done[3:6] == [
        h.MarginUsed("shizuoka", "12.7.6"),
        h.CauldronPlaced(HIDEO, "osaka", "12.7.7"),
        h.Scored(HIDEO, 2, "12.7.7"),
    ]


def test_12_7_2_hideo_builds_what_scores_most() -> None:
    """Two colours have their 6 left, and white is further than black."""
    state = before_hideo(
        2,
        prepared=["shizuoka"],
        stations={"kyoto": GOLD},
        counters=counters(gold=5, white=3, black=2, order=(BLACK, WHITE, GOLD)),
        tile=(YOU, NOBODY, NOBODY),
    )
    done = of_hideo(RULES.explain(state, m.Finish()).happenings)
    assert h.StationBuilt(HIDEO, "shizuoka", WHITE, "12.7.2") in done
    assert h.Scored(HIDEO, 6, "12.7.4") in done


def test_12_7_3_hideo_lays_his_own_track_only() -> None:
    contents = {HIDEO: {"tracks": 1}, YOU: {"tracks": 3}}
    state = before_hideo(2, seats=contents, stations={"shizuoka": GOLD})
    done = of_hideo(RULES.explain(state, m.Finish()).happenings)
    assert h.TrackLaid(HIDEO, "shizuoka", HIDEO, "12.7.3") in done
    without = before_hideo(2, seats={YOU: {"tracks": 3}}, stations={"shizuoka": GOLD})
    after = RULES.explain(without, m.Finish())
    assert h.MarginUsed("shizuoka", "12.7.6") in after.happenings
    assert after.state.table.seats[YOU].tracks == 3


def test_12_2_4_what_you_pay_hideo_is_victory_points() -> None:
    state = before_hideo(1, seats={YOU: {"yen": 9}, HIDEO: {"tracks": 1}}, actions=2)
    lay = next(x for x in RULES.legal_moves(state) if isinstance(x, m.Lay) and x.card == "engine-2")
    assert lay.track_of == HIDEO
    step = RULES.explain(state, lay)
    paid = [x for x in step.happenings if isinstance(x, h.Paid)]
    assert all(x.payee == NOBODY for x in paid)
    assert step.state.table.seats[HIDEO].vp == sum(x.yen for x in paid)
    assert step.state.table.seats[HIDEO].yen == 0


def test_12_6_6_a_closed_venue_refuses_your_cauldrons() -> None:
    state = before_hideo(1, closed_venues=[1], seats={YOU: {"yen": 9}}, actions=2)
    refusal = RULES.why_not(state, m.Participate("engine-2", 1, 0))
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == ("venue-closed", "12.6.6")
    venues = {x.venue for x in RULES.legal_moves(state) if isinstance(x, m.Participate)}
    assert venues == {2, 3}


def test_12_6_5_an_emptied_cell_does_nothing_later() -> None:
    """Column 63-64 has c2; after its token has been revealed nothing is there."""
    place = CELLS.index("c2")
    start = before_hideo(4)
    assert [x for x in RULES.explain(start, m.Finish()).happenings if isinstance(x, h.VenueClosed)]
    sight = (*start.table.board[:place], "", *start.table.board[place + 1 :])
    state = attrs.evolve(start, table=attrs.evolve(start.table, board=sight))
    step = RULES.explain(state, m.Finish())
    assert not [x for x in step.happenings if isinstance(x, h.VenueClosed)]


def test_12_8_hideo_takes_no_part_in_end_of_round_effects() -> None:
    events = ("yen-for-all", "get-yen", "build", "prepare", "lay")
    state = before_hideo(0, events=events, row=(), claims=(), tile=(YOU, HIDEO, NOBODY))
    before = state.table.seats
    step = RULES.explain(state, m.Finish())
    assert [x for x in step.happenings if isinstance(x, h.Paid) and x.clause == "9.3"] == [
        h.Paid(NOBODY, YOU, 4, "9.3")
    ]
    assert step.state.table.seats[HIDEO].vp == before[HIDEO].vp


def test_12_5_1_his_carriages_lie_in_sight() -> None:
    state = before_hideo(1, seats={HIDEO: {"train": ("osaka-1",)}})
    after = RULES.apply(state, m.Finish())
    seen = RULES.view(after, YOU).state.table.seats[HIDEO]
    assert sorted(seen.train) == ["osaka-1", "tokyo-1"]
    assert "tokyo-1" not in (*after.table.row, *after.table.discard, *after.deck)


def test_9_6_1_you_and_hideo_on_zero_rank_in_turn_order() -> None:
    """9.6.1, 12.1.2: first in turn order, you get what the first gets."""
    start = first_round()
    assert [seat.vp for seat in start.table.seats] == [0, 0]
    events = ("yen-by-rank", "get-yen", "build", "prepare", "lay")
    state = before_hideo(0, events=events, row=(), claims=(), tile=start.table.tile)
    happened = RULES.explain(state, m.Finish()).happenings
    first = RULES.edition.figures.yen_by_rank[0]
    paid = h.Paid(NOBODY, YOU, first, "9.6.1")
    assert [x for x in happened if isinstance(x, h.Paid) and x.clause == "9.6.1"] == [paid]


# -- Final scoring


def final(**changes: Any) -> State:
    settings: dict[str, Any] = {"phase": Phase.OVER, "round": 4, "row": (), "claims": ()}
    return arrange(RULES, first_round(), **{**settings, **changes})


def section(state: State, clause: str) -> int:
    return sum(item.points for item in RULES.scores(state)[HIDEO].items if item.clause == clause)


def test_12_9_hideos_score() -> None:
    """12.9.1-4."""
    state = final(
        seats={
            HIDEO: {
                "train": ("tokyo-1", "osaka-1", "kyoto-1", "yokohama-1", "osaka-2"),
                "vp": 20,
                "tracks": 2,
                "cauldrons": 5,
            }
        },
        stations={"osaka": GOLD, "shizuoka": WHITE},
        tracked=["osaka", "shizuoka"],
        counters=counters(gold=5, white=3, black=2, order=(BLACK, WHITE, GOLD)),
        cauldrons=((0, 1), (1, 1), (0, 0)),
    )
    assert section(state, "12.9.1") == 12  # Osaka twice; Tokyo, Kyoto and Yokohama without track cost nothing
    assert section(state, "12.9.2") == 6  # Osaka; Kyoto, tied, without track
    assert section(state, "12.9.3") == 3  # Shizuoka; Toyohashi without track
    assert section(state, "12.9.4") == 6  # 1-2 or 11-12, track or not
    assert section(state, "11.6.3") == 2
    assert RULES.scores(state)[HIDEO].total == 20 + 12 + 6 + 3 + 6 + 2


@pytest.mark.parametrize(("yours", "his", "winner"), [(3, 2, YOU), (2, 3, HIDEO)])
def test_ruling_hideo_tie(yours: int, his: int, winner: int) -> None:
    """12.11.3: cauldrons decide, or the victory is shared."""
    state = final(
        seats={YOU: {"vp": 30 + 3 * yours, "yen": 0, "cauldrons": yours}, HIDEO: {"vp": 30, "cauldrons": his}}
    )
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.totals, outcome.winners, outcome.clause) == ((30, 30), (winner,), "11.7.2")
    shared = rules_for(1, attrs.evolve(RULES.rulings, hideo_tie="b")).outcome(state)
    assert shared is not None
    assert shared.winners == (YOU, HIDEO)


@pytest.mark.parametrize("yen", [1, 3, 30])
def test_12_9_6_yen_score_hideo_nothing(yen: int) -> None:
    """12.9.6: even if somebody had left him some."""
    none, some = (RULES.scores(final(seats={HIDEO: {"yen": each, "vp": 5}}))[HIDEO] for each in (0, yen))
    assert some == none
    assert not [item for item in some.items if "yen" in item.title]


# -- The other readings


def test_ruling_hideo_connection() -> None:
    state = final(seats={HIDEO: {"train": ("osaka-1", "kyoto-1")}}, tracked=["osaka"])
    other = rules_for(1, attrs.evolve(RULES.rulings, hideo_connection="b"))
    assert section(state, "12.9.4") == 6
    assert not [item for item in other.scores(state)[HIDEO].items if item.clause == "12.9.4"]


def test_ruling_hideo_space_one() -> None:
    other = rules_for(1, attrs.evolve(RULES.rulings, hideo_space_one="b"))
    state = before_hideo(1)
    assert h.CounterAdvanced(GOLD, 1, "12.5.4") in RULES.explain(state, m.Finish()).happenings
    done = of_hideo(other.explain(state, m.Finish()).happenings)
    assert not [x for x in done if isinstance(x, h.CounterAdvanced)]


def test_ruling_hideo_closed_third() -> None:
    """12.6.8: nothing for the third venue, or as much as for the others."""
    other = rules_for(1, attrs.evolve(RULES.rulings, hideo_closed_third="b"))
    place = CELLS.index("c3")
    start = before_hideo(1)
    state = attrs.evolve(start, board=(*start.board[:place], "closed-3", *start.board[place + 1 :]))
    assert not [x for x in RULES.explain(state, m.Finish()).happenings if getattr(x, "clause", "") == "12.6.8"]
    scored = [x for x in other.explain(state, m.Finish()).happenings if getattr(x, "clause", "") == "12.6.8"]
    assert scored == [h.Scored(HIDEO, 2, "12.6.8")] * 2


@pytest.mark.parametrize("left", [0, 1, 2])
def test_ruling_hideo_cauldrons(left: int) -> None:
    """12.6.5, 12.7.7, H-8: a cauldron that he lacks scores nothing, or as if it were placed."""
    place = CELLS.index("c3")
    for letter in "ab":
        rules = rules_for(1, rulings({"hideo_cauldrons": letter}))
        start = before_hideo(1, rules, seats={HIDEO: {"cauldrons": left}})
        state = attrs.evolve(start, board=(*start.board[:place], "closed-1", *start.board[place + 1 :]))
        done = of_hideo(rules.explain(state, m.Finish()).happenings)
        assert sum(isinstance(x, h.CauldronPlaced) and x.clause == "12.6.5" for x in done) == min(left, 2)
        scored = sum(x.vp for x in done if isinstance(x, h.Scored) and x.clause == "12.6.8")
        assert scored == 2 * (2 if letter == "b" else min(left, 2))
        done = of_hideo(
            rules.explain(
                before_hideo(
                    2, rules, stations={"shizuoka": GOLD}, tracked=["shizuoka"], seats={HIDEO: {"cauldrons": 0}}
                ),
                m.Finish(),
            ).happenings
        )
        margin = [x.vp for x in done if isinstance(x, h.Scored) and x.clause == "12.7.7"]
        assert margin == ([2] if letter == "b" else [])


def test_ruling_hideo_rank() -> None:
    events = ("yen-by-rank", "get-yen", "build", "prepare", "lay")
    changes: dict[str, Any] = {"events": events, "row": (), "claims": (), "tile": (YOU, HIDEO, NOBODY)}
    first, second = RULES.edition.figures.yen_by_rank[:2]
    for letter, yen in (("a", second), ("b", first)):
        rules = rules_for(1, rulings({"hideo_rank": letter}))
        state = before_hideo(0, rules, seats={HIDEO: {"vp": 9}}, **changes)
        paid = [x for x in rules.explain(state, m.Finish()).happenings if isinstance(x, h.Paid) and x.clause == "9.6"]
        assert paid == [h.Paid(NOBODY, YOU, yen, "9.6")]


def test_ruling_hideo_icon() -> None:
    carriages = tuple(
        attrs.evolve(carriage, counters=((GOLD, WHITE),)) if len(carriage.cities) == 1 else carriage
        for carriage in RULES.edition.carriages
    )
    edition = attrs.evolve(RULES.edition, carriages=carriages)
    for letter, colour in (("a", GOLD), ("b", WHITE)):
        rules = ZeroKei(seats=1, edition=edition, rulings={"hideo_icon": letter})
        state = first_round(rules)
        state = attrs.evolve(state, table=attrs.evolve(state.table, counters=counters(0, 5, 0, (GOLD, BLACK, WHITE))))
        move = next(x for x in rules.legal_moves(state) if isinstance(x, m.Claim) and x.advance == (WHITE,))
        done = rules.explain(state, move).happenings
        assert [x.colour for x in done if isinstance(x, h.CounterAdvanced) and x.clause == "12.4.3"] == [colour]


# -- Laws over solo games


@given(st.integers(0, 2**32), st.booleans())
def test_laws_hold_along_solo_games(seed: int, hard: bool) -> None:
    rules = HARD if hard else RULES
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    plies = 0
    while legal := rules.legal_moves(state):
        assert rules.to_move(state) == YOU
        assert len(set(legal)) == len(legal)
        move = rng.choice(legal)
        assert rules.why_not(state, move) is None
        step = rules.explain(state, move)
        assert step.state == rules.apply(state, move)
        yen, vp = ([getattr(seat, key) for seat in state.table.seats] for key in ("yen", "vp"))
        for x in step.happenings:
            assert rules.say(x, state).endswith(".")
            if isinstance(x, h.Paid):
                assert HIDEO not in (x.payer, x.payee)
                assert x.payer == NOBODY or yen[x.payer] >= x.yen > 0
                for seat, sign in ((x.payer, -1), (x.payee, 1)):
                    if seat != NOBODY:
                        yen[seat] += sign * x.yen
            elif isinstance(x, h.Scored):
                vp[x.seat] += x.vp
        state = step.state
        table = state.table
        assert (yen, vp) == ([seat.yen for seat in table.seats], [seat.vp for seat in table.seats])
        cards = [*state.deck, *table.row, *table.discard, *(c for seat in table.seats for c in seat.train)]
        assert sorted(cards) == sorted(KIT.carriages)
        view = rules.view(state, YOU)
        again = rules.redeal(view, rng)
        assert rules.view(again, YOU) == view
        assert rules.legal_moves(again) == rules.legal_moves(state)
        plies += 1
    assert 5 * 2 < plies < 200
    outcome = rules.outcome(state)
    assert outcome is not None
    assert outcome.totals == tuple(score.total for score in rules.scores(state))


HARD = ZeroKei(seats=1, hard=True)
