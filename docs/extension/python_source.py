"""A module as its source tells it: docstring, public members, signatures whose types lead to where they are defined.

Read from the syntax tree, not from the running module: type aliases keep their names there, and a module whose extra is
not installed can be read too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

from docs.extension.code import ROOT

PACKAGE: Final = "shinkansen"
LONGEST_VALUE: Final = 70
"""Longer values of constants are left to the source."""


@frozen
class Member:
    """Something that a module or a class defines."""

    kind: str
    """The directive of Sphinx's Python domain that describes it."""
    name: str
    signature: str
    options: tuple[tuple[str, str], ...]
    doc: str
    line: int
    members: tuple[Member, ...] = ()
    bases: tuple[str, ...] = ()
    """The full names of a class's bases, as far as they are ours."""
    is_a: str = ""
    """The bases of a class in Markdown."""

    @property
    def is_type_variable(self) -> bool:
        """Whether it only stands for a type: nobody looks for it."""
        return dict(self.options).get("value", "").startswith(("TypeVar(", "ParamSpec("))


@frozen
class Module:
    name: str
    path: str
    """Below the root."""
    doc: str
    members: tuple[Member, ...]
    borrowed: tuple[tuple[str, str], ...]
    """Names of other modules that this one offers as its own, and where they are defined."""


@cache
def module(path: str) -> Module:
    """A module by its path below the root."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    tree.body = [*_as_type_checkers_see(tree.body)]
    name = module_name(path)
    names = _Names(name, tree)
    return Module(
        name,
        path,
        doc=_tidy(ast.get_docstring(tree) or ""),
        members=tuple(sorted(_members(tree.body, names, within=None), key=lambda member: member.is_type_variable)),
        borrowed=tuple((each, names.known[each]) for each in _offered(tree) if _is_elsewhere(names, each)),
    )


def _as_type_checkers_see(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What a module defines for type checkers is what a reader wants to see."""
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from node.body
        else:
            yield node


def module_name(path: str) -> str:
    """`shinkansen/core/plain_json.py` is `shinkansen.core.plain_json`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _offered(tree: ast.Module) -> list[str]:
    """What `__all__` lists."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            listed: list[str] = ast.literal_eval(node.value)
            return listed
    return []


def _is_elsewhere(names: _Names, name: str) -> bool:
    return not names.known.get(name, names.module).startswith(f"{names.module}.{name}")


# -- Names ------------------------------------------------------------------------------------------------------------


class _Names:
    """What the names in a module mean."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self.module = module
        self.known: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self.known |= {a.asname or a.name.partition(".")[0]: a.name for a in node.names}
            elif isinstance(node, ast.ImportFrom):
                passed = _passed_on(node.module or "")
                self.known |= {
                    alias.asname or alias.name: passed.get(alias.name, f"{node.module}.{alias.name}")
                    for alias in node.names
                }
        for node in tree.body:
            for name in _assigned(node):
                self.known[name] = f"{module}.{name}"

    def typed(self, annotation: ast.expr) -> str:
        """An annotation, each name in full, behind the sign that has Sphinx show its last part only."""
        written = ast.unparse(_Qualify(self).visit(ast.parse(ast.unparse(annotation), mode="eval").body))
        return re.sub(r"\((~[\w.]+)\)", r"\1", written)


@cache
def _passed_on(module: str) -> dict[str, str]:
    """What a module of ours imports only for others to import it from there, and where it comes from."""
    path = ROOT / f"{module.replace('.', '/')}.py"
    if not module.startswith(f"{PACKAGE}.") or not path.is_file():
        return {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return {name: imported[name] for name in _offered(tree) if name in imported}


class _Qualify(ast.NodeTransformer):
    def __init__(self, names: _Names) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _full(self._names.known[node.id]) if node.id in self._names.known else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        root, _, rest = ast.unparse(node).partition(".")
        return _full(f"{self._names.known[root]}.{rest}") if root in self._names.known else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if ast.unparse(node.value) == "Literal":
            return node  # its strings are values, not names
        return ast.Subscript(self.visit(node.value), self.visit(node.slice), node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        quoted = ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else None
        return self.visit(quoted) if quoted is not None else node


def _full(name: str) -> ast.expr:
    return ast.UnaryOp(ast.Invert(), ast.parse(name, mode="eval").body)


def _assigned(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    if isinstance(node, ast.Assign):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    return []


# -- Members ----------------------------------------------------------------------------------------------------------


def _members(body: list[ast.stmt], names: _Names, within: ast.ClassDef | None) -> Iterator[Member]:
    """The public members of a module or class, in the order of the source."""
    for place, node in enumerate(body):
        if any(name.startswith("_") for name in _assigned(node)):
            continue
        if isinstance(node, ast.ClassDef):
            yield _class(node, names)
        elif isinstance(node, ast.FunctionDef):
            yield _function(node, names, within)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from _data(node, _comment(body, place), names, within)


def _class(node: ast.ClassDef, names: _Names) -> Member:
    kind = "exception" if any(ast.unparse(base).endswith(("Error", "Exception")) for base in node.bases) else "class"
    bases = ", ".join(links(names.typed(base)) for base in node.bases if not ast.unparse(base).startswith("Generic"))
    return Member(
        kind,
        node.name,
        signature=_constructor(node, names),
        options=(("final", ""),) if "final" in _decorators(node) else (),
        doc=_tidy(ast.get_docstring(node) or ""),
        line=node.lineno,
        members=tuple(_members(node.body, names, within=node)),
        bases=tuple(_named(names.typed(base)) for base in node.bases if names.typed(base).startswith(f"~{PACKAGE}.")),
        is_a=f"Is a {bases}." if bases else "",
    )


def _named(typed: str) -> str:
    return typed.partition("[")[0].removeprefix("~")


def links(typed: str) -> str:
    """The type of a base in Markdown; what it is made of is left to the source."""
    name = typed.partition("[")[0]
    return f"{{py:class}}`{name}`" if name.startswith("~") else f"`{name}`"


def _constructor(node: ast.ClassDef, names: _Names) -> str:
    """How an instance is made: the fields of a class of `attrs`, or `__init__`; nothing for an enum or protocol."""
    if not any(name in ("frozen", "define") for name in _decorators(node)):
        init = next((each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"), None)
        return _parameters(init, names, within=node) if init else ""
    positional, named = list[str](), list[str]()
    for each in node.body:
        if isinstance(each, ast.AnnAssign) and not ast.unparse(each.annotation).startswith("ClassVar"):
            options = _field_options(each.value)
            if options.get("init") == "False":
                continue
            name = ast.literal_eval(options["alias"]) if "alias" in options else ast.unparse(each.target).lstrip("_")
            default = _default(each.value, options)
            written = f"{name}: {names.typed(each.annotation)}" + (f" = {default}" if default else "")
            (named if options.get("kw_only") == "True" else positional).append(written)
    return f"({', '.join([*positional, *(['*'] if named else []), *named])})"


def _field_options(value: ast.expr | None) -> dict[str, str]:
    if isinstance(value, ast.Call) and ast.unparse(value.func) in ("field", "attrs.field"):
        return {word.arg: ast.unparse(word.value) for word in value.keywords if word.arg}
    return {}


def _default(value: ast.expr | None, options: dict[str, str]) -> str:
    if "factory" in options:
        return "..."
    if isinstance(value, ast.Call) and ast.unparse(value.func) in ("field", "attrs.field"):
        return options.get("default", "")
    return _brief(value)


def _function(node: ast.FunctionDef, names: _Names, within: ast.ClassDef | None) -> Member:
    marks, options = _decorators(node), list[tuple[str, str]]()
    doc = _tidy(ast.get_docstring(node) or "")
    if {"property", "cached_property"} & marks:
        if node.returns is not None:
            options.append(("type", names.typed(node.returns)))
        if "abstractmethod" in marks:
            options.append(("abstractmethod", ""))
        return Member("property", node.name, "", tuple(options), doc, node.lineno)
    options += [(mark, "") for mark in ("abstractmethod", "classmethod", "staticmethod") if mark in marks]
    kind = "method" if within is not None else "function"
    return Member(kind, node.name, _parameters(node, names, within), tuple(options), doc, node.lineno)


def _parameters(node: ast.FunctionDef, names: _Names, within: ast.ClassDef | None) -> str:
    written = ast.parse(ast.unparse(ast.FunctionDef(node.name, node.args, [ast.Pass()], [], lineno=1))).body[0]
    assert isinstance(written, ast.FunctionDef)
    arguments = written.args
    if within is not None and "staticmethod" not in _decorators(node):
        (arguments.posonlyargs or arguments.args).pop(0)
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    for argument in filter(None, every):
        if argument.annotation is not None:
            argument.annotation = ast.parse(names.typed(argument.annotation), mode="eval").body
    returns = f" -> {names.typed(node.returns)}" if node.returns is not None and node.name != "__init__" else ""
    return f"({ast.unparse(arguments)}){returns}"


def _data(
    node: ast.Assign | ast.AnnAssign, comment: str, names: _Names, within: ast.ClassDef | None
) -> Iterator[Member]:
    annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
    for name in _assigned(node):
        if annotation == "TypeAlias" and node.value is not None:
            canonical = names.typed(node.value)
            yield Member("type", name, "", (("canonical", canonical),), comment, node.lineno)
            continue
        options = list[tuple[str, str]]()
        if isinstance(node, ast.AnnAssign) and annotation != "Final":
            inner = node.annotation
            if isinstance(inner, ast.Subscript) and ast.unparse(inner.value) in ("Final", "ClassVar"):
                inner = inner.slice
            options.append(("type", names.typed(inner)))
        if value := _default(node.value, _field_options(node.value)):
            options += [("value", value)] if value != "..." else []
        yield Member("attribute" if within else "data", name, "", tuple(options), comment, node.lineno)


def _brief(value: ast.expr | None) -> str:
    written = ast.unparse(value) if value is not None else ""
    return written if len(written) <= LONGEST_VALUE else "..."


def _comment(body: list[ast.stmt], place: int) -> str:
    """The docstring below an assignment."""
    below = body[place + 1] if place + 1 < len(body) else None
    if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str):
        return _tidy(_dedented(below.value.value))
    return ""


def _dedented(text: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *(line.strip() for line in rest)])


def _decorators(node: ast.ClassDef | ast.FunctionDef) -> set[str]:
    called = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return {ast.unparse(each).rpartition(".")[2] for each in called}


def _tidy(doc: str) -> str:
    """A docstring as Markdown: what it shows at the prompt stands in a block of its own."""
    return re.sub(r"(?m)^>>> (?:.+\n?)+", lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", doc.strip())
