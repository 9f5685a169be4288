"""A file that is not an edition: every mistake is found, each once, all at the same time."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import EditionError
from shinkansen.core.plain_json import canonical
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.edition_check import check, from_json, load, shipped
from shinkansen.zerokei.edition_consistency import BOX_CHECKS, CHECKS
from shinkansen.zerokei.edition_partial import Partial, UnreadError
from tests.editions import miniature_raw, shipped_raw

Raw = dict[str, Any]


def put(path: str, value: Any) -> Callable[[Raw], None]:
    """A mutation: set the value at a path; rows go by id, effect, letter or place."""

    def mutate(raw: Raw) -> None:
        holder, key = find(raw, path)
        holder[key] = value

    return mutate


def drop(path: str) -> Callable[[Raw], None]:
    """A mutation: remove what is at a path."""

    def mutate(raw: Raw) -> None:
        holder, key = find(raw, path)
        del holder[key]

    return mutate


def add(path: str, **fields: Any) -> Callable[[Raw], None]:
    """A mutation: append a copy of the table's last row, changed."""

    def mutate(raw: Raw) -> None:
        holder, key = find(raw, path)
        holder[key].append(holder[key][-1] | fields if fields else holder[key][-1])

    return mutate


def both(*mutations: Callable[[Raw], None]) -> Callable[[Raw], None]:
    def mutate(raw: Raw) -> None:
        for each in mutations:
            each(raw)

    return mutate


def find(raw: Raw, path: str) -> tuple[Any, Any]:
    *steps, last = path.split("/")
    here: Any = raw
    for step in steps:
        here = here[place(here, step)]
    return here, place(here, last)


def place(holder: Any, step: str) -> Any:
    if isinstance(holder, dict):
        return step
    if step.isdecimal():
        return int(step) - 1
    return next(
        index for index, row in enumerate(holder) if step in (row.get("id"), row.get("effect"), row.get("letter"))
    )


def paths(raw: object) -> list[str]:
    return [finding.path for finding in check(raw).findings]


# Each of these is one mistake in a box, so one finding.

MISTAKES: list[tuple[str, Callable[[Raw], None], str]] = [
    # of type
    ("a text for a number", put("carriages/osaka-1/cost", "2"), "carriages.osaka-1.cost"),
    ("true for a number", put("cities/kyoto/number", True), "cities.kyoto.number"),
    ("a decimal for a number", put("board/value_spaces", 13.0), "board.value_spaces"),
    ("a date for a number", put("hideo/row", date(1964, 10, 1)), "hideo.row"),
    ("not a number", put("figures/surcharge", float("nan")), "figures.surcharge"),
    ("a huge number", put("cities/kyoto/ground_vp", 10**5000), "cities.kyoto.ground_vp"),
    ("a table for a number", put("figures/engine_fee", {"yen": 2}), "figures.engine_fee"),
    ("a number for a text", put("engines/engine-2/name", 2), "engines.engine-2.name"),
    ("a number for a name", put("name", 2), "name"),
    ("a number for a row", put("track_spaces/2", 7), "track_spaces.2"),
    ("a list for a table", put("board", [1]), "board"),
    ("a number for a table", put("carriages", 3), "carriages"),
    ("a table for a list", put("cities", {"osaka": 1}), "cities"),
    ("a number for an id", put("cities/osaka/id", 5), "cities.1.id"),
    ("a number for the id of a row with sources", put("carriages/toyohashi-1/id", 5), "carriages.11.id"),
    ("a number for a letter", put("track_spaces/A/letter", 5), "track_spaces.1.letter"),
    ("an unknown colour", put("carriages/osaka-1/counters", [["pink"]]), "carriages.osaka-1.counters.1.1"),
    ("an unknown action", put("carriages/osaka-1/gives", "fly"), "carriages.osaka-1.gives"),
    ("an unknown event colour", put("events/build/colour", "gold"), "events.build.colour"),
    ("an unknown effect", put("events/build/effect", "demolish"), "events.demolish.effect"),
    ("an unknown scope", put("scope", "crate"), "scope"),
    ("an unknown kind of cell", put("hideo/cells/b1/kind", "D"), "hideo.cells.b1.kind"),
    ("a bad cell", put("hideo/cells/b1/row", "1"), "hideo.cells.b1.row"),
    ("a bad side", put("engines/engine-1/sides/2/actions", ["fly"]), "engines.engine-1.sides.3-4.actions.1"),
    ("a bad player count", put("turn_order/1/players", ["two"]), "turn_order.1.players.1"),
    ("a missing key", drop("carriages/osaka-1/cost"), "carriages.osaka-1.cost"),
    ("a missing table", drop("scoring"), "scoring"),
    ("a missing list of rows", drop("carriages"), "carriages"),
    ("an unknown key", put("carriages/osaka-1/weight", 3), "carriages.osaka-1.weight"),
    ("an unknown table", put("dice", {}), "dice"),
    ("a misspelt key", both(drop("board/years"), put("board/yaers", ["1"] * 5)), "board.yaers"),
    ("a misspelt table", lambda raw: raw.update(coinz=raw.pop("coins")), "coinz"),
    # of range
    ("a negative cost", put("carriages/osaka-1/cost", -1), "carriages.osaka-1.cost"),
    ("a negative reward", put("turn_order/1/spaces/2/yen", -1), "turn_order.2-3.spaces.2.yen"),
    ("a negative amount", put("figures/yen_by_rank", [1, 2, 3, -4]), "figures.yen_by_rank.4"),
    ("a city number too high", put("cities/tokyo/number", 13), "cities.tokyo.number"),
    ("a city number too low", put("cities/osaka/number", 0), "cities.osaka.number"),
    ("one value space", put("board/value_spaces", 1), "board.value_spaces"),
    ("no actions", put("events/build/actions", 0), "events.build.actions"),
    ("more actions than tokens", put("events/build/actions", 6), "events.build.actions"),
    ("no yen for a VP", put("scoring/yen_for_one_vp", 0), "scoring.yen_for_one_vp"),
    ("worthless coins", put("coins/1/value", 0), "coins.1.value"),
    ("five players", put("event_slots/3/players", 5), "event_slots.5.players"),
    ("a margin for no venue", put("hideo/margins/1/venue", 4), "hideo.margins.1.venue"),
    ("a closed token for no venue", put("hideo/closed_tokens", [1, 2, 4]), "hideo.closed_tokens.3"),
    ("a cell off the board", put("hideo/cells/b4/row", 5), "hideo.cells.b4.row"),
    ("a solo row of one", put("hideo/row", 1), "hideo.row"),
    ("an id with a space", put("engines/engine-1/id", "engine 1"), "engines.'engine 1'.id"),
    ("a shouted id", put("id", "MINE"), "id"),
    (
        "a cell id with a dot",
        both(put("hideo/cells/b1/id", "b.1"), put("hideo/columns/1/1", "b.1")),
        "hideo.cells.'b.1'.id",
    ),
    ("a name that rings the bell", put("name", "a\x07"), "name"),
    ("an empty city name", put("cities/kyoto/name", " "), "cities.kyoto.name"),
    ("a note that clears the screen", put("note", "a\x1b[2J"), "note"),
    ("a year that breaks the line", put("board/years/1", "1959\n"), "board.years.1"),
    ("a small letter", put("track_spaces/A/letter", "a"), "track_spaces.a.letter"),
    ("three cities", put("carriages/osaka-kyoto/cities", ["osaka", "kyoto", "tokyo"]), "carriages.osaka-kyoto.cities"),
    ("no cities", put("carriages/osaka-1/cities", []), "carriages.osaka-1.cities"),
    ("the same city twice", put("carriages/osaka-1/cities", ["osaka", "osaka"]), "carriages.osaka-1.cities"),
    ("no icon", put("carriages/osaka-1/counters", []), "carriages.osaka-1.counters"),
    ("three icons", put("carriages/osaka-1/counters", [["gold"]] * 3), "carriages.osaka-1.counters"),
    ("an icon of no colour", put("carriages/osaka-1/counters", [[]]), "carriages.osaka-1.counters.1"),
    ("an icon of a colour twice", put("carriages/osaka-1/counters", [["gold"] * 2]), "carriages.osaka-1.counters.1"),
    ("an icon of three colours", put("carriages/osaka-1/counters", [[*Colour]]), "carriages.osaka-1.counters.1"),
    ("income on a carriage", put("carriages/osaka-1/gives", "income"), "carriages.osaka-1.gives"),
    ("income on an engine", put("engines/engine-3/sides/1/actions", ["income"]), "engines.engine-3.sides.3.actions"),
    ("buy card on an engine", put("engines/engine-3/sides/1/actions", ["buy"]), "engines.engine-3.sides.3.actions"),
    ("an engine without actions", put("engines/engine-3/sides/1/actions", []), "engines.engine-3.sides.3.actions"),
    (
        "an action at two prices",
        put("engines/engine-3/sides/1/actions", ["lay", "lay-1"]),
        "engines.engine-3.sides.3.actions",
    ),
    ("a carriage called event", put("carriages/osaka-1/id", "event"), "carriages.event.id"),
    ("an engine called tail", put("engines/engine-3/id", "tail"), "engines.tail.id"),
    ("a carriage with an engine's id", put("carriages/osaka-1/id", "engine-1"), "carriages.engine-1.id"),
    ("an action twice", put("engines/engine-3/sides/1/actions", ["lay"] * 2), "engines.engine-3.sides.3.actions"),
    ("a side for nobody", put("engines/engine-1/sides/1/players", []), "engines.engine-1.sides.1.players"),
    # of order and repetition
    ("cities out of order", lambda raw: raw["cities"].reverse(), "cities.tokyo"),
    ("a city number twice", put("cities/kyoto/number", 1), "cities.kyoto.number"),
    ("a city name twice", put("cities/kyoto/name", "Osaka"), "cities.kyoto.name"),
    ("a carriage id twice", put("carriages/osaka-2/id", "osaka-1"), "carriages.osaka-1.id"),
    ("an engine id twice", put("engines/engine-2/id", "engine-1"), "engines.engine-1.id"),
    ("a letter twice", add("track_spaces", letter="A"), "track_spaces.A.letter"),
    ("an effect twice", put("events/lose-vp-for-yen/effect", "yen-for-all"), "events.yen-for-all.effect"),
    ("a year twice", put("board/years/2", "1959-60"), "board.years.2"),
    ("slots twice", put("event_slots/3/players", 3), "event_slots.3.players"),
    ("a player count on two sides of the tile", put("turn_order/2/players", [3]), "turn_order.3.players"),
    (
        "a player count on two sides of an engine",
        put("engines/engine-3/sides/2/players", [3, 4]),
        "engines.engine-3.sides.3-4.players",
    ),
    ("a cell twice", put("hideo/cells/b4/id", "b3"), "hideo.cells.b3.id"),
    ("a cell twice in a column", put("hideo/columns/1", ["a1", "a1"]), "hideo.columns.1"),
    ("a column from bottom to top", put("hideo/columns/1", ["a4", "a1"]), "hideo.columns.1"),
    # of names
    ("an unknown city", put("carriages/osaka-1/cities", ["kobe"]), "carriages.osaka-1.cities"),
    ("an unknown letter", put("events/build/letter", "Z"), "events.build.letter"),
    ("an unknown cell", put("hideo/columns/1", ["a1", "z9"]), "hideo.columns.1"),
    # of counts
    ("11 cities", drop("cities/tokyo"), "cities"),
    ("13 cities", add("cities", id="kobe", name="Kobe", number=13), "cities"),
    ("29 carriages", drop("carriages/osaka-1"), "carriages"),
    ("31 carriages", add("carriages", id="more", gives="lay"), "carriages"),
    ("no carriages", put("carriages", []), "carriages"),
    ("17 events", drop("events/build"), "events.build"),
    ("no events", put("events", []), "events"),
    ("an event of another colour", put("events/build/colour", "blue"), "events.build.colour"),
    ("3 engines", drop("engines/engine-1"), "engines"),
    ("an engine of one side", drop("engines/engine-4/sides/2"), "engines.engine-4.sides"),
    ("2 venues", drop("venues/3"), "venues"),
    ("3 station rows", put("board/station_rows", [6, 4, 2]), "board.station_rows"),
    ("6 years", put("board/years", list("abcdef")), "board.years"),
    ("35 coins", put("coins/1/count", 21), "coins"),
    ("7 two-city carriages", put("carriages/osaka-1/cities", ["osaka", "kyoto"]), "carriages"),
    ("5 buy cards", put("carriages/osaka-1/gives", "buy"), "carriages"),
    ("no turn order reward ability", put("carriages/maibara-2/gives", "lay"), "carriages"),
    ("3 A cells", put("hideo/cells/b1/kind", "A"), "hideo.cells"),
    ("a city without a carriage", lambda raw: recity(raw, "kyoto", "osaka"), "cities.kyoto"),
    ("no tile side for 4", put("turn_order/2/players", [2]), "turn_order.2.players"),
    ("no tile side for 3", put("turn_order/1/players", [2]), "turn_order"),
    ("no slots for 4", drop("event_slots/3"), "event_slots"),
    ("a short tile side", drop("turn_order/2/spaces/4"), "turn_order.4.spaces"),
    ("too few engines for 4", put("engines/engine-3/sides/2/players", [2]), "engines"),
    ("a slot too few", drop("event_slots/1/colours/1"), "event_slots.2.colours"),
    ("an empty tile", put("turn_order", []), "turn_order"),
    ("two ranks of stations", put("scoring/station_ranks", [6, 3]), "scoring.station_ranks"),
    ("three ranks of players", put("figures/yen_by_rank", [1, 2, 3]), "figures.yen_by_rank"),
    ("a deck too small", put("figures/row_beyond_players", 3), "carriages"),
    ("a solo deck too small", put("hideo/row", 5), "carriages"),
    ("one closed token for two cells", put("hideo/closed_tokens", [1]), "hideo.closed_tokens"),
    ("two closed tokens for one venue", put("hideo/closed_tokens", [1, 2, 1]), "hideo.closed_tokens.3"),
    ("four columns", drop("hideo/columns/5"), "hideo.columns"),
    # of provenance
    ("a table without a source", drop("provenance/coins"), "provenance.coins"),
    ("a source for no table", put("provenance/dice", {"default": {"kind": "box"}}), "provenance.dice"),
    ("a source without a default", drop("provenance/coins/default"), "provenance.coins.default"),
    ("an unknown kind of source", put("provenance/coins/default", {"kind": "x"}), "provenance.coins.default.kind"),
    ("rulebook without lines", put("provenance/coins/default", {"kind": "rulebook"}), "provenance.coins.default.lines"),
    (
        "rulebook with wrong lines",
        put("provenance/board/exceptions/years/lines", "en 33-12"),
        "provenance.board.exceptions.years.lines",
    ),
    ("deduced without why", put("provenance/coins/default", {"kind": "deduced"}), "provenance.coins.default.why"),
    ("reported without why", put("provenance/coins/default", {"kind": "reported"}), "provenance.coins.default.why"),
    (
        "a source that rings the bell",
        put("provenance/coins/default", {"kind": "deduced", "why": "\x07"}),
        "provenance.coins.default",
    ),
    (
        "a source of no row",
        put("provenance/carriages/exceptions/kobe-1.cost", {"kind": "box"}),
        "provenance.carriages.exceptions.'kobe-1.cost'",
    ),
    (
        "a source of no place",
        put("provenance/coins/exceptions/7.value", {"kind": "box"}),
        "provenance.coins.exceptions.'7.value'",
    ),
    (
        "a source of no key",
        put("provenance/cities/exceptions/*.colour", {"kind": "box"}),
        "provenance.cities.exceptions.'*.colour'",
    ),
    (
        "a source of no item",
        put("provenance/hideo/exceptions/columns.6", {"kind": "box"}),
        "provenance.hideo.exceptions.'columns.6'",
    ),
    (
        "a source of an id",
        put("provenance/cities/exceptions/*.id", {"kind": "box"}),
        "provenance.cities.exceptions.'*.id'",
    ),
    (
        "a source of too many steps",
        put("provenance/board/exceptions/years.1.2", {"kind": "box"}),
        "provenance.board.exceptions.'years.1.2'",
    ),
]


def recity(raw: Raw, old: str, new: str) -> None:
    for carriage in raw["carriages"]:
        if carriage["cities"] == [old]:
            carriage["cities"] = [new]
        elif old in carriage["cities"]:
            carriage["cities"] = [new, "tokyo"]


@pytest.mark.parametrize(("mutate", "path"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES])
def test_one_mistake_is_one_finding(mutate: Callable[[Raw], None], path: str) -> None:
    raw = shipped_raw()
    mutate(raw)
    assert paths(raw) == [path], check(raw).findings


def test_the_shipped_edition_has_no_findings() -> None:
    assert check(shipped_raw()).findings == ()
    assert load() is shipped()


def test_every_check_has_a_mistake_that_makes_it_speak() -> None:
    """So a check that never fires cannot hide."""
    spoke: set[str] = set()
    for raw in [
        *spoilt(shipped_raw, [mutate for _, mutate, _ in MISTAKES]),
        *spoilt(miniature_raw, MINIATURE_MISTAKES),
    ]:
        partial = Partial.of(raw)
        for each in (*CHECKS, *BOX_CHECKS) if partial.is_box else CHECKS:
            try:
                spoke |= {each.__name__ for _ in each(partial)}
            except UnreadError:
                continue
    assert spoke == {each.__name__ for each in (*CHECKS, *BOX_CHECKS)}


def spoilt(fresh: Callable[[], Raw], mutations: list[Callable[[Raw], None]]) -> list[Raw]:
    raws = [fresh() for _ in mutations]
    for raw, mutate in zip(raws, mutations, strict=True):
        mutate(raw)
    return raws


def test_a_wrong_edition_with_ten_different_mistakes_yields_ten_findings() -> None:
    raw = shipped_raw()
    expected = {
        "board.value_spaces": put("board/value_spaces", "thirteen"),
        "cities.kyoto.number": put("cities/kyoto/number", 1),
        "track_spaces.B.yen": put("track_spaces/B/yen", -2),
        "turn_order.4.spaces": drop("turn_order/2/spaces/4"),
        "engines.engine-1.sides.2.actions.2": put("engines/engine-1/sides/1/actions", ["prepare", "dig"]),
        "carriages.osaka-1.cost": drop("carriages/osaka-1/cost"),
        "carriages.osaka-2.cities": put("carriages/osaka-2/cities", ["kobe"]),
        "events.build.letter": put("events/build/letter", "Q"),
        "hideo.columns.4": put("hideo/columns/4", ["b4", "b1"]),
        "provenance.figures.exceptions.cauldrons.lines": put("provenance/figures/exceptions/cauldrons/lines", "page 3"),
    }
    for mutate in expected.values():
        mutate(raw)
    assert sorted(paths(raw)) == sorted(expected)
    with pytest.raises(EditionError, match="10 problems") as caught:
        from_json(raw)
    assert len(caught.value.findings) == 10
    assert len(str(caught.value).splitlines()) == 11


def test_an_unknown_city_in_many_rows_is_told_once() -> None:
    raw = shipped_raw()
    for id in ("osaka-1", "osaka-2"):
        put(f"carriages/{id}/cities", ["kobe"])(raw)
    (finding,) = check(raw).findings
    assert finding.found == "'kobe' (and in 1 more)"


def test_a_malformed_row_is_not_reported_missing() -> None:
    """The only ability of its kind, and a tile side, cannot be read: no word about what that would imply."""
    raw = shipped_raw()
    put("carriages/maibara-2/gives", 7)(raw)
    put("carriages/hamamatsu-2", 7)(raw)
    put("turn_order/2/players", 4)(raw)
    assert paths(raw) == ["turn_order.4.players", "carriages.maibara-2.gives", "carriages.14"]


@pytest.mark.parametrize("raw", [None, [], "x", 3, True, float("nan"), {1: 2}], ids=repr)
def test_what_is_no_table_is_told_in_one_finding(raw: object) -> None:
    assert paths(raw)[0] == "the whole file"
    with pytest.raises(EditionError):
        from_json(raw)


def test_an_empty_table_lacks_every_key_and_nothing_else() -> None:
    assert sorted(paths({})) == sorted(field.name for field in attrs.fields(Edition))


# Other editions


def test_a_miniature_is_an_edition() -> None:
    edition = from_json(miniature_raw())
    assert (len(edition.cities), len(edition.board.years), edition.player_counts) == (3, 2, (2,))


MINIATURE_MISTAKES: list[Callable[[Raw], None]] = [
    put("cities", []),
    put("board/years", []),
    put("hideo/cells", [{"id": f"a{row}", "row": 1, "kind": "B"} for row in range(3)]),
    put("event_slots/1/colours", ["blue", "blue"]),
    put("turn_order/1/players", []),
    both(add("venues"), add("venues"), add("venues")),
]


@pytest.mark.parametrize(
    ("mutate", "path"),
    [
        (add("events", effect="build", colour="green", letter="Z"), "events.build.letter"),
        (put("event_slots/1/colours", ["grey", "green"]), "event_slots.2.colours"),
        (put("hideo/cells", [{"id": f"a{row}", "row": 1, "kind": "B"} for row in range(3)]), "hideo.cells"),
        (both(add("venues"), add("venues"), add("venues")), "venues"),
        (put("engines", []), "engines"),
        (drop("carriages/extra"), "carriages"),
        (put("turn_order/1/players", [2, 3]), "event_slots"),
    ],
)
def test_a_miniature_is_held_to_all_but_the_counts(mutate: Callable[[Raw], None], path: str) -> None:
    raw = miniature_raw()
    mutate(raw)
    assert path in paths(raw)


def test_other_track_lengths_letters_and_single_coloured_second_icons_are_admitted() -> None:
    raw = shipped_raw()
    put("board/value_spaces", 20)(raw)
    add("track_spaces", letter="E", yen=5, vp=9)(raw)
    put("events/build/letter", "E")(raw)
    put("carriages/osaka-kyoto/counters", [["gold"], ["gold"]])(raw)
    put("carriages/osaka-1/counters", [["gold", "black"]])(raw)
    put("scoring/track_left", -1)(raw)
    put("turn_order", [{"players": [2, 3, 4], "spaces": [{"vp": 1}] * 6}])(raw)
    del raw["provenance"]["turn_order"]["exceptions"]
    edition = from_json(raw)
    assert (edition.board.value_spaces, len(edition.track_spaces)) == (20, 5)


def test_a_json_file_is_an_edition_as_well(tmp_path: Path) -> None:
    path = tmp_path / "edition.json"
    path.write_text(json.dumps(shipped().to_json()))
    assert load(path) == load(str(path)) == shipped()


# Whatever it is

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.dates()
    | st.sampled_from(["box", "gold", "grey", "lay", "osaka", "A", "rulebook", "\ud800", "a.b", ""])
    | st.just(5000).map(lambda digits: 10**digits),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.just("id"), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in plain values where something else can be put."""
    holders: dict[type, Callable[[Any], list[Any]]] = {dict: list, list: lambda items: [*range(len(items))]}
    keys = holders[type(value)](value) if type(value) in holders else []
    return [(value, key) for key in keys] + [each for key in keys for each in places(value[key])]


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_garbage_anywhere_gives_findings_or_a_sound_edition_and_nothing_else(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from([shipped_raw, miniature_raw]))()
    for _ in range(data.draw(st.integers(1, 4))):
        # Nearly all places are deep, so the first few get a chance of their own.
        spots = places(raw)
        holder, key = spots[data.draw(st.integers(0, len(spots) - 1) | st.integers(0, min(40, len(spots) - 1)))]
        match data.draw(st.sampled_from(["put", "drop", "double"])):
            case "put":
                holder[key] = data.draw(PLAIN)
            case "drop":
                del holder[key]
            case _:
                if isinstance(holder[key], list):
                    holder[key] = holder[key] * 2
    report = check(raw)
    assert (report.edition is None) == bool(report.findings)
    for finding in report.findings:
        assert str(finding).isprintable()
        assert finding.path
    if report.edition is not None:
        again = from_json(json.loads(canonical(report.edition.to_json())))
        assert again == report.edition
        assert again.digest() == report.edition.digest()


@settings(max_examples=100, deadline=None)
@given(raw=PLAIN)
def test_garbage_as_a_whole_is_an_edition_error(raw: object) -> None:
    with pytest.raises(EditionError) as caught:
        from_json(raw)
    assert caught.value.findings


numbers = st.integers(0, 9)


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_a_valid_edition_goes_through_json_and_canonical_text_unchanged(data: st.DataObject) -> None:
    raw = shipped_raw()
    for row in (*raw["cities"], *raw["carriages"], *raw["track_spaces"], *raw["events"]):
        for key in ("ground_cost", "ground_vp", "cost", "yen", "vp"):
            if key in row:
                row[key] = data.draw(numbers)
    raw["note"] = data.draw(st.text(st.characters(categories=("L", "Nd")), max_size=20))
    edition = from_json(raw)
    text = canonical(edition.to_json())
    again = from_json(json.loads(text))
    assert again == edition
    assert canonical(again.to_json()) == text


@pytest.mark.parametrize(
    ("lines", "good"),
    [
        ("en 1", True),
        ("en 12-14, fr 3", True),
        ("en 12-14, 20, pt 3-4", True),
        ("", False),
        ("en", False),
        ("12", False),
        ("de 12", False),
        ("en 14-12", False),
        ("en 0", False),
        ("en 12,fr 3", False),
        ("en 12; fr 3", False),
        ("en 12\n", False),
    ],
)
def test_rulebook_lines_are_written_like_this(lines: str, good: bool) -> None:
    raw = shipped_raw()
    raw["provenance"]["coins"] = {"default": {"kind": "rulebook", "lines": lines}}
    assert (check(raw).findings == ()) is good
