"""Chance as an ordered list of draws: what is drawn, from what, when it is turned up, and who then sees it.

Pieces lie in *piles*. Each *draw* fills a part of the deal, place by place, with pieces that leave the piles for good.
From this one description follow fair deals, every deal there is, whether a deal is right, and deals for Hypothesis
(`testing.strategies.deals`). What lies face down in a state is the other half: a game says so with `Ruleset.hidden`,
and `view`, `redeal`, `seen_deal` and chance nodes for other frameworks (`core.chance`) follow from both.

Draws stand in the order in which they are turned up, at least within one move. Which of them a move turns up may depend
on those turned up before, never on what is still face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from random import Random
from typing import TypeAlias, cast

from attrs import frozen

from shinkansen.core.errors import ArgumentError, DealError
from shinkansen.core.plain_json import shown

Piece: TypeAlias = int | str
"""A piece, by its id. The pieces of a pile are all different."""

Place: TypeAlias = tuple[str, int]
"""A place of the deal: the name of the draw, and which of its pieces, from 0."""

Parts: TypeAlias = Mapping[str, tuple[Piece, ...]]
"""A deal, part by part: for each draw, its pieces."""


@frozen
class Pile:
    """Pieces that are shuffled."""

    name: str
    """What the pieces are called, in the plural: cards, blue dice."""
    pieces: tuple[Piece, ...]
    rest_in_the_open: bool = False
    """Whether everybody sees what is left over after setup."""
    from_the_end: bool = False
    """Whether the pieces are taken from the end of the shuffled pile. The odds are the same; it decides only which deal
    a seed gives."""


@frozen
class Draw:
    """A part of the deal."""

    name: str
    piles: tuple[str, ...]
    """The pile that the piece of each place comes from."""
    turned_up: str
    """When its pieces are turned up, and who then sees them: a sentence for people. What counts is `Ruleset.hidden`."""
    clause: str
    places: tuple[str, ...] = ()
    """What each place is called, where it has a name."""

    def place(self, number: int) -> str:
        """What a place is called."""
        return self.places[number] if self.places else f"place {number + 1}"


@frozen
class Hidden:
    """What somebody does not know: which of some pieces lies at which of some places, all from one pile.

    There is at most one for each pile; pieces that can be told apart by their
    backs belong to different piles. There may be more pieces
    than places: those left over are not in the deal. Pieces that nobody ever turns up stay hidden to the end.
    """

    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]


@frozen(slots=False)
class Chance:
    """Everything random in a game."""

    piles: tuple[Pile, ...]
    """In the order in which they are shuffled."""
    draws: tuple[Draw, ...]

    def __attrs_post_init__(self) -> None:
        for draw in self.draws:
            for name in draw.piles:
                if name not in self._piles:
                    raise ArgumentError(f"the draw {draw.name} is from {shown(name)}, expected a pile of the game")
            if draw.places and len(draw.places) != len(draw.piles):
                raise ArgumentError(f"the draw {draw.name} has {len(draw.places)} names, expected {len(draw.piles)}")
        for what, names in (("draws", [d.name for d in self.draws]), ("piles", [p.name for p in self.piles])):
            if len({*names}) != len(names):
                raise ArgumentError(f"two {what} have the same name, expected different ones: {', '.join(names)}")
        for pile in self.piles:
            if len(set(pile.pieces)) != len(pile.pieces):
                raise ArgumentError(f"the pile of {pile.name} has a piece twice, expected different ones")
            if len({*map(type, pile.pieces)}) > 1:
                raise ArgumentError(f"the pile of {pile.name} has numbers and names, expected pieces of one type")
            if sum(draw.piles.count(pile.name) for draw in self.draws) > len(pile.pieces):
                raise ArgumentError(f"more {pile.name} are drawn than there are: {len(pile.pieces)}")

    @cached_property
    def _piles(self) -> dict[str, Pile]:
        return {pile.name: pile for pile in self.piles}

    @cached_property
    def places(self) -> dict[Place, Pile]:
        """Every place of the deal in the order of the draws, and the pile that its piece comes from."""
        return {(draw.name, number): self._piles[pile] for draw in self.draws for number, pile in enumerate(draw.piles)}

    @cached_property
    def _members(self) -> dict[str, tuple[type[Piece], frozenset[Piece]]]:
        """For each pile, the type of its pieces and the pieces."""
        return {
            name: (type(pile.pieces[0]), frozenset(pile.pieces)) for name, pile in self._piles.items() if pile.pieces
        }

    # -- making deals

    def deal(self, rng: Random) -> Parts:
        """A fair deal."""
        shuffled = {pile.name: [*pile.pieces] for pile in self.piles}
        for pile in self.piles:
            rng.shuffle(shuffled[pile.name])
            if pile.from_the_end:
                shuffled[pile.name].reverse()
        return self.laid(shuffled)

    def in_order(self) -> Parts:
        """The plainest deal: every pile is sorted."""
        return self.laid({pile.name: sorted(pile.pieces) for pile in self.piles})

    def laid(self, piles: Mapping[str, Sequence[Piece]]) -> Parts:
        """The deal that takes its pieces from these piles, one after another from the front."""
        rest = {name: iter(pile) for name, pile in piles.items()}
        return {draw.name: tuple([next(rest[pile]) for pile in draw.piles]) for draw in self.draws}

    def every(self, **fixed: tuple[Piece, ...]) -> Iterator[Parts]:
        """Every deal there is, each once, with some parts fixed."""
        counts = {draw.name: len(draw.piles) for draw in self.draws}
        for name, pieces in fixed.items():
            if name not in counts:
                raise ArgumentError(f"the deal has no part {shown(name)}, expected one of {', '.join(counts)}")
            fits = isinstance(pieces, tuple)  # pyright: ignore[reportUnnecessaryIsInstance]
            if not (fits and counts[name] == len(pieces)):
                raise ArgumentError(f"{name}: found {shown(pieces)}, expected a tuple of {counts[name]}")
        kept = {(name, at): piece for name, pieces in fixed.items() for at, piece in enumerate(pieces)}
        taken = [(self.places[place].name, piece) for place, piece in kept.items()]
        for (pile, piece), place in zip(taken, kept, strict=True):
            if piece not in self._piles[pile].pieces or taken.count((pile, piece)) > 1:
                raise ArgumentError(f"{place[0]}: found {shown(piece)}, expected {pile}, each only once")

        def filled(piles: tuple[Pile, ...]) -> Iterator[dict[Place, Piece]]:
            if not piles:
                yield kept
                return
            pile, *others = piles
            of_it = [place for place, source in self.places.items() if source is pile]
            gone = {kept[place] for place in of_it if place in kept}
            free = [place for place in of_it if place not in kept]
            for way in permutations([piece for piece in pile.pieces if piece not in gone], len(free)):
                for rest in filled(tuple(others)):
                    yield {**rest, **dict(zip(free, way, strict=True))}

        return map(self.parts, filled(self.piles))

    def parts(self, pieces: Mapping[Place, Piece]) -> Parts:
        """A deal from the piece of each place."""
        return {
            draw.name: tuple([pieces[draw.name, number] for number in range(len(draw.piles))]) for draw in self.draws
        }

    def changed(self, deal: object, pieces: Mapping[Place, Piece]) -> Parts:
        """The parts of a deal with other pieces at some places."""
        return self.parts({**self.pieces(deal), **pieces})

    def pieces(self, deal: object) -> dict[Place, Piece]:
        """The piece at each place of a deal."""
        return {(draw.name, at): piece for draw in self.draws for at, piece in enumerate(getattr(deal, draw.name))}

    def name(self, place: Place) -> str:
        """What a place is called, with the draw it belongs to."""
        name, number = place
        return f"{next(draw for draw in self.draws if draw.name == name).place(number)} of {name}"

    # -- checking one

    def check_names(self, parts: Parts) -> None:
        """Complain unless the parts of a deal are here, and no others; `check` looks at their pieces."""
        names = {draw.name for draw in self.draws}
        fits = isinstance(parts, Mapping)  # pyright: ignore[reportUnnecessaryIsInstance]
        if not (fits and {*parts} == names):
            raise ArgumentError(f"found {shown(parts)}, expected the parts of a deal: {', '.join(sorted(names))}")

    def check(self, deal: object) -> None:
        """Raise `DealError` unless each part of a deal has its places filled with pieces of the right piles."""
        if not self._is_right(deal):
            self._explain(deal)

    @cached_property
    def _sources(self) -> tuple[tuple[type[Piece], frozenset[Piece], tuple[tuple[str, slice], ...], int], ...]:
        """For each pile that is drawn from: the type of its pieces, the pieces, which parts of the deal come from it,
        and how many pieces those are. A part that mixes piles takes a piece from each, so it is cut up."""
        parts: dict[str, list[tuple[str, slice]]] = {}
        for draw in self.draws:
            if len({*draw.piles}) == 1:
                parts.setdefault(draw.piles[0], []).append((draw.name, slice(None)))
            else:
                for at, pile in enumerate(draw.piles):
                    parts.setdefault(pile, []).append((draw.name, slice(at, at + 1)))
        drawn = [pile for draw in self.draws for pile in draw.piles]
        return tuple((*self._members[pile], tuple(cut), drawn.count(pile)) for pile, cut in parts.items())

    def _is_right(self, deal: object) -> bool:
        """Whether a deal is right: pile by pile, because this is asked at the start of every game."""
        for draw in self.draws:
            given: object = getattr(deal, draw.name, None)
            if type(given) is not tuple or len(cast("tuple[Piece, ...]", given)) != len(draw.piles):
                return False
        for kind, members, parts, count in self._sources:
            pieces = [piece for name, cut in parts for piece in getattr(deal, name)[cut]]
            if {*map(type, pieces)} != {kind} or len(members.intersection(pieces)) != count:
                return False
        return True

    def _explain(self, deal: object) -> None:
        """Say what is wrong with a deal, piece by piece."""
        gone: dict[str, dict[Piece, Place]] = {}
        for draw in self.draws:
            given: object = getattr(deal, draw.name, None)
            if not isinstance(given, tuple):
                raise DealError(f"{draw.name}: found {shown(given)}, expected a tuple of pieces")
            pieces = cast("tuple[Piece, ...]", given)
            # Of pieces too many or too few it helps to know which, so they are counted last.
            for number, (name, piece) in enumerate(zip(draw.piles, pieces, strict=False)):
                kind, members = self._members[name]
                if type(piece) is not kind or piece not in members:
                    raise DealError(f"{draw.name}: {draw.place(number)} has {shown(piece)}, expected one of the {name}")
                before = gone.setdefault(name, {}).setdefault(piece, (draw.name, number))
                if before != (draw.name, number):
                    twice = f"which {self.name(before)} has too, expected it once"
                    raise DealError(f"{draw.name}: {draw.place(number)} has {shown(piece)}, {twice}")
            if len(pieces) != len(draw.piles):
                raise DealError(f"{draw.name}: found {len(pieces)} pieces, expected {self._expected(draw, pieces)}")

    def _expected(self, draw: Draw, pieces: tuple[Piece, ...]) -> str:
        """How many pieces a draw has, for what, and what is missing or one too many if that can be told."""
        count = f"{len(draw.piles)}, for {', '.join(draw.places)}" if draw.places else f"{len(draw.piles)}"
        if len(pieces) > len(draw.piles):
            return f"{count}: {shown(pieces[len(draw.piles)])} is too many"
        everything = self._piles[draw.piles[0]].pieces
        missing = [piece for piece in everything if piece not in pieces] if len(everything) == len(draw.piles) else []
        return f"{count}: {shown(missing[0])} is missing" if missing else count
