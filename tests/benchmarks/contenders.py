"""Who plays whole random games: list the legal moves, choose one, make it, until the end.

The next engine is one more entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Final, TypeAlias

from attrs import frozen

from tests.benchmarks import peers
from tests.benchmarks.tables import TABLES, Measure, Rules

Game: TypeAlias = Callable[[Random], int]
"""Plays one random game and says how many moves it had."""


@frozen
class Contender:
    """Something that plays games."""

    id: str
    plays: str
    """What it plays and how it makes a move."""
    opened: Callable[[], Game]
    """Imports and prepares what it needs; in its own process."""
    module: str = ""
    """The module that must be importable, if it is not ours."""


def playout(rules: Rules, checked: bool, rng: Random) -> int:
    """One random game of any ruleset."""
    make = rules.apply if checked else rules.follow
    state, moves = rules.start(rules.deal(rng)), 0
    while rules.to_move(state) is not None:
        state = make(state, rng.choice(rules.legal_moves(state)))
        moves += 1
    return moves


def slices(game: Game) -> Measure:
    """A measurement of whole games; it gives how many there were, how many moves, and the seconds they took."""

    def measure(seed: str, seconds: float) -> tuple[int, int, float]:
        rng, games, moves = Random(seed), 0, 0
        began, passed = process_time(), 0.0
        while not games or passed < seconds or not passed:  # a coarse clock may not have moved
            moves += game(rng)
            games += 1
            passed = process_time() - began
        return games, moves, passed

    return measure


def of_rules(id: str, words: str, make: Callable[[], Rules]) -> tuple[Contender, ...]:
    """A game of ours twice: moves known to be legal, and moves that are checked."""

    def opened(checked: bool) -> Game:
        return partial(playout, make(), checked)

    return (
        Contender(id, f"{words}, `follow`", partial(opened, False)),
        Contender(f"{id}-checked", f"{words}, checked `apply`", partial(opened, True)),
    )


def of_peer(id: str, game: str, opened: Callable[[bool], Game], package: str, copying: str) -> tuple[Contender, ...]:
    """A game of somebody else's that is changed in place, twice: as it is, and copied before each move."""
    return (
        Contender(id, game, partial(opened, False), package),
        Contender(f"{id}-copy", f"{game}, `{copying}` each move", partial(opened, True), package),
    )


OURS: Final = tuple(one for table in TABLES.values() for one in of_rules(table.id, table.words, table.rules))
CHESS: Final = Contender("chess", "python-chess, `push` until `is_game_over()`", peers.chess, "chess")
COPIED: Final = "catanatron-3-copy"
"""Beside python-chess, what the others are compared with: a game that is copied at each move, as ours always is."""
PEERS: Final = (
    CHESS,
    *of_peer("catanatron-3", "catanatron, 3 players", partial(peers.catanatron, 3), "catanatron", "copy()"),
    *of_peer("catanatron-4", "catanatron, 4 players", partial(peers.catanatron, 4), "catanatron", "copy()"),
    *of_peer("spiel-chess", "OpenSpiel chess (C++)", partial(peers.open_spiel, "chess"), "pyspiel", "clone()"),
    *of_peer("spiel-hanabi", "OpenSpiel hanabi (C++)", partial(peers.open_spiel, "hanabi"), "pyspiel", "clone()"),
)
CONTENDERS: Final = {one.id: one for one in (*OURS, *PEERS)}
