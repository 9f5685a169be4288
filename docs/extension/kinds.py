"""What each kind of move of a game means: its clauses, its class in Python and its line in a log."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from docs.extension.classes import class_link
from docs.extension.examples import Message, table_of
from docs.extension.places import clause_link, shared_label
from docs.extension.words import plain, table
from shinkansen.core.game import Game
from shinkansen.core.opaque import Move
from shinkansen.core.parts import LOGS, MOVE_KINDS, NOTATION


def overview(game: Game, examples: dict[str, Message]) -> str:
    """All kinds in one table."""
    head = ["Kind", "Meaning", *(["Clauses"] if game.has(MOVE_KINDS) else []), "Class"]
    head += ["In a log"] if in_logs(game) else []
    rows = [
        [f"[`{kind}`](#{shared_label(game, f'move-{kind}')})", meaning(game, example), *_cells(game, kind, example)]
        for kind, example in examples.items()
    ]
    return table(head, rows)


def _cells(game: Game, kind: str, example: Message) -> Iterator[str]:
    if game.has(MOVE_KINDS):
        yield ", ".join(clause_link(game, id) for id in clauses(game, kind))
    yield class_link(type(_move(game, example)))
    if in_logs(game):
        yield f"`{log_line(game, example)}`"


def facts(game: Game, kind: str, example: Message) -> str:
    """One kind in full."""
    told = [f":{name}: {says}" for name, says in _facts(game, kind, example)]
    return "\n".join([f"{meaning(game, example)}\n", *told, ""])


def _facts(game: Game, kind: str, example: Message) -> Iterator[tuple[str, str]]:
    if game.has(MOVE_KINDS):
        found = (f"{clause_link(game, id)} {plain(game.rulebook[id].title)}" for id in clauses(game, kind))
        yield "Clauses", "; ".join(found)
    yield "Class", class_link(type(_move(game, example)))
    if in_logs(game):
        yield "In a log", f"`{log_line(game, example)}`"


def clauses(game: Game, kind: str) -> tuple[str, ...]:
    """The clauses that say what a kind of move is."""
    return game.part(MOVE_KINDS).clauses[kind]


def meaning(game: Game, example: Message) -> str:
    """What it is to make such a move, as Markdown: what its class says."""
    return (inspect.getdoc(type(_move(game, example))) or "").replace("\n", " ")


def log_line(game: Game, example: Message) -> str:
    """A move as people write it down."""
    return f"{table_of(game).seat_names[0]}: {game.part(NOTATION).notation(_move(game, example))}"


def in_logs(game: Game) -> bool:
    """Whether people write moves of the game down."""
    return game.has(LOGS) and game.part(LOGS).tells_moves and game.has(NOTATION)


def modules(game: Game, examples: dict[str, Message]) -> set[str]:
    """The modules in which the classes of the moves are."""
    return {type(_move(game, example)).__module__ for example in examples.values()}


def _move(game: Game, example: Message) -> Move:
    return table_of(game).read_move(example)
