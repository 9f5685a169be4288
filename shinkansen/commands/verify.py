"""`shinkansen verify`: check somebody's implementation over the wire (`docs/wire.md`).

Exit codes: 0 it conforms in what it offers and was asked; 1 it differs; 2 it could not be checked, or not as far as
required; 3 it conforms, but to another reading than the one asked for; 130 interrupted.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from shinkansen.commands import Words, need_verify
from shinkansen.commands.arguments import (
    add_edition,
    add_game,
    add_rulings,
    add_table,
    chosen_edition,
    chosen_game,
    game_for,
    letters,
    matching,
    variants,
)
from shinkansen.commands.verify_outputs import add_options, check_targets, deliver, demo_command, print_schema
from shinkansen.commands.workers import add_workers, asks_for_workers, goes_on, workers
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.parts import DEMO
from shinkansen.core.plain_json import Json, shown
from shinkansen.progress import spoken

if TYPE_CHECKING:
    from shinkansen.verify.judging.minimise import Budget
    from shinkansen.verify.judging.plan import AtLength, Plan
    from shinkansen.verify.judging.start import Way
    from shinkansen.verify.judging.verdict import Progress

OUT = "shinkansen-differences"
SECONDS = 30
LONGEST = 600
"""The time limit where something else limits the check: only a safeguard."""


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `verify`."""
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="after --, the engine with its arguments")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument("--tcp", metavar="HOST:PORT", help="an engine that listens at this address")
    ways.add_argument("--python", metavar="MODULE:OBJECT", help="a Python object that answers, run in its own process")
    ways.add_argument("--demo", action="store_true", help="check the bundled engine, which makes mistakes on purpose")
    add_game(parser)
    parser.add_argument("--in-process", action="store_true", help="with --python: call the object in this process")
    parser.add_argument(
        "--seconds",
        type=float,
        help="time limit for the whole check, including shortening differences and stopping the engine (default "
        f"{SECONDS}, or {LONGEST} with --games or --vectors-only; before version 0.2 it was for the games alone)",
    )
    parser.add_argument("--games", type=int, help="at most this many games")
    add_table(parser, game_for(words))
    add_rulings(parser, "those the engine declares")
    add_edition(parser, "the edition to play with")
    add_workers(parser, "play the games at length, with so many engines at the same time")
    parser.add_argument(
        "--seed",
        default="1964",
        help="which games to play: a number (default 1964, the same for everybody), or `fresh`",
    )
    parser.add_argument(
        "--require-clauses", type=int, default=0, metavar="N", help="exit code 2 if fewer clauses were covered"
    )
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="CAPABILITY",
        help="a command that it must have answered, otherwise exit code 2; may be given several times",
    )
    parser.add_argument("--vectors-only", action="store_true", help="no games, only the conformance vectors")
    parser.add_argument("--timeout", type=float, help="seconds to wait for an answer (default 10)")
    add_options(parser)
    parser.add_argument(
        "--out", type=Path, default=Path(OUT), metavar="DIR", help=f"where to write artefacts (default {OUT})"
    )
    parser.add_argument("--rerun", type=Path, metavar="FILE", help="ask only what this artefact asks, once more")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check, and print what was found."""
    need_verify()
    if arguments.schema:
        print_schema(chosen_game(arguments))
        return 0
    _check_alone(arguments)
    if arguments.rerun is None:
        check_targets(arguments)
    if arguments.demo:
        return run_demo(arguments)
    way = _way(arguments)
    return rerun(way, arguments) if arguments.rerun is not None else verify(way, arguments)


ALONE = {
    "demo": ("checks the bundled engine in one way", ("game", "out", "html", "json", "junit", "write_tests")),
    "rerun": (
        "asks once more what FILE asks, by the rules and the game that FILE names, and writes no report",
        ("command", "tcp", "python", "in_process", "edition", "timeout"),
    ),
}
"""What an option does instead of a full check, and the other options that make sense with it."""


def _check_alone(arguments: argparse.Namespace) -> None:
    """No option is silently ignored."""
    plain = argparse.ArgumentParser()
    add(plain, ("--game", chosen_game(arguments).name))
    usual = vars(plain.parse_args([]))
    given = [name for name, value in vars(arguments).items() if value != usual[name]]
    for one, (does, others) in ALONE.items():
        strange = [name for name in given if name not in (one, *others)]
        if one in given and strange:
            raise ShinkansenError(f"--{one}: {does}, expected no {_option(strange[0])} with it")


def _option(name: str) -> str:
    return "COMMAND" if name == "command" else f"--{name.removeprefix('variant ').replace('_', '-')}"


def _way(arguments: argparse.Namespace) -> Way:
    from shinkansen.verify.judging.start import Address, Command, Hosted, Named

    ways = [arguments.tcp, arguments.python, arguments.command or None]
    if sum(way is not None for way in ways) != 1:
        raise ShinkansenError("which engine? expected -- COMMAND, --tcp HOST:PORT, --python MODULE:OBJECT or --demo")
    if arguments.in_process and arguments.python is None:
        raise ShinkansenError("--in-process: is for engines in Python, expected --python MODULE:OBJECT with it")
    if arguments.tcp is not None:
        host, _, port = arguments.tcp.rpartition(":")
        if not host or not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
            raise ShinkansenError(f"--tcp: found {arguments.tcp!r}, expected HOST:PORT with a port from 1 to 65535")
        return Address(host, int(port))
    if arguments.python is not None and not arguments.in_process:
        return Hosted(arguments.python)
    if arguments.python is not None:
        # As with `python -m`: the user's own modules are in the current directory.
        sys.path.insert(0, "")
        return Named(arguments.python)
    return Command(tuple(arguments.command))


def _plan(arguments: argparse.Namespace) -> Plan:
    from shinkansen.verify.conversation.serving import CAPABILITIES
    from shinkansen.verify.conversation.talk import Limits
    from shinkansen.verify.judging.plan import Plan
    from shinkansen.verify.judging.scope import Requirements
    from shinkansen.verify.judging.script import setting_of
    from shinkansen.verify.judging.vectors import shipped

    within_limits(arguments)
    for name in arguments.require:
        if name not in CAPABILITIES:
            raise ShinkansenError(f"--require: found {shown(name)}, expected one of {', '.join(CAPABILITIES)}")
    bounded = arguments.vectors_only or arguments.games is not None
    at_length = at_length_of(arguments)
    if at_length is not None and arguments.in_process:
        raise ShinkansenError("--in-process: is for one engine, expected no --jobs, --dask or --progress with it")
    game = chosen_game(arguments)
    reading = game.register.reading(letters(game, arguments.rulings))
    edition = edition_name(game, arguments.edition)
    tables = [setting_of(game, table, reading, edition) for table in _tables(game, arguments)]
    limits = Limits() if arguments.timeout is None else Limits(start=arguments.timeout, answer=arguments.timeout)
    return Plan(
        tuple(tables),
        shipped(game),
        _seconds(arguments, bounded, at_length is not None),
        0 if arguments.vectors_only else arguments.games,
        _seed(arguments.seed),
        at_length,
        limits,
        budget_of(at_length),
        declared=arguments.rulings is None,
        required=Requirements(arguments.require_clauses, tuple(dict.fromkeys(arguments.require))),
    )


def at_length_of(arguments: argparse.Namespace) -> AtLength | None:
    """Where games are played at length, if that was asked for."""
    from shinkansen.verify.judging.plan import AtLength

    return AtLength(workers(arguments), arguments.progress) if asks_for_workers(arguments) else None


def budget_of(at_length: AtLength | None) -> Budget:
    """What may be spent on making a difference shorter; at length no time: slow machines must get the same result."""
    from shinkansen.verify.judging.minimise import Budget

    return Budget() if at_length is None else Budget(seconds=inf)


def _seconds(arguments: argparse.Namespace, bounded: bool, at_length: bool) -> float | None:
    """The time limit: at length a number of games is limit enough."""
    if arguments.seconds is not None:
        return float(arguments.seconds)
    if bounded:
        return None if at_length else LONGEST
    return SECONDS


def _tables(game: Game, arguments: argparse.Namespace) -> list[dict[str, Json]]:
    """The tables of the game with the number of seats and the variants that were asked for."""
    chosen = variants(arguments, game)
    for each in game.variants:
        if each.name in chosen and each.seats and arguments.seats not in (None, *each.seats):
            players = _players(each.seats)
            raise ShinkansenError(f"{_option(each.name)}: {each.says} is for {players}, not for {arguments.seats}")
    return matching(game, chosen, arguments.seats)


def _players(seats: tuple[int, ...]) -> str:
    return "one player" if seats == (1,) else f"{' or '.join(map(str, seats))} players"


def edition_name(game: Game, file: str | None) -> str:
    """The name that settings have for the edition in a file, or for the one that is played without any."""
    from shinkansen.verify.judging.script import SHIPPED, name_of_edition

    return name_of_edition(game, chosen_edition(game, file)) if file is not None else SHIPPED


def _seed(given: str) -> int:
    """The seed: the given number, or an unpredictable one, which the report names."""
    if given == "fresh":
        return secrets.randbelow(10**9)
    if not (given.isascii() and given.isdecimal() and len(given) <= 18):
        raise ShinkansenError(f"--seed: found {shown(given)}, expected a number or fresh")
    return int(given)


LEAST = {"seconds": 1, "games": 0, "timeout": 0.01, "require_clauses": 0}
MOST = {"seconds": 10_000_000, "games": 1_000_000_000, "timeout": 1_000_000, "require_clauses": 10_000}


def within_limits(arguments: argparse.Namespace) -> None:
    """Raise an error unless the numbers that a command takes make sense."""
    for name, least in LEAST.items():
        value = getattr(arguments, name, None)
        if value is not None and not least <= value <= MOST[name]:  # NaN fails this too
            raise ShinkansenError(f"--{name.replace('_', '-')}: found {value}, expected {least} to {MOST[name]:,}")


# -- checking


def verify(way: Way, arguments: argparse.Namespace) -> int:
    """Check an engine."""
    from shinkansen.verify.judging.runner import check

    plan = _plan(arguments)
    with watching() as watch:
        report = check(way, plan, watch)
    code = deliver(report, arguments, arguments.out)
    if report.interrupted and arguments.progress is not None:
        print(goes_on(arguments))
    return code


@contextmanager
def watching() -> Generator[Callable[[Progress], None], None, None]:
    """Show progress on a terminal, and nowhere else."""
    terminal = sys.__stderr__  # the stream itself, for rich to draw on
    if terminal is None or not terminal.isatty():
        yield lambda progress: None
        return
    try:
        from rich.console import Console
        from rich.status import Status
    except ModuleNotFoundError:
        raise ShinkansenError("shinkansen verify needs rich: pip install 'shinkansen[verify]'") from None
    from time import monotonic

    began = monotonic()
    console = Console(file=terminal)
    told: list[str] = []
    with Status("smoke test", console=console) as status:

        def watch(progress: Progress) -> None:
            if progress.first and not told:
                told.append(progress.first)  # whoever waits for the report can already look at this
                console.print(f"The first difference: {progress.first}", markup=False, highlight=False)
            here = progress.games - progress.before
            speed = here / max(monotonic() - began, 0.1)
            left = (progress.wanted - progress.games) / speed if here and progress.wanted else 0.0
            games = f"{progress.games:,}{f' of {progress.wanted:,}' if progress.wanted else ''} games"
            lost = f", {progress.failed} shards left out" if progress.failed else ""
            status.update(
                f"{progress.doing}: {progress.vectors} vectors, {games} ({speed:.1f}/s"
                f"{f', at most {spoken(left)} left' if left > 0 else ''}), {len(progress.clauses)} clauses covered, "
                f"{progress.causes} differences{lost}"
            )

        yield watch


# -- asking again


def rerun(way: Way, arguments: argparse.Namespace) -> int:
    """Ask the question of an artefact again; exit code 1 if it is still answered differently."""
    from shinkansen.verify.conversation.talk import Limits
    from shinkansen.verify.judging.artefact import game_of, read
    from shinkansen.verify.judging.judge import Judge
    from shinkansen.verify.judging.start import greet

    within_limits(arguments)
    edition_name(game_of(arguments.rerun), arguments.edition)
    artefact = read(arguments.rerun)
    limits = Limits() if arguments.timeout is None else Limits(start=arguments.timeout, answer=arguments.timeout)
    with way.open(limits) as engine:
        judge = Judge(engine, greet(engine, artefact.script.setting.game).capabilities)
        if not judge.can(artefact.script):
            raise ShinkansenError("the engine does not offer what is needed to ask this")
        found = judge.first(artefact.script)
    for reason in (*judge.skipped, *judge.errored):
        raise ShinkansenError(f"the engine gives no answer: {reason}")
    if engine.trouble is not None:
        raise engine.trouble
    if not judge.compared.total():
        raise ShinkansenError("the engine answered nothing that could be compared")
    if found is None:
        print("It no longer differs.")
        return 0
    print(f"It still differs: {found}")
    return 1


# -- the demonstration


def run_demo(arguments: argparse.Namespace) -> int:
    """Check the bundled engine; its mistakes are the point, so finding them is a success."""
    from shinkansen.verify.judging.plan import Plan
    from shinkansen.verify.judging.runner import check
    from shinkansen.verify.judging.script import setting_of
    from shinkansen.verify.judging.start import Command
    from shinkansen.verify.judging.vectors import shipped

    game = chosen_game(arguments)
    demo = game.part(DEMO)
    tables = tuple(setting_of(game, table) for table in demo.tables)
    plan = Plan(tables, shipped(game), seconds=LONGEST, games=demo.games)
    print(f"{demo.says}, checked over the wire:\n")
    with watching() as watch:
        report = check(Command(demo_command(game)), plan, watch)
    # Kept where every check keeps them, so that the printed command lines work.
    return 2 if deliver(report, arguments, arguments.out) == 2 else 0
