"""Several engines at the same time, each with a worker: a process of ours that plays with it (`play_share`).

A worker is connected to us by a line. It is sent what to play, and sends back what it has seen. A signal on the line
tells it to finish with what it has; when the line is closed, we are gone, for whatever reason: then the worker ends at
once, and so does its engine, whose guard notices. A worker that is stopped or killed is trouble.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import Any, Final

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.verify.conversation import custody
from shinkansen.verify.conversation.ourselves import command
from shinkansen.verify.conversation.talk import Fault, Trouble
from shinkansen.verify.judging.random_games import Share, ShareResult, play_share
from shinkansen.verify.judging.start import Way

HEAD: Final = 8
"""Bytes before a message: its length."""
SIGN: Final = b"."
BEAT: Final = 0.1
"""Seconds between two checks on the workers."""
PROMPT: Final = 10.0
"""The most seconds that workers get to finish when we are interrupted; most need none."""


def play_shares(way: Way, shares: Sequence[Share]) -> Generator[ShareResult]:
    """Play all of them at the same time; yields what was seen, in the order of the shares.

    If a worker is lost, the results of the others come first, then there is `Trouble`. If we are interrupted, what was
    seen until then comes first. Whatever happens, no worker and none of their engines is left running.
    """
    workers: list[_Worker] = []
    problem: BaseException | None = None
    try:
        try:
            for share in shares:
                workers.append(_Worker(way, share))  # noqa: PERF401 - those that run must be known if one cannot
            for worker in workers:
                _await(workers, worker)
                if isinstance(worker.told, ShareResult):
                    yield worker.told
                else:
                    problem = problem or worker.problem()
        except KeyboardInterrupt as interrupt:
            told = [worker for worker in workers if worker.told is not None]
            yield from _interrupted([worker for worker in workers if worker not in told])
            problem = interrupt
    finally:
        for worker in workers:
            worker.end()
        custody.sweep()
    if problem is not None:
        raise problem


def _await(workers: Sequence[_Worker], wanted: _Worker, deadline: float | None = None) -> None:
    """Listen to all workers until the wanted one is done."""
    with selectors.DefaultSelector() as selector:
        for worker in workers:
            if worker.told is None:
                selector.register(worker.line, selectors.EVENT_READ, worker)
        while wanted.told is None and (deadline is None or time.monotonic() < deadline):
            for key, _ in selector.select(BEAT):
                key.data.hear()
            for worker in workers:
                if worker.told is None and worker.is_stopped():
                    worker.told = _Lost("was stopped")
                if worker.told is not None and worker.line in selector.get_map():
                    selector.unregister(worker.line)


def _interrupted(workers: Sequence[_Worker]) -> Generator[ShareResult]:
    deadline = time.monotonic() + PROMPT
    for worker in workers:
        worker.hurry()
    for worker in workers:
        _await(workers, worker, deadline)
        if isinstance(worker.told, ShareResult):
            yield worker.told


@frozen
class _Lost:
    """A worker has not finished."""

    how: str


@frozen
class _Failed:
    """A worker could not go on, and says why."""

    fault: Fault | None
    sentence: str


class _Worker:
    """A worker, from outside."""

    def __init__(self, way: Way, share: Share) -> None:
        self.told: ShareResult | _Failed | _Lost | None = None
        self._heard = bytearray()
        self.line, theirs = socket.socketpair()
        try:
            with theirs:
                process = subprocess.Popen(
                    command("shinkansen.verify.judging.workers", str(theirs.fileno())),
                    stdin=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    # We receive Ctrl-C, and pass it on.
                    start_new_session=True,
                )
        except OSError as problem:
            self.line.close()
            raise ShinkansenError(f"--jobs: a worker cannot be started ({problem})") from None
        self._child = custody.Child(process)
        custody.take_in(self._child)
        with suppress(OSError):  # it may have died; we notice when we listen to it
            _send(self.line, (way, share))
        self.line.setblocking(False)

    def hear(self) -> None:
        try:
            data = self.line.recv(2**20)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._heard += data
        if len(self._heard) >= HEAD and len(self._heard) - HEAD >= int.from_bytes(self._heard[:HEAD], "big"):
            self.told = pickle.loads(self._heard[HEAD:])
        elif not data:
            self.told = _Lost(self._end())

    def is_stopped(self) -> bool:
        self._child.look()
        return self._child.stopped

    def hurry(self) -> None:
        """Tell it to finish."""
        with suppress(OSError):
            self.line.send(SIGN)

    def end(self) -> None:
        """Let it end if it is done; otherwise kill it."""
        self.line.close()
        if isinstance(self.told, ShareResult | _Failed):
            self._child.await_end(PROMPT)
        self._child.kill()
        custody.let_go(self._child)

    def _end(self) -> str:
        """How it ended, now that its end of the line is closed."""
        self._child.await_end(PROMPT)
        code = self._child.code
        return "was lost" if code is None else custody.ended_so(code)

    def problem(self) -> ShinkansenError:
        match self.told:
            case _Failed(None, sentence):
                return ShinkansenError(sentence)
            case _Failed(fault, sentence) if fault is not None:
                return Trouble(fault, sentence)
            case _Lost(how):
                return Trouble(
                    Fault.UNWATCHED, f"--jobs: a worker that asked an engine {how}, expected what it has seen"
                )
            case _:
                return Trouble(Fault.UNWATCHED, "--jobs: a worker that asked an engine was lost")


def _send(line: socket.socket, message: object) -> None:
    data = pickle.dumps(message)
    line.sendall(len(data).to_bytes(HEAD, "big") + data)


# -- the worker, from inside


def main(arguments: Sequence[str]) -> None:
    """Play, and report."""
    line = socket.socket(fileno=int(arguments[0]))
    line.set_inheritable(False)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    way, share = _receive(line)
    through = threading.Event()
    threading.Thread(target=_heed, args=(line, through), daemon=True).start()
    told: ShareResult | _Failed
    try:
        told = play_share(way, share)
    except ShinkansenError as problem:
        told = _Failed(problem.fault if isinstance(problem, Trouble) else None, str(problem))
    except KeyboardInterrupt:
        told = _Failed(None, "interrupted")
    except Exception as defect:
        told = _Failed(None, f"a bug in shinkansen, in a worker, {type(defect).__name__}: {defect}")
    through.set()
    _send(line, told)


def _receive(line: socket.socket) -> Any:
    """The first message; anything after it is left on the line."""
    return pickle.loads(_exactly(line, int.from_bytes(_exactly(line, HEAD), "big")))


def _exactly(line: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        more = line.recv(length - len(data))
        if not more:
            sys.exit(1)
        data += more
    return data


def _heed(line: socket.socket, through: threading.Event) -> None:
    """Watch the line, and finish or end as it says."""
    while line.recv(1) == SIGN:
        if not through.is_set():
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    os._exit(0 if through.is_set() else 1)  # nobody is there any more; the guards of our engines notice


if __name__ == "__main__":
    main(sys.argv[1:])
