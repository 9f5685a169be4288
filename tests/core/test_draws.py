"""Chance as a list of draws: what follows from it is right for Zero-Kei, alone and in company, and for another game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.chance import Node, begin
from shinkansen.core.draws import Chance, Draw, Parts, Pile
from shinkansen.core.errors import ArgumentError, DealError, IllegalMove
from shinkansen.core.ruleset import Ruleset
from shinkansen.testing.laws import is_sentence
from shinkansen.testing.secrets import chi_square
from shinkansen.testing.strategies import Subject, deals, finished
from shinkansen.zerokei.edition import Action, Cell, CellKind, Effect, Hideo, Margin, Reward, VenueSpace
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.small_worlds import carriage, event, miniature, worlds
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, VARIED, rules_for
from tests.fake_game import HIGHER_CARD, HigherCard
from tests.testing.test_secrets import SAMPLES, limit

Rules = Ruleset[Any, Any, Any, Any]
SUBJECTS = {"readings": READINGS, "solo": SOLO, "varied": VARIED, "fake": HIGHER_CARD}
by_subject = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


# -- deals


@by_subject
@given(data=st.data())
def test_every_drawn_deal_can_be_played_and_survives_json(
    subject: Subject[Any, Any, Any, Any], data: st.DataObject
) -> None:
    rules: Rules = data.draw(subject.rules)
    deal = data.draw(deals(rules))
    rules.start(deal)
    assert rules.read_deal(rules.deal_json(deal)) == deal
    assert rules.dealt(rules.chance.changed(deal, {})) == deal


CHANCE = Chance(
    (Pile("cards", (1, 2, 3, 4)), Pile("dice", ("x", "y"))),
    (
        Draw("first", ("cards", "dice"), "At once.", "1", ("left", "right")),
        Draw("second", ("cards",), "Later.", "2"),
    ),
)


@attrs.frozen
class Drawn:
    first: tuple[Any, ...]
    second: tuple[Any, ...]


def test_every_deal_is_there_once() -> None:
    everything = [tuple(parts.values()) for parts in CHANCE.every()]
    assert len(everything) == len(set(everything)) == perm(4, 2) * 2
    for parts in CHANCE.every():
        CHANCE.check(Drawn(**parts))
    assert len([*CHANCE.every(second=(1,))]) == 3 * 2
    with pytest.raises(ArgumentError, match=r"second: found .*, expected a tuple of 1"):
        CHANCE.every(second=(1, 2))
    with pytest.raises(ArgumentError, match="the deal has no part 'third', expected one of first, second"):
        CHANCE.every(third=(1,))


def test_a_deal_is_fair() -> None:
    rng = Random(20261118)
    possible = perm(4, 2) * 2
    found = [tuple(CHANCE.deal(rng).values()) for _ in range(SAMPLES * possible)]
    assert chi_square(found, possible) < limit(possible)


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        (Drawn((1, "x"), (1,)), "second: place 1 has 1, which left of first has too, expected it once"),
        (Drawn((1, "z"), (2,)), "first: right has 'z', expected one of the dice"),
        (Drawn(("x", 1), (2,)), "first: left has 'x', expected one of the cards"),
        (Drawn((True, "x"), (2,)), "first: left has true, expected one of the cards"),
        (Drawn(([], "x"), (2,)), "first: left has an empty list, expected one of the cards"),
        (Drawn((1, "x"), ()), "second: found 0 pieces, expected 1"),
        (Drawn((1, "x"), [2]), "second: found a list, expected a tuple of pieces"),  # type: ignore[arg-type]
        (None, "first: found null, expected a tuple of pieces"),
    ],
)
def test_a_wrong_deal_is_one_sentence(deal: object, told: str) -> None:
    with pytest.raises(DealError, match=f"^{told}$"):
        CHANCE.check(deal)


@pytest.mark.parametrize(
    ("piles", "draws", "told"),
    [
        ((), (Draw("a", ("cards",), "", ""),), "the draw a is from 'cards', expected a pile of the game"),
        ((Pile("cards", (1, 1)),), (), "the pile of cards has a piece twice"),
        ((Pile("cards", (1,)),), (Draw("a", ("cards",) * 2, "", ""),), "more cards are drawn than there are: 1"),
    ],
)
def test_draws_that_cannot_be_are_one_sentence(piles: tuple[Pile, ...], draws: tuple[Draw, ...], told: str) -> None:
    with pytest.raises(ArgumentError, match=told):
        Chance(piles, draws)


@pytest.mark.parametrize(
    ("piles", "draws", "told"),
    [
        ((Pile("cards", (1, "x")),), (), "the pile of cards has numbers and names, expected pieces of one type"),
        ((Pile("cards", (1,)),) * 2, (), "two piles have the same name"),
        ((Pile("cards", (1, 2)),), (Draw("a", ("cards",), "", ""),) * 2, "two draws have the same name"),
        (
            (Pile("cards", (1, 2)),),
            (Draw("a", ("cards",), "", "", ("left", "right")),),
            "the draw a has 2 names, expected 1",
        ),
    ],
)
def test_a_list_of_draws_that_would_lose_something_is_refused(
    piles: tuple[Pile, ...], draws: tuple[Draw, ...], told: str
) -> None:
    with pytest.raises(ArgumentError, match=told):
        Chance(piles, draws)


def test_parts_that_cannot_be_fixed_are_refused() -> None:
    for wrong in ((9, "x"), (1, 2)):
        with pytest.raises(ArgumentError, match=r"first: found .*, expected .*, each only once"):
            CHANCE.every(first=wrong)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_each_draw_says_when_it_is_turned_up_and_by_which_clause(seats: int) -> None:
    for draw in rules_for(seats).chance.draws:
        assert is_sentence(draw.turned_up)
        assert draw.clause in rulebook()


# -- what is turned up


@by_subject
@given(data=st.data())
def test_what_is_turned_up_stays_so_and_never_twice(subject: Subject[Any, Any, Any, Any], data: st.DataObject) -> None:
    game = data.draw(finished(subject))
    rules: Rules = game.rules
    state, turned = rules.start(game.deal), Counter[object]()
    for move in game.moves:
        after = rules.follow(state, move)
        turned.update(rules.turned_up(state, after))
        assert not rules.turned_up(after, state)
        state = after
    assert not turned or max(turned.values()) == 1


# -- explicit chance


def weighed(node: Node[Any, Any], weight: Fraction = Fraction(1)) -> Iterator[tuple[Any, Fraction]]:
    """The final state of every way chance can go when everybody makes the first legal move, and how likely it is."""
    if node.place is not None:
        for piece in node.outcomes:
            yield from weighed(node.drawn(piece), weight / len(node.outcomes))
    elif node.over:
        yield node.state, weight
    else:
        yield from weighed(node.moved(node.rules.legal_moves(node.state)[0]), weight)


def in_sum(ends: Iterator[tuple[Any, Fraction]]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for end, weight in ends:
        found[end] = found.get(end, Fraction(0)) + weight
    return found


def played(rules: Rules, deal: Any) -> Any:
    state = rules.start(deal)
    while legal := rules.legal_moves(state):
        state = rules.follow(state, legal[0])
    return state


def tiny(**cells: CellKind) -> ZeroKei:
    """A solo game of two rounds whose board has one token of a city, and tokens of cities left over."""
    edition = miniature(
        "tiny",
        [
            carriage(f"{city}-{n}", Action.PREPARE, cities=city)
            for n, city in enumerate(("osaka", "kyoto", "maibara", "osaka"))
        ],
        [event(Effect.YEN_FOR_ALL, yen=1), event(Effect.YEN_BY_RANK, yen=1)],
        cities=3,
        years=2,
        spaces=[Reward(yen=1), Reward(vp=1)],
        venues=[VenueSpace(yen=1)],
        hideo=Hideo(
            margins=(Margin(1, 1), Margin(1, 1)),
            cells=tuple(Cell(id, row, kind) for row, (id, kind) in enumerate(cells.items(), start=1)),
            columns=((), tuple(cells)),
            closed_tokens=(1,),
            closed_cauldrons=1,
            row=2,
            hard_yen=1,
            hard_vp=1,
        ),
        cauldrons=1,
    )
    return ZeroKei(seats=1, edition=edition)


EXPLICIT: dict[str, Rules] = {
    "fake": HigherCard(seats=2),
    "every deal": worlds()["every-deal"].rules,
    "face down": tiny(a1=CellKind.FACE_DOWN),
    "closed": tiny(a1=CellKind.FACE_UP, b1=CellKind.CLOSED),
}


@pytest.mark.parametrize("rules", EXPLICIT.values(), ids=EXPLICIT)
def test_chance_that_decides_on_the_way_is_as_fair_as_a_deal(rules: Rules) -> None:
    """Every end has exactly the same probability, whether chance decides up front or when something is turned up."""
    everything = [*rules.every_deal()]
    share = Fraction(1, len(everything))
    assert in_sum(weighed(begin(rules))) == in_sum((played(rules, deal), share) for deal in everything)


class Pairs(HigherCard):
    """Two piles with the same numbers: one card of the first is drawn, and what is left over lies in the open."""

    @property
    def chance(self) -> Chance:
        return Chance(
            (Pile("cards", (0, 1, 2, 3, 4, 5)), Pile("dice", (0, 1, 2), rest_in_the_open=True)),
            (Draw("dice", ("dice",), "At once.", "1"), Draw("cards", ("cards",) * 6, "To its seat.", "1")),
        )

    def dealt(self, parts: Parts) -> Any:
        return Rolled(**parts)


@attrs.frozen
class Rolled:
    dice: tuple[Any, ...]
    cards: tuple[Any, ...]


def test_pieces_of_different_piles_may_have_the_same_names() -> None:
    node = begin(Pairs(seats=2))
    assert (node.place, node.outcomes) == (("dice", 0), (0, 1, 2))
    node = node.drawn(1)
    assert (node.place, node.outcomes) == (("cards", 0), (0, 1, 2, 3, 4, 5))
    assert hash(node) == hash(begin(Pairs(seats=2)).drawn(1))
    while node.place is not None:
        node = node.drawn(node.outcomes[-1])
    assert node.state.hands == ((5, 4, 3), (2, 1, 0))


def test_at_a_draw_nobody_moves_and_at_a_move_nothing_is_drawn() -> None:
    node = begin(HigherCard(seats=2))
    assert node.place == ("cards", 0)
    with pytest.raises(ArgumentError, match="but chance must first draw a piece for place 1 of cards"):
        node.moved(0)
    with pytest.raises(ArgumentError, match="chance drew 9, expected one of 0, 1, 2, 3, 4, 5"):
        node.drawn(9)
    while node.place is not None:
        node = node.drawn(node.outcomes[0])
    with pytest.raises(ArgumentError, match="chance drew 0, expected nothing: a seat moves"):
        node.drawn(0)
    with pytest.raises(IllegalMove):
        node.moved(5)


def test_a_long_game_can_be_played_with_explicit_chance() -> None:
    rng = Random(4)
    for seats in (1, 3):
        node = begin(rules_for(seats))
        while not node.over:
            if node.place is not None:
                node = node.drawn(rng.choice(node.outcomes))
            else:
                node = node.moved(rng.choice(node.rules.legal_moves(node.state)))
        assert node.rules.outcome(node.state) is not None
