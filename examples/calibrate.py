"""Measure how an edition plays: sensible bots against each other with 2, 3 and 4 seats.

    python examples/calibrate.py                    # 300 games for each number of seats, the shipped edition
    python examples/calibrate.py --edition my.toml --games 1000

Prints a summary and writes everything measured, with what is needed to repeat it, as dated JSON. The figures of the
reconstructed edition were adjusted with this script. What it measures is our bot, which looks one move ahead: it says
nothing about the published game.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any

from attrs import define, field

import shinkansen
from shinkansen import ZeroKei, load_edition
from shinkansen.core.ruleset import Score
from shinkansen.progress import counted
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.evaluation import sensible
from shinkansen.zerokei.moves import NAME_OF
from shinkansen.zerokei.ruleset import VERSION
from shinkansen.zerokei.table import EVENT, NOBODY, TAIL

PARTS = {"11.2": "marker", "11.3": "cities", "11.4": "venues", "11.5": "connection", "11.6": "leftovers"}
"""The parts of a score by the chapter and section of the clause that grants them."""


@define
class Game:
    """What is kept of one game."""

    seconds: float
    """Processor time, so that it does not matter how busy the machine is."""
    plies: int
    places: list[int]
    """For each seat its place in the first turn order, from 1."""
    engines: list[str]
    totals: list[int]
    parts: list[dict[str, int]]
    winners: tuple[int, ...]
    works: dict[str, int]
    """Cities prepared, tracked and with a station at the end."""
    station_rounds: list[int] = field(factory=list[int])
    taken: Counter[int] = field(factory=Counter[int])
    unused: Counter[int] = field(factory=Counter[int])
    held: Counter[int] = field(factory=Counter[int])
    received: Counter[int] = field(factory=Counter[int])
    """By round, all seats together: actions taken and not taken, yen in hand as it begins, yen received."""
    forgiven: int = 0
    moves: Counter[str] = field(factory=Counter[str])
    cards: Counter[str] = field(factory=Counter[str])
    """How often each kind of card was used: the action it gives, `engine ACTION`, `tail` or `event EFFECT`."""
    events: tuple[str, ...] = ()
    gives: list[list[str]] = field(factory=list[list[str]])
    """What the carriages in each seat's train give."""


def play(rules: ZeroKei, seed: int, number: int) -> Game:
    """One game of bots; the same for the same numbers."""
    began = time.process_time()
    rng = Random(f"calibrate {seed} {rules.seats} {number}")
    choose = sensible(rng)
    deal = rules.deal(rng)
    state = rules.start(deal)
    told: list[tuple[int, str, h.Happening]] = []
    moves: Counter[str] = Counter()
    held: Counter[int] = Counter()
    while legal := rules.legal_moves(state):
        table = state.table
        if table.round + 1 not in held:
            held[table.round + 1] = sum(seat.yen for seat in table.seats)
        move = choose(rules, state, legal)
        step = rules.narrate(state, move)
        moves[NAME_OF[type(move)]] += 1
        told += [(table.round + 1, NAME_OF[type(move)], happening) for happening in step.happenings]
        state = step.state
    table = state.table
    scores = rules.scores(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    game = Game(
        time.process_time() - began,
        sum(moves.values()),
        [deal.turn_order.index(seat) + 1 for seat in range(rules.seats)],
        [seat.engine for seat in table.seats],
        [score.total for score in scores],
        [_parts(score) for score in scores],
        outcome.winners,
        {
            "prepared": len(table.prepared_cities()),
            "tracked": len(table.cities_with_track()),
            "stations": len(table.stations()),
        },
        held=held,
        moves=moves,
        events=table.events,
        gives=[[_gifts(rules)[card] for card in seat.train] for seat in table.seats],
    )
    for round, move_name, happening in told:
        match happening:
            case h.CardUsed(_, card, _):
                game.taken[round] += 1
                game.cards[_card(rules, card, move_name, table.events[round - 1])] += 1
            case h.TurnFinished(_, unused, _):
                game.unused[round] += unused
            case h.StationBuilt():
                game.station_rounds.append(round)
            case h.Forgiven():
                game.forgiven += 1
            case h.Paid(_, payee, yen, _) if payee != NOBODY:
                game.received[round] += yen
            case _:
                pass
    return game


def _parts(score: Score) -> dict[str, int]:
    parts = dict.fromkeys(PARTS.values(), 0)
    for item in score.items:
        parts[PARTS[".".join(item.clause.split(".")[:2])]] += item.points
    return parts


def _card(rules: ZeroKei, card: str, move: str, event: str) -> str:
    if card == TAIL:
        return "tail"
    if card == EVENT:
        return f"event {event}"
    gives = _gifts(rules).get(card)
    return f"carriage {gives}" if gives is not None else f"engine {move}"


def _gifts(rules: ZeroKei) -> dict[str, str]:
    return {carriage.id: carriage.gives.value for carriage in rules.edition.carriages}


# -- Summing up -----------------------------------------------------------------------------------------------------


def spread(values: Sequence[float]) -> dict[str, float]:
    return {"mean": fmean(values), "sd": stdev(values), "min": min(values), "max": max(values)}


def with_interval(values: Sequence[float]) -> dict[str, float]:
    """A mean and half the width of its 95 % interval (normal)."""
    half = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return {"mean": fmean(values), "half_width_95": half, "n": len(values)}


def summary(games: Sequence[Game], seats: int, rounds: int) -> dict[str, Any]:
    totals = [total for game in games for total in game.totals]
    parts = {part: fmean(each[part] for game in games for each in game.parts) for part in PARTS.values()}
    seat_games = len(totals)
    won: dict[str, dict[str, list[float]]] = {"engine": defaultdict(list), "place": defaultdict(list)}
    scored: dict[str, dict[str, list[float]]] = {"engine": defaultdict(list), "place": defaultdict(list)}
    owners: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for seat, total in enumerate(game.totals):
            win = 1 / len(game.winners) if seat in game.winners else 0.0
            for by, name in (("engine", game.engines[seat]), ("place", str(game.places[seat]))):
                won[by][name].append(win)
                scored[by][name].append(total)
            for gives in set(game.gives[seat]):
                owners[gives].append(total - fmean(totals))

    def by_round(pick: Iterable[Counter[int]]) -> list[float]:
        summed = sum(pick, Counter[int]())
        return [summed[round] / seat_games for round in range(1, rounds + 1)]

    cards = sum((game.cards for game in games), Counter[str]())
    moves = sum((game.moves for game in games), Counter[str]())
    dealt = Counter(event for game in games for event in game.events)
    stations = [round for game in games for round in game.station_rounds]
    firsts = [min(game.station_rounds) for game in games if game.station_rounds]
    return {
        "games": len(games),
        "score": spread(totals),
        "winning_score": spread([max(game.totals) for game in games]),
        "margin_of_victory": fmean(sorted(game.totals)[-1] - sorted(game.totals)[-2] for game in games),
        "score_parts": parts,
        "score_shares": {part: mean / fmean(totals) for part, mean in parts.items()},
        "first_station_round": {**spread(firsts), "games": dict(sorted(Counter(map(str, firsts)).items()))},
        "station_round_mean": fmean(stations),
        "stations_by_round": {str(r): stations.count(r) / len(games) for r in range(1, rounds + 1)},
        "works": {
            work: {
                **spread([game.works[work] for game in games]),
                "share_all": fmean(game.works[work] == 12 for game in games),
            }
            for work in ("prepared", "tracked", "stations")
        },
        "by_engine": _by(won["engine"], scored["engine"]),
        "by_place": _by(won["place"], scored["place"]),
        "actions_taken_by_round": by_round(game.taken for game in games),
        "actions_unused_by_round": by_round(game.unused for game in games),
        "yen_at_begin_by_round": by_round(game.held for game in games),
        "yen_received_by_round": by_round(game.received for game in games),
        "nothing_affordable_per_game": sum(game.forgiven for game in games) / len(games),
        "moves_per_seat": {name: count / seat_games for name, count in sorted(moves.items())},
        "cards_used_per_seat": {
            name: count / seat_games for name, count in sorted(cards.items()) if not name.startswith("event ")
        },
        "event_uses_per_seat_when_dealt": {
            event: cards[f"event {event}"] / (dealt[event] * seats) for event in sorted(dealt)
        },
        "owned_per_game": {gives: len(found) / len(games) for gives, found in sorted(owners.items())},
        "owner_score_above_mean": {gives: with_interval(found) for gives, found in sorted(owners.items())},
        "plies": spread([game.plies for game in games]),
        "seconds_per_game": fmean(game.seconds for game in games),
    }


def _by(won: dict[str, list[float]], scored: dict[str, list[float]]) -> dict[str, dict[str, Any]]:
    return {name: {"wins": with_interval(won[name]), "score": with_interval(scored[name])} for name in sorted(won)}


def rounded(value: Any) -> Any:
    """The same, rounded to three decimal places."""
    return json.loads(json.dumps(value), parse_float=lambda digits: round(float(digits), 3))


def show(seats: int, found: dict[str, Any]) -> None:
    def line(title: str, items: dict[str, Any] | list[Any], form: str = "{:.2f}") -> None:
        pairs = items.items() if isinstance(items, dict) else enumerate(items, start=1)
        print(f"  {title:<22}" + ", ".join(f"{name} {form.format(value)}" for name, value in pairs))

    print(f"\n{seats} seats, {found['games']} games, {found['seconds_per_game'] * 1000:.0f} ms of processor a game")
    line("score", found["score"], "{:.1f}")
    line("winning score", found["winning_score"], "{:.1f}")
    line("of which", found["score_parts"], "{:.1f}")
    line("first station: games", found["first_station_round"]["games"], "{}")
    line("stations by round", found["stations_by_round"])
    for work, each in found["works"].items():
        line(f"{work} at the end", each)
    for by in ("engine", "place"):
        for name, each in found[f"by_{by}"].items():
            wins, score = each["wins"], each["score"]
            print(
                f"  {by + ' ' + name:<22}wins {100 * wins['mean']:.1f} ± {100 * wins['half_width_95']:.1f} %,"
                f" score {score['mean']:.1f} ± {score['half_width_95']:.1f}"
            )
    line("actions by round", found["actions_taken_by_round"])
    line("  not taken", found["actions_unused_by_round"])
    line("yen as it begins", found["yen_at_begin_by_round"])
    line("  received in it", found["yen_received_by_round"])
    line("moves a seat", found["moves_per_seat"])
    line("cards used a seat", found["cards_used_per_seat"])
    line("event uses a seat", found["event_uses_per_seat_when_dealt"])
    line("owned a game", found["owned_per_game"])
    line(
        "  owner above mean", {name: each["mean"] for name, each in found["owner_score_above_mean"].items()}, "{:+.1f}"
    )
    line("plies", found["plies"], "{:.1f}")
    print(f"  nothing affordable    {found['nothing_affordable_per_game']:.3f} a game")


def measure(edition: Edition, seats: int, games: int, seed: int, processes: int) -> dict[str, Any]:
    with Pool(processes) as pool:
        games_played = pool.imap(partial(_play, seats, edition, seed), range(games), chunksize=max(1, games // 20))
        played = [*counted(games_played, f"{seats} seats: game", games)]
    return dict(rounded(summary(played, seats, len(edition.board.years))))


_RULES: dict[int, ZeroKei] = {}


def _play(seats: int, edition: Edition, seed: int, number: int) -> Game:
    """One game in a process of the pool, which makes its ruleset once."""
    if seats not in _RULES:
        _RULES[seats] = ZeroKei(seats=seats, edition=edition)
    return play(_RULES[seats], seed, number)


def main() -> None:
    today = date.today().isoformat()
    parser = argparse.ArgumentParser(description="Measure how an edition plays with bots.")
    parser.add_argument("--edition", type=Path, help="an edition file (default: the shipped one)")
    parser.add_argument("--games", type=int, default=300, help="games for each number of seats (default 300)")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1964)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent / "measurements" / f"{today}-calibration.json"
    )
    options = parser.parse_args()
    edition = load_edition(options.edition) if options.edition else load_edition()
    began = time.perf_counter()
    found: dict[str, Any] = {}
    for seats in options.seats:
        found[str(seats)] = measure(edition, seats, options.games, options.seed, options.processes)
        show(seats, found[str(seats)])
    report = {
        "what": "Sensible bots (zerokei.evaluation) against each other: calibration, not knowledge of the game.",
        "date": today,
        "command": f"python examples/calibrate.py --games {options.games} --seed {options.seed}",
        "games_per_seat_count": options.games,
        "seed": options.seed,
        "each_game_is_seeded_with": "calibrate SEED SEATS NUMBER, numbers from 0",
        "edition": {"id": edition.id, "digest": edition.digest()},
        "shinkansen": shinkansen.__version__,
        "rules": VERSION,
        "python": platform.python_version(),
        "seconds": round(time.perf_counter() - began, 1),
        "seats": found,
    }
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(f"\nwritten to {options.out}")


if __name__ == "__main__":
    main()
