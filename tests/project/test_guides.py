"""The catalogue of implementations: its reports are complete, and the page describes each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shinkansen.verify.conversation.schemas import misfit
from tests.settings import schema_of

DOCS = Path(__file__).parents[2] / "docs"
REPORTS = sorted((DOCS / "catalogue").glob("*.json"))


def read(report: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.stem)
def test_a_report_of_the_catalogue_has_the_form_of_reports(report: Path) -> None:
    assert misfit(schema_of("report"), read(report)) is None


def test_the_catalogue_says_of_each_implementation_what_its_report_says() -> None:
    """The prose calls one engine free of differences and the other one wrong in three ways and one reading."""
    told = {report.stem: read(report) for report in REPORTS}
    assert {*told} == {"demo-engine", "foreign-js"}, "is there a section about each in docs/catalogue.md?"
    assert (told["foreign-js"]["code"], told["foreign-js"]["differences"]) == (0, [])
    assert not told["foreign-js"]["skipped"]
    found = {difference["clauses"][0]: difference["wrong"] for difference in told["demo-engine"]["differences"]}
    assert found == {"7.11.1": False, "7.2": True, "11.3.3": True, "6.C.3": True}
