"""The API reference: a page for every public module of the package, with all its public members.

`shinkansen.commands` has none; what it is there for is on the page of the command line.
"""

from __future__ import annotations

from typing import Final

from docs.extension import code
from docs.extension.python_source import Member, Module, module
from docs.extension.words import table

FOLDER: Final = "reference/api"
ROOMS: Final = {
    "shinkansen.core": "What every game here shares; it knows no game.",
    "shinkansen.zerokei": "Shinkansen: Zero-Kei, behind the contract of `core.ruleset`.",
    "shinkansen.verify": "Checking somebody else's implementation over the wire.",
    "shinkansen.testing": "Checks anybody can run: strategies, laws, machines, mutants.",
}
"""The rooms of the house."""


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
    parts: list[str] = []
    top = [each for each in modules if not any(f"{each.name}.".startswith(f"{room}.") for room in ROOMS)]
    parts.append(_rows(top))
    for room, says in ROOMS.items():
        inside = [each for each in modules if f"{each.name}.".startswith(f"{room}.")]
        parts.append(f"## {room.rpartition('.')[2]}\n\n{says}\n\n{_rows(inside)}")
    listed = "\n".join(each.name for each in modules)
    return f"""# The API

Every public module, with its members, their types and where they stand in the source. Most people need
{{py:class}}`~shinkansen.zerokei.ruleset.ZeroKei`, which fulfils the contract
{{py:class}}`~shinkansen.core.ruleset.Ruleset`, and {{py:mod}}`shinkansen.zerokei.moves`.

{chr(10).join(parts)}

```{{toctree}}
:hidden:

{listed}
```
"""


def _rows(modules: list[Module]) -> str:
    return table(["Module", "What lives there"], [[f"[`{m.name}`]({m.name}.md)", _summary(m)] for m in modules])


def _summary(described: Module) -> str:
    """The first paragraph of the docstring, which by our custom is one sentence."""
    return described.doc.partition("\n\n")[0].replace("\n", " ").removesuffix(":")


def _page(described: Module) -> str:
    page = _docname(described.name)
    members = "\n\n".join(_member(each, described, page, fence=7) for each in described.members)
    parts = [
        f"# {described.name}",
        f"```{{py:module}} {described.name}\n```",
        described.doc,
        _source(described, page, 1),
    ]
    if described.borrowed:
        names = ", ".join(f"{{py:obj}}`~{where}`" for _, where in described.borrowed)
        parts.append(f"Offered here too: {names}.")
    if described.members:
        parts.append(" · ".join(f"[`{each.name}`](#{described.name}.{each.name})" for each in described.members))
    return "\n\n".join([*parts, members]).rstrip() + "\n"


def _member(member: Member, described: Module, page: str, fence: int) -> str:
    ticks = "`" * fence
    options = "".join(f":{name}: {value}".rstrip() + "\n" for name, value in member.options)
    inside = [_source(described, page, member.line)] if member.kind not in ("attribute", "data", "type") else []
    if member.doc:
        inside.append(member.doc)
    inside += [_member(each, described, page, fence - 1) for each in member.members]
    body = "\n\n".join(inside)
    return f"{ticks}{{py:{member.kind}}} {member.name}{member.signature}\n{options}\n{body}\n{ticks}"


def _source(described: Module, page: str, line: int) -> str:
    return f'<a class="source-link" href="{code.address(page, described.path, line)}">source</a>'
