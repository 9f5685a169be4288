"""Every way a file can be bad ends in one sentence."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from shinkansen.core.errors import EditionError
from shinkansen.core.files import LIMIT, parse_json, parse_toml, read_text
from shinkansen.core.writing import write_new
from shinkansen.zerokei.edition_check import load


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a\0b", "binary"),
        ("name = 'x'".encode("utf-16"), "UTF-8"),
        ("name = 'Kyōto'".encode(), "not a valid edition"),
        ("name = 'déjà'".encode("latin-1"), "not UTF-8"),
        (b"#" * (LIMIT + 1), "larger than"),
        (b"name = ", "not valid TOML"),
        (b"a = 1\na = 2", "not valid TOML"),
        (b"a = " + b"[" * 50_000, "nested too deeply"),
        (b"a = " + b"9" * 5_000, "not valid TOML"),
        (b"a = 2021-99-99", "not valid TOML"),
        (b"", "not a valid edition"),
    ],
)
def test_a_bad_file_is_one_edition_error(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "e.toml"
    path.write_bytes(content)
    with pytest.raises(EditionError, match=words) as caught:
        load(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("9" * 5_000, "not valid JSON"),
        ('{"a": 1, "a": 2}', "occurs twice"),
        ("[]", "found an empty list"),
        ("NaN", "found the decimal nan"),
        ("null", "found null"),
    ],
)
def test_a_bad_json_file_is_one_edition_error(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "e.JSON"
    path.write_text(content)
    with pytest.raises(EditionError, match=words):
        load(path)


def test_a_missing_file_a_folder_and_an_impossible_name_are_edition_errors(tmp_path: Path) -> None:
    for path, words in [
        (tmp_path / "none.toml", "no such file"),
        (tmp_path, "is a folder"),
        (tmp_path / "a\0b", "cannot be read"),
        (tmp_path / ("x" * 5_000), "cannot be read"),
        (tmp_path / "\udcff\ud800", "cannot be read"),
    ]:
        with pytest.raises(EditionError, match=words) as caught:
            load(path)
        str(caught.value).encode()


def test_an_unreadable_file_is_an_edition_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # file modes would not stop root, who runs the tests in containers
    with pytest.raises(EditionError, match=r"secret.toml: cannot be read \(Permission denied\)"):
        load("secret.toml")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1")
    assert parse_toml(read_text(path, EditionError), path, EditionError) == {"a": 1}


def test_json_is_read_as_it_is() -> None:
    assert parse_json('{"a": [1, null]}', "x", EditionError) == {"a": [1, None]}


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    write_new(path, "one\n", EditionError)
    with pytest.raises(EditionError, match="will not be overwritten"):
        write_new(path, "two\n", EditionError)
    assert path.read_bytes() == b"one\n"


def test_an_unwritable_place_is_an_edition_error(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "folder.toml", tmp_path / "a\0b"):
        with pytest.raises(EditionError, match="cannot be written"):
            write_new(path, "", EditionError)
