"""Every answer to every switchable ruling makes a difference in a game that is short and can be played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from shinkansen.core.errors import RulingError
from shinkansen.core.play import at_random, plies
from shinkansen.readings import witnesses as readings
from shinkansen.readings.witnesses import Witness, check, difference
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.witnesses import EDITIONS, FILE, editions, rules_of
from tests.build.find_witnesses import LONG, Hunt, floor, planned, proof_in, tables, without_one
from tests.deep import DEEP

OTHERS, PAIRS = readings.others(register()), readings.pairs(register())
WITNESSES = readings.witnesses(GAME)
PROVED = [witness for witness in WITNESSES if witness.proof is not None]
QUICK = [witness for witness in PROVED if witness.proof is not None and witness.proof.pairs < 500]


def witness_of(*asked: Any, **how: Any) -> Witness:
    return readings.witness_of(GAME, *asked, **how)


def game_of(witness: Witness) -> tuple[ZeroKei, ZeroKei, Deal, list[Move]]:
    here, there = rules_of(witness, witness.against), rules_of(witness, witness.letter)
    return here, there, here.read_deal(witness.deal), [*map(parse, witness.moves)]


def name(witness: Witness) -> str:
    return f"{witness.slug}-{witness.letter}-{witness.against}-{witness.seats}"


def test_every_answer_has_a_witness_and_every_pair_of_answers() -> None:
    assert [*dict.fromkeys((witness.slug, witness.letter, witness.against) for witness in WITNESSES)] == PAIRS
    assert {(slug, letter) for slug, letter, _ in PAIRS} == {*OTHERS}
    assert [pair[0] for pair in PAIRS[len(OTHERS) :]] == ["nothing_affordable", "connection_card"]


def test_where_several_need_long_there_is_a_shorter_game_alone() -> None:
    for slug, letter, against in PAIRS:
        found = [each for each in WITNESSES if (each.slug, each.letter, each.against) == (slug, letter, against)]
        assert found[0].seats in tables(slug)
        assert [each.seats for each in found[1:]] == [1] * (len(found[0].moves) > LONG and found[0].seats > 1)
        assert all(len(each.moves) < len(found[0].moves) for each in found[1:])


def test_the_data_stays_small() -> None:
    assert FILE.stat().st_size < 300_000


@pytest.mark.parametrize("witness", WITNESSES, ids=name)
def test_the_answers_differ_at_the_end_of_the_game_and_not_before(witness: Witness) -> None:
    assert check(GAME, witness) == (witness.kind, len(witness.moves))
    played = witness.play(GAME)  # every move is legal under both
    assert len(played.states) == len(played.others) == len(witness.moves) + 1


@pytest.mark.parametrize("witness", WITNESSES, ids=name)
def test_no_single_move_can_be_left_out(witness: Witness) -> None:
    assert without_one(*game_of(witness)) is None


def test_a_move_that_can_be_left_out_is_found() -> None:
    """The witness of R29 with a move in it that has nothing to do with the question."""
    here, there, deal, moves = game_of(witness_of("R29"))
    state = here.start(deal)
    for move in moves[:-1]:
        state = here.apply(state, move)
    longer = [
        (*moves[:-1], move, moves[-1])
        for move in here.legal_moves(state)
        if here.why_not(here.follow(state, move), moves[-1]) is None
        and difference(GAME, here, there, deal, (*moves[:-1], move)) is None
    ]
    assert longer
    fewer = without_one(here, there, deal, longer[0])
    assert fewer is not None
    assert len(fewer) == len(moves)


# -- How short a game can be ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness", WITNESSES, ids=name)
def test_no_witness_is_shorter_than_the_floor_and_those_at_it_are_shortest(witness: Witness) -> None:
    alone = witness.seats == 1
    assert witness.floor == min(floor(witness.slug, seats) for seats in ((1,) if alone else tables(witness.slug)))
    assert len(witness.moves) >= witness.floor
    assert witness.shortest == (len(witness.moves) == witness.floor)
    assert witness.shortest or witness.searched > 1000


@pytest.mark.parametrize(("slug", "letter"), OTHERS)
def test_no_random_game_differs_before_the_floor(slug: str, letter: str) -> None:
    """The floor is an argument about when a rule is asked; games hold it to that."""
    edition = editions()[witness_of(slug, letter).edition]
    for seats in (1, *tables(slug)):
        here = ZeroKei(seats=seats, edition=edition)
        there = ZeroKei(seats=seats, edition=edition, rulings={slug: letter})
        least = floor(slug, seats)
        for number in range(40 if DEEP else 2):
            rng = Random(f"{slug} {seats} {number}")
            deal = here.deal(rng)
            moves = [
                ply.move for _, ply in zip(range(least), plies(here, here.start(deal), at_random(rng)), strict=False)
            ]
            found = difference(GAME, here, there, deal, moves)
            assert found is None or found[1] >= least


@pytest.mark.parametrize("witness", PROVED if DEEP else QUICK, ids=name)
def test_what_a_small_world_proves_is_found_again(witness: Witness) -> None:
    assert witness.proof is not None
    assert proof_in(witness.proof.world, witness.slug, witness.letter, witness.against) == witness.proof


def test_some_proofs_are_quick() -> None:
    assert len(QUICK) >= 3


def test_a_search_finds_a_witness_again() -> None:
    found, played = Hunt("venue_effect", "b", "a", 2).run()
    assert found is not None
    assert played > 0
    assert len(found.moves) == len(witness_of("venue_effect").moves)
    hunt = Hunt("venue_effect", "b", "a", 2)
    assert planned(hunt.here, hunt.there, found.deal, found.moves).kind == found.kind


# -- Where the edition shipped cannot show it -----------------------------------------------------------------------


def test_only_two_rulings_need_a_varied_edition() -> None:
    assert {witness.slug for witness in WITNESSES if witness.edition != "shipped"} == {*EDITIONS}
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
