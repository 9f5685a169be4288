"""States somebody sent: what is read can be played on to the end, everything else is refused in one error."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any, cast

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import ArgumentError, WireError
from shinkansen.core.invariants import implausible
from shinkansen.core.plain_json import canonical
from shinkansen.core.play import at_random
from shinkansen.testing.json_damage import damaged
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.state_damage import Damaged, damage, damaged_states
from shinkansen.zerokei.testing.strategies import (
    READINGS,
    SOLO,
    VARIED,
    ZEROKEI,
    Position,
    positions,
    raw_ids,
    rules_for,
    wrong_moves,
)
from tests.deep import DEEP

SUBJECTS = {"zerokei": ZEROKEI, "solo": SOLO, "readings": READINGS, "varied": VARIED}

SETS = ("used", "discard", "prepared", "tracked", "tokens", "engines", "memory", "spent", "closed")
"""The lists whose order says nothing."""


pytestmark = pytest.mark.slow


def plain(value: Any, key: str = "") -> Any:
    """A state as JSON with every list in one order that has none."""
    if isinstance(value, dict):
        return {name: plain(part, name) for name, part in cast("dict[str, Any]", value).items()}
    if not isinstance(value, list):
        return value
    items: list[Any] = [*value]  # pyright: ignore[reportUnknownArgumentType] - JSON, so anything
    return sorted(items, key=canonical) if key in SETS else [plain(part) for part in items]


def read(rules: ZeroKei, content: Any) -> State | None:
    """The state, or nothing where it is refused, which must be politely."""
    try:
        return rules.read_state(content)
    except WireError as refused:
        told = str(refused)
    assert 0 < len(told) < 4000
    assert told.isprintable()
    return None


def check_playable(rules: ZeroKei, state: State, rng: Random) -> None:
    """From here to the end every state can be sent and read, and what is listed is allowed; there the laws hold."""
    choose = at_random(rng)
    while legal := rules.legal_moves(state):
        assert rules.read_state(json.loads(canonical(rules.state_json(state)))) == state
        move = choose(rules, state, legal)
        assert rules.why_not(state, move) is None
        if rng.random() < 0.05:
            check_laws(Situation(rules, state))
        step = rules.narrate(state, move)
        assert step.state == rules.follow(state, move)
        state = step.state
    assert rules.show(state).svg
    check_laws(Situation(rules, state, (None,), raw_ids(rules)))


def check_damaged(found: Damaged, data: st.DataObject) -> bool:
    """Whether it was read; if it was, all that is promised holds."""
    rules = found.rules
    state = read(rules, found.content)
    if state is None:
        return False
    assert plain(rules.state_json(state)) == plain(found.content)
    going_on = rules.to_move(state) is not None
    tried = data.draw(st.lists(wrong_moves(rules, state), max_size=8)) if going_on else [None]
    check_laws(Situation(rules, state, tuple(tried), raw_ids(rules)))
    assert rules.show(state).svg
    assert all(str(broken).isprintable() for broken in implausible(rules, state))
    check_playable(rules, state, data.draw(st.randoms(use_true_random=False)))
    return True


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
@given(data=st.data())
@settings(max_examples=200 if DEEP else 20)
def test_what_is_read_can_be_played_to_the_end_and_all_else_is_refused_in_one_error(
    subject: Any, data: st.DataObject
) -> None:
    found: Damaged = data.draw(damaged_states(of=subject))
    event("read" if check_damaged(found, data) else "refused")


@pytest.mark.parametrize("subject", [ZEROKEI, SOLO], ids=["zerokei", "solo"])
@given(data=st.data())
def test_whatever_json_is_read_nothing_of_it_is_forgotten_or_made_up(subject: Any, data: st.DataObject) -> None:
    position: Position = data.draw(positions(of=subject, most=30, over=True))
    rules = position.rules
    content = data.draw(damaged(json.loads(canonical(rules.state_json(position.state)))))
    state = read(rules, content)
    assert state is None or plain(rules.state_json(state)) == plain(content)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_fair_share_of_damaged_states_is_read_and_most_of_those_are_told_from_played_ones(seats: int) -> None:
    """Else the property above would say little: by chance alone, and always the same for the same seed."""
    rules = rules_for(seats)
    rng = Random(seats)
    good = refused = odd = 0
    for _ in range(8):
        states = [rules.start(rules.deal(rng))]
        while legal := rules.legal_moves(states[-1]):
            states.append(rules.follow(states[-1], at_random(rng)(rules, states[-1], legal)))
        for _ in range(25):
            content: Any = copy.deepcopy(rules.state_json(rng.choice(states)))
            whole = copy.deepcopy(content)
            damage(rng, rules, content, rules.state_json(rng.choice(states)), deeds=rng.randint(1, 3))
            if content == whole:
                continue
            state = read(rules, content)
            refused += state is None
            good += state is not None
            odd += state is not None and bool(implausible(rules, state))
    assert 0.12 < good / (good + refused) < 0.6, (good, refused)
    assert odd / good > 0.4, (odd, good)


@pytest.mark.parametrize(
    ("rules", "state"), [(None, None), (ZeroKei(seats=2), None), (ZeroKei(seats=2), 3), ("x", 1.0)]
)
def test_what_is_no_state_is_not_asked_whether_it_is_plausible(rules: Any, state: Any) -> None:
    with pytest.raises(ArgumentError):
        implausible(rules, state)


def test_a_state_of_another_game_is_not_asked_whether_it_is_plausible() -> None:
    three = ZeroKei(seats=3)
    with pytest.raises(ArgumentError):
        implausible(ZeroKei(seats=2), three.start(three.deal(Random(1))))
