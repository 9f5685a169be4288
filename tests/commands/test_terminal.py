"""How a command ends: interrupted anywhere, with outputs that are closed, full or of another encoding."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO, Any

import pytest

from shinkansen.campaign.campaigns import campaign
from shinkansen.campaign.running import run
from shinkansen.cli import main, parser
from shinkansen.core.plain_json import canonical
from shinkansen.zerokei.testing.strategies import rules_for
from tests.wrong_engines import REFERENCE

PROGRAM = [sys.executable, "-m", "shinkansen"]
PATIENCE = 120
"""Seconds; only what never ends takes so long."""
RECORD = sorted(Path(__file__).parents[1].joinpath("frozen", "record-1").glob("*.json"))[0]
ENGINE = ["--", *REFERENCE.words]
LONDON = ["--game", "nextstation"]
CARELESS = [*LONDON, "--", sys.executable, "-m", "shinkansen.verify.conversation.demo_engine", *LONDON]

COMMANDS: dict[str, tuple[list[str], int]] = {
    "games": ([], 0),
    "demo": ([], 0),
    "search": (["zzz"], 1),
    "clause list": ([], 0),
    "clause show": (["7"], 0),
    "clause search": (["zzz"], 1),
    "ruling list": ([], 0),
    "ruling show": (["R29"], 0),
    "ruling witness": (["R29"], 0),
    "ruling impact": (["R29"], 0),
    "edition show": ([], 0),
    "edition check": (["{}/bad.json"], 1),
    "edition init": (["{}/new.toml"], 0),
    "record play": (["-o", "{}/new.json"], 0),
    "record show": ([str(RECORD)], 0),
    "record verify": ([str(RECORD)], 0),
    "check": (["{}/log.txt"], 0),
    "state show": (["{}/state.json"], 0),
    "state check": (["{}/state.json"], 0),
    "picture": ([str(RECORD)], 0),
    "replay": ([str(RECORD), "-o", "{}/page.html"], 0),
    "coverage": (["--games", "1"], 0),
    "verify": (["--seats", "2", "--vectors-only", "--out", "{}/out", "--junit", "{}/junit.xml", *CARELESS], 1),
    "fingerprint": (["--", "/no/such/program"], 2),
    "vectors": (["{}/vectors"], 0),
    "perft": (["--seats", "2", "--depth", "3", "--progress", "{}/perft.db"], 0),
    "campaign run": (["tests.campaign.kinds:CHAIN", "--jobs", "1", "--progress", "{}/chain.db"], 0),
    "campaign status": (["{}/begun.db"], 0),
}
"""Every command, with words that end it soon, and its exit code."""


pytestmark = pytest.mark.slow


def leaves(root: Any, name: str = "") -> Iterator[str]:
    groups = [action for action in root._actions if not action.option_strings and isinstance(action.choices, dict)]
    if not groups:
        yield name
    for group in groups:
        for word, inner in group.choices.items():
            yield from leaves(inner, f"{name} {word}".strip())


def test_no_command_is_left_out() -> None:
    assert {*COMMANDS} == {*leaves(parser())}


def words(name: str, folder: Path) -> list[str]:
    (folder / "bad.json").write_text("{}")
    rules = rules_for(2)
    (folder / "state.json").write_text(canonical(rules.state_json(rules.start(rules.deal(Random(0))))))
    if name == "campaign status":
        run(campaign("tests.campaign.kinds:CHAIN", {}), file=folder / "begun.db")
    if name == "check":
        with (folder / "log.txt").open("w") as log:
            subprocess.run([*PROGRAM, "record", "show", "--log", str(RECORD)], stdout=log, check=True)
    return [*PROGRAM, *name.split(), *(word.replace("{}", str(folder)) for word in COMMANDS[name][0])]


def made(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


# -- outputs


@contextmanager
def gone() -> Generator[int, None, None]:
    """A pipe whose reader has gone already."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@contextmanager
def full() -> Generator[int, None, None]:
    with open("/dev/full", "wb") as file:
        yield file.fileno()


def ended(command: list[str], **how: Any) -> tuple[int, str]:
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, errors="strict", **how)
    return done.returncode, done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_however_its_output_is_a_command_ends_with_a_true_code_and_does_its_work(name: str, tmp_path: Path) -> None:
    def fresh(kind: str) -> Path:
        folder = tmp_path / kind
        folder.mkdir()
        return folder

    plain = fresh("plain")
    code, said = ended(words(name, plain), stdout=subprocess.DEVNULL)
    assert code == COMMANDS[name][1], said
    work = made(plain)

    with gone() as output:  # its own code: whoever has read enough is content
        folder = fresh("gone")
        assert ended(words(name, folder), stdout=output) == (code, said.replace("/plain/", "/gone/"))
        assert made(folder) == work
    if code == 2:  # nothing is printed
        return
    with full() as output:
        folder = fresh("full")
        told = "shinkansen: standard output cannot be written (No space left on device)\n"
        assert ended(words(name, folder), stdout=output) == (2, told)
        assert made(folder) == work
    folder = fresh("closed")
    told = "shinkansen: standard output cannot be written (it is closed)\n"
    assert ended(["sh", "-c", 'exec "$@" >&-', "sh", *words(name, folder)]) == (2, told)
    assert made(folder) == work
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii:strict"}
    folder = fresh("ascii")
    assert ended(words(name, folder), stdout=subprocess.DEVNULL, env=ascii_only) == (code, "")
    assert made(folder) == work


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full", "2>&- >&- <&-"])
def test_an_error_that_cannot_be_told_still_has_its_code(how: str) -> None:
    for command, code in ((["clause", "show", "99"], 2), (["clause"], 2), (["clause", "search", "zzz"], 1)):
        expected = 2 if ">&- <&-" in how else code
        done = subprocess.run(["sh", "-c", f'exec "$@" {how}', "sh", *PROGRAM, *command], stdout=subprocess.DEVNULL)
        assert done.returncode == expected


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_that_cannot_be_written_is_no_success(option: str) -> None:
    with full() as output:
        assert ended([*PROGRAM, option], stdout=output)[0] == 2
    with gone() as output:
        assert ended([*PROGRAM, option], stdout=output) == (0, "")


def test_the_signals_and_streams_of_a_program_that_calls_us_are_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout, sys.stderr, [signal.getsignal(number) for number in signal.valid_signals()]
    assert main(["clause", "search", "zzz"]) == 1
    assert main(["clause", "show", "99"]) == 2
    assert (sys.stdout, sys.stderr, [signal.getsignal(number) for number in signal.valid_signals()]) == before
    capsys.readouterr()


# -- signals

ENDS = {
    signal.SIGINT: (130, "shinkansen: interrupted\n"),
    signal.SIGTERM: (143, "shinkansen: ended by SIGTERM\n"),
    signal.SIGHUP: (129, "shinkansen: ended by SIGHUP\n"),
}
every_signal = pytest.mark.parametrize("number", ENDS)

WAIT = """
import os, signal, sys, time
def wait(*_, **__):
    os.write({ready}, b"here")
    while True:
        time.sleep(0.1)
"""
"""Says that it is there, and waits for ever (not in one piece: a signal just before it would be missed)."""
AT_IMPORT = """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}: wait()
sys.meta_path.insert(0, Finder())
"""
AT_WORK = """
import importlib
module = importlib.import_module({module!r})
module.{function} = wait
"""
RUN = """
from shinkansen.cli import main
sys.exit(main())
"""


def interrupted(script: str, arguments: list[str], number: signal.Signals, cwd: Path) -> tuple[int, str, str]:
    """How a process ends that gets a signal when it says so."""
    reader, writer = os.pipe()
    command = [sys.executable, "-c", script.replace("{ready}", str(writer)), *arguments]
    out: IO[str] | int = subprocess.PIPE
    process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, text=True, pass_fds=[writer], cwd=cwd)
    os.close(writer)
    with os.fdopen(reader, "rb") as ready:
        assert ready.read(4) == b"here", process.communicate()
        process.send_signal(number)
        printed, told = process.communicate(timeout=PATIENCE)
    return process.returncode, printed, told


@every_signal
@pytest.mark.parametrize("module", ["shinkansen.commands", "shinkansen.commands.clause", "shinkansen.zerokei.rulebook"])
def test_a_signal_while_it_starts_ends_it_with_one_line(module: str, number: signal.Signals, tmp_path: Path) -> None:
    script = WAIT + AT_IMPORT.format(module=module) + RUN
    assert interrupted(script, ["clause", "list"], number, tmp_path) == (ENDS[number][0], "", ENDS[number][1])


WHERE = [
    ("demo", "shinkansen.zerokei.ruleset", "ZeroKei.narrate"),
    ("coverage", "shinkansen.zerokei.ruleset", "ZeroKei.legal_moves"),
    ("clause list", "shinkansen.zerokei.rulebook", "rulebook"),
    ("edition show", "shinkansen.zerokei.edition_check", "load"),
    ("record play -o game.json", "shinkansen.zerokei.ruleset", "ZeroKei.legal_moves"),
    ("record play -o game.json", "os", "fsync"),
    ("record play -o game.json", "os", "link"),
    (f"record verify {RECORD}", "shinkansen.core.record", "verify"),
    (f"replay {RECORD} -o page.html", "shinkansen.zerokei.picture", "picture"),
    (f"picture {RECORD} -o table.png", "resvg_py", "svg_to_bytes"),
    ("vectors new", "os", "fsync"),
    ("vectors new", "os", "rename"),
    ("ruling impact R29 --games 3", "shinkansen.zerokei.ruleset", "ZeroKei.legal_moves"),
    ("verify -- cat", "shinkansen.verify.judging.runner", "check"),
    ("fingerprint -- cat", "shinkansen.verify.judging.runner", "check"),
    ("verify --demo", "shinkansen.verify.judging.runner", "check"),
]


@pytest.mark.parametrize(("command", "module", "function"), WHERE, ids=str)
def test_ctrl_c_at_work_ends_it_with_one_line_and_no_half_file(
    command: str, module: str, function: str, tmp_path: Path
) -> None:
    script = WAIT + AT_WORK.format(module=module, function=function) + RUN
    code, _, told = interrupted(script, command.split(), signal.SIGINT, tmp_path)
    kept = "Nothing is kept: with --progress FILE it could go on.\n" if "--games" in command else ""
    assert (code, told.removeprefix(kept)) == ENDS[signal.SIGINT]
    assert made(tmp_path) == set()


@every_signal
def test_a_signal_ends_the_engine_too(number: signal.Signals, tmp_path: Path) -> None:
    """The engine holds the pipe open: when it is read to its end, nothing of the engine is left."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    engine = f"import signal\nfile = open({str(fifo)!r}, 'wb', 0)\nfile.write(b'here')\nwhile True: signal.pause()\n"
    command = [*PROGRAM, "verify", "--out", str(tmp_path / "out"), "--", sys.executable, "-c", engine]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with fifo.open("rb") as held:
        assert held.read(4) == b"here"
        process.send_signal(number)
        _, told = process.communicate(timeout=PATIENCE)
        assert held.read() == b""
    assert (process.returncode, told) == ENDS[number]


FOUND = """
import json, time
from shinkansen.verify.conversation.demo_engine import engine
server, asked = engine(), 0
with open({fifo!r}, "wb", 0) as file:
    for line in open(0):
        print(json.dumps(server.answer(json.loads(line))), flush=True)
        asked += 1
        if asked == 300:
            file.write(b"here")
            while True: time.sleep(0.1)
"""


@every_signal
def test_an_interrupted_check_tells_what_it_has_found_and_writes_its_reports(
    number: signal.Signals, tmp_path: Path
) -> None:
    fifo, junit, page = tmp_path / "fifo", tmp_path / "junit.xml", tmp_path / "page.html"
    os.mkfifo(fifo)
    given = ["--seats", "2", "--seconds", "1000", "--timeout", "1000", "--out", str(tmp_path / "out")]
    reports = ["--junit", str(junit), "--html", str(page)]
    command = [*PROGRAM, "verify", *given, *reports, "--", sys.executable, "-c", FOUND.format(fifo=str(fifo))]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with fifo.open("rb") as held:
        assert held.read(4) == b"here"
        process.send_signal(number)
        out, told = process.communicate(timeout=PATIENCE)
        assert held.read() == b""
    assert (process.returncode, told) == ENDS[number]
    assert "The check was interrupted." in out
    assert "ask it again: " in out
    assert [*(tmp_path / "out").iterdir()]
    assert "The check was interrupted." in junit.read_text()
    assert "The check was interrupted." in page.read_text()


def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """As by nohup, or in the background of a script."""
    script = "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + WAIT.replace(
        "    while True:\n        time.sleep(0.1)", "    os.kill(os.getpid(), signal.SIGHUP)\n    return 0"
    )
    patch = "import shinkansen.commands.clause as clause\nclause.run_list = wait\n"
    code, _, told = interrupted(script + patch + RUN, ["clause", "list"], signal.SIGCONT, tmp_path)
    assert (code, told) == (0, "")
