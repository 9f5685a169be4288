"""What the game is about, and its cards (chapters 1 and 3), from the rulebook's text, through the public API."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Action, Colour, Event
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EVENT, TAIL, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import (
    ENGINES,
    GOLD,
    GREEN,
    RED,
    YELLOW,
    Contents,
    acting,
    after_engines,
    arrange,
    placing,
    played,
    purses,
    turn,
)
from tests.zerokei.random_games import SEATS, narrated

THREE, FOUR = rules_for(3), rules_for(4)
EDITION = shipped()


def uses(rules: ZeroKei, state: State) -> dict[str, set[type[Any]]]:
    """What can be done with each card."""
    found: dict[str, set[type[Any]]] = {}
    for move in rules.legal_moves(state):
        if isinstance(move, m.CARD_USES):
            found.setdefault(getattr(move, "card"), set()).add(type(move))  # noqa: B009 - the union is not narrowed
    return found


# -- chapter 1: what the game is about


@SEATS
def test_1_1_a_train_grows_by_a_carriage_each_round(rules: ZeroKei) -> None:
    """1.1: and besides by what is bought from the discard pile."""
    bought = [0] * rules.seats
    for state, move, _ in narrated(rules, 1):
        table = state.table
        if table.phase is Phase.BUY:
            assert [len(content.train) for content in table.seats] == [table.round + n for n in bought]
        bought[table.seat] += isinstance(move, m.Buy | m.BuyAtEnd)


@pytest.mark.parametrize(
    ("card", "move", "price", "without"),
    [
        ("osaka-1", m.Prepare("osaka-1", "hamamatsu"), 3, None),
        ("osaka-2", m.Prepare("engine-1", "hamamatsu"), 1 + 3, 2 + 3),
    ],
)
def test_1_1_what_joins_gives_something(card: str, move: m.Move, price: int, without: int | None) -> None:
    """1.1: an action, or an ability (engines for 1 yen), in the turn in which it joins and not before."""
    start = after_engines(THREE, ENGINES, deck=(card, *(c for c in THREE.kit.carriages if c != card)))
    state = arrange(THREE, start, {seat: {"yen": 30} for seat in range(3)})
    before = acting(THREE, state, YELLOW, 2)
    for _ in range(3):
        state = THREE.apply(state, THREE.legal_moves(state)[0])
    state = played(THREE, state, m.Place(3))
    assert state.table.seats[YELLOW].train == (card,)
    yen = state.table.seats[YELLOW].yen
    assert THREE.apply(state, move).table.seats[YELLOW].yen == yen - price
    assert (THREE.why_not(before, move) is None) == (without is not None)
    if without is not None:
        assert THREE.apply(before, move).table.seats[YELLOW].yen == 30 - without


@pytest.mark.parametrize(
    ("train", "vp"),
    [
        (("osaka-1", "kyoto-1", "maibara-1"), 9),
        (("maibara-1", "kyoto-1", "osaka-1"), 0),
        (("osaka-1", "maibara-hashima"), 6),
        (("maibara-hashima", "osaka-1"), 6),
        (("osaka-1", "maibara-1", "nagoya-1"), 0),
    ],
)
def test_1_3_cities_in_the_order_of_the_line_are_worth_points(train: tuple[str, ...], vp: int) -> None:
    """1.3: carriages belong to one city or two; 3 for each of those that follow one another."""
    line = ("osaka", "kyoto", "maibara", "hashima", "nagoya")
    state = arrange(THREE, after_engines(THREE, ENGINES), {YELLOW: {"train": train}}, tracked=line)
    items = [item.points for item in THREE.scores(state)[YELLOW].items if item.clause == "11.5.3"]
    assert sum(items) == vp


@SEATS
def test_1_4_five_rounds_and_most_points_win(rules: ZeroKei) -> None:
    for seed in range(5):
        game = [*narrated(rules, seed)]
        years = [x.year for _, _, happenings in game for x in happenings if isinstance(x, h.RoundBegan)]
        state, move, _ = game[-1]
        over = rules.follow(state, move)
        totals = [score.total for score in rules.scores(over)]
        outcome = rules.outcome(over)
        assert outcome is not None
        assert {totals[seat] for seat in outcome.winners} == {max(totals)}
        assert years == ["1959-60", "1960-61", "1961-62", "1962-63", "1963-64"]


# -- chapter 3: the cards


def test_3_1_3_4_what_can_be_used_is_the_event_or_a_train_card() -> None:
    """3.1, 3.4: of the train cards engines (anybody's), action carriages and the tail; ability carriages just are."""
    trains: Contents = {
        YELLOW: {"train": ("osaka-1", "osaka-2", "hashima-1")},
        RED: {"train": ("maibara-1", "nagoya-2")},
    }
    state = turn(THREE, "get-yen", trains)
    assert {*uses(THREE, state)} == {EVENT, *ENGINES[:3], "osaka-1", "hashima-1", TAIL}


@SEATS
def test_3_1_in_every_game(rules: ZeroKei) -> None:
    """3.1, 3.4: no card is both, and nothing else is ever used."""
    kit = rules.kit
    train = {*kit.engines, TAIL, *(card for card, c in kit.carriages.items() if isinstance(c.gives, Action))}
    assert not train & {*kit.events, EVENT}
    used = {x.card for _, _, happenings in narrated(rules, 3) for x in happenings if isinstance(x, h.CardUsed)}
    assert EVENT in used
    assert used <= {EVENT, *train}


@pytest.mark.parametrize("round", range(5))
def test_3_2_only_the_current_event_is_active(round: int) -> None:
    """3.2, 3.3: its action is on offer, or its effect due; those of other years are not."""
    does: dict[str, set[type[Any]]] = {
        "get-yen": {m.GetYen},
        "prepare": {m.Prepare},
        "participate": {m.Participate},
        "yen-for-all": set(),
        "olympic-token": {m.TakeToken},
    }
    events = tuple(does)
    start = after_engines(THREE, ENGINES)
    seats = {seat: {"yen": 30, "train": train} for seat, train in enumerate([("osaka-2",), ("kyoto-1",), ("kyoto-2",)])}
    state = acting(THREE, start, YELLOW, 2, events=events, round=round, seats=seats)
    assert uses(THREE, state).get(EVENT, set()) == does[events[round]]
    closing = THREE.explain(acting(THREE, start, GREEN, 1, events=events, round=round, seats=seats), m.Finish())
    applied = [x.effect for x in closing.happenings if isinstance(x, h.EffectApplied)]
    assert applied == (["yen-for-all"] if events[round] == "yen-for-all" else [])


@pytest.mark.parametrize("event", EDITION.events, ids=lambda event: event.effect.value)
def test_3_3_what_an_event_shows(event: Event) -> None:
    """3.3: the letter of the track cost, the actions for everybody, and an action or else an effect at the end."""
    effect, rules = event.effect.value, FOUR
    seats = {
        seat: {"yen": 30, "vp": 9, "tracks": 1, "train": (card,)}
        for seat, card in enumerate(["kyoto-1", "nagoya-1", "osaka-1", "maibara-1"])
    }
    works: dict[str, Any] = {"prepared": ("osaka",), "tracked": ("tokyo",), "discard": ("kyoto-2",)}
    other = next(e for e in ("get-yen", "participate") if e != effect)
    for seat in range(4):
        place = placing(rules, seats, seat, events=(effect, other, other, other, other), **works)
        table = rules.follow(place, next(x for x in rules.legal_moves(place) if isinstance(x, m.Place))).table
        assert (table.phase, table.actions) == (Phase.ACT, event.actions)
    state = turn(rules, effect, seats, **works)
    laid = {x.space for x in rules.legal_moves(state) if isinstance(x, m.Lay)}
    assert laid == {event.letter}
    on_offer = EVENT in uses(rules, played(rules, state, m.Income(TAIL, GOLD)))  # so there is a card to be repeated
    happened = rules.explain(turn(rules, effect, seats, seat=3, actions=1, **works), m.Finish()).happenings
    applied = [x.effect for x in happened if isinstance(x, h.EffectApplied)]
    assert (on_offer, applied) == ((False, [effect]) if event.effect.at_end_of_round else (True, []))


def test_3_3_the_yen_of_events_count_at_setup_only() -> None:
    """3.3: with 1 yen more on every event everybody has 5 more all through the game, and nothing else differs."""
    events = tuple(attrs.evolve(event, yen=event.yen + 1) for event in EDITION.events)
    richer = ZeroKei(seats=3, edition=attrs.evolve(EDITION, events=events))
    deal = THREE.deal(Random(0))
    poor, rich = THREE.start(deal), richer.start(deal)
    plain = (m.Finish, m.Decline, m.Claim, m.Place, m.ChooseEngine)
    while legal := THREE.legal_moves(poor):
        assert [there[0] - here[0] for here, there in zip(purses(poor), purses(rich), strict=True)] == [5] * 3
        move = next((x for kind in plain for x in legal if isinstance(x, kind)), legal[0])
        poor, rich = THREE.apply(poor, move), richer.apply(rich, move)
    assert rich.table.phase is Phase.OVER


@pytest.mark.parametrize("card", [*THREE.kit.carriages])
def test_3_6_2_3_7_2_what_a_carriage_shows(card: str) -> None:
    """3.6.2, 3.7.2: of either kind; its cities decide what it costs, its icons which counters move."""
    shown = THREE.kit.carriages[card]
    start = after_engines(THREE, ENGINES, deck=(card, *(c for c in THREE.kit.carriages if c != card)))
    assert len(shown.cities) in (1, 2)
    assert set(shown.cities) <= set(THREE.kit.city_ids)
    for built in range(len(shown.cities) + 1):
        stations = dict.fromkeys(shown.cities[:built], GOLD)
        state = arrange(THREE, start, {seat: {"yen": 30} for seat in range(3)}, stations=stations)
        claims = [x for x in THREE.legal_moves(state) if isinstance(x, m.Claim) and x.carriage == card]
        first = shown.counters[0]
        assert {claim.advance[0] for claim in claims} == set(first)
        assert {claim.advance[1] for claim in claims if len(claim.advance) > 1} == {*sum(shown.counters[1:], ())}
        for claim in claims:
            after = THREE.apply(state, claim).table
            assert after.seats[YELLOW].yen == 30 - shown.cost - 2 * built
            assert after.counters.spaces == tuple(claim.advance.count(colour) for colour in Colour)
