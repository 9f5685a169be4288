"""`python -m tests.fuzz`: a run over all decoders, or one input again (`--decoder NAME --seed N --at I`)."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.fuzz.driver import restored, run, save, summary, written
from tests.fuzz.examine import Flaw, examined
from tests.fuzz.shrink import explained
from tests.fuzz.table import table


def main() -> int:
    """Exit 0 if nothing was found, 1 if something was."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1964, help="which inputs (default 1964)")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="in all, spread evenly (default a million)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--decoder", action="append", choices=sorted(table()), metavar="NAME", help="only this one")
    parser.add_argument("--at", type=int, metavar="I", help="feed one input again, in this process")
    parser.add_argument("--room", type=Path, default=Path("build/fuzz"), help="for state and findings (build/fuzz)")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="write what a whole run came to")
    parser.add_argument("--list", action="store_true", help="print the names of all decoders")
    arguments = parser.parse_args()
    names: list[str] = arguments.decoder or list(table())
    if arguments.list:
        print("\n".join(names))
        return 0
    if arguments.at is not None:
        return again(names[0], arguments.seed, arguments.at)
    commit = _commit()  # now: it may be another when the run ends
    each = -(-arguments.inputs // len(names))
    progress = restored(arguments.room / "state.json", arguments.seed, each)
    run(progress, arguments.room, names, arguments.jobs)
    if progress.findings:
        print(written(progress))
    print(f"{progress.total:,} inputs, {len(names)} decoders, seed {progress.seed}: {len(progress.findings)} findings")
    if arguments.summary is not None:
        save(arguments.summary, summary(progress, commit, datetime.now(UTC).date().isoformat()))
    return 1 if progress.findings else 0


def again(name: str, seed: int, number: int) -> int:
    """Feed one input again."""
    decoder = table()[name]
    value = decoder.input(seed, number)
    print(explained(value, decoder.good))
    came = examined(decoder, value, seed, number)
    print(came.told if isinstance(came, Flaw) else "accepted" if came else "refused")
    return 1 if isinstance(came, Flaw) else 0


def _commit() -> str:
    try:
        done = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
