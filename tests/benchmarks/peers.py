"""The libraries of others, each in its plain idiom. They are imported when needed, because any may be missing."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, Final

MANY: Final = 300
"""So many states of one game are kept."""


def chess() -> Callable[[Random], int]:
    """python-chess: the legal moves as a list, `push`, and `is_game_over()`, which knows the automatic draws."""
    board_of: Any = import_module("chess").Board

    def play(rng: Random) -> int:
        board, moves = board_of(), 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return play


def catanatron(players: int, copied: bool) -> Callable[[Random], int]:
    """catanatron: `execute`, unchecked; `copied` before each move, as a search must."""
    library: Any = import_module("catanatron")
    limit: int = import_module("catanatron.game").TURNS_LIMIT
    colours = [*library.Color][:players]

    def play(rng: Random) -> int:
        game = library.Game([library.Player(colour) for colour in colours], seed=rng.randrange(1, 1 << 30))
        moves = 0
        while game.winning_color() is None and game.state.num_turns < limit:
            if copied:
                game = game.copy()
            game.execute(rng.choice(game.state.playable_actions), validate_action=False)
            moves += 1
        return moves

    return play


def open_spiel(name: str, cloned: bool) -> Callable[[Random], int]:
    """OpenSpiel: `apply_action` in place; `cloned` before each move. Draws are made here and are not moves."""
    game: Any = import_module("pyspiel").load_game(name)

    def play(rng: Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if cloned:
                state = state.clone()
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def chess_states(rng: Random) -> list[Any]:
    """Every position of a game of python-chess, each a copy without the moves that led to it."""
    board: Any = import_module("chess").Board()
    kept = list[Any]()
    while not board.is_game_over() and len(kept) < MANY:
        kept.append(board.copy(stack=False))
        board.push(rng.choice(list(board.legal_moves)))
    return kept


def catanatron_states(rng: Random) -> list[Any]:
    """Every state of a game of catanatron for three, each a copy."""
    library: Any = import_module("catanatron")
    game = library.Game([library.Player(colour) for colour in [*library.Color][:3]], seed=rng.randrange(1, 1 << 30))
    kept = list[Any]()
    while game.winning_color() is None and len(kept) < MANY:
        kept.append(game.copy())
        game.execute(rng.choice(game.state.playable_actions), validate_action=False)
    return kept
