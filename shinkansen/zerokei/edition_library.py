"""The editions of Zero-Kei, in the form that a setting has them: those that come with it, and files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.plain_json import Json
from shinkansen.zerokei import edition_check
from shinkansen.zerokei.witnesses import editions


@cache
def known() -> Mapping[str, Json]:
    """The shipped one, and those in which a reading shows that cannot show in the shipped one."""
    return freeze_table({name: freeze(cast("Json", edition.to_json())) for name, edition in editions().items()})


def load(file: str | Path) -> Json:
    """The edition in a file; `EditionError` says everything that is wrong with it."""
    return cast("Json", edition_check.load(file).to_json())
