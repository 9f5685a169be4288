"""Scoring: the points of lines, tourist sites, stamps, interchanges and the loop, each with its clause, and who won.

In the middle of a round the score is what it would be if the game ended here: the line of the round counts as it
stands, with its tourist sites and interchanges, and a station of the loop that has yet to be reached costs its points.
Lines whose round has not begun count nothing.
"""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count
from shinkansen.core.ruleset import Outcome, Score, ScoreItem
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.networks import NO_LINE, Line, begun, interchanges, lines, loop_missed, marks, stamps
from shinkansen.nextstation.objectives import POINTS, Objective
from shinkansen.nextstation.table import Table

MODULE_COSTS: Final = 10
"""What each module that is used costs a solo player (13.4, L.17.2)."""


def score(kit: Kit, table: Table, seat: int) -> Score:
    """A seat's score, item by item."""
    drawn = lines(kit, table.setup, table.boards[seat], begun(kit, table, seat))
    worded, items = kit.score_items, list[ScoreItem]()
    for colour, each in zip(kit.sheet.colours, drawn, strict=True):
        if each is NO_LINE:
            continue
        items.append(worded[_line, colour, each.districts, each.most])
        if each.river:
            items.append(worded[_river, colour, each.river])
    if crossed_off := marks(kit, drawn):
        items.append(worded[_circles, crossed_off])
    items.extend([worded[_stamp, each.name, each.stamp] for each in stamps(kit, drawn)])
    if missed := loop_missed(kit, drawn):
        items.append(worded[_missed, missed])
    for number, found in interchanges(kit, drawn).items():
        if found and number in kit.interchanges:
            items.append(worded[_interchanges, number, found])
    items.extend([worded[_objective, each.title, each.clause] for each in fulfilled(kit, table, drawn)])
    items.extend([worded[_module, module] for module in kit.paid_modules])
    return Score(seat, tuple(items))


# -- the items of a score, worded once each


def _line(kit: Kit, colour: str, districts: int, most: int) -> ScoreItem:
    what = f"{count(districts, 'district')} times {count(most, 'station')}"
    return ScoreItem(f"the {colour} line, {what}", districts * most, "8.3")


def _river(kit: Kit, colour: str, sections: int) -> ScoreItem:
    under = f"{count(sections, 'section')} of the {colour} line under {kit.sheet.river_name}"
    return ScoreItem(under, sections * kit.river_points, "L.11.3")


def _circles(kit: Kit, crossed_off: int) -> ScoreItem:
    return ScoreItem(count(crossed_off, "tourist circle"), kit.tourist_track[crossed_off], "L.5.1")


def _stamp(kit: Kit, district: str, points: int) -> ScoreItem:
    return ScoreItem(f"the stamp of {district}", points, "9.3")


def _missed(kit: Kit, stations: int) -> ScoreItem:
    lost = stations * kit.sheet.points.loop_station_missed
    return ScoreItem(f"{count(stations, 'station')} of the loop not reached", -lost, "9.4")


def _interchanges(kit: Kit, lines: int, found: int) -> ScoreItem:
    what = f"{count(found, 'interchange')} of {count(lines, 'line')}"
    return ScoreItem(what, found * kit.interchanges[lines], kit.clauses["interchanges"])


def _objective(kit: Kit, title: str, clause: str) -> ScoreItem:
    return ScoreItem(f"the objective of {title}", POINTS, clause)


def _module(kit: Kit, module: str) -> ScoreItem:
    return ScoreItem(f"{module} used alone", -MODULE_COSTS, kit.clauses["module"])


# -- points without titles, and who won


def fulfilled(kit: Kit, table: Table, drawn: list[Line]) -> list[Objective]:
    """The objectives of the game that a sheet fulfils (10.4, L.13.2)."""
    return [each for each in map(kit.objective_cards.__getitem__, table.setup.objectives) if each.fulfilled(kit, drawn)]


def totals(kit: Kit, table: Table) -> tuple[int, ...]:
    """Each seat's points, without titles."""
    drawn = [lines(kit, table.setup, table.boards[seat], begun(kit, table, seat)) for seat in range(kit.seats)]
    if not kit.modules:
        return tuple([total(kit, each) for each in drawn])
    less = MODULE_COSTS * len(kit.paid_modules)
    return tuple([total(kit, each) + POINTS * len(fulfilled(kit, table, each)) - less for each in drawn])


def total(kit: Kit, drawn: list[Line]) -> int:
    """The total of the lines of a sheet, without modules."""
    points = sum(each.points for each in drawn) + kit.tourist_track[marks(kit, drawn)]
    for number, found in interchanges(kit, drawn).items():
        points += found * kit.interchanges.get(number, 0)
    points += sum(district.stamp for district in stamps(kit, drawn))
    return points - loop_missed(kit, drawn) * kit.sheet.points.loop_station_missed


def outcome(kit: Kit, table: Table) -> Outcome:
    """Who won: the highest score (9.8), then the best single line (9.9), then all of those (9.10); alone, the band."""
    points = totals(kit, table)
    if kit.solo:
        if not kit.sheet.bands:
            return Outcome((0,), points, f"{points[0]} points", "13.7")
        return Outcome((0,), points, f"{points[0]} points, in the band {band(kit, points[0])}", kit.clauses["band"])
    first = [seat for seat, each in enumerate(points) if each == max(points)]
    if len(first) == 1:
        return Outcome((first[0],), points, f"most points, {max(points)}", "9.8")
    all_lines = (True,) * kit.rounds
    best = {seat: max(each.points for each in lines(kit, table.setup, table.boards[seat], all_lines)) for seat in first}
    winners = tuple(seat for seat in first if best[seat] == max(best.values()))
    if len(winners) == 1:
        return Outcome(
            winners, points, f"the best single line, {max(best.values())}, after a tie at {max(points)}", "9.9"
        )
    return Outcome(winners, points, f"a shared victory with {max(points)} points and equal best lines", "9.10")


def band(kit: Kit, points: int) -> str:
    """What the sheet calls a solo score (13.5, L.18.1).

    London prints "under 90" and then "91 to 105", so 90 is in neither; a ruling says to which such a score belongs.
    """
    words = ""
    for number, each in enumerate(kit.sheet.bands):
        if number == 0 or points >= each.lowest - (0 if kit.law.gap_is_lower else each.gap):
            words = each.words
    return words
