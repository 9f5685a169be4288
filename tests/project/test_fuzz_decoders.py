"""Damaged input ends in a value or in an error of ours: a short slice of the fuzzer for every decoder, and Hypothesis.

The long run is `nox -s fuzz`; what the last one came to is kept beside the fuzzer.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.testing.json_damage import damaged
from tests.fuzz import mutators
from tests.fuzz.decoder import SWOLLEN, Decoder, JsonDecoder, TextDecoder, WrittenDecoder
from tests.fuzz.examine import Flaw, accepted, examined
from tests.fuzz.table import table

SEED = 20261117
SLICE = 100
"""Damaged inputs of each decoder in the suite."""


pytestmark = pytest.mark.slow


# -- nothing but errors of ours


@pytest.mark.parametrize("name", table())
def test_every_good_seed_is_accepted(name: str) -> None:
    decoder = table()[name]
    for number, value in enumerate(decoder.good):
        assert accepted(decoder, value, decoder.rng(SEED, number)), f"seed {number} of {name}"


@pytest.mark.parametrize("name", table())
def test_damaged_input_ends_in_a_value_or_in_an_error_of_ours(name: str) -> None:
    decoder = table()[name]
    start = len(decoder.good)
    came = {
        number: examined(decoder, decoder.input(SEED, number), SEED, number) for number in range(start, start + SLICE)
    }
    assert {number: flaw.told for number, flaw in came.items() if isinstance(flaw, Flaw)} == {}


@pytest.mark.parametrize("name", table())
def test_the_work_for_a_large_input_is_bounded_by_its_size(name: str) -> None:
    decoder = table()[name]
    for place in range(1, 4):  # counted, weighed, counted
        number = place * SWOLLEN + SWOLLEN - 1
        came = examined(decoder, decoder.input(SEED, number), SEED, number)
        assert not isinstance(came, Flaw), came.told


@st.composite
def inputs(draw: st.DrawFn, decoder: Decoder) -> Any:
    """A damaged input, by Hypothesis: what it finds it also shrinks."""
    if isinstance(decoder, JsonDecoder):
        return draw(damaged(draw(st.sampled_from(decoder.good))))
    if isinstance(decoder, WrittenDecoder):
        value = draw(damaged(draw(st.sampled_from(decoder.corpus.values))))
        written = decoder.write(Random(0), value)
        return written if isinstance(decoder.good[0], str) else mutators.as_bytes(written)
    if isinstance(decoder, TextDecoder):
        good: str = draw(st.sampled_from(decoder.good))
        start = draw(st.integers(0, len(good)))
        end = draw(st.integers(start, min(len(good), start + 20)))
        return good[:start] + draw(st.text(max_size=12)) + good[end:]
    return decoder.damage(Random(draw(st.integers(0, 2**32))))


@pytest.mark.parametrize("name", table())
@settings(max_examples=10)
@given(data=st.data())
def test_what_hypothesis_damages_ends_in_a_value_or_in_an_error_of_ours(name: str, data: st.DataObject) -> None:
    decoder = table()[name]
    accepted(decoder, data.draw(inputs(decoder)), Random(0))


# -- what the last long run came to


KEPT = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[1] / "fuzz").glob("*-fuzz.json"))
]
"""The last long run over everything there was, and shorter ones over what has come since."""


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept["commit"][:7])
def test_a_kept_run_was_clean_and_even_over_its_decoders(kept: dict[str, Any]) -> None:
    assert kept["findings"] == 0
    assert len({row["accepted"] + row["refused"] for row in kept["decoders"].values()}) == 1


def test_the_kept_runs_were_long_and_left_no_decoder_out() -> None:
    assert max(kept["inputs"] for kept in KEPT) >= 1_000_000
    assert {name for kept in KEPT for name in kept["decoders"]} == {*table()}
