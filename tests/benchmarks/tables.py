"""The tables at which our games are measured: one entry for each, with its rules and its setting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from shinkansen.core import registry
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Ruleset

Rules: TypeAlias = Ruleset[Any, Any, Any, Any]
Measure: TypeAlias = Callable[[str, float], Any]
"""Does one slice of work: it is given a seed and about how many CPU seconds to take. What it found can be JSON."""


@frozen
class Table:
    """A game with the number of seats, and perhaps variants and an edition."""

    id: str
    words: str
    game: str
    setting: dict[str, Json] = field(hash=False)

    def rules(self) -> Rules:
        """The rules; opened anew each time."""
        return registry.game(self.game).open(self.setting)


def _tables() -> tuple[Table, ...]:
    modules: dict[str, tuple[int, str, dict[str, Json]]] = {
        "london": (3, "objectives and powers", {"objectives": True, "pencil_powers": True}),
        "tokyo": (3, "objectives and special stations", {"objectives": True, "special_stations": True}),
    }
    names = {1: "solo", 2: "2 seats", 3: "3 seats", 4: "4 seats"}
    found = [
        *(Table(f"zerokei-{seats}", f"Zero-Kei, {names[seats]}", "zerokei", {"seats": seats}) for seats in (2, 3, 4)),
        Table("zerokei-solo", "Zero-Kei, solo", "zerokei", {"seats": 1}),
        Table("zerokei-hard", "Zero-Kei, solo, hard", "zerokei", {"seats": 1, "hard": True}),
    ]
    for sheet, (seats, words, used) in modules.items():
        edition: dict[str, Json] = {"edition": sheet} if sheet != "london" else {}
        name = f"Next Station, {sheet.capitalize()}"
        found += [
            *(Table(f"{sheet}-{n}", f"{name}, {names[n]}", "nextstation", {"seats": n, **edition}) for n in names),
            Table(
                f"{sheet}-modules",
                f"{name}, {names[seats]}, {words}",
                "nextstation",
                {"seats": seats, **used, **edition},
            ),
        ]
    return tuple(found)


TABLES: Final = {table.id: table for table in _tables()}
CLOSER: Final = tuple(TABLES[id] for id in ("zerokei-3", "london-3", "tokyo-3"))
"""The tables at which more than whole games is measured."""
