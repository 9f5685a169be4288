"""Which states are read: those that can be played on, however odd; and by what each odd one is told from a played one.

Each case is a good state as JSON with one thing wrong. What would crash the engine or break a law of the contract, now
or later in the game, is refused; what play would hardly reach is read, and an invariant of states says so.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, TypeAlias

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import WireError
from shinkansen.core.invariants import implausible
from shinkansen.core.plain_json import LARGEST, MOST_TOLD, canonical
from shinkansen.core.play import at_random
from shinkansen.core.record import read as read_record
from shinkansen.core.record import replay
from shinkansen.readings.witnesses import witnesses
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.verify.judging.script import What
from shinkansen.verify.judging.vectors import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.rulings import rulings
from shinkansen.zerokei.testing.corners import corner
from shinkansen.zerokei.testing.strategies import READINGS, Position, positions, rules_for
from tests.build.make_corpus import FOLDER
from tests.zerokei.test_damaged_states import check_playable, plain, read

Content: TypeAlias = Any
"""A state as JSON."""


@cache
def games(seats: int, letters: tuple[tuple[str, str], ...] = (), seed: int = 0) -> tuple[str, ...]:
    """Every state of some random games, as text."""
    rules = rules_for(seats, rulings(dict(letters)))
    rng = Random(seed)
    states: list[str] = []
    for _ in range(40):
        state = rules.start(rules.deal(rng))
        states.append(canonical(rules.state_json(state)))
        while legal := rules.legal_moves(state):
            state = rules.follow(state, at_random(rng)(rules, state, legal))
            states.append(canonical(rules.state_json(state)))
    return tuple(states)


def table_of(content: Content) -> Any:
    return content["table"]


@frozen
class Case:
    """A good state, found by its phase and more, and what is then wrong with it."""

    phase: str
    spoil: Callable[[Content], object]
    told: str
    """What the refusal says, or the invariant that is broken."""
    seats: int = 3
    fits: Callable[[Content], object] = lambda content: True
    letters: tuple[tuple[str, str], ...] = ()

    @property
    def good(self) -> Content:
        for text in games(self.seats, self.letters):
            content = json.loads(text)
            if table_of(content)["phase"] == self.phase and self.fits(content):
                return content
        raise AssertionError("no state fits")

    @property
    def spoilt(self) -> Content:
        content = copy.deepcopy(self.good)
        self.spoil(content)
        return content

    @property
    def rules(self) -> Any:
        return rules_for(self.seats, rulings(dict(self.letters)))


def change(*path: Any, by: Callable[[Any], Any]) -> Callable[[Content], None]:
    """What is at a place of the state, or nothing, changed."""

    def spoil(content: Content) -> None:
        for step in path[:-1]:
            content = content[step]
        content[path[-1]] = by(content[path[-1]] if isinstance(content, list) else content.get(path[-1]))

    return spoil


def put(*path: Any, to: Any) -> Callable[[Content], None]:
    """Something else at a place of the state."""
    return change(*path, by=lambda _: to)


def twice(*path: Any) -> Callable[[Content], None]:
    """The first item of a list once more."""
    return change(*path, by=lambda items: [*items, items[0]])


def mover(content: Content) -> Any:
    return table_of(content)["seats"][table_of(content)["to_move"]]


def has(*path: Any) -> Callable[[Content], bool]:
    """Whether there is something at a place."""

    def there(content: Content) -> bool:
        for step in path:
            content = content[step]
        return bool(content)

    return there


def from_deck(content: Content) -> str:
    return str(content["hidden"]["deck"][0])


def event_is(*effects: str) -> Callable[[Content], bool]:
    return lambda content: table_of(content)["events"][table_of(content)["round"] - 1] in effects


def bare_city(content: Content) -> str:
    """A city without prepared ground."""
    return next(city for city in rules_for(2).kit.city_ids if city not in table_of(content)["prepared"])


def nothing_owed(content: Content) -> bool:
    return not table_of(content)["pending"]


def leave_a_carriage(content: Content) -> None:
    """A carriage of the discard pile lies in the row, without a token."""
    table_of(content)["row"].append({"carriage": table_of(content)["discard"].pop(), "claim": None})


CELLS = [cell.kind.value for cell in rules_for(1).edition.hideo.cells]
A, B, C = CELLS.index("A"), CELLS.index("B"), CELLS.index("C")
REMEMBERS = (("event_repeat", "b"),)
GROUND_FIRST = (("track_needs_ground", "b"),)

REFUSED: dict[str, Case] = {
    # lists that are sets
    "a city with track four times": Case("act", put("table", "tracked", to=["osaka"] * 4), "'osaka' twice"),
    "the last city with track twice": Case("act", put("table", "tracked", to=["tokyo"] * 2), "'tokyo' twice"),
    "a prepared city twice": Case("act", twice("table", "prepared"), "twice", fits=has("table", "prepared")),
    "a used card twice": Case("act", twice("table", "used"), "twice", fits=has("table", "used")),
    "a discarded carriage twice": Case("act", twice("table", "discard"), "twice", fits=has("table", "discard")),
    "a token left twice": Case("buy", twice("table", "tokens"), "twice"),
    "an engine on offer twice": Case("engine", twice("table", "engines"), "twice"),
    "a spent card twice": Case(
        "act",
        lambda content: mover(content).update(spent=[mover(content)["train"][0]] * 2),
        "twice",
    ),
    "a closed venue twice": Case("act", put("table", "hideo", "closed", to=[1, 1]), "1 twice", seats=1),
    "something remembered twice": Case("act", put("table", "memory", to=["new:osaka-1"] * 2), "twice"),
    "a bought token twice": Case(
        "act",
        lambda content: mover(content).update(tokens=[["tail", table_of(content)["tokens"][0]]] * 2),
        "the Olympic token",
    ),
    # pieces in two places
    "a carriage in two trains": Case(
        "buy",
        change("table", "seats", 0, "train", by=lambda train: [*train, *train]),
        "the carriage .* in 2 places",
        fits=has("table", "seats", 0, "train"),
    ),
    "a carriage in the deck and in a train": Case(
        "buy", lambda content: table_of(content)["seats"][0]["train"].append(from_deck(content)), "in 2 places"
    ),
    "a carriage in the deck and in the discard pile": Case(
        "buy", lambda content: table_of(content)["discard"].append(from_deck(content)), "in 2 places"
    ),
    "a carriage in the deck and in the row": Case(
        "buy", lambda content: table_of(content)["row"][0].update(carriage=from_deck(content)), "in 2 places"
    ),
    "a carriage twice in the deck": Case("buy", twice("hidden", "deck"), "in 2 places"),
    "an engine with two players": Case(
        "act",
        lambda content: table_of(content)["seats"][0].update(engine=table_of(content)["seats"][1]["engine"]),
        "the engine .* in 2 places",
    ),
    "an engine chosen and on offer": Case(
        "engine",
        lambda content: table_of(content)["engines"].append(
            next(seat["engine"] for seat in table_of(content)["seats"] if seat["engine"])
        ),
        "the engine .* in 2 places",
        fits=lambda content: any(seat["engine"] for seat in table_of(content)["seats"]),
    ),
    "a token at a venue and left over": Case(
        "act", lambda content: table_of(content)["tokens"].append(table_of(content)["venues"][0]["city"]), "in 2 places"
    ),
    "two venues in one city": Case(
        "act",
        lambda content: table_of(content)["venues"][1].update(city=table_of(content)["venues"][0]["city"]),
        "in 2 places",
    ),
    "a player on two spaces of the tile": Case(
        "end", change("table", "tile", by=lambda tile: [0, 0, *tile[2:]]), "the turn order token of yellow in 2 places"
    ),
    "a player on the tile and in the row": Case(
        "place",
        lambda content: change("table", "tile", by=lambda tile: [table_of(content)["to_move"], *tile[1:]])(content),
        "in 2 places",
        fits=lambda content: table_of(content)["tile"][0] is None,
    ),
    # engines, deck, row and tile
    "no engine in a turn": Case("act", put("table", "seats", 0, "engine", to=None), "an engine"),
    "no engine at a purchase": Case("buy", put("table", "seats", 1, "engine", to=None), "an engine"),
    "no engine of Hideo's": Case("buy", put("table", "seats", 1, "engine", to=None), "an engine", seats=1),
    "no engine to choose": Case("engine", put("table", "engines", to=[]), "at least"),
    "one engine for two": Case("engine", change("table", "engines", by=lambda two: two[:1]), "at least 2", seats=1),
    "an empty deck": Case("buy", put("hidden", "deck", to=[]), "0 carriages", fits=has("table", "round")),
    "a deck that lasts one carriage too few": Case(
        "act",
        change("hidden", "deck", by=lambda deck: deck[:19]),
        "19 carriages, expected at least 20",
        fits=lambda content: table_of(content)["round"] == 1,
    ),
    "an empty row to buy from": Case("buy", put("table", "row", to=[]), "0 carriages to buy"),
    "fewer carriages than buyers": Case(
        "buy",
        change("table", "row", by=lambda row: row[:2]),
        "2 carriages to buy, expected at least 3",
        fits=lambda content: None not in table_of(content)["tile"][:3],
    ),
    "a row that ends before its middle, in solo": Case(
        "buy",
        change("table", "row", by=lambda row: row[:1]),
        "expected at least 2",
        seats=1,
    ),
    "a place of the row with nothing": Case(
        "buy", put("table", "row", 0, "carriage", to=None), "no carriage and no token"
    ),
    "a carriage without a token in a turn": Case(
        "act",
        leave_a_carriage,
        "without a token",
        fits=has("table", "discard"),
    ),
    "a token of Hideo's on no carriage": Case(
        "act",
        put("table", "row", 0, "carriage", to=None),
        "Hideo's token",
        seats=1,
        fits=has("table", "row"),
    ),
    "an empty tile at the end of a round": Case(
        "end", change("table", "tile", by=lambda tile: [None] * len(tile)), "not on the tile"
    ),
    "an empty tile while engines are chosen": Case(
        "engine", change("table", "tile", by=lambda tile: [None] * len(tile)), "not on the tile"
    ),
    "a buyer who has bought": Case(
        "buy",
        lambda content: table_of(content).update(
            to_move=next(slot["claim"] for slot in table_of(content)["row"] if slot["claim"] is not None)
        ),
        "whose token is in the row",
        fits=lambda content: any(slot["claim"] is not None for slot in table_of(content)["row"]),
    ),
    # phases
    "an end of a round without an effect": Case(
        "act",
        lambda content: table_of(content).update(phase="end", actions=0, used=[], pending=[]),
        "end, with the event",
        fits=event_is("build", "lay", "get-yen"),
    ),
    "an end of a round with an effect that asks nobody": Case(
        "act",
        lambda content: table_of(content).update(phase="end", actions=0, used=[], pending=[]),
        "end, with the event",
        fits=event_is("yen-for-all", "yen-by-rank"),
    ),
    "no action left": Case("act", put("table", "actions", to=0), "0 with nothing pending", fits=nothing_owed),
    "used cards outside a turn": Case("buy", put("table", "used", to=["tail"]), "1 in phase buy"),
    "something owed outside a turn": Case("buy", put("table", "pending", to=[{"moving": 1}]), "1 in phase buy"),
    "a used card of somebody else's": Case(
        "act", lambda content: table_of(content).update(used=[from_deck(content)]), "cards that seat"
    ),
    # what is owed
    "the other half of an event without one": Case(
        "act", put("table", "pending", to=[{"owed": "build"}]), "the other half of", fits=event_is("build", "get-yen")
    ),
    "the wrong half of a combined event": Case(
        "act", put("table", "pending", to=[{"owed": "lay"}]), "the other half of", fits=event_is("prepare-and-build")
    ),
    "a half that cannot be done": Case(
        "act",
        lambda content: [
            put("table", "pending", to=[{"owed": "build"}])(content),
            mover(content).update(yen=0),
        ],
        "no legal move",
        fits=event_is("prepare-and-build"),
    ),
    "a repetition of somebody else's card": Case(
        "act", lambda content: table_of(content).update(pending=[{"again": from_deck(content)}]), "can use"
    ),
    "carriages to move without two of them": Case(
        "act",
        put("table", "pending", to=[{"moving": 1}]),
        "no legal move",
        fits=lambda content: len(mover(content)["train"]) < 2,
    ),
    "no carriages to move": Case("act", put("table", "pending", to=[{"moving": 0}]), "at least 1"),
    "too many carriages to move": Case("act", put("table", "pending", to=[{"moving": 1000}]), "no more than 999"),
    "a half owed on top of another": Case(
        "act",
        put("table", "pending", to=[{"owed": "prepare"}, {"owed": "build"}]),
        "on top of something else",
        fits=event_is("prepare-and-build"),
    ),
    "what is owed beneath carriages to move, and cannot be done": Case(
        "act",
        lambda content: [
            put("table", "pending", to=[{"owed": "build"}, {"moving": 1}])(content),
            mover(content).update(yen=0),
        ],
        "cannot do, expected something it can do",
        fits=lambda content: event_is("prepare-and-build")(content) and len(mover(content)["train"]) > 1,
    ),
    # the line
    "a station on bare ground": Case(
        "act", lambda content: table_of(content)["stations"].update({bare_city(content): "gold"}), "ground is prepared"
    ),
    "track on bare ground where that is read so": Case(
        "act",
        lambda content: table_of(content)["tracked"].append(bare_city(content)),
        "ground is prepared",
        letters=GROUND_FIRST,
    ),
    # Hideo's board
    "a face-up cell that shows nothing": Case("act", put("table", "hideo", "board", A, to=""), "board", seats=1),
    "a face-up cell that lies face down": Case("act", put("table", "hideo", "board", A, to="?"), "board", seats=1),
    "a cell that shows another token": Case(
        "act",
        lambda content: put("table", "hideo", "board", A, to=content["hidden"]["board"][B])(content),
        "board",
        seats=1,
    ),
    "a closed token where a city belongs": Case("act", put("hidden", "board", B, to="closed-1"), "board", seats=1),
    "a city where a closed token belongs": Case(
        "act",
        lambda content: put("hidden", "board", C, to=table_of(content)["tokens"].pop())(content),
        "board",
        seats=1,
    ),
    "nothing under a token that lies face down": Case(
        "buy",
        put("hidden", "board", B, to=""),
        "board",
        seats=1,
        fits=lambda content: table_of(content)["hideo"]["board"][B] == "?",
    ),
    "a closed token that shows": Case("act", put("table", "hideo", "board", C, to="closed-1"), "board", seats=1),
    "a closed token face down whose venue is closed": Case(
        "buy",
        lambda content: table_of(content)["hideo"].update(closed=[int(content["hidden"]["board"][C][-1])]),
        "board",
        seats=1,
        fits=lambda content: table_of(content)["hideo"]["board"][C] == "?",
    ),
    # what would be read and forgotten
    "a board of Hideo's without Hideo": Case("act", put("table", "hideo", to={"board": [], "closed": [1]}), "hideo"),
    "an empty board of Hideo's without Hideo": Case(
        "act", put("table", "hideo", to={"board": [], "closed": []}), "hideo"
    ),
    "a hidden board without Hideo": Case("act", put("hidden", "board", to=[]), "board"),
    "something owed with a key for nothing": Case(
        "act", put("table", "pending", to=[{"again": "tail", "moving": None}]), "pending", fits=nothing_owed
    ),
    # memory and numbers
    "something remembered that no reading remembers": Case("act", put("table", "memory", to=["hello"]), "remembers"),
    "a card remembered that is none": Case("act", put("table", "memory", to=["new:osaka-9"]), "remembers"),
    "a use remembered of somebody else's card": Case(
        "act",
        lambda content: table_of(content).update(memory=[f"ever:{table_of(content)['to_move']}:{from_deck(content)}"]),
        "can use",
        letters=REMEMBERS,
    ),
    "more yen than the wire can count": Case("buy", put("table", "seats", 0, "yen", to=LARGEST), "no more than"),
    "a marker beyond what the wire can count": Case("buy", put("table", "seats", 0, "vp", to=-LARGEST), "no more than"),
    "too many tracks": Case("buy", put("table", "seats", 0, "tracks", to=LARGEST), "no more than"),
    "too many cauldrons": Case("buy", put("table", "venues", 0, "cauldrons", 0, to=LARGEST), "no more than"),
    "too many actions": Case("act", put("table", "actions", to=LARGEST), "no more than 999"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_played_on_is_refused(case: Case) -> None:
    case.rules.read_state(case.good)
    with pytest.raises(WireError, match=case.told):
        case.rules.read_state(case.spoilt)


# -- Odd, but read ----------------------------------------------------------------------------------------------------


def unused_engine(content: Content) -> str:
    """The engine that is left over with three players."""
    chosen = [seat["engine"] for seat in table_of(content)["seats"]]
    return next(engine for engine in rules_for(3).kit.engines if engine not in chosen)


def no_buy_card(content: Content) -> list[str]:
    """The carriages of the mover's train that are no Buy Card."""
    return [card for card in mover(content)["train"] if rules_for(3).kit.carriages[card].gives != "buy"]


def take_a_carriage(content: Content) -> None:
    """A carriage goes from a train to the discard pile."""
    table_of(content)["discard"].append(table_of(content)["seats"][0]["train"].pop())


ODD: dict[str, Case] = {
    "a carriage is lost": Case(
        "buy",
        change("table", "discard", by=lambda pile: pile[1:]),
        "carriages-in-one-place",
        fits=has("table", "discard"),
    ),
    "an engine is still on offer": Case(
        "buy", lambda content: table_of(content).update(engines=[unused_engine(content)]), "engines-in-one-place"
    ),
    "an engine is lost while they are chosen": Case(
        "engine",
        change("table", "engines", by=lambda engines: engines[1:]),
        "engines-in-one-place",
        fits=lambda content: len(table_of(content)["engines"]) == 4,
    ),
    "a token is lost": Case("act", change("table", "tokens", by=lambda left: left[1:]), "olympic-tokens-in-one-place"),
    "a token is on a card of nobody's": Case(
        "act",
        lambda content: mover(content).update(tokens=[[from_deck(content), table_of(content)["tokens"].pop()]]),
        "bought-tokens-on-the-train",
    ),
    "a token is on the tail": Case(
        "act",
        lambda content: mover(content).update(tokens=[["tail", table_of(content)["tokens"].pop()]]),
        "bought-tokens-on-the-train",
    ),
    "Hideo has bought a token": Case(
        "act",
        lambda content: table_of(content)["seats"][1].update(
            tokens=[[table_of(content)["seats"][1]["train"][0], table_of(content)["tokens"].pop()]]
        ),
        "bought-tokens-on-the-train",
        seats=1,
        fits=has("table", "seats", 1, "train"),
    ),
    "a venue is closed by no token": Case(
        "act",
        lambda content: table_of(content)["hideo"].update(
            closed=[venue for venue in (1, 2, 3) if f"closed-{venue}" not in content["hidden"]["board"]]
        ),
        "hideos-board",
        seats=1,
    ),
    "a cell lies face down again": Case(
        "buy",
        put("table", "hideo", "board", B, to="?"),
        "hideo-reveals-by-year",
        seats=1,
        fits=lambda content: table_of(content)["hideo"]["board"][B] != "?",
    ),
    "a cell is turned up too early": Case(
        "buy",
        lambda content: put("table", "hideo", "board", B, to=content["hidden"]["board"][B])(content),
        "hideo-reveals-by-year",
        seats=1,
        fits=lambda content: table_of(content)["round"] == 1,
    ),
    "a turn order token is lost": Case(
        "act",
        change("table", "tile", by=lambda tile: [None if seat == 0 else seat for seat in tile]),
        "turn-order-tokens-in-one-place",
        fits=lambda content: 0 in table_of(content)["tile"] and table_of(content)["to_move"] != 0,
    ),
    "somebody took no carriage": Case(
        "place", put("table", "row", 0, "carriage", to=None), "the-row", fits=has("table", "row")
    ),
    "a row at the end of a round": Case(
        "end",
        leave_a_carriage,
        "the-row",
        fits=has("table", "discard"),
    ),
    "a carriage too many in the deck": Case(
        "act",
        lambda content: content["hidden"]["deck"].append(table_of(content)["discard"].pop()),
        "the-deck",
        fits=has("table", "discard"),
    ),
    "too many stations of a colour": Case(
        "over",
        lambda content: table_of(content).update(stations=dict.fromkeys(table_of(content)["prepared"], "gold")),
        "stations",
        fits=lambda content: len(table_of(content)["prepared"]) > 4,
    ),
    "a track too many": Case("act", change("table", "seats", 0, "tracks", by=lambda tracks: tracks + 1), "tracks"),
    "a cauldron too many": Case("act", put("table", "seats", 0, "cauldrons", to=8), "cauldrons"),
    "counters in an order that is not that of their spaces": Case(
        "act",
        change("table", "counters", by=lambda counters: counters[::-1]),
        "counters",
        fits=lambda content: len({counter["space"] for counter in table_of(content)["counters"]}) == 3,
    ),
    "yen of Hideo's": Case("act", put("table", "seats", 1, "yen", to=4), "purses", seats=1),
    "a marker below zero": Case(
        "act",
        put("table", "seats", 0, "vp", to=-1),
        "markers-below-zero",
        fits=lambda content: "score-a-city" not in table_of(content)["events"],
    ),
    "an event twice": Case(
        "buy", change("table", "events", by=lambda events: [*events[:4], events[0]]), "events-of-the-years"
    ),
    "a buyer out of turn": Case(
        "buy",
        lambda content: table_of(content).update(to_move=table_of(content)["tile"][1]),
        "whose-turn",
        fits=lambda content: None not in table_of(content)["tile"][:2],
    ),
    "a reward again that asks whom it gives yen": Case(
        "end",
        lambda content: table_of(content).update(to_move=table_of(content)["tile"][1]),
        "whose-turn",
        fits=lambda content: event_is("reward-again")(content) and table_of(content)["tile"][1] is not None,
    ),
    "engines chosen in the second round": Case("engine", put("table", "round", to=2), "first-and-last-round"),
    "the game is over in the middle": Case("over", put("table", "round", to=3), "first-and-last-round"),
    "a train with too few carriages": Case(
        "buy", take_a_carriage, "a-carriage-each-round", fits=lambda content: table_of(content)["round"] > 1
        and len(table_of(content)["seats"][0]["train"]) == table_of(content)["round"] - 1
        and not table_of(content)["seats"][0]["tokens"] and not table_of(content)["seats"][0]["spent"],
    ),
    "an action too many": Case("act", change("table", "actions", by=lambda actions: actions + 1), "used-cards"),
    "actions outside a turn": Case("buy", put("table", "actions", to=2), "used-cards"),
    "a used card token on another card": Case(
        "act",
        lambda content: mover(content).update(spent=no_buy_card(content)[:1]),
        "spent-cards",
        fits=no_buy_card,
    ),
    "a repetition of a card that was not used": Case(
        "act",
        put("table", "pending", to=[{"again": "tail"}]),
        "owed-decisions",
        fits=lambda content: nothing_owed(content) and "tail" not in table_of(content)["used"],
    ),
    "a memory that the reading does not need": Case(
        "act", lambda content: table_of(content).update(memory=[f"new:{from_deck(content)}"]), "memory"
    ),
}  # fmt: skip

OF_THE_ENGINE = {"legal-moves-until-the-end", "score-recounted", "abilities-of-the-train"}
"""The invariants of states that hold for whatever is read: what they find wrong is the engine."""


@pytest.mark.parametrize("case", ODD.values(), ids=ODD)
def test_what_play_would_hardly_reach_is_read_and_an_invariant_says_so(case: Case) -> None:
    rules = case.rules
    assert not implausible(rules, rules.read_state(case.good))
    state = rules.read_state(case.spoilt)
    assert plain(rules.state_json(state)) == plain(case.spoilt)
    assert case.told in {broken.invariant.id for broken in implausible(rules, state)}
    check_laws(Situation(rules, state))
    check_playable(rules, state, Random(0))


def test_every_invariant_of_states_has_an_odd_state_that_breaks_it() -> None:
    of_states = {invariant.id for invariant in rules_for(3).invariants() if invariant.scope == "state"}
    assert {case.told for case in ODD.values()} == of_states - OF_THE_ENGINE


# -- What must stay readable ------------------------------------------------------------------------------------------


def read_back(rules: Any, state: Any) -> None:
    assert rules.read_state(json.loads(canonical(rules.state_json(state)))) == state


def test_every_table_that_is_shipped_or_kept_can_be_read() -> None:
    """Vectors, witnesses and records, with every state on the way; a state of a vector as it stands in the file."""
    for vector in shipped(GAME):
        line = vector.script.played()
        for reached in line.states:
            read_back(line.rules, reached)
        for ask in vector.script.asks:
            if ask.what is What.TWIN:
                line.rules.read_state({"table": line.table(ask.ply), "hidden": ask.hidden})
    for witness in witnesses(GAME):
        played = witness.play(GAME)
        for one, other in zip(played.states, played.others, strict=True):
            read_back(played.here, one)
            read_back(played.there, other)
    for path in FOLDER.glob("*.json"):
        told = read_record(path)
        rules = rules_of(told)
        for turn in replay(rules, told):
            read_back(rules, turn.step.state)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_corner_can_be_read(seats: int) -> None:
    rules = rules_for(seats)
    for seed in range(60):
        read_back(rules, corner(rules, Random(seed)))


@given(positions(over=True, of=READINGS), st.integers(0, 2**32))
def test_what_a_seat_imagines_can_be_read_and_is_plausible(position: Position, seed: int) -> None:
    rules, state = position.rules, position.state
    imagined = rules.redeal(rules.view(state, 0), Random(seed))
    read_back(rules, imagined)
    assert not implausible(rules, imagined)


# -- Numbers at the limit ---------------------------------------------------------------------------------------------

AMOUNTS = ("yen", "vp", "tracks", "cauldrons")


@settings(max_examples=15)
@given(positions(of=READINGS), st.sampled_from([*AMOUNTS, "actions"]), st.integers(0, 2**32))
def test_the_largest_number_that_is_read_stays_readable_to_the_end_of_the_game(
    position: Position, name: str, seed: int
) -> None:
    rules = position.rules
    content: Any = copy.deepcopy(rules.state_json(position.state))
    holder = content["table"] if name == "actions" else content["table"]["seats"][position.state.table.seat]
    low, high = holder[name], LARGEST + 1
    while high - low > 1:
        holder[name] = (low + high) // 2
        low, high = (holder[name], high) if read(rules, content) else (low, holder[name])
    holder[name] = low
    state = rules.read_state(content)
    assert low >= 999 - 7
    while legal := rules.legal_moves(state):
        read_back(rules, state)
        assert all(abs(score.total) <= LARGEST for score in rules.scores(state))
        state = rules.follow(state, at_random(Random(seed))(rules, state, legal))
    read_back(rules, state)


# -- How it is told ---------------------------------------------------------------------------------------------------


def test_however_much_is_wrong_it_is_told_in_a_few_sentences() -> None:
    rules = rules_for(2)
    content: Any = json.loads(games(2)[30])
    content["table"]["discard"] = [f"card-{number}" for number in range(50_000)]
    content["table"]["used"] = ["x" * 100_000] * 2
    with pytest.raises(WireError) as caught:
        rules.read_state(content)
    told = str(caught.value)
    assert len(told) < 200 * (MOST_TOLD + 1)
    assert told.count("; ") == MOST_TOLD
    assert told.endswith("; and many more")


def test_what_is_wrong_is_told_with_its_place_and_what_was_expected() -> None:
    content = REFUSED["no engine in a turn"].spoilt
    with pytest.raises(WireError) as caught:
        rules_for(3).read_state(content)
    assert str(caught.value) == (
        "state.table.seats.0.engine: found none, expected an engine, unless it is still to be chosen"
    )
