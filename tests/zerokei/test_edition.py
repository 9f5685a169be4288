"""The shipped edition contains every known figure of the game; each test names the fact that it checks."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter

import pytest

from shinkansen.core.plain_json import canonical
from shinkansen.core.provenance import SourceKind
from shinkansen.zerokei.edition import (
    EFFECTS_BY_COLOUR,
    Ability,
    Action,
    Carriage,
    CellKind,
    City,
    Colour,
    Edition,
    Effect,
    EngineSide,
    EventColour,
    Margin,
    Reward,
    Source,
    TableSource,
    VenueSpace,
)
from shinkansen.zerokei.edition_check import check, from_json, shipped

EDITION = shipped()


def city(id: str) -> City:
    return next(city for city in EDITION.cities if city.id == id)


def carriage(id: str) -> Carriage:
    return next(carriage for carriage in EDITION.carriages if carriage.id == id)


def sides(players: int) -> list[EngineSide]:
    return [side for engine in EDITION.engines if (side := engine.side_for(players))]


def kind(table: str, row: str, key: str) -> SourceKind:
    return EDITION.source(table, row, key).kind


def test_2_0_the_box() -> None:
    """2.0: as the Russian and the Portuguese text list it."""
    e = EDITION
    assert len(e.cities) == 12
    assert [city.number for city in e.cities] == [*range(1, 13)]
    assert (len(e.engines), len(e.carriages)) == (4, 30)
    assert [sum(event.colour == colour for event in e.events) for colour in ("grey", "blue", "green")] == [6, 6, 6]
    assert (e.figures.used_card_tokens, e.figures.action_tokens, e.figures.cauldrons) == (4, 5, 7)
    assert (len(e.board.station_rows), len(Colour)) == (4, 3)
    assert [coin.count for coin in e.coins] == [22, 6, 8]
    assert len(e.hideo.closed_tokens) == 3


# The board (facts A0, A2)


def test_the_twelve_cities_run_from_osaka_to_tokyo() -> None:
    line = "1 Osaka 2 Kyoto 3 Maibara 4 Hashima 5 Nagoya 6 Toyohashi"
    line += " 7 Hamamatsu 8 Shizuoka 9 Atami 10 Odawara 11 Yokohama 12 Tokyo"
    assert " ".join(f"{city.number} {city.name}" for city in EDITION.cities) == line
    assert all(city.id == city.name.lower() for city in EDITION.cities)


def test_hamamatsu_is_the_one_city_whose_ground_is_known_three_yen_and_three_vp() -> None:
    assert (city("hamamatsu").ground_cost, city("hamamatsu").ground_vp) == (3, 3)
    known = [
        row
        for table, row, key, _ in EDITION.tables()
        if key in ("ground_cost", "ground_vp") and not EDITION.source(table, row, key).invented
    ]
    assert known == ["hamamatsu", "hamamatsu"]


def test_no_ground_costs_nothing() -> None:
    """Else the ability that prepares for 1 yen would make a city dearer (facts G-4)."""
    assert all(city.ground_cost >= 1 for city in EDITION.cities)


def test_five_years_and_station_rows_of_6_4_2_1_in_three_colours() -> None:
    assert EDITION.board.years == ("1959-60", "1960-61", "1961-62", "1962-63", "1963-64")
    assert EDITION.board.station_rows == (6, 4, 2, 1)
    assert {*Colour} == {"gold", "white", "black"}
    assert len(EDITION.board.station_rows) * len(Colour) == 12


def test_venues_pay_1_for_2_vp_then_2_yen_then_a_move() -> None:
    assert EDITION.venues == (VenueSpace(pay=1, vp=2), VenueSpace(yen=2), VenueSpace(moves=1))


def test_the_turn_order_tile_rewards_are_advance_1_yen_1_vp_2_yen() -> None:
    """6.B.7: the step of a counter is the reward of space 1, 1 yen that of space 2."""
    rewards = (Reward(advance=1), Reward(yen=1), Reward(vp=1), Reward(yen=2))
    for side in EDITION.turn_order:
        assert side.spaces == rewards[: len(side.spaces)]
        assert len(side.spaces) >= max(side.players)
    assert sorted(count for side in EDITION.turn_order for count in side.players) == [2, 3, 4]
    assert len(EDITION.turn_order) == 2


def test_dearer_track_gives_more_vp() -> None:
    spaces = EDITION.track_spaces
    assert all(a.yen < b.yen and a.vp < b.vp for a, b in itertools.pairwise(spaces))


# The train cards


def test_two_engines_are_laid_out_for_2_players_and_four_for_3_and_4() -> None:
    assert {players: len(sides(players)) for players in (2, 3, 4)} == {2: 2, 3: 4, 4: 4}
    assert all(len(engine.sides) == 2 for engine in EDITION.engines)


def test_engines_offer_two_actions_and_differ_from_one_another() -> None:
    for players in (2, 3, 4):
        actions = [frozenset(side.actions) for side in sides(players)]
        assert all(len(each) == 2 for each in actions)
        assert len(set(actions)) == len(actions)


def test_engines_never_offer_buy_card_or_income() -> None:
    offered = {action for engine in EDITION.engines for side in engine.sides for action in side.actions}
    assert not offered & {Action.BUY, Action.INCOME}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_engines_together_give_access_to_every_basic_action(players: int) -> None:
    offered = {action for side in sides(players) for action in side.actions}
    assert offered >= {Action.PREPARE, Action.LAY, Action.BUILD, Action.PARTICIPATE}


def test_with_3_players_one_engine_prepares_and_another_participates_but_neither_prepares_nor_builds() -> None:
    actions = [set(side.actions) for side in sides(3)]
    assert any(Action.PREPARE in each for each in actions)
    assert any(Action.PARTICIPATE in each and not each & {Action.PREPARE, Action.BUILD} for each in actions)


def test_30_carriages_are_24_of_one_city_and_6_of_two() -> None:
    assert Counter(len(carriage.cities) for carriage in EDITION.carriages) == {1: 24, 2: 6}


def test_every_city_has_two_carriages_of_its_own_and_is_on_one_pair() -> None:
    single = Counter(carriage.cities[0] for carriage in EDITION.carriages if len(carriage.cities) == 1)
    paired = Counter(city for carriage in EDITION.carriages if len(carriage.cities) == 2 for city in carriage.cities)
    assert set(single) == set(paired) == {city.id for city in EDITION.cities}
    assert set(single.values()) == {2}
    assert set(paired.values()) == {1}


def test_a_one_city_toyohashi_costs_2_yen_with_a_gold_icon() -> None:
    toyohashi = carriage("toyohashi-1")
    assert (toyohashi.cities, toyohashi.cost, toyohashi.counters) == (("toyohashi",), 2, ((Colour.GOLD,),))
    assert (
        kind("carriages", "toyohashi-1", "cost") is kind("carriages", "toyohashi-1", "counters") is SourceKind.RULEBOOK
    )


def test_maibara_hashima_exists() -> None:
    assert carriage("maibara-hashima").cities == ("maibara", "hashima")
    assert kind("carriages", "maibara-hashima", "cities") is SourceKind.RULEBOOK


def test_one_city_carriages_have_one_icon_and_pairs_a_second_of_two_colours() -> None:
    for each in EDITION.carriages:
        assert [len(icon) for icon in each.counters] == [1, 2][: len(each.cities)]


def test_the_one_city_icons_are_balanced_over_the_colours() -> None:
    icons = Counter(each.counters[0][0] for each in EDITION.carriages if len(each.cities) == 1)
    assert icons == dict.fromkeys(Colour, 8)


def test_exactly_four_buy_card_carriages_for_the_four_used_card_tokens() -> None:
    """2.L: so the tokens always suffice."""
    given = Counter(carriage.gives for carriage in EDITION.carriages)
    assert given[Action.BUY] == EDITION.figures.used_card_tokens == 4


def test_nine_kinds_of_action_and_seven_of_ability_are_all_present() -> None:
    given = {carriage.gives for carriage in EDITION.carriages}
    assert given == {*Action, *Ability} - {Action.INCOME}
    assert (len(given & {*Action}), len(given & {*Ability})) == (9, 7)


def test_a_carriage_gives_an_action_or_an_ability() -> None:
    assert Counter(type(carriage.gives) for carriage in EDITION.carriages) == {Action: 20, Ability: 10}


@pytest.mark.parametrize(("players", "row"), [(2, 4), (3, 5), (4, 6)])
def test_the_deck_never_runs_out(players: int, row: int) -> None:
    """4.D.3."""
    assert players + EDITION.figures.row_beyond_players == row
    assert len(EDITION.board.years) * row <= len(EDITION.carriages)


def test_the_solo_deck_never_runs_out() -> None:
    """4.D.3: without the carriages of two cities."""
    singles = [carriage for carriage in EDITION.carriages if len(carriage.cities) == 1]
    assert len(EDITION.board.years) * EDITION.hideo.row <= len(singles)


# The event cards


def test_the_18_events_are_six_of_each_colour_with_the_effects_of_the_rulebook() -> None:
    for colour in EventColour:
        effects = [event.effect for event in EDITION.events if event.colour is colour]
        assert sorted(effects) == sorted(EFFECTS_BY_COLOUR[colour])
        assert len(effects) == 6


def test_grey_has_2_actions_and_4_end_effects_blue_and_green_have_5_and_1() -> None:
    split = {
        colour: Counter(event.effect.at_end_of_round for event in EDITION.events if event.colour is colour)
        for colour in EventColour
    }
    assert split == {"grey": {False: 2, True: 4}, "blue": {False: 5, True: 1}, "green": {False: 5, True: 1}}


def test_events_give_at_most_as_many_actions_as_there_are_action_tokens() -> None:
    """2.L."""
    assert EDITION.figures.action_tokens == 5
    assert all(2 <= event.actions <= 5 for event in EDITION.events)


def test_the_grey_choice_event_has_3_actions() -> None:
    event = next(event for event in EDITION.events if event.effect is Effect.PREPARE_LAY_OR_BUILD)
    assert (event.colour, event.actions) == (EventColour.GREY, 3)
    assert kind("events", "prepare-lay-or-build", "actions") is SourceKind.DEDUCED


def sums(players: int) -> set[int]:
    """Every starting sum that the events of a game can make."""
    slots = next(slots for slots in EDITION.event_slots if slots.players == players)
    sums = {0}
    for colour, count in Counter(slots.colours).items():
        cards = [event.yen for event in EDITION.events if event.colour is colour]
        sums = {total + sum(drawn) for total in sums for drawn in itertools.combinations(cards, count)}
    return sums


def test_five_events_that_sum_to_8_yen_are_possible_with_3_players() -> None:
    assert 8 in sums(3)


def test_an_example_event_with_3_actions_that_offers_build_is_possible_with_3_players() -> None:
    slots = next(slots for slots in EDITION.event_slots if slots.players == 3)
    offers = [e for e in EDITION.events if e.effect in (Effect.BUILD, Effect.PREPARE_LAY_OR_BUILD) and e.actions == 3]
    assert any(event.colour in slots.colours for event in offers)


def test_fewer_players_get_more_actions() -> None:
    mean = {
        colour: sum(event.actions for event in EDITION.events if event.colour is colour) / 6 for colour in EventColour
    }
    total = {slots.players: sum(mean[colour] for colour in slots.colours) for slots in EDITION.event_slots}
    assert total[2] > total[3] > total[4]


def test_every_player_count_has_a_colour_for_each_year() -> None:
    assert EDITION.player_counts == (2, 3, 4)
    assert all(len(slots.colours) == 5 for slots in EDITION.event_slots)


# Money, prices, scoring


def test_there_are_22_and_6_and_8_coins() -> None:
    assert [coin.count for coin in EDITION.coins] == [22, 6, 8]
    assert kind("coins", "1", "value") is SourceKind.RECONSTRUCTED


def test_the_prices_are_those_of_the_rulebook() -> None:
    figures = EDITION.figures
    assert (figures.cauldrons, figures.cauldron_income, figures.surcharge, figures.unused_action_yen) == (7, 1, 2, 1)
    assert (figures.engine_fee, figures.income_yen, figures.build_cost, figures.repeat_fee) == (2, 5, 3, 1)
    assert (figures.cheap_engine_fee, figures.cheap_prepare_cost) == (1, 1)
    assert (figures.cheap_build_cost, figures.cheap_build_vp, figures.rich_tail_yen) == (2, 1, 8)
    assert (figures.lose_vp_vp, figures.lose_vp_yen, figures.yen_for_all, figures.get_yen) == (2, 5, 4, 7)
    assert (figures.prepare_and_lay_fee, figures.prepare_and_build_fee) == (2, 1)
    assert (figures.olympic_token_fee, figures.lay_2_discount) == (3, 2)


def test_the_final_scoring_is_that_of_the_rulebook() -> None:
    scoring = EDITION.scoring
    assert (scoring.station_ranks, scoring.without_track) == ((6, 3, 1), -3)
    assert (scoring.connected_city, scoring.connected_minimum) == (3, 2)
    assert (scoring.cauldron_left, scoring.yen_for_one_vp, scoring.track_left) == (-3, 3, 1)


def test_of_prices_and_scoring_only_the_yen_by_rank_are_invented() -> None:
    tables = [f for f in EDITION.tables() if f[0] in ("figures", "scoring")]
    assert [key for table, row, key, _ in tables if EDITION.source(table, row, key).invented] == ["yen_by_rank"]
    assert {kind(table, row, key) for table, row, key, _ in tables} == {SourceKind.RULEBOOK, SourceKind.RECONSTRUCTED}


# Hideo


def test_hideos_board_holds_2_a_4_b_and_2_c_in_4_rows() -> None:
    """12.1.9-11."""
    assert Counter(cell.kind for cell in EDITION.hideo.cells) == {"A": 2, "B": 4, "C": 2}
    assert {cell.row for cell in EDITION.hideo.cells} == {1, 2, 3, 4}


def test_hideos_margins_are_the_three_venues_and_2_vp() -> None:
    assert EDITION.hideo.margins == (Margin(1, 2), Margin(2, 2), Margin(3, 0), Margin(0, 2))


def test_hideos_60_61_column_is_face_up_face_down_closed_face_up() -> None:
    kinds = {cell.id: cell.kind for cell in EDITION.hideo.cells}
    column = EDITION.hideo.columns[1]
    assert [kinds[cell] for cell in column] == [CellKind.FACE_UP, CellKind.FACE_DOWN, CellKind.CLOSED, CellKind.FACE_UP]
    assert column == ("a1", "b2", "c3", "a4")


def test_hideos_61_62_column_begins_with_the_same_city() -> None:
    assert EDITION.hideo.columns[2][0] == EDITION.hideo.columns[1][0] == "a1"


def test_what_is_revealed_in_60_61_was_not_active_before() -> None:
    assert not {"b2", "c3"} & set(EDITION.hideo.columns[0])


def test_every_cell_of_hideos_board_is_active_some_year() -> None:
    assert {cell for column in EDITION.hideo.columns for cell in column} == {cell.id for cell in EDITION.hideo.cells}


def test_hideo_places_2_cauldrons_and_starts_with_7_vp_in_the_hard_game() -> None:
    hideo = EDITION.hideo
    assert (hideo.closed_tokens, hideo.closed_cauldrons, hideo.row, hideo.hard_yen, hideo.hard_vp) == (
        (1, 2, 3),
        2,
        3,
        7,
        7,
    )


# Provenance


def test_the_edition_says_that_it_is_a_reconstruction() -> None:
    assert "reconstruction, not the publisher's" in EDITION.note


@pytest.mark.parametrize(
    "path",
    [
        "board..value_spaces",
        "track_spaces.A.yen",
        "engines.engine-1.sides",
        "carriages.osaka-1.cost",
        "carriages.osaka-1.gives",
        "carriages.toyohashi-1.gives",
        "events.build.actions",
        "events.build.letter",
        "events.build.yen",
        "event_slots.2.colours",
        "coins.1.value",
        "figures..yen_by_rank",
        "hideo..columns.1",
        "hideo..columns.3",
        "cities.osaka.ground_cost",
    ],
)
def test_what_nobody_knows_is_marked_as_reconstructed(path: str) -> None:
    table, row, key = path.split(".", 2)
    assert EDITION.source(table, row, key).invented


def test_exactly_what_facts_b_lists_as_unknown_is_reconstructed() -> None:
    """In each table how many figures are invented, so that none can become a fact, or a fact be lost, unnoticed."""
    invented = Counter(table for table, row, key, _ in EDITION.tables() if EDITION.source(table, row, key).invented)
    assert invented == {
        "board": 1,  # the length of the station value marker
        "cities": 11 * 2,  # ground cost and VP, but of Hamamatsu
        "track_spaces": 4 * 3,
        "turn_order": 2,  # which side is for whom
        "engines": 4 * 2,
        "carriages": 29 + 29 + 30,  # cost and counters but of one Toyohashi; what each gives
        "events": 18 + 17 + 18,  # letter; actions but of one; yen
        "event_slots": 3,
        "coins": 3,  # their values
        "figures": 1,  # yen by rank
        "hideo": 4 + 4,  # half the cells, four of five columns
    }


def test_the_exact_name_wins_over_the_star_and_the_star_over_the_default() -> None:
    first, star, exact, item = (Source(SourceKind.REPORTED, why=why) for why in ("default", "star", "exact", "item"))
    table = TableSource(first, {"*.cost": star, "a.cost": exact, "a.cost.2": item})
    assert [table.of("a", "cost"), table.of("b", "cost"), table.of("a", "name")] == [exact, star, first]
    assert [table.of("a", "cost.2"), table.of("a", "cost.1"), table.of("b", "cost.2")] == [item, exact, star]
    assert TableSource(first, {"row": star, "row.1": item}).of("", "row.1") == item


# The value


def test_the_edition_is_a_value() -> None:
    again = from_json(EDITION.to_json())
    assert again == EDITION
    assert hash(again) == hash(EDITION)
    assert len({again, EDITION}) == 1


def test_json_and_back_is_exact() -> None:
    text = canonical(EDITION.to_json())
    assert canonical(from_json(EDITION.to_json()).to_json()) == text
    assert check(EDITION.to_json()).findings == ()


def test_the_digest_covers_figures_and_not_what_is_said_about_them() -> None:
    said = EDITION.to_json() | {"id": "other", "name": "Other", "note": ""}
    assert from_json(said).digest() == EDITION.digest()
    changed = EDITION.to_json()
    changed["board"] = {**changed["board"], "value_spaces": 12}  # type: ignore[dict-item]
    assert from_json(changed).digest() != EDITION.digest()


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_the_digest_is_the_same_in_every_process(seed: str) -> None:
    program = "from shinkansen.zerokei.edition_check import shipped; print(shipped().digest())"
    output = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert output.strip() == EDITION.digest()


def test_ids_are_no_figures() -> None:
    assert isinstance(EDITION, Edition)
    assert not [key for _, _, key, _ in EDITION.tables() if key == "id"]
