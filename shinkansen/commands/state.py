"""`shinkansen state show STATE`: a position in one line, or as JSON. `shinkansen state check STATE`: whether play can
continue from a state, and whether it could have led to it.

The exit code is 0 if the state is plausible, 1 if an invariant does not hold, 2 if it cannot be read or played on.
"""

from __future__ import annotations

import argparse

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_edition, add_game, add_rulings, chosen_game, edition, letters
from shinkansen.commands.prose import fitted
from shinkansen.core.invariants import implausible
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.plain_json import canonical
from shinkansen.core.prose import to_move
from shinkansen.core.states import sent
from shinkansen.core.text import printable


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `state` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)

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
    add_game(parser, "the one it names")
    add_rulings(parser, "those it names, or the preferred ones")
    add_edition(parser)


def _given(arguments: argparse.Namespace) -> tuple[AnyRules, State]:
    found = sent(arguments.file, chosen_game(arguments) if arguments.game is not None else None)
    return found.read(edition(arguments, found.game), letters(found.game, arguments.rulings))


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
    now = "the game is over" if seat is None else to_move(rules.seat_names[seat])
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
