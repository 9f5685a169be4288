"""`shinkansen search`: the entry of the rulebook, the rulings, the worked examples or the glossary that answers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_game, chosen_game, game_for
from shinkansen.commands.citing import game_cited
from shinkansen.commands.prose import wrapped
from shinkansen.core import registry
from shinkansen.core.entries import index_of, kinds_of
from shinkansen.core.errors import SearchError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.core.search import Found, Hit, Index
from shinkansen.core.text import name

Touching: TypeAlias = Callable[[str], Iterable[str]]
"""What else one should know about an entry, by its id."""
MOST: Final = 8
"""How many entries are shown by default."""
CLEARLY: Final = 1.25
"""How many times better another game must answer to be named."""


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `search`."""
    parser.description = (
        "Looks through clauses, rulings, worked examples and the glossary. Ask as you would ask at the table"
        " (`deck runs out`, `can I buy a card I cannot afford`), or give a number or name in any spelling (`6.c.3`,"
        " `29`, `r29-b`, `track_needs_ground`) or a citation (`zerokei:R29-b`)."
    )
    add_question(parser)
    add_game(parser, "the one a citation names")
    kinds = kinds_of(game_for(words))
    parser.add_argument("--kind", choices=kinds, action="append", help="only entries of this kind; can be repeated")
    parser.set_defaults(run=run_search)


def add_question(to: argparse.ArgumentParser) -> None:
    """Add what every search takes."""
    to.add_argument("words", nargs="+", metavar="WORD", help="what you want to know")
    to.add_argument("--most", type=int, default=MOST, metavar="N", help=f"show at most N entries (default {MOST})")
    to.add_argument("--why", action="store_true", help="say which words each entry was found by, and their points")


def run_search(arguments: argparse.Namespace) -> int:
    """Print what was found, best first; exit code 1 if nothing was."""
    game = chosen_game(arguments)
    cited = [game_cited(word, game) for word in arguments.words]
    return answer(next((each for each in cited if each != game), game), arguments, arguments.kind or ())


def answer(game: Game, arguments: argparse.Namespace, kinds: Sequence[str], touching: Touching | None = None) -> int:
    """Ask the index of a game and print what it found, after what another game knows better if none was named."""
    if arguments.most < 1:
        raise SearchError(f"--most: found {shown(arguments.most)}, expected 1 or more")
    question, index = " ".join(arguments.words), index_of(game)
    found = index.search(question, kinds)
    if arguments.game is None:
        for line in better_elsewhere(game, question, found):
            print(wrapped(line, 0, 2))
    print("\n".join(told(index, question, found, arguments.most, arguments.why, touching)))
    return 0 if found.hits else 1


def better_elsewhere(game: Game, question: str, found: Found) -> Iterator[str]:
    """What other games say that answer clearly better."""
    for other in registry.games():
        if other == game:
            continue
        try:
            there = index_of(other).search(question)
        except ShinkansenError:  # what is wrong with another game is no matter of this one
            continue
        if better(there, found):
            best = there.hits[0].entry
            yield f"In {other.title}, with `--game {other.name}`: {best.id}  {best.title}"


def better(one: Found, other: Found) -> bool:
    """Whether one answer is clearly better than the other."""
    here, there = (found.hits[0].strength if found.hits else 0 for found in (one, other))
    return here > there and here >= CLEARLY * there


def told(
    index: Index, question: str, found: Found, most: int, why: bool = False, touching: Touching | None = None
) -> Iterator[str]:
    """An answer in lines."""
    for typed, read in found.read_as:
        yield f"No entry contains {name(typed)!r}; read as {read!r}."
    shown = found.hits[:most]
    if not shown:
        yield wrapped(f"Nothing was found for {name(question)!r}; {_instead(found)}.", 0, 2)
    elif found.unknown:
        yield f"No entry contains {', '.join(repr(name(word)) for word in found.unknown)}."
    width = max((len(hit.entry.id) for hit in shown), default=0) + 2
    for hit in shown:
        yield from _hit(index, hit, width, why, touching)
    if len(found.hits) > most:
        yield wrapped(f"{len(found.hits) - most} more have some of these words; --most N shows more.", 0, 2)


def _instead(found: Found) -> str:
    if found.nearest is None:
        return "try other words, or `shinkansen clause list`"
    near = found.nearest.entry
    return f"try other words. Only some of these are in {near.id} ({near.title.rstrip('.?')})"


def _hit(index: Index, hit: Hit, width: int, why: bool, touching: Touching | None) -> Iterator[str]:
    entry = hit.entry
    yield wrapped(f"{entry.id:<{width}}{entry.title}", 0, width)
    answers = [sentence for sentence in entry.says if sentence.label]
    # The preferred answer comes first; if another one was found, both are shown.
    for sentence in dict.fromkeys([*answers[:1], hit.said]):
        yield wrapped(f"{sentence.label}: {sentence.text}" if sentence.label else sentence.text, width)
    if len(answers) > 1:
        others = ", ".join(sentence.label for sentence in answers[1:])
        yield wrapped(f"We prefer {answers[0].label}; it can also be read as {others}.", width)
    if touching is not None:
        yield from (wrapped(line, width, 2) for line in touching(entry.id))
    else:
        related = index.related(entry).items()
        yield from (wrapped(f"{kind}{'s' * (len(ids) > 1)} {', '.join(ids)}", width) for kind, ids in related)
    if why:
        points = "; ".join(f"{said}: {points}" for said, _, points in hit.why) or "by its name"
        yield wrapped(f"[{hit.points} points: {points}]" if hit.why else f"[{points}]", width)
