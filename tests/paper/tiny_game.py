"""Higher Card as a game that others can find, with three clauses and the smallest of pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shinkansen.core.clauses import Chapter, Clause, ClauseKind, Lines, Rulebook, Text
from shinkansen.core.errors import ArgumentError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.rulings import Register
from tests.fake_game import HigherCard

CLAUSES: Final = {
    "1": ("Cards", "Every seat holds three secret cards."),
    "2": ("Tricks", "All choose a card at once; the highest rank takes the trick."),
    "3": ("The end", "Who has taken most tricks wins."),
}


def open_rules(setting: Mapping[str, Json]) -> HigherCard:
    seats = setting.get("seats")
    if not isinstance(seats, int):
        raise ArgumentError(f"seats: found {shown(seats)}, expected a number")
    return HigherCard(seats=seats)


def rulebook() -> Rulebook:
    return Rulebook(
        game="higher-card",
        base="en",
        texts={"en": Text("English", "0" * 64, Lines(()))},
        chapters=tuple(Chapter(id, title) for id, (title, _) in CLAUSES.items()),
        clauses=tuple(Clause(id, title, ClauseKind.FLOW, says) for id, (title, says) in CLAUSES.items()),
        apparatus=(),
    )


def register() -> Register:
    return Register(())


PARTS: Final = {
    "rules": f"{__name__}:open_rules",
    "rulebook": f"{__name__}:rulebook",
    "register": f"{__name__}:register",
}
PLAIN_GAME: Final = Game("higher-card", "Higher <Card>", (2, 3, 4), PARTS)
"""Without pictures."""
GAME: Final = Game("higher-card", "Higher <Card>", (2, 3, 4), {**PARTS, "pictures": "tests.paper.tiny_pictures"})
