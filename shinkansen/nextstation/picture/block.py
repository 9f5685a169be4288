"""The score block beside a map: what each line, the interchanges and the rest would score if the game ended here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from shinkansen.nextstation import networks
from shinkansen.nextstation.objectives import POINTS
from shinkansen.nextstation.picture import stamps
from shinkansen.nextstation.picture.geometry import Plan
from shinkansen.nextstation.picture.look import Sheet
from shinkansen.nextstation.picture.symbols import lightning, pattern
from shinkansen.nextstation.scoring import MODULE_COSTS
from shinkansen.paper.layout import SMALL, Flow, even, flow
from shinkansen.paper.markup import minus, number
from shinkansen.paper.svg import Box, Paper, width_of

LEAST: Final = 116.0
"""The narrowest that an entry can be; where lines have powers, their signs take room too."""
_SIGN: Final = 11.0
"""How much."""
_OBJECTIVE: Final = 222.0
"""The narrowest that one with an objective can be."""
_HIGH: Final = 21.0
_GAP: Final = 4.0
_CIRCLE: Final = 19.0
_SAMPLE: Final = 5.0
"""How wide a line would be whose pattern stands below its short name."""


@frozen
class Entry:
    """An amount of the block."""

    name: str
    """Of its piece."""
    words: str
    points: int | None
    """None for a line whose round has yet to come."""
    colour: int = -1
    """The line that it is about."""


def entries(sheet: Sheet) -> Iterator[Entry]:
    """The lines in the order of their rounds, then the rest, objectives last."""
    kit, name = sheet.kit, sheet.name
    for round, colour in enumerate(sheet.rounds, start=1):
        line, id = sheet.lines[colour], kit.sheet.colours[colour]
        if sheet.begun[colour]:
            river = f" + {line.river}×{kit.river_points}" if line.river else ""
            yield Entry(f"line:{name}:{id}", f"{line.districts} × {line.most}{river}", line.points, colour)
        else:
            yield Entry(f"line:{name}:{id}", f"round {round}", None, colour)
    found = networks.interchanges(kit, sheet.lines)
    for lines, worth in kit.interchanges.items():
        many = found.get(lines, 0)
        yield Entry(f"interchanges:{name}:{lines}", f"{lines} lines: {many} × {worth}", many * worth)
    if kit.stamps:
        points = sum(district.stamp for district, _ in kit.stamps if district.id in sheet.stamps)
        yield Entry(f"stamps:{name}", f"stamps: {len(sheet.stamps)}", points)
    if kit.loop_stations:
        missed, cost = networks.loop_missed(kit, sheet.lines), kit.sheet.points.loop_station_missed
        yield Entry(f"loop:{name}", f"loop: {missed} × −{cost}", -missed * cost)
    if kit.paid_modules:
        many = len(kit.paid_modules)
        yield Entry(f"modules:{name}", f"modules: {many}", -many * MODULE_COSTS)
    for id in sheet.look.table.setup.objectives:
        card = kit.objective_cards[id]
        met = card.fulfilled(kit, sheet.lines)
        yield Entry(f"objective:{name}:{id}", card.title, POINTS if met else 0)


def _is_objective(entry: Entry) -> bool:
    return entry.name.startswith("objective:")


def sites(sheet: Sheet) -> int:
    """How many tourist circles are crossed off."""
    return networks.marks(sheet.kit, sheet.lines)


def _entries(sheet: Sheet, width: float) -> Flow:
    """Where the entries lie; those of objectives below the others, because they have more words."""
    found = [*entries(sheet)]
    many = sum(map(_is_objective, found))
    short, long = (
        even(number, least, _HIGH, width, _GAP)
        for number, least in ((len(found) - many, LEAST + _sign(sheet)), (many, min(width, _OBJECTIVE)))
    )
    if not many:
        return short
    below = short.height + _GAP
    return Flow((*short.boxes, *long.at(0, below)), below + long.height)


def _circles(sheet: Sheet, width: float) -> Flow:
    """The tourist circles, if the sheet has any."""
    track = sheet.kit.tourist_track
    return flow([_CIRCLE] * len(track) if len(track) > 1 else [], _CIRCLE, width - 2 * _GAP, 3)


def _left(plan: Plan, width: float) -> Flow:
    """Stamps for which there is no room around the map."""
    return flow([stamps.SIZE] * len(stamps.around(plan)[1]), stamps.SIZE, width, _GAP)


def height(sheet: Sheet, plan: Plan, width: float) -> float:
    high = _entries(sheet, width).height
    high += _sites_height(sheet, width) + _GAP if _circles(sheet, width).boxes else 0
    return high + (_left(plan, width).height + _GAP if _left(plan, width).boxes else 0)


def _sites_height(sheet: Sheet, width: float) -> float:
    return _circles(sheet, width).height + 15 + _GAP


def draw(paper: Paper, sheet: Sheet, plan: Plan, box: Box) -> None:
    """The whole block."""
    found = _entries(sheet, box.w)
    for entry, place in zip(entries(sheet), found.at(box.x, box.y), strict=True):
        with paper.piece(entry.name, place, count=entry.points or 0):
            _entry(paper, sheet, entry, place)
    y = box.y + found.height + _GAP
    if _circles(sheet, box.w).boxes:
        _sites(paper, sheet, Box(box.x, y, box.w, _sites_height(sheet, box.w)))
        y += _sites_height(sheet, box.w) + _GAP
    for district, place in zip(stamps.around(plan)[1], _left(plan, box.w).at(box.x, y), strict=True):
        stamps.stamp(paper, sheet, district, place)


def _entry(paper: Paper, sheet: Sheet, entry: Entry, box: Box) -> None:
    now = entry.colour == sheet.colour and not sheet.look.over
    paper.rect(box.inset(0.5), "now" if now else "card", 3)
    x, y, right = box.x + 5, box.y + 14.3, box.right - 6
    if entry.points is not None:
        told = sheet.look.changes.amount(entry.name, entry.points)
        right -= paper.text(right, y, told, 11, "was" if "→" in told else "ink", 46, "end", True, True) + 3
    if entry.colour >= 0:
        code(
            paper,
            sheet.look.pencils[entry.colour],
            sheet.look.codes[entry.colour],
            entry.colour,
            Box(x, box.y + 4, 25, 13),
        )
        x += 29
        x += _power(paper, sheet, entry.colour, Box(x, box.y + 4.5, 8, 12))
    elif _is_objective(entry):
        paper.text(x, y, "✓" if entry.points else "·", SMALL, "leaf" if entry.points else "mute", 10, bold=True)
        x += 11
    paper.text(x, y, entry.words, SMALL, "mute" if entry.points is None else "ink", right - x)


def code(paper: Paper, pencil: str, words: str, colour: int, box: Box) -> None:
    """The short name of a line on its colour, with its pattern below."""
    with paper.icon(box):
        paper.rect(box, f"f-{pencil}", 3)
        paper.letter(box.part(0, -1.6, h=box.h), words, 8.6, "pale")
        pattern(paper, colour, _SAMPLE, f"M{number(box.x + 3.5)} {number(box.bottom - 2.2)}h{number(box.w - 7)}")


def _power(paper: Paper, sheet: Sheet, colour: int, box: Box) -> float:
    """The power of a line's pencil: full as long as it is left; returns how much room it takes."""
    if not (wide := _sign(sheet)):
        return 0
    used = sheet.board.used >> colour & 1
    with paper.piece(
        f"used:{sheet.name}:{sheet.kit.sheet.colours[colour]}", box, "power used" if used else "", count=used
    ):
        lightning(paper, box, "spent" if used else "plum")
    return wide


def _sign(sheet: Sheet) -> float:
    return _SIGN if sheet.look.table.setup.powers else 0.0


def _sites(paper: Paper, sheet: Sheet, box: Box) -> None:
    """The tourist circles: what counts is the first that is not crossed off (L.5.1)."""
    name, crossed = f"sites:{sheet.name}", sites(sheet)
    with paper.piece(name, box, count=crossed):
        paper.rect(box.inset(0.5), "card", 3)
        worth = sheet.kit.tourist_track[crossed]
        told = sheet.look.changes.amount(name, crossed)
        style = "was" if "→" in told else "ink"
        wide = paper.text(box.right - 6, box.y + 13, minus(worth), 11, "ink", 30, "end", True, True)
        paper.text(box.x + 5, box.y + 13, f"tourist circles: {told}", SMALL, style, box.w - wide - 14)
        for place, spot in enumerate(_circles(sheet, box.w).at(box.x + _GAP, box.y + 15 + _GAP / 2)):
            _circle(paper, spot, sheet.kit.tourist_track[place], place, crossed)


def _circle(paper: Paper, box: Box, points: int, place: int, crossed: int) -> None:
    x, y = map(number, box.middle)
    style = "asked" if place == crossed else "stop"
    with paper.icon(box):
        paper.raw(f'<circle class="{style}" cx="{x}" cy="{y}" r="{number(box.w / 2 - 1)}"/>')
        size = 9 if width_of(str(points), 9, True) < box.w - 4 else 7.5
        paper.letter(box, str(points), size, "on-asked" if place == crossed else "ink" if place > crossed else "mute")
        if place < crossed:
            cut = box.inset(3.4)
            paper.raw('<g stroke-width="1.3">')
            paper.path("sign", "M", cut.x, cut.y, "L", cut.right, cut.bottom)
            paper.raw("</g>")
