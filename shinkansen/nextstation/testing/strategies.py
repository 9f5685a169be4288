"""Hypothesis strategies for Next Station: sheets, rulings, positions, wrong moves, records.

All of them shrink: sheets to London or to the smallest of the small ones, rulings to the preferred letters, deals to
the order of the sheet, games to short ones. `NEXTSTATION` and the like are the subjects for the laws and the machine of
`shinkansen.testing`.

    @given(positions())
    def test_my_law(position: Position) -> None: ...
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeAlias, cast

from shinkansen.core.plain_json import Json
from shinkansen.core.record import Record
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.rulings import Rulings, register, rulings
from shinkansen.nextstation.sheet import CARDS, EMPTY, SYMBOLS, Sheet
from shinkansen.nextstation.sheet_check import check, shipped
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.sheets import COLOURS, river, small_tokyo, tiny_json
from shinkansen.testing import strategies as any_game
from shinkansen.testing import telling
from shinkansen.testing.extra import st
from shinkansen.testing.strategies import Subject, deals, letters_of, near_misses

__all__ = [
    "COMBINATIONS",
    "MODULES",
    "NEXTSTATION",
    "PREFERRED",
    "READINGS",
    "SMALL",
    "SOLO",
    "VARIED",
    "Position",
    "any_section",
    "deals",
    "finished",
    "near_misses",
    "positions",
    "raw_ids",
    "records",
    "rules_for",
    "ruling_vectors",
    "sections_at_hand",
    "sheets",
    "small_sheets",
    "small_tokyo_sheets",
    "subject",
    "with_modules",
    "wrong_moves",
]  # fmt: skip

Position: TypeAlias = telling.Position[NextStation, Deal, State, Move]
"""A position of Next Station."""
PREFERRED = Rulings()
"""The reading that we prefer."""


@cache
def rules_for(seats: int, reading: Rulings = PREFERRED) -> NextStation:
    """A ruleset on the London sheet, cached: rulesets are values, and the kit inside takes time to make."""
    return NextStation(seats=seats, rulings=reading)


# -- sheets and rulings

_WIDEST = 4
"""The columns and rows of the largest of the small sheets."""
_CELLS = (*SYMBOLS, EMPTY)
_LETTERS = "ABC"
_MARGIN = 50
"""A river flows half a cell from the stations, in hundredths of a cell."""


@st.composite
def small_sheets(draw: st.DrawFn) -> Sheet:
    """A valid sheet with at most four rows and columns, its own districts, deck, river, tourist sites and points.

    Shrinks to two rows of two circles in a single district, with a deck of one card.
    """
    width, height = draw(st.integers(2, _WIDEST)), draw(st.integers(2, _WIDEST))
    cells = [[draw(st.sampled_from(_CELLS)) for _ in range(width)] for _ in range(height)]
    _without_isolated(cells)
    stations = [(x, y) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell != EMPTY]
    names = [f"{x},{y}" for x, y in stations]
    letters = [[draw(st.sampled_from(_LETTERS)) for _ in range(width)] for _ in range(height)]
    used = {letters[y][x] for x, y in stations}
    districts = ["".join(letter if letter in used else min(used) for letter in row) for row in letters]
    underground = draw(st.lists(st.sampled_from(CARDS[6:]), min_size=1, max_size=4, unique=True))
    street = draw(st.lists(st.sampled_from(CARDS[:6]), max_size=4, unique=True))
    lows = draw(st.lists(st.integers(-2, 12), max_size=3, unique=True))
    tables: dict[str, Any] = {
        "map": {"tourist_sites": draw(st.lists(st.sampled_from(names), max_size=4, unique=True))},
        "river": draw(_rivers(width, height)),
        "points": {
            "interchanges": [[lines, worth] for lines, worth in zip((2, 3, 4), draw(_rising(3)), strict=True)],
            "river_section": draw(st.integers(0, 3)),
            "tourist_track": [0, *draw(_rising(draw(st.integers(0, 3))))],
        },
        "bands": [{"lowest": low, "words": f"band {place}"} for place, low in enumerate(sorted(lows), start=1)],
    }
    found = check(
        tiny_json(
            ["".join(row) for row in cells],
            districts,
            departures=draw(st.permutations(names))[: len(COLOURS)],
            cards=[*underground, *street],
            **tables,
        )
    )
    return found.accepted("a sheet that was drawn")


def _without_isolated(cells: list[list[str]]) -> None:
    """Put circles where a valid sheet needs stations: four of them, and none by itself."""
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
        cells[y][x] = "c" if cells[y][x] == EMPTY else cells[y][x]
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell != EMPTY and not _has_company(cells, x, y):
                row[x] = EMPTY


def _has_company(cells: Sequence[Sequence[str]], x: int, y: int) -> bool:
    """Whether another station is in a straight line with a cell."""
    return any(
        cells[there][here] != EMPTY
        for there in range(len(cells))
        for here in range(len(cells[0]))
        if (here, there) != (x, y) and (here == x or there == y or abs(here - x) == abs(there - y))
    )


def _rivers(width: int, height: int) -> st.SearchStrategy[dict[str, Json]]:
    """None, or one straight through the map, from left to right, from the top to the bottom, or round a corner."""

    def flowing(across: int | None, down: int | None) -> dict[str, Json]:
        y = None if across is None else 100 * across + _MARGIN
        x = None if down is None else 100 * down + _MARGIN
        if x is None and y is None:
            return river(name="")
        if x is None or y is None:
            ends = [(-100, y), (100 * width, y)] if x is None else [(x, -100), (x, 100 * height)]
            return river(*((int(left or 0), int(top or 0)) for left, top in ends))
        return river((x, -100), (x, y), (100 * width, y))

    return st.builds(
        flowing, st.none() | st.integers(0, height - 2), st.none() | st.integers(0, width - 2)
    )  # fmt: skip


def _rising(count: int) -> st.SearchStrategy[list[int]]:
    """Some numbers, each greater than the one before."""
    return st.lists(st.integers(1, 4), min_size=count, max_size=count).map(
        lambda steps: [sum(steps[: at + 1]) for at in range(len(steps))]
    )


def small_tokyo_sheets() -> st.SearchStrategy[Sheet]:
    """The small sheet with a loop, whose stations that are missed may cost nothing. Shrinks to that."""
    return st.integers(0, 3).map(lambda missed: small_tokyo(loop_station_missed=missed))


def sheets() -> st.SearchStrategy[Sheet]:
    """London or a small sheet, with or without a loop. Shrinks to London."""
    return st.builds(shipped) | small_sheets() | small_tokyo_sheets()


def ruling_vectors() -> st.SearchStrategy[Rulings]:
    """Letters for every switchable ruling. Shrinks to the preferred ones."""
    return letters_of(register()).map(rulings)


# -- moves


def any_section(rules: NextStation) -> st.SearchStrategy[Move]:
    """A section between two stations of the sheet, whether or not there is one; seldom legal."""
    sheet = rules.edition
    drawable = st.sampled_from([section.id for section in sheet.tracks])
    names = st.sampled_from([station.id for station in sheet.stations])
    return st.builds(Draw, drawable | st.tuples(names, names))


_NONSENSE: tuple[object, ...] = (
    None,
    "pass",
    3,
    {"move": "pass"},
    Draw(("99,99", "0,0")),
    Draw(("0,0", "nowhere")),
    Draw(("0,0",)),
    Draw(None),
    Draw(("0,0", "1,0"), extension=""),
    Draw(("0,0", "1,0"), mark=cast("Any", None)),
    Draw(("0,0", "1,0"), power=cast("Any", 1)),
)
"""What is no move, or of no sheet."""


@st.composite
def sections_at_hand(draw: st.DrawFn, rules: NextStation, state: State) -> Move:
    """A section that touches the mover's line of this round, or one that crosses it: the rest of the rules decides."""
    table = state.table
    seat = table.choosing[0]
    line = rules.kit.sections_in(table.boards[seat].lines[table.colours[seat]])
    stations = {rules.edition.departures[rules.edition.colours[table.colours[seat]]]}
    stations.update(station for section in line for station in section.id)
    index = rules.edition.index
    crossing = {other for section in line for other in rules.edition.clashes[index[section.id]]}
    near = [
        Draw(section.id)
        for place, section in enumerate(rules.edition.tracks)
        if place in crossing or not stations.isdisjoint(section.id)
    ]
    return draw(st.sampled_from(near)) if near else PASS


def _extensions(rules: NextStation) -> st.SearchStrategy[str | None]:
    return st.none() | st.sampled_from([station.id for station in rules.edition.stations])


def _with_more(move: Move, extension: str | None, mark: bool, power: bool) -> Move:
    return Draw(move.section, extension, mark, power) if isinstance(move, Draw) else move


def wrong_moves(rules: NextStation, state: State) -> st.SearchStrategy[object]:
    """Moves that are seldom legal: near misses, sections of the wrong place, with what does not belong to them, and
    things that are not moves at all."""
    return (
        sections_at_hand(rules, state)
        | st.builds(_with_more, sections_at_hand(rules, state), _extensions(rules), st.booleans(), st.booleans())
        | any_section(rules)
        | near_misses(rules, state)
        | st.sampled_from(_NONSENSE)
    )  # fmt: skip


# -- games under test


def raw_ids(rules: NextStation) -> frozenset[str]:
    """Ids that are not words of the game."""
    districts = [district.id for district in rules.edition.districts if "-" in district.id]
    return frozenset([*rules.edition.cards, *districts])


def subject(rules: st.SearchStrategy[NextStation]) -> Subject[NextStation, Deal, State, Move]:
    """Next Station as a game under test."""
    return Subject("Next Station", rules, wrong_moves, raw_ids)


COMBINATIONS = (
    (False, False, False),
    (False, True, False),
    (False, False, True),
    (True, False, False),
    (True, True, False),
    (True, False, True),
)
"""Every combination of objectives, special stations and pencil powers that the rulebooks allow (10.1, 12.3, L.14.1)."""


def with_modules(sheets: st.SearchStrategy[Sheet]) -> st.SearchStrategy[NextStation]:
    """Any seats, one of these sheets, any reading, any combination of modules. Shrinks to two seats without any."""
    return st.builds(
        _with_modules,
        st.sampled_from([2, 3, 4, 1]),
        sheets,
        ruling_vectors(),
        st.sampled_from(COMBINATIONS),
    )


def _with_modules(seats: int, sheet: Sheet, reading: Rulings, used: tuple[bool, bool, bool]) -> NextStation:
    return NextStation(seats, sheet, reading, *used)


NEXTSTATION = subject(st.sampled_from([2, 3, 4]).map(rules_for))
"""Two to four seats, the London sheet, the preferred rulings."""
SOLO = subject(st.builds(rules_for, st.just(1)))
"""Alone."""
READINGS = subject(st.builds(rules_for, st.sampled_from([2, 3, 4, 1]), ruling_vectors()))
"""Any reading of the rules."""
MODULES = subject(with_modules(st.builds(shipped)))
"""Any modules, on the London sheet."""
VARIED = subject(with_modules(sheets()))
"""Any sheet and any modules too."""
SMALL = subject(with_modules(small_sheets() | small_tokyo_sheets()))
"""Small sheets only, whose games are short."""


def positions(
    most: int = 130, over: bool = False, of: Subject[NextStation, Deal, State, Move] = NEXTSTATION
) -> st.SearchStrategy[Position]:
    """A state reached by play, with two to four seats unless `of` says otherwise."""
    return any_game.positions(of, most, over)


def finished(of: Subject[NextStation, Deal, State, Move] = NEXTSTATION) -> st.SearchStrategy[Position]:
    """A whole game."""
    return any_game.finished(of)


def records(of: Subject[NextStation, Deal, State, Move] = NEXTSTATION) -> st.SearchStrategy[Record]:
    """The record of a game, finished or not."""
    return any_game.records(of)
