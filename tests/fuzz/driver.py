"""The run: blocks of inputs, every decoder in turn, in processes of their own that may die; how far it is; findings.

A worker says which number it is at before it feeds an input, so that even an input that kills it or lets it stall is
known: it can be made again from its number.
"""

from __future__ import annotations

import faulthandler
import hashlib
import json
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import attrs
from attrs import define, field

from shinkansen import __version__
from tests.fuzz.examine import Flaw, examined
from tests.fuzz.shrink import explained, shrunk
from tests.fuzz.table import room as files_room
from tests.fuzz.table import table
from tests.package import PACKAGE

BLOCK = 250
"""Inputs of one decoder that a worker does in one go."""
STALL = 900.0
"""Seconds for a block, after which a worker gives up with a traceback; hundreds of times what one takes."""
MEMORY = 3 * 2**30
"""Bytes a worker may take."""


@define
class Found:
    """A finding: one signature, the first input that had it."""

    signature: str
    area: str
    decoder: str
    seed: int
    number: int
    told: str
    input: str
    """The smallest input with the same flaw."""
    decoders: list[str]
    count: int = 1

    @property
    def again(self) -> str:
        return f'python -m tests.fuzz --decoder="{self.decoder}" --seed {self.seed} --at {self.number}'


@define
class Done:
    """How far a decoder is."""

    at: int = 0
    accepted: int = 0
    refused: int = 0


@define
class Progress:
    """How far a run is; all of it stands in the state file."""

    seed: int
    inputs: int
    """For each decoder."""
    code: str
    """A digest of the code that is tested and that tests."""
    decoders: dict[str, Done] = field(factory=dict[str, Done])
    findings: dict[str, Found] = field(factory=dict[str, Found])

    @property
    def total(self) -> int:
        return sum(done.at for done in self.decoders.values())


def code_digest() -> str:
    """Of everything a result depends on."""
    total = hashlib.sha256()
    for root in (PACKAGE, Path(__file__).parent):
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".toml") or (path.suffix == ".json" and root == PACKAGE):
                total.update(path.read_bytes())
    return total.hexdigest()[:16]


# -- the state file


def save(path: Path, content: Any) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    beside.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    beside.replace(path)


def restored(path: Path, seed: int, inputs: int) -> Progress:
    """The run that a state file holds; a new one if there is none, or of other code, another seed or another length."""
    fresh = Progress(seed, inputs, code_digest())
    if path.exists():
        content = json.loads(path.read_text(encoding="utf-8"))
        if [content[key] for key in ("seed", "inputs", "code")] == [fresh.seed, fresh.inputs, fresh.code]:
            fresh.decoders = {name: Done(**done) for name, done in content["decoders"].items()}
            fresh.findings = {key: Found(**found) for key, found in content["findings"].items()}
        else:
            print(f"{path}: is of other code, another seed or length; begun anew", flush=True)
    return fresh


# -- workers


def _work(line: Connection, number: Any, traces: str) -> None:
    """Do blocks until there are no more."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    parent = os.getppid()
    with open(traces, "a", encoding="utf-8") as file:
        while True:
            while not line.poll(5):
                if os.getppid() != parent:  # it was killed, and nobody else will say that this is the end
                    return
            task = line.recv()
            if task is None:
                return
            faulthandler.dump_traceback_later(STALL, exit=True, file=file)
            name, seed, start, stop, known = task
            line.send(block(name, seed, start, stop, known, partial(setattr, number, "value")))
            faulthandler.cancel_dump_traceback_later()


def block(
    name: str,
    seed: int,
    start: int,
    stop: int,
    known: frozenset[str] = frozenset(),
    at: Callable[[int], object] = lambda _: None,
) -> tuple[int, int, list[Found]]:
    """Some inputs of a decoder: how many were accepted and refused, and what was found."""
    decoder = table()[name]
    accepted, refused = 0, 0
    findings: dict[str, Found] = {}
    for number in range(start, stop):
        at(number)
        value = decoder.input(seed, number)
        came = examined(decoder, value, seed, number)
        if isinstance(came, Flaw):
            if came.signature in findings:
                findings[came.signature].count += 1
            else:
                small = "" if came.signature in known else _small(name, value, seed, number, came.signature)
                findings[came.signature] = Found(
                    came.signature, decoder.area, name, seed, number, came.told, small, [name]
                )
        elif came:
            accepted += 1
        else:
            refused += 1
    return accepted, refused, list(findings.values())


def _small(name: str, value: Any, seed: int, number: int, signature: str) -> str:
    decoder = table()[name]

    def same(other: Any) -> bool:
        came = examined(decoder, other, seed, number)
        return isinstance(came, Flaw) and came.signature == signature

    # What takes too long takes too long again.
    small = value if signature.startswith("TooMuch") else shrunk(value, decoder.good, same)
    return explained(small, decoder.good)


@define
class _Worker:
    line: Connection
    process: Any
    number: Any
    decoder: str = ""


def _hire(traces: Path) -> _Worker:
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    number = context.Value("q", -1, lock=False)
    process = context.Process(target=_work, args=(there, number, str(traces)), daemon=True)
    process.start()
    there.close()
    return _Worker(here, process, number)


# -- the run


def run(progress: Progress, room: Path, names: list[str], jobs: int) -> None:
    """Feed every decoder until each has had its inputs; the state is saved after each block."""
    room.mkdir(parents=True, exist_ok=True)
    for name in names:
        progress.decoders.setdefault(name, Done())
        _ = table()[name].good  # made once, before workers are
    files_room()  # ours, and those of workers in it
    began, before, told = time.monotonic(), progress.total, 0.0
    idle: list[_Worker] = [_hire(room / "stalls.txt") for _ in range(jobs)]
    busy: dict[Connection, _Worker] = {}
    while True:
        taken = {worker.decoder for worker in busy.values()}
        todo = [name for name in names if progress.decoders[name].at < progress.inputs and name not in taken]
        while idle and todo:
            name = min(todo, key=lambda each: progress.decoders[each].at)
            todo.remove(name)
            worker, start = idle.pop(), progress.decoders[name].at
            worker.decoder = name
            stop = min(start + BLOCK, progress.inputs)
            worker.line.send((name, progress.seed, start, stop, frozenset(progress.findings)))
            busy[worker.line] = worker
        if not busy:
            break
        for line in wait(list(busy)):
            worker = busy.pop(line)  # type: ignore[call-overload]
            done = progress.decoders[worker.decoder]
            try:
                accepted, refused, findings = worker.line.recv()
                done.at = min(done.at + BLOCK, progress.inputs)
            except EOFError:
                accepted, refused, findings = 0, 0, [_death(worker, progress.seed)]
                done.at = worker.number.value + 1
                worker = _hire(room / "stalls.txt")
            idle.append(worker)
            done.accepted += accepted
            done.refused += refused
            for found in findings:
                _keep(progress, found, room)
            save(room / "state.json", attrs.asdict(progress))
        if time.monotonic() - told > 20:
            told = time.monotonic()
            speed = (progress.total - before) / max(told - began, 1)
            whole = progress.inputs * len(names)
            print(
                f"{progress.total:,} of {whole:,} inputs, {speed:.0f}/s, {len(progress.findings)} findings", flush=True
            )
    for worker in idle:
        worker.line.send(None)
        worker.process.join()


def _death(worker: _Worker, seed: int) -> Found:
    """An input that a worker did not survive, or at which it stalled."""
    worker.process.join()
    name, number = worker.decoder, int(worker.number.value)
    code = worker.process.exitcode
    decoder = table()[name]
    told = f"the worker ended with exit code {code}; a stall has its traceback in stalls.txt"
    signature = f"Died {name}"
    return Found(signature, decoder.area, name, seed, number, told, explained(decoder.input(seed, number), ()), [name])


def _keep(progress: Progress, found: Found, room: Path) -> None:
    known = progress.findings.get(found.signature)
    if known is None:
        progress.findings[found.signature] = found
        print(f"found: {found.signature}\n  {found.again}", flush=True)
    else:
        known.count += found.count
        known.decoders = sorted({*known.decoders, *found.decoders})
    beside = room / "findings.md.new"
    beside.write_text(written(progress), encoding="utf-8")
    beside.replace(room / "findings.md")


def written(progress: Progress) -> str:
    """All findings for people, by area."""
    parts = [f"# Findings of the fuzzer, seed {progress.seed}, after {progress.total:,} inputs\n"]
    area = ""
    for found in sorted(progress.findings.values(), key=lambda each: each.area):
        if found.area != area:
            area = found.area
            parts.append(f"## {area}\n")
        parts.append(
            f"### {found.signature}\n\n{found.count} times, by {', '.join(found.decoders)}.\nAgain: `{found.again}`\n\n"
            f"```\n{found.told}\n```\n\nInput to `{found.decoder}`:\n\n```\n{found.input}\n```\n"
        )
    return "\n".join(parts)


def summary(progress: Progress, commit: str, date: str) -> dict[str, Any]:
    """What a run came to, to be kept."""
    return {
        "date": date,
        "shinkansen": __version__,
        "commit": commit,
        "code": progress.code,
        "python": sys.version.split()[0],
        "seed": progress.seed,
        "inputs": progress.total,
        "findings": len(progress.findings),
        "decoders": {
            name: {"accepted": done.accepted, "refused": done.refused}
            for name, done in sorted(progress.decoders.items())
        },
    }
