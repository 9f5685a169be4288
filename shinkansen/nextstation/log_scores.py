"""What was counted on a scored sheet, compared with the score: each number that is not right, and the right one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from shinkansen.core.log_verdict import Impossible
from shinkansen.core.prose import count, listed
from shinkansen.core.ruleset import Score
from shinkansen.nextstation import networks
from shinkansen.nextstation.kit import MODULES, Kit
from shinkansen.nextstation.logs import Log, Number
from shinkansen.nextstation.networks import Line
from shinkansen.nextstation.objectives import POINTS
from shinkansen.nextstation.scoring import MODULE_COSTS, band, fulfilled
from shinkansen.nextstation.sheet import Book
from shinkansen.nextstation.table import Table


@frozen
class Checked:
    """The score, and what was counted."""

    wrong: tuple[Impossible, ...]
    numbers: int
    """How many numbers are written."""
    lines: tuple[str, ...]
    """The right score."""
    total: int


@frozen
class Right:
    """A right number, what it is, and why it is so much."""

    value: int
    what: str
    why: str
    clause: str


def compared(kit: Kit, log: Log, table: Table, score: Score, less: frozenset[str]) -> Checked:
    """Every number that was counted; those of lines in `less`, from which sections were taken, are not compared, nor
    is what depends on all lines if there are any."""
    begun = networks.begun(kit, table, 0)
    lines = networks.lines(kit, table.setup, table.boards[0], begun)
    of_line = dict(zip(kit.sheet.colours, lines, strict=True))
    wrong = list[Impossible]()
    numbers = len(log.counted) + sum(len(each.counted) for each in log.rounds)
    for number, each in enumerate(log.rounds):
        if each.colour not in less:
            right = line_numbers(kit, table, each.colour, of_line[each.colour])
            wrong += _wrong(each.counted, right, f"round {number + 1}, {each.colour}: ")
    end = end_numbers(kit, table, lines, score)
    if not less:
        wrong += _wrong(log.counted, end, "")
    told = [_line_told(kit, each.colour, of_line[each.colour]) for each in log.rounds]
    told += [
        f"{right.what}: {right.value}" + (f" ({right.why})" if right.why else "")
        for key, right in end.items()
        if _worth_telling(key, right)
    ]
    if log.solo and kit.sheet.bands and len(log.rounds) == kit.rounds:
        told.append(f"alone: {band(kit, score.total)}")
    return Checked(tuple(wrong), numbers, tuple(told), score.total)


def _worth_telling(key: str, right: Right) -> bool:
    return key in ("tourist", "stamps", "interchanges", "loop", "objectives", "deduction", "total") and bool(right.what)


def _wrong(counted: Mapping[str, Number], right: Mapping[str, Right], where: str) -> Iterator[Impossible]:
    for key, number in counted.items():
        found = right.get(key)
        if found is None:
            yield Impossible(number.line, f"{where}{key} {number.value}", "This sheet has nothing of the kind.", "")
        elif number.value != found.value and not (key in ("loop", "deduction") and -abs(number.value) == found.value):
            why = f"It is {found.value}" + (f": {found.why}." if found.why else ".")
            yield Impossible(number.line, f"{where}{found.what} {number.value}", why, found.clause)


def line_numbers(kit: Kit, table: Table, colour: str, line: Line, seat: int = 0) -> dict[str, Right]:
    """What is counted for a line."""
    at = kit.colour_index[colour]
    london = kit.sheet.book is Book.LONDON
    districts = [
        (
            district.name,
            (line.stations & mask).bit_count() + (table.boards[seat].marks[at] & mask & line.stations).bit_count(),
        )
        for district, mask in zip(kit.sheet.districts, kit.district_masks, strict=True)
        if line.stations & mask
    ]
    double = bool(line.stations) and networks.has_double_power(kit, table.setup, at)
    best = [name for name, here in districts if here + double == line.most]
    most = f"{listed(best[:3])} {'has' if len(best) == 1 else 'have'} so many" if best else ""
    most += " with the double station" * (double or bool(table.boards[seat].marks[at]))
    served = listed([name for name, _ in districts]) if len(districts) == line.districts else ""
    found = {
        "districts": Right(line.districts, "districts", served, "L.11.1" if london else "8.1"),
        "most": Right(line.most, "most stations in a district", most, "L.11.2" if london else "8.2"),
    }
    if kit.river:
        river = count(line.river, "section")
        found["river"] = Right(line.river, f"sections under {kit.sheet.river_name}", "", "L.11.3")
        points = line.river * kit.river_points
        found["river points"] = Right(
            points, f"points for {kit.sheet.river_name}", f"{river}, {kit.river_points} each", "L.11.3"
        )
    found["points"] = Right(line.points, "points of the line", _sum(kit, line), "L.12.2" if london else "8.3")
    return found


def _sum(kit: Kit, line: Line) -> str:
    if not line.stations:
        return "nothing is drawn"
    under = f" and {count(line.river, 'section')} under {kit.sheet.river_name}" if line.river else ""
    return f"{count(line.districts, 'district')} times {count(line.most, 'station')}{under}"


def _line_told(kit: Kit, colour: str, line: Line) -> str:
    river = f" + {line.river * kit.river_points}" if kit.river else ""
    counted = f"{line.districts} x {line.most}{river} = {line.points}"
    return f"{colour}: {counted} ({_sum(kit, line)})"


def end_numbers(kit: Kit, table: Table, lines: list[Line], score: Score) -> dict[str, Right]:
    """What is counted at the end."""
    london = kit.sheet.book is Book.LONDON
    sums = {
        clause: sum(item.points for item in score.items if item.clause == clause) for clause in ("9.3", "9.4", "L.5.1")
    }
    begun = networks.begun(kit, table, score.seat)
    found = {
        "lines": Right(
            sum(line.points for line in lines), "sum of the lines",
            " + ".join(str(line.points) for line, here in zip(lines, begun, strict=True) if here),
            "L.5.3" if london else "9.2",
        )
    }  # fmt: skip
    if len(kit.tourist_track) > 1:
        marks = networks.marks(kit, lines)
        found["circles"] = Right(marks, "tourist circles", "one for each site on each line", "L.11.4")
        found["tourist"] = Right(sums["L.5.1"], "tourist points", count(marks, "circle"), "L.5.1")
    if kit.stamps:
        stamped = [f"{district.name} {district.stamp}" for district in networks.stamps(kit, lines)]
        found["stamps"] = Right(sums["9.3"], "stamps", listed(stamped) if stamped else "none", "9.3")
    counted = networks.interchanges(kit, lines)
    worth = sum(kit.interchanges.get(number, 0) * here for number, here in counted.items())
    parts = [
        f"{here} of {number} lines" for number, here in counted.items() if here and kit.interchanges.get(number, 0)
    ]
    found["interchanges"] = Right(
        worth, "interchanges", listed(parts) if parts else "none that scores", kit.clauses["interchanges"]
    )
    if kit.loop_stations:
        reached = 0
        for line in lines:
            reached |= line.stations
        missed = [station.id for station in kit.stations_in(kit.loop_stations & ~reached)]
        found["loop"] = Right(sums["9.4"], "loop", f"not reached: {listed(missed)}" if missed else "all reached", "9.4")
    if "objectives" in kit.modules:
        met = fulfilled(kit, table, lines)
        titles = listed([f"{each.title}" for each in met]) if met else "neither is fulfilled"
        found["objectives"] = Right(POINTS * len(met), "objectives", titles, "L.13.2" if london else "10.4")
    if kit.paid_modules:
        names = listed([MODULES[name] for name in kit.modules if MODULES[name] in kit.paid_modules])
        found["deduction"] = Right(-MODULE_COSTS * len(kit.paid_modules), "modules", names, kit.clauses["module"])
    found["total"] = Right(score.total, "total", "", "L.5.3" if london else "9.7")
    return found
