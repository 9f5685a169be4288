"""What commands share: the arguments for a game, its table, an edition, readings and a record; and what they name."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any, Final

from shinkansen.commands import Words
from shinkansen.core import registry
from shinkansen.core.editions import named
from shinkansen.core.errors import RecordError, RulingError
from shinkansen.core.game import Game, Variant, setting
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import EDITIONS
from shinkansen.core.plain_json import Json
from shinkansen.core.record import Record, read
from shinkansen.core.record_rules import game_of_record, rules_of
from shinkansen.core.text import printable

# -- the game


def add_game(parser: argparse.ArgumentParser, unless: str = "") -> None:
    """Add the game; `unless` says what else may name it."""
    default = f"default {registry.DEFAULT}" if not unless else f"default: {unless}, or {registry.DEFAULT}"
    parser.add_argument("--game", metavar="NAME", help=f"the game ({default}; `shinkansen games` lists them)")


def game_for(words: Words) -> Game:
    """The game that the words of a command name with `--game`, before they are parsed: its options depend on it."""
    names = [registry.DEFAULT]
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "--":
            break
        option, equals, value = word.partition("=")
        if option == "--game":
            names.append(value if equals else following)
    return registry.game(names[-1])


def chosen_game(arguments: argparse.Namespace) -> Game:
    """The game that was chosen with `--game`, or the usual one."""
    return registry.game(arguments.game if arguments.game is not None else registry.DEFAULT)


# -- the table


def add_table(parser: argparse.ArgumentParser, game: Game, usual: int | None = None) -> None:
    """Add the number of seats and the variants; without a usual number, all are meant if none is given."""
    default = "each number in turn" if usual is None else usual
    separator = ":" if usual is None else ""
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument(
        "--seats", type=int, choices=game.seats, default=usual, help=f"players (default{separator} {default})"
    )
    if 1 in game.seats:
        seats.add_argument("--solo", action="store_const", const=1, dest="seats", help="one player alone")
    for variant in game.variants:
        _add_variant(parser, variant, "" if usual is not None else "only ")
    if len(registry.names()) > 1:
        parser.epilog = f"Players and variants are those of {game.title}; `--game NAME --help` lists another game's."


_UNSAID: Final = object()
"""What a variant is if it was not chosen; any JSON could be a value of it."""


def _add_variant(parser: argparse.ArgumentParser, variant: Variant, only: str) -> None:
    option, dest = f"--{variant.name.replace('_', '-')}", _dest(variant)
    says = variant.says.replace("%", "%%")  # which argparse would take for a format
    if variant.is_switch:
        parser.add_argument(option, dest=dest, action="store_true", default=_UNSAID, help=f"{only}{says}")
        return
    values = {_written(value): value for value in variant.values}

    def named(text: str) -> Json:
        # What is no value is left as it is: the parser lists those that are.
        return values.get(text, text)

    parser.add_argument(
        option,
        dest=dest,
        type=named,
        default=_UNSAID,
        choices=variant.values,
        metavar="{" + ",".join(values) + "}",
        help=f"{only}{says}" if only else f"{says} (default {_written(variant.usual)})",
    )


def _dest(variant: Variant) -> str:
    return f"variant {variant.name}"


def _written(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def usual_seats(game: Game) -> int:
    """How many play if nobody says: the middle of the numbers that can."""
    return sorted(game.seats)[len(game.seats) // 2]


def variants(arguments: argparse.Namespace, game: Game) -> dict[str, Json]:
    """The variants that were chosen."""
    chosen: dict[str, Any] = {each.name: getattr(arguments, _dest(each), _UNSAID) for each in game.variants}
    return {name: value for name, value in chosen.items() if value is not _UNSAID}


def tables(arguments: argparse.Namespace, game: Game) -> tuple[dict[str, Json], ...]:
    """The tables that `--seats` and the variants leave, those with fewer players first."""
    chosen = variants(arguments, game)
    if arguments.seats is not None:
        return ({"seats": arguments.seats, **chosen},)
    known = matching(game, chosen)
    return tuple(sorted(known, key=lambda table: str(table["seats"]).zfill(9)))


def matching(game: Game, chosen: Mapping[str, Json], seats: int | None = None) -> list[dict[str, Json]]:
    """The tables of the game with these variants, or else such tables for all numbers of seats that have the choice."""
    known = [
        dict(table)
        for table in game.tables
        if seats in (None, table["seats"])
        and all(table.get(each.name, each.usual) == chosen[each.name] for each in game.variants if each.name in chosen)
    ]
    numbers = sorted(game.seats) if seats is None else [seats]
    offered = [number for number in numbers if {*chosen} <= {each.name for each in game.variants_for(number)}]
    return known or [{"seats": number, **chosen} for number in offered or numbers]


# -- editions and readings


def add_edition(parser: argparse.ArgumentParser, what: str = "the edition it was played with") -> None:
    """Add the edition."""
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        help=f"{what}: a file, or the name of one that comes with the game (default: the shipped one)",
    )


def edition(arguments: argparse.Namespace, game: Game) -> Json:
    """The edition that was given with `--edition`; nothing if none was."""
    return chosen_edition(game, arguments.edition) if arguments.edition is not None else None


def chosen_edition(game: Game, given: str) -> Json:
    """The edition that a word of a command means: one that comes with the game, by its name, or the one in a file."""
    editions = game.part(EDITIONS)
    return named(given, editions.known(), editions.load)


def add_rulings(parser: argparse.ArgumentParser, default: str = "the preferred ones") -> None:
    """Add the readings to play by."""
    parser.add_argument(
        "--rulings",
        metavar="RULING=LETTER,...",
        help=f"readings, such as R29=b or track_needs_ground=b (default: {default})",
    )


def letters(game: Game, given: str | None) -> dict[str, object]:
    """What `--rulings` says, by slug."""
    try:
        return game.register.letters(given or "")
    except RulingError as problem:
        raise RulingError(f"--rulings: {problem}") from None


def opened_table(
    game: Game, table: Mapping[str, Json], edition: Json = None, letters: Mapping[str, object] | None = None
) -> AnyRules:
    """The rules of a table: with an edition and letters, if there are any, and otherwise as usual."""
    return game.open(setting(table, game.register.reading(letters or {}), edition))


# -- records


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add the record, which names its game, and the edition it was played with."""
    parser.add_argument("file", metavar="RECORD")
    add_edition(parser)


def opened(arguments: argparse.Namespace) -> tuple[Game, Record, AnyRules]:
    """The game of the record, the record, and the rules it was played under."""
    told = read(arguments.file)
    try:
        game = game_of_record(told)
        return game, told, rules_of(told, edition(arguments, game))
    except RecordError as problem:
        raise RecordError(f"{printable(arguments.file)}: {problem}") from None


def wrong(arguments: argparse.Namespace, problem: RecordError) -> int:
    """Say where a record is wrong; returns the exit code."""
    print(f"{printable(arguments.file)}: {problem}")
    return 1
