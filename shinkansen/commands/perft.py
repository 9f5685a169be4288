"""`shinkansen perft --depth N`: how many lines of play there are from a position, the first thing to compare.

Without a position it is the table after the setup of the deal that `--seed` gives. What is counted is defined in
`core.perft`. With `--against COMMAND` somebody's engine counts too; where the counts part, they are divided down to the
move, and what is wrong is told with its clause. Exit codes: 0 the counts agree; 1 they do not; 2 it cannot be asked.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING, cast

from shinkansen.campaign.campaigns import campaign
from shinkansen.campaign.perft import NAME
from shinkansen.campaign.rules import about
from shinkansen.commands import Words, need_verify
from shinkansen.commands.arguments import chosen_game, edition, letters
from shinkansen.commands.demo import add_random_game, chosen_rules
from shinkansen.commands.prose import fitted
from shinkansen.commands.workers import add_workers, asks_for_workers, carried_out
from shinkansen.core import perft, registry
from shinkansen.core.errors import ArgumentError
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.states import sent
from shinkansen.core.text import printable

if TYPE_CHECKING:
    from shinkansen.verify.judging.counts import Parting

MANY = 50_000
"""A tree whose last but one level has so many leaves is worth starting processes for."""
DEEPEST = 60


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `perft`."""
    parser.add_argument("state", nargs="?", metavar="STATE", help="a position in one line, or a file with a state")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="how many moves")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--divide", action="store_true", help="the count behind each first move")
    how.add_argument("--kinds", action="store_true", help="the count by the kind of the last move")
    add_random_game(parser, words)
    add_workers(parser)
    parser.add_argument("--timeout", type=float, default=60, help="seconds to wait for an answer (default 60)")
    parser.add_argument(
        "--against",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="compare with an engine that offers `perft`; everything that follows is its command",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Count and print."""
    if not 1 <= arguments.depth <= DEEPEST:
        raise ArgumentError(f"--depth: found {arguments.depth}, expected 1 to {DEEPEST}")
    rules, state, begun = _position(arguments)
    if arguments.against is not None:
        return against(rules, begun, arguments)
    if arguments.divide:
        for move, found in perft.divide(rules, state, arguments.depth).items():
            print(fitted(printable(f"{found:>14,}  {rules.say(move, state)}")))
        return 0
    if arguments.kinds:
        for kind, found in perft.by_kind(rules, state, arguments.depth).most_common():
            print(f"{found:>14,}  {printable(kind)}")
        return 0
    failed, last = False, 1
    for depth in range(1, arguments.depth + 1):
        if last >= MANY or (depth == arguments.depth and asks_for_workers(arguments)):
            played = about(rules, edition(arguments, registry.game(rules.game)))
            tree = campaign(NAME, {"rules": played, "state": rules.state_json(state), "depth": depth})
            # The file is for the deepest tree; the others take a fraction of its time.
            kept = arguments.progress if depth == arguments.depth else None
            result = carried_out(tree, argparse.Namespace(**{**vars(arguments), "progress": kept}))
            failed = failed or bool(result.failures)
            last = cast("int", result.so_far)
        else:
            last = perft.perft(rules, state, depth)
        print(f"{depth:>3}  {last:>16,}", flush=True)
    return int(failed)


def against(rules: AnyRules, begun: Part, arguments: argparse.Namespace) -> int:
    """Compare with an engine from where it begins, print, and lead to where they part."""
    need_verify()
    from shinkansen.verify.conversation.talk import Limits, Trouble
    from shinkansen.verify.judging.counts import counted, parting
    from shinkansen.verify.judging.script import Script, name_of_edition, setting_of
    from shinkansen.verify.judging.start import Command, greet

    if arguments.divide or arguments.kinds or asks_for_workers(arguments):
        raise ArgumentError("--against: compares one engine, expected only a position, --depth and --timeout with it")
    if not 0.01 <= arguments.timeout <= 1_000_000:
        raise ArgumentError(f"--timeout: found {arguments.timeout}, expected 0.01 to 1,000,000")
    if not arguments.against:
        raise ArgumentError("--against: found nothing, expected the command of an engine")
    game = registry.game(rules.game)
    own = edition(arguments, game)
    name = {"edition": name_of_edition(game, own)} if own is not None else {}
    table = {"seats": rules.seats, **rules.variants}
    setting = setting_of(game, table, game.register.reading(rules.letters), **name)
    script = Script(setting, begun)
    limits = Limits(start=arguments.timeout, answer=arguments.timeout)
    with Command(tuple(arguments.against)).open(limits) as engine:
        try:
            who = greet(engine, game)
            if "perft" not in who.capabilities:
                raise ArgumentError(f"{printable(who)} does not offer `perft`")
            print(f"{'':>3}  {'shinkansen':>16}  {printable(who.name)[:40]:>16}")
            for found in counted(engine, who, script, arguments.depth):
                print(f"{found.depth:>3}  {found.ours:>16,}  {found.theirs:>16,}{'' if found.same else '  differs'}")
                if not found.same:
                    _lead(parting(engine, who, script, found.depth))
                    return 1
        except Trouble as trouble:
            raise ArgumentError(str(trouble)) from None
    return 0


def _lead(found: Parting) -> None:
    """From a count that differs down to the move."""
    line = found.script.played()
    for ply, step in enumerate(found.steps, start=1):
        here = f"to depth {step.depth}: {step.ours:,}, and by its count {step.theirs:,}"
        print(fitted(printable(f"Behind '{line.said(ply)}' {here}.")))
    print(f"There: {printable(line.rules.position(line.states[-1], hidden=True))}")
    told = found.found
    print(fitted(printable(told if told is not None else "It lists the same moves there, and yet counts otherwise.")))


def _position(arguments: argparse.Namespace) -> tuple[AnyRules, State, Part]:
    """Where to count, and how an engine gets there: by a deal, or by the state itself."""
    if arguments.state is not None:
        found = sent(arguments.state, chosen_game(arguments) if arguments.game is not None else None)
        rules, state = found.read(edition(arguments, found.game), letters(found.game, arguments.rulings))
        return rules, state, {"state": rules.state_json(state)}
    _, rules = chosen_rules(arguments)
    deal = rules.deal(Random(arguments.seed))
    return rules, rules.start(deal), {"deal": rules.deal_json(deal)}
