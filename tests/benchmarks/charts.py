"""The pictures of the page about speed: bars for whole games, and how the cost of a decision grows."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final

from shinkansen.paper.picture import Picture, finished
from shinkansen.paper.svg import Box, Paper
from shinkansen.paper.theme import PLAIN
from tests.benchmarks.report import Found
from tests.benchmarks.rounds import COMPILED

_LINE: Final = "fill:none;stroke-width:2;stroke-linejoin:round;stroke:"
PALETTE: Final = PLAIN.extended(
    "speed",
    rules={
        "grid": "stroke:{line};stroke-width:1;fill:none",
        "one": "stroke:{ink};stroke-width:1;fill:none",
        "pure": "fill:{yellow}",
        "compiled": "fill:{blue}",
        "peer": "fill:{grey}",
        "spread": "stroke:{ink};stroke-width:1.2;fill:none",
        "listing": f"{_LINE}{{blue}}",
        "making": f"{_LINE}{{red}}",
        "over": "fill:{ink};stroke:{paper};stroke-width:3;paint-order:stroke",
        "dashed": "stroke-dasharray:5 4",
    },
)
WIDTH: Final = 720.0
_PAD: Final = 12.0
_SIZE: Final = 11.0


def bars(found: Found) -> Picture:
    """How many moves a second, as multiples of python-chess: ours unchecked, the others each as it is and copied."""
    rows = [row for row in found["playouts"] if not row["id"].endswith("-checked")]
    longest = ceil(max(row["ratios"]["chess"]["high"] for row in rows))
    apart = next(step for step in (1, 2, 5, 10, 20, 50, longest) if longest <= 10 * step)
    least, most = 310.0, WIDTH - 62
    unit = (most - least) / longest
    names = list(dict.fromkeys(row["id"] for row in rows))
    heights = [8 + 14 * sum(row["id"] == name for row in rows) for name in names]
    top = 62.0
    bottom = top + sum(heights)
    paper = Paper()
    paper.text(_PAD, 24, "Moves a second in whole random games, as multiples of python-chess", 14, bold=True)
    builds = dict.fromkeys(row["build"] for row in rows)
    _legend(paper, _PAD, 46, [*((build, f"ours, {build}") for build in builds), ("peer", "others")])
    for number in sorted({1, *range(0, longest + 1, apart)}):
        x = least + number * unit
        paper.path("one" if number in (0, 1) else "grid", "M", x, top - 4, "V", bottom)
        if number != 1 or unit > 12:
            paper.text(x, bottom + 14, str(number), _SIZE, "mute", anchor="middle")
    y = top
    for name, high in zip(names, heights, strict=True):
        mine = [row for row in rows if row["id"] == name]
        words = mine[0]["words"].removesuffix(", `follow`").replace("`", "")
        paper.text(least - 8, y + high / 2 + 4, words, _SIZE, width=least - 8 - _PAD, anchor="end")
        for place, row in enumerate(mine):
            ratio, middle = row["ratios"]["chess"], y + 11 + 14 * place
            style = row["build"] if _ours(row, found) else "peer"
            paper.rect(Box(least, middle - 5, max(1.0, ratio["median"] * unit), 10), style)
            paper.path("spread", "M", least + ratio["low"] * unit, middle, "H", least + ratio["high"] * unit)
            paper.text(least + ratio["high"] * unit + 6, middle + 4, f"{ratio['median']:.2f}", _SIZE, "over")
        y += high
    title = "Moves a second of each contender as multiples of python-chess"
    told = ". ".join(f"{row['words']}, {row['build']}: {row['ratios']['chess']['median']:.2f}" for row in rows)
    return finished(paper, PALETTE, "auto", WIDTH, bottom + 26, title, told)


def _ours(row: Found, found: Found) -> bool:
    """Whether a row is about a game of ours: only those are also played checked."""
    return any(other["id"] == f"{row['id']}-checked" for other in found["playouts"])


def _legend(paper: Paper, x: float, y: float, entries: Sequence[tuple[str, str]]) -> None:
    for style, words in entries:
        paper.rect(Box(x, y - 9, 12, 10), style)
        x += 18 + paper.text(x + 18, y, words, _SIZE) + 18


def growth(found: Found) -> Picture:
    """A small chart for each game and each axis: listing the legal moves, and making one."""
    rows = found["growth"]
    charts = list(dict.fromkeys((row["id"], row["by"]) for row in rows))
    wide, high, top = (WIDTH - 3 * _PAD) / 2, 190.0, 66.0
    paper = Paper()
    paper.text(_PAD, 24, "What a decision costs, in microseconds of CPU time", 14, bold=True)
    entries = [("listing", "legal_moves"), ("making", "follow")]
    builds = list(dict.fromkeys(row["build"] for row in rows))
    x = _PAD
    for build in builds:
        for style, words in entries:
            name = words if len(builds) == 1 else f"{words}, {build}"
            paper.path(_styled(style, build), "M", x, 43, "H", x + 24)
            x += 30 + paper.text(x + 30, 47, name, _SIZE) + 16
    for place, (id, by) in enumerate(charts):
        box = Box(_PAD + place % 2 * (wide + _PAD), top + place // 2 * (high + _PAD), wide, high)
        mine = [row for row in rows if (row["id"], row["by"]) == (id, by)]
        paper.rect(box, "panel", 6)
        paper.text(box.x + 10, box.y + 18, f"{mine[0]['words']}: by {by}", _SIZE, width=wide - 20, bold=True)
        _curves(paper, box, mine)
    told = "; ".join(
        f"{row['words']}, {row['build']}, {row['by']} {row['least']}: "
        f"{row['legal_moves']['median']}, {row['follow']['median']}"
        for row in rows
    )
    height = top + ceil(len(charts) / 2) * (high + _PAD)
    return finished(paper, PALETTE, "auto", WIDTH, height, "How the cost of a decision grows", told)


def _styled(style: str, build: str) -> str:
    return f"{style} dashed" if build == COMPILED else style


def _curves(paper: Paper, box: Box, rows: Sequence[dict[str, Any]]) -> None:
    steps: list[int] = sorted({row["least"] for row in rows})
    most: int = ceil(max(max(row["legal_moves"]["high"], row["follow"]["high"]) for row in rows))
    inner = Box(box.x + 38, box.y + 34, box.w - 60, box.h - 72)

    def across(least: int) -> float:
        return inner.x + inner.w * steps.index(least) / max(1, len(steps) - 1)

    def up(cost: float) -> float:
        return inner.bottom - cost / most * inner.h

    for cost in dict.fromkeys((0, ceil(most / 2), most)):
        paper.path("grid", "M", inner.x, up(cost), "H", inner.right)
        paper.text(inner.x - 6, up(cost) + 4, str(cost), _SIZE, "mute", anchor="end")
    for number, least in enumerate(steps):
        last = number == len(steps) - 1
        until = "+" if last else f"–{steps[number + 1] - 1}" if steps[number + 1] > least + 1 else ""
        paper.text(across(least), inner.bottom + 18, f"{least}{until}", _SIZE, "mute", anchor="middle")
    for build in dict.fromkeys(row["build"] for row in rows):
        own = [row for row in rows if row["build"] == build]
        for style, name in (("listing", "legal_moves"), ("making", "follow")):
            points = [(across(row["least"]), up(row[name]["median"])) for row in own]
            parts = [part for number, (x, y) in enumerate(points) for part in ("L" if number else "M", x, y)]
            paper.path(_styled(style, build), *parts)
