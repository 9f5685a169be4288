"""Writing files whole or not at all: a reader finds the complete file, or none.

Everything is first written in the same folder, under a name that begins with `.shinkansen-`, and forced to the disk;
only then does it get its real name. Whatever goes wrong on the way (a full disk, an interruption), everything made so
far is removed again and one sentence says why. The caller says which error class to raise.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.text import printable

Content: TypeAlias = str | bytes
"""Text is written as UTF-8."""

NO_LINKS: Final = {errno.EPERM, errno.EACCES, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EXDEV}
"""The errors of file systems that cannot give a file a second name."""


def write_new(path: Path, content: Content, error: type[ShinkansenError]) -> None:
    """Write a file that does not exist yet; never overwrite one, not even one that somebody else creates meanwhile."""
    write_all_new({path: content}, error)


def write_all_new(contents: Mapping[Path, Content], error: type[ShinkansenError]) -> None:
    """Write several files that do not exist yet: all of them, or none."""
    with _beside(contents, error) as written:
        ours = {path: _identity(source) for path, source in written.items()}
        try:
            for path, source in written.items():
                with _told(path, error):
                    _place(source, path)
        except BaseException:
            _remove(path for path in ours if _identity(path) == ours[path])
            raise


def write_over(path: Path, content: Content, error: type[ShinkansenError]) -> None:
    """Write a file, replacing the one that is there, if any."""
    with _beside({path: content}, error) as written, _told(path, error):
        os.replace(written[path], path)


def write_folder(folder: Path, contents: Mapping[str, Content], error: type[ShinkansenError]) -> None:
    """Make a folder with these files: all of them, or no folder. An existing folder must be empty, and is kept."""
    with _told(folder, error):
        if folder.is_dir() and not any(folder.iterdir()):
            write_all_new({folder / name: content for name, content in contents.items()}, error)
            return
    if os.path.lexists(folder):
        what = "exists and is not empty" if folder.is_dir() else "is a file"
        raise error(f"{printable(folder)}: {what}, expected a new folder")
    with made_folder(folder.parent, error), _told(folder, error):
        unfinished = folder.parent / _name()
        try:
            unfinished.mkdir()
            for name, content in contents.items():
                _write(unfinished / name, content)
            unfinished.rename(folder)
        except BaseException:
            _remove(unfinished / name for name in contents)
            with suppress(OSError):
                unfinished.rmdir()
            raise


@contextmanager
def made_folder(folder: Path, error: type[ShinkansenError]) -> Generator[None, None, None]:
    """Make a folder and the missing ones above it; if what follows fails, those made are removed again."""
    missing = [each for each in (folder, *folder.parents) if not os.path.exists(each)]
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as problem:
            raise error(f"{printable(folder)}: cannot be made ({_reason(problem)})") from None
        yield
    except BaseException:
        for each in missing:
            with suppress(OSError):  # for instance because somebody has put something in
                each.rmdir()
        raise


# -- one step each


@contextmanager
def _beside(contents: Mapping[Path, Content], error: type[ShinkansenError]) -> Generator[dict[Path, Path], None, None]:
    """Write everything under temporary names, which are gone afterwards."""
    written = {path: path.with_name(_name()) if path.name else path for path in contents}
    try:
        for path, content in contents.items():
            with _told(path, error):
                _write(written[path], content)
        yield written
    finally:
        _remove(written.values())


def _name() -> str:
    return f".shinkansen-{secrets.token_hex(8)}"


def _write(path: Path, content: Content) -> None:
    with path.open("xb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        try:
            os.fsync(file.fileno())
        except OSError as problem:
            if problem.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems have no disk
                raise


def _place(source: Path, path: Path) -> None:
    """Give a file its name, unless that is taken."""
    try:
        os.link(source, path)
    except OSError as problem:
        if problem.errno not in NO_LINKS or isinstance(problem, FileExistsError):
            raise
        _place_without_link(source, path)


def _place_without_link(source: Path, path: Path) -> None:
    """Reserve the name with an empty file first, so that nobody else can take it."""
    was_there = os.path.lexists(path)
    try:
        path.open("xb").close()
        os.replace(source, path)
    except FileExistsError:
        raise
    except BaseException:
        if not was_there and path.exists() and not path.stat().st_size:
            _remove([path])
        raise


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError, ValueError):
            path.unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    """What identifies a file under any of its names."""
    try:
        found = path.lstat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _told(path: Path, error: type[ShinkansenError]) -> Generator[None, None, None]:
    """Turn what the system says into one sentence about the path."""
    try:
        yield
    except FileExistsError:
        raise error(f"{printable(path)}: already exists and will not be overwritten") from None
    except (OSError, ValueError) as problem:  # ValueError: a name no file can have, such as one with a zero byte
        raise error(f"{printable(path)}: cannot be written ({_reason(problem)})") from None


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
