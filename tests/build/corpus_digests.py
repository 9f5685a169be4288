"""The corpus of digests: `python -m tests.build.corpus_digests` writes `tests/corpus_digests.json`.

Each entry is one random game of a setting, boiled down to a hash of everything that can be seen of it: at every ply all
legal moves in their order, the move that is made, what happens and the digest of the table; at the end the points, each
with its clause, and who won. The pure and the compiled package must give the same, which
`tests/project/test_corpus_digests.py` holds. It prints which games have changed: an entry changes only when the rules,
or the order in which moves are listed, were meant to change.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from shinkansen.core.ruleset import Ruleset
from shinkansen.core.rulings import Register
from shinkansen.nextstation import rulings as next_rulings
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.zerokei import rulings
from shinkansen.zerokei.ruleset import ZeroKei

FILE: Final = Path(__file__).parents[1] / "corpus_digests.json"
GAMES: Final = 15
"""Of each setting."""
MODULES: Final[tuple[dict[str, bool], ...]] = (
    {},
    {"objectives": True},
    {"special_stations": True},
    {"pencil_powers": True},
    {"objectives": True, "pencil_powers": True},
    {"objectives": True, "special_stations": True},
)


def settings() -> dict[str, list[Ruleset[Any, Any, Any, Any]]]:
    """By name, the rules of each game of a setting; of two games one is played by the preferred rulings."""
    found: dict[str, list[Ruleset[Any, Any, Any, Any]]] = {}
    for seats in (1, 2, 3, 4):
        for hard in (False, True)[: 2 if seats == 1 else 1]:
            name = f"zerokei, {seats} seats{', hard' if hard else ''}"
            letters = [_letters(rulings.register(), seed) for seed in range(2 * GAMES)]
            found[name] = [ZeroKei(seats=seats, hard=hard, rulings=each) for each in letters]
    for sheet in ("london", "tokyo"):
        for seats in (1, 2, 3, 4):
            letters = [_letters(next_rulings.register(), seed) for seed in range(GAMES)]
            found[f"nextstation, {sheet}, {seats} seats"] = [
                NextStation(seats=seats, edition=shipped(sheet), rulings=each, **MODULES[(seed + seats) % len(MODULES)])
                for seed, each in enumerate(letters)
            ]
    return found


def _letters(register: Register, seed: int) -> dict[str, str]:
    """The preferred letters, or any, drawn at random."""
    rng = Random(seed)
    return {each.slug: rng.choice((each.preferred, *each.others)) for each in register.switchable} if seed % 2 else {}


def played(rules: Ruleset[Any, Any, Any, Any], seed: int) -> str:
    """One random game, as a hash of everything that can be seen of it."""
    return hashlib.sha256("\n".join(_lines(rules, Random(seed))).encode()).hexdigest()[:20]


def _lines(rules: Ruleset[Any, Any, Any, Any], rng: Random) -> Iterator[str]:
    deal = rules.deal(rng)
    yield json.dumps(rules.deal_json(deal))
    state = rules.start(deal)
    while legal := rules.legal_moves(state):
        yield json.dumps([rules.move_json(move) for move in legal])
        move = rng.choice(legal)
        step = rules.narrate(state, move)
        state = rules.follow(state, move)
        yield json.dumps([[type(one).__name__, *attrs.astuple(one)] for one in step.happenings])
        yield rules.digest(state)
        assert step.state == state
    outcome = rules.outcome(state)
    assert outcome is not None
    lines = [[(item.points, item.clause) for item in score.items] for score in rules.scores(state)]
    yield json.dumps([rules.totals(state), outcome.winners, lines])  # without words, which may be improved


def main() -> None:
    before: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    after = {name: [played(rules, seed) for seed, rules in enumerate(some)] for name, some in settings().items()}
    FILE.write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8", newline="\n")
    for name, digests in after.items():
        same = sum(old == new for old, new in zip(before.get(name, ()), digests, strict=False))
        print(f"{name}: {len(digests)} games, {len(digests) - same} new or changed")


if __name__ == "__main__":
    main()
