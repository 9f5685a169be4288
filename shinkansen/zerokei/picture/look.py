"""Look: what a drawing function is given (the kit, the table, what changed), and the short captions of a picture.

It takes a table and never a state, so that a picture cannot show what is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from shinkansen.core.prose import count, listed, opening
from shinkansen.paper.changes import Changes
from shinkansen.paper.shapes import Badge
from shinkansen.zerokei.edition import Ability, Action, City, Colour, Effect, Event, Figures, Reward, VenueSpace
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.names import card_name
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.table import COLOURS, Table


@frozen
class Look:
    """A table as it is to be drawn."""

    kit: Kit
    table: Table
    changes: Changes
    caption: str
    """A sentence above the table: the move that led here."""
    stacked: bool = False
    """Whether there is so little width that a player's purse lies above the train and not beside it."""
    is_refused: bool = False
    """Whether the caption is about a move that is refused here."""

    @property
    def event(self) -> Event:
        return self.kit.events[self.table.events[self.table.round]]

    def seat_name(self, seat: int) -> str:
        return opening(self.kit.seat_names[seat])

    def badge(self, seat: int) -> Badge:
        return icons.seat_badge(self.kit, seat)

    def city(self, city: str) -> City:
        return self.kit.edition.cities[self.kit.city_index[city]]

    def city_title(self, city: str) -> str:
        found = self.city(city)
        return f"{found.name} ({found.number})"

    def price(self, card: str) -> int:
        return self.kit.prices.carriage(card, self.table.station_bits)

    def carriage_title(self, card: str) -> str:
        """A carriage, described for a reader who points at it."""
        carriage = self.kit.carriages[card]
        steps = listed([" or ".join(icon) for icon in carriage.counters], " then ")
        return f"{opening(card_name(self.kit, card))}: cost {carriage.cost}, advances {steps}"

    def order(self) -> list[Colour]:
        """The colours from most to least advanced."""
        return [COLOURS[index] for index in reversed(self.table.counters.order)]


# -- Captions -------------------------------------------------------------------------------------------------------

ACTIONS: Final = {
    Action.INCOME: "Income",
    Action.PREPARE: "Prepare",
    Action.PREPARE_1: "Prepare −1",
    Action.LAY: "Lay",
    Action.LAY_1: "Lay −1",
    Action.BUILD: "Build",
    Action.BUILD_1: "Build −1",
    Action.BUY: "Buy",
    Action.PARTICIPATE: "Participate",
    Action.REPEAT: "Repeat",
}

ABILITIES: Final[dict[Ability, Callable[[Figures], str]]] = {
    Ability.CHEAP_BUILD: lambda f: f"Build ¥{f.cheap_build_cost} +{f.cheap_build_vp}",
    Ability.ANY_TRACK_SPACE: lambda f: "Any letter",
    Ability.TWICE_AT_VENUE: lambda f: "Venue ×2",
    Ability.CHEAP_PREPARE: lambda f: f"Ground ¥{f.cheap_prepare_cost}",
    Ability.CHEAP_ENGINE: lambda f: f"Engine ¥{f.cheap_engine_fee}",
    Ability.RICH_TAIL: lambda f: f"Tail ¥{f.rich_tail_yen}",
    Ability.TWICE_TURN_ORDER: lambda f: "Reward ×2",
}


def gift(kit: Kit, gives: Action | Ability) -> str:
    """What a carriage gives, in a word or two."""
    return ACTIONS[gives] if isinstance(gives, Action) else ABILITIES[gives](kit.figures)


EVENTS: Final[dict[Effect, Callable[[Figures], str]]] = {
    Effect.LOSE_VP_FOR_YEN: lambda f: f"{f.lose_vp_vp} VP for ¥{f.lose_vp_yen}",
    Effect.YEN_FOR_ALL: lambda f: f"¥{f.yen_for_all} for all",
    Effect.YEN_BY_RANK: lambda f: f"¥{'/'.join(map(str, f.yen_by_rank))} by rank",
    Effect.PREPARE_AND_LAY: lambda f: f"prepare and lay, ¥{f.prepare_and_lay_fee}",
    Effect.PREPARE_AND_BUILD: lambda f: f"prepare and build, ¥{f.prepare_and_build_fee}",
    Effect.OLYMPIC_TOKEN: lambda f: f"Olympic token, ¥{f.olympic_token_fee}",
    Effect.LAY_2: lambda f: f"lay track −{f.lay_2_discount}",
    Effect.GET_YEN: lambda f: f"get ¥{f.get_yen}",
}
"""Events with a figure worth showing; the others have the same name as in sentences."""


def reward(given: Reward | VenueSpace) -> str:
    """What a space gives."""
    parts = [
        f"¥{given.yen}" if given.yen else "",
        f"{given.vp} VP" if given.vp else "",
        f"advance {given.advance}" if isinstance(given, Reward) and given.advance else "",
        f"move {count(given.moves, 'card')}" if isinstance(given, VenueSpace) and given.moves else "",
    ]
    return ", ".join(part for part in parts if part) or "nothing"


def venue_effect(space: VenueSpace) -> str:
    """What a venue costs and gives."""
    return f"¥{space.pay} → {reward(space)}" if space.pay else reward(space)
