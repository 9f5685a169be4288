"""Sentences: moves and happenings as a player would say them, with the edition's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shinkansen.core import prose
from shinkansen.core.plain_json import shown
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei import names, works
from shinkansen.zerokei.edition import Colour, Effect
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import NOBODY, Table

USES = {0: "without using its effect", 1: "and use its effect", 2: "and use its effect twice"}


class Speaker:
    """Puts things into words; with a table it also knows whose engine is whose and which city a venue is."""

    def __init__(self, kit: Kit, table: Table | None) -> None:
        self.kit = kit
        self.table = table

    # -- names

    def seat(self, seat: int) -> str:
        return self.kit.seat_names[seat] if seat in range(self.kit.seats) else f"the unknown seat {shown(seat)}"

    def city(self, city: str) -> str:
        if city not in self.kit.city_index:
            return f"the unknown city {shown(city)}"
        found = self.kit.edition.cities[self.kit.city_index[city]]
        return f"{found.name} ({found.number})"

    def card(self, card: str) -> str:
        if self.table is not None and card in self.kit.engines:
            owner = works.owner_of(self.table, card)
            if owner != NOBODY:
                return "my engine" if owner == self.table.seat else f"{self.seat(owner)}'s engine"
        return names.card_name(self.kit, card)

    def card_of(self, card: str, seat: int) -> str:
        """A card, in a sentence about another player."""
        own = self.table is not None and card in self.kit.engines and works.owner_of(self.table, card) == seat
        return "their own engine" if own else self.card(card)

    def cards(self, cards: Iterable[str]) -> str:
        return prose.listed([self.card(card) for card in cards], " and ") or "nothing"

    def venue(self, venue: int) -> str:
        if venue not in range(1, len(self.kit.edition.venues) + 1):
            return f"the unknown venue {shown(venue)}"
        where = f"the {names.VENUES[venue - 1]} venue" if venue <= len(names.VENUES) else f"venue {venue}"
        return f"{where}, {self.city(self.table.venues[venue - 1])}" if self.table is not None else where

    def steps(self, advance: tuple[Colour, ...]) -> str:
        return f", advancing {prose.listed([*advance], ' then ')}" if advance else ""

    # -- moves

    def say_move(self, move: m.Move) -> str:
        match move:
            case m.ChooseEngine(engine):
                return f"Take {self.card(engine)}."
            case m.Claim(carriage, advance) | m.BuyAtEnd(carriage, advance):
                return f"Buy {self.card(carriage)}{self.steps(advance)}."
            case m.Place(space, advance):
                return f"Place the turn order token on space {space}{self.steps(advance)}."
            case m.Income(card, advance):
                return f"With {self.card(card)}, take income and advance {advance}."
            case m.GetYen(card):
                return f"With {self.card(card)}, get yen."
            case m.Prepare(card, city):
                return f"With {self.card(card)}, prepare ground at {self.city(city)}."
            case m.Lay(card, city, space, owner):
                whose = self._whose(owner)
                return f"With {self.card(card)}, lay {whose} track at {self.city(city)} at the cost of {space}."
            case m.Build(card, city, colour):
                return f"With {self.card(card)}, build a {colour} station at {self.city(city)}."
            case m.Buy(card, carriage, advance):
                return f"With {self.card(card)}, buy {self.card(carriage)} from the discard pile{self.steps(advance)}."
            case m.Participate(card, venue, times):
                use = USES.get(times, f"and use its effect {times} times")
                return f"With {self.card(card)}, place a cauldron at {self.venue(venue)}, {use}."
            case m.Advance(card, colour):
                return f"With {self.card(card)}, advance {colour}."
            case m.TakeToken(card, city, on):
                return f"With {self.card(card)}, buy the Olympic token of {self.city(city)} for {self.card(on)}."
            case m.Repeat(card, again):
                return f"With {self.card(card)}, repeat {self.card(again)}."
            case m.Idle(card):
                return f"With {self.card(card)}, do nothing."
            case m.Skip():
                return "Take no carriage."
            case m.Relocate(carriage, to):
                return f"Move {self.card(carriage)} to place {to} of the train."
            case m.Finish():
                return "Take no further action."
            case m.LoseVp():
                figures = self.kit.figures
                return f"Give up {figures.lose_vp_vp} victory points for {figures.lose_vp_yen} yen."
            case m.AdvanceAgain(advance):
                return f"Take the reward again{self.steps(advance)}."
            case m.ScoreCity(city):
                return f"Score {self.city(city)}."
            case m.Decline():
                return "Decline."

    def _whose(self, owner: int) -> str:
        return "my" if self.table is not None and owner == self.table.seat else f"{self.seat(owner)}'s"

    # -- happenings

    def say_happening(self, happening: h.Happening) -> str:
        text = HAPPENINGS[type(happening)](self, happening)
        return f"{prose.opening(text)} ({happening.clause})."

    def paid(self, x: h.Paid) -> str:
        if x.payer == NOBODY:
            return f"{self.seat(x.payee)} receives {x.yen} yen"
        return f"{self.seat(x.payer)} pays {x.yen} yen to {'the reserve' if x.payee == NOBODY else self.seat(x.payee)}"

    def scored(self, x: h.Scored) -> str:
        return f"{self.seat(x.seat)} {'scores' if x.vp > 0 else 'gives up'} {abs(x.vp)} VP"

    def began(self, x: h.RoundBegan) -> str:
        effect = Effect(x.effect)
        when = "at its end, " if effect.at_end_of_round else ""
        return f"the year {x.year} begins: {when}{names.EFFECTS[effect]}; track cost {x.letter}"

    def laid(self, x: h.TrackLaid) -> str:
        whose = "a track" if x.owner == x.seat else f"a track of {self.seat(x.owner)}'s"
        return f"{self.seat(x.seat)} lays {whose} at {self.city(x.city)}"

    def revealed(self, x: h.TokenRevealed) -> str:
        if x.token in self.kit.closed_tokens:
            return "Hideo reveals a closed venue token"
        return f"Hideo reveals {self.city(x.token)}"

    def engine(self, x: h.EngineChosen) -> str:
        return f"{self.seat(x.seat)} takes {names.card_name(self.kit, x.engine)}"


HAPPENINGS: dict[type[Any], Callable[[Speaker, Any], str]] = {
    h.Paid: Speaker.paid,
    h.Scored: Speaker.scored,
    h.Forgiven: lambda s, x: f"{s.seat(x.seat)} is forgiven {x.yen} yen",
    h.CounterAdvanced: lambda s, x: f"the {x.colour} counter advances to space {x.space}",
    h.CounterStuck: lambda s, x: f"the {x.colour} counter is on the last space and stays",
    h.EngineChosen: Speaker.engine,
    h.RoundBegan: Speaker.began,
    h.RowLaid: lambda s, x: f"the row is {s.cards(x.carriages)}",
    h.Claimed: lambda s, x: f"{s.seat(x.seat)} claims {s.card(x.carriage)}",
    h.Skipped: lambda s, x: f"{s.seat(x.seat)} takes no carriage",
    h.Discarded: lambda s, x: f"discarded: {s.cards(x.carriages)}",
    h.Joined: lambda s, x: f"{s.card(x.carriage)} joins {s.seat(x.seat)}'s train",
    h.Placed: lambda s, x: f"{s.seat(x.seat)} takes space {x.space}",
    h.CardUsed: lambda s, x: f"{s.seat(x.seat)} uses {s.card_of(x.card, x.seat)}",
    h.CardRepeated: lambda s, x: f"{s.seat(x.seat)} may use {s.card_of(x.card, x.seat)} again",
    h.CardSpent: lambda s, x: f"{s.card(x.carriage)} is spent for the game",
    h.GroundPrepared: lambda s, x: f"{s.seat(x.seat)} prepares the ground of {s.city(x.city)} and gains a track",
    h.TrackLaid: Speaker.laid,
    h.StationBuilt: lambda s, x: f"{s.seat(x.seat)} builds a {x.colour} station at {s.city(x.city)}",
    h.CauldronPlaced: lambda s, x: f"{s.seat(x.seat)} places a cauldron at {s.city(x.city)}",
    h.TokenTaken: lambda s, x: f"{s.seat(x.seat)} puts the token of {s.city(x.city)} on {s.card(x.card)}",
    h.CarriageMoved: lambda s, x: f"{s.card(x.carriage)} moves to place {x.place}",
    h.TurnFinished: lambda s, x: f"{s.seat(x.seat)} finishes with {prose.count(x.unused, 'action')} unused",
    h.EffectApplied: lambda s, x: f"the round ends with {names.EFFECTS[Effect(x.effect)]}",
    h.EffectDeclined: lambda s, x: f"{s.seat(x.seat)} declines",
    h.TokenRevealed: Speaker.revealed,
    h.VenueClosed: lambda s, x: f"the venue of {s.city(x.city)} is closed to you",
    h.MarginUsed: lambda s, x: f"Hideo can do nothing at {s.city(x.city)}, so he does what the margin says",
    h.GameEnded: lambda s, x: "the game is over",
}
