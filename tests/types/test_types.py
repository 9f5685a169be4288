"""What a type checker must find: arguments that are swapped, or of another game, in code that knows no game."""

from __future__ import annotations

import re
from pathlib import Path

from mypy import api

ROOT = Path(__file__).parent.parent.parent
FILE = Path(__file__).parent / "swapped.py"


def test_mypy_finds_every_swapped_argument_and_nothing_else() -> None:
    out, problem, _ = api.run([str(FILE), "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary"])
    assert not problem
    found = {int(number) for number in re.findall(r"swapped\.py:(\d+): error:", out)}
    lines = FILE.read_text(encoding="utf-8").splitlines()
    wrong = {number for number, line in enumerate(lines, start=1) if line.endswith("# wrong")}
    assert len(wrong) >= 3
    assert found == wrong, out
