"""What `shinkansen verify` writes beside what it prints: JSON, a page, JUnit XML, and tests.

Nothing of `verify` is imported until something is written: the command line is there without the extra.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import printable, write_new

if TYPE_CHECKING:
    from shinkansen.verify.runner import Report

DEMO: Final = (sys.executable, "-m", "shinkansen.verify.demo_engine")
"""The command of the demonstration's engine."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with pictures, to read offline")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything, for programs")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML, for continuous integration")
    parser.add_argument("--write-tests", type=Path, metavar="DIR", help="write a test for each difference")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of what --json writes, and stop")


def print_schema() -> None:
    """Print the schema of a report."""
    from shinkansen.verify.report_json import schema_text

    print(schema_text())


def check_targets(arguments: argparse.Namespace) -> None:
    """Say before the long check what could not be written after it."""
    targets = [path for name in _WRITERS if (path := getattr(arguments, name)) is not None]
    for path in targets:
        if path.exists():
            raise ShinkansenError(f"{printable(path)}: exists already, and is not overwritten")
        if not path.parent.is_dir():
            raise ShinkansenError(f"{printable(path)}: there is no folder {printable(path.parent)}")
    if len({path.absolute() for path in targets}) < len(targets):
        raise ShinkansenError(f"{printable(targets[0])}: two reports would be written into one file")
    for folder in (arguments.write_tests, arguments.out):
        if folder is not None and folder.exists() and not folder.is_dir():
            raise ShinkansenError(f"{printable(folder)}: is a file, expected a folder")


def write_all(report: Report, arguments: argparse.Namespace, artefacts: Sequence[Path]) -> list[Path]:
    """Write all that was asked for; the files."""
    written: list[Path] = []
    for name, text in _WRITERS.items():
        path: Path | None = getattr(arguments, name)
        if path is not None:
            write_new(path, text(report, arguments, artefacts), ShinkansenError)
            written.append(path)
    if arguments.write_tests is not None:
        from shinkansen.verify.written_tests import write

        for finding in report.findings:
            written += write(arguments.write_tests, finding)
    return written


def _json(report: Report, _: argparse.Namespace, __: Sequence[Path]) -> str:
    from shinkansen.core.wire import canonical
    from shinkansen.verify.report_json import report_json

    return canonical(report_json(report)) + "\n"


def _html(report: Report, arguments: argparse.Namespace, artefacts: Sequence[Path]) -> str:
    from shinkansen.verify.page import page

    return page(report, artefacts, called(arguments))


def _junit(report: Report, _: argparse.Namespace, __: Sequence[Path]) -> str:
    from shinkansen.verify.junit import junit

    return junit(report)


_WRITERS: Final[dict[str, Callable[[Report, argparse.Namespace, Sequence[Path]], str]]] = {
    "json": _json,
    "html": _html,
    "junit": _junit,
}


def called(arguments: argparse.Namespace) -> tuple[str, ...]:
    """The engine as one calls it on the command line of `shinkansen verify`."""
    if arguments.tcp is not None:
        return "--tcp", arguments.tcp
    if arguments.python is not None:
        return "--python", arguments.python
    return "--", *(DEMO if arguments.demo else arguments.command)
