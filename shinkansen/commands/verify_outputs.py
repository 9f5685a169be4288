"""What `shinkansen verify` writes besides what it prints: JSON, a page, JUnit XML, and tests.

Nothing of `verify` is imported until something is written: the command line also works without the extra.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec, TypeAlias, TypeVar

from shinkansen.commands.arguments import chosen_game
from shinkansen.commands.prose import fitted
from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.text import indented, printable
from shinkansen.core.writing import write_new

if TYPE_CHECKING:
    from shinkansen.verify.judging.verdict import Report


def demo_command(game: Game) -> tuple[str, ...]:
    """The command that runs a game's engine with mistakes."""
    named = () if game.name == registry.DEFAULT else ("--game", game.name)
    return (sys.executable, "-m", "shinkansen.verify.conversation.demo_engine", *named)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures, to read offline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the whole report as JSON, for programs")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML, for continuous integration")
    parser.add_argument("--write-tests", type=Path, metavar="DIR", help="write a test for each difference")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of what --json writes, and exit")


def print_schema(game: Game) -> None:
    """Print the schema of a report about a game."""
    from shinkansen.verify.reports.report_json import schema_text

    print(schema_text(game))


def check_targets(arguments: argparse.Namespace) -> None:
    """Report before the long check what could not be written after it."""
    targets: list[Path] = [path for name in _WRITERS if (path := getattr(arguments, name)) is not None]
    folders: list[Path] = [path for path in (arguments.write_tests, arguments.out) if path is not None]
    for path in targets:
        if os.path.lexists(path):
            raise ShinkansenError(f"{printable(path)}: already exists and will not be overwritten")
        if not os.path.isdir(path.parent):
            raise ShinkansenError(f"{printable(path)}: there is no folder {printable(path.parent)}")
    for folder in folders:
        if os.path.lexists(folder) and not os.path.isdir(folder):
            raise ShinkansenError(f"{printable(folder)}: is a file, expected a folder")
    for place, path in enumerate(targets):
        if path.absolute() in [other.absolute() for other in (*targets[:place], *folders)]:
            raise ShinkansenError(f"{printable(path)}: two reports would be written to the same file")


# -- delivering


def deliver(report: Report, arguments: argparse.Namespace, out: Path) -> int:
    """Print a report and write everything that was asked for; returns the exit code.

    If something cannot be written, that is reported, and the rest is still written: a CI job finds its JUnit file
    whatever happened to the artefacts. The exit code is then 2.
    """
    from shinkansen.verify.judging.artefact import again, artefact_json, write
    from shinkansen.verify.reports.text import body, introduction

    trying, called_ = Trying(), called(arguments)
    paths = [trying.to(write, out, artefact_json(finding, str(report.who))) for finding in report.findings]
    commands = ["" if path is None else again(path, called_, program()) for path in paths]
    for line in (*introduction(report), *body(report, commands)):
        print("\n".join(map(fitted, indented(line).split("\n"))))
    for name, text in _WRITERS.items():
        path: Path | None = getattr(arguments, name)
        if path is not None and trying.to(_write, path, text, report, commands):
            print(f"written: {printable(path)}")
    if arguments.write_tests is not None:
        for written in trying.to(_write_tests, arguments.write_tests, report) or ():
            print(f"written: {printable(written)}")
    return trying.end(report.code)


P = ParamSpec("P")
T = TypeVar("T")


class Trying:
    """Does one thing after another, even if some of them fail."""

    def __init__(self) -> None:
        self._failed: list[Exception] = []

    def to(self, do: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """Do it; returns nothing if it fails."""
        try:
            return do(*given, **named)
        except Exception as problem:
            self._failed.append(problem)
            return None

    def end(self, code: int) -> int:
        """Report what failed; returns the exit code. A defect of ours is raised."""
        for problem in self._failed:
            if not isinstance(problem, ShinkansenError):
                raise problem
            print(f"shinkansen: {problem}", file=sys.stderr)
        return 2 if self._failed else code


Writer: TypeAlias = "Callable[[Report, Sequence[str]], str]"
"""A report as text, given the command lines that ask its differences again."""


def _write(path: Path, text: Writer, report: Report, again: Sequence[str]) -> bool:
    write_new(path, text(report, again), ShinkansenError)
    return True


def _write_tests(directory: Path, report: Report) -> list[Path]:
    from shinkansen.verify.reports.written_tests import write

    return write(directory, report.findings)


def _json(report: Report, _: Sequence[str]) -> str:
    from shinkansen.core.plain_json import canonical
    from shinkansen.verify.reports.report_json import report_json

    return canonical(report_json(report)) + "\n"


def _html(report: Report, again: Sequence[str]) -> str:
    from shinkansen.verify.reports.page import page

    return page(report, again)


def _junit(report: Report, _: Sequence[str]) -> str:
    from shinkansen.verify.reports.junit import junit

    return junit(report)


_WRITERS: Final[dict[str, Writer]] = {"json": _json, "html": _html, "junit": _junit}


# -- asking again


def called(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The engine as given on the command line of `shinkansen verify`, with the options needed to ask it again."""
    given = [("--edition", arguments.edition), ("--timeout", arguments.timeout)]
    options = [word for option, value in given if value is not None for word in (option, str(value))]
    if arguments.tcp is not None:
        return (*options, "--tcp", arguments.tcp)
    if arguments.python is not None:
        return (*options, *(["--in-process"] if arguments.in_process else []), "--python", arguments.python)
    return (*options, "--", *(demo_command(chosen_game(arguments)) if arguments.demo else arguments.command))


def program() -> tuple[str, ...]:
    """How this program was called: a command line that we print should work where it is pasted."""
    ours = Path(sys.argv[0])
    if ours.name == "__main__.py":
        return sys.executable, "-m", "shinkansen"
    found = shutil.which("shinkansen")
    if ours.stem != "shinkansen" or (found is not None and ours.exists() and ours.samefile(found)):
        return ("shinkansen",)
    return (sys.argv[0],)
