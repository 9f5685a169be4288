"""A tiny game through witnesses, contrast and impact: nothing in `readings` needs to know a game."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import GameError, RulingError, ShinkansenError
from shinkansen.core.opaque import AnyRules, Deal, Move, opaque
from shinkansen.readings import contrast as telling
from shinkansen.readings.impact import (
    CHANGES,
    EFFECT,
    EFFECTS,
    LEGALITY,
    Measurement,
    alike,
    base_game,
    chooser,
    code_of,
    compare,
    key_of,
    measure,
    play,
    players,
    read_measurement,
    seats_for,
    stored,
    usual_seed,
)
from shinkansen.readings.stored import read_stored
from shinkansen.readings.witnesses import (
    Differs,
    Witness,
    check,
    difference,
    edition_for,
    others,
    pairs,
    read_move,
    rules_for,
    same_table,
    usual_edition,
    witness_of,
    witnesses,
    written,
)
from shinkansen.testing.json_damage import damaged
from tests.readings.tokens import BARE, IMPACT, TOKENS, WITNESSES, State, Take, Tokens

KINDS = {"three": "legality", "last_token": "effect", "bonus": "score", "tie": "outcome"}
"""How the answers to each ruling differ."""


# -- finding them


def games(rules: AnyRules) -> Iterator[tuple[Deal, tuple[Move, ...]]]:
    """Every beginning of a game, the shortest first."""
    waiting = deque((deal, tuple[Move, ...](), rules.start(deal)) for deal in rules.every_deal())
    while waiting:
        deal, moves, state = waiting.popleft()
        yield deal, moves
        waiting.extend((deal, (*moves, move), rules.follow(state, move)) for move in rules.legal_moves(state))


def search(slug: str) -> Witness:
    """A shortest game that tells the answers to a ruling apart."""
    here, there = rules_for(BARE, 2, slug, "a"), rules_for(BARE, 2, slug, "b")
    for played, (deal, moves) in enumerate(games(here), start=1):
        found = difference(BARE, here, there, deal, moves)
        if found is not None:
            lines = tuple(written(BARE, here, move) for move in moves)
            floor = len(moves)  # all shorter games have been tried
            return Witness(slug, "b", found[0], "", 2, here.deal_json(deal), lines, "a", floor, played)
    raise AssertionError(slug)


def test_a_tiny_search_finds_what_is_stored() -> None:
    found = [search(slug) for slug in KINDS]
    assert {each.slug: each.kind for each in found} == KINDS
    assert (*found,) == witnesses(TOKENS)


def test_every_answer_has_a_witness_which_differs_at_its_end_and_not_before() -> None:
    register = TOKENS.register
    assert [(each.slug, each.letter, each.against) for each in witnesses(TOKENS)] == pairs(register)
    assert [pair[:2] for pair in pairs(register)] == others(register)
    for witness in witnesses(TOKENS):
        assert check(TOKENS, witness) == (witness.kind, len(witness.moves))
        assert witness.shortest
        shorter = attrs.evolve(witness, moves=witness.moves[:-1])
        assert check(TOKENS, shorter) is None


def test_what_only_a_reading_remembers_is_no_difference() -> None:
    """Under three=b every move is remembered, so the tables differ, but nobody sees it."""
    here, there = rules_for(TOKENS, 2, "three", "a"), rules_for(TOKENS, 2, "three", "b")
    deal = here.read_deal({"pile": [6]})
    one, other = here.start(deal), there.start(deal)
    move = here.legal_moves(one)[0]
    after, after_there = here.follow(one, move), there.follow(other, move)
    assert here.digest(after) != there.digest(after_there)
    assert same_table(TOKENS, here, after, there, after_there)
    forgetful = attrs.evolve(TOKENS, parts={key: part for key, part in TOKENS.parts.items() if key != "places"})
    assert not same_table(forgetful, here, after, there, after_there)
    assert difference(forgetful, here, there, deal, [move]) == (Differs.EFFECT, 1)


def test_a_game_without_notation_writes_its_moves_in_canonical_json() -> None:
    rules = rules_for(TOKENS, 2)
    for move in rules.legal_moves(rules.start(rules.read_deal({"pile": [5]}))):
        line = written(TOKENS, rules, move)
        assert json.loads(line) == rules.move_json(move)
        assert read_move(TOKENS, rules, line) == move
    witness = witness_of(TOKENS, "R1")
    assert witness.moves_json(TOKENS) == [json.loads(line) for line in witness.moves]
    with pytest.raises(ShinkansenError, match="a move"):
        read_move(TOKENS, rules, "nonsense")


def test_without_editions_none_is_named() -> None:
    assert usual_edition(TOKENS) == edition_for(TOKENS, "three") == ""


# -- asking for one


@pytest.mark.parametrize(
    ("name", "letter", "against", "alone", "answer"),
    [
        ("R9", None, None, False, "there is no ruling 'R9'"),
        ("R1", "z", None, False, "has no answer 'z'; expected a, b"),
        ("R1", "a", None, False, "R1=a cannot be compared with itself; expected R1=b"),
        ("R1", "b", None, True, "R1=b has no solo witness"),
    ],
)
def test_a_witness_that_does_not_exist(
    name: str, letter: str | None, against: str | None, alone: bool, answer: str
) -> None:
    with pytest.raises(RulingError, match=answer):
        witness_of(TOKENS, name, letter, against, alone)


def test_a_game_that_keeps_nothing_says_so() -> None:
    with pytest.raises(GameError, match=r"^Tokens has no witnesses of its rulings\.$"):
        witness_of(BARE, "R1")
    with pytest.raises(GameError, match=r"^Tokens has no stored measurement of impact\.$"):
        stored(BARE)


def _shares(found: Measurement) -> object:
    return [row.share(effect) for each in found.rows for row in found.of(each.slug, each.letter) for effect in EFFECTS]


READERS: dict[str, Callable[[Path], object]] = {
    "witnesses": lambda file: read_stored(file, tuple[Witness, ...]),
    "impact": lambda file: _shares(read_measurement(file)),
}


@pytest.mark.parametrize("kind", READERS)
@given(data=st.data())
def test_a_damaged_file_is_one_error(kind: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    source = {"witnesses": WITNESSES.file, "impact": IMPACT.file}[kind]
    file = tmp_path_factory.getbasetemp() / "damaged.json"
    file.write_text(json.dumps(data.draw(damaged(json.loads(source.read_text(encoding="utf-8"))))), encoding="utf-8")
    said = ""
    try:
        READERS[kind](file)
    except GameError as problem:
        said = str(problem)
    assert not said or (said.startswith("damaged.json cannot be read: ") and "\n" not in said)


@pytest.mark.parametrize("wrong", [{"two": "0"}, {"2": "g"}, {"0": "0"}])
def test_outcomes_that_are_none_are_one_error(wrong: dict[str, str], tmp_path: Path) -> None:
    content: Any = json.loads(IMPACT.file.read_text(encoding="utf-8"))
    content["rows"][1]["outcomes"] = wrong
    (tmp_path / "wrong.json").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(GameError, match=r"outcomes of 'last_token': .* expected a number of seats and a hexadecimal"):
        read_measurement(tmp_path / "wrong.json")


def test_a_file_that_is_not_there_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b"\xff")
    for name in ("missing.json", "latin.json"):
        with pytest.raises(GameError, match=rf"^{name} cannot be read: "):
            read_stored(tmp_path / name, Measurement)


# -- in words


def told(slug: str) -> tuple[telling.Contrast, list[str]]:
    played = witness_of(TOKENS, slug).play(TOKENS)
    return telling.contrast(played), [*telling.said(played)]


def test_legality_is_told_by_what_each_answer_allows() -> None:
    found, said = told("three")
    assert said == ["Seat 0: Take 1."]
    assert found.here.sentences == ("Seat 1 may not: Take 3. That is too many. (clause 2)",)
    assert found.there.sentences == ("Seat 1 may: Take 3.",)
    assert found.there.move is not None
    assert found.there.rules.apply(found.there.before, found.there.move) == found.there.state


def test_an_effect_is_told_by_what_happens_and_by_the_points_so_far() -> None:
    found, said = told("last_token")
    last = len(said) % 2
    assert said[-1].startswith(f"Seat {1 - last}")
    assert found.here.sentences != found.there.sentences
    assert all(len(side.sentences) == 1 for side in found.sides)
    ((what, here, there),) = found.amounts
    assert what == f"the total of seat {1 - last}"
    assert isinstance(here, int)
    assert there == here + 1


def test_a_score_is_told_by_its_lines_and_totals() -> None:
    found, _ = told("bonus")
    assert "Seat 0: 2 for many." in found.there.sentences
    assert found.here.sentences[0] == "Nothing is scored for this."
    assert [amount[0] for amount in found.amounts] == ["the total of seat 0"]


def test_an_outcome_is_told_by_its_winners() -> None:
    found, _ = told("tie")
    assert [side.sentences for side in found.sides] == [
        ("The winners are (0, 1).",),
        ("The winners are (1,).",),
    ]
    assert not found.amounts


def test_a_game_without_words_is_told_in_those_of_the_contract() -> None:
    witness = witness_of(TOKENS, "three")
    assert telling.setting(TOKENS, witness) == "2 players, 1 move."
    assert [*telling.dealt(witness.play(TOKENS))] == ["Pile: 4."]
    assert [*telling.how_short(TOKENS, witness)] == [
        "No shorter game can show it with two players: the rule cannot matter before 1 move."
    ]
    unknown = attrs.evolve(witness, floor=0, searched=1234)
    assert [*telling.how_short(TOKENS, unknown)] == [
        "This is the shortest game found with two players, among 1,234 games of a local search."
    ]
    varied = attrs.evolve(witness, variants={"quick": True})
    assert telling.setting(TOKENS, varied) == "2 players, 1 move; quick True."


# -- how often


def test_what_is_stored_is_measured_again() -> None:
    kept = stored(TOKENS)
    assert usual_seed(TOKENS) == kept.seed
    for slug, letter in others(TOKENS.register):
        (row,) = kept.of(slug, letter)
        assert measure(TOKENS, slug, letter, row.games) == row
        assert row.games == 30


@pytest.mark.parametrize("slug", KINDS)
def test_only_what_can_differ_does(slug: str) -> None:
    """What a ruling decides is changed in some games and not in all, and nothing comes before it."""
    impact = measure(BARE, slug, "b", 60)
    hits = {effect: impact.share(effect).hits for effect in EFFECTS}
    first = {"legality": 0, "effect": 1, "score": 2, "outcome": 3}[KINDS[slug]]
    assert all(hits[effect] == 0 for effect in EFFECTS[:first])
    assert 0 < hits[EFFECTS[first]] < 60
    assert measure(BARE, slug, "a", 60).outcomes == {2: "0" * 60}


@pytest.mark.parametrize("slug", KINDS)
def test_the_code_of_a_pair_agrees_with_playing_both_games(slug: str) -> None:
    here, there = rules_for(BARE, 2), rules_for(BARE, 2, slug, "b")
    for number in range(20):
        base = base_game(BARE, "", 2, 7, number)
        choose = chooser(BARE, here, key_of(7, 2, number))
        pair, other = compare(BARE, here, base, there, choose), play(there, base.deal, choose)
        found = difference(BARE, here, there, base.deal, base.moves)
        if found is not None and found[0] in (Differs.LEGALITY, Differs.EFFECT):
            assert pair.first == found[1]
            assert pair.code & {Differs.LEGALITY: LEGALITY, Differs.EFFECT: EFFECT}[found[0]]
        else:
            assert pair.first is None
        one, two = here.outcome(base.states[-1]), there.outcome(other.states[-1])
        assert one is not None
        assert two is not None
        assert [bool(pair.code & 4), bool(pair.code & 8)] == [one.totals != two.totals, one.winners != two.winners]
        assert code_of(BARE, base, "", 2, 7, number, slug, "b") == f"{pair.code:x}"


def test_a_game_that_ends_sooner_or_later_is_different_in_legality() -> None:
    """Whichever of the two games goes on where the other has ended: at the end nothing is legal."""

    class Short(Tokens):
        """The game ends when two tokens are left."""

        def to_move(self, state: State) -> int | None:
            return super().to_move(state) if state.left > 2 else None

        def legal_moves(self, state: State) -> tuple[Take, ...]:
            return super().legal_moves(state) if state.left > 2 else ()

    long, short = rules_for(BARE, 2), opaque(Short(BARE.register.reading()))
    deal = long.deal(Random(1))
    choose = alike(BARE, long, "key")
    for here, there in ((long, short), (short, long)):
        base = play(here, deal, choose)
        pair = compare(BARE, here, base, there, choose)
        assert pair.code & LEGALITY
        assert pair.first == min(len(base.moves), len(play(there, deal, choose).moves))


def test_who_plays_is_told_in_words() -> None:
    assert seats_for(TOKENS, "three") == (2,)
    assert players(TOKENS, (2,)) == "of random moves with 2 players"
    assert players(TOKENS, (1,)) == "of random moves with 1 player"
    assert players(TOKENS, (2, 3, 4)) == "of random moves with 2, 3 and 4 players in turn"
    assert {*CHANGES} == {*EFFECTS}


@pytest.mark.parametrize(
    ("slug", "letter", "number", "answer"),
    [("R1", "z", 3, "no answer 'z'"), ("R9", "b", 3, "no ruling"), ("R1", "b", 0, "found 0, expected at least 1")],
)
def test_what_cannot_be_measured(slug: str, letter: str, number: int, answer: str) -> None:
    with pytest.raises(ShinkansenError, match=answer):
        measure(TOKENS, slug, letter, number)
