"""What `docs/nextstation/wire.md` says is so: its session, its translation of places, its keys and its clauses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hypothesis import given

from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.kit import CLAUSES
from shinkansen.nextstation.objectives import OBJECTIVES
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.testing.strategies import VARIED, Position, positions
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.serving import reference

PAGE = (Path(__file__).parents[2] / "docs" / "nextstation" / "wire.md").read_text(encoding="utf-8")


def on_page(heading: str) -> str:
    text = PAGE.partition(f"\n## {heading}\n")[2]
    assert text, heading
    return text.partition("\n## ")[0]


def keys_in(heading: str) -> set[str]:
    """The names in the first cells of the table under a heading."""
    rows = [line.split("|")[1] for line in on_page(heading).splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_the_session_is_a_real_one() -> None:
    lines = [
        json.loads(line) for line in on_page("A session").partition("```json\n")[2].partition("```")[0].splitlines()
    ]
    rules = NextStation(2)
    full: dict[str, Any] = {"edition": rules.edition.to_json(), "rulings": rules.letters}
    server = reference()
    for request, shown in zip(lines[::2], lines[1::2], strict=True):
        assert schemas.misfit(schemas.reply(request["cmd"], GAME), shown) is None
        sent = {key: full[key] if value == {"...": "..."} else value for key, value in request.items()}
        assert schemas.misfit(schemas.request(request["cmd"], GAME), sent) is None
        reply = server.answer(sent)
        assert reply.keys() == shown.keys() if request["cmd"] == "start" else reply == shown


def test_places_are_translated_as_the_page_does() -> None:
    found: dict[str, Any] = {}
    exec(on_page("Places").partition("```text\n")[2].partition("```")[0], found)
    sheet = NextStation(2).edition
    stations = [SimpleNamespace(column=station.x, row=station.y) for station in sheet.stations]
    named = found["by_place"](stations)
    assert named.keys() == {*sheet.by_id}
    for section in sheet.sections:
        for one, other in (section.id, section.id[::-1]):
            assert tuple(found["section"](named[one], named[other])) == section.id


def test_the_page_has_every_key_of_a_table_and_a_deal() -> None:
    rules = NextStation(3, objectives=True, special_stations=True)
    deal = rules.dealt(rules.chance.in_order())
    table: Any = rules.state_json(rules.start(deal))["table"]
    assert keys_in("The table") == table.keys()
    decks = {"cards_2", "cards_3"}  # the page says "to"
    assert keys_in("The deal") | decks == rules.deal_json(deal).keys() | {"powers"}
    assert {"lines", "marks", "used", "second"} == table["seats"][0].keys()


@given(positions(of=VARIED))
def test_every_item_is_of_a_clause_on_the_page(position: Position) -> None:
    listed = {"8.3", "L.11.3", "L.5.1", "9.3", "9.4"}
    listed |= {each[key] for each in CLAUSES.values() for key in ("interchanges", "module")}
    listed |= {each.clause for objectives in OBJECTIVES.values() for each in objectives}
    assert {item.clause for score in position.rules.scores(position.state) for item in score.items} <= listed
    cells = {line.split("|")[1] for line in on_page("Scores").splitlines() if line.startswith("| ")}
    assert {"8.3", "L.11.3", "L.5.1", "9.3", "9.4", "9.5", "L.5.2", "13.4", "L.17.2"} <= {
        clause for cell in cells for clause in re.findall(r"L?\.?\d+\.\d+(?:\.\d+)?", cell)
    }
