"""Metamorphic laws: change the question in a known way, and the answer changes in a known way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shinkansen.core.plain_json import canonical
from shinkansen.core.ruleset import Score
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Ability, Action, Edition, Effect
from shinkansen.zerokei.edition_check import check
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register
from shinkansen.zerokei.table import NOBODY, Phase, State
from shinkansen.zerokei.testing.strategies import SOLO, VARIED, ZEROKEI, Corner, Position, corners, positions, rules_for

pytestmark = pytest.mark.slow


# -- relabelling seats


def relabel_seat(names: list[int], seat: int) -> int:
    return seat if seat == NOBODY else names[seat]


SEAT_IN_MEMORY = re.compile(r"((?<=^ever:)|(?<=^placed:)|(?<=^turn:\d:))\d")
"""Where what a reading remembers names a seat."""


def relabel(names: list[int], state: State) -> State:
    """The same game with the players sitting elsewhere: seat s becomes seat names[s]."""
    table = state.table
    back = [names.index(seat) for seat in range(len(names))]
    memory = frozenset(SEAT_IN_MEMORY.sub(lambda seat: str(names[int(seat[0])]), note) for note in table.memory)
    return attrs.evolve(
        state,
        table=attrs.evolve(
            table,
            seat=relabel_seat(names, table.seat),
            tile=tuple(relabel_seat(names, seat) for seat in table.tile),
            claims=tuple(relabel_seat(names, seat) for seat in table.claims),
            cauldrons=tuple(tuple(there[seat] for seat in back) for there in table.cauldrons),
            seats=tuple(table.seats[seat] for seat in back),
            memory=memory,
        ),
    )


def relabel_move(names: list[int], move: Move) -> Move:
    return attrs.evolve(move, track_of=names[move.track_of]) if isinstance(move, m.Lay) else move


@given(positions(of=VARIED, over=True), st.data())
def test_relabelling_seats_commutes_with_play(position: Position, data: st.DataObject) -> None:
    """Nothing depends on which seat is called which."""
    rules, state = position.rules, position.state
    assume(rules.seats > 1)
    names = data.draw(st.permutations(range(rules.seats)))
    other = relabel(names, state)
    legal = rules.legal_moves(state)
    assert set(rules.legal_moves(other)) == {relabel_move(names, move) for move in legal}
    for move in legal:
        assert rules.follow(other, relabel_move(names, move)) == relabel(names, rules.follow(state, move))
    scores, moved = rules.scores(state), rules.scores(other)
    assert all(scores[seat].items == moved[names[seat]].items for seat in range(rules.seats))
    result, after = rules.outcome(state), rules.outcome(other)
    if result is not None and after is not None:
        assert {names[seat] for seat in result.winners} == set(after.winners)


# -- a yen more

EXCEPTIONS_TO_MORE_IS_MORE = {
    "skip": "5.B.7 under R8 c: who can pay a carriage must take one",
    "participate": "7.16.2 under R33 b: a venue's effect is applied as far as it can be paid",
}
"""What a yen more takes away, and the reading that makes it so. Under the preferred rulings there is no exception."""


def one_yen_more(state: State) -> State:
    table = state.table
    seat = attrs.evolve(table.seats[table.seat], yen=table.seats[table.seat].yen + 1)
    seats = (*table.seats[: table.seat], seat, *table.seats[table.seat + 1 :])
    return attrs.evolve(state, table=attrs.evolve(table, seats=seats))


def vp_gain(rules: ZeroKei, state: State, move: Move) -> int:
    seat = state.table.seat
    return rules.follow(state, move).table.seats[seat].vp - state.table.seats[seat].vp


def check_more_is_more(rules: ZeroKei, state: State) -> None:
    richer = one_yen_more(state)
    legal, more = rules.legal_moves(state), rules.legal_moves(richer)
    gone = set(legal) - set(more)
    assert {m.NAME_OF[type(move)] for move in gone} <= set(EXCEPTIONS_TO_MORE_IS_MORE)
    if rules.law.nothing_affordable != "skip":
        assert not any(isinstance(move, m.Skip) for move in gone)
    if rules.law.venue_effect_optional:
        assert not any(isinstance(move, m.Participate) for move in gone)
    for move in set(legal) - gone:
        assert vp_gain(rules, richer, move) >= vp_gain(rules, state, move)
    if not gone:
        best = max(vp_gain(rules, state, move) for move in legal)
        assert max(vp_gain(rules, richer, move) for move in more) >= best


@given(positions(of=VARIED))
def test_one_yen_more_takes_no_legal_move_away_and_lowers_no_gain(position: Position) -> None:
    """7.3, 5.B.2: money only ever allows; the exceptions, all of other readings, are listed above."""
    check_more_is_more(position.rules, position.state)


@given(corners())
def test_one_yen_more_takes_nothing_away_in_the_corners(corner: Corner) -> None:
    """7.3, 5.B.2, 5.B.7."""
    check_more_is_more(corner.rules, corner.state)


# -- simultaneous effects

AT_THE_END = [effect for effect in Effect if effect.at_end_of_round]


@st.composite
def ends_of_rounds(draw: st.DrawFn) -> Position:
    """The first decision about an end-of-round effect."""
    position = draw(positions(of=ZEROKEI, most=60))
    rules, state = position.rules, position.state
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(200):
        if state.table.phase is Phase.END or rules.to_move(state) is None:
            break
        state = rules.follow(state, rng.choice(rules.legal_moves(state)))
    assume(state.table.phase is Phase.END)
    return attrs.evolve(position, state=state)


def purse_after(rules: ZeroKei, state: State, seat: int, choose: Callable[[State], Move], own: Move) -> Any:
    """What a seat has when the effect is over, if it answers with one move and the others choose theirs; none if
    the others have left it without that move."""
    year = state.table.round
    while rules.to_move(state) is not None and state.table.phase is Phase.END and state.table.round == year:
        mover = state.table.seat
        move = own if mover == seat else choose(state)
        if move not in rules.legal_moves(state):
            return None
        state = rules.follow(state, move)
    content = state.table.seats[seat]
    return content.yen, content.vp, content.train


@given(ends_of_rounds(), st.data())
def test_9_what_a_seat_gets_at_the_end_of_a_round_does_not_depend_on_others(
    position: Position, data: st.DataObject
) -> None:
    """9.2, 9.4, 9.7, 9.14, 10.1: only what others take from the discard pile can be missing."""
    rules, state = position.rules, position.state
    seats = [seat for seat in state.table.tile if seat != NOBODY]
    seat = data.draw(st.sampled_from(seats))
    # What this seat could answer if it were asked first.
    asked = attrs.evolve(state, table=attrs.evolve(state.table, seat=seat))
    legal = rules.legal_moves(asked)
    assume(legal)
    own = data.draw(st.sampled_from(legal))
    rng = Random(data.draw(st.integers(0, 2**16)))
    quiet = purse_after(rules, state, seat, lambda now: rules.legal_moves(now)[-1], own)
    loud = purse_after(rules, state, seat, lambda now: rng.choice(rules.legal_moves(now)), own)
    if not isinstance(own, m.BuyAtEnd):
        assert quiet is not None
        assert loud is not None
    if quiet is not None and loud is not None:
        assert quiet == loud


# -- renaming


def rename(edition: Edition) -> Edition:
    """Another id and name for everything that has one; the ids keep their order."""
    city = {each.id: f"{each.id}-x" for each in edition.cities}
    return attrs.evolve(
        edition,
        id="renamed",
        name="Renamed",
        cities=tuple(attrs.evolve(c, id=city[c.id], name=f"New {c.name}") for c in edition.cities),
        engines=tuple(attrs.evolve(e, id=f"{e.id}-x", name=f"New {e.name}") for e in edition.engines),
        carriages=tuple(
            attrs.evolve(c, id=f"{c.id}-x", cities=tuple(city[id] for id in c.cities)) for c in edition.carriages
        ),
        provenance={key: attrs.evolve(source, exceptions={}) for key, source in edition.provenance.items()},
    )


def renamer(edition: Edition) -> Callable[[str], str]:
    """Renames ids wherever they stand in canonical JSON."""
    ids = [each.id for table in (edition.cities, edition.engines, edition.carriages) for each in table]
    # Between quotes, or between the colons of what a reading remembers.
    pattern = re.compile(f'(?<=[":])({"|".join(sorted(map(re.escape, ids), key=len, reverse=True))})(?=[":])')
    return lambda text: pattern.sub(r"\1-x", text)


@given(positions(of=VARIED, over=True))
def test_renaming_everything_in_an_edition_changes_only_names(position: Position) -> None:
    rules, state = position.rules, position.state
    edition = check(rename(rules.edition).to_json()).accepted("renamed")
    other = ZeroKei(rules.seats, edition, rules.rulings)
    renamed = renamer(rules.edition)

    twin = other.read_state(json.loads(renamed(canonical(rules.state_json(state)))))
    legal, theirs = rules.legal_moves(state), other.legal_moves(twin)
    assert [renamed(canonical(rules.move_json(move))) for move in legal] == [
        canonical(other.move_json(move)) for move in theirs
    ]
    for move, its in zip(legal, theirs, strict=True):
        after = renamed(canonical(rules.state_json(rules.follow(state, move))))
        assert after == canonical(other.state_json(other.follow(twin, its)))

    def amounts(scores: tuple[Score, ...]) -> list[list[tuple[int, str]]]:
        return [[(item.points, item.clause) for item in score.items] for score in scores]

    assert amounts(rules.scores(state)) == amounts(other.scores(twin))


# -- a ruling that is not in question


def holds_any(*gifts: Action | Ability) -> Callable[[ZeroKei, State], bool]:
    def seen(rules: ZeroKei, state: State) -> bool:
        cards = {card for seat in state.table.seats for card in seat.train}
        return any(rules.kit.carriages[card].gives in gifts for card in cards)

    return seen


def event(*effects: Effect) -> Callable[[ZeroKei, State], bool]:
    return lambda rules, state: any(effect in state.table.events for effect in effects)


def acting(rules: ZeroKei, state: State) -> bool:
    return state.table.phase is Phase.ACT


def solo(rules: ZeroKei, state: State) -> bool:
    return rules.seats == 1


def lays(rules: ZeroKei, state: State) -> bool:
    """A track can be laid on ground that is not prepared."""
    table = state.table
    return acting(rules, state) and {*table.cities_with_track(), *table.prepared_cities()} != {*rules.kit.city_ids}


def borrowing(rules: ZeroKei, state: State) -> bool:
    return acting(rules, state) and any(
        seat.tracks for number, seat in enumerate(state.table.seats) if number != state.table.seat
    )


def nothing_affordable(rules: ZeroKei, state: State) -> bool:
    table = state.table
    if table.phase is not Phase.BUY:
        return False
    yen = table.seats[table.seat].yen
    free = [card for card, claim in zip(table.row, table.claims, strict=True) if card and claim == NOBODY]
    return all(rules.kit.prices.carriage(card, table.station_bits) > yen for card in free)


def two_icons(rules: ZeroKei, state: State) -> bool:
    cards = (*state.table.row, *state.table.discard)
    return any(len(rules.kit.carriages[card].counters) > 1 for card in cards if card)


def last_effect(rules: ZeroKei, state: State) -> bool:
    return state.table.round == rules.kit.rounds - 1 and Effect(state.table.events[-1]).at_end_of_round


def empty_venue(rules: ZeroKei, state: State) -> bool:
    return any(not any(counts) for counts in state.table.cauldrons)


def trains(rules: ZeroKei, state: State) -> bool:
    return any(len(seat.train) + len(seat.tokens) > 1 for seat in state.table.seats) or any(
        len(rules.kit.carriages[card].cities) > 1 for seat in state.table.seats for card in seat.train
    )


def repeats(rules: ZeroKei, state: State) -> bool:
    return acting(rules, state)


def stuck(rules: ZeroKei, state: State) -> bool:
    """A counter is on the last space, or may come there with this move and be chosen once more."""
    last = rules.edition.board.value_spaces - 1
    return any(space >= last - 1 for space in state.table.counters.spaces)


def cauldrons_run_out(rules: ZeroKei, state: State) -> bool:
    """Hideo may need more cauldrons than he has before the next decision."""
    return solo(rules, state) and state.table.seats[1].cauldrons < 7


TRIGGERS: dict[str, Callable[[ZeroKei, State], bool]] = {
    "stuck_counter": stuck,
    "nothing_affordable": nothing_affordable,
    "second_icon": two_icons,
    "twice_on_space_one": holds_any(Ability.TWICE_TURN_ORDER),
    "engine_without_action": acting,
    "cheap_engine_repeated": holds_any(Ability.CHEAP_ENGINE),
    "discount_with_ability": holds_any(Ability.CHEAP_PREPARE),
    "track_needs_ground": lays,
    "own_track_first": borrowing,
    "borrowed_track_price": borrowing,
    "venue_effect": acting,
    "venue_twice": holds_any(Ability.TWICE_AT_VENUE),
    "bought_card": holds_any(Action.BUY),
    "end_purchase": event(Effect.BUY_AT_END),
    "repeat_action": repeats,
    "event_repeat": event(Effect.REPEAT_TRAIN_CARD),
    "round5_effect": last_effect,
    "reward_again": event(Effect.REWARD_AGAIN),
    "reward_again_counter": event(Effect.REWARD_AGAIN),
    "yen_by_rank": event(Effect.YEN_BY_RANK),
    "end_order": event(Effect.LOSE_VP_FOR_YEN, Effect.REWARD_AGAIN, Effect.BUY_AT_END, Effect.SCORE_A_CITY),
    "selling_vp": event(Effect.LOSE_VP_FOR_YEN),
    "score_below_zero": event(Effect.SCORE_A_CITY),
    "token_place": event(Effect.OLYMPIC_TOKEN),
    "token_same_city": event(Effect.OLYMPIC_TOKEN),
    "empty_venue": empty_venue,
    "connection_gap": trains,
    "connection_card": trains,
    "hideo_space_one": solo,
    "hideo_icon": solo,
    "hideo_closed_third": solo,
    "hideo_rank": solo,
    "hideo_connection": solo,
    "hideo_tie": solo,
    "hideo_cauldrons": cauldrons_run_out,
    "connection_return": trains,
    "event_repeat_action": event(Effect.REPEAT_TRAIN_CARD),
    "build_discount": holds_any(Ability.CHEAP_BUILD),
    "lay_discount": holds_any(Ability.ANY_TRACK_SPACE),
}
"""For each switchable ruling, where it could make a difference: to what is legal, to what a move does, or to scores."""


def test_every_switchable_ruling_has_a_trigger() -> None:
    assert set(TRIGGERS) == {ruling.slug for ruling in register().switchable}


@pytest.mark.parametrize(
    ("slug", "letter"),
    [(r.slug, letter) for r in register().switchable for letter in r.others],
)
@given(data=st.data())
def test_a_ruling_whose_trigger_has_not_occurred_changes_nothing(slug: str, letter: str, data: st.DataObject) -> None:
    position: Position = data.draw(positions(of=data.draw(st.sampled_from([ZEROKEI, SOLO]))))
    rules = position.rules
    other = rules_for(rules.seats, Rulings(**{slug: letter}), rules.hard)  # type: ignore[arg-type]
    check_unaffected(rules, other, position.deal, position.moves, TRIGGERS[slug])


def check_unaffected(
    rules: ZeroKei, other: ZeroKei, deal: Deal, moves: tuple[Move, ...], trigger: Callable[[ZeroKei, State], bool]
) -> None:
    """Two readings agree in everything until the trigger of their difference."""
    state, twin = rules.start(deal), other.start(deal)
    for move in moves:
        if trigger(rules, state):
            return
        assert state == twin
        assert rules.scores(state) == other.scores(twin)
        assert rules.legal_moves(state) == other.legal_moves(twin)
        state, twin = rules.follow(state, move), other.follow(twin, move)
