"""What a mutant faces: three checks, each with a limit, until one of them kills it.

1. *laws and invariants*: what can be found without a reference: the laws of the contract and the game's invariants
   along its own games, by its own copies of them;
2. *reference*: games played alongside the reference; any difference kills;
3. *corners*: the same from tables that play seldom reaches, if the game has some.

Everything random has a seed made from the mutant's id, which is permanent, and the number of the example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Final

import attrs
from attrs import field, frozen

from shinkansen.core.game import Plain
from shinkansen.core.near_misses import Part, Variety, near_miss
from shinkansen.core.plain_json import canonical
from shinkansen.core.play import plies
from shinkansen.testing.differences import Match, MismatchKind, Rules
from shinkansen.testing.mutants import Loaded, Mutant, Mutants, Sitting


@frozen
class Death:
    """How an engine was found out: by which check, at which example, and what was seen."""

    check: str
    examples: int
    how: str


@frozen
class MutantResult:
    """What happened to a mutant."""

    mutant: Mutant
    death: Death | None
    """What killed it, unless it survived."""


def judge(mutant: Mutant, afresh: bool = True, sharing: bool = False) -> MutantResult:
    """Run a mutant through all checks until one kills it; unless `afresh`, what killed it last time comes first. If it
    is `sharing`, it has what the mistake does not touch in common with the reference, and is loaded several times
    quicker."""
    with mutant.load(sharing) as engine:
        last = None if afresh else mutant.among.known_kills.get(mutant.id)
        death = (last and again(engine, mutant.id, last)) or trial(engine, mutant.id)
    return MutantResult(mutant, death)


def again(engine: Loaded, seed: str, last: tuple[str, int]) -> Death | None:
    """Run one example again."""
    check, number = last
    how = CHECKS[check](Accused(engine), seed, number - 1)
    return None if how is None else Death(check, number, how)


def control(among: Mutants) -> Death | None:
    """What the checks without a reference find in the unchanged engine; if anything, they prove nothing."""
    with among.loaded("control", {}) as engine:
        return trial(engine, "control", ("laws and invariants",))


def trial(engine: Loaded, seed: str, checks: Iterable[str] | None = None) -> Death | None:
    """The first check that an engine fails, or `None` if it survives them all."""
    accused = Accused(engine)
    for name in CHECKS if checks is None else checks:
        for number in range(LIMITS[name]):
            how = CHECKS[name](accused, seed, number)
            if how is not None:
                return Death(name, number + 1, how)
    return None


@attrs.define(eq=False)
class Accused:
    """An engine on trial, with its rulesets and those of the reference, each made only once."""

    engine: Loaded
    _made: dict[str, Rules] = field(factory=dict[str, Rules])
    _originals: dict[str, Rules] = field(factory=dict[str, Rules])

    @property
    def among(self) -> Mutants:
        """The mutants of its game."""
        return self.engine.among

    def rules(self, setting: Plain) -> Rules:
        """Its own ruleset of a setting."""
        name = canonical({**setting})
        if name not in self._made:
            self._made[name] = self.among.opened(self.engine, setting)
        return self._made[name]

    def original(self, setting: Plain) -> Rules:
        """The reference's."""
        name = canonical({**setting})
        if name not in self._originals:
            self._originals[name] = self.among.reference(setting)
        return self._originals[name]


def laws(accused: Accused, seed: str, number: int) -> str | None:
    """Check one of its own games by its own laws and invariants."""
    try:
        sitting = _turn(accused.among.tables, number)
        _hold_to_laws(accused.engine, accused.rules(sitting.setting), Random(f"laws {seed} {number}"))
    except Exception as problem:
        # Anything that goes wrong in an engine on its own, a broken law or any other error, counts against it.
        return f"{type(problem).__name__}: {problem}"
    return None


def _turn(tables: tuple[Sitting, ...], number: int) -> Sitting:
    return tables[number % len(tables)]


MOST_PLIES: Final = 500
CLOSE_LOOKS: Final = 3
"""At how many tables of a game all laws are checked; the invariants are checked at each."""


def _hold_to_laws(engine: Loaded, rules: Any, rng: Random) -> None:
    laws, invariants = engine.checks("testing.laws"), engine.checks("core.invariants")
    variety = Variety()

    def choose(rules: Any, state: Any, legal: tuple[Any, ...]) -> Any:
        return rules.read_move(variety.choose([rules.move_json(move) for move in legal], rng))

    deal = rules.deal(rng)
    state = rules.start(deal)
    states, made = [state], list[Any]()
    for ply in plies(rules, state, choose):
        if len(made) >= MOST_PLIES:
            raise RuntimeError(f"the game is not over after {MOST_PLIES} moves")
        made.append(ply.move)
        state = rules.follow(ply.state, ply.move)
        states.append(state)
    invariants.check_game(rules, deal, made)
    for looked in (state, *rng.sample(states, min(len(states), CLOSE_LOOKS))):
        legal = [rules.move_json(move) for move in rules.legal_moves(looked)]
        tried = [near_miss(rng.choice(legal), variety.values, rng) for _ in range(12)] if legal else []
        laws.check_laws(laws.Situation(rules, looked, tuple(_readable(rules, tried))))


def _readable(rules: Any, moves: list[Part]) -> Iterator[Any]:
    for move in moves:
        try:
            yield rules.read_move(move)
        except Exception as problem:
            # Our near misses may not be moves at all; that is left to the comparison with the reference.
            if type(problem).__name__ != "WireError":
                raise


def reference(accused: Accused, seed: str, number: int) -> str | None:
    """Compare a game with the reference."""
    if number == 0 and (played := _plays_what_is_refused(accused)):
        return played
    sitting, rng = _turn(accused.among.tables, number), Random(f"reference {seed} {number}")
    original = accused.original(sitting.setting)

    def start(match: Match) -> None:
        match.deals(rng, tries=12)
        match.begin(original.deal_json(original.deal(rng)))

    return _mismatch(accused, sitting, start, rng)


def _plays_what_is_refused(accused: Accused) -> str | None:
    """Whether an engine accepts a setting that cannot be played."""
    for setting in accused.among.refused:
        try:
            accused.rules(setting)
        except Exception:
            continue
        return f"{MismatchKind.PERMISSIVE}: it plays a setting that is refused: {canonical({**setting})}"
    return None


def corners(accused: Accused, seed: str, number: int) -> str | None:
    """Compare a table that play seldom reaches, and a few moves from there, with the reference."""
    among = accused.among.corners
    if among is None:
        return None
    sitting, rng = _turn(among.tables, number), Random(f"corners {seed} {number}")
    original = accused.original(sitting.setting)

    def start(match: Match) -> None:
        match.resume(original.state_json(among.corner(original, rng)))

    return _mismatch(accused, sitting, start, rng)


def _mismatch(accused: Accused, sitting: Sitting, start: Callable[[Match], None], rng: Random) -> str | None:
    try:
        its = accused.rules(sitting.setting)
    except Exception as problem:
        return f"{MismatchKind.CRASH}: {type(problem).__name__}: {problem}"
    found = sitting.play.first(accused.original(sitting.setting), its, start, rng)
    return str(found) if found else None


CHECKS: Final[dict[str, Callable[[Accused, str, int], str | None]]] = {
    "laws and invariants": laws,
    "reference": reference,
    "corners": corners,
}
"""In the order a mutant faces them; each is given a seed and the number of an example, from 0."""
LIMITS: Final = {"laws and invariants": 4, "reference": 16, "corners": 800}
"""How many examples each check has."""
