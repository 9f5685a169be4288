"""A base for small games: rules that are an attrs class, with deals, states and moves that are written as JSON as is.

The rules have their number of seats as their first field, and then a field for every switchable ruling and for every
variant of the game's description, under the same names. A state has two attributes, `table` and `hidden`, and all
classes are made of what `strict_converter` can read. A game with editions, with several kinds of moves, or whose JSON
must look different from its classes, starts from `Ruleset` itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, cast

from attrs import field, frozen

from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json, strict_converter, structure
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.settings import read_setting
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

_CONVERTER: Final = strict_converter()


@frozen
class AttrsRuleset(Ruleset[DealT, StateT, MoveT, HappeningT]):
    """The rules of a game for some seats; to be extended by another `@frozen` class."""

    description: ClassVar[Game]
    """The game that these are the rules of."""

    players: int = field(alias="seats")

    def __attrs_post_init__(self) -> None:
        chosen = {each.name: getattr(self, each.name) for each in self.description.variants}
        read_setting(self.description, {**self.settings(), **chosen})

    @property
    def game(self) -> str:
        return self.description.name

    @property
    def version(self) -> int:
        return self.description.version

    @property
    def seats(self) -> int:
        return self.players

    @property
    def letters(self) -> Mapping[str, str]:
        return {ruling.slug: getattr(self, ruling.slug) for ruling in self.description.register.switchable}

    @property
    def variants(self) -> Mapping[str, Json]:
        offered = self.description.variants_for(self.players)
        return {variant.name: getattr(self, variant.name) for variant in offered}

    @property
    @abstractmethod
    def classes(self) -> tuple[type[DealT], type[StateT], type[MoveT]]:
        """The classes of deals, of states and of moves."""

    def check_state(self, state: StateT) -> None:
        """Raise `WireError` if a state that was read makes no sense, so that one could not play on from it."""

    def deal_json(self, deal: DealT) -> dict[str, Json]:
        return _plain(deal)

    def read_deal(self, content: object) -> DealT:
        return structure(_CONVERTER, content, self.classes[0], "deal")

    def state_json(self, state: StateT) -> dict[str, Json]:
        return _plain(state)

    def read_state(self, content: object) -> StateT:
        state = structure(_CONVERTER, content, self.classes[1], "state")
        self.check_state(state)
        return state

    def move_json(self, move: MoveT) -> dict[str, Json]:
        return _plain(move)

    def read_move(self, content: object) -> MoveT:
        return structure(_CONVERTER, content, self.classes[2], "move")


def _plain(value: Any) -> dict[str, Json]:
    return cast("dict[str, Json]", _CONVERTER.unstructure(value))
