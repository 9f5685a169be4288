"""All games at a glance, for the first page: a table with a column for each, and its pages for the navigation.

Both are pieces of Markdown that `index.md` includes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from docs.extension.editions import editions
from docs.extension.places import is_default, page, shared_page
from docs.extension.words import plain, table
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.parts import DEMO, EXAMPLES, VECTORS
from shinkansen.core.prose import listed
from shinkansen.readings.parts import WITNESSES
from shinkansen.readings.witnesses import witnesses
from shinkansen.testing.mutants import MUTANTS
from shinkansen.verify.judging.vectors import shipped

TABLE: Final = "games-table.inc"
NAVIGATION: Final = "games-navigation.inc"
DOCS: Final = Path(__file__).parent.parent
CATALOGUE: Final = DOCS / "catalogue"
"""Reports on implementations, in a folder for each game."""

OWN: Final = {
    "rulebook/index": "Rulebook",
    "rulings/index": "Rulings",
    "examples/index": "Worked examples",
    "maps": "Maps",
    "editions": "Editions",
    "evidence": "Figures from elsewhere",
    "wire": "What is special on the wire",
}
"""The pages in a game's folder that lead to all others of it, and what the navigation calls them. It may have others,
written by hand, and lacks some."""
SHARED: Final = {"reference/messages": "Messages", "reference/moves": "Moves", "reference/values": "Values"}
"""Those that the usual game has at addresses without its name."""


def assets() -> dict[str, str]:
    """What `index.md` includes, by path below `docs/`."""
    games = sorted(registry.games(), key=lambda game: not is_default(game))
    return {TABLE: at_a_glance(games), NAVIGATION: "\n".join(map(_navigation, games))}


# -- The table --------------------------------------------------------------------------------------------------------


def at_a_glance(games: list[Game]) -> str:
    """What there is of every game, with links to its pages; what no game has is left out."""
    rows = [[what, *(told(game) for game in games)] for what, told in ROWS.items()]
    return table(["", *(plain(game.title) for game in games)], [row for row in rows if any(row[1:])])


def _variants(game: Game) -> str:
    return "; ".join(plain(variant.says) for variant in game.variants)


def _editions(game: Game) -> str:
    told = [
        f"[{plain(each.title)}]({page(game, 'editions')}.md): "
        + (f"{each.reconstructed} figures reconstructed" if each.reconstructed else "")
        for each in editions(game)
        if not each.varies
    ]
    return "<br>".join(text.removesuffix(": ") for text in told)


def _clauses(game: Game) -> str:
    return f"[{len(game.rulebook)}]({page(game, 'rulebook/index')}.md)"


def _rulings(game: Game) -> str:
    return f"[{len(game.register)}]({page(game, 'rulings/index')}.md), {len(game.register.switchable)} switchable"


def _examples(game: Game) -> str:
    if not game.has(EXAMPLES) or not _is_written(page(game, "examples/index")):
        return ""
    found = json.loads(game.part(EXAMPLES).read_text(encoding="utf-8"))
    return f"[{len(found)}]({page(game, 'examples/index')}.md)"


def _witnesses(game: Game) -> str:
    return f"{len(witnesses(game))}" if game.has(WITNESSES) else ""


def _vectors(game: Game) -> str:
    return f"{len(shipped(game))}" if game.has(VECTORS) else ""


def _mutants(game: Game) -> str:
    return f"{len(game.part(MUTANTS).all)}" if game.has(MUTANTS) else ""


def _implementations(game: Game) -> str:
    """Those of the catalogue that are not ours."""
    ours = game.part(DEMO).name if game.has(DEMO) else ""
    reports = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((CATALOGUE / game.name).glob("*.json"))]
    engines = (told["engine"] for told in reports if told["engine"]["name"] != ours)
    names = dict.fromkeys(f"{plain(each['name'])} ({plain(each['language'])})" for each in engines)
    return f"[{', '.join(names)}](catalogue.md)" if names else ""


def _option(game: Game) -> str:
    return "the usual game" if is_default(game) else f"`--game {game.name}`"


ROWS: Final[dict[str, Callable[[Game], str]]] = {
    "Players": lambda game: listed([*map(str, game.seats)]),
    "Variants": _variants,
    "Editions": _editions,
    "Clauses": _clauses,
    "Rulings": _rulings,
    "Short games in which answers differ": _witnesses,
    "The rulebook's own examples, played": _examples,
    "Conformance vectors": _vectors,
    "Engines that are wrong on purpose": _mutants,
    "Checked implementations of others": _implementations,
    "Version of the rules": lambda game: f"{game.version}",
    "On the command line": _option,
}
"""What the table tells: the title of each row, and how it is told of a game; empty if the game has no such thing."""


# -- The navigation ---------------------------------------------------------------------------------------------------


def _navigation(game: Game) -> str:
    from docs.extension.schemas import pages  # here, because the other piece needs nothing of it

    generated = {page(game, "rulebook/index"), page(game, "rulings/index"), *pages(game)}
    generated |= {page(game, "editions")} if editions(game) else set()
    own = {page(game, name): title for name, title in OWN.items()}
    own |= {name: "" for name in _others(game) if name not in {*own, page(game, "tutorial"), *generated}}
    own |= {shared_page(game, name): title for name, title in SHARED.items()}
    shown = [
        f"{title} <{name}>" if title else name for name, title in own.items() if name in generated or _is_written(name)
    ]
    return "\n".join(["```{toctree}", f":caption: {game.title}", ":hidden:", "", *shown, "```", ""])


def _others(game: Game) -> list[str]:
    """All pages in the folder of a game, but not in folders of that."""
    return [page(game, file.stem) for file in sorted((DOCS / game.name).glob("*.md"))]


def _is_written(name: str) -> bool:
    return (DOCS / f"{name}.md").is_file()
