"""Who is measured. A contender plays whole random games: list the legal moves, choose one, make it, until the end.

The next engine is one more entry here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.ruleset import Ruleset
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.zerokei.ruleset import ZeroKei
from tests.benchmarks import peers

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


def playout(rules: Ruleset[Any, Any, Any, Any], checked: bool, rng: Random) -> int:
    """One random game of any ruleset."""
    make = rules.apply if checked else rules.follow
    state, moves = rules.start(rules.deal(rng)), 0
    while rules.to_move(state) is not None:
        state = make(state, rng.choice(rules.legal_moves(state)))
        moves += 1
    return moves


def of_rules(id: str, game: str, make: Callable[[], Ruleset[Any, Any, Any, Any]]) -> tuple[Contender, ...]:
    """A game of ours twice: moves known to be legal, and moves that are checked."""

    def opened(checked: bool) -> Game:
        return partial(playout, make(), checked)

    return (
        Contender(id, f"{game}, `follow`", partial(opened, False)),
        Contender(f"{id}-checked", f"{game}, checked `apply`", partial(opened, True)),
    )


def of_peer(id: str, game: str, opened: Callable[[bool], Game], package: str, copying: str) -> tuple[Contender, ...]:
    """A game of somebody else's that is changed in place, twice: as it is, and copied before each move."""
    return (
        Contender(id, game, partial(opened, False), package),
        Contender(f"{id}-copy", f"{game}, `{copying}` each move", partial(opened, True), package),
    )


OURS: Final = (
    *of_rules("zerokei-2", "Zero-Kei, 2 seats", lambda: ZeroKei(seats=2)),
    *of_rules("zerokei-3", "Zero-Kei, 3 seats", lambda: ZeroKei(seats=3)),
    *of_rules("zerokei-4", "Zero-Kei, 4 seats", lambda: ZeroKei(seats=4)),
    *of_rules("zerokei-solo", "Zero-Kei, solo", lambda: ZeroKei(seats=1)),
    *of_rules("zerokei-hard", "Zero-Kei, solo, hard", lambda: ZeroKei(seats=1, hard=True)),
    *of_rules("nextstation-1", "Next Station, solo", lambda: NextStation(seats=1)),
    *of_rules("nextstation-2", "Next Station, 2 seats", lambda: NextStation(seats=2)),
    *of_rules("nextstation-3", "Next Station, 3 seats", lambda: NextStation(seats=3)),
    *of_rules("nextstation-4", "Next Station, 4 seats", lambda: NextStation(seats=4)),
)
CHESS: Final = Contender("chess", "python-chess, `push` until `is_game_over()`", peers.chess, "chess")
"""What the others are compared with."""
PEERS: Final = (
    CHESS,
    *of_peer("catanatron-3", "catanatron, 3 players", partial(peers.catanatron, 3), "catanatron", "copy()"),
    *of_peer("catanatron-4", "catanatron, 4 players", partial(peers.catanatron, 4), "catanatron", "copy()"),
    *of_peer("spiel-chess", "OpenSpiel chess (C++)", partial(peers.open_spiel, "chess"), "pyspiel", "clone()"),
    *of_peer(
        "spiel-hanabi",
        "OpenSpiel hanabi (C++; chance drawn in Python)",
        partial(peers.open_spiel, "hanabi"),
        "pyspiel",
        "clone()",
    ),
)
CONTENDERS: Final = {one.id: one for one in (*OURS, *PEERS)}
