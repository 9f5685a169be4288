"""The map of a sheet alone: everything that is printed on it, and nothing that a game adds."""

from __future__ import annotations

import pytest

from shinkansen.nextstation.picture.sheet_map import sheet_map
from shinkansen.nextstation.witnesses import editions
from shinkansen.paper.theme import THEMES
from tests.paper.reading import SVG, pieces, tree


@pytest.mark.parametrize("name", editions())
@pytest.mark.parametrize("theme", THEMES)
def test_the_map_shows_every_station_and_nothing_that_a_card_allows(name: str, theme: str) -> None:
    """3.3, 5.4: a legal section is dotted in the table of a game, and a station that can be reached has a colour."""
    sheet = editions()[name]
    drawn = sheet_map(sheet, theme)
    stations = {piece for piece, _ in pieces(drawn) if piece.startswith("station:")}
    assert stations == {f"station:you:{station.id}" for station in sheet.stations}
    classes = {each for element in tree(drawn).iter() for each in element.attrib.get("class", "").split()}
    assert not classes & {"may", "asked", "ring", "now", "panel"}
    assert ("loop" in classes, "river" in classes) == (bool(sheet.loop), bool(sheet.river))
    (title,) = tree(drawn).findall(f"{SVG}title")
    assert title.text == sheet.name
