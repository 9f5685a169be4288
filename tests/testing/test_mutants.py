"""Mutants: each applies, each is killed, the unchanged engine is not; Zero-Kei's, and those of another game."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.clauses import Rulebook
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Plain
from shinkansen.core.registry import game
from shinkansen.nextstation.rulebook import rulebook as next_rulebook
from shinkansen.nextstation.testing import mutants as nextstation
from shinkansen.testing.laws import is_sentence
from shinkansen.testing.mutant_checks import LIMITS, control, judge, trial
from shinkansen.testing.mutants import MUTANTS, Loaded, MutantError, Mutants, Sitting, imports
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing import mutants as zerokei
from shinkansen.zerokei.testing.mutants import Group, mutant, mutants
from tests.build.mutants import main
from tests.fake_game import HigherCard

ENGINE = "actions works rounds prices scoring refusals deal draft kit hideo cards law"
"""The files in which a rule can be got wrong."""

ONLY_REFUSED_BY = {"7.15.8", "7.16.6"}
"""Clauses that the engine only cites to refuse what no legal move resembles; nobody can break them by playing."""

NEXT_ENGINE = (
    "cards deal drawing happenings kit law module_cards networks objectives pencils powers refusals ruleset scoring"
    " special_stations turns"
)
"""The same of Next Station; its sheets can be understood wrongly as well."""

pytestmark = pytest.mark.slow


# -- the list


@pytest.mark.parametrize(
    ("among", "clauses"),
    [(zerokei.MUTANTS, rulebook()), (nextstation.MUTANTS, next_rulebook())],
    ids=["zerokei", "nextstation"],
)
def test_every_mutant_applies_exactly_once_and_is_described(among: Mutants, clauses: Rulebook) -> None:
    for one in among.all:
        one.patched()
        assert one.clauses, one.id
        for clause in one.clauses:
            clauses[clause]
        assert is_sentence(one.says), one.id


def test_there_are_enough_of_every_sort_and_in_every_file() -> None:
    assert len(mutants()) >= 500
    assert max(Counter(one.id for one in mutants()).values()) == 1
    assert max(Counter((one.file, one.old, one.new) for one in mutants()).values()) == 1
    groups = Counter(one.group for one in mutants())
    assert all(groups[group] >= 4 for group in Group)
    engine = {f"zerokei/{name}.py" for name in ENGINE.split()}
    assert {one.file for one in mutants()} == engine | {"core/draws.py", "core/knowledge.py"}


def test_there_are_enough_of_every_sort_and_in_every_file_of_next_station() -> None:
    found = nextstation.mutants()
    assert len(found) >= 300
    assert max(Counter(one.id for one in found).values()) == 1
    assert max(Counter((one.file, one.inside, one.old, one.new) for one in found).values()) == 1
    groups = Counter(one.group for one in found)
    assert all(groups[group] >= 4 for group in nextstation.Group)
    assert {one.file for one in found} == {f"nextstation/{name}.py" for name in [*NEXT_ENGINE.split(), "sheet"]}


def cited_in(folder: str, engine: str, clauses: Rulebook) -> set[str]:
    """The clauses that an engine cites."""
    files = [zerokei.MUTANTS.folder / folder / f"{name}.py" for name in engine.split()]
    texts = set(chain.from_iterable(re.findall(r'"([\w.]+)"', file.read_text(encoding="utf-8")) for file in files))
    return {clause.id for clause in clauses} & texts


def test_every_clause_that_the_engine_of_next_station_cites_has_a_mutant() -> None:
    cited = cited_in("nextstation", NEXT_ENGINE, next_rulebook())
    assert len(cited) > 70
    assert cited <= {clause for one in nextstation.mutants() for clause in one.clauses}


def test_every_clause_that_the_engine_cites_has_a_mutant() -> None:
    """A mistake about any of them can then be named by what it resembles; of most there are several."""
    cited = cited_in("zerokei", ENGINE, rulebook())
    broken = Counter(clause for one in mutants() for clause in one.clauses)
    assert len(cited) > 100
    assert {clause for clause in cited if not broken[clause]} == ONLY_REFUSED_BY
    assert sum(broken[clause] > 1 for clause in cited) > 0.8 * len(cited)


# -- killing them


@pytest.mark.parametrize("id", [one.id for one in mutants()])
def test_every_mutant_is_killed(id: str) -> None:
    """What killed it last time is tried first; if it does not any more, all checks are run as if for the first time."""
    result = judge(mutant(id), afresh=False)
    assert result.death is not None, f"It survives: {result.mutant.says}"


@pytest.mark.parametrize("id", [one.id for one in nextstation.mutants()])
def test_every_mutant_of_next_station_is_killed(id: str) -> None:
    result = judge(nextstation.mutant(id), afresh=False, sharing=True)
    assert result.death is not None, f"It survives: {result.mutant.says}"


def test_the_engine_itself_survives_every_check() -> None:
    with zerokei.MUTANTS.loaded("control", {}) as engine:
        assert trial(engine, "control") is None


def test_the_engine_of_next_station_survives_every_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer of the corners, which are many: the runner tries them all on those that survive the rest."""
    monkeypatch.setitem(LIMITS, "corners", 24)
    with nextstation.MUTANTS.loaded("control", {}) as engine:
        assert trial(engine, "control") is None


def test_who_plays_a_setting_that_is_refused_is_found() -> None:
    death = judge(nextstation.mutant("both-modules-at-once"), afresh=False).death
    assert death is not None
    assert death.how.startswith("permissive: it plays a setting that is refused: {")
    assert '"pencil_powers":true' in death.how
    assert '"special_stations":true' in death.how


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


def test_what_is_searched_for_imports_has_those_that_parsing_finds(tmp_path: Path) -> None:
    """In every file of ours, and however an import is laid out; nothing that a mutant must not share is overlooked."""
    odd = tmp_path / "odd.py"
    odd.write_text(
        "from shinkansen.core import (  # why (in short)\n    errors as mistakes,\n    text,  # and why not\n)\n"
        "def late():\n    import shinkansen.core.play as play, shinkansenlike\n"
        "    from shinkansen.zerokei.kit \\\n        import Kit, \\\n        thing\n",
        encoding="utf-8",
    )
    known = zerokei.MUTANTS.needs.keys()
    assert imports(odd, "shinkansen", known) == {"core.errors", "core.text", "core.play", "zerokei.kit"}
    files = [*zerokei.MUTANTS.folder.rglob("*.py")]
    assert len(files) == len(known)
    for path in files:
        assert _parsed_imports(path, known) <= imports(path, "shinkansen", known), path


def _parsed_imports(path: Path, known: Collection[str]) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and f"{node.module}.".startswith("shinkansen."):
            inside = node.module.removeprefix("shinkansen").removeprefix(".")
            deeper = (f"{inside}.{alias.name}".removeprefix(".") for alias in node.names)
            names |= {each if each in known else inside for each in deeper}
        elif isinstance(node, ast.Import):
            names |= {
                each.name.removeprefix("shinkansen.") for each in node.names if each.name.startswith("shinkansen.")
            }
    return names


@pytest.mark.parametrize(("id", "own"), [("times-all-stations", True), ("no-diagonals", False)])
def test_a_mutant_that_shares_has_the_values_of_the_reference_unless_it_changes_what_they_are(
    id: str, own: bool
) -> None:
    """One multiplies wrongly, the other changes what a sheet is."""
    reference: Any = nextstation.MUTANTS.reference({"seats": 2})
    one = nextstation.MUTANTS.mutant(id)
    with one.load(sharing=True) as engine:
        rules: Any = engine.rules(seats=2)
        assert (rules.edition is reference.edition) == own
        assert engine.shares("shinkansen.nextstation.sheet") == own
    with one.load() as engine:
        alone: Any = engine.rules(seats=2)
        assert type(alone.edition) is not type(reference.edition)


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
        (
            {"inside": "PriceList.track"},
            "what it replaces occurs 0 times in PriceList.track of zerokei/prices.py, expected once$",
        ),
        (
            {"inside": "PriceList.carry"},
            "zerokei/prices.py has 0 functions, methods or classes PriceList.carry, expected one$",
        ),
        ({"inside": "ground"}, "zerokei/prices.py has 0 functions, methods or classes ground, expected one$"),
    ],
)
def test_a_patch_that_does_not_apply_is_one_sentence(changes: dict[str, str], message: str, tmp_path: Path) -> None:
    content: dict[str, Any] = {**changes}
    one = attrs.evolve(mutant("ground-costs-its-points"), **content)
    with pytest.raises(MutantError, match=message):
        one.build(tmp_path)
    with pytest.raises(MutantError, match=message), one.load():
        pass


def defined(node: ast.AST, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """Everything that a module defines, with its path; not what is defined within functions."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            yield ".".join((*path, each.name)), each
        if isinstance(each, ast.ClassDef):
            yield from defined(each, (*path, each.name))


@pytest.mark.parametrize("file", ["core/draws.py", "nextstation/turns.py", "testing/laws.py", "zerokei/ruleset.py"])
def test_a_patch_inside_a_function_changes_that_one_alone(file: str) -> None:
    """Also where the text stands elsewhere in the file: every definition gets a comment at its name, one at a time."""
    text = (zerokei.MUTANTS.folder / file).read_text(encoding="utf-8")
    found = [*defined(ast.parse(text))]
    assert len(found) > 10
    for path, node in found:
        old = f"{'class' if isinstance(node, ast.ClassDef) else 'def'} {node.name}"
        one = attrs.evolve(mutants()[0], file=file, inside=path, old=old, new=old + " # wrong\n")
        lines = text.split("\n")
        lines[node.lineno - 1] = lines[node.lineno - 1].replace(old, old + " # wrong\n", 1)
        assert one.patched() == "\n".join(lines)


def test_what_a_decorator_says_belongs_to_its_function() -> None:
    one = attrs.evolve(mutants()[0], file="core/draws.py", inside="Draw", old="@frozen", new="@define")
    assert "@define\nclass Draw:" in one.patched()


def test_a_name_that_is_defined_twice_is_no_place(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text("def f():\n    return 1\n\n\ndef f():\n    return 2\n", encoding="utf-8")
    file = str(tmp_path / "twice.py")  # an absolute path is not seen from the package
    one = attrs.evolve(mutants()[0], file=file, inside="f", old="return 2", new="return 3")
    with pytest.raises(MutantError, match=r"has 2 functions, methods or classes f, expected one$"):
        one.patched()
    whole = attrs.evolve(one, inside="")
    assert whole.patched() == "def f():\n    return 1\n\n\ndef f():\n    return 3\n"


# -- of another game


def another(tmp_path: Path, kills: str = "{}", group: str = "rules") -> Mutants:
    """Mutants of Higher Card, whose source is in the package `tests`."""
    (tmp_path / "mutants.toml").write_text(MISTAKES.format(group=group), encoding="utf-8")
    (tmp_path / "kills.json").write_text(kills, encoding="utf-8")

    def opened(engine: Loaded, setting: Plain) -> Any:
        return engine.module("fake_game").HigherCard(seats=setting["seats"])

    def reference(setting: Plain) -> Any:
        return HigherCard(seats=2 if setting["seats"] == 2 else 3)

    return Mutants(
        package="tests",
        opened=opened,
        reference=reference,
        file=tmp_path / "mutants.toml",
        kills=tmp_path / "kills.json",
        groups=("rules",),
        tables=(Sitting({"seats": 2}), Sitting({"seats": 3})),
    )


MISTAKES = """
[[mutants]]
id = "lowest-wins"
group = "{group}"
clauses = ["2"]
says = "The lowest rank takes the trick."
file = "fake_game.py"
old = "ranks.index(max(ranks)) if ranks.count(max(ranks)) == 1"
new = "ranks.index(min(ranks)) if ranks.count(min(ranks)) == 1"

[[mutants]]
id = "never-refuses"
group = "{group}"
clauses = ["2"]
says = "Any card can be played."
file = "fake_game.py"
old = 'return Refusal("not-your-card", "2", f"Seat {{seat}} does not hold {{move!r}}.")'
new = "return None"
"""


def test_mutants_of_another_game_are_judged_by_the_same_checks(tmp_path: Path) -> None:
    among = another(tmp_path)
    assert control(among) is None
    with among.loaded("control", {}) as engine:
        assert trial(engine, "control") is None
        assert type(engine.rules(2)) is not HigherCard
    deaths = {one.id: judge(one).death for one in among.all}
    assert {id: death and death.check for id, death in deaths.items()} == {
        "lowest-wins": "reference",  # which no law forbids
        "never-refuses": "laws and invariants",
    }


def test_what_killed_a_mutant_last_time_is_tried_first(tmp_path: Path) -> None:
    among = another(tmp_path, '{"lowest-wins": ["reference", 7]}')
    death = judge(among.mutant("lowest-wins"), afresh=False).death
    assert death is not None
    assert (death.check, death.examples) == ("reference", 7)


def test_a_group_that_the_game_does_not_have_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(MutantError, match=r"^the mutant lowest-wins is of the group 'luck', expected one of rules$"):
        another(tmp_path, group="luck").all  # noqa: B018


def test_a_package_that_does_not_exist_is_one_sentence(tmp_path: Path) -> None:
    among = attrs.evolve(another(tmp_path), package="no_such_package")
    with pytest.raises(MutantError, match=r"^there is no package 'no_such_package' to patch$"):
        among.mutant("lowest-wins").patched()


def test_a_game_offers_its_mutants_as_a_part() -> None:
    assert game("zerokei").part(MUTANTS) is zerokei.MUTANTS
    assert game("nextstation").part(MUTANTS) is nextstation.MUTANTS
