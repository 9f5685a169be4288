"""Wrong rules that can be tried like readings but count as mistakes: another figure of the edition, or a mutant.

What the engine answered is judged again by each; if it is right by a wrong rule, that names the mistake. Games bring
both along: every whole number of their edition can be changed, and their mutants are mistakes that people make. The
reference itself has no branch for any of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from functools import cache
from types import TracebackType
from typing import Final, TypeAlias, cast

from attrs import field, frozen

from shinkansen.core.clauses import section
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import EDITIONS, PLACES, Places
from shinkansen.core.plain_json import Json, canonical
from shinkansen.testing.mutants import MUTANTS, Mutant
from shinkansen.verify.judging.script import Setting, edition_json


@frozen(eq=False)
class WrongRule:
    """One mistake that can be tried."""

    says: str
    """What somebody with this mistake plays, one sentence."""
    clauses: tuple[str, ...]
    """The clauses it breaks."""
    rules: Callable[[Setting], AnyRules | None] = field(repr=False)
    """The rules with it, for a setting; none if it is not possible there."""
    figure: bool = False
    """Whether it is nothing but another figure."""


class WrongRules:
    """The wrong rules of a game. Mutants are imported when they are first tried and forgotten at the end, so use it as
    a context manager."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._open = ExitStack()
        self._mutants = {each.id: self._mutant(each) for each in mutants_known(game)}

    def __enter__(self) -> WrongRules:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def near(self, setting: Setting, clauses: Collection[str], words: Collection[str]) -> Iterator[list[WrongRule]]:
        """Those for a setting that break one of these clauses, an exception to one or another clause of the same
        sections; then figures printed on a component whose name is among the words; then those that break a clause
        which one of these takes for granted."""
        book, places = self._game.rulebook, setting.places
        exceptions = {clause.id for clause in book if {*clause.changes} & {*clauses}}
        sections = {section(clause) for clause in clauses}
        figures = _figures(self._game, setting.edition)
        all_ = [*(wrong for row, wrong in figures if not row), *self._mutants.values()]
        near = [wrong for wrong in all_ if any(section(id) in sections or id in exceptions for id in wrong.clauses)]
        yield near
        yield [wrong for row, wrong in figures if row in words and {*wrong.clauses} & {*clauses}]
        behind = {clause.id for clause in book if places.behind(clauses, clause.id)}
        behind = {clause for clause in behind if places.applies(setting.rules, clause)}
        yield [wrong for wrong in all_ if wrong not in near and behind & {*wrong.clauses}]

    def _mutant(self, mutant: Mutant) -> WrongRule:
        rules: dict[Setting, AnyRules | None] = {}

        def opened(setting: Setting) -> AnyRules | None:
            if setting not in rules:
                try:
                    engine = self._open.enter_context(mutant.load(sharing=True))
                    rules[setting] = cast("AnyRules", mutant.among.opened(engine, setting.in_full()))
                except Exception:  # it may be so wrong that it cannot even begin
                    rules[setting] = None
            return rules[setting]

        return WrongRule(mutant.says, mutant.clauses, opened)


@cache
def mutants_known(game: Game) -> tuple[Mutant, ...]:
    """The mutants that a game lists; none if its list is broken."""
    try:
        return game.part(MUTANTS).all if game.has(MUTANTS) else ()
    except ShinkansenError:  # a broken list of mutants is no reason to withhold what was found
        return ()


# -- figures

Path: TypeAlias = tuple[str | int, ...]
"""The way to a number in JSON: keys, and places in lists."""

OTHERWISE: Final[tuple[Callable[[int], int], ...]] = (
    lambda figure: 0,
    lambda figure: figure - 1,
    lambda figure: figure + 1,
)
"""What may be taken for a figure: nothing, one less, one more."""


@cache
def _figures(game: Game, edition: str) -> tuple[tuple[str, WrongRule], ...]:
    if not game.has(EDITIONS):
        return ()
    figures = (game.part(PLACES) if game.has(PLACES) else Places()).figures
    found: list[tuple[str, WrongRule]] = []
    for path, value, row in _numbers(edition_json(game, edition), ()):
        clauses = figures.get(".".join(str(part) for part in path if isinstance(part, str)), ())
        for other in dict.fromkeys(change(value) for change in OTHERWISE):
            if other != value and clauses:
                name = str([part for part in path if isinstance(part, str)][-1]).replace("_", " ")
                says = f"The figure {name!r}{f' of {row}' if row else ''} is {other}, not {value}."
                found.append((row, WrongRule(says, clauses, _with_figure(path, value, other), figure=True)))
    return tuple(found)


def _numbers(value: Json, path: Path, row: str = "") -> Iterator[tuple[tuple[str | int, ...], int, str]]:
    """Every whole number with its path, and the name of the component it is printed on, if that has one."""
    if isinstance(value, dict):
        name = value.get("id")
        for key, part in value.items():
            yield from _numbers(part, (*path, key), name if path and isinstance(name, str) else row)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _numbers(part, (*path, place), row)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value, row


def _with_figure(path: Path, value: int, other: int) -> Callable[[Setting], AnyRules | None]:
    @cache
    def opened(setting: Setting) -> AnyRules | None:
        edition: Json = json.loads(canonical(edition_json(setting.game, setting.edition)))
        place: Json = edition
        try:
            for part in path[:-1]:
                place = cast("dict[str | int, Json]", place)[part]
            table = cast("dict[str | int, Json]", place)
            if table[path[-1]] != value:
                return None
        except (KeyError, IndexError):
            return None  # another edition, with other tables
        table[path[-1]] = other
        try:
            return setting.game.open({**setting.in_full(), "edition": edition})
        except ShinkansenError:
            return None  # no edition can have it

    return opened
