"""`shinkansen ruling list|show|witness|impact`: what the rulebook leaves open, how to read it, what that changes."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from shinkansen.commands import Words
from shinkansen.commands.citing import citation, ruling_citation, ruling_cited
from shinkansen.commands.prose import cited, fitted, preferred, wrapped
from shinkansen.core import registry
from shinkansen.core.clauses import Rulebook
from shinkansen.core.errors import RulingError, ShinkansenError
from shinkansen.core.plain_json import shown
from shinkansen.core.record import record, write
from shinkansen.core.rulings import Reader, Ruling
from shinkansen.core.text import printable
from shinkansen.core.writing import made_folder, write_all_new
from shinkansen.progress import counted
from shinkansen.zerokei import contrast as telling
from shinkansen.zerokei.impact import EFFECTS, SEED, Impact, measure, stored
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.witnesses import VARIED, Played, Witness, load, witness_of


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `ruling` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    every = parts.add_parser("list", help="every ruling: its question and the preferred answer")
    every.add_argument("--switchable", action="store_true", help="only rulings with several answers")
    every.set_defaults(run=run_list)
    show = parts.add_parser("show", help="rulings in full: answers, who reads it that way, our preference and why")
    show.add_argument(
        "id",
        nargs="+",
        metavar="ID",
        help="a ruling's id (R29), slug (track_needs_ground) or citation (zerokei:R29-b@1)",
    )
    show.set_defaults(run=run_show)
    game = parts.add_parser("witness", help="a short game in which two answers differ, and what differs")
    game.add_argument("id", metavar="ID[=LETTER]", help=ANSWER)
    game.add_argument("--against", metavar="LETTER", help="the answer to compare with (default: the preferred one)")
    game.add_argument("--alone", action="store_true", help="the solo game against Hideo, if there is one")
    game.add_argument("--pictures", metavar="DIR", help="write a picture for each answer into this folder")
    game.add_argument("--record", metavar="FILE", help="write the game as a record, a new file")
    game.set_defaults(run=run_witness)
    share = parts.add_parser("impact", help="how often another answer changes moves, scores and the winner")
    share.add_argument("id", metavar="ID[=LETTER]", help=ANSWER)
    share.add_argument(
        "--games", type=int, metavar="N", help="play N pairs of games now (default: use the stored results)"
    )
    share.add_argument(
        "--seed", type=int, metavar="S", help=f"the seed for --games (default {SEED}, that of the stored results)"
    )
    share.set_defaults(run=run_impact)


ANSWER = (
    "an id, slug or citation, with an answer that we do not prefer (R29=b); without an answer, the first such or all of"
    " them"
)


# -- listing and showing


def run_list(arguments: argparse.Namespace) -> int:
    """Print the question and the preferred answer of each ruling."""
    rulings = register().switchable if arguments.switchable else register().rulings
    for ruling in rulings:
        print(wrapped(f"{ruling.id:<4} {ruling.question} [{ruling.slug}]", 0, 5))
        print(wrapped(preferred(ruling), 5, 2))
    print(f"{len(rulings)} rulings, {sum(ruling.switchable for ruling in rulings)} switchable")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print rulings in full."""
    book = rulebook()
    print("\n\n".join("\n".join(_in_full(book, *ruling_cited(id, registry.game())[1:])) for id in arguments.id))
    return 0


def _in_full(book: Rulebook, ruling: Ruling, letter: str | None, then: tuple[str, ...]) -> Iterator[str]:
    if letter is not None and letter not in ruling.letters:
        expected = " or ".join(f"{ruling.id}={each}" for each in ruling.letters)
        raise RulingError(f"{ruling.id} ({ruling.slug}): {shown(letter)} is not an answer; expected {expected}")
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
    for split in (split for split in register() if split.before == ruling.slug):
        yield f"  before version {split.since} of the rules its letter decided {split.id} ({split.slug}) too"
    yield "  about:"
    for clause in (book[id] for id in ruling.clauses):
        yield wrapped(f"{clause.id} {clause.title}: {clause.says}", 4, 2)
        for other in (each for each in clause.differs if each.fact in ruling.facts):
            yield wrapped(f"but the {cited(book.texts[other.text], other.lines)}: {other.reads}", 7, 2)
    for witness in (witness for witness in load() if witness.slug == ruling.slug):
        yield wrapped(f"witness {_name(witness)}: {witness.kind} differs; {telling.setting(witness)}", further=2)
    for choice in ruling.others:
        for row in stored().of(ruling.slug, choice):
            where = "" if row.edition == "shipped" else f" on {VARIED[row.edition]}"
            yield wrapped(f"impact {choice}{where}: another winner in {row.share('winner')}", further=2)
    yield wrapped(f"cite: {citation(ruling_citation(registry.game(), ruling, letter))}", further=2)


def _name(witness: Witness) -> str:
    usual = witness.against == witness.ruling.preferred
    return witness.letter if usual else f"{witness.letter} against {witness.against}"


def _reader(book: Rulebook, reader: Reader) -> str:
    text = book.texts.get(reader.who)
    return reader.who if text is None else f"the {cited(text, reader.numbers())}"


# -- witnesses


def run_witness(arguments: argparse.Namespace) -> int:
    """Print a witness, and write what is asked for."""
    _, ruling, letter, then = ruling_cited(arguments.id, registry.game())
    against = arguments.against.strip().casefold() if arguments.against is not None else None
    witness = witness_of(ruling.slug, letter, against, arguments.alone)
    played = witness.play()
    print("\n".join(map(fitted, (*(wrapped(sentence, 0, 2) for sentence in then), *_witness(played)))))
    if arguments.pictures is not None:
        _draw(played, Path(arguments.pictures))
    if arguments.record is not None:
        write(Path(arguments.record), record(played.here, played.deal, played.moves))
        print(f"{printable(arguments.record)}: written")
    return 0


def _witness(played: Played) -> Iterator[str]:
    witness = played.witness
    ruling = witness.ruling
    yield f"{ruling.id}  {ruling.slug}: {ruling.question}"
    for answer in ruling.answers:
        if answer.letter in (witness.against, witness.letter):
            yield wrapped(f"{answer.letter} {answer.says}", further=3)
    yield ""
    yield telling.setting(witness)
    yield from (f"  {sentence}" for sentence in telling.dealt(played))
    yield from (wrapped(f"{number:>2}. {line}", further=3) for number, line in enumerate(telling.said(played), start=1))
    yield f"{telling.KINDS[witness.kind]}:"
    found = telling.apart(played)
    for side in found.sides:
        yield from (wrapped(f"under {side.letter}: {sentence}", further=3) for sentence in side.sentences)
    for what, here, there in found.amounts:
        yield f"  {what}: {here} under {found.here.letter}, {there} under {found.there.letter}"
    yield ""
    yield from (wrapped(sentence, 0) for sentence in telling.how_short(witness))


def _draw(played: Played, folder: Path) -> None:
    ruling = played.witness.ruling.id
    pictures = {folder / f"{ruling}-{side.letter}.svg": side.picture().svg for side in telling.apart(played).sides}
    with made_folder(folder, ShinkansenError):
        write_all_new(pictures, ShinkansenError)
    for path in pictures:
        print(f"{printable(path)}: written")


# -- impact


def run_impact(arguments: argparse.Namespace) -> int:
    """Print how often an answer changes something: as stored, or measured now."""
    _, ruling, letter, then = ruling_cited(arguments.id, registry.game())
    letters = ruling.others
    if not ruling.switchable:
        raise RulingError(f"{ruling.id} ({ruling.slug}) is settled: it has one answer, so there is nothing to measure")
    if letter is not None and letter not in letters:
        expected = " or ".join(f"{ruling.id}={other}" for other in letters)
        wrong = "is the answer we prefer" if letter in ruling.letters else "is not an answer"
        raise RulingError(f"{ruling.id} ({ruling.slug}): {letter!r} {wrong}; expected {expected}")
    live, seed = arguments.games is not None, SEED if arguments.seed is None else arguments.seed
    if arguments.seed is not None and not live:
        raise ShinkansenError("--seed: says which games are played, expected --games N with it")
    when = f"measured now, seed {seed}" if live else f"measured on {stored().date}, seed {stored().seed}"
    told = [*(wrapped(sentence, 0, 2) for sentence in then), f"{ruling.id}  {ruling.slug}: {ruling.question}"]
    for each in letters if letter is None else (letter,):
        rows = (_measured(ruling, each, arguments.games, seed),) if live else stored().of(ruling.slug, each)
        for row in rows:
            told += _impact(ruling, row, when)
    print("\n".join(map(fitted, told)))
    return 0


def _measured(ruling: Ruling, letter: str, games: int, seed: int) -> Impact:
    return measure(
        ruling.slug,
        letter,
        games,
        seed,
        watch=lambda numbers: counted(numbers, f"{ruling.id}={letter}: pair of games"),
    )


CHANGES = {
    "legality": "different moves are legal",
    "effect": "a move does something else",
    "scores": "the final scores differ",
    "winner": "somebody else wins",
}
"""What is counted, in words."""


def _impact(ruling: Ruling, row: Impact, when: str) -> Iterator[str]:
    who = (
        "of a sensible player against Hideo"
        if [*row.outcomes] == [1]
        else "of random moves with 2, 3 and 4 players in turn"
    )
    games = f"{row.games} {'pair' if row.games == 1 else 'pairs'} of games"
    yield f"{row.letter} instead of {ruling.preferred}, {games} {who}, {when}; {VARIED[row.edition]}:"
    for effect in EFFECTS:
        yield f"  {CHANGES[effect]:<27} {row.share(effect)}"
