"""`shinkansen ruling list|show|witness|impact`: what the rulebook leaves open, how to read it, what that changes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from shinkansen.campaign import impact
from shinkansen.commands import Words
from shinkansen.commands.arguments import add_game, chosen_game
from shinkansen.commands.citing import also, citation, ruling_citation, ruling_cited, rulings_elsewhere
from shinkansen.commands.prose import cited, fitted, preferred, wrapped
from shinkansen.commands.workers import add_workers, asks_for_workers, carried_out
from shinkansen.core.clauses import Rulebook
from shinkansen.core.errors import GameError, RulingError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import count
from shinkansen.core.record import record, write
from shinkansen.core.rulings import Reader, Ruling
from shinkansen.core.text import printable
from shinkansen.core.writing import made_folder, write_all_new
from shinkansen.paper.parts import PICTURES
from shinkansen.readings import contrast as telling
from shinkansen.readings.impact import EFFECTS, Impact, changes, players, stored, usual_seed, variants_for
from shinkansen.readings.parts import IMPACT, WITNESSES
from shinkansen.readings.witnesses import PlayedTwice, edition_for, usual_edition, witness_of, witnesses


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `ruling` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    every = parts.add_parser("list", help="every ruling: its question and the preferred answer")
    every.add_argument("--switchable", action="store_true", help="only rulings with several answers")
    add_game(every)
    every.set_defaults(run=run_list)
    show = parts.add_parser("show", help="rulings in full: answers, who reads it that way, our preference and why")
    show.add_argument(
        "id",
        nargs="+",
        metavar="ID",
        help="a ruling's id (R29), slug (track_needs_ground) or citation (zerokei:R29-b@1)",
    )
    add_game(show, "the one that is cited")
    show.set_defaults(run=run_show)
    game = parts.add_parser("witness", help="a short game in which two answers differ, and what differs")
    game.add_argument("id", metavar="ID[=LETTER]", help=ANSWER)
    game.add_argument("--against", metavar="LETTER", help="the answer to compare with (default: the preferred one)")
    game.add_argument("--alone", action="store_true", help="the game for one player, if there is one")
    game.add_argument("--pictures", metavar="DIR", help="write a picture for each answer into this folder")
    game.add_argument("--record", metavar="FILE", help="write the game as a record, a new file")
    add_game(game, "the one that is cited")
    game.set_defaults(run=run_witness)
    share = parts.add_parser("impact", help="how often another answer changes moves, scores and the winner")
    share.add_argument("id", metavar="ID[=LETTER]", help=ANSWER)
    share.add_argument(
        "--games", type=int, metavar="N", help="play N pairs of games now (default: use the stored results)"
    )
    share.add_argument(
        "--seed", type=int, metavar="S", help="the seed for --games (default: that of the stored results)"
    )
    add_workers(share)
    add_game(share, "the one that is cited")
    share.set_defaults(run=run_impact)


ANSWER = (
    "an id, slug or citation, with an answer that we do not prefer (R29=b); without an answer, the first such or all of"
    " them"
)


def _cited(arguments: argparse.Namespace, written: str) -> tuple[Game, Ruling, str | None, tuple[str, ...]]:
    """The ruling that somebody names, with its game, perhaps a letter, and what was different in the version named."""
    return ruling_cited(written, chosen_game(arguments))


# -- listing and showing


def run_list(arguments: argparse.Namespace) -> int:
    """Print the question and the preferred answer of each ruling."""
    register = chosen_game(arguments).register
    rulings = register.switchable if arguments.switchable else register.rulings
    for ruling in rulings:
        print(wrapped(f"{ruling.id:<4} {ruling.question} [{ruling.slug}]", 0, 5))
        print(wrapped(preferred(ruling), 5, 2))
    print(f"{len(rulings)} rulings, {sum(ruling.switchable for ruling in rulings)} switchable")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print rulings in full."""
    print("\n\n".join("\n".join(_in_full(*_cited(arguments, id))) for id in arguments.id))
    return 0


def _in_full(game: Game, ruling: Ruling, letter: str | None, then: tuple[str, ...]) -> Iterator[str]:
    if letter is not None and letter not in ruling.letters:
        expected = " or ".join(f"{ruling.id}={each}" for each in ruling.letters)
        raise RulingError(f"{ruling.id} ({ruling.slug}): {shown(letter)} is not an answer; expected {expected}")
    book = game.rulebook
    yield from (wrapped(sentence, 0, 2) for sentence in then)
    state = "switchable" if ruling.switchable else "settled"
    yield f"{ruling.id}  {ruling.slug}  [{state}]"
    yield wrapped(ruling.question, further=3)
    for answer in ruling.answers:
        mark = "*" if answer.letter == ruling.preferred and ruling.switchable else " "
        yield wrapped(f"{answer.letter}{mark} {answer.says}", 4, 3)
        if answer.withdrawn:
            yield wrapped(f"withdrawn, so only stored games are played by it: {answer.withdrawn}", 7, 2)
        yield from (wrapped(f"read this way by {_reader(book, reader)}", 7, 2) for reader in answer.readers)
    yield wrapped(
        f"We prefer {ruling.preferred} ({ruling.basis}, confidence {ruling.confidence}): {ruling.why}", further=3
    )
    if ruling.since > 1:
        before = f"{ruling.before} was played" if ruling.before in ruling.letters else f"{ruling.before} decided it"
        yield f"  switchable since version {ruling.since} of the rules; before that {before}"
    for split in (split for split in game.register if split.before == ruling.slug):
        yield f"  before version {split.since} of the rules its letter decided {split.id} ({split.slug}) too"
    yield "  about:"
    for clause in (book[id] for id in ruling.clauses):
        yield wrapped(f"{clause.id} {clause.title}: {clause.says}", 4, 2)
        for other in (each for each in clause.differs if each.fact in ruling.facts):
            yield wrapped(f"but the {cited(book.texts[other.text], other.lines)}: {other.reads}", 7, 2)
    yield from (wrapped(line, further=2) for line in _changes(game, ruling))
    yield from map(wrapped, also(rulings_elsewhere(ruling.id, game)))
    yield wrapped(f"cite: {citation(ruling_citation(game, ruling, letter))}", further=2)


def _changes(game: Game, ruling: Ruling) -> Iterator[str]:
    """What is known about the other answers, a line each."""
    for witness in witnesses(game) if game.has(WITNESSES) else ():
        if witness.slug == ruling.slug:
            usual = witness.against == ruling.preferred
            name = witness.letter if usual else f"{witness.letter} against {witness.against}"
            yield f"witness {name}: {witness.kind} differs; {telling.setting(game, witness)}"
    for choice in ruling.others if game.has(IMPACT) else ():
        for row in stored(game).of(ruling.slug, choice):
            varied = row.edition != usual_edition(game)
            where = f" on {telling.edition_words(game, row.edition)}" if varied else ""
            yield f"impact {choice}{where}: another winner in {row.share('winner')}"


def _reader(book: Rulebook, reader: Reader) -> str:
    text = book.texts.get(reader.who)
    return reader.who if text is None else f"the {cited(text, reader.numbers())}"


# -- witnesses


def run_witness(arguments: argparse.Namespace) -> int:
    """Print a witness, and write what is asked for."""
    game, ruling, letter, then = _cited(arguments, arguments.id)
    against = arguments.against.strip().casefold() if arguments.against is not None else None
    witness = witness_of(game, ruling.slug, letter, against, arguments.alone)
    played = witness.play(game)
    if arguments.pictures is not None:
        game.part(PICTURES)  # raises an error before anything is printed
    print("\n".join(map(fitted, (*(wrapped(sentence, 0, 2) for sentence in then), *_witness(played)))))
    if arguments.pictures is not None:
        _draw(played, Path(arguments.pictures))
    if arguments.record is not None:
        write(Path(arguments.record), record(played.here, played.deal, played.moves))
        print(f"{printable(arguments.record)}: written")
    return 0


def _witness(played: PlayedTwice) -> Iterator[str]:
    game, witness = played.game, played.witness
    ruling = witness.ruling(game)
    yield f"{ruling.id}  {ruling.slug}: {ruling.question}"
    for answer in ruling.answers:
        if answer.letter in (witness.against, witness.letter):
            yield wrapped(f"{answer.letter} {answer.says}", further=3)
    yield ""
    yield telling.setting(game, witness)
    yield from (f"  {sentence}" for sentence in telling.dealt(played))
    yield from (wrapped(f"{number:>2}. {line}", further=3) for number, line in enumerate(telling.said(played), start=1))
    yield f"{telling.KINDS[witness.kind]}:"
    found = telling.contrast(played)
    for side in found.sides:
        yield from (wrapped(f"under {side.letter}: {sentence}", further=3) for sentence in side.sentences)
    for what, here, there in found.amounts:
        yield f"  {what}: {here} under {found.here.letter}, {there} under {found.there.letter}"
    yield ""
    yield from (wrapped(sentence, 0) for sentence in telling.how_short(game, witness))


def _draw(played: PlayedTwice, folder: Path) -> None:
    ruling, draw = played.witness.ruling(played.game).id, played.game.part(PICTURES).picture
    pictures = {
        folder / f"{ruling}-{side.letter}.svg": draw(
            side.rules, side.state, side.before, caption=side.caption, move=side.move
        ).svg
        for side in telling.contrast(played).sides
    }
    with made_folder(folder, ShinkansenError):
        write_all_new(pictures, ShinkansenError)
    for path in pictures:
        print(f"{printable(path)}: written")


# -- impact


def run_impact(arguments: argparse.Namespace) -> int:
    """Print how often an answer changes something: as stored, or measured now."""
    game, ruling, letter, then = _cited(arguments, arguments.id)
    letters = ruling.others
    if not ruling.switchable:
        raise RulingError(f"{ruling.id} ({ruling.slug}) is settled: it has one answer, so there is nothing to measure")
    if letter is not None and letter not in letters:
        expected = " or ".join(f"{ruling.id}={other}" for other in letters)
        wrong = "is the answer we prefer" if letter in ruling.letters else "is not an answer"
        raise RulingError(f"{ruling.id} ({ruling.slug}): {letter!r} {wrong}; expected {expected}")
    live = arguments.games is not None
    if live and arguments.games < 1:
        raise ShinkansenError(f"the number of games: found {arguments.games}, expected at least 1")
    if asks_for_workers(arguments) and not live:
        raise ShinkansenError("--jobs, --dask, --progress: say where games are played, expected --games N with them")
    if arguments.seed is not None and not live:
        raise ShinkansenError("--seed: says which games are played, expected --games N with it")
    if not live and not game.has(IMPACT):
        raise GameError(f"{game.title} {IMPACT.lacking}; expected --games N, to play N pairs of games now")
    seed = arguments.seed if arguments.seed is not None else usual_seed(game)
    when = f"measured now, seed {seed}" if live else f"measured on {stored(game).date}, seed {stored(game).seed}"
    told = [*(wrapped(sentence, 0, 2) for sentence in then), f"{ruling.id}  {ruling.slug}: {ruling.question}"]
    wanted = letters if letter is None else (letter,)
    rows = [row for each in wanted for row in stored(game).of(ruling.slug, each)] if not live else []
    for row in rows or _measured(game, ruling, wanted, seed, arguments):
        told += _impact(game, ruling, row, when)
    print("\n".join(map(fitted, told)))
    return 0


FEW = 200
"""So many pairs of games are played before other processes would have begun."""


def _measured(
    game: Game, ruling: Ruling, letters: Sequence[str], seed: int, arguments: argparse.Namespace
) -> list[Impact]:
    edition = edition_for(game, ruling.slug)
    if arguments.games <= FEW and not asks_for_workers(arguments):
        arguments.jobs = 1
    measuring = impact.measuring(game, [(ruling.slug, each, edition) for each in letters], arguments.games, seed)
    result = carried_out(measuring, arguments)
    if result.failures:
        raise ShinkansenError(f"shard {result.failures[0].shard}: {result.failures[0].why}")
    return impact.measured(measuring, result.so_far)


def _impact(game: Game, ruling: Ruling, row: Impact, when: str) -> Iterator[str]:
    turns = tuple(row.outcomes)
    who, words = players(game, turns), changes(game, turns)
    where = telling.agreed(game, row.edition, variants_for(game, row.slug, row.edition))
    games = f"{count(row.games, 'pair')} of games"
    yield f"{row.letter} instead of {ruling.preferred}, {games} {who}, {when}{f'; {where}' if where else ''}:"
    for effect in EFFECTS:
        yield f"  {words[effect]:<27} {row.share(effect)}"
