"""The data that comes with Next Station: folders, and which of its modules are the engine."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from shinkansen.core.parts import EngineSource

SCHEMAS: Final = files("shinkansen.nextstation").joinpath("schemas")
"""The JSON Schemas of what only this game has on the wire."""
_ASIDE: Final = ("careless", "invariants", "places", "second_scorer")
ENGINE: Final = EngineSource(files("shinkansen.nextstation"), aside=_ASIDE)
"""The engine: all modules but those that check games, or are wrong on purpose."""
