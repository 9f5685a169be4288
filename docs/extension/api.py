"""The API reference: a page for every public module of the package, with all its public members.

`shinkansen.commands` has none; what it is there for is on the page of the command line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import attrs

from docs.extension import code
from docs.extension.python_source import Member, Module, module
from docs.extension.words import table

FOLDER: Final = "reference/api"
ROOMS: Final = {
    "shinkansen.core": "What all games share; it knows no particular game.",
    "shinkansen.readings": "What an answer to a ruling changes: a short game that shows it, and how often it matters.",
    "shinkansen.paper": "Pictures and pages that any game can make; it knows no particular game.",
    "shinkansen.zerokei": "Shinkansen: Zero-Kei, behind the contract of `core.ruleset`.",
    "shinkansen.nextstation": "Next Station, behind the same contract.",
    "shinkansen.verify": "Checking somebody else's implementation over the wire.",
    "shinkansen.testing": "Checks for any game: strategies, laws, machines, mutants.",
}
"""The packages, each with a sentence about it."""
PUBLIC: Final = {
    "shinkansen": ("", "pytest_plugin"),
    "shinkansen.core": (
        "attrs_ruleset", "chance", "choices", "citations", "clauses", "draws", "errors", "game", "invariants",
        "knowledge", "opaque", "parts", "play", "players", "position", "prose", "provenance", "record", "record_rules",
        "registry", "ruleset", "rulings", "search", "settings",
    ),
    "shinkansen.paper": (
        "changes", "layout", "markup", "panels", "parts", "picture", "replay", "replay.narrator", "scores", "shapes",
        "svg", "theme",
    ),
    "shinkansen.readings": ("contrast", "impact", "parts", "witnesses"),
    "shinkansen.zerokei": (
        "citations", "deal", "edition", "edition_check", "happenings", "moves", "notation", "picture", "rulebook",
        "ruleset", "rulings", "states", "table", "testing", "testing.corners", "testing.mutants",
        "testing.small_worlds", "testing.state_damage", "testing.strategies", "testing.tables",
    ),
    "shinkansen.nextstation": (
        "deal", "happenings", "moves", "notation", "rulebook", "ruleset", "rulings", "sheet", "sheet_check", "table",
        "testing.mutants", "testing.strategies", "testing.tables",
    ),
    "shinkansen.testing": (
        "", "differences", "exploration", "json_damage", "laws", "mutants", "secret_laws", "secrets", "situation",
        "small_worlds", "stateful", "strategies", "telling",
    ),
    "shinkansen.verify": (
        "conversation.serving", "conversation.transports", "judging.artefact", "judging.choose_vectors",
        "judging.difference", "judging.findings", "judging.plan", "judging.runner", "judging.script", "judging.vectors",
    ),
}  # fmt: skip
"""The modules that are made to be used; the others are how it works, and may change with any release.

This is the one place that decides it. The names in them are on the page `docs/public.md` (`public`).
"""


def is_public(name: str) -> bool:
    """Whether a module is made to be used."""
    return any(name == f"{room}.{each}".rstrip(".") for room, some in PUBLIC.items() for each in some)


def public() -> tuple[str, ...]:
    """The files of all public modules."""
    hidden = ("shinkansen/commands/", "shinkansen/__main__")
    return tuple(path for path in code.shown() if path.startswith("shinkansen/") and not path.startswith(hidden))


def pages() -> dict[str, str]:
    """The pages by docname."""
    modules = [module(path) for path in public()]
    return {f"{FOLDER}/index": _index(modules), **{_docname(each.name): _page(each) for each in modules}}


def _docname(name: str) -> str:
    return f"{FOLDER}/{name}"


def _index(modules: list[Module]) -> str:
    used = [each for each in modules if is_public(each.name)]
    others = [each for each in modules if not is_public(each.name)]
    parts = [_rows([each for each in used if not room_of(each.name)])]
    parts += [
        f"## {room.rpartition('.')[2]}\n\n{says}\n\n{_rows([each for each in used if room_of(each.name) == room])}"
        for room, says in ROOMS.items()
    ]
    listed = "\n".join(each.name for each in [*used, *others])
    return f"""# The API

Every module that is made to be used, with its members, their types and where they stand in the source. Most people need
{{py:class}}`~shinkansen.zerokei.ruleset.ZeroKei`, which fulfils the contract
{{py:class}}`~shinkansen.core.ruleset.Ruleset`, {{py:class}}`~shinkansen.zerokei.table.Table` and
{{py:mod}}`shinkansen.zerokei.moves`.

{chr(10).join(parts)}

## How it works

What the modules above are made of. It is described for those who change it, and may change with any release.

{_rows(others)}

```{{toctree}}
:hidden:

{listed}
```
"""


def room_of(name: str) -> str:
    """The room that a module is in; the top has none."""
    return next((room for room in ROOMS if f"{name}.".startswith(f"{room}.")), "")


def _rows(modules: list[Module]) -> str:
    return table(["Module", "What lives there"], [[f"[`{m.name}`]({m.name}.md)", summary(m)] for m in modules])


def summary(described: Module) -> str:
    """The first paragraph of the docstring, which by our custom is one sentence."""
    return first_paragraph(described.doc).removesuffix(":")


def _page(described: Module) -> str:
    page = _docname(described.name)
    told = [with_inherited(each) for each in described.members]
    members = "\n\n".join(_member(each, described, page, fence=7) for each in told)
    parts = [
        f"# {described.name}",
        f"```{{py:module}} {described.name}\n```",
        described.doc,
        _source(described, page, 1),
    ]
    if described.borrowed:
        names = ", ".join(f"{{py:obj}}`~{where}`" for _, where in described.borrowed)
        parts.append(f"Also available here: {names}.")
    if described.members:
        parts.append(" · ".join(f"[`{each.name}`](#{described.name}.{each.name})" for each in described.members))
    return "\n\n".join([*parts, members]).rstrip() + "\n"


def _member(member: Member, described: Module, page: str, fence: int) -> str:
    ticks = "`" * fence
    options = "".join(f":{name}: {value}".rstrip() + "\n" for name, value in member.options)
    inside = [_source(described, page, member.line)] if member.kind not in ("attribute", "data", "type") else []
    inside += filter(None, [member.is_a, member.doc])
    inside += [_member(each, described, page, fence - 1) for each in member.members]
    body = "\n\n".join(inside)
    return f"{ticks}{{py:{member.kind}}} {member.name}{member.signature}\n{options}\n{body}\n{ticks}"


def _source(described: Module, page: str, line: int) -> str:
    return f'<a class="source-link" href="{code.address(page, described.path, line)}">source</a>'


# -- What a class has from others -------------------------------------------------------------------------------------


@cache
def _classes() -> dict[str, Member]:
    """Every class by its full name."""
    found: dict[str, Member] = {}
    for described in map(module, public()):
        found |= {f"{described.name}.{each.name}": each for each in described.members if each.kind in CLASSES}
    return found


CLASSES: Final = ("class", "exception")


def with_inherited(member: Member) -> Member:
    """A class with what its bases say: the text of what it defines anew without a word, and a list of the rest."""
    if member.kind not in CLASSES:
        return member
    above = {each.name: (base, each) for base, each in reversed([*_above(member)])}
    told = [
        attrs.evolve(each, doc=each.doc or _said_by(*above[each.name])) if each.name in above else each
        for each in member.members
    ]
    own = {each.name for each in member.members}
    more = [
        (base, each) for name, (base, each) in above.items() if name not in own and each.kind in ("method", "property")
    ]
    rows = [
        [f"{{py:obj}}`{each.name} <{base}.{each.name}>`", first_paragraph(each.doc)]
        for base, each in sorted(more, key=_name)
    ]
    doc = "\n\n".join(filter(None, [member.doc, f"From its bases:\n\n{table(['Name', ''], rows)}" if rows else ""]))
    return attrs.evolve(member, doc=doc, members=tuple(told))


def _above(member: Member) -> Iterator[tuple[str, Member]]:
    """What the bases of a class define, nearest first, and where."""
    for base in member.bases:
        if base in _classes():
            yield from ((base, each) for each in _classes()[base].members)
            yield from _above(_classes()[base])


def _name(pair: tuple[str, Member]) -> str:
    return pair[1].name


def _said_by(base: str, member: Member) -> str:
    """The text of a base about a member, and whose it is."""
    return f"{member.doc}\n\n(From {{py:obj}}`{base.rpartition('.')[2]} <{base}.{member.name}>`.)" if member.doc else ""


def first_paragraph(doc: str) -> str:
    """The first paragraph of a text, on one line."""
    return doc.partition("\n\n")[0].replace("\n", " ")
