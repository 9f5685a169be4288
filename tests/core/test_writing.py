"""Files are written whole or not at all, whatever fails on the way and whenever somebody interrupts."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from shinkansen.cli import main
from shinkansen.core.errors import EditionError, ShinkansenError
from shinkansen.core.writing import made_folder, write_all_new, write_folder, write_new, write_over
from shinkansen.verify.judging.artefact import artefact_json, read, write
from shinkansen.verify.judging.findings import Finding
from tests.reports import differences

LARGE = "x" * 100_000


def found(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder: files with their content."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


# -- every step can fail


def new(folder: Path) -> None:
    write_new(folder / "one", LARGE, ShinkansenError)


def several(folder: Path) -> None:
    write_all_new({folder / name: f"{name} {LARGE}" for name in ("one", "two", "three")}, ShinkansenError)


def over(folder: Path) -> None:
    write_over(folder / "old", LARGE, ShinkansenError)


def folder_new(folder: Path) -> None:
    write_folder(folder / "deep" / "down", {"one": LARGE, "two": b"2"}, ShinkansenError)


def folder_empty(folder: Path) -> None:
    write_folder(folder / "empty", {"one": LARGE, "two": b"2"}, ShinkansenError)


def into_folder(folder: Path) -> None:
    with made_folder(folder / "deep" / "down", ShinkansenError):
        write_all_new({folder / "deep" / "down" / "one": "1"}, ShinkansenError)


WRITERS = (new, several, over, folder_new, folder_empty, into_folder)


class Faults:
    """Counts what is asked of the system, and fails at one moment: before a call, or just after it was done."""

    def __init__(self, at: int, fault: BaseException) -> None:
        self.left = at
        self.fault = fault

    def tick(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise self.fault

    def wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self.tick()
            done = real(*given, **named)
            if isinstance(self.fault, KeyboardInterrupt):  # the system does not fail after it has done something
                self.tick()
            return done

        return call


STEPS = ("link", "replace", "rename", "fsync", "mkdir")


def no_links(*_: object, **__: object) -> None:
    raise PermissionError(errno.EPERM, "Operation not permitted")


@contextmanager
def failing(at: int, fault: BaseException, links: bool) -> Generator[Faults, None, None]:
    faults = Faults(at, fault)
    with pytest.MonkeyPatch.context() as patch:
        if not links:
            patch.setattr(os, "link", no_links)
        for step in STEPS:
            patch.setattr(os, step, faults.wrapped(getattr(os, step)))
        patch.setattr(Path, "open", faults.wrapped(Path.open))
        yield faults


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("fault", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("writer", WRITERS)
def test_whenever_it_fails_everything_is_there_or_nothing(
    writer: Callable[[Path], None], fault: BaseException, links: bool, tmp_path: Path
) -> None:
    def fresh(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        folder.joinpath("empty").mkdir()
        folder.joinpath("old").write_text("old")
        return folder

    whole = fresh("whole")
    before = found(whole)
    writer(whole)
    after = found(whole)
    assert after != before
    for at in range(1, 200):
        here, told = fresh(f"{at}"), ""
        with failing(at, fault, links) as faults:
            try:
                writer(here)
            except (ShinkansenError, KeyboardInterrupt) as problem:
                told = str(problem)
        if faults.left > 0:  # it was never reached: every step has failed once
            assert found(here) == after
            assert at > 3
            return
        if isinstance(fault, OSError):
            assert "(No space left on device)" in told
            assert found(here) == before
        else:
            assert found(here) in (before, after)
    pytest.fail("it never came to an end")


@contextmanager
def small_disk(most: int) -> Generator[None, None, None]:
    """No file can be larger: a real write breaks off in the middle."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("writer", [new, several, over, folder_new, folder_empty])
def test_a_write_that_breaks_off_leaves_nothing(writer: Callable[[Path], None], tmp_path: Path) -> None:
    tmp_path.joinpath("empty").mkdir()
    tmp_path.joinpath("old").write_text("old")
    before = found(tmp_path)
    with pytest.raises(ShinkansenError, match="cannot be written"), small_disk(70_000):
        writer(tmp_path)
    assert found(tmp_path) == before


# -- nobody's file is overwritten


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_a_file_that_somebody_makes_meanwhile_stays(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "two", tmp_path / "one"
    real = os.link

    def late(source: Path, target: Path) -> None:
        if Path(target) == path:
            path.write_text("theirs")
        real(source, target) if links else no_links()

    monkeypatch.setattr(os, "link", late)
    with pytest.raises(EditionError, match="two: already exists and will not be overwritten"):
        write_all_new({other: "ours", path: "ours"}, EditionError)
    assert found(tmp_path) == {"two": b"theirs"}


def test_a_link_that_leads_nowhere_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "link"
    path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(EditionError, match="already exists"):
        write_new(path, "x", EditionError)
    assert not (tmp_path / "nowhere").exists()


def test_a_new_file_can_be_read_by_whom_the_user_lets(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        write_new(tmp_path / "one", "x", EditionError)
        write_over(tmp_path / "two", "x", EditionError)
    finally:
        os.umask(old)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o640}


# -- artefacts


@pytest.mark.parametrize("cut", [0, 1, 500, -1])
def test_a_cut_artefact_is_never_taken_for_a_finished_one(cut: int, tmp_path: Path) -> None:
    content = artefact_json(Finding(differences()["effect"], 1), "an engine")
    path = write(tmp_path, content)
    whole = path.read_bytes()
    path.write_bytes(whole[:cut])
    assert write(tmp_path, content) == path
    assert path.read_bytes() == whole
    assert read(path).script == differences()["effect"].script


def test_an_artefact_tells_of_the_engine_that_was_asked_last(tmp_path: Path) -> None:
    for name in ("one", "other"):
        path = write(tmp_path, artefact_json(Finding(differences()["effect"], 1), name))
        assert f'"engine":"{name}"' in path.read_text()
    assert len([*tmp_path.iterdir()]) == 1


# -- folders of the commands


def test_vectors_leaves_an_empty_folder_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One may be standing in it."""
    monkeypatch.chdir(tmp_path)
    inode = tmp_path.stat().st_ino
    assert main(["vectors", "."]) == 0
    assert "README.md" in {path.name for path in tmp_path.iterdir()}
    assert tmp_path.stat().st_ino == inode
    capsys.readouterr()


@pytest.mark.parametrize("there", [True, False], ids=["empty", "new"])
def test_vectors_leaves_no_half_folder(there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a" / "b"
    if there:
        folder.mkdir(parents=True)
    before = found(tmp_path)
    with small_disk(50_000):
        code = main(["vectors", str(folder)])
    assert code == 2
    assert found(tmp_path) == before
    assert capsys.readouterr().err.count("\n") == 1
