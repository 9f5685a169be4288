"""Scoring: what cities, venues, connections and leftovers are worth (chapter 11; 12.9 for Hideo), item by item.

Each rule is written once and yields *lines*: points, clause and how to word the title. A score words every title; a
total only adds the points up, because wording takes longer than counting and a player that tries many games reads no
titles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from shinkansen.core.prose import count
from shinkansen.core.ruleset import Outcome, Score
from shinkansen.zerokei.edition import CellKind
from shinkansen.zerokei.kit import Kit, Line
from shinkansen.zerokei.table import TAIL, Seat, Table


def city_value(kit: Kit, table: Table, city: int) -> int:
    """What a city is worth to whoever scores it (11.1, 11.3.1 to 11.3.3)."""
    scoring = kit.edition.scoring
    if not table.track_bits >> city & 1:
        return scoring.without_track
    colour = table.station_colours[city]
    if colour < 0:
        return 0
    # The order runs from least to most advanced, the values from most to least.
    return scoring.station_ranks[len(table.counters.order) - 1 - table.counters.order.index(colour)]


def city_clause(table: Table, city: int) -> str:
    """The clause that sets a city's value."""
    if not table.track_bits >> city & 1:
        return "11.3.3"
    return "11.3.2" if table.station_colours[city] < 0 else "11.3.1"


def card_cities(kit: Kit, seat: Seat, card: str) -> tuple[str, ...]:
    """The cities of a card of a train, with bought tokens, each once, by rising number (9.10.1)."""
    printed = kit.printed.get(card, ())
    if not seat.tokens:
        return printed
    tokens = [city for on, city in seat.tokens if on == card]
    return kit.by_number((*printed, *tokens)) if tokens else printed


def train_cities(kit: Kit, seat: Seat) -> tuple[tuple[str, ...], ...]:
    """The cities of every card from the engine to the tail; cards without any are left out."""
    cards = (seat.engine, *seat.train, TAIL)
    return tuple([cities for card in cards if (cities := card_cities(kit, seat, card))])


def cities_of(kit: Kit, seat: Seat) -> dict[str, int]:
    """The cities of a player's train by rising number, and on how many cards each is (11.3.4, 11.3.5)."""
    counts: dict[str, int] = {}
    for cities in train_cities(kit, seat):
        for city in cities:
            counts[city] = counts.get(city, 0) + 1
    if kit.law.token_counts_again:
        for card, city in seat.tokens:
            if card in seat.train and city in kit.carriages[card].cities:
                counts[city] += 1
    return {city: counts[city] for city in sorted(counts, key=kit.city_number.__getitem__)}


def longest_connection(kit: Kit, table: Table, seat: Seat) -> tuple[int, ...]:
    """The city numbers of the longest connection of a train (11.5.1 to 11.5.5); of equals the first.

    Reading along the train, `running` holds the runs that what comes next may continue: by the last number of a run
    the first number of the longest such run.
    """
    best = range(0)
    running: dict[int, int] = {}
    for alternatives in _readings(kit, table, seat):
        ends: list[dict[int, int]] = []
        for numbers in alternatives:
            along = running
            for number in numbers:
                along = _read(kit, along, number)
                if number is not None and number - along[number] >= len(best):
                    best = range(along[number], number + 1)
            ends.append(along)
        running = ends[0] if len(ends) == 1 else _longest_of(ends)
    return tuple(best) if len(best) >= kit.edition.scoring.connected_minimum else ()


def _longest_of(ends: list[dict[int, int]]) -> dict[int, int]:
    """The runs after a card that can be read in several ways."""
    runs: dict[int, int] = {}
    for along in ends:
        for last, first in along.items():
            runs[last] = min(first, runs.get(last, first))
    return runs


def _readings(kit: Kit, table: Table, seat: Seat) -> Iterator[list[tuple[int | None, ...]]]:
    """For each card of a train the ways to read its cities; one without track is `None` and interrupts (11.5.2)."""
    for cities in train_cities(kit, seat):
        laid = [kit.city_number[city] if table.track_bits >> kit.city_index[city] & 1 else None for city in cities]
        match kit.law.card_cities:
            case "rising":
                yield [tuple(laid)]
            case "any":
                yield [some for size in range(1, len(laid) + 1) for some in combinations(laid, size)]
            case "any order":
                yield [*permutations(laid)]


def _read(kit: Kit, running: dict[int, int], number: int | None) -> dict[int, int]:
    """The runs after reading one more city, given by its number: one goes on with the next number, and with its last
    number again (11.5.5)."""
    foreign = kit.law.foreign_city
    if number is None:
        return running if foreign == "passed over without track" else {}
    first = min(running.get(number, number), running.get(number - 1, number))
    if foreign != "ends":
        return {**running, number: first}
    if kit.law.returning_number_ends:
        return {number: first}
    # Runs that have the number already, further back, are not broken by it.
    return {**{last: start for last, start in running.items() if start <= number < last}, number: first}


def venue_leaders(kit: Kit, table: Table, venue: int) -> list[int]:
    """The seats that score a venue: those with most cauldrons there, if there are any (11.4.1, 11.4.3)."""
    counts = table.cauldrons[venue]
    if not any(counts) and kit.law.empty_venue_scores_nobody:
        return []
    most = max(counts)
    return [seat for seat, number in enumerate(counts) if number == most]


def score(kit: Kit, table: Table, seat: int) -> Score:
    """A player's final score, as an itemised derivation."""
    items = kit.score_items
    return Score(seat, tuple([items[line] for line in lines(kit, table, seat)]))


def total(kit: Kit, table: Table, seat: int) -> int:
    """The points of a player's final score, without titles."""
    return sum([points for points, _, _, _ in lines(kit, table, seat)])


def lines(kit: Kit, table: Table, seat: int) -> Iterator[Line]:
    """A player's final score, line by line."""
    return (_hideo_lines if seat == kit.hideo else _lines)(kit, table, seat)


def _lines(kit: Kit, table: Table, seat: int) -> Iterator[Line]:
    content = table.seats[seat]
    scoring = kit.edition.scoring
    yield content.vp, "11.2", _marker_title, ()
    for city, cards in cities_of(kit, content).items():
        index = kit.city_index[city]
        yield cards * city_value(kit, table, index), city_clause(table, index), _city_title, (city, cards)
    for venue, city in enumerate(table.venues):
        leaders = venue_leaders(kit, table, venue)
        if seat in leaders:
            tied = len(leaders) > 1
            value = city_value(kit, table, kit.city_index[city])
            clause = "11.4.3" if tied else "11.4.2" if value < 0 else "11.4.1"
            yield value, clause, _venue_title, (city, tied)
    connection = longest_connection(kit, table, content)
    if connection:
        yield scoring.connected_city * len(connection), "11.5.3", _connection_title, (connection,)
    if content.cauldrons:
        yield scoring.cauldron_left * content.cauldrons, "11.6.1", _left_title, (content.cauldrons, "cauldron")
    if content.yen:
        yield content.yen // scoring.yen_for_one_vp, "11.6.2", _yen_title, (content.yen,)
    if content.tracks:
        yield scoring.track_left * content.tracks, "11.6.3", _left_title, (content.tracks, "track")


def _hideo_lines(kit: Kit, table: Table, seat: int) -> Iterator[Line]:
    """Hideo's score: nothing negative, two more venues, connections by number (12.9 to 12.9.6)."""
    content = table.seats[seat]
    scoring = kit.edition.scoring

    def worth(city: str) -> int:
        return max(0, city_value(kit, table, kit.city_index[city]))

    yield content.vp, "11.2", _marker_title, ()
    owned = cities_of(kit, content)
    for city, cards in owned.items():
        yield cards * worth(city), "12.9.1", _city_title, (city, cards)
    for venue, city in enumerate(table.venues):
        leaders = venue_leaders(kit, table, venue)
        if seat in leaders:
            yield worth(city), "12.9.2", _venue_title, (city, len(leaders) > 1)
    for cell, token in zip(kit.edition.hideo.cells, table.board, strict=True):
        if cell.kind is CellKind.FACE_UP:
            yield worth(token), "12.9.3", _board_title, (token,)
    everywhere = kit.law.hideo_connects_without_track
    linked = [city for city in owned if everywhere or table.track_bits >> kit.city_index[city] & 1]
    numbers = [kit.city_number[city] for city in linked]
    run = range(0)
    for first in numbers:
        last = first
        while last + 1 in numbers:
            last += 1
        run = max(run, range(first, last + 1), key=len)
    if len(run) >= scoring.connected_minimum:
        yield scoring.connected_city * len(run), "12.9.4", _connection_title, (run,)
    if content.tracks:
        yield scoring.track_left * content.tracks, "11.6.3", _left_title, (content.tracks, "track")


# -- the titles of lines


def _marker_title(_: Kit) -> str:
    return "on the score marker"


def _city_title(kit: Kit, city: str, cards: int) -> str:
    return f"city {_named(kit, city)}" + (f" x{cards}" if cards > 1 else "")


def _venue_title(kit: Kit, city: str, tied: bool) -> str:
    return f"venue {_named(kit, city)}" + (", tied" if tied else "")


def _board_title(kit: Kit, token: str) -> str:
    return f"board {_named(kit, token)}"


def _connection_title(kit: Kit, numbers: Sequence[int]) -> str:
    by_number = {city.number: city.id for city in kit.edition.cities}
    return "connected " + " - ".join(_named(kit, by_number[number]) for number in numbers)


def _left_title(_: Kit, number: int, piece: str) -> str:
    return f"{count(number, piece)} left"


def _yen_title(_: Kit, yen: int) -> str:
    return f"{yen} yen left"


def _named(kit: Kit, city: str) -> str:
    found = kit.edition.cities[kit.city_index[city]]
    return f"{found.name} ({found.number})"


def totals(kit: Kit, table: Table) -> tuple[int, ...]:
    """Each seat's points."""
    return tuple([total(kit, table, seat) for seat in range(kit.seats)])


def outcome(kit: Kit, table: Table) -> Outcome:
    """Who won: most points, then most cauldrons left, else shared (11.7.1 to 11.7.3)."""
    points = totals(kit, table)
    leaders = [seat for seat in range(kit.seats) if points[seat] == max(points)]
    if len(leaders) == 1:
        return Outcome((leaders[0],), points, f"{kit.seat_names[leaders[0]]} has most victory points", "11.7.1")
    left = {seat: table.seats[seat].cauldrons for seat in leaders}
    if kit.solo and not kit.law.hideo_tie_break:
        left = dict.fromkeys(leaders, 0)
    winners = tuple(seat for seat in leaders if left[seat] == max(left.values()))
    if len(winners) == 1:
        reason = f"tied on points, {kit.seat_names[winners[0]]} has most cauldrons left"
        return Outcome(winners, points, reason, "11.7.2")
    names = " and ".join(kit.seat_names[seat] for seat in winners)
    return Outcome(winners, points, f"{names} share the victory", "11.7.3")
