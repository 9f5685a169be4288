"""Comparing an engine by its counts (`perft`): one number by depth, and from a number that differs down to the move.

Where a count differs, both are divided by the first move, and the first move behind which they differ is made; so after
at most as many steps as the depth there is a table where only one of them has a move. That table is then asked about
like any other, so the report has its clause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import attrs
from attrs import frozen

from shinkansen.core import perft
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.talk import Answer, Engine, Skipped
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Ask, Script, What
from shinkansen.verify.judging.start import Who


@frozen
class Counted:
    """How many lines of play there are to some depth, by us and by the engine."""

    depth: int
    ours: int
    theirs: int

    @property
    def same(self) -> bool:
        """Whether both count alike."""
        return self.ours == self.theirs


@frozen
class Parting:
    """Where counts part: the moves that lead there, what is behind each of them, and what differs at the end."""

    script: Script
    steps: tuple[Counted, ...]
    """Behind each move of the script."""
    found: Difference | None
    """None if the engine lists the same moves there and yet counts otherwise."""


def counted(engine: Engine, who: Who, script: Script, depth: int) -> Iterator[Counted]:
    """The counts by depth, up to the first that differs; the script is a deal or a state and no moves."""
    _go(engine, who, script)
    line = script.played()
    for each in range(1, depth + 1):
        theirs = cast("int", _asked(engine, "perft", depth=each)["count"])
        found = Counted(each, perft.perft(line.rules, line.states[-1], each), theirs)
        yield found
        if not found.same:
            return


def parting(engine: Engine, who: Who, script: Script, depth: int) -> Parting:
    """Where the counts to some depth part, which are known to differ."""
    steps: list[Counted] = []
    while depth > 1:
        _go(engine, who, script)
        ours, theirs = _divided(script, depth), _their_divided(engine, depth)
        apart = next((name for name in ours if name in theirs and ours[name][1] != theirs[name]), None)
        if ours.keys() != theirs.keys() or apart is None:
            break
        move, count = ours[apart]
        steps.append(Counted(depth - 1, count, theirs[apart]))
        script, depth = attrs.evolve(script, moves=(*script.moves, move)), depth - 1
    last = len(script.moves)
    asking = attrs.evolve(script, asks=(Ask(last, What.LEGAL), Ask(last, What.TABLE)))
    return Parting(script, tuple(steps), Judge(engine, who.capabilities).first(asking))


def _divided(script: Script, depth: int) -> dict[str, tuple[Part, int]]:
    line = script.played()
    counts = perft.divide(line.rules, line.states[-1], depth)
    moves = [(line.codec.json(move), count) for move, count in counts.items()]
    return {canonical(move): (move, count) for move, count in moves}


def _their_divided(engine: Engine, depth: int) -> dict[str, int]:
    reply = _asked(engine, "perft", depth=depth, divide=True)
    if "divided" not in reply:
        raise ShinkansenError("the engine counts, but does not divide, so nobody can say which move it is")
    shares = cast("list[Part]", reply["divided"])
    return {canonical(each["move"]): cast("int", each["count"]) for each in shares}


def _go(engine: Engine, who: Who, script: Script) -> None:
    """Take the engine to the table at the end of a script, by whatever it offers."""
    setting, line = script.setting.wire(), script.played()
    by_new = {"new", "apply"} if script.moves else {"new"}
    if script.dealt and by_new <= who.capabilities:
        _asked(engine, "new", **setting, deal=script.start["deal"])
        for move in script.moves:
            _asked(engine, "apply", move=move)
    elif script.dealt and "play" in who.capabilities:
        _asked(engine, "play", **setting, deal=script.start["deal"], moves=[*script.moves])
    elif "load" in who.capabilities:
        _asked(engine, "load", **setting, state=line.state(len(script.moves)))
    else:
        needs = "`load`, or `play`, or `new` and `apply`" if script.dealt else "`load`"
        raise ShinkansenError(f"the engine cannot be taken to this position: it would have to offer {needs}")


def _asked(engine: Engine, cmd: str, **given: Json) -> Part:
    reply = engine.ask(cmd, **given)
    if isinstance(reply, Answer):
        return reply.content
    says = f"skipped it ({reply.reason})" if isinstance(reply, Skipped) else f"had an error ({reply.message})"
    raise ShinkansenError(f"the engine was asked `{cmd}` and {says}")
