"""The map of a sheet: what is printed on it, and the lines that are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from shinkansen.nextstation.names import station_name
from shinkansen.nextstation.picture import refused, stamps, stations
from shinkansen.nextstation.picture.geometry import LABELS, Plan, Spot, Way, clipped, corners
from shinkansen.nextstation.picture.look import Sheet
from shinkansen.nextstation.picture.symbols import pattern, struck
from shinkansen.nextstation.sheet import Section
from shinkansen.paper.markup import number
from shinkansen.paper.svg import Box, Paper

_LABEL: Final = 8.5
_RIVER: Final = 0.36
"""How wide the river is, in cells."""


def network(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """A whole map, from the corner at 0, 0."""
    with paper.together():
        _ground(paper, plan)
        _loop(paper, plan)
    _pointed_out(paper, sheet, plan)
    _open(paper, sheet, plan)
    for colour in range(len(sheet.board.lines)):
        _line(paper, sheet, plan, colour)
    _choice(paper, sheet, plan)
    _refused(paper, sheet, plan)
    for station in sheet.kit.sheet.stations:
        stations.draw(paper, sheet, plan, station)
    stamps.draw(paper, sheet, plan)


# -- What is printed


def _ground(paper: Paper, plan: Plan) -> None:
    """Land, districts and river, the sections that can be drawn, and the numbers of columns and rows."""
    land = plan.land
    paper.rect(land, "land")
    centre, borders, river, rails = _printed(plan)
    if centre:
        paper.path("centre", centre)
    if river:
        paper.raw(f'<path class="river" stroke-width="{number(plan.cell * _RIVER)}" d="{river}"/>')
        width, height = plan.size
        paper.raw(f'<path class="frame" fill-rule="evenodd" d="{_outline(Box(0, 0, width, height))}{_outline(land)}"/>')
    paper.path("border", borders)
    paper.path("rail", rails)
    sheet, strip = plan.sheet, plan.strip
    for x in range(sheet.width):
        paper.text(plan.place(x, 0).middle[0], land.y - strip - 3, str(x), _LABEL, "mute", anchor="middle")
    for y in range(sheet.height):
        paper.text(land.x - strip - 2, plan.place(0, y).middle[1] + 3, str(y), _LABEL, "mute", LABELS - 3, "end")


def _outline(box: Box) -> str:
    x, y, w, h = map(number, box)
    return f"M{x} {y}h{w}v{h}h-{w}z"


@lru_cache(32)
def _printed(plan: Plan) -> tuple[str, str, str, str]:
    """The central district, the borders of districts, the river and the sections, as lines."""
    sheet = plan.sheet
    central = {district.id for district in sheet.districts if district.central}
    centre = "".join(
        _outline(plan.place(x, y))
        for y, row in enumerate(sheet.cells)
        for x, district in enumerate(row)
        if district in central
    )
    rails = "".join(_straight(*map(plan.spot, corners(section.path))) for section in sheet.sections)
    spots = [_river_spot(plan, x, y) for x, y in sheet.river]
    reaches = (clipped(one, two, plan.land) for one, two in pairwise(spots))
    river = _joined([reach for reach in reaches if reach is not None])
    return centre, _outline(plan.land) + _borders(plan), river, rails


def _river_spot(plan: Plan, x: int, y: int) -> Spot:
    """A corner of the river, which is given in hundredths of a cell."""
    return plan.land.x + (x / 100 + 0.5) * plan.cell, plan.land.y + (y / 100 + 0.5) * plan.cell


def _joined(reaches: list[tuple[Spot, Spot]]) -> str:
    """Straight lines as one line where one goes on from another."""
    found, last = "", None
    for start, end in reaches:
        found += "" if start == last else f"M{_written(start)}"
        found += f"L{_written(end)}"
        last = end
    return found


def _straight(start: Spot, end: Spot) -> str:
    return f"M{_written(start)}L{_written(end)}"


def _written(spot: Spot) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def _borders(plan: Plan) -> str:
    """The lines between cells of different districts, each as long as it goes straight on."""
    cells, (across, down) = plan.sheet.cells, (plan.sheet.width, plan.sheet.height)
    rows = [[cells[y][x] != cells[y - 1][x] for x in range(across)] for y in range(1, down)]
    columns = [[cells[y][x] != cells[y][x - 1] for y in range(down)] for x in range(1, across)]
    found = ""
    for y, row in enumerate(rows, start=1):
        for first, end in _runs(row):
            start = plan.land.x + first * plan.cell, plan.land.y + y * plan.cell
            found += f"M{_written(start)}H{number(plan.land.x + end * plan.cell)}"
    for x, column in enumerate(columns, start=1):
        for first, end in _runs(column):
            start = plan.land.x + x * plan.cell, plan.land.y + first * plan.cell
            found += f"M{_written(start)}V{number(plan.land.y + end * plan.cell)}"
    return found


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """Where the true ones begin, and where they have ended."""
    first = None
    for place, flag in enumerate([*flags, False]):
        if flag and first is None:
            first = place
        elif not flag and first is not None:
            yield first, place
            first = None


def _loop(paper: Paper, plan: Plan) -> None:
    """The line that is printed."""
    if not plan.sheet.loop:
        return
    drawn = " ".join(_words(plan.way(section)) for section in plan.sheet.loop_sections)
    paper.raw(f'<path class="loop" stroke-width="{number(plan.loop)}" d="{drawn}"/>')
    _bed(paper, plan, drawn)


def _bed(paper: Paper, plan: Plan, drawn: str) -> None:
    paper.raw(f'<path class="bed" stroke-width="{number(plan.loop * 0.45)}" d="{drawn}"/>')


def _words(way: Way) -> str:
    return " ".join(part if isinstance(part, str) else number(part) for part in way)


def _pointed_out(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """The sections of the printed line that stand in the way of something."""
    for section in plan.sheet.loop_sections:
        name, way = f"printed:{sheet.name}:{section.a}-{section.b}", plan.way(section)
        if name in paper.marked:
            paper.route(name, _around(plan, section), "loop", *way, width=plan.loop, trace="trace", title="the loop")
            _bed(paper, plan, _words(way))


# -- What is drawn


def lanes(sheet: Sheet, plan: Plan, place: int) -> list[float]:
    """How far to the right of its middle each line of a section runs, and after them one that would be added."""
    many = len(sheet.tracks.get(place, ()))
    one = plan.track + 1.2
    if sheet.kit.loop & sheet.kit.section_bits[place]:
        first = (plan.loop + plan.track) / 2 + 0.4
        # On one side of the printed line, then on the other, and so on: no more than one by the rules.
        return [(first + one * (lane // 2)) * (-1) ** lane for lane in range(many + 1)]
    if many < 2:
        return [0.0, one][: many + 1]
    return [one * (lane - (many - 1) / 2) for lane in range(many + 1)]


def _open(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """The sections that may be drawn now."""
    for powered, style in ((False, f"may s-{sheet.look.pencils[sheet.colour]}"), (True, "spend")):
        drawn = ""
        for place, takes_power in sheet.open_sections.items():
            if takes_power == powered:
                aside = lanes(sheet, plan, place)[-1]
                way = plan.way(plan.sheet.tracks[place], aside)
                drawn += _words(way)
        if drawn:
            paper.raw(f'<path class="{style}" stroke-width="{number(plan.track * 0.62)}" d="{drawn}"/>')


def _line(paper: Paper, sheet: Sheet, plan: Plan, colour: int) -> None:
    """A line, section by section, and the pattern along it."""
    name, pencil = plan.sheet.colours[colour], sheet.look.pencils[colour]
    inlay: list[str] = []
    for place, colours in sheet.tracks.items():
        if colour not in colours:
            continue
        section = plan.sheet.tracks[place]
        way = plan.way(section, lanes(sheet, plan, place)[colours.index(colour)])
        paper.route(
            f"track:{sheet.name}:{name}:{section.a}-{section.b}",
            _around(plan, section),
            f"l-{pencil}",
            *way,
            width=plan.track,
            trace="trace",
            title=_told(plan, section, name),
        )
        inlay.append(_words(way))
    if inlay:
        pattern(paper, colour, plan.track, " ".join(inlay))


def _choice(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """What this seat has chosen and not drawn yet."""
    if sheet.look.choice is None or sheet.look.choice[0] != sheet.seat:
        return
    for place in sheet.kit.sections_of(sheet.board, sheet.look.choice[1]):
        section = plan.sheet.tracks[place]
        paper.route(
            f"choice:{sheet.name}:{section.a}-{section.b}",
            _around(plan, section),
            f"l-{sheet.look.pencils[sheet.colour]} plan",
            *plan.way(section, lanes(sheet, plan, place)[-1]),
            width=plan.track,
            trace="trace",
            title=_told(plan, section, plan.sheet.colours[sheet.colour]),
        )


def _refused(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """A section that may not be drawn, and a cross where the reason lies."""
    look = sheet.look
    if look.refused is None or look.table.choosing[:1] != (sheet.seat,):
        return
    out = refused.struck(sheet.kit, look.table, look.refused)
    for stations_ in refused.sections(sheet.kit, look.table, look.refused):
        section = refused.as_section(sheet.kit, stations_)
        place = sheet.kit.sheet.index.get(stations_)
        way = plan.way(section, 0 if place is None else lanes(sheet, plan, place)[-1])
        paper.route(
            f"refused:{sheet.name}:{section.a}-{section.b}",
            _around(plan, section),
            "refused",
            *way,
            width=plan.track * 0.6,
            trace="trace",
            title="refused",
        )
    if out is not None:
        across = plan.cell * 0.36
        for x, y in [*map(plan.spot, out[1])] or [plan.middle(refused.as_section(sheet.kit, out[0]))]:
            struck(paper, Box(x - across / 2, y - across / 2, across, across))


def _around(plan: Plan, section: Section) -> Box:
    """The cells around a section."""
    xs, ys = zip(*map(plan.spot, section.path), strict=True)
    reach = plan.cell / 2 - 1
    return Box(min(xs) - reach, min(ys) - reach, max(xs) - min(xs) + 2 * reach, max(ys) - min(ys) + 2 * reach)


def _told(plan: Plan, section: Section, colour: str) -> str:
    one, two = (station_name(plan.sheet.by_id[id]) for id in section.id)
    return f"the {colour} line from {one} to {two}{', under ' + plan.sheet.river_name if section.river else ''}"
