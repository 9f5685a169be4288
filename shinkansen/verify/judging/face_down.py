"""Choices that lie face down: whether what an engine allows depends on what others have chosen at the same time.

It must not. So where a wrong answer comes after choices of others, the same is asked with other choices in their place;
if that is answered rightly, the clause by which all choose at the same time is the likeliest to be broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve

from shinkansen.core.plain_json import Plain
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.readings import LEGALITY, read_as
from shinkansen.verify.judging.script import Ask, Line, What
from shinkansen.verify.judging.trials import Put

TRIED: Final = 3
"""How many other choices are tried for each that lies face down."""


def told_by_choices(found: Difference, put: Put) -> tuple[str, ...]:
    """The clause by which all choose at the same time, if a wrong answer is right once others have chosen otherwise."""
    if found.kind not in LEGALITY:
        return ()
    script = found.script if found.script.asks else found.script.until(len(found.script.moves) - 1)
    line, rules = script.played(), script.setting.rules
    state, ply = line.states[-1], len(script.moves)
    before = len(rules.chosen(state))
    clause = script.setting.places.turns.get(rules.stage(state).phase)
    if not before or clause is None:
        return ()

    def lists(moves: tuple[Plain, ...]) -> bool | None:
        """Whether it lists the legal moves, if it can be asked."""
        said = put(evolve(script, moves=moves, asks=(Ask(ply, What.LEGAL),), route=None), rules)
        return said.fits if said.anything else None

    if lists(script.moves) is not False:  # it may list the right moves and still be wrong about each
        return ()
    return (clause,) if any(map(lists, _others(line, range(max(0, ply - before), ply)))) else ()


def _others(line: Line, plies: Sequence[int]) -> Iterator[tuple[Plain, ...]]:
    """The moves with other choices in place of some."""
    for ply in plies:
        others = [move for move in line.codec.legal(line.states[ply]) if move != line.script.moves[ply]]
        for move in others[:1] + others[-TRIED + 1 :]:
            moves = (*line.script.moves[:ply], move, *line.script.moves[ply + 1 :])
            if read_as(evolve(line.script, moves=moves, asks=()), line.setting) is not None:
                yield moves
