"""Getting to know an engine: the ways to one as plain values, its answer to `start`, and the smoke test.

The smoke test shows in one tiny game whether an engine can be asked at all. It says nothing about the rules.
"""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias, cast

from attrs import field, frozen

from shinkansen.core import registry, text
from shinkansen.core.errors import RulingError
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.prose import listed
from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.hosting import UNHOSTED, answering, find, made
from shinkansen.verify.conversation.ourselves import command
from shinkansen.verify.conversation.serving import OFFERED
from shinkansen.verify.conversation.talk import WIRE, Answer, Engine, Errored, Fault, Limits, Reply, Skipped, Trouble
from shinkansen.verify.conversation.transports import in_process, subprocess, tcp
from shinkansen.verify.judging.script import Line, Script, Setting

# -- ways


@frozen
class Command:
    """A program to start."""

    words: tuple[str, ...]

    def open(self, limits: Limits) -> Engine:
        return subprocess(self.words, limits)


@frozen
class Address:
    """A port where an engine listens."""

    host: str
    port: int

    def open(self, limits: Limits) -> Engine:
        return tcp(self.host, self.port, limits)


@frozen
class Named:
    """An object of a Python module, given as `module:object` and called in this process: an object that answers, a
    function that does, or a class of such objects. Whatever it does to this process, it does to us."""

    name: str

    def open(self, limits: Limits) -> Engine:
        return _engine(find(self.name), self.name)


@frozen
class Hosted:
    """The same in a process of its own, where it can do us no harm."""

    name: str

    def open(self, limits: Limits) -> Engine:
        return subprocess(command("shinkansen.verify.conversation.hosting", self.name), limits)


Way: TypeAlias = Command | Address | Named | Hosted


def engine_of(thing: object) -> Engine:
    """An engine made from a Python object, function or class."""
    return _engine(made(thing))


def _engine(thing: object, name: str = "") -> Engine:
    return thing if isinstance(thing, Engine) else in_process(answering(thing, name))


# -- who it is


@frozen
class Who:
    """What an engine says about itself."""

    name: str = field(converter=text.name)
    version: str = field(converter=text.name)
    language: str = field(converter=text.name)
    capabilities: frozenset[str]
    rulings: Letters | None = field(default=None)
    """The readings it declares."""

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.language})" if self.version or self.language else self.name


_MOST: Final = 5
"""So many of the games that an engine plays are named."""
NOBODY: Final = Who("an engine that did not say who it is", "", "", frozenset())
"""Stands for an engine that could not even be asked that."""


def greet(engine: Engine, game: Game) -> Who:
    """Say `start`, to ask about this game from now on; `Trouble` if we cannot talk to it."""
    engine.game = game
    reply = engine.ask("start", wire=WIRE)
    if isinstance(reply, Errored) and reply.context == UNHOSTED:
        raise Trouble(Fault.CANNOT_START, reply.message)
    if not isinstance(reply, Answer):
        raise Trouble(Fault.CANNOT_START, f"It does not answer `start`: {_why(reply)}")
    said = reply.content
    if said.get("wire") != WIRE:
        raise Trouble(Fault.CANNOT_START, f"It speaks wire {shown(said.get('wire'))}, expected {WIRE}.")
    games = cast("list[Json]", said.get("games", []))
    if game.name not in games:
        plays = listed([*map(shown, games[:_MOST])]) or "no game"
        known = next((name for name in registry.names() if name in games), None)
        hint = f" To check it as an engine of that game, add --game {known}." if known is not None else ""
        raise Trouble(Fault.CANNOT_START, f"It plays {plays}, expected {game.name!r} among its games.{hint}")
    offered = frozenset(map(str, cast("list[Json]", said.get("capabilities", []))))
    letters = cast("Part | None", said.get("rulings"))
    try:
        declared = game.register.restored(letters) if letters is not None else None
    except RulingError as problem:
        raise Trouble(Fault.CANNOT_START, f"It declares rulings that do not exist: {problem}") from None
    return Who(str(said["name"]), str(said["version"]), str(said["language"]), offered & {*OFFERED}, declared)


def _why(reply: Reply) -> str:
    match reply:
        case Skipped(reason):
            return f"it skips that ({reason})."
        case Errored(message):
            return f"it had an error ({message})."
        case Answer():
            return "it answers."


# -- the smoke test


@frozen
class Smoke:
    """The result of the tiny game: each question and, if it was not answered, why not."""

    steps: tuple[tuple[str, str], ...]
    errors: int = 0
    """How many questions it answered by reporting an error."""

    @property
    def passed(self) -> bool:
        return bool(self.steps) and not any(why for _, why in self.steps)

    def __str__(self) -> str:
        if not self.steps:
            return "nothing was asked"
        if self.passed:
            return f"it starts and answers {', '.join(name for name, _ in self.steps)}"
        return "; ".join(f"{name}: {why}" for name, why in self.steps if why and why != _NO_GAME)


MOVES: Final = 3
_BEGINNINGS: Final = ("load", "play", "new")
_NO_GAME: Final = "it was not asked, since no game began."


def smoke(engine: Engine, who: Who, setting: Setting) -> Smoke:
    """Use everything it offers once, in a tiny game; the content of its answers is not checked."""
    rules = setting.rules
    deal = rules.deal(Random(0))
    script = Script(setting, {"deal": rules.deal_json(deal)})
    line = Line(script)
    moves: list[Json] = []
    for _ in range(MOVES):
        legal = line.legal(len(moves))
        if not legal:  # the game may be over by now
            break
        moves.append(legal[0])
        line = Line(Script(setting, script.start, tuple(cast("list[Part]", moves))))
    here: Part = {**setting.wire(), "deal": script.start["deal"]}
    questions: list[tuple[str, Part]] = [
        ("load", {**setting.wire(), "state": line.state(0)}),
        ("play", {**here, "moves": moves}),
        ("new", here),
        ("legal", {}),
        *((cmd, {"move": move}) for cmd in ("check", "apply") for move in moves[:1]),
        ("table", {}),
        ("digest", {}),
        ("scores", {}),
    ]
    steps: list[tuple[str, str]] = []
    errors = begun = 0
    for cmd, given in questions:
        if cmd in who.capabilities:
            if steps and not begun and cmd not in _BEGINNINGS:
                steps.append((cmd, _NO_GAME))  # it need not know what would be asked about
                continue
            reply = engine.ask(cmd, **given)
            begun += cmd in _BEGINNINGS and isinstance(reply, Answer)
            steps.append((cmd, "" if isinstance(reply, Answer) else _why(reply)))
            errors += isinstance(reply, Errored)
    return Smoke(tuple(steps), errors)
