"""One way to play for the tests, on the engine or on the model: hand-made deals, moves and tables in plain JSON.

Every directed test runs on both. On the model it checks the model and the test itself; on the engine it is the test.
"""

from __future__ import annotations

import inspect
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import pytest

from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import CARDS, Sheet
from tests.nextstation.second_eyes import model
from tests.nextstation.second_eyes.model import PASS, Json, draw, written
from tests.nextstation.second_eyes.naive import Section, section
from tests.nextstation.second_eyes.sheets import city_of
from tests.package import PACKAGE

MODULES_EXIST: Final = "special_stations" in inspect.signature(NextStation).parameters
"""Whether the engine has special stations and pencil powers; without them the tests that need them are skipped."""

_RULINGS: Final = PACKAGE / "nextstation" / "rulings.toml"
REGISTER: Final[dict[str, Any]] = {
    item["id"]: item for item in tomllib.loads(_RULINGS.read_text(encoding="utf-8"))["rulings"]
}
"""The rulings by id."""


def switchable(ruling: str) -> bool:
    """Whether the engine can answer a ruling in more than one way."""
    return ruling in REGISTER and len(REGISTER[ruling]["answers"]) > 1


def engine_rules(
    sheet: Sheet,
    seats: int,
    *,
    objectives: bool = False,
    special_stations: bool = False,
    pencil_powers: bool = False,
    letters: Mapping[str, str] | None = None,
) -> Any:
    """The engine's rules; the test is skipped if the engine has not come so far."""
    if (special_stations or pencil_powers) and not MODULES_EXIST:
        pytest.skip("the engine has no such module yet")
    if any(letter != "a" and not switchable(ruling) for ruling, letter in (letters or {}).items()):
        pytest.skip("the engine cannot switch this ruling yet")
    rulings = {REGISTER[ruling]["slug"]: letter for ruling, letter in (letters or {}).items() if switchable(ruling)}
    settings: dict[str, Any] = {"seats": seats, "edition": sheet, "rulings": rulings, "objectives": objectives}
    if MODULES_EXIST:
        settings |= {"special_stations": special_stations, "pencil_powers": pencil_powers}
    return NextStation(**settings)


def deck(*first: str) -> list[str]:
    """A round's cards that begins with these; `circle` is any circle that is left, street cards first."""
    left, cards = list(CARDS), list[str]()
    for name in first:
        card = next(card for card in left if name in (card, card.split("-")[1]))
        left.remove(card)
        cards.append(card)
    return cards + left


class Board(ABC):
    """A game in progress, in which the seat that is named chooses."""

    def __init__(self, sheet: Sheet, seats: int) -> None:
        self.sheet, self.seats = sheet, seats
        self.city = city_of(sheet)

    # -- what differs between engine and model

    @property
    @abstractmethod
    def table(self) -> Json:
        """What lies in the open."""

    @abstractmethod
    def legal_moves(self, seat: int) -> list[Json]:
        """Every move of a seat that is choosing."""

    @abstractmethod
    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        """A seat's choice."""

    @abstractmethod
    def refusal(self, seat: int, move: Mapping[str, Any]) -> str | None:
        """The clause against a move that is not legal, where it is told."""

    @abstractmethod
    def totals(self) -> tuple[int, ...]:
        """What each seat has."""

    @abstractmethod
    def points(self, seat: int = 0) -> dict[str, int]:
        """What a seat has for what."""

    @abstractmethod
    def winners(self) -> tuple[int, ...]:
        """Who wins a game that is over."""

    # -- looking

    @property
    def choosing(self) -> list[int]:
        """Who has yet to choose."""
        return list(self.table["choosing"])

    @property
    def round(self) -> int:
        """The number of the round."""
        return int(self.table["round"])

    @property
    def cards(self) -> list[str]:
        """The cards of this round that have been turned up."""
        return list(self.table["cards"][-1])

    def lines(self, seat: int = 0) -> dict[str, set[Section]]:
        """The lines that a seat has drawn."""
        drawn = self.table["seats"][seat]["lines"]
        return {colour: {(a, b) for a, b in pairs} for colour, pairs in drawn.items() if pairs}

    def marks(self, seat: int = 0) -> list[list[str]]:
        """The stations that are circled."""
        return list(self.table["seats"][seat]["marks"])

    def used(self, seat: int = 0) -> list[str]:
        """The pencils whose power has been used."""
        return list(self.table["seats"][seat]["used"])

    def second(self, seat: int = 0) -> str | None:
        """The symbol that a second section must lead to."""
        symbol: str | None = self.table["seats"][seat]["second"]
        return symbol

    def may(self, one: str, other: str, seat: int = 0, **extras: Any) -> bool:
        """Whether a seat may draw this section, with exactly these extras."""
        legal = [written(move) for move in self.legal_moves(seat)]
        assert len(legal) == len(set(legal))
        return written(draw(section(one, other), **extras)) in legal

    def may_pass(self, seat: int = 0) -> bool:
        """Whether a seat may draw nothing."""
        return PASS in self.legal_moves(seat)

    def draws(self, seat: int = 0, **extras: Any) -> set[Section]:
        """The sections that a seat may draw with exactly these extras."""
        return {
            (move["section"][0], move["section"][1])
            for move in self.legal_moves(seat)
            if move["move"] == "draw" and move == draw((move["section"][0], move["section"][1]), **extras)
        }

    def targets(self, start: str, seat: int = 0, **extras: Any) -> set[str]:
        """The stations that a section from this one may lead to (or come from)."""
        return {name for pair in self.draws(seat, **extras) if start in pair for name in pair if name != start}

    # -- playing

    def draw(self, one: str, other: str, seat: int = 0, **extras: Any) -> Board:
        """A seat draws a section."""
        self.play(seat, draw(section(one, other), **extras))
        return self

    def path(self, *stations: str, seat: int = 0) -> Board:
        """A seat draws one section after the other."""
        for one, other in pairwise(stations):
            self.draw(one, other, seat)
        return self

    def skip(self, turns: int = 1) -> Board:
        """The next choices are passes."""
        for _ in range(turns):
            self.play(self.choosing[0], PASS)
        return self

    def skip_round(self) -> Board:
        """Everybody passes to the end of the round."""
        number = self.round
        while self.choosing and self.round == number:
            self.skip()
        return self

    def to_the_end(self) -> Board:
        """Everybody passes to the end of the game."""
        while self.choosing:
            self.skip()
        return self

    def refuses(self, one: str, other: str, *clauses: str, seat: int = 0, **extras: Any) -> None:
        """A section is not legal, and where a clause is told it is one of these."""
        move = draw(section(one, other), **extras)
        assert written(move) not in {written(legal) for legal in self.legal_moves(seat)}, f"{move} is legal"
        clause = self.refusal(seat, move)
        assert clause is None or clause in clauses, f"{move} is refused with {clause}, expected {clauses}"


GROUPS: Final = {"L.5.1": "tourist", "L.5.2": "exchange", "9.5": "exchange", "9.3": "stamps", "9.4": "missed"}
CHAPTERS: Final = {"10": "objectives", "L.13": "objectives", "13": "modules", "L.17": "modules"}


class EngineBoard(Board):
    """A game on the engine."""

    def __init__(self, sheet: Sheet, seats: int, deal: Json, **settings: Any) -> None:
        super().__init__(sheet, seats)
        self.rules = engine_rules(sheet, seats, **settings)
        self.state: Any = self.rules.start(self.rules.read_deal(deal))

    @property
    def table(self) -> Json:
        table: Json = self.rules.state_json(self.state)["table"]
        return table

    def legal_moves(self, seat: int) -> list[Json]:
        state = self.rules.turn_to(self.state, seat)
        return [self.rules.move_json(move) for move in self.rules.legal_moves(state)]

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        state = self.rules.turn_to(self.state, seat)
        self.state = self.rules.apply(state, self.rules.read_move(move))

    def refusal(self, seat: int, move: Mapping[str, Any]) -> str | None:
        refused = self.rules.why_not(self.rules.turn_to(self.state, seat), self.rules.read_move(move))
        assert refused is not None
        return str(refused.clause)

    def totals(self) -> tuple[int, ...]:
        totals: tuple[int, ...] = self.rules.totals(self.state)
        return totals

    def points(self, seat: int = 0) -> dict[str, int]:
        """By the clauses of the items, and those of lines by the colour in their title."""
        names = ("tourist", "exchange", "stamps", "missed", "objectives", "modules")
        points = dict.fromkeys((*self.city.colours, *names), 0)
        for item in self.rules.scores(self.state)[seat].items:
            group = GROUPS.get(item.clause) or CHAPTERS.get(item.clause.rpartition(".")[0])
            if group is None:
                (group,) = [colour for colour in self.city.colours if f"the {colour} line" in item.title]
            points[group] += item.points
        return points

    def winners(self) -> tuple[int, ...]:
        winners: tuple[int, ...] = self.rules.outcome(self.state).winners
        return winners


class ModelBoard(Board):
    """A game on the model."""

    def __init__(self, sheet: Sheet, seats: int, deal: Json, **settings: Any) -> None:
        super().__init__(sheet, seats)
        self.game = model.Game(self.city, deal, seats=seats, **settings)
        self.chosen: dict[int, Mapping[str, Any]] = {}

    @property
    def table(self) -> Json:
        return self.game.table([seat for seat in self.game.choosing if seat not in self.chosen])

    def legal_moves(self, seat: int) -> list[Json]:
        assert seat not in self.chosen
        return self.game.legal(seat)

    def play(self, seat: int, move: Mapping[str, Any]) -> None:
        assert written(move) in {written(legal) for legal in self.legal_moves(seat)}, move
        self.chosen[seat] = move
        if set(self.chosen) == set(self.game.choosing):
            self.game.play(self.chosen)
            self.chosen = {}

    def refusal(self, seat: int, move: Mapping[str, Any]) -> str | None:
        return None

    def totals(self) -> tuple[int, ...]:
        return self.game.totals()

    def points(self, seat: int = 0) -> dict[str, int]:
        return self.game.points(seat)

    def winners(self) -> tuple[int, ...]:
        return self.game.winners()


class Boards:
    """Makes boards of one kind; a test asks for it as `boards`."""

    def __init__(self, kind: type[EngineBoard] | type[ModelBoard]) -> None:
        self.kind = kind

    def __call__(
        self,
        sheet: Sheet,
        *rounds: Sequence[str],
        seats: int = 1,
        pencils: Sequence[str] = (),
        gap: Collection[int] = (),
        objectives: Sequence[str] = (),
        specials: Sequence[tuple[str, str]] = (),
        powers: Mapping[str, str] | None = None,
        letters: Mapping[str, str] | None = None,
    ) -> Board:
        """A game with these cards in its first rounds, and in the others as they are printed.

        A module is used if anything of it is given: the two objectives, the first pairs of symbol and effect, the
        powers of some pencils; what is left of the four takes the other places in their usual order.
        """
        cards = [list(first) for first in rounds] + [list(CARDS)] * (4 - len(rounds))
        colours = city_of(sheet).colours
        deal: Json = {"pencils": [*filled(pencils, colours)]}
        deal |= {f"cards_{number}": each for number, each in enumerate(cards, 1)}
        if seats == 3:
            deal["gap"] = list(gap) or [0]
        if objectives:
            deal["objectives"] = list(objectives)
        if specials:
            deal["symbols"] = filled([symbol for symbol, _ in specials], model.SYMBOLS)
            deal["effects"] = filled([effect for _, effect in specials], model.EFFECTS)
        if powers is not None:
            left = iter(power for power in model.POWERS if power not in powers.values())
            deal["powers"] = [powers[colour] if colour in powers else next(left) for colour in colours]
        return self.kind(
            sheet,
            seats,
            deal,
            objectives=bool(objectives),
            special_stations=bool(specials),
            pencil_powers=powers is not None,
            letters=letters,
        )


def filled(first: Sequence[str], of: Iterable[str]) -> list[str]:
    """These, and then the others."""
    return [*first, *(each for each in of if each not in first)]
