"""What the command line can do, a module for each command.

A module here has one function, `add`, that adds its parsers; each parser sets `run`, a function from the parsed
arguments to an exit code. They read arguments and print; the work is done elsewhere.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol

from shinkansen.core.errors import ShinkansenError


class Groups(Protocol):
    """What `argparse` gives for adding commands to (its own class is private)."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...


def need_verify() -> None:
    """One sentence if the extra `verify` is missing; asked when a command runs, because most do without it."""
    try:
        import_module("shinkansen.verify")
    except ModuleNotFoundError as missing:
        raise ShinkansenError(str(missing)) from None
