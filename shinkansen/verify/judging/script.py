"""Scripts: a game with questions on the way, as one plain value; and what the reference answers to each.

All of verification works with scripts. Random games are written as scripts (`write_scripts`), a vector is one with its
answers, a difference is one that ends with the question answered differently, and the minimiser makes them shorter.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Final, TypeVar, cast

from attrs import Factory, evolve, field, frozen

from shinkansen.core import registry
from shinkansen.core.errors import Refusal, ShinkansenError
from shinkansen.core.frozen import freeze
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules, Happening, Move, State
from shinkansen.core.parts import EDITIONS, PLACES, Places
from shinkansen.core.plain_json import (
    MOST_TOLD,
    Json,
    Plain,
    canonical,
    digest,
    join,
    shown,
    strict_converter,
    structure,
)
from shinkansen.core.prose import count
from shinkansen.core.ruleset import Step
from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.itemised import untitled_json

K = TypeVar("K")
V = TypeVar("V")
SHIPPED: Final = "shipped"
"""The name of the edition that a game is played with if nobody says otherwise."""


class ScriptError(ShinkansenError):
    """A script cannot be read, or the reference cannot play it."""


def _preferred(setting: Setting) -> Letters:
    return setting.game.register.reading()


def _chosen(setting: Setting) -> tuple[tuple[str, Json], ...]:
    return tuple((variant.name, variant.usual) for variant in setting.game.variants)


@frozen(cache_hash=True)
class Setting:
    """What is played: the game, the number of seats, its variants, the reading and the edition."""

    game: Game
    seats: int
    variants: tuple[tuple[str, Json], ...] = Factory(_chosen, takes_self=True)
    """Every variant of the game, by name, with its value."""
    rulings: Letters = Factory(_preferred, takes_self=True)
    """The reading that the reference follows."""
    told: Letters | None = None
    """The reading that the engine is told to follow, if it was found to follow a different one."""
    edition: str = SHIPPED
    """The shipped one, another that comes with the game, or a user's own (`name_of_edition`)."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the reference for it."""
        return _rules(self)

    @property
    def moves(self) -> Moves:
        """The moves of these rules in plain JSON."""
        return _moves(self)

    @property
    def places(self) -> Places:
        """How places of the table are cited."""
        return self.game.part(PLACES) if self.game.has(PLACES) else Places()

    @property
    def usual(self) -> bool:
        """Whether every variant has its usual value."""
        return self.variants == _chosen(self)

    @property
    def table_words(self) -> str:
        """How many play with which variants, such as "1 player (the harder solo game)"."""
        unusual = [each for each in self.variants if each not in _chosen(self)]
        agreed = ", ".join(self.game.agreed(name, value) for name, value in unusual)
        return f"{count(self.seats, 'player')}{f' ({agreed})' if agreed else ''}"

    @property
    def adopted(self) -> bool:
        """Whether the reference follows a different reading from the one the engine is told."""
        return self.told is not None and self.told != self.rulings

    def read_so(self, reading: Letters) -> Setting:
        """The reference follows another reading; what the engine is told stays as it is."""
        return evolve(self, rulings=reading, told=self.told or self.rulings)

    def wire(self) -> Part:
        """As it is sent to the engine."""
        edition: Part = {"edition": edition_json(self.game, self.edition)} if self.game.has(EDITIONS) else {}
        return {**self._named(self.told or self.rulings), **edition}

    def named(self) -> Part:
        """As we store it: with both readings, and the name of the edition if it is not the shipped one."""
        told: Part = {"told": {**self.told}} if self.told is not None and self.adopted else {}
        edition: Part = {"edition": self.edition} if self.edition != SHIPPED else {}
        return {**self._named(self.rulings), **told, **edition}

    def in_full(self) -> Part:
        """As rules are opened with it: the reading that the reference follows, and the edition itself."""
        edition: Part = {"edition": edition_json(self.game, self.edition)} if self.edition != SHIPPED else {}
        return {"seats": self.seats, **dict(self.variants), "rulings": {**self.rulings}, **edition}

    def _named(self, reading: Letters) -> Part:
        return {"game": self.game.name, "seats": self.seats, **dict(self.variants), "rulings": {**reading}}


def setting_of(
    game: Game, table: Mapping[str, Json], reading: Letters | None = None, edition: str = SHIPPED
) -> Setting:
    """The setting of one of a game's tables, which says the number of seats and perhaps variants."""
    chosen = tuple((variant.name, table.get(variant.name, variant.usual)) for variant in game.variants)
    return Setting(game, cast("int", table["seats"]), chosen, reading or game.register.reading(), edition=edition)


@cache
def _rules(setting: Setting) -> AnyRules:
    return setting.game.open(setting.in_full())


_OWN: Final[dict[tuple[str, str], Json]] = {}
"""Editions that users gave us, by game and digest."""


def name_of_edition(game: Game, edition: Json) -> str:
    """The name of an edition in settings. A setting holds a name because it is a key in many places."""
    id, usual = (game.open({**game.tables[0], **given}).edition_id for given in ({"edition": edition}, {}))
    if id is None or id == usual:
        return SHIPPED
    for name, known in game.part(EDITIONS).known().items():
        if known == edition:
            return name
    _OWN[game.name, id.digest] = edition
    return id.digest


def own_edition(setting: Setting) -> Json:
    """The edition of a setting if it is a user's own, which another process does not know by its name."""
    return _OWN.get((setting.game.name, setting.edition))


def edition_json(game: Game, name: str = SHIPPED) -> Json:
    """An edition by its name, as the wire has it."""
    known = game.part(EDITIONS).known()
    if name == SHIPPED:
        return next(iter(known.values()))
    if name in known:
        return known[name]
    if (game.name, name) not in _OWN:
        names = [*known, *(own for of, own in _OWN if of == game.name)]
        raise ScriptError(
            f"the edition is {shown(name)}, expected one of {', '.join(names)}; give yours with --edition FILE"
        )
    return _OWN[game.name, name]


class Moves:
    """Moves in plain JSON and back; the same few thousand occur at every table, so they are kept."""

    MOST: Final = 50_000
    """How many are kept."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._json: dict[Move, Part] = {}
        self._read: dict[str, Move] = {}

    def json(self, move: Move) -> Part:
        """A move as plain JSON, which cannot be changed."""
        found = self._json.get(move)
        if found is None:
            found = freeze(self._rules.move_json(move))
            _keep(self._json, move, found)
        return found

    def read(self, content: Json) -> Move:
        """A move from plain JSON; `WireError` if it is not one."""
        name = canonical(content)
        if name not in self._read:
            _keep(self._read, name, self._rules.read_move(content))
        return self._read[name]

    def legal(self, state: State) -> list[Part]:
        """The legal moves as plain JSON."""
        return [self.json(move) for move in self._rules.legal_moves(state)]


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    if len(kept) >= Moves.MOST:
        kept.clear()
    kept[key] = value


@cache
def _moves(setting: Setting) -> Moves:
    return Moves(setting.rules)


# Scripts are kept and shared: there is only one set of the shipped vectors.


def _frozen(content: Plain | None) -> Plain | None:
    return freeze(content)


def _frozen_start(start: Plain) -> Plain:
    return freeze(start)


def _frozen_moves(moves: tuple[Plain, ...]) -> tuple[Plain, ...]:
    return tuple([freeze(move) for move in moves])


class What(StrEnum):
    """What can be asked at a table."""

    TABLE = "table"
    LEGAL = "legal"
    CHECK = "check"
    SCORES = "scores"
    TRY = "try"
    """Whether it lets an illegal move be made. (A legal one is never tried: it is among the moves.)"""
    TWIN = "twin"
    """Whether the moves are the same when different cards are hidden."""


class Route(StrEnum):
    """How an engine is taken to the tables of a script."""

    PLAY = "play"
    """All moves in one message."""
    LEAD = "lead"
    """Move by move."""
    LOAD = "load"
    """Put at each table where something is asked."""


@frozen
class Ask:
    """A question after a number of moves."""

    ply: int
    what: What
    move: Plain | None = field(default=None, hash=False, converter=_frozen)
    """The move to check or try."""
    by: int | None = None
    hidden: Plain | None = field(default=None, hash=False, converter=_frozen)
    """What is hidden in the twin."""


@frozen
class Script:
    """A deal or a state, moves that are legal from there, and questions by ply."""

    setting: Setting
    start: Plain = field(hash=False, converter=_frozen_start)
    """Under `deal` a deal, or under `state` a state."""
    moves: tuple[Plain, ...] = field(default=(), hash=False, converter=_frozen_moves)
    asks: tuple[Ask, ...] = ()
    route: Route | None = None
    """The route by which it must be asked; if none is named, the quickest that the engine offers."""

    @property
    def dealt(self) -> bool:
        """Whether it starts from a deal; otherwise it starts from a state."""
        return "deal" in self.start

    @property
    def begins(self) -> str:
        """What makes two scripts the same game or position, whatever is asked on the way."""
        return digest([self.setting.named(), self.start])

    def until(self, ply: int, *asks: Ask) -> Script:
        """The game up to this ply, with only these questions."""
        return evolve(self, moves=self.moves[:ply], asks=asks)

    def played(self, rules: AnyRules | None = None) -> Line:
        """The script as the reference plays it, or other rules."""
        return Line(self, rules)

    def json(self) -> Part:
        """As plain JSON."""
        asks: list[Json] = [
            {key: value for key, value in zip(_ASK, (a.ply, a.what.value, a.move, a.by, a.hidden), strict=True)
             if value is not None}
            for a in self.asks
        ]  # fmt: skip
        route: Part = {"route": self.route.value} if self.route is not None else {}
        return {"setting": self.setting.named(), "start": self.start, "moves": [*self.moves], "asks": asks, **route}


_ASK = ("ply", "what", "move", "by", "hidden")


@frozen
class _SettingShape:
    """A setting as it is stored, except for the variants, whose names depend on the game."""

    game: str
    seats: int
    rulings: dict[str, str]
    told: dict[str, str] | None = None
    edition: str = SHIPPED


@frozen
class _Shape:
    setting: Plain
    start: Plain
    moves: tuple[Plain, ...]
    asks: tuple[Ask, ...]
    route: Route | None = None


_CONVERTER = strict_converter()


def read_script(content: object, where: str = "script") -> Script:
    """A script from plain JSON; a `WireError` or `ScriptError` says what is wrong with it.

    Reading it takes time proportional to its size, except for playing it, which ends when the game does.
    """
    shape = structure(_CONVERTER, content, _Shape, where)
    setting = read_setting(shape.setting, where, join(where, "setting"))
    return checked(Script(setting, shape.start, shape.moves, shape.asks, shape.route), where)


def read_setting(content: Mapping[str, Json], where: str, path: str) -> Setting:
    """A setting as it is stored; `where` is what holds it, and `path` its place there."""
    name = content.get("game")
    if isinstance(name, str) and name not in registry.names():
        raise ScriptError(f"{where}: the game is {shown(name)}, expected {' or '.join(map(repr, registry.names()))}")
    game = registry.game(name) if isinstance(name, str) else None
    variants = game.variants if game is not None else ()
    own = {variant.name for variant in variants}
    plain = {key: value for key, value in content.items() if key not in own}
    shape = structure(_CONVERTER, plain, _SettingShape, path)
    assert game is not None  # or the name would not have been read
    chosen = {variant.name: content.get(variant.name, variant.usual) for variant in variants}
    for variant in variants:
        variant.check(chosen[variant.name], join(path, variant.name))
    register = game.register
    told = register.restored(shape.told) if shape.told is not None else None
    return Setting(game, shape.seats, tuple(chosen.items()), register.restored(shape.rulings), told, shape.edition)


def checked(script: Script, where: str = "script") -> Script:
    """The same script, if the reference can play it and every question can be asked."""
    if [*script.start] not in (["deal"], ["state"]):
        keys = ", ".join(map(shown, [*script.start][:MOST_TOLD])) or "nothing"
        raise ScriptError(f"{where}: the start has {keys}, expected a deal or a state")
    line = script.played()
    for number, ask in enumerate(script.asks, start=1):
        if not 0 <= ask.ply <= len(script.moves):
            raise ScriptError(
                f"{where}: question {number} is after move {ask.ply}, expected 0 to {len(script.moves)}"
            )  # fmt: skip
        for name in ("move", "by", "hidden"):
            if getattr(ask, name) is not None and name not in _TAKES.get(ask.what, ()):
                raise ScriptError(f"{where}: question {number}: found {name}, but {ask.what} has none")
        try:
            _check_ask(line, ask)
        except ShinkansenError as problem:
            raise ScriptError(f"{where}: question {number}: {problem}") from None
    return script


_TAKES: Final = {What.CHECK: ("move", "by"), What.TRY: ("move",), What.TWIN: ("hidden",)}
"""What a question has besides its ply."""


def _check_ask(line: Line, ask: Ask) -> None:
    if ask.what in (What.CHECK, What.TRY):
        if ask.move is None:
            raise ScriptError("found no move, expected the move to ask about")
        line.codec.read(ask.move)
        if ask.by is not None and ask.by not in range(line.rules.seats):
            raise ScriptError(f"by: found {ask.by}, expected a seat from 0 to {line.rules.seats - 1}")
    if ask.what is What.TWIN:
        if ask.hidden is None:
            raise ScriptError("found nothing hidden, expected what the twin hides")
        line.rules.read_state({"table": line.table(ask.ply), "hidden": ask.hidden})


class Line:
    """A script as the reference (or other rules) plays it: the state after each move, and what each move did."""

    def __init__(self, script: Script, other: AnyRules | None = None) -> None:
        self.script = script
        self.rules = rules = script.setting.rules if other is None else other
        self.setting = script.setting
        self.codec = script.setting.moves if other is None else Moves(other)
        """Moves in plain JSON and back."""
        if script.dealt:
            first = rules.start(rules.read_deal(script.start["deal"]))
        else:
            first = rules.read_state(script.start["state"])
        self.states: list[State] = [first]
        self.moves: list[Move] = []
        self._digests: dict[int, str] = {}
        for number, content in enumerate(script.moves, start=1):
            move = self.codec.read(content)
            refusal = rules.why_not(self.states[-1], move)
            if refusal is not None:
                raise ScriptError(f"move {number} is not legal: {refusal}")
            self.moves.append(move)
            self.states.append(rules.follow(self.states[-1], move))

    def to_move(self, ply: int) -> int | None:
        """Whose decision it is after this many moves; none when the game is over."""
        return self.rules.to_move(self.states[ply])

    def table(self, ply: int) -> Part:
        """The table after this many moves, in the form of the wire."""
        return cast("Part", self.rules.state_json(self.states[ply])["table"])

    def digest(self, ply: int) -> str:
        """The digest of the table after this many moves."""
        if ply not in self._digests:  # asked for again by every question after it
            self._digests[ply] = self.rules.digest(self.states[ply])
        return self._digests[ply]

    def has_digest(self, ply: int, found: Json) -> bool:
        """Whether the table may have this digest: an engine that is not told of a reading need not remember what the
        reading needs."""
        return found == self.digest(ply) or (
            self.setting.adopted
            and bool(self.setting.places.forgettable)
            and found == digest({**self.table(ply), **self.setting.places.forgettable})
        )

    def state(self, ply: int) -> Part:
        """The state after this many moves, in the form of the wire."""
        return self.rules.state_json(self.states[ply])

    def step(self, ply: int) -> Step[State, Happening]:
        """What the move that led there did."""
        return self.rules.narrate(self.states[ply - 1], self.moves[ply - 1])

    def said(self, ply: int) -> str:
        """The move that led there, in words."""
        return self.rules.say(self.moves[ply - 1], self.states[ply - 1])

    def legal(self, ply: int) -> list[Json]:
        """The legal moves after this many moves, in the form of the wire."""
        return [*self.codec.legal(self.states[ply])]

    def why_not(self, ask: Ask) -> Refusal | None:
        """Why a move is not legal after this many moves; none if it is."""
        return self.rules.why_not(self.states[ask.ply], self.codec.read(ask.move), ask.by)

    def answer(self, ask: Ask) -> Part:
        """What should be answered."""
        state = self.states[ask.ply]
        match ask.what:
            case What.TABLE:
                return {"to_move": self.to_move(ask.ply), "table": self.table(ask.ply)}
            case What.LEGAL | What.TWIN:
                return {"to_move": self.to_move(ask.ply), "moves": self.legal(ask.ply)}
            case What.CHECK | What.TRY:
                refusal = self.why_not(ask)
                if refusal is None:
                    return {"legal": True}
                return {"legal": False, **({"clause": refusal.clause} if refusal.clause else {})}
            case What.SCORES:
                scores, outcome = self.rules.scores(state), self.rules.outcome(state)
                winners: Part = {"winners": [*outcome.winners]} if outcome is not None else {}
                # Asked of the rules and not added up: a wrong rule may get only one of the two wrong.
                return {"totals": [*self.rules.totals(state)], **winners, "scores": untitled_json(scores)}
