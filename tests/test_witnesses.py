"""Every answer to every switchable ruling makes a difference in a game that can be played through."""

from __future__ import annotations

import pytest

from shinkansen.zerokei.witnesses import OTHERS, Witness, check, load

WITNESSES = load()


def test_every_answer_has_a_witness() -> None:
    assert [(witness.slug, witness.letter) for witness in WITNESSES] == OTHERS


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda witness: f"{witness.slug}-{witness.letter}")
def test_the_answers_differ_at_the_end_of_the_game_and_not_before(witness: Witness) -> None:
    assert check(witness) == (witness.kind, len(witness.moves))
