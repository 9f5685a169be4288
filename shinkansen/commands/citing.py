"""How clauses and rulings are cited, and how commands read a citation, with the game and the version or without.

What is cited today names the version of the rules, which makes it mean one thing for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from shinkansen import __version__
from shinkansen.core import registry
from shinkansen.core.citations import Citation, parted, work_of
from shinkansen.core.clauses import Clause
from shinkansen.core.errors import RulebookError, RulingError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import listed
from shinkansen.core.rulings import Ruling


def game_cited(written: str, usual: Game) -> Game:
    """The game that a citation names, or the usual one if it names none that is installed."""
    name = written.partition(":")[0].strip().casefold()
    return registry.game(name) if ":" in written and name in registry.names() else usual


def clauses_elsewhere(written: str, game: Game) -> list[str]:
    """Where another game has clauses of this number, if no game is named: as citations."""
    return [f"{other.name}:{what}" for other, what in _elsewhere(written, game) if _has(other.rulebook.under, what)]


def rulings_elsewhere(written: str, game: Game) -> list[str]:
    """Where another game has a ruling of this number or slug, if no game is named: as citations."""
    return [f"{other.name}:{what}" for other, what in _elsewhere(written, game) if _has(other.register.answer, what)]


def _elsewhere(written: str, game: Game) -> Iterator[tuple[Game, str]]:
    """The other games, and what to look for there."""
    if ":" not in written:
        what = written.partition("@")[0].strip()
        yield from ((other, what) for other in registry.games() if other != game)


def _has(find: Callable[[str], object], what: str) -> bool:
    try:
        find(what)
    except (RulebookError, RulingError):
        return False
    return True


def also(elsewhere: Iterable[str]) -> Iterator[str]:
    """A sentence for what another game has under the same number, which may have been meant."""
    if found := [*elsewhere]:
        yield f"the same number in another game: {listed(found)}"


def _or_elsewhere(problem: Exception, kind: str, written: str, game: Game) -> str:
    """What is wrong; if another game has what may be meant, which."""
    elsewhere = (clauses_elsewhere if kind == "clause" else rulings_elsewhere)(written, game)
    if not elsewhere:
        return str(problem)
    there = f"but another game has one: {listed(elsewhere, ' or ')}"
    return f"there is no {kind} {shown(written)} in {game.title}, {there}"


def clause_citation(game: Game, clause: Clause) -> Citation:
    """A clause under the rules of today."""
    return Citation(game.name, clause.id, version=game.version)


def ruling_citation(game: Game, ruling: Ruling, letter: str | None = None) -> Citation:
    """A ruling, or an answer to it, under the rules of today."""
    return Citation(game.name, ruling.id, letter or "", game.version)


def named(cited: Citation) -> str:
    """What is cited, in words: `clause 7.11.1`, `ruling R29`, `ruling R29, answer b`."""
    kind = "clause" if cited.id in registry.game(cited.game).rulebook else "ruling"
    return f"{kind} {cited.id}, answer {cited.letter}" if cited.letter else f"{kind} {cited.id}"


def citation(cited: Citation) -> str:
    """A citation for others to copy; what its parts mean is told to those who never saw one."""
    title = registry.game(cited.game).rulebook.game
    return f"{cited} ({title}, {named(cited)}, rules version {cited.version}; shinkansen {__version__})"


def clauses_cited(written: str, usual: Game) -> tuple[Game, tuple[Clause, ...], tuple[str, ...]]:
    """The clauses that somebody names, one or a group or a chapter, and their game; and what was different in the
    version named."""
    game = game_cited(written, usual)
    work, id, version = parted(written, work_of(game))
    try:
        clauses = work.book.under(id)
    except RulebookError as problem:
        raise RulebookError(_or_elsewhere(problem, "clause", written, game)) from None
    told = (
        sentence for each in clauses for sentence in work.then(evolve(clause_citation(game, each), version=version))
    )
    return game, clauses, tuple(dict.fromkeys(told))


def ruling_cited(written: str, usual: Game) -> tuple[Game, Ruling, str | None, tuple[str, ...]]:
    """The ruling that somebody names, with its game, and perhaps a letter; and what was different in the version
    named."""
    game = game_cited(written, usual)
    work, name, version = parted(written, work_of(game))
    try:
        ruling, letter = work.register.answer(name)
    except RulingError as problem:
        raise RulingError(_or_elsewhere(problem, "ruling", written, game)) from None
    known = letter if letter in ruling.letters else None
    return game, ruling, letter, work.then(evolve(ruling_citation(game, ruling, known), version=version))
