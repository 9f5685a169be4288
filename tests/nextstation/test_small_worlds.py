"""Small sheets, explored whole: each shows the rules that it is for, and what can never happen on it."""

from __future__ import annotations

from functools import cache

import pytest

from shinkansen.nextstation import networks
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.happenings import Drawn
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.objectives import OBJECTIVES
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.scoring import fulfilled
from shinkansen.nextstation.sheet import Book
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.small_worlds import worlds
from shinkansen.testing.exploration import Exploration

pytestmark = pytest.mark.slow

SHOWN = {
    "crossing": {"5.4", "5.7", "L.8.4"},
    "switch": {"5.5", "5.6", "6.6", "6.7"},
    "ring": {"L.8.3", "L.8.4"},
    "points": {"5.2", "L.5.1", "L.5.2", "L.11.3", "L.11.4", "L.18.1"},
    "loop": {"6.3", "6.4", "6.5", "9.4", "9.5"},
    "stamps": {"7.4", "9.3", "9.5"},
    "two": {"4.5", "4.8", "9.8", "9.10"},
    "three": {"4.8", "9.8", "9.10"},
    "orders": {"4.6", "5.7"},
    "sights": {"L.13.4", "L.13.5", "L.13.6", "L.17.2"},
    "aims": {"10.5", "10.6", "10.7", "10.8", "10.9", "13.4"},
    "effects": {"6.3", "11.6", "11.7", "11.9", "11.11", "11.13"},
    "powers": {"L.14.3", "L.15.1", "L.15.2", "L.15.3", "L.15.4", "L.15.5", "L.17.2"},
    "seconds": {"4.5", "L.15.1"},
    "branches": {"6.7", "L.15.1", "L.15.4"},
    "borrowed": {"6.3", "6.5", "L.14.3", "L.15.1", "L.15.2", "L.15.3", "L.15.5"},
}
"""Some clauses that each world is made for: they are cited in it by what happens, is scored or is refused."""


@cache
def everything(name: str) -> Exploration[Deal, State, Move]:
    return worlds()[name].explore()


@pytest.mark.parametrize("name", SHOWN)
def test_a_world_shows_the_rules_that_it_is_for(name: str) -> None:
    rules, pool = worlds()[name].rules, worlds()[name].every_move()
    missing = {*SHOWN[name]}
    for state in everything(name).states:
        if not missing:
            break
        missing -= {refusal.clause for move in pool if (refusal := rules.why_not(state, move)) is not None}
        missing -= {item.clause for score in rules.scores(state) for item in score.items}
        for move in rules.legal_moves(state):
            missing -= {happening.clause for happening in rules.narrate(state, move).happenings}
        if (outcome := rules.outcome(state)) is not None:
            missing.discard(outcome.clause)
    assert not missing


def test_every_world_is_for_something() -> None:
    assert list(SHOWN) == list(worlds())


def branches(rules: NextStation, state: State) -> bool:
    told = (each for move in rules.legal_moves(state) for each in rules.narrate(state, move).happenings)
    return any(isinstance(each, Drawn) and each.clause == "6.7" for each in told)


def test_6_7_the_first_branch_that_can_be_drawn() -> None:
    """After two sections there is a station in the middle, and the third turn is the first in which a switch counts."""
    rules = worlds()["switch"].rules
    game = everything("switch").first(lambda state: branches(rules, state))
    assert game is not None
    assert [isinstance(move, Draw) for move in game.moves] == [True, True]
    assert game.deal.cards_1[2].endswith("-switch")


@pytest.mark.parametrize("name", ["ring", "crossing", "loop"])
def test_5_10_no_line_ever_closes_a_ring(name: str) -> None:
    """A line with so many sections has one station more, whatever is drawn."""
    rules = worlds()[name].rules
    longest = 0
    for state in everything(name).states:
        for board in state.table.boards:
            for mask in filter(None, board.lines):
                stations = {end for section in rules.kit.sections_in(mask) for end in section.id}
                assert len(stations) == mask.bit_count() + 1
                longest = max(longest, mask.bit_count())
    assert longest == {"ring": 3}.get(name, 2)


def test_6_3_the_bend_of_the_loop_is_followed_only_beside_it() -> None:
    """As double track, by one line at most."""
    world = worlds()["loop"]
    bend = world.rules.kit.drawn["0,2", "2,0"][0]
    assert world.rules.kit.loop & bend
    followed = [[mask for mask in state.table.boards[0].lines if mask & bend] for state in everything("loop").states]
    assert {*map(len, followed)} == {0, 1}


@pytest.mark.parametrize(("name", "book"), [("sights", Book.LONDON), ("aims", Book.TOKYO)])
def test_objectives_are_both_fulfilled_and_missed(name: str, book: Book) -> None:
    kit = worlds()[name].rules.kit
    ends = [state.table for state in everything(name).states if not state.table.choosing]
    asked = {card for table in ends for card in table.setup.objectives}
    assert asked == {each.id for each in OBJECTIVES[book]}
    begun = (True,) * kit.rounds
    met = {
        (each.id, each in fulfilled(kit, table, networks.lines(kit, table.setup, table.boards[0], begun)))
        for table in ends
        for each in map(kit.objective_cards.__getitem__, table.setup.objectives)
    }
    out_of_reach = {"river", "interchanges"} if book is Book.LONDON else set[str]()
    assert {card for card, done in met if done} == asked - out_of_reach
    assert {card for card, done in met if not done} == asked


def test_l_15_1_only_who_used_the_power_chooses_a_second_section() -> None:
    """While the others wait; and then the turn is over for all."""
    rules = worlds()["seconds"].rules
    waiting = [state for state in everything("seconds").states if state.table.seconds]
    assert waiting
    for state in waiting:
        (seat,) = rules.choosing(state)
        assert bool(state.table.seconds[seat]) > any(state.table.seconds[:seat] + state.table.seconds[seat + 1 :])
        for move in rules.legal_moves(state):
            assert not rules.follow(state, move).table.seconds


def test_all_deals_of_a_small_sheet() -> None:
    """The four pencils in any order, and two orders of the cards in each round."""
    rules = worlds()["orders"].rules
    assert len({*rules.every_deal()}) == 24 * 2**4
    assert len(worlds()["orders"].deals) == 24 * 2
