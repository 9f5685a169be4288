"""Whether the provenance of an edition is complete and says enough.

The first two checks are among those of `edition_consistency`; the third runs last, when the troubled tables are known.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any, cast

import attrs

from shinkansen.core.errors import Finding
from shinkansen.core.wire import UNREADABLE, join, key_findings, shown
from shinkansen.zerokei.edition import CONVERTER, FIGURE_TABLES, Kind, Source, name_of
from shinkansen.zerokei.edition_partial import Partial, row_class

LINES = re.compile(r"(en|fr|ru|pt) RANGE(, ((en|fr|ru|pt) )?RANGE)*".replace("RANGE", r"[1-9]\d{0,4}(-[1-9]\d{0,4})?"))
"""Lines of the rulebook texts, as `en 12-14, 20, fr 3`."""


def every_table_has_a_source(partial: Partial) -> Iterator[Finding]:
    tables = partial.raw_provenance
    if tables is not None:
        names = [name for name in tables if isinstance(cast("object", name), str)]
        unknown = [name for name in names if name not in FIGURE_TABLES]
        missing = [name for name in FIGURE_TABLES if name not in names]
        yield from key_findings(unknown, missing, FIGURE_TABLES, "provenance")


def sources_say_enough(partial: Partial) -> Iterator[Finding]:
    for path, source in _sources(partial):
        if source.kind is Kind.RULEBOOK and not _are_lines(source.lines):
            yield Finding(f"{path}.lines", shown(source.lines), "lines of a rulebook text, as in 'en 12-14, fr 3'")
        if source.kind in (Kind.DEDUCED, Kind.REPORTED) and not source.why.strip():
            yield Finding(f"{path}.why", shown(source.why), f"what a {source.kind} figure rests on")
        if not (source.lines.isprintable() and source.why.isprintable()):
            yield Finding(path, "a text that cannot be printed", "printable texts on one line")


def _are_lines(lines: str) -> bool:
    ranges = re.findall(r"(\d+)-(\d+)", lines)
    return bool(LINES.fullmatch(lines)) and all(int(first) < int(last) for first, last in ranges)


def exceptions_name_figures(partial: Partial, troubled: Container[str]) -> Iterator[Finding]:
    """Exceptions for rows or items that are not there; in a troubled table that may be the very thing that is wrong."""
    for table, source in (partial.raw_provenance or {}).items():
        exceptions = cast("dict[str, Any]", source).get("exceptions") if isinstance(source, dict) else None
        if table not in partial.tables or not isinstance(exceptions, dict):
            continue
        for name in cast("dict[object, object]", exceptions):
            if isinstance(name, str) and not _names_figure(partial, table, name, table in troubled):
                yield Finding(join(f"provenance.{table}.exceptions", name), "a name of no figure", _figure_hint(table))


def _names_figure(partial: Partial, table: str, name: str, is_troubled: bool) -> bool:
    kind, has_rows = row_class(table)
    row, key, item = [*([] if has_rows else [""]), *name.split("."), "", ""][:3]
    if key not in _figure_keys(kind) or name.count(".") > 1 + has_rows:
        return False
    rows = [known for known in partial.rows(table) if row in ("*", known.name)]
    return is_troubled or any(not item or _has_item(known.fields[key], item) for known in rows)


def _figure_keys(kind: type[attrs.AttrsInstance]) -> list[str]:
    return [field.name for field in attrs.fields(kind) if field.name != "id"]


def _has_item(value: object, item: str) -> bool:
    items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    return item in (name_of(each, place) for place, each in enumerate(items, start=1))


def _figure_hint(table: str) -> str:
    kind, has_rows = row_class(table)
    return f"{'a row or *, and ' if has_rows else ''}one of {', '.join(_figure_keys(kind))}"


def _sources(partial: Partial) -> Iterator[tuple[str, Source]]:
    for table, entry in (partial.raw_provenance or {}).items():
        if table not in FIGURE_TABLES or not isinstance(entry, dict):
            continue
        plain: dict[str, Any] = {f"provenance.{table}.default": cast("dict[str, Any]", entry).get("default")}
        exceptions = cast("dict[str, Any]", entry).get("exceptions")
        if isinstance(exceptions, dict):
            for name, source in cast("dict[object, object]", exceptions).items():
                plain[join(f"provenance.{table}.exceptions", str(name))] = source
        for path, source in plain.items():
            try:
                yield path, CONVERTER.structure(source, Source)
            except UNREADABLE:
                continue
