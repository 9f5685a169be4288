"""Prices: what anything costs, for whom, and which clause says so. No legality here, only numbers.

A price comes from the board, then a player's ability may replace it, then a card's discount is taken off, but never
below zero. Whether a discount also counts with an ability depends on the law.
"""

from __future__ import annotations

from typing import Final

from shinkansen.core.memo import Memo
from shinkansen.zerokei.cards import ANY_TRACK_SPACE, CHEAP_BUILD, CHEAP_ENGINE, CHEAP_PREPARE
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.law import Law


class PriceList:
    """The prices of an edition under a law."""

    def __init__(self, edition: Edition, law: Law) -> None:
        self._edition = edition
        self._law = law
        self._figures = edition.figures
        self._surcharge: int = edition.figures.surcharge
        bit = {city.id: 1 << index for index, city in enumerate(edition.cities)}
        self._carriages = {
            carriage.id: (carriage.cost, sum(bit[city] for city in carriage.cities)) for carriage in edition.carriages
        }
        self.ground_within: Final = Memo(self._ground_within)

    def engine_fee(self, abilities: int, again: bool) -> int:
        """What using an engine costs, or using it again (7.6.1, 7.17.3, 8.5)."""
        cheap = abilities & CHEAP_ENGINE and (not again or self._law.cheap_engine_when_repeated)
        return self._figures.cheap_engine_fee if cheap else self._figures.engine_fee

    def ground(self, city: int, abilities: int, discount: int) -> int:
        """What preparing a city costs (7.9.2, 7.10, 8.4)."""
        if abilities & CHEAP_PREPARE:
            taken_off = discount if self._law.ground_discount_after_ability else 0
            return max(0, self._figures.cheap_prepare_cost - taken_off)
        return max(0, self._edition.cities[city].ground_cost - discount)

    def ground_clause(self, abilities: int, discount: int) -> str:
        return "8.4" if abilities & CHEAP_PREPARE else "7.10" if discount else "7.9.2"

    def _ground_within(self, key: tuple[int, int]) -> Memo[int, int]:
        """By abilities and discount, and then by budget: the cities whose ground is within the budget, as bits."""
        costs = [self.ground(city, *key) for city in range(len(self._edition.cities))]
        return Memo(lambda budget: sum([1 << city for city, cost in enumerate(costs) if cost <= budget]))

    def cheapest_ground(self, cities: int, abilities: int) -> int | None:
        """The lowest price among some cities, given as bits."""
        costs = [self.ground(city, abilities, 0) for city in range(len(self._edition.cities)) if cities >> city & 1]
        return min(costs, default=None)

    def track(self, space: int, abilities: int, discount: int, borrowed: bool) -> int:
        """What laying track costs at a space of the marker (7.11.2, 7.12, 8.2, 9.11)."""
        if borrowed and not self._law.discount_for_borrowed_track:
            discount = 0
        if abilities & ANY_TRACK_SPACE and not self._law.lay_discount_after_ability:
            discount = 0
        return max(0, self._edition.track_spaces[space].yen - discount)

    def track_clause(self, abilities: int, discount: int, borrowed: bool) -> str:
        if borrowed:
            return "7.11.5"
        if discount:
            return "7.12" if discount == 1 else "9.11"
        return "8.2" if abilities & ANY_TRACK_SPACE else "7.11.2"

    def station(self, abilities: int, discount: int) -> int:
        """What building a station costs (7.13.1, 7.14, 8.1)."""
        if abilities & CHEAP_BUILD:
            taken_off = discount if self._law.station_discount_after_ability else 0
            return max(0, self._figures.cheap_build_cost - taken_off)
        return max(0, self._figures.build_cost - discount)

    def station_clause(self, abilities: int, discount: int) -> str:
        return "8.1" if abilities & CHEAP_BUILD else "7.14" if discount else "7.13.1"

    def carriage(self, carriage: str, built: int) -> int:
        """What a carriage costs, raised for each of its cities that has a station (5.B.1, 5.B.2, 5.B.3, 7.15.2).

        `built` is the cities with stations, as bits. A bought Olympic token never counts here (9.10.2).
        """
        cost, cities = self._carriages[carriage]
        return cost + self._surcharge * (built & cities).bit_count()

    def carriage_clause(self, carriage: str, built: int) -> str:
        """Why a carriage of the row costs what it does."""
        _, cities = self._carriages[carriage]
        return ("5.B.1", "5.B.2", "5.B.3")[(built & cities).bit_count()]
