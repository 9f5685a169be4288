"""The sheets of Next Station, shipped or in files, in the form that a setting has them and for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.ruleset import EditionId
from shinkansen.core.text import printable
from shinkansen.nextstation import sheet_check, sheet_text
from shinkansen.nextstation.witnesses import editions

# -- for settings


@cache
def known() -> Mapping[str, Json]:
    """London, and those on which a reading shows that cannot show there."""
    return freeze_table({name: freeze(cast("Json", sheet.to_json())) for name, sheet in editions().items()})


def load(file: str | Path) -> Json:
    """The sheet in a file; `EditionError` says everything that is wrong with it."""
    return cast("Json", sheet_check.load(file).to_json())


def identity(edition: Json = None) -> EditionId:
    """What identifies a sheet, or the shipped one."""
    own = sheet_check.shipped() if edition is None else sheet_check.from_json(edition)
    return EditionId(own.id, own.name, own.digest())


# -- for people


def show(file: str | None, form: str = "") -> str:
    """The sheet in a file, or the shipped one, as tables; or with the form `sources` or `json`."""
    sheet = sheet_check.load(file)
    if form == "json":
        return canonical(sheet.to_json())
    return sheet_text.show_sources(sheet) if form == "sources" else sheet_text.show(sheet)


def check(file: str) -> tuple[bool, list[str]]:
    """Whether a file is a valid sheet; all findings, or the digest and what is reconstructed."""
    name = printable(file)
    report = sheet_check.check(sheet_check.read(file))
    if report.sheet is None:
        count = f"{len(report.findings)} problem{'s' * (len(report.findings) != 1)}"
        return False, [*map(str, report.findings), f"{name}: {count}"]
    return True, [
        f"{name}: a valid edition (scope: {report.sheet.scope})",
        f"digest {report.sheet.digest()}",
        sheet_text.show_reconstructed(report.sheet),
    ]


template = sheet_text.template
