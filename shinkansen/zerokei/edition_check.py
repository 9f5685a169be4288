"""Turning a file into an edition, or into a list of everything that is wrong with it.

There are two steps. The strict converter reads the plain values and says what is of the wrong type, missing or unknown.
Then the checks of `edition_consistency` compare figures with each other and with the rulebook. Somebody who fills in a
file wants to see all problems at once, so the second step also runs when only a part could be read: it works on a
`Partial`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, cast

import attrs
from attrs import frozen

from shinkansen.core.errors import EditionError, Finding
from shinkansen.core.files import PACKAGE, parse_json, parse_toml, path_of, read_text
from shinkansen.core.plain_json import UNREADABLE, MisreadError, findings
from shinkansen.core.text import printable
from shinkansen.zerokei.edition import CONVERTER, Edition, row_name

_SHIPPED = PACKAGE / "zerokei" / "editions" / "reconstructed.toml"
"""The default edition, as text for people to read."""


@frozen
class Report:
    """What a check found: the edition, or everything that is wrong."""

    findings: tuple[Finding, ...]
    edition: Edition | None

    def accepted(self, where: str) -> Edition:
        """The edition, or an `EditionError` with all findings."""
        if self.edition is None:
            count = len(self.findings)
            raise EditionError(f"{where}: not a valid edition, {count} problem{'s' * (count != 1)}:", self.findings)
        return self.edition


def load(path: str | Path | None = None) -> Edition:
    """The edition in a TOML or JSON file; without a path, the shipped one."""
    return shipped() if path is None else check(read(path)).accepted(printable(path))


def read(path: str | Path) -> object:
    """The plain values of an edition file, not checked yet."""
    path = path_of(path, EditionError)
    parse = parse_json if path.suffix.lower() == ".json" else parse_toml
    return parse(read_text(path, EditionError), path, EditionError)


def from_json(value: object) -> Edition:
    """The edition with this JSON form."""
    return check(value).accepted("this value")


@cache
def shipped() -> Edition:
    """The default edition: reconstructed where necessary."""
    # It is only read: a test holds that nothing is wrong with it, and checking takes as long as reading.
    return CONVERTER.structure(parse_toml(shipped_text(), _SHIPPED, EditionError), Edition)


def shipped_text() -> str:
    """The file of the default edition, comments and all."""
    return _SHIPPED.read_text(encoding="utf-8")


def check(raw: object) -> Report:
    """Everything that is wrong with the plain values of an edition, in the order of the file."""
    from shinkansen.zerokei.edition_consistency import inconsistencies  # here, because the shipped one needs no check
    from shinkansen.zerokei.edition_partial import Partial
    from shinkansen.zerokei.edition_sources import exceptions_name_figures

    edition: Edition | None = None
    problems: list[Finding] = []
    try:
        edition = CONVERTER.structure(raw, Edition)
    except MisreadError as problem:
        problems = [Finding("the whole file", problem.found, problem.expected)]
    except UNREADABLE as problem:
        problems = [*findings(problem, raw, "", row_name)]
    if isinstance(raw, dict):
        partial = Partial.of(cast("dict[str, Any]", raw))
        problems += inconsistencies(partial)
        problems += exceptions_name_figures(partial, {finding.path.partition(".")[0] for finding in problems})
    places = [field.name for field in attrs.fields(Edition)]
    problems.sort(key=lambda finding: places.index(top) if (top := finding.path.partition(".")[0]) in places else -1)
    return Report(tuple(problems), None if problems else edition)
