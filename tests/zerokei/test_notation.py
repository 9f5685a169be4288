"""A move on one line: exactly one notation for every well-formed move, and one move for every notation."""

from __future__ import annotations

from typing import Any, cast

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import LARGEST
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation, parse, usage
from shinkansen.zerokei.testing.strategies import Position, arbitrary_moves, positions, rules_for

WRITTEN: dict[str, Move] = {
    "choose-engine engine-2": m.ChooseEngine("engine-2"),
    "claim osaka-1 white": m.Claim("osaka-1", (Colour.WHITE,)),
    "place 1 gold+white": m.Place(1, (Colour.GOLD, Colour.WHITE)),
    "place 2": m.Place(2),
    "income tail black": m.Income("tail", Colour.BLACK),
    "get-yen engine-1": m.GetYen("engine-1"),
    "prepare engine-1 hamamatsu": m.Prepare("engine-1", "hamamatsu"),
    "lay event kyoto B yellow": m.Lay("event", "kyoto", "B", 0),
    "build osaka-1 tokyo gold": m.Build("osaka-1", "tokyo", Colour.GOLD),
    "buy tail osaka-kyoto gold+gold": m.Buy("tail", "osaka-kyoto", (Colour.GOLD, Colour.GOLD)),
    "participate engine-2 venue-1 x1": m.Participate("engine-2", 1, 1),
    "advance event white": m.Advance("event", Colour.WHITE),
    "take-token event atami nagoya-1": m.TakeToken("event", "atami", "nagoya-1"),
    "repeat tail engine-3": m.Repeat("tail", "engine-3"),
    "idle engine-1": m.Idle("engine-1"),
    "relocate osaka-1 2": m.Relocate("osaka-1", 2),
    "finish": m.Finish(),
    "skip": m.Skip(),
    "lose-vp": m.LoseVp(),
    "advance-again black": m.AdvanceAgain((Colour.BLACK,)),
    "advance-again": m.AdvanceAgain(()),
    "buy-at-end tokyo-1": m.BuyAtEnd("tokyo-1", ()),
    "score-city nagoya": m.ScoreCity("nagoya"),
    "decline": m.Decline(),
}

NUMBERS = st.integers(-LARGEST, LARGEST)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["", "a b", '"', "\\", "x1", "+"]
)
ANY: dict[object, st.SearchStrategy[Any]] = {
    str: TEXTS,
    int: NUMBERS,
    Colour: st.sampled_from(Colour),
    tuple[Colour, ...]: st.lists(st.sampled_from(Colour), max_size=4).map(tuple),
}


def well_formed_moves() -> st.SearchStrategy[Move]:
    """Every value that the classes of moves declare, whether or not there is such a piece."""
    kinds: list[st.SearchStrategy[Move]] = [
        st.builds(kind, **{field.name: ANY[field.type] for field in attrs.fields(attrs.resolve_types(kind))})
        for kind in m.KINDS.values()
    ]
    return st.one_of(kinds)


@pytest.mark.parametrize(("line", "move"), WRITTEN.items())
def test_moves_are_written_as_people_say_them(line: str, move: Move) -> None:
    assert notation(move) == line
    assert parse(line) == move


def test_every_kind_of_move_is_shown_above() -> None:
    assert {type(move) for move in WRITTEN.values()} == set(m.KINDS.values())


@given(well_formed_moves())
def test_every_well_formed_move_can_be_written_and_read_back(move: Move) -> None:
    line = notation(move)
    assert line.isascii()
    assert line.isprintable()
    assert parse(line) == move


@given(positions(most=60))
def test_the_moves_of_a_game_have_different_notations(position: Position) -> None:
    legal = position.rules.legal_moves(position.state)
    lines = [notation(move) for move in legal]
    assert len(set(lines)) == len(lines)
    assert tuple(map(parse, lines)) == legal


@st.composite
def near_lines(draw: st.DrawFn) -> str:
    """The notation of a move with something put in, taken out or doubled."""
    line = notation(draw(arbitrary_moves(rules_for(3))))
    at = draw(st.integers(0, len(line)))
    until = draw(st.integers(at, len(line)))
    return (
        line[:at]
        + draw(st.sampled_from(["", " ", "+", '"', "-", "0", "gold", "é", "\\", line[at:until]]))
        + line[until:]
    )


@given(near_lines() | st.text())
@example('prepare "engine-1" kyoto')
@example('prepare "\\ud800" kyoto')
@example("prepare engine-1  kyoto")
@example("place 01")
@example("place -0")
@example("place 99999999999999999")
@example("place 1 gold+")
@example("relocate osaka-1 " + "9" * 5000)
@example("lay event kyoto B seat-0")
@example("claim osaka-1 ")
@example("finish\n")
def test_a_line_is_the_notation_of_its_move_or_refused(line: str) -> None:
    told = ""
    try:
        assert notation(parse(line)) == line
    except WireError as problem:
        told = str(problem)
    assert not told or "expected" in told or "did you mean" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "there is no move ''; expected one of choose-engine, claim"),
        ("prepar engine-1 kyoto", "there is no move 'prepar'; did you mean prepare or repeat?"),
        ("prepare engine-1", "found 1 words after prepare, expected prepare CARD CITY"),
        ("place", "found 0 words after place, expected place SPACE [ADVANCE]"),
        ("place one", "space of place: found 'one', expected a number"),
        ("place 1 blue", "found 'blue', expected one of gold, white, black"),
        ("lay event kyoto B purple", "track_of of lay: found 'purple', expected a seat such as yellow"),
        ("participate tail 1 x1", "venue of participate: found '1', expected a venue such as venue-1"),
        ("participate tail venue-1 1", "times of participate: found '1', expected a number of times such as x1"),
        ("wobble tokyo", "there is no move 'wobble'; expected one of choose-engine, claim"),
        ("FINISH", "found 'FINISH', expected it written as finish"),
        ("score city nagoya", "found 'score city nagoya', expected it written as score-city nagoya"),
        ("finish  ", "found 'finish  ', expected it written as finish"),
    ],
)
def test_what_was_expected_is_told(line: str, told: str) -> None:
    with pytest.raises(WireError) as refused:
        parse(line)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    "thing", [None, "finish", m.Prepare(cast("str", 1), "kyoto"), m.Place(cast("int", 1.0)), m.Place(cast("int", True))]
)
def test_what_is_no_move_has_no_notation(thing: Any) -> None:
    with pytest.raises(WireError):
        notation(thing)


def test_usage_names_the_parts() -> None:
    assert usage("lay") == "lay CARD CITY SPACE TRACK_OF"
    assert usage("finish") == "finish"
