"""Engines for checks at length, to be named as `module:object`: a careless one, and one with trouble that passes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.demo_engine import engine
from shinkansen.verify.conversation.serving import reference

LONG: Final = 30
NOTED: Final = "SHINKANSEN_TEST_NOTED"
"""The name of what says where an engine notes that it had trouble."""


class Careless:
    """The bundled engine, which makes mistakes and reads a ruling in another way."""

    def __init__(self) -> None:
        self._server = engine()

    def answer(self, request: object) -> Mapping[str, Json]:
        """Its answer."""
        return self._server.answer(request)


class Right:
    """The reference."""

    def __init__(self) -> None:
        self._server = reference()

    def answer(self, request: object) -> Mapping[str, Json]:
        """Its answer."""
        return self._server.answer(request)


class Hiccups(Right):
    """The reference; but the third time that anybody asks it for a whole game, it answers nonsense."""

    def answer(self, request: object) -> Mapping[str, Json]:
        """Its answer, or nonsense."""
        noted, asked = Path(os.environ[NOTED]), cast("dict[str, Json]", request)
        if asked["cmd"] == "play":
            noted.write_text(f"{noted.read_text() if noted.exists() else ''}x")
            if len(noted.read_text()) == 3:
                return {"seq": asked["seq"]}
        return super().answer(request)


class Stubborn(Right):
    """The reference; but to a long game for four it answers nonsense, each time."""

    def answer(self, request: object) -> Mapping[str, Json]:
        """Its answer, or nonsense."""
        asked = cast("dict[str, Json]", request)
        if asked.get("seats") == 4 and len(cast("list[Json]", asked.get("moves", []))) > LONG:
            return {"seq": asked["seq"]}
        return super().answer(request)
