"""A game as a small value: what it is called, who can play it, and where its rules and everything else about it are.

A game is a package, ours or anybody's. It describes itself by one `Game`, which others find through the entry point
group `shinkansen.games` (`registry`). That value is cheap to have: it names its parts as `module:object`, and a part is
imported when it is asked for. Three parts are required (`rules`, `rulebook`, `register`); all others are optional, each
with a small protocol of its own, and are asked for by their kind (`parts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

from attrs import field, frozen

from shinkansen.core.errors import GameError, WireError
from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import GAME_NAME, Json, shown

if TYPE_CHECKING:  # a description of a game needs only their names, and they take long to import
    from shinkansen.core.clauses import Rulebook
    from shinkansen.core.opaque import AnyRules
    from shinkansen.core.ruleset import Ruleset
    from shinkansen.core.rulings import Register

PartT = TypeVar("PartT")

Plain: TypeAlias = Mapping[str, Json]
"""A JSON object, such as a setting."""
Opener: TypeAlias = "Callable[[Plain], Ruleset[Any, Any, Any, Any]]"
"""A function that makes a ruleset from a setting, which is plain JSON, or says what is wrong with the setting."""


def setting(table: Plain, rulings: Mapping[str, str], edition: Json = None) -> dict[str, Json]:
    """A setting: the seats and variants of a table, letters by slug, an edition; what there is none of is left out."""
    chosen: dict[str, Json] = {"rulings": dict(rulings)} if rulings else {}
    return {**table, **chosen, **({"edition": edition} if edition is not None else {})}


@frozen
class Kind(Generic[PartT]):
    """A kind of part that a game may have. `form` is the class or protocol of the object that a game provides."""

    name: str
    """Its key in `Game.parts`."""
    lacking: str
    """What a game without it does not have, as the end of a sentence: "has no pictures"."""
    form: type[Any] = field(repr=False)


CALLABLE: Final = cast("type[Any]", Callable)
"""The form of a part that is a function."""
RULES: Final[Kind[Opener]] = Kind("rules", "cannot be opened", CALLABLE)
"""The rules; `Game.open` asks for them."""
RULEBOOK: Final[Kind[Callable[[], Rulebook]]] = Kind("rulebook", "has no rulebook", CALLABLE)
"""All clauses; `Game.rulebook` asks for them."""
REGISTER: Final[Kind[Callable[[], Register]]] = Kind("register", "has no register of rulings", CALLABLE)
"""All rulings; `Game.register` asks for them."""
REQUIRED: Final = (RULES.name, RULEBOOK.name, REGISTER.name)
"""The parts that every game has."""


@frozen
class Variant:
    """Something that players can agree on besides seats, rulings and edition: its name in a setting, and its values."""

    name: str
    says: str
    """What choosing it means, in a few words."""
    values: tuple[Json, ...] = (False, True)
    """What it can be; the first is the usual value."""
    seats: tuple[int, ...] | None = None
    """The numbers of seats that have the choice; all of them if it is not said."""

    @property
    def usual(self) -> Json:
        """What is played if a setting does not say."""
        return self.values[0]

    def check(self, value: object, where: str) -> None:
        """Raise a `WireError` unless this is one of its values; to us, unlike to Python, true is not 1."""
        if not any(type(value) is type(each) and value == each for each in self.values):
            expected = "true or false" if self.values == (False, True) else " or ".join(map(shown, self.values))
            raise WireError(f"{where}: found {shown(value)}, expected {expected}")


def _parts(parts: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(parts)


def _tables(tables: tuple[Plain, ...]) -> tuple[Plain, ...]:
    return tuple(freeze(dict(table)) for table in tables)


@frozen
class Game:
    """A game that can be played, cited and checked."""

    name: str
    """What citations, records and the wire call it."""
    title: str
    """What people call it."""
    seats: tuple[int, ...]
    """How many can play."""
    parts: Mapping[str, str] = field(converter=_parts, hash=False, repr=False)
    """Where each part is: `module:object`, or the name of a module that is the part itself."""
    version: int = 1
    """The version of its rules as code (`Ruleset.version`)."""
    variants: tuple[Variant, ...] = field(default=(), hash=False)
    tables: tuple[Plain, ...] = field(default=(), converter=_tables, hash=False, repr=False)
    """Some settings that together show all of the game: what is played if nobody says what to play."""

    def __attrs_post_init__(self) -> None:
        if problem := next(_problems(self), None):
            raise GameError(f"the game {shown(self.name)} {problem}")
        if not self.tables:
            object.__setattr__(self, "tables", _tables(tuple({"seats": seats} for seats in self.seats)))

    def open(self, setting: Plain) -> AnyRules:
        """The rules of a setting: `seats`, perhaps variants, `rulings` (letters by slug) and an `edition`."""
        known = self.setting_in(setting)
        if unknown := [key for key in setting if key not in known]:
            expected = ", ".join(self._keys)
            raise GameError(f"a setting of {self.title} has {shown(unknown[0])}, expected only {expected}")
        return cast("AnyRules", self.part(RULES)(known))

    def setting_in(self, message: Plain) -> Plain:
        """The part of a message that is a setting of this game."""
        return {key: message[key] for key in self._keys if key in message}

    @property
    def _keys(self) -> tuple[str, ...]:
        return ("seats", *(variant.name for variant in self.variants), "rulings", "edition")

    @property
    def rulebook(self) -> Rulebook:
        """All clauses."""
        return self.part(RULEBOOK)()

    @property
    def register(self) -> Register:
        """All rulings, switchable and settled."""
        return self.part(REGISTER)()

    def has(self, kind: Kind[Any]) -> bool:
        """Whether it has a part."""
        return kind.name in self.parts

    def part(self, kind: Kind[PartT]) -> PartT:
        """A part, imported now if nobody has asked for it before; `GameError` if the game has none."""
        if not self.has(kind):
            raise GameError(f"{self.title} {kind.lacking}.")
        return cast("PartT", _loaded(self, kind))

    def variants_for(self, seats: int) -> tuple[Variant, ...]:
        """The variants that a number of seats can choose."""
        return tuple(variant for variant in self.variants if variant.seats is None or seats in variant.seats)

    def variant(self, name: str) -> Variant | None:
        """A variant by its name."""
        return next((variant for variant in self.variants if variant.name == name), None)


@cache
def _loaded(game: Game, kind: Kind[Any]) -> object:
    reference = game.parts[kind.name]
    module, _, path = reference.partition(":")
    try:
        found: Any = import_module(module)
        for name in path.split(".") if path else ():
            found = getattr(found, name)
    except Exception as problem:  # somebody else's module may do anything while it is imported
        raise GameError(f"{_part(game, kind)} cannot be imported: {type(problem).__name__}: {problem}") from problem
    if not isinstance(found, kind.form):
        expected = kind.form.__doc__ or kind.form.__name__
        raise GameError(f"{_part(game, kind)} is {shown(found)}, expected {expected.splitlines()[0]}")
    return found


def _part(game: Game, kind: Kind[Any]) -> str:
    return f"the part {kind.name!r} of the game {game.name} ({game.parts[kind.name]})"


_REFERENCE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[^\W\d]\w*(\.[^\W\d]\w*)*)?")
SETTING_KEYS: Final = ("game", "version", "edition", "rulings", "seats", "told")
"""What settings hold besides variants."""


def _problems(game: Game) -> Iterator[str]:
    """What is wrong with a description of a game, as the end of a sentence."""
    if not re.fullmatch(GAME_NAME, str(game.name), re.ASCII):
        yield "has a name that cannot be cited, expected small letters, digits and hyphens"
    if not game.title:
        yield "has no title"
    if not game.seats or any(type(seats) is not int or seats < 1 for seats in game.seats):
        yield f"is for {shown([*game.seats])} players, expected numbers from 1"
    if type(game.version) is not int or game.version < 1:
        yield f"has version {shown(game.version)}, expected a number from 1"
    for name in REQUIRED:
        if name not in game.parts:
            yield f"has no part {name!r}, expected one of {', '.join(REQUIRED)} at least"
    for name, reference in game.parts.items():
        if not _REFERENCE.fullmatch(str(reference)):
            yield f"has {shown(reference)} as its part {name!r}, expected module:object"
    for variant in game.variants:
        if variant.name in SETTING_KEYS or not variant.values:
            yield f"has a variant {shown(variant.name)}, expected another name and at least one value"
    names = {"seats", *(variant.name for variant in game.variants)}
    for table in game.tables:
        if table.get("seats") not in game.seats or not {*table} <= names:
            yield f"has a table {shown(dict(table))}, expected its number of seats and perhaps variants"
