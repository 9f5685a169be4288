"""What is read once and shared cannot be changed by anybody, or everybody gets a copy."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from enum import Enum
from random import Random
from types import FunctionType
from typing import Any, cast

import attrs
import pytest

from shinkansen.core.frozen import FrozenDict, FrozenList, freeze
from shinkansen.core.opaque import Move, State
from shinkansen.verify.conversation import schemas
from shinkansen.verify.judging import vectors
from shinkansen.verify.judging.script import Ask, Script, What, edition_json
from shinkansen.zerokei import edition_check, witnesses
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Claim
from shinkansen.zerokei.rulebook import clause_tests, rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register
from tests.settings import zerokei

PLAIN = (str, int, float, bool, type(None), bytes, Enum, type, FunctionType)


def changeable(value: Any, path: str = "", seen: set[int] | None = None) -> Iterator[str]:
    """Where something within a value can be changed: every table, list, set or object that is not frozen."""
    seen = set() if seen is None else seen
    if isinstance(value, PLAIN) or id(value) in seen:
        return
    seen.add(id(value))
    inner = _within(value)
    if inner is None:
        yield f"{path}: {type(value).__name__}"
        return
    for name, item in inner:
        yield from changeable(item, f"{path}.{name}", seen)


def _within(value: Any) -> list[tuple[Any, Any]] | None:
    """What is within a value that cannot be changed itself, with names; none if it can be."""
    if isinstance(value, FrozenDict):
        return [*cast("dict[Any, Any]", value).items()]
    if isinstance(value, FrozenList | tuple | frozenset):
        return [*enumerate(cast("tuple[Any, ...]", value))]
    kind: type[Any] = type(value)  # pyright: ignore[reportUnknownVariableType]
    if attrs.has(kind) and any("__setattr__" in vars(base) for base in kind.__mro__[:-1]):
        return [(field.name, getattr(value, field.name)) for field in attrs.fields(kind)]
    return None


RULES = ZeroKei(3)
DEAL = RULES.deal(Random(1))
STATE = RULES.start(DEAL)
SHARED: dict[str, Callable[[], Any]] = {
    "the shipped edition": edition_check.shipped,
    "the editions of witnesses": lambda: tuple(witnesses.editions().values()),
    "the rulebook": rulebook,
    "the register": register,
    "the tests of clauses": clause_tests,
    "the vectors": lambda: vectors.shipped(GAME),
    "what mutants fail": lambda: vectors.kills(GAME),
    "mutants unseen": lambda: vectors.unseen(GAME),
    "schemas": lambda: tuple(schemas.schema(name, GAME) for name in schemas.NAMES),
    "an edition as JSON": lambda: edition_json(GAME),
    "a move as JSON": lambda: zerokei(3).moves.json(Move(Claim("osaka-1", RULES.kit.steps["osaka-1"][0]))),
    "rulings": Rulings,
    "a state": lambda: STATE,
    "a deal": lambda: DEAL,
    "moves": lambda: RULES.legal_moves(STATE),
}


@pytest.mark.parametrize("name", SHARED)
def test_nothing_within_what_is_shared_can_be_changed(name: str) -> None:
    assert [*changeable(SHARED[name]())] == []


COPIES: dict[str, Callable[[], Any]] = {
    "the edition as JSON": lambda: edition_check.shipped().to_json(),
    "the setting on the wire": lambda: zerokei(2).wire(),
    "settings": RULES.settings,
    "letters": lambda: RULES.rulings.letters(),
    "a state as JSON": lambda: RULES.state_json(STATE),
    "a deal as JSON": lambda: RULES.deal_json(DEAL),
    "a move as JSON": lambda: RULES.move_json(RULES.legal_moves(STATE)[0]),
    "moves as JSON": lambda: zerokei(3).moves.legal(State(STATE)),
    "editions": witnesses.editions,
    "a script as JSON": lambda: vectors.shipped(GAME)[0].script.json(),
}


def spoiled(value: Any) -> None:
    """Change everything that lets itself be changed."""
    items: list[Any] = [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []  # pyright: ignore
    for item in [*items]:
        spoiled(item)
    clear: Any = getattr(cast("object", value), "clear", None)
    if clear is not None and not isinstance(value, FrozenDict | FrozenList):
        clear()


@pytest.mark.parametrize("name", COPIES)
def test_what_is_handed_out_belongs_to_who_asked(name: str) -> None:
    before = copy.deepcopy(COPIES[name]())
    spoiled(COPIES[name]())
    assert COPIES[name]() == before


def test_the_provenance_of_the_shared_edition_stays_as_it_is() -> None:
    provenance = edition_check.shipped().provenance
    for change in (
        lambda: provenance.clear(),
        lambda: provenance.pop("cities"),
        lambda: provenance.update({}),
        lambda: provenance.__setitem__("cities", provenance["board"]),
        lambda: provenance["cities"].exceptions.clear(),
    ):
        with pytest.raises(TypeError, match="is shared and cannot be changed; copy it first"):
            change()
    assert type(edition_check.shipped().to_json()["provenance"]) is dict
    own = dict(provenance)
    made = attrs.evolve(edition_check.shipped(), provenance=own)
    own.clear()
    assert made.provenance == provenance, "what was given is copied"


def test_what_is_frozen_reads_like_what_is_not() -> None:
    plain: dict[str, Any] = {"a": [1, {"b": [2]}], "c": None}
    frozen = freeze(plain)
    assert frozen == plain
    assert json.dumps(frozen) == json.dumps(plain)
    assert freeze(frozen) is frozen
    assert type(pickle.loads(pickle.dumps(frozen))) is FrozenDict
    assert pickle.loads(pickle.dumps(frozen)) == plain
    assert type(copy.deepcopy(frozen)["a"]) is list
    for change in (
        lambda: frozen["a"].append(1),
        lambda: frozen["a"].sort(),
        lambda: frozen.setdefault("d", 1),
        lambda: frozen.__delitem__("a"),
        lambda: frozen.__ior__({"d": 1}),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()


def test_a_script_does_not_change_with_what_it_was_made_of() -> None:
    start: dict[str, Any] = {"deal": RULES.deal_json(DEAL)}
    move: dict[str, Any] = {"move": "finish"}
    script = Script(zerokei(3), start, (), (Ask(0, What.CHECK, move),))
    start["deal"].clear()
    move.clear()
    assert script.start["deal"] == RULES.deal_json(DEAL)
    assert script.asks[0].move == {"move": "finish"}
