"""The `shinkansen` command: its parser, and the choice of what to run.

Exit codes: 0 it is done; 1 the answer is no (a file with problems, nothing found); 2 it could not be done; above 128 a
signal ended it (`terminal`). Commands are imported only when needed, so that Ctrl-C during the import is handled by us.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from shinkansen import __version__
from shinkansen.core.errors import ShinkansenError
from shinkansen.terminal import run

COMMANDS: Final = (
    "demo",
    "search",
    "clause",
    "ruling",
    "edition",
    "record",
    "check",
    "state",
    "picture",
    "replay",
    "coverage",
    "verify",
    "fingerprint",
    "vectors",
)


class _Parser(argparse.ArgumentParser):
    """Refuses `--option=--`; Python's own parser would take the value for an empty list."""

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if action.option_strings and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "found '--', expected a value")
        return super()._get_values(action, arg_strings)


def parser() -> argparse.ArgumentParser:
    """The whole command line; the documentation is generated from it."""
    root = _Parser(
        prog="shinkansen",
        description="The rulebook of Shinkansen: Zero-Kei, as clauses you can cite and figures you can check.",
    )
    root.add_argument("--version", action="version", version=f"shinkansen {__version__}")
    groups = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        module: Any = import_module(f"shinkansen.commands.{command}")
        module.add(groups)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without `argv` the one this process was called with, and then it also ends the process."""
    return run(lambda: _run(argv), whole=argv is None)


def _run(argv: Sequence[str] | None) -> int:
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except SystemExit as end:
        # Something called sys.exit; if we passed its code on, it would look like a verdict.
        raise ShinkansenError(f"something called sys.exit({end.code!r}) during the command: no result") from None
    return code
