"""An edition: every printed figure of the game's components, as one frozen value, each with its provenance.

Only values live here: what a card, a space or a city *is*. How a file becomes an edition, and everything that can be
wrong with one, is in `edition_check`; how it is shown to a person is in `edition_text`; what the figures *do* is up to
the engine, which takes no figure from anywhere else.

The field names are the names of the tables and keys of an edition file, so the file format is this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import cast

import attrs
from attrs import frozen

from shinkansen.core.frozen import freeze_table
from shinkansen.core.plain_json import Json, digest, strict_converter
from shinkansen.core.provenance import SourceKind

LONGEST = 100
"""How many items a list of an edition may have: the engine prepares a move for each card and city, so its work grows
with their product. A box has at most 30."""

WIDEST = 1000
"""How many figures of one table may have a source of their own."""

CONVERTER = strict_converter(LONGEST, WIDEST)
"""Reads and writes the values of this module."""

PLAYER_COUNTS = (2, 3, 4)
"""The numbers of players in the rulebook; a solo game is set up like one for two."""


class Colour(StrEnum):
    """The colours of stations and of station value counters."""

    GOLD = "gold"
    WHITE = "white"
    BLACK = "black"


class EventColour(StrEnum):
    """The backs of the event cards."""

    GREY = "grey"
    BLUE = "blue"
    GREEN = "green"


class Action(StrEnum):
    """What an engine, an action carriage or a tail-carriage lets its user do. A number is a discount in yen."""

    INCOME = "income"
    PREPARE = "prepare"
    PREPARE_1 = "prepare-1"
    LAY = "lay"
    LAY_1 = "lay-1"
    BUILD = "build"
    BUILD_1 = "build-1"
    BUY = "buy"
    PARTICIPATE = "participate"
    REPEAT = "repeat"


class Ability(StrEnum):
    """What an ability carriage changes for its owner, for the rest of the game."""

    CHEAP_BUILD = "cheap-build"
    ANY_TRACK_SPACE = "any-track-space"
    TWICE_AT_VENUE = "twice-at-venue"
    CHEAP_PREPARE = "cheap-prepare"
    CHEAP_ENGINE = "cheap-engine"
    RICH_TAIL = "rich-tail"
    TWICE_TURN_ORDER = "twice-turn-order"


class Effect(StrEnum):
    """What an event card does: the eighteen effects of the rulebook, grey, blue and green."""

    PARTICIPATE_AND_ADVANCE = "participate-and-advance"
    LOSE_VP_FOR_YEN = "lose-vp-for-yen"
    YEN_FOR_ALL = "yen-for-all"
    REWARD_AGAIN = "reward-again"
    PREPARE_LAY_OR_BUILD = "prepare-lay-or-build"
    YEN_BY_RANK = "yen-by-rank"

    BUY_AT_END = "buy-at-end"
    REPEAT_TRAIN_CARD = "repeat-train-card"
    PREPARE_AND_LAY = "prepare-and-lay"
    OLYMPIC_TOKEN = "olympic-token"
    LAY_2 = "lay-2"
    PREPARE_AND_BUILD = "prepare-and-build"

    PARTICIPATE = "participate"
    SCORE_A_CITY = "score-a-city"
    BUILD = "build"
    PREPARE = "prepare"
    LAY = "lay"
    GET_YEN = "get-yen"

    @property
    def at_end_of_round(self) -> bool:
        """Whether it happens automatically at the end of the round; otherwise it is an action offered to everybody."""
        return self in _END_OF_ROUND


_END_OF_ROUND = frozenset(
    {
        Effect.LOSE_VP_FOR_YEN,
        Effect.YEN_FOR_ALL,
        Effect.REWARD_AGAIN,
        Effect.YEN_BY_RANK,
        Effect.BUY_AT_END,
        Effect.SCORE_A_CITY,
    }
)

EFFECTS_BY_COLOUR: dict[EventColour, tuple[Effect, ...]] = {
    EventColour.GREY: tuple(Effect)[0:6],
    EventColour.BLUE: tuple(Effect)[6:12],
    EventColour.GREEN: tuple(Effect)[12:18],
}


@frozen
class Source:
    """The provenance of a figure."""

    kind: SourceKind
    lines: str = ""
    why: str = ""

    @property
    def invented(self) -> bool:
        """Whether it was invented by us."""
        return self.kind is SourceKind.RECONSTRUCTED


def _frozen_sources(exceptions: dict[str, Source]) -> dict[str, Source]:
    return freeze_table(exceptions)  # everybody shares the shipped edition


@frozen
class TableSource:
    """The provenance of a table: a default, and exceptions for single figures.

    A figure is named `row.key`, or `*.key` for that key of every row, or just `key` in a table without rows. Where the
    figure is a list, one more step names an item of it. The more exact name wins.
    """

    default: Source
    exceptions: dict[str, Source] = attrs.field(factory=dict[str, Source], hash=False, converter=_frozen_sources)

    def of(self, row: str, key: str) -> Source:
        """The source of a figure; `key` may name an item of a list (`columns.2`)."""
        for name in (key, key.partition(".")[0]):
            for full in (f"{row}.{name}", f"*.{name}") if row else (name,):
                if full in self.exceptions:
                    return self.exceptions[full]
        return self.default

    def splits(self, row: str, key: str) -> bool:
        """Whether an item of this list has its own source, so that each item counts as a figure."""
        starts = (f"{row}.{key}.", f"*.{key}.") if row else (f"{key}.",)
        return any(name.startswith(starts) for name in self.exceptions)


class Scope(StrEnum):
    """What an edition is meant to be."""

    BOX = "box"
    """The published game, with as many pieces as the rulebook says."""
    MINIATURE = "miniature"
    """A small world with the same rules, for exhaustive study: it has its own counts."""


@frozen
class Board:
    """The board: its years, the rows of unbuilt stations, the length of the station value track."""

    years: tuple[str, ...]
    """One round each."""
    station_rows: tuple[int, ...]
    """The VP of each row of unbuilt stations, top first; one station of each colour in each."""
    value_spaces: int
    """Spaces of the station value marker, the starting space included."""


@frozen
class City:
    """A city of the line, and what preparing its ground costs and scores."""

    id: str
    number: int
    name: str
    ground_cost: int
    ground_vp: int


@frozen
class TrackSpace:
    """A space of the track cost marker: what laying a track costs and scores there."""

    letter: str
    yen: int
    vp: int


@frozen
class VenueSpace:
    """An Olympic venue space: what its effect costs and gives each time."""

    pay: int = 0
    vp: int = 0
    yen: int = 0
    moves: int = 0
    """How many of your carriages you may move."""


@frozen
class Reward:
    """The reward of a space of the turn order tile."""

    advance: int = 0
    yen: int = 0
    vp: int = 0


@frozen
class TileSide:
    """A side of the turn order tile."""

    players: tuple[int, ...]
    spaces: tuple[Reward, ...]


@frozen
class EngineSide:
    """One side of an engine card: the actions it offers."""

    players: tuple[int, ...]
    """The numbers of players that this side is for."""
    actions: tuple[Action, ...]


@frozen
class Engine:
    """An engine card with its sides."""

    id: str
    name: str
    sides: tuple[EngineSide, ...]

    def side_for(self, players: int) -> EngineSide | None:
        """The side that is used with this many players; none if the engine is left in the box."""
        return next((side for side in self.sides if players in side.players), None)


@frozen
class Carriage:
    """A carriage card: its cities, its price, the counters it advances and what it gives."""

    id: str
    cities: tuple[str, ...]
    """One or two city ids."""
    cost: int
    counters: tuple[tuple[Colour, ...], ...]
    """The icons of the counters to advance, in order; an icon of several colours is a choice among them."""
    gives: Action | Ability


@frozen
class Event:
    """An event card: its effect, its colour, the track cost, the actions of the round and the starting yen."""

    effect: Effect
    colour: EventColour
    letter: str
    actions: int
    yen: int


@frozen
class EventSlots:
    """The colour of the event card of each year, for one number of players."""

    players: int
    colours: tuple[EventColour, ...]


@frozen
class Coin:
    """How many coins there are of one value."""

    count: int
    value: int


@frozen
class Figures:
    """Prices and amounts that the text of the rulebook itself gives."""

    cauldrons: int
    cauldron_income: int
    row_beyond_players: int
    surcharge: int
    action_tokens: int
    used_card_tokens: int
    unused_action_yen: int
    engine_fee: int
    income_yen: int
    build_cost: int
    repeat_fee: int
    cheap_engine_fee: int
    cheap_prepare_cost: int
    cheap_build_cost: int
    cheap_build_vp: int
    rich_tail_yen: int
    lose_vp_vp: int
    lose_vp_yen: int
    yen_for_all: int
    get_yen: int
    prepare_and_lay_fee: int
    prepare_and_build_fee: int
    olympic_token_fee: int
    lay_2_discount: int
    yen_by_rank: tuple[int, ...]
    """What the first, second, third ... on the score marker receive from that event."""


@frozen
class Scoring:
    """The figures of the final scoring."""

    station_ranks: tuple[int, ...]
    """VP of a city by the place of its station's colour, most advanced first."""
    without_track: int
    connected_city: int
    connected_minimum: int
    cauldron_left: int
    yen_for_one_vp: int
    track_left: int


class CellKind(StrEnum):
    """What lies on a cell of Hideo's board at the start."""

    FACE_UP = "A"
    FACE_DOWN = "B"
    CLOSED = "C"


@frozen
class Margin:
    """The action in the left margin of a row of Hideo's board: a cauldron on a venue space (0: none), and VP."""

    venue: int
    vp: int


@frozen
class Cell:
    """A cell of Hideo's board, and the kind of token that lies on it."""

    id: str
    row: int
    kind: CellKind


@frozen
class Hideo:
    """The solo opponent's board and figures."""

    margins: tuple[Margin, ...]
    """One for each row, the top row first."""
    cells: tuple[Cell, ...]
    columns: tuple[tuple[str, ...], ...]
    """For each year the cells it activates, top to bottom."""
    closed_tokens: tuple[int, ...]
    """The venue space (1, 2, 3) that each closed venue token shows."""
    closed_cauldrons: int
    row: int
    """Carriages laid out each round."""
    hard_yen: int
    hard_vp: int


def _frozen_tables(provenance: dict[str, TableSource]) -> dict[str, TableSource]:
    return freeze_table(provenance)


@frozen
class Edition:
    """All components of one edition of the game."""

    id: str
    name: str
    note: str
    scope: Scope
    board: Board
    cities: tuple[City, ...]
    track_spaces: tuple[TrackSpace, ...]
    venues: tuple[VenueSpace, ...]
    turn_order: tuple[TileSide, ...]
    engines: tuple[Engine, ...]
    carriages: tuple[Carriage, ...]
    events: tuple[Event, ...]
    event_slots: tuple[EventSlots, ...]
    coins: tuple[Coin, ...]
    figures: Figures
    scoring: Scoring
    hideo: Hideo
    provenance: dict[str, TableSource] = attrs.field(hash=False, converter=_frozen_tables)

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players it has all pieces for."""
        return tuple(slots.players for slots in self.event_slots)

    def event_colours(self, players: int) -> tuple[str, ...]:
        """The colour of each year's event (2.I.3); one player has the setup for two."""
        found = next(row for row in self.event_slots if row.players == max(2, players))
        return tuple(colour.value for colour in found.colours)

    def source(self, table: str, row: str, key: str) -> Source:
        """Where a figure comes from; `row` is empty for a table without rows (`board`, `figures` ...)."""
        return self.provenance[table].of(row, key)

    def tables(self) -> Iterator[tuple[str, str, str, object]]:
        """Every figure as (table, row, key, value), in the order of the file, divided as finely as its provenance is.

        Ids are not figures: they are printed nowhere but in our files.
        """
        for table in FIGURE_TABLES:
            content = getattr(self, table)
            rows = cast("tuple[attrs.AttrsInstance, ...]", content if isinstance(content, tuple) else (content,))
            for index, row in enumerate(rows, start=1):
                name = name_of(row, index) if isinstance(content, tuple) else ""
                for key, value in fields_of(row).items():
                    if isinstance(value, tuple) and self.provenance[table].splits(name, key):
                        for place, item in enumerate(cast("tuple[object, ...]", value), start=1):
                            yield table, name, f"{key}.{name_of(item, place)}", item
                    elif key != "id":
                        yield table, name, key, value

    def to_json(self) -> dict[str, Json]:
        """The edition as plain JSON values, as it is sent over the wire."""
        return cast("dict[str, Json]", CONVERTER.unstructure(self))

    def digest(self) -> str:
        """A fingerprint of what is printed; the edition's name and what is *said* about it do not count."""
        plain = self.to_json()
        return digest({table: plain[table] for table in ("scope", *FIGURE_TABLES)})


FIGURE_TABLES: tuple[str, ...] = tuple(
    field.name for field in attrs.fields(Edition) if field.name not in ("id", "name", "note", "scope", "provenance")
)
"""The tables of an edition that hold figures: each has an entry in its provenance."""


def fields_of(row: attrs.AttrsInstance) -> dict[str, object]:
    """The fields of a row by name."""
    return {field.name: getattr(row, field.name) for field in attrs.fields(type(row))}


def name_of(item: object, place: int) -> str:
    """The name of a value in a list in key paths; see `row_name`."""
    return row_name(fields_of(cast("attrs.AttrsInstance", item)), place) if attrs.has(type(item)) else str(place)


def row_name(row: object, place: int) -> str:
    """The name of a row, given as a table, in key paths: its id, effect, letter or player counts, or else its place.

    It accepts anything, even from a file that is not a valid edition yet.
    """
    if not isinstance(row, Mapping):
        return str(place)
    table = cast("Mapping[object, object]", row)
    for key in ("id", "effect", "letter"):
        if isinstance(name := table.get(key), str) and name:
            return str(name)
    players = table.get("players")
    counts = cast("list[object]", players if isinstance(players, list | tuple) else [players])
    # Only small numbers make a name: an absurd one (in a file not checked yet) could not even be written out.
    names = [str(count) for count in counts if type(count) is int and 0 <= count < 100]
    return "-".join(names) if names and len(names) == len(counts) else str(place)
