"""States that somebody sent: a position in one line, or a file with a state: the state itself in the form of the wire,
or a `load` request, a vector or an artefact that holds one.

All but the state itself say under which rules to read it; for that one, the number of seats is that of its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError, ShinkansenError, WireError
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.core.position import is_position
from shinkansen.core.text import printable
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import from_json, shipped
from shinkansen.zerokei.position import read_setting
from shinkansen.zerokei.ruleset import GAME, ZeroKei
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.table import State
from shinkansen.zerokei.witnesses import editions

_CONVERTER = strict_converter()


@frozen
class _Setting:
    """What a file may say about the rules; its other keys are about something else."""

    game: str = GAME
    seats: int | None = None
    hard: bool = False
    rulings: dict[str, str] = field(factory=dict[str, str])


_KEYS = ("game", "seats", "hard", "rulings")


def given(
    name: str, edition: Edition | None = None, letters: Mapping[str, object] | None = None
) -> tuple[ZeroKei, State]:
    """What somebody names on the command line: a position in one line, or a file with a state."""
    return from_position(name, edition, letters) if is_position(name) else read(Path(name), edition, letters)


def from_position(
    text: str, edition: Edition | None = None, letters: Mapping[str, object] | None = None
) -> tuple[ZeroKei, State]:
    """The state that a line stands for, and the rules it is read with; `letters` override what the line says.

    If it is of an edition that does not come with this package, that edition must be given.
    """
    if edition is not None and not isinstance(edition, Edition):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(edition)}, expected an edition")
    if letters is not None and not isinstance(letters, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(letters)}, expected rulings such as {{'R29': 'b'}}")
    seats, hard, own, rulings = read_setting(GAME, text, [*([edition] if edition else []), *editions().values()])
    if edition is not None and edition.digest() != own.digest():
        raise WireError(f"the position is of the edition {own.id} and not of the one that was given, {edition.id}")
    try:
        rules = ZeroKei(seats, own, rulings, hard)
    except ShinkansenError as problem:
        raise WireError(f"position, setting: {problem}") from None
    state = rules.read_position(text)
    if not letters:
        return rules, state
    others = ZeroKei(seats, own, {**rulings.letters(), **register().letters(letters)}, hard)
    return others, others.read_state(rules.state_json(state))


def read(
    path: Path, edition: Edition | None = None, letters: Mapping[str, object] | None = None
) -> tuple[ZeroKei, State]:
    """The state in a file, and the rules it is read with; `edition` and `letters` override what the file says."""
    content: object = parse_json(read_text(path, WireError), path, WireError)
    try:
        return from_plain(content, edition, letters or {})
    except ShinkansenError as problem:
        raise WireError(f"{printable(path)}: {problem}") from None


def from_plain(content: object, edition: Edition | None, letters: Mapping[str, object]) -> tuple[ZeroKei, State]:
    """The same from the content of the file."""
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
    setting = structure(_CONVERTER, {key: said[key] for key in _KEYS if key in said}, _Setting, "setting")
    if setting.game != GAME:
        raise WireError(f"setting.game: found {shown(setting.game)}, expected {GAME!r}")
    table = _object(state.get("table"))
    seats = table.get("seats")
    at_table = 1 if "hideo" in table else len(seats) if isinstance(seats, list) else 0
    rules = ZeroKei(
        at_table if setting.seats is None else setting.seats,
        edition or _edition(said.get("edition")),
        {**register().letters(setting.rulings), **register().letters(letters)},
        setting.hard,
    )
    return rules, rules.read_state(state)


def _object(value: object) -> dict[str, Json]:
    return cast("dict[str, Json]", value) if isinstance(value, dict) else {}


def _edition(said: Json) -> Edition:
    """The edition, either written out or given by name, as in vectors and artefacts for those in the package."""
    if said is None:
        return shipped()
    if not isinstance(said, str):
        return from_json(said)
    if said not in editions():
        raise WireError(
            f"the edition is {shown(said)}, which does not come with this package: give it with --edition FILE"
        )
    return editions()[said]
