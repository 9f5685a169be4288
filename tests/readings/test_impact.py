"""How often the answers of each game matter: pairs of games part where an answer matters, and what is stored is so."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

import pytest

from shinkansen.campaign import impact
from shinkansen.campaign.campaigns import campaign
from shinkansen.campaign.running import run
from shinkansen.cli import main
from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json
from shinkansen.readings.impact import (
    EFFECT,
    LEGALITY,
    SCORES,
    WINNER,
    base_game,
    chooser,
    compare,
    editions_to_measure,
    key_of,
    measure,
    play,
    seats_for,
    stored,
    variants_for,
)
from shinkansen.readings.parts import IMPACT
from shinkansen.readings.witnesses import difference, edition_for, others, rules_for, usual_edition
from tests.build import impact as builder

OURS = ("nextstation", "zerokei")
GAMES = tuple(map(registry.game, OURS))
OTHERS = [(game, slug, letter) for game in GAMES for slug, letter in others(game.register)]
CHANCY = {"nextstation": "double_power_station", "zerokei": "track_needs_ground"}
"""For each game a ruling that changes scores and winners in some games and not in others."""
NEVER = {("nextstation", "bare_departure"), ("nextstation", "second_on_central"), ("zerokei", "nothing_affordable")}
"""Rulings that mattered in none of the games: such players do not come into such a position."""


def name(thing: object) -> str:
    return thing.name if isinstance(thing, Game) else str(thing)


each_game = pytest.mark.parametrize("game", GAMES, ids=name)
each_answer = pytest.mark.parametrize(("game", "slug", "letter"), OTHERS, ids=name)


def test_every_game_of_ours_has_a_measurement() -> None:
    assert [game.name for game in registry.games() if game.has(IMPACT) and game.name in OURS] == [*OURS]


# -- two games that are played alike


@each_game
def test_a_ruling_against_itself_changes_nothing(game: Game) -> None:
    for slug in dict.fromkeys(slug for slug, _ in others(game.register)[::4]):
        assert {*"".join(measure(game, slug, game.register[slug].preferred, 3).outcomes.values())} == {"0"}


@pytest.mark.parametrize(
    ("game", "slug", "letter"), [each for each in OTHERS if each[0].name == "nextstation"] + OTHERS[11::4], ids=name
)
def test_games_are_identical_until_the_answer_matters(game: Game, slug: str, letter: str) -> None:
    """Told apart anew, by playing the moves of the one game under both readings."""
    edition, variants = edition_for(game, slug), variants_for(game, slug, edition_for(game, slug))
    for seats in seats_for(game, slug):
        here = rules_for(game, seats, edition=edition, variants=variants)
        there = rules_for(game, seats, slug, letter, edition, variants)
        base = base_game(game, edition, seats, 7, 0, variants)
        choose = chooser(game, here, key_of(7, seats, 0))
        pair = compare(game, here, base, there, choose)
        found = difference(game, here, there, base.deal, base.moves)
        if found is None or found[0] in ("score", "outcome"):
            assert pair.first is None
            assert not pair.code & (LEGALITY | EFFECT)
        else:
            kind, ply = found
            assert pair.first == ply
            assert pair.code & {"legality": LEGALITY, "effect": EFFECT}[kind]
            other = play(there, base.deal, choose)
            before = ply if kind == "legality" else ply - 1
            assert other.moves[:before] == base.moves[:before]


@each_game
def test_the_code_of_a_game_says_what_differs(game: Game) -> None:
    """In a game with the other scores there are other totals, and so on, by playing both to the end."""
    slug, letter, seats, seed = CHANCY[game.name], "b", 3, 1964
    edition, variants = usual_edition(game), variants_for(game, slug, usual_edition(game))
    here = rules_for(game, seats, variants=variants)
    there = rules_for(game, seats, slug, letter, variants=variants)
    codes = set[int]()
    for number in range(12):
        base = base_game(game, edition, seats, seed, number, variants)
        choose = chooser(game, here, key_of(seed, seats, number))
        other = play(there, base.deal, choose)
        code = compare(game, here, base, there, choose).code
        codes.add(code)
        one, two = here.outcome(base.states[-1]), there.outcome(other.states[-1])
        assert one is not None
        assert two is not None
        assert bool(code & SCORES) == (one.totals != two.totals)
        assert bool(code & WINNER) == (one.winners != two.winners)
    assert len(codes) > 1


# -- what is stored


@each_game
def test_the_stored_measurement_is_of_every_answer(game: Game) -> None:
    kept = stored(game)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", kept.date)
    for slug, letter in others(game.register):
        rows = kept.of(slug, letter)
        assert tuple(row.edition for row in rows) == editions_to_measure(game, slug)
        assert rows[0].edition == edition_for(game, slug)
        for row in rows:
            assert tuple(row.outcomes) == seats_for(game, slug)
            assert row.games >= 300
        if usual_edition(game) != rows[0].edition:  # the usual edition cannot show it
            usual = next(row for row in rows if row.edition == usual_edition(game))
            assert {*"".join(usual.outcomes.values())} == {"0"}
        assert ({*"".join(rows[0].outcomes.values())} == {"0"}) == ((game.name, slug) in NEVER)


@each_answer
def test_the_stored_measurement_is_made_again(game: Game, slug: str, letter: str) -> None:
    games = len(seats_for(game, slug))
    for row in stored(game).of(slug, letter):
        assert measure(game, slug, letter, games, stored(game).seed, row.edition) == row.first(games)


@pytest.mark.slow
@each_game
def test_the_builder_measures_what_is_stored(game: Game) -> None:
    slugs = tuple(ruling.slug for ruling in game.register.switchable[:2])
    again = builder.measured(game, 3, slugs, Namespace(jobs=1, dask=None, progress=None))
    assert {slug for slug, *_ in again} == {*slugs}
    for (slug, letter, edition), outcomes in again.items():
        row = next(row for row in stored(game).of(slug, letter) if row.edition == edition)
        assert outcomes == row.first(3).outcomes
    file = Path(str(game.part(IMPACT).file))
    assert builder.text(game, builder.kept(game), stored(game).date) == file.read_text(encoding="utf-8")


@each_game
def test_a_campaign_measures_what_is_stored(game: Game) -> None:
    """Of all answers to some rulings at once, in shards, the last of which is not full."""
    slugs = [ruling.slug for ruling in game.register.switchable][:3]
    turns = seats_for(game, slugs[0])
    asked = [
        (row.slug, row.letter, row.edition)
        for slug, letter in others(game.register)
        if slug in slugs and seats_for(game, slug) == turns
        for row in stored(game).of(slug, letter)
    ]
    games = impact.EACH + 2
    measuring = impact.measuring(game, asked, games, stored(game).seed)
    found = impact.measured(measuring, run(measuring).so_far)
    assert [(row.slug, row.letter, row.edition) for row in found] == asked
    for row in found:
        then = next(each for each in stored(game).of(row.slug, row.letter) if each.edition == row.edition)
        assert row == then.first(games)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"games": 0}, "games: found 0"),
        ({"seed": "x"}, "seed: found 'x'"),
        ({"answers": []}, "answers: found"),
        ({"answers": [["track_needs_ground", "b"]]}, "expected a slug, a letter and an edition"),
        ({"answers": [["track_needs_ground", "z", "standard"]]}, "track_needs_ground: found 'z'"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_a_campaign_that_makes_no_sense_is_refused(change: dict[str, Json], why: str) -> None:
    good: dict[str, Json] = {"game": "zerokei", "answers": [["track_needs_ground", "b", ""]], "games": 3, "seed": 1}
    with pytest.raises(ShinkansenError, match=why):
        campaign(impact.NAME, {**good, **change})


@each_game
@pytest.mark.parametrize(
    ("id", "letter", "games", "answer"),
    [(None, "z", 3, "no answer 'z'"), ("R99", "b", 3, "no ruling"), (None, "b", 0, "found 0, expected at least 1")],
)
def test_what_cannot_be_measured(game: Game, id: str | None, letter: str, games: int, answer: str) -> None:
    with pytest.raises(ShinkansenError, match=answer):
        measure(game, id or game.register.switchable[0].id, letter, games)


# -- alone in Next Station


def test_where_somebody_alone_always_wins_it_is_the_rating_that_differs(capsys: pytest.CaptureFixture[str]) -> None:
    """The band of a score of ninety is another one in just those games that end with it."""
    game, slug = registry.game("nextstation"), "score_of_ninety"
    row = stored(game).of(slug, "b")[0]
    rules = rules_for(game, 1)
    for number, code in enumerate(row.outcomes[1][:40]):
        base = base_game(game, row.edition, 1, stored(game).seed, number)
        assert int(code, 16) == (WINNER if rules.totals(base.states[-1]) == (90,) else 0)
    assert row.share("winner").hits
    assert main(["ruling", "impact", "R37", "--game", "nextstation"]) == 0
    told = capsys.readouterr().out
    assert f"the rating differs          {row.share('winner')}" in told
    assert "somebody else wins" not in told
