"""The games whose pictures are tested: for each the tables to draw, and what in its pictures is not on the table.

`python -m tests.paper.drawn_games` writes the reviewed snapshots, `tests/pictures/*.svg`, anew: look at them before you
commit them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final, TypeAlias, cast

from attrs import frozen
from hypothesis import strategies as st

from shinkansen.core.clauses import Rulebook
from shinkansen.core.record import Record, read, replay
from shinkansen.core.registry import game as game_of
from shinkansen.nextstation import picture as ns
from shinkansen.nextstation.picture.inventory import inventory as ns_inventory
from shinkansen.nextstation.picture.look import Look
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.testing import corners as ns_corners
from shinkansen.nextstation.testing import strategies as ns_strategies
from shinkansen.nextstation.witnesses import editions
from shinkansen.paper.picture import Picture
from shinkansen.zerokei import picture as zk
from shinkansen.zerokei.edition import Ability, Action, Effect
from shinkansen.zerokei.picture.inventory import inventory as zk_inventory
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing import strategies as zk_strategies
from shinkansen.zerokei.testing.corners import corner
from tests.build.make_corpus import game

FOLDER: Final = Path(__file__).parents[1] / "pictures"
FROZEN: Final = Path(__file__).parents[1] / "frozen" / "record-1"

Found: TypeAlias = tuple[Any, Any]
"""Rules, and a state of theirs."""


@frozen
class Drawn:
    """A game with pictures."""

    name: str
    module: ModuleType
    tables: st.SearchStrategy[Found]
    """States of all kinds, over or not."""
    unfinished: st.SearchStrategy[Found]
    around: frozenset[str]
    """The kinds of pieces that are not in the inventory: the first part of their names."""
    inventory: Callable[[Any, Any], Mapping[str, object]]
    raw_ids: Callable[[Any], frozenset[str]]
    wrong_moves: Callable[[Any, Any], st.SearchStrategy[Any]]
    """Moves and other things that are mostly refused in a state."""
    rules: Callable[[int], Any]
    """For so many seats."""
    record: Callable[[], Record]
    """A long one, for the commands."""
    snapshots: Mapping[str, Callable[[], Picture]]

    @property
    def rulebook(self) -> Rulebook:
        return game_of(self.name).rulebook

    def picture(self, *args: Any, **more: Any) -> Picture:
        return cast("Picture", self.module.picture(*args, **more))

    def show(self, *args: Any, **more: Any) -> Picture:
        return cast("Picture", self.module.show(*args, **more))


# -- Zero-Kei


def _bent(seats: int, seed: int) -> Found:
    """A table that play seldom reaches."""
    rules = zk_strategies.rules_for(seats)
    return rules, corner(rules, Random(seed))


def _recorded(name: str, ply: int, theme: str, point_out: bool = False, layout: str = "tall") -> Picture:
    told = read(FROZEN / f"{name}.json")
    rules = rules_of(told)
    found = [*replay(rules, told)][ply]
    if point_out:
        return zk.show(rules, found.move, found.state, theme, layout)
    return zk.picture(rules, found.step.state, theme=theme, layout=layout)


def _solo(ply: int, layout: str = "tall") -> Picture:
    rules = ZeroKei(seats=1)
    return zk.picture(rules, [*replay(rules, game(rules, seed=4))][ply].step.state, theme="light", layout=layout)


def _raw_ids(rules: Any) -> frozenset[str]:
    cells = [cell.id for cell in rules.edition.hideo.cells]
    values = [value for kind in (Effect, Action, Ability) for value in kind if "-" in value]
    return zk_strategies.raw_ids(rules) | {*rules.kit.city_ids, *cells, *values}


ZEROKEI: Final = Drawn(
    "zerokei",
    zk,
    st.builds(_bent, st.sampled_from([1, 2, 3, 4]), st.integers(0, 2**16))
    | st.one_of(
        zk_strategies.positions(over=True),
        zk_strategies.positions(over=True, of=zk_strategies.SOLO),
        zk_strategies.positions(60, over=True, of=zk_strategies.VARIED),
        zk_strategies.corners(zk_strategies.ZEROKEI),
        zk_strategies.corners(zk_strategies.SOLO),
    ).map(lambda found: (found.rules, found.state)),
    st.one_of(zk_strategies.positions(), zk_strategies.positions(of=zk_strategies.SOLO)).map(
        lambda found: (found.rules, found.state)
    ),
    frozenset({"city", "seat", "space", "panel", "heading", "score"}),
    lambda rules, state: zk_inventory(rules.kit, state.table),
    _raw_ids,
    zk_strategies.wrong_moves,
    zk_strategies.rules_for,
    lambda: read(FROZEN / "four-seats-1.json"),
    {
        "early-two-seats": lambda: _recorded("two-seats-1", 4, "light"),
        "middle-four-seats": lambda: _recorded("four-seats-1", 47, "auto", point_out=True),
        "end-three-seats": lambda: _recorded("three-seats-1", -1, "dark"),
        "solo": lambda: _solo(21),
        "wide-four-seats": lambda: _recorded("four-seats-2", -8, "light", point_out=True, layout="wide"),
        "narrow-solo-end": lambda: _solo(-1, layout="narrow"),
    },
)


# -- Next Station


def _ns_bent(found: tuple[bool, bool, bool], tokyo: bool, seats: int, seed: int) -> Found:
    rules = NextStation(seats, editions()["tokyo" if tokyo else "london"], None, *found)
    return rules, ns_corners.corner(rules, Random(seed))


def _ns_game(seats: int, sheet: str, *modules: bool) -> tuple[NextStation, list[Any]]:
    rules = NextStation(seats, editions()[sheet], None, *modules)
    return rules, [*replay(rules, game(rules, seed=seats))]


def _ns_shown(
    ply: int, theme: str, layout: str, seats: int, sheet: str, *modules: bool, point_out: bool = True
) -> Picture:
    rules, plies = _ns_game(seats, sheet, *modules)
    found = plies[ply]
    if point_out:
        return ns.show(rules, found.move, found.state, theme, layout)
    return ns.picture(rules, found.step.state, theme=theme, layout=layout)


_NS_POSITIONS: Final = (ns_strategies.VARIED, ns_strategies.MODULES, ns_strategies.SMALL)

NEXTSTATION: Final = Drawn(
    "nextstation",
    ns,
    st.builds(
        _ns_bent,
        st.sampled_from(ns_strategies.COMBINATIONS),
        st.booleans(),
        st.sampled_from([1, 2, 3, 4]),
        st.integers(0, 2**16),
    )
    | st.one_of(*(ns_strategies.positions(over=True, of=each) for each in _NS_POSITIONS)).map(
        lambda found: (found.rules, found.state)
    ),
    st.one_of(*(ns_strategies.positions(of=each) for each in _NS_POSITIONS)).map(
        lambda found: (found.rules, found.state)
    ),
    frozenset({"seat", "map", "deck", "panel", "heading", "score"}),
    lambda rules, state: ns_inventory(Look(rules.kit, state.table)),
    ns_strategies.raw_ids,
    ns_strategies.wrong_moves,
    ns_strategies.rules_for,
    lambda: game(NextStation(4), 1),
    {
        "nextstation-tokyo-two-seats": lambda: _ns_shown(40, "light", "tall", 2, "tokyo", True, True),
        "nextstation-london-three-seats-wide": lambda: _ns_shown(70, "auto", "wide", 3, "london", True, False, True),
        "nextstation-tokyo-four-seats-wide": lambda: _ns_shown(-1, "dark", "wide", 4, "tokyo", True, False, True),
        "nextstation-london-solo-narrow": lambda: _ns_shown(
            24, "light", "narrow", 1, "london", False, True, point_out=False
        ),
    },
)

GAMES: Final = (ZEROKEI, NEXTSTATION)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for drawn in GAMES:
        for name, make in drawn.snapshots.items():
            (FOLDER / f"{name}.svg").write_text(make().svg, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
