"""Special stations and pencil powers: what they allow, what they refuse, and how each reading plays; by clauses.

London's stations are named by their cells; the small sheet with a loop is that of `testing.sheets.small_tokyo`:

    c---p
    -s-t-
    ---c-
    -t-s-
    sp--c
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from shinkansen.core.errors import ArgumentError, DealError, Refusal, WireError
from shinkansen.nextstation.happenings import Drawn, EffectApplies, LineFinished, PowerUsed, StationMarked
from shinkansen.nextstation.module_cards import EFFECTS, POWERS, SYMBOL_CARDS
from shinkansen.nextstation.moves import PASS
from shinkansen.nextstation.notation import notation, parse
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import CARDS, Sheet
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.sheets import small_tokyo, tiny

TOKYO = small_tokyo(loop_station_missed=3)
LONDON = shipped()


class Playing:
    """A solo game in which the first line has a given colour, power or special station; a card by its symbol."""

    def __init__(
        self,
        cards: str,
        *,
        colour: str,
        sheet: Sheet = LONDON,
        power: str = "",
        special: Sequence[str] = (),
        letters: Mapping[str, str] | None = None,
        objectives: Sequence[str] = (),
    ) -> None:
        self.rules = NextStation(1, sheet, dict(letters or {}), bool(objectives), bool(special), bool(power))
        first = [colour, *(each for each in sheet.colours if each != colour)]
        deal: dict[str, Any] = {"pencils": first} | {f"cards_{number}": [*sheet.cards] for number in (2, 3, 4)}
        deal["cards_1"] = deck(cards, sheet)
        if power:
            others = iter(each for each in POWERS if each != power)
            deal["powers"] = [power if each == colour else next(others) for each in sheet.colours]
        if special:
            for name, pile, own in (("symbols", SYMBOL_CARDS, special[0]), ("effects", EFFECTS, special[1])):
                deal[name] = [own, *(each for each in pile if each != own)]
        if objectives:
            deal["objectives"] = [*objectives]
        self.state: State = self.rules.start(self.rules.read_deal(deal))

    def play(self, moves: str) -> Playing:
        """Make these moves; those in one turn of two sections too."""
        for text in moves.split():
            self.state = self.rules.apply(self.state, _move(text))
        return self

    def passing(self) -> Playing:
        """Draw nothing any more, to the end of the game."""
        while self.rules.to_move(self.state) is not None:
            self.state = self.rules.apply(self.state, self.rules.legal_moves(self.state)[0])
        return self

    def allows(self, text: str) -> bool:
        """Whether a move is legal, asked in both ways."""
        move = _move(text)
        listed = move in self.rules.legal_moves(self.state)
        assert listed == (self.rules.why_not(self.state, move) is None)
        return listed

    def refusal(self, text: str) -> Refusal:
        """Why a move is not legal."""
        assert not self.allows(text)
        found = self.rules.why_not(self.state, _move(text))
        assert found is not None
        return found

    def told(self, text: str, kind: type) -> list[Any]:
        """What of one kind happens with a move."""
        return [each for each in self.rules.explain(self.state, _move(text)).happenings if isinstance(each, kind)]

    @property
    def points(self) -> int:
        """The total as it stands."""
        return self.rules.totals(self.state)[0]


def _move(text: str) -> Any:
    """A move in its notation, with `+` for a space."""
    return parse(text.replace("+", " "))


def deck(symbols: str, sheet: Sheet = LONDON) -> list[str]:
    """A deck that begins with cards of these symbols; of two, the street card comes first."""
    left, first = [*sheet.cards], list[str]()
    for symbol in symbols.split():
        first.append(next(card for card in left if card.endswith(f"-{symbol}")))
        left.remove(first[-1])
    return first + left


# -- which modules go together (10.1, 12.1 to 12.4)


@pytest.mark.parametrize(("sheet", "used"), [*product((LONDON, TOKYO), product((False, True), repeat=3))])
def test_12_3_every_combination_can_be_set_up_but_special_stations_with_powers(
    sheet: Sheet, used: tuple[bool, bool, bool]
) -> None:
    if used[1] and used[2]:
        with pytest.raises(ArgumentError, match=r"cannot be used in the same game \(12\.3\)"):
            NextStation(2, sheet, None, *used)
        return
    rules = NextStation(2, sheet, None, *used)
    parts = {draw.name for draw in rules.chance.draws} - {"pencils", "cards_1", "cards_2", "cards_3", "cards_4"}
    names = zip(({"objectives"}, {"symbols", "effects"}, {"powers"}), used, strict=True)
    assert parts == {name for group, is_used in names if is_used for name in group}


@pytest.mark.parametrize(("part", "cards"), [("symbols", SYMBOL_CARDS), ("effects", [*EFFECTS]), ("powers", [*POWERS])])
def test_a_deal_with_cards_of_a_module_that_is_not_used_is_refused(part: str, cards: Sequence[str]) -> None:
    rules = NextStation(1)
    plain: Any = {"pencils": [*LONDON.colours]} | {f"cards_{number}": [*CARDS] for number in (1, 2, 3, 4)}
    with pytest.raises(DealError, match=f"^{part}: found .*, expected none: they are not used"):
        rules.read_deal(plain | {part: [*cards]})


# -- special stations (chapter 11)


def test_11_2_each_round_has_the_next_symbol_and_effect() -> None:
    game = Playing("circle", colour="pink", special=("circle", "switch"))
    seen: list[tuple[str, str]] = []
    while game.rules.to_move(game.state) is not None:
        table: Any = game.rules.state_json(game.state)["table"]
        assert len(table["specials"]) == table["round"]
        seen = [(symbol, effect) for symbol, effect in table["specials"]]
        game.state = game.rules.apply(game.state, PASS)
    assert [symbol for symbol, _ in seen] == ["circle", "square", "triangle", "pentagon"]
    assert {effect for _, effect in seen} == {*EFFECTS}  # 11.15


def test_11_6_the_switch_effect_starts_anywhere_and_turns_up_no_card() -> None:
    plain = Playing("circle square square", colour="pink").play("6,3-7,3 6,2-6,3")
    game = Playing("circle square square", colour="pink", special=("square", "switch")).play("6,3-7,3 6,2-6,3")
    assert plain.refusal("5,4-6,3").clause == "5.5"
    assert game.allows("5,4-6,3")
    assert len(game.state.table.cards[-1]) == 3
    (drawn,) = game.told("5,4-6,3", Drawn)
    assert drawn.clause == "11.6"


def test_11_5_no_effect_on_a_joker() -> None:
    game = Playing("joker", colour="pink", special=("circle", "extension"))
    told = game.refusal("6,3-7,3>5,3")
    assert (told.reason, told.clause) == ("no-effect-on-joker", "11.5")


def test_11_3_no_effect_on_another_symbol() -> None:
    game = Playing("pentagon", colour="pink", special=("circle", "double-station"))
    told = game.refusal("7,3-9,1+double")
    assert (told.reason, told.clause) == ("no-effect", "11.3")
    assert str(told).startswith("The double station effect applies to a circle in this round, and the card shows none.")


def test_11_2_only_the_effect_of_the_round() -> None:
    game = Playing("circle", colour="pink", special=("circle", "extension"))
    assert game.refusal("6,3-7,3+double").clause == "11.2"


def test_11_1_no_effect_without_the_module() -> None:
    assert Playing("circle", colour="pink").refusal("6,3-7,3>5,3").reason == "no-special-stations"


def test_11_7_the_joker_effect_reaches_any_symbol_and_lies_beside_a_section() -> None:
    game = Playing("circle", colour="purple", sheet=TOKYO, special=("circle", "joker"))
    assert game.allows("0,0-1,1")  # a square
    along = Playing("square circle", colour="purple", sheet=TOKYO, special=("circle", "joker"))
    (applies,) = along.told("0,0-1,1", EffectApplies)
    assert (applies.effect, applies.clause) == ("joker", "11.7")
    assert along.play("0,0-1,1").allows("1,1-3,1")
    assert along.told("1,1-3,1", Drawn)[0].clause == "6.3"


def test_11_9_an_extension_goes_straight_on_to_the_next_station_whatever_it_shows() -> None:
    game = Playing("circle", colour="pink", special=("circle", "extension"))
    assert game.allows("6,3-7,3>5,3")
    assert game.refusal("6,3-7,3>6,2").clause == "11.9"
    first, second = game.told("6,3-7,3>5,3", Drawn)
    assert (first.end, second.start, second.end, second.clause) == ("6,3", "6,3", "5,3", "11.9")
    game.play("6,3-7,3>5,3")
    table: Any = game.rules.state_json(game.state)["table"]
    assert table["seats"][0]["lines"]["pink"] == [["5,3", "6,3"], ["6,3", "7,3"]]


def test_11_11_no_extension_where_no_station_is_straight_ahead() -> None:
    told = Playing("triangle", colour="pink", special=("triangle", "extension")).refusal("7,0-7,3>4,0")
    assert (told.reason, told.clause) == ("nothing-ahead", "11.11")


def test_11_12_no_extension_along_the_loop_nor_beside_a_line() -> None:
    game = Playing("pentagon triangle", colour="pink", sheet=TOKYO, special=("triangle", "extension")).play("0,4-1,4")
    assert game.allows("1,3-1,4")
    told = game.refusal("1,3-1,4>1,1")
    assert (told.reason, told.clause) == ("extension-beside", "11.12")


def test_5_10_an_extension_does_not_come_back_to_its_line() -> None:
    """The line runs round a rectangle, and straight on from its last section lies the departure."""
    sheet = tiny(("c-s-t", "-----", "p---c"), departures=("0,0", "2,0", "4,0", "0,2"), cards=CARDS)
    cards, effect = "pentagon circle triangle square", ("square", "extension")
    game = Playing(cards, colour=sheet.colours[0], sheet=sheet, special=effect).play("0,0-0,2 0,2-4,2 4,0-4,2")
    assert game.allows("2,0-4,0")
    told = game.refusal("2,0-4,0>0,0")
    assert (told.reason, told.clause) == ("on-the-line", "L.8.3")


def test_11_13_a_double_station_counts_two_for_its_line_and_round() -> None:
    game = Playing("circle", colour="pink", special=("circle", "double-station"))
    (marked,) = game.told("6,3-7,3+double", StationMarked)
    assert (marked.station, marked.clause) == ("6,3", "11.13")
    plain = Playing("circle", colour="pink", special=("circle", "double-station")).play("6,3-7,3")
    game.play("6,3-7,3+double")
    # One station in each of two districts, or two in one of them; alone, the module costs ten.
    assert (plain.points, game.points) == (2 * 1 - 10, 2 * 2 - 10)


# -- pencil powers (L.14.2 to L.15.5)


def test_l_14_3_a_power_is_used_once_a_round_and_not_on_nothing() -> None:
    game = Playing("circle triangle pentagon", colour="pink", power="joker")
    assert game.refusal("6,3-7,3+power").reason == "power-for-nothing"
    assert game.allows("7,3-9,1+power")
    game.play("7,3-9,1+power")
    told = game.refusal("7,3-7,5+power")
    assert (told.reason, told.clause) == ("power-used", "L.14.3")
    assert [
        each.power for each in Playing("circle", colour="pink", power="joker").told("7,3-9,1+power", PowerUsed)
    ] == ["joker"]


def test_l_14_2_no_power_without_the_module() -> None:
    assert Playing("circle", colour="pink").refusal("7,3-9,1+power").reason == "no-powers"


def test_l_15_4_the_switch_power_starts_anywhere() -> None:
    game = Playing("circle square square", colour="pink", power="switch").play("6,3-7,3 6,2-6,3")
    assert game.refusal("5,4-6,3").clause == "5.5"
    assert game.allows("5,4-6,3+power")
    assert game.told("5,4-6,3+power", Drawn)[0].clause == "L.15.4"


def test_l_15_1_the_second_section_is_chosen_after_the_first_and_has_the_same_symbol() -> None:
    game = Playing("circle pentagon", colour="pink", power="second").play("6,3-7,3+power")
    assert game.rules.stage(game.state).phase == "second"
    assert game.state.table.seconds == ("circle",)
    assert game.refusal("pass").reason == "second-section"
    assert game.refusal("7,3-9,1").clause == "5.4"
    assert game.refusal("7,3-7,5+power").clause == "L.15.1"
    assert game.told("7,3-7,5", Drawn)[0].clause == "L.15.1"
    game.play("7,3-7,5")
    assert not game.state.table.seconds
    assert len(game.state.table.cards[-1]) == 2


def test_l_15_2_on_a_joker_the_second_section_has_the_symbol_of_the_first() -> None:
    game = Playing("joker", colour="pink", power="second")
    assert game.told("7,3-9,1+power", PowerUsed)[0].clause == "L.15.2"
    game.play("7,3-9,1+power")
    assert game.state.table.seconds == ("pentagon",)
    told = game.refusal("6,3-7,3")
    assert (told.reason, told.clause) == ("wrong-symbol", "L.15.2")


def test_l_15_2_no_power_where_no_second_section_can_follow() -> None:
    sheet = tiny(("c-s", "---", "t-p"), departures=("0,0", "2,0", "0,2", "2,2"), cards=CARDS)
    game = Playing("square", colour=sheet.colours[0], sheet=sheet, power="second")
    told = game.refusal("0,0-2,0+power")
    assert (told.reason, told.clause) == ("no-second-section", "L.15.1")


def test_l_15_5_the_double_station_adds_one_where_there_are_most_without_a_word() -> None:
    game = Playing("circle", colour="pink", power="double")
    told = game.refusal("6,3-7,3+power")
    assert (told.reason, told.clause) == ("power-for-nothing", "L.15.5")
    assert game.play("6,3-7,3").points == 2 * 2 - 10
    game.passing()
    assert game.points == 2 * 2 - 10


def test_l_15_5_a_line_without_sections_has_no_double_station() -> None:
    assert Playing("circle", colour="pink", power="double").passing().points == -10


def test_l_14_4_a_power_goes_with_its_pencil() -> None:
    """Two seats: who has the pink pencil in a round has its power."""
    rules = NextStation(2, pencil_powers=True)
    plain: Any = {"pencils": ["purple", "blue", "pink", "green"], "powers": ["joker", "second", "switch", "double"]}
    state = rules.start(rules.read_deal(plain | {f"cards_{number}": deck("joker") for number in (1, 2, 3, 4)}))
    owners: dict[str, set[int]] = {}
    while rules.to_move(state) is not None:
        for seat, colour in enumerate(state.table.colours):
            owners.setdefault(rules.edition.colours[colour], set()).add(seat)
        state = rules.apply(state, PASS)
    assert owners == {colour: {0, 1} for colour in rules.edition.colours}


# -- readings: each letter plays as it says


def test_r28_b_a_power_may_be_wasted() -> None:
    wasted = {"power_on_nothing": "b"}
    assert Playing("circle", colour="pink", power="joker", letters=wasted).allows("6,3-7,3+power")
    second = Playing("circle", colour="pink", power="second", letters=wasted).play("6,3-7,3+power")
    assert second.allows("pass")


def test_r29_after_the_central_station_any_symbol_or_none() -> None:
    for letter, seconds in (("a", ("joker",)), ("b", None)):
        game = Playing("circle joker", colour="pink", power="second", letters={"second_on_central": letter})
        game.play("6,3-7,3")
        if seconds is None:
            assert game.refusal("5,3-6,3+power").clause == "L.15.2"
        else:
            assert game.play("5,3-6,3+power").state.table.seconds == seconds


def test_r30_b_the_double_station_is_the_one_just_reached() -> None:
    game = Playing("circle circle", colour="pink", power="double", letters={"double_power_station": "b"})
    (marked,) = game.told("6,3-7,3+power", StationMarked)
    assert (marked.station, marked.clause) == ("6,3", "L.15.5")
    game.play("6,3-7,3+power")
    assert game.points == 2 * 2 - 10
    assert game.refusal("7,3-7,5+power").clause == "L.14.3"
    assert (
        Playing("circle", colour="pink", power="double", letters={"double_power_station": "b"}).play("6,3-7,3").points
        == 2 * 1 - 10
    )


def test_r31_londons_joker_power_has_no_double_track_in_tokyo() -> None:
    for letter, is_allowed in (("a", False), ("b", True)):
        letters = {"joker_power_in_tokyo": letter}
        game = Playing("square circle", colour="purple", sheet=TOKYO, power="joker", letters=letters)
        assert game.play("0,0-1,1").allows("1,1-3,1+power") is is_allowed


@pytest.mark.parametrize(
    ("sheet", "borrowed", "own"),
    [(LONDON, "special_stations", "pencil_powers"), (TOKYO, "pencil_powers", "special_stations")],
)
def test_r34_what_a_borrowed_module_costs_alone(sheet: Sheet, borrowed: str, own: str) -> None:
    for letter, cost in (("a", 10), ("b", 0)):
        for module, expected in ((borrowed, cost), (own, 10)):
            used: dict[str, Any] = {module: True}
            rules = NextStation(1, sheet, {"solo_power_cost": letter}, **used)
            missed = len(sheet.loop_stations) * sheet.points.loop_station_missed
            assert rules.totals(rules.start(rules.dealt(rules.chance.in_order()))) == (-expected - missed,)


def test_r35_the_second_section_with_a_switch() -> None:
    for letter, is_allowed in (("a", True), ("b", False)):
        letters = {"second_with_switch": letter}
        game = Playing("circle square switch square", colour="pink", power="second", letters=letters)
        game.play("6,3-7,3 6,2-6,3")
        game.play("7,3-9,3+power")
        assert game.allows("5,4-6,3") is is_allowed
        assert is_allowed or game.refusal("5,4-6,3").clause == "L.15.1"


def test_r36_the_joker_effect_in_london() -> None:
    for letter, is_allowed in (("a", True), ("b", False)):
        letters = {"joker_effect_in_london": letter}
        rules = NextStation(1, rulings=letters, special_stations=True)
        deal: Any = {f"cards_{number}": deck("circle") for number in (1, 2, 3, 4)}
        deal |= {
            "pencils": ["pink", "blue", "purple", "green"],
            "symbols": ["square", "circle", "triangle", "pentagon"],
        }
        state = rules.start(rules.read_deal(deal | {"effects": ["extension", "joker", "switch", "double-station"]}))
        for text in ("4,6-7,3", "4,6-5,7"):
            while rules.why_not(state, parse(text)) is not None:
                state = rules.apply(state, PASS)
            state = rules.apply(state, parse(text))
        while rules.stage(state).round == 1:
            state = rules.apply(state, PASS)
        assert (parse("4,6-5,7") in rules.legal_moves(state)) is is_allowed


def test_r41_double_track_for_the_second_section() -> None:
    """Both sections leave 1,1 along the loop, to its two triangles."""
    for letter, is_allowed in (("a", True), ("b", False)):
        letters = {"second_double_track": letter}
        game = Playing("square circle switch joker", colour="purple", sheet=TOKYO, power="second", letters=letters)
        game.play("0,0-1,1 pass 1,1-3,1+power")
        assert game.allows("1,1-1,3") is is_allowed
        assert is_allowed or game.refusal("1,1-1,3").clause == "6.3"


# -- notation and states


@pytest.mark.parametrize("text", ["7,3-9,1", "6,3-7,3>5,3", "6,3-7,3 double", "7,3-9,1 power", "6,3-7,3 double power"])
def test_a_move_has_one_notation(text: str) -> None:
    assert notation(parse(text)) == text


@pytest.mark.parametrize("text", ["7,3-9,1 ", "6,3-7,3>", "6,3-7,3  double", "6,3-7,3 power double", "6,3-7,3>5,3>4,3"])
def test_what_is_no_notation_is_refused(text: str) -> None:
    with pytest.raises(WireError, match=r"expected `pass` or a section such as 7,3-4,6"):
        parse(text)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"powers": ["joker"]}, "table.powers: found joker, expected each of second"),
        ({"powers": ["joker", "joker", "switch", "double"]}, "table.powers: found joker, joker"),
        ({"specials": [["circle", "joker"]]}, "table.specials: found 1, expected none: they are not used"),
    ],
)
def test_a_table_with_wrong_cards_of_modules_is_refused(change: dict[str, Any], complaint: str) -> None:
    game = Playing("circle", colour="pink", power="second")
    content: Any = game.rules.state_json(game.state)
    with pytest.raises(WireError, match=complaint):
        game.rules.read_state(content | {"table": content["table"] | change})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"used": ["purple"]}, "used: found purple, but no power can have been used for that line"),
        ({"used": ["pink", "pink"]}, "used: expected colours of this sheet, each once and in its order"),
        ({"marks": [["pink", "6,3"]]}, "marks: found 6,3, expected at most 0 of the stations of the line"),
        ({"marks": [["pink"]]}, "marks: expected pairs of a begun line and one of its stations"),
        ({"second": "circle"}, "second: found 'circle', expected null"),
        ({"second": "square"}, "second: found 'square', expected null"),
    ],
)
def test_a_seat_with_what_no_power_or_effect_brought_is_refused(change: dict[str, Any], complaint: str) -> None:
    game = Playing("circle circle", colour="pink", power="second").play("6,3-7,3")
    content: Any = game.rules.state_json(game.state)
    seats = [content["table"]["seats"][0] | change]
    with pytest.raises(WireError, match=complaint):
        game.rules.read_state(content | {"table": content["table"] | {"seats": seats}})


def test_the_second_section_is_in_positions_and_states() -> None:
    game = Playing("joker", colour="pink", power="second").play("7,3-9,1+power")
    for text in (game.rules.position(game.state), game.rules.position(game.state, hidden=True)):
        assert (
            game.rules.state_json(game.rules.read_position(text))["table"] == game.rules.state_json(game.state)["table"]
        )
    assert game.rules.read_state(game.rules.state_json(game.state)) == game.state


def test_a_finished_line_tells_its_power_and_marks() -> None:
    game = Playing("circle", colour="pink", power="double").play("6,3-7,3")
    told: list[Any] = []
    while not any(isinstance(each, LineFinished) for each in told):
        step = game.rules.explain(game.state, PASS)
        told, game.state = [*step.happenings], step.state
    assert [each.clause for each in told if isinstance(each, PowerUsed)] == ["L.15.5"]
    assert next(each for each in told if isinstance(each, LineFinished)).most == 2
