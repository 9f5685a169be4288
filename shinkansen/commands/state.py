"""`shinkansen state show STATE`: a position in one line, or as JSON. `shinkansen state check STATE`: whether play can
continue from a state, and whether it could have led to it.

The exit code is 0 if the state is plausible, 1 if an invariant does not hold, 2 if it cannot be read or played on.
"""

from __future__ import annotations

import argparse

from shinkansen.commands import Groups
from shinkansen.commands.arguments import add_edition, add_rulings, letters
from shinkansen.commands.prose import fitted
from shinkansen.core.invariants import implausible
from shinkansen.core.plain_json import canonical
from shinkansen.core.text import printable
from shinkansen.zerokei import states
from shinkansen.zerokei.edition_check import load
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State


def add(groups: Groups) -> None:
    """Add `state` and what it can do."""
    group = groups.add_parser("state", help="a position in one line or as JSON, for instance one that somebody sent")
    parts = group.add_subparsers(title="what to do", metavar="ACTION", required=True)

    showing = parts.add_parser("show", help="a position in one line, or as JSON")
    _add_state(showing)
    showing.add_argument("--hidden", action="store_true", help="with the order of the deck and whatever else is hidden")
    showing.add_argument("--json", action="store_true", help="the whole state as JSON, as the wire has it")
    showing.set_defaults(run=run_show)

    checking = parts.add_parser(
        "check", help="whether play can continue from a position, and whether it could lead there"
    )
    _add_state(checking)
    checking.set_defaults(run=run_check)


def _add_state(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="STATE",
        help="a position in one line, or a file: a state as JSON, or a `load` request, vector or artefact with one",
    )
    add_rulings(parser, "those it names, or the preferred ones")
    add_edition(parser)


def _given(arguments: argparse.Namespace) -> tuple[ZeroKei, State]:
    edition = load(arguments.edition) if arguments.edition is not None else None
    return states.given(arguments.file, edition, letters(arguments.rulings))


def run_show(arguments: argparse.Namespace) -> int:
    """Print the position."""
    rules, state = _given(arguments)
    print(canonical(rules.state_json(state)) if arguments.json else rules.position(state, arguments.hidden))
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Print which invariants of states do not hold."""
    rules, state = _given(arguments)
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
