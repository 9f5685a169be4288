"""Everything that can be wrong with a sheet is told at once, and nothing else ever comes of a file."""

from __future__ import annotations

import copy
import json
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.errors import EditionError
from shinkansen.core.parts import EditionFiles, Editions
from shinkansen.nextstation import sheet_library
from shinkansen.nextstation.sheet_check import check, from_json, load, shipped
from shinkansen.nextstation.testing.sheets import loop, river, tiny_json

STRAIGHT_LOOP = (((0, 0), (2, 0)), ((2, 0), (2, 2)), ((2, 2), (0, 0)))


def told(content: object) -> list[str]:
    return [*map(str, check(content).findings)]


def london() -> dict[str, Any]:
    return cast("dict[str, Any]", copy.deepcopy(shipped().to_json()))


def reached(content: Any, path: str) -> tuple[Any, Any]:
    *way, last = (int(step) if step.isdigit() else step for step in path.split("/"))
    for step in way:
        content = content[step]
    return content, last


@pytest.mark.parametrize(
    ("path", "value", "finding"),
    [
        ("id", "Lon don", "id: found 'Lon don', expected small letters"),
        ("name", "\x1b[31m", "name: found"),
        ("note", "\x1b[31m", "note: found"),
        ("note", "a" * 2001, "note: found"),
        ("points/tourist_track", [*range(13), 0], "found 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ..., expected 0 first"),
        ("scope", "huge", "scope: found 'huge', expected one of box, miniature"),
        ("map/symbols/0", "xts-tc-t-c", "map.symbols: found 'x' in column 1 of row 1, expected one of"),
        ("map/symbols/0", "pts", "map.symbols.1: found 3 characters, expected 10"),
        ("map/symbols", ["c"] * 21, "map.symbols: found 21 rows, expected 1 to 20"),
        ("map/symbols", [], "map.symbols: found 0 rows"),
        ("map/symbols/0", "c" * 21, "map.symbols.1: found 21 characters, expected 10"),
        ("map/symbols", ["c" * 21] * 10, "map.symbols: found rows of 21 characters, expected 1 to 20"),
        ("map/symbols/0", "-ts-tc-t-c", "districts.corner-nw: found no station, expected at least one"),
        ("map/districts/0", "ZAABBBBCC2", "map.districts: found 'Z' in column 1 of row 1, expected the letter"),
        ("map/districts/0", "1AABBBBCC2A", "map.districts.1: found 11 characters, expected 10"),
        ("map/districts/1", "11ABBBBCCC", "districts.corner-nw: found 2 stations, expected one"),
        ("map/districts", ["A" * 10], "map.districts: found 1 rows, expected 10"),
        ("map/tourist_sites/0", "0,1", "map.tourist_sites.1: found '0,1', expected a station"),
        ("map/tourist_sites/0", "4,9", "map: found tourist_sites '4,9' 2 times"),
        ("districts/0/id", "north", "districts: found id 'north' 2 times"),
        ("districts/0/letter", "A", "districts: found letter 'A' 2 times"),
        ("districts/0/letter", "AB", "districts.corner-nw.letter: found 'AB', expected one character"),
        ("districts/0/central", True, "districts: found 2 central ones, expected at most one"),
        ("districts/0/central", True, "districts.corner-nw.main: found false, expected true"),
        ("districts/0/stamp", 10, "districts.corner-nw.stamp: found 10, expected points where peripheral"),
        ("districts/0/stamp", -1, "districts.corner-nw.stamp: found -1, expected 0 to 1000"),
        ("districts/0/main", True, "districts: found 10 main and 3 others, expected 9 main and 4 others"),
        ("districts/0/main", 1, "districts.corner-nw.main: found 1, expected true or false"),
        ("lines/0/departure", "0,1", "lines.purple.departure: found '0,1', expected a station"),
        ("lines/0/departure", "5,7", "lines: found departure '5,7' 2 times"),
        ("lines/0/colour", "blue", "lines: found colour 'blue' 2 times"),
        ("lines/0/colour", "Dark Red", "colour: found 'Dark Red', expected small letters"),
        ("lines", [], "lines: found 0 lines, expected 4"),
        ("river/course/0/0", -101, "river.course.1: found the point -101, 335 outside the map"),
        ("river/course", [[0, 0]], "river.course: found a single point"),
        ("river/course", [[0, 50, 0], [100, 50]], "river.course.1: found 3 numbers, expected two"),
        ("river/course", [[-100, 0], [1000, 0]], "river.course: found the station 0,0 in the river"),
        ("river/course", [], "river: found a name without a course"),
        ("deck/cards/0", "street-star", "deck.cards.1: found 'street-star', expected one of street-circle"),
        ("deck/cards/0", "street-square", "deck: found cards 'street-square' 2 times"),
        ("deck/cards", ["street-square"], "deck.cards: found no underground card"),
        ("deck/cards", ["underground-circle"], "deck.cards: found no street-circle, no street-square"),
        ("points/tourist_track", [1, 2], "points.tourist_track: found 1, 2, expected 0 first"),
        ("points/tourist_track", [], "points.tourist_track: found none, expected 0 first"),
        ("points/tourist_track", [0, 2, 1], "points.tourist_track: found 0, 2, 1, expected 0 first"),
        ("points/river_section", -2, "points.river_section: found -2, expected 0 to 1000"),
        ("points/interchanges", [[3, 5], [2, 2]], "points.interchanges: found lines 3, 2, expected 2 to 5"),
        ("points/interchanges", [[1, 2]], "points.interchanges: found lines 1, expected 2 to 5"),
        ("points/interchanges", [[2, 5], [3, 2]], "points.interchanges: found points 5, 2, expected more"),
        ("points/interchanges", [[2]], "points.interchanges.1: found 1 numbers, expected two"),
        ("bands/1/lowest", 106, "bands: found lowest scores 0, 106, 106, 121, 136, 151"),
        ("bands/1/gap", 91, "bands.2.gap: found 91, expected 0 to 90"),
        ("bands/1/gap", -1, "bands.2.gap: found -1, expected 0 to 90"),
        ("bands/0/gap", 1, "bands.1.gap: found 1, expected 0 to 0"),
        ("bands/1/words", "", "bands.2.words: found '', expected printable text"),
        ("provenance/map", None, "provenance.map: found null, expected a table"),
        ("provenance/map/default/kind", "guess", "provenance.map.default.kind: found 'guess'"),
        ("provenance/map/default/why", " ", "provenance.map.default.why: found ' ', expected a reason"),
        ("provenance/bands/default/where", "", "provenance.bands.default.where: found '', expected the page"),
        ("provenance/deck/exceptions", {"card": {"kind": "box"}}, "provenance.deck.exceptions.card: found a name that"),
        ("provenance/lines/exceptions", {"red.colour": {"kind": "box"}}, "found a name that belongs to no figure"),
    ],
)
def test_a_mistake_in_london_is_told(path: str, value: object, finding: str) -> None:
    content = london()
    table, key = reached(content, path)
    assert table[key] != value
    table[key] = value
    assert any(finding in line for line in told(content)), told(content)


@pytest.mark.parametrize(
    ("paths", "finding"),
    [
        (STRAIGHT_LOOP[:2], "loop.paths: found 2 of them, expected at least three"),
        (STRAIGHT_LOOP[:2], "loop.paths.2: found an end at (2, 2), expected one where the next path begins"),
        ((*STRAIGHT_LOOP[:2], ((2, 2),)), "loop.paths.3: found a single place"),
        ((*STRAIGHT_LOOP[:2], ((2, 2), (6, 6), (0, 0))), "loop.paths.3: found a corner outside the map"),
        ((*STRAIGHT_LOOP[:2], ((2, 2), (1, 0), (0, 0))), "loop.paths.3: found two corners that are not in line"),
        ((*STRAIGHT_LOOP[:2], ((2, 2), (2, 0), (0, 0))), "loop.paths.3: found a way from (2, 2) to (0, 0)"),
        ((*STRAIGHT_LOOP[:2], ((2, 2), (2, 1), (1, 0), (0, 0))), "loop.paths.3: found a way that meets the loop"),
    ],
)
def test_a_loop_that_is_none_is_told(paths: tuple[tuple[tuple[int, int], ...], ...], finding: str) -> None:
    lines = told(tiny_json(["cs", "tp", "cs"], loop=loop(*paths)))
    assert any(line.startswith(finding) for line in lines), lines


def test_a_station_that_no_section_reaches_is_told() -> None:
    lines = told(tiny_json(["c----s", "------", "-c----", "------", "t----p"]))
    assert lines == ["map.symbols: found the isolated station 1,2, expected a section from every station"]


def test_mistakes_in_several_tables_are_told_together_even_if_one_cannot_be_read() -> None:
    content = london()
    content["points"]["river_section"] = "two"
    content["lines"][0]["departure"] = "0,1"
    content["deck"]["cards"].pop()
    content["rivers"] = content.pop("river")
    lines = told(content)
    assert len(lines) == 4
    for start in ("rivers: ", "lines.purple.departure: ", "deck.cards: ", "points.river_section: "):
        assert any(line.startswith(start) for line in lines), lines


def test_a_row_of_the_wrong_length_hides_no_other_mistake_and_makes_no_other_row_wrong() -> None:
    """Whether a station stands in the row itself cannot be told, so nothing is said about it."""
    content = london()
    content["map"]["symbols"][0] = "pts-tc-t-"
    content["map"]["tourist_sites"] = ["4,8", "1,0", "9,0"]
    content["lines"][0]["departure"] = "2,6"
    content["river"]["course"][1] = [205, 3350]
    content["loop"]["paths"] = [[[0, 0], [2, 0]], [[2, 0], [3, 2]], [[3, 2], [0, 30]]]
    assert [line.partition(": found")[0] for line in told(content)] == [
        "map.symbols.1",
        "map.tourist_sites.1",
        "lines.purple.departure",
        "river.course.2",
        "loop.paths.2",
        "loop.paths.3",
    ]


def test_3_2_a_main_district_of_a_published_sheet_has_several_stations() -> None:
    content = london()
    content["map"]["districts"][:2] = ["1BBBBBBCC2", "BBBBBBBCCC"]  # which leaves the north-west the station 0,2
    assert told(content) == [
        "districts.northwest: found one station, expected several, as in every main district (3.2)"
    ]
    assert not told({**content, "scope": "miniature"})


def test_what_is_no_table_is_told_of_the_whole_file() -> None:
    assert told([]) == ["the whole file: found an empty list, expected a table"]


def test_a_table_without_a_source_is_told_unless_there_is_nothing_in_it() -> None:
    content = tiny_json()
    sources = cast("dict[str, Any]", content["provenance"])
    del sources["river"], sources["loop"], sources["bands"]
    assert not told(content)
    assert told({**content, "river": river((-100, 50), (300, 50))}) == [
        "provenance.river: found nothing, expected this key"
    ]


# -- whatever somebody sends

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(["0,0", "c", "A"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(content: Any, so_far: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    readers: dict[type, Any] = {dict: dict[Any, Any].items, list: enumerate}
    items: list[tuple[Any, Any]] = [*readers[type(content)](content)] if type(content) in readers else []
    return [way for key, item in items for way in [(*so_far, key), *places(item, (*so_far, key))]]


PLACES = places(shipped().to_json())


@given(st.lists(st.tuples(st.sampled_from(PLACES), JSON), min_size=1, max_size=4))
def test_a_damaged_sheet_gives_a_sheet_or_an_edition_error(damage: list[tuple[tuple[Any, ...], Any]]) -> None:
    content: Any = london()
    for way, value in damage:
        table = content
        for step in way[:-1]:
            try:
                table = table[step]
            except (KeyError, IndexError, TypeError):  # an earlier damage took it away
                break
        else:
            with suppress(IndexError, TypeError):
                table[way[-1]] = value
    report = check(content)
    assert (report.sheet is None) == bool(report.findings)
    if report.sheet is not None:
        assert report.sheet.sections
        assert from_json(report.sheet.to_json()) == report.sheet


@given(JSON)
def test_any_other_value_is_an_edition_error(content: object) -> None:
    with pytest.raises(EditionError):
        from_json(content)


# -- files


def test_a_template_is_written_checked_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(sheet_library.template(), encoding="utf-8")
    valid, lines = sheet_library.check(str(file))
    assert valid, lines
    assert f"digest {shipped().digest()}" in lines
    assert sheet_library.show(str(file)).startswith("My sheet (my-sheet, scope: box)")
    assert load(file).stations == shipped().stations


def test_a_file_with_mistakes_is_not_valid_and_each_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        sheet_library.template().replace('"pts-tc-t-c"', '"xts-tc-t-c"').replace("lowest = 91", "lowest = 0")
    )
    valid, lines = sheet_library.check(str(file))
    assert not valid
    assert len(lines) == 3
    assert lines[-1] == f"{file}: 2 problems"


def test_a_sheet_can_be_loaded_from_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(sheet_library.show(None, "json"))
    assert sheet_library.load(file) == json.loads(file.read_text()) == shipped().to_json()


@pytest.mark.parametrize(
    ("name", "text"), [("a.toml", "id = "), ("a.json", "{"), ("a.toml", "\0"), ("none.toml", None)]
)
def test_a_file_that_cannot_be_read_is_an_edition_error(tmp_path: Path, name: str, text: str | None) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(EditionError, match=name):
        load(tmp_path / name)


def test_the_library_is_both_parts_of_the_game() -> None:
    assert isinstance(sheet_library, Editions)
    assert isinstance(sheet_library, EditionFiles)
    assert [*sheet_library.known()] == ["london", "tokyo", "small"]
    assert sheet_library.identity(sheet_library.known()["london"]) == sheet_library.identity()


@pytest.mark.parametrize("id", ["london", "tokyo"])
def test_a_shipped_sheet_is_shown_checked_and_filled_in_by_its_name(id: str, tmp_path: Path) -> None:
    sheet = shipped(id)
    assert sheet.id == id
    assert sheet_library.show(id).startswith(f"{sheet.name} ({id}, scope: box)")
    valid, lines = sheet_library.check(id)
    assert valid
    assert f"digest {sheet.digest()}" in lines
    file = tmp_path / "mine.toml"
    file.write_text(sheet_library.template(id), encoding="utf-8")
    assert load(file).digest() == sheet.digest()
    assert (load(file).id, load(file).note) == ("my-sheet", "")


def test_a_sheet_that_is_not_shipped_is_one_error_that_lists_those_that_are() -> None:
    for ask in (shipped, sheet_library.template, sheet_library.show, sheet_library.check):
        with pytest.raises(EditionError, match=r"there is no edition 'tokio'.* expected 'london' or 'tokyo'"):
            ask("tokio")


# -- provenance


def test_every_figure_is_shown_with_its_source_and_every_invented_one_with_a_mark() -> None:
    *lines, count = sheet_library.show(None, "sources").splitlines()
    assert all(("*  [reconstructed" in line) == ("[reconstructed" in line) for line in lines)
    invented = [line for line in lines if "[reconstructed" in line]
    assert count.startswith(f"{len(invented)} of {len(lines)} figures are reconstructed")
    # All that we made up for London are the names of the districts.
    assert [line.split(" = ")[0] for line in invented] == [f"districts.{each.id}.name" for each in shipped().districts]


@pytest.mark.parametrize("figure", ["map.symbols", "lines.green.departure", "river.course", "points.tourist_track"])
def test_what_no_rulebook_text_says_is_not_passed_off_as_rulebook(figure: str) -> None:
    (line,) = [line for line in sheet_library.show(None, "sources").splitlines() if line.startswith(f"{figure} = ")]
    assert "[reported: " in line


def test_an_exception_for_one_row_wins_over_one_for_its_key() -> None:
    sources: dict[str, Any] = {
        "default": {"kind": "box"},
        "exceptions": {"lowest": {"kind": "rulebook", "where": "p. 1"}},
    }
    content = london()
    content["provenance"]["bands"] = sources
    sources["exceptions"]["2.lowest"] = {"kind": "reconstructed"}
    entry = from_json(content).provenance["bands"]
    assert [entry.of(row, key).kind for row, key in (("1", "lowest"), ("2", "lowest"), ("2", "words"))] == [
        "rulebook",
        "reconstructed",
        "box",
    ]


# -- the commands


def test_what_init_tells_one_to_run_next_checks_the_file_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "mine.toml")
    assert main(["edition", "init", file, "--game", "nextstation"]) == 0
    advice = " ".join(capsys.readouterr().out.split()).partition("then run: shinkansen ")[2]
    assert main(advice.split()) == 0
    assert "a valid edition" in capsys.readouterr().out


def test_names_of_cards_are_not_broken_at_their_hyphens() -> None:
    shown = sheet_library.show(None)
    assert all(card in shown for card in shipped().cards)
