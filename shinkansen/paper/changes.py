"""Changes: what a picture points out to somebody who knows another one.

A game lists what lies on its table as an inventory: every piece by its name (as in `data-piece`), with where it is and
how it lies; of amounts the number.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from attrs import field, frozen

from shinkansen.paper.markup import minus

Inventory: TypeAlias = Mapping[str, object]
"""Every piece by its name, with where it is and how it lies."""


@frozen
class Changes:
    """What is new or different: the names of pieces, and what amounts were before."""

    pieces: frozenset[str] = frozenset()
    was: dict[str, int] = field(factory=dict[str, int], hash=False)

    def amount(self, name: str, now: int) -> str:
        """An amount, with what it was before if it has changed."""
        was = self.was.get(name)
        return minus(now) if was is None else f"{minus(was)}→{minus(now)}"


def changed(old: Inventory, new: Inventory, amounts: Collection[str], also: Collection[str] = ()) -> Changes:
    """What differs between two inventories, and what else is to be pointed out.

    `amounts` are the kinds of pieces that are amounts: the first part of their names, as `yen` in `yen:red`.
    """
    found = {name for name, how in new.items() if name not in old or old[name] != how} | {*also}
    was = {name: old[name] for name in found if name in old and name.partition(":")[0] in amounts}
    return Changes(frozenset(found), {name: amount for name, amount in was.items() if isinstance(amount, int)})
