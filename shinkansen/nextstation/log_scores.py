"""What was counted on a scored sheet, compared with the score: each number that is not right, and the right one."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from shinkansen.core.log_verdict import Impossible
from shinkansen.core.prose import count, listed
from shinkansen.core.ruleset import Score
from shinkansen.nextstation import networks
from shinkansen.nextstation.kit import MODULES, Kit
from shinkansen.nextstation.log_counted import Right, wrong_numbers
from shinkansen.nextstation.log_values import Log, Number
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


def compared(kit: Kit, log: Log, table: Table, score: Score, less: frozenset[str]) -> Checked:
    """Every number that was counted; those of lines in `less`, from which sections were taken, are not compared, nor
    is what depends on all lines if there are any; but for whether each sum makes what is written after it."""
    begun = networks.begun(kit, table, 0)
    lines = networks.lines(kit, table.setup, table.boards[0], begun)
    of_line = dict(zip(kit.sheet.colours, lines, strict=True))
    wrong = list[Impossible]()
    numbers = len(log.counted) + sum(len(each.counted) for each in log.rounds)
    for number, each in enumerate(log.rounds):
        right = None if each.colour in less else line_numbers(kit, table, each.colour, of_line[each.colour])
        wrong += wrong_numbers(each.counted, right, f"round {number + 1}, {each.colour}: ")
    end = end_numbers(kit, table, lines, score)
    wrong += wrong_numbers(log.counted, None if less else end, "")
    if not less and "lines" in log.counted:
        wrong += _wrong_lines(kit, log, log.counted["lines"], [of_line[each.colour].points for each in log.rounds])
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


def _wrong_lines(kit: Kit, log: Log, number: Number, points: list[int]) -> Iterator[Impossible]:
    """The points of the single lines in the sum of all, if each is a term of it; in whatever order."""
    terms = [term[0] for term in number.terms if len(term) == 1]
    if len(points) > 1 and len(terms) == len(number.terms) == len(points) and sorted(terms) != sorted(points):
        scored = [f"{each.colour} {right}" for each, right in zip(log.rounds, points, strict=True)]
        clause = "L.12.2" if kit.sheet.book is Book.LONDON else "8.3"
        yield Impossible(number.line, f"the lines in {number.text}", f"They score so much: {listed(scored)}.", clause)


def line_numbers(kit: Kit, table: Table, colour: str, line: Line, seat: int = 0) -> dict[str, Right]:
    """What is counted for a line."""
    at = kit.colour_index[colour]
    london = kit.sheet.book is Book.LONDON
    circled = table.boards[seat].marks[at] & line.stations
    districts = [
        (district.name, (line.stations & mask).bit_count() + (circled & mask).bit_count(), circled & mask)
        for district, mask in zip(kit.sheet.districts, kit.district_masks, strict=True)
        if line.stations & mask
    ]
    double = bool(line.stations) and networks.has_double_power(kit, table.setup, at)
    best = [(name, twice) for name, here, twice in districts if here + double == line.most]
    most = f"{listed([name for name, _ in best[:3]])} {'has' if len(best) == 1 else 'have'} so many" if best else ""
    if twice := [station.id for _, mask in best[:3] for station in kit.stations_in(mask)]:
        most += f" with {listed(twice)} counted twice"
    most += " with the double station" * double
    served = listed([name for name, *_ in districts]) if len(districts) == line.districts else ""
    found = {
        "districts": Right(line.districts, "districts", served, "L.11.1" if london else "8.1"),
        "most": Right(line.most, "most stations in a district", most, "L.11.2" if london else "8.2"),
    }
    if kit.river:
        river = count(line.river, "section")
        found["river"] = Right(line.river, f"sections under {kit.sheet.river_name}", "", "L.11.3")
        points = line.river * kit.river_points
        found["river points"] = Right(
            points, f"points for {kit.sheet.river_name}",
            f"{river}, {kit.river_points} each" if line.river else "no section passes under it", "L.11.3",
            ((line.river, kit.river_points),), line.river,
        )  # fmt: skip
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
    each_line = [str(line.points) for line, here in zip(lines, begun, strict=True) if here]
    added = " + ".join(each_line) if len(each_line) > 1 else ""
    found = {
        "lines": Right(sum(line.points for line in lines), "sum of the lines", added, "L.5.3" if london else "9.2")
    }
    if len(kit.tourist_track) > 1:
        marks = networks.marks(kit, lines)
        found["circles"] = Right(marks, "tourist circles", "one for each site on each line", "L.11.4")
        found["tourist"] = Right(sums["L.5.1"], "tourist points", count(marks, "circle"), "L.5.1", before=marks)
    if kit.stamps:
        stamped = [f"{district.name} {district.stamp}" for district in networks.stamps(kit, lines)]
        why = listed(stamped) if stamped else "no stamp was collected"
        found["stamps"] = Right(sums["9.3"], "stamps", why, "9.3", before=len(stamped))
    counted = networks.interchanges(kit, lines)
    worth = sum(kit.interchanges.get(number, 0) * here for number, here in counted.items())
    parts = [
        f"{here} of {number} lines" for number, here in counted.items() if here and kit.interchanges.get(number, 0)
    ]
    products = tuple((here, kit.interchanges[number]) for number, here in counted.items() if number in kit.interchanges)
    found["interchanges"] = Right(
        worth, "interchanges", listed(parts) if parts else "no interchange scores", kit.clauses["interchanges"],
        products, sum(here for here, _ in products),
    )  # fmt: skip
    if kit.loop_stations:
        reached = 0
        for line in lines:
            reached |= line.stations
        missed = [station.id for station in kit.stations_in(kit.loop_stations & ~reached)]
        found["loop"] = Right(
            sums["9.4"], "loop",
            f"not reached: {listed(missed)}" if missed else "all of it is reached", "9.4",
            ((len(missed), kit.sheet.points.loop_station_missed),), len(missed),
        )  # fmt: skip
    if "objectives" in kit.modules:
        met = fulfilled(kit, table, lines)
        titles = listed([f"{each.title}" for each in met]) if met else "neither is fulfilled"
        found["objectives"] = Right(
            POINTS * len(met), "objectives", titles, "L.13.2" if london else "10.4",
            ((len(met), POINTS),), len(met),
        )  # fmt: skip
    if kit.paid_modules:
        names = listed([MODULES[name] for name in kit.modules if MODULES[name] in kit.paid_modules])
        paid = len(kit.paid_modules)
        found["deduction"] = Right(
            -MODULE_COSTS * paid, "modules", names, kit.clauses["module"], ((paid, MODULE_COSTS),), paid
        )
    found["total"] = Right(score.total, "total", "", "L.5.3" if london else "9.7")
    return found
