"""Whole games of Next Station: London with the engine and the naive model side by side.

Hypothesis draws the deal and every choice, so a difference shrinks to a short game. Compared are, at each decision, the
legal sections; after each turn all that lies in the open; at each turn's end and at the game's every group of points.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.nextstation.moves import Draw, Pass
from shinkansen.nextstation.ruleset import NextStation
from tests.deep import DEEP
from tests.nextstation.second_eyes import naive
from tests.nextstation.second_eyes.naive import COLOURS, DECK, Section
from tests.nextstation.second_eyes.playing import dealt, expected_points, points_of


def sections_of(rules: Any, state: Any) -> list[Section]:
    return [move.section for move in rules.legal_moves(state) if isinstance(move, Draw)]


def compare(rules: Any, state: Any, sheets: list[dict[str, list[Section]]], *, departures_count: bool) -> None:
    """The engine's sheets and points against ours."""
    seen = rules.state_json(state)["table"]
    for seat, sheet in enumerate(sheets):
        lines = seen["seats"][seat]["lines"]
        found = {colour: sorted(tuple(pair) for pair in pairs) for colour, pairs in lines.items() if pairs}
        assert found == {colour: sorted(line) for colour, line in sheet.items() if line}
        expected = expected_points(sheet, departures_count=departures_count)
        assert points_of(rules.scores(state)[seat]) == expected
        assert rules.totals(state)[seat] == sum(expected.values())


@settings(max_examples=300 if DEEP else 40)
@given(data=st.data(), seats=st.integers(1, 4))
def test_whole_games_agree_with_the_second_reading(data: st.DataObject, seats: int) -> None:
    pencils = data.draw(st.permutations(COLOURS), "pencils")
    gap = (data.draw(st.integers(0, 2), "gap"),) if seats == 3 else ()
    decks = [data.draw(st.permutations(DECK), "cards") for _ in range(4)]
    # A lazy player makes short games, a diligent one dense sheets; both find differences of their own.
    idle = data.draw(st.sampled_from((0, 0, 1)), "how many of the choices are passes")
    rules: Any = NextStation(seats=seats)
    state: Any = rules.start(dealt(*decks, pencils=pencils, gap=gap))
    sheets: list[dict[str, list[Section]]] = [{} for _ in range(seats)]

    for number, cards in enumerate(decks, 1):
        shown: list[str] = []
        for turn, turned in enumerate(naive.play_cards(cards), 1):
            shown += turned
            seen = rules.state_json(state)["table"]
            assert seen["round"] == number
            assert seen["cards"][number - 1] == shown
            assert sorted(seen["choosing"]) == list(range(seats)) == sorted(rules.choosing(state))
            chosen: list[tuple[int, str, Section]] = []
            for seat in data.draw(st.permutations(range(seats)), "order") if seats > 1 else [0]:
                state = rules.turn_to(state, seat)
                colour = naive.pencil_of(seat, seats, number, pencils, gap)
                legal = naive.legal_sections(sheets[seat], colour, turned, turn)
                found = sections_of(rules, state)
                assert len(found) == len(set(found))
                assert set(found) == legal
                assert Pass() in rules.legal_moves(state)
                choices: list[Section | None] = [*sorted(legal)]
                choices += [None] * idle
                choice = data.draw(st.sampled_from(choices or [None]), "choice")
                if choice is not None:
                    chosen.append((seat, colour, choice))
                state = rules.apply(state, Pass() if choice is None else Draw(section=choice))
            for seat, colour, choice in chosen:
                sheets[seat].setdefault(colour, []).append(choice)
            compare(rules, state, sheets, departures_count=False)

    assert rules.choosing(state) == ()
    assert rules.legal_moves(state) == ()
    outcome = rules.outcome(state)
    assert outcome.totals == tuple(naive.score(sheet)["total"] for sheet in sheets)
    if seats > 1:
        assert outcome.winners == naive.winners(sheets)


@settings(max_examples=100 if DEEP else 15)
@given(data=st.data())
def test_departures_that_count_from_the_beginning_agree_at_the_end(data: st.DataObject) -> None:
    decks = [data.draw(st.permutations(DECK), "cards") for _ in range(4)]
    skipped = data.draw(st.sets(st.integers(1, 4)), "rounds in which nothing is drawn")
    rules: Any = NextStation(seats=1, rulings={"bare_departure": "b"})
    state: Any = rules.start(dealt(*decks, pencils=COLOURS))
    sheet: dict[str, list[Section]] = {}
    for number, cards in enumerate(decks, 1):
        colour = COLOURS[number - 1]
        for turn, turned in enumerate(naive.play_cards(cards), 1):
            legal = naive.legal_sections(sheet, colour, turned, turn)
            assert set(sections_of(rules, state)) == legal
            if number in skipped or not legal:
                state = rules.apply(state, Pass())
                continue
            choice = data.draw(st.sampled_from(sorted(legal)), "choice")
            sheet.setdefault(colour, []).append(choice)
            state = rules.apply(state, Draw(section=choice))
    assert rules.choosing(state) == ()
    compare(rules, state, [sheet], departures_count=True)
