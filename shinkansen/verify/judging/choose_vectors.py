"""Chooses conformance vectors for any game: for every clause, the shortest script found that shows it.

    python -m shinkansen.verify.judging.choose_vectors GAME DIRECTORY

Random games are played at each of the game's tables, with a preference for clauses that were seldom seen. A clause may
be shown by what a move does, by a refusal and by a score, and has a vector for each of them; and there is one whole
game for each table. The same games are played each time, so the result depends only on the rules. (A game with
mutants can choose better: by the deliberately wrong engines that fail them.)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import canonical, digest
from shinkansen.core.writing import write_folder
from shinkansen.verify.judging.difference import all_clauses, clauses_asked, turn_clause
from shinkansen.verify.judging.script import Line, Script, What, setting_of
from shinkansen.verify.judging.vectors import Class, Vector, VectorError, texts
from shinkansen.verify.judging.write_scripts import Guide

_GAMES: Final = 20
"""How many games are played at each table."""
_LOOKS: Final = 0.5
"""The share of tables at which something is asked."""
_SEED: Final = 1964

_Shown: TypeAlias = tuple[str, Class, str]
"""The table, what is asked and the clause that the answer shows."""


def chosen(game: Game, games: int = _GAMES) -> tuple[Vector, ...]:
    """The vectors, in the order of the clauses that they show."""
    best: dict[_Shown, Vector] = {}
    whole: list[Vector] = []
    for table in game.tables:
        guide = Guide(Random(f"{_SEED} {canonical(dict(table))}"))
        lines = [guide.game(setting_of(game, table), _LOOKS).played() for _ in range(games)]
        for vector in (part for line in lines for part in _parts(line)):
            for clause in vector.cites:
                shown = canonical(dict(table)), vector.sort, clause
                if shown not in best or len(vector.script.moves) < len(best[shown].script.moves):
                    best[shown] = vector
        whole.append(_whole_game(lines[-1]))
    order = [clause.id for clause in game.rulebook]
    if unknown := sorted({clause for _, _, clause in best} - {*order}):
        raise VectorError(f"the rules of {game.title} cite {unknown[0]!r}, which is not a clause of its rulebook")
    found = {vector.id: vector for _, vector in sorted(best.items(), key=lambda item: order.index(item[0][2]))}
    return (*found.values(), *whole)


def _parts(line: Line) -> Iterator[Vector]:
    """Everything in a game that shows a clause: what each move did, and the answer to each question."""
    script = line.script
    for ply in range(1, len(script.moves) + 1):
        yield _named("effect", all_clauses(line, ply), script.until(ply))
    for ask in script.asks:
        clauses = clauses_asked(line, ask)
        if ask.what is What.SCORES and (outcome := line.rules.outcome(line.states[ask.ply])) is not None:
            clauses.update({outcome.clause} - {""})
        if ask.what is What.LEGAL:
            clauses.update(turn_clause(line, ask.ply))
        yield _named(ask.what.value, tuple(sorted(clauses)), script.until(ask.ply, ask))


def _whole_game(line: Line) -> Vector:
    last = len(line.moves)
    clauses = {clause for ply in range(1, last + 1) for clause in all_clauses(line, ply)}
    return _named("game", tuple(sorted(clauses)), line.script.until(last), whole=True)


def _named(what: str, cites: tuple[str, ...], script: Script, whole: bool = False) -> Vector:
    clause = f"-{cites[0]}" if cites and not whole else ""
    return Vector(f"{what}{clause}-{digest(script.json())[:8]}", cites, script, whole)


def main(arguments: list[str]) -> int:
    """Write the vectors of a game into a folder that is new or empty."""
    if len(arguments) != 2:
        print("usage: python -m shinkansen.verify.judging.choose_vectors GAME DIRECTORY", file=sys.stderr)
        return 2
    try:
        game = registry.game(arguments[0])
        vectors = chosen(game)
        write_folder(Path(arguments[1]), texts(game, vectors), VectorError)
    except ShinkansenError as problem:
        print(f"choose_vectors: {problem}", file=sys.stderr)
        return 2
    shown = {clause for vector in vectors for clause in vector.cites}
    print(f"{len(vectors)} vectors for {len(shown)} of {len(game.rulebook)} clauses")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
