"""Reading the files in which a game keeps its witnesses and the measured impact of its rulings."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Final, TypeVar

from shinkansen.core.errors import GameError, ShinkansenError
from shinkansen.core.files import parse_json
from shinkansen.core.plain_json import strict_converter, structure

T = TypeVar("T")

_CONVERTER: Final = strict_converter()


def read_stored(file: Traversable, kind: type[T]) -> T:
    """What a file says, in this form; `GameError` tells everything that is wrong with it."""
    try:
        content: object = parse_json(file.read_text(encoding="utf-8"), file.name, GameError)
        return structure(_CONVERTER, content, kind, file.name)
    except (OSError, ValueError, ShinkansenError) as problem:
        raise GameError(f"{file.name} cannot be read: {problem}") from None
