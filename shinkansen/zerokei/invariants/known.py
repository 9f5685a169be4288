"""What a ruleset says: the letters of its reading and the figures of its edition, looked up once and cached.

Everything here is read off the edition as it is printed; the engine's own modules are not used.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from shinkansen.core.plain_json import Json
from shinkansen.zerokei.edition import Ability, Action, Event, EventColour, Reward
from shinkansen.zerokei.second_scorer import HIDEO, Recount, recount
from shinkansen.zerokei.table import NOBODY, Seat, State, Table

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


def known(rules: ZeroKei) -> Known:
    """What a ruleset says."""
    found = _kept.get(id(rules))
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[id(rules)] = Known(rules)
    return found


@frozen(slots=False, eq=False)
class Known:
    """What one ruleset says."""

    rules: ZeroKei

    # -- the reading

    @cached_property
    def letters(self) -> dict[str, str]:
        return self.rules.rulings.letters()

    def letter(self, ruling: str) -> str:
        return self.letters[ruling]

    # -- the players

    @cached_property
    def solo(self) -> bool:
        return self.rules.seats == 1

    @cached_property
    def at_table(self) -> int:
        """How many take part; a game for one is set up like one for two (12.1)."""
        return 2 if self.solo else self.rules.seats

    def is_hideo(self, seat: int) -> bool:
        return self.solo and seat == HIDEO

    def people(self, seats: Iterable[int]) -> list[int]:
        """Those of some seats that decide for themselves: all but Hideo."""
        most = self.rules.seats
        return [seat for seat in seats if 0 <= seat < most]

    def turns(self, table: Table) -> list[int]:
        """The seats in the order of their turns this round, where a reading has it remembered: those who have had
        theirs, then those whose tokens are still on the row."""
        had = sorted(item.split(":") for item in table.memory if item.startswith("turn:"))
        return [*(int(seat) for _, _, seat in had), *(seat for seat in table.claims if seat != NOBODY)]

    def starting(self, events: tuple[str, ...], seat: int) -> tuple[int, int]:
        """The yen and victory points a seat starts with (2.J.1, 12.1.7, 12.10)."""
        hideo = self.rules.edition.hideo
        if self.is_hideo(seat):
            return 0, hideo.hard_vp if self.rules.hard else 0
        if self.rules.hard:
            return hideo.hard_yen, 0
        return sum(event.yen for event in self.rules.edition.events if event.effect in events), 0

    # -- the pieces

    @cached_property
    def spaces(self) -> tuple[Reward, ...]:
        """The rewards of the turn order tile's spaces."""
        return next(side.spaces for side in self.rules.edition.turn_order if self.at_table in side.players)

    @cached_property
    def engines(self) -> list[str]:
        """The engines laid out for this number of players (2.H.1)."""
        return [engine.id for engine in self.rules.edition.engines if engine.side_for(self.at_table)]

    @cached_property
    def carriages(self) -> list[str]:
        return [carriage.id for carriage in self.rules.edition.carriages]

    @cached_property
    def row_length(self) -> int:
        """4.D.1, 12.3."""
        edition = self.rules.edition
        return edition.hideo.row if self.solo else self.rules.seats + edition.figures.row_beyond_players

    @cached_property
    def deck_size(self) -> int:
        """2.M.1; a solo game uses the carriages with one city (12.1.6)."""
        return sum(not self.solo or len(carriage.cities) == 1 for carriage in self.rules.edition.carriages)

    @cached_property
    def city_ids(self) -> list[str]:
        return [city.id for city in self.rules.edition.cities]

    def cities(self, bits: int) -> set[str]:
        return {id for place, id in enumerate(self.city_ids) if bits >> place & 1}

    def gifts(self, seat: Seat) -> set[Action | Ability]:
        """What the carriages of a train give."""
        return {self._gives[carriage] for carriage in seat.train if carriage in self._gives}

    @cached_property
    def _gives(self) -> dict[str, Action | Ability]:
        return {carriage.id: carriage.gives for carriage in self.rules.edition.carriages}

    @cached_property
    def buying(self) -> set[str]:
        """The Buy Card carriages."""
        return {id for id, gives in self._gives.items() if gives is Action.BUY}

    # -- the events

    def event(self, table: Table) -> Event:
        """The event of the round."""
        return self._events[table.events[table.round]]

    @cached_property
    def _events(self) -> dict[str, Event]:
        return {event.effect.value: event for event in self.rules.edition.events}

    @cached_property
    def colour_of_event(self) -> dict[str, EventColour]:
        return {effect: event.colour for effect, event in self._events.items()}

    @cached_property
    def event_colours(self) -> tuple[EventColour, ...]:
        """The colours that the spaces for events ask for (2.I.2)."""
        return next(slots.colours for slots in self.rules.edition.event_slots if slots.players == self.at_table)

    # -- the recount

    @cached_property
    def plain(self) -> dict[str, Json]:
        """The edition as plain JSON."""
        return self.rules.edition.to_json()

    def recount(self, state: State, vp: Iterable[Any]) -> Recount:
        table = cast("dict[str, Json]", self.rules.state_json(state)["table"])
        return recount(table, self.plain, self.letters, self.rules.seats, vp, hard=self.rules.hard)


_kept: dict[int, Known] = {}
"""By the identity of the ruleset, which lives as long as it is kept here: hashing one takes longer than most checks."""

MOST_KEPT = 16
