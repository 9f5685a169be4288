"""The model itself: against the naive model of London's base game, and its geometry against what a sheet says."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import load
from tests.nextstation.second_eyes import naive
from tests.nextstation.second_eyes.model import City, Exact, Game, common_points, passes_through_cell
from tests.nextstation.second_eyes.naive import section
from tests.nextstation.second_eyes.sheets import city_of, edo, london, random_london, random_tokyo
from tests.nextstation.second_eyes.test_modules_differential import TOKYO, chosen, random_deal


def sections_of(city: City) -> set[naive.Section]:
    return {section(one, other) for one, other in combinations(city.symbol, 2) if city.track(one, other)}


def test_on_london_both_models_have_the_same_sections_crossings_and_thames() -> None:
    city = city_of(london())
    sections = sections_of(city)
    assert len(sections) == 155
    assert sections == {section(*pair) for pair in combinations(naive.STATIONS, 2) if naive.is_section(*pair)}
    clashes = {pair for pair in combinations(sorted(sections), 2) if city.clash(*pair)}
    assert len(clashes) == 116
    assert clashes == {pair for pair in combinations(sorted(sections), 2) if naive.clash(*pair)}
    assert {pair for pair in sections if city.under_the_river(pair)} == naive.UNDER_THE_THAMES


def test_no_section_of_london_passes_through_a_third_district() -> None:
    city = city_of(london())
    assert all(city.passed_through(pair) == {city.district[name] for name in pair} for pair in sections_of(city))


@pytest.mark.parametrize("seed", range(3))
def test_on_london_both_models_play_and_score_alike(seed: int) -> None:
    rng, sheet, seats = Random(seed), london(), seed + 1
    settings = {"objectives": False, "special_stations": False, "pencil_powers": False}
    game = Game(city_of(sheet), random_deal(sheet, seats, settings, rng), seats=seats)
    while game.choosing:
        choices = dict[int, dict[str, object]]()
        for seat in game.choosing:
            legal = game.legal(seat)
            drawn = {(move["section"][0], move["section"][1]) for move in legal if move["move"] == "draw"}
            lines = game.papers[seat].lines
            assert drawn == naive.legal_sections(lines, game.colour(seat), game.cards, game.turn)
            choices[seat] = chosen(legal, rng, 0.1)
        game.play(choices)
    for seat in range(seats):
        assert sum(game.points(seat).values()) == naive.score(game.papers[seat].lines)["total"]
    assert game.winners() == naive.winners([paper.lines for paper in game.papers])


def sheets() -> list[Sheet]:
    rng = Random(20)
    drawn = [random_tokyo(rng, cutting=number % 2 > 0) for number in range(4)]
    shipped = [load(TOKYO)] if TOKYO.exists() else []
    return [edo(), edo(cutting=True), london(), *shipped, *drawn, random_london(rng)]


@pytest.mark.parametrize("sheet", sheets(), ids=lambda sheet: sheet.id)
def test_a_sheet_has_the_sections_and_clashes_that_the_model_finds(sheet: Sheet) -> None:
    city = city_of(sheet)
    assert sections_of(city) == {track.id for track in sheet.tracks}
    for place, track in enumerate(sheet.tracks):
        found = {sheet.tracks[other].id for other in sheet.clashes[place]}
        assert found == {other.id for other in sheet.tracks if other.id != track.id and city.clash(track.id, other.id)}
        assert track.river == city.under_the_river(track.id)


def whole(point: Exact) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def test_strokes_meet_where_they_should() -> None:
    assert [*map(whole, common_points((0, 0), (4, 4), (0, 4), (4, 0)))] == [(2, 2)]
    assert common_points((0, 0), (1, 1), (0, 1), (1, 0)) != []  # in the middle of a square
    assert common_points((0, 0), (4, 0), (0, 2), (4, 2)) == []
    assert len(common_points((0, 0), (4, 0), (2, 0), (6, 0))) == 2  # they lie on each other
    assert [*map(whole, common_points((0, 0), (4, 0), (4, 0), (6, 0)))] == [(4, 0)]


def test_a_stroke_passes_through_cells_but_not_along_their_border_or_through_their_corner() -> None:
    assert passes_through_cell(((0, 0), (4, 0)), 1, 0)
    assert passes_through_cell(((0, 0), (4, 4)), 1, 1)
    assert not passes_through_cell(((0, 0), (4, 4)), 1, 0)  # only the corner
    assert not passes_through_cell(((1, 0), (1, 4)), 0, 1)  # along the border
    assert passes_through_cell(((2, 5), (3, 4)), 1, 2)  # a corner is cut
