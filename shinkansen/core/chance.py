"""Chance made explicit: a game in which each draw is a node of its own, for frameworks that expect that.

Here everything random is in the deal, made up front. Search and learning libraries often want the opposite: a game tree
in which chance decides when something is turned up. `begin` gives the first node of that tree; at each node either
chance draws a piece (`place` says for what, `outcomes` which pieces, all equally likely) or a seat moves.

    node = begin(rules)
    while not node.over:
        node = node.drawn(rng.choice(node.outcomes)) if node.place else node.moved(choose(node.state))

A game needs nothing beyond `chance`, `hidden` and `arranged`: what is still face down is made up, and laid out again
once chance has drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic

from attrs import field, frozen

from shinkansen.core.draws import Chance, Piece, Pile, Place
from shinkansen.core.errors import ArgumentError
from shinkansen.core.knowledge import face_down
from shinkansen.core.plain_json import shown
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import MoveT, StateT


@frozen
class Node(Generic[StateT, MoveT]):
    """A point of a game at which chance or a seat decides, or at which the game is over."""

    rules: Ruleset[Any, StateT, MoveT, Any]
    state: StateT
    """Where a seat moves: the state, in which what lies face down is made up. Where chance draws: not decided yet."""
    place: Place | None
    """What chance draws now, or nothing."""
    outcomes: tuple[Piece, ...]
    """The pieces it may draw, all equally likely."""
    _known: Mapping[Place, Piece] = field(repr=False, hash=False)
    """What has been turned up so far."""
    _aside: frozenset[tuple[str, Piece]] = field(repr=False)
    """Pieces that were left over in the open, with the names of their piles."""
    _before: tuple[StateT, MoveT] | None = field(repr=False)
    """The move during which chance draws, and the state it was made in; none during setup."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.place is None and self.rules.to_move(self.state) is None

    def drawn(self, piece: Piece) -> Node[StateT, MoveT]:
        """The node after chance has drawn a piece."""
        if self.place is None or piece not in self.outcomes:
            expected = f"one of {', '.join(map(str, self.outcomes))}" if self.place else "nothing: a seat moves"
            raise ArgumentError(f"chance drew {shown(piece)}, expected {expected}")
        return _node(self.rules, {**self._known, self.place: piece}, self._aside, self._before)

    def moved(self, move: MoveT) -> Node[StateT, MoveT]:
        """The node after a move; `IllegalMove` if the rules forbid it."""
        if self.place is not None:
            raise ArgumentError(
                f"found {shown(move)}, but chance must first draw a piece for {self.rules.chance.name(self.place)}"
            )
        self.rules.apply(self.state, move)
        return _node(self.rules, self._known, self._aside, (self.state, move))


def begin(rules: Ruleset[Any, StateT, MoveT, Any]) -> Node[StateT, MoveT]:
    """The first node of a game."""
    return _node(rules, {}, frozenset(), None)


def _node(
    rules: Ruleset[Any, StateT, MoveT, Any],
    known: Mapping[Place, Piece],
    aside: frozenset[tuple[str, Piece]],
    before: tuple[StateT, MoveT] | None,
) -> Node[StateT, MoveT]:
    """The next node: a draw, if something has been turned up that chance has not decided yet."""
    chance = rules.chance
    laid = _laid(chance, known, aside)
    if before is None:
        state = rules.start(rules.dealt(chance.parts(laid)))
    else:
        start, move = before
        covered = face_down(rules, start)
        state = rules.follow(rules.arranged(start, {place: laid[place] for place in covered}), move)
    covered = face_down(rules, state)
    # Where the pieces that are left over lie in the open, everybody knows from setup on which ones are not among them.
    setup = before is None
    shown_apart = {place for place, pile in chance.places.items() if setup and pile.rest_in_the_open}
    for place, pile in chance.places.items():
        if place not in known and (place not in covered or place in shown_apart):
            gone = {known[other] for other in known if chance.places[other] is pile} | _of(aside, pile)
            return Node(rules, state, place, tuple(x for x in pile.pieces if x not in gone), known, aside, before)
    if before is None:
        piles = [pile for pile in chance.piles if pile.rest_in_the_open]
        aside = frozenset((pile.name, piece) for pile in piles for piece in pile.pieces) - frozenset(
            (chance.places[place].name, laid[place]) for place in shown_apart
        )
        known = {place: piece for place, piece in known.items() if place not in covered}
    return Node(rules, state, None, (), known, aside, None)


def _laid(chance: Chance, known: Mapping[Place, Piece], aside: frozenset[tuple[str, Piece]]) -> dict[Place, Piece]:
    """A piece for each place: the known ones, and the others made up."""
    laid: dict[Place, Piece] = {}
    for pile in chance.piles:
        places = [place for place, source in chance.places.items() if source is pile]
        gone = {known[place] for place in places if place in known} | _of(aside, pile)
        free = (piece for piece in pile.pieces if piece not in gone)
        laid.update({place: known[place] if place in known else next(free) for place in places})
    return laid


def _of(aside: frozenset[tuple[str, Piece]], pile: Pile) -> set[Piece]:
    return {piece for name, piece in aside if name == pile.name}
