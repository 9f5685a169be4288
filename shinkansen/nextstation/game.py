"""Next Station as a game that others can find: what it is called, who can play it, and where its parts are."""

from __future__ import annotations

from typing import Final

from shinkansen.core.game import Game, Variant

_HERE: Final = "shinkansen.nextstation"

GAME: Final = Game(
    name="nextstation",
    title="Next Station",
    seats=(1, 2, 3, 4),
    variants=(
        Variant("objectives", "the game with two common objectives"),
        Variant("special_stations", "the game with special stations"),
        Variant("pencil_powers", "the game with pencil powers"),
    ),
    tables=(
        {"seats": 2},
        {"seats": 1},
        {"seats": 3},
        {"seats": 4},
        {"seats": 2, "objectives": True, "special_stations": True},
        {"seats": 3, "objectives": True, "pencil_powers": True},
        {"seats": 1, "objectives": True, "special_stations": True},
    ),
    parts={
        "rules": f"{_HERE}.opening:open_rules",
        "rulebook": f"{_HERE}.rulebook:rulebook",
        "register": f"{_HERE}.rulings:register",
        "clause_tests": f"{_HERE}.rulebook:clause_tests",
        "editions": f"{_HERE}.sheet_library",
        "edition_files": f"{_HERE}.sheet_library",
        "schemas": f"{_HERE}.data:SCHEMAS",
        "vectors": f"{_HERE}.data:VECTORS",
        "move_kinds": f"{_HERE}.move_kinds:MOVE_KINDS",
        "examples": f"{_HERE}.data:EXAMPLES",
        "engine_source": f"{_HERE}.data:ENGINE",
        "search": f"{_HERE}.data:SEARCH",
        "notation": f"{_HERE}.notation",
        "logs": f"{_HERE}.log_library",
        "pictures": f"{_HERE}.picture",
        "replay": f"{_HERE}.replay",
        "settings": f"{_HERE}.settings",
        "witnesses": f"{_HERE}.witnesses:WITNESSES",
        "impact": f"{_HERE}.impact:IMPACT",
        "words": f"{_HERE}.contrast:WORDS",
        "places": f"{_HERE}.places:PLACES",
        "shrinking": f"{_HERE}.shrinking",
        "demo": f"{_HERE}.careless:DEMO",
        "telling": f"{_HERE}.telling:TELLING",
        "mutants": f"{_HERE}.testing.mutants:MUTANTS",
        "small_worlds": f"{_HERE}.testing.small_worlds:worlds",
    },
)
