"""The commands of the command line, one module each.

A module here has a function `add` that adds its parsers; each parser sets `run`, a function from the parsed arguments
to an exit code. The modules read arguments and print; the work is done elsewhere.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol

from shinkansen.core.errors import ShinkansenError


class Groups(Protocol):
    """The object of `argparse` that commands are added to (its own class is private)."""

    def add_parser(self, name: str, *, help: str) -> argparse.ArgumentParser: ...


def need_verify() -> None:
    """Raise a clear error if the extra `verify` is missing; checked when a command runs, since most do not need it."""
    try:
        import_module("shinkansen.verify")
    except ModuleNotFoundError as missing:
        raise ShinkansenError(str(missing)) from None
