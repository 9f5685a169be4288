"""Logs of Zero-Kei as a part of the game: written from records, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from attrs import evolve

from shinkansen.core.errors import ArgumentError
from shinkansen.core.log_verdict import LogVerdict, Watch
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json
from shinkansen.core.record import Record
from shinkansen.zerokei import log_check, logs
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.ruleset import ZeroKei

tells_moves: Final = True


def of_record(rules: AnyRules, told: Record, seat: int | None) -> str:
    """What people at the table could have written down of a recorded game."""
    if seat is not None:
        raise ArgumentError("a log of this game is about the whole table, so no seat can be chosen")
    return logs.of_record(cast("ZeroKei", rules), told)


def check(text: str, edition: Json, letters: Mapping[str, str], watch: Watch) -> LogVerdict:
    """Whether the game can have gone as the text says; letters override those of the log."""
    own = from_json(edition) if edition is not None else None
    log = logs.from_text(text)
    return log_check.check(evolve(log, rulings={**log.rulings, **letters}), own, watch)
