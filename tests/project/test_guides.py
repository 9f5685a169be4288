"""The catalogue of implementations: its reports are complete, and the page describes each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shinkansen.core import registry
from shinkansen.verify.conversation.schemas import Where, misfit

DOCS = Path(__file__).parents[2] / "docs"
CATALOGUE = DOCS / "catalogue"
REPORTS = sorted(CATALOGUE.glob("*/*.json"))


def read(report: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: f"{report.parent.name}-{report.stem}")
def test_a_report_of_the_catalogue_has_the_form_of_reports(report: Path) -> None:
    assert misfit(Where("report.json", registry.game(report.parent.name)), read(report)) is None


def test_every_report_is_of_a_game_and_is_on_the_page() -> None:
    page = (DOCS / "catalogue.md").read_text(encoding="utf-8")
    assert [*CATALOGUE.glob("*.json")] == [], "a report belongs into the folder of its game"
    for report in REPORTS:
        game = registry.game(report.parent.name)
        assert f'checked("{game.name}")' in page
        told = {*read(report)["scope"]["clauses"], *read(report)["scope"]["unseen"]}
        assert told, report
        assert all(clause in game.rulebook for clause in told), report


def test_the_catalogue_says_of_each_implementation_what_its_report_says() -> None:
    """The prose calls the foreign engines free of differences, and ours wrong in three ways and one reading."""
    told = {(report.parent.name, report.stem): read(report) for report in REPORTS}
    demos = {game: told.pop((game, "demo-engine")) for game in ("zerokei", "nextstation")}
    assert {*told} == {
        ("zerokei", "foreign-js"),
        ("nextstation", "foreign-js-london"),
        ("nextstation", "foreign-js-tokyo"),
    }, "is there a section about each in docs/catalogue.md?"
    for (game, name), report in told.items():
        assert (report["code"], report["differences"], report["inconsistent"]) == (0, [], []), name
        assert all("objectives" in reason for reason in report["skipped"]), name
        assert bool(report["skipped"]) == (game == "nextstation")
    found = {
        game: {difference["clauses"][0]: difference["wrong"] for difference in report["differences"]}
        for game, report in demos.items()
    }
    assert found["zerokei"] == {"7.11.1": False, "7.2": True, "11.3.3": True, "6.C.3": True}
    assert found["nextstation"] == {"4.1": False, "6.7": True, "9.5": True, "L.5.1": True}
