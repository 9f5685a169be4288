"""A game as a small value: what it is called, who can play it, and where its rules and everything else about it are.

A game is a package, ours or anybody's. It describes itself by one `Game`, which others find through the entry point
group `shinkansen.games` (`registry`). That value is cheap to have: it names its parts as `module:object`, and a part is
imported when it is asked for. Three parts are required (`rules`, `rulebook`, `register`); all others are optional, each
with a small protocol of its own, and are asked for by their kind (`parts`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar, cast

from attrs import field, frozen

from shinkansen.core.errors import GameError, ShinkansenError, WireError
from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import GAME_NAME, Json, canonical, shown

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
    """A setting: the seats and variants of a table, letters by slug, an edition; whatever is empty is left out."""
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


def _numbers(seats: Iterable[int]) -> tuple[int, ...]:
    return _listed(seats, "seats", "numbers of players")


def _values(values: Iterable[Json]) -> tuple[Json, ...]:
    return _listed(values, "values", "what a variant can be, the usual value first")


def _variants(variants: Iterable[Variant]) -> tuple[Variant, ...]:
    found = _listed(variants, "variants", "variants")
    strangers = [each for each in cast("tuple[object, ...]", found) if not isinstance(each, Variant)]
    if strangers:
        raise GameError(f"variants: found {shown(strangers[0])}, expected a Variant")
    return found


def _listed(things: Iterable[PartT], name: str, what: str) -> tuple[PartT, ...]:
    if not isinstance(things, tuple | list):
        raise GameError(f"{name}: found {shown(things)}, expected a tuple: {what}")
    return tuple(things)


@frozen
class Variant:
    """Something that players can agree on besides seats, rulings and edition: its name in a setting, and its values."""

    name: str
    says: str
    """What choosing it means, in a few words."""
    values: tuple[Json, ...] = field(default=(False, True), converter=_values)
    """What it can be; the first is the usual value."""
    seats: tuple[int, ...] | None = None
    """The numbers of seats that have the choice; all of them if it is not said."""

    @property
    def usual(self) -> Json:
        """What is played if a setting does not say."""
        return self.values[0]

    @property
    def is_switch(self) -> bool:
        """Whether it is off or on, and usually off; to Python, but not to us, (0, 1) is the same."""
        return self.values == (False, True) and all(type(value) is bool for value in self.values)

    def allows(self, value: object) -> bool:
        """Whether this is one of its values; to us, unlike to Python, true is not 1."""
        return any(type(value) is type(each) and value == each for each in self.values)

    def check(self, value: object, where: str) -> None:
        """Raise a `WireError` unless this is one of its values."""
        if not self.allows(value):
            expected = "true or false" if self.is_switch else " or ".join(map(shown, self.values))
            raise WireError(f"{where}: found {shown(value)}, expected {expected}")


def _parts(parts: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(parts)


def _tables(tables: tuple[Plain, ...]) -> tuple[Plain, ...]:
    found = _listed(tables, "tables", "settings with their number of seats")
    strangers = [each for each in cast("tuple[object, ...]", found) if not isinstance(each, Mapping)]
    if strangers:
        raise GameError(f"tables: found {shown(strangers[0])}, expected an object with the number of seats")
    return tuple(freeze(dict(table)) for table in found)


@frozen
class Game:
    """A game that can be played, cited and checked."""

    name: str
    """What citations, records and the wire call it."""
    title: str
    """What people call it."""
    seats: tuple[int, ...] = field(converter=_numbers)
    """How many can play."""
    parts: Mapping[str, str] = field(converter=_parts, hash=False, repr=False)
    """Where each part is: `module:object`, or the name of a module that is the part itself."""
    version: int = 1
    """The version of its rules as code (`Ruleset.version`)."""
    variants: tuple[Variant, ...] = field(default=(), converter=_variants, hash=False)
    tables: tuple[Plain, ...] = field(default=(), converter=_tables, hash=False, repr=False)
    """Some settings that together show all of the game: what is played if nobody says what to play."""

    def __attrs_post_init__(self) -> None:
        if problem := next(_problems(self), None):
            raise GameError(f"the game {shown(self.name)} {problem}")
        if not self.tables:
            object.__setattr__(self, "tables", _tables(tuple({"seats": seats} for seats in self.seats)))

    def open(self, setting: Plain) -> AnyRules:
        """The rules of a setting: `seats`, perhaps variants, `rulings` (letters by slug) and an `edition`.

        The edition is given in full, or by the name of one that comes with the game.
        """
        if not isinstance(setting, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GameError(f"found {shown(setting)}, expected a setting of {self.title}")
        known = self.setting_in(setting)
        if unknown := [key for key in setting if key not in known]:
            expected = ", ".join(self._keys)
            raise GameError(f"a setting of {self.title} has {shown(unknown[0])}, expected only {expected}")
        if isinstance(known.get("edition"), str):
            known = {**known, "edition": self._edition(cast("str", known["edition"]))}
        from shinkansen.core.ruleset import Ruleset  # here, because a description needs none of it

        rules = self._asked(RULES, lambda: self.part(RULES)(known), Ruleset)
        if rules.game != self.name:
            raise GameError(f"{_part(self, RULES)} opens the game {shown(rules.game)}, expected {self.name!r}")
        return cast("AnyRules", rules)

    def _edition(self, name: str) -> Json:
        from shinkansen.core.editions import by_name
        from shinkansen.core.parts import EDITIONS  # here, because it describes games

        return by_name(name, self.part(EDITIONS).known())

    def setting_in(self, message: Plain) -> Plain:
        """The part of a message that is a setting of this game."""
        return {key: message[key] for key in self._keys if key in message}

    @property
    def _keys(self) -> tuple[str, ...]:
        return ("seats", *(variant.name for variant in self.variants), "rulings", "edition")

    @property
    def rulebook(self) -> Rulebook:
        """All clauses."""
        from shinkansen.core.clauses import Rulebook

        return self._asked(RULEBOOK, self.part(RULEBOOK), Rulebook)

    @property
    def register(self) -> Register:
        """All rulings, switchable and settled."""
        from shinkansen.core.rulings import Register

        return self._asked(REGISTER, self.part(REGISTER), Register)

    def _asked(self, kind: Kind[Any], ask: Callable[[], PartT], form: type[Any]) -> PartT:
        """What a function of the game returns; it may be anybody's, so whatever it does wrong is told as its doing."""
        try:
            found = ask()
        except ShinkansenError:
            raise
        except Exception as problem:
            raise GameError(f"{_part(self, kind)} raised {reason_of(problem)}") from problem
        if not isinstance(found, form):
            raise GameError(f"{_part(self, kind)} returned {shown(found)}, expected a {form.__name__}")
        return found

    def has(self, kind: Kind[Any]) -> bool:
        """Whether it has a part."""
        return kind.name in self.parts

    def part(self, kind: Kind[PartT]) -> PartT:
        """A part, imported now if nobody has asked for it before; `GameError` if the game has none."""
        if not self.has(kind):
            raise GameError(f"{self.title} {kind.lacking}.")
        return cast("PartT", _loaded(self, kind))

    def agreed(self, name: str, value: Json) -> str:
        """What it means that a variant has a value, in a few words."""
        variant = self.variant(name)
        return variant.says if variant is not None and variant.is_switch and value is True else f"{name} {value}"

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
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # somebody else's module may do anything while it is imported, also exit
        raise GameError(f"{_part(game, kind)} cannot be imported: {reason_of(problem)}") from problem
    if not isinstance(found, kind.form):
        form = kind.form
        expected = "a function" if form is CALLABLE else f"what {form.__module__}.{form.__qualname__} describes"
        raise GameError(f"{_part(game, kind)} is {shown(found)}, expected {expected}")
    return found


def reason_of(problem: BaseException) -> str:
    """An exception of somebody else's code in words; even these may fail."""
    try:
        return f"{type(problem).__name__}: {problem}"
    except Exception:
        return type(problem).__name__


def _part(game: Game, kind: Kind[Any]) -> str:
    return f"the part {kind.name!r} of the game {game.name} ({game.parts[kind.name]})"


_REFERENCE: Final = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[^\W\d]\w*(\.[^\W\d]\w*)*)?")
SETTING_KEYS: Final = ("game", "version", "edition", "rulings", "seats", "told")
"""What settings hold besides variants."""


_TAKEN: Final = (
    "seq", "cmd", "deal", "state", "move", "moves", "by", "id", "cites", "class", "start", "asks", "route", "expected"
)  # fmt: skip
"""What else stands beside a setting in messages and files."""


def _problems(game: Game) -> Iterator[str]:
    """What is wrong with a description of a game, as the end of a sentence."""
    if not re.fullmatch(GAME_NAME, str(game.name), re.ASCII):
        yield "has a name that cannot be cited, expected lower-case letters, digits and hyphens"
    if not game.title:
        yield "has no title"
    if not game.seats or any(type(seats) is not int or seats < 1 for seats in game.seats):
        yield f"is for {', '.join(map(shown, game.seats)) or 'no'} players, expected numbers from 1"
    if type(game.version) is not int or game.version < 1:
        yield f"has version {shown(game.version)}, expected a number from 1"
    for name in REQUIRED:
        if name not in game.parts:
            yield f"has no part {name!r}, expected at least {', '.join(REQUIRED)}"
    for name, reference in game.parts.items():
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            yield f"has a part {shown(name)}, expected the name of a kind"
        elif not _REFERENCE.fullmatch(str(reference)):
            yield f"has {shown(reference)} as its part {name!r}, expected module:object"
    for variant in game.variants:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", str(variant.name)) or iskeyword(variant.name):
            yield f"has a variant {shown(variant.name)}, expected a name of lower-case letters, digits and underscores"
        elif variant.name in (*SETTING_KEYS, *_TAKEN) or [each.name for each in game.variants].count(variant.name) > 1:
            yield f"has a variant {shown(variant.name)}, expected a name that is not taken"
        elif not variant.values or any(isinstance(value, dict | list) for value in variant.values):
            yield f"has a variant {shown(variant.name)}, expected at least one value, and neither lists nor objects"
    names = {"seats", *(variant.name for variant in game.variants)}
    for table in game.tables:
        odd = [each for each in game.variants if each.name in table and not each.allows(table[each.name])]
        if type(table.get("seats")) is not int or table["seats"] not in game.seats or not {*table} <= names or odd:
            yield f"has a table {canonical(dict(table))}, expected its number of seats and perhaps variants"
