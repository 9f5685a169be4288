"""All games at a glance, for the first page: a table of them, and where the navigation finds those that it lacks.

Both are pieces of Markdown that `index.md` includes.
"""

from __future__ import annotations

from typing import Final

from docs.extension.places import is_default, page, shared_page
from docs.extension.words import plain, table
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.prose import listed

TABLE: Final = "games-table.inc"
NAVIGATION: Final = "games-navigation.inc"
PAGES: Final = ("rulebook/index", "rulings/index", "reference/messages", "reference/moves", "reference/values")
"""The pages of a game that lead to all others of it."""


def assets() -> dict[str, str]:
    """What `index.md` includes, by path below `docs/`."""
    games = registry.games()
    others = [game for game in games if not is_default(game)]
    return {TABLE: at_a_glance(games), NAVIGATION: "\n".join(map(_navigation, others))}


def at_a_glance(games: tuple[Game, ...]) -> str:
    """Every game with its numbers, and links to its pages."""
    rows = [
        [
            plain(game.title),
            listed([*map(str, game.seats)]),
            f"[{len(game.rulebook)}]({page(game, 'rulebook/index')}.md)",
            f"[{len(game.register)}]({page(game, 'rulings/index')}.md), {len(game.register.switchable)} switchable",
            f"{game.version}",
        ]
        for game in games
    ]
    return table(["Game", "Players", "Clauses", "Rulings", "Version of the rules"], rows)


def _navigation(game: Game) -> str:
    from docs.extension.schemas import pages  # here, because the other piece needs nothing of it

    known = {page(game, "rulebook/index"), page(game, "rulings/index"), *pages(game)}
    shown = [shared_page(game, name) for name in PAGES if shared_page(game, name) in known]
    return "\n".join(["```{toctree}", f":caption: {game.title}", ":hidden:", "", *shown, "```", ""])
