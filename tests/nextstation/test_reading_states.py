"""Lines in the JSON of a state: whatever is wrong with one is told, on the compiled package by the same words."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

import pytest

from shinkansen.core.errors import WireError
from shinkansen.core.play import at_random, plies
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped

Line: TypeAlias = list[list[str]]
RULES: Final = NextStation(seats=2)
SECTIONS: Final = [list(section.id) for section in RULES.edition.tracks]


def content() -> dict[str, Any]:
    """A state late in a game."""
    deal = RULES.deal(Random(1))
    states = [ply.state for ply in plies(RULES, RULES.start(deal), at_random(Random(1)))]
    return copy.deepcopy(RULES.state_json(states[-1]))


def elsewhere(line: Line) -> Line:
    """The same line with its last section somewhere that it does not reach."""
    on = {station for section in line for station in section}
    return sorted([*line[:-1], next(each for each in SECTIONS if not on & {*each})], key=SECTIONS.index)


WRONG: Final[list[tuple[Callable[[Line], Line], str]]] = [
    (lambda line: [[line[0][0]], *line[1:]], "expected a section of the sheet"),
    (lambda line: [[*line[0], "9,9"], *line[1:]], "expected a section of the sheet"),
    (lambda line: [[], *line[1:]], "expected a section of the sheet"),
    (lambda line: [["9,9", "9,9"], *line[1:]], "found '9,9-9,9', expected a section of the sheet"),
    (lambda line: [line[0][::-1], *line[1:]], "expected each section once, with its stations in their order"),
    (lambda line: [line[0], *line[:-1]], "expected each section once, with its stations in their order"),
    (lambda line: line[::-1], "expected the sections in the order of the sheet"),
    (elsewhere, "cannot have been drawn: it does not join on, closes a ring or crosses"),
    (lambda line: [*line, *SECTIONS], "sections, expected at most"),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_what_is_wrong_with_a_line_is_told(change: Callable[[Line], Line], said: str) -> None:
    state = content()
    lines = state["table"]["seats"][0]["lines"]
    name = max(lines, key=lambda name: len(lines[name]))
    lines[name] = change(lines[name])
    with pytest.raises(WireError, match=f"table.seats.1.{name}: .*{said}"):
        RULES.read_state(state)


@pytest.mark.parametrize("city", ["london", "tokyo"])
@pytest.mark.parametrize("module", ["", "special_stations", "pencil_powers"])
def test_every_sheet_comes_back_as_it_was_drawn(city: str, module: str) -> None:
    """With forks where a switch began in the middle of a line, second tracks beside the loop, and circled stations."""
    modules: dict[str, Any] = {module: True} if module else {}
    rules = NextStation(seats=3, edition=shipped(city), **modules)
    for seed in range(3):
        rng = Random(seed)
        for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
            assert rules.read_state(rules.state_json(ply.state)) == ply.state
