"""`shinkansen verify`: exit codes, ways to an engine, artefacts asked again, mutants as programs, the demonstration."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
from pathlib import Path
from time import monotonic

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.commands.verify import OUT
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check
from shinkansen.verify.judging.vectors import shipped, unseen
from shinkansen.zerokei import edition_check
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.testing.mutants import Group, mutant, mutants
from tests.deep import DEEP
from tests.settings import zerokei
from tests.wrong_engines import REFERENCE, mutant_process

QUICK = ["--games", "1", "--seats", "2"]
CARELESS = [sys.executable, "-m", "shinkansen.verify.conversation.demo_engine"]
TABLES = (zerokei(2), zerokei(3), zerokei(4), zerokei(1), zerokei(1, hard=True))


pytestmark = pytest.mark.slow


def verify(*arguments: str) -> int:
    return main(["verify", *arguments])


def test_an_engine_that_conforms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.json"
    assert verify(*QUICK, "--json", str(file), "--out", str(tmp_path / "none"), "--", *REFERENCE.words) == 0
    out, err = capsys.readouterr()
    assert "smoke test: passed" in out
    assert "It conforms in what it offers: " in out
    assert err == ""
    content = json.loads(file.read_text())
    assert (content["code"], content["games"], content["differences"]) == (0, 1, [])
    assert content["vectors"] > 5
    assert not (tmp_path / "none").exists()


def test_an_engine_that_differs_and_is_asked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(*QUICK, "--out", str(tmp_path), "--", *CARELESS) == 1
    out = capsys.readouterr().out
    assert "It differs from the rules in" in out
    path = next(iter(sorted(tmp_path.glob("effect-7.2-*.json"))))
    assert f"--rerun {path}" in out
    assert verify("--rerun", str(path), "--", *CARELESS) == 1
    assert "It still differs: effect (clause 7.2)" in capsys.readouterr().out
    assert verify("--rerun", str(path), "--", *REFERENCE.words) == 0
    assert "It no longer differs." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tcp", "localhost:²"], "a port from 1 to 65535"),
        (["--tcp", "localhost:99999"], "a port from 1 to 65535"),
        (["--timeout", "nan", "--", "cat"], "--timeout: found nan"),
        (["--timeout", "inf", "--", "cat"], "--timeout: found inf"),
        (["--seconds", "nan", "--", "cat"], "--seconds: found nan"),
        (["--jobs", "100000000000", "--", "cat"], "--jobs"),
        (["--python", "..a:x"], "cannot be found"),
        (["--rulings", "R29=a, track_needs_ground=b", "--", "cat"], "track_needs_ground (R29) is named twice"),
        (["--out", __file__, "--", "cat"], "is a file, expected a folder"),
        (["--demo", "--", "cat"], "--demo: checks the bundled engine in one way, expected no COMMAND with it"),
        (["--demo", "--seconds", "5"], "expected no --seconds with it"),
        (["--demo", "--vectors-only"], "expected no --vectors-only with it"),
        (["--demo", "--solo"], "expected no --seats with it"),
        (["--demo", "--rerun", "a.json"], "expected no --rerun with it"),
        (["--rerun", "a.json", "--games", "5", "--", "cat"], "expected no --games with it"),
        (["--rerun", "a.json", "--json", "b.json", "--", "cat"], "writes no report"),
        (["--rerun", "a.json", "--game", "nextstation"], "the game that FILE names, and writes no report, expected no"),
    ],
)
def test_what_makes_no_sense_is_told_before_anything_is_asked(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(*words) == 2
    assert told in "".join(capsys.readouterr())


BUILT_IN = """
import sys
from shinkansen import ZeroKei
from shinkansen.verify.conversation.serving import Server, serve
server = Server({"zerokei": lambda setting: ZeroKei(setting["seats"], hard=setting.get("hard", False))})
serve(server.answer, sys.stdin.buffer, sys.stdout.buffer)
"""


def test_an_engine_is_checked_with_another_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One that takes its figures from the wire plays any; one with figures built in is wrong by them."""
    file, out, tests = tmp_path / "mine.json", tmp_path / "out", tmp_path / "tests"
    plain = edition_check.shipped()
    mine = attrs.evolve(plain, figures=attrs.evolve(plain.figures, engine_fee=plain.figures.engine_fee + 1))
    file.write_text(json.dumps(mine.to_json()))
    given = ["--edition", str(file), "--jobs", "2"]
    assert verify(*QUICK, *given, "--out", str(out), "--", *REFERENCE.words) == 0
    engine = [sys.executable, "-c", BUILT_IN]
    assert verify(*QUICK, "--out", str(out), "--", *engine) == 0
    assert verify(*QUICK, *given, "--out", str(out), "--write-tests", str(tests), "--", *engine) == 1
    path = next(iter(sorted(out.glob("*-7.6.*.json"))))
    assert verify("--rerun", str(path), "--edition", str(file), "--", *engine) == 1
    assert verify("--rerun", str(path), "--edition", str(file), "--", *REFERENCE.words) == 0
    capsys.readouterr()
    script = [sys.executable, "-c", "import sys; from shinkansen.cli import main; sys.exit(main())"]
    apart = subprocess.run([*script, "verify", "--rerun", str(path), "--", *engine], capture_output=True, text=True)
    assert apart.returncode == 2
    assert "give yours with --edition FILE" in apart.stderr
    for fixture, code in (("reference()", 0), (f"subprocess({engine!r}, Limits())", 1)):
        (tests / "conftest.py").write_text(
            "import pytest\nfrom shinkansen.verify.conversation.serving import reference\n"
            "from shinkansen.verify.conversation.talk import Limits\n"
            "from shinkansen.verify.conversation.transports import subprocess\n\n"
            f"@pytest.fixture\ndef shinkansen_engine():\n    return {fixture}\n"
        )
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)], capture_output=True, text=True
        )
        assert done.returncode == code, done.stdout


def test_an_engine_in_this_process(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = ["--python", "shinkansen.verify.conversation.demo_engine:engine"]
    assert verify(*QUICK, *named) == 2  # a function that makes a server answers nothing
    (tmp_path / "mine.py").write_text(
        "from shinkansen.verify.conversation.serving import reference\nclass Mine:\n"
        "    def __init__(self): self.answer = reference().answer\n"
    )
    sys.path.insert(0, str(tmp_path))
    try:
        assert verify(*QUICK, "--python", "mine:Mine") == 0
    finally:
        sys.path.remove(str(tmp_path))
    capsys.readouterr()


def test_several_engines_at_the_same_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["--games", "2", "--seats", "2", "--jobs", "2"]
    assert verify(*quick, "--out", str(tmp_path), "--", *CARELESS) == 1
    assert re.search(r"\b[2-4] games", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "which engine?"),
        (["--tcp", "nowhere"], "HOST:PORT"),
        (["--python", "no_such_module:x"], "cannot be found"),
        (["--python", "os:name"], "is not an engine"),
        (["--seconds", "-1", "--", "true"], "--seconds"),
        (["--jobs", "0", "--", "true"], "--jobs"),
        (["--hard", "--seats", "3", "--", "true"], "for one player"),
        (["--rulings", "nonsense", "--", "true"], "there is no ruling 'nonsense'"),
        (["--rulings", "venue_twice=z", "--", "true"], "no answer 'z'"),
        (["--rerun", "/nowhere.json", "--", "true"], "no such file"),
        (["--", "/no/such/program"], "cannot be started"),
        (["--", "true"], "it ended with code 0"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_said(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(*arguments) == 2
    out, err = capsys.readouterr()
    # What is the matter with an engine is in its report.
    assert says in (out if arguments[:1] in (["--"], ["--python"]) else err)
    assert "conforms" not in out


def test_rulings_that_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path)]
    assert verify(*QUICK, *out, "--rulings", "track_needs_ground=b,venue_twice=b", "--", *REFERENCE.words) == 0
    assert "It conforms" in capsys.readouterr().out


DEMONSTRATED = {
    "zerokei": (
        12,
        ("effect, clause 7.2 ", "permissive, clause 6.C.3 ", "score, clause 11.3.3 ", "track_needs_ground=b"),
    ),
    "nextstation": (
        8,
        (
            "restrictive, clause 6.7 ",
            "It plays by this rule: Also with a switch sections start at the ends of the line.",
            "score, clause L.5.2 ",
            "It plays by this rule: The figure 'interchanges' is 3, not 2.",
            "score, clause L.5.1 ",
            "bare_departure=b",
        ),
    ),
}
"""By game: how many moves the games have at most that the demonstration ends with, and what it says."""


@pytest.mark.parametrize("game", DEMONSTRATED)
def test_the_demonstration_can_be_asked_again_by_pasting_what_it_prints(game: str, tmp_path: Path) -> None:
    most, told = DEMONSTRATED[game]
    done = subprocess.run(
        [sys.executable, "-m", "shinkansen", "verify", "--demo", "--game", game],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    out = done.stdout
    assert "smoke test: passed" in out
    for each in told:
        assert each in out
    assert "in 3 ways, and reads 1 ruling differently" in out
    games = re.findall(r"(?:A game for \d|The solo game), .*?(\d+) moves", out)
    assert games
    assert max(map(int, games)) <= most
    assert [path.name for path in tmp_path.iterdir()] == [OUT]  # and none elsewhere
    lines = re.findall(r"^   ask it again: (.*)$", out, re.MULTILINE)
    assert len(lines) == 4 == len([*(tmp_path / OUT).iterdir()])
    for line in lines:
        asked = subprocess.run(line, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert asked.returncode == 1, asked.stderr
        assert asked.stdout.startswith("It still differs: ")


def test_the_printed_line_calls_the_engine_as_it_was_called(tmp_path: Path) -> None:
    """With the edition, the time limit, and words that a shell would take apart or a terminal obey."""
    edition, out, script = tmp_path / "my edition.json", tmp_path / "my 'out'", tmp_path / "my $engine.py"
    edition.write_text(json.dumps(edition_check.shipped().to_json()))
    words = ["a b", "$HOME", "'", "*", "\x1b[2J", "two\nlines", "\\", "é", ""]
    script.write_text(
        f"import runpy, sys\nassert sys.argv[1:] == {words!r}, sys.argv\n"
        "runpy.run_module('shinkansen.verify.conversation.demo_engine', run_name='__main__')\n"
    )
    given = ["--edition", str(edition), "--timeout", "60", "--out", str(out)]
    command = [sys.executable, "-m", "shinkansen", "verify", *QUICK, *given, "--", sys.executable, str(script), *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    lines = re.findall(r"^   ask it again: (.*)$", done.stdout, re.MULTILINE)
    assert lines
    assert f"--edition '{edition}' --timeout 60.0 -- " in lines[0]
    for line in lines:
        asked = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
        assert asked.returncode == 1, asked.stderr


# -- mutants as programs

CAUGHT = {
    group: next(one.id for one in mutants() if one.group == group and one.id not in unseen(GAME)) for group in Group
}
SOME = (Group.PRICES, Group.ORDER_OF_PLAY, Group.SCORING, Group.SOLO)


def catch(group: Group, directory: Path) -> float:
    """Check a mutant by the vectors; how long it took. The right clause must be named."""
    one = mutant(CAUGHT[group])
    began = monotonic()
    report = check(mutant_process(one, directory), Plan(TABLES, shipped(GAME), games=0))
    took = monotonic() - began
    assert report.code in (1, 3), one.id  # some mistakes are just what another reading would do
    named = {clause for finding in report.findings for clause in finding.clauses}
    assert named & {*one.clauses}, (one.id, one.clauses, named)
    return took


@pytest.mark.parametrize("group", SOME)
def test_a_mutant_is_caught_as_a_program_by_its_clause(group: Group, tmp_path: Path) -> None:
    catch(group, tmp_path)


@pytest.mark.skipif(not DEEP, reason="takes minutes: SHINKANSEN_DEEP=1")
def test_one_of_every_group_is_caught_in_ten_seconds(tmp_path: Path) -> None:
    times = {group: catch(group, tmp_path / group) for group in Group}
    print({group.value: round(seconds, 1) for group, seconds in times.items()})
    assert statistics.median(times.values()) < 10
