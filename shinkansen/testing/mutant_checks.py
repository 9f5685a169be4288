"""What a mutant faces: three checks, each with a limit, until one of them kills it.

1. *laws and invariants*: what can be found without a reference: the laws of the contract and the game's invariants
   along its own games, by its own copies of them;
2. *reference*: games played alongside the reference; any difference kills;
3. *corners*: the same from tables that play seldom reaches.

Everything random has a seed made from the mutant's id, which is permanent, and the number of the example.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.near_misses import Part, Variety, near_miss
from shinkansen.testing.corners import corner
from shinkansen.testing.differences import Kind, Match, Rules, Walk
from shinkansen.testing.mutants import Loaded, Mutant, loaded
from shinkansen.zerokei.ruleset import ZeroKei

SEATS: Final = (3, 1, 2, 4)
"""The order in which the numbers of players are used for the examples."""


@frozen
class Death:
    """How an engine was found out: by which check, at which example, and what was seen."""

    check: str
    examples: int
    how: str


@frozen
class Verdict:
    """What happened to a mutant."""

    mutant: Mutant
    death: Death | None
    seconds: float


def judge(mutant: Mutant, afresh: bool = True) -> Verdict:
    """Run a mutant through all checks until one kills it; unless `afresh`, what killed it last time comes first."""
    began = perf_counter()
    with mutant.load() as engine:
        last = None if afresh else known_kills().get(mutant.id)
        death = (last and again(engine, mutant.id, last)) or trial(engine, mutant.id)
    return Verdict(mutant, death, perf_counter() - began)


KILLS: Final = Path(__file__).with_name("kills.json")


@cache
def known_kills() -> dict[str, tuple[str, int]]:
    """The check and the number of the example that killed each mutant in the last full run, as a hint."""
    content: dict[str, list[Any]] = json.loads(KILLS.read_text(encoding="utf-8"))
    return {id: (check, number) for id, (check, number) in content.items()}


def again(engine: Loaded, seed: str, last: tuple[str, int]) -> Death | None:
    """Run one example again."""
    check, number = last
    how = CHECKS[check](engine, seating(engine), seed, number - 1)
    return None if how is None else Death(check, number, how)


def control() -> Death | None:
    """What the checks without a reference find in the unchanged engine; if anything, they prove nothing."""
    with loaded("control", {}) as engine:
        return trial(engine, "control", ("laws and invariants",))


Table: TypeAlias = Callable[[int, bool], Rules]
"""The engine's ruleset for a number of players, hard or not."""


def seating(engine: Loaded) -> Table:
    """A function that gives an engine's rulesets, each created only once."""
    made: dict[tuple[int, bool], Rules] = {}

    def rules(number: int, hard: bool = False) -> Rules:
        if (number, hard) not in made:
            made[number, hard] = engine.rules(number, hard)
        return made[number, hard]

    return rules


def trial(engine: Loaded, seed: str, checks: Iterable[str] | None = None) -> Death | None:
    """The first check that an engine fails, or `None` if it survives them all."""
    rules = seating(engine)
    for name in CHECKS if checks is None else checks:
        for number in range(LIMITS[name]):
            how = CHECKS[name](engine, rules, seed, number)
            if how is not None:
                return Death(name, number + 1, how)
    return None


def laws(engine: Loaded, rules: Table, seed: str, number: int) -> str | None:
    """Check one of its own games by its own laws and invariants."""
    try:
        _hold_to_laws(engine, rules(SEATS[number % len(SEATS)], False), Random(f"laws {seed} {number}"))
    except Exception as problem:
        # Anything that goes wrong in an engine on its own, a broken law or any other error, counts against it.
        return f"{type(problem).__name__}: {problem}"
    return None


MOST_PLIES: Final = 500
CLOSE_LOOKS: Final = 3
"""At how many tables of a game all laws are checked; the invariants are checked at each."""


def _hold_to_laws(engine: Loaded, rules: Any, rng: Random) -> None:
    laws, invariants = engine.module("testing.laws"), engine.module("core.invariants")
    variety = Variety()
    deal = rules.deal(rng)
    state = rules.start(deal)
    states, made = [state], list[Any]()
    while moves := rules.legal_moves(state):
        if len(made) >= MOST_PLIES:
            raise RuntimeError(f"the game is not over after {MOST_PLIES} moves")
        made.append(rules.read_move(variety.choose([rules.move_json(move) for move in moves], rng)))
        state = rules.follow(state, made[-1])
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


def reference(engine: Loaded, rules: Table, seed: str, number: int) -> str | None:
    """Compare a game with the reference."""
    seats = SEATS[number % len(SEATS)]
    hard = seats == 1 and number % 8 >= 4
    rng = Random(f"reference {seed} {number}")
    original = _original(seats, hard)

    def play(match: Match) -> None:
        match.deals(rng, tries=12)
        match.begin(original.deal_json(original.deal(rng)))
        Walk().go(match, Variety(), rng)

    return _difference(original, lambda: rules(seats, hard), play)


def corners(engine: Loaded, rules: Table, seed: str, number: int) -> str | None:
    """Compare a table that play seldom reaches, and a few moves from there, with the reference."""
    seats = 1 if number % 2 else SEATS[number // 2 % len(SEATS)]
    rng = Random(f"corners {seed} {number}")
    original = _original(seats)
    # Views are expensive, and most of what can go wrong with them shows in the solo game.
    walk = Walk(plies=3, asks=4, tries=4, neighbours=1, count_every=3, peek_every=3 if seats == 1 else 50)

    def play(match: Match) -> None:
        match.resume(original.state_json(corner(original, rng)))
        walk.go(match, Variety(), rng)

    return _difference(original, lambda: rules(seats, False), play)


@cache
def _original(seats: int, hard: bool = False) -> ZeroKei:
    return ZeroKei(seats=seats, hard=hard)


def _difference(original: ZeroKei, other: Callable[[], Rules], play: Callable[[Match], None]) -> str | None:
    try:
        its = other()
    except Exception as problem:
        return f"{Kind.CRASH}: {type(problem).__name__}: {problem}"
    found = Match(original, its).first(play)
    return str(found) if found else None


CHECKS: Final[dict[str, Callable[[Loaded, Table, str, int], str | None]]] = {
    "laws and invariants": laws,
    "reference": reference,
    "corners": corners,
}
"""In the order a mutant faces them; each is given the number of an example, from 0."""
LIMITS: Final = {"laws and invariants": 4, "reference": 16, "corners": 800}
"""How many examples each check has."""
