"""The rulebook's worked examples, played through the public API. Line numbers are those of the English text."""

from __future__ import annotations

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Phase
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
    plain_deal,
)

RULES = ZeroKei(seats=3)
ENGINES = ("engine-1", "engine-3", "engine-2")
"""Yellow's offers Prepare Ground; green's Participate, and neither Prepare Ground nor Build Station."""


def test_setup_for_three_with_8_yen() -> None:
    """Lines 41-42: five events whose yen add up to 8."""
    events = ("participate-and-advance", "repeat-train-card", "score-a-city", "buy-at-end", "build")
    state = RULES.start(plain_deal(RULES, events=events))
    assert [seat.yen for seat in state.table.seats] == [8, 8, 8]
    assert [seat.cauldrons for seat in state.table.seats] == [7, 7, 7]
    assert len(state.table.engines) == 4
    assert RULES.to_move(state) == GREEN  # The last on the tile chooses first (2.H.2).


def test_income_of_2_4_and_1() -> None:
    """Line 111: yellow has two cauldrons on venues, red four, green one."""
    state = acting(
        RULES,
        after_engines(RULES, ENGINES, events=("prepare-lay-or-build", "olympic-token", "build", "lay-2", "lay")),
        GREEN,
        cauldrons=((2, 1, 0), (0, 3, 0), (0, 0, 1)),
    )
    step = RULES.explain(state, m.Finish())
    income = [x for x in step.happenings if isinstance(x, h.Paid) and x.clause == "4.C"]
    assert income == [
        h.Paid(NOBODY, YELLOW, 2, "4.C"),
        h.Paid(NOBODY, RED, 4, "4.C"),
        h.Paid(NOBODY, GREEN, 1, "4.C"),
    ]
    assert RULES.say(income[0]) == "Yellow receives 2 yen (4.C)."


def test_a_row_of_5_with_three_players() -> None:
    """Line 116."""
    state = after_engines(RULES, ENGINES)
    assert len(state.table.row) == 5
    assert state.table.phase is Phase.BUY


def test_green_buys_toyohashi_for_4_and_gold_advances() -> None:
    """Lines 150-152: 2 for the card and 2 more for the station that Toyohashi has."""
    start = after_engines(RULES, ENGINES, turn_order=(GREEN, YELLOW, RED))
    row = ("toyohashi-1", "maibara-hashima", "kyoto-1", "osaka-1", "tokyo-1")
    state = arrange(RULES, start, stations={"toyohashi": WHITE}, row=row, claims=(NOBODY,) * 5)
    assert RULES.to_move(state) == GREEN
    step = RULES.explain(state, m.Claim("toyohashi-1", (GOLD,)))
    assert step.happenings == (
        h.Claimed(GREEN, "toyohashi-1", "5.A.2"),
        h.Paid(GREEN, NOBODY, 4, "5.B.2"),
        h.CounterAdvanced(GOLD, 1, "5.C.1"),
    )
    assert RULES.to_move(step.state) == YELLOW
    assert step.state.table.seats[GREEN].train == ()  # It joins the train in phase 3 only.


def test_yellow_adds_maibara_hashima_and_takes_space_2_for_1_yen() -> None:
    """Lines 166-170 and 182-186: yellow's token is nearest the tile, so yellow acts first."""
    start = after_engines(RULES, ENGINES)
    row = ("maibara-hashima", "kyoto-1", "toyohashi-1", "osaka-1", "tokyo-1")
    state = arrange(
        RULES,
        start,
        seats={YELLOW: {"train": ("nagoya-1",), "yen": 20}, RED: {"yen": 20}, GREEN: {"yen": 20}},
        row=row,
        claims=(NOBODY,) * 5,
    )
    state = RULES.apply(state, m.Claim("maibara-hashima", (BLACK, GOLD)))
    state = RULES.apply(state, m.Claim("toyohashi-1", (GOLD,)))
    step = RULES.explain(state, m.Claim("osaka-1", (WHITE,)))
    assert step.happenings[-2:] == (
        h.Discarded(("kyoto-1", "tokyo-1"), "5.D.1"),
        h.Joined(YELLOW, "maibara-hashima", "6.A.2"),
    )
    state = step.state
    assert state.table.seats[YELLOW].train == ("nagoya-1", "maibara-hashima")
    assert RULES.to_move(state) == YELLOW
    assert state.table.tile == (NOBODY, NOBODY, NOBODY)
    step = RULES.explain(state, m.Place(2))
    assert step.happenings == (h.Placed(YELLOW, 2, "6.B.1"), h.Paid(NOBODY, YELLOW, 1, "6.B.4"))


def test_greens_turn_at_hamamatsu() -> None:
    """Lines 268-284: three actions, on yellow's engine, with the event and on green's own engine."""
    events = ("prepare-lay-or-build", "repeat-train-card", "score-a-city", "buy-at-end", "build")
    state = acting(
        RULES,
        after_engines(RULES, ENGINES, events=events, venues=("odawara", "yokohama", "maibara")),
        GREEN,
        seats={GREEN: {"train": ("nagoya-2", "toyohashi-1"), "yen": 9}, YELLOW: {"yen": 0}},
        stations={"toyohashi": WHITE},  # so the next white station comes from the row of 4
    )
    assert state.table.actions == 3
    offered = {type(move) for move in RULES.legal_moves(state) if getattr(move, "card", "") == "engine-2"}
    assert m.Participate in offered
    assert not offered & {m.Prepare, m.Build}

    prepare = m.Prepare("engine-1", "hamamatsu")
    assert RULES.say(prepare, state) == "With yellow's engine, prepare ground at Hamamatsu (7)."
    step = RULES.explain(state, prepare)
    assert RULES.say(step.happenings[0], state) == "Green uses yellow's engine (6.C.2)."
    assert step.happenings == (
        h.CardUsed(GREEN, "engine-1", "6.C.2"),
        h.Paid(GREEN, YELLOW, 2, "7.6.2"),
        h.Paid(GREEN, NOBODY, 1, "8.4"),  # 3 is printed; the ability makes it 1
        h.GroundPrepared(GREEN, "hamamatsu", "7.9.3"),
        h.Scored(GREEN, 3, "8.4.1"),
    )
    state = step.state
    assert state.table.seats[GREEN].tracks == 1

    step = RULES.explain(state, m.Build("event", "hamamatsu", WHITE))
    assert step.happenings == (
        h.CardUsed(GREEN, "event", "9.5"),
        h.Paid(GREEN, NOBODY, 3, "7.13.1"),
        h.StationBuilt(GREEN, "hamamatsu", WHITE, "7.13.2"),
        h.Scored(GREEN, 4, "7.13.4"),
    )
    state = step.state

    step = RULES.explain(state, m.Participate("engine-2", venue=1, times=1))
    assert step.happenings[:5] == (
        h.CardUsed(GREEN, "engine-2", "6.C.2"),
        h.Paid(GREEN, NOBODY, 2, "7.6.1"),
        h.CauldronPlaced(GREEN, "odawara", "7.16.1"),
        h.Paid(GREEN, NOBODY, 1, "7.16.3"),
        h.Scored(GREEN, 2, "7.16.3"),
    )
    assert RULES.say(step.happenings[0], state) == "Green uses their own engine (6.C.2)."
    green = step.state.table.seats[GREEN]
    # 9 yen less 3, 3 and 3, and 1 of income from the new cauldron as the next round begins.
    assert (green.yen, green.vp) == (0 + 1, 3 + 4 + 2)
    assert step.state.table.seats[YELLOW].yen == 2


def test_yellows_final_score_is_31_and_21() -> None:
    """Lines 339-356: 31 + 13 + 3 + 9 - 6 + 1 + 1 = 52."""
    state = acting(
        RULES,
        after_engines(
            RULES,
            ENGINES,
            venues=("odawara", "yokohama", "maibara"),
            events=("prepare-lay-or-build", "olympic-token", "build", "lay-2", "lay"),
        ),
        GREEN,
        round=4,
        seats={
            YELLOW: {
                "train": ("osaka-1", "kyoto-1", "maibara-1", "maibara-hashima", "nagoya-1"),
                "yen": 5,
                "vp": 31,
                "tracks": 1,
                "cauldrons": 2,
            },
            RED: {"cauldrons": 4},
            GREEN: {"cauldrons": 6},
        },
        # Yokohama: yellow and red 3 each. Maibara: yellow 2. Odawara: green 1.
        cauldrons=((0, 0, 1), (3, 3, 0), (2, 0, 0)),
        stations={"maibara": GOLD, "hashima": WHITE, "nagoya": BLACK},
        prepared=["osaka", "kyoto"],
        tracked=["osaka", "maibara", "hashima", "nagoya"],
        counters=counters(gold=6, white=4, black=2, order=(BLACK, WHITE, GOLD)),
    )
    state = RULES.apply(state, m.Finish())
    assert RULES.to_move(state) is None
    score = RULES.scores(state)[YELLOW]
    assert [(item.title, item.points, item.clause) for item in score.items] == [
        ("on the score marker", 31, "11.2"),
        ("city Osaka (1)", 0, "11.3.2"),
        ("city Kyoto (2)", -3, "11.3.3"),
        ("city Maibara (3) x2", 12, "11.3.1"),
        ("city Hashima (4)", 3, "11.3.1"),
        ("city Nagoya (5)", 1, "11.3.1"),
        ("venue Yokohama (11), tied", -3, "11.4.3"),
        ("venue Maibara (3)", 6, "11.4.1"),
        ("connected Maibara (3) - Hashima (4) - Nagoya (5)", 9, "11.5.3"),
        ("2 cauldrons left", -6, "11.6.1"),
        ("5 yen left", 1, "11.6.2"),
        ("1 track left", 1, "11.6.3"),
    ]
    assert score.total == 52
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.totals[YELLOW]) == ((YELLOW,), 52)
