"""The folders with data that comes with Zero-Kei."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

SCHEMAS: Final = files("shinkansen.zerokei").joinpath("schemas")
"""The JSON Schemas of what only this game has on the wire."""
VECTORS: Final = files("shinkansen.zerokei").joinpath("vectors")
"""The conformance vectors."""
