"""Verify an engine written in Python, from code.

    python examples/verify_engine.py            # needs: pip install "shinkansen[verify]"

It shows how to put an engine behind the wire without leaving the process, have it checked, and read the differences.
The engine here is ours with one mistake: whoever uses another player's engine pays, but the owner gets nothing. Yours
need not be built on ours: any object with a method `answer`, from request to reply, will do (docs/wire.md).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

import attrs

from shinkansen import ZeroKei
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.serving import Server
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.artefact import told
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Setting
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.happenings import Paid
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.table import State


class Stingy(ZeroKei):
    """Zero-Kei with one mistake."""

    def follow(self, state: State, move: Move) -> State:
        step = self.narrate(state, move)
        seats = [*step.state.table.seats]
        for happening in step.happenings:
            if isinstance(happening, Paid) and happening.clause == "7.6.2":
                owner = seats[happening.payee]
                seats[happening.payee] = attrs.evolve(owner, yen=owner.yen - happening.yen)
        return attrs.evolve(step.state, table=attrs.evolve(step.state.table, seats=tuple(seats)))


def opened(setting: Mapping[str, Json]) -> Stingy:
    """The engine for a setting of the wire."""
    right = open_rules(setting)
    return Stingy(right.seats, right.edition, right.rulings, right.hard)


def main() -> int:
    """Check it, print what differs, and return the exit code of `shinkansen verify`: 1, because something does."""
    engine = in_process(Server({"zerokei": opened}, name="the stingy engine"))
    report = check_engine(engine, Plan(tables=(Setting(GAME, 2), Setting(GAME, 3)), games=4))
    print(f"{report.who.name}: {report.progress.games} games, {report.progress.questions} questions")
    for finding in report.findings:
        print(f"\n{finding.difference}\nThe shortest game found that shows it:")
        for number, move in enumerate(told(finding.difference.script), start=1):
            print(f"{number:4}. {move}")
    return report.code


if __name__ == "__main__":
    sys.exit(main())
