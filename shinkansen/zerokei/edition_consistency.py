"""What must hold between the figures of an edition: each law is a small function, and all are in two tables at the end.

One mistake should give one finding. That is why some checks stay silent where another has reported something, and why
the same unknown name in several rows is reported once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, cast

import attrs

from shinkansen.core.errors import Finding
from shinkansen.core.plain_json import LONGEST_NAME, join, shown
from shinkansen.core.text import is_printable
from shinkansen.zerokei.edition import (
    EFFECTS_BY_COLOUR,
    PLAYER_COUNTS,
    Ability,
    Action,
    Cell,
    CellKind,
    Colour,
    Effect,
    EngineSide,
    EventColour,
    fields_of,
    name_of,
)
from shinkansen.zerokei.edition_partial import BOX_ROWS, Partial, Row, UnreadError, flat
from shinkansen.zerokei.edition_sources import every_table_has_a_source, sources_say_enough

Check: TypeAlias = Callable[[Partial], Iterator[Finding]]


def inconsistencies(partial: Partial) -> Iterator[Finding]:
    """Everything that the checks find."""
    for check in (*CHECKS, *BOX_CHECKS) if partial.is_box else CHECKS:
        try:
            yield from check(partial)
        except UnreadError:
            continue


RANGES: dict[str, tuple[int | None, int | None]] = {
    "board.value_spaces": (2, None),
    "cities.number": (1, None),
    "turn_order.players": (min(PLAYER_COUNTS), max(PLAYER_COUNTS)),
    "engines.sides.players": (min(PLAYER_COUNTS), max(PLAYER_COUNTS)),
    "events.actions": (1, None),
    "event_slots.players": (min(PLAYER_COUNTS), max(PLAYER_COUNTS)),
    "coins.count": (1, None),
    "coins.value": (1, None),
    "figures.cauldrons": (1, None),
    "figures.action_tokens": (1, None),
    "scoring.station_ranks": (None, None),
    "scoring.without_track": (None, None),
    "scoring.connected_city": (None, None),
    "scoring.connected_minimum": (1, None),
    "scoring.cauldron_left": (None, None),
    "scoring.yen_for_one_vp": (1, None),
    "scoring.track_left": (None, None),
    "hideo.cells.row": (1, None),
    "hideo.closed_tokens": (1, None),
    "hideo.row": (2, None),  # one carriage for Hideo and one for you
}
"""The smallest and the largest value of a figure; one that is not listed here must be at least 0."""

MOST = 1000
"""No figure may be larger: some figures say how often the engine does something."""

GREATEST: dict[str, Callable[[Partial], int]] = {
    "cities.number": lambda partial: max(partial.count("cities"), len(partial.rows("cities"))),
    "events.actions": lambda partial: partial.one("figures", "action_tokens"),
    "hideo.margins.venue": lambda partial: partial.count("venues"),
    "hideo.cells.row": lambda partial: len(partial.one("hideo", "margins")),
    "hideo.closed_tokens": lambda partial: partial.count("venues"),
}
"""The largest value of a figure, where that depends on other figures."""


def numbers_are_in_range(partial: Partial) -> Iterator[Finding]:
    for table in partial.tables:
        for row in partial.rows(table):
            for key, value in row.fields.items():
                for path, kind, number in _numbers(value, row.path(key), f"{table}.{key}"):
                    low, high = RANGES.get(kind, (0, None))
                    if kind in GREATEST:
                        try:
                            high = GREATEST[kind](partial)
                        except UnreadError:
                            high = None
                    if (low is not None and number < low) or (high is not None and number > high):
                        yield Finding(path, str(number), f"at least {low}" if high is None else f"{low} to {high}")
                    elif abs(number) > MOST:
                        yield Finding(path, str(number), f"at most {MOST}" if number > 0 else f"at least {-MOST}")


def _numbers(value: object, path: str, kind: str) -> Iterator[tuple[str, str, int]]:
    """Every number within a value: its path, its path without the names of rows, and itself."""
    if isinstance(value, int):
        yield path, kind, value
    elif isinstance(value, tuple):
        for place, item in enumerate(cast("tuple[object, ...]", value), start=1):
            yield from _numbers(item, join(path, name_of(item, place)), kind)
    elif attrs.has(type(value)):
        for key, inner in fields_of(cast("attrs.AttrsInstance", value)).items():
            yield from _numbers(inner, join(path, key), f"{kind}.{key}")


def ids_are_plain(partial: Partial) -> Iterator[Finding]:
    ids = [("id", partial.texts["id"])] if "id" in partial.texts else []
    for table in ("cities", "engines", "carriages"):
        ids += [(row.path("id"), name) for row, name in partial.column(table, "id")]
    for row, cells in partial.column("hideo", "cells"):
        ids += [(join(row.path("cells"), cell.id) + ".id", cell.id) for cell in cells]
    for path, name in ids:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            yield Finding(path, shown(name), "small letters, digits and hyphens")


def texts_can_be_printed(partial: Partial) -> Iterator[Finding]:
    for key, text in partial.texts.items():
        lines = text.split("\n") if key == "note" else [text]
        if not all(map(is_printable, lines)) or (key == "name" and not text.strip()):
            yield Finding(key, shown(text), "a printable text")
    for table in ("cities", "engines"):
        for row, name in partial.column(table, "name"):
            if not is_printable(name) or not name.strip():
                yield Finding(row.path("name"), shown(name), "a printable text")
    for row, years in partial.column("board", "years"):
        for place, year in enumerate(years, start=1):
            if not is_printable(year) or not year.strip():
                yield Finding(row.path(f"years.{place}"), shown(year), "a printable text")


NEVER_EMPTY = ("cities", "track_spaces", "venues", "turn_order", "engines", "carriages", "events", "event_slots")


def tables_have_rows(partial: Partial) -> Iterator[Finding]:
    for table in NEVER_EMPTY:
        if table in partial.tables and not partial.rows(table) and not (partial.is_box and table in BOX_ROWS):
            yield Finding(table, "no rows", "at least one")
    if not partial.is_box:
        for key in ("years", "station_rows"):
            for row, value in partial.column("board", key):
                if not value:
                    yield Finding(row.path(key), "an empty list", "at least one")


UNIQUE = (
    ("cities", "id"),
    ("cities", "number"),
    ("cities", "name"),
    ("track_spaces", "letter"),
    ("engines", "id"),
    ("carriages", "id"),
    ("events", "effect"),
    ("event_slots", "players"),
)


def nothing_occurs_twice(partial: Partial) -> Iterator[Finding]:
    for table, key in UNIQUE:
        for value, rows in _repeated((value, row) for row, value in partial.column(table, key)):
            yield _repetition(rows[-1].path(key), value, len(rows))


def cards_are_told_apart(partial: Partial) -> Iterator[Finding]:
    """A move names the card it uses, and the current event and the tail-carriage have fixed names."""
    taken = {"event", "tail"}
    for table in ("engines", "carriages"):
        ids = partial.column(table, "id")
        for row, id in ids:
            if id in taken:
                yield Finding(row.path("id"), shown(id), "an id that no other card has")
        taken |= {id for _, id in ids}


def years_occur_once(partial: Partial) -> Iterator[Finding]:
    for year, places in _repeated((year, place) for place, year in enumerate(partial.one("board", "years"), start=1)):
        yield _repetition(f"board.years.{places[-1]}", year, len(places))


def cells_occur_once(partial: Partial) -> Iterator[Finding]:
    for name, cells in _repeated((cell.id, cell) for cell in _cells(partial)):
        yield _repetition(join("hideo.cells", name) + ".id", name, len(cells))


def closed_tokens_occur_once(partial: Partial) -> Iterator[Finding]:
    """A closed venue token is identified by the venue that it closes."""
    tokens = enumerate(partial.one("hideo", "closed_tokens"), start=1)
    for venue, places in _repeated((venue, place) for place, venue in tokens):
        yield _repetition(f"hideo.closed_tokens.{places[-1]}", venue, len(places))


def player_counts_occur_once(partial: Partial) -> Iterator[Finding]:
    """No two sides of the turn order tile, or of one engine, are for the same number of players."""
    for sides in _two_sided(partial):
        for count, paths in _repeated((count, path) for path, players in sides for count in players):
            yield _repetition(paths[-1], count, len(paths))


def every_side_is_for_somebody(partial: Partial) -> Iterator[Finding]:
    for sides in _two_sided(partial):
        for path, players in sides:
            if not players:
                yield Finding(path, "an empty list", "at least one number of players")


def _two_sided(partial: Partial) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
    """The tile and the engines: the player counts of each side, with their paths."""
    yield [(row.path("players"), players) for row, players in partial.column("turn_order", "players")]
    for row, sides in partial.column("engines", "sides"):
        yield [(f"{path}.players", side.players) for path, side in _engine_sides(row, sides)]


def _engine_sides(row: Row, sides: tuple[EngineSide, ...]) -> Iterator[tuple[str, EngineSide]]:
    for place, side in enumerate(sides, start=1):
        yield join(row.path("sides"), name_of(side, place)), side


def cities_are_in_order(partial: Partial) -> Iterator[Finding]:
    """So that a city's place in the table is its place along the line."""
    numbers = partial.whole("cities", "number")
    if sorted(numbers) == list(range(1, len(numbers) + 1)):  # otherwise a number is wrong, which is reported
        for place, row in enumerate(partial.rows("cities"), start=1):
            if row.fields["number"] != place:
                yield Finding(row.path(), f"at place {place}", "the cities in the order of their numbers")
                return


def letters_are_capitals(partial: Partial) -> Iterator[Finding]:
    for row, letter in partial.column("track_spaces", "letter"):
        if not re.fullmatch("[A-Z]", letter):
            yield Finding(row.path("letter"), shown(letter), "one capital letter")


def events_name_known_letters(partial: Partial) -> Iterator[Finding]:
    known = {letter.upper() for letter in partial.whole("track_spaces", "letter")}  # lower case has been reported
    yield from _unknown(((row.path("letter"), letter) for row, letter in partial.column("events", "letter")), known)


def carriages_name_known_cities(partial: Partial) -> Iterator[Finding]:
    known = set(partial.whole("cities", "id"))
    named = ((row.path("cities"), city) for row, cities in partial.column("carriages", "cities") for city in cities)
    yield from _unknown(named, known)


def carriages_show_one_or_two_cities(partial: Partial) -> Iterator[Finding]:
    for row, cities in partial.column("carriages", "cities"):
        if len(cities) not in (1, 2) or len(set(cities)) < len(cities):
            yield Finding(row.path("cities"), _listed(cities), "one city or two different ones")


def carriages_show_one_or_two_counters(partial: Partial) -> Iterator[Finding]:
    for row, icons in partial.column("carriages", "counters"):
        if len(icons) not in (1, 2):
            yield Finding(row.path("counters"), f"{len(icons)} icons", "one or two")
        for place, colours in enumerate(icons, start=1):
            if len(colours) not in (1, 2) or len(set(colours)) < len(colours):
                yield Finding(row.path(f"counters.{place}"), _listed(colours), "one colour or two different ones")


def every_city_has_a_carriage(partial: Partial) -> Iterator[Finding]:
    shown_cities = set(flat(partial.whole("carriages", "cities")))
    if not partial.miscounted("cities"):
        for row, city in partial.column("cities", "id"):
            if city not in shown_cities:
                yield Finding(row.path(), "a city that is on no carriage", "at least one carriage that shows it")


def actions_are_where_they_can_be(partial: Partial) -> Iterator[Finding]:
    """Only a tail-carriage gives income; Buy Card is used up by covering it with a token, so only carriages have it."""
    for row, gives in partial.column("carriages", "gives"):
        if gives is Action.INCOME:
            yield Finding(row.path("gives"), shown(gives.value), "an action of a carriage, or an ability")
    for row, sides in partial.column("engines", "sides"):
        for side_path, side in _engine_sides(row, sides):
            path = f"{side_path}.actions"
            if not side.actions:
                yield Finding(path, "no actions", "at least one")
            # An action with a discount is the same action: a move could not say which of the two it means.
            if len({action.value.removesuffix("-1") for action in side.actions}) < len(side.actions):
                yield Finding(path, _listed(side.actions), "different actions")
            for action in sorted({Action.INCOME, Action.BUY} & set(side.actions)):
                yield Finding(path, shown(action.value), "an action of an engine")


def buy_cards_have_tokens(partial: Partial) -> Iterator[Finding]:
    tokens = partial.one("figures", "used_card_tokens")
    cards = sum(gives is Action.BUY for _, gives in partial.column("carriages", "gives"))
    if cards > tokens:
        yield Finding(
            "carriages", f"{cards} that give {Action.BUY}", f"at most {tokens}, the number of used card tokens"
        )


def every_player_count_has_its_pieces(partial: Partial) -> Iterator[Finding]:
    pieces: dict[str, list[int]] = {
        "turn_order": list(flat(partial.whole("turn_order", "players"))),
        "event_slots": partial.whole("event_slots", "players"),
    }
    for table, counts in pieces.items():
        # If one occurs twice, or is not a number of players at all, that is the mistake.
        if counts and len(set(counts)) == len(counts) and set(counts) <= set(PLAYER_COUNTS):
            for players in sorted(set(partial.players) - set(counts)):
                yield Finding(table, f"nothing for {players} players", "a row for them")


def tile_sides_have_room(partial: Partial) -> Iterator[Finding]:
    for row in partial.rows("turn_order"):
        if "spaces" in row.fields and "players" in row.fields:
            spaces, players = len(row.fields["spaces"]), row.fields["players"]
            if players and spaces < max(players) <= max(PLAYER_COUNTS):
                yield Finding(row.path("spaces"), f"{spaces} spaces", f"at least {max(players)}")


def there_are_engines_for_all(partial: Partial) -> Iterator[Finding]:
    engines: list[tuple[EngineSide, ...]] = partial.whole("engines", "sides")
    if any(not side.players for side in flat(engines)) or (partial.is_box and {*map(len, engines)} != {ENGINE_SIDES}):
        return  # already reported: that is why there are too few
    for players in partial.players:
        laid_out = sum(any(players in side.players for side in sides) for sides in engines)
        if laid_out < players:
            yield Finding("engines", f"{laid_out} laid out for {players} players", f"at least {players}")


def every_year_has_an_event(partial: Partial) -> Iterator[Finding]:
    years = _years(partial)
    for row, colours in partial.column("event_slots", "colours"):
        if len(colours) != years:
            yield Finding(row.path("colours"), f"{len(colours)} colours", f"{years}, one for each year")


def event_slots_can_be_filled(partial: Partial) -> Iterator[Finding]:
    cards = Counter(partial.whole("events", "colour"))
    for row, colours in partial.column("event_slots", "colours"):
        for colour, slots in sorted(Counter(cast("tuple[EventColour, ...]", colours)).items()):
            if cards and slots > cards[colour]:
                yield Finding(row.path("colours"), f"{slots} {colour}", f"at most {cards[colour]}, the number of cards")


def the_deck_lasts(partial: Partial) -> Iterator[Finding]:
    years = _years(partial)
    beyond = partial.one("figures", "row_beyond_players")
    cards = partial.count("carriages")
    short = [players for players in partial.players if years * (players + beyond) > cards]
    if short:
        needed = years * (max(short) + beyond)
        yield Finding("carriages", f"{cards} rows", f"at least {needed} for {max(short)} players in {years} rounds")
    elif 2 in partial.players and not partial.miscounted("carriages"):
        singles = sum(len(cities) == 1 for cities in partial.whole("carriages", "cities"))
        needed = years * partial.one("hideo", "row")
        if singles < needed:
            yield Finding("carriages", f"{singles} with one city", f"at least {needed} for a solo game")


def every_colour_has_a_rank(partial: Partial) -> Iterator[Finding]:
    ranks = partial.one("scoring", "station_ranks")
    if len(ranks) != len(Colour):
        yield Finding("scoring.station_ranks", f"{len(ranks)} numbers", f"{len(Colour)}, one for each colour")


def every_player_has_a_rank(partial: Partial) -> Iterator[Finding]:
    ranks = partial.one("figures", "yen_by_rank")
    if partial.players and len(ranks) < max(partial.players):
        yield Finding(
            "figures.yen_by_rank", f"{len(ranks)} numbers", f"at least {max(partial.players)}, one for each player"
        )


def venues_have_tokens(partial: Partial) -> Iterator[Finding]:
    """Venue tokens, one for each city, lie on the venues and on Hideo's board."""
    tokens, venues = partial.count("cities"), partial.count("venues")
    if tokens < venues:
        yield Finding("venues", f"{venues} rows", f"at most {tokens}, the number of cities")
        return
    cells = sum(cell.kind is not CellKind.CLOSED for cell in _cells(partial))
    if cells > tokens - venues:
        yield Finding("hideo.cells", f"{cells} A and B", f"at most {tokens - venues}, the venue tokens left over")


def closed_cells_have_tokens(partial: Partial) -> Iterator[Finding]:
    closed = sum(cell.kind is CellKind.CLOSED for cell in _cells(partial))
    tokens = len(partial.one("hideo", "closed_tokens"))
    if tokens < closed:
        yield Finding("hideo.closed_tokens", f"{tokens} tokens", f"at least {closed}, one for each cell C")


def every_year_has_a_column(partial: Partial) -> Iterator[Finding]:
    years = _years(partial)
    columns = len(partial.one("hideo", "columns"))
    if columns != years:
        yield Finding("hideo.columns", f"{columns} columns", f"{years}, one for each year")


def columns_name_known_cells(partial: Partial) -> Iterator[Finding]:
    known = {cell.id for cell in _cells(partial)}
    if len(known) == len(_cells(partial)):  # otherwise the repetition is the mistake
        columns = enumerate(partial.one("hideo", "columns"), start=1)
        yield from _unknown(((f"hideo.columns.{place}", cell) for place, column in columns for cell in column), known)


def columns_run_from_top_to_bottom(partial: Partial) -> Iterator[Finding]:
    rows = {cell.id: cell.row for cell in _cells(partial)}
    for place, column in enumerate(partial.one("hideo", "columns"), start=1):
        known = [cell for cell in column if cell in rows]
        if len(set(known)) < len(known) or [rows[cell] for cell in known] != sorted(rows[cell] for cell in known):
            path = f"hideo.columns.{place}"
            yield Finding(path, _listed(column), "different cells, from the top row to the bottom row")


# What the rulebook counts: only for a box

BOX_LISTS = {"board.years": 5, "board.station_rows": 4}
BOX_COINS = 36
BOX_ONE_CITY, BOX_TWO_CITIES = 24, 6
BOX_CELLS = {CellKind.FACE_UP: 2, CellKind.FACE_DOWN: 4, CellKind.CLOSED: 2}
ENGINE_SIDES = 2


def a_box_has_all_pieces(partial: Partial) -> Iterator[Finding]:
    for table, rows in BOX_ROWS.items():
        if table in partial.tables and partial.miscounted(table):
            yield Finding(table, f"{len(partial.rows(table))} rows", str(rows))
    for path, length in BOX_LISTS.items():
        table, key = path.split(".")
        for row, value in partial.column(table, key):
            if len(value) != length:
                yield Finding(row.path(key), f"a list of {len(value)}", f"a list of {length}")


def a_box_has_24_one_city_carriages(partial: Partial) -> Iterator[Finding]:
    sizes = Counter(len(set(cities)) for cities in partial.whole("carriages", "cities"))
    if (sizes[1], sizes[2]) != (BOX_ONE_CITY, BOX_TWO_CITIES) and sizes[1] + sizes[2] == BOX_ROWS["carriages"]:
        expected = f"{BOX_ONE_CITY} and {BOX_TWO_CITIES}"
        yield Finding("carriages", f"{sizes[1]} with one city and {sizes[2]} with two", expected)


def a_box_has_all_kinds_of_carriage(partial: Partial) -> Iterator[Finding]:
    given = set(partial.whole("carriages", "gives"))
    for kind in (*Action, *Ability):
        if kind is not Action.INCOME and kind not in given:
            yield Finding("carriages", f"none that gives {kind}", "at least one")


def a_box_has_two_sided_engines(partial: Partial) -> Iterator[Finding]:
    for row, sides in partial.column("engines", "sides"):
        if len(sides) != ENGINE_SIDES:
            yield Finding(row.path("sides"), f"{len(sides)} sides", str(ENGINE_SIDES))


def a_box_has_every_event_once(partial: Partial) -> Iterator[Finding]:
    effects = partial.whole("events", "effect")
    if effects and len(set(effects)) == len(effects):  # otherwise the repetition is the mistake
        for effect in Effect:
            if effect not in effects:
                yield Finding(f"events.{effect}", "no card with this effect", "one")


def a_box_has_six_events_a_colour(partial: Partial) -> Iterator[Finding]:
    """Each effect belongs to a colour, so six of each follow from having every event once."""
    colours = {effect: colour for colour, effects in EFFECTS_BY_COLOUR.items() for effect in effects}
    for row, colour in partial.column("events", "colour"):
        effect = row.fields.get("effect")
        if effect is not None and colours[effect] is not colour:
            yield Finding(row.path("colour"), shown(colour.value), colours[effect])


def a_box_has_36_coins(partial: Partial) -> Iterator[Finding]:
    coins = sum(partial.whole("coins", "count"))
    if coins != BOX_COINS:
        yield Finding("coins", f"{coins} coins in all", str(BOX_COINS))


def a_box_has_8_cells(partial: Partial) -> Iterator[Finding]:
    cells = Counter(cell.kind for cell in _cells(partial))
    if cells != BOX_CELLS:
        found = ", ".join(f"{cells[kind]} {kind}" for kind in CellKind)
        yield Finding("hideo.cells", found, ", ".join(f"{count} {kind}" for kind, count in BOX_CELLS.items()))


# Small helpers for the checks


def _cells(partial: Partial) -> tuple[Cell, ...]:
    return cast("tuple[Cell, ...]", partial.one("hideo", "cells"))


def _years(partial: Partial) -> int:
    return BOX_LISTS["board.years"] if partial.is_box else len(partial.one("board", "years"))


def _listed(items: Iterable[str]) -> str:
    return ", ".join(map(shown, map(str, items))) or "nothing"


def _repeated(pairs: Iterable[tuple[Any, Any]]) -> list[tuple[Any, list[Any]]]:
    """The values that occur more than once, each with all its places."""
    places: dict[Any, list[Any]] = {}
    for value, place in pairs:
        places.setdefault(value, []).append(place)
    return [(value, where) for value, where in places.items() if len(where) > 1]


def _repetition(path: str, value: object, times: int) -> Finding:
    return Finding(path, f"{shown(value)} for the {ORDINALS.get(times, 'last')} time", "each only once")


ORDINALS = {2: "second", 3: "third"}


def _unknown(named: Iterable[tuple[str, str]], known: set[str]) -> Iterator[Finding]:
    """Each unknown name once, at its first place."""
    places: dict[str, list[str]] = {}
    for path, name in named:
        if name not in known:
            places.setdefault(name, []).append(path)
    choices = ", ".join(
        name if is_printable(name) and len(name) <= LONGEST_NAME else shown(name) for name in sorted(known)
    )
    for name, paths in places.items():
        also = f" (and in {len(paths) - 1} more)" if len(paths) > 1 else ""
        yield Finding(paths[0], shown(name) + also, f"one of {choices}")


CHECKS: tuple[Check, ...] = (
    ids_are_plain,
    texts_can_be_printed,
    tables_have_rows,
    numbers_are_in_range,
    nothing_occurs_twice,
    cards_are_told_apart,
    years_occur_once,
    player_counts_occur_once,
    every_side_is_for_somebody,
    cities_are_in_order,
    letters_are_capitals,
    events_name_known_letters,
    carriages_name_known_cities,
    carriages_show_one_or_two_cities,
    carriages_show_one_or_two_counters,
    every_city_has_a_carriage,
    actions_are_where_they_can_be,
    buy_cards_have_tokens,
    every_player_count_has_its_pieces,
    tile_sides_have_room,
    there_are_engines_for_all,
    every_year_has_an_event,
    event_slots_can_be_filled,
    the_deck_lasts,
    every_colour_has_a_rank,
    every_player_has_a_rank,
    venues_have_tokens,
    closed_cells_have_tokens,
    closed_tokens_occur_once,
    cells_occur_once,
    every_year_has_a_column,
    columns_name_known_cells,
    columns_run_from_top_to_bottom,
    every_table_has_a_source,
    sources_say_enough,
)
"""What holds for every edition."""

BOX_CHECKS: tuple[Check, ...] = (
    a_box_has_all_pieces,
    a_box_has_24_one_city_carriages,
    a_box_has_all_kinds_of_carriage,
    a_box_has_two_sided_engines,
    a_box_has_every_event_once,
    a_box_has_six_events_a_colour,
    a_box_has_36_coins,
    a_box_has_8_cells,
)
"""What holds for the published game: the counts of the rulebook. A miniature has its own."""
