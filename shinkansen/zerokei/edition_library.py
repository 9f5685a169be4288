"""The editions of Zero-Kei: those that come with it and files, in the form that a setting has them and for people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from shinkansen.core.editions import by_name, named
from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.ruleset import EditionId
from shinkansen.core.text import printable
from shinkansen.zerokei import edition_check, edition_text
from shinkansen.zerokei.witnesses import editions

# -- for settings


@cache
def known() -> Mapping[str, Json]:
    """The shipped one, and those in which a reading shows that cannot show in the shipped one."""
    return freeze_table({name: freeze(cast("Json", edition.to_json())) for name, edition in editions().items()})


def load(file: str | Path) -> Json:
    """The edition in a file; `EditionError` says everything that is wrong with it."""
    return cast("Json", edition_check.load(file).to_json())


def identity(edition: Json = None) -> EditionId:
    """What identifies an edition, or the shipped one."""
    own = edition_check.shipped() if edition is None else edition_check.from_json(edition)
    return EditionId(own.id, own.name, own.digest())


# -- for people


def show(file: str | None, form: str = "") -> str:
    """The edition in a file or of a name, or the shipped one, as tables; or with the form `sources` or `json`."""
    edition = edition_check.load() if file is None else named(file, editions(), edition_check.load)
    if form == "json":
        return canonical(edition.to_json())
    return edition_text.show_sources(edition) if form == "sources" else edition_text.show(edition)


def check(file: str) -> tuple[bool, list[str]]:
    """Whether a file, or what has this name, is a valid edition; all findings, or the digest and what is still
    reconstructed."""
    name = printable(file)
    report = edition_check.check(named(file, _plain(), edition_check.read))
    if report.edition is None:
        count = f"{len(report.findings)} problem{'s' * (len(report.findings) != 1)}"
        return False, [*map(str, report.findings), f"{name}: {count}"]
    return True, [
        f"{name}: a valid edition (scope: {report.edition.scope})",
        f"digest {report.edition.digest()}",
        edition_text.show_reconstructed(report.edition),
    ]


def template(name: str = "shipped") -> str:
    """The text of a file to fill in, which begins as the shipped edition; the others are not for people."""
    return by_name(name, {"shipped": edition_text.template})()


def _plain() -> dict[str, object]:
    return {name: edition.to_json() for name, edition in editions().items()}
