"""Goofspiel, the "game of pure strategy", as a rulebook that runs: a game that plugs into shinkansen."""

from shinkansen.core.game import Game

GAME = Game(
    name="goofspiel",
    title="Goofspiel",
    seats=(2, 3),
    parts={
        "rules": "goofspiel.rules:open_rules",
        "rulebook": "goofspiel.rules:rulebook",
        "register": "goofspiel.rules:register",
        "places": "goofspiel.rules:PLACES",
        "vectors": "goofspiel.rules:VECTORS",
        "witnesses": "goofspiel.rules:WITNESSES",
    },
)
