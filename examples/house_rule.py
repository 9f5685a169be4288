"""Try a house rule before you propose it: how would the scores change?

    python examples/house_rule.py               # 40 pairs of games for each house rule, half a minute
    python examples/house_rule.py 400

It shows two ways to change the rules: switching a *ruling* to another answer, and changing a figure of the *edition*.
Games are played in pairs, with the same deal and the same random numbers for the same bots, so that most of the luck
cancels out. The bots look one move ahead: what they show is a hint about the game, not a proof.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

import attrs

from shinkansen import ZeroKei, load_edition
from shinkansen.core.play import play_out
from shinkansen.progress import counted
from shinkansen.zerokei.evaluation import sensible


def totals(rules: ZeroKei, seed: int) -> tuple[int, ...]:
    """The final totals of one game."""
    state = rules.start(rules.deal(Random(seed)))
    return rules.totals(play_out(rules, state, sensible(Random(seed))))


def main(games: int) -> None:
    """Each house rule against the usual rules."""
    edition = load_edition()
    cheaper = attrs.evolve(edition, id="cheap-engines", figures=attrs.evolve(edition.figures, engine_fee=1))
    usual = ZeroKei(seats=3)
    house_rules = {
        "Track needs prepared ground (a ruling)": ZeroKei(seats=3, rulings={"track_needs_ground": "b"}),
        "An engine costs 1 yen, not 2 (a figure)": ZeroKei(seats=3, edition=cheaper),
    }
    before = [fmean(totals(usual, seed)) for seed in counted(range(games), "game")]
    print(f"The usual rules: {fmean(before):.1f} victory points on average ({games} games of 3 bots).")
    for name, rules in house_rules.items():
        changes = [fmean(totals(rules, seed)) - old for seed, old in enumerate(counted(before, "game"))]
        noise = 1.96 * stdev(changes) / games**0.5
        verdict = "" if abs(fmean(changes)) > noise else "; too little to tell from luck"
        print(f"{name}: {fmean(changes):+.1f} (95 %: +-{noise:.1f}){verdict}.")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
