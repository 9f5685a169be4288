"""Whole games: the ledger adds up, everybody plays every round once, and the game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Effect
from shinkansen.zerokei.invariants.declaring import Complaints, Steps, all_told, differs, final, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.table import NO_CARRIAGE

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.GAME,
    "The yen a player starts with and all transfers of the game add up to what the player has at the end.",
    "2.J.1", "2.J.2", "12.1.7", "12.10",
)  # fmt: skip
def yen_of_the_game(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    paid = [told for told in all_told(steps) if isinstance(told, h.Paid)]
    for number, seat in enumerate(final(steps).seats):
        start, _ = known(rules).starting(deal.events, number)
        told = sum(p.yen * ((p.payee == number) - (p.payer == number)) for p in paid)
        yield from differs(f"Yen of seat {number}", seat.yen, start + told)


@holds(
    Scope.GAME,
    "All entries of victory points in the game add up to the positions of the markers.",
    "2.G.3", "12.10",
)  # fmt: skip
def vp_of_the_game(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    scored = [told for told in all_told(steps) if isinstance(told, h.Scored)]
    for number, seat in enumerate(final(steps).seats):
        _, start = known(rules).starting(deal.events, number)
        told = sum(entry.vp for entry in scored if entry.seat == number)
        yield from differs(f"Victory points of seat {number}", seat.vp, start + told)


@holds(
    Scope.GAME,
    "There is a round for each year; each begins once and in order, and after the last the game is over.",
    "4.1", "10.2", "10.3",
)  # fmt: skip
def a_round_for_each_year(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    years = rules.edition.board.years
    began = [(told.year, told.effect) for told in all_told(steps) if isinstance(told, h.RoundBegan)]
    yield from differs("Rounds and their events", began, list(zip(years, deal.events, strict=True)))
    yield from differs("The last round", final(steps).round, len(years) - 1)
    ended = [told for told in all_told(steps) if isinstance(told, h.GameEnded)]
    yield from differs("Ends of the game", len(ended), 1)


def most_decisions(rules: ZeroKei, events: tuple[str, ...]) -> int:
    """The most decisions that a game can have.

    Everybody chooses an engine once: one decision per person. In a round a person claims (or skips) once, because the
    token then leaves the tile and comes back only when it is placed; and places once, because it then leaves the hand.
    Then come the actions. Each uses up one of those that the event grants, and nothing gives any back, so there are at
    most that many. One action consists of at most: a repetition (1), which names a card that is not itself a
    repetition, so there is no second one; the card's work (1); the other half of a combined event (1), which has no
    further half; and the moves of carriages that one participation gives, doubled with the ability, since at most one
    of the halves participates. A turn ends with at most one decision to finish, and at the end of the round a person is
    asked at most once.
    """
    actions = [event.actions for effect in events for event in rules.edition.events if event.effect == effect]
    each = 1 + 1 + 1 + 2 * max(venue.moves for venue in rules.edition.venues)
    return rules.seats * (1 + sum(2 + count * each + 1 + 1 for count in actions))


@holds(
    Scope.GAME,
    "A game has at most as many decisions as its events make possible.",
    "4.1", "6.C.1", "6.C.3", "7.17.1", "10.3",
)  # fmt: skip
def decisions_are_bounded(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    most = most_decisions(rules, deal.events)
    if len(steps) > most:
        yield f"There are {len(steps)} decisions, but at most {most} are possible."


@holds(
    Scope.GAME,
    "In each round everybody buys in the order of the tile and acts in the order of the row, once.",
    "5.1", "5.A.3", "6.1", "6.B.1", "10.1", "12.11.1",
)  # fmt: skip
def everybody_has_a_turn_each_round(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    tile: list[int] = [*deal.turn_order]
    row: list[str] = []
    tokens: dict[int, str] = {}
    bought: list[int] = []
    placed: dict[int, int] = {}
    rounds = 0
    for told in [*all_told(steps), h.RoundBegan("", "", "", "")]:
        match told:
            case h.RoundBegan():
                if rounds:
                    yield from differs(f"Buyers of round {rounds}", bought, tile)
                    # Players who took none are behind the row, in the order in which they got there (5.B.7).
                    queue = sorted(bought, key=lambda seat: row.index(tokens[seat]) if tokens[seat] else len(row))
                    yield from differs(f"Order of actions in round {rounds}", [*placed], queue)
                    tile = sorted(placed, key=lambda seat: placed[seat])
                rounds += 1
                tokens, bought, placed = {}, [], {}
            case h.RowLaid(carriages, _):
                row = [*carriages]
            case h.Claimed(seat, carriage, _):
                bought.append(seat)
                tokens[seat] = carriage
            case h.Skipped(seat, _):
                bought.append(seat)
                tokens[seat] = NO_CARRIAGE
            case h.Placed(seat, space, _):
                if seat in placed or space in placed.values():
                    yield f"Seat {seat} places a token on space {space} in round {rounds}, with {placed} there."
                placed[seat] = space
            case _:
                pass


@holds(
    Scope.GAME,
    "The effect of an end-of-round event is applied once, in its round; in the last round unless it is read "
    "otherwise.",
    "10.1", "10.3",
)  # fmt: skip
def effects_at_the_end_of_rounds(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    due = [effect for effect in deal.events if Effect(effect).at_end_of_round]
    if due and due[-1] == deal.events[-1] and known(rules).letter("round5_effect") == "b":
        due.pop()
    applied = [told.effect for told in all_told(steps) if isinstance(told, h.EffectApplied)]
    yield from differs("Effects applied", applied, due)
