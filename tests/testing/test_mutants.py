"""Mutants: each applies, each is killed, the unchanged engine is not; and differences are classified correctly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import Refusal, ShinkansenError
from shinkansen.core.knowledge import View
from shinkansen.core.near_misses import Variety, near_miss
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Step
from shinkansen.testing.corners import BENDS, corner
from shinkansen.testing.differences import Difference, Kind, Match, Walk, compare_game
from shinkansen.testing.laws import is_sentence
from shinkansen.testing.mutant_checks import judge, trial
from shinkansen.testing.mutant_runner import main
from shinkansen.testing.mutants import Group, MutantError, loaded, mutant, mutants
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase
from tests.fake_game import Happening, HigherCard, State, Won

ENGINE = "actions rounds prices scoring refusals deal draft kit hideo cards law"
"""The files in which a rule can be got wrong."""


pytestmark = pytest.mark.slow


# -- the list


def test_every_mutant_applies_exactly_once_and_is_described() -> None:
    for one in mutants():
        one.patched()
        assert one.clauses, one.id
        for clause in one.clauses:
            rulebook()[clause]
        assert is_sentence(one.says), one.id


def test_there_are_enough_of_every_sort_and_in_every_file() -> None:
    assert len(mutants()) >= 100
    assert max(Counter(one.id for one in mutants()).values()) == 1
    assert max(Counter((one.file, one.old, one.new) for one in mutants()).values()) == 1
    groups = Counter(one.group for one in mutants())
    assert all(groups[group] >= 4 for group in Group)
    engine = {f"zerokei/{name}.py" for name in ENGINE.split()}
    assert {one.file for one in mutants()} == engine | {"core/draws.py", "core/knowledge.py"}


# -- killing them


@pytest.mark.parametrize("id", [one.id for one in mutants()])
def test_every_mutant_is_killed(id: str) -> None:
    """What killed it last time is tried first; if it does not any more, all checks are run as if for the first time."""
    verdict = judge(mutant(id), afresh=False)
    assert verdict.death is not None, f"It survives: {verdict.mutant.says}"


def test_the_engine_itself_survives_every_check() -> None:
    with loaded("control", {}) as engine:
        assert trial(engine, "control") is None


def test_the_runner_tells_what_killed_a_mutant(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "verdicts.json"
    assert main(["--only", "engine-fee-to-reserve", "--jobs", "1", "--json", str(file)]) == 0
    line, total = capsys.readouterr().out.splitlines()
    assert line.startswith("engine-fee-to-reserve ")
    assert "payee" in line
    assert "killed by" in line
    assert total.startswith("1 of 1 mutants killed")
    assert '"id": "engine-fee-to-reserve"' in file.read_text()


def says(answer: str | None) -> Any:
    """A check that always says the same."""

    def check(*given: object) -> str | None:
        return answer

    return check


def test_a_survivor_fails_the_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinkansen.testing.mutant_checks.CHECKS", {"laws and invariants": says(None)})
    assert main(["--only", "engine-fee-to-reserve", "--jobs", "1"]) == 1
    assert "engine-fee-to-reserve survives" in capsys.readouterr().out


def test_when_the_engine_itself_fails_no_mutant_is_judged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shinkansen.testing.mutant_checks.CHECKS", {"laws and invariants": says("Broken.")})
    assert main(["--only", "engine-fee-to-reserve", "--jobs", "1"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "mutants: the unchanged engine fails too, so mutants prove nothing: Broken.\n"


def test_an_unknown_mutant_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "no-such-mutant"]) == 2
    assert capsys.readouterr().err == "mutants: there is no mutant 'no-such-mutant'\n"


# -- loading


def test_a_loaded_mutant_leaves_the_reference_and_the_process_alone() -> None:
    before, path = set(sys.modules), [*sys.path, *sys.meta_path]
    one = mutant("yen-of-the-first-event")
    rules = ZeroKei(seats=2)
    deal = rules.deal(Random(1))
    with one.load() as engine:
        other = engine.rules(2)
        assert type(other) is not ZeroKei
        assert not isinstance(other, ZeroKei)
        assert engine.module("core.errors").ShinkansenError is not ShinkansenError
        wrong = other.start(other.read_deal(rules.deal_json(deal)))
        assert wrong.table.seats[0].yen < rules.start(deal).table.seats[0].yen
        foreign = [name for name in sys.modules if name.startswith("mutant_")]
        assert "mutant_yen_of_the_first_event.zerokei.ruleset" in foreign
        # None of its modules holds anything of ours.
        for name in foreign:
            for key, thing in vars(sys.modules[name]).items():
                ours = str(getattr(thing, "__module__", "")).startswith("shinkansen")
                assert key.startswith("__") or key == "register" or not ours, (name, thing)
    assert set(sys.modules) - before <= {name for name in sys.modules if not name.startswith("mutant_")}
    assert [*sys.path, *sys.meta_path] == path
    assert rules.start(deal) == ZeroKei(seats=2).start(deal)


def test_a_built_mutant_runs_in_a_process_of_its_own(tmp_path: Path) -> None:
    root = mutant("unused-action-pays-two").build(tmp_path)
    assert root == tmp_path / "shinkansen"
    program = "import shinkansen.zerokei.rounds as r; print(r.__file__); print('unused * 2' in open(r.__file__).read())"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(root / "zerokei" / "rounds.py"), "True"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"old": "no such text"}, "occurs 0 times in zerokei/prices.py, expected once"),
        ({"old": "discount"}, "times in zerokei/prices.py, expected once"),
        ({"new": "self._edition.cities[city].ground_cost - discount"}, "changes nothing"),
        ({"file": "zerokei/nothing.py"}, "patches zerokei/nothing.py, which does not exist"),
    ],
)
def test_a_patch_that_does_not_apply_is_one_sentence(changes: dict[str, str], message: str, tmp_path: Path) -> None:
    content: dict[str, Any] = {**changes}
    one = attrs.evolve(mutant("ground-costs-its-points"), **content)
    with pytest.raises(MutantError, match=message):
        one.build(tmp_path)
    with pytest.raises(MutantError, match=message), one.load():
        pass


# -- differences


def games(rules: Any, seed: int) -> tuple[Any, list[Any]]:
    rng = Random(seed)
    deal = rules.deal(rng)
    state, moves = rules.start(deal), list[Any]()
    while legal := rules.legal_moves(state):
        moves.append(rng.choice(legal))
        state = rules.follow(state, moves[-1])
    return rules.deal_json(deal), [rules.move_json(move) for move in moves]


@pytest.mark.parametrize("rules", [ZeroKei(seats=1), ZeroKei(seats=3), HigherCard(seats=2), HigherCard(seats=3)])
def test_an_engine_does_not_differ_from_itself(rules: Any) -> None:
    for seed in range(5):
        deal, moves = games(rules, seed)
        assert compare_game(rules, rules, deal, moves) is None

        def walk(match: Match, deal: Any = deal, seed: int = seed) -> None:
            match.deals(Random(seed), tries=5)
            match.begin(deal)
            Walk(peek_every=2).go(match, Variety(), Random(seed))

        assert Match(rules, rules).first(walk) is None


class Sly(HigherCard):
    """Higher Card, wrong in one way."""


def allows_any(self: Any, state: State, move: object, by: int | None = None) -> Refusal | None:
    return None


def lists_backwards(self: Any, state: State) -> tuple[int, ...]:
    return HigherCard.legal_moves(self, state)[::-1]


def lists_fewer(self: Any, state: State) -> tuple[int, ...]:
    return HigherCard.legal_moves(self, state)[:1]


def gives_it_to_another(self: Any, state: State, move: int) -> Step[State, Happening]:
    step = HigherCard.narrate(self, state, move)
    return Step(step.state, tuple(Won(1 - x.seat, "2") if isinstance(x, Won) else x for x in step.happenings))


def keeps_the_card(self: Any, state: State, move: int) -> Step[State, Happening]:
    step = HigherCard.narrate(self, state, move)
    return attrs.evolve(step, state=attrs.evolve(step.state, played=state.played)) if step.happenings else step


def lets_the_last_begin(self: Any, state: State) -> int | None:
    seat = HigherCard.to_move(self, state)
    return None if seat is None else self.seats - 1 - seat


def counts_double(self: Any, state: State) -> tuple[Score, ...]:
    return tuple(Score(s, (ScoreItem("tricks", 2 * count, "3"),)) for s, count in enumerate(state.tricks))


def lets_all_win(self: Any, state: State) -> Outcome | None:
    outcome = HigherCard.outcome(self, state)
    return outcome and attrs.evolve(outcome, winners=tuple(range(self.seats)))


def shows_the_others(self: Any, state: State, seat: int) -> Any:
    return View(seat, state)


def says_another_clause(self: Any, state: State, move: object, by: int | None = None) -> Refusal | None:
    refusal = HigherCard.why_not(self, state, move, by)
    return refusal and attrs.evolve(refusal, clause="9")


def breaks_down(self: Any, state: State) -> tuple[Score, ...]:
    raise ZeroDivisionError("no tricks")


def whispers(self: Any, thing: object, state: State | None = None) -> str:
    return f"{thing}"


@pytest.mark.parametrize(
    ("method", "wrong", "kind"),
    [
        ("why_not", allows_any, Kind.PERMISSIVE),
        ("why_not", says_another_clause, Kind.REFUSAL),
        ("legal_moves", lists_backwards, Kind.LISTING),
        ("legal_moves", lists_fewer, Kind.RESTRICTIVE),
        ("narrate", gives_it_to_another, Kind.LEDGER),
        ("narrate", keeps_the_card, Kind.EFFECT),
        ("to_move", lets_the_last_begin, Kind.TURN),
        ("scores", counts_double, Kind.SCORE),
        ("outcome", lets_all_win, Kind.SCORE),
        ("view", shows_the_others, Kind.LEAK),
        ("scores", breaks_down, Kind.CRASH),
        ("say", whispers, Kind.WORDS),
    ],
)
def test_each_kind_of_difference_is_told_by_its_name(
    method: str, wrong: Any, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sly, method, wrong, raising=False)
    rules = HigherCard(seats=3)
    found: list[Difference] = []
    for seed in range(20):
        rng = Random(seed)

        def walk(match: Match, rng: Random = rng) -> None:
            match.begin(rules.deal_json(rules.deal(rng)))
            Walk(peek_every=2).go(match, Variety(), rng)

        difference = Match(rules, Sly(seats=3)).first(walk)
        found += [difference] if difference else []
    assert found
    assert {difference.kind for difference in found} == {kind}
    assert str(found[0]).startswith(f"{kind} at ply ")


def test_a_difference_cites_the_clauses_the_reference_acted_by() -> None:
    rules = ZeroKei(seats=2)
    deal, moves = games(rules, 1)
    with mutant("yen-of-the-first-event").load() as engine:
        setup = compare_game(rules, engine.rules(2), deal, moves)
    with mutant("unused-action-pays-two").load() as engine:
        unused = compare_game(rules, engine.rules(2), deal, moves)
    assert setup is not None
    assert (setup.kind, setup.ply) == (Kind.EFFECT, 0)
    assert unused is not None
    assert unused.kind is Kind.LEDGER
    assert unused.move == {"move": "finish"}
    assert "7.2" in unused.clauses
    assert unused.move == moves[unused.ply]


def test_a_near_miss_changes_one_part() -> None:
    rng = Random(1)
    content: dict[str, Any] = {"move": "claim", "carriage": "osaka-1", "advance": ["gold"]}
    values: dict[str, list[Any]] = {"carriage": ["osaka-1", "kyoto-1"]}
    misses = [near_miss(content, values, rng) for _ in range(200)]
    assert all(sum(miss[key] != content[key] for key in content) <= 1 for miss in misses)
    assert "kyoto-1" in [miss["carriage"] for miss in misses]
    assert [] in [miss["advance"] for miss in misses]


# -- corners


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
