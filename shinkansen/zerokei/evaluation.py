"""Sense: what a table is worth to a seat, for a bot that looks one move ahead. A yardstick, not a rule of the game.

The base is what final scoring would give if the game ended now; every term of it is blended with what we expect it to
be at the end, and the blend fades as the seat runs out of turns, until only the scoring is left. Two numbers say how
far off that is: `turns`, how many turns the seat has yet to begin, and `hope` = 1 - 0.67 ** turns, the chance that
something still missing (a track, a station) will be there at the end: 0.80 in the first turn, 0 in the last.

The constants are our guesses about *playing*; no figure of the game is among them. Each (`USE` as a whole) was tried
lower and higher for one seat against two with the present values, in 240 games each time: none was measurably better.

Known weaknesses: it does not see what a move makes possible for others (a station or a counter helps whoever has the
city), does not save for an expensive card, and chooses engines at random, because owning one is worth nothing to it.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final, TypeAlias

import attrs

from shinkansen.core.knowledge import View
from shinkansen.core.memo import Memo
from shinkansen.core.play import Chooser, greedy
from shinkansen.zerokei import deal as dealing
from shinkansen.zerokei import scoring
from shinkansen.zerokei.edition import Ability, Action
from shinkansen.zerokei.happenings import Happening, Joined, RoundBegan, Scored
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, Seat, State, Table

MISSING: Final = 0.67
"""The chance that something missing is still missing a turn later."""
YEN: Final = 0.45
"""What a yen is worth in the hope of spending it, beyond what final scoring gives for it."""
TRACK: Final = 1.0
"""The same for a track token."""
PLACED: Final = 0.5
"""How much of the penalty for a cauldron is forgiven in the hope of placing it later."""
STATION: Final = 0.8
"""The chance of a station where there will be track, relative to that of the track."""
OVERTAKEN: Final = 0.5
"""How much of a majority at a venue we expect the others to take from the player who has it."""
RIVALS: Final = 0.25
"""What another player's yen weighs compared with one's own: using their engines and tracks pays them."""
USE: Final[dict[Action | Ability, float]] = {
    Action.INCOME: 0.0,
    Action.PREPARE: 0.8,
    Action.PREPARE_1: 1.1,
    Action.LAY: 0.8,
    Action.LAY_1: 1.1,
    Action.BUILD: 0.8,
    Action.BUILD_1: 1.1,
    Action.BUY: 0.3,
    Action.PARTICIPATE: 1.2,
    Action.REPEAT: 0.8,
    Ability.CHEAP_BUILD: 1.2,
    Ability.ANY_TRACK_SPACE: 0.8,
    Ability.TWICE_AT_VENUE: 1.0,
    Ability.CHEAP_PREPARE: 1.0,
    Ability.CHEAP_ENGINE: 1.0,
    Ability.RICH_TAIL: 1.8,
    Ability.TWICE_TURN_ORDER: 0.8,
}
"""What a carriage's action or ability is worth per turn, in VP: above all the engine fees and prices it saves."""

Train: TypeAlias = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


class Sense:
    """The look-up tables of a kit for valuing, made once."""

    def __init__(self, kit: Kit) -> None:
        self.kit: Final = kit
        ranks = kit.edition.scoring.station_ranks
        self.ranks: Final = ranks[::-1]
        """The value of a station by its colour's place in the order of the counters, least advanced first."""
        self.middling: Final = sum(ranks) / len(ranks)
        self.all_cities: Final = kit.all_cities
        self.uses: Final = {id: USE[carriage.gives] for id, carriage in kit.carriages.items()}
        self.bare: Final = dealing.start(kit, dealing.dealt(dealing.chance(kit).deal(Random(0)))).table
        self.cities: Final[Memo[Train, tuple[tuple[int, int], ...]]] = Memo(self._cities)
        """By carriages and tokens: the cities of a train, and on how many cards each is."""
        self.connections: Final[Memo[tuple[Train, int], int]] = Memo(self._connection)
        """By carriages and tokens, and by cities with track: the length of the longest connection."""

    def _cities(self, train: Train) -> tuple[tuple[int, int], ...]:
        counts = scoring.cities_of(self.kit, self._seat(train))
        return tuple((self.kit.city_index[city], cards) for city, cards in counts.items())

    def _connection(self, key: tuple[Train, int]) -> int:
        train, tracked = key
        table = attrs.evolve(self.bare, track_bits=tracked)
        return len(scoring.longest_connection(self.kit, table, self._seat(train)))

    def _seat(self, train: Train) -> Seat:
        carriages, tokens = train
        return attrs.evolve(self.bare.seats[0], train=carriages, tokens=tokens)

    def city(self, table: Table, city: int, hope: float) -> float:
        """What a city will be worth: by its rank now and, as far as we hope, a middling one; without track, a loss that
        is reduced by hope."""
        colour = table.station_colours[city]
        if colour >= 0:
            worth = self.ranks[table.counters.order.index(colour)] * (1 - hope) + self.middling * hope
        else:
            worth = self.middling * STATION * hope
        if not table.track_bits >> city & 1:
            worth = worth * hope + self.kit.edition.scoring.without_track * (1 - hope)
        return worth

    def value(self, table: Table, seat: int) -> float:
        """What a table is worth to a seat, in VP."""
        kit = self.kit
        figures = kit.edition.scoring
        content = table.seats[seat]
        over = table.phase is Phase.OVER
        turns = 0 if over else kit.rounds - table.round - _has_begun(table, seat)
        hope = 1 - MISSING**turns
        # Money: what it buys later. An unused action gives a yen, so Finish is better than a move that gains less.
        yen = 1 / figures.yen_for_one_vp + YEN * hope
        burning = sum([counts[seat] for counts in table.cauldrons])
        rounds = 0 if over else kit.rounds - 1 - table.round
        money = content.yen + burning * kit.figures.cauldron_income * rounds
        if table.phase is Phase.ACT and table.seat == seat:
            money += table.actions * kit.figures.unused_action_yen
        rivals = sum([other.yen for other in table.seats]) - content.yen
        total = content.vp + yen * (money - RIVALS * rivals)
        # Tokens: tracks will be laid, cauldrons placed.
        total += content.tracks * (figures.track_left + TRACK * hope)
        total += content.cauldrons * figures.cauldron_left * (1 - PLACED * hope)
        # The train, with the claimed carriage: its cities, its connection now and with all track laid, its use.
        train = content.train
        if seat in table.claims:
            train += tuple([card for card, claim in zip(table.row, table.claims, strict=True) if claim == seat])
        key = (train, content.tokens)
        for city, cards in self.cities[key]:
            total += cards * self.city(table, city, hope)
        now, then = self.connections[key, table.track_bits], self.connections[key, self.all_cities]
        total += figures.connected_city * (now + (then - now) * hope)
        uses = self.uses
        total += turns * sum([uses[card] for card in train if card not in content.spent])
        # Venues: a majority, shared or not, may be lost again.
        for venue, counts in enumerate(table.cauldrons):
            if counts[seat] and counts[seat] == max(counts):
                total += self.city(table, kit.city_index[table.venues[venue]], hope) * (1 - OVERTAKEN * hope)
        return total


def _has_begun(table: Table, seat: int) -> bool:
    """Whether a seat has begun its turn in this round: it has placed its token, or is about to."""
    return table.phase > Phase.BUY and (seat in table.tile or table.seat == seat)


@lru_cache(maxsize=16)
def sense_of(kit: Kit) -> Sense:
    return Sense(kit)


def value(rules: ZeroKei, table: Table, seat: int) -> float:
    """What a table is worth to a seat, in VP.

    Of the row only claimed carriages count: looking ahead past the end of a round would reveal cards that are hidden.
    """
    return sense_of(rules.kit).value(table, seat)


def sensible(rng: Random) -> Chooser[State, Move]:
    """A player who takes the move after which the table, with what follows, is worth most; ties are broken at random.

    Against Hideo it also counts what a move pays him, which he gets as victory points at once.
    """

    def worth(rules: ZeroKei, state: State, seat: int) -> float:
        return value(rules, state.table, seat)

    several = greedy(worth, rng, unfinished=lambda state: bool(state.table.pending))

    def against_hideo(rules: ZeroKei, state: State, legal: tuple[Move, ...]) -> Move:
        seat = state.table.seat

        def gain(before: View[State], move: Move) -> float:
            seen = rules.foreseen(before, move)
            if seen.state.table.pending and not seen.stops:
                after = View(seat, seen.state)
                worth = max(gain(after, following) for following in rules.legal_moves(seen.state))
            else:
                worth = value(rules, seen.state.table, seat)
            return worth - _gift(rules, seen.happenings)

        view = rules.view(state, seat)
        return max(rng.sample(legal, len(legal)), key=lambda move: gain(view, move))

    def choose(rules: Any, state: State, legal: tuple[Move, ...]) -> Move:
        return against_hideo(rules, state, legal) if rules.kit.solo else several(rules, state, legal)

    return choose


def _gift(rules: ZeroKei, happenings: tuple[Happening, ...]) -> int:
    """What Hideo receives from a player's own move: until his turn or the next round begins."""
    hideo = rules.kit.hideo
    given = 0
    for happening in happenings:
        if isinstance(happening, RoundBegan) or (isinstance(happening, Joined) and happening.seat == hideo):
            break
        if isinstance(happening, Scored) and happening.seat == hideo:
            given += happening.vp
    return given
