"""An edition as plain text for a person: tables, sources, what is still reconstructed, and the template to fill in.

A figure that we invented never appears without its mark.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import cast

import attrs

from shinkansen.core import editions
from shinkansen.zerokei.edition import Cell, Edition, EngineSide, Source, fields_of
from shinkansen.zerokei.edition_check import shipped_text

MARK = "*"
"""The mark after every reconstructed figure."""

WIDTH = 100


def show(edition: Edition) -> str:
    """All figures in tables, the reconstructed ones marked."""
    parts = [
        f"{edition.name} ({edition.id}, scope: {edition.scope})",
        *([_filled(edition.note)] if edition.note.strip() else []),
        f"{MARK} after a figure: reconstructed, invented so that the game can be played; not the publisher's.",
    ]
    for table, figures in groupby(edition.tables(), key=lambda figure: figure[0]):
        rows: dict[str, dict[str, str]] = {}
        for _, row, key, value in figures:
            marked = _marked(value, edition.source(table, row, key))
            column, _, item = key.partition(".")
            cells = rows.setdefault(row, {})
            # The items of a list whose items have their own sources are joined again.
            cells[column] = f"{cells[column]}; {marked}" if item and column in cells else marked
        parts.append("\n".join([_title(table), *_grid(rows)]))
    parts.append(f"digest {edition.digest()}\n{reconstructed_count(edition)}")
    return "\n\n".join(parts)


def show_sources(edition: Edition) -> str:
    """Every figure on a line of its own, with its source."""
    lines: list[str] = []
    for table, row, key, value in edition.tables():
        source = edition.source(table, row, key)
        path = ".".join(part for part in (table, row, key) if part)
        lines.append(f"{path} = {_marked(value, source)}  [{_source_words(source)}]")
    return "\n".join([*lines, reconstructed_count(edition)])


def show_reconstructed(edition: Edition) -> str:
    """What is still reconstructed, table by table."""
    every = Counter(table for table, *_ in edition.tables())
    invented = Counter(table for table, row, key, _ in edition.tables() if edition.source(table, row, key).invented)
    lines = [f"  {table}: {invented[table]} of {every[table]}" for table in every if invented[table]]
    return "\n".join([*(["still reconstructed:"] if lines else []), *lines, reconstructed_count(edition)])


def reconstructed_count(edition: Edition) -> str:
    """How many figures are reconstructed."""
    sources = ((key, edition.source(table, row, key).invented) for table, row, key, _ in edition.tables())
    return editions.reconstructed_count(sources)


def words(value: object) -> str:
    """A figure in a few words."""
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        # Lists within a list (counter icons, columns) are separated by semicolons.
        nested = any(isinstance(item, tuple) or attrs.has(type(item)) for item in items)
        return ("; " if nested else ", ").join(map(words, items)) or "-"
    if isinstance(value, EngineSide):
        return f"{words(value.players)} players: {words(value.actions)}"
    if isinstance(value, Cell):
        return f"{value.id} {value.kind} in row {value.row}"
    if attrs.has(type(value)):
        fields = fields_of(cast("attrs.AttrsInstance", value)).items()
        # A 0 in a reward or a venue is not printed on the component either.
        return ", ".join(f"{key} {words(inner)}" for key, inner in fields if inner != 0) or "nothing"
    return str(value)


def _marked(value: object, source: Source) -> str:
    text = words(value)
    if not source.invented:
        return text
    # Brackets, so that the mark does not seem to belong to the last item only.
    return f"({text}){MARK}" if isinstance(value, tuple) and len(cast("tuple[object, ...]", value)) > 1 else text + MARK


def template() -> str:
    """The text of a new edition file: the shipped one, comments and all, under a name of its own."""
    head, scope, body = shipped_text().partition('# "box": the published game')
    comments = head[: head.index("\nid = ")]
    return f'{comments}\nid = "my-box"\nname = "My box"\nnote = ""\n\n{scope}{body}'


def _grid(rows: dict[str, dict[str, str]]) -> Iterator[str]:
    if list(rows) == [""]:  # a table without rows: a line for each figure
        width = max(map(len, rows[""]))
        yield from (_hanging(f"  {_title(key):<{width}}  ", text) for key, text in rows[""].items())
        return
    keys = list(next(iter(rows.values())))
    lines = [["", *map(_title, keys)]] + [[name, *(cells[key] for key in keys)] for name, cells in rows.items()]
    if {"effect", "letter", "players"} & set(keys):  # the name of a row is one of its columns
        lines = [line[1:] for line in lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield ("  " + "  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True))).rstrip()


def _title(name: str) -> str:
    return name.replace("_", " ")


def _hanging(label: str, text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))


def _filled(note: str) -> str:
    return textwrap.fill(" ".join(note.split()), WIDTH)


def _source_words(source: Source) -> str:
    return ": ".join(part for part in (f"{source.kind} {source.lines}".strip(), source.why) if part)
