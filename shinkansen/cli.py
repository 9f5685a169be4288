"""The `shinkansen` command: the parser and the way every command ends.

Exit codes: 0 as asked; 1 the answer is no (a file with problems, nothing found); 2 it could not be done.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from shinkansen import __version__
from shinkansen.commands import (
    check,
    clause,
    coverage,
    demo,
    edition,
    fingerprint,
    picture,
    record,
    replay,
    ruling,
    vectors,
    verify,
)
from shinkansen.core.errors import ShinkansenError

COMMANDS = (demo, clause, ruling, edition, record, check, picture, replay, coverage, verify, fingerprint, vectors)

TRACEBACK = "SHINKANSEN_TRACEBACK"
"""Set in the environment, it lets what we did not foresee show where it happened."""


def parser() -> argparse.ArgumentParser:
    """The whole command line; the documentation is generated from it."""
    root = argparse.ArgumentParser(
        prog="shinkansen",
        description="The rulebook of Shinkansen: Zero-Kei, as clauses one can cite and figures one can check.",
    )
    root.add_argument("--version", action="version", version=f"shinkansen {__version__}")
    groups = root.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(groups)
    return root


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; our own errors become one message and exit code 2."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except ShinkansenError as problem:
        print(f"shinkansen: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has gone: not an error of ours. Python would complain again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as defect:
        # Not exit code 1, which says that something was checked and found wrong.
        if TRACEBACK in os.environ:
            raise
        print(f"shinkansen: a defect of ours, {type(defect).__name__}: {defect}", file=sys.stderr)
        print(f"  please report it; with {TRACEBACK}=1 it says where it happened", file=sys.stderr)
        return 2
    return code
