"""Small worlds: miniature editions of Zero-Kei, so small that every game can be played to its end.

Each is made to show some rules with as few pieces as they need, and covers all deals except for what it fixes
(`shinkansen.testing.small_worlds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any

import attrs
from attrs import frozen

from shinkansen.core.provenance import SourceKind
from shinkansen.testing import small_worlds
from shinkansen.zerokei import edition_check, witnesses
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import (
    Ability,
    Action,
    Board,
    Carriage,
    Cell,
    CellKind,
    City,
    Colour,
    Edition,
    Effect,
    Engine,
    EngineSide,
    Event,
    EventColour,
    EventSlots,
    Hideo,
    Margin,
    Reward,
    Scope,
    Source,
    TableSource,
    TileSide,
    TrackSpace,
    VenueSpace,
)
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOURS, EVENT, TAIL, State, Table

GOLD, WHITE, BLACK = Colour


@frozen
class World(small_worlds.World[ZeroKei, Deal, State, Move]):
    """A world of Zero-Kei."""

    def every_move(self) -> tuple[Move, ...]:
        return every_move(self.rules)

    def raw_ids(self) -> tuple[str, ...]:
        return (*self.rules.kit.carriages, *self.rules.kit.engines)

    def in_sight(self, state: State) -> Table:
        return witnesses.in_sight(state.table)

    def read(self, **letters: str) -> ZeroKei:
        return attrs.evolve(self.rules, rulings={**self.rules.rulings.letters(), **letters})


# -- Everything in a world ------------------------------------------------------------------------------------------


def every_move(rules: ZeroKei) -> tuple[Move, ...]:
    """All moves that can be written, with every card, city, colour ... of the game, and numbers one beyond their range.

    Lists of counters are as long as the longest that any card or reward of the world asks for.
    """
    kit = rules.kit
    cards = (*kit.engines, *kit.carriages, EVENT, TAIL)
    longest = max(
        *(len(carriage.counters) for carriage in kit.carriages.values()),
        *(2 * reward.advance for reward in kit.rewards),
    )
    parts: dict[str, Sequence[object]] = {
        "card": cards,
        "again": cards,
        "on": cards,
        "engine": kit.engines,
        "carriage": tuple(kit.carriages),
        "city": kit.city_ids,
        "colour": COLOURS,
        "advance": tuple(way for length in range(longest + 1) for way in product(COLOURS, repeat=length)),
        "income.advance": COLOURS,
        "place.space": range(1, len(kit.rewards) + 1),
        "lay.space": kit.letters,
        "track_of": range(kit.seats),
        "venue": range(1, len(kit.edition.venues) + 1),
        "times": range(-1, 4),
        "to": range(len(kit.carriages) + 2),
    }
    return tuple(
        kind(*values)
        for name, kind in m.KINDS.items()
        for values in product(*(parts.get(f"{name}.{field}") or parts[field] for field in m.FIELDS[kind]))
    )


# -- Making miniatures ----------------------------------------------------------------------------------------------

_CITIES = (
    City("osaka", 1, "Osaka", ground_cost=1, ground_vp=1),
    City("kyoto", 2, "Kyoto", ground_cost=2, ground_vp=2),
    City("maibara", 3, "Maibara", ground_cost=1, ground_vp=1),
)
_NOWHERE = Hideo(
    margins=(Margin(0, 1),), cells=(), columns=(), closed_tokens=(), closed_cauldrons=1, row=2, hard_yen=2, hard_vp=1
)
"""An empty board for Hideo."""


def carriage(
    id: str, gives: Action | Ability, *icons: Sequence[Colour], cities: str = "osaka", cost: int = 1
) -> Carriage:
    """A carriage for a small world."""
    return Carriage(id, tuple(cities.split()), cost, tuple(map(tuple, icons)) or ((GOLD,),), gives)


def event(effect: Effect, actions: int = 1, yen: int = 3, letter: str = "A") -> Event:
    """An event; all are grey here, so that any can be dealt for any year."""
    return Event(effect, EventColour.GREY, letter, actions, yen)


def miniature(
    id: str,
    carriages: Sequence[Carriage],
    events: Sequence[Event],
    engines: Sequence[Sequence[Action]] = ((Action.REPEAT,), (Action.REPEAT,)),
    seats: int = 2,
    years: int = 1,
    cities: int = 1,
    spaces: Sequence[Reward] = (Reward(yen=1), Reward(vp=1)),
    tracks: Sequence[TrackSpace] = (TrackSpace("A", yen=1, vp=1),),
    venues: Sequence[VenueSpace] = (VenueSpace(yen=1),),
    station_rows: Sequence[int] = (2,),
    value_spaces: int = 2,
    hideo: Hideo = _NOWHERE,
    **figures: Any,
) -> Edition:
    """A small edition: whatever is not given is as little as possible; prices and points are as shipped."""
    shipped = edition_check.shipped()
    made = attrs.evolve(
        shipped,
        id=id,
        name=f"Small world: {id}",
        note="Invented: a miniature for exhaustive study.",
        scope=Scope.MINIATURE,
        board=Board(tuple(f"19{60 + year}" for year in range(years)), tuple(station_rows), value_spaces),
        cities=_CITIES[:cities],
        track_spaces=tuple(tracks),
        venues=tuple(venues),
        turn_order=(TileSide((seats,), tuple(spaces)),),
        engines=tuple(
            Engine(f"engine-{number}", f"Engine {number}", (EngineSide((seats,), tuple(actions)),))
            for number, actions in enumerate(engines, start=1)
        ),
        carriages=tuple(carriages),
        events=tuple(events),
        event_slots=(EventSlots(seats, (EventColour.GREY,) * years),),
        coins=(),
        figures=attrs.evolve(
            shipped.figures, **{"row_beyond_players": 0, "cauldrons": 1, "yen_by_rank": (3, 2, 1)[:seats], **figures}
        ),
        hideo=hideo if hideo.columns else attrs.evolve(hideo, columns=((),) * years),
        provenance={table: TableSource(Source(SourceKind.RECONSTRUCTED)) for table in shipped.provenance},
    )
    return edition_check.from_json(made.to_json())


def world(name: str, shows: str, edition: Edition, seats: int = 2, hard: bool = False, **fixed: Any) -> World:
    """A world of all deals with some parts fixed."""
    rules = ZeroKei(seats=seats, edition=edition, hard=hard)
    return World(name, shows, rules, tuple(rules.every_deal(**fixed)))


_FIRST: dict[str, Any] = {"turn_order": (0, 1), "counters": COLOURS}
"""Yellow first, and the counters piled in the order of the colours."""


# -- The worlds -----------------------------------------------------------------------------------------------------

PREPARE, LAY, BUILD, REPEAT = Action.PREPARE, Action.LAY, Action.BUILD, Action.REPEAT
_PLAIN = (carriage("osaka-1", REPEAT), carriage("kyoto-1", REPEAT, (WHITE,), cities="kyoto"))
"""Two carriages that leave nothing to do when there is one action a turn."""


_DEAR = 9
"""More than anybody has at the start: such a carriage goes to the last buyer, which keeps a world small."""


def deck(edition: Edition) -> tuple[str, ...]:
    """The carriages in the order of the edition."""
    return tuple(carriage.id for carriage in edition.carriages)


def _events() -> World:
    edition = miniature(
        "events",
        _PLAIN,
        [event(effect, yen=4) for effect in Effect if not effect.at_end_of_round],
        cities=2,
        venues=[VenueSpace(pay=1, vp=1)],
    )
    shows = "Every event that is an action, with the second halves of the combined ones."
    return world("events", shows, edition, **_FIRST, deck=deck(edition), venues=("osaka",))


def _endings() -> World:
    edition = miniature(
        "endings",
        [
            carriage("osaka-1", Ability.TWICE_TURN_ORDER),
            carriage("osaka-2", BUILD, (WHITE,)),
            carriage("osaka-3", PREPARE, (WHITE,), (GOLD, BLACK), cost=2),
        ],
        [event(effect, yen=1) for effect in Effect if effect.at_end_of_round],
        spaces=[Reward(advance=1), Reward(vp=1)],
        row_beyond_players=1,
        lose_vp_vp=1,
        income_yen=2,
    )
    shows = "Every effect at the end of a round, with rewards once and twice."
    return world("endings", shows, edition, **_FIRST, deck=deck(edition))


def _every_deal() -> World:
    edition = miniature(
        "every-deal",
        [carriage("osaka-1", REPEAT), carriage("osaka-2", REPEAT, (WHITE, BLACK))],
        [event(Effect.GET_YEN, yen=1), event(Effect.PREPARE, yen=2)],
        income_yen=1,
    )
    return world("every-deal", "All deals there are: turn orders, counters, events, decks.", edition)


def _purses() -> World:
    edition = miniature(
        "purses",
        [
            carriage("osaka-1", REPEAT, cost=3),
            carriage("osaka-2", REPEAT, (WHITE,), (WHITE, GOLD), cost=2),
            carriage("osaka-3", REPEAT, (GOLD,), (GOLD, BLACK), cost=2),
            carriage("osaka-4", REPEAT, (BLACK,), cost=3),
        ],
        [event(Effect.PREPARE, yen=1), event(Effect.BUILD, yen=1)],
        years=2,
        value_spaces=3,
        income_yen=1,
        build_cost=1,
    )
    shows = "Buying: too little money, payment in victory points, surcharge, two icons, piles of counters."
    return world("purses", shows, edition, **_FIRST, deck=deck(edition), events=("prepare", "build"))


def _works() -> World:
    edition = miniature(
        "works",
        [carriage("kyoto-1", REPEAT, cities="kyoto", cost=_DEAR), carriage("osaka-1", Action.LAY_1)],
        [event(Effect.PREPARE, actions=2, yen=4, letter="B")],
        engines=[(PREPARE,), (LAY,)],
        cities=2,
        tracks=[TrackSpace("A", 1, 1), TrackSpace("B", 2, 2)],
    )
    shows = "Ground and track: other players' engines, borrowed track, discounts, fees that are too high."
    return world("works", shows, edition, **_FIRST, deck=deck(edition), venues=("osaka",))


def _abilities() -> World:
    edition = miniature(
        "abilities",
        [
            carriage("osaka-1", Ability.CHEAP_BUILD),
            carriage("osaka-2", Ability.CHEAP_PREPARE),
            carriage("osaka-3", Ability.CHEAP_ENGINE),
            carriage("osaka-4", Ability.ANY_TRACK_SPACE),
            carriage("osaka-5", Ability.RICH_TAIL),
            carriage("osaka-6", Ability.TWICE_AT_VENUE),
        ],
        [event(Effect.PREPARE_LAY_OR_BUILD, actions=1, yen=5, letter="B")],
        engines=[(Action.PREPARE_1, Action.BUILD_1), (Action.PARTICIPATE,)],
        tracks=[TrackSpace("A", 1, 1), TrackSpace("B", 2, 2)],
        cauldrons=2,
    )
    rules = ZeroKei(seats=2, edition=edition)
    cards = deck(edition)
    deals = tuple(
        deal for turned in range(0, 6, 2) for deal in rules.every_deal(**_FIRST, deck=cards[turned:] + cards[:turned])
    )
    return World("abilities", "Every ability but that of the turn order, two at a time.", rules, deals)


def _repeating() -> World:
    edition = miniature(
        "repeating",
        [carriage("osaka-1", REPEAT, cost=0), carriage("osaka-2", Ability.CHEAP_ENGINE, cost=_DEAR)],
        [event(Effect.REPEAT_TRAIN_CARD, actions=2, yen=1), event(Effect.PREPARE_LAY_OR_BUILD, actions=2, yen=1)],
        engines=[(PREPARE, LAY), (REPEAT,)],
        income_yen=2,
        engine_fee=1,
        cheap_engine_fee=0,
    )
    shows = "Repeating an engine, the event or the tail, with a carriage and with the event."
    return world("repeating", shows, edition, **_FIRST, deck=deck(edition))


def _market() -> World:
    edition = miniature(
        "market",
        [
            carriage("osaka-1", Action.BUY, cost=0),
            carriage("osaka-2", Ability.CHEAP_BUILD, cost=0),
            carriage("osaka-3", Ability.TWICE_AT_VENUE, (BLACK,), (BLACK, GOLD), cost=2),
        ],
        [event(Effect.PARTICIPATE, actions=2, yen=1)],
        venues=[VenueSpace(moves=1)],
        row_beyond_players=1,
        income_yen=2,
    )
    shows = "Buying from the discard pile, using what was bought, and moving carriages once and twice."
    return world("market", shows, edition, **_FIRST, deck=deck(edition))


def _line() -> World:
    edition = miniature(
        "line",
        [
            carriage("osaka-1", Action.BUY, cost=0),
            carriage("maibara-1", Ability.CHEAP_BUILD, cities="maibara", cost=_DEAR),
            carriage("kyoto-1", Ability.CHEAP_BUILD, cities="kyoto", cost=0),
            carriage("osaka-2", Ability.CHEAP_BUILD, cost=_DEAR),
            carriage("osaka-maibara", Ability.CHEAP_BUILD, cities="osaka maibara", cost=0),
        ],
        [event(Effect.PREPARE_AND_LAY, actions=2, yen=2), event(Effect.LAY, yen=1)],
        cities=3,
        years=2,
        engines=[(BUILD,), (BUILD,)],
        prepare_and_lay_fee=0,
        build_cost=_DEAR,
        cheap_build_cost=_DEAR,
        hideo=attrs.evolve(_NOWHERE, cells=(Cell("a1", 1, CellKind.FACE_UP),), columns=(("a1",), ())),
    )
    shows = "Solo, two rounds in which track is laid, your own and Hideo's: connections."
    return world(
        "line", shows, edition, 1, **_FIRST, deck=deck(edition)[:4], venues=("osaka",), board=("kyoto",),
        events=("prepare-and-lay", "lay"),
    )  # fmt: skip


def _three() -> World:
    edition = miniature(
        "three",
        [
            carriage("osaka-1", REPEAT),
            carriage("osaka-2", REPEAT, (WHITE,), cost=_DEAR),
            carriage("osaka-3", LAY, (BLACK,), cost=_DEAR),
        ],
        [event(Effect.PREPARE, yen=2)],
        engines=[(REPEAT,)] * 3,
        seats=3,
        spaces=[Reward(yen=1), Reward(vp=1), Reward(yen=2)],
    )
    return world(
        "three", "Three seats: the order of buying, placing and acting.", edition, 3,
        turn_order=(2, 0, 1), counters=COLOURS, deck=deck(edition),
    )  # fmt: skip


def _solo(hard: bool) -> World:
    edition = miniature(
        "solo",
        [
            carriage("osaka-1", REPEAT, (GOLD, WHITE)),
            carriage("kyoto-1", REPEAT, (BLACK,), cities="kyoto"),
            carriage("maibara-1", REPEAT, (WHITE, BLACK), cities="maibara"),
            carriage("osaka-2", PREPARE),
        ],
        [event(Effect.PARTICIPATE, yen=3), event(Effect.YEN_BY_RANK, yen=2)],
        cities=3,
        years=2,
        spaces=[Reward(advance=1), Reward(yen=1)],
        venues=[VenueSpace(yen=1), VenueSpace(moves=1)],
        hideo=Hideo(
            margins=(Margin(1, 2), Margin(2, 0)),
            cells=(Cell("a1", 1, CellKind.FACE_UP), Cell("c2", 2, CellKind.CLOSED)),
            columns=(("a1",), ("a1", "c2")),
            closed_tokens=(1, 2),
            closed_cauldrons=1,
            row=2,
            hard_yen=2,
            hard_vp=1,
        ),
        cauldrons=2,
    )
    return world(
        "hard" if hard else "solo",
        "Alone against Hideo" + (", who has points at the start." if hard else ": his carriages, his board, his rank."),
        edition, 1, hard, **_FIRST, deck=deck(edition), venues=("osaka", "kyoto"),
        events=("participate", "yen-by-rank"),
    )  # fmt: skip


@cache
def worlds() -> dict[str, World]:
    """All worlds, by name."""
    makers = (_events, _endings, _every_deal, _purses, _works, _abilities, _repeating, _market, _line, _three)
    made = [*(make() for make in makers), _solo(hard=False), _solo(hard=True)]
    return {world.name: world for world in made}
