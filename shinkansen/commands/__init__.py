"""What the command line can do, a module for each command.

A module here has one function, `add`, that adds its parsers; each parser sets `run`, a function from the parsed
arguments to an exit code. They read arguments and print; the work is done elsewhere.
"""

from __future__ import annotations

import argparse
from typing import Protocol


class Groups(Protocol):
    """What `argparse` gives for adding commands to (its own class is private)."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...
