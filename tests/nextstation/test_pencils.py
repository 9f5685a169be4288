"""Pencils: who draws which colour in which round, against pencils that are really handed round a table.

The model is the procedure of London's rulebook (L.4.6), not a formula: everybody looks to their right; where a spare
pencil lies there they take it and the neighbour beyond puts the used one down in its place, otherwise the neighbour
hands theirs over.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.happenings import RoundBegan
from shinkansen.nextstation.moves import PASS
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped

LONDON = shipped()
TABLES = [(2, ()), (3, (0,)), (3, (1,)), (3, (2,)), (4, ())]


def dealt(pencils: Sequence[str], gap: tuple[int, ...]) -> Deal:
    cards = LONDON.cards
    return Deal(tuple(pencils), cards, cards, cards, cards, gap=gap)


def colours(seats: int, gap: tuple[int, ...], pencils: Sequence[str]) -> list[list[str]]:
    """By round, the colour of each seat, as the engine plays it."""
    rules = NextStation(seats=seats)
    state = rules.start(dealt(pencils, gap))
    found = [[LONDON.colours[colour] for colour in state.table.colours]]
    while rules.to_move(state) is not None:
        step = rules.narrate(state, PASS)
        found += [[*each.colours] for each in step.happenings if isinstance(each, RoundBegan)]
        state = step.state
    return found


def handed_round(seats: int, gap: tuple[int, ...], pencils: Sequence[str]) -> list[list[str]]:
    """The same with hands and a table; the pencils are given to the left round the table, from the first seat on."""
    left, hands, lying = iter(pencils), dict[int, str](), dict[int, str]()
    for seat in range(seats):
        hands[seat] = next(left)
        if seats == 2 or gap == (seat,):
            lying[seat] = next(left)  # to the left of this seat
    found = [[hands[seat] for seat in range(seats)]]
    for _ in range(3):
        used, hands = hands, {}
        for seat in range(seats):
            neighbour = (seat - 1) % seats  # on one's right
            if neighbour in lying:
                hands[seat], lying[neighbour] = lying[neighbour], used[neighbour]
            else:
                hands[seat] = used[neighbour]
        found.append([hands[seat] for seat in range(seats)])
    return found


@given(st.sampled_from(TABLES), st.permutations(LONDON.colours))
def test_4_8_and_l_4_6_pencils_go_as_hands_take_them(table: tuple[int, tuple[int, ...]], pencils: list[str]) -> None:
    assert colours(*table, pencils) == handed_round(*table, pencils)


P, B, K, G = "purple", "blue", "pink", "green"


@pytest.mark.parametrize(
    ("seats", "gap", "rounds"),
    [
        (2, (), [[P, K], [G, B], [K, P], [B, G]]),
        # The spare pencil lies to the left of the first seat, of the second, of the third.
        (3, (0,), [[P, K, G], [G, B, K], [K, P, B], [B, G, P]]),
        (3, (1,), [[P, B, G], [G, P, K], [K, G, B], [B, K, P]]),
        (3, (2,), [[P, B, K], [G, P, B], [K, G, P], [B, K, G]]),
        (4, (), [[P, B, K, G], [G, P, B, K], [K, G, P, B], [B, K, G, P]]),
    ],
)
def test_2_2_and_2_3_every_table_by_hand(seats: int, gap: tuple[int, ...], rounds: list[list[str]]) -> None:
    assert colours(seats, gap, (P, B, K, G)) == rounds


@pytest.mark.parametrize("pencils", [*permutations(LONDON.colours)])
def test_13_2_and_l_17_1_alone_the_pencils_are_used_in_their_order(pencils: tuple[str, ...]) -> None:
    assert colours(1, (), pencils) == [[each] for each in pencils]


@given(st.sampled_from(TABLES), st.permutations(LONDON.colours))
def test_3_1_and_4_1_everybody_draws_each_colour_once_and_nobody_shares_one(
    table: tuple[int, tuple[int, ...]], pencils: list[str]
) -> None:
    rounds = colours(*table, pencils)
    assert all(len({*each}) == table[0] for each in rounds)
    assert all(sorted(own) == sorted(LONDON.colours) for own in zip(*rounds, strict=True))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_4_9_nobody_takes_another_pencil_after_the_fourth_round(seats: int) -> None:
    rules = NextStation(seats=seats)
    state = rules.start(dealt(LONDON.colours, (0,) if seats == 3 else ()))
    while len(state.table.cards) < 4:
        state = rules.follow(state, PASS)
    last = state.table.colours
    while rules.to_move(state) is not None:
        state = rules.follow(state, PASS)
    assert state.table.colours == last
