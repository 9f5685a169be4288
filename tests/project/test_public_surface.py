"""The public surface: what the page `docs/public.md` lists is there, and what it does not list is private.

If a name was added or removed on purpose: `python -m tests.build.public_surface`, and look at what it changes.
"""

from __future__ import annotations

import tomllib
from importlib import import_module

import pytest

from docs.extension import public
from shinkansen.core import registry
from tests.build.public_surface import LIST, PAGE, ROOT, full_names, written

AGAIN = "run `python -m tests.build.public_surface` if that is meant, and look at what it changes"


def test_no_public_name_disappears_and_none_is_added_by_accident() -> None:
    listed, there = full_names(LIST.read_text(encoding="utf-8")), full_names(written())
    assert (sorted(listed - there), sorted(there - listed)) == ([], []), f"gone and new: {AGAIN}"


def test_the_page_says_what_the_source_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == public.page(), AGAIN


@pytest.mark.parametrize("name", public.surface())
def test_every_public_name_can_be_imported(name: str) -> None:
    running = import_module(name)
    assert [each for each in public.surface()[name] if not hasattr(running, each)] == []


def test_the_commands_and_entry_points_that_others_know_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [*project["scripts"]] == ["shinkansen"]
    assert project["entry-points"].keys() == {registry.GROUP, "pytest11"}
    assert registry.DEFAULT in project["entry-points"][registry.GROUP]
