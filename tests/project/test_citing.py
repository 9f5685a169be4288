"""A citable work: what is cited has a number, a version and a permanent anchor, and says so wherever it is read."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from docs.extension import rulebook as chapters
from docs.extension import rulings as pages
from docs.extension.places import clause_anchor, label
from shinkansen import __version__, cli
from shinkansen.commands.citing import citation, clause_citation, ruling_citation
from shinkansen.core.citations import Citation, read
from shinkansen.zerokei.citations import work
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register

ROOT = Path(__file__).parents[2]
REQUIRED = {"cff-version", "message", "title", "authors"}
KNOWN = REQUIRED | {
    "abstract", "commit", "contact", "date-released", "doi", "identifiers", "keywords", "license", "license-url",
    "preferred-citation", "references", "repository", "repository-artifact", "repository-code", "type", "url",
    "version",
}  # fmt: skip
"""The keys of the Citation File Format 1.2.0."""


@cache
def citation_file() -> dict[str, str]:
    """The keys of `CITATION.cff` and what stands after them, without its indented lines."""
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    lines = [line for line in text.split("\n") if line and not line.startswith(" ")]
    found = [re.fullmatch(r"([a-z-]+):(?: (.+))?", line) for line in lines]
    assert all(found), lines
    return {each[1]: (each[2] or "").strip('"') for each in found if each}


@pytest.mark.parametrize(
    ("cited", "begins"),
    [
        (clause_citation(GAME, rulebook()["7.11.1"]), "zerokei:7.11.1@{0} (Shinkansen: Zero-Kei, clause 7.11.1, "),
        (ruling_citation(GAME, register()["R29"]), "zerokei:R29@{0} (Shinkansen: Zero-Kei, ruling R29, "),
        (
            ruling_citation(GAME, register()["R29"], "b"),
            "zerokei:R29-b@{0} (Shinkansen: Zero-Kei, ruling R29, answer b, ",
        ),
    ],
)
def test_a_citation_names_the_work_what_is_cited_and_both_versions(cited: Citation, begins: str) -> None:
    version = ZeroKei(seats=2).settings()["version"]
    assert citation(cited) == f"{begins.format(version)}rules version {version}; shinkansen {__version__})"


@pytest.mark.parametrize(
    ("words", "cited"),
    [
        (("clause", "show", "7.11.1"), clause_citation(GAME, rulebook()["7.11.1"])),
        (("ruling", "show", "track_needs_ground"), ruling_citation(GAME, register()["R29"])),
        (("ruling", "show", "zerokei:R29-b"), ruling_citation(GAME, register()["R29"], "b")),
    ],
)
def test_who_reads_one_is_told_how_to_cite_it(
    words: tuple[str, ...], cited: Citation, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.endswith(f"cite: {citation(cited)}")


def test_the_citation_file_has_the_form_and_the_version_of_the_package() -> None:
    found = citation_file()
    assert REQUIRED <= found.keys() <= KNOWN
    assert found["cff-version"] == "1.2.0"
    assert found["type"] == "software"
    assert found["version"] == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert found["license"] == project["license"]


def test_what_the_citation_file_shows_is_a_citation_of_today() -> None:
    shown = re.findall(r"zerokei:[^ ]+(?<![.])", citation_file()["message"])
    assert [read(each, work()).version for each in shown] == [work().version]


def test_the_addresses_of_the_project_are_the_same_in_both_files() -> None:
    """There is none so far but one about the game; whoever adds one adds it where it is cited too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    here = {citation_file()[key] for key in ("url", "repository", "repository-code") if key in citation_file()}
    there = {address for name, address in project["urls"].items() if name != "About the board game"}
    assert here <= there
    assert bool(here) == bool(there)


def test_every_clause_can_be_cited_on_its_page() -> None:
    made = chapters.pages(GAME, games=5)
    for clause in rulebook():
        page, anchor = f"zerokei/rulebook/chapter-{clause.chapter}", clause_anchor(clause.id)
        entry = made[page].partition(f"({label(GAME, anchor)})=")[2].partition("\n(zerokei-clause-")[0]
        assert f"zerokei:{clause.id}@" in entry
        assert citation(clause_citation(GAME, clause)) in entry
        assert f'data-place="{page}.html#{anchor}"' in entry


def test_every_ruling_can_be_cited_on_its_page() -> None:
    for ruling in register():
        page = pages.opening_of(GAME, ruling)
        assert citation(ruling_citation(GAME, ruling)) in page
        assert f"`zerokei:{ruling.id}{'-b' if ruling.switchable else ''}@" in page or len(ruling.letters) > 2
        assert f'data-place="zerokei/rulings/{ruling.id}.html#{ruling.id}"' in page
        assert f'<span id="{ruling.id}"></span>' in page
