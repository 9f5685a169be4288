"""`shinkansen verify` and engines whose answers are all right: they conform only if they also end properly and leave us
alone; and nothing of them is left running, not even if they end us."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from shinkansen.verify.conversation import guard
from tests.hostile.watching import HOSTILE, leftovers, marked, wait_for

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")

ENGINE = f"""
import os, signal, sys, time
from pathlib import Path
from shinkansen.verify.conversation.serving import Server, serve
from shinkansen.zerokei.opening import open_rules
sys.path.insert(0, {str(HOSTILE.parent.parent.parent)!r})
from tests.hostile import engine

def parent(process):
    return int(Path(f"/proc/{{process}}/stat").read_text().rpartition(")")[2].split()[1])

guard, verify = os.getppid(), parent(os.getppid())
server = Server({{"zerokei": open_rules}}, capabilities=("new", "legal"))
deed, asked = sys.argv[1], []

def answer(request):
    asked.append(request)
    if len(asked) == 6 and deed.startswith("guard "):
        engine.daemon()
        os.kill(guard, signal.Signals[deed.split()[1]])
    if len(asked) == 6 and deed.startswith("verify "):
        engine.daemon()
        os.kill(verify, signal.Signals[deed.split()[1]])
    return server.answer(request)

engine.note()
serve(answer, sys.stdin.buffer, sys.stdout.buffer)
if deed == "daemon":
    engine.daemon()
if deed == "exit":
    sys.exit(3)
if deed == "sleep":
    time.sleep(1000)
"""


pytestmark = pytest.mark.slow


def verify(deed: str, *options: str) -> tuple[int, str]:
    program = "import sys; from shinkansen.cli import main; sys.exit(main())"
    quick = ["--vectors-only", "--seats", "2", "--seconds", "600", "--timeout", "120", *options]
    with marked() as mark:
        done = subprocess.run(
            [sys.executable, "-c", program, "verify", *quick, "--", sys.executable, "-c", ENGINE, deed, str(mark)],
            capture_output=True,
            text=True,
            cwd=mark.parent,
        )
        # What is killed with us is killed by its guard, which takes a moment.
        wait_for(lambda: not leftovers(mark))
    return done.returncode, done.stdout + done.stderr


def test_an_engine_that_ends_well_conforms() -> None:
    code, said = verify("nothing")
    assert code == 0, said
    assert "It conforms" in said


@pytest.mark.parametrize(
    ("deed", "ill"),
    [
        ("exit", "bad-end"),
        ("sleep", "will-not-stop"),
        ("daemon", "will-not-stop"),
        ("guard SIGSTOP", "unwatched"),
        ("guard SIGKILL", "unwatched"),
    ],
)
def test_right_answers_are_not_enough(deed: str, ill: str) -> None:
    code, said = verify(deed)
    assert code == 2, said
    assert ill in said
    assert "conforms" not in said


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL", "SIGUSR1"])
def test_an_engine_that_ends_us_is_never_said_to_conform_and_leaves_nothing(name: str) -> None:
    code, said = verify(f"verify {name}")
    caught = name in ("SIGTERM", "SIGINT", "SIGHUP")
    assert code == (128 + signal.Signals[name] if caught else -signal.Signals[name]), said
    assert "conforms" not in said
