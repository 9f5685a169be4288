"""Reports are delivered whatever happens: each one that can be written is written, and the others are named."""

from __future__ import annotations

import argparse
import json
import resource
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from shinkansen.cli import parser
from shinkansen.commands import verify_outputs
from shinkansen.commands.verify_outputs import deliver
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.talk import Fault, Trouble
from shinkansen.verify.judging.start import Smoke, Who
from shinkansen.verify.judging.verdict import Progress, Report
from shinkansen.verify.reports import page as page_module
from tests.reports import careless
from tests.settings import schema_of

NAMES = ("json", "html", "junit")


pytestmark = pytest.mark.slow


def asked_for(folder: Path) -> argparse.Namespace:
    options = [word for name in NAMES for word in (f"--{name}", str(folder / name))]
    tests = ["--write-tests", str(folder / "tests")]
    return parser().parse_args(["verify", *options, *tests, "--", "an engine"])


def whole(folder: Path, *names: str) -> None:
    """These reports are there, and whole."""
    if "json" in names:
        assert schemas.misfit(schema_of("report"), json.loads((folder / "json").read_text())) is None
    if "junit" in names:
        assert ElementTree.fromstring((folder / "junit").read_text()).tag == "testsuites"
    if "html" in names:
        assert (folder / "html").read_text().rstrip().endswith("</html>")
    assert {name for name in NAMES if (folder / name).exists()} == {*names}


def never_asked() -> Report:
    """Of an engine that failed in its first answer: nobody knows who it is."""
    return attrs.evolve(
        careless(),
        who=Who("unknown", "unknown", "unknown", frozenset()),
        smoke=Smoke(()),
        findings=(),
        progress=Progress(),
        unasked=0,
        skipped=Counter[str](),
        errored=Counter[str](),
        trouble=Trouble(Fault.CANNOT_START, "It cannot be started. Its last lines:\n    one\n    two <&>"),
        fingerprint=None,
    )


def test_an_engine_that_fails_in_its_first_answer_has_every_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deliver(never_asked(), asked_for(tmp_path), tmp_path / "out") == 2
    whole(tmp_path, *NAMES)
    out, err = capsys.readouterr()
    for text in (out, (tmp_path / "html").read_text(), (tmp_path / "junit").read_text()):
        assert "It cannot be started. Its last lines:" in text
        assert len([line for line in text.replace("<br>", "\n").split("\n") if line.startswith("    two <")]) == (
            text is out
        )
        assert "moke test: passed" not in text
        assert "moke test passed" not in text
    assert err == ""
    errors = ElementTree.fromstring((tmp_path / "junit").read_text()).findall(".//testcase/error")
    assert [error.attrib["type"] for error in errors] == ["cannot-start"]
    assert not (tmp_path / "out").exists()
    assert not (tmp_path / "tests").exists()


@pytest.mark.parametrize("bad", ["out", "tests", *NAMES])
def test_what_cannot_be_written_keeps_nothing_else_from_being_written(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file is in the way: where a folder is wanted, or another report."""
    report = careless()
    (tmp_path / bad).write_text("mine")
    assert deliver(report, asked_for(tmp_path), tmp_path / "out") == 2
    assert (tmp_path / bad).read_text() == "mine"
    (tmp_path / bad).unlink()
    whole(tmp_path, *(name for name in NAMES if name != bad))
    out, err = capsys.readouterr()
    assert "It differs from the rules in" in out
    times = len(report.findings) if bad == "out" else 1
    assert err.count("\n") == times
    assert err.count(f"shinkansen: {tmp_path / bad}: ") == times
    assert (out.count("ask it again"), (tmp_path / "out").exists()) == ((0, False) if bad == "out" else (4, True))
    assert (tmp_path / "tests").exists() == (bad != "tests")
    for name in (*NAMES, "tests"):
        assert (f"written: {tmp_path / name}" in out) == (name != bad)


def test_on_a_full_disk_each_report_is_whole_or_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is small finds room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (80_000, hard))
    try:
        code = deliver(careless(), asked_for(tmp_path), tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert code == 2
    whole(tmp_path, "json", "junit")
    assert capsys.readouterr().err == f"shinkansen: {tmp_path / 'html'}: cannot be written (File too large)\n"
    assert not list(tmp_path.rglob(".*"))


def test_a_defect_in_one_report_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def oops(*_: Any) -> str:
        raise KeyError("x")

    monkeypatch.setattr(page_module, "page", oops)
    with pytest.raises(KeyError):
        deliver(careless(), asked_for(tmp_path), tmp_path / "out")
    whole(tmp_path, "json", "junit")


def test_reports_that_were_promised_are_written_by_every_writer() -> None:
    assert {*verify_outputs._WRITERS} == {*NAMES}  # pyright: ignore[reportPrivateUsage]
