"""The page of what campaigns cost is made from the run that is kept."""

from __future__ import annotations

import json

from tests.build.campaign_costs import FILE, PAGE, text


def test_the_page_shows_what_was_measured() -> None:
    assert PAGE.read_text(encoding="utf-8") == text(json.loads(FILE.read_text(encoding="utf-8")))
