"""Pencils: which colour each seat draws in which round.

The pencils lie in a circle, those of the seats and the spare ones between them, and after each round all go one place
to the left. A solo player draws the lines in the order in which the pencils were laid out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shinkansen.nextstation.kit import Kit


def colours_in(kit: Kit, pencils: tuple[str, ...], gap: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The colour of each seat in a round (from 0), as its place in the sheet's list (4.8, 13.2)."""
    at = kit.colour_index
    if kit.solo:
        return (at[pencils[number]],)
    return tuple([at[pencils[(place - number) % len(pencils)]] for place in places(kit.seats, gap)])


def places(seats: int, gap: tuple[int, ...]) -> tuple[int, ...]:
    """Where the seats are among the places of the pencils: two have a spare one to the left of each (2.3), three have
    one to the left of one of them (2.2)."""
    if seats == 2:
        return 0, 2
    if seats == 3:
        return tuple([seat if seat <= gap[0] else seat + 1 for seat in range(seats)])
    return tuple(range(seats))
