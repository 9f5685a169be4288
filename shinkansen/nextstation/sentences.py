"""Sentences: moves, happenings and outcomes in words, for everybody at the table."""

from __future__ import annotations

from shinkansen.core.prose import count, listed, opening
from shinkansen.core.ruleset import OVER, Outcome, Score, Stage
from shinkansen.nextstation.happenings import (
    CardsTurnedUp,
    Chose,
    Drawn,
    EffectApplies,
    Happening,
    LineFinished,
    Passed,
    PowerUsed,
    RoundBegan,
    SitesVisited,
    SpecialTurnedUp,
    StampCollected,
    StationMarked,
)
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import EFFECTS, POWERS, effect_name
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.names import card_name, station_name
from shinkansen.nextstation.powers import power_of
from shinkansen.nextstation.table import Table

HAPPENINGS = (
    Chose,
    Passed,
    Drawn,
    StationMarked,
    PowerUsed,
    StampCollected,
    LineFinished,
    SitesVisited,
    RoundBegan,
    SpecialTurnedUp,
    CardsTurnedUp,
    EffectApplies,
)
"""The types of everything that happens."""


def stage(kit: Kit, table: Table) -> Stage:
    """How far the game has come."""
    number = table.round + 1
    if not table.choosing:
        return Stage(number, kit.rounds, OVER, "the game is over")
    cards = table.cards[-1]
    when = f"round {number} of {kit.rounds}, turn {kit.turn(cards)}"
    shown = " with ".join(card_name(card) for card in kit.of_this_turn(cards))
    who = listed([kit.seat_names[seat] for seat in sorted(table.choosing)])
    does = "choose" if len(table.choosing) > 1 or kit.solo else "chooses"
    if table.seconds:
        return Stage(number, kit.rounds, "second", f"{when}, {shown}: {who} {does} a second section")
    if table.turn.effect:
        shown += f" ({effect_name(table.turn.effect)})"
    return Stage(number, kit.rounds, "draw", f"{when}, {shown}: {who} {does} what to draw")


class Speaker:
    """Words for the things of a game."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def station(self, id: str) -> str:
        """A station by its name, whatever was asked for."""
        station = self.kit.sheet.by_id.get(id)
        return station_name(station) if station is not None else f"the empty place {id}"

    def move(self, move: Move, table: Table | None) -> str:
        """A move as its player would say it."""
        if not isinstance(move, Draw):
            return "Draw nothing."
        one, two = move.section
        if table is None or not table.choosing or move.section not in self.kit.drawn:
            power = "With the power of the pencil, draw" if move.power else "Draw"
            return f"{power} a section between {self.station(one)} and {self.station(two)}{self._added(move)}."
        seat = table.choosing[0]
        if not table.boards[seat].closed & self.kit.station_bits[one]:
            one, two = two, one
        colour = self.kit.sheet.colours[table.colours[seat]]
        way = f"raw the {colour} line from {self.station(one)} to {self.station(two)}"
        if not move.power:
            return f"D{way}{self._added(move)}."
        power = power_of(table, seat)
        named = f" of {POWERS[power][0]}" if power in POWERS else ""
        return f"With the {colour} pencil's power{named}, d{way}{self._added(move)}."

    def _added(self, move: Draw) -> str:
        """What is added to a section."""
        on = f" and straight on to {self.station(move.extension)}" if move.extension is not None else ""
        return f"{on} and circle the station reached" if move.mark else on

    def happening(self, thing: Happening) -> str:
        """What happened, with its clause."""
        return f"{self._happening(thing)} ({thing.clause})."

    def _happening(self, thing: Happening) -> str:
        match thing:
            case Chose(seat):
                return f"{self._who(seat)} {self._does('has', seat)} chosen"
            case Passed(seat):
                return f"{self._who(seat)} {self._does('draws', seat)} nothing"
            case Drawn(seat, colour, start, end):
                way = f"from {self.station(start)} to {self.station(end)}"
                return f"{self._who(seat)} {self._does('draws', seat)} the {colour} line {way}"
            case StationMarked(seat, colour, station):
                counts = f"it counts two for the {colour} line"
                return f"{self._who(seat)} {self._does('circles', seat)} {self.station(station)}: {counts}"
            case PowerUsed(seat, colour, power):
                whose = f"the {colour} pencil's power of {POWERS[power][0]}"
                return f"{self._who(seat)} {self._does('uses', seat)} {whose}"
            case StampCollected(seat, district, points):
                worth = f"worth {count(points, 'point')}"
                return f"{self._who(seat)} {self._does('has', seat)} a new interchange in {district}: a stamp {worth}"
            case LineFinished(seat, colour, districts, most, river, points):
                scored = f"{count(districts, 'district')} times {count(most, 'station')}"
                under = f" and {count(river, 'section')} under {self.kit.sheet.river_name}" if river else ""
                whose = "Your" if self.kit.solo else f"{self._who(seat)}'s"
                return f"{whose} {colour} line scores {scored}{under}: {count(points, 'point')}"
            case SitesVisited(seat, sites, marks):
                crossed = f"{count(sites, 'tourist site')} on the line, so that {count(marks, 'circle')}"
                return (
                    f"{self._who(seat)} {self._does('has', seat)} {crossed} {'is' if marks == 1 else 'are'} crossed off"
                )
            case RoundBegan(number, colours):
                pencils = [
                    f"{self.kit.seat_names[seat]} {self._does('draws', seat)} {colour}"
                    for seat, colour in enumerate(colours)
                ]
                return f"Round {number} begins: {listed(pencils)}"
            case SpecialTurnedUp(symbol, effect):
                return f"In this round a {symbol} has {EFFECTS[effect][0]}"
            case EffectApplies(effect):
                return f"The card has the symbol of the round, so {effect_name(effect)} may be used"
            case CardsTurnedUp(cards, turn, last):
                end = "; the round ends with this turn" if last else ""
                return f"Turn {turn}: {' with '.join(card_name(card) for card in cards)}{end}"

    def score(self, score: Score) -> str:
        """A whole score."""
        items = ", ".join(f"{item.title} {item.points:+d}" for item in score.items)
        who, has = self._who(score.seat), self._does("has", score.seat)
        return f"{who} {has} {count(score.total, 'point')}: {items or 'nothing'}."

    def outcome(self, result: Outcome) -> str:
        """Who won, or alone how one did."""
        if self.kit.solo:
            return f"You have {result.decided_by} ({result.clause})."
        winners = listed([self.kit.seat_names[seat] for seat in result.winners])
        return f"{opening(winners)} won by {result.decided_by} ({result.clause})."

    def _who(self, seat: int) -> str:
        return opening(self.kit.seat_names[seat])

    def _does(self, verb: str, seat: int) -> str:
        """The verb for `player 1` or for `you`."""
        plural = {"has": "have", "draws": "draw", "uses": "use", "circles": "circle"}
        return plural[verb] if self.kit.solo else verb
