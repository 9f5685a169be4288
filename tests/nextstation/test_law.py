"""The law of Next Station: each ruling is read in one place, and each letter plays as it says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import attrs
import pytest

import shinkansen
from shinkansen.nextstation.law import Law, law_of
from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.rulings import Rulings
from shinkansen.nextstation.scoring import band
from shinkansen.nextstation.sheet_check import shipped
from tests.nextstation.played import after_drawing
from tests.one_place import law_read, rulings_read

FOLDER = Path(shinkansen.__file__).parent / "nextstation"


def test_each_ruling_is_read_once_and_only_by_the_law() -> None:
    fields = {field.name for field in attrs.fields(Rulings)}
    assert rulings_read(FOLDER, fields) == {"law.py": Counter(dict.fromkeys(fields, 1))}


def test_each_field_of_the_law_is_read_in_one_function_of_the_engine() -> None:
    fields = {field.name for field in attrs.fields(Law)}
    assert law_read(FOLDER, fields) == dict.fromkeys(fields, 1)


def test_the_preferred_letters_are_the_usual_law() -> None:
    assert law_of(Rulings()) == Law()


def test_a_bare_departure_counts_only_if_a_ruling_says_so() -> None:
    """The pink line over three stations and nothing else is worth 5; with the other departures counted, 10."""
    line = [Draw(("4,6", "7,3")), Draw(("4,6", "5,7"))]
    totals: dict[str, tuple[int, ...]] = {}
    for letter in "ab":
        rules = NextStation(seats=1, rulings={"bare_departure": letter})
        totals[letter] = rules.totals(after_drawing(rules, "pink", line))
    assert totals == {"a": (5,), "b": (10,)}


def test_a_district_that_is_only_passed_counts_if_a_ruling_says_so() -> None:
    """On a London in which an empty cell between two stations belongs to the centre."""
    london = shipped()
    row = tuple("central" if x == 3 else cell for x, cell in enumerate(london.cells[8]))
    sheet = attrs.evolve(london, cells=(*london.cells[:8], row, london.cells[9]))
    line = [Draw(("5,7", "6,8")), Draw(("1,8", "6,8"))]
    totals: dict[str, tuple[int, ...]] = {}
    for letter in "ab":
        rules = NextStation(seats=1, edition=sheet, rulings={"districts_counted": letter})
        totals[letter] = rules.totals(after_drawing(rules, "blue", line))
    assert totals == {"a": (4,), "b": (6,)}


def test_ninety_is_in_the_second_band_or_by_ruling_in_the_lowest() -> None:
    bands = {
        letter: [band(NextStation(seats=1, rulings={"score_of_ninety": letter}).kit, points) for points in (89, 90, 91)]
        for letter in "ab"
    }
    assert bands["a"][0] != bands["a"][1] == bands["a"][2]
    assert bands["b"][0] == bands["b"][1] != bands["b"][2]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_the_ruling_on_ninety_leaves_bands_without_a_gap_alone(letter: str) -> None:
    london = shipped()
    sheet = attrs.evolve(london, bands=tuple(attrs.evolve(each, gap=0) for each in london.bands))
    kit = NextStation(seats=1, edition=sheet, rulings={"score_of_ninety": letter}).kit
    assert [band(kit, points) for points in (90, 91)] == ["under 90", "91 to 105"]


def test_a_solo_game_on_a_sheet_without_bands_has_only_its_points() -> None:
    rules = NextStation(seats=1, edition=attrs.evolve(shipped(), bands=()))
    outcome = rules.outcome(after_drawing(rules, "pink", [Draw(("6,3", "7,3"))]))
    assert outcome is not None
    assert (outcome.decided_by, outcome.clause) == ("2 points", "13.7")
