"""A sheet as plain text for a person: the map, tables, sources, what is reconstructed, and the template to fill in.

A figure that we invented never appears without its mark.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import cast

from attrs import frozen

from shinkansen.core import editions
from shinkansen.core.plain_json import Json
from shinkansen.core.text import printable
from shinkansen.nextstation.sheet import HANDLES, TABLES, Sheet, Source
from shinkansen.nextstation.sheet_file import row_name

MARK = "*"
"""The mark after every reconstructed figure."""

WIDTH = 100


@frozen
class Figure:
    """One figure of a sheet: where it stands, what it is, where it comes from."""

    table: str
    row: str
    key: str
    value: Json
    source: Source

    @property
    def path(self) -> str:
        """Its key path in the file."""
        return ".".join(part for part in (self.table, self.row, self.key) if part)

    @property
    def words(self) -> str:
        """What it is, marked if it is reconstructed."""
        text = _words(self.value)
        if not self.source.invented:
            return text
        # Brackets, so that the mark does not seem to belong to the last item only.
        return f"({text}){MARK}" if isinstance(self.value, list) and len(self.value) > 1 else text + MARK


def figures(sheet: Sheet) -> Iterator[Figure]:
    """Every figure that has a source, in the order of the file."""
    plain = sheet.to_json()
    for table in TABLES:
        if table not in sheet.provenance:  # only a table with nothing in it can do without
            continue
        rows = plain[table] if isinstance(plain[table], list) else [plain[table]]
        for place, row in enumerate(cast("list[dict[str, Json]]", rows), start=1):
            name = row_name(row, place) if isinstance(plain[table], list) else ""
            for key, value in row.items():
                if key not in HANDLES:
                    yield Figure(table, name, key, value, sheet.provenance[table].of(name, key))


def show(sheet: Sheet) -> str:
    """The map and all figures in tables, the reconstructed ones marked."""
    parts = [
        f"{sheet.name} ({sheet.id}, scope: {sheet.scope})",
        *([_filled(sheet.note)] if sheet.note.strip() else []),
        f"{MARK} after a figure: reconstructed, invented so that the game can be played; not the publisher's.",
    ]
    for table, group in groupby(figures(sheet), key=lambda figure: figure.table):
        rows: dict[str, dict[str, Figure]] = {}
        for figure in group:
            rows.setdefault(figure.row, {})[figure.key] = figure
        parts.append("\n".join([_title(table), *(_one(rows[""]) if "" in rows else _grid(rows))]))
    sections = f"{len(sheet.stations)} stations, {len(sheet.sections)} sections that could be drawn"
    parts.append(f"{sections}\ndigest {sheet.digest()}\n{reconstructed_count(sheet)}")
    return "\n\n".join(parts)


def show_sources(sheet: Sheet) -> str:
    """Every figure on a line of its own, with its source."""
    lines = [f"{figure.path} = {figure.words}  [{_source_words(figure.source)}]" for figure in figures(sheet)]
    return "\n".join([*lines, reconstructed_count(sheet)])


def show_reconstructed(sheet: Sheet) -> str:
    """What is reconstructed, table by table."""
    every = Counter(figure.table for figure in figures(sheet))
    invented = Counter(figure.table for figure in figures(sheet) if figure.source.invented)
    lines = [f"  {table}: {invented[table]} of {every[table]}" for table in every if invented[table]]
    return "\n".join([*(["reconstructed:"] if lines else []), *lines, reconstructed_count(sheet)])


def reconstructed_count(sheet: Sheet) -> str:
    """How many figures are reconstructed."""
    return editions.reconstructed_count((figure.key, figure.source.invented) for figure in figures(sheet))


def is_reconstructed(sheet: Sheet) -> bool:
    """Whether a figure that matters in play was invented."""
    return editions.is_reconstructed((figure.key, figure.source.invented) for figure in figures(sheet))


def template(text: str) -> str:
    """The text of a new file: that of a shipped one, comments and all, under a name of its own."""
    head, scope, body = text.partition('# "box": a published sheet')
    comments = head[: head.index("\nid = ")]
    return f'{comments}\nid = "my-sheet"\nname = "My sheet"\nnote = ""\n\n{scope}{body}'


def _one(cells: dict[str, Figure]) -> Iterator[str]:
    """A table without rows: a line for each figure, and pictures row by row."""
    width = max(map(len, cells))
    for key, figure in cells.items():
        label = f"  {_title(key):<{width}}  "
        if figure.table == "map" and key in ("symbols", "districts"):
            mark = MARK if figure.source.invented else ""
            first, *rest = (" ".join(row) + mark for row in cast("list[str]", figure.value))
            yield from (f"{label}{first}", *(" " * len(label) + row for row in rest))
        else:
            indent = " " * len(label)
            # Not at hyphens: the names of cards have some.
            yield textwrap.fill(
                figure.words, WIDTH, initial_indent=label, subsequent_indent=indent, break_on_hyphens=False
            )


def _grid(rows: dict[str, dict[str, Figure]]) -> Iterator[str]:
    keys = [*next(iter(rows.values()))]
    lines = [["", *map(_title, keys)], *([name, *(cells[key].words for key in keys)] for name, cells in rows.items())]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield ("  " + "  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True))).rstrip()


def _words(value: Json) -> str:
    if isinstance(value, list):
        nested = any(isinstance(item, list) for item in value)
        return ("; " if nested else ", ").join(map(_words, value)) or "-"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _title(name: str) -> str:
    return name.replace("_", " ")


def _filled(note: str) -> str:
    return textwrap.fill(printable(" ".join(note.split())), WIDTH)


def _source_words(source: Source) -> str:
    return ": ".join(part for part in (f"{source.kind} {source.where}".strip(), source.why) if part)
