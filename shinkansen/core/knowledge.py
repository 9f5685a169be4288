"""What a seat knows of a state, and what it can foresee of a move.

A game says what lies face down to whom (`Ruleset.hidden`), how to lay those pieces in another order (`arranged`) and,
where seats choose at the same time, how to take a choice back. From that follows everything here, for any game.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Generic

from attrs import frozen

from shinkansen.core.draws import Hidden, Piece, Place
from shinkansen.core.errors import ArgumentError, DealError
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

if TYPE_CHECKING:
    from shinkansen.core.ruleset import Ruleset


@frozen
class View(Generic[StateT]):
    """What a seat may know: a state in which all that it cannot see has been put in a fixed order.

    Two states look alike to a seat if its views of them are equal. What lies face down in `state` is made up: ask the
    rules with the view (`redeal`, `preview`) rather than play on from it.
    """

    seat: int
    state: StateT


@frozen
class Preview(Generic[StateT, HappeningT]):
    """What a move does as far as its mover can know."""

    state: StateT
    """The state as far as the mover can foresee it; if the preview stops, as it is halfway through the move."""
    happenings: tuple[HappeningT, ...]
    stops: bool
    """Whether something is then turned up that the mover cannot know, so that the rest is open."""


def imagined(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: StateT,
    seat: int | None,
    shuffle: Callable[[list[Piece]], object],
    choose: Callable[[tuple[MoveT, ...]], MoveT],
) -> StateT:
    """A state that looks the same to a seat (or to an onlooker), with what it cannot see decided anew."""
    mover, others = rules.to_move(state), [other for other in rules.chosen(state) if other != seat]
    for other in others:
        state = rules.taken_back(state, other)
    pieces = _laid(rules.hidden(state, seat) if seat is not None else _from_somebody(rules, state), shuffle)
    if pieces:
        state = rules.arranged(state, pieces)
    for other in others:
        state = rules.turn_to(state, other)
        state = rules.follow(state, choose(rules.legal_moves(state)))
    return rules.turn_to(state, mover) if others and mover is not None else state


def seen_by_all(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> StateT:
    """What an onlooker may know, who sees only what everybody sees: the rest is in a fixed order, as in a `View`.

    It is the same for all states that look alike to somebody.
    """
    return imagined(rules, state, None, unshuffled, itemgetter(0))


def _from_somebody(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> tuple[Hidden, ...]:
    """What is hidden from somebody: of the places that one pile fills, an onlooker cannot tell any two apart."""
    places: dict[str, set[Place]] = {}
    pieces: dict[str, set[Piece]] = {}
    piles = rules.chance.places
    for unknown in {each for seat in range(rules.seats) for each in rules.hidden(state, seat) if each.places}:
        first = unknown.places[0]
        pile = piles[first].name if first in piles else first[0]
        places.setdefault(pile, set()).update(unknown.places)
        pieces.setdefault(pile, set()).update(unknown.pieces)
    return tuple(Hidden(tuple(sorted(places[pile])), tuple(pieces[pile])) for pile in sorted(places))


def _laid(hidden: tuple[Hidden, ...], shuffle: Callable[[list[Piece]], object]) -> dict[Place, Piece]:
    """A piece for each hidden place, from its pile after shuffling."""
    pieces: dict[Place, Piece] = {}
    for unknown in hidden:
        pile = sorted(unknown.pieces)
        shuffle(pile)
        if len(pile) < len(unknown.places):
            raise ArgumentError(
                f"the state does not belong to these rules: {len(unknown.places)} pieces lie face down, "
                f"but only {len(pile)} are left"
            )
        pieces.update(zip(unknown.places, pile, strict=False))
    return pieces


def unshuffled(pieces: list[Piece]) -> None:
    """Instead of a shuffle: leaves the pieces sorted."""


def seen_deal(rules: Ruleset[DealT, StateT, MoveT, HappeningT], deal: DealT, state: StateT, seat: int) -> DealT:
    """The deal as far as a seat knows it at a state: what is still hidden is put in a fixed order."""
    rules.chance.check(deal)
    seen = rules.dealt(rules.chance.changed(deal, _laid(rules.hidden(state, seat), unshuffled)))
    try:
        rules.chance.check(seen)
    except DealError:
        raise ArgumentError("the state does not belong to this deal: other pieces lie face down") from None
    return seen


def unknown_to(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT, seat: int) -> frozenset[Place]:
    """The places of the deal whose pieces a seat does not know."""
    return frozenset(place for unknown in rules.hidden(state, seat) for place in unknown.places)


def face_down(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> frozenset[Place]:
    """The places of the deal whose pieces nobody knows."""
    first, *others = [unknown_to(rules, state, seat) for seat in range(rules.seats)]
    return first.intersection(*others)


def turned_up(rules: Ruleset[DealT, StateT, MoveT, HappeningT], before: StateT, after: StateT) -> tuple[Place, ...]:
    """What somebody knows after a move and nobody knew before it, in the order of the draws."""
    turned = face_down(rules, before) - face_down(rules, after)
    return tuple(place for place in rules.chance.places if place in turned)


def preview(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], view: View[StateT], move: MoveT
) -> Preview[StateT, HappeningT]:
    """What a legal move does as far as its mover can know: all of it, or nothing if it reveals something to it."""
    state, seat = view.state, view.seat
    step = rules.narrate(state, move)
    choices = {*rules.chosen(state)} - {*rules.chosen(step.state), seat}
    if choices or unknown_to(rules, state, seat) - unknown_to(rules, step.state, seat):
        return Preview(state, (), stops=True)
    return Preview(step.state, step.happenings, stops=False)
