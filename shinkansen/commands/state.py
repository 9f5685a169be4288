"""`shinkansen state check FILE`: whether play can continue from a state, and whether it could have led to it.

The exit code is 0 if the state is plausible, 1 if an invariant does not hold, 2 if it cannot be read or played on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from shinkansen.commands import Groups
from shinkansen.commands.prose import fitted
from shinkansen.commands.records import add_edition, add_rulings, letters
from shinkansen.core.invariants import implausible
from shinkansen.core.text import printable
from shinkansen.zerokei import states
from shinkansen.zerokei.edition_check import load


def add(groups: Groups) -> None:
    """Add `state` and what it can do."""
    group = groups.add_parser("state", help="a position as JSON, for instance one that somebody sent")
    parts = group.add_subparsers(title="what to do", metavar="ACTION", required=True)

    checking = parts.add_parser(
        "check", help="whether play can continue from a position, and whether it could lead there"
    )
    checking.add_argument(
        "file", metavar="FILE", help="a state as JSON, or a `load` request, vector or artefact that holds one"
    )
    add_rulings(checking, "those in the file, or the preferred ones")
    add_edition(checking)
    checking.set_defaults(run=run_check)


def run_check(arguments: argparse.Namespace) -> int:
    """Print which invariants of states do not hold."""
    edition = load(arguments.edition) if arguments.edition is not None else None
    rules, state = states.read(Path(arguments.file), edition, letters(arguments.rulings))
    file = printable(arguments.file)
    seat = rules.to_move(state)
    now = "the game is over" if seat is None else f"{rules.seat_names[seat]} is to move"
    found = implausible(rules, state)
    for broken in found:
        print(fitted(printable(broken)))
    wrong = {broken.invariant.id for broken in found}
    if wrong:
        count = "1 invariant does not hold" if len(wrong) == 1 else f"{len(wrong)} invariants do not hold"
        print(f"{file}: implausible, {count}; it can be played on, and {now}.")
        return 1
    print(f"{file}: plausible, all invariants of states hold; {now}.")
    return 0
