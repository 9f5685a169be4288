"""Rounds: the order of play from the choice of engines to the end of the fifth round (chapters 2, 4, 5, 6, 10).

What a player may decide in each phase, what that does, and what then happens by itself until the next decision. The
actions of phase 3 are in `actions`; the effects at the end of a round (chapter 9) are here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shinkansen.zerokei import actions, hideo, scoring, works
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.cards import TWICE_TURN_ORDER
from shinkansen.zerokei.counters import open_moves
from shinkansen.zerokei.draft import Draft
from shinkansen.zerokei.edition import Colour, Effect
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import COLOUR_INDEX, COLOURS, NO_CARRIAGE, NOBODY, Phase, State, Table

NOTHING: Final[frozenset[str]] = frozenset()
ENGINE: Final = Phase.ENGINE
BUY: Final = Phase.BUY
PLACE: Final = Phase.PLACE
ACT: Final = Phase.ACT
END: Final = Phase.END
OVER: Final = Phase.OVER
"""By names of their own, because looking up a member of an enumeration takes long."""
EFFECTS: Final[dict[str, Effect]] = {effect.value: effect for effect in Effect}

# -- Facts ----------------------------------------------------------------------------------------------------------


def purse(table: Table | Draft, seat: int) -> int:
    """What a player can spend on a carriage of the row: yen, and victory points above zero (5.B.5, 5.B.6)."""
    content = table.seats[seat]
    return content.yen + max(0, content.vp)


def claimable(kit: Kit, table: Table) -> list[str]:
    """The carriages of the row a player may claim (5.A.1, 5.B.6, and 5.B.7 where none can be paid)."""
    free = [carriage for place, carriage in enumerate(table.row) if table.claims[place] == NOBODY]
    limit = purse(table, table.seat)
    prices = kit.prices
    affordable = [carriage for carriage in free if prices.carriage(carriage, table.station_bits) <= limit]
    if affordable:
        return affordable
    match kit.law.nothing_affordable:
        case "cheapest":
            return [_cheapest(kit, table, free)]
        case "any":
            return free
        case "skip":
            return []


def _cheapest(kit: Kit, table: Table, carriages: list[str]) -> str:
    # `min` keeps the first of equals, and the row is in order of nearness to the tile.
    return min(carriages, key=lambda carriage: kit.prices.carriage(carriage, table.station_bits))


def end_purse(kit: Kit, table: Table) -> int:
    """What a player can spend on the purchase at the end of a round (9.7)."""
    return table.seats[table.seat].yen if kit.law.end_purchase_in_yen_only else purse(table, table.seat)


def is_twice(kit: Kit, table: Table | Draft, seat: int) -> bool:
    """Whether a player gets turn order rewards twice (8.7)."""
    return bool(table.seats[seat].ability_bits & TWICE_TURN_ORDER)


def barred_again(table: Table | Draft, seat: int) -> frozenset[Colour]:
    """The counters a player may not advance with the reward again, under the reading that remembers (9.4.2)."""
    return frozenset(colour for colour in COLOURS if f"placed:{seat}:{colour}" in table.memory)


def order_of_tile(table: Table | Draft) -> tuple[int, ...]:
    """The seats by their spaces on the turn order tile (5.1, 5.1.1)."""
    return tuple([seat for seat in table.tile if seat != NOBODY])


def people(draft: Draft, order: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that choose engines and take part in end-of-round effects: all but Hideo (12.1.4, 12.8)."""
    return tuple([seat for seat in order if seat in draft.kit.people])


def order_at_end(draft: Draft) -> tuple[int, ...]:
    """Turn order at the end of a round: by the row where a reading has it remembered (6.1), else by the tile (5.1)."""
    turns = sorted(item.split(":") for item in draft.memory if item.startswith("turn:"))
    return tuple(dict.fromkeys([*(int(seat) for _, _, seat in turns), *order_of_tile(draft)]))


def effect_of(table: Table | Draft) -> Effect:
    return EFFECTS[table.events[table.round]]


# -- Options --------------------------------------------------------------------------------------------------------


def _legal_engines(kit: Kit, table: Table) -> tuple[Move, ...]:
    return tuple(kit.ready[m.ChooseEngine, engine] for engine in table.engines)


SKIP: Final = m.Skip()


def _legal_claims(kit: Kit, table: Table) -> tuple[Move, ...]:
    found: list[Move] = []
    for carriage in claimable(kit, table):
        found += open_moves(kit, table, kit.claim_rows[carriage])
    return tuple(found) or (SKIP,)


def _legal_places(kit: Kit, table: Table) -> tuple[Move, ...]:
    twice = is_twice(kit, table, table.seat)
    found: list[Move] = []
    for place, on in enumerate(table.tile):
        if on == NOBODY:
            found += open_moves(kit, table, kit.place_rows[place + 1, twice])
    return tuple(found)


LOSE_VP: Final = m.LoseVp()
DECLINE: Final = m.Decline()


def _legal_endings(kit: Kit, table: Table) -> tuple[Move, ...]:
    seat = table.seats[table.seat]
    match effect_of(table):
        case Effect.LOSE_VP_FOR_YEN:
            return (LOSE_VP, DECLINE) if can_lose_vp(kit, table) else (DECLINE,)
        case Effect.REWARD_AGAIN:
            reward = kit.rewards[table.tile.index(table.seat)]
            ways = kit.reward_ways(reward, is_twice(kit, table, table.seat), barred_again(table, table.seat))
            return tuple(open_moves(kit, table, [kit.ready[m.AdvanceAgain, way] for way in ways]))
        case Effect.BUY_AT_END:
            found: list[Move] = []
            for carriage in table.discard:
                if kit.prices.carriage(carriage, table.station_bits) <= end_purse(kit, table):
                    found += open_moves(kit, table, kit.end_rows[carriage])
            return (*found, DECLINE)
        case _:
            return (*(kit.ready[m.ScoreCity, city] for city in scoring.cities_of(kit, seat)), DECLINE)


def can_lose_vp(kit: Kit, table: Table) -> bool:
    return not kit.law.losing_vp_needs_them or table.seats[table.seat].vp >= kit.figures.lose_vp_vp


LEGAL: Final[dict[Phase, Callable[[Kit, Table], tuple[Move, ...]]]] = {
    ENGINE: _legal_engines,
    BUY: _legal_claims,
    PLACE: _legal_places,
    ACT: works.legal_actions,
    END: _legal_endings,
    OVER: lambda kit, table: (),
}


class MisfitError(Exception):
    """A table that has not the seats or the board of these rules; `border` says what it has."""


def legal_moves(kit: Kit, state: State) -> tuple[Move, ...]:
    """Every legal move; here and not in the ruleset, so that all of it is compiled where this room is."""
    table = state.table
    if len(table.seats) != kit.seats or len(table.board) != kit.cells:
        raise MisfitError
    return LEGAL[table.phase](kit, table)


# -- Performance ----------------------------------------------------------------------------------------------------

ACTIONS: Final = actions.PERFORM


def follow(kit: Kit, state: State, move: Move) -> State:
    """The state after a legal move; here and not in the ruleset, so that all of it is compiled where this room is."""
    draft = Draft(kit, state)
    perform(draft, move)
    return draft.freeze()


def perform(draft: Draft, move: Move) -> None:
    """Make a legal move and everything that follows by itself."""
    act = ACTIONS.get(type(move))
    if act is None:
        PERFORM[type(move)](draft, move)
        return
    act(draft, move)
    if not draft.pending and not draft.actions:
        _end_turn(draft)


def _choose_engine(draft: Draft, move: m.ChooseEngine) -> None:
    draft.choose_engine(draft.seat, move.engine, "2.H.2")
    if draft.kit.solo:
        draft.choose_engine(draft.kit.hideo, draft.engines[0], "12.1.4")
    order = people(draft, draft.tile)
    place = order.index(draft.seat)
    if place:
        draft.seat = order[place - 1]
    else:
        draft.engines = ()  # What is left over is out of the game (2.H.3, 2.N).
        _begin_round(draft)


def _begin_round(draft: Draft) -> None:
    """Phase 1, and on to the first buyer."""
    kit = draft.kit
    event = kit.events[draft.events[draft.round]]
    draft.memory = _kept(draft.memory, "ever:")
    if draft.told is not None:
        draft.told.append(h.RoundBegan(kit.edition.board.years[draft.round], event.effect.value, event.letter, "4.A.2"))
    for seat in range(kit.seats):
        burning = sum(counts[seat] for counts in draft.cauldrons)
        draft.pay(NOBODY, seat, burning * kit.figures.cauldron_income, "4.C")
    draft.phase = BUY
    draft.lay_row(kit.row)
    _next_buyer(draft)


def _claim(draft: Draft, move: m.Claim) -> None:
    kit, seat = draft.kit, draft.seat
    price = kit.prices.carriage(move.carriage, draft.station_bits)
    draft.claim(seat, move.carriage, "5.A.2")
    forgiven = _pay_with_vp(draft, price, kit.prices.carriage_clause(move.carriage, draft.station_bits))
    if forgiven and draft.told is not None:
        draft.told.append(h.Forgiven(seat, forgiven, "5.B.7"))
    for colour in move.advance:
        draft.advance(COLOUR_INDEX[colour], step_clause(move.advance))
    _next_buyer(draft)


def _pay_with_vp(draft: Draft, price: int, clause: str) -> int:
    """Pay in yen, then in victory points down to zero (5.B.5); says what could not be paid."""
    content = draft.seats[draft.seat]
    in_yen = min(price, content.yen)
    in_vp = min(price - in_yen, max(0, content.vp))
    draft.pay(draft.seat, NOBODY, in_yen, clause)
    draft.score(draft.seat, -in_vp, "5.B.5")
    return price - in_yen - in_vp


def _skip(draft: Draft, move: m.Skip) -> None:
    draft.skip(draft.seat)
    _next_buyer(draft)


def _next_buyer(draft: Draft) -> None:
    order = order_of_tile(draft)
    if order and order[0] == draft.kit.hideo:
        hideo.claim(draft)
        _next_buyer(draft)
    elif order:
        draft.seat = order[0]
    else:
        draft.discard_unclaimed()
        _begin_turn(draft)


def step_clause(steps: tuple[Colour, ...]) -> str:
    """The clause by which a bought carriage's counters advance."""
    return "5.C.2" if len(steps) > 1 else "5.C.1"


def _begin_turn(draft: Draft) -> None:
    """The next player of the row adds the carriage and will place the token; after the last the round ends."""
    if not draft.row:
        _end_round(draft)
        return
    seat, carriage = draft.take_from_row()
    if _goes_by_row(draft):
        place = sum(item.startswith("turn:") for item in draft.memory)
        draft.memory = draft.memory | {f"turn:{place}:{seat}"}
    if seat == draft.kit.hideo:
        hideo.take_turn(draft, carriage)
        _begin_turn(draft)
        return
    draft.seat = seat
    if carriage != NO_CARRIAGE:
        draft.join(seat, carriage, "6.A.2")
    draft.phase = PLACE


def _place(draft: Draft, move: m.Place) -> None:
    seat = draft.seat
    draft.place(seat, move.space, "6.B.1")
    _reward(draft, seat, move.advance)
    if draft.kit.law.reward_again_bars_first_counter and effect_of(draft) is Effect.REWARD_AGAIN:
        draft.memory = draft.memory | {f"placed:{seat}:{colour}" for colour in move.advance}
    draft.phase = ACT
    draft.actions = draft.kit.events[draft.events[draft.round]].actions


def _reward(draft: Draft, seat: int, advance: tuple[Colour, ...], again: bool = False) -> None:
    """The reward of a player's space on the tile, twice for who has that ability."""
    kit = draft.kit
    reward = kit.rewards[draft.tile.index(seat)]
    twice = is_twice(kit, draft, seat)
    times = 2 if twice else 1
    # Why it is given: as the space says, doubled, or once more at the end of the round.
    special = ("9.4.1" if twice else "9.4") if again else "8.7" if twice else ""
    draft.pay(NOBODY, seat, reward.yen * times, special or ("6.B.4" if reward.yen == 1 else "6.B.6"))
    draft.score(seat, reward.vp * times, special or "6.B.5")
    for colour in advance:
        draft.advance(COLOUR_INDEX[colour], special or "6.B.3")


def _finish(draft: Draft, move: m.Finish) -> None:
    seat, unused = draft.seat, draft.actions
    if draft.told is not None:
        draft.told.append(h.TurnFinished(seat, unused, "7.2"))
    draft.pay(NOBODY, seat, unused * draft.kit.figures.unused_action_yen, "7.2")
    _end_turn(draft)


def _end_turn(draft: Draft) -> None:
    draft.actions = 0
    draft.used = NOTHING
    draft.memory = _kept(draft.memory, "placed:", "ever:", "turn:")
    _begin_turn(draft)


def _kept(memory: frozenset[str], *kinds: str) -> frozenset[str]:
    """What of the memory outlasts a turn or a round."""
    return frozenset(item for item in memory if item.startswith(kinds)) if memory else memory


# -- The end of a round ---------------------------------------------------------------------------------------------


def _end_round(draft: Draft) -> None:
    """Apply the current event's effect, if it has one, and go on to the next round or the end."""
    if _has_effect(draft):
        effect = effect_of(draft)
        if draft.told is not None:
            draft.told.append(h.EffectApplied(effect.value, "10.1"))
        if effect in AUTOMATIC:
            AUTOMATIC[effect](draft)
        else:
            _ask_next(draft, people(draft, order_at_end(draft)))
            return
    _next_round(draft)


def _has_effect(draft: Draft) -> bool:
    """Whether this round ends with an effect (10.1, 10.3)."""
    kit = draft.kit
    last = draft.round == kit.rounds - 1
    return effect_of(draft).at_end_of_round and not (last and not kit.law.effect_in_last_round)


def _goes_by_row(draft: Draft) -> bool:
    """Whether the effect of this round will go by the order of the row, which is gone by then (9.6.1, 9.7)."""
    law = draft.kit.law
    if not (law.rank_ties_by_row or law.end_decisions_by_row):
        return False
    effect = effect_of(draft)
    if effect is Effect.YEN_BY_RANK:
        return law.rank_ties_by_row and _has_effect(draft)
    several = len(draft.kit.people) > 1 and effect not in AUTOMATIC
    return several and law.end_decisions_by_row and _has_effect(draft)


def _next_round(draft: Draft) -> None:
    if draft.round == draft.kit.rounds - 1:
        draft.end()
        return
    draft.round += 1
    _begin_round(draft)


def _yen_for_all(draft: Draft) -> None:
    for seat in draft.kit.people:
        draft.pay(NOBODY, seat, draft.kit.figures.yen_for_all, "9.3")


def _yen_by_rank(draft: Draft) -> None:
    # `sorted` is stable, so equal scores stay in turn order (9.6.1).
    order = order_at_end(draft)
    ranked = order if draft.kit.law.hideo_takes_a_rank else people(draft, order)
    ranking = sorted(ranked, key=lambda seat: -draft.seats[seat].vp)
    scores = [draft.seats[seat].vp for seat in ranking]
    for seat, score, yen in zip(ranking, scores, draft.kit.figures.yen_by_rank, strict=False):
        if seat in draft.kit.people:
            draft.pay(NOBODY, seat, yen, "9.6" if scores.count(score) == 1 else "9.6.1")


AUTOMATIC: Final[dict[Effect, Callable[[Draft], None]]] = {
    Effect.YEN_FOR_ALL: _yen_for_all,
    Effect.YEN_BY_RANK: _yen_by_rank,
}


def _ask_next(draft: Draft, order: tuple[int, ...]) -> None:
    """Ask the first of the seats that has something to decide; those who have not get theirs by itself."""
    kit = draft.kit
    for seat in order:
        if effect_of(draft) is Effect.REWARD_AGAIN:
            if not kit.law.reward_again_for_all and not is_twice(kit, draft, seat):
                continue
            if not kit.rewards[draft.tile.index(seat)].advance:
                _reward(draft, seat, (), again=True)
                continue
        draft.phase = END
        draft.seat = seat
        return
    _next_round(draft)


def _ask_on(draft: Draft) -> None:
    """Go on after a seat's decision."""
    order = people(draft, order_at_end(draft))
    _ask_next(draft, order[order.index(draft.seat) + 1 :])


def _lose_vp(draft: Draft, move: m.LoseVp) -> None:
    figures = draft.kit.figures
    draft.score(draft.seat, -figures.lose_vp_vp, "9.2")
    draft.pay(NOBODY, draft.seat, figures.lose_vp_yen, "9.2")
    _ask_on(draft)


def _advance_again(draft: Draft, move: m.AdvanceAgain) -> None:
    _reward(draft, draft.seat, move.advance, again=True)
    _ask_on(draft)


def _buy_at_end(draft: Draft, move: m.BuyAtEnd) -> None:
    seat = draft.seat
    _pay_with_vp(draft, draft.kit.prices.carriage(move.carriage, draft.station_bits), "9.7")
    draft.take_from_discard(move.carriage)
    draft.join(seat, move.carriage, "9.7.1")
    for colour in move.advance:
        draft.advance(COLOUR_INDEX[colour], "9.7.1")
    _ask_on(draft)


def _score_city(draft: Draft, move: m.ScoreCity) -> None:
    kit, seat = draft.kit, draft.seat
    table = draft.table()
    cards = scoring.cities_of(kit, table.seats[seat])[move.city]
    value = cards * scoring.city_value(kit, table, kit.city_index[move.city])
    if not kit.law.score_may_go_below_zero:
        value = max(value, min(0, -table.seats[seat].vp))
    draft.score(seat, value, "9.14.1")
    _ask_on(draft)


def _decline(draft: Draft, move: m.Decline) -> None:
    if draft.told is not None:
        draft.told.append(h.EffectDeclined(draft.seat, EFFECT_CLAUSES[effect_of(draft)]))
    _ask_on(draft)


EFFECT_CLAUSES: Final[dict[Effect, str]] = {effect: f"9.{number}" for number, effect in enumerate(Effect, start=1)}
"""The clause of each event, in the order of the rulebook."""

PERFORM: Final[dict[type[Any], Callable[[Draft, Any], None]]] = {
    m.ChooseEngine: _choose_engine,
    m.Claim: _claim,
    m.Skip: _skip,
    m.Place: _place,
    m.Finish: _finish,
    m.LoseVp: _lose_vp,
    m.AdvanceAgain: _advance_again,
    m.BuyAtEnd: _buy_at_end,
    m.ScoreCity: _score_city,
    m.Decline: _decline,
}
