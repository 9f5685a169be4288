"""Turning a file into a sheet, or into a list of everything that is wrong with it.

There are two steps. The strict converter reads the plain values and says what is of the wrong type, missing or unknown.
Then the checks of `sheet_consistency` compare the tables with each other and with the rulebook. Somebody who fills in a
file wants to see all problems at once, so the second step also runs when only some tables could be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import attrs
from attrs import frozen

from shinkansen.core.editions import by_name
from shinkansen.core.errors import EditionError, Finding
from shinkansen.core.files import PACKAGE, parse_json, parse_toml, path_of, read_text
from shinkansen.core.frozen import freeze_table
from shinkansen.core.plain_json import UNREADABLE, findings
from shinkansen.core.text import printable
from shinkansen.nextstation.sheet import CONVERTER, Sheet
from shinkansen.nextstation.sheet_consistency import inconsistencies
from shinkansen.nextstation.sheet_file import SheetFile, row_name

_FOLDER = PACKAGE / "nextstation" / "editions"
LONDON: Final = "london"
SHIPPED: Final[Mapping[str, str]] = freeze_table({LONDON: "london.toml", "tokyo": "tokyo.toml"})
"""The sheets that come with the game, by id, and the files that they are in as text for people to read; the one that is
played if nobody says otherwise comes first."""


@frozen
class Report:
    """What a check found: the sheet, or everything that is wrong."""

    findings: tuple[Finding, ...]
    sheet: Sheet | None

    def accepted(self, where: str) -> Sheet:
        """The sheet, or an `EditionError` with all findings."""
        if self.sheet is None:
            count = len(self.findings)
            raise EditionError(f"{where}: not a valid edition, {count} problem{'s' * (count != 1)}:", self.findings)
        return self.sheet


def load(path: str | Path | None = None) -> Sheet:
    """The sheet in a TOML or JSON file; without a path, the London sheet."""
    return shipped() if path is None else check(read(path)).accepted(printable(path))


def read(path: str | Path) -> object:
    """The plain values of a file, not checked yet."""
    path = path_of(path, EditionError)
    parse = parse_json if path.suffix.lower() == ".json" else parse_toml
    return parse(read_text(path, EditionError), path, EditionError)


def from_json(content: object) -> Sheet:
    """The sheet with this JSON form."""
    return check(content).accepted("this value")


def shipped(id: str = LONDON) -> Sheet:
    """A sheet that comes with the game, by its id: London, unless another is named; `EditionError` if there is none."""
    return _sheet(by_name(id, SHIPPED))


@cache
def _sheet(name: str) -> Sheet:
    return check(parse_toml(_text(name), name, EditionError)).accepted(name)


def shipped_text(id: str = LONDON) -> str:
    """The file of such a sheet, comments and all."""
    return _text(by_name(id, SHIPPED))


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def check(raw: object) -> Report:
    """Everything that is wrong with the plain values of a sheet, in the order of the file."""
    try:
        file: SheetFile | None = CONVERTER.structure(raw, SheetFile)
        problems: list[Finding] = []
    except UNREADABLE as problem:
        where = "" if isinstance(cast("Any", raw), dict) else "the whole file"
        file, problems = None, [*findings(problem, raw, where, row_name)]
    if isinstance(raw, dict):
        problems += inconsistencies(dict(_read_tables(cast("Any", raw))))
    places = [field.name for field in attrs.fields(SheetFile)]
    problems.sort(key=lambda finding: places.index(top) if (top := finding.path.partition(".")[0]) in places else -1)
    return Report(tuple(problems), None if problems or file is None else file.sheet())


def _read_tables(raw: dict[Any, Any]) -> Iterator[tuple[str, Any]]:
    """The tables that can be read, by name."""
    for field in attrs.fields(attrs.resolve_types(SheetFile)):
        kind: Any = field.type
        if field.name in raw:
            try:
                yield field.name, CONVERTER.structure(raw[field.name], kind)
            except UNREADABLE:
                continue
        elif field.default is not attrs.NOTHING:
            yield field.name, field.default
