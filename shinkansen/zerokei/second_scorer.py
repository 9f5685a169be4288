"""A second scorer, deliberately naive: chapter 11, and 12.9 for Hideo, counted from plain JSON alone.

It was written from the rulebook and shares no line with the engine, so that the two can be compared; it also scores a
final table that somebody else's engine reports. It uses no result of the engine: the score markers are added up from
the ledger, and every other figure is read off the table and the edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any, NamedTuple, TypeAlias

Plain: TypeAlias = Mapping[str, Any]
"""A JSON object."""

Numbers: TypeAlias = tuple[tuple[int, ...], ...]
"""The cities of each card of a train, by their numbers."""

HIDEO = 1
"""Hideo's place at the table in a game for one."""


class Recount(NamedTuple):
    """What the table is worth to each seat, and who wins."""

    parts: tuple[dict[str, int], ...]
    """For each seat, the victory points of each part of the final scoring, by the section that grants them."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    """The place of each seat; seats that are level after the tie-break share a place."""
    clause: str
    """The clause that decided the game."""


def recount(
    table: Plain,
    edition: Plain,
    letters: Mapping[str, str],
    players: int,
    vp_entries: Iterable[Sequence[Any]],
    *,
    hard: bool = False,
) -> Recount:
    """Score a table as if the game ended here.

    `table` and `edition` are JSON objects as on the wire, `letters` are the rulings, `vp_entries` is the ledger of
    victory points as lists that begin with a seat and an amount.
    """
    marker: Counter[int] = Counter()
    for entry in vp_entries:
        marker[entry[0]] += entry[1]
    value = {city["id"]: city_value(table, edition, city["id"]) for city in edition["cities"]}
    number = {city["id"]: city["number"] for city in edition["cities"]}
    tracked = frozenset(number[city] for city in table["tracked"])
    on_carriages = printed(edition)
    parts: list[dict[str, int]] = []
    for seat, content in enumerate(table["seats"]):
        hideo = players == 1 and seat == HIDEO
        start = edition["hideo"]["hard_vp"] if hideo and hard else 0  # 12.10
        cards = train(content, on_carriages, letters)
        numbers = tuple(tuple(number[city] for city in card) for card in cards)
        parts.append(
            {
                "marker": start + marker[seat],
                "cities": cities(cards, value, hideo),
                "venues": venues(table, edition, letters, value, seat, hideo),
                "connection": connection(edition, letters, numbers, tracked, hideo),
                "leftovers": leftovers(content, edition, hideo),
            }
        )
    totals = tuple(sum(part.values()) for part in parts)
    left: list[int] = [seat["cauldrons"] for seat in table["seats"]]
    if players == 1 and letters["hideo_tie"] == "b":
        left = [0, 0]  # the reading of 12.11.3 under which cauldrons decide nothing
    standings = list(zip(totals, left, strict=True))  # 11.7.1, then 11.7.2
    ranks = tuple(1 + sum(other > own for other in standings) for own in standings)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    if totals.count(max(totals)) == 1:
        clause = "11.7.1"
    elif len(winners) == 1:
        clause = "11.7.2"
    else:
        clause = "11.7.3"
    return Recount(tuple(parts), totals, winners, ranks, clause)


# -- what a city is worth


def city_value(table: Plain, edition: Plain, city: str) -> int:
    """11.1, 11.3.1 to 11.3.3."""
    if city not in table["tracked"]:
        return int(edition["scoring"]["without_track"])
    if city not in table["stations"]:
        return 0
    # The counters are listed from the least advanced on, and of those on one space the lowest first (11.1.1).
    first_to_last = [counter["colour"] for counter in reversed(table["counters"])]
    return int(edition["scoring"]["station_ranks"][first_to_last.index(table["stations"][city])])


def spared(value: int, hideo: bool) -> int:
    """Hideo loses nothing for a city without track (12.9.1, 12.9.2)."""
    return max(0, value) if hideo else value


# -- the four parts of the final scoring


def printed(edition: Plain) -> dict[str, list[str]]:
    """The cities of each carriage."""
    return {carriage["id"]: carriage["cities"] for carriage in edition["carriages"]}


def train(seat: Plain, on_carriages: Mapping[str, list[str]], letters: Mapping[str, str]) -> list[list[str]]:
    """The cities of each card of a train from the engine to the tail, with those of the tokens on it (9.10.1).

    Only one reading allows tokens on the engine or the tail. A token for a city that the card already shows adds
    nothing, except under the reading in which it counts again.
    """
    cards: list[list[str]] = []
    for card in [seat["engine"], *seat["train"], "tail"]:
        shown = list(on_carriages.get(card, ()))
        for on, city in seat["tokens"]:
            if on == card and (city not in shown or letters["token_same_city"] == "b"):
                shown.append(city)
        cards.append(shown)
    return cards


def cities(cards: list[list[str]], value: Mapping[str, int], hideo: bool) -> int:
    """11.3.4, 11.3.5: each city once for each card that has it."""
    return sum(spared(value[city], hideo) for card in cards for city in card)


def venues(
    table: Plain, edition: Plain, letters: Mapping[str, str], value: Mapping[str, int], seat: int, hideo: bool
) -> int:
    """11.4.1 to 11.4.3: whoever has most cauldrons at a venue scores its city, and so do all who tie."""
    total = 0
    for venue in table["venues"]:
        most = max(venue["cauldrons"])
        if venue["cauldrons"][seat] == most and (most > 0 or letters["empty_venue"] == "b"):
            total += spared(value[venue["city"]], hideo)
    if hideo:
        # The face-up cities of his board are venues he leads (12.9.3).
        for cell, token in zip(edition["hideo"]["cells"], table["hideo"]["board"], strict=True):
            if cell["kind"] == "A":
                total += spared(value[token], hideo)
    return total


def connection(edition: Plain, letters: Mapping[str, str], cards: Numbers, tracked: frozenset[int], hideo: bool) -> int:
    """11.5: points for each city of the longest run, if it is long enough."""
    if hideo:
        # He sorts his cities by number; they need track only under one reading (12.9.4).
        own = {number for card in cards for number in card}
        longest = longest_in_order(own if letters["hideo_connection"] == "a" else own & tracked)
    else:
        longest = longest_along(
            cards, tracked, letters["connection_card"], letters["connection_gap"], letters["connection_return"]
        )
    scoring = edition["scoring"]
    return longest * int(scoring["connected_city"]) if longest >= scoring["connected_minimum"] else 0


def longest_in_order(numbers: set[int]) -> int:
    """The length of the longest run of consecutive numbers."""
    best = 0
    for first in numbers:
        length = 1
        while first + length in numbers:
            length += 1
        best = max(best, length)
    return best


def readings(card: tuple[int, ...], letter: str) -> Iterator[tuple[int, ...]]:
    """The ways a card's cities can stand in the line (11.5.1, ruling `connection_card`)."""
    rising = sorted(set(card))  # a number that follows itself adds nothing (11.5.5)
    if letter == "a" or not rising:
        yield tuple(rising)
    elif letter == "b":
        for size in range(1, len(rising) + 1):
            yield from combinations(rising, size)
    else:
        yield from permutations(rising)


@lru_cache(maxsize=4096)  # a train and the line stay as they are over most moves of a game
def longest_along(cards: Numbers, tracked: frozenset[int], letter: str, gap: str, back: str) -> int:
    """The longest run along a train, whichever reading each card is given.

    Runs are followed as pairs of their first and last number. A run may begin at any city with track; the next city
    repeats its number (11.5.5) or is one higher, or ends it (11.5.1), or is passed over where it is read so (rulings
    `connection_gap` and, for a number that the run has had, `connection_return`). A city without track belongs to no
    run and ends it (11.5.2), but for the answer b to `connection_gap`, which is withdrawn.
    """
    going: set[tuple[int, int]] = set()
    best = 0
    for card in cards:
        after: set[tuple[int, int]] = set()
        for reading in readings(card, letter):
            runs = going
            for number in reading:
                if number in tracked:
                    carried = {(first, number) for first, last in runs if number - last in (0, 1)}
                    foreign = {run for run in runs if number - run[1] not in (0, 1)}
                    passed = {run for run in foreign if gap != "a" or (back == "b" and run[0] <= number <= run[1])}
                    runs = carried | passed | {(number, number)}
                else:
                    runs = runs if gap == "b" else set[tuple[int, int]]()
                best = max([best, *(last - first + 1 for first, last in runs)])
            after |= runs
        going = after
    return best


def leftovers(seat: Plain, edition: Plain, hideo: bool) -> int:
    """11.6.1 to 11.6.3; Hideo's cauldrons cost him nothing and he has no yen (12.9.5, 12.9.6)."""
    scoring = edition["scoring"]
    tracks = int(seat["tracks"] * scoring["track_left"])
    if hideo:
        return tracks
    return tracks + int(seat["cauldrons"] * scoring["cauldron_left"] + seat["yen"] // scoring["yen_for_one_vp"])
