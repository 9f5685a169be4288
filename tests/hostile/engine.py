"""Engines that nobody wants: each does one thing wrong. Run as `python engine.py NAME MARK`; MARK is for finding it.

Those with `later` in their name, and all that only go wrong when they are stopped, answer `start` properly first. MARK
is the name of a file into which every process writes its number, since some hide every other trace. Nothing here counts
on time: what must come before or after something else waits for it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

OUT = sys.stdout.buffer
FOREVER = 1000


def put(data: bytes) -> None:
    OUT.write(data)
    OUT.flush()


def tell(seq: int, **content: Any) -> bytes:
    return json.dumps({"seq": seq, **content}).encode() + b"\n"


def hello(seq: int = 1, **more: Any) -> bytes:
    who: dict[str, Any] = {"wire": 1, "name": "hostile", "version": "1", "language": "any", "games": ["zerokei"]}
    return tell(seq, **who, capabilities=["legal"], **more)


def question() -> int:
    """Wait for a question; its number."""
    return int(json.loads(sys.stdin.buffer.readline())["seq"])


def starts() -> None:
    question()
    put(hello())


def answers() -> int:
    """Answer everything as if it were a game that is over, until told to stop; the number of that question."""
    for line in sys.stdin.buffer:
        asked = json.loads(line)
        if asked["cmd"] == "stop":
            return int(asked["seq"])
        put(hello(asked["seq"]) if asked["cmd"] == "start" else tell(asked["seq"], moves=[], to_move=None))
    sys.exit(0)


def behaves() -> None:
    put(tell(answers()))


def sleeps() -> None:
    time.sleep(FOREVER)


def sleeps_apart() -> None:
    os.setsid()
    sleeps()


def note() -> None:
    """Write our number down."""
    with open(sys.argv[2], "a") as file:
        file.write(f"{os.getpid()}\n")


def spawn(deed: Callable[[], None]) -> None:
    if not os.fork():
        note()
        deed()
        os._exit(0)


def daemon() -> None:
    """A grandchild that hides: a session of its own, an empty environment, a command line that tells nothing. It is
    there when this returns."""
    ready, there = os.pipe()

    def child() -> None:
        os.setsid()
        spawn(
            lambda: os.execve(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(1000)"], {})
        )

    spawn(child)
    os.close(there)
    os.read(ready, 1)  # both ends close when the last of them is another program


def guard(*deeds: signal.Signals) -> None:
    for deed in deeds:
        os.kill(os.getppid(), deed)
        while deed == signal.SIGSTOP and b") T " not in Path(f"/proc/{os.getppid()}/stat").read_bytes():
            time.sleep(0.001)  # or going on would only take the signal back


# -- silent, slow, dead


def hangs_later() -> None:
    starts()
    sleeps()


def answers_late() -> None:
    starts()
    seq = question()
    while not Path(sys.argv[2] + "-late").exists():
        time.sleep(0.01)
    put(tell(seq, moves=[], to_move=None))
    behaves()


def half_a_line() -> None:
    question()
    put(hello() + b'{"seq": 2, "mov')
    sleeps()


def drips() -> None:
    while True:
        put(b" ")
        time.sleep(0.02)


def dies() -> None:
    sys.stderr.write("first\ncannot open the box\n")
    sys.exit(3)


def dies_later() -> None:
    starts()
    question()
    os.kill(os.getpid(), signal.SIGKILL)


def dies_in_a_line() -> None:
    question()
    put(b'{"seq": 1, "na')


def closes_stdin() -> None:
    question()
    os.close(0)
    put(hello())
    sleeps()


def closes_stdout() -> None:
    question()
    os.close(1)
    sleeps()


def reads_nothing() -> None:
    put(hello())
    sleeps()


def never_reads() -> None:
    starts()
    sleeps()


# -- too much


def floods() -> None:
    while True:
        put(b"x" * 65536)


def floods_later() -> None:
    starts()
    question()
    floods()


def floods_with_garbage() -> None:
    while True:
        put(b"tick\n" * 10000)


def floods_with_answers() -> None:
    question()
    while True:
        put(hello() * 100)


def floods_stderr() -> None:
    starts()
    question()
    while True:
        os.write(2, b"y" * 65536)


def chatters_on_stderr() -> None:
    """Much on standard error, and right answers."""
    for _ in range(500):
        os.write(2, b"z" * 65536)
    os.write(2, b"\nthe end\n")
    behaves()


def long_answer() -> None:
    question()
    put(hello(padding="p" * 5_000_000))
    behaves()


# -- at the wrong time


def answers_twice() -> None:
    for line in sys.stdin.buffer:
        put(hello(json.loads(line)["seq"]) * 2)


def answers_another() -> None:
    put(hello(question() + 1))
    sleeps()


def foretells() -> None:
    question()
    put(hello() + tell(2, moves=[], to_move=None))
    sleeps()


# -- processes


def ignores_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for line in sys.stdin.buffer:
        put(hello(json.loads(line)["seq"]))
    sleeps()


def leaves_children() -> None:
    for _ in range(3):
        spawn(sleeps)
    behaves()


def leaves_daemon() -> None:
    daemon()
    behaves()


def leaves_slowly() -> None:
    """A child that ends a little later than its parent."""

    def child() -> None:
        parent = os.getppid()
        while os.getppid() == parent:
            time.sleep(0.01)

    spawn(child)
    behaves()


def dies_with_daemon() -> None:
    spawn(sleeps_apart)
    starts()
    question()
    sys.exit(5)


def runs_away() -> None:
    """A child that is always another: each has one of its own and ends."""

    def run() -> None:
        os.setsid()
        while True:
            if os.fork():
                os._exit(0)
            time.sleep(0.001)

    spawn(run)
    behaves()


# -- its guard


def kills_its_guard() -> None:
    spawn(sleeps)
    spawn(sleeps_apart)
    starts()
    guard(signal.SIGKILL)
    sleeps()


def kills_its_guard_and_hides() -> None:
    daemon()
    guard(signal.SIGKILL)
    behaves()


def kills_its_guard_and_sheds_its_brand() -> None:
    import resource

    resource.setrlimit(10, (7, 7))
    kills_its_guard_and_hides()


def stops_its_guard() -> None:
    guard(signal.SIGSTOP)
    behaves()


def stops_and_continues() -> None:
    guard(signal.SIGSTOP, signal.SIGCONT)
    behaves()


def at_stop(*deeds: signal.Signals) -> Callable[[], None]:
    """All is well until the last answer has been given."""

    def deed() -> None:
        daemon()
        seq = answers()
        put(tell(seq))
        guard(*deeds)

    return deed


def stops_its_guard_from_behind() -> None:
    """The engine ends well; what it leaves waits for that, and has the guard for a parent then."""
    engine = os.getpid()  # asked here: the child may get its first turn only after the engine has ended

    def child() -> None:
        os.setsid()
        while os.getppid() == engine:
            time.sleep(0.001)
        guard(signal.SIGSTOP)
        sleeps()

    spawn(child)
    behaves()


def kills_its_group() -> None:
    spawn(sleeps)
    starts()
    question()
    os.kill(0, signal.SIGKILL)


# -- when told to stop


def stops(*lines: bytes, code: int = 0, then: Callable[[], None] = lambda: None) -> Callable[[], None]:
    """Say this (with the number of the question for `#`), do that, and exit so."""

    def deed() -> None:
        seq = answers()
        put(b"".join(lines).replace(b"#", str(seq).encode()))
        then()
        sys.exit(code)

    return deed


def complains() -> None:
    sys.stderr.write("".join(f"line {number}\n" for number in range(1, 31)) + "\x1b[31m" + "w" * 1000 + "\n\n")


def closes_and_sleeps() -> None:
    os.close(1)
    sleeps()


def chatters() -> None:
    while True:
        put(b"and another thing\n" * 1000)


def leaves_early() -> None:
    starts()


# -- wrong forms


def says(*lines: bytes) -> Callable[[], None]:
    """Answer `start` with just these lines."""

    def deed() -> None:
        question()
        put(b"".join(lines))
        sleeps()

    return deed


DEEDS: dict[str, Callable[[], None]] = {
    "behaves": behaves,
    "hangs": sleeps,
    "hangs-later": hangs_later,
    "answers-late": answers_late,
    "half-a-line": half_a_line,
    "drips": drips,
    "dies": dies,
    "dies-later": dies_later,
    "dies-in-a-line": dies_in_a_line,
    "closes-stdin": closes_stdin,
    "closes-stdout": closes_stdout,
    "reads-nothing": reads_nothing,
    "never-reads": never_reads,
    "floods": floods,
    "floods-later": floods_later,
    "floods-with-garbage": floods_with_garbage,
    "floods-with-answers": floods_with_answers,
    "floods-stderr": floods_stderr,
    "chatters-on-stderr": chatters_on_stderr,
    "long-answer": long_answer,
    "answers-twice": answers_twice,
    "answers-another": answers_another,
    "foretells": foretells,
    "ignores-signals": ignores_signals,
    "leaves-children": leaves_children,
    "leaves-daemon": leaves_daemon,
    "dies-with-daemon": dies_with_daemon,
    "runs-away": runs_away,
    "leaves-slowly": leaves_slowly,
    "kills-its-guard": kills_its_guard,
    "kills-its-guard-and-hides": kills_its_guard_and_hides,
    "kills-its-guard-and-sheds-its-brand": kills_its_guard_and_sheds_its_brand,
    "kills-its-guard-at-stop": at_stop(signal.SIGKILL),
    "stops-its-guard": stops_its_guard,
    "stops-its-guard-and-lets-go": stops_and_continues,
    "stops-its-guard-at-stop": at_stop(signal.SIGSTOP),
    "stops-its-guard-at-stop-and-lets-go": at_stop(signal.SIGSTOP, signal.SIGCONT),
    "touches-its-guard-last": stops(b'{"seq": #}\n', then=lambda: guard(signal.SIGSTOP, signal.SIGCONT)),
    "stops-its-guard-from-behind": stops_its_guard_from_behind,
    "kills-its-group": kills_its_group,
    "ignores-stop": stops(then=sleeps),
    "answers-stop-and-stays": stops(b'{"seq": #}\n', then=sleeps),
    "closes-at-stop-and-stays": stops(b'{"seq": #}\n', then=closes_and_sleeps),
    "says-nothing-at-stop": stops(),
    "exits-with-3": stops(b'{"seq": #}\n', code=3, then=complains),
    "exits-with-3-and-says-nothing": stops(code=3),
    "killed-at-stop": stops(b'{"seq": #}\n', then=lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "garbage-at-stop": stops(b"Bye!\n"),
    "half-a-line-at-stop": stops(b'{"seq"'),
    "twice-at-stop": stops(b'{"seq": #}\n' * 2),
    "more-at-stop": stops(b'{"seq": #}\nBye!\n'),
    "blank-at-stop": stops(b'{"seq": #}\n\n'),
    "half-more-at-stop": stops(b'{"seq": #}\nBye'),
    "chatters-at-stop": stops(b'{"seq": #}\n', then=chatters),
    "another-at-stop": stops(b'{"seq": 99}\n'),
    "errs-at-stop": stops(b'{"seq": #, "errored": "no way out"}\n'),
    "skips-stop": stops(b'{"seq": #, "skipped": "no way out"}\n'),
    "leaves-early": leaves_early,
    "banner": says(b"Welcome to my engine!\n", hello()),
    "blank-line": says(b"\n", hello()),
    "not-utf8": says(b'{"seq": 1, "name": "\xff\xfe"}\n'),
    "nan": says(b'{"seq": 1, "totals": [NaN]}\n'),
    "two-objects": says(b'{"seq": 1} {"seq": 2}\n'),
    "nested": says(b"[" * 100_000 + b"]" * 100_000 + b"\n"),
    "nested-deep": says(b'{"seq": 1, "games": ' + b"[" * 400 + b"]" * 400 + b"}\n"),
    "nested-context": says(b'{"seq": 1, "errored": "x", "context": ' + b"[" * 500 + b"]" * 500 + b"}\n"),
    "huge-number": says(b'{"seq": 1, "wire": ' + b"9" * 100_000 + b"}\n"),
    "huge-seq": says(b'{"seq": 99999999999999999999}\n'),
    "decimal": says(b'{"seq": 1, "wire": 1.0}\n'),
    "same-key-twice": says(hello()[:-2] + b', "name": "other"}\n'),
    "half-character": says(hello(extra="\ud800")),
    "list": says(b"[1]\n"),
    "no-seq": says(b'{"wire": 1}\n'),
    "true-seq": says(hello().replace(b'"seq": 1', b'"seq": true')),
    "text-seq": says(hello().replace(b'"seq": 1', b'"seq": "1"')),
    "wire-2": says(hello().replace(b'"wire": 1', b'"wire": 2')),
    "no-name": says(hello().replace(b'"name"', b'"nane"')),
}

if __name__ == "__main__":
    note()
    DEEDS[sys.argv[1]]()
