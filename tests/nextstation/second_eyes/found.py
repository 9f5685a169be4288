"""Games found by search with the model, played again by the tests on the engine and on the model.

`games.json` has London's (see `playing`), `games_modules.json` those of `edo` and of the objectives. A search only
draws: what powers and effects add is told when a game is played again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.nextstation.second_eyes.board import Board, Boards
from tests.nextstation.second_eyes.model import PASS, draw, turns_of
from tests.nextstation.second_eyes.naive import section
from tests.nextstation.second_eyes.sheets import edo, london

_HERE: Final = Path(__file__).parent
FOUND: Final[dict[str, Any]] = {
    name: game
    for file in ("games.json", "games_modules.json")
    for name, game in json.loads((_HERE / file).read_text(encoding="utf-8")).items()
}
"""Whole games by name: pencils, gap, the cards of each round, and by seat, round and turn the section drawn or null."""


def replay_steps(
    boards: Boards,
    name: str,
    *,
    mark: Collection[str] = (),
    objectives: Sequence[str] = (),
    specials: Sequence[tuple[str, str]] = (),
    powers: Mapping[str, str] | None = None,
    letters: Mapping[str, str] | None = None,
) -> Iterator[Board]:
    """A game after each of its turns; sections to a station of `mark` are marked where that is possible."""
    game = FOUND[name]
    seats = len(game["moves"])
    board = boards(
        edo() if game.get("sheet") == "edo" else london(),
        *game["cards"],
        seats=seats,
        pencils=game["pencils"],
        gap=game["gap"],
        objectives=objectives,
        specials=specials,
        powers=powers,
        letters=letters,
    )
    for number in range(4):
        for turn in range(len(turns_of(game["cards"][number]))):
            for seat in range(seats):
                found = game["moves"][seat][number][turn]
                if found is None:
                    board.play(seat, PASS)
                    continue
                pair = section(*found)
                marked = draw(pair, mark=True)
                worth = set(pair) & set(mark) and marked in board.legal_moves(seat)
                board.play(seat, marked if worth else draw(pair))
            yield board


def replay(boards: Boards, name: str, **more: Any) -> Board:
    """A game at its end."""
    return [*replay_steps(boards, name, **more)][-1]
