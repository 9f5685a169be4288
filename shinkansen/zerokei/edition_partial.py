"""A partial edition: what could be read of an edition file, right or not.

The checks of `edition_consistency` work on it. It has every value that was readable, down to single fields of a row. A
check that asks for one that was not readable simply ends with `UnreadError`: that value has already been reported, and
anything that follows from it would be no news. In the same spirit, only the box counts report a wrong number of rows;
for all other checks a box has the rows it should have. A list that is too long is not read, so no check has to compare
more than the longest list that an edition may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, cast, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from shinkansen.core.plain_json import UNREADABLE, Reader, join
from shinkansen.zerokei.edition import CONVERTER, FIGURE_TABLES, LONGEST, PLAYER_COUNTS, Edition, Scope, row_name

BOX_ROWS = {"cities": 12, "venues": 3, "engines": 4, "carriages": 30}
"""How many rows a box has where the rulebook counts them."""


class UnreadError(LookupError):
    """A check asked for a value that could not be read; this has already been reported."""


@frozen
class Row:
    """A row of a table, with those of its fields that could be read."""

    table: str
    name: str
    fields: dict[str, Any]

    def path(self, key: str = "") -> str:
        """The key path of the row, or of one of its fields."""
        here = join(self.table, self.name) if self.name else self.table
        return f"{here}.{key}" if key else here


@frozen
class Partial:
    """What could be read of an edition."""

    is_box: bool
    texts: dict[str, str]
    tables: dict[str, list[Row]]
    raw_provenance: dict[str, Any] | None

    @classmethod
    def of(cls, raw: dict[str, Any]) -> Partial:
        tables: dict[str, list[Row]] = {}
        for table in FIGURE_TABLES:
            kind, has_rows = row_class(table)
            content = raw.get(table)
            if not has_rows and table in raw:
                tables[table] = [Row(table, "", _read_fields(content, kind))]
            elif isinstance(content, list | tuple) and len(rows := cast("list[object]", content)) <= LONGEST:
                tables[table] = [
                    Row(table, row_name(row, place), _read_fields(row, kind)) for place, row in enumerate(rows, start=1)
                ]
        texts = _read_fields({key: raw[key] for key in ("id", "name", "note") if key in raw}, Edition)
        provenance = raw.get("provenance")
        # An unreadable scope counts as a miniature, so that it causes no findings about counts.
        is_box = raw.get("scope") == Scope.BOX.value
        return cls(is_box, texts, tables, cast("dict[str, Any]", provenance) if isinstance(provenance, dict) else None)

    def rows(self, table: str) -> list[Row]:
        if table not in self.tables:
            raise UnreadError(table)
        return self.tables[table]

    def column(self, table: str, key: str) -> list[tuple[Row, Any]]:
        """The values of a key in the rows where it could be read; none if the table could not be read."""
        return [(row, row.fields[key]) for row in self.tables.get(table, []) if key in row.fields]

    def whole(self, table: str, key: str) -> list[Any]:
        """The values of a key in every row; for checks that something is *missing*."""
        rows, column = self.rows(table), self.column(table, key)
        if len(column) < len(rows) or self.miscounted(table):
            raise UnreadError(f"{table}.{key}")
        return [value for _, value in column]

    def one(self, table: str, key: str) -> Any:
        """A value of a table without rows."""
        return self.whole(table, key)[0]

    def count(self, table: str) -> int:
        """The number of rows of a table; for a box, as many as there should be: a wrong number is reported once."""
        return BOX_ROWS.get(table, len(self.rows(table))) if self.is_box else len(self.rows(table))

    def miscounted(self, table: str) -> bool:
        return self.count(table) != len(self.rows(table))

    @property
    def players(self) -> list[int]:
        """The numbers of players the edition is for."""
        if self.is_box:
            return list(PLAYER_COUNTS)
        return sorted({*self.whole("event_slots", "players"), *flat(self.whole("turn_order", "players"))})


@cache
def row_class(table: str) -> tuple[type[attrs.AttrsInstance], bool]:
    """The class of a table's rows, and whether it has rows at all."""
    hint = get_type_hints(Edition)[table]
    has_rows = cast("object", get_origin(hint)) is tuple
    return (get_args(hint)[0] if has_rows else hint), has_rows


def _read_fields(raw: object, kind: type[attrs.AttrsInstance]) -> dict[str, Any]:
    if not isinstance(raw, dict):
        return {}
    table = cast("dict[str, Any]", raw)
    fields: dict[str, Any] = {}
    for name, default, read in _readers(kind):
        if name in table:
            try:
                fields[name] = read(table[name])
            except UNREADABLE:
                continue
        elif default is not attrs.NOTHING:
            fields[name] = default
    return fields


@cache
def _readers(kind: type[attrs.AttrsInstance]) -> list[tuple[str, Any, Reader]]:
    """The fields of a class, each with its default and what reads it; a table has many rows of a class."""
    hints = get_type_hints(kind)
    return [(field.name, field.default, CONVERTER.reader(hints[field.name])) for field in attrs.fields(kind)]


def flat(lists: Iterable[Iterable[Any]]) -> Iterator[Any]:
    """The items of all lists, one after the other."""
    return (item for items in lists for item in items)
