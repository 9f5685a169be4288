"""The stations of a scored sheet: reads what stands in a line of text into places and what joins them.

Every character is used or refused, and so is every station: one that stands alone would be a section forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import listed
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.sheet import Sheet, Station

PLACE: Final = re.compile(
    r"[(\[]?(?:(\d{1,3})(?:\s*,\s*|[.:])(\d{1,3})|(\d)(\d))(?!\d)[)\]]?(\s*\*)?(?:\s*\(([a-z ]{1,30})\))?(\s*\*)?",
    re.ASCII,
)
_JOINT: Final = re.compile(r"\s*(?:-+>?|>|\u2192|=+>?|to\b)\s*")
_PART: Final = re.compile(r"\s*((?:[;,|&]|\.(?!\d)|and\b|then\b)(?:\s*(?:and|then)\b)?)\s*")
_LIST: Final = re.compile(r"\s*(?:[,;&|]|and\b)?\s*")
_AT_THE_END: Final = " .,;"
_STRONG: Final = (";", "|")
"""After these another part begins, whatever its first station is."""


@frozen
class Part:
    """Stations that are joined to each other, each with whether it is circled, and what stands before the first."""

    before: str
    stations: tuple[tuple[str, bool], ...]

    @property
    def is_told_apart(self) -> bool:
        """Whether it is certain that the line does not just go on from what stands before it."""
        return self.before.startswith(_STRONG) or not self.before


def parts(text: str, sheet: Sheet, colour: str, line: int, before: str = "") -> Iterator[Part]:
    """The parts of a line of text; `before` is what stood in front of all of it."""
    at, joined, found = 0, False, list[tuple[str, bool]]()
    while True:
        if (place := PLACE.match(text, at)) is None:
            raise LogError(_no_station(text[at:].strip(), found[-1][0] if joined else ""), line)
        found.append(_station(place, sheet, colour, line))
        at = place.end()
        joint, part = _JOINT.match(text, at), _PART.match(text, at)
        if not text[at:].strip(_AT_THE_END):
            yield Part(before, tuple(found))
            return
        if joint is not None:
            joined, at = True, joint.end()
            if at == len(text):
                raise LogError(f"nothing comes after {found[-1][0]} -, expected the next station", line)
        elif part is not None:
            yield Part(before, tuple(found))
            before, joined, at, found = part[1], False, part.end(), []
            if at == len(text):
                raise LogError(f"nothing comes after {shown(part[1])}, expected a station such as 3,2", line)
        else:
            after, rest = found[-1][0], shown(text[at : at + 20].strip())
            raise LogError(f"found {rest} after {after}, expected - and the next station, or ; and a branch", line)


def places(text: str, sheet: Sheet, colour: str, line: int) -> Iterator[str]:
    """Stations that stand one after the other and are not joined."""
    at = 0
    while text[at:].strip(_AT_THE_END):
        if (place := PLACE.match(text, at)) is None:
            raise LogError(_no_station(text[at:].strip(), ""), line)
        yield _station(place, sheet, colour, line)[0]
        between = _LIST.match(text, place.end())
        at = between.end() if between else place.end()


def _no_station(rest: str, after: str) -> str:
    if re.match(r"\d+\s*[;/]\s*\d", rest):
        return f"found {shown(rest[:20])}, expected stations as column,row: {re.sub(r'[;/]', ',', rest[:20])}"
    if not rest and after:
        return f"nothing comes after {after} -, expected the next station"
    return f"found {shown(rest[:20])}, expected a station such as 3,2"


def _station(place: re.Match[str], sheet: Sheet, colour: str, line: int) -> tuple[str, bool]:
    """The station at a place, and whether it is circled."""
    x, y = (int(place[1]), int(place[2])) if place[1] else (int(place[3]), int(place[4]))
    name = f"{x},{y}"
    if name not in sheet.by_id:
        raise LogError(_nowhere(sheet, x, y), line)
    circled = bool(place[5] or place[7])
    for word in words.told(place[6] or ""):
        circled = circled or word in words.CIRCLED_WORDS
        _fits(word, sheet.by_id[name], sheet.departures[colour] == name, line)
    return name, circled


def _fits(word: str, station: Station, is_departure: bool, line: int) -> None:
    """What stands in brackets after a station is not passed over: it has to be true."""
    if word in words.CIRCLED_WORDS:
        return
    if word in words.DEPARTURE_WORDS:
        if not is_departure:
            raise LogError(f"{station.id} is not the departure of this line", line)
        return
    symbol = words.known_as(word, words.SYMBOLS)
    if symbol is None and word not in words.ANY_WORDS:
        raise LogError(f"found ({word}) after {station.id}, expected its symbol; a remark begins with #", line)
    if (symbol or "any") != station.symbol:
        there = "the station for all symbols" if station.symbol == "any" else f"a {station.symbol}"
        raise LogError(f"found ({word}) after {station.id}, which is {there}", line)


def _nowhere(sheet: Sheet, x: int, y: int) -> str:
    """That there is no station, and which are near."""
    near = sorted(sheet.stations, key=lambda each: ((each.x - x) ** 2 + (each.y - y) ** 2, each.x, each.y))[:2]
    names = listed([f"{each.id} (a {'station for all' if each.symbol == 'any' else each.symbol})" for each in near])
    also = f"; {y},{x} would be one" if f"{y},{x}" in sheet.by_id else ""
    counted = "the column comes first, then the row, both counted from 0 at the top left"
    return f"there is no station at {x},{y} on this sheet; near it are {names}{also}. {counted.capitalize()}"
