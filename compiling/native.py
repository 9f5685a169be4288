"""Native forms of value classes: what a class with `@frozen` or `@define` is turned into where its room is compiled.

To mypyc a class with a decorator of attrs is an ordinary Python class. Its native form has the same fields, methods and
behaviour, written out: an `__init__`, comparison and hash of its own, and fields that cannot be set. attrs still knows
it, because `core.native_values.dress` tells attrs about the fields when the room is imported. And wherever a value is
made with a fast constructor (`core.fast_attrs`), the compiled form calls the class itself, which is faster still.

Everything is done on the text of the room, so that everything that is not a value class is compiled as it stands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

VALUES: Final = {"frozen": True, "define": False}
"""The decorators of value classes, and whether their fields are frozen."""
OPTIONS: Final = {"weakref_slot", "eq"}
"""Their options that have a native form."""
FIELD_OPTIONS: Final = {"default", "hash", "repr"}
"""The options of a field that have a native form."""
PREAMBLE: Final = "import typing as _t; from shinkansen.core.native_values import dress as _dress"

TO_MYPYC: Final = "if _t.TYPE_CHECKING: from mypy_extensions import mypyc_attr as _mypyc_attr"
"""A value cannot refer to itself, so the garbage collector need not look at it: it is made and freed faster."""


class NativeError(Exception):
    """A class has no native form."""


@dataclass(frozen=True)
class Field:
    """A field of a value class, as source."""

    name: str
    type: str
    default: str
    options: Mapping[str, str]

    @property
    def parameter(self) -> str:
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")

    @property
    def told(self) -> str:
        """What attrs is told about it."""
        given = {"type": repr(self.type), **({"default": self.default} if self.default else {}), **self.options}
        return f"{self.name!r}: {{{', '.join(f'{option!r}: {value}' for option, value in given.items())}}}"


def makers(text: str) -> dict[str, str]:
    """The fast constructors that a room defines, with the class that each makes."""
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(name)], value=ast.Call(ast.Name("fast_constructor"), [ast.Name(made)]))
                | ast.AnnAssign(target=ast.Name(name), value=ast.Call(ast.Name("fast_constructor"), [ast.Name(made)]))
            ):
                found[name] = made
            case _:
                pass
    return found


def native(text: str, made: Mapping[str, str]) -> str:
    """The text of a room as it is compiled; `made` are the fast constructors of all rooms.

    Each line stays where it was, so a traceback leads to the line of the source."""
    lines = text.split("\n")
    told: list[str] = []
    # From the end, so that places before it stay where they are even if a form needs more lines than there were.
    for node in reversed(ast.parse(text).body):
        _refuse_cached_properties(node)
        if isinstance(node, ast.ClassDef) and (decorator := _decorator(node)) is not None:
            told.insert(0, _rewrite(node, decorator, lines))
        elif isinstance(node, ast.ImportFrom) and (makers := [each.name for each in node.names if each.name in made]):
            classes = ", ".join(dict.fromkeys(made[maker] for maker in makers))
            _append(lines, node, f"from {node.module} import {classes}")
        elif isinstance(node, ast.ImportFrom) and node.module == "__future__":
            _append(lines, node, PREAMBLE)
            lines[node.end_lineno or 0] = TO_MYPYC  # the empty line that follows
    text = "\n".join([*lines, *told, ""])
    return re.sub(r"\b(\w+)\(", lambda call: f"{made.get(call[1], call[1])}(", text)


def _refuse_cached_properties(node: ast.stmt) -> None:
    """mypyc keeps nothing for them: what should be worked out once would be worked out at every call."""
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef) and any(
            ast.unparse(decorator).endswith("cached_property") for decorator in each.decorator_list
        ):
            raise NativeError(f"the property {each.name} is cached, which it would not be when compiled")


def _append(lines: list[str], node: ast.stmt, statement: str) -> None:
    """Put one more statement on the line on which another ends."""
    last = (node.end_lineno or node.lineno) - 1
    lines[last] = f"{lines[last].partition('  #')[0]}; {statement}"


def _decorator(node: ast.ClassDef) -> ast.expr | None:
    """The decorator that makes it a value class."""
    for each in node.decorator_list:
        name = each.func if isinstance(each, ast.Call) else each
        if isinstance(name, ast.Name) and name.id in VALUES:
            return each
    return None


def _rewrite(node: ast.ClassDef, decorator: ast.expr, lines: list[str]) -> str:
    """Put the native form of a class in its place; what is then to be told to attrs, as a statement."""
    given = {each.arg or "": each.value for each in decorator.keywords} if isinstance(decorator, ast.Call) else {}
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    frozen = VALUES[name.id] if isinstance(name, ast.Name) else True
    if node.bases or node.keywords or len(node.decorator_list) > 1 or not given.keys() <= OPTIONS:
        raise NativeError(f"the class {node.name} has bases, decorators or options that have no native form")
    fields = [_field(node.name, each) for each in node.body if isinstance(each, ast.AnnAssign)]
    if not fields:
        raise NativeError(f"the class {node.name} has no fields, and so no native form")
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    for method in methods:
        _take_anything(method, lines)
    first = decorator.lineno - 1
    if methods:
        after = min([methods[0].lineno, *(each.lineno for each in methods[0].decorator_list)]) - 1
    else:
        after = node.end_lineno or node.lineno
        while after < len(lines) and not lines[after]:
            after += 1
    form = [*_form(node.name, fields, frozen, compared="eq" not in given)]
    lines[first:after] = [*form, *[""] * (after - first - len(form))]
    known = ", ".join(each.told for each in fields)
    return f"_dress({node.name}, {{{known}}}, frozen={frozen}, doc={ast.get_docstring(node, clean=False)!r})"


def _form(name: str, fields: list[Field], frozen: bool, compared: bool) -> Iterator[str]:
    """The native form without the methods, on as few lines as can be."""
    final = "_t.Final[{}]" if frozen else "{}"
    yield "@_mypyc_attr(native_class=True, acyclic=True)"
    yield f"class {name}:"
    declared = [f"{each.name}: {final.format(each.type)}" for each in fields]
    matched = f"__match_args__: _t.Final = ({''.join(f'{each.name!r}, ' for each in fields)})"
    yield f"    {'; '.join((*declared, matched))}"
    kept = "; ".join(f"self.{each.name} = {each.name}" for each in fields)
    yield f"    def __init__(self, {', '.join(each.parameter for each in fields)}) -> None: {kept}"
    parts = "".join(f"self.{each.name}, " for each in fields)
    yield f"    def __reduce__(self) -> tuple[_t.Any, ...]: return ({name}, ({parts}))"
    if compared:
        same = " and ".join(f"self.{each.name} == other.{each.name}" for each in fields)
        hashed = "".join(f"self.{each.name}, " for each in fields if each.options.get("hash") != "False")
        answer = f"{same} if isinstance(other, {name}) else NotImplemented"
        yield f"    def __eq__(self, other: object) -> bool: return {answer}"
        yield f"    def __hash__(self) -> int: return hash(({name!r}, {hashed}))"


def _take_anything(method: ast.FunctionDef, lines: list[str]) -> None:
    """Let a method have any arguments: people call it, and what it says to a wrong one is ours. It is no hot code."""
    given: list[ast.arg] = [*method.args.args, *method.args.kwonlyargs]
    for place in [each.annotation for each in reversed(given)]:
        if place is not None and place.lineno == place.end_lineno:
            line = lines[place.lineno - 1]
            lines[place.lineno - 1] = f"{line[: place.col_offset]}_t.Any{line[place.end_col_offset :]}"


def _field(owner: str, node: ast.AnnAssign) -> Field:
    """A field from its line; only what every native form can have."""
    name, kind = ast.unparse(node.target), ast.unparse(node.annotation)
    match node.value:
        case None:
            return Field(name, kind, "", {})
        case ast.Call(ast.Name("field"), [], keywords):
            given = {each.arg or "": ast.unparse(each.value) for each in keywords}
            if not given.keys() <= FIELD_OPTIONS:
                raise NativeError(f"the field {owner}.{name} has options that have no native form")
            default = given.pop("default", "")
            return Field(name, kind, default, given)
        case value:
            return Field(name, kind, ast.unparse(value), {})
