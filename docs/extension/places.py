"""Where everything of a game is on the site: its pages, the labels that references use, and the anchors on pages.

The pages are in a folder of the game's name (`zerokei/rulings/R29.html`). A label is one for the whole site, so it
begins with that name (`zerokei-clause-6-c-3`). An anchor belongs to its page and does not repeat it (`#clause-6-c-3`,
`#R29-b`): so an address from before the pages were in a folder needs another path and nothing else (`moved.py`).

The game that is meant where none is named (`registry.DEFAULT`) was once the only one: its messages and its tutorial
stay at the addresses without its name.
"""

from __future__ import annotations

from docs.extension.words import plain
from shinkansen.core.game import Game
from shinkansen.core.registry import DEFAULT
from shinkansen.core.rulings import Ruling


def page(game: Game, name: str) -> str:
    """The docname of a page of a game."""
    return f"{game.name}/{name}"


def label(game: Game, anchor: str) -> str:
    """What references call an anchor of a game."""
    return f"{game.name}-{anchor}"


def is_default(game: Game) -> bool:
    """Whether it is the game that is meant where none is named."""
    return game.name == DEFAULT


def shared_page(game: Game, name: str) -> str:
    """The docname of a page that the site had for its only game, and now has for each."""
    return name if is_default(game) else page(game, name)


def shared_label(game: Game, anchor: str) -> str:
    """What references call an anchor on such a page."""
    return anchor if is_default(game) else label(game, anchor)


def of_game(game: Game) -> str:
    """Which game a page is about, as the end of its title, where other games have pages of the same name."""
    return "" if is_default(game) else f" of {plain(game.title)}"


def option(game: Game) -> str:
    """The option by which a command is about this game, with a space before it; none for the usual one."""
    return "" if is_default(game) else f" --game {game.name}"


def clause_anchor(id: str) -> str:
    """The permanent anchor of a clause, on the page of its chapter."""
    return f"clause-{id.lower().replace('.', '-')}"


def clause_link(game: Game, id: str) -> str:
    """A link to a clause from any page."""
    return f"[{id}](#{label(game, clause_anchor(id))})"


def ruling_link(game: Game, ruling: Ruling, words: str = "") -> str:
    """A link to a ruling from any page, by its number and its question or in other words."""
    return f"[{words or f'{ruling.id} {plain(ruling.question)}'}](#{label(game, f'ruling-{ruling.id.lower()}')})"
