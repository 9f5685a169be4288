"""The package can be compiled, and then plays the same games by the same laws.

This builds it as a user would and runs the tests that matter most, so that every run would notice if it could no longer
be built; `nox -s compiled` runs many more of them on it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
NEEDED: Final = ("tests", "docs", "compiling", "pyproject.toml")
"""What these tests read of the checkout. Its sources are left out: Python would take them and not what was built."""
CHOSEN: Final = tuple(
    f"tests/{name}.py"
    for name in (
        "project/test_compiled",
        "project/test_corpus_digests",
        "core/test_digests",
        "core/test_pickling",
        "core/test_position",
        "core/test_record",
        "testing/test_contract_laws",
    )
)


def run(command: list[str], folder: Path, **more: str) -> str:
    done = subprocess.run(command, cwd=folder, env={**os.environ, **more}, capture_output=True, text=True)
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.mark.slow
def test_the_compiled_package_passes_the_tests_of_records_and_laws(tmp_path: Path) -> None:
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl")[0]
    if "CI" not in os.environ and shutil.which(compiler) is None:
        pytest.skip(f"there is no C compiler {compiler!r} here, so nothing can be compiled")
    built, copy = tmp_path / "built", tmp_path / "checkout"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--disable-pip-version-check"]
    # It is built below a folder with settings of its own, as it may be by a tool such as nox.
    (tmp_path / "pyproject.toml").write_text("[tool.mypy]\nstrict = true\n")
    run([*install, "--target", str(built), str(ROOT)], tmp_path, SHINKANSEN_COMPILED="1", TMPDIR=str(tmp_path))
    copy.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "_build"))
        else:
            shutil.copy(ROOT / name, copy)
    quickly = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "--hypothesis-profile=quick"]
    tests = [sys.executable, "-m", "pytest", *quickly, *CHOSEN]
    said = run(tests, copy, PYTHONPATH=str(built), SHINKANSEN_COMPILED="1")
    assert " passed" in said.splitlines()[-1]
