"""Damaged JSON: a good value with something wrong somewhere in it, for readers that must refuse it politely."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, cast

from shinkansen.testing.extra import st

SCRAPS: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([2**53, 10**400, "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Meaningless JSON, including what Python's JSON reader lets through: decimals, huge numbers, lone surrogates."""


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: the container, and the key or index in it."""
    keys: list[Any] = []
    if isinstance(value, dict):
        keys = list(cast("dict[str, Any]", value))
    elif isinstance(value, list):
        keys = list(range(len(value)))  # pyright: ignore[reportUnknownArgumentType]
    for key in keys:
        yield value, key
        yield from places(value[key])


@st.composite
def damaged(draw: st.DrawFn, content: Any, most: int = 3) -> Any:
    """A JSON value changed in a few places: things replaced by scraps, removed, copied from elsewhere or added."""
    changed = copy.deepcopy(content)
    for _ in range(draw(st.integers(1, most))):
        everywhere = list(places(changed))
        if not everywhere:
            break
        holder, key = everywhere[draw(st.integers(0, len(everywhere) - 1))]
        deed = draw(st.sampled_from(["scrap", "remove", "copy", "add"]))
        if deed == "scrap":
            holder[key] = draw(SCRAPS)
        elif deed == "remove":
            del holder[key]
        elif deed == "copy":
            other, its_key = everywhere[draw(st.integers(0, len(everywhere) - 1))]
            holder[key] = copy.deepcopy(other[its_key])
        elif isinstance(holder, dict):
            holder[draw(st.text(max_size=5))] = draw(SCRAPS)
        else:
            holder.insert(key, draw(SCRAPS))
    return changed
