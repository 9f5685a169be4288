"""What was measured on the Tokyo sheet: the page shows what was stored, and the engine still scores so."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from math import sqrt
from statistics import fmean
from typing import Any, cast

import pytest

from shinkansen.nextstation import sheet_check
from tests.build import calibration
from tests.build.calibration import MODULES, SEATS
from tests.build.evidence import SEED, Row


@cache
def stored() -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(calibration.FILE.read_text(encoding="utf-8")))


def rows() -> list[tuple[int, Row]]:
    return [
        (row["seats"], Row(**{key: value for key, value in row.items() if key != "seats"})) for row in stored()["rows"]
    ]


def test_every_number_of_seats_was_measured_with_each_module_on_this_sheet() -> None:
    assert [(seats, row.reading) for seats, row in rows()] == [(seats, each) for each in MODULES for seats in SEATS]
    assert stored()["sheet"] == sheet_check.shipped("tokyo").digest()
    assert (stored()["seed"], stored()["how"]) == (SEED, calibration.HOW)
    assert {row.games for _, row in rows()} == {300}


@pytest.mark.parametrize(
    ("seats", "modules"), [(1, "base game"), (2, "objectives and special stations"), (1, "pencil powers of London")]
)
def test_the_engine_still_scores_so(seats: int, modules: str) -> None:
    """The first games again: their mean is as near the stored one as so few games allow (four standard errors)."""
    kept = next(row for number, row in rows() if (number, row.reading) == (seats, modules))
    means = [calibration.mean_total(seats, modules, number) for number in range(12)]
    assert abs(fmean(means) - kept.mean) < 4 * kept.deviation / sqrt(len(means))


def test_the_page_shows_the_stored_figures() -> None:
    page = (calibration.FILE.parent / "tokyo.md").read_text(encoding="utf-8")
    assert "\n".join(calibration.table(rows())) in page
    day = date.fromisoformat(stored()["date"])
    assert f"{day.day} {day:%B %Y}" in page
