"""Names: what pieces and kinds of work are called in sentences. An edition's own names come from the edition."""

from __future__ import annotations

from typing import Final

from shinkansen.core.plain_json import shown
from shinkansen.zerokei import cards
from shinkansen.zerokei.edition import Ability, Action, Effect
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import EVENT, TAIL

WORKS: Final = {
    cards.INCOME: "Income",
    cards.YEN: "getting yen",
    cards.PREPARE: "Prepare Ground",
    cards.LAY: "Lay Track",
    cards.BUILD: "Build Station",
    cards.BUY: "Buy Card",
    cards.PARTICIPATE: "Participate",
    cards.ADVANCE: "advancing a counter",
    cards.TOKEN: "an Olympic token",
    cards.REPEAT: "Repeat",
    cards.IDLE: "nothing",
}

GIFTS: Final[dict[Action | Ability, str]] = {
    Action.INCOME: "Income",
    Action.PREPARE: "Prepare Ground",
    Action.PREPARE_1: "Prepare Ground for 1 less",
    Action.LAY: "Lay Track",
    Action.LAY_1: "Lay Track for 1 less",
    Action.BUILD: "Build Station",
    Action.BUILD_1: "Build Station for 1 less",
    Action.BUY: "Buy Card",
    Action.PARTICIPATE: "Participate",
    Action.REPEAT: "Repeat",
    Ability.CHEAP_BUILD: "cheap stations",
    Ability.ANY_TRACK_SPACE: "any track cost",
    Ability.TWICE_AT_VENUE: "venues twice",
    Ability.CHEAP_PREPARE: "cheap ground",
    Ability.CHEAP_ENGINE: "cheap engines",
    Ability.RICH_TAIL: "a rich tail",
    Ability.TWICE_TURN_ORDER: "turn order twice",
}

EFFECTS: Final[dict[Effect, str]] = {
    Effect.PARTICIPATE_AND_ADVANCE: "participate and advance a counter",
    Effect.LOSE_VP_FOR_YEN: "victory points for yen",
    Effect.YEN_FOR_ALL: "yen for all",
    Effect.REWARD_AGAIN: "the turn order reward again",
    Effect.PREPARE_LAY_OR_BUILD: "prepare, lay or build",
    Effect.YEN_BY_RANK: "yen by rank",
    Effect.BUY_AT_END: "buying from the discard pile",
    Effect.REPEAT_TRAIN_CARD: "repeat a train card",
    Effect.PREPARE_AND_LAY: "prepare and lay",
    Effect.OLYMPIC_TOKEN: "an Olympic token",
    Effect.LAY_2: "lay track for less",
    Effect.PREPARE_AND_BUILD: "prepare and build",
    Effect.PARTICIPATE: "participate",
    Effect.SCORE_A_CITY: "scoring a city",
    Effect.BUILD: "build",
    Effect.PREPARE: "prepare",
    Effect.LAY: "lay track",
    Effect.GET_YEN: "get yen",
}

VENUES: Final = ("first", "second", "third")


def card_name(kit: Kit, card: str) -> str:
    """A card in the middle of a sentence."""
    if card == EVENT:
        return "the event"
    if card == TAIL:
        return "the tail-carriage"
    carriage = kit.carriages.get(card)
    if carriage is not None:
        label = "-".join(city_name(kit, city) for city in carriage.cities)
        return f"the {label} carriage ({GIFTS[carriage.gives]})"
    known = (engine.name for engine in kit.edition.engines if engine.id == card)
    return next(known, f"the unknown card {shown(card)}")


def city_name(kit: Kit, city: str) -> str:
    return kit.edition.cities[kit.city_index[city]].name
