"""Tokyo's rules on a small sheet: the loop, double track, stamps, and what the loop costs; each by its clause.

The sheet has a loop of four stations with a bend from 3,1 to 3,3, a station inside it, and a departure at each corner:

    c---p
    -s-t-
    ---c-
    -t-s-
    sp--c
"""

from __future__ import annotations

from typing import Any

import pytest

from shinkansen.core.errors import Refusal
from shinkansen.nextstation.happenings import Drawn, StampCollected
from shinkansen.nextstation.moves import PASS, Draw
from shinkansen.nextstation.notation import parse
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import CARDS
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.sheets import COLOURS, small_tokyo

SHEET = small_tokyo(loop_station_missed=3)
RULES = NextStation(1, SHEET)


def played(*rounds: tuple[str, str], rules: NextStation = RULES) -> State:
    """A game of one player, in the order of the sheet's colours: for each round the cards and the moves, one each turn.

    A card is named by its symbol; of two, the street card comes first. Moves that are not given are passes.
    """
    decks: list[list[str]] = []
    for cards, _ in rounds:
        left, deck = [*CARDS], list[str]()
        for symbol in cards.split():
            deck.append(next(card for card in left if card.endswith(f"-{symbol}")))
            left.remove(deck[-1])
        decks.append(deck + left)
    decks += [[*CARDS]] * (4 - len(rounds))
    deal = {"pencils": [*COLOURS]} | {f"cards_{number}": deck for number, deck in enumerate(decks, 1)}
    state = rules.start(rules.read_deal(deal))
    for number, (_, moves) in enumerate(rounds, 1):
        for move in moves.split():
            state = rules.apply(state, parse(move))
        while number < len(rounds) and rules.stage(state).round == number:
            state = rules.apply(state, PASS)
    return state


def refused(state: State, move: str, rules: NextStation = RULES) -> Refusal:
    found = rules.why_not(state, parse(move))
    assert found is not None, move
    assert parse(move) not in rules.legal_moves(state)
    return found


def happened(state: State, move: str, kind: type) -> list[Any]:
    return [each for each in RULES.explain(state, parse(move)).happenings if isinstance(each, kind)]


def allowed(state: State, move: str, rules: NextStation = RULES) -> bool:
    return parse(move) in rules.legal_moves(state)


# -- the loop


def test_5_8_no_section_crosses_the_loop_away_from_a_station() -> None:
    told = refused(played(("circle", "")), "1,4-3,2")
    assert (told.reason, told.clause) == ("across-the-loop", "5.8")


def test_5_8_the_inside_is_reached_through_a_station_of_the_loop() -> None:
    assert allowed(played(("square", ""), ("triangle circle", "3,1-4,0")), "3,1-3,2")


@pytest.mark.parametrize("section", ["1,1-3,1", "1,1-1,3"])
def test_6_3_along_the_loop_only_with_a_joker(section: str) -> None:
    shown = "triangle"
    without = refused(played((f"square {shown}", "0,0-1,1")), section)
    assert (without.reason, without.clause) == ("drawn-already", "6.3")
    assert str(without).startswith("The loop has that section already; only a joker")
    assert allowed(played(("square joker", "0,0-1,1")), section)


def test_6_3_a_bend_of_the_loop_can_be_followed_with_a_joker() -> None:
    at_bend = ("triangle joker", "3,1-4,0")
    state = played(("square", ""), at_bend)
    assert allowed(state, "3,1-3,3")
    (drawn,) = happened(state, "3,1-3,3", Drawn)
    assert drawn.clause == "6.3"
    assert not allowed(played(("square", ""), ("triangle square", "3,1-4,0")), "3,1-3,3")


def test_6_5_beside_the_loop_there_is_room_for_one_line() -> None:
    taken = ("square joker", "0,0-1,1 1,1-3,1")
    state = played(taken, ("triangle joker", "3,1-4,0"))
    told = refused(state, "1,1-3,1")
    assert (told.reason, told.clause) == ("two-tracks", "6.5")
    assert "the loop and your purple line" in str(told)
    assert allowed(state, "3,1-3,3")


# -- double track beside a line


CORNER = ("pentagon", "0,0-4,0")


def test_6_3_a_joker_allows_a_second_track_of_another_colour() -> None:
    assert allowed(played(CORNER, ("joker", "")), "0,0-4,0")
    without = refused(played(CORNER, ("circle", "")), "0,0-4,0")
    assert (without.reason, without.clause) == ("drawn-already", "6.3")
    assert "Your purple line" in str(without)


def test_6_2_a_switch_with_a_joker_allows_it_as_well() -> None:
    assert allowed(played(CORNER, ("switch joker", "")), "0,0-4,0")


def test_6_4_no_second_track_of_the_same_colour() -> None:
    told = refused(played(("pentagon joker", "0,0-4,0")), "0,0-4,0")
    assert (told.reason, told.clause) == ("drawn-already", "6.4")


def test_6_5_no_third_track_whatever_its_colour() -> None:
    state = played(CORNER, ("joker square", "0,0-4,0"), ("joker joker", "0,0-0,4"))
    told = refused(state, "0,0-4,0")
    assert (told.reason, told.clause) == ("two-tracks", "6.5")
    assert "your purple line and your blue line" in str(told)


def test_l_8_4_london_has_no_double_track() -> None:
    london = NextStation(1, small_tokyo("london"))
    told = refused(played(CORNER, ("joker", ""), rules=london), "0,0-4,0", london)
    assert (told.reason, told.clause) == ("drawn-already", "L.8.4")


def test_5_7_a_second_track_crosses_nothing_and_nothing_crosses_it() -> None:
    """What a doubled section crosses is as closed as before."""
    state = played(CORNER, ("joker joker", "0,0-4,0"))
    doubled = SHEET.index["0,0", "4,0"]
    assert not {Draw(SHEET.tracks[each].id) for each in SHEET.clashes[doubled]} & {*RULES.legal_moves(state)}


# -- stamps


def test_7_4_a_new_interchange_on_the_edge_brings_a_stamp_at_once() -> None:
    state = played(CORNER, ("joker", ""))
    stamps = happened(state, "0,0-4,0", StampCollected)
    assert [(stamp.district, stamp.points, stamp.clause) for stamp in stamps] == [
        ("district 1", 10, "7.4"),
        ("district 2", 10, "7.4"),
    ]


def test_7_6_each_stamp_is_collected_once() -> None:
    state = played(CORNER, ("joker", "0,0-4,0"), ("joker", ""))
    before = [item for item in RULES.scores(state)[0].items if item.clause == "9.3"]
    assert [item.points for item in before] == [10, 10]
    state = played(CORNER, ("joker", "0,0-4,0"), ("circle", ""))
    assert happened(state, "0,0-0,4", StampCollected) == []


def test_7_5_and_7_7_a_loop_station_with_one_line_brings_no_stamp() -> None:
    state = played(("square", ""))
    assert happened(state, "0,0-1,1", StampCollected) == []


# -- the final score


def items(state: State) -> dict[str, int]:
    """The points by clause."""
    found: dict[str, int] = {}
    for item in RULES.scores(state)[0].items:
        found[item.clause] = found.get(item.clause, 0) + item.points
    return found


def test_9_4_three_points_lost_for_each_loop_station_not_reached() -> None:
    assert items(played(("square", "")))["9.4"] == -12
    assert items(played(("square joker", "0,0-1,1 1,1-3,1")))["9.4"] == -6
    assert RULES.scores(played(("square", "")))[0].items[-1].title == "4 stations of the loop not reached"


def test_9_5_and_9_6_the_loop_counts_as_a_line_of_an_interchange() -> None:
    two_lines = played(("square", "0,0-1,1"), ("triangle joker", "3,1-4,0 1,1-3,1"))
    assert items(two_lines)["9.5"] == 5
    assert "9.5" not in items(played(("square", "0,0-1,1")))


def test_the_total_is_the_sum_of_its_items() -> None:
    state = played(("square joker", "0,0-1,1 1,1-3,1"), ("triangle joker", "3,1-4,0 3,1-3,3"))
    assert RULES.totals(state) == (sum(item.points for item in RULES.scores(state)[0].items),)
