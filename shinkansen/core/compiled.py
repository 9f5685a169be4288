"""Which package runs: the sources as they are, or with the hot rooms compiled.

This module is one of those that a compiled build compiles (`compiling/rooms.py`), all of them or none. So where it was
loaded from tells.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from typing import Final

compiled: Final = __file__.endswith(tuple(EXTENSION_SUFFIXES))
"""Whether the rooms where most time is spent are machine code."""
