"""Extras: the core install has attrs and cattrs and nothing else, and says so where more is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from shinkansen import cli, terminal
from shinkansen.commands import ruling

OPTIONAL = ("hypothesis", "jsonschema", "rich", "resvg_py", "playwright", "pytest", "sphinx", "chess")
HIDE = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r})); from shinkansen.cli import main; sys.exit(main())"
"""A module that is None cannot be imported: as if it were not installed."""


def bare(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDE, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("verify", "--help"),
        ("clause", "show", "7.2"),
        ("ruling", "witness", "R29"),
        ("ruling", "impact", "R29"),
        ("coverage", "--games", "1"),
        ("demo",),
    ],
    ids=" ".join,
)
def test_the_core_install_does_without_extras(words: tuple[str, ...]) -> None:
    done = bare(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_what_we_did_not_foresee_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 would say that something was checked and is wrong."""

    def oops() -> None:
        raise KeyError("x")

    monkeypatch.setattr(ruling, "register", oops)
    assert cli.main(["ruling", "list"]) == 2
    assert "a defect of ours, KeyError: 'x'" in capsys.readouterr().err
    monkeypatch.setenv(terminal.TRACEBACK, "1")
    with pytest.raises(KeyError):
        cli.main(["ruling", "list"])


@pytest.mark.parametrize("words", [("verify", "--demo"), ("fingerprint", "--", "cat"), ("vectors", "x")], ids=" ".join)
def test_what_needs_an_extra_says_which(words: tuple[str, ...]) -> None:
    done = bare(*words)
    assert done.returncode == 2
    assert "shinkansen[verify]" in done.stderr
    assert "Traceback" not in done.stderr
