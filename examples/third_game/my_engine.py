"""Somebody else's Goofspiel: it knows nothing of shinkansen, but answers over its wire (docs/wire.md)."""

from __future__ import annotations

import json
import sys
from typing import Any


class Game:
    def __init__(self, seats: int, prizes: list[int]) -> None:
        self.prizes, self.stake = prizes, prizes[:1]
        self.hands = [list(range(1, 14)) for _ in range(seats)]
        self.bids: list[list[int]] = [[] for _ in range(seats)]
        self.won: list[list[int]] = [[] for _ in range(seats)]
        self.sealed: list[int] = []

    @property
    def turn(self) -> int | None:
        return len(self.sealed) if self.hands[-1] else None

    @property
    def hand(self) -> list[int]:
        return [] if self.turn is None else self.hands[self.turn]

    @property
    def points(self) -> list[int]:
        return [sum(won) for won in self.won]

    def bid(self, card: int) -> None:
        self.hand.remove(card)
        self.sealed.append(card)
        if len(self.sealed) == len(self.hands):
            self.close()

    def close(self) -> None:
        for bids, card in zip(self.bids, self.sealed, strict=True):
            bids.append(card)
        best = max(self.sealed)
        if self.sealed.count(best) == 1:
            self.won[self.sealed.index(best)] += self.stake
            self.stake = []
        round_, self.sealed = len(self.bids[0]), []
        self.stake = self.stake + self.prizes[round_ : round_ + 1]


class Engine:
    """One method for each message."""

    def start(self, ask: Any) -> dict[str, Any]:
        offered = ["new", "legal", "apply", "table", "scores"]
        who = {"name": "my engine", "version": "1", "language": "Python"}
        return {"wire": 1, **who, "games": ["goofspiel"], "capabilities": offered}

    def new(self, ask: Any) -> dict[str, Any]:
        self.game = Game(ask["seats"], ask["deal"]["prizes"])
        return {"to_move": self.game.turn}

    def legal(self, ask: Any) -> dict[str, Any]:
        return {"to_move": self.game.turn, "moves": [{"card": card} for card in self.game.hand]}

    def apply(self, ask: Any) -> dict[str, Any]:
        if ask["move"]["card"] not in self.game.hand:
            return {"legal": False}
        self.game.bid(ask["move"]["card"])
        return {"to_move": self.game.turn}

    def table(self, ask: Any) -> dict[str, Any]:
        game = self.game
        seats = [{"bids": bids, "won": won} for bids, won in zip(game.bids, game.won, strict=True)]
        bidding = [] if game.turn is None else [*range(game.turn, len(seats))]
        turned_up = game.prizes[: len(game.bids[0]) + 1]
        return {"table": {"turned_up": turned_up, "stake": game.stake, "seats": seats, "bidding": bidding}}

    def scores(self, ask: Any) -> dict[str, Any]:
        points = self.game.points
        winners = [seat for seat, each in enumerate(points) if each == max(points)]
        return {"totals": points, **({"winners": winners} if self.game.turn is None else {})}

    def stop(self, ask: Any) -> dict[str, Any]:
        return {}


if __name__ == "__main__":
    engine = Engine()
    for line in sys.stdin:
        ask = json.loads(line)
        print(json.dumps({"seq": ask["seq"], **getattr(engine, ask["cmd"])(ask)}), flush=True)
        if ask["cmd"] == "stop":
            break
