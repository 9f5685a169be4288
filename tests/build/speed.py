"""The page about speed, from the run that is published: no figure in it is typed by hand.

    python -m tests.benchmarks --json FILE
    python -m tests.build.speed [FILE]

It takes the run (or, without one, `docs/speed.json` again), stores it as `docs/speed.json`, and writes the charts and
the parts of `docs/speed.md` that stand between `<!-- NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from shinkansen.core import registry
from shinkansen.core.prose import listed
from tests.benchmarks import calls, charts, questions, report
from tests.benchmarks.report import Found
from tests.benchmarks.rounds import COMPILED, PURE

DOCS: Final = Path(__file__).parents[2] / "docs"
FILE: Final = DOCS / "speed.json"
PAGE: Final = DOCS / "speed.md"
CHARTS: Final = {
    DOCS / "_static" / "speed-games.svg": charts.bars,
    DOCS / "_static" / "speed-growth.svg": charts.growth,
}
AIMED: Final = "zerokei-3"
"""The table that the aims are about."""
AIMS: Final = (
    (PURE, "chess", 3.0, 2.4, "python-chess"),
    (COMPILED, "chess", 9.0, 6.8, "python-chess"),
    (COMPILED, "catanatron-copy", 15.0, None, "catanatron with a copy at each move"),
)
"""By build: with whom it is compared, what was aimed at, and the least that was asked for."""
SLOW: Final = 10
"""A call that takes so many times as long as `follow` is named as slow."""


CHECKED: Final = "-checked"
"""The end of the id of a game whose moves are checked."""
FASTER: Final = 1.05
"""Less than this may be chance."""


def about(found: Found) -> Iterator[str]:
    """When, where and how it was measured."""
    machine = found["machine"]
    versions = listed([f"{name} {version}" for name, version in found["versions"].items()])
    yield f"Measured on {found['date'][:10]} with {found['python']}: {versions}. {found['rounds']} rounds on"
    load = f", with a load of {machine['load'][0]} at the end" if machine["load"] else ""
    yield f"{machine['cpus']} cores of {machine['processor']}{load}."
    if found["absent"]:
        yield f"**Not there, and so not measured: {listed(found['absent'])}.**"


def aims(found: Found) -> Iterator[str]:
    """What was aimed at, and what was reached."""
    yield "| Zero-Kei, 3 seats, `follow` | aim | at least | measured (quartiles) | |"
    yield "|---|--:|--:|--:|---|"
    for build, name, aim, least, words in AIMS:
        row = next((each for each in found["playouts"] if (each["id"], each["build"]) == (AIMED, build)), None)
        ratio = row["ratios"].get(name) if row else None
        steps = ((aim, "aim reached"), (least or aim, "the least reached"), (0.0, "not reached"))
        verdict = next(said for step, said in steps if ratio["median"] >= step) if ratio else "not measured"
        yield f"| {build}, × {words} | {aim:g} | {least or ''} | {_spread(ratio) if ratio else ''} | {verdict} |"


def playouts(found: Found) -> Iterator[str]:
    """Every contender; ours with what is left of the speed when moves are checked."""
    checked = {(row["id"], row["build"]): row for row in found["playouts"] if row["id"].endswith(CHECKED)}
    compared = "× python-chess (quartiles) | × catanatron with copy | × pure"
    yield f"| | moves a second | µs a move | moves a game | {compared} | with `apply`, × python-chess |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for row in found["playouts"]:
        if row["id"].endswith(CHECKED):
            continue
        ratios = row["ratios"]
        copy, pure = (f"{ratios[name]['median']:.2f}" if name in ratios else "" for name in ("catanatron-copy", "pure"))
        speed, cost = row["moves_a_second"]["median"], row["us_a_move"]["median"]
        games = f"{speed:,.0f} | {cost:.2f} | {row['moves_a_game']:.0f}"
        slow = checked.get((f"{row['id']}{CHECKED}", row["build"]))
        apply = _spread(slow["ratios"]["chess"]) if slow else ""
        yield f"| {_named(row)} | {games} | {_spread(ratios['chess'])} | {copy} | {pure} | {apply} |"


def slower(found: Found) -> Iterator[str]:
    """Who is faster than we are, and by how much."""
    ours = {
        (table, build): row["ratios"]["chess"]["median"]
        for row in found["playouts"]
        for table, build in [(row["id"], row["build"])]
        if table in (AIMED, "london-3")
    }
    words = {AIMED: "Zero-Kei", "london-3": "Next Station"}
    for row in found["playouts"]:
        theirs = row["ratios"]["chess"]["median"]
        faster = [
            f"{theirs / mine:.1f} times as fast as {words[table]}, {build}"
            for (table, build), mine in ours.items()
            if theirs / mine >= FASTER
        ]
        if faster and not is_ours(row["id"], found):
            yield f"- {row['words']}: {listed(faster)}."


def is_ours(id: str, found: Found) -> bool:
    """Whether a game is one of ours: only those are also played checked."""
    return f"{id.removesuffix(CHECKED)}{CHECKED}" in {row["id"] for row in found["playouts"]}


def slow_calls(found: Found) -> Iterator[str]:
    """Our own calls that take many times as long as a move."""
    rows = [row for row in found["calls"] if row["build"] == PURE and row["times"]["median"] >= SLOW]
    for words in dict.fromkeys(row["words"] for row in rows):
        own = [
            f"{_code(row['call'])} ({row['us']['median']:.0f} µs)"
            for row in sorted(rows, key=lambda row: -row["us"]["median"])
            if row["words"] == words
        ]
        yield f"- {words}: {listed(own)}."


def _code(call: str) -> str:
    """The name of a call or question; what is more than a name is words."""
    return call if " " in call else f"`{call}`"


def costs(part: str, base: str) -> Callable[[Found], Iterator[str]]:
    """The table of calls or questions: each table of a game is a column."""

    def table(found: Found) -> Iterator[str]:
        rows = found[part]
        columns = list(dict.fromkeys((row["id"], row["build"]) for row in rows))
        cells = {(row["call"], row["id"], row["build"]): row for row in rows}
        yield f"| µs, and × `{base}` | {' | '.join(_named(_first(rows, *column)) for column in columns)} |"
        yield f"|---|{'--:|' * len(columns)}"
        for name in dict.fromkeys(row["call"] for row in rows):
            own = [cells[name, *column] for column in columns]
            shown = [f"{_short(row['us']['median'])} · {_short(row['times']['median'])}" for row in own]
            yield f"| {_code(name)} | {' | '.join(shown)} |"

    return table


def _first(rows: Sequence[Found], id: str, build: str) -> Found:
    return next(row for row in rows if (row["id"], row["build"]) == (id, build))


def _short(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}"


def growth(found: Found) -> Iterator[str]:
    """The figures behind the chart."""
    for by in dict.fromkeys(row["by"] for row in found["growth"]):
        own = [row for row in found["growth"] if row["by"] == by]
        steps = sorted({row["least"] for row in own})
        yield f"| µs for `legal_moves` · `follow`, by {by} | {' | '.join(f'{step}–' for step in steps)} |"
        yield f"|---|{'--:|' * len(steps)}"
        for id, build in dict.fromkeys((row["id"], row["build"]) for row in own):
            mine = {row["least"]: row for row in own if (row["id"], row["build"]) == (id, build)}
            cells = [_both(mine[step]) if step in mine else "" for step in steps]
            yield f"| {_named(_first(own, id, build))} | {' | '.join(cells)} |"
        yield ""


def _both(row: Found) -> str:
    return f"{row['legal_moves']['median']:.1f} · {row['follow']['median']:.1f}"


def compiled(found: Found) -> Iterator[str]:
    """Which rooms the compiled package compiles."""
    rooms: list[str] = found["compiled_rooms"]
    without = [game.title for game in registry.games() if not any(room.startswith(f"{game.name}.") for room in rooms)]
    yield f"Compiled are the rooms {listed([f'`{room}`' for room in rooms])}."
    if without:
        yield f"Nothing of {listed(without)} is: there both packages run the same Python, and how far their rows differ"
        yield "shows how exact the measuring is."


def verifying(found: Found) -> Iterator[str]:
    """How fast engines are checked."""
    yield "| | questions a CPU second (quartiles) |"
    yield "|---|--:|"
    for row in found["verifying"]:
        asked = row["questions_a_second"]
        yield f"| {_named(row)} | {asked['median']:,.0f} ({asked['low']:,.0f}–{asked['high']:,.0f}) |"


def kept(found: Found) -> Iterator[str]:
    """Memory."""
    yield "| | bytes for each state |"
    yield "|---|--:|"
    for row in found["kept"]:
        yield f"| {_named(row)} | {row['bytes']['median']:,.0f} |"


def starts(found: Found) -> Iterator[str]:
    """The beginning of a process."""
    yield "| | CPU ms of the whole process | of which |"
    yield "|---|--:|---|"
    for row in found["starts"]:
        steps = [f"{name} {each['median']:.1f} ms" for name, each in row["steps_ms"].items()]
        yield f"| {_named(row)} | {row['cpu_ms']['median']:.0f} | {', '.join(steps)} |"


PARTS: Final[dict[str, Callable[[Found], Iterator[str]]]] = {
    "about": about,
    "aims": aims,
    "playouts": playouts,
    "slower": slower,
    "slow calls": slow_calls,
    "calls": costs("calls", calls.BASE),
    "questions": costs("questions", questions.BASE),
    "growth": growth,
    "compiled": compiled,
    "verifying": verifying,
    "kept": kept,
    "starts": starts,
}
"""The generated parts of the page."""


def _named(row: Found) -> str:
    return f"{row['words'].removesuffix(', `follow`')}{', **compiled**' if row['build'] == COMPILED else ''}"


def _spread(found: dict[str, Any]) -> str:
    return f"{found['median']:.2f} ({found['low']:.2f}–{found['high']:.2f})"


def page(text: str, found: Found) -> str:
    """The page with the figures of this run."""
    for name, made in PARTS.items():
        head, rest = text.split(f"<!-- {name} -->\n")
        _, tail = rest.split(f"<!-- end {name} -->")
        written = "\n".join(made(found)).rstrip()
        text = f"{head}<!-- {name} -->\n{written}\n<!-- end {name} -->{tail}"
    return text


def by_hand(text: str) -> str:
    """What of the page is not generated."""
    return re.sub(r"(?s)<!-- ([a-z ]+) -->\n.*?<!-- end \1 -->", "", text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Store the run, and write the page and its charts."""
    parser = argparse.ArgumentParser(prog="python -m tests.build.speed")
    parser.add_argument("file", nargs="?", type=Path, default=FILE, help="a run (default: the published one)")
    found: Found = json.loads(parser.parse_args(arguments).file.read_text(encoding="utf-8"))
    FILE.write_text(report.written(found), encoding="utf-8", newline="\n")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8", newline="\n")
    for file, drawn in CHARTS.items():
        file.write_text(drawn(found).svg, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
