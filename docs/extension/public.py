"""The public surface: the page `docs/public.md` and the list `tests/public_surface.json`, both made from the source.

Which modules are public is decided in one table, `api.PUBLIC`. In such a module a name is public if it does not begin
with an underscore and the source says something about it. `python -m tests.build.public_surface` writes page and list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.extension import api
from docs.extension.python_source import Member, Module, module
from docs.extension.words import quoted, table

HEAD = """# The public surface

What is meant for others: every module that is made to be used, with the names in it. The types and the rest of the
story are in [the API](reference/api/index.md).

**What is not on this page is private**, and may change with any release: modules that are not here, names that begin
with an underscore, and the few names without one that our own modules share. Also public:
[the commands](reference/commands.md), and the entry point group `shinkansen.games`, through which a package offers a
game.

`python -m tests.build.public_surface` writes this page from the source, and the list `tests/public_surface.json` beside
it; a test fails if a name has appeared or disappeared since then. Look at what it changes before you commit it: a name
that disappears here is gone for somebody.
"""


def public_modules() -> tuple[Module, ...]:
    """The modules that are made to be used."""
    return tuple(described for described in map(module, api.public()) if api.is_public(described.name))


def surface() -> dict[str, dict[str, str]]:
    """The public names of each public module, each with one sentence about it."""
    return {described.name: dict(sorted(_names(described))) for described in public_modules()}


def page() -> str:
    """The page, in Markdown."""
    parts = [HEAD, "## At the top\n", *map(_section, _in_room(""))]
    for room, says in api.ROOMS.items():
        parts += [f"## {room.rpartition('.')[2]}\n\n{says}\n", *map(_section, _in_room(room))]
    return "\n".join(parts)


def _in_room(room: str) -> list[Module]:
    return [described for described in public_modules() if api.room_of(described.name) == room]


def _section(described: Module) -> str:
    rows = [[f"`{name}`", quoted(line)] for name, line in sorted(_names(described))]
    return f"### {described.name}\n\n{quoted(api.summary(described))}\n\n{table(['Name', 'What it is'], rows)}"


def _names(described: Module) -> Iterator[tuple[str, str]]:
    for member in described.members:
        if is_told(member):
            yield member.name, _sentence(member.doc)
    for name, where in described.borrowed:
        yield name, f"The same as `{where}`."


def is_told(member: Member) -> bool:
    """Whether a name of a public module is on the page."""
    return bool(member.doc) and not member.is_type_variable


def _sentence(doc: str) -> str:
    """The first sentence of a docstring."""
    return re.split(r"(?<=[.:])\s+(?=[A-Z`])", api.first_paragraph(doc), maxsplit=1)[0].removesuffix(":")
