"""`shinkansen fingerprint -- COMMAND`: which reading of the doubtful rules an engine follows, from how it plays."""

from __future__ import annotations

import argparse

from shinkansen.commands import Groups, need_verify
from shinkansen.core.errors import ShinkansenError
from shinkansen.zerokei.rulings import register


def add(groups: Groups) -> None:
    """Add `fingerprint`."""
    parser = groups.add_parser("fingerprint", help="which reading of the doubtful rules an engine follows")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="after --, the engine with its arguments")
    parser.add_argument("--seed", type=int, default=1964, help="which games (default 1964)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Listen, and print what was heard."""
    need_verify()
    from shinkansen.verify.fingerprint import fingerprint
    from shinkansen.verify.talk import WIRE, Answer, Limits
    from shinkansen.verify.transports import subprocess

    with subprocess(arguments.command, Limits()) as engine:
        hello = engine.ask("start", wire=WIRE)
        if not isinstance(hello, Answer):
            raise ShinkansenError(f"the engine does not start: {hello}")
        offered = hello.content.get("capabilities")
        found = fingerprint(engine, [*map(str, offered)] if isinstance(offered, list) else [], arguments.seed)
        name = hello.content.get("name", "the engine")
    if found.silent:
        raise ShinkansenError(f"{name} cannot be listened to: {found.silent}")
    print(f"{name}: {found}")
    for slug, letter in found.other.items():
        ruling = register()[slug]
        says = next(answer.says for answer in ruling.answers if answer.letter == letter)
        print(f"  {ruling.id} {slug} {letter}: {ruling.question} {says}")
    if found.undetermined:
        print(f"  undetermined: {', '.join(found.undetermined)}")
    if found.unexplained:
        print(f"  {len(found.unexplained)} of {found.games} games fit no reading: `shinkansen verify` tells why")
    return int(bool(found.unexplained))
