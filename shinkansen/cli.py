"""The `shinkansen` command: its parser, and the choice of what to run.

Exit codes: 0 it is done; 1 the answer is no (a file with problems, nothing found); 2 it could not be done; above 128 a
signal ended it (`terminal`). A command is imported when it is the one that was called, so `--version` reads nothing,
and Ctrl-C during the import is handled by us.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from shinkansen import __version__
from shinkansen.core.compiled import compiled
from shinkansen.core.errors import GameError, ShinkansenError
from shinkansen.terminal import run

COMMANDS: Final = {
    "games": "the games that are installed, and what each has",
    "demo": "a whole game of random moves, told in sentences",
    "search": "the rule that answers a question, in your own words or by its number",
    "clause": "the rulebook as numbered clauses",
    "ruling": "what the rulebook leaves open, how we read it, what it changes",
    "edition": "the figures printed on the components, and where they come from",
    "record": "a game in a file: write one, read it, check it",
    "check": "whether a written-down game is possible, and under which reading",
    "state": "a position in one line or as JSON, for instance one that somebody sent",
    "picture": "draw the table of a recorded game or of a position",
    "replay": "make a page to step through a recorded game",
    "coverage": "how often each clause was at work in games, and how many tests it has",
    "perft": "count the lines of play from a position, to compare engines by a number",
    "campaign": "long work in shards: how far it is, and campaigns of your own",
    "verify": "check an implementation in any language, over the wire",
    "fingerprint": "which reading of the doubtful rules an engine follows",
    "vectors": "write the conformance vectors as plain JSON",
}
"""Each command, which is a module of `shinkansen.commands`, with its help."""
_RUNS: Final = "compiled" if compiled else "pure Python"


class _Parser(argparse.ArgumentParser):
    """Python's parser, but stricter, and a command gets its arguments only when they are needed.

    Options are not abbreviated: a new one would change what the abbreviation of an older one means. `--option=--` is
    refused; Python's own parser would take the value for an empty list.
    """

    def __init__(self, command: str = "", **given: Any) -> None:
        given["allow_abbrev"] = False
        super().__init__(**given)
        self._command = command

    def fill(self, words: Sequence[str] = ()) -> None:
        """Add the arguments of the command; some depend on the game, which the words after the command may name."""
        command, self._command = self._command, ""
        if command:
            module: Any = import_module(f"shinkansen.commands.{command}")
            try:
                module.add(self, words)
            except argparse.ArgumentError as clash:
                raise GameError(
                    f"a variant of the game has the same name as an option of this command: {clash}"
                ) from None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride] - it takes the same
        self.fill(args or ())
        known, strange = super().parse_known_args(args, namespace)
        if strange:
            self.error(f"unrecognized arguments: {' '.join(strange)}{self._hint(strange[0])}")
        return known, strange

    def _hint(self, word: str) -> str:
        from shinkansen.core.plain_json import nearest_names

        option = word.partition("=")[0]
        options = [name for name in self._option_string_actions if name.startswith("--")]
        begun = [name for name in options if name.startswith(option)] if option.startswith("--") else []
        near = begun or (nearest_names(option, options, 1) if option.startswith("-") else [])
        return f"; did you mean {' or '.join(near)}?" if near else ""

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        if action.option_strings and arg_strings == ["--"]:
            raise argparse.ArgumentError(action, "found '--', expected a value")
        return super()._get_values(action, arg_strings)


def parser() -> argparse.ArgumentParser:
    """The whole command line, with the options of the usual game; the documentation is generated from it."""
    root, commands = _root()
    for command in commands:
        command.fill()
    return root


def _root() -> tuple[_Parser, list[_Parser]]:
    """The parser, and those of the commands, which have no arguments yet."""
    root = _Parser(
        prog="shinkansen",
        description="Rulebooks that run: the rules of a game as clauses you can cite and figures you can check.",
    )
    root.add_argument("--version", action="version", version=f"shinkansen {__version__} ({_RUNS})")
    groups = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    return root, [groups.add_parser(name, help=says, command=name) for name, says in COMMANDS.items()]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; without `argv` the one this process was called with, and then it also ends the process."""
    return run(lambda: _run(argv), whole=argv is None)


def _run(argv: Sequence[str] | None) -> int:
    arguments = _root()[0].parse_args(argv)
    try:
        code: int = arguments.run(arguments)
    except SystemExit as end:
        # Something called sys.exit; if we passed its code on, it would look like a verdict.
        raise ShinkansenError(f"something called sys.exit({end.code!r}) during the command: no result") from None
    return code
