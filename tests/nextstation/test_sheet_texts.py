"""Texts of scored sheets: whatever is written is used or refused, and nothing is read as something else.

A word that is passed over may be the one that matters, so a sheet with a stray word is not the same sheet.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.log_text import LogError, with_game
from shinkansen.core.prose import listed
from shinkansen.nextstation import log_library
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.log_sums import entries
from shinkansen.nextstation.log_values import Card, Log
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.witnesses import editions
from tests.deep import DEEP
from tests.nextstation.test_scored_sheets import EXAMPLE, of_games

P = "round 1: purple\n"
EXAMPLES = 5_000 if DEEP else 150


def read(text: str) -> Log:
    return log_library.read(text)


def refused(text: str) -> str:
    with pytest.raises(LogError) as found:
        read(text)
    return str(found.value)


def sections(text: str) -> list[str]:
    return [stroke.text for stroke in read(text).rounds[-1].strokes]


def cards(text: str) -> list[tuple[str, str]]:
    found = read(f"{P}cards {text}").rounds[0].cards
    assert found is not None
    return [(card.kind, card.symbol) for card in found.cards]


# -- nothing is passed over

STRAY = (
    "1,8", "- 1,8", ", 1,8", "; 1,8", "1,8 - 0,9", "7", "= 7", "+ 7", "x 7", "circle", "u-circle", "s-circle", "joker",
    "purple", "double", "river", "second", "objectives", "nothing", "oops", "no", "?", "*", "not", "(late)",
)  # fmt: skip
"""What somebody may have written besides; none of it is a filler."""


@st.composite
def sheets(draw: st.DrawFn) -> tuple[str, object]:
    if draw(st.integers(0, 3)) == 0:
        return re.sub(r"#.*", "", EXAMPLE.read_text("utf-8")), None
    text, rules, _, _ = draw(of_games())
    return re.sub(r"#.*", "", text), None if "\nsheet " in text else rules.edition


@settings(max_examples=EXAMPLES)
@given(sheet=sheets(), stray=st.sampled_from(STRAY), data=st.data())
def test_a_word_that_is_added_is_used_or_refused(sheet: tuple[str, None], stray: str, data: st.DataObject) -> None:
    text, own = sheet
    text = text.replace("game nextstation", "", 1)
    gaps = [found.start() for found in re.finditer(r"(?m)(?<=\S)(?=[ \n]|\Z)", text)]
    at = data.draw(st.sampled_from([gap for gap in gaps if not text[:gap].endswith("1,8")]))  # 1,8, 1,8 says no more
    more = f"{text[:at]} {stray}{text[at:]}"
    before = log_library.read(text, own)
    try:
        after = log_library.read(more, own)
    except LogError:
        return
    line = more[: at + len(stray) + 1].rpartition("\n")[2]
    assert after != before, line


@settings(max_examples=EXAMPLES)
@given(sheet=sheets(), data=st.data())
def test_a_station_a_card_or_a_number_that_is_left_out_is_missed(sheet: tuple[str, None], data: st.DataObject) -> None:
    text, own = sheet
    tokens = [*re.finditer(r"\d+,\d+\*?|(?<![\d,])\d+(?![\d,])|\bu-\w+|\?|\b(?:switch|joker|circle|square)\b", text)]
    gone = data.draw(st.sampled_from(tokens))
    less = text[: gone.start()] + text[gone.end() :]
    if text[: gone.start()].endswith("round "):
        return  # the number of a round may be left out
    try:
        assert log_library.read(less, own) != log_library.read(text, own), gone[0]
    except LogError:
        return


# -- stations

ALONE = (
    "2,5 - 0,7, 1,8", "2,5-0,7,1,8", "2,5 - 0,7 and 1,8", "2,5 - 0,7 . 1,8", "2,5 - 0,7 ; 1,8", "2,5 - 0,7 ; 9,0",
    "2,5 - 0,7\n- 1,8", "2,5 - 0,7\n1,8", "2,5", "2,5 - 0,7 then 1,8",
)  # fmt: skip


@pytest.mark.parametrize("route", ALONE)
def test_a_station_that_stands_alone_is_an_error(route: str) -> None:
    assert "stands alone, expected - and the next station" in refused(f"{P}{route}")


@pytest.mark.parametrize(
    "route", ["2,5 - 0,7, 1,8 - 0,9", "2,5 - 0,7. 1,8 - 0,9", "2,5 - 0,7 and 1,8 - 0,9", "2,5 - 0,7\n- 1,8 - 0,9"]
)
def test_where_it_is_not_clear_whether_the_line_goes_on_nobody_is_blamed(route: str) -> None:
    assert "it is not clear whether the line goes on to 1,8" in refused(f"{P}{route}")


@pytest.mark.parametrize("between", [", ", " and ", ". ", ", then ", " ; ", "\n", "\n- ", "\n* ", " | "])
def test_a_part_begins_at_a_station_of_the_line_after_any_sign(between: str) -> None:
    assert sections(f"{P}2,5 - 0,7{between}0,7 - 1,8") == ["2,5 - 0,7", "0,7 - 1,8"]


@pytest.mark.parametrize("between", [" ; ", "\n", " | ", "\n* "])
def test_after_a_semicolon_or_on_a_line_of_its_own_a_part_may_begin_anywhere(between: str) -> None:
    assert sections(f"{P}2,5 - 0,7{between}1,8 - 0,9") == ["2,5 - 0,7", "1,8 - 0,9"]


STATIONS_REFUSED = {
    "2;5 - 0;7": "line 2: found '2;5 - 0;7', expected stations as column,row: 2,5 - 0,7",
    "2,5 - 0,7 (square)": "line 2: found (square) after 0,7, which is a circle",
    "2,5 - 0,7 (late)": "line 2: found (late) after 0,7, expected its symbol; a remark begins with #",
    "2,5 - 0,7 (start)": "line 2: 0,7 is not the departure of this line",
    "2,5 - 0,7 and": "line 2: nothing comes after 'and'",
    "2,5 - 0,7 -": "line 2: nothing comes after 0,7 -",
    "nothing\n2,5 - 0,7": "line 3: found stations, but line 2 says that nothing was drawn",
    "2,5 - 0,7\nnothing": "line 3: found nothing, but sections of this line are in line 2",
    "nothing but 2,5 - 0,7": "line 2: found 'but 2,5-0,7' after nothing".replace("-", " - "),
    "round 2\n5,7 - 5,9": "line 3: found stations, expected the pencil of the round that begins in line 2",
    "round 2\ncards ?": "line 3: found cards, expected the pencil of the round that begins in line 2",
    "round 2": "line 2: the pencil of this round is missing",
    "powers purple double\ncircled none\n2,5 - 0,7*": "line 4: 0,7 is circled, but line 3 says that no station is",
    "powers purple double\n2,5 - 0,7*\ncircled none": "line 4: found 'none', but 0,7 is circled",
}


@pytest.mark.parametrize("route", STATIONS_REFUSED)
def test_stations_that_contradict_themselves_are_refused(route: str) -> None:
    assert refused(f"{P}{route}").startswith(STATIONS_REFUSED[route])


def test_what_stands_in_brackets_may_circle_a_station() -> None:
    text = f"powers purple double\n{P}2,5 (square) - 0,7 (double) - 2,7 (square)*"
    assert read(text).rounds[0].circled == ((3, "0,7"), (3, "2,7"))


# -- cards


def test_an_s_before_a_hyphen_is_a_street_card() -> None:
    for kind in ("s-circle", "street-circle", "street circle", "circle (street)", "st-circ", "s-c"):
        assert cards(kind) == [("street", "circle")], kind
    assert cards("s, circle") == cards("square, circle")
    assert cards("u-c") == [("underground", "circle")]
    assert cards("u-?, s-?, u ?, ?") == [("underground", ""), ("street", ""), ("underground", ""), ("", "")]


CARDS_REFUSED = {
    "s circle": "found 's circle', expected s-circle (a street card) or square, circle",
    "circle-square": "found 'circle-square', expected cards with commas between them",
    "u-circel": "there is no card 'circel'; did you mean circle?",
    "circle, ..., square": "found a card after the ..., which stands for all cards that came later",
    "square + switch, circle": "found 'square + switch': only a switch has a card beside it",
    "circle with square": "found 'circle with square': only a switch has a card beside it",
    "switch +": "found 'switch + nothing'",
    "u-circle street": "found 'u-circle street', expected each card with its kind",
    "street underground circle": "found 'street underground circle', expected one kind of card",
    "1. circle 3. square": "found 3. before card 2",
    "u-": "there is no card 'u-'",
    "circle 2": "found 2 in 'circle 2', expected cards after it",
    "99 circles": "found 99 cards, expected at most 11",
}


@pytest.mark.parametrize("text", CARDS_REFUSED)
def test_cards_that_can_be_read_in_two_ways_are_refused(text: str) -> None:
    assert refused(f"{P}cards {text}").startswith(f"line 2: {CARDS_REFUSED[text]}")


def test_numbers_before_cards_count_them() -> None:
    assert cards("2 circles, square") == cards("circle, circle, square") == cards("1. circle 2. circle 3. square")
    assert cards("? 2 unknown ??") == [("", "")] * 5


# -- sums


def told(text: str) -> list[tuple[str, tuple[tuple[int, ...], ...], int]]:
    return [(key, number.terms, number.value) for key, number in entries(text, 1)]


SUMS = {
    "points 22": [("points", ((22,),), 22)],
    "points: 3 x 6 + 4 = 22 points.": [("points", ((3, 6), (4,)), 22)],
    "points 3*6+2*2": [("points", ((3, 6), (2, 2)), 22)],
    "points 3 districts x 6 stations + 4 = 22": [("points", ((3, 6), (4,)), 22)],
    "points 2 + 0 = 7": [("points", ((2,), (0,)), 7)],
    "districts 3 most 6, river 2; points = 22": [
        ("districts", ((3,),), 3), ("most", ((6,),), 6), ("river", ((2,),), 2), ("points", ((22,),), 22)
    ],
    "interchanges 9 x 2 = 18": [("interchanges", ((9, 2),), 18)],
    "tourist 14, interchanges 18, total 87 + 14 + 18 = 119": [
        ("tourist", ((14,),), 14), ("interchanges", ((18,),), 18), ("total", ((87,), (14,), (18,)), 119)
    ],
    "lines 22 20 29 16": [("lines", ((22,), (20,), (29,), (16,)), 87)],
    "lines 22, 20, 29, 16 = 87": [("lines", ((22,), (20,), (29,), (16,)), 87)],
    "lines 22 20 29 16 87": [("lines", ((22,), (20,), (29,), (16,)), 87)],
    "total 75 + 20 - 9 + 15 = 101": [("total", ((75,), (20,), (-9,), (15,)), 101)],
    "loop -9": [("loop", ((-9,),), -9)],
    "river points 4": [("river points", ((4,),), 4)],
    "tourist circles 7": [("circles", ((7,),), 7)],
    "final score 119": [("total", ((119,),), 119)],
}  # fmt: skip


@pytest.mark.parametrize("text", SUMS)
def test_a_sum_is_read_whole(text: str) -> None:
    assert told(text) == SUMS[text]


SUMS_REFUSED = {
    "points": "found nothing after points, expected a number, such as points 20",
    "points 999999999": "found a number of 9 digits, expected at most 6",
    "points 2 = 2 = 2": "found '= 2' after the result",
    "points 2 (yes)": "found '( yes )', expected what was counted and a number",
    "points 3 x 6 +": "found nothing after '+', expected a number",
    "points 2 x 3 x 4": "found a product of more than two numbers",
    "points 3 6": "found 6 after 3, expected + or = or what it counts",
    "points 20 oops": "found 'oops' after 20",
    "points 4 or 5": "there is no part of the score 'or'",
    "points 20 tourist": "found nothing after tourist",
    "points 3 stations x 6": "found 'x 6' after stations",
    "tourist of the loop 7": "found 'loop' after tourist, expected a number",
    "points \u00b2": "found '\u00b2' after points",
}


@pytest.mark.parametrize("text", SUMS_REFUSED)
def test_a_sum_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(LogError) as found:
        entries(text, 1)
    assert str(found.value).startswith(f"line 1: {SUMS_REFUSED[text]}")


# -- the head

HEAD_REFUSED = {
    "sheet london\nsheet tokyo": "line 2: the sheet is named in line 1 already",
    "game nextstation\ngame zerokei": "line 2: the game is named in line 1 already",
    "game zerokei": "line 1: found the game 'zerokei', expected a sheet of nextstation",
    "game": "line 1: found `game`, expected the name of a game after it",
    "objectives river, river": "line 1: the objective river is written twice, expected 2 different ones",
    "objectives river oops": "line 1: there is no objective 'oops'",
    "objectives river\nobjectives sites": "line 2: the objectives are written in an earlier line already",
    "players 2\nplayers 3": "line 2: found 3 players, but an earlier line says 2",
    "modules none\nobjectives river": "line 1: there were no modules, but something that is written belongs to the",
    "modules no objectives": "line 1: there is no module 'no'",
    "solo with Anna": "line 1: found 'with anna' after solo",
    "rulings R10=b\nrulings R10=a": "line 2: the ruling bare_departure (R10) is named twice",
    "sheet tokyo\npowers green double": "line 2: there is no green pencil on this sheet, expected",
    "sheet tokyo\ngreen double": "line 2: there is no green pencil on this sheet",
    "powers purple": "line 1: found nothing for the purple pencil, expected one power, or ? if it is not known",
    "modules special\npurple\nspecial circle square": "line 3: found 'circle square', expected one symbol",
    "modules special\npurple\nspecial circle switch joker": "line 3: found 'circle switch joker', expected one symbol",
}


@pytest.mark.parametrize("text", HEAD_REFUSED)
def test_a_head_that_contradicts_itself_is_refused(text: str) -> None:
    rest = "" if text.split().count("purple") and "special" in text else P
    assert refused(f"{text}\n{rest}").startswith(HEAD_REFUSED[text])


def test_a_power_may_be_unknown() -> None:
    assert read(f"powers purple ?, blue joker\n{P}").powers == {"blue": "joker"}


def test_the_words_for_pencils_are_those_of_all_sheets() -> None:
    assert {*words.PENCILS} == {colour for sheet in editions().values() for colour in sheet.colours}
    assert listed(shipped("tokyo").colours, " or ") == "purple, blue, pink or brown"


def test_a_text_names_its_game_only_once() -> None:
    with pytest.raises(LogError, match="line 3: the game is named in line 1 already"):
        with_game("x", "game nextstation\n\ngame nextstation")
    assert with_game("x", "Game: Next-Station").is_of("nextstation")
    assert Card("circle", "") != Card("circle", "street")
