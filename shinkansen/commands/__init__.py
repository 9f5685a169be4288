"""The commands of the command line, one module each; their names and helps are in `cli`.

A module here has a function `add` that adds arguments to the parser of its command. It also gets the words that follow
the command, for options that depend on the game (`arguments.game_for`). It sets `run`, a function from the parsed
arguments to an exit code. The modules read arguments and print; the work is done elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TypeAlias

from shinkansen.core.errors import ShinkansenError

Words: TypeAlias = Sequence[str]
"""What follows a command on the command line."""


def need_verify() -> None:
    """Raise a clear error if the extra `verify` is missing; checked when a command runs, since most do not need it."""
    try:
        import_module("shinkansen.verify")
    except ModuleNotFoundError as missing:
        raise ShinkansenError(str(missing)) from None
