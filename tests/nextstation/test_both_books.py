"""What both rulebooks say in their own words, held for both cities at once; by clauses.

London's rulebook repeats most of Tokyo's rules. These tests play random games in both cities and look only at the table
in plain JSON and at the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from shinkansen.core.errors import ArgumentError
from shinkansen.core.play import at_random, plies
from shinkansen.nextstation.happenings import CardsTurnedUp, Drawn, LineFinished, RoundBegan
from shinkansen.nextstation.module_cards import EFFECTS, POWERS, SYMBOL_CARDS
from shinkansen.nextstation.moves import PASS, Draw
from shinkansen.nextstation.objectives import OBJECTIVES
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import CARDS, Book, Sheet
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.table import State

CITIES = ("london", "tokyo")
TABLES = [(city, seats) for city in CITIES for seats in (1, 2, 3, 4)]


@cache
def rules_in(city: str, seats: int) -> NextStation:
    return NextStation(seats, shipped(city))


@cache
def game(city: str, seats: int) -> tuple[Any, ...]:
    """The plies of a random game in which sections are drawn whenever possible."""
    rules, rng = rules_in(city, seats), Random(f"{city} {seats}")

    def draws(_: Any, state: State, legal: tuple[Any, ...]) -> Any:
        return rng.choice([move for move in legal if move != PASS] or [PASS])

    return tuple(plies(rules, rules.start(rules.deal(rng)), draws))


def sheets() -> Iterator[Sheet]:
    return map(shipped, CITIES)


def table_of(rules: NextStation, state: State) -> Any:
    return rules.state_json(state)["table"]


# -- what is in the box


def test_1_2_and_l_1_3_six_street_and_five_underground_cards() -> None:
    for sheet in sheets():
        assert Counter(card.partition("-")[0] for card in sheet.cards) == {"street": 6, "underground": 5}
        assert sheet.cards == CARDS


def test_1_3_and_l_1_2_a_pencil_in_each_of_four_colours() -> None:
    assert {*shipped("tokyo").colours} == {"purple", "blue", "pink", "brown"}
    assert {*shipped("london").colours} == {"purple", "blue", "pink", "green"}


def test_1_4_and_l_1_4_cards_of_the_advanced_game() -> None:
    assert [len(OBJECTIVES[book]) for book in Book] == [5, 5]
    assert (len(SYMBOL_CARDS), len(EFFECTS), len(POWERS)) == (4, 4, 4)


def test_3_2_and_l_3_1_nine_main_districts_and_four_at_the_corners() -> None:
    for sheet in sheets():
        stations = Counter(station.district for station in sheet.stations)
        main, corners = ({each.id for each in sheet.districts if each.main is main} for main in (True, False))
        assert (len(main), len(corners)) == (9, 4)
        assert {stations[id] for id in corners} == {1}
        assert min(stations[id] for id in main) > 1
        edge = {sheet.cells[y][x] for y in (0, sheet.height - 1) for x in (0, sheet.width - 1)}
        assert edge == corners


def test_3_3_and_l_3_2_stations_have_one_of_four_symbols() -> None:
    for sheet in sheets():
        counts = Counter(station.symbol for station in sheet.stations)
        assert {*counts} - {"any"} == {*SYMBOL_CARDS}
        assert counts["any"] == (sheet.book is Book.LONDON)


def test_l_9_1_and_l_9_7_the_central_station_takes_every_card_and_is_a_tourist_site() -> None:
    london = shipped("london")
    (central,) = (station for station in london.stations if station.symbol == "any")
    assert central.tourist
    assert next(each.central for each in london.districts if each.id == central.district)
    rules = rules_in("london", 1)
    for symbol in SYMBOL_CARDS:
        ends = {move.section for row in rules.kit.rows[symbol].values() for _, move in row if isinstance(move, Draw)}
        assert {each.id for each in london.sections if central.id in each.id} <= ends


@pytest.mark.parametrize("seats", [0, 5, -1, True])
def test_l_1_1_one_to_four_players(seats: int) -> None:
    assert [NextStation(number).seats for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    with pytest.raises(ArgumentError, match="expected 1 or 2 or 3 or 4"):
        NextStation(seats)


@pytest.mark.parametrize("question", ["to_move", "choosing", "legal_moves", "stage", "scores", "totals", "outcome"])
def test_a_table_for_other_seats_is_refused_by_every_question(question: str) -> None:
    rules, others = NextStation(seats=2), NextStation(seats=3)
    state = others.start(others.deal(Random(1)))
    with pytest.raises(ArgumentError, match=r"^found a table of another game, expected one for 2$"):
        getattr(rules, question)(state)


# -- setup


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_2_1_and_l_2_1_everybody_has_a_pencil_of_their_own(city: str, seats: int) -> None:
    rules = rules_in(city, seats)
    for seed in range(10):
        colours = rules.start(rules.deal(Random(seed))).table.colours
        assert len({*colours}) == len(colours) == seats


@pytest.mark.parametrize("city", CITIES)
def test_2_2_and_l_2_2_three_players_have_a_spare_pencil_between_two_of_them(city: str) -> None:
    """The one to whose right it lies takes it after the first round, and nobody takes that player's neighbour's."""
    rules = rules_in(city, 3)
    for seed in range(10):
        deal = rules.deal(Random(seed))
        first = rules.start(deal).table.colours
        (spare,) = {*range(4)} - {*first}
        state = rules.start(deal)
        while state.table.round == 0:
            state = rules.follow(state, PASS)
        # It lies to the left of one seat, so to the right of the next one.
        assert state.table.colours.index(spare) == (deal.gap[0] + 1) % 3


@pytest.mark.parametrize("city", CITIES)
def test_2_3_and_l_2_3_two_players_have_a_spare_pencil_each(city: str) -> None:
    """Each takes the spare one in the second round, and the other player's own in the third."""
    seen: dict[int, list[int]] = {0: [], 1: []}
    for ply in game(city, 2):
        for seat, colour in enumerate(ply.state.table.colours):
            seen[seat] = [*dict.fromkeys([*seen[seat], colour])]
    one, other = seen[0], seen[1]
    assert one[2:] + one[:2] == other
    assert not {*one[:2]} & {*other[:2]}


# -- rounds


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_4_0_and_l_3_3_and_l_2_5_four_rounds_each_with_its_phases(city: str, seats: int) -> None:
    """A departure for everybody, turns, the scores of all lines, and then the next round."""
    rules, order = rules_in(city, seats), [1]
    for ply in game(city, seats):
        for each in rules.explain(ply.state, ply.move).happenings:
            if isinstance(each, RoundBegan):
                order.append(each.round)
            elif isinstance(each, CardsTurnedUp | LineFinished):
                order.append(0 if isinstance(each, CardsTurnedUp) else -1)
    text = "".join({0: "t", -1: "s"}.get(each, "R") for each in order)
    rounds = text.split("R")[1:]
    assert len(rounds) == 4
    assert all(each.strip("t") == "s" * seats for each in rounds)


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_4_1_and_l_3_4_and_l_7_3_a_line_departs_from_the_station_of_its_colour(city: str, seats: int) -> None:
    rules, begun = rules_in(city, seats), set[tuple[int, str]]()
    for ply in game(city, seats):
        for each in rules.explain(ply.state, ply.move).happenings:
            if isinstance(each, Drawn) and (each.seat, each.colour) not in begun:
                begun.add((each.seat, each.colour))
                assert each.start == rules.edition.departures[each.colour]
    assert len(begun) > 2 * seats


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_4_4_and_l_4_2_all_eleven_cards_are_shuffled_for_each_round(city: str, seats: int) -> None:
    rules = rules_in(city, seats)
    decks = [deck for seed in range(20) for deck in rules.deal(Random(seed)).decks]
    assert {frozenset(deck) for deck in decks} == {frozenset(CARDS)}
    assert len({*decks}) == len(decks)
    assert {deck[0] for deck in decks} == {*CARDS}


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_4_2_and_l_4_1_and_l_4_5_a_round_has_five_to_ten_turns_and_ends_with_the_fifth_underground_card(
    city: str, seats: int
) -> None:
    last = game(city, seats)[-1].state
    for cards in table_of(rules_in(city, seats), last)["cards"]:
        turns = len(cards) - sum(card.endswith("switch") for card in cards)
        assert 5 <= turns <= 10
        assert sum(card.startswith("underground") for card in cards) == 5
        assert cards[-1].startswith("underground")


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_4_5_and_l_4_3_all_draw_at_the_same_time(city: str, seats: int) -> None:
    """Nobody's sheet changes before the last one has chosen, and then everybody's does."""
    rules = rules_in(city, seats)
    for ply in game(city, seats):
        step = rules.explain(ply.state, ply.move)
        if len(ply.state.table.choosing) > 1:
            assert step.state.table.boards == ply.state.table.boards
        else:
            drawn = {each.seat for each in step.happenings if isinstance(each, Drawn)}
            choices = [*ply.state.hidden.choices]
            choices[ply.state.table.choosing[0]] = ply.move
            assert drawn == {seat for seat, choice in enumerate(choices) if isinstance(choice, Draw)}


@pytest.mark.parametrize(("city", "seats"), [each for each in TABLES if each[1] > 1])
def test_4_9_and_l_4_7_pencils_stay_where_they_are_after_the_fourth_round(city: str, seats: int) -> None:
    rules = rules_in(city, seats)
    before = game(city, seats)[-1]
    after = rules.follow(before.state, before.move)
    assert rules.to_move(after) is None
    assert after.table.colours == before.state.table.colours


# -- construction


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_5_1_and_l_7_1_nobody_has_to_draw(city: str, seats: int) -> None:
    rules = rules_in(city, seats)
    assert all(rules.why_not(ply.state, PASS) is None for ply in game(city, seats))


def test_5_2_and_l_7_2_and_5_6_and_l_8_1_sections_are_straight_and_pass_no_station() -> None:
    for sheet in sheets():
        stations = {(station.x, station.y) for station in sheet.stations}
        for section in sheet.sections:
            (x, y), (to_x, to_y) = (tuple(map(int, end.split(","))) for end in section.id)
            across, down = to_x - x, to_y - y
            assert 0 in (across, down) or abs(across) == abs(down)
            steps = max(abs(across), abs(down))
            between = {(x + across * step // steps, y + down * step // steps) for step in range(1, steps)}
            assert not between & stations


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_5_5_and_l_7_4_and_5_4_and_l_7_5_from_an_end_or_by_a_switch_to_the_symbol_shown(city: str, seats: int) -> None:
    rules = rules_in(city, seats)
    by_id = rules.edition.by_id
    for ply in game(city, seats):
        table, before = ply.state.table, table_of(rules, ply.state)
        for each in rules.explain(ply.state, ply.move).happenings:
            if not isinstance(each, Drawn):
                continue
            line = before["seats"][each.seat]["lines"][each.colour]
            at = Counter(station for section in line for station in section)
            is_end = at[each.start] == 1 or (each.start == rules.edition.departures[each.colour] and at[each.start] < 2)
            assert is_end or table.cards[-1][-2].endswith("switch")
            shown = table.cards[-1][-1].partition("-")[2]
            assert shown == "joker" or by_id[each.end].symbol in (shown, "any")


@pytest.mark.parametrize("city", CITIES)
def test_5_9_and_l_8_5_departures_are_otherwise_normal_stations(city: str) -> None:
    """Some line runs through the departure of another one."""
    sheet, found = rules_in(city, 1).edition, set[str]()
    for seats in (1, 2, 3, 4):
        for seat in table_of(rules_in(city, seats), game(city, seats)[-1].state)["seats"]:
            for colour, line in seat["lines"].items():
                found |= {end for section in line for end in section} & {*sheet.departures.values()} - {
                    sheet.departures[colour]
                }
    assert found


# -- scoring


@pytest.mark.parametrize(("city", "seats"), TABLES)
def test_8_1_to_8_3_and_l_11_1_and_l_11_2_districts_times_most_stations(city: str, seats: int) -> None:
    rules, finished = rules_in(city, seats), 0
    for ply in game(city, seats):
        step = rules.explain(ply.state, ply.move)
        table = table_of(rules, step.state)
        for each in step.happenings:
            if isinstance(each, LineFinished):
                line = table["seats"][each.seat]["lines"][each.colour]
                stations = {end for section in line for end in section}
                where = Counter(rules.edition.by_id[station].district for station in stations)
                assert (each.districts, each.most) == (len(where), max(where.values(), default=0))
                assert each.points == each.districts * each.most + 2 * each.river
                finished += 1
    assert finished == 4 * seats


def test_7_1_and_l_10_1_no_interchange_before_the_second_round() -> None:
    for seats in (1, 2, 3, 4):
        rules = rules_in("london", seats)
        for ply in game("london", seats):
            counted = [item for score in rules.scores(ply.state) for item in score.items if item.clause == "L.5.2"]
            assert ply.state.table.round > 0 or not counted
        last = rules.scores(game("london", seats)[-1].state)
        assert any(item.clause == "L.5.2" for score in last for item in score.items)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_9_7_and_l_5_3_the_final_score_is_the_sum_of_its_parts(seats: int) -> None:
    """In London of lines, tourist sites and interchanges, and of nothing else."""
    rules = rules_in("london", seats)
    last = game("london", seats)[-1]
    for score in rules.scores(rules.follow(last.state, last.move)):
        assert {item.clause for item in score.items} <= {"8.3", "L.11.3", "L.5.1", "L.5.2"}
        assert score.total == sum(item.points for item in score.items)


@pytest.mark.parametrize("city", CITIES)
def test_1_1_and_9_8_and_l_6_1_and_l_6_2_most_points_win_then_the_best_line_then_all(city: str) -> None:
    rules, decided = rules_in(city, 2), Counter[str]()
    for seed in range(60):
        rng = Random(seed)
        *_, last = plies(rules, rules.start(rules.deal(rng)), _shy(rng) if seed % 2 else at_random(rng))
        end = rules.follow(last.state, last.move)
        outcome, totals = rules.outcome(end), rules.totals(end)
        assert outcome is not None
        best = [_best_line(rules, end, seat) for seat in range(2)]
        ranks = [*zip(totals, best, strict=True)]
        assert [*outcome.winners] == [seat for seat in range(2) if ranks[seat] == max(ranks)]
        decided[outcome.clause] += 1
    assert {*decided} >= {"9.8", "9.10"}


def _shy(rng: Random) -> Any:
    """Draws a section only now and then, so that many have the same points."""

    def choose(_: Any, state: State, legal: tuple[Any, ...]) -> Any:
        return rng.choice(legal) if rng.random() < 0.02 else PASS

    return choose


def _best_line(rules: NextStation, state: State, seat: int) -> int:
    """The points of the best single line, river sections included, from the items of the score."""
    lines = Counter[str]()
    for item in rules.scores(state)[seat].items:
        if item.clause in ("8.3", "L.11.3"):
            lines[next(colour for colour in rules.edition.colours if f"the {colour} line" in item.title)] += item.points
    return max(lines.values(), default=0)
