"""Artefacts: a difference in a file of its own, with all that is needed to ask it again.

The file holds the setting, the deal (or state), the moves and the question, the answer we expect and the one that was
given; and beside that, for people, the class, the clauses and the game in sentences.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from attrs import frozen

from shinkansen import __version__
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.nearby import Part
from shinkansen.core.text import is_printable, printable
from shinkansen.core.wire import Json, canonical, digest
from shinkansen.core.writing import made_folder, write_over
from shinkansen.verify.findings import Finding
from shinkansen.verify.script import SHIPPED, Script, edition_named, read_script
from shinkansen.verify.talk import WIRE

FORMAT = 1


class ArtefactError(ShinkansenError):
    """An artefact that cannot be read or written, or is not for this version."""


@frozen
class Artefact:
    """What is read from a file: the script to ask again, and what was seen."""

    script: Script
    sentence: str


def artefact_json(finding: Finding, engine: str) -> Part:
    """A difference as plain JSON."""
    found = finding.difference
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
        "edition": found.script.setting.rules.edition.digest(),
        **found.script.json(),
        "expected": found.expected,
        "actual": found.actual,
    }


def told(script: Script) -> list[str]:
    """The moves of a script in sentences, each with who makes it."""
    line = script.played()
    names = line.rules.kit.seat_names
    return [f"{names[line.to_move(ply) or 0]}: {line.said(ply + 1)}" for ply in range(len(script.moves))]


def write(directory: Path, content: Part) -> Path:
    """Write an artefact; the name says what it is about, and the same difference has the same name."""
    clauses = cast("list[Json]", content["clauses"])
    about = re.sub(r"[^0-9A-Z.]", "", str(clauses[0])) if clauses else ""
    name = f"{content['class']}-{about or 'unknown'}-{short_digest(content)}.json"
    path = directory / name
    # An older one may be cut, or of another engine that is wrong in the same way.
    with made_folder(directory, ArtefactError):
        write_over(path, canonical(content) + "\n", ArtefactError)
    return path


def again(path: Path, engine: Sequence[str], program: Sequence[str] = ("shinkansen",)) -> str:
    """The command line that asks it again; `engine` is how it is called on one, such as `-- node engine.js`."""
    return " ".join(map(_quoted, [*program, "verify", "--rerun", str(path), *engine]))


def _quoted(word: str) -> str:
    """A word for a shell, on one line and printable. Only odd words need the second form, which most shells know."""
    if is_printable(word):
        return shlex.quote(word)
    return "$'" + "".join(f"\\x{byte:02x}" for byte in os.fsencode(word)) + "'"


def short_digest(content: Part) -> str:
    """A few letters that are the same for the same game and question."""
    return digest({key: content[key] for key in ("setting", "start", "moves", "asks")})[:8]


def read(path: Path) -> Artefact:
    """An artefact from its file."""
    content: Any = parse_json(read_text(path, ArtefactError), path, ArtefactError)
    if not isinstance(content, dict):
        raise ArtefactError(f"{printable(path)}: is not an artefact, expected a JSON object")
    known = cast("Part", content)
    if missing := [key for key in ("format", "edition", "setting", "start", "moves", "asks") if key not in known]:
        raise ArtefactError(f"{printable(path)}: is not an artefact, there is no {missing[0]!r}")
    if known["format"] is not FORMAT:
        raise ArtefactError(f"{printable(path)}: has format {known.get('format')!r}, expected {FORMAT}")
    setting = known.get("setting")
    name = setting.get("edition", SHIPPED) if isinstance(setting, dict) else SHIPPED
    if known.get("edition") != edition_named(str(name)).digest():
        raise ArtefactError(f"{printable(path)}: is for another edition than the one shipped with this version")
    parts = {key: known[key] for key in ("setting", "start", "moves", "asks") if key in known}
    script = read_script(parts, str(path))
    if not script.asks and not script.moves:
        raise ArtefactError(f"{printable(path)}: asks nothing, expected moves or a question")
    return Artefact(script, str(known.get("sentence", "")))
