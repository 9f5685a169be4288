"""Whether the provenance of an edition is complete and says enough.

The first two checks belong to those of `edition_consistency`; the third runs last, when the tables with mistakes are
known.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any, cast

import attrs

from shinkansen.core.errors import Finding
from shinkansen.core.plain_json import UNREADABLE, join, key_findings, shown
from shinkansen.core.provenance import SourceKind
from shinkansen.core.text import is_printable
from shinkansen.zerokei.edition import CONVERTER, FIGURE_TABLES, WIDEST, Source, name_of
from shinkansen.zerokei.edition_partial import Partial, row_class

LINES = re.compile(r"(en|fr|ru|pt) RANGE(, ((en|fr|ru|pt) )?RANGE)*".replace("RANGE", r"[1-9]\d{0,4}(-[1-9]\d{0,4})?"))
"""Lines of the rulebook texts, such as `en 12-14, 20, fr 3`."""


def every_table_has_a_source(partial: Partial) -> Iterator[Finding]:
    tables = partial.raw_provenance
    if tables is not None:
        names = [name for name in tables if isinstance(cast("object", name), str)]
        unknown = [name for name in names if name not in FIGURE_TABLES]
        missing = [name for name in FIGURE_TABLES if name not in names]
        yield from key_findings(unknown, missing, FIGURE_TABLES, "provenance")


def sources_say_enough(partial: Partial) -> Iterator[Finding]:
    for path, source in _sources(partial):
        if source.kind is SourceKind.RULEBOOK and not _are_lines(source.lines):
            yield Finding(f"{path}.lines", shown(source.lines), "lines of a rulebook text, such as 'en 12-14, fr 3'")
        if source.kind in (SourceKind.DEDUCED, SourceKind.REPORTED) and not source.why.strip():
            yield Finding(f"{path}.why", shown(source.why), f"a reason for this {source.kind} figure")
        if not (is_printable(source.lines) and is_printable(source.why)):
            yield Finding(path, "unprintable text", "printable text on one line")


def _are_lines(lines: str) -> bool:
    ranges = re.findall(r"(\d+)-(\d+)", lines)
    return bool(LINES.fullmatch(lines)) and all(int(first) < int(last) for first, last in ranges)


def exceptions_name_figures(partial: Partial, troubled: Container[str]) -> Iterator[Finding]:
    """Exceptions for rows or items that do not exist; in a table with mistakes, that may be the mistake itself."""
    for table, source in (partial.raw_provenance or {}).items():
        if table not in partial.tables or not isinstance(source, dict):
            continue
        names = [name for name in _exceptions(cast("dict[str, Any]", source)) if isinstance(name, str)]
        figures = _figures(partial, table) if names and table not in troubled else None
        for name in names:
            if not _names_figure(table, name, figures):
                yield Finding(
                    join(f"provenance.{table}.exceptions", name),
                    "a name that belongs to no figure",
                    _figure_hint(table),
                )


def _exceptions(entry: dict[str, Any]) -> dict[object, object]:
    """The exceptions of a table's entry; none if they are not a table, or too many, which has been reported."""
    exceptions = entry.get("exceptions")
    if not isinstance(exceptions, dict) or len(known := cast("dict[object, object]", exceptions)) > WIDEST:
        return {}
    return known


def _figures(partial: Partial, table: str) -> set[str]:
    """The names of all figures of a table that can be read, including items of lists."""
    _, has_rows = row_class(table)
    found: set[str] = set()
    for row in partial.rows(table):
        for key, value in row.fields.items():
            items = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
            ends = [key, *(f"{key}.{name_of(item, place)}" for place, item in enumerate(items, start=1))]
            for start in (f"{row.name}.", "*.") if has_rows else ("",):
                found |= {f"{start}{end}" for end in ends}
    return found


def _names_figure(table: str, name: str, figures: Container[str] | None) -> bool:
    """Whether an exception names a figure; where the figures are not known, whether its form is right."""
    kind, has_rows = row_class(table)
    key = [*([] if has_rows else [""]), *name.split("."), ""][1]
    has_form = key in _figure_keys(kind) and name.count(".") <= 1 + has_rows
    return has_form and (figures is None or name.removesuffix(".") in figures)


def _figure_keys(kind: type[attrs.AttrsInstance]) -> list[str]:
    return [field.name for field in attrs.fields(kind) if field.name != "id"]


def _figure_hint(table: str) -> str:
    kind, has_rows = row_class(table)
    return f"{'a row or *, and ' if has_rows else ''}one of {', '.join(_figure_keys(kind))}"


def _sources(partial: Partial) -> Iterator[tuple[str, Source]]:
    for table, entry in (partial.raw_provenance or {}).items():
        if table not in FIGURE_TABLES or not isinstance(entry, dict):
            continue
        plain: dict[str, Any] = {f"provenance.{table}.default": cast("dict[str, Any]", entry).get("default")}
        for name, source in _exceptions(cast("dict[str, Any]", entry)).items():
            plain[join(f"provenance.{table}.exceptions", str(name))] = source
        for path, source in plain.items():
            try:
                yield path, CONVERTER.structure(source, Source)
            except UNREADABLE:
                continue
