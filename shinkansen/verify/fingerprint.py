"""Fingerprints: which reading of the rules an engine follows, found out from how it plays.

The engine is listened to in games that are known to tell readings apart (`zerokei.witnesses`) and in random games of
its own: at every table its legal moves and its table are written down, and the score at the end. What it heard of
readings in a request it may ignore. Then the reference plays the same games under other letters until what was heard
fits. One letter at a time is adopted, the one that makes most games fit; where none helps, pairs are tried. For answers
that could still be meant, a game is searched that would tell, and the engine is listened to in it.

A letter is *known* if every other answer to its ruling would have been heard; the rest is undetermined. What fits no
reading is a mistake, for `verify` to find.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias, cast

import attrs
from attrs import field, frozen

from shinkansen.core.nearby import Part
from shinkansen.core.play import at_random, plies
from shinkansen.core.wire import Json, canonical
from shinkansen.verify.talk import Answer, Engine
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import move_json
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.ruleset import GAME, ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings
from shinkansen.zerokei.table import State
from shinkansen.zerokei.witnesses import difference, editions, load

Letters: TypeAlias = Mapping[str, str]

OWN_GAMES: Final = 4
"""Random games of the engine's own, for each number of players."""
ROUNDS: Final = 2
"""How often games are searched that would tell more."""
TRIES: Final = 12
"""Among how many random games, for each number of players."""
NEEDED: Final = frozenset({"new", "apply", "legal"})


@frozen
class Heard:
    """What was heard at a table."""

    legal: frozenset[str]
    table: Json = field(default=None, hash=False)
    """Without what a reading remembers; none if the engine shows no tables."""
    move: str = ""
    """The move made then, canonical; empty at the last table."""
    refused: bool = False
    """Whether the engine refused that move."""


@frozen
class Game:
    """A game as it was heard."""

    name: str
    edition: str
    seats: int
    deal: Part = field(hash=False)
    plies: tuple[Heard, ...]
    totals: Json = field(default=None, hash=False)


@frozen
class Fingerprint:
    """The reading that an engine follows, as far as its games tell."""

    letters: dict[str, str] = field(hash=False)
    """The best letters, for every switchable ruling."""
    known: frozenset[str]
    """The rulings whose letter was heard."""
    games: int
    unexplained: tuple[str, ...]
    """Games that fit no reading that was tried."""
    silent: str = ""
    """What could not be asked."""

    @property
    def other(self) -> dict[str, str]:
        """The letters that are not those we prefer, and known."""
        preferred = Rulings().letters()
        return {slug: self.letters[slug] for slug in self.letters
                if slug in self.known and self.letters[slug] != preferred[slug]}  # fmt: skip

    @property
    def undetermined(self) -> tuple[str, ...]:
        return tuple(slug for slug in self.letters if slug not in self.known)

    def __str__(self) -> str:
        said = [f"{slug}: {letter}" for slug, letter in self.other.items()]
        same = len(self.known) - len(self.other)
        return ", ".join([*said, f"{same} as preferred", f"{len(self.undetermined)} undetermined"])


def fingerprint(engine: Engine, capabilities: Iterable[str], seed: int = 1964) -> Fingerprint:
    """Listen to an engine and find the reading that fits what it did."""
    offered = frozenset(capabilities)
    if not offered >= NEEDED:
        missing = ", ".join(sorted(NEEDED - offered))
        return Fingerprint(Rulings().letters(), frozenset(), 0, (), f"it does not offer {missing}")
    listener = _Listener(engine, offered)
    games = tuple(listener.games(seed))
    letters = _best(games, Rulings().letters())
    for _ in range(ROUNDS):
        more = tuple(listener.telling(games, letters))
        if not more:
            break
        games += more
        letters = _best(games, letters)
    known = frozenset(slug for slug in letters if _is_known(games, letters, slug))
    wrong = tuple(game.name for game in games if not _fits(game, letters))
    return Fingerprint(dict(letters), known, len(games), wrong)


# -- listening


class _Listener:
    """Plays games with an engine and writes down what it says."""

    def __init__(self, engine: Engine, offered: frozenset[str]) -> None:
        self.engine = engine
        self.offered = offered
        self.searched: set[tuple[str, str]] = set()

    def games(self, seed: int) -> Iterator[Game]:
        """The witnesses, and random games of its own; a game that it skips or cannot play is left out."""
        for number, witness in enumerate(load()):
            moves = [canonical(move_json(parse(line))) for line in witness.moves]
            name = f"witness {witness.slug} {witness.letter}"
            game = self._hear(name, witness.edition, witness.seats, witness.deal, moves, Random(number))
            if game is not None:
                yield game
        for seats in (2, 3, 4, 1):
            rules = _rules("shipped", seats, ())
            for number in range(OWN_GAMES):
                rng = Random(f"{seed} {seats} {number}")
                deal = rules.deal_json(rules.deal(rng))
                game = self._hear(f"own game {number + 1} for {seats}", "shipped", seats, deal, None, rng)
                if game is not None:
                    yield game

    def telling(self, games: tuple[Game, ...], letters: Letters) -> Iterator[Game]:
        """For each answer that could still be meant, a game in which it would differ from the one adopted."""
        for slug, letter in _open(games, letters):
            if (slug, letter) in self.searched:
                continue
            self.searched.add((slug, letter))
            found = separating(letters, slug, letter)
            if found is not None:
                seats, deal, moves = found
                game = self._hear(f"search {slug} {letter}", "shipped", seats, deal, moves, Random(0))
                if game is not None:
                    yield game

    def _hear(
        self, name: str, edition: str, seats: int, deal: Part, moves: list[str] | None, rng: Random
    ) -> Game | None:
        setting: Part = {"game": GAME, "seats": seats, "hard": False, "edition": _edition_json(edition)}
        begun = self._ask("new", **setting, rulings={**Rulings().letters()}, deal=deal)
        if begun is None:
            return None
        plies: list[Heard] = []
        while True:
            listed = self._ask("legal")
            if listed is None:
                return None
            legal = [canonical(move) for move in cast("list[Json]", listed.get("moves", []))]
            shown = self._ask("table") if "table" in self.offered else None
            table = _in_sight(cast("Part", shown["table"])) if shown is not None else None
            made = len(plies)
            if moves is None:
                move = rng.choice(sorted(legal)) if legal else ""
            else:
                move = moves[made] if made < len(moves) else ""
            heard = Heard(frozenset(legal), table, move)
            if move:
                done = self._ask("apply", move=_read(move))
                if done is None or done.get("legal") is False:
                    plies.append(attrs.evolve(heard, refused=True))
                    return Game(name, edition, seats, deal, tuple(plies))
            plies.append(heard)
            if not move:
                break
        scores = self._ask("scores") if "scores" in self.offered else None
        totals = None if scores is None else [scores.get("totals"), scores.get("winners")]
        return Game(name, edition, seats, deal, tuple(plies), cast("Json", totals))

    def _ask(self, cmd: str, **given: Json) -> Part | None:
        reply = self.engine.ask(cmd, **given)
        return reply.content if isinstance(reply, Answer) else None


def separating(letters: Letters, slug: str, letter: str) -> tuple[int, Part, list[str]] | None:
    """A short game in which another answer would differ, if random play finds one: seats, deal and moves."""
    best: tuple[int, Part, list[str]] | None = None
    for seats in (1,) if slug.startswith("hideo") else (2, 3, 4):
        here = _rules("shipped", seats, tuple(sorted(letters.items())))
        there = _rules("shipped", seats, tuple(sorted({**letters, slug: letter}.items())))
        for number in range(TRIES):
            rng = Random(f"separate {slug} {letter} {number}")
            deal = here.deal(rng)
            moves = [ply.move for ply in plies(here, here.start(deal), at_random(rng))]
            found = difference(here, there, deal, moves)
            if found is not None and (best is None or found[1] < len(best[2])):
                best = seats, here.deal_json(deal), [canonical(move_json(move)) for move in moves[: found[1]]]
    return best


def _in_sight(table: Part) -> Json:
    return {key: value for key, value in table.items() if key != "memory"}


def _read(move: str) -> Json:
    return cast("Json", json.loads(move))


def _edition_json(name: str) -> Json:
    return cast("Json", _edition(name).to_json())


@lru_cache
def _edition(name: str) -> Edition:
    return editions()[name] if name != "shipped" else shipped()


# -- fitting


@lru_cache(maxsize=4096)
def _rules(edition: str, seats: int, letters: tuple[tuple[str, str], ...]) -> ZeroKei:
    return ZeroKei(seats=seats, edition=_edition(edition), rulings=rulings(dict(letters)))


def _fits(game: Game, letters: Letters) -> bool:
    """Whether the reference, under these letters, would have been heard just so."""
    return _reach(game, _key(letters)) > len(game.plies)


def _key(letters: Letters) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(letters.items()))


@lru_cache(maxsize=100_000)
def _reach(game: Game, letters: tuple[tuple[str, str], ...]) -> int:
    """At how many tables the reference would have been heard just so; one more if the score fits too."""
    rules = _rules(game.edition, game.seats, letters)
    state: State = rules.start(rules.read_deal(game.deal))
    for ply, heard in enumerate(game.plies):
        moves = {canonical(rules.move_json(move)): move for move in rules.legal_moves(state)}
        if moves.keys() != heard.legal:
            return ply
        if heard.table is not None and _in_sight(cast("Part", rules.state_json(state)["table"])) != heard.table:
            return ply
        if heard.refused:
            return ply if heard.move in moves else len(game.plies) + 1
        if heard.move:
            if heard.move not in moves:
                return ply
            state = rules.follow(state, moves[heard.move])
    outcome = rules.outcome(state)
    winners = [*outcome.winners] if outcome is not None else None
    scored = game.totals is None or game.totals == [[score.total for score in rules.scores(state)], winners]
    return len(game.plies) + scored


def _best(games: tuple[Game, ...], letters: Letters) -> Letters:
    """The letters that most games fit: single answers adopted one after the other, then pairs."""
    fitting = _count(games, letters)
    while fitting < len(games):
        odd = tuple(game for game in games if not _fits(game, letters))
        found = _improved(games, odd, letters, fitting, 1) or _improved(games, odd, letters, fitting, 2)
        if found is None:
            break
        letters, fitting = found
    return letters


def _improved(
    games: tuple[Game, ...], odd: tuple[Game, ...], letters: Letters, fitting: int, size: int
) -> tuple[Letters, int] | None:
    """The change of so many letters that makes most games fit, if it makes more fit than now."""
    best: tuple[Letters, int] | None = None
    for changed in _changes(odd, letters, size):
        # Most letters explain none of the odd games, and these are few.
        if any(_fits(game, changed) for game in odd):
            count = _count(games, changed)
            if count > (best[1] if best is not None else fitting):
                best = changed, count
    return best


def _changes(odd: tuple[Game, ...], letters: Letters, size: int) -> Iterator[Letters]:
    """Single other answers; or pairs of which one alone gets further in some game that does not fit."""
    others = [
        {ruling.slug: letter}
        for ruling in register().switchable
        for letter in ruling.letters
        if letter != letters[ruling.slug]
    ]
    if size == 1:
        yield from ({**letters, **other} for other in others)
        return
    now = {game: _reach(game, _key(letters)) for game in odd}
    for one in others:
        if any(_reach(game, _key({**letters, **one})) > now[game] for game in odd):
            yield from ({**letters, **one, **two} for two in others if [*two] != [*one])


def _count(games: tuple[Game, ...], letters: Letters) -> int:
    return sum(_fits(game, letters) for game in games)


def _is_known(games: tuple[Game, ...], letters: Letters, slug: str) -> bool:
    """Whether every other answer would have been heard in a game that fits."""
    return all(open_slug != slug for open_slug, _ in _open(games, letters))


def _open(games: tuple[Game, ...], letters: Letters) -> Iterator[tuple[str, str]]:
    """The other answers that would have sounded just the same."""
    fitting = [game for game in games if _fits(game, letters)]
    for ruling in register().switchable:
        for letter in ruling.letters:
            changed = {**letters, ruling.slug: letter}
            if changed != letters and all(_fits(game, changed) for game in fitting):
                yield ruling.slug, letter
