"""What attrs gives a frozen class, for the native form that it has in a compiled package (`compiling/native.py`).

A native class has its own `__init__`, comparison, hash and pickling, in machine code. Everything else that is expected
of a class of attrs it gets here: attrs knows its fields and their types, so `evolve`, `fields`, structuring and drawing
work; it is printed in the same way; setting a field raises the same error.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attr


def dress(cls: type[Any], fields: Mapping[str, Mapping[str, Any]], frozen: bool, doc: str | None) -> None:
    """Tell attrs about the fields of a native class: by name the options, and the type as text, as in the source."""
    known = {name: attr.ib(**options) for name, options in fields.items()}
    attr.s(cls, these=known, frozen=frozen, init=False, eq=False, match_args=False)
    cls.__doc__ = doc
    cls.__annotations__ = {name: options["type"] for name, options in fields.items()}
