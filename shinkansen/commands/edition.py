"""`shinkansen edition show|check|init`: the figures of an edition, the mistakes in a file, a template to fill in."""

from __future__ import annotations

import argparse
from pathlib import Path

from shinkansen.commands import Groups
from shinkansen.core.errors import EditionError
from shinkansen.core.plain_json import canonical
from shinkansen.core.text import printable
from shinkansen.core.writing import write_new
from shinkansen.zerokei.edition_check import check, load, read
from shinkansen.zerokei.edition_text import show, show_reconstructed, show_sources, template


def add(groups: Groups) -> None:
    """Add `edition` and what it can do."""
    group = groups.add_parser("edition", help="the figures printed on the components, and where they come from")
    parts = group.add_subparsers(title="what to do", metavar="ACTION", required=True)

    showing = parts.add_parser("show", help="all figures in tables; the reconstructed ones are marked")
    showing.add_argument("file", nargs="?", metavar="FILE", help="an edition file (default: the shipped edition)")
    form = showing.add_mutually_exclusive_group()
    form.add_argument("--sources", action="store_true", help="each figure on a line of its own, with its source")
    form.add_argument("--json", action="store_true", help="as canonical JSON, on one line")
    showing.set_defaults(run=run_show)

    checking = parts.add_parser("check", help="list everything that is wrong with an edition file")
    checking.add_argument("file", metavar="FILE")
    checking.set_defaults(run=run_check)

    starting = parts.add_parser("init", help="write a commented edition file to fill in")
    starting.add_argument("file", metavar="FILE", help="a file that does not exist yet")
    starting.set_defaults(run=run_init)


def run_show(arguments: argparse.Namespace) -> int:
    """Print an edition."""
    edition = load(arguments.file)
    if arguments.json:
        print(canonical(edition.to_json()))
    else:
        print(show_sources(edition) if arguments.sources else show(edition))
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Print all findings, or the digest and what is still reconstructed; exit code 1 if there are findings."""
    name = printable(arguments.file)
    report = check(read(arguments.file))
    if report.edition is None:
        for finding in report.findings:
            print(finding)
        print(f"{name}: {len(report.findings)} problem{'s' * (len(report.findings) != 1)}")
        return 1
    print(f"{name}: a valid edition (scope: {report.edition.scope})")
    print(f"digest {report.edition.digest()}")
    print(show_reconstructed(report.edition))
    return 0


def run_init(arguments: argparse.Namespace) -> int:
    """Write the template."""
    name = printable(arguments.file)
    write_new(Path(arguments.file), template(), EditionError)
    print(f"{name}: written. Fill it in, then run: shinkansen edition check {name}")
    return 0
