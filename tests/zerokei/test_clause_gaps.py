"""Directed tests of clauses that no other test holds: what the game is about, setup, the cards, and Hideo's pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import DealError, ShinkansenError
from shinkansen.core.play import at_random, play_out, plies
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Action, Colour, Event
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EVENT, FACE_DOWN, NOBODY, TAIL, Phase, State
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
    closed,
    counters,
    placing,
    plain_deal,
    played,
    purses,
    turn,
)
from tests.zerokei.test_solo import CELLS, HIDEO, YOU, before_hideo, final, first_round
from tests.zerokei.test_solo import RULES as SOLO

TWO, THREE, FOUR = (rules_for(seats) for seats in (2, 3, 4))
EDITION = shipped()
SEATS = pytest.mark.parametrize("rules", [TWO, THREE, FOUR], ids=lambda rules: f"{rules.seats} seats")


def narrated(rules: ZeroKei, seed: int) -> Iterator[tuple[State, m.Move, tuple[Happening, ...]]]:
    """A game of random moves: each state, the move made in it and what happened."""
    rng = Random(seed)
    for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
        yield ply.state, ply.move, rules.narrate(ply.state, ply.move).happenings


def uses(rules: ZeroKei, state: State) -> dict[str, set[type[Any]]]:
    """What can be done with each card."""
    found: dict[str, set[type[Any]]] = {}
    for move in rules.legal_moves(state):
        if isinstance(move, m.CARD_USES):
            found.setdefault(getattr(move, "card"), set()).add(type(move))  # noqa: B009 - the union is not narrowed
    return found


# -- what the game is about


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


# -- setup


def test_2_0_the_box() -> None:
    """2.0: as the Russian and the Portuguese text list it."""
    e = EDITION
    assert len(e.cities) == 12
    assert [city.number for city in e.cities] == [*range(1, 13)]
    assert (len(e.engines), len(e.carriages)) == (4, 30)
    assert [sum(event.colour == colour for event in e.events) for colour in ("grey", "blue", "green")] == [6, 6, 6]
    assert (e.figures.used_card_tokens, e.figures.action_tokens, e.figures.cauldrons) == (4, 5, 7)
    assert (len(e.board.station_rows), len(Colour)) == (4, 3)
    assert [coin.count for coin in e.coins] == [22, 6, 8]
    assert len(e.hideo.closed_tokens) == 3


@SEATS
def test_2_0_no_more_pieces_than_the_box_holds(rules: ZeroKei) -> None:
    """2.0: no card twice, 12 construction tokens, four stations of each colour, seven cauldrons each."""
    for seed in range(3):
        for state, _, _ in narrated(rules, seed):
            table = state.table
            train = [card for seat in table.seats for card in seat.train]
            cards = [*state.deck, *table.row, *table.discard, *train]
            assert sorted(cards) == sorted(rules.kit.carriages)
            tracks = sum(seat.tracks for seat in table.seats)
            assert len(table.prepared_cities()) == len(table.cities_with_track()) + tracks
            assert all([*table.stations().values()].count(colour) <= 4 for colour in Colour)
            for number, seat in enumerate(table.seats):
                assert seat.cauldrons + sum(venue[number] for venue in table.cauldrons) == 7


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_2_g_3_scores_start_at_zero(seats: int) -> None:
    """2.G.3: with every deal, until somebody scores; Hideo's too (12.1)."""
    rules = rules_for(seats)
    for seed in range(20):
        start = rules.start(rules.deal(Random(seed)))
        assert [seat.vp for seat in start.table.seats] == [0] * len(start.table.seats)
        for state, _, happenings in narrated(rules, seed):
            assert {seat.vp for seat in state.table.seats} == {0}
            if any(isinstance(x, h.Scored) for x in happenings):
                break


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_9_6_1_players_on_zero_rank_in_turn_order(order: tuple[int, ...]) -> None:
    """9.6.1: so it need not be known whose score counter lies on top at the start (2.G.2)."""
    start = after_engines(THREE, ENGINES, turn_order=order)
    assert purses(start) == [(start.table.seats[0].yen, 0)] * 3
    events = ("yen-by-rank", *(effect for effect in start.table.events if effect != "yen-by-rank"))[:5]
    state = acting(THREE, start, order[-1], 1, events=events, tile=start.table.tile)
    happenings = THREE.explain(state, m.Finish()).happenings
    paid = [(x.payee, x.yen) for x in happenings if isinstance(x, h.Paid) and x.clause == "9.6.1"]
    assert paid == [*zip(order, EDITION.figures.yen_by_rank, strict=False)]


@SEATS
def test_2_i_1_each_pack_is_shuffled(rules: ZeroKei) -> None:
    """2.I.1, 2.I.2: five different events; each year's space can get any card of one colour, and no other."""
    deals = [rules.deal(Random(seed)) for seed in range(200)]
    assert all(len(deal.events) == len(set(deal.events)) == 5 for deal in deals)
    packs: dict[str, set[str]] = {}
    for effect, event in rules.kit.events.items():
        packs.setdefault(event.colour, set()).add(effect)
    for year in range(5):
        found = {deal.events[year] for deal in deals}
        assert found in packs.values()


@pytest.mark.parametrize("count", [4, 6])
def test_2_i_2_not_another_number_of_events(count: int) -> None:
    deal = plain_deal(THREE)
    spare = next(effect for effect in THREE.kit.events if effect not in deal.events)
    with pytest.raises(DealError, match="expected 5, for 1959-60, 1960-61"):
        THREE.start(attrs.evolve(deal, events=(*deal.events, spare)[:count]))


@SEATS
def test_2_i_4_all_five_events_are_known_from_the_start(rules: ZeroKei) -> None:
    deal = rules.deal(Random(4))
    state = rules.start(deal)
    for seat in range(rules.seats):
        view = rules.view(state, seat)
        assert view.state.table.events == deal.events
        assert rules.redeal(view, Random(5)).table.events == deal.events


@pytest.mark.parametrize("seats", [0, 5, -1, 7])
def test_2_i_5_not_for_another_number_of_players(seats: int) -> None:
    with pytest.raises(ShinkansenError, match="expected 1 or 2 or 3 or 4"):
        ZeroKei(seats=seats)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_2_i_5_for_two_three_or_four(seats: int) -> None:
    rules = rules_for(seats)
    over = play_out(rules, rules.start(rules.deal(Random(seats))), at_random(Random(seats)))
    assert len(rules.scores(over)) == seats


def test_2_j_2_yen_come_from_the_reserve_and_go_back() -> None:
    """2.J.2: what no player pays is the reserve's, and what is paid to no player; the purses change by just that."""
    state = turn(THREE, "get-yen", {YELLOW: {"train": ("osaka-1",)}})
    held = sum(yen for yen, _ in purses(state))
    richer = THREE.explain(state, m.GetYen(EVENT))
    assert [x for x in richer.happenings if isinstance(x, h.Paid)] == [h.Paid(NOBODY, YELLOW, 7, "9.18")]
    assert sum(yen for yen, _ in purses(richer.state)) == held + 7
    poorer = THREE.explain(state, m.Prepare("osaka-1", "hamamatsu"))
    assert [x for x in poorer.happenings if isinstance(x, h.Paid)] == [h.Paid(YELLOW, NOBODY, 3, "7.9.2")]
    assert sum(yen for yen, _ in purses(poorer.state)) == held - 3


def test_2_j_3_the_reserve_does_not_run_out() -> None:
    """2.J.3: the purses hold more than all coins of the box, and there is still more to be had."""
    box = sum(coin.count * coin.value for coin in EDITION.coins)
    rich = {seat: {"yen": box} for seat in range(3)}
    state = turn(THREE, "get-yen", rich)
    after = played(THREE, state, m.GetYen(EVENT), m.Income(TAIL, GOLD))
    assert after.table.seats[YELLOW].yen == box + 7 + 5
    assert [yen for yen, _ in purses(closed(THREE, "yen-for-all", rich))] == [box + 4] * 3


# -- the cards


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


# -- the phases


@SEATS
def test_4_2_prepare_then_buy_then_act(rules: ZeroKei) -> None:
    """4.2: nobody buys before the row is laid, no carriage joins before all have bought."""
    order: dict[type[Any], int] = {h.RoundBegan: 0, h.RowLaid: 1, h.Claimed: 2, h.Joined: 3, h.Placed: 3, h.CardUsed: 3}
    happened = [x for _, _, happenings in narrated(rules, 6) for x in happenings]
    phases = [order[type(x)] for x in happened if type(x) in order]
    rounds = [i for i, stage in enumerate(phases) if stage == 0]
    assert len(rounds) == 5
    for begin, end in pairwise([*rounds, len(phases)]):
        assert phases[begin:end] == sorted(phases[begin:end])
        assert phases[begin:end].count(2) == rules.seats


# -- scoring


def test_11_2_the_order_of_scoring() -> None:
    """11.2: what was scored before, cities, venues, connected cities, leftovers."""
    state = arrange(
        THREE,
        after_engines(THREE, ENGINES),
        {YELLOW: {"train": ("tokyo-1", "osaka-1", "kyoto-1"), "vp": 4, "yen": 3, "tracks": 1, "cauldrons": 6}},
        stations={"osaka": GOLD},
        tracked=["osaka", "kyoto"],
        cauldrons=((1, 0, 0), (0, 0, 0), (0, 0, 0)),
        counters=counters(3, 2, 1),
    )
    clauses = [item.clause for item in THREE.scores(state)[YELLOW].items]
    groups = [".".join(clause.split(".")[:2]) for clause in clauses]
    assert [*dict.fromkeys(groups)] == ["11.2", "11.3", "11.4", "11.5", "11.6"]
    assert groups == sorted(groups)


# -- Hideo


@pytest.mark.parametrize("seed", range(6))
def test_12_0_one_player_against_hideo(seed: int) -> None:
    """12.0: every decision is yours, and whoever of the two has more has won."""
    for state, _, _ in narrated(SOLO, seed):
        assert SOLO.to_move(state) == YOU
    over = play_out(SOLO, SOLO.start(SOLO.deal(Random(seed))), at_random(Random(seed)))
    yours, his = (score.total for score in SOLO.scores(over))
    outcome = SOLO.outcome(over)
    assert outcome is not None
    assert yours == his or outcome.winners == ((YOU,) if yours > his else (HIDEO,))


def test_12_1_1_hideo_has_all_pieces_of_a_colour() -> None:
    """12.1.1: a turn order token, seven cauldrons, a score counter on zero, and an engine."""
    table = first_round().table
    hideo = table.seats[HIDEO]
    assert (hideo.cauldrons, hideo.vp, hideo.tracks, hideo.train) == (7, 0, 0, ())
    assert table.tile.count(HIDEO) == 1
    assert SOLO.kit.seat_names[HIDEO] == "Hideo" != SOLO.kit.seat_names[YOU]
    assert hideo.engine not in ("", table.seats[YOU].engine)


def test_9_6_1_you_and_hideo_on_zero_rank_in_turn_order() -> None:
    """9.6.1, 12.1.2: first in turn order, you get what the first gets."""
    start = first_round()
    assert [seat.vp for seat in start.table.seats] == [0, 0]
    events = ("yen-by-rank", "get-yen", "build", "prepare", "lay")
    state = before_hideo(0, events=events, row=(), claims=(), tile=start.table.tile)
    happened = SOLO.explain(state, m.Finish()).happenings
    first = EDITION.figures.yen_by_rank[0]
    paid = h.Paid(NOBODY, YOU, first, "9.6.1")
    assert [x for x in happened if isinstance(x, h.Paid) and x.clause == "9.6.1"] == [paid]


def test_12_1_5_hideo_has_no_tail() -> None:
    """12.1.5: he has no income of one in his turn, and you cannot use it: the only tail is yours."""
    state = before_hideo(2, seats={YOU: {"yen": 9}}, tile=(YOU, NOBODY, NOBODY))
    incomes = [move for move in SOLO.legal_moves(state) if isinstance(move, m.Income)]
    assert incomes == [m.Income(TAIL, colour) for colour in Colour]
    happened = SOLO.explain(state, m.Finish()).happenings
    ground = {city.id: city.ground_vp for city in EDITION.cities}
    works = sum(ground[x.city] for x in happened if isinstance(x, h.GroundPrepared))
    assert sum(x.vp for x in happened if isinstance(x, h.Scored) and x.seat == HIDEO) == 1 + works  # 1 for space 2
    assert not [x for x in happened if isinstance(x, h.CardUsed | h.CounterAdvanced)]


def test_12_1_8_to_12_the_tokens_of_his_board() -> None:
    """12.1.8-12: nine venue tokens and three closed ones, at random: 2 face up, 4 face down, 2 closed, 3 + 1 aside."""
    deals = [SOLO.deal(Random(seed)) for seed in range(150)]
    for deal in deals:
        table = SOLO.start(deal).table
        cells = dict(zip(CELLS, deal.board, strict=True))
        assert len(set(deal.board)) == 8
        for cell, sight in zip(CELLS, table.board, strict=True):
            token = cells[cell]
            assert sight == (token if cell.startswith("a") else FACE_DOWN)
            assert token.startswith("closed-") == cell.startswith("c")
        cities = {token for token in deal.board if not token.startswith("closed-")}
        assert len(cities) == 6
        assert {*table.tokens} == {*SOLO.kit.city_ids} - {*deal.venues} - cities
        assert len(table.tokens) == 3
    for place, cell in enumerate(CELLS):
        everything = {*SOLO.kit.closed_tokens} if cell.startswith("c") else {*SOLO.kit.city_ids}
        assert {deal.board[place] for deal in deals} == everything


def test_12_5_1_his_carriages_lie_in_sight() -> None:
    state = before_hideo(1, seats={HIDEO: {"train": ("osaka-1",)}})
    after = SOLO.apply(state, m.Finish())
    seen = SOLO.view(after, YOU).state.table.seats[HIDEO]
    assert sorted(seen.train) == ["osaka-1", "tokyo-1"]
    assert "tokyo-1" not in (*after.table.row, *after.table.discard, *after.deck)


@pytest.mark.parametrize("yen", [1, 3, 30])
def test_12_9_6_yen_score_hideo_nothing(yen: int) -> None:
    """12.9.6: even if somebody had left him some."""
    none, some = (SOLO.scores(final(seats={HIDEO: {"yen": each, "vp": 5}}))[HIDEO] for each in (0, yen))
    assert some == none
    assert not [item for item in some.items if "yen" in item.title]
