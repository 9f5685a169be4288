"""Python classes on the pages of games: a link to the reference if it has the class, or else the name."""

from __future__ import annotations

from docs.extension.api import public
from docs.extension.python_source import module_name
from docs.extension.words import code


def is_shown(module: str) -> bool:
    """Whether the reference has a page of a module."""
    return any(module_name(path) == module for path in public())


def class_link(kind: type[object]) -> str:
    """A class, as Markdown."""
    if not is_shown(kind.__module__):
        return code(kind.__name__)
    return f"{{py:class}}`~{kind.__module__}.{kind.__qualname__}`"
