"""Higher Card (`fake_game`) as a game that a stranger's package offers: its description, rulebook and register.

It has some parts and lacks others. `offer` makes the folder by which Python knows such a package, so that the games of
this module, and the broken ones, are found as installed ones are; see the fixture `second_game`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.coverage import ClauseTests
from shinkansen.core.errors import ArgumentError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.rulings import Register, read_register
from tests.fake_game import HigherCard

GAME: Final = Game(
    name="higher-card",
    title="Higher Card",
    seats=(2, 3, 4),
    parts={
        "rules": f"{__name__}:open_rules",
        "rulebook": f"{__name__}:rulebook",
        "register": f"{__name__}:register",
        "clause_tests": f"{__name__}:clause_tests",
    },
)
ELSEWHERE: Final = "not a game"
"""What an entry point may lead to by mistake."""


def open_rules(setting: Mapping[str, Json]) -> HigherCard:
    """The rules of a setting."""
    if setting.get("rulings"):
        raise ArgumentError(f"rulings: found {shown(setting['rulings'])}, expected none: nothing can be switched")
    seats = setting.get("seats")
    if type(seats) is not int or seats not in GAME.seats:
        raise ArgumentError(f"there are {shown(seats)} seats, expected 2 or 3 or 4")
    return HigherCard(seats=seats)


@cache
def rulebook() -> Rulebook:
    """All clauses."""
    return read_rulebook(
        {
            "game": "Higher Card",
            "base": "en",
            "texts": {"en": {"name": "English", "sha256": "0" * 64, "lines": "1-3"}},
            "chapters": [
                {"id": "1", "title": "Dealing"},
                {"id": "2", "title": "Tricks"},
                {"id": "3", "title": "The end"},
            ],
            "clauses": [
                {
                    "id": "1",
                    "title": "Secret cards",
                    "kind": "setup",
                    "says": "Everybody is dealt three secret cards.",
                    "en": "1",
                },
                {
                    "id": "2",
                    "title": "Choosing at once",
                    "kind": "flow",
                    "says": "In each trick all choose a card of their hand, and the highest rank takes the trick.",
                    "en": "2",
                },
                {
                    "id": "3",
                    "title": "Most tricks",
                    "kind": "scoring",
                    "says": "After three tricks whoever took most of them wins.",
                    "en": "3",
                },
            ],
            "apparatus": [],
        }
    )


@cache
def register() -> Register:
    """All rulings: one, which is settled."""
    ruling = {
        "id": "R1",
        "slug": "equal_ranks",
        "question": "Who takes a trick in which two cards have the highest rank?",
        "clauses": ["2"],
        "facts": [],
        "answers": [{"letter": "a", "says": "Nobody takes it."}],
        "preferred": "a",
        "basis": "choice",
        "confidence": "high",
        "why": "Neither of them is higher.",
    }
    return read_register({"game": "higher-card", "rulings": [ruling]}, rulebook())


def clause_tests() -> ClauseTests:
    """The tests of each clause, and which clauses can be cited at all."""
    tests = ("tests/testing/test_contract_laws.py",)
    return ClauseTests(("1", "2", "3"), dict.fromkeys(("1", "2", "3"), tests))


def offer(folder: Path, package: str, **games: str) -> None:
    """Make what a folder on Python's path has of a package that offers these games; `_` in a name stands for `-`."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{name.replace('_', '-')} = {where}" for name, where in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[shinkansen.games]", *lines, ""]), encoding="utf-8")
