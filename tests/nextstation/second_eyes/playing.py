"""Hand-made deals and games found by search, played through the engine's public functions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from shinkansen.core.errors import Refusal
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import Draw, Pass
from shinkansen.nextstation.ruleset import NextStation
from tests.nextstation.second_eyes import naive
from tests.nextstation.second_eyes.naive import DECK, Section, section

PENCILS: Final = ("purple", "green", "blue", "pink")

GAMES: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "games.json").read_text(encoding="utf-8"))
"""Whole games by name: pencils, gap, the cards of each round, and by seat, round and turn the section drawn or null."""


def deck(*first: str) -> tuple[str, ...]:
    """A round's cards that begins with these; `circle` is any circle that is left, street cards first."""
    left, cards = list(DECK), list[str]()
    for name in first:
        card = next(card for card in left if name in (card, card.split("-")[1]))
        left.remove(card)
        cards.append(card)
    return (*cards, *left)


def dealt(*rounds: Sequence[str], pencils: Sequence[str] = PENCILS, gap: Sequence[int] = ()) -> Deal:
    """A deal whose rounds have these cards; those that are left out have the cards as they are printed."""
    cards = [tuple(cards) for cards in rounds] + [DECK] * (4 - len(rounds))
    return Deal(
        pencils=tuple(pencils), gap=tuple(gap), cards_1=cards[0], cards_2=cards[1], cards_3=cards[2], cards_4=cards[3]
    )


class Table:
    """A game in progress; where several seats choose, they choose in the order of the engine."""

    def __init__(
        self,
        *rounds: Sequence[str],
        seats: int = 1,
        pencils: Sequence[str] = PENCILS,
        gap: Sequence[int] = (),
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        self.rules: Any = NextStation(seats=seats, rulings=dict(rulings)) if rulings else NextStation(seats=seats)
        self.state: Any = self.rules.start(dealt(*rounds, pencils=pencils, gap=gap))

    @property
    def seen(self) -> dict[str, Any]:
        """What lies in the open."""
        return cast("dict[str, Any]", self.rules.state_json(self.state)["table"])

    @property
    def legal(self) -> set[Section]:
        """The sections that the seat to move may draw."""
        return {move.section for move in self.rules.legal_moves(self.state) if isinstance(move, Draw)}

    @property
    def may_pass(self) -> bool:
        return Pass() in self.rules.legal_moves(self.state)

    def lines(self, seat: int = 0) -> dict[str, list[Section]]:
        """The sections of a sheet by colour, sorted; only lines that have some."""
        drawn = self.seen["seats"][seat]["lines"]
        return {colour: sorted((a, b) for a, b in pairs) for colour, pairs in drawn.items() if pairs}

    def refusal(self, one: str, other: str) -> Refusal | None:
        """What the engine says to a section."""
        return cast("Refusal | None", self.rules.why_not(self.state, Draw(section=section(one, other))))

    def clause_against(self, one: str, other: str) -> str:
        """The clause that the engine cites against a section."""
        refusal = self.refusal(one, other)
        assert refusal is not None, f"{one} to {other} is allowed"
        assert section(one, other) not in self.legal
        return refusal.clause

    def draw(self, one: str, other: str) -> Table:
        self.state = self.rules.apply(self.state, Draw(section=section(one, other)))
        return self

    def skip(self, turns: int = 1) -> Table:
        """The next choices are passes."""
        for _ in range(turns):
            self.state = self.rules.apply(self.state, Pass())
        return self

    def skip_round(self) -> Table:
        """Everybody passes to the end of the round."""
        number = self.seen["round"]
        while self.seen["choosing"] and self.seen["round"] == number:
            self.skip()
        return self

    def to_the_end(self) -> Table:
        """Everybody passes to the end of the game."""
        while self.seen["choosing"]:
            self.skip()
        return self


def replayed(name: str, rulings: Mapping[str, str] | None = None) -> Table:
    """A game that was found by search, played by the engine to its end."""
    game = GAMES[name]
    seats = len(game["moves"])
    table = Table(*game["cards"], seats=seats, pencils=game["pencils"], gap=game["gap"], rulings=rulings)
    for number in range(4):
        for turn in range(len(naive.play_cards(game["cards"][number]))):
            for seat in range(seats):
                table.state = table.rules.turn_to(table.state, seat)
                found = game["moves"][seat][number][turn]
                if found is None:
                    table.skip()
                else:
                    table.draw(*found)
    return table


def points_of(score: Any) -> dict[str, int]:
    """A seat's points by what they are for: each line by its colour, tourist points, interchanges; nothing is left."""
    points = dict.fromkeys((*naive.COLOURS, "tourist", "exchange"), 0)
    groups = {"L.5.1": "tourist", "L.5.2": "exchange"}
    for item in score.items:
        (group,) = [groups[item.clause]] if item.clause in groups else [it for it in naive.COLOURS if it in item.title]
        points[group] += item.points
    return points


def expected_points(drawn: naive.Drawn, *, departures_count: bool = False) -> dict[str, int]:
    """The same from the naive model."""
    result = naive.score(drawn, departures_count=departures_count)
    lines = {colour: result["products"][colour] + result["thames"][colour] for colour in naive.COLOURS}
    return {**lines, "tourist": result["tourist"], "exchange": result["exchange"]}
