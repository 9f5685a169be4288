"""The line: cities with ground, track and stations; the stations not built yet; station values and track costs."""

from __future__ import annotations

from typing import Final

from shinkansen.paper.layout import BODY, SMALL, Flow, even
from shinkansen.paper.shapes import TRIANGLE, shape
from shinkansen.paper.svg import Box, Paper, width_of
from shinkansen.zerokei.edition import City
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.picture.look import Look
from shinkansen.zerokei.table import COLOURS

CITY: Final = 90.0
SPACE: Final = 62.0
LETTER: Final = 62.0
STATIONS: Final = 22.0
RANKS: Final = 20.0
"""How high a city, a space of a marker, a row of stations and the line about their worth are."""
COUNTER: Final = 14.5


# -- Cities ---------------------------------------------------------------------------------------------------------


def cities(look: Look, width: float) -> Flow:
    return even(len(look.kit.city_ids), 59, CITY, width, 0, most=110)


def cities_height(look: Look, width: float) -> float:
    return cities(look, width).height


def draw_cities(paper: Paper, look: Look, box: Box) -> None:
    for index, place in enumerate(cities(look, box.w).at(box.x, box.y)):
        _city(paper, look, index, place)


def _city(paper: Paper, look: Look, index: int, box: Box) -> None:
    found = look.kit.edition.cities[index]
    table = look.table
    prepared, tracked = bool(table.prepared_bits >> index & 1), bool(table.track_bits >> index & 1)
    station = COLOURS[table.station_colours[index]] if table.station_colours[index] >= 0 else None
    told = [
        "ground prepared" if prepared else "ground not prepared",
        "track laid" if tracked else "no track",
        f"{station} station" if station else "no station",
    ]
    with paper.piece(f"city:{found.id}", box, f"{look.city_title(found.id)}: {', '.join(told)}"):
        middle = box.x + box.w / 2
        paper.text(middle, box.y + 10, found.name, BODY, "ink", box.w - 0.5, "middle", bold=True)
        spot = Box(middle - 14, box.y + 15, 28, 28)
        if station:
            with paper.piece(f"station:{station}:{found.id}", spot):
                icons.station(paper, spot.inset(1), station)
        else:
            icons.site(paper, spot.inset(3))
        _track(paper, found, tracked, box.part(0, 45, h=22))
        _ground(paper, found, prepared, box.part(3, 71, box.w - 6, 18))


def _track(paper: Paper, city: City, laid: bool, box: Box) -> None:
    with paper.piece(f"track:{city.id}", box):
        x, y = box.middle
        if laid:
            step = box.w / 8
            ties = [part for at in range(8) for part in ("M", box.x + step * (at + 0.5), y - 7, "V", y + 7)]
            paper.path("tie", *ties)
            paper.path("rail", "M", box.x, y - 4, "H", box.right, "M", box.x, y + 4, "H", box.right)
        else:
            paper.path("plan", "M", box.x, y, "H", box.right)
        icons.city_number(paper, Box(x - 10, y - 10, 20, 20), str(city.number))


def _ground(paper: Paper, city: City, prepared: bool, box: Box) -> None:
    """A construction token with what it costs to take away and gives; or prepared ground."""
    words = f"¥{city.ground_cost}→{city.ground_vp} VP"
    with paper.piece(f"ground:{city.id}", box):
        paper.rect(box.inset(0.5), "done" if prepared else "dirt", 8)
        icon = box.part(5, 5, 8, 8)
        if prepared:
            icons.tick(paper, icon)
        else:
            with paper.icon(icon):
                shape(paper, icon, TRIANGLE, "rust")
        paper.text(box.x + 15, box.y + 12.5, words, SMALL, "leaf" if prepared else "rust", box.w - 18, whole=True)


# -- Stations not built yet -----------------------------------------------------------------------------------------


def stations_height(look: Look, width: float) -> float:
    return STATIONS * len(look.kit.edition.board.station_rows)


def draw_stations(paper: Paper, look: Look, box: Box) -> None:
    """By row, with what building from it scores; a place is empty when its station stands in a city."""
    pitch = min(30.0, (box.w - 42) / len(COLOURS))
    for row, vp in enumerate(look.kit.edition.board.station_rows):
        y = box.y + row * STATIONS
        paper.text(box.x, y + 15, f"{vp} VP", BODY, "ink", 38, whole=True)
        for index, colour in enumerate(COLOURS):
            spot = Box(box.x + 42 + index * pitch, y + 1, 20, 20)
            if row < look.table.station_colours.count(index):
                icons.site(paper, spot.inset(2))
            else:
                with paper.piece(f"station:{colour}:{row}", spot, f"A {colour} station, {vp} VP to who builds it"):
                    icons.station(paper, spot.inset(1), colour)


# -- Station values -------------------------------------------------------------------------------------------------


def values(look: Look, width: float) -> Flow:
    return even(look.kit.edition.board.value_spaces, 24, SPACE, width, 2, most=46)


def values_height(look: Look, width: float) -> float:
    return values(look, width).height + RANKS


def draw_values(paper: Paper, look: Look, box: Box) -> None:
    """The station value marker: counters on a space are piled up as they lie."""
    counters = look.table.counters
    for space, place in enumerate(values(look, box.w).at(box.x, box.y)):
        here = [index for index in counters.order if counters.spaces[index] == space]
        paper.rect(place.part(0, place.h - 15, h=15).inset(0.5), "card", 3)
        paper.text(place.x + place.w / 2, place.bottom - 4.5, str(space), SMALL, "mute", place.w - 2, "middle")
        for level, index in enumerate(here, start=1):
            spot = Box(
                place.x + (place.w - COUNTER - 1) / 2, place.bottom - 15.5 - level * (COUNTER + 0.6), COUNTER, COUNTER
            )
            title = f"The {COLOURS[index]} counter on space {space}" + (
                f", level {level} of the pile" * (len(here) > 1)
            )
            with paper.piece(f"counter:{COLOURS[index]}", spot, title):
                icons.counter(paper, spot.inset(0.4), COLOURS[index])
    _ranks(paper, look, box.part(0, box.h - RANKS + 6, h=14))


def _ranks(paper: Paper, look: Look, box: Box) -> None:
    """What a station is worth in the end, the most advanced colour first."""
    x = box.x + paper.text(box.x, box.y + 10, "In the end a city scores", SMALL, "mute") + 8
    for colour, vp in zip(look.order(), look.kit.edition.scoring.station_ranks, strict=True):
        icons.counter(paper, Box(x, box.y, 13, 13), colour)
        words = f"{vp} VP"
        paper.text(x + 16, box.y + 10, words, SMALL, "ink")
        x += 16 + width_of(words, SMALL) + 8


# -- Track costs ----------------------------------------------------------------------------------------------------


def letters(look: Look, width: float) -> Flow:
    return even(len(look.kit.letters), 40, LETTER, width, 4, most=60)


def letters_height(look: Look, width: float) -> float:
    return letters(look, width).height + RANKS


def draw_letters(paper: Paper, look: Look, box: Box) -> None:
    """The track cost marker; the counter is on the letter of the event."""
    for space, place in zip(look.kit.edition.track_spaces, letters(look, box.w).at(box.x, box.y), strict=True):
        now = space.letter == look.event.letter
        card = place.part(0, 14)
        paper.rect(card.inset(1), "now" if now else "card", 4)
        if now:
            spot = Box(place.x + place.w / 2 - 7, place.y, 14, 12)
            with paper.piece("track-counter", spot, f"Laying track costs {space.yen} yen and scores {space.vp} VP"):
                icons.pointer(paper, spot.inset(1))
        middle = place.x + place.w / 2
        paper.text(middle, card.y + 15, space.letter, 12, "ink", place.w - 4, "middle", bold=True)
        paper.text(middle, card.y + 29, f"¥{space.yen}", BODY, "ink", place.w - 4, "middle", whole=True)
        paper.text(middle, card.y + 42, f"{space.vp} VP", SMALL, "ink", place.w - 4, "middle", whole=True)
    paper.text(box.x, box.bottom - 4, "for laying a track", SMALL, "mute", box.w)
