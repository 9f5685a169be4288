"""Ways to an engine: each hostile program gets its one verdict in time, and leaves no process behind."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from threading import Event, Thread
from typing import Any, TypeAlias

import attrs
import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.processes import ProcessEngine
from shinkansen.verify.conversation.serving import OFFERED, reference, serve
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Fault, Limits, Reply, Skipped, Trouble
from shinkansen.verify.conversation.transports import in_process, subprocess, tcp
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.strategies import rules_for
from tests.hostile.engine import DEEDS
from tests.hostile.watching import HOSTILE, PATIENT, command, hostile, leftovers, marked, wait_for, zombies
from tests.verify.test_engine_ends import AT_ITS_KEEPER, AT_STOP, LEAVES, STAYS

SHORT = attrs.evolve(PATIENT, answer=0.3, stop=0.05)
"""For who does not answer, nor end."""
SOON = attrs.evolve(SHORT, start=0.4)

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")


pytestmark = pytest.mark.slow


def start(engine: Engine) -> Reply:
    return engine.ask("start", wire=1)


def verdict(engine: Engine, cmd: str, **given: Json) -> Trouble:
    """The trouble a question meets, and every question after it."""
    with pytest.raises(Trouble) as first:
        engine.ask(cmd, **given)
    with pytest.raises(Trouble) as second:
        engine.ask("digest")
    assert first.value is second.value is engine.trouble
    return first.value


# -- hostile programs

AT_START: dict[str, tuple[Fault, str]] = {
    "hangs": (Fault.SLOW_START, "no answer, expected one within 0.4 s"),
    "drips": (Fault.SLOW_START, "only the start of a line: ' "),
    "dies": (
        Fault.DIED,
        "ended with code 3, expected an answer; its last lines on standard error:\n    first\n    cannot open the",
    ),
    "dies-in-a-line": (Fault.DIED, "ended with code 0 after 14 bytes of a line"),
    "closes-stdout": (Fault.DIED, "closed its standard output but still runs"),
    "reads-nothing": (Fault.OUT_OF_ORDER, "the answer came before the question"),
    "floods": (Fault.FLOOD, "expected one line of at most 1048576"),
    "floods-with-garbage": (Fault.GARBAGE, "the line 'tick' is not JSON"),
    "answers-another": (Fault.OUT_OF_ORDER, "an answer to question 2, which was not asked, expected 1"),
    "banner": (Fault.GARBAGE, "the line 'Welcome to my engine!' is not JSON"),
    "blank-line": (Fault.GARBAGE, "the line '' is not JSON"),
    "not-utf8": (Fault.GARBAGE, "not UTF-8 (byte 21 is 0xff)"),
    "nan": (Fault.GARBAGE, "NaN is not a number"),
    "two-objects": (Fault.GARBAGE, "is not JSON (Extra data)"),
    "nested": (Fault.WRONG_FORM, "nested too deeply"),
    "nested-deep": (Fault.WRONG_FORM, "games.1: found a list, expected a string"),
    "nested-context": (Fault.WRONG_FORM, "context: nested more than 32 levels deep"),
    "huge-number": (Fault.WRONG_FORM, "a number of 100000 digits"),
    "huge-seq": (Fault.WRONG_FORM, "a number of 20 digits"),
    "decimal": (Fault.WRONG_FORM, "the number 1.0, expected integers only"),
    "same-key-twice": (Fault.WRONG_FORM, "the key 'name' occurs twice"),
    "half-character": (Fault.WRONG_FORM, "half of a surrogate pair"),
    "list": (Fault.WRONG_FORM, "found a list, expected one JSON object"),
    "no-seq": (Fault.WRONG_FORM, "seq: found null, expected 1"),
    "true-seq": (Fault.WRONG_FORM, "seq: found true, expected 1"),
    "text-seq": (Fault.WRONG_FORM, "seq: found '1', expected 1"),
    "wire-2": (Fault.WRONG_FORM, "wire: found 2, expected 1"),
    "no-name": (Fault.WRONG_FORM, "name: found nothing, expected this key"),
}
LATER: dict[str, tuple[Fault, str]] = {
    "hangs-later": (Fault.HUNG, "there is no answer, expected one within 0.3 s"),
    "answers-late": (Fault.HUNG, "there is no answer"),
    "half-a-line": (Fault.HUNG, """only the start of a line: '{"seq": 2, "mov'"""),
    "dies-later": (Fault.DIED, "killed by signal 9 (SIGKILL)"),
    "closes-stdin": (Fault.DEAF, "closed its standard input but still runs"),
    "never-reads": (Fault.HUNG, "it has not read the question"),
    "floods-later": (Fault.FLOOD, "expected one line of at most 1048576"),
    "floods-with-answers": (Fault.TWICE, "another answer to question 1"),
    "floods-stderr": (Fault.HUNG, "there is no answer"),
    "answers-twice": (Fault.TWICE, "another answer to question 1"),
    "foretells": (Fault.OUT_OF_ORDER, "the answer came before the question"),
    "dies-with-daemon": (Fault.DIED, "ended with code 5"),
    "kills-its-group": (Fault.DIED, "it was killed by signal 9 (SIGKILL)"),
    "long-answer": (Fault.FLOOD, ""),
}


def test_every_hostile_program_is_tried() -> None:
    tried = [*AT_START, *LATER, *AT_STOP, *STAYS, *LEAVES, *AT_ITS_KEEPER, "leaves-early"]
    assert sorted(tried) == sorted(DEEDS)


def impatient(fault: Fault) -> Limits:
    """Only those are short whose end is waited for: a busy machine must not give another verdict."""
    return {
        Fault.SLOW_START: SOON,
        Fault.HUNG: SHORT,
    }.get(fault, attrs.evolve(PATIENT, stop=0.05))


@pytest.mark.parametrize("name", AT_START)
def test_hostile_at_the_start(name: str) -> None:
    fault, sentence = AT_START[name]
    with hostile(name, impatient(fault)) as (engine, _):
        if name in ("reads-nothing", "drips"):
            wait_for(lambda: has_said_something(engine))
        found = verdict(engine, "start", wire=1)
    assert (found.fault, sentence in str(found)) == (fault, True), f"{found.fault}: {found}"
    assert str(found).startswith(("`start` (question 1)", "`before start` (question 1)"))
    assert engine.trouble is found, "closing it must not change the verdict"


@pytest.mark.parametrize("name", [name for name in LATER if name != "long-answer"])
def test_hostile_later(name: str) -> None:
    fault, sentence = LATER[name]
    with hostile(name, impatient(fault)) as (engine, _):
        assert isinstance(start(engine), Answer)
        # A question that no pipe takes at once, for who does not read.
        found = verdict(engine, "legal", padding="p" * 300_000 if name == "never-reads" else "")
    assert (found.fault, sentence in str(found)) == (fault, True), f"{found.fault}: {found}"
    assert engine.trouble is found, "closing it must not change the verdict"


def has_said_something(engine: Engine) -> bool:
    assert isinstance(engine, ProcessEngine)
    return bool(select.select([engine.output], [], [], 0)[0])


def test_a_late_answer_is_never_taken_for_the_next() -> None:
    with hostile("answers-late", SHORT) as (engine, mark):
        start(engine)
        found = verdict(engine, "legal")
        mark.with_name(mark.name + "-late").touch()
        wait_for(lambda: has_said_something(engine))
        with pytest.raises(Trouble) as again:
            engine.ask("legal")
        assert again.value is found


def test_the_limit_of_a_line_can_be_set() -> None:
    with hostile("long-answer", attrs.evolve(PATIENT, stop=0.05)) as (engine, _):
        assert verdict(engine, "start", wire=1).fault is Fault.FLOOD
    with hostile("long-answer", attrs.evolve(PATIENT, line=2**23)) as (engine, _):
        answer = start(engine)
        assert isinstance(answer, Answer)
        assert "padding" not in answer.content, "what the wire does not know is left out"


def memory(name: str) -> int:
    """A figure of our own memory, in MB."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(name))
    return int(line.split()[1]) // 1024


@pytest.mark.parametrize("name", ["floods", "floods-with-answers", "floods-stderr"])
def test_memory_is_bounded_under_a_flood(name: str) -> None:
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here
    before = memory("VmRSS")
    with hostile(name, Limits(start=120, answer=0.5, stop=0.2)) as (engine, _):
        if name != "floods":
            start(engine)
        verdict(engine, "legal")
    assert memory("VmHWM") - before < 100


def test_nothing_is_left_when_we_are_killed() -> None:
    with marked() as mark:
        program = (
            "import sys, time\n"
            "from shinkansen.verify.conversation.transports import subprocess\n"
            f"engine = subprocess({command('leaves-daemon', mark)!r})\n"
            "engine.ask('start', wire=1)\n"
            "print('ready', flush=True)\n"
            "time.sleep(1000)\n"
        )
        with Popen([sys.executable, "-c", program, str(mark)], stdout=PIPE) as tester:
            assert tester.stdout is not None
            assert tester.stdout.readline() == b"ready\n"
            assert len(leftovers(mark)) >= 4  # the tester, the guard, the engine, its daemon
            tester.send_signal(signal.SIGKILL)
        wait_for(lambda: not leftovers(mark))


@pytest.mark.parametrize(
    ("command", "cwd", "why"),
    [
        (["/there/is/no/such/program"], None, "No such file or directory"),
        (["no-such-program-anywhere"], None, "No such file or directory"),
        ([str(HOSTILE)], None, "Permission denied"),
        (["/"], None, "Permission denied"),
        ([sys.executable], "/there/is/no/such/folder", "No such file or directory"),
        (["a\0b"], None, "null byte"),
        ([], None, "an empty command"),
    ],
)
def test_what_cannot_be_started(command: list[str], cwd: str | None, why: str) -> None:
    files = set(os.listdir("/proc/self/fd"))
    with pytest.raises(Trouble) as found:
        subprocess(command, SOON, cwd=cwd)
    assert found.value.fault is Fault.CANNOT_START
    assert why in str(found.value)
    assert set(os.listdir("/proc/self/fd")) == files
    assert zombies() == []


def test_the_command_gets_its_folder_and_environment(tmp_path: Path) -> None:
    program = "import os, sys; sys.stderr.write(os.getcwd() + ' ' + os.environ['COLOUR']); sys.exit(9)"
    with subprocess([sys.executable, "-c", program], PATIENT, cwd=tmp_path, env={"COLOUR": "gold"}) as engine:
        found = verdict(engine, "start", wire=1)
    assert f"{tmp_path.resolve()} gold" in str(found)
    assert "ended with code 9" in str(found)


# -- over TCP


Talk: TypeAlias = Callable[[socket.socket, Event], None]
"""What one does with a connection, until one may go."""


@contextmanager
def listening(talk: Talk) -> Generator[int]:
    """Somebody who takes one connection; the port."""
    over = Event()
    with socket.create_server(("127.0.0.1", 0)) as door:

        def receive() -> None:
            try:
                connection, _ = door.accept()
                with connection:
                    talk(connection, over)
            except OSError:
                pass  # the other side has hung up

        thread = Thread(target=receive, daemon=True)
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            over.set()
    thread.join(120)
    assert not thread.is_alive()


def serving(connection: socket.socket, over: Event) -> None:
    with connection.makefile("rb") as requests, connection.makefile("wb") as replies:
        serve(reference().answer, requests, replies)


HELLO = b'{"seq":1,"wire":1,"name":"","version":"","language":"","games":[],"capabilities":[]}\n'


def sends(*data: bytes, holds: bool = False) -> Talk:
    """Say this after the first question, and hang up at once, or not before everything is over."""

    def talk(connection: socket.socket, over: Event) -> None:
        connection.recv(1000)
        for each in data:
            connection.sendall(each)
        if holds:
            over.wait()

    return talk


def floods(connection: socket.socket, over: Event) -> None:
    while True:
        connection.sendall(b"x" * 65536)


@pytest.mark.parametrize(
    ("talk", "fault", "sentence"),
    [
        (sends(), Fault.DIED, "closed the connection, expected an answer"),
        (sends(b'{"se'), Fault.DIED, "closed the connection after 4 bytes of a line"),
        (sends(holds=True), Fault.SLOW_START, "there is no answer"),
        (sends(b"220 ready\n"), Fault.GARBAGE, "the line '220 ready' is not JSON"),
        (sends(b"{}\n"), Fault.WRONG_FORM, "seq: found null"),
        (sends(HELLO.replace(b"1", b"7", 1)), Fault.OUT_OF_ORDER, "an answer to question 7"),
        (floods, Fault.FLOOD, "expected one line of at most"),
    ],
)
def test_hostile_over_tcp(talk: Talk, fault: Fault, sentence: str) -> None:
    with listening(talk) as port, tcp("127.0.0.1", port, impatient(fault)) as engine:
        found = verdict(engine, "start", wire=1)
    assert (found.fault, sentence in str(found)) == (fault, True), f"{found.fault}: {found}"


def test_who_answers_twice_over_tcp() -> None:
    with listening(sends(HELLO + HELLO, holds=True)) as port, tcp("127.0.0.1", port, SHORT) as engine:
        start(engine)
        assert verdict(engine, "legal").fault is Fault.TWICE


def goodbye(answer: bytes, holds: bool = False) -> Talk:
    """Answer `start`, and this to `stop`."""

    def talk(connection: socket.socket, over: Event) -> None:
        with connection.makefile("rb") as requests:
            requests.readline()
            connection.sendall(HELLO)
            requests.readline()
            connection.sendall(answer)
            if holds:
                over.wait()

    return talk


@pytest.mark.parametrize(
    ("talk", "fault", "sentence"),
    [
        (goodbye(b'{"seq":2}\n'), None, ""),
        (goodbye(b""), None, ""),
        (goodbye(b'{"seq":2}\n', holds=True), Fault.WILL_NOT_STOP, "did not close the connection within 0.4 s"),
        (goodbye(b"", holds=True), Fault.WILL_NOT_STOP, "did not close the connection within 0.4 s"),
        (goodbye(b'{"seq":2}\n{"seq":2}\n'), Fault.TWICE, "another answer to question 2"),
        (goodbye(b'{"seq":2}\nBye.\n'), Fault.GARBAGE, "'Bye.' is not JSON"),
        (goodbye(b"Bye.\n"), Fault.GARBAGE, "'Bye.' is not JSON"),
        (goodbye(b'{"seq":2'), Fault.DIED, "after 8 bytes of a line"),
        (goodbye(b'{"seq":2,"errored":"no"}\n'), Fault.BAD_END, "it says 'no'"),
    ],
)
def test_how_a_connection_ends_counts(talk: Talk, fault: Fault | None, sentence: str) -> None:
    stays = fault is Fault.WILL_NOT_STOP
    with listening(talk) as port:
        with tcp("127.0.0.1", port, attrs.evolve(PATIENT, stop=0.4) if stays else PATIENT) as engine:
            start(engine)
        found = engine.trouble
    assert (found and found.fault) == fault, found
    assert sentence in str(found)


def test_a_big_question_over_tcp_that_nobody_reads() -> None:
    with listening(sends(HELLO, holds=True)) as port, tcp("127.0.0.1", port, SHORT) as engine:
        start(engine)
        found = verdict(engine, "legal", padding="p" * 20_000_000)
        assert (found.fault, "it has not read the question" in str(found)) == (Fault.HUNG, True)


def test_tcp_that_cannot_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    for host, number in (("127.0.0.1", port), ("127.0.0.1", 99999), ("no.such.host.invalid", 80)):
        with pytest.raises(Trouble) as found:
            tcp(host, number, SOON)
        assert found.value.fault is Fault.CANNOT_START


def test_tcp_stays_on_this_machine_unless_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere(socket.socket):
        def getpeername(self) -> Any:
            return ("203.0.113.5", 80)

    def connect(where: tuple[str, int], timeout: float) -> socket.socket:
        there = Elsewhere()
        there.connect(where)
        return there

    with listening(serving) as port:
        monkeypatch.setattr(socket, "create_connection", connect)
        with tcp("127.0.0.1", port, SHORT, anywhere=True) as engine:
            assert isinstance(start(engine), Answer)
    with listening(serving) as port, pytest.raises(Trouble, match="is another machine"):
        tcp("127.0.0.1", port, SHORT)


# -- in this process


def test_an_object_or_a_function_answers() -> None:
    for answering in (reference(), reference().answer):
        with in_process(answering) as engine:
            assert isinstance(start(engine), Answer)
        assert engine.trouble is None


def test_what_an_object_does_wrong() -> None:
    def raises(request: dict[str, Json]) -> object:
        raise KeyError("tokaido")

    with in_process(raises) as engine:
        assert start(engine) == Errored("KeyError: 'tokaido'")
    replies: list[tuple[object, Fault]] = [
        (None, Fault.WRONG_FORM),
        ({}, Fault.WRONG_FORM),
        ({"seq": 9}, Fault.OUT_OF_ORDER),
        ({"seq": 1, "moves": [{"move": "dance"}], "to_move": 0}, Fault.WRONG_FORM),
    ]
    for reply, fault in replies:
        with in_process(lambda _, reply=reply: reply) as engine:  # type: ignore[misc]
            engine.game = GAME
            assert verdict(engine, "legal").fault is fault


def test_skipping_and_reporting_are_answers_of_their_own() -> None:
    replies: list[dict[str, Json]] = [{"skipped": "no solo"}, {"errored": "oh", "context": {"at": [1]}}, {}]
    said = iter(replies)
    with in_process(lambda request: {"seq": request["seq"], **next(said)}) as engine:
        assert engine.ask("new") == Skipped("no solo")
        assert engine.ask("legal") == Errored("oh", {"at": [1]})


def test_a_closed_engine_is_not_asked() -> None:
    engine = in_process(reference())
    engine.close()
    with pytest.raises(ShinkansenError, match="closed"):
        engine.ask("start", wire=1)


# -- the reference, over all of them


def reference_command() -> list[str]:
    return [sys.executable, "-m", "shinkansen.verify.conversation.serving"]


@contextmanager
def reference_by(transport: str) -> Generator[Engine]:
    if transport == "tcp":
        with listening(serving) as port, tcp("127.0.0.1", port) as engine:
            yield engine
    else:
        with in_process(reference()) if transport == "in-process" else subprocess(reference_command()) as engine:
            yield engine
    assert engine.trouble is None


def setting(rules: ZeroKei) -> dict[str, Json]:
    given: dict[str, Json] = {"game": "zerokei", "seats": rules.seats, "edition": rules.edition.to_json()}
    return {**given, "rulings": {**rules.rulings.letters()}, **({"hard": rules.hard} if rules.seats == 1 else {})}


def content(reply: Reply) -> dict[str, Any]:
    assert isinstance(reply, Answer), reply
    return reply.content


@pytest.mark.parametrize("transport", ["in-process", "subprocess", "tcp"])
def test_the_reference_plays_a_game_and_agrees_with_itself(transport: str) -> None:
    rules, rng = rules_for(3), Random(5)
    deal = rules.deal(Random(4))
    state = rules.start(deal)
    made: list[Json] = []
    digests: list[str] = []
    with reference_by(transport) as engine:
        assert content(start(engine))["capabilities"] == [*OFFERED]
        begin = {**setting(rules), "deal": rules.deal_json(deal)}
        assert content(engine.ask("new", **begin)) == {"to_move": rules.to_move(state)}
        while legal := rules.legal_moves(state):
            told = content(engine.ask("legal"))
            assert told == {"to_move": rules.to_move(state), "moves": [rules.move_json(move) for move in legal]}
            move = rng.choice(legal)
            state = rules.follow(state, move)
            made.append(rules.move_json(move))
            assert content(engine.ask("apply", move=made[-1])) == {"to_move": rules.to_move(state)}
            digests.append(rules.digest(state))
            assert content(engine.ask("digest")) == {"digest": digests[-1]}
        told = content(engine.ask("scores"))
        outcome = rules.outcome(state)
        assert outcome is not None
        assert (told["totals"], told["winners"]) == ([*outcome.totals], [*outcome.winners])
        assert content(engine.ask("play", **begin, moves=made)) == {"to_move": None, "digests": digests}
        assert content(engine.ask("table")) == {"table": rules.state_json(state)["table"]}


def test_who_is_missed_by_looking_is_still_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is always another one: nobody is seen below us, and yet there is somebody to wait for."""
    waiting = iter([True, False])

    def below(process: int) -> list[int]:
        return []

    def reap(engine: int, line: socket.socket) -> bool:
        return next(waiting)

    monkeypatch.setattr(guard, "below", below)
    monkeypatch.setattr(guard, "reap", reap)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        guard.kill_all(1, theirs)
        assert ours.recv(100) == b"left 1\ndone\n"
