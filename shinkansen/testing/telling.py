"""Reporting failures: the game in sentences, and Python code to paste that fails in the same way.

A check that fails adds a note to its exception, `As a test:`, with a test that creates the same rules, plays the same
game (or reads the same state) and checks the same laws. It fails for the engine that failed, and passes once the engine
is right: where a move of the game is no longer legal, the game ends there. What your own test claims about a position
is not known here; for that there is an `@example` to put above your test. Nothing here knows a game or needs
Hypothesis, and for an engine that cannot even describe its moves, the report is as good as it allows.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from pprint import pformat
from textwrap import indent
from typing import Any, Final, Generic, TypeVar

from attrs import field, frozen

from shinkansen.core.ruleset import Ruleset
from shinkansen.core.text import printable
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

RulesT = TypeVar("RulesT")

AS_A_TEST: Final = "As a test:\n\n"
"""What stands above a counterexample that is told as a test."""
AS_AN_EXAMPLE: Final = "To try only this again, put it above your test:\n\n"
"""What stands above a counterexample that is told as an explicit example."""
_WIDTH: Final = 100


@frozen
class Position(Generic[RulesT, DealT, StateT, MoveT]):
    """A state and how it was reached."""

    rules: RulesT
    deal: DealT
    moves: tuple[MoveT, ...]
    state: StateT = field(repr=False)


def position_after(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], deal: object, moves: Iterable[object]
) -> Position[Ruleset[DealT, StateT, MoveT, HappeningT], DealT, StateT, MoveT]:
    """The position after a game, given by its deal and its moves in JSON; an illegal move ends the game before it."""
    start = rules.read_deal(deal)
    state, made = rules.start(start), list[MoveT]()
    for move in map(rules.read_move, moves):
        if move not in rules.legal_moves(state):
            break
        state = rules.follow(state, move)
        made.append(move)
    return Position(rules, start, tuple(made), state)


# -- in sentences


@frozen
class Story:
    """What was drawn, for people; it is written only when Hypothesis prints it, for the failing example."""

    sentences: Callable[[], str]
    example: Callable[[], str] | None = None
    """Writes the `@example`, where there is one."""

    def __str__(self) -> str:
        return self.sentences() + (f"\n\n{AS_AN_EXAMPLE}{self.example()}" if self.example else "")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def story(position: Position[Any, Any, Any, Any], example: Callable[[], str] | None = None) -> Story:
    """The story of a game."""
    return Story(lambda: sentences(position), example)


def sentences(position: Position[Any, Any, Any, Any]) -> str:
    """The game that led to a position, one sentence for each move."""
    rules = position.rules
    lines = [f"A game of {_spelled(rules)[1]}:"]
    for number, (move, state) in enumerate(_with_states(position), start=1):
        lines.append(f"  {number}. seat {_asked(rules.to_move, state)}: {_said(rules, move, state)}")
    seat = _asked(rules.to_move, position.state)
    lines.append("  The game is over." if seat is None else f"  It is seat {seat}'s decision.")
    return "\n".join(lines)


def _with_states(position: Position[Any, Any, Any, Any]) -> Iterator[tuple[Any, Any]]:
    """The moves of a game and the states they were made in; no state where the engine fails to say it."""
    rules = position.rules
    state = _asked(rules.start, position.deal)
    for move in position.moves:
        yield move, state
        state = _asked(rules.follow, state, move)


def _said(rules: Any, move: Any, state: Any) -> str:
    said = _asked(rules.say, move, state)
    return printable(said if isinstance(said, str) else move)


def _asked(method: Callable[..., Any], *given: Any) -> Any:
    """What an engine answers, or nothing if it crashes: here a failure is being reported, not looked for."""
    try:
        return method(*given)
    except Exception:
        return None


# -- as Python


@contextmanager
def as_test(write: Callable[[BaseException], str]) -> Generator[None, None, None]:
    """A failure in the block is reported as a test; if such blocks are nested, by the outer one."""
    try:
        yield
    except Exception as problem:
        try:
            written = write(problem)
        except Exception as why:
            written = f"# No test can be written for this: {type(why).__name__}: {printable(why)}"
        notes = [note for note in getattr(problem, "__notes__", ()) if not note.startswith(AS_A_TEST)]
        problem.__notes__ = [*notes, AS_A_TEST + written]
        raise


def game_test(
    rules: Any, deal: Any, moves: Iterable[Any], tried: Iterable[object] = (), raw_ids: Collection[str] = ()
) -> str:
    """A test that checks every law and invariant along a game; at its end some moves are tried."""
    imports, made = _spelled(rules)
    told = Position(rules, deal, tuple(moves), None)
    body = [
        f"rules = {made}",
        f"deal = {_written(rules.deal_json(deal))}",
        f"moves = {_moves(told)}",
        f"check_game_again(rules, deal, moves{_tried(rules, tried, raw_ids)})",
    ]
    return _function("check_game_again", imports, body)


def state_test(
    rules: Any, state: Any, tried: Iterable[object] = (), raw_ids: Collection[str] = (), only_laws: bool = False
) -> str:
    """A test that checks every law and invariant in a state, or only the laws, and tries some moves there."""
    content = rules.state_json(state)
    if rules.read_state(content) != state:
        return "# No test can be written from this state alone: it changes when it is written as JSON and read back."
    imports, made = _spelled(rules)
    more = ", only_laws=True" if only_laws else ""
    body = [
        f"rules = {made}",
        f"state = {_written(content)}",
        f"check_state_again(rules, state{_tried(rules, tried, raw_ids)}{more})",
    ]
    return _function("check_state_again", imports, body)


def example_of(position: Position[Any, Any, Any, Any], wrap: Callable[[str], str] = str, imports: str = "") -> str:
    """An `@example` of a position, or of what `wrap` makes of it."""
    needed, made = _spelled(position.rules)
    deal, moves = _written(position.rules.deal_json(position.deal)), _moves(position)
    value = wrap(f"position_after(\n{indent(f'{made},{chr(10)}{deal},{chr(10)}{moves},', '    ')}\n)")
    return example(value, needed, f"from {__package__} import position_after", imports)


def example(value: str, *imports: str) -> str:
    """An `@example` of a value, given as Python."""
    lines = [line for line in ("from hypothesis import example", *imports) if line]
    return "\n".join([*lines, "", f"@example(\n{indent(value, '    ')}\n)"])


def _spelled(rules: Any) -> tuple[str, str]:
    imports, code = rules.spelled()
    return imports, code


def _function(check: str, imports: str, body: Iterable[str]) -> str:
    lines = indent("\n".join(body), "    ")
    head = "\n".join(filter(None, [imports, f"from {__package__} import {check}"]))
    return f"{head}\n\n\ndef test_found() -> None:\n{lines}\n"


def _moves(position: Position[Any, Any, Any, Any]) -> str:
    rules = position.rules
    rows = [f"    {_written(rules.move_json(m))},  # {_said(rules, m, state)}" for m, state in _with_states(position)]
    return "\n".join(["[", *rows, "]"]) if rows else "[]"


def _tried(rules: Any, tried: Iterable[object], raw_ids: Collection[str]) -> str:
    found = [_expression(rules, move) for move in tried]
    code = f", tried=[{', '.join(found)}]" if found else ""
    return f"{code}, raw_ids={sorted(raw_ids)}" if raw_ids else code


def _expression(rules: Any, move: object) -> str:
    """Python for something that was tried as a move."""
    content = _asked(rules.move_json, move)
    again = _asked(rules.read_move, content)
    if move is not None and again == move and type(again) is type(move):
        return f"rules.read_move({_written(content)})"
    code = repr(move)
    if _asked(ast.literal_eval, code) == move:
        return code
    raise ValueError(f"{printable(move)} was tried, which cannot be written as Python code")


def _written(value: Any) -> str:
    """JSON as Python source."""
    return pformat(json.loads(json.dumps(value)), width=_WIDTH, compact=True, sort_dicts=False)
