"""Logs of Zero-Kei as a part of the game: written from records, read from files and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from attrs import evolve

from shinkansen.core.log_verdict import LogVerdict, Watch
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json
from shinkansen.core.record import Record
from shinkansen.zerokei import log_check, logs
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.ruleset import ZeroKei


def of_record(rules: AnyRules, told: Record) -> str:
    """What people at the table could have written down of a recorded game."""
    return logs.of_record(cast("ZeroKei", rules), told)


def check(file: str, edition: Json, letters: Mapping[str, str], watch: Watch) -> tuple[str, LogVerdict]:
    """What the file is called, and whether the game can have gone as it says; letters override those of the log."""
    own = from_json(edition) if edition is not None else None
    log, name = logs.read(file), logs.name_of(file)
    try:
        return name, log_check.check(evolve(log, rulings={**log.rulings, **letters}), own, watch)
    except logs.LogError as problem:
        raise logs.LogError(f"{name}: {problem}") from None
