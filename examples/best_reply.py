"""Find a good reply by search, without looking at what is hidden.

    python examples/best_reply.py

It shows how to search fairly. A state knows the order of the deck; a player does not. `view` is what the player may
know, and `redeal` makes a random state that looks the same, all equally likely. Each candidate move is tried in the
same few of these, and each game is played to its end by a bot that looks one move ahead.

Its limits: it tries only the few moves that look best to the bot, it does not search the replies of others, and it
plays only a handful of games, so differences within the noise (one standard error) mean nothing.
"""

from __future__ import annotations

from random import Random
from statistics import fmean, stdev

from shinkansen import ZeroKei
from shinkansen.core.play import play_out
from shinkansen.progress import counted
from shinkansen.zerokei.evaluation import sensible, value
from shinkansen.zerokei.table import State

CANDIDATES, DEALS = 4, 10


def late_position(rules: ZeroKei, rng: Random) -> State:
    """The first decision of the last year, after sensible play."""
    choose = sensible(rng)
    state = rules.start(rules.deal(rng))
    while rules.stage(state).round < len(rules.edition.board.years):
        state = rules.follow(state, choose(rules, state, rules.legal_moves(state)))
    return state


def margin(rules: ZeroKei, state: State, seat: int, rng: Random) -> int:
    """By how much a seat is ahead of the best other one at the end."""
    totals = [*rules.totals(play_out(rules, state, sensible(rng)))]
    return totals.pop(seat) - max(totals)


def main() -> None:
    """Rank the candidates of one decision."""
    rules = ZeroKei(seats=3)
    state = late_position(rules, Random(1964))
    seat, legal = state.table.seat, rules.legal_moves(state)
    view = rules.view(state, seat)
    fair = [rules.redeal(view, Random(number)) for number in range(DEALS)]
    likely = sorted(legal, key=lambda move: -value(rules, rules.apply(fair[0], move).table, seat))[:CANDIDATES]
    margins = {
        move: [margin(rules, rules.apply(other, move), seat, Random(number)) for number, other in enumerate(fair)]
        for move in counted(likely, "candidate")
    }
    best, *others = sorted(likely, key=lambda move: -fmean(margins[move]))
    print(f"{rules.seat_names[seat].capitalize()} has {len(legal)} legal moves; {len(likely)} were tried.")
    print(f"Best: {rules.say(best, state)} At the end {fmean(margins[best]):+.1f} VP against the best other player.")
    for move in others:
        # Both were tried with the same deals, so the differences count.
        worse = [mine - its for mine, its in zip(margins[best], margins[move], strict=True)]
        noise = stdev(worse) / DEALS**0.5
        print(f"{fmean(worse):5.1f} VP less (noise {noise:.1f}, {DEALS} games): {rules.say(move, state)}")


if __name__ == "__main__":
    main()
