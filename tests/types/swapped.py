"""Arguments that are swapped or of the wrong game. Nobody runs this: `test_types` counts what mypy says about it.

Every line that ends in `# wrong` must be an error, and no other line.
"""

from __future__ import annotations

from random import Random

from shinkansen import ZeroKei
from shinkansen.core.invariants import check_game, check_state, check_step
from shinkansen.core.knowledge import View
from shinkansen.core.opaque import AnyRules, Deal, Move, State, opaque
from shinkansen.core.play import Ply, at_random, plies
from shinkansen.core.players import RandomPlayer
from shinkansen.testing.laws import check_game as check_whole_game
from shinkansen.testing.laws import check_position
from shinkansen.testing.secrets import leaks
from shinkansen.testing.situation import AnySituation, Situation
from shinkansen.zerokei import moves as m
from shinkansen.zerokei import table
from tests.fake_game import HigherCard


def in_a_generic_room(rules: AnyRules, deal: Deal, state: State, move: Move) -> None:
    rules.follow(state, move)
    rules.follow(move, state)  # wrong
    rules.start(state)  # wrong
    rules.start(deal)
    rules.move_json(state)  # wrong
    rules.preview(rules.view(state, 0), move)
    rules.preview(state, move)  # wrong
    check_step(rules, state, move, rules.narrate(state, move))
    check_step(rules, move, state, rules.narrate(state, move))  # wrong
    check_game(rules, deal, [move])
    check_game(rules, move, [deal])  # wrong


def with_a_game(rules: ZeroKei, state: table.State, move: m.Move) -> None:
    check_position(rules, state)
    check_position(rules, move)  # wrong
    check_position(state, rules)  # wrong
    check_state(rules, state)
    check_state(rules, rules.deal(Random(1)))  # wrong
    check_whole_game(rules, rules.deal(Random(1)), [move])
    check_whole_game(rules, state, [move])  # wrong
    Situation(rules, state)
    leaks(rules, state, state, 0, [1], [])
    leaks(rules, state, move, 0, [1], [])  # wrong
    RandomPlayer()(rules, View(0, state), seed=1, budget=0)
    RandomPlayer()(rules, View(0, move), seed=1, budget=0)  # wrong
    opaque(rules)


def with_two_games(rules: ZeroKei, other: HigherCard, state: table.State, it: AnySituation) -> None:
    check_position(other, state)  # wrong
    other.legal_moves(state)  # wrong
    it.rules.follow(it.state, it.legal[0])
    it.rules.follow(it.legal[0], it.state)  # wrong


def the_plies_of_a_game_have_types(rules: ZeroKei, state: table.State) -> None:
    for ply in plies(rules, state, at_random(Random(1))):
        kept: Ply[table.State, m.Move] = ply
        rules.follow(kept.state, kept.move)
        rules.follow(ply.move, ply.state)  # wrong
