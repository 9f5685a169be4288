"""Corners: a bend changes one thing about a table, and never loses or doubles a piece."""

from __future__ import annotations

from random import Random

import attrs
import pytest

from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase
from shinkansen.zerokei.testing.corners import BENDS, corner


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", BENDS)
def test_a_bend_keeps_every_piece(name: str, seats: int) -> None:
    rules = ZeroKei(seats=seats)
    kit = rules.kit
    changed = 0
    for seed in range(40):
        rng = Random(seed)
        before = corner(rules, rng)
        if before.table.phase is Phase.ACT:
            before = attrs.evolve(before, table=attrs.evolve(before.table, actions=3))
        state = BENDS[name](rules, before, rng)
        changed += state != before
        table = state.table
        cards = [*state.deck, *table.row, *table.discard, *(card for seat in table.seats for card in seat.train)]
        assert sorted(cards) == sorted(kit.carriages)
        assert sum(seat.tracks for seat in table.seats) + len(table.cities_with_track()) == len(table.prepared_cities())
        for seat, content in enumerate(table.seats):
            assert content.cauldrons + sum(counts[seat] for counts in table.cauldrons) == kit.figures.cauldrons
        assert len(set(table.events)) == len(table.events)
        assert rules.read_state(rules.state_json(state)) == state
        view = rules.view(state, 0)
        assert view.state.table == table
    assert changed or (name == "closed" and seats > 1)
