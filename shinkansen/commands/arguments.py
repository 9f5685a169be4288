"""What commands share: the arguments for a record, an edition and readings; opening a record, reporting a wrong one."""

from __future__ import annotations

import argparse

from shinkansen.core.errors import RecordError, RulingError
from shinkansen.core.record import Record, read
from shinkansen.core.text import printable
from shinkansen.zerokei.edition_check import load
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add the record and the edition it was played with."""
    parser.add_argument("file", metavar="RECORD")
    add_edition(parser)


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the edition."""
    parser.add_argument("--edition", metavar="FILE", help="the edition it was played with (default: the shipped one)")


def opened(arguments: argparse.Namespace) -> tuple[Record, ZeroKei]:
    """The record, and the rules it was played under."""
    told = read(arguments.file)
    edition = load(arguments.edition) if arguments.edition is not None else None
    try:
        return told, rules_of(told, edition)
    except RecordError as problem:
        raise RecordError(f"{printable(arguments.file)}: {problem}") from None


def wrong(arguments: argparse.Namespace, problem: RecordError) -> int:
    """Say where a record is wrong; returns the exit code."""
    print(f"{printable(arguments.file)}: {problem}")
    return 1


def add_rulings(parser: argparse.ArgumentParser, default: str = "the preferred ones") -> None:
    """Add the readings to play by."""
    parser.add_argument(
        "--rulings",
        metavar="RULING=LETTER,...",
        help=f"readings, such as R29=b or track_needs_ground=b (default: {default})",
    )


def letters(given: str | None) -> dict[str, object]:
    """What `--rulings` says, by slug."""
    try:
        return register().letters(given or "")
    except RulingError as problem:
        raise RulingError(f"--rulings: {problem}") from None
