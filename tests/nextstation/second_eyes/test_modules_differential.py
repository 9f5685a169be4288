"""Whole games with every combination of modules, on the engine and on the model side by side.

At every decision the legal moves of each seat are the same set of JSON values; after every choice the tables and what
is hidden agree, after every turn the points and totals, and at the end the winners. Chance decides everything, from a
seed that the name of the test has.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

import pytest

from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import load
from tests.deep import DEEP
from tests.nextstation.second_eyes import model
from tests.nextstation.second_eyes.board import MODULES_EXIST, REGISTER, EngineBoard, ModelBoard, switchable
from tests.nextstation.second_eyes.model import PASS, Json, draw, written
from tests.nextstation.second_eyes.naive import section
from tests.nextstation.second_eyes.sheets import city_of, edo, london, random_london, random_tokyo
from tests.package import PACKAGE

EDITIONS: Final = PACKAGE / "nextstation" / "editions"
TOKYO: Final = EDITIONS / "tokyo.toml"
SHEETS: Final = ("london", "edo", "random tokyo", "random london", *(["tokyo"] if TOKYO.exists() else []))
MODULES: Final = ("none", "special_stations", "pencil_powers")
READINGS: Final = ("R9", "R10", "R28", "R29", "R30", "R31", "R34", "R35", "R36", "R41")
NEW: Final = ("marks", "used", "second", "specials", "powers", "symbols", "effects")
"""Keys that the engine has only with the modules."""
SEEDS: Final = 100 if DEEP else 1


def sheet_called(name: str, rng: Random) -> Sheet:
    """A sheet, some of them drawn at random."""
    if name == "tokyo":
        return load(TOKYO)
    if name.startswith("random"):
        return random_tokyo(rng, cutting=rng.random() < 0.5) if name.endswith("tokyo") else random_london(rng)
    return edo() if name == "edo" else london()


def random_deal(sheet: Sheet, seats: int, settings: Mapping[str, bool], rng: Random) -> Json:
    """Everything random of a game; parts that are not used are left out."""
    city = city_of(sheet)
    deal: Json = {"pencils": rng.sample(city.colours, 4)}
    if seats == 3:
        deal["gap"] = [rng.randrange(3)]
    if settings["objectives"]:
        of = model.LONDON_OBJECTIVES if city.book == "london" else model.TOKYO_OBJECTIVES
        deal["objectives"] = rng.sample(of, 2)
    deal |= {f"cards_{number}": rng.sample(city.cards, len(city.cards)) for number in range(1, 5)}
    if settings["special_stations"]:
        deal |= {"symbols": rng.sample(model.SYMBOLS, 4), "effects": rng.sample(model.EFFECTS, 4)}
    if settings["pencil_powers"]:
        deal["powers"] = rng.sample(model.POWERS, 4)
    return deal


def random_letters(rng: Random) -> dict[str, str]:
    """An answer to each of the rulings that the engine can switch; preferred ones are more frequent."""
    letters = dict[str, str]()
    for ruling in filter(switchable, READINGS):
        answers = [answer["letter"] for answer in REGISTER[ruling]["answers"]]
        letters[ruling] = rng.choice([answers[0], *answers])
    return letters


def known(table: Json) -> Json:
    """A table without what the engine does not have yet."""
    if MODULES_EXIST:
        return table
    parts = {key: value for key, value in table.items() if key not in NEW}
    if "seats" in parts:
        parts["seats"] = [known(seat) for seat in table["seats"]]
    return parts


def in_order(table: Json) -> Json:
    """The same table with the sections of each line in the order of their names; the interface does not say one."""
    for seat in table["seats"]:
        seat["lines"] = {colour: sorted(line) for colour, line in seat["lines"].items()}
    return table


def same_view(engine: EngineBoard, eyes: ModelBoard) -> None:
    """What lies in the open, and what is hidden."""
    state = engine.rules.state_json(engine.state)
    assert in_order(state["table"]) == in_order(known(eyes.table))
    assert known(state["hidden"]) == known(eyes.game.hidden(eyes.chosen))


def same_points(engine: EngineBoard, eyes: ModelBoard) -> None:
    """What everybody has, and for what."""
    assert [engine.points(seat) for seat in range(eyes.seats)] == [eyes.points(seat) for seat in range(eyes.seats)]
    assert engine.totals() == eyes.totals()


def chosen(legal: list[Json], rng: Random, lazy: float) -> Json:
    """One of the moves; those with something special are more frequent than they would be otherwise."""
    if PASS in legal and (len(legal) == 1 or rng.random() < lazy):
        return PASS
    draws = [move for move in legal if move != PASS]
    special = [move for move in draws if len(move) > 2]
    return rng.choice(special if special and rng.random() < 0.4 else draws)


def near_miss(eyes: ModelBoard, seat: int, rng: Random) -> Json:
    """A section with extras that need not be legal."""
    city = eyes.city
    lines = eyes.game.papers[seat].lines
    colour = eyes.game.colour(seat)
    start = rng.choice(sorted(city.stations(colour, lines[colour])))
    target = rng.choice(city.around(start) if rng.random() < 0.8 else [name for name in city.symbol if name != start])
    extras: list[Json] = [{}, {"mark": True}, {"power": True}, {"extension": rng.choice(sorted(city.symbol))}]
    return draw(section(start, target), **rng.choice(extras))


def play(name: str, settings: dict[str, bool], seats: int, rng: Random) -> None:
    """A whole game on both, compared all the way."""
    sheet = sheet_called(name, rng)
    deal = random_deal(sheet, seats, settings, rng)
    letters = random_letters(rng) if rng.random() < 0.6 else {}
    lazy = rng.choice((0.02, 0.1, 0.4))
    idle = {(seat, number) for seat in range(seats) for number in range(1, 5) if rng.random() < 0.1}
    engine = EngineBoard(sheet, seats, deal, letters=letters, **settings)
    eyes = ModelBoard(sheet, seats, deal, letters=letters, **settings)
    same_view(engine, eyes)
    same_points(engine, eyes)
    while eyes.choosing:
        assert engine.choosing == eyes.choosing
        block = eyes.choosing
        for seat in rng.sample(block, len(block)):
            legal = eyes.legal_moves(seat)
            found = [written(move) for move in engine.legal_moves(seat)]
            assert sorted(found) == sorted(map(written, legal))
            other = near_miss(eyes, seat, rng)
            if written(other) not in found and (MODULES_EXIST or len(other) == 2):
                assert engine.refusal(seat, other) is not None
            move = chosen(legal, rng, 1 if (seat, eyes.round) in idle else lazy)
            engine.play(seat, move)
            eyes.play(seat, move)
            same_view(engine, eyes)
        same_points(engine, eyes)
    assert engine.choosing == []
    if seats > 1:
        assert engine.winners() == eyes.winners()


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_whole_games_agree_with_the_model(name: str, module: str, seed: int) -> None:
    rng = Random(f"{name} {module} {seed}")
    settings = {"special_stations": False, "pencil_powers": False, module: True}
    settings.pop("none", None)
    objectives = bool((SHEETS.index(name) + MODULES.index(module) + seed) % 2)
    play(name, {**settings, "objectives": objectives}, rng.randint(1, 4), rng)
