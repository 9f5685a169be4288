"""Fingerprints: which reading of the rules an engine follows, as far as the games it was asked about can tell.

A letter is *known* if every other answer to its ruling is excluded by something that the engine said in a game in which
it agreed with the reference. The games that tell readings apart are the witnesses of the rulings
(`readings.witnesses`); for an answer that is still possible, random games are searched for one that would tell. The
rest is undetermined, and a hint says what would tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from attrs import evolve, field, frozen

from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.play import at_random, plies
from shinkansen.core.rulings import Letters, Register
from shinkansen.readings.parts import WITNESSES
from shinkansen.readings.witnesses import Witness, difference, usual_edition, witnesses
from shinkansen.verify.judging.readings import Heard, Reading, others
from shinkansen.verify.judging.script import SHIPPED, Ask, Script, Setting, What
from shinkansen.verify.judging.translate import with_moves

TRIES: Final = 12
"""How many random games for each table are searched for one that would tell."""


@frozen
class Fingerprint:
    """The reading that an engine follows, as far as its games tell."""

    asked: Letters
    """The reading it was asked to follow."""
    letters: Letters
    """The most likely letter for every switchable ruling."""
    known: frozenset[str]
    """The rulings whose letter was seen."""
    possible: dict[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], hash=False)
    """For the others, the letters that it may follow."""
    hints: dict[str, str] = field(factory=dict[str, str], hash=False)
    """For these also why it is not known, or what would tell."""
    preferred: bool = True
    """Whether it was asked to follow the preferred reading."""

    @property
    def other(self) -> dict[str, str]:
        """The letters that are known and are not those asked for."""
        return {slug: self.letters[slug] for slug in self.letters
                if slug in self.known and self.letters[slug] != self.asked[slug]}  # fmt: skip

    @property
    def undetermined(self) -> tuple[str, ...]:
        return tuple(slug for slug in self.letters if slug not in self.known)

    def __str__(self) -> str:
        said = [f"{slug}: {letter}" for slug, letter in self.other.items()]
        same = "as preferred" if self.preferred else "as asked"
        return ", ".join(
            [*said, f"{len(self.known) - len(self.other)} {same}", f"{len(self.undetermined)} undetermined"]
        )


# -- games that tell


@frozen
class Teller:
    """A game that tells the answers to a ruling apart, at least for an engine that reads the rest as we do."""

    slug: str
    script: Script


def tellers(settings: Sequence[Setting], varied: bool) -> Iterator[Teller]:
    """The witnesses for these numbers of players, as they can be played in these settings, with variants that occur
    among them; if `varied`, also those that need another edition or other variants."""
    by_seats = {setting.seats: setting for setting in reversed(settings) if setting.usual}
    game = settings[0].game
    usual = {variant.name: variant.usual for variant in game.variants}
    chosen = {(name, value) for setting in settings for name, value in setting.variants}
    for witness in _witnesses(game):
        setting = by_seats.get(witness.seats)
        edition = SHIPPED if witness.edition == usual_edition(game) else witness.edition
        variants = tuple({**usual, **witness.variants}.items())
        if setting is None or not (varied or (edition in (SHIPPED, setting.edition) and {*variants} <= chosen)):
            continue
        here = evolve(setting, edition=setting.edition if edition == SHIPPED else edition, variants=variants)
        moves = witness.moves_json(game)
        yield from (Teller(witness.slug, script) for script in _asked_at_the_end(here, witness.deal, moves))


def separating(settings: Sequence[Setting], other: Reading) -> Script | None:
    """A game in which the other answer would be noticed, if random play finds one."""
    wanted = _seats_for(settings[0].game, other)
    for number in range(TRIES):
        for setting in settings:
            if wanted and setting.seats not in wanted:
                continue
            here, there = setting.rules, evolve(setting, rulings=other.over(setting.rulings)).rules
            rng = Random(f"separate {other} {number}")
            deal = here.deal(rng)
            moves = [ply.move for ply in plies(here, here.start(deal), at_random(rng))]
            found = difference(setting.game, here, there, deal, moves)
            if found is not None:
                plain = [setting.moves.json(move) for move in moves[: found[1]]]
                return next(_asked_at_the_end(setting, here.deal_json(deal), plain))
    return None


def _seats_for(game: Game, other: Reading) -> frozenset[int]:
    """The numbers of seats for which a ruling matters, as far as its witnesses tell."""
    return frozenset(witness.seats for witness in _witnesses(game) if witness.slug in other.slugs)


def _witnesses(game: Game) -> tuple[Witness, ...]:
    return witnesses(game) if game.has(WITNESSES) else ()


def _asked_at_the_end(setting: Setting, deal: Part, moves: Sequence[Part]) -> Iterator[Script]:
    """A game, with its moves made legal under this reading, and every question at its end."""
    asks = tuple(Ask(len(moves), what) for what in (What.LEGAL, What.TABLE, What.SCORES))
    yield from with_moves(Script(setting, {"deal": deal}, (), asks), setting, {"deal": deal}, moves)


# -- what is known


def still_open(register: Register, agreed: Mapping[str, Sequence[Heard]], reading: Letters) -> tuple[Reading, ...]:
    """The other answers that nothing excludes in the games about their ruling in which the engine agreed."""
    return tuple(
        other
        for other in others(register, reading)
        if not any(heard.excludes(other) for slug in other.slugs for heard in agreed.get(slug, ()))
    )


def fingerprint(register: Register, asked: Letters, reading: Letters, hints: Mapping[Reading, str]) -> Fingerprint:
    """What is known when these answers are still open, each with a hint."""
    letters = reading
    possible: dict[str, tuple[str, ...]] = {}
    for other in hints:
        for choice in other.choices:
            so_far = possible.get(choice.slug, (letters[choice.slug],))
            possible[choice.slug] = tuple(sorted({*so_far, choice.letter}))
    known = frozenset(slug for slug in letters if slug not in possible)
    by_slug = {slug: hint for one, hint in hints.items() for slug in one.slugs}
    return Fingerprint(asked, letters, known, possible, by_slug, asked == register.reading())
