"""The kit: an edition and a law prepared for play with a number of seats.

It is made once per ruleset. It turns names into indices and bits, lists what each card offers and what that lets it be
used for (`works`), and keeps *rows* of move objects: a row is the moves for each target, made when first needed and
reused, because creating them takes most of the time when legal moves are listed. The number of rows is bounded by the
cards and targets, not by how long one plays. Rules that need no table live here too, because rows are made with them:
the ways counters can advance, how often a venue's effect may be applied, which colours have stations left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import permutations, product
from operator import itemgetter
from typing import Any, Final, TypeAlias, cast

import attrs

from shinkansen.core.memo import Memo
from shinkansen.core.ruleset import ScoreItem
from shinkansen.zerokei.cards import BIT, IDLE, Offer, action_offers, effect_offers
from shinkansen.zerokei.edition import Ability, Action, Carriage, Colour, Edition, Effect, Event, Reward
from shinkansen.zerokei.law import Law
from shinkansen.zerokei.moves import BuyAtEnd, Claim, Move, Place, Relocate
from shinkansen.zerokei.prices import PriceList
from shinkansen.zerokei.table import COLOURS, EVENT, NOBODY, SEAT_NAMES, SOLO_NAMES, TAIL, Pieces
from shinkansen.zerokei.works import Use, second_half

Line: TypeAlias = tuple[int, str, Callable[..., str], tuple[object, ...]]
"""A line of a score: the points, the clause that grants them, and what words the title: a function and, besides the
kit, its arguments."""


class Kit:
    """An edition, a law and a number of seats, prepared for play."""

    def __init__(self, edition: Edition, law: Law, seats: int, hard: bool = False) -> None:
        """`seats` is the number of people; one person plays against Hideo, with the setup for two."""
        self.solo: Final = seats == 1
        self.hard: Final = hard
        self.hideo: Final = 1 if self.solo else NOBODY
        """Hideo's place at the table."""
        self.people: Final = (0,) if self.solo else tuple(range(seats))
        self.seat_names: Final = SOLO_NAMES if self.solo else SEAT_NAMES
        seats = 2 if self.solo else seats
        self.edition: Final = edition
        self.law: Final = law
        self.seats: Final = seats
        self.figures: Final = edition.figures
        self.rounds: Final = len(edition.board.years)
        self.value_spaces: Final = edition.board.value_spaces
        self.prices: Final = PriceList(edition, law)
        self.counters_must_move: Final = not law.stuck_counter_may_be_chosen
        """Whether a counter that cannot move may not be chosen while another could (5.C.6)."""
        self.cards_repeat_freely: Final = law.repeat_may_change_action
        self.event_repeats_freely: Final = law.event_repeat_may_change_action
        """Whether a card that is repeated by a card, or by the blue event, may be used for another action."""

        # Cities
        self.city_ids: Final = tuple(city.id for city in edition.cities)
        self.city_index: Final = {id: index for index, id in enumerate(self.city_ids)}
        self.city_bits: Final = {id: 1 << index for index, id in enumerate(self.city_ids)}
        self.city_number: Final = {city.id: city.number for city in edition.cities}
        self.all_cities: Final = (1 << len(self.city_ids)) - 1
        self.ground_vp: Final = tuple(city.ground_vp for city in edition.cities)

        # Track cost marker
        self.letters: Final = tuple(space.letter for space in edition.track_spaces)
        self.letter_index: Final = {letter: index for index, letter in enumerate(self.letters)}
        self.all_spaces: Final = tuple(range(len(self.letters)))

        # Cards
        self.carriages: Final[dict[str, Carriage]] = {carriage.id: carriage for carriage in edition.carriages}
        self.printed: Final = {id: self.by_number(carriage.cities) for id, carriage in self.carriages.items()}
        """The cities of each carriage."""
        self.steps: Final = {id: self._steps(carriage) for id, carriage in self.carriages.items()}
        self.engines: Final = tuple(engine.id for engine in edition.engines if engine.side_for(seats))
        self.events: Final[dict[str, Event]] = {event.effect.value: event for event in edition.events}
        self.rewards: Final[tuple[Reward, ...]] = next(
            side.spaces for side in edition.turn_order if seats in side.players
        )
        self.cards: Final = frozenset((*self.engines, *self.carriages, EVENT, TAIL))
        """Everything that can be used, and the carriages that only have an ability."""
        self.offers: Final = self._offers(seats)
        effects = effect_offers(edition)
        self.event_offers: Final = {effect.value: effects.get(effect, ()) for effect in Effect}
        self.offer: Final = _by_work(self.offers)
        self.event_offer: Final = _by_work(self.event_offers)
        """By a card, or an event's effect, and a kind of work: what it offers of it."""
        self.row: Final = edition.hideo.row if self.solo else seats + edition.figures.row_beyond_players
        """How many carriages are laid out each round (4.D.1, 12.3)."""
        self.deck: Final = tuple(
            carriage.id for carriage in edition.carriages if not self.solo or len(carriage.cities) == 1
        )
        """The carriages of the deck; in solo, those with two cities start on the discard pile (12.1.6)."""
        self.discard: Final = tuple(sorted({*self.carriages} - {*self.deck}))
        """The discard pile at the beginning, sorted."""
        self.deck_places: Final = Memo(self._deck_places)
        """By the number of cards that are left in the deck: their places in the deal."""
        self.cells: Final = len(edition.hideo.cells) if self.solo else 0
        """How many cells Hideo's board has."""
        cells = {cell.id: place for place, cell in enumerate(edition.hideo.cells)}
        self.columns: Final = tuple(tuple(cells[id] for id in column) for column in edition.hideo.columns)
        """The cells of Hideo's board where he acts in each round."""
        self.closed_tokens: Final = {f"closed-{space}": space - 1 for space in edition.hideo.closed_tokens}
        """The closed venue tokens and the venue each closes, from 0."""
        self.richest: Final = 2 * max(venue.pay for venue in edition.venues)
        """Having more yen than this makes no difference at a venue."""

        self.pieces: Final = Pieces(self.city_ids, (*self.engines, *self.carriages, EVENT, TAIL))
        """The names that every table of the game knows."""

        # What cards can be used for, rows of moves, and single moves, each made when it is first needed
        self.uses: Final[Memo[str, Memo[str, tuple[Use, ...]]]] = Memo(self._uses_with)
        """By the event of a round, and then by card."""
        self.second_halves: Final = Memo(self._second_half)
        """What a combined event can still be used for, by the event and the kind of work."""
        self._card_uses: Final = Memo(self._uses_of_card)
        self.claim_rows: Final = Memo(self._claim_row)
        self.end_rows: Final = Memo(self._end_row)
        self.place_rows: Final = Memo(self._place_row)
        self.relocate_rows: Final = Memo(self._relocate_row)
        self.ready: Final = Memo(_made)
        """By class and parts, as in `kit.ready[Repeat, card, again]`."""

        self.score_items: Final = Memo(self._score_item)
        """By line of a score: the same with its title in words."""

        # Look-ups
        self.pick: Final = Memo(self._pick)
        self.pick_stations: Final = [Memo(partial(self._pick_stations, left)) for left in range(1 << len(COLOURS))]
        """By the colours that are left, as bits, and then by cities."""
        self.gifts: Final = {
            card: BIT[carriage.gives] if isinstance(carriage.gives, Ability) else 0
            for card, carriage in self.carriages.items()
        }
        """The ability of each carriage, as a bit."""
        self.from_seat: Final = tuple(
            (seat, *(other for other in range(seats) if other != seat)) for seat in range(seats)
        )
        """For each seat, all seats, beginning with itself."""
        self.event_spaces: Final = {effect: (self.letter_index[event.letter],) for effect, event in self.events.items()}
        """The space of the track cost marker that each event sets."""

    def _steps(self, carriage: Carriage) -> tuple[tuple[Colour, ...], ...]:
        """The ways its counters can advance, as ordered choices."""
        ways = tuple(product(*carriage.counters))
        if self.law.second_icon_may_repeat_colour:
            return ways
        return tuple(way for way in ways if len(set(way)) == len(way)) or ways

    def _offers(self, seats: int) -> dict[str, tuple[Offer, ...]]:
        """What each train card offers; ability carriages offer nothing."""
        meaning = action_offers(self.edition)
        idle = self.law.engine_may_idle
        offers: dict[str, tuple[Offer, ...]] = {TAIL: (meaning[Action.INCOME],)}
        for carriage in self.edition.carriages:
            offers[carriage.id] = (meaning[carriage.gives],) if isinstance(carriage.gives, Action) else ()
        for engine in self.edition.engines:
            side = engine.side_for(seats)
            actions = side.actions if side else ()
            given = [*(meaning[action] for action in actions), *([Offer(IDLE, "7.6.3")] if idle else [])]
            offers[engine.id] = tuple(attrs.evolve(offer, engine=True) for offer in given)
        return offers

    # -- look-ups

    def by_number(self, cities: tuple[str, ...]) -> tuple[str, ...]:
        """Some cities, each once, by rising number."""
        return tuple(sorted({*cities}, key=self.city_number.__getitem__))

    def _pick(self, cities: int) -> Picker:
        """By cities, as bits: a function that picks their moves from a row with one move for each city."""
        return _picker([city for city in range(len(self.city_ids)) if cities >> city & 1])

    def _pick_stations(self, left: int, cities: int) -> Picker:
        """By colours and cities, as bits: a function that picks their moves from a row of stations."""
        colours = [colour for colour in range(len(COLOURS)) if left >> colour & 1]
        places = [city for city in range(len(self.city_ids)) if cities >> city & 1]
        return _picker([city * len(COLOURS) + colour for city in places for colour in colours])

    def abilities(self, train: tuple[str, ...]) -> int:
        """The abilities of a train, as bits."""
        found = 0
        for card in train:
            found |= self.gifts[card]
        return found

    def colours_left(self, stations: Sequence[int]) -> int:
        """The colours with a station left, as bits, given the station of each city (7.13.2)."""
        rows = len(self.edition.board.station_rows)
        return sum([1 << colour for colour in range(len(COLOURS)) if stations.count(colour) < rows])

    def _score_item(self, line: Line) -> ScoreItem:
        points, clause, title, of = line
        return ScoreItem(title(self, *of), points, clause)

    def _deck_places(self, left: int) -> tuple[tuple[str, int], ...]:
        """A deck that somebody arranged may be longer than any that is dealt."""
        first = max(0, len(self.deck) - left)
        return tuple(("deck", place) for place in range(first, first + left))

    # -- what cards can be used for

    def _uses_with(self, event: str) -> Memo[str, tuple[Use, ...]]:
        """By event: a table of what each card can be used for."""
        return Memo(
            lambda card: self._uses(EVENT, self.event_offers[event]) if card == EVENT else self._card_uses[card]
        )

    def _uses_of_card(self, card: str) -> tuple[Use, ...]:
        return self._uses(card, self.offers[card])

    def _uses(self, card: str, offers: tuple[Offer, ...]) -> tuple[Use, ...]:
        return tuple([Use(self, card, offer) for offer in offers])

    def _second_half(self, key: tuple[str, str]) -> Use:
        return Use(self, EVENT, second_half(self, *key))

    # -- rows of moves

    def _claim_row(self, carriage: str) -> tuple[Move, ...]:
        """By carriage: a move for each way its counters can advance."""
        return tuple(Claim(carriage, way) for way in self.steps[carriage])

    def _end_row(self, carriage: str) -> tuple[Move, ...]:
        """The same for a purchase at the end of the round."""
        return tuple(BuyAtEnd(carriage, way) for way in self.steps[carriage])

    def _relocate_row(self, key: tuple[str, int, int]) -> tuple[Move, ...]:
        """By carriage, its place and the number of places: a move to each other place."""
        carriage, now, places = key
        return tuple(Relocate(carriage, to) for to in range(1, places + 1) if to != now)

    def _place_row(self, key: tuple[int, bool]) -> tuple[Move, ...]:
        """By space and whether rewards are doubled: a move for each way counters can advance."""
        space, twice = key
        return tuple(Place(space, way) for way in self.reward_ways(self.rewards[space - 1], twice))

    def reward_ways(
        self, reward: Reward, twice: bool, barred: frozenset[Colour] = frozenset()
    ) -> tuple[tuple[Colour, ...], ...]:
        """The ways the counters of a reward can advance: different counters, in order (6.B.3, 8.7.1)."""
        count = reward.advance * (2 if twice and self.law.twice_needs_two_counters else 1)
        free = [colour for colour in COLOURS if colour not in barred]
        return tuple(permutations(free, min(count, len(free))))

    def venue_times(self, venue: int, budget: int, twice: bool, movable: bool) -> tuple[int, ...]:
        """How often the effect of a venue may be applied (7.16.2, 8.3)."""
        space = self.edition.venues[venue - 1]
        limit = 2 if twice else 1
        counts = (0, limit) if self.law.venue_twice_all_or_nothing else tuple(range(limit + 1))
        possible = tuple(
            times for times in counts if not times or (space.pay * times <= budget and (movable or not space.moves))
        )
        return possible if self.law.venue_effect_optional else possible[-1:]


def _by_work(offers: Mapping[str, tuple[Offer, ...]]) -> dict[tuple[str, str], Offer]:
    return {(card, offer.work): offer for card, some in offers.items() for offer in reversed(some)}


def _made(key: tuple[Any, ...]) -> Move:
    kind, *parts = key
    return cast("Move", kind(*parts))


Picker: TypeAlias = Callable[[tuple[Move, ...]], tuple[Move, ...]]


def _picker(places: list[int]) -> Picker:
    """Picks the items at some places of a tuple, at the speed of C."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))
