"""The table as users read it: by names, however it is stored."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest

from shinkansen import ZeroKei
from shinkansen.core.errors import ArgumentError
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.table import EVENT, TAIL, State, Table

ROOT = Path(__file__).parents[2]
ENGINES_OWN = {"station_colours", "counters", "cauldrons", "pieces"} | {
    field.name for field in attrs.fields(Table) if field.name.endswith("_bits")
}


def states(rules: ZeroKei, seed: int) -> list[State]:
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    found = [state]
    while rules.to_move(state) is not None:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)))
        found.append(state)
    return found


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_a_table_answers_is_what_the_wire_tells(seats: int) -> None:
    """The wire writes the same table by other code; every city, venue, colour and card is asked about."""
    rules = ZeroKei(seats)
    for state in states(rules, seats):
        table, plain = state.table, cast("dict[str, Any]", rules.state_json(state)["table"])
        cities = [city.id for city in rules.edition.cities]
        assert [city for city in cities if table.ground_prepared(city)] == plain["prepared"]
        assert [city for city in cities if table.has_track(city)] == plain["tracked"]
        assert {city: table.station(city) for city in cities if table.station(city)} == plain["stations"]
        assert [*table.prepared_cities()] == plain["prepared"]
        assert [*table.cities_with_track()] == plain["tracked"]
        assert table.stations() == plain["stations"]
        assert {colour: table.counter(colour) for colour in Colour} == {
            item["colour"]: item["space"] for item in plain["counters"]
        }
        assert [*table.counters_in_order()] == [item["colour"] for item in plain["counters"]]
        venues = range(1, len(table.venues) + 1)
        assert [[table.cauldrons_at(venue, seat) for seat in range(len(table.seats))] for venue in venues] == [
            item["cauldrons"] for item in plain["venues"]
        ]
        closed: list[int] = plain["hideo"]["closed"] if seats == 1 else []
        assert [*table.closed_venues()] == [venue for venue in venues if table.venue_closed(venue)] == closed
        assert table.event == plain["events"][plain["round"] - 1]
        owners = {
            card: number
            for number, seat in enumerate(plain["seats"])
            for card in (seat["engine"], *seat["train"])
            if card is not None
        }
        claims = {slot["carriage"]: slot["claim"] for slot in plain["row"]}
        for card in (*rules.kit.engines, *rules.kit.carriages, EVENT, TAIL):
            assert table.owner(card) == owners.get(card)
            assert table.card_used(card) == (card in plain["used"])
            assert table.claimed_by(card) == claims.get(card)
        assert not any(seat.has("") or seat.has(TAIL) for seat in table.seats)


ASKED: dict[str, tuple[Callable[[Table, Any], object], str]] = {
    "ground_prepared": (Table.ground_prepared, "there is no city {}, expected one of osaka, kyoto,"),
    "has_track": (Table.has_track, "there is no city {}, expected one of osaka, kyoto,"),
    "station": (Table.station, "there is no city {}, expected one of osaka, kyoto,"),
    "counter": (Table.counter, "there is no counter {}, expected one of gold, white, black"),
    "venue_closed": (Table.venue_closed, "there is no venue {}, expected 1 to 3"),
    "cauldrons_at": (lambda table, venue: table.cauldrons_at(venue, 0), "there is no venue {}, expected 1 to 3"),
    "cauldrons of": (lambda table, seat: table.cauldrons_at(1, seat), "there is no seat {}, expected 0 to 1"),
    "owner": (Table.owner, "there is no card {}, expected one of engine-1,"),
    "card_used": (Table.card_used, "there is no card {}, expected one of engine-1,"),
    "claimed_by": (Table.claimed_by, "there is no card {}, expected one of engine-1,"),
}


GIVEN: list[tuple[object, str]] = [
    ("Osaka", "'Osaka'"), ("", "''"), (-1, "-1"), (10**5000, "a huge number"), (True, "true"), ([], "an empty list"),
    (None, "null"), (object(), "a object"),
]  # fmt: skip


@pytest.mark.parametrize("name", ASKED)
def test_what_the_game_does_not_have_is_one_clear_error(name: str) -> None:
    rules = ZeroKei(1)
    table = rules.start(rules.deal(Random(1))).table
    ask, told = ASKED[name]
    for given, said in GIVEN:
        with pytest.raises(ArgumentError) as caught:
            ask(table, given)
        assert str(caught.value).startswith(told.format(said))


def test_tables_of_other_cities_are_other_tables_and_equal_ones_stay_equal() -> None:
    rules = ZeroKei(2)
    state = rules.start(rules.deal(Random(1)))
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert hash(again) == hash(state)
    assert again.table.has_track("osaka") is False
    named = attrs.evolve(state.table.pieces, cities=("here", *state.table.pieces.cities[1:]))
    assert attrs.evolve(state.table, pieces=named) != state.table
    assert "pieces" not in repr(state)


def test_nothing_shown_to_strangers_reads_what_is_the_engines_own() -> None:
    """Documents, examples and the tests they show: what is kept by position may change with any release."""
    shown = [
        ROOT / "README.md",
        *(path for folder in ("docs", "examples") for path in (ROOT / folder).rglob("*")),
    ]  # fmt: skip
    made = {ROOT / "docs" / name for name in ("_build", "reference", "rulebook", "rulings")}  # by the build
    read = [path for path in shown if path.suffix in (".md", ".py", ".ipynb") and not made.intersection(path.parents)]
    assert len(read) > 30
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in read
        for name in sorted(ENGINES_OWN)
        if re.search(rf"table\.{name}\b", path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_the_seats_have_names() -> None:
    assert ZeroKei(3).seat_names == ("yellow", "red", "green")
    assert ZeroKei(1).seat_names == ("yellow", "Hideo")
