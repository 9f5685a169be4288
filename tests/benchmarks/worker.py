"""The process of one subject: it says what it runs on, and answers each line with what it measured.

A line has a seed and CPU seconds. It is started by `rounds`, as `main("playouts:zerokei-3", quick=False)`.
"""

from __future__ import annotations

import json
import platform
import sys

import shinkansen


def main(name: str, quick: bool) -> None:
    """Measure until nobody asks for more."""
    from tests.benchmarks.parts import SUBJECTS  # the package first: `rounds` sees to it that it is the installed one

    measure = SUBJECTS[name].opened(quick)
    compiled: bool = getattr(shinkansen, "compiled", False)
    about = {"compiled": compiled, "version": shinkansen.__version__, "python": platform.python_version()}
    print(json.dumps(about), flush=True)
    for line in sys.stdin:
        seed, seconds = json.loads(line)
        print(json.dumps(measure(seed, seconds)), flush=True)
