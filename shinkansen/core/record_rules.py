"""The rules that a record was played under: its game, and the ruleset of its settings, or why we do not have it."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import attrs

from shinkansen.core import registry
from shinkansen.core.editions import with_digest
from shinkansen.core.errors import RecordError, RulingError, ShinkansenError, WireError
from shinkansen.core.game import Game, setting
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import EDITIONS
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.core.record import Record, compare_settings

_CONVERTER = strict_converter()


@attrs.frozen
class _EditionName:
    id: str
    digest: str


def game_of_record(told: Record) -> Game:
    """The game that a record names."""
    named = told.settings.get("game")
    if not isinstance(named, str) or named not in registry.names():
        expected = " or ".join(map(shown, registry.names()))
        raise RecordError(f"the record is of another game: game: found {shown(named)}, expected {expected}")
    return registry.game(named)


def rules_of(told: Record, edition: Json = None) -> AnyRules:
    """The ruleset a record was played by, with this edition or else the one it names, if that comes with the game;
    `RecordError` if it was played with another."""
    game = game_of_record(told)
    # First of all, and alone: the settings of a newer version may have another form.
    version = told.settings.get("version")
    older = type(version) is int and 0 < version < game.version
    ours: dict[str, Json] = {"version": version if older else game.version}
    compare_settings({"version": version}, ours)
    try:
        named = structure(_CONVERTER, told.settings, _form(game), "settings")
        for variant in game.variants:
            variant.check(getattr(named, variant.name), f"settings.{variant.name}")
    except WireError as problem:
        raise RecordError(f"the settings of the record cannot be read: {problem}") from None
    if game.has(EDITIONS):
        edition = edition if edition is not None else _known(game, named.edition)
        _check_edition(game, named.edition, edition)
    return _opened(game, named, edition)


def _opened(game: Game, named: Any, edition: Json) -> AnyRules:
    table = {variant.name: getattr(named, variant.name) for variant in game.variants}
    try:
        letters = game.register.restored(named.rulings, named.version)
        return game.open(setting({"seats": named.seats, **table}, letters, edition))
    except RulingError as problem:
        raise RecordError(f"the record was played with rulings that we do not have: {problem}") from None
    except ShinkansenError as problem:
        raise RecordError(f"the record was played with settings that we do not have: {problem}") from None


@cache
def _form(game: Game) -> type[Any]:
    """What `Ruleset.settings` writes for a game, as a class."""
    anything: Any = Any
    rulings: Any = attrs.NOTHING if game.register.switchable else {}
    edition: Any = _EditionName if game.has(EDITIONS) else _EditionName | None
    fields: dict[str, Any] = {
        "game": attrs.field(type=str),
        "version": attrs.field(type=int),
        "edition": attrs.field(type=edition),
        "rulings": attrs.field(type=dict[str, str], default=rulings),
        "seats": attrs.field(type=int),
    }
    for variant in game.variants:
        fields[variant.name] = attrs.field(type=anything, default=variant.usual)
    return cast("type[Any]", attrs.make_class("Settings", fields, frozen=True, kw_only=True))


def _known(game: Game, named: _EditionName) -> Json:
    """The edition that a record names, if it is one that comes with the game other than the usual one."""
    editions = game.part(EDITIONS)
    if named.digest == editions.identity().digest:
        return None
    return with_digest(named.digest, editions.known().values(), editions.identity)


def _check_edition(game: Game, named: _EditionName, edition: Json) -> None:
    have = game.part(EDITIONS).identity(edition)
    if named.digest != have.digest:
        whose = "this" if edition is not None else "ours"
        raise RecordError(
            f"the record was played with the edition {_name(named)}, but {whose} is "
            f"{_name(_EditionName(have.id, have.digest))}; give the edition it was played with (--edition FILE)"
        )


def _name(edition: _EditionName) -> str:
    return f"{shown(edition.id)} (digest {shown(edition.digest[:12])})"
