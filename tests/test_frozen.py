"""The frozen files are as they were made: no byte changes, none disappears, and none is there without its line."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.frozen import FROZEN, MANIFEST, manifest


@pytest.mark.parametrize("name", sorted(manifest()))
def test_a_frozen_file_is_as_it_was_made(name: str) -> None:
    """If this fails, a stored form was changed. Put the file back as it was: what people stored did not change."""
    made = manifest()[name]
    assert hashlib.sha256((FROZEN / name).read_bytes()).hexdigest() == made["sha256"]
    assert re.fullmatch("[0-9a-f]{40}", made["made_by"])


def test_every_file_of_the_folder_is_in_the_manifest() -> None:
    found = {path.relative_to(FROZEN).as_posix() for path in FROZEN.rglob("*") if path.is_file()}
    ours = {path for path in found if path.startswith("__")}  # the module that reads the manifest
    assert found - ours - {MANIFEST.name} == {*manifest()}


def test_the_folder_stays_small() -> None:
    assert sum((FROZEN / name).stat().st_size for name in manifest()) < 2_000_000
