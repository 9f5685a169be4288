"""Every answer to every switchable ruling makes a difference in a game that is short and can be played."""

from __future__ import annotations

from typing import Any

import pytest

from shinkansen.core.errors import RulingError
from shinkansen.readings import witnesses as readings
from shinkansen.readings.witnesses import Witness, difference
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.witnesses import FILE, rules_of
from tests.build.find_witnesses import known_game
from tests.build.hunt import Hunt, Table
from tests.build.hunt_zerokei import HINTS, tables

OTHERS, PAIRS = readings.others(register()), readings.pairs(register())
WITNESSES = readings.witnesses(GAME)
LONG = HINTS.long or 0


def witness_of(*asked: Any, **how: Any) -> Witness:
    return readings.witness_of(GAME, *asked, **how)


def hunt(witness: Witness) -> Hunt:
    return Hunt(GAME, witness.slug, witness.letter, witness.against, Table(witness.seats))


def test_two_rulings_have_three_answers_so_their_others_are_compared_too() -> None:
    assert [pair[0] for pair in PAIRS[len(OTHERS) :]] == ["nothing_affordable", "connection_card"]


def test_where_several_need_long_there_is_a_shorter_game_alone() -> None:
    for slug, letter, against in PAIRS:
        found = [each for each in WITNESSES if (each.slug, each.letter, each.against) == (slug, letter, against)]
        assert Table(found[0].seats) in tables(GAME, slug)
        assert [each.seats for each in found[1:]] == [1] * (len(found[0].moves) > LONG and found[0].seats > 1)
        assert all(len(each.moves) < len(found[0].moves) for each in found[1:])


def test_the_data_stays_small() -> None:
    assert FILE.stat().st_size < 300_000


def test_a_move_that_can_be_left_out_is_found() -> None:
    """The witness of R29 with a move in it that has nothing to do with the question."""
    it = hunt(witness_of("R29"))
    found = known_game(it, witness_of("R29"))
    here, deal, moves = it.here, found.deal, found.moves
    state = here.start(deal)
    for move in moves[:-1]:
        state = here.apply(state, move)
    longer = [
        (*moves[:-1], move, moves[-1])
        for move in here.legal_moves(state)
        if here.why_not(here.follow(state, move), moves[-1]) is None
        and difference(GAME, here, it.there, deal, (*moves[:-1], move)) is None
    ]
    assert longer
    fewer = it.without_one(deal, longer[0])
    assert fewer is not None
    assert len(fewer) == len(moves)


def test_a_search_finds_a_witness_again() -> None:
    it = Hunt(GAME, "venue_effect", "b", "a", Table(2))
    found, played = it.run()
    assert found is not None
    assert played > 0
    assert len(found.moves) == len(witness_of("venue_effect").moves)
    assert it.planned(found.deal, found.moves).kind == found.kind


# -- Where the edition shipped cannot show it -----------------------------------------------------------------------


def test_the_edition_shipped_has_no_card_that_could_show_two_of_the_rulings() -> None:
    # R13 needs a second icon with the colour of the first, R69 an icon of two colours on a carriage with one city.
    for carriage in shipped().carriages:
        first, *others = carriage.counters
        assert not any({*first} & {*icon} for icon in others)
        assert len(carriage.cities) > 1 or all(len(icon) == 1 for icon in carriage.counters)


# -- Asking for one -------------------------------------------------------------------------------------------------


def test_a_witness_is_found_by_id_or_slug() -> None:
    assert witness_of("r29") == witness_of("track_needs_ground", "b")
    assert witness_of("R64", "c", "b") == witness_of("R64", "b", "c")
    assert witness_of("R64", alone=True).seats == 1
    assert witness_of("R64").seats > 1


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (("R1",), r"R1 \(starting_pile\) is settled"),
        (("R99",), "there is no ruling 'R99'"),
        (("R29", "z"), r"R29 \(track_needs_ground\) has no answer 'z'; expected a, b"),
        (("R29", "b", "z"), "no answer 'z'"),
        (("R29", "a"), "R29=a cannot be compared with itself; expected R29=b"),
        (("R29", "b", None, True), "R29=b has no solo witness"),
    ],
)
def test_a_witness_that_does_not_exist(asked: tuple[str, ...], answer: str) -> None:
    with pytest.raises(RulingError, match=answer):
        witness_of(*asked)


def test_a_witness_between_two_other_answers_is_legal_under_the_preferred_one() -> None:
    """So that any engine can be asked to play it."""
    for witness in WITNESSES[len(OTHERS) :]:
        rules = rules_of(witness, witness.ruling(GAME).preferred)
        state = rules.start(rules.read_deal(witness.deal))
        for line in witness.moves:
            state = rules.apply(state, parse(line))
