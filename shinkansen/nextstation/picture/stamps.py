"""Stamps: in the strip around a map, each beside its district as far as there is room; what is left lies below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shinkansen.nextstation.picture.geometry import STAMPS, Plan
from shinkansen.nextstation.picture.look import Sheet
from shinkansen.nextstation.sheet import District
from shinkansen.paper.markup import number
from shinkansen.paper.svg import Box, Paper

SIZE: Final = STAMPS - 2.5


def draw(paper: Paper, sheet: Sheet, plan: Plan) -> None:
    """The stamps around a map."""
    for district, box in around(plan)[0]:
        stamp(paper, sheet, district, box)


def stamp(paper: Paper, sheet: Sheet, district: District, box: Box) -> None:
    """A stamp: full once there is an interchange in its district (7.4)."""
    full = district.id in sheet.stamps
    told = f"the stamp of {district.name}, worth {district.stamp}{', coloured in' if full else ''}"
    with paper.together(), paper.piece(f"stamp:{sheet.name}:{district.id}", box, told, count=int(full)):
        inner = box.inset(0.8)
        x, y, w, h = map(number, inner)
        paper.raw(f'<rect class="{"stamped" if full else "stamp"}" x="{x}" y="{y}" width="{w}" height="{h}" rx="3"/>')
        paper.letter(box, str(district.stamp), 8.6, "pale" if full else "mute")


@lru_cache(32)
def around(plan: Plan) -> tuple[tuple[tuple[District, Box], ...], tuple[District, ...]]:
    """The stamps that lie beside their districts, and those for which there is no room there."""
    placed: list[tuple[District, Box]] = []
    left: list[District] = []
    # Those with the fewest places first: a corner has one.
    with_stamp = [(district, [*_places(plan, district)]) for district in plan.sheet.districts if district.peripheral]
    for district, places in sorted(with_stamp, key=lambda each: len(each[1])):
        middle = places[len(places) // 2 :] + places[: len(places) // 2][::-1]
        free = (box for box in middle if not any(box.overlaps(other) for _, other in placed))
        if (box := next(free, None)) is None:
            left.append(district)
        else:
            placed.append((district, box))
    return tuple(placed), tuple(left)


def _places(plan: Plan, district: District) -> Iterator[Box]:
    """Where in the strip a stamp can lie: at the corner of the map, else beside cells at its edge."""
    sheet, land = plan.sheet, plan.land
    right, bottom = land.right + 1, land.bottom + 1
    left, top = land.x - SIZE - 1, land.y - SIZE - 1
    last = sheet.width - 1, sheet.height - 1
    corners = [
        Box(right if x else left, bottom if y else top, SIZE, SIZE)
        for x in (0, last[0])
        for y in (0, last[1])
        if sheet.cells[y][x] == district.id
    ]
    if corners and not district.main:
        yield from corners
        return
    for x in range(sheet.width):
        along = plan.place(x, 0).middle[0] - SIZE / 2
        yield from (
            Box(along, bottom if y else top, SIZE, SIZE) for y in {0, last[1]} if sheet.cells[y][x] == district.id
        )
    for y in range(sheet.height):
        down = plan.place(0, y).middle[1] - SIZE / 2
        yield from (
            Box(right if x else left, down, SIZE, SIZE) for x in {0, last[0]} if sheet.cells[y][x] == district.id
        )
