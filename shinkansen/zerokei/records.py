"""The rules that a record of Zero-Kei was played under: the ruleset of its settings, or why we do not have it."""

from __future__ import annotations

from attrs import frozen

from shinkansen.core.errors import RecordError, RulingError, ShinkansenError, WireError
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.core.record import Record, compare_settings
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.ruleset import NAME, VERSION, ZeroKei
from shinkansen.zerokei.rulings import restored

_CONVERTER = strict_converter()


@frozen
class _EditionName:
    id: str
    digest: str


@frozen
class _Settings:
    """What `ZeroKei.settings` writes."""

    game: str
    version: int
    edition: _EditionName
    rulings: dict[str, str]
    seats: int
    hard: bool = False


def rules_of(told: Record, edition: Edition | None = None) -> ZeroKei:
    """The ruleset a record was played by, with this edition or else the one shipped; `RecordError` if it is another."""
    # First of all, and alone: the settings of another game or of a newer version may have another form.
    version = told.settings.get("version")
    older = type(version) is int and 0 < version < VERSION
    ours: dict[str, Json] = {"game": NAME, "version": version if older else VERSION}
    compare_settings({name: told.settings.get(name) for name in ours}, ours)
    try:
        named = structure(_CONVERTER, told.settings, _Settings, "settings")
    except WireError as problem:
        raise RecordError(f"the settings of the record cannot be read: {problem}") from None
    have = edition or shipped()
    if named.edition.digest != have.digest():
        raise RecordError(
            f"the record was played with the edition {_name(named.edition)}, but {'this' if edition else 'ours'} is "
            f"{_name(_EditionName(have.id, have.digest()))}; give the edition it was played with (--edition FILE)"
        )
    try:
        return ZeroKei(named.seats, have, restored(named.rulings, named.version), named.hard)
    except RulingError as problem:
        raise RecordError(f"the record was played with rulings that we do not have: {problem}") from None
    except ShinkansenError as problem:
        raise RecordError(f"the record has a wrong number of seats: {problem}") from None


def _name(edition: _EditionName) -> str:
    return f"{shown(edition.id)} (digest {shown(edition.digest[:12])})"
