"""The sheets of Next Station, shipped or in files, in the form that a setting has them and for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from shinkansen.core.editions import named
from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.ruleset import EditionId
from shinkansen.core.text import printable
from shinkansen.nextstation import sheet_check, sheet_text
from shinkansen.nextstation.witnesses import editions

# -- for settings


@cache
def known() -> Mapping[str, Json]:
    """The sheets that come with the game, by id, and those on which a reading shows that cannot show there."""
    return freeze_table({name: freeze(cast("Json", sheet.to_json())) for name, sheet in editions().items()})


def load(file: str | Path) -> Json:
    """The sheet in a file; `EditionError` says everything that is wrong with it."""
    return cast("Json", sheet_check.load(file).to_json())


def identity(edition: Json = None) -> EditionId:
    """What identifies a sheet, or London."""
    own = sheet_check.shipped() if edition is None else sheet_check.from_json(edition)
    return EditionId(own.id, own.name, own.digest())


# -- for people


def show(file: str | None, form: str = "") -> str:
    """The sheet in a file or of a name, or London, as tables; or with the form `sources` or `json`."""
    sheet = sheet_check.load() if file is None else named(file, editions(), sheet_check.load)
    if form == "json":
        return canonical(sheet.to_json())
    return sheet_text.show_sources(sheet) if form == "sources" else sheet_text.show(sheet)


def check(file: str) -> tuple[bool, list[str]]:
    """Whether a file, or what has this name, is a valid sheet; and all findings, or the digest and what is
    reconstructed."""
    name = printable(file)
    plain: dict[str, object] = {id: sheet.to_json() for id, sheet in editions().items()}
    report = sheet_check.check(named(file, plain, sheet_check.read))
    if report.sheet is None:
        count = f"{len(report.findings)} problem{'s' * (len(report.findings) != 1)}"
        return False, [*map(str, report.findings), f"{name}: {count}"]
    return True, [
        f"{name}: a valid edition (scope: {report.sheet.scope})",
        f"digest {report.sheet.digest()}",
        sheet_text.show_reconstructed(report.sheet),
    ]


def template(name: str = sheet_check.LONDON) -> str:
    """The text of a file to fill in, which begins as one of the sheets that come with the game."""
    return sheet_text.template(sheet_check.shipped_text(name))
