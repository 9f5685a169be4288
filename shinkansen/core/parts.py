"""What a game may provide besides its rules, rulebook and register: for each kind of part a small class or protocol.

A game names the parts it has in its description (`Game.parts`), and a command or a check asks for the one it needs:
`game.part(EDITIONS)`. Other rooms have kinds of their own: `paper.parts` (pictures, replay), `readings.parts`
(witnesses, words, impact), `testing.mutants` and `testing.small_worlds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from attrs import field, frozen

from shinkansen.core.coverage import ClauseTests
from shinkansen.core.frozen import freeze_table
from shinkansen.core.game import CALLABLE, Kind, Opener
from shinkansen.core.log_verdict import LogVerdict, Watch
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.plain_json import Json
from shinkansen.core.record import Record
from shinkansen.core.ruleset import EditionId

Part: TypeAlias = dict[str, Json]
"""A JSON object."""

# -- what was written about it

SCHEMAS: Final = Kind[Traversable]("schemas", "has no schemas", Traversable)
"""A folder with the JSON Schemas of what only this game has on the wire: `deal.json`, `move.json`, `state.json`,
`table.json`, `edition.json`. What has no schema may be any JSON object."""

VECTORS: Final = Kind[Traversable]("vectors", "has no conformance vectors", Traversable)
"""A folder with conformance vectors (`verify.judging.vectors`)."""

CLAUSE_TESTS: Final = Kind[Callable[[], ClauseTests]]("clause_tests", "does not say which tests it has", CALLABLE)
"""The clauses that its engine can cite, and the tests of each clause."""


# -- editions


@runtime_checkable
class Editions(Protocol):
    """The editions of a game, each in the form that a setting has it: plain JSON."""

    def known(self) -> Mapping[str, Json]:
        """Those that come with the game, by name; the one that is played if nobody says otherwise comes first."""
        ...

    def load(self, file: str | Path) -> Json:
        """The edition in a file; `EditionError` says everything that is wrong with it."""
        ...

    def identity(self, edition: Json = None) -> EditionId:
        """What identifies an edition; without one, the one that is played if nobody says otherwise."""
        ...


EDITIONS: Final = Kind[Editions]("editions", "has no editions", Editions)
"""Its editions."""


@runtime_checkable
class EditionFiles(Protocol):
    """The editions of a game for people who look at them or fill in their own."""

    def show(self, file: str | None, form: str = "") -> str:
        """The edition in a file or of a name, or the usual one, as tables; or with the form `sources` or `json`."""
        ...

    def check(self, file: str) -> tuple[bool, Iterable[str]]:
        """Whether the file, or the edition of that name, is valid; and lines that say everything about it."""
        ...

    def template(self, name: str = "") -> str:
        """The text of a file to fill in: the usual edition, or the one of that name; or an `EditionError`."""
        ...


EDITION_FILES: Final = Kind[EditionFiles]("edition_files", "has no edition files", EditionFiles)
"""Its edition files."""

# -- what somebody sent


@runtime_checkable
class Settings(Protocol):
    """How positions and tables of a game name the setting they are of."""

    def of_position(self, text: str, edition: Json) -> Mapping[str, Json]:
        """The setting that a position in one line names; if it is of no known edition, then of the one given.

        `WireError` if it names none, or another edition than the one given.
        """
        ...

    def of_table(self, table: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a table alone tells about its setting: the number of seats at least."""
        ...


SETTINGS: Final = Kind[Settings]("settings", "does not say which setting a position is of", Settings)
"""How a position or a table names its setting."""

# -- how a place of the table is cited


def _clauses(table: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return freeze_table(table)


def _names(table: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(table)


def _numbers(table: Mapping[str, int]) -> Mapping[str, int]:
    return freeze_table(table)


def _json(table: Mapping[str, Json]) -> Mapping[str, Json]:
    return freeze_table(table)


@frozen
class Places:
    """Which clauses stand behind each part of the table of a game, so that a difference there can be cited.

    Parts are keys of the table's JSON, and kinds of happenings are the names of their classes. Whatever is not said
    here is cited by everything that happened.
    """

    changed_by: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_clauses)
    """The kinds of happenings that change each part."""
    set_up_by: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_clauses)
    """The clauses that set up each part, those of special games among them."""
    applies: Callable[[AnyRules, str], bool] = lambda rules, clause: True
    """Whether a clause applies in a game at all."""
    turns: Mapping[str, str] = field(factory=dict[str, str], converter=_names)
    """The clause that says whose turn it is, by phase (`Stage.phase`)."""
    asked: frozenset[str] = frozenset()
    """The phases in which what a player is asked for says more than whose turn it is: there the clauses of the kinds of
    moves that are legal (`MOVE_KINDS`) are cited before it."""
    along_with: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_clauses)
    """Clauses that also speak about a place, by its whole path without numbers (`counters.colour`)."""
    automatic: frozenset[str] = frozenset()
    """The kinds of happenings with which the automatic part after a move begins."""
    common: Mapping[str, int] = field(factory=dict[str, int], converter=_numbers)
    """Kinds of happenings that many moves have: the higher the number, the less they tell about a move."""
    amounts: tuple[str, ...] = ()
    """The attributes of happenings that say how much was paid or scored."""
    secrets: Callable[[AnyRules], tuple[str, ...]] = lambda rules: ()
    """The clauses by which something is hidden."""
    ended: Callable[[Mapping[str, Json]], bool] = lambda table: False
    """Whether a table in JSON, perhaps somebody else's, says that the game is over."""
    forgettable: Mapping[str, Json] = field(factory=dict[str, Json], converter=_json)
    """Parts of the table that only some readings need, and what they are under the others."""
    families: tuple[tuple[str, ...], ...] = ()
    """Clauses that play together, by how their names begin: a mistake about one of a family may show at any other."""
    rests_on: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_clauses)
    """What a clause takes for granted, the most often misread first; told after it where the cause is not known."""
    figures: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_clauses)
    """The clauses that a figure of the edition belongs to, by its path without places in lists
    (`figures.unused_action_yen`)."""

    def behind(self, clauses: Iterable[str], clause: str) -> bool:
        """Whether a mistake about a clause may show at one of some clauses, since they are of one family."""
        families = [one for one in self.families if f"{clause}.".startswith(one)]
        return any(f"{each}.".startswith(one) for each in clauses for one in families)


PLACES: Final = Kind[Places]("places", "does not say how its table is cited", Places)
"""How the places of its table are cited."""

# -- how a game is made smaller when a counterexample is shortened


@runtime_checkable
class Shrinking(Protocol):
    """How a game is made smaller: what is left of a deal and of its moves when some players leave, or some turns go."""

    def fewer(self, seats: int) -> Iterable[int]:
        """The smaller numbers of seats that are worth trying, the smallest first."""
        ...

    def deal_for(self, before: AnyRules, rules: AnyRules, deal: Part, staying: Mapping[int, int]) -> Part:
        """A deal for fewer players, as similar as possible: the rules of all and of those who stay, the deal of all;
        `staying` says who stays, and at which seat."""
        ...

    def reseated(self, move: Part, staying: Mapping[int, int]) -> Part:
        """A move with the seats it names changed accordingly."""
        ...

    def turns(self, rules: AnyRules, states: Sequence[State]) -> Iterable[int]:
        """How many moves each part of a game has that is left out as a whole or not at all, in the order of play.

        The states are those before each move and the last one. Where any move can go by itself, each part has one.
        """
        ...

    def without(self, rules: AnyRules, deal: Part, states: Sequence[State], gone: range) -> Part:
        """The deal for the game in which some moves are left out: the others should find the same cards."""
        ...


SHRINKING: Final = Kind[Shrinking]("shrinking", "does not say how it is made smaller", Shrinking)
"""How it is made smaller."""

# -- moves on a line


@runtime_checkable
class Notation(Protocol):
    """Moves on one line that people can read, write and compare."""

    def notation(self, move: Any) -> str:
        """A move as text."""
        ...

    def parse(self, text: str) -> Any:
        """The move that a text stands for; `WireError` if it is none."""
        ...


NOTATION: Final = Kind[Notation]("notation", "has no notation for moves", Notation)
"""Its notation for moves."""

# -- a game in sentences


@frozen
class Telling:
    """What a game adds where a game is told in sentences (`core.telling`)."""

    rules: Callable[[AnyRules], Iterable[str]] = lambda rules: ()
    """What there is to say about the rules, besides the seats and the rulings."""
    start: Callable[[AnyRules, State], Iterable[str]] = lambda rules, state: ()
    """What everybody starts with."""
    quiet: tuple[type[Any], ...] = ()
    """Kinds of happenings that only repeat what the move of their seat already says."""
    begins: tuple[type[Any], ...] = ()
    """Kinds of happenings with which a new part of the game begins."""
    points: str = "points"
    """What is scored."""


TELLING: Final = Kind[Telling]("telling", "adds nothing to how a game is told", Telling)
"""What it adds where a game is told."""

# -- logs that people wrote


@runtime_checkable
class Logs(Protocol):
    """Games as people at the table write them down: as a log of the whole table, or each their own sheet."""

    @property
    def tells_moves(self) -> bool:
        """Whether moves are written down, each with who made it; on a sheet one sees only what they came to."""
        ...

    def of_record(self, rules: AnyRules, told: Record, seat: int | None) -> str:
        """What people could have written down of a recorded game; `ArgumentError` if that needs a seat, or has none."""
        ...

    def check(self, text: str, edition: Json, letters: Mapping[str, str], watch: Watch) -> LogVerdict:
        """Whether the game can have gone as the text says; `LogError` if it cannot be read.

        The edition and the letters override those that the text names. Readings that are tried are passed through
        `watch`.
        """
        ...


LOGS: Final = Kind[Logs]("logs", "has no form for games that people write down", Logs)
"""Its form for games that people write down."""

# -- the search, and what its pages tell

SEARCH: Final = Kind[Traversable]("search", "adds no words to the search and has no glossary", Traversable)
"""A TOML file with the words that its players use, and its glossary (`core.search_words`)."""

EXAMPLES: Final = Kind[Traversable]("examples", "has no worked examples", Traversable)
"""A JSON file with what the search needs of its worked examples, which are pages of the site."""


@frozen
class MoveKinds:
    """The kinds of moves that a game's schema of moves defines, for the page that describes them."""

    clauses: Mapping[str, tuple[str, ...]] = field(converter=_clauses)
    """The clauses that say what each kind is; others may change its price or what it scores."""
    seldom: Mapping[str, Json] = field(factory=dict[str, Json], converter=_json)
    """A move of each kind that games of random moves hardly ever offer."""
    says: str = ""
    """What to know about the keys of moves, in a sentence."""


MOVE_KINDS: Final = Kind[MoveKinds]("move_kinds", "does not say which clauses its moves rest on", MoveKinds)
"""Its kinds of moves."""


@frozen
class EngineSource:
    """The source of a game's engine: the modules of a folder in which a clause that is quoted is cited."""

    folder: Traversable
    aside: tuple[str, ...] = ()
    """Modules that name clauses too, but play no part in a game."""


ENGINE_SOURCE: Final = Kind[EngineSource]("engine_source", "does not say where its source is", EngineSource)
"""Where the source of its engine is."""

# -- the bundled engine with mistakes


@frozen
class Demo:
    """A bundled engine with mistakes, to show what a check finds."""

    name: str
    """What the engine calls itself."""
    opener: Opener
    """The wrong rules of a setting."""
    lacks: tuple[str, ...]
    """What it does not offer over the wire."""
    says: str
    """What it is, as the beginning of a sentence that ends "checked over the wire"."""
    tables: tuple[Mapping[str, Json], ...]
    """The settings it is checked in."""
    games: int
    """How many games are played."""


DEMO: Final = Kind[Demo]("demo", "has no bundled engine to show", Demo)
"""Its bundled engine with mistakes."""
