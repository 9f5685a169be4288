"""The data that comes with Zero-Kei: folders and files, and which of its modules are the engine."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from shinkansen.core.parts import EngineSource

SCHEMAS: Final = files("shinkansen.zerokei").joinpath("schemas")
"""The JSON Schemas of what only this game has on the wire."""
VECTORS: Final = files("shinkansen.zerokei").joinpath("vectors")
"""The conformance vectors."""
EXAMPLES: Final = files("shinkansen.zerokei").joinpath("examples.json")
"""What the search needs of the worked examples; `python -m docs.extension.worked` writes it."""
SEARCH: Final = files("shinkansen.zerokei").joinpath("search.toml")
"""The words of its players, and the glossary."""
ENGINE: Final = EngineSource(files("shinkansen.zerokei"), aside=("log_check", "move_kinds", "places", "second_scorer"))
"""The engine: all modules but those that check games, cite what changed or are there for a page."""
