"""Scored sheets of Next Station as a part of the game: written from records, and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from attrs import evolve

from shinkansen.core.errors import ArgumentError
from shinkansen.core.log_text import LogError, with_game
from shinkansen.core.log_verdict import LogVerdict, Watch
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json, nearest_names, shown
from shinkansen.core.record import Record, replay, start
from shinkansen.nextstation import log_check, networks
from shinkansen.nextstation.log_scores import end_numbers, line_numbers
from shinkansen.nextstation.log_values import Card, Cards, Log, cards_text
from shinkansen.nextstation.logs import from_text
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.position import ways
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import from_json, shipped
from shinkansen.nextstation.table import State
from shinkansen.nextstation.witnesses import editions

_GAME: Final = "nextstation"
tells_moves: Final = False
"""A sheet holds lines, not moves."""


def check(text: str, edition: Json, letters: Mapping[str, str], watch: Watch) -> LogVerdict:
    """Whether the sheet can have come about as the text says; letters override those of the text."""
    log = read(text, from_json(edition) if edition is not None else None)
    return log_check.check(evolve(log, rulings={**log.rulings, **letters}), watch)


def read(text: str, own: Sheet | None = None) -> Log:
    """The sheet that a text describes."""
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise LogError(f"found {shown(text)}, expected the text of a scored sheet")
    written = with_game("", text.removeprefix("\ufeff"))
    if written.line and not written.is_of(_GAME):
        raise LogError(f"found the game {shown(written.game)}, expected a sheet of {_GAME}", written.line)
    return from_text(written.text, _sheet, own)


def _sheet(name: str) -> Sheet:
    """A sheet that comes with the game, by its name; London without one."""
    known = editions()
    if not name:
        return shipped()
    if name in known:
        return known[name]
    near = nearest_names(name, known, 1)
    meant = f"; did you mean {near[0]}?" if near else f"; expected {' or '.join(known)}."
    raise LogError(f"there is no sheet {shown(name)}{meant} A file of your own is given with --edition")


def of_record(rules: AnyRules, told: Record, seat: int | None) -> str:
    """What the player of a seat could have written down of a recorded game."""
    if seat is None and rules.seats > 1:
        raise ArgumentError("everybody has a sheet of their own in this game: say whose with --seat")
    return sheet_of(cast("NextStation", rules), told, seat or 0)


def sheet_of(rules: NextStation, told: Record, seat: int) -> str:
    """The sheet of a seat in a recorded game, as its player could write it down."""
    state = start(rules, told)
    for turn in replay(rules, told):
        state = turn.step.state
    return "\n".join(_lines(rules, state, seat)) + "\n"


def _lines(rules: NextStation, state: State, seat: int) -> Iterator[str]:
    kit, table = rules.kit, state.table
    setup, board, colours = table.setup, table.boards[seat], kit.sheet.colours
    yield f"game {_GAME}"
    known = next((name for name, sheet in editions().items() if sheet == rules.edition), None)
    yield f"sheet {known}" if known else f"# on a sheet of one's own, {rules.edition.id}: give its file with --edition"
    if kit.solo:
        yield "solo"
    if setup.objectives:
        yield f"objectives {', '.join(setup.objectives)}"
    if setup.powers:
        yield f"powers {', '.join(f'{colour} {power}' for colour, power in zip(colours, setup.powers, strict=True))}"
    if other := rules.rulings.unusual():
        yield f"rulings {' '.join(f'{slug}={letter}' for slug, letter in other.items())}"
    lines = networks.lines(kit, setup, board, networks.begun(kit, table, seat))
    over = not table.choosing
    for number in range(table.round + 1):
        colour = colours_in(kit, setup.pencils, setup.gap, number)[seat]
        finished = over or number < table.round
        yield ""
        yield f"round {number + 1}: {colours[colour]}"
        cards = tuple(Card(kit.symbol_of[card], card.partition("-")[0]) for card in table.cards[number])
        yield f"cards {cards_text(Cards(0, cards, not finished))}"
        if table.specials:
            yield f"special {' '.join(table.specials[number])}"
        sections = [section.id for section in kit.sections_in(board.lines[colour])]
        chains = [way for way in ways(kit.sheet.departures[colours[colour]], sections) if len(way) > 1]
        yield from (" - ".join(way) for way in chains) if chains else ("nothing",)
        if marked := [station.id for station in kit.stations_in(board.marks[colour])]:
            yield f"circled {' ; '.join(marked)}"
        if finished:
            right = line_numbers(kit, table, colours[colour], lines[colour], seat)
            yield ", ".join(
                f"{key} {right[key].value}" for key in ("districts", "most", "river", "points") if key in right
            )
    if over:
        yield ""
        for key, each in end_numbers(kit, table, lines, rules.scores(state)[seat]).items():
            yield f"{key} {each.value}"
