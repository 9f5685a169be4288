"""Artefacts: a difference in a file of its own, with everything needed to ask again.

The file holds the setting, the deal (or state), the moves and the question, the expected answer and the one that was
given; and for people, the class, the clauses and the game in sentences.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from attrs import frozen

from shinkansen import __version__
from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical, digest, shown, strict_converter, structure
from shinkansen.core.text import is_printable, printable
from shinkansen.core.writing import made_folder, write_over
from shinkansen.verify.conversation.talk import WIRE
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.script import Script, read_script, read_setting

FORMAT = 1
"""The version of the format of artefacts."""


class ArtefactError(ShinkansenError):
    """An artefact cannot be read or written, or is not for this version."""


@frozen
class Artefact:
    """The content of a file: the script to ask again, and what was seen."""

    script: Script
    sentence: str


def artefact_json(finding: Finding, engine: str) -> Part:
    """A difference as plain JSON."""
    found = finding.difference
    edition = found.script.setting.rules.edition_id
    return {
        "format": FORMAT,
        "shinkansen": __version__,
        "wire": WIRE,
        "engine": engine,
        "class": found.kind.value,
        "clauses": [*finding.clauses],
        "where": found.where,
        "sentence": found.sentence,
        "readings": [str(reading) for reading in finding.readings],
        "game": [*told(found.script)],
        **({"edition": edition.digest} if edition is not None else {}),
        **found.script.json(),
        "expected": found.expected,
        "actual": found.actual,
    }


def told(script: Script) -> list[str]:
    """The moves of a script as sentences, each with the player who makes it."""
    line = script.played()
    names = line.rules.seat_names
    return [f"{names[line.to_move(ply) or 0]}: {line.said(ply + 1)}" for ply in range(len(script.moves))]


def write(directory: Path, content: Part) -> Path:
    """Write an artefact; the file name says what it is about, and the same difference always gets the same name."""
    clauses = cast("list[Json]", content["clauses"])
    about = re.sub(r"[^0-9A-Z.]", "", str(clauses[0])) if clauses else ""
    name = f"{content['class']}-{about or 'unknown'}-{short_digest(content)}.json"
    path = directory / name
    # An older file may be incomplete, or belong to another engine that is wrong in the same way.
    with made_folder(directory, ArtefactError):
        write_over(path, canonical(content) + "\n", ArtefactError)
    return path


def again(path: Path, engine: Sequence[str], program: Sequence[str] = ("shinkansen",)) -> str:
    """The command line that asks it again; `engine` is the part that names the engine, such as `-- node engine.js`."""
    return " ".join(map(_quoted, [*program, "verify", "--rerun", str(path), *engine]))


def _quoted(word: str) -> str:
    """A word for a shell, on one line and printable. Only odd words need the second form, which most shells support."""
    if is_printable(word):
        return shlex.quote(word)
    return "$'" + "".join(f"\\x{byte:02x}" for byte in os.fsencode(word)) + "'"


def short_digest(content: Part) -> str:
    """A few letters that identify the game and the question."""
    return digest({key: content[key] for key in (*_SCRIPT, *_MAYBE) if key in content})[:8]


@frozen
class _Head:
    """What an artefact says about itself; everything that is not here or in a script is for people."""

    format: int
    edition: str | None = None
    sentence: str = ""


_CONVERTER = strict_converter()


def game_of(path: str | Path) -> Game:
    """The game that an artefact is about, before the rest of it is read, which may need an edition of that game."""
    content: object = parse_json(read_text(path, ArtefactError), path, ArtefactError)
    setting = cast("dict[str, object]", content).get("setting") if isinstance(content, dict) else None
    name = cast("dict[str, object]", setting).get("game") if isinstance(setting, dict) else None
    return registry.game(name if isinstance(name, str) and name in registry.names() else registry.DEFAULT)


def read(path: str | Path) -> Artefact:
    """An artefact from its file; an `ArtefactError` if we cannot ask it again."""
    name = printable(path)
    content: object = parse_json(read_text(path, ArtefactError), path, ArtefactError)
    if not isinstance(content, dict):
        raise ArtefactError(f"{name}: is not an artefact, expected a JSON object")
    known = cast("dict[str, Any]", content)
    if missing := [key for key in ("format", *_SCRIPT) if key not in known]:
        raise ArtefactError(f"{name}: is not an artefact, it has no {missing[0]!r}")
    if type(known["format"]) is not int or known["format"] != FORMAT:
        raise ArtefactError(f"{name}: has format {shown(known['format'])}, expected {FORMAT}")
    try:
        head = structure(
            _CONVERTER, {key: known[key] for key in ("format", "edition", "sentence") if key in known}, _Head, name
        )
        if isinstance(known["setting"], dict):
            edition = read_setting(cast("dict[str, Json]", known["setting"]), name, f"{name}.setting").rules.edition_id
            if (edition.digest if edition is not None else None) != head.edition:
                raise ArtefactError(f"{name}: is for an edition other than the one shipped with this version")
        script = read_script({key: known[key] for key in (*_SCRIPT, *_MAYBE) if key in known}, name)
    except ArtefactError:
        raise
    except ShinkansenError as problem:
        said = str(problem)
        raise ArtefactError(said if said.startswith(name) else f"{name}: {said}") from None
    if not script.asks and not script.moves:
        raise ArtefactError(f"{name}: contains nothing to ask, expected moves or a question")
    return Artefact(script, head.sentence)


_SCRIPT: Final = ("setting", "start", "moves", "asks")
_MAYBE: Final = ("route",)
"""The keys of an artefact that belong to its script, and those that may be missing."""
