"""The draft: a table being changed by one move.

It exists only during that move and has a method for everything that can happen at the table, each with the clause that
makes it happen. A plain draft only changes; a `Recording` one is told what happened, as happenings, which are not even
made for a plain one. So `follow` and `narrate` share one code path. The methods check nothing: their callers know that
the move is legal.
"""

from __future__ import annotations

from typing import Any

from shinkansen.core.compiled import compiled
from shinkansen.core.fast_attrs import fast_constructor
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import COLOURS, NO_CARRIAGE, NOBODY, Counters, Pending, Phase, Seat, State, Table

make_seat = fast_constructor(Seat)
make_table = fast_constructor(Table)
make_state = fast_constructor(State)
make_counters = fast_constructor(Counters)


class OpenSeat:
    """A seat being changed: like `Seat`, with the same slots, but mutable."""

    __slots__ = ("ability_bits", "cauldrons", "engine", "spent", "tokens", "tracks", "train", "vp", "yen")

    def __init__(self, seat: Seat) -> None:
        self.engine = seat.engine
        self.train = seat.train
        self.yen = seat.yen
        self.vp = seat.vp
        self.tracks = seat.tracks
        self.cauldrons = seat.cauldrons
        self.spent = seat.spent
        self.tokens = seat.tokens
        self.ability_bits = seat.ability_bits


def _closed(seat: OpenSeat) -> Seat:
    """The seat as a value, where the class of an object cannot be changed."""
    return make_seat(
        seat.engine, seat.train, seat.yen, seat.vp, seat.tracks, seat.cauldrons, seat.spent, seat.tokens,
        seat.ability_bits,
    )  # fmt: skip


class Draft:
    """A table being changed."""

    __slots__ = (
        "actions",
        "board",
        "cauldrons",
        "claims",
        "closed_bits",
        "colour_bits",
        "counters",
        "deck",
        "discard",
        "engines",
        "events",
        "hidden",
        "kit",
        "memory",
        "pending",
        "phase",
        "pieces",
        "prepared_bits",
        "round",
        "row",
        "seat",
        "seats",
        "station_bits",
        "station_colours",
        "tile",
        "tokens",
        "told",
        "track_bits",
        "used",
        "venues",
    )  # fmt: skip

    def __init__(self, kit: Kit, state: State) -> None:
        # One assignment for each field: this runs for every move, and anything cleverer is slower.
        table = state.table
        self.kit = kit
        self.deck = state.deck
        self.round = table.round
        self.phase = table.phase
        self.seat = table.seat
        self.actions = table.actions
        self.used = table.used
        self.pending: tuple[Pending, ...] = table.pending
        self.tile = table.tile
        self.row = table.row
        self.claims = table.claims
        self.discard = table.discard
        self.prepared_bits = table.prepared_bits
        self.track_bits = table.track_bits
        self.station_colours = table.station_colours
        self.station_bits = table.station_bits
        self.colour_bits = table.colour_bits
        self.counters = table.counters
        self.cauldrons = table.cauldrons
        self.tokens = table.tokens
        self.seats: list[Seat | OpenSeat] = [*table.seats]
        self.venues = table.venues
        self.events = table.events
        self.engines = table.engines
        self.pieces = table.pieces
        self.memory = table.memory
        self.board = table.board
        self.closed_bits = table.closed_bits
        self.hidden = state.board
        self.told: list[h.Happening] | None = None

    def freeze(self) -> State:
        """The changed table as a value."""
        return make_state(self.table(), self.deck, self.hidden)

    def table(self) -> Table:
        seats: list[Any] = self.seats
        if compiled:
            seats = [_closed(seat) if isinstance(seat, OpenSeat) else seat for seat in seats]
        else:
            for seat in seats:
                if seat.__class__ is OpenSeat:
                    seat.__class__ = Seat  # type: ignore[assignment] # the slots are the same
        return make_table(
            self.round, self.phase, self.seat, self.actions, self.used, self.pending, self.tile, self.row, self.claims,
            self.discard, self.prepared_bits, self.track_bits, self.station_colours, self.station_bits,
            self.colour_bits, self.counters, self.cauldrons, self.tokens, tuple(seats), self.venues, self.events,
            self.engines, self.pieces, self.board, self.closed_bits, self.memory,
        )  # fmt: skip

    def open(self, seat: int) -> OpenSeat:
        """A mutable seat; it becomes a value again when the draft is frozen."""
        content = self.seats[seat]
        if isinstance(content, Seat):
            content = self.seats[seat] = OpenSeat(content)
        return content

    # -- yen, victory points, counters

    def pay(self, payer: int, payee: int, yen: int, clause: str) -> None:
        """Yen change hands; the reserve is `NOBODY`."""
        if yen <= 0:
            return
        hideo = self.kit.hideo
        if payee == hideo != NOBODY:
            # Hideo receives victory points instead; the yen go to the reserve (12.2.4).
            self.pay(payer, NOBODY, yen, clause)
            self.score(hideo, yen, "12.2.4")
            return
        if payer == payee:
            return
        if payer != NOBODY:
            self.open(payer).yen -= yen
        if payee != NOBODY:
            self.open(payee).yen += yen
        if self.told is not None:
            self.told.append(h.Paid(payer, payee, yen, clause))

    def score(self, seat: int, vp: int, clause: str) -> None:
        """The score marker moves."""
        if vp:
            self.open(seat).vp += vp
            if self.told is not None:
                self.told.append(h.Scored(seat, vp, clause))

    def advance(self, colour: int, clause: str) -> None:
        """A counter advances one step, onto whatever is there (5.C.4), unless it is on the last space (5.C.6)."""
        spaces = list(self.counters.spaces)
        space = spaces[colour] + 1
        if space >= self.kit.value_spaces:
            if self.told is not None:
                self.told.append(h.CounterStuck(COLOURS[colour], "5.C.6"))
            return
        spaces[colour] = space
        others = list(self.counters.order)
        others.remove(colour)
        low, high = others
        if spaces[high] <= space:
            order = (low, high, colour)
        elif spaces[low] <= space:
            order = (low, colour, high)
        else:
            order = (colour, low, high)
        self.counters = make_counters(tuple(spaces), order)
        if self.told is not None:
            self.told.append(h.CounterAdvanced(COLOURS[colour], space, clause))

    # -- trains

    def choose_engine(self, seat: int, engine: str, clause: str) -> None:
        self.open(seat).engine = engine
        self.engines = tuple(other for other in self.engines if other != engine)
        if self.told is not None:
            self.told.append(h.EngineChosen(seat, engine, clause))

    def join(self, seat: int, carriage: str, clause: str) -> None:
        """A carriage joins a train to the left of the tail."""
        content = self.open(seat)
        content.train = (*content.train, carriage)
        content.ability_bits |= self.kit.gifts[carriage]
        if self.told is not None:
            self.told.append(h.Joined(seat, carriage, clause))

    def relocate(self, seat: int, carriage: str, place: int) -> None:
        content = self.open(seat)
        train = [other for other in content.train if other != carriage]
        train.insert(place - 1, carriage)
        content.train = tuple(train)
        if self.told is not None:
            self.told.append(h.CarriageMoved(seat, carriage, place, "7.16.5"))

    def spend(self, seat: int, carriage: str) -> None:
        """A Buy Card carriage is used up."""
        self.open(seat).spent |= {carriage}
        if self.told is not None:
            self.told.append(h.CardSpent(seat, carriage, "7.15.5"))

    def take_token(self, seat: int, city: str, card: str) -> None:
        content = self.open(seat)
        content.tokens = tuple(sorted((*content.tokens, (card, city))))
        self.tokens = tuple(other for other in self.tokens if other != city)
        if self.told is not None:
            self.told.append(h.TokenTaken(seat, city, card, "9.10"))

    # -- the line

    def prepare(self, seat: int, city: int, clause: str) -> None:
        """The construction token of a city becomes a track on the player's engine."""
        self.prepared_bits |= 1 << city
        self.open(seat).tracks += 1
        if self.told is not None:
            self.told.append(h.GroundPrepared(seat, self.kit.city_ids[city], clause))

    def lay(self, seat: int, city: int, owner: int, clause: str) -> None:
        """A track goes from its owner's engine to a city's section."""
        self.track_bits |= 1 << city
        self.open(owner).tracks -= 1
        if self.told is not None:
            self.told.append(h.TrackLaid(seat, self.kit.city_ids[city], owner, clause))

    def build(self, seat: int, city: int, colour: int, clause: str) -> None:
        stations = list(self.station_colours)
        stations[city] = colour
        self.station_colours = tuple(stations)
        self.colour_bits = self.kit.colours_left(stations)
        self.station_bits |= 1 << city
        if self.told is not None:
            self.told.append(h.StationBuilt(seat, self.kit.city_ids[city], COLOURS[colour], clause))

    def place_cauldron(self, seat: int, venue: int, clause: str) -> None:
        self.open(seat).cauldrons -= 1
        there = self.cauldrons[venue]
        there = (*there[:seat], there[seat] + 1, *there[seat + 1 :])
        self.cauldrons = (*self.cauldrons[:venue], there, *self.cauldrons[venue + 1 :])
        if self.told is not None:
            self.told.append(h.CauldronPlaced(seat, self.venues[venue], clause))

    # -- the row, the discard pile and the tile

    def lay_row(self, count: int) -> None:
        self.row, self.deck = self.deck[:count], self.deck[count:]
        self.claims = (NOBODY,) * count
        if self.told is not None:
            self.told.append(h.RowLaid(self.row, "4.D.2"))

    def claim(self, seat: int, carriage: str, clause: str) -> None:
        self.leave_tile(seat)
        slot = self.row.index(carriage)
        self.claims = (*self.claims[:slot], seat, *self.claims[slot + 1 :])
        if self.told is not None:
            self.told.append(h.Claimed(seat, carriage, clause))

    def skip(self, seat: int) -> None:
        """A token goes to the far end of the row, on no carriage."""
        self.leave_tile(seat)
        self.row, self.claims = (*self.row, NO_CARRIAGE), (*self.claims, seat)
        if self.told is not None:
            self.told.append(h.Skipped(seat, "5.B.7"))

    def discard_unclaimed(self) -> None:
        left: list[str] = []
        bought: list[str] = []
        for carriage, claim in zip(self.row, self.claims, strict=True):
            (left if claim == NOBODY else bought).append(carriage)
        self.discard = tuple(sorted((*self.discard, *left)))
        self.row = tuple(bought)
        self.claims = tuple([claim for claim in self.claims if claim != NOBODY])
        if self.told is not None:
            self.told.append(h.Discarded(tuple(left), "5.D.1"))

    def take_from_row(self) -> tuple[int, str]:
        """The token nearest the tile and its carriage leave the row."""
        seat, carriage = self.claims[0], self.row[0]
        self.claims, self.row = self.claims[1:], self.row[1:]
        return seat, carriage

    def take_from_discard(self, carriage: str) -> None:
        self.discard = tuple([other for other in self.discard if other != carriage])

    def leave_tile(self, seat: int) -> None:
        space = self.tile.index(seat)
        self.tile = (*self.tile[:space], NOBODY, *self.tile[space + 1 :])

    def place(self, seat: int, space: int, clause: str) -> None:
        self.tile = (*self.tile[: space - 1], seat, *self.tile[space:])
        if self.told is not None:
            self.told.append(h.Placed(seat, space, clause))

    # -- Hideo's board

    def reveal(self, cell: int) -> str:
        """The token of a cell is turned up."""
        token = self.hidden[cell]
        self.set_cell(cell, token)
        clause = "12.6.5" if token in self.kit.closed_tokens else "12.6.4"
        if self.told is not None:
            self.told.append(h.TokenRevealed(token, clause))
        return token

    def set_cell(self, cell: int, token: str) -> None:
        self.board = (*self.board[:cell], token, *self.board[cell + 1 :])

    def close(self, venue: int) -> None:
        """A venue is closed to the player."""
        self.closed_bits |= 1 << venue
        if self.told is not None:
            self.told.append(h.VenueClosed(self.venues[venue], "12.6.6"))

    def end(self) -> None:
        self.phase = Phase.OVER
        self.seat = NOBODY
        if self.told is not None:
            self.told.append(h.GameEnded("10.3"))


class Recording(Draft):
    """A draft that remembers what happened."""

    __slots__ = ("happenings",)

    def __init__(self, kit: Kit, state: State) -> None:
        super().__init__(kit, state)
        self.told = self.happenings = list[h.Happening]()


class Unforeseeable(Exception):  # noqa: N818 - not an error: the preview ends here
    """Something would be turned up that nobody can know."""


class Foreseeing(Recording):
    """A draft of a move that nobody has made yet: it stops before it turns anything up."""

    __slots__ = ()

    def lay_row(self, count: int) -> None:
        if self.deck:
            raise Unforeseeable
        super().lay_row(count)

    def reveal(self, cell: int) -> str:
        raise Unforeseeable
