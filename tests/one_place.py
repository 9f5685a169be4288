"""Where a game's modules read its rulings and its law: each ruling in the law alone, each field of the law in one
function. It is read off the syntax trees, so that no ruling can be decided twice."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection
from pathlib import Path


def rulings_read(folder: Path, slugs: Collection[str]) -> dict[str, Counter[str]]:
    """How often each module reads each of these attributes of something called `rulings`; modules that read none are
    left out."""
    found: dict[str, Counter[str]] = {}
    for path in folder.rglob("*.py"):
        reads = Counter(
            node.attr
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name | ast.Attribute)
            and (node.value.id if isinstance(node.value, ast.Name) else node.value.attr) == "rulings"
            and node.attr in slugs
        )
        if reads:
            found[path.relative_to(folder).as_posix()] = reads
    return found


def law_read(folder: Path, fields: Collection[str]) -> dict[str, int]:
    """In how many functions of the engine each field of the law is read."""
    reads: Counter[str] = Counter()
    for path in folder.glob("*.py"):
        if path.name != "law.py":
            reads += _read_in_functions(ast.parse(path.read_text(encoding="utf-8")), "law")
    return {name: reads[name] for name in fields}


def _read_in_functions(tree: ast.AST, owner: str) -> Counter[str]:
    """How often each attribute of something called `owner` is read, counted by enclosing function."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {
                inner.attr
                for inner in ast.walk(node)
                if isinstance(inner, ast.Attribute)
                and (
                    (isinstance(inner.value, ast.Name) and inner.value.id == owner)
                    or (isinstance(inner.value, ast.Attribute) and inner.value.attr in (owner, f"_{owner}"))
                )
            }
            found.update(names)
    return found
