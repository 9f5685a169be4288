"""Whose turn it is and what is left to do: used cards, what is owed, what is remembered, and who is next."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Effect
from shinkansen.zerokei.invariants.declaring import Complaints, Played, differs, happened, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.second_scorer import HIDEO
from shinkansen.zerokei.table import EVENT, NO_CARRIAGE, NOBODY, TAIL, Again, Moving, Phase, SecondHalf, State, Table

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.STATE,
    "Engines are chosen from the last space of the tile to the first, carriages bought from the first to the last, and "
    "actions taken by the player who has just left the row.",
    "2.H.2", "5.1", "6.1", "6.1.1", "12.0",
)  # fmt: skip
def whose_turn(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    on_tile = [seat for seat in table.tile if seat != NOBODY]
    match table.phase:
        case Phase.ENGINE:
            choosing = known(rules).people(on_tile)
            without = [seat for seat in choosing if not table.seats[seat].engine]
            expected = without[-1:]
            yield from differs("Players still to choose an engine", without, choosing[: len(without)])
        case Phase.BUY:
            expected = on_tile[:1]
        case Phase.PLACE:
            expected = [seat for seat in range(rules.seats) if seat not in (*table.tile, *table.claims)]
        case Phase.ACT:
            expected = known(rules).people(on_tile)
        case Phase.END:
            expected = _asked(rules, table, table, _order_at_end(rules, table))
        case Phase.OVER:
            expected = [NOBODY]
    if table.seat not in expected:
        yield f"It is seat {table.seat}'s turn in phase {table.phase.name}, expected one of {expected}."
    if table.phase is not Phase.OVER and table.seat not in range(rules.seats):
        yield f"Seat {table.seat} is to decide."


@holds(
    Scope.STATE,
    "Engines are chosen before the first round, and the game is over only after the last.",
    "2.H.2", "10.2", "10.3",
)  # fmt: skip
def first_and_last_round(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    last = len(rules.edition.board.years) - 1
    if (table.phase is Phase.ENGINE and table.round) or (table.phase is Phase.OVER and table.round != last):
        yield f"In phase {table.phase.name} it is round {table.round + 1} of {last + 1}."


@holds(
    Scope.STATE,
    "Each player adds a carriage of the row to the train in every round, unless a reading allows taking none; Hideo "
    "adds no others.",
    "5.A.3", "6.A.2", "12.5.1",
)  # fmt: skip
def a_carriage_each_round(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    if table.phase is Phase.ENGINE:
        return  # no round has begun, whatever its number
    up = table.phase is not Phase.BUY
    for number, seat in enumerate(table.seats):
        turns = table.round + (up and number not in table.claims)
        hideo = known(rules).is_hideo(number)
        may_skip = known(rules).letter("nothing_affordable") == "c" and not hideo
        if (len(seat.train) < turns and not may_skip) or (hideo and len(seat.train) != turns):
            yield f"Seat {number} has {len(seat.train)} carriages after {turns} turns."


@holds(
    Scope.STATE,
    "In a turn, used cards and remaining actions add up to what the event grants; outside a turn there are none.",
    "6.C.1", "6.C.3", "6.C.4", "7.1",
)  # fmt: skip
def used_cards(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    if table.phase is not Phase.ACT:
        yield from differs("Actions and used cards outside a turn", (table.actions, {*table.used}), (0, set[str]()))
        return
    seat = table.seats[table.seat]
    may_be = {EVENT, TAIL, *seat.train, *(other.engine for other in table.seats)}
    for card in sorted(table.used - may_be):
        yield f"Card {card} is marked as used, but seat {table.seat} could not use it."
    granted = known(rules).event(table).actions
    yield from differs("Used cards and actions left", len(table.used) + table.actions, granted)


@holds(
    Scope.STATE,
    "A used card token lies on a Buy Card carriage of its owner's train.",
    "7.15.1", "7.15.5", "7.16.7", "12.2.6",
)  # fmt: skip
def spent_cards(rules: ZeroKei, state: State) -> Complaints:
    for number, seat in enumerate(state.table.seats):
        may_be = set[str]() if known(rules).is_hideo(number) else known(rules).buying.intersection(seat.train)
        wrong = seat.spent - may_be
        if wrong:
            yield f"Seat {number} has used card tokens on {sorted(wrong)}."


COMBINED = {
    Effect.PARTICIPATE_AND_ADVANCE: {"participate", "advance"},
    Effect.PREPARE_AND_LAY: {"prepare", "lay"},
    Effect.PREPARE_AND_BUILD: {"prepare", "build"},
}
"""The events both halves of which must be done (9.1.1, 9.9.2, 9.12.2)."""


@holds(
    Scope.STATE,
    "Only what a card used in this turn gave can be owed: the second half of a combined event, a repeated card's "
    "action, or the moves of a venue.",
    "7.16.5", "7.17.1", "8.3", "9.1.1", "9.8", "9.9.2", "9.12.2",
)  # fmt: skip
def owed_decisions(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    if table.pending and table.phase is not Phase.ACT:
        yield f"Something is owed in phase {table.phase.name}: {table.pending}."
        return
    if len(table.pending) > 2 or (len(table.pending) == 2 and not isinstance(table.pending[1], Moving)):
        yield f"Too much is owed: {table.pending}."
    for owed in table.pending:
        match owed:
            case SecondHalf(work):
                if EVENT not in table.used or work not in COMBINED.get(known(rules).event(table).effect, set[str]()):
                    yield f"The event {known(rules).event(table).effect} does not owe {work}."
            case Again(card):
                ever = known(rules).letter("event_repeat") == "b" and EVENT in table.used
                if card in table.seats[table.seat].spent or not (card in table.used or ever):
                    yield f"Card {card} is to be repeated, but only {sorted(table.used)} were used."
            case Moving(left):
                most = 2 * max(venue.moves for venue in rules.edition.venues)
                if not 0 < left <= most or len(table.seats[table.seat].train) < 2:
                    yield f"There are {left} carriages to move, expected at most {most}."


@holds(
    Scope.STATE,
    "Until the game is over somebody has a legal move, and no move is listed twice.",
    "5.A.3", "6.B.1", "7.2.1", "10.3",
)  # fmt: skip
def legal_moves_until_the_end(rules: ZeroKei, state: State) -> Complaints:
    legal = rules.legal_moves(state)
    over = state.table.phase is Phase.OVER
    yield from differs("The game is over", rules.to_move(state) is None, over)
    if bool(legal) == over:
        yield f"There are {len(legal)} legal moves in phase {state.table.phase.name}."
    yield from differs("Different legal moves", len({*legal}), len(legal))


MEMORIES = {
    "new": ("bought_card",),
    "did": ("repeat_action", "event_repeat_action"),
    "free": ("repeat_action", "event_repeat_action"),
    "ever": ("event_repeat",),
    "placed": ("reward_again_counter",),
    "turn": ("yen_by_rank", "end_order"),
}
"""The kinds of memory and the rulings of which b needs each."""


@holds(
    Scope.STATE,
    "Nothing is remembered beyond what lies on the table, unless a reading needs it.",
    "6.C.4", "7.15.3", "7.17.1", "9.4.2", "9.6.1", "9.7", "9.8.2",
)  # fmt: skip
def memory(rules: ZeroKei, state: State) -> Complaints:
    for item in sorted(state.table.memory):
        rulings = MEMORIES.get(item.partition(":")[0], ())
        if not any(known(rules).letter(ruling) == "b" for ruling in rulings):
            yield f"Something is remembered that no reading needs: {item!r}."
    turns = sorted(item for item in state.table.memory if item.startswith("turn:"))
    if turns and state.table.phase is not Phase.OVER:
        seats = sorted(known(rules).turns(state.table))
        yield from differs("Seats with a turn in this round", seats, [*range(known(rules).at_table)])
        yield from differs("Places of turns", [item.split(":")[1] for item in turns], [*map(str, range(len(turns)))])


@holds(
    Scope.STEP,
    "What a move leaves to be decided is exactly what its card says: the other half, the repeated action, the "
    "carriages to move.",
    "7.16.5", "7.17.1", "8.3", "9.1.1", "9.8", "9.9.2", "9.12.2",
)  # fmt: skip
def debts_as_made(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    table = before.table
    owed = list(table.pending)
    due = owed.pop() if owed else None
    match move:
        case m.Relocate():
            left = due.left - 1 if isinstance(due, Moving) else 0
            owed += [Moving(left)] if left else []
        case m.Repeat(_, again):
            owed.append(Again(again))
        case _:
            work = type(move).__name__.lower()
            with_event = getattr(move, "card", "") == EVENT
            halves = COMBINED.get(known(rules).event(table).effect, set[str]()) if with_event else ()
            if work in halves and not isinstance(due, SecondHalf):
                owed += [SecondHalf(other) for other in sorted(halves) if other != work]
            if isinstance(move, m.Participate):
                moves = rules.edition.venues[move.venue - 1].moves * move.times
                owed += [Moving(moves)] if moves else []
    yield from differs("What is owed", step.state.table.pending, tuple(owed))


@holds(
    Scope.STEP,
    "Each action marks one unused card as used and takes one action; what is owed takes none.",
    "6.C.3", "6.C.4", "7.4", "7.15.5", "7.17.1",
)  # fmt: skip
def one_use_per_card(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old, new = before.table, step.state.table
    card = getattr(move, "card", "")
    fresh = old.phase is Phase.ACT and bool(card) and not old.pending
    if fresh and card in old.used | old.seats[old.seat].spent:
        yield f"Card {card} is used, but {sorted(old.used | old.seats[old.seat].spent)} were already used."
    if old.phase is Phase.ACT and new.phase is Phase.ACT:
        expected = (old.used | {card}, old.actions - 1) if fresh else (old.used, old.actions)
        yield from differs("Used cards and actions left", (new.used, new.actions), expected)


@holds(
    Scope.STEP,
    "Hideo claims the carriage in the middle of the row, or else the nearest, and takes the lowest free space of the "
    "tile.",
    "12.4.1", "12.4.2", "12.5.3",
)  # fmt: skip
def hideo_claims_and_places(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    if not known(rules).solo:
        return
    row = list(before.table.row)
    taken = {carriage for carriage, claim in zip(row, before.table.claims, strict=True) if claim != NOBODY}
    tile = list(before.table.tile)
    for told in happened(step, h.RowLaid, h.Claimed, h.Skipped, h.Placed):
        match told:
            case h.RowLaid(carriages, _):
                row, taken = list(carriages), set[str]()
            case h.Claimed(seat, carriage, _):
                free = [other for other in row if other not in taken and other != NO_CARRIAGE]
                middle = row[known(rules).row_length // 2]
                if seat == HIDEO:
                    yield from differs("Hideo claims", carriage, middle if middle in free else free[0])
                taken.add(carriage)
                tile[tile.index(seat)] = NOBODY
            case h.Skipped(seat, _):
                tile[tile.index(seat)] = NOBODY
            case h.Placed(seat, space, _):
                if seat == HIDEO:
                    yield from differs("Hideo's space", space, tile.index(NOBODY) + 1)
                tile[space - 1] = seat
            case _:
                pass


@holds(
    Scope.STEP,
    "A round is followed by the next, never by an earlier one, and each begins once.",
    "4.1", "4.A.2", "10.2",
)  # fmt: skip
def rounds_go_forward(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    began = happened(step, h.RoundBegan)
    years = rules.edition.board.years
    first = before.table.phase is Phase.ENGINE
    expected = before.table.round + (1 if began and not first else 0)
    yield from differs("The round", step.state.table.round, expected)
    if 0 <= expected < len(years):
        yield from differs("Years that begin", [told.year for told in began], [years[expected]] if began else [])


@holds(
    Scope.STEP,
    "Who decides next, and what, follows from the tile and the row.",
    "2.H.2", "5.1", "5.1.1", "6.1", "6.1.1", "9.4", "9.7", "10.1", "10.2", "10.3", "12.8", "12.11.1",
)  # fmt: skip
def who_is_next(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    new = step.state.table
    phase, seat = _next_decision(rules, before.table, move, new)
    yield from differs("The next decision", (new.phase.name, new.seat), (phase.name, seat))


Decision: TypeAlias = tuple[Phase, int]


def _next_decision(rules: ZeroKei, old: Table, move: Move, new: Table) -> Decision:
    mover = old.seat
    tile = known(rules).people(old.tile)
    match old.phase:
        case Phase.ENGINE:
            earlier = tile[: tile.index(mover)]
            return (Phase.ENGINE, earlier[-1]) if earlier else (Phase.BUY, tile[0])
        case Phase.BUY:
            waiting = [seat for seat in tile if seat != mover]
            if waiting:
                return Phase.BUY, waiting[0]
            claims = [
                mover if isinstance(move, m.Claim) and carriage == move.carriage else claim
                for carriage, claim in zip(old.row, old.claims, strict=True)
            ]
            return Phase.PLACE, known(rules).people([*claims, mover])[0]
        case Phase.PLACE:
            return Phase.ACT, mover
        case Phase.ACT:
            actions = old.actions - (0 if old.pending else 1)
            if not isinstance(move, m.Finish) and (actions or new.pending):
                return Phase.ACT, mover
            queue = known(rules).people(old.claims)
            return (Phase.PLACE, queue[0]) if queue else _end_of_round(rules, old, new, _order_at_end(rules, new))
        case _:
            order = _order_at_end(rules, old)
            return _end_of_round(rules, old, new, order[order.index(mover) + 1 :])


def _order_at_end(rules: ZeroKei, table: Table) -> list[int]:
    """Those who decide at the end of a round, by the tile or by the row."""
    by_row = known(rules).letter("end_order") == "b" and not known(rules).solo
    return known(rules).people(known(rules).turns(table) if by_row else table.tile)


def _end_of_round(rules: ZeroKei, old: Table, new: Table, order: list[int]) -> Decision:
    """The first of those still to be asked about the event's effect, or else the next round, or the end."""
    asked = _asked(rules, old, new, order)
    if asked:
        return Phase.END, asked[0]
    last = old.round == len(rules.edition.board.years) - 1
    return (Phase.OVER, NOBODY) if last else (Phase.BUY, known(rules).people(new.tile)[0])


def _asked(rules: ZeroKei, old: Table, new: Table, order: list[int]) -> list[int]:
    """Those of some seats, in order, that the effect of the round's event asks."""
    effect = known(rules).event(old).effect
    if old.round == len(rules.edition.board.years) - 1 and known(rules).letter("round5_effect") == "b":
        return []
    if effect in (Effect.LOSE_VP_FOR_YEN, Effect.BUY_AT_END, Effect.SCORE_A_CITY):
        return order
    if effect is not Effect.REWARD_AGAIN:
        return []
    everybody = known(rules).letter("reward_again") == "a"
    return [
        seat
        for seat in order
        if known(rules).spaces[new.tile.index(seat)].advance
        and (everybody or Ability.TWICE_TURN_ORDER in known(rules).gifts(new.seats[seat]))
    ]
