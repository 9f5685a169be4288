"""Zero-Kei as a game that others can find: what it is called, who can play it, and where its parts are."""

from __future__ import annotations

from typing import Final

from shinkansen.core.game import Game, Variant

_HERE: Final = "shinkansen.zerokei"

GAME: Final = Game(
    name="zerokei",
    title="Shinkansen: Zero-Kei",
    version=2,
    seats=(1, 2, 3, 4),
    variants=(Variant("hard", "the harder solo game", seats=(1,)),),
    tables=({"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 1}, {"seats": 1, "hard": True}),
    parts={
        "rules": f"{_HERE}.opening:open_rules",
        "rulebook": f"{_HERE}.rulebook:rulebook",
        "register": f"{_HERE}.rulings:register",
        "clause_tests": f"{_HERE}.rulebook:clause_tests",
        "editions": f"{_HERE}.edition_library",
        "schemas": f"{_HERE}.data:SCHEMAS",
        "vectors": f"{_HERE}.data:VECTORS",
        "edition_files": f"{_HERE}.edition_library",
        "settings": f"{_HERE}.settings",
        "places": f"{_HERE}.places:PLACES",
        "shrinking": f"{_HERE}.shrinking",
        "demo": f"{_HERE}.careless:DEMO",
        "notation": f"{_HERE}.notation",
        "witnesses": f"{_HERE}.witnesses:WITNESSES",
        "words": f"{_HERE}.contrast:WORDS",
        "impact": f"{_HERE}.impact:IMPACT",
        "telling": f"{_HERE}.telling:TELLING",
        "logs": f"{_HERE}.log_library",
        "search": f"{_HERE}.data:SEARCH",
        "examples": f"{_HERE}.data:EXAMPLES",
        "move_kinds": f"{_HERE}.move_kinds:MOVE_KINDS",
        "engine_source": f"{_HERE}.data:ENGINE",
        "pictures": f"{_HERE}.picture",
        "replay": f"{_HERE}.replay",
        "mutants": f"{_HERE}.testing.mutants:MUTANTS",
        "small_worlds": f"{_HERE}.testing.small_worlds:worlds",
    },
)
