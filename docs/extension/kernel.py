"""Runs first in the kernel of every executed page: `!command` prints what the command prints, and fails if it fails.

IPython would go on after a command that could not be done, and would let it think that it talks to a terminal. Exit
code 1 is an answer (`shinkansen` says no with it) and no failure; to show another one, write `!command || true`.
"""

from __future__ import annotations

import os
import subprocess
from typing import Any

from IPython.core.getipython import get_ipython

ANSWERS = (0, 1)


_shell: Any = get_ipython()


def _run(command: str) -> None:
    expanded: str = _shell.var_expand(command, depth=1)
    done = subprocess.run(expanded, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout, end="")
    if done.returncode not in ANSWERS:
        raise RuntimeError(f"`{expanded}` ended with exit code {done.returncode}")


if _shell is not None:
    _shell.system = _run
    for _name in ("FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"):
        os.environ.pop(_name, None)
    os.environ |= {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "90"}
