"""States that somebody sent: a position in one line, or a file with a state: the state itself in the form of the wire,
or a `load` request, a vector or an artefact that holds one.

A position begins with the name of its game, and files other than the state itself say theirs; what does not is of the
usual game. All but the state itself also say under which rules to read it; for that one, the game sees it from the
table (`parts.SETTINGS`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Final, cast

from attrs import field, frozen

from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError, WireError
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.game import Game, Plain, setting
from shinkansen.core.log_text import not_a_log
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.parts import EDITIONS, SETTINGS
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.core.position import is_packed_under, is_position, packed_setting
from shinkansen.core.text import printable

_CONVERTER = strict_converter()


@frozen
class Sent:
    """Something that holds a state, and whose game is known, so that an edition and letters can be given for it."""

    game: Game
    _read: Callable[[Json, Mapping[str, object]], tuple[AnyRules, State]]
    where: str = ""
    """The file, which errors begin with."""

    def read(self, edition: Json = None, letters: Mapping[str, object] | None = None) -> tuple[AnyRules, State]:
        """The rules and the state; the edition and the letters override what was sent."""
        try:
            return self._read(edition, letters or {})
        except ShinkansenError as problem:
            if not self.where:
                raise
            raise WireError(f"{self.where}: {problem}") from None


def sent(name: str, game: Game | None = None) -> Sent:
    """What somebody names on the command line: a position in one line, or a file with a state.

    If a game is given, it must be of that game.
    """
    if is_position(name):
        named = name.partition("/")[0]
        if game is None:
            game = registry.game(named if named in registry.names() else registry.DEFAULT)
        return of_position(game, name)
    path = Path(name)
    content: object = parse_json(not_a_log(read_text(path, WireError), path, WireError), path, WireError)
    try:
        return of_plain(content, game, printable(path))
    except ShinkansenError as problem:
        raise WireError(f"{printable(path)}: {problem}") from None


def _named(name: str | None, game: Game | None) -> Game:
    """The game that a file names, or which is given, or the usual one."""
    known = registry.names() if game is None else (game.name,)
    if name is not None and name not in known:
        raise WireError(f"setting.game: found {shown(name)}, expected {' or '.join(map(shown, known))}")
    return game if game is not None else registry.game(name or registry.DEFAULT)


# -- positions


def of_position(game: Game, text: str) -> Sent:
    """The state that a line stands for; `letters` override what the line says.

    If it is of an edition that does not come with the game, that edition must be given.
    """

    def read(edition: Json, letters: Mapping[str, object]) -> tuple[AnyRules, State]:
        if not game.has(SETTINGS):
            return _unpacked(game, text, edition, letters)
        own = game.part(SETTINGS).of_position(text, edition)
        try:
            rules = game.open(own)
        except ShinkansenError as problem:
            raise WireError(f"position, setting: {problem}") from None
        return _under(game, rules, own, rules.read_position(text), letters)

    return Sent(game, read)


def _under(
    game: Game, rules: AnyRules, own: Plain, state: State, letters: Mapping[str, object]
) -> tuple[AnyRules, State]:
    """The state under other letters, if some are named."""
    if not letters:
        return rules, state
    reading = game.register.reading({**rules.letters, **game.register.letters(letters)})
    others = game.open({**own, "rulings": dict(reading)})
    return others, others.read_state(rules.state_json(state))


def _unpacked(game: Game, text: str, edition: Json, letters: Mapping[str, object]) -> tuple[AnyRules, State]:
    """A position of a game that has no form of its own; its setting is only a digest, so we try what it may be of."""
    seats, written = packed_setting(game.name, text)
    for tried in _settings(game, seats, edition, letters):
        rules = game.open(tried)
        if is_packed_under(rules, written):
            return rules, rules.read_position(text)
    raise WireError(
        f"position, setting: found {shown(written)}, which is none of the settings that were tried, with at most one "
        "ruling that is not as preferred; give its rulings with --rulings"
    )


def _settings(game: Game, seats: int, edition: Json, letters: Mapping[str, object]) -> Iterator[dict[str, Json]]:
    """The settings that a position without a form of its own may be of."""
    preferred = game.register.reading(letters)
    others = [
        preferred.but(**{ruling.slug: answer.letter})
        for ruling in game.register.switchable
        for answer in ruling.answers
        if not letters and answer.letter != preferred[ruling.slug]
    ]
    editions: list[Json] = [edition]
    if edition is None and game.has(EDITIONS):
        editions = [*game.part(EDITIONS).known().values()]
    kinds = game.variants_for(seats)
    tables = [dict(zip((kind.name for kind in kinds), row, strict=True)) for row in product(*(k.values for k in kinds))]
    for reading, one, table in product([preferred, *others], editions, tables):
        yield setting({"seats": seats, **table}, reading, one)


# -- files

_KEYS: Final = ("game", "seats", "rulings")


@frozen
class _Setting:
    """What a file may say about the rules, besides variants; its other keys are about something else."""

    game: str | None = None
    seats: int | None = None
    rulings: dict[str, str] = field(factory=dict[str, str])


def of_plain(content: object, game: Game | None = None, where: str = "") -> Sent:
    """The same from the content of a file."""
    around = _object(content)
    state, said = around, dict[str, Json]()
    if "table" not in around:
        start = _object(around.get("start"))
        state = _object(around.get("state", start.get("state")))
        said = _object(around.get("setting", content))
    if not state:
        raise WireError(
            f"found {shown(content)}, expected a state (an object with `table` and `hidden`), or a `load` request, "
            "vector or artefact that contains one"
        )
    named = structure(_CONVERTER, {key: said[key] for key in _KEYS if key in said}, _Setting, "setting")
    of = _named(named.game, game)

    def read(edition: Json, letters: Mapping[str, object]) -> tuple[AnyRules, State]:
        own = edition if edition is not None else _edition(of, said.get("edition"))
        chosen = {**of.register.letters(named.rulings), **of.register.letters(letters)}
        told = _table_says(of, _object(state.get("table"))) if named.seats is None else {"seats": named.seats}
        rules = of.open(setting({**told, **_variants(of, said)}, of.register.reading(chosen), own))
        return rules, rules.read_state(state)

    return Sent(of, read, where)


def _object(value: object) -> dict[str, Json]:
    return cast("dict[str, Json]", value) if isinstance(value, dict) else {}


def _variants(game: Game, said: Plain) -> dict[str, Json]:
    found = {variant: said[variant.name] for variant in game.variants if variant.name in said}
    for variant, value in found.items():
        variant.check(value, f"setting.{variant.name}")
    return {variant.name: value for variant, value in found.items()}


def _table_says(game: Game, table: Plain) -> Plain:
    """What a table that comes without a setting says about it: how many play, at least."""
    if game.has(SETTINGS):
        return game.part(SETTINGS).of_table(table)
    seats = table.get("seats")
    if not isinstance(seats, list):
        raise WireError(
            "the state does not say how many play, expected it in an object with `seats`, as a `load` request has it"
        )
    return {"seats": len(seats)}


def _edition(game: Game, said: Json) -> Json:
    """The edition, either written out or given by name, as in vectors and artefacts for those that are known."""
    if not isinstance(said, str):
        return said
    known = game.part(EDITIONS).known()
    if said not in known:
        raise WireError(
            f"the edition is {shown(said)}, which does not come with this package: give it with --edition FILE"
        )
    return known[said]
