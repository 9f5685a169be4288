"""Vectors chosen for any game: each is right, each clause at work has a short one, and they are the same each time."""

from __future__ import annotations

import attrs
import pytest

from shinkansen.core.registry import game
from shinkansen.verify.judging.choose_vectors import chosen, main
from shinkansen.verify.judging.difference import all_clauses
from shinkansen.verify.judging.vectors import Class, read_vector

GAME = attrs.evolve(game("zerokei"), tables=({"seats": 2},))
VECTORS = chosen(GAME, games=1)


def test_every_vector_is_right_and_has_its_own_name() -> None:
    assert [read_vector(vector.json()).json() for vector in VECTORS] == [vector.json() for vector in VECTORS]
    assert len({vector.id for vector in VECTORS}) == len(VECTORS)
    assert {vector.sort for vector in VECTORS} >= {Class.EFFECT, Class.REFUSAL, Class.SCORE, Class.LEGAL, Class.GAME}


def test_every_clause_at_work_in_the_game_has_a_vector_and_none_is_longer_than_needed() -> None:
    line = VECTORS[-1].script.played()
    first: dict[str, int] = {}
    for ply in range(1, len(line.moves) + 1):
        for clause in all_clauses(line, ply):
            first.setdefault(clause, ply)
    effects = [vector for vector in VECTORS if vector.sort is Class.EFFECT]
    shortest = {
        clause: min(len(vector.script.moves) for vector in effects if clause in vector.cites) for clause in first
    }
    assert shortest == first


def test_the_same_vectors_are_chosen_each_time() -> None:
    assert chosen(GAME, games=1) == VECTORS


def test_a_wrong_command_line_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["zerokei"]) == 2
    assert capsys.readouterr().err.startswith("usage: python -m")
    assert main(["chess", "nowhere"]) == 2
    assert capsys.readouterr().err.startswith("choose_vectors: there is no game 'chess'")
