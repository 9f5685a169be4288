"""The package says whether it is compiled; where it is, all rooms are, their sources lie beside them, and values behave
as they do without."""

from __future__ import annotations

import ast
import copy
import os
import pickle
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from operator import attrgetter
from random import Random
from typing import Any, Final, get_args, get_type_hints

import attrs
import cattrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shinkansen
from compiling.native import NativeError, makers, native
from compiling.rooms import ROOMS
from shinkansen import NextStation, ZeroKei, cli
from shinkansen.core.play import at_random, plies
from shinkansen.nextstation import happenings as told
from shinkansen.nextstation import table as laid
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.testing.mutants import mutant as next_mutant
from shinkansen.testing.mutants import Mutant
from shinkansen.zerokei.cards import action_offers
from shinkansen.zerokei.happenings import Paid
from shinkansen.zerokei.table import Counters, Moving, Seat
from shinkansen.zerokei.testing.mutants import mutant as zerokei_mutant
from tests.package import PACKAGE


def test_what_runs_is_what_was_asked_for() -> None:
    """`nox -s compiled` asks for compiled rooms, and must not test the sources of the checkout by mistake."""
    assert shinkansen.compiled is (os.environ.get("SHINKANSEN_COMPILED") == "1")


@pytest.mark.parametrize("room", ROOMS)
def test_all_rooms_are_compiled_or_none(room: str) -> None:
    source = PACKAGE.joinpath(*room.split(".")).with_suffix(".py")
    assert source.is_file()
    loaded = import_module(f"shinkansen.{room}").__file__ or ""
    assert loaded.endswith(tuple(EXTENSION_SUFFIXES)) is shinkansen.compiled


@pytest.mark.parametrize(
    "wrong", [zerokei_mutant("surcharge-once"), next_mutant("crossing-allowed")], ids=attrgetter("id")
)
@pytest.mark.parametrize("sharing", [False, True])
def test_a_mutant_is_made_of_sources_alone(wrong: Mutant, sharing: bool) -> None:
    """Compiled rooms call each other and not a changed one beside them, so a mutant shares none with the reference."""
    with wrong.load(sharing) as engine:
        loaded = {room: engine.module(room).__file__ or "" for room in ROOMS}
    assert {room for room, file in loaded.items() if not file.endswith(".py")} == set()


def test_the_version_says_which_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    runs = "compiled" if shinkansen.compiled else "pure Python"
    assert capsys.readouterr().out == f"shinkansen {shinkansen.__version__} ({runs})\n"


# -- values are the same on both


def kind_of(value: object) -> type[Any]:
    return type(value)


def zerokei_values() -> Iterator[Any]:
    """What games of Zero-Kei show."""
    for seats in (1, 3):
        rules = ZeroKei(seats=seats)
        for ply in plies(rules, rules.start(rules.deal(Random(seats))), at_random(Random(seats))):
            step = rules.narrate(ply.state, ply.move)
            table = step.state.table
            yield from (*step.happenings, step.state, table, table.seats[0], table.counters, *table.pending)


def nextstation_values() -> Iterator[Any]:
    """What games of Next Station show, each with another module."""
    for rules in (NextStation(1, shipped("tokyo"), special_stations=True), NextStation(3, pencil_powers=True)):
        for ply in plies(rules, rules.start(rules.deal(Random(1))), at_random(Random(1))):
            step = rules.narrate(ply.state, ply.move)
            state, table = step.state, step.state.table
            yield from (*step.happenings, state, state.hidden, table, table.setup, table.turn, table.boards[0])


def values() -> list[Any]:
    """Values of the classes that have a native form where they are compiled: one of each that a few games show."""
    found = {kind_of(value): value for value in (*zerokei_values(), *nextstation_values())}
    laws = ZeroKei().law, NextStation().law
    return [*found.values(), *laws, *action_offers(ZeroKei().edition).values()]


VALUES: Final = values()


def test_there_are_values_of_many_classes() -> None:
    assert len({kind_of(value) for value in VALUES}) > 50
    assert {kind_of(value) for value in VALUES} >= {*get_args(told.Happening)}
    native = [value for value in VALUES if hasattr(kind_of(value), "__mypyc_attrs__")]
    assert len(native) == (len(VALUES) if shinkansen.compiled else 0)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_what_attrs_makes_of_them(value: Any) -> None:
    """Equal, hashed, copied, pickled, printed, evolved, matched, and frozen with the same error."""
    kind = kind_of(value)
    names = [field.name for field in attrs.fields(kind)]
    parts = [getattr(value, name) for name in names]
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), kind(*parts)):
        assert (other, hash(other), repr(other)) == (value, hash(value), repr(value))
        assert other is not value
    assert attrs.evolve(value) == kind(**dict(zip(names, parts, strict=True))) == value
    assert value != parts
    assert value.__eq__(parts) is NotImplemented
    assert repr(value).startswith(f"{kind.__name__}({names[0]}={parts[0]!r}")
    assert kind.__match_args__ == (*names,)
    assert {*get_type_hints(kind)} == {*names}
    assert kind.__doc__
    for change in (partial(setattr, value, names[0], parts[0]), partial(delattr, value, names[0])):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            change()
    with pytest.raises(AttributeError):
        value.nothing = 1


@pytest.mark.parametrize(
    "kind",
    [Counters, Paid, Moving, Seat, laid.Setup, laid.Board, laid.Turn, laid.Table, told.Drawn],
)
def test_values_are_drawn_and_structured(kind: type[Any]) -> None:
    """By Hypothesis and cattrs, from the types of their fields."""
    converter = cattrs.Converter()

    @given(st.from_type(kind))
    @settings(max_examples=10, database=None, derandomize=True)
    def same(value: Any) -> None:
        assert type(value) is kind
        plain = converter.unstructure(value)
        assert converter.structure(plain, kind) == value

    same()


def test_what_has_no_native_form_is_named() -> None:
    for text, said in (
        ("@frozen\nclass A(B):\n    x: int", "the class A has bases, decorators or options"),
        ("@frozen(kw_only=True)\nclass A:\n    x: int", "the class A has bases, decorators or options"),
        ("@frozen\nclass A:\n    x: int = field(converter=int)", "the field A.x has options"),
        ("@frozen\nclass A:\n    pass", "the class A has no fields"),
        ("class A:\n    @cached_property\n    def x(self) -> int: ...", "the property x is cached"),
        ("class A:\n    @functools.cached_property\n    def x(self) -> int: ...", "the property x is cached"),
    ):
        with pytest.raises(NativeError, match=said):
            native(text, {})


@pytest.mark.parametrize("room", ROOMS)
def test_the_native_form_of_a_room_has_every_line_where_it_was(room: str) -> None:
    """So a traceback of compiled code leads to the right line of the source beside it."""
    text = PACKAGE.joinpath(*room.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    there = {node.name: node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)}
    form = native(text, makers(text))
    moved = {node.name: node.lineno for node in ast.walk(ast.parse(form)) if isinstance(node, ast.FunctionDef)}
    assert {name: moved[name] for name in there if name != "__init__"} == {
        name: line for name, line in there.items() if name != "__init__"
    }
