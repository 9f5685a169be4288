"""What a referee says to a move that the rules forbid: one test for each refusal a player can meet.

Each names the reason and the clause, and the order in which reasons are reported is fixed: the game's end, form, turn,
phase, card, target, piece, price. Three play: yellow with engine 1 (prepare, lay), red with engine 3 (build,
participate), green with engine 2 (lay, participate). Track costs 3 yen for 4 victory points (C) unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shinkansen.core.errors import IllegalMove, Refusal
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Phase, State
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
    plain_deal,
)

RULES = ZeroKei(seats=3)
START = after_engines(RULES, ("engine-1", "engine-3", "engine-2"), venues=("odawara", "yokohama", "maibara"))
QUIET = "lose-vp-for-yen"
ROW = ("osaka-1", "kyoto-1", "maibara-1", "hashima-1", "nagoya-1")
ALL = RULES.kit.city_ids


def turn(train: Sequence[str] = (), event: str = QUIET, **yellow: Any) -> State:
    """Yellow's turn with five actions; keywords that are a seat's own are yellow's, the others the table's."""
    own: dict[str, Any] = {"yen": 20, "vp": 0, "train": tuple(train)}
    table: dict[str, Any] = {"actions": 5}
    for key, value in yellow.items():
        (own if key in {"yen", "vp", "tracks", "spent", "left"} else table)[key] = value
    if "left" in own:  # cauldrons in the play area; the table's are those on the venues
        own["cauldrons"] = own.pop("left")
    table["seats"] = {YELLOW: own, **table.pop("others", {})}
    return acting(RULES, START, YELLOW, events=(event, *START.table.events[1:]), **table)


def buying(row: Sequence[str] = ROW, **changes: Any) -> State:
    """Yellow buys first, everybody has 30 yen unless said otherwise."""
    seats: dict[int, dict[str, Any]] = {seat: {"yen": 30} for seat in range(3)}
    seats.update(changes.pop("seats", {}))
    return arrange(RULES, START, seats=seats, row=tuple(row), claims=(NOBODY,) * len(row), **changes)


def placing() -> State:
    """Yellow has to place the turn order token; all have bought."""
    state = buying()
    for move in (m.Claim("osaka-1", (WHITE,)), m.Claim("kyoto-1", (BLACK,)), m.Claim("maibara-1", (GOLD,))):
        state = RULES.apply(state, move)
    return state


def over() -> State:
    """The fifth round has ended."""
    events = (*START.table.events[:4], "lay")
    state = RULES.apply(acting(RULES, START, GREEN, round=4, events=events), m.Finish())
    assert state.table.phase is Phase.OVER
    return state


def refuse(
    state: State, move: object, reason: str, clause: str, by: int | None = None, rules: ZeroKei = RULES
) -> Refusal:
    """The refusal, which names this reason and this clause, in a sentence, and stops `apply` and `explain`."""
    refusal = rules.why_not(state, move, by)
    assert refusal is not None, move
    assert (refusal.reason, refusal.clause) == (reason, clause), refusal
    assert clause in rulebook() or (clause == "" and reason == "malformed")
    assert refusal.sentence.endswith(".")
    assert refusal.sentence[0].isupper()
    assert rules.say(refusal) == str(refusal)
    if by is None:
        assert move not in rules.legal_moves(state)
        unchecked: Any = move
        for attempt in (rules.apply, rules.explain):
            with pytest.raises(IllegalMove) as error:
                attempt(state, unchecked)
            assert error.value.refusal == refusal
    return refusal


# -- the game's end, the turn, the phase


def test_game_over() -> None:
    assert RULES.legal_moves(over()) == ()
    refuse(over(), m.Finish(), "game-over", "10.3")


@pytest.mark.parametrize("by", [RED, GREEN, 3, -1])
def test_not_your_turn_to_act(by: int) -> None:
    refusal = refuse(turn(), m.Finish(), "not-your-turn", "6.1", by=by)
    assert "yellow" in refusal.sentence
    assert RULES.why_not(turn(), m.Finish(), by=YELLOW) is None


def test_not_your_turn_to_buy() -> None:
    refuse(buying(), m.Claim("osaka-1", (WHITE,)), "not-your-turn", "5.1", by=RED)


def test_not_your_turn_to_place() -> None:
    """6.1 orders phase 3 by the row; 6.B.1 says only where the token may go."""
    refuse(placing(), m.Place(2), "not-your-turn", "6.1", by=RED)


def test_not_your_turn_to_choose_an_engine() -> None:
    state = RULES.start(plain_deal(RULES))
    refuse(state, m.ChooseEngine("engine-1"), "not-your-turn", "2.H.2", by=YELLOW)


ENGINE_PHASE = RULES.start(plain_deal(RULES))
OUT_OF_PHASE: list[tuple[State, m.Move, str]] = [
    (ENGINE_PHASE, m.Claim("osaka-1", (WHITE,)), "2.H.2"),
    (ENGINE_PHASE, m.Finish(), "2.H.2"),
    (buying(), m.ChooseEngine("engine-1"), "5.A.3"),
    (buying(), m.Finish(), "5.A.3"),
    (buying(), m.Place(2), "5.A.3"),
    (buying(), m.Income("tail", GOLD), "5.A.3"),
    (placing(), m.Claim("hashima-1", (WHITE,)), "6.B.1"),
    (placing(), m.Finish(), "6.B.1"),
    (placing(), m.Prepare("osaka-1", "osaka"), "6.B.1"),
    (turn(), m.ChooseEngine("engine-1"), "6.C.1"),
    (turn(), m.Claim("osaka-1", (WHITE,)), "6.C.1"),
    (turn(), m.Place(2), "6.C.1"),
    (turn(), m.Decline(), "6.C.1"),
    (turn(), m.LoseVp(), "6.C.1"),
]


@pytest.mark.parametrize(("state", "move", "clause"), OUT_OF_PHASE)
def test_wrong_phase(state: State, move: m.Move, clause: str) -> None:
    refuse(state, move, "wrong-phase", clause)


def test_wrong_phase_at_the_end_of_a_round() -> None:
    state = RULES.apply(turn(vp=5), m.Finish())
    assert state.table.phase is Phase.END
    refuse(state, m.Finish(), "wrong-phase", "10.1")


def test_moving_carriages_without_a_venue() -> None:
    refuse(turn(["osaka-1", "kyoto-1"]), m.Relocate("osaka-1", 2), "wrong-phase", "7.16.6")


@pytest.mark.parametrize("move", [m.Finish(), m.Income("tail", GOLD), m.Participate("hashima-1", 2, 0)], ids=repr)
def test_a_move_of_carriages_is_owed(move: m.Move) -> None:
    state = RULES.apply(turn(["hashima-1", "osaka-1"]), m.Participate("hashima-1", 3, 1))
    refuse(state, move, "wrong-phase", "7.16.5")


@pytest.mark.parametrize("move", [m.Finish(), m.Income("tail", GOLD), m.Prepare("engine-1", "kyoto")], ids=repr)
def test_a_repetition_is_owed(move: m.Move) -> None:
    state = RULES.apply(turn(["shizuoka-1", "osaka-1"], used=frozenset({"osaka-1"})), m.Repeat("shizuoka-1", "osaka-1"))
    refuse(state, move, "wrong-phase", "7.17.1")


@pytest.mark.parametrize(
    ("event", "first", "clause"),
    [
        ("prepare-and-lay", m.Prepare("event", "osaka"), "9.9.2"),
        ("prepare-and-build", m.Prepare("event", "osaka"), "9.12.2"),
        ("participate-and-advance", m.Advance("event", GOLD), "9.1.1"),
    ],
)
def test_the_other_half_is_owed(event: str, first: m.Move, clause: str) -> None:
    state = RULES.apply(turn(event=event), first)
    for move in (m.Finish(), m.Income("tail", GOLD), first):
        refuse(state, move, "wrong-phase", clause)


# -- choosing an engine, buying, placing


def test_engine_taken() -> None:
    state = RULES.apply(ENGINE_PHASE, m.ChooseEngine("engine-2"))
    refuse(state, m.ChooseEngine("engine-2"), "engine-taken", "2.H.2")


def test_carriage_not_in_the_row() -> None:
    refuse(buying(), m.Claim("tokyo-2", (BLACK,)), "not-in-row", "5.A.1")


def test_carriage_claimed() -> None:
    state = RULES.apply(buying(), m.Claim("maibara-1", (GOLD,)))
    assert "yellow" in refuse(state, m.Claim("maibara-1", (GOLD,)), "claimed", "5.A.4").sentence


def test_counters_a_carriage_does_not_show() -> None:
    refuse(buying(("osaka-kyoto", *ROW[1:])), m.Claim("osaka-kyoto", (WHITE, GOLD)), "wrong-counters", "5.C.2")


def test_the_counter_a_carriage_does_not_show() -> None:
    refuse(buying(), m.Claim("osaka-1", (GOLD,)), "wrong-counters", "5.C.1")


def test_carriage_too_expensive() -> None:
    """The sentence says the price, both purses and what is missing."""
    state = buying(("osaka-kyoto", *ROW[1:]), seats={YELLOW: {"yen": 1, "vp": 1}})
    refusal = refuse(state, m.Claim("osaka-kyoto", (GOLD, WHITE)), "too-expensive", "5.B.6")
    for part in ("costs 4", "1 yen", "1 victory point", "2 too few"):
        assert part in refusal.sentence, refusal.sentence


def test_not_the_cheapest_when_nothing_can_be_paid() -> None:
    state = buying(seats={YELLOW: {"yen": 1, "vp": 0}})
    refusal = refuse(state, m.Claim("nagoya-1", (BLACK,)), "not-cheapest", "5.B.7")
    assert "Osaka" in refusal.sentence
    refuse(state, m.Claim("kyoto-1", (BLACK,)), "not-cheapest", "5.B.7")


def test_space_occupied() -> None:
    state = RULES.apply(RULES.apply(placing(), m.Place(2)), m.Finish())
    assert "yellow" in refuse(state, m.Place(2), "space-occupied", "6.B.1").sentence


@pytest.mark.parametrize("move", [m.Place(1), m.Place(1, (GOLD, WHITE)), m.Place(2, (GOLD,))], ids=repr)
def test_counters_a_space_does_not_ask_for(move: m.Place) -> None:
    refuse(placing(), move, "wrong-counters", "6.B.3")


def test_same_counter_twice() -> None:
    state = arrange(RULES, placing(), seats={YELLOW: {"train": ("maibara-2", "osaka-1")}})
    refuse(state, m.Place(1, (GOLD, GOLD)), "same-counter-twice", "8.7.1")


# -- the card


def test_card_used() -> None:
    state = RULES.apply(turn(["osaka-1"]), m.Prepare("osaka-1", "osaka"))
    refuse(state, m.Prepare("osaka-1", "kyoto"), "card-used", "6.C.3")


@pytest.mark.parametrize(
    ("event", "move"),
    [
        (QUIET, m.Income("tail", GOLD)),
        (QUIET, m.Prepare("engine-1", "osaka")),
        (QUIET, m.Participate("engine-3", 2, 0)),
        ("get-yen", m.GetYen("event")),
    ],
    ids=["tail", "own engine", "other engine", "event"],
)
def test_any_card_used(event: str, move: m.CardUse) -> None:
    state = RULES.apply(turn(event=event), move)
    again = m.Prepare("engine-1", "kyoto") if move.card == "engine-1" else move
    refuse(state, again, "card-used", "6.C.3")


def test_card_spent() -> None:
    state = turn(["kyoto-2"], spent=frozenset({"kyoto-2"}), discard=("osaka-1",))
    refuse(state, m.Buy("kyoto-2", "osaka-1", (WHITE,)), "card-spent", "7.15.5")


def test_not_in_your_train() -> None:
    state = turn(others={RED: {"train": ("osaka-1",)}})
    refuse(state, m.Prepare("osaka-1", "osaka"), "not-your-card", "6.C.2")


def test_engine_out_of_the_game() -> None:
    refuse(turn(), m.Prepare("engine-4", "osaka"), "not-your-card", "2.N")


@pytest.mark.parametrize(
    ("event", "move", "clause"),
    [
        (QUIET, m.Build("osaka-1", "tokyo", GOLD), "3.6.1"),
        (QUIET, m.Build("engine-1", "tokyo", GOLD), "3.5.1"),
        ("get-yen", m.Prepare("event", "osaka"), "9.0"),
        (QUIET, m.GetYen("event"), "9.0"),
    ],
    ids=["carriage", "engine", "event", "event without action"],
)
def test_action_not_offered(event: str, move: m.Move, clause: str) -> None:
    refuse(turn(["osaka-1"], event, prepared=["tokyo"]), move, "not-offered", clause)


def test_tail_offers_income_only() -> None:
    refuse(turn(), m.GetYen("tail"), "not-offered", "3.8")


def test_ability_carriage_offers_no_action() -> None:
    refuse(turn(["nagoya-2"]), m.Prepare("nagoya-2", "osaka"), "not-offered", "3.7.1")


# -- target and piece


def test_already_prepared() -> None:
    assert (
        "Kyoto"
        in refuse(
            turn(["osaka-1"], prepared=["kyoto"]), m.Prepare("osaka-1", "kyoto"), "already-prepared", "7.9.1"
        ).sentence
    )


def test_track_present() -> None:
    state = turn(["kyoto-1"], tracks=1, tracked=["atami"])
    refuse(state, m.Lay("kyoto-1", "atami", "C", YELLOW), "track-present", "7.11.1")


def test_wrong_space_of_the_track_cost_marker() -> None:
    refusal = refuse(turn(["kyoto-1"], tracks=1), m.Lay("kyoto-1", "atami", "A", YELLOW), "wrong-space", "7.11.2")
    assert "C" in refusal.sentence


def test_ground_not_prepared() -> None:
    refuse(turn(["maibara-1"]), m.Build("maibara-1", "osaka", GOLD), "ground-not-prepared", "7.13.3")


def test_station_present() -> None:
    state = turn(["maibara-1"], stations={"osaka": WHITE})
    refuse(state, m.Build("maibara-1", "osaka", GOLD), "station-present", "7.13.3")


def test_colour_exhausted() -> None:
    stations = dict.fromkeys(("kyoto", "maibara", "hashima", "nagoya"), WHITE)
    state = turn(["maibara-1"], stations=stations, prepared=["osaka"])
    assert "white" in refuse(state, m.Build("maibara-1", "osaka", WHITE), "colour-exhausted", "7.13.2").sentence


@pytest.mark.parametrize("track_of", [YELLOW, RED, GREEN])
def test_no_track_anywhere(track_of: int) -> None:
    refuse(turn(["kyoto-1"]), m.Lay("kyoto-1", "atami", "C", track_of), "no-track", "7.11.3")


@pytest.mark.parametrize("track_of", [YELLOW, GREEN])
def test_no_track_of_that_player(track_of: int) -> None:
    state = turn(["kyoto-1"], others={RED: {"tracks": 1}})
    refuse(state, m.Lay("kyoto-1", "atami", "C", track_of), "no-track", "7.11.3")


def test_must_use_own_track() -> None:
    state = turn(["kyoto-1"], tracks=1, others={RED: {"tracks": 1}})
    refuse(state, m.Lay("kyoto-1", "atami", "C", RED), "own-track-first", "7.11.5")


def test_no_cauldron() -> None:
    refuse(turn(["hashima-1"], left=0), m.Participate("hashima-1", 2, 1), "no-cauldron", "7.16.1")


@pytest.mark.parametrize("times", [-1, 2])
def test_venue_effect_not_so_often(times: int) -> None:
    refuse(turn(["hashima-1"]), m.Participate("hashima-1", 2, times), "wrong-times", "7.16.2")


def test_nothing_to_move_at_the_third_venue() -> None:
    refuse(turn(["hashima-1"]), m.Participate("hashima-1", 3, 1), "nothing-to-move", "7.16.5")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (m.Relocate("tokyo-1", 1), "not-your-card"),
        (m.Relocate("osaka-1", 2), "same-place"),
        (m.Relocate("osaka-1", 3), "no-such-place"),
        (m.Relocate("osaka-1", 0), "no-such-place"),
        (m.Relocate("osaka-1", -1), "no-such-place"),
    ],
    ids=repr,
)
def test_carriage_moved_nowhere(move: m.Relocate, reason: str) -> None:
    state = RULES.apply(turn(["hashima-1", "osaka-1"]), m.Participate("hashima-1", 3, 1))
    refuse(state, move, reason, "7.16.5")


def test_discard_pile_empty() -> None:
    refuse(turn(["kyoto-2"]), m.Buy("kyoto-2", "osaka-1", (WHITE,)), "discard-empty", "7.15.8")


def test_not_in_the_discard_pile() -> None:
    state = turn(["kyoto-2"], discard=("osaka-1",))
    refuse(state, m.Buy("kyoto-2", "nagoya-1", (BLACK,)), "not-discarded", "7.15.1")


def test_counters_a_bought_carriage_does_not_show() -> None:
    state = turn(["kyoto-2"], discard=("osaka-1",))
    refuse(state, m.Buy("kyoto-2", "osaka-1", (BLACK,)), "wrong-counters", "7.15.4")


@pytest.mark.parametrize(
    "again", ["osaka-1", "tail", "event", "engine-1", "engine-3", "shizuoka-1", "hamamatsu-shizuoka"]
)
def test_nothing_to_repeat(again: str) -> None:
    state = turn(["shizuoka-1", "osaka-1", "hamamatsu-shizuoka"], "get-yen")
    refuse(state, m.Repeat("shizuoka-1", again), "not-used", "7.17.1")


def test_a_repeat_is_not_repeatable() -> None:
    state = turn(["shizuoka-1", "hamamatsu-shizuoka"], used=frozenset({"shizuoka-1", "tail"}))
    refuse(state, m.Repeat("hamamatsu-shizuoka", "shizuoka-1"), "not-repeatable", "7.17.1")


def test_the_repeat_event_is_not_repeatable() -> None:
    state = turn(["shizuoka-1"], "repeat-train-card", used=frozenset({"event", "tail"}))
    refuse(state, m.Repeat("shizuoka-1", "event"), "not-repeatable", "7.17.1")


def test_a_spent_card_is_not_repeatable() -> None:
    """7.15.5 forbids it, not 7.17.1: the card was used this turn."""
    state = turn(["kyoto-2", "shizuoka-1"], discard=("osaka-1", "tokyo-1"))
    state = RULES.apply(state, m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    refusal = RULES.why_not(state, m.Repeat("shizuoka-1", "kyoto-2"))
    assert refusal is not None
    assert refusal.clause == "7.15.5"


def test_a_used_card_whose_action_is_impossible_now() -> None:
    state = turn(["shizuoka-1", "osaka-1"], used=frozenset({"osaka-1"}), prepared=ALL)
    refuse(state, m.Repeat("shizuoka-1", "osaka-1"), "nothing-to-repeat", "7.17.1")


@pytest.mark.parametrize(
    ("event", "move", "table", "clause"),
    [
        ("prepare-and-lay", m.Prepare("event", "osaka"), {"tracked": ALL}, "9.9.2"),
        ("prepare-and-lay", m.Lay("event", "osaka", "D", YELLOW), {"prepared": ALL, "tracks": 1}, "9.9.2"),
        ("prepare-and-build", m.Build("event", "osaka", GOLD), {"prepared": ALL}, "9.12.2"),
        ("participate-and-advance", m.Advance("event", GOLD), {"left": 0}, "9.1.1"),
    ],
    ids=["nowhere to lay", "nothing to prepare", "nothing to prepare, build first", "no cauldron"],
)
def test_no_second_half_possible(event: str, move: m.Move, table: dict[str, Any], clause: str) -> None:
    refuse(turn(event=event, **table), move, "no-second-half", clause)


# -- the price


TOO_FEW: list[tuple[str, State, m.Move, str, int]] = [
    ("prepare", turn(["osaka-1"], yen=1), m.Prepare("osaka-1", "nagoya"), "7.9.2", 3),
    ("lay", turn(["kyoto-1"], yen=1, tracks=1), m.Lay("kyoto-1", "atami", "C", YELLOW), "7.11.2", 2),
    ("lay borrowed", turn(["kyoto-1"], yen=0, others={RED: {"tracks": 1}}), m.Lay("kyoto-1", "atami", "C", RED), "", 3),
    ("build", turn(["maibara-1"], yen=2, prepared=["osaka"]), m.Build("maibara-1", "osaka", GOLD), "7.13.1", 1),
    ("buy", turn(["kyoto-2"], yen=1, discard=("osaka-1",)), m.Buy("kyoto-2", "osaka-1", (WHITE,)), "7.15.6", 1),
    ("venue", turn(["hashima-1"], yen=0), m.Participate("hashima-1", 1, 1), "7.16.3", 1),
    ("own engine", turn(yen=1), m.Prepare("engine-1", "nagoya"), "", 5),
    ("engine fee before the gain", turn(yen=1), m.Participate("engine-3", 2, 1), "", 1),
    ("repeat", turn(["shizuoka-1"], yen=0, used=frozenset({"tail"})), m.Repeat("shizuoka-1", "tail"), "7.17.1", 1),
    ("both halves", turn(event="prepare-and-lay", yen=5), m.Prepare("event", "maibara"), "", 2),
    ("token", turn(["osaka-1"], "olympic-token", yen=1), m.TakeToken("event", "osaka", "osaka-1"), "9.10", 2),
]


@pytest.mark.parametrize(
    ("state", "move", "clause", "missing"), [case[1:] for case in TOO_FEW], ids=[case[0] for case in TOO_FEW]
)
def test_too_few_yen(state: State, move: m.Move, clause: str, missing: int) -> None:
    """7.7.1: the sentence says how many are missing and that victory points cannot help."""
    state = arrange(
        RULES,
        state,
        seats={YELLOW: {"vp": 50}},
        prepared=state.table.prepared_cities(),
    )
    found = RULES.why_not(state, move)
    assert found is not None
    refusal = refuse(state, move, "too-few-yen", clause or found.clause)
    assert f"{missing} too few" in refusal.sentence
    assert "victory points cannot help" in refusal.sentence


@pytest.mark.parametrize(("venue", "times"), [(1, 0), (2, 0), (2, 1), (3, 0)])
def test_too_few_yen_for_the_engine_alone(venue: int, times: int) -> None:
    """7.6.1: only the engine costs something here, so a clause about engines is cited and not the venue's gain."""
    refusal = RULES.why_not(turn(yen=1), m.Participate("engine-3", venue, times))
    assert refusal is not None
    assert (refusal.reason, refusal.clause[:3]) == ("too-few-yen", "7.6"), refusal


# -- form


def odd(kind: type[Any], *parts: Any) -> Any:
    """A move with parts that the type checker would not let pass."""
    return kind(*parts)


MALFORMED: list[Any] = [
    None, 5, "finish", ("finish",), {"move": "finish"}, [m.Finish()], m.Finish, object(), float("nan"),
    odd(m.Prepare, None, None), odd(m.Prepare, ["osaka-1"], "osaka"), odd(m.Prepare, "osaka-1", {}),
    odd(m.Prepare, "osaka-1", 3), m.Prepare("osaka-1", "edo"), m.Prepare("edo-1", "osaka"), m.Prepare("", "osaka"),
    m.Lay("kyoto-1", "osaka", "Z", YELLOW), m.Lay("kyoto-1", "osaka", "C", 3), m.Lay("kyoto-1", "osaka", "C", -1),
    odd(m.Lay, "kyoto-1", "osaka", None, YELLOW), odd(m.Lay, "kyoto-1", "osaka", "C", None),
    odd(m.Build, "maibara-1", "osaka", "red"), odd(m.Build, "maibara-1", "osaka", None),
    odd(m.Income, "tail", None), odd(m.Income, "tail", []), odd(m.Income, "tail", (GOLD,)),
    m.Participate("hashima-1", 4, 0), m.Participate("hashima-1", 0, 0), m.Participate("hashima-1", -1, 0),
    odd(m.Participate, "hashima-1", None, 1), odd(m.Participate, "hashima-1", 1, None),
    odd(m.Participate, "hashima-1", "1", 0), odd(m.Participate, "hashima-1", 1, "0"),
    odd(m.Repeat, "shizuoka-1", None), m.Repeat("shizuoka-1", "edo-1"), odd(m.GetYen, None),
    odd(m.Relocate, None, 1), odd(m.Relocate, "osaka-1", None), odd(m.Relocate, "osaka-1", "2"), m.Relocate("edo-1", 1),
    m.TakeToken("event", "edo", "osaka-1"), odd(m.TakeToken, "event", "osaka", []), odd(m.Advance, "event", None),
    odd(m.Buy, "kyoto-2", "osaka-1", None), odd(m.Buy, "kyoto-2", ["osaka-1"], (WHITE,)),
    odd(m.Claim, "osaka-1", None), odd(m.Claim, "osaka-1", [WHITE]), odd(m.Claim, "osaka-1", ("red",)),
    odd(m.Claim, "osaka-1", ([],)), odd(m.Claim, "osaka-1", "white"), odd(m.Claim, None, ()),
    m.Claim("edo-1", (GOLD,)), m.Claim("engine-1", (GOLD,)),
    m.Place(0), m.Place(-1), m.Place(4), odd(m.Place, None), odd(m.Place, "1"), odd(m.Place, 1, None),
    m.ChooseEngine("engine-9"), odd(m.ChooseEngine, None), odd(m.ChooseEngine, []),
    m.ScoreCity("edo"), odd(m.ScoreCity, None), odd(m.BuyAtEnd, "osaka-1", 5), odd(m.BuyAtEnd, None, ()),
    odd(m.AdvanceAgain, None),
]  # fmt: skip


@pytest.mark.parametrize(
    "move", MALFORMED, ids=[f"{number}-{type(move).__name__}" for number, move in enumerate(MALFORMED)]
)
def test_malformed(move: Any) -> None:
    """No exception, no other reason, whatever the phase."""
    for state in (turn(["osaka-1", "kyoto-1", "maibara-1", "hashima-1", "shizuoka-1"]), buying(), placing()):
        refusal = refuse(state, move, "malformed", "")
        assert str(refusal) == refusal.sentence


@pytest.mark.parametrize("engine", ["engine-3", "engine-4"])
def test_engines_of_larger_games_are_unknown_to_two(engine: str) -> None:
    two = ZeroKei(seats=2)
    assert two.why_not(two.start(plain_deal(two)), m.ChooseEngine(engine)) is not None


def test_a_subclass_or_copy_of_a_move_is_judged_without_an_exception() -> None:
    class Odd(m.Finish):
        """Not a move of the game, though it looks like one."""

    assert RULES.why_not(turn(), m.Finish()) is None
    refusal = RULES.why_not(turn(), Odd())
    assert (refusal is None) == (Odd() in RULES.legal_moves(turn()))


# -- the order of reporting


POOR = turn(["osaka-1", "maibara-1", "kyoto-1", "hashima-1"], yen=0, left=0, prepared=["kyoto"], tracked=["kyoto"])
WHITE_GONE = turn(
    ["maibara-1"], yen=0, stations=dict.fromkeys(("kyoto", "maibara", "hashima", "nagoya"), WHITE), prepared=["tokyo"]
)
TWO_FAULTS: list[tuple[str, State, object, int | None, str]] = [
    ("over before form", over(), None, None, "game-over"),
    ("over before turn", over(), m.Finish(), RED, "game-over"),
    ("over before phase", over(), m.Claim("osaka-1", (WHITE,)), None, "game-over"),
    ("form before turn", turn(), m.Prepare("osaka-1", "edo"), RED, "malformed"),
    ("form before phase", buying(), m.Prepare("osaka-1", "edo"), None, "malformed"),
    ("form before card", turn(), m.Prepare("tokyo-1", "edo"), None, "malformed"),
    ("turn before phase", turn(), m.Claim("osaka-1", (WHITE,)), RED, "not-your-turn"),
    ("turn before card", turn(), m.Prepare("tokyo-1", "osaka"), RED, "not-your-turn"),
    ("turn before price", POOR, m.Prepare("osaka-1", "osaka"), GREEN, "not-your-turn"),
    ("phase before card", buying(), m.Prepare("tokyo-1", "osaka"), None, "wrong-phase"),
    ("phase before target", placing(), m.Claim("tokyo-2", (BLACK,)), None, "wrong-phase"),
    ("card before target", POOR, m.Prepare("tokyo-1", "kyoto"), None, "not-your-card"),
    ("used card before target", arrange(RULES, POOR, prepared=["kyoto"], used=frozenset({"osaka-1"})),
     m.Prepare("osaka-1", "kyoto"), None, "card-used"),
    ("card before piece", POOR, m.Participate("odawara-1", 2, 0), None, "not-your-card"),
    ("spent card before empty pile", turn(["kyoto-2"], spent=frozenset({"kyoto-2"})),
     m.Buy("kyoto-2", "osaka-1", (WHITE,)), None, "card-spent"),
    ("card before price", turn(yen=0), m.Prepare("osaka-1", "osaka"), None, "not-your-card"),
    ("target before piece, lay", POOR, m.Lay("kyoto-1", "kyoto", "C", YELLOW), None, "track-present"),
    ("target before piece, build", WHITE_GONE, m.Build("maibara-1", "osaka", WHITE), None, "ground-not-prepared"),
    ("target before piece, station", WHITE_GONE, m.Build("maibara-1", "kyoto", WHITE), None, "station-present"),
    ("target before price, prepare", POOR, m.Prepare("osaka-1", "kyoto"), None, "already-prepared"),
    ("target before price, buy", turn(["kyoto-2"], yen=0, discard=("osaka-1",)),
     m.Buy("kyoto-2", "nagoya-1", (BLACK,)), None, "not-discarded"),
    ("target before price, claim", buying(seats={YELLOW: {"yen": 0, "vp": 2}}), m.Claim("tokyo-1", (GOLD,)), None,
     "not-in-row"),
    ("piece before price, lay", POOR, m.Lay("kyoto-1", "osaka", "C", YELLOW), None, "no-track"),
    ("piece before price, build", WHITE_GONE, m.Build("maibara-1", "tokyo", WHITE), None, "colour-exhausted"),
    ("piece before price, venue", POOR, m.Participate("hashima-1", 1, 1), None, "no-cauldron"),
    ("piece before price, claim", buying(seats={YELLOW: {"yen": 0, "vp": 2}}), m.Claim("nagoya-1", (GOLD,)), None,
     "wrong-counters"),
    ("all but the last", POOR, m.Build("tokyo-1", "kyoto", WHITE), None, "not-your-card"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "move", "by", "reason"), [case[1:] for case in TWO_FAULTS], ids=[case[0] for case in TWO_FAULTS]
)
def test_of_two_faults_the_first_in_order_is_reported(state: State, move: object, by: int | None, reason: str) -> None:
    refusal = RULES.why_not(state, move, by)
    assert refusal is not None
    assert refusal.reason == reason, refusal


def test_a_refused_move_changes_nothing() -> None:
    state = turn(["osaka-1"], yen=0)
    before = RULES.digest(state)
    with pytest.raises(IllegalMove):
        RULES.apply(state, m.Prepare("osaka-1", "osaka"))
    assert RULES.digest(state) == before
