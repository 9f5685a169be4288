"""The corpus of digests: every list of moves in its order, every digest, happening and final score is what it was, and
the same on the pure and on the compiled package. `python -m tests.build.corpus_digests` writes it."""

from __future__ import annotations

import json
from typing import Final

import pytest

import shinkansen
from shinkansen import ZeroKei
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import State
from tests.build.corpus_digests import FILE, played, settings
from tests.deep import DEEP

SETTINGS: Final = settings()
STORED: Final[dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))
AGAIN: Final = "if the rules were meant to change, run `python -m tests.build.corpus_digests`"
MANY: Final = DEEP or shinkansen.compiled
"""Whether every game is played again, and not only two of each setting: one by the preferred rulings, one not."""


def test_every_setting_is_stored_in_full() -> None:
    assert {name: len(some) for name, some in SETTINGS.items()} == {name: len(some) for name, some in STORED.items()}


@pytest.mark.parametrize("name", STORED)
def test_games_are_what_they_were(name: str) -> None:
    numbers = range(len(STORED[name]) if MANY else 2)
    found = {number: played(SETTINGS[name][number], number) for number in numbers}
    assert found == {number: STORED[name][number] for number in numbers}, AGAIN


def test_a_move_out_of_order_would_be_seen() -> None:
    stored = STORED["zerokei, 3 seats"][0]
    assert (played(ZeroKei(3), 0), played(Reversed(3), 0) == stored) == (stored, False)


class Reversed(ZeroKei):
    """Zero-Kei with its moves in another order."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return super().legal_moves(state)[::-1]
