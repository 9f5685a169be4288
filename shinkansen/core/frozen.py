"""Tables and lists that cannot be changed, for plain values that are read once and shared by everybody.

To a reader they are an ordinary `dict` and `list`, equal to plain ones; trying to change one raises a `TypeError`. To
change one, copy it: `dict(table)`, `[*items]`, `{**table, "key": 1}` and `copy.deepcopy` give plain ones.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar, cast

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


def _refuse(self: object, *_: object, **__: object) -> NoReturn:
    raise TypeError(f"this {type(self).__mro__[1].__name__} is shared and cannot be changed; copy it first")


class FrozenDict(dict[K, V]):
    """A table that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[K, V]:
        return copy.deepcopy(dict(self), memo)


class FrozenList(list[V]):
    """A list that cannot be changed."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenList, ([*self],)

    def __deepcopy__(self, memo: dict[int, Any]) -> list[V]:
        return copy.deepcopy([*self], memo)


def freeze_table(table: Mapping[K, V]) -> dict[K, V]:
    """A table of frozen values, itself frozen."""
    return table if isinstance(table, FrozenDict) else FrozenDict(table)


def freeze(value: T) -> T:
    """The same plain value with all tables and lists in it frozen; anything already frozen stays as it is."""
    if type(value) is dict:
        table = cast("dict[Any, Any]", value)
        return cast("T", FrozenDict({key: freeze(item) for key, item in table.items()}))
    if type(value) is list:
        return cast("T", FrozenList([freeze(item) for item in cast("list[Any]", value)]))
    return value
