"""Every answer to every switchable ruling of every game makes a difference in a game that is short and can be played.

What a hunt finds is held for a game that it has never heard of, too (`tokens`).
"""

from __future__ import annotations

from random import Random

import pytest

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.play import at_random, plies
from shinkansen.readings.parts import WITNESSES
from shinkansen.readings.witnesses import Witness, check, difference, others, pairs, rules_for, usual_edition, witnesses
from tests.build.find_witnesses import floor_of, known_game, proof_in, search, tables_of
from tests.build.hunt import Hunt, Table, hints
from tests.deep import DEEP
from tests.readings.tokens import BARE, TOKENS

OURS = ("nextstation", "zerokei")
GAMES = tuple(map(registry.game, OURS))
STORED = [(game, witness) for game in GAMES for witness in witnesses(game)]
PROVED = [(game, witness) for game, witness in STORED if witness.proof is not None]
QUICK = [(game, witness) for game, witness in PROVED if witness.proof is not None and witness.proof.pairs < 500]


def name(thing: object) -> str:
    match thing:
        case Game():
            return thing.name
        case Witness():
            return f"{thing.slug}-{thing.letter}-{thing.against}-{thing.seats}"
        case _:
            return str(thing)


each_witness = pytest.mark.parametrize(("game", "witness"), STORED, ids=name)


def hunt_of(game: Game, witness: Witness) -> Hunt:
    return Hunt(game, witness.slug, witness.letter, witness.against, Table(witness.seats, witness.variants))


def test_every_game_of_ours_that_has_witnesses_is_looked_at() -> None:
    assert [game.name for game in registry.games() if game.has(WITNESSES) and game.name in OURS] == [*OURS]


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_every_answer_has_a_witness_and_every_pair_of_answers(game: Game) -> None:
    found = [*dict.fromkeys((each.slug, each.letter, each.against) for each in witnesses(game))]
    assert found == pairs(game.register)
    assert {(slug, letter) for slug, letter, _ in found} == {*others(game.register)}


@each_witness
def test_the_answers_differ_at_the_end_of_the_game_and_not_before(game: Game, witness: Witness) -> None:
    assert check(game, witness) == (witness.kind, len(witness.moves))
    played = witness.play(game)  # every move is legal under both
    assert len(played.states) == len(played.others) == len(witness.moves) + 1


@each_witness
def test_no_single_move_can_be_left_out(game: Game, witness: Witness) -> None:
    hunt = hunt_of(game, witness)
    found = known_game(hunt, witness)
    assert hunt.without_one(found.deal, found.moves) is None


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_only_what_the_usual_edition_cannot_show_needs_another(game: Game) -> None:
    varied = {each.slug: each.edition for each in witnesses(game) if each.edition != usual_edition(game)}
    assert varied == dict(game.part(WITNESSES).editions)
    assert {*varied.values()} <= {*game.part(WITNESSES).described}


# -- how short a game can be


@each_witness
def test_no_witness_is_shorter_than_the_floor_and_those_at_it_are_shortest(game: Game, witness: Witness) -> None:
    assert witness.floor == floor_of(game, witness.slug, tables_of(game, witness))
    assert len(witness.moves) >= witness.floor
    assert witness.shortest == (len(witness.moves) == witness.floor)
    assert witness.shortest or witness.searched > 1000


@pytest.mark.parametrize(
    ("game", "slug", "letter"), [(game, *other) for game in GAMES for other in others(game.register)], ids=name
)
def test_no_random_game_differs_before_the_floor(game: Game, slug: str, letter: str) -> None:
    """The floor is an argument about when a rule is asked; games hold it to that."""
    edition = next(each.edition for each in witnesses(game) if (each.slug, each.letter) == (slug, letter))
    tables = dict.fromkeys((table.seats, table) for table in (Table(1), *hints(game).tables(game, slug)))
    for seats, table in tables:
        here = rules_for(game, seats, edition=edition, variants=table.variants)
        there = rules_for(game, seats, slug, letter, edition, table.variants)
        least = hints(game).floor(slug, table)
        for number in range(40 if DEEP else 2):
            rng = Random(f"{slug} {seats} {number}")
            deal = here.deal(rng)
            game_on = zip(range(least), plies(here, here.start(deal), at_random(rng)), strict=False)
            found = difference(game, here, there, deal, [ply.move for _, ply in game_on])
            assert found is None or found[1] >= least


@pytest.mark.parametrize(("game", "witness"), PROVED if DEEP else QUICK, ids=name)
def test_what_a_small_world_proves_is_found_again(game: Game, witness: Witness) -> None:
    assert witness.proof is not None
    assert proof_in(game, witness.proof.world, witness.slug, witness.letter, witness.against) == witness.proof


def test_some_proofs_are_quick() -> None:
    assert {game.name for game, _ in QUICK} == {*OURS}


# -- the hunt


@pytest.mark.parametrize("slug", ["three", "last_token", "bonus", "tie"])
def test_a_game_that_gives_no_hints_gets_witnesses_as_short_as_those_found_by_hand(slug: str) -> None:
    (found,) = search(BARE, (slug, "b", "a"))
    (stored,) = (each for each in witnesses(TOKENS) if each.slug == slug)
    assert check(BARE, found) == (stored.kind, len(stored.moves))
    assert (found.floor, found.proof) == (0, None)
