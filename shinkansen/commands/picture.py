"""`shinkansen picture RECORD`: the table of a recorded game, or of a position in one line, as a picture, SVG or PNG;
with a move, what it does there or why it is refused.

The exit code is 1 if the record is wrong before the requested ply, as with `shinkansen record show`. A refused move is
nothing wrong: the picture that was asked for was drawn, so the exit code is 0, and the refusal is printed.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_edition, edition, opened, wrong
from shinkansen.core.errors import RecordError, ShinkansenError, WireError
from shinkansen.core.files import parse_json
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Move, State
from shinkansen.core.parts import NOTATION
from shinkansen.core.position import is_position
from shinkansen.core.record import Record, replay, start
from shinkansen.core.states import sent
from shinkansen.core.text import printable
from shinkansen.core.writing import write_new
from shinkansen.paper.parts import PICTURES, Pictures, picture_of_answer, picture_of_move, verdict_on
from shinkansen.paper.picture import LAYOUTS, Picture
from shinkansen.paper.theme import THEMES


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `picture`."""
    parser.add_argument("file", metavar="RECORD", help="the file of a record, or a position in one line")
    add_edition(parser)
    parser.add_argument(
        "--ply", type=int, metavar="N", help="the table after N plies, 0 for the start (default: the last)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="a new file, .svg or .png; without it the SVG is printed"
    )
    parser.add_argument("--theme", choices=THEMES, default="auto", help="auto follows the reader's system (default)")
    parser.add_argument(
        "--layout",
        choices=LAYOUTS,
        default="tall",
        help="tall for a page of text (default), wide to fit a screen, narrow for a phone",
    )
    parser.add_argument("--changes", action="store_true", help="name the last move and outline what it changed")
    parser.add_argument(
        "--move",
        metavar="MOVE",
        help="a move on this table, as JSON or notation: what it does, or what stands in its way",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Draw the table, and write or print it."""
    if is_position(arguments.file):
        if arguments.ply is not None or arguments.changes:
            raise ShinkansenError("--ply and --changes are about the moves of a record, and a position has none")
        position = sent(arguments.file)
        pictures = position.game.part(PICTURES)
        rules, state = position.read(edition(arguments, position.game))
        _deliver(*_table(pictures, position.game, rules, state, arguments), arguments.output)
        return 0
    game, told, rules = opened(arguments)
    pictures = game.part(PICTURES)
    plies = len(told.plies)
    ply = plies if arguments.ply is None else arguments.ply
    if arguments.changes and arguments.move is not None:
        raise ShinkansenError("--changes is about the last move and --move about the next one, so take one of them")
    least = 1 if arguments.changes else 0
    if not least <= ply <= plies:
        raise ShinkansenError(f"--ply: found {ply}, expected {least} to {plies}, the plies of the record")
    try:
        drawn, verdict = _draw(pictures, game, rules, told, ply, arguments)
    except RecordError as problem:
        return wrong(arguments, problem)
    _deliver(drawn, verdict, arguments.output)
    return 0


def _draw(
    pictures: Pictures, game: Game, rules: AnyRules, told: Record, ply: int, arguments: argparse.Namespace
) -> tuple[Picture, str]:
    state = start(rules, told)
    for turn in replay(rules, told):
        if turn.number == ply and arguments.changes:
            look = {"theme": arguments.theme, "layout": arguments.layout}
            return picture_of_move(pictures.picture, rules, turn.move, turn.state, **look), ""
        if turn.number > ply:
            break
        state = turn.step.state
    return _table(pictures, game, rules, state, arguments)


def _table(
    pictures: Pictures, game: Game, rules: AnyRules, state: State, arguments: argparse.Namespace
) -> tuple[Picture, str]:
    """A table, with a move if there is one: then also a sentence that says whether it is legal."""
    look = {"theme": arguments.theme, "layout": arguments.layout}
    if arguments.move is None:
        return pictures.picture(rules, state, **look), ""
    move = _move(game, rules, arguments.move)
    return picture_of_answer(pictures.picture, rules, move, state, **look), verdict_on(rules, move, state)


def _move(game: Game, rules: AnyRules, text: str) -> Move:
    """A move in either form."""
    if text.lstrip().startswith("{"):
        return rules.read_move(parse_json(text, "--move", WireError))
    return Move(game.part(NOTATION).parse(text))


def _deliver(drawn: Picture, verdict: str, output: str | None) -> None:
    if output is None:
        # Terminals and pipes may lack a yen sign; XML can escape it.
        print(drawn.svg.encode("ascii", "xmlcharrefreplace").decode(), end="")
        return
    if output.lower().endswith(".png"):
        write_new(Path(output), drawn.png(), ShinkansenError)
    elif output.lower().endswith(".svg"):
        write_new(Path(output), drawn.svg, ShinkansenError)
    else:
        raise ShinkansenError(f"{printable(output)}: expected a name that ends in .svg or .png")
    print(f"{printable(output)}: written")
    if verdict:
        print(printable(verdict))
