"""The data that comes with Next Station: folders and files, and which of its modules are the engine."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from shinkansen.core.parts import EngineSource

SCHEMAS: Final = files("shinkansen.nextstation").joinpath("schemas")
"""The JSON Schemas of what only this game has on the wire."""
VECTORS: Final = files("shinkansen.nextstation").joinpath("vectors")
"""The conformance vectors."""
SEARCH: Final = files("shinkansen.nextstation").joinpath("search.toml")
"""The words of its players, and the glossary."""
EXAMPLES: Final = files("shinkansen.nextstation").joinpath("examples.json")
"""What the search needs of the worked examples; `python -m docs.extension.worked` writes it."""
_ASIDE: Final = ("careless", "invariants", "log_clauses", "move_kinds", "places", "second_scorer")
ENGINE: Final = EngineSource(files("shinkansen.nextstation"), aside=_ASIDE)
"""The engine: all modules but those that check games, or are wrong on purpose."""
