"""An engine that only scores, and only London's base game: put it behind the wire and have it checked for just that.

    shinkansen verify --game nextstation -- python examples/score_london.py

It shows how little a program needs to be checked (docs/nextstation/wire.md): it offers `load` and `scores`, skips what
it does not know, and uses nothing of shinkansen. Everything about the map it reads from the edition that is sent.
"""

from __future__ import annotations

import json
import sys
from itertools import pairwise
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
MODULES = ("objectives", "special_stations", "pencil_powers")
_current: Json = {}
"""The request that loaded the table to be scored."""


def stations(line: list[list[str]]) -> set[str]:
    """The stations on a line, by place."""
    return {station for section in line for station in section}


def under_the_river(section: list[str], course: list[list[int]]) -> bool:
    """Whether a section crosses the river, corner by corner in hundredths of a cell."""
    start, end = ([100 * int(part) for part in station.split(",")] for station in section)

    def side(at: list[int], one: list[int], other: list[int]) -> int:
        """On which side of a line a point is: positive, negative, or 0 if it is on the line."""
        return (other[0] - one[0]) * (at[1] - one[1]) - (other[1] - one[1]) * (at[0] - one[0])

    return any(
        side(start, *reach) * side(end, *reach) < 0 and side(reach[0], start, end) * side(reach[1], start, end) < 0
        for reach in pairwise(course)
    )


def points_of_line(line: list[list[str]], edition: Json) -> int:
    """Districts times the most stations in one of them, and two for each section under the river."""
    rows = edition["map"]["districts"]
    places = (station.split(",") for station in stations(line))
    districts = [rows[int(y)][int(x)] for x, y in places]
    most = max((districts.count(each) for each in districts), default=0)
    river = sum(under_the_river(section, edition["river"]["course"]) for section in line)
    worth: int = edition["points"]["river_section"]
    return len(set(districts)) * most + river * worth


def total(lines: list[list[list[str]]], edition: Json) -> int:
    """What a sheet comes to."""
    points, reached = edition["points"], [stations(line) for line in lines]
    circles = sum(len(each & set(edition["map"]["tourist_sites"])) for each in reached)
    meeting = [sum(station in each for each in reached) for station in set[str]().union(*reached)]
    sheet: int = (
        sum(points_of_line(line, edition) for line in lines)
        + points["tourist_track"][min(circles, len(points["tourist_track"]) - 1)]
        + sum(value * meeting.count(number) for number, value in points["interchanges"])
    )
    return sheet


def scores(request: Json) -> Json:
    """The totals and, when the game is over, who has won."""
    table, edition = request["state"]["table"], request["edition"]
    sheets = [list(seat["lines"].values()) for seat in table["seats"]]
    totals = [total(lines, edition) for lines in sheets]
    if table["choosing"]:
        return {"totals": totals}
    best = [max(points_of_line(line, edition) for line in lines) for lines in sheets]
    ranks = list(zip(totals, best, strict=True))
    return {"totals": totals, "winners": [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]}


def answer(request: Json) -> Json:
    """The answer to a request."""
    match request["cmd"]:
        case "start":
            who: Json = {"name": "the London scorer", "version": "1", "language": "Python"}
            return {"wire": 1, **who, "games": ["nextstation"], "capabilities": ["load", "scores"]}
        case "load" if request["edition"]["id"] != "london":
            return {"skipped": "London only"}
        case "load" if used := [name for name in MODULES if request[name]]:
            return {"skipped": f"no {' and no '.join(used)}"}
        case "load":
            _current.update(request)
            return {"to_move": next(iter(request["state"]["table"]["choosing"]), None)}
        case "scores":
            return scores(_current)
        case "stop":
            return {}
        case _:
            return {"skipped": "it only scores"}


def main() -> None:
    """Answer every line until the end."""
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"seq": request["seq"], **answer(request)}), flush=True)
        if request["cmd"] == "stop":
            return


if __name__ == "__main__":
    main()
