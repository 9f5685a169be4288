"""The conformance vectors: positions, refusals, effects, scores and whole games, each with the right answers.

They are plain JSON, for engines in any language: the edition, if the game has any, and the preferred rulings are
shared, and each vector says which clauses it tests, how the game reaches its table, what is asked there and what the
answer is. A game ships its own, so everybody has the same ones; `choose_vectors` makes a first set.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import attrs
from attrs import frozen

from shinkansen.core import json_difference, registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import parse_json
from shinkansen.core.frozen import freeze
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.parts import EDITIONS, VECTORS
from shinkansen.core.plain_json import Json, Plain, canonical, shown, strict_converter, structure
from shinkansen.core.rulings import Letters, brief
from shinkansen.core.writing import write_folder
from shinkansen.verify.judging.script import (
    SHIPPED,
    Ask,
    Route,
    Script,
    What,
    checked,
    edition_json,
    read_setting,
)

FORMAT: Final = 1
"""The version of the files."""


class VectorError(ShinkansenError):
    """Vectors cannot be read or written."""


class Class(StrEnum):
    """What a vector tests; there is one file for each class."""

    LEGAL = "legal"
    REFUSAL = "refusal"
    EFFECT = "effect"
    SCORE = "score"
    LEAK = "leak"
    GAME = "game"


_CLASS_OF: Final = {
    What.LEGAL: Class.LEGAL,
    What.CHECK: Class.REFUSAL,
    What.TRY: Class.REFUSAL,
    What.TABLE: Class.EFFECT,
    What.SCORES: Class.SCORE,
    What.TWIN: Class.LEAK,
}


@frozen
class Vector:
    """A script that tests some clauses."""

    id: str
    cites: tuple[str, ...]
    script: Script
    whole: bool = False
    """Whether it is a complete game."""

    @property
    def sort(self) -> Class:
        """Its class."""
        if self.whole:
            return Class.GAME
        return _CLASS_OF[self.script.asks[0].what] if self.script.asks else Class.EFFECT

    def json(self) -> Part:
        """As in the files, with the answers."""
        setting = self.script.setting
        game: Part = {"game": setting.game.name} if setting.game.name != registry.DEFAULT else {}
        told: Part = {"told": _stored(setting.game, setting.told)} if setting.told and setting.adopted else {}
        edition: Part = {"edition": setting.edition} if setting.edition != SHIPPED else {}
        content = self.script.json()
        return {
            "id": self.id,
            "cites": [*self.cites],
            "class": self.sort.value,
            **game,
            "seats": setting.seats,
            **dict(setting.variants),
            "rulings": _stored(setting.game, setting.rulings),
            **told,
            **edition,
            "start": content["start"],
            "moves": content["moves"],
            "asks": content["asks"],
            **({"route": content["route"]} if "route" in content else {}),
            "expected": expected(self.script, self.whole),
        }


def _stored(game: Game, reading: Letters) -> Part:
    return {**brief(game.register, reading)}


def expected(script: Script, whole: bool = False) -> Part:
    """What is right after the moves: whose turn it is, the digest of the table, and the answers.

    An effect also includes the table; a whole game has a digest for each move.
    """
    line, last = script.played(), len(script.moves)
    shown: Part = {} if whole or script.asks else {"table": line.table(last)}
    digests: Part = {"digests": [line.digest(ply) for ply in range(1, last + 1)]} if whole else {}
    return {
        "to_move": line.to_move(last),
        "digest": line.digest(last),
        **shown,
        **digests,
        "answers": [line.answer(ask) for ask in script.asks],
    }


@frozen
class _Shape:
    """A vector in a file, except for its class, because `class` is a keyword of Python, and for its setting."""

    id: str
    cites: tuple[str, ...]
    start: Plain
    moves: tuple[Plain, ...]
    asks: tuple[Ask, ...]
    route: Route | None = None
    expected: Plain | None = None


_KEYS: Final = frozenset(field.name for field in attrs.fields(_Shape))
_CONVERTER = strict_converter()


def read_vector(content: object) -> Vector:
    """A vector from plain JSON. A `ShinkansenError` says what is wrong: its form, a script that cannot be played, or
    an expected answer that is not right."""
    shape, vector = _read(content)
    checked(vector.script, f"vector {shown(vector.id)}")
    book = vector.script.setting.game.rulebook
    if strangers := [clause for clause in vector.cites if clause not in book]:
        raise VectorError(f"vector {shown(vector.id)}: it cites {shown(strangers[0])}, which is not a clause")
    said = cast("dict[str, object]", content)["class"]
    if said != vector.sort.value:
        raise VectorError(f"vector {shown(vector.id)}: its class is {shown(said)}, expected {vector.sort.value!r}")
    if shape.expected is not None:
        right = next(json_difference.findings(expected(vector.script, vector.whole), shape.expected, "expected"), None)
        if right is not None:
            raise VectorError(f"vector {shown(vector.id)}: {right}")
    return vector


def _read(content: object) -> tuple[_Shape, Vector]:
    """A vector of the right form, not played yet."""
    if not isinstance(content, dict):
        raise VectorError(f"vector: found {shown(content)}, expected a table")
    known = cast("dict[str, Json]", content)
    sort = known.get("class")
    shape = structure(_CONVERTER, {key: known[key] for key in known if key in _KEYS}, _Shape, "vector")
    if sort not in [*Class]:
        raise VectorError(f"vector {shown(shape.id)}: class: found {shown(sort)}, expected one of {', '.join(Class)}")
    said = {key: value for key, value in known.items() if key not in _KEYS and key != "class"}
    # What was written when there was only one game does not name it.
    setting = read_setting({"game": registry.DEFAULT, **said}, "vector", "vector")
    script = Script(setting, shape.start, shape.moves, shape.asks, shape.route)
    return shape, Vector(shape.id, shape.cites, script, sort == Class.GAME)


# -- files


@cache
def shipped(game: Game) -> tuple[Vector, ...]:
    """The vectors that come with a game."""
    # Tests check what they say, so they are not played here.
    return tuple(_read({"game": game.name, **row})[1] for sort in Class for row in _rows(game, sort))


def _rows(game: Game, sort: Class) -> list[dict[str, Any]]:
    if not game.has(VECTORS):
        return []
    folder = game.part(VECTORS)
    if not folder.is_dir():
        raise VectorError(f"the vectors of {game.title} should be in {folder}, which is not a folder")
    file = folder.joinpath(f"{sort}.json")
    if not file.is_file():
        return []
    content = parse_json(file.read_text(encoding="utf-8"), file.name, VectorError)
    rows: object = cast("dict[str, object]", content).get("vectors") if isinstance(content, dict) else None
    if not isinstance(rows, list) or not all(_is_of(game, row) for row in cast("list[object]", rows)):
        raise VectorError(f"{file.name} of {game.title} cannot be read: expected an object with its `vectors`")
    return cast("list[dict[str, Any]]", rows)


def _is_of(game: Game, row: object) -> bool:
    return isinstance(row, dict) and cast("dict[str, object]", row).get("game", game.name) == game.name


def kills(game: Game) -> dict[str, list[str]]:
    """Which vectors each mutant of a game fails."""
    return cast("dict[str, list[str]]", _known(game).get("kills", {}))


def unseen(game: Game) -> dict[str, str]:
    """The mutants that cannot be told from the reference over the wire, and why not."""
    return cast("dict[str, str]", _known(game).get("unseen", {}))


@cache
def _known(game: Game) -> dict[str, Any]:
    file = game.part(VECTORS).joinpath("kills.json")
    text = file.read_text(encoding="utf-8") if file.is_file() else '{"kills": {}, "unseen": {}}'
    content = parse_json(text, file.name, VectorError)
    if not isinstance(content, dict):
        raise VectorError(f"{file.name} of {game.title} cannot be read: expected an object")
    return freeze(cast("dict[str, Any]", content))


def texts(game: Game, vectors: tuple[Vector, ...]) -> dict[str, str]:
    """The files of the set by name, with one vector on each line, so that they are easy to read and compare."""
    found: dict[str, str] = {}
    usual: Part = {**game.register.reading()}
    edition = ', "edition": "edition.json"' if game.has(EDITIONS) else ""
    for sort in Class:
        rows = [canonical(vector.json()) for vector in vectors if vector.sort is sort]
        if rows:
            head = f'"format": {FORMAT}, "game": "{game.name}", "class": "{sort}"{edition}'
            body = ",\n".join(rows)
            found[f"{sort}.json"] = f'{{{head}, "rulings": {canonical(usual)}, "vectors": [\n{body}\n]}}\n'
    return found


def write(game: Game, directory: Path) -> list[Path]:
    """Write the shipped set into a directory that is new or empty, with the edition and a page that explains it."""
    content = {"README.md": _guide(game)}
    if game.has(EDITIONS):
        others = sorted({vector.script.setting.edition for vector in shipped(game)} - {SHIPPED})
        content["edition.json"] = canonical(edition_json(game)) + "\n"
        content |= {f"edition-{name}.json": canonical(edition_json(game, name)) + "\n" for name in others}
    for file in sorted(game.part(VECTORS).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".json"):
            content[file.name] = file.read_text(encoding="utf-8")
    write_folder(directory, content, VectorError)
    return [directory / name for name in content]


def _guide(game: Game) -> str:
    return _GUIDE.format(
        title=game.title, edition=_EDITION if game.has(EDITIONS) else "", kills=_KILLS if kills(game) else ""
    )


_EDITION: Final = """`edition.json`: the figures that vectors use; if one names another
  `edition`, it uses `edition-NAME.json` instead. """
_KILLS: Final = "- `kills.json`: which of our deliberately wrong engines fail which vectors.\n"
_GUIDE: Final = """\
# Conformance vectors for {title}

Each file holds one class of vectors, one on each line. The page about the wire (`docs/wire.md`) explains words such as
deal, state, move, table and digest.

- {edition}`rulings` at the top of a file are the readings that all its
  vectors follow, except for those that a vector names itself. (A vector written by `shinkansen verify --write-tests`
  may also give under `told` the rulings that your engine was told to follow when it was seen to follow the `rulings`.)
- `legal.json`: all legal moves at a table. `refusal.json`: whether a move is legal and, if not, by which clause.
  `effect.json`: the table after the last move. `score.json`: scores. `game.json`: whole games.
{kills}
To check an engine: set up the game from `start` (a `deal` or a `state`) and make the `moves`, all of which are legal.
Then `to_move` and the digest of the table must be as `expected`, and each question in `asks` (after `ply` moves) has
its answer at the same place in `answers`. The order of `moves` in an answer does not matter. To `try` a move means to
make it although it is illegal: it must be refused, and nothing may change. If a vector names a `route`, your engine was
wrong only when taken to the table that way: by `play`, led move by move, or by `load`.
"""
