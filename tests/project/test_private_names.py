"""What only its own module uses is private by its name, in the modules that are public.

If this fails, begin the name with an underscore; or, if it is meant for others, say what it is for in a docstring.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import NewType

from docs.extension import public
from docs.extension.python_source import Member, module_name
from shinkansen.core.game import Kind
from tests.build.public_surface import ROOT


def test_what_only_its_own_module_uses_is_private_by_name() -> None:
    """In a public module a name without underscore is on the page or shared with another module of the package.

    A constant is often explained for ourselves only, so it is also used by somebody: the package, a test, a page or an
    example. Not so types, and the kinds of parts, by which others ask a game. Type variables are nobody's business.
    """
    wrong = [f"{name}.{member.name}" for name, member in named() if not is_meant(name, member)]
    assert wrong == [], "begin it with an underscore, or say what it is for"


def named() -> Iterator[tuple[str, Member]]:
    """Every name without underscore in a public module."""
    for described in public.public_modules():
        yield from ((described.name, member) for member in described.members if not member.is_type_variable)


def is_meant(module: str, member: Member) -> bool:
    running = import_module(module)
    if member.name in getattr(running, "__all__", ()):
        return public.is_told(member)
    users = users_by_name()[module].get(member.name, set()) - {module}
    shared = any(user.startswith("shinkansen.") for user in users)
    needs_user = member.kind == "data" and not isinstance(getattr(running, member.name), Kind | NewType)
    return shared or (public.is_told(member) and (bool(users) or not needs_user))


# -- who uses what ----------------------------------------------------------------------------------------------------


@cache
def users_by_name() -> Mapping[str, Mapping[str, set[str]]]:
    """For each module of the package and each name in it the modules that use it."""
    sources = {
        module_name(path.relative_to(ROOT).as_posix()): path
        for folder in ("shinkansen", "tests", "docs", "examples")
        for path in (ROOT / folder).rglob("*.py")
    }
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for user, path in sources.items():
        for module, name in uses(ast.parse(path.read_text(encoding="utf-8")), {*sources}):
            found[module][name].add(user)
    return found


def uses(tree: ast.Module, modules: set[str]) -> Iterator[tuple[str, str]]:
    """The names of other modules that a module uses: imported, through their module, or by a string."""
    nodes, aliases = [*ast.walk(tree)], dict[str, str]()
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if f"{node.module}.{alias.name}" in modules:
                    aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                else:
                    yield f"{node.module}", alias.name
    for node in nodes:
        match node:
            case ast.Attribute(ast.Name(short), name) if short in aliases:
                yield aliases[short], name
            case ast.Call(args=[ast.Name(short), ast.Constant(str(name)), *_]) if short in aliases:
                yield aliases[short], name  # such as monkeypatch.setattr(module, "NAME", value)
            case ast.Constant(str(reference)) if reference.partition(":")[0] in modules:
                yield reference.partition(":")[0], reference.partition(":")[2]  # such as a part of a game
            case _:
                pass


def test_a_use_is_seen_in_every_form() -> None:
    source = """
from shinkansen.core import record, registry as games
from shinkansen.core.chance import Node
games.names()
monkeypatch.setattr(record, "MOST", 3)
parts = {"rules": "shinkansen.core.play:plies"}
"""
    known = {f"shinkansen.core.{name}" for name in ("record", "registry", "chance", "play")}
    assert {*uses(ast.parse(source), known)} == {
        ("shinkansen.core.registry", "names"),
        ("shinkansen.core.chance", "Node"),
        ("shinkansen.core.record", "MOST"),
        ("shinkansen.core.play", "plies"),
    }
