"""Several engines at the same time: what they saw comes back, and whatever ends us or a worker, no process is left."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.talk import Fault, Limits, Trouble
from shinkansen.verify.judging.random_games import Share, ShareResult
from shinkansen.verify.judging.start import Command, Named, Way
from shinkansen.verify.judging.workers import play_shares
from tests.hostile.watching import PATIENT, command, leftovers, marked, wait_for
from tests.settings import zerokei
from tests.wrong_engines import REFERENCE

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")


pytestmark = pytest.mark.slow


def walks(count: int, games: int | None = 1, limits: Limits = PATIENT) -> list[Share]:
    return [Share((zerokei(2),), 1000, games, seed, limits) for seed in range(count)]


def together(way: Way, *given: Share) -> list[ShareResult]:
    return [*play_shares(way, given)]


def marked_engine(mark: Path, name: str = "") -> Command:
    """The reference, or a hostile engine, with a mark."""
    return Command(tuple(command(name, mark))) if name else Command((*REFERENCE.words, str(mark)))


def below(process: int, word: str) -> list[int]:
    """Processes below one whose command line has a word in it."""
    found: list[int] = []
    for each in guard.below(process):
        try:
            line = Path(f"/proc/{each}/cmdline").read_bytes()
        except OSError:
            continue
        if word.encode() in line:
            found.append(each)
    return found


def test_what_workers_have_seen_comes_back_in_order() -> None:
    with marked() as mark:
        seen = together(marked_engine(mark), *walks(2), Share((zerokei(2),), 1000, 2, 7, PATIENT))
    assert [result.games for result in seen] == [1, 1, 2]
    assert all(result.fault is None and result.questions and result.clauses for result in seen)


def test_how_the_engine_of_a_worker_ends_counts() -> None:
    with marked() as mark:
        result, *rest = together(marked_engine(mark, "exits-with-3"), *walks(2, games=0))
    assert (result.fault, len(rest)) == (Fault.BAD_END, 1)


@pytest.mark.parametrize(
    ("way", "kind", "sentence"),
    [
        (Command(("/no/such/program",)), Trouble, "cannot be started"),
        (Named("no_such_module:x"), ShinkansenError, "no_such_module:x cannot be found"),
    ],
)
def test_what_a_worker_cannot_do_is_told_in_one_sentence(way: Way, kind: type[ShinkansenError], sentence: str) -> None:
    with marked(), pytest.raises(kind, match=sentence):
        together(way, *walks(2))


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [(signal.SIGKILL, r"was killed by signal 9 \(SIGKILL\)"), (signal.SIGSTOP, "was stopped")],
)
def test_a_worker_that_is_killed_or_stopped_is_trouble(deed: signal.Signals, sentence: str) -> None:
    """An engine does it to its worker, which is the parent of its parent; the other engines are heard."""
    program = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "words = Path(f'/proc/{os.getppid()}/stat').read_text().rpartition(')')[2].split()\n"
        f"os.kill(int(words[1]), {int(deed)})\n"
        "sys.stdin.read()\n"
    )
    with marked() as mark, pytest.raises(Trouble, match=f"a worker that asked an engine {sentence}") as found:
        together(Command((sys.executable, "-c", program, str(mark))), *walks(2))
    assert found.value.fault is Fault.UNWATCHED


def test_leaving_early_leaves_nothing() -> None:
    with marked() as mark, closing(play_shares(marked_engine(mark), [*walks(1), *walks(1, games=None)])) as seen:
        assert next(seen).games == 1
        assert leftovers(mark)


MAIN = """
import sys
from shinkansen.zerokei.game import GAME
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.start import Command
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.judging.random_games import Share
from shinkansen.verify.judging.workers import play_shares
share = Share((Setting(GAME, 2),), 100000, None, 1, Limits(120, 120, 120))
try:
    for result in play_shares(Command(tuple(sys.argv[2:])), [share, share]):
        print("games", result.games, flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


ENGINE = """
import os, sys
from pathlib import Path
from shinkansen.verify.conversation.serving import reference, serve
server = reference()
def answer(request):
    if request["cmd"] == "play":
        Path(f"{sys.argv[1]}-{os.getpid()}").touch()
    return server.answer(request)
serve(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


def checking(mark: Path) -> subprocess.Popen[str]:
    """Somebody who checks without end; both engines have been asked to play when this returns."""
    program = [sys.executable, "-c", MAIN, str(mark), sys.executable, "-c", ENGINE, str(mark)]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    wait_for(lambda: len([*mark.parent.glob(f"{mark.name}-*")]) == 2)
    assert len(below(process.pid, "shinkansen.verify.judging.workers")) == 2
    return process


@pytest.mark.parametrize("deed", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_we_are_ended(deed: signal.Signals) -> None:
    with marked() as mark:
        with checking(mark) as process:
            family = guard.below(process.pid)
            assert len(family) >= 6
            process.send_signal(deed)
        wait_for(lambda: not leftovers(mark))
        wait_for(lambda: not any(alive(each) for each in family))


def alive(process: int) -> bool:
    return guard.everything().get(process, ("Z",))[0] != "Z"


def test_ctrl_c_ends_with_what_was_seen_so_far() -> None:
    with marked() as mark:
        with checking(mark) as process:
            family = guard.below(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            said = process.stdout.read().splitlines()
        assert process.returncode == 0
        assert said[-1] == "interrupted"
        assert [line.split()[0] for line in said[:-1]] == ["games", "games"]
        assert not any(alive(each) for each in family), "all of them ended before we did"
        assert leftovers(mark) == []
