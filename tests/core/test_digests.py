"""Digests and records are the same in every process: for every hash seed, with and without assertions, everywhere."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.core.record import text
from shinkansen.zerokei.edition_check import shipped
from tests.build.make_corpus import corpus

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.slow


def fingerprints() -> list[str]:
    """The edition's digest, and one over the texts of games (each holds a digest of every table) for each of them."""
    texts = (text(told).encode("ascii") for told in corpus().values())
    return [shipped().digest(), *(hashlib.sha256(content).hexdigest() for content in texts)]


SCRIPT = "from tests.core.test_digests import fingerprints; print(*fingerprints())"


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        ("0", ()),
        ("1", ()),
        ("4294967295", ()),
        ("random", ()),
        ("1", ("-O",)),
        ("2", ("-OO",)),
        ("0", ("-X", "utf8=0")),
    ],
)
def test_another_process_computes_the_same_digests(seed: str, options: tuple[str, ...]) -> None:
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "LC_ALL": "C",
        "PYTHONPATH": os.pathsep.join(map(str, sys.path)),
    }
    command = [sys.executable, *options, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == fingerprints()


PINNED: dict[str, Json] = {
    "numbers": [0, -1, 2**31 - 1, 2**31, -(2**31) - 1, 2**53 - 1, -(2**53) + 1],
    "texts": ["", "Kyōto", "駅", "🚄", '"\\/', "\n\t\x00\x1f\x7f"],
    "others": [None, True, False, [], {}],
    "Z": {"b": 1, "a": 2, "B": 3, "é": 4},
}


def test_canonical_json_is_pinned() -> None:
    """Sizes of machine words, encodings and the order of keys would show here, wherever the suite runs."""
    assert canonical(PINNED).startswith(r'{"Z":{"B":3,"a":2,"b":1,"\u00e9":4},"numbers":[0,-1,2147483647,2147483648,')
    assert canonical(PINNED).endswith(
        r'"texts":["","Ky\u014dto","\u99c5","\ud83d\ude84","\"\\/","\n\t\u0000\u001f\u007f"]}'
    )
    assert digest(PINNED) == "d2b903b545f2adb973ce8335ff7fb2c9bbb8937d124162ae45d4885f6bbb1ca3"
