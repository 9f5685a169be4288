"""Turns and rounds: how long a round lasts, what a switch does in it, and what is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.happenings import CardsTurnedUp, Drawn, Happening, LineFinished, RoundBegan, SitesVisited
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.table import State

LONDON = shipped()
SOLO = NextStation(seats=1)
SWITCH = "street-switch"
UNDERGROUND = [card for card in LONDON.cards if card.startswith("underground-")]
DECKS = st.permutations(LONDON.cards)
H = TypeVar("H", bound=Happening)


def started(*decks: Sequence[str], first: str = "purple") -> State:
    """A solo game that begins with this colour; rounds that are left out have the cards as they are listed."""
    one, two, three, four = [*map(tuple, decks), *[LONDON.cards] * (4 - len(decks))]
    pencils = (first, *(each for each in LONDON.colours if each != first))
    return SOLO.start(Deal(pencils, one, two, three, four))


def deck(*first: str) -> tuple[str, ...]:
    """All cards, these first."""
    return (*first, *(card for card in LONDON.cards if card not in first))


def played(state: State, *moves: Move) -> tuple[State, list[Happening]]:
    """The state after some moves, and what happened."""
    happened: list[Happening] = []
    for move in moves:
        assert SOLO.why_not(state, move) is None
        step = SOLO.narrate(state, move)
        state, happened = step.state, [*happened, *step.happenings]
    return state, happened


def only(kind: type[H], happened: Sequence[Happening]) -> list[H]:
    return [each for each in happened if isinstance(each, kind)]


# -- how long a round is


@given(DECKS)
def test_4_2_and_4_6_a_round_lasts_until_the_fifth_underground_card_and_no_longer(cards: list[str]) -> None:
    state, turns = started(cards), 0
    while state.table.round == 0:
        state, turns = SOLO.follow(state, PASS), turns + 1
    last = max(map(cards.index, UNDERGROUND))
    assert state.table.cards[0] == tuple(cards[: last + 1])
    assert turns == last + 1 - (cards.index(SWITCH) < last)  # a switch and its partner are one turn
    assert 5 <= turns <= 10


@given(DECKS)
def test_4_6_just_the_last_turn_of_a_round_is_announced_as_such(cards: list[str]) -> None:
    state, announced = started(cards), list[CardsTurnedUp]()
    while state.table.round == 0:
        state, happened = played(state, PASS)
        announced += only(CardsTurnedUp, happened)
    *within, _ = announced  # the last one belongs to the second round
    turns = len(within) + 1
    assert [(each.turn, each.last) for each in within] == [(turn, turn == turns) for turn in range(2, turns + 1)]
    for each in within:
        assert each.clause == ("4.6" if each.last else "6.6" if SWITCH in each.cards else "4.5")


@given(DECKS)
def test_4_6_what_a_round_leaves_over_is_never_turned_up(cards: list[str]) -> None:
    state = started(cards)
    rest = tuple(cards[max(map(cards.index, UNDERGROUND)) + 1 :])
    while SOLO.to_move(state) is not None:
        state = SOLO.follow(state, PASS)
    assert state.hidden.decks[0] == rest
    assert not {*rest} & {*state.table.cards[0]}


def test_l_4_4_cards_turned_up_earlier_stay_in_sight() -> None:
    state, _ = played(started(deck("street-circle", "street-square")), PASS, PASS)
    assert state.table.cards[0][:2] == ("street-circle", "street-square")
    assert len(state.table.cards[0]) == 3


def test_4_7_and_4_8_after_the_last_turn_a_line_is_scored_before_the_next_round_begins() -> None:
    state, _ = played(started(deck(*UNDERGROUND)), *[PASS] * 4)
    _, happened = played(state, PASS)
    kinds = [type(each) for each in happened]
    assert kinds.index(LineFinished) < kinds.index(RoundBegan) < kinds.index(CardsTurnedUp)


# -- the switch

BENT = (Draw(("2,5", "4,5")), Draw(("2,5", "3,6")))
"""The purple line to both sides of its departure, so that the departure is no end."""
BRANCH = Draw(("2,5", "2,7"))
"""A section from there to a square."""


def test_4_6_and_6_7_a_switch_with_the_fifth_underground_card_still_allows_a_branch() -> None:
    """The round ends after this turn, and the branch is part of the line."""
    first = ("underground-circle", "underground-pentagon", "underground-triangle", "underground-joker")
    state, _ = played(started(deck(*first, SWITCH, "underground-square")), *BENT, PASS, PASS)
    assert state.table.cards[0] == (*first, SWITCH, "underground-square")
    assert BRANCH in SOLO.legal_moves(state)
    after, happened = played(state, BRANCH)
    (drawn,) = only(Drawn, happened)
    assert (drawn.start, drawn.end, drawn.clause) == ("2,5", "2,7", "6.7")
    (finished,) = only(LineFinished, happened)
    # Stations 2,5 in the west, 4,5 and 3,6 in the centre, 2,7 in the south-west.
    under = sum(LONDON.sections[LONDON.index[move.section]].river for move in (*BENT, BRANCH))
    assert (finished.districts, finished.most, finished.river) == (3, 2, under)
    assert after.table.round == 1


@pytest.mark.parametrize("partner", ["underground-square", "street-joker"])
@pytest.mark.parametrize("turn", [3, 4, 5])
def test_6_7_from_the_third_turn_on_a_switch_has_its_effect(turn: int, partner: str) -> None:
    before = ("street-circle", "street-pentagon", "street-triangle", "street-square")[: turn - 1]
    state, _ = played(started(deck(*before, SWITCH, partner)), *BENT, *[PASS] * (turn - 3))
    assert BRANCH in SOLO.legal_moves(state)


def test_6_7_and_6_1_a_switch_with_a_joker_opens_every_station_to_every_symbol() -> None:
    """Exactly the sections with one end on the line that nothing is in the way of."""
    state, _ = played(started(deck("street-circle", "street-pentagon", SWITCH, "street-joker")), *BENT)
    line = {"2,5", "4,5", "3,6"}
    drawn = {LONDON.index[move.section] for move in BENT}
    expected = {
        section.id
        for place, section in enumerate(LONDON.sections)
        if len({section.a, section.b} & line) == 1 and not LONDON.clashes[place] & drawn
    }
    assert {move.section for move in SOLO.legal_moves(state) if isinstance(move, Draw)} == expected


def test_6_9_a_switch_in_the_first_or_second_turn_leaves_only_the_ends() -> None:
    """A line with two stations has no others, so this is asked of what the table says, not of the moves."""
    early = [deck(SWITCH, "street-circle"), deck("street-circle", SWITCH, "street-joker")]
    late = deck("street-circle", "street-square", SWITCH, "street-joker")
    turns = [played(started(cards), *[PASS] * cards.index(SWITCH))[0].table.turn.anywhere for cards in (*early, late)]
    assert turns == [False, False, True]


def test_6_8_a_branch_adds_an_end_that_stays_and_its_fork_is_none() -> None:
    cards = deck("street-circle", "street-pentagon", SWITCH, "street-square", "street-joker", "underground-joker")
    state, _ = played(started(cards), *BENT, BRANCH)
    for _ in range(2):
        starts = {
            ({*move.section} & {"2,5", "4,5", "3,6", "2,7"}).pop()
            for move in SOLO.legal_moves(state)
            if isinstance(move, Draw)
        }
        assert starts == {"4,5", "3,6", "2,7"}
        state, _ = played(state, PASS)


# -- the departure


def test_5_5_the_departure_is_an_end_until_two_sections_leave_it() -> None:
    cards = deck("street-circle", "street-joker", "underground-joker")
    one, _ = played(started(cards), BENT[0])
    assert any("2,5" in move.section for move in SOLO.legal_moves(one) if isinstance(move, Draw))
    two, _ = played(one, BENT[1])
    assert not any("2,5" in move.section for move in SOLO.legal_moves(two) if isinstance(move, Draw))


def test_5_5_a_line_that_was_continued_at_its_far_end_may_still_leave_the_departure() -> None:
    cards = deck("street-circle", "street-pentagon", "street-joker")
    state, _ = played(started(cards), Draw(("2,5", "4,5")), Draw(("4,4", "4,5")))
    assert Draw(("2,5", "2,7")) in SOLO.legal_moves(state)


# -- tourist circles


def test_l_11_4_circles_are_crossed_off_at_the_end_of_the_round_and_add_up() -> None:
    """Pink reaches the central station in the first round, purple in the second."""
    first = deck("street-circle", "street-square", *UNDERGROUND)
    second = deck("street-triangle", "street-square", *UNDERGROUND)
    pass_on = [PASS] * 5
    state, happened = played(started(first, second, first="pink"), Draw(("6,3", "7,3")), Draw(("5,3", "6,3")), *pass_on)
    assert [(each.sites, each.marks) for each in only(SitesVisited, happened)] == [(1, 1)]
    assert state.table.colours == (LONDON.colours.index("purple"),)
    _, happened = played(state, Draw(("2,5", "4,3")), Draw(("4,3", "5,3")), *pass_on)
    assert [(each.sites, each.marks) for each in only(SitesVisited, happened)] == [(1, 2)]


def test_a_card_that_does_not_lead_there_is_refused_by_what_is_there() -> None:
    """5.4: the sentence names both symbols."""
    state = started(deck("street-circle"))
    refusal = SOLO.why_not(state, Draw(("2,4", "2,5")))
    assert refusal is not None
    assert refusal.sentence == "The card shows a circle, but the station at 2,4 is a square."
