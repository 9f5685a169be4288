"""The guard: a small process between us and an engine that makes sure none of the engine's children escape.

It starts the engine with our pipes as its standard streams, and adopts whatever the engine leaves behind (on Linux it
is a "subreaper": orphans below it become its children, even those that started a session of their own). When told to,
or when we are gone, it kills everything below it until nothing is left. So it depends neither on what the engine does
nor on how we end that no process is left behind.

It is run by path as a program of its own (`python -I -S guard.py FD BRAND COMMAND...`), so it uses only the standard
library. Over the socket FD it reports, one line each: `started` and the process id, or `failed` and the errno; `exited`
and the code; `alone` when the engine has ended and nothing else is running. A byte, or the end of the socket, tells it
to kill: it then reports `left` with the number of processes that were still running, and `done` when there are none. It
stays until the socket is closed, so that we can see whether anybody has tampered with it. A guard that never reports
`done` was prevented from doing its work.

An engine may kill its guard. So everything below it carries a brand that a process cannot shed by starting a session
or changing its environment: a resource limit that the system no longer uses, that is inherited, and that can only be
lowered.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
PR_GET_CHILD_SUBREAPER = 37
RLIMIT_LOCKS = 10
"""A limit of Linux that has had no effect since 2.4.25."""
PATIENCE = 4.0
"""Seconds that killing may take; only something that forks faster than it is killed takes longer."""
HAS_PROC = os.path.isdir("/proc/self")


def main(arguments: list[str]) -> None:
    line = socket.socket(fileno=int(arguments[0]))
    line.set_inheritable(False)
    adopt_orphans()
    set_brand(int(arguments[1]))
    # A signal wakes `select` up through this pipe; otherwise a child could end between looking and waiting.
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, wake_up)
    engine = start(arguments[2:], line)
    if engine is None:
        tell(line, "done")
        return
    # The engine's streams are not ours: held open here, they would hide that the engine has closed them.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    told = False
    while not told_to_end(line, wake):
        if not (anybody(engine, line) or told):
            tell(line, "alone")
            told = True
    kill_all(engine, line)
    with contextlib.suppress(OSError):
        while line.recv(16):
            pass


def wake_up(number: int, frame: object) -> None:
    """Do nothing: being called is enough to wake `select` up."""


def start(command: list[str], line: socket.socket) -> int | None:
    """Start the engine; returns its process id, or nothing if it cannot be started."""
    failure, failing = os.pipe()
    engine = os.fork()
    if not engine:
        try:
            # In a session of its own: an engine that kills its whole process group should not hit its guard.
            os.setsid()
            # Signals that Python ignores would stay ignored in the program that it starts.
            for ignored in (signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(ignored, signal.SIG_DFL)
            os.execvp(command[0], command)
        except OSError as problem:
            os.write(failing, str(problem.errno).encode())
        except BaseException:
            os.write(failing, b"0")
        os._exit(127)
    os.close(failing)
    errno = os.read(failure, 16)
    os.close(failure)
    if errno:
        os.waitpid(engine, 0)
        tell(line, f"failed {errno.decode()}")
        return None
    tell(line, f"started {engine}")
    return engine


def tell(line: socket.socket, what: str) -> None:
    with contextlib.suppress(OSError):  # nobody may be listening any more
        line.sendall(what.encode() + b"\n")


def told_to_end(line: socket.socket, wake: int) -> bool:
    # No signal tells us that a process has ended which is not our child; we can only look now and then.
    ready, _, _ = select.select([line.fileno(), wake], [], [], None if HAS_PROC else 0.05)
    if wake in ready:
        with contextlib.suppress(BlockingIOError):
            os.read(wake, 4096)
    return line.fileno() in ready


def reap(engine: int, line: socket.socket) -> bool:
    """Reap the children that have ended; returns whether any are left."""
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return False
        if not process:
            return True
        if process == engine:
            tell(line, f"exited {os.waitstatus_to_exitcode(status)}")


def anybody(engine: int, line: socket.socket) -> bool:
    """Reap the children that have ended; returns whether any process is left that we know of."""
    return reap(engine, line) or not (HAS_PROC or kill_group(engine, 0))


def kill_all(engine: int, line: socket.socket) -> None:
    """Kill everything below us, again and again, until nothing is left."""
    # A process that keeps forking can be missed when we look, but then there is still a child to wait for.
    tell(line, f"left {max(len(below(os.getpid())), int(anybody(engine, line)))}")
    patience = time.monotonic() + PATIENCE
    while anybody(engine, line):
        if time.monotonic() > patience:
            return
        # Stopped first, so that none can start children while the others are being killed.
        for deed in (signal.SIGSTOP, signal.SIGKILL):
            kill(below(os.getpid()), deed)
        if not HAS_PROC:
            kill_group(engine)
        time.sleep(0.002)
    tell(line, "done")


# -- what we learn from /proc; without it (on systems other than Linux) only the engine's own group is known


def adopt_orphans(on: bool = True) -> bool:
    """Let orphans below us become our children, or no longer do so; returns whether they did before."""
    with contextlib.suppress(Exception):
        import ctypes

        system, before = ctypes.CDLL(None), ctypes.c_int()
        system.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
        system.prctl(PR_SET_CHILD_SUBREAPER, int(on), 0, 0, 0)
        return bool(before.value)
    return False


def set_brand(brand: int) -> None:
    with contextlib.suppress(Exception):  # it helps where it exists
        import resource

        if sys.platform == "linux":
            resource.setrlimit(RLIMIT_LOCKS, (brand, brand))


def brand_of(process: int) -> int | None:
    """The brand of a process, if it has any."""
    with contextlib.suppress(OSError, ValueError, IndexError), open(f"/proc/{process}/limits", "rb") as file:
        for line in file:
            if line.startswith(b"Max file locks"):
                return int(line.split()[4])  # it may also be `unlimited`
    return None


def kill(processes: set[int], deed: signal.Signals = signal.SIGKILL) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, deed)


def kill_group(leader: int, deed: int = signal.SIGKILL) -> bool:
    """Send a signal to a process group; returns whether there was nobody left to receive it."""
    try:
        os.killpg(leader, deed)
    except (ProcessLookupError, PermissionError):
        return True
    return False


def below(ancestor: int) -> set[int]:
    """All processes below one, except zombies."""
    children: dict[int, list[int]] = {}
    zombies: set[int] = set()
    for process, (state, parent, _) in everything().items():
        children.setdefault(parent, []).append(process)
        if state == "Z":
            zombies.add(process)
    found: set[int] = set()
    todo = [ancestor]
    while todo:
        for child in children.get(todo.pop(), ()):
            found.add(child)
            todo.append(child)
    return found - zombies


def everything() -> dict[int, tuple[str, int, int]]:
    """Every process: its state, parent and session."""
    found: dict[int, tuple[str, int, int]] = {}
    for name in os.listdir("/proc") if HAS_PROC else ():
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The name of the program, in parentheses, may contain anything, even spaces and parentheses.
                    words = file.read().rpartition(b")")[2].split()
                found[int(name)] = (words[0].decode(), int(words[1]), int(words[3]))
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
