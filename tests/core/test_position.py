"""A position in one line: every state comes back, nothing hidden is told, and everything else is one clear error."""

from __future__ import annotations

import json
import re
import shlex
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import attrs
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from shinkansen import testing
from shinkansen.cli import main
from shinkansen.core import position
from shinkansen.core.errors import ArgumentError, ShinkansenError, WireError
from shinkansen.core.plain_json import canonical
from shinkansen.core.play import at_random, plies
from shinkansen.zerokei import states, works
from shinkansen.zerokei.edition_check import from_json, shipped
from shinkansen.zerokei.position import FIELDS, WORKS, setting
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.small_worlds import worlds
from shinkansen.zerokei.testing.state_damage import Damaged, damaged_states
from shinkansen.zerokei.testing.strategies import (
    READINGS,
    SOLO,
    VARIED,
    ZEROKEI,
    corners,
    finished,
    positions,
    rules_for,
)
from tests.fake_game import HIGHER_CARD, Deal, HigherCard
from tests.fake_game import State as Cards

SUBJECTS = {"zerokei": ZEROKEI, "solo": SOLO, "readings": READINGS, "varied": VARIED}
by_subject = pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)


def seen(rules: ZeroKei, state: State) -> State:
    """What everybody sees of a state; which closed venue token an empty cell had is not to be seen."""
    view = rules.view(state, 0).state
    emptied = tuple(token if sight else "" for sight, token in zip(state.table.board, view.board, strict=True))
    return attrs.evolve(view, board=emptied)


def check_round_trip(rules: ZeroKei, state: State) -> None:
    whole, text = rules.position(state, hidden=True), rules.position(state)
    assert rules.read_position(whole) == state
    assert rules.read_position(text) == seen(rules, state)
    assert rules.position(seen(rules, state)) == text
    assert whole.rpartition("/")[0].startswith(text.rpartition("/")[0] + "/H")


# -- there and back


@by_subject
@given(data=st.data())
def test_every_state_of_play_comes_back(subject: Any, data: st.DataObject) -> None:
    found = data.draw(positions(of=subject, over=True))
    check_round_trip(found.rules, found.state)


@by_subject
@given(data=st.data())
def test_every_corner_comes_back(subject: Any, data: st.DataObject) -> None:
    corner = data.draw(corners(of=subject))
    try:
        state = corner.rules.read_state(corner.rules.state_json(corner.state))
    except WireError:
        return  # bent so far that no JSON would be read
    check_round_trip(corner.rules, state)


@by_subject
@settings(max_examples=60)
@given(data=st.data())
def test_every_odd_state_that_json_can_say_comes_back(subject: Any, data: st.DataObject) -> None:
    found: Damaged = data.draw(damaged_states(of=subject))
    try:
        state = found.rules.read_state(found.content)
    except WireError:
        event("refused")
        return
    event("read")
    check_round_trip(found.rules, state)


@settings(max_examples=10)
@given(finished(VARIED))
def test_every_state_along_a_game_comes_back(found: Any) -> None:
    state = found.rules.start(found.deal)
    for move in found.moves:
        check_round_trip(found.rules, state)
        state = found.rules.follow(state, move)
    check_round_trip(found.rules, state)


@pytest.mark.parametrize("name", worlds())
def test_other_numbers_of_pieces_come_back(name: str) -> None:
    world = worlds()[name]
    for seed in range(3):
        rng = Random(seed)
        state = world.rules.start(rng.choice(world.deals))
        for ply in plies(world.rules, state, at_random(rng)):
            check_round_trip(world.rules, ply.state)


def test_more_pieces_than_digits_get_longer_numbers() -> None:
    raw: Any = shipped().to_json()
    raw["scope"], raw["figures"]["used_card_tokens"] = "miniature", 12
    raw["carriages"] += [{**card, "id": f"more-{place}"} for place, card in enumerate(raw["carriages"] * 2)]
    rules = ZeroKei(2, from_json(raw))
    assert len(rules.kit.carriages) == 90
    rng = Random(1)
    for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
        check_round_trip(rules, ply.state)


@given(positions(of=SOLO), st.randoms(use_true_random=False))
def test_states_that_look_alike_have_one_text(found: Any, rng: Random) -> None:
    rules, state = found.rules, found.state
    for other in (rules.redeal(rules.view(state, 0), rng), seen(rules, state)):
        assert rules.position(other) == rules.position(state)
        assert (rules.position(other, hidden=True) == rules.position(state, hidden=True)) == (other == state)


def test_negative_points_and_large_amounts_are_written_out() -> None:
    rules, state = ZeroKei(2), start(2)
    rich, poor = (attrs.evolve(seat, **part) for seat, part in zip(state.table.seats, AMOUNTS, strict=True))
    state = attrs.evolve(state, table=attrs.evolve(state.table, seats=(rich, poor)))
    assert "/0.-.123456789.0.999.7/0.-.6.-12.0.7/" in rules.position(state)
    check_round_trip(rules, state)


AMOUNTS: list[dict[str, Any]] = [{"yen": 123456789, "tracks": 999}, {"vp": -12}]


def start(seats: int, seed: int = 1) -> State:
    rules = rules_for(seats)
    return rules.start(rules.deal(Random(seed)))


# -- the text itself


@given(positions(of=READINGS))
def test_a_text_needs_no_quoting_anywhere(found: Any) -> None:
    for hidden in (False, True):
        text = found.rules.position(found.state, hidden)
        assert shlex.quote(text) == text
        assert quote(text) == text
        assert json.dumps(text) == f'"{text}"'
        assert re.fullmatch(r"[A-Za-z0-9._/-]+", text)
        assert "--" not in text  # some programs make one dash of two


@pytest.mark.parametrize(("seats", "most"), [(1, 160), (2, 150), (3, 180), (4, 210)])
def test_a_table_is_short(seats: int, most: int) -> None:
    rules, rng = rules_for(seats), Random(seats)
    for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
        assert len(rules.position(ply.state)) < most


def test_there_is_a_letter_for_every_kind_of_work_and_no_letter_twice() -> None:
    assert WORKS.keys() == works.WORKS.keys()
    assert len({*WORKS.values()}) == len(WORKS)


def test_every_field_is_described_in_its_order() -> None:
    fields = rules_for(1)._positions.fields  # pyright: ignore[reportPrivateUsage]
    assert ["setting", *dict.fromkeys(name.partition(" ")[0] for name in fields)] == [*FIELDS]


def test_the_page_has_the_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "position.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| [^|]+ \| (.+) \|$", page, re.MULTILINE))
    assert {name: rows.get(name) for name in FIELDS} == FIELDS
    codes = rules_for(2)._positions.codes  # pyright: ignore[reportPrivateUsage]
    for kind in ("city", "carriage", "event", "work"):
        assert ", ".join(f"`{code}` {name}" for name, code in codes[kind].items()) in page


def test_a_ruling_that_could_always_be_switched_is_left_out_if_it_is_a() -> None:
    """Else a text would change its meaning with our preference; see `zerokei.position.setting`."""
    assert all(ruling.preferred == "a" for ruling in register().switchable if not ruling.before)


# -- who has only the text


@given(positions(of=READINGS), st.booleans())
def test_a_text_alone_gives_the_rules_and_the_state(found: Any, hidden: bool) -> None:
    rules, state = states.from_position(found.rules.position(found.state, hidden))
    assert rules == found.rules
    assert state == (found.state if hidden else seen(rules, found.state))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (ZeroKei(3), "3"),
        (ZeroKei(1, hard=True), "1.hard"),
        (ZeroKei(2, rulings={"R29": "b", "R13": "b"}), "2.R13b.R29b"),
        (ZeroKei(2, worlds()["works"].rules.edition), f"2.e{worlds()['works'].rules.edition.digest()[:8]}"),
    ],
)
def test_the_setting_says_what_is_unusual(rules: ZeroKei, words: str) -> None:
    assert setting(rules.seats, rules.hard, rules.edition, rules.rulings) == words
    assert rules.position(rules.start(rules.deal(Random(1)))).startswith(f"zerokei/1/{words}/")


def test_another_edition_must_be_given() -> None:
    rules = worlds()["works"].rules
    state = rules.start(worlds()["works"].deals[0])
    text = rules.position(state, hidden=True)
    with pytest.raises(WireError, match="does not come with this package: give it with --edition FILE"):
        states.from_position(text)
    assert states.from_position(text, rules.edition) == (rules, state)
    with pytest.raises(WireError, match="of the edition reconstructed and not of the one that was given"):
        states.from_position(ZeroKei(2).position(start(2)), rules.edition)


def test_letters_override_those_of_the_text() -> None:
    rules, state = states.from_position(ZeroKei(2).position(start(2), hidden=True), letters={"R29": "b"})
    assert (rules.rulings, state) == (Rulings(track_needs_ground="b"), start(2))


# -- everything else is one error


RULES = rules_for(2)
GOOD = RULES.position(start(2), hidden=True)


def checked(text: str) -> str:
    """A text with the right check at its end."""
    begin = text.rpartition("/")[0]
    return f"{begin}/{sha256(begin.encode()).hexdigest()[:6]}"


def changed(number: int, field: str) -> str:
    """The good text with another field, and with the right check."""
    parts = GOOD.split("/")
    parts[number] = field
    return checked("/".join(parts))


PLACES = {name: place for place, name in enumerate(("game", "version", "setting", *RULES._positions.fields))}  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (3, "found 3, expected a position such as zerokei/1/..."),
        ("", "found '', expected a position that begins with zerokei/1/"),
        ("osaka", "found 'osaka', expected a position that begins with zerokei/1/"),
        (GOOD.replace("zerokei", "chess"), "expected a position that begins with zerokei/1/"),
        ("zerokei/", "part of the text may be missing"),
        (GOOD.replace("zerokei/1/", "zerokei/2/"), "position, version of the text: found '2', expected 1"),
        (f"{GOOD} ", f"position, character {len(GOOD) + 1}: found ' ', expected letters, digits"),
        (GOOD.replace("/", "\uff0f", 1), "character 8: found '\uff0f'"),
        ("x" * 100_001, "found a text of 100,001 characters, expected a position of at most 100,000"),
        (GOOD[:-1], "check at the end: found"),
        (GOOD[:40], "part of the text may be missing or mistyped"),
        (GOOD.replace("xxxx", "xxpx", 1), "part of the text may be missing or mistyped"),
        (changed(2, "3"), "position, setting, character 11: found '3', expected '2', the setting of these rules"),
        (changed(3, "1e0/-"), "position: found 14 fields after the setting, expected now, turn, tile"),
        (changed(PLACES["now"], ""), "position, now, character 13: found the end of the field, expected a number"),
        (changed(PLACES["now"], "1z0"), "position, now, character 14: found 'z', expected the letter of a phase"),
        (changed(PLACES["now"], "9e0"), "position: state.table.round: found 9, expected a round from 1 to 5"),
        (changed(PLACES["now"], "1e7"), "found '7', expected the number of a seat"),
        (changed(PLACES["now"], "01e0"), "expected '1e0"),
        (changed(PLACES["now"], "1" * 50_000), "expected a number of at most 16 digits"),
        (changed(PLACES["turn"], "Q"), "position, turn, character 17: found 'Q', expected the number of a carriage"),
        (changed(PLACES["turn"], "-.Z"), "expected 'M'"),
        (changed(PLACES["tile"], "012x"), "found '2', expected the number of a seat"),
        (changed(PLACES["tile"], "01xx"), "position, tile, character 22: found 'x', expected the end of the field"),
        (changed(PLACES["line"], "x" * 11), "found the end of the field, expected what lies at a city"),
        (changed(PLACES["counters"], "g0g0b0"), "state.table.counters: found 'white', expected each colour once"),
        (changed(PLACES["venues"], "1.0.0_2.0_3.0.0"), "found '_', expected '.'"),
        (changed(PLACES["seat 0"], "0.-.6.0.0"), "found the end of the field, expected '.'"),
        (changed(PLACES["seat 0"], "0.-.--6.0.0.7"), "expected a number of at most 16 digits"),
        (changed(PLACES["seat 0"], "0.1.6.0.0.7"), "position: state: found the carriage osaka-1 in 2 places"),
        (changed(PLACES["more"], "Y"), "found 'Y', expected one of N, W, F, R, P, T, D, O, L, B"),
        (changed(PLACES["more"], "D"), "as we write it"),
        (changed(PLACES["hidden"], "K12"), "position, hidden, character"),
        (changed(PLACES["hidden"], "H12"), "state.hidden.deck: found 2 carriages, expected at least"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text: Any, told: str) -> None:
    with pytest.raises(WireError) as caught:
        RULES.read_position(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("5", "found '5', expected the number of seats, 1 to 4"),
        ("", "found '', expected the number of seats"),
        ("2.hard", "position, setting: the hard game is for one player"),
        ("2.R29z", "position, setting: the ruling track_needs_ground (R29) has no answer 'z'"),
        ("2.R999b", "position, setting: there is no ruling 'R999'"),
        ("2.R29a", "found '2.R29a', expected '2', the setting of these rules"),
        ("2.R29b.R13b", "expected '2.R13b.R29b', the setting of these rules"),
        ("2..", "position, setting: there is no ruling ''"),
        ("2.e01234567", "found 'e01234567', an edition that does not come with this package"),
    ],
)
def test_a_wrong_setting_is_told(words: str, told: str) -> None:
    with pytest.raises(WireError) as caught:
        states.from_position(changed(2, words))
    assert told in str(caught.value)


@given(st.integers(0, len(GOOD) - 1), st.sampled_from("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHX-._/"))
def test_a_mistyped_character_is_never_another_position(place: int, typed: str) -> None:
    text = GOOD[:place] + typed + GOOD[place + 1 :]
    if text != GOOD:
        with pytest.raises(WireError):
            RULES.read_position(text)


@settings(max_examples=300)
@given(st.data())
def test_whatever_adds_up_is_read_as_it_is_written_or_refused_in_one_error(data: st.DataObject) -> None:
    """Damage behind a right check: what is read is a state that JSON can say, and this is its text."""
    found = data.draw(positions(of=READINGS, most=30, over=True))
    text: str = found.rules.position(found.state, hidden=data.draw(st.booleans()))
    begin = data.draw(st.integers(10, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 3)))
    new = data.draw(st.text("0123456789abcgpuwxABCDEFHLMNOPRSTVWX-._/", max_size=3))
    text = checked(text[:begin] + new + text[end:])
    try:
        rules, state = states.from_position(text)
    except WireError as refused:
        told = str(refused)
    else:
        told = ""
        assert text in (rules.position(state), rules.position(state, hidden=True))
        assert rules.read_state(json.loads(canonical(rules.state_json(state)))) == state
    event("refused" if told else "read")
    assert told.isprintable()


def test_a_state_that_has_no_text_is_the_callers_error() -> None:
    state = start(2)
    bare = attrs.evolve(state.table, station_colours=(0, *state.table.station_colours[1:]), station_bits=1)
    with pytest.raises(ArgumentError, match="the state does not belong to these rules"):
        RULES.position(attrs.evolve(state, table=bare))
    with pytest.raises(ArgumentError, match="found 3, expected a state"):
        RULES.position(3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="found a table of a game for 3"):
        RULES.position(start(3))


# -- a game without a form of its own


CARDS = HigherCard(seats=2)
DEALT = CARDS.start(Deal((0, 3, 1, 4, 2, 5)))
CHOSEN = CARDS.follow(DEALT, 3)


@given(testing.positions(HIGHER_CARD, over=True))
def test_any_game_has_positions(found: Any) -> None:
    rules, state = found.rules, found.state
    assert rules.read_position(rules.position(state, hidden=True)) == state
    text = rules.position(state)
    assert rules.position(rules.read_position(text)) == text
    assert shlex.quote(text) == text


@by_subject
@given(data=st.data())
def test_a_game_needs_no_form_of_its_own(subject: Any, data: st.DataObject) -> None:
    """What any game has for free, tried on this one."""
    found = data.draw(positions(of=subject, over=True))
    rules, state = found.rules, found.state
    assert position.unpacked(rules, position.packed(rules, state, hidden=True)) == state
    text = position.packed(rules, state, hidden=False)
    assert position.unpacked(rules, text) == rules.view(state, 0).state
    assert position.packed(rules, rules.redeal(rules.view(state, 0), Random(1)), hidden=False) == text


def test_an_onlooker_knows_neither_hands_nor_choices() -> None:
    seen = CARDS.read_position(CARDS.position(CHOSEN))
    assert seen == Cards(((0, 1, 2), (3, 4, 5)), ((), ()), (0, None), turn=1)
    others = [CARDS.follow(CARDS.start(Deal((5, 4, 0, 1, 2, 3))), card) for card in (5, 4, 0)]
    assert {CARDS.position(other) for other in others} == {CARDS.position(CHOSEN)}
    # What has been played is known, and who has chosen.
    later = CARDS.follow(CHOSEN, 2)
    assert CARDS.read_position(CARDS.position(later)).hands == ((0, 3, 1), (4, 2, 5))
    assert CARDS.position(DEALT) != CARDS.position(CHOSEN)


@given(testing.positions(HIGHER_CARD, over=True), st.randoms(use_true_random=False))
def test_what_a_seat_knows_has_one_text_too(found: Any, rng: Random) -> None:
    rules, state = found.rules, found.state
    for seat in range(rules.seats):
        views = [rules.view(state, seat), rules.view(rules.redeal(rules.view(state, seat), rng), seat)]
        assert len({rules.position(view.state, hidden=True) for view in views}) == 1
        assert {rules.position(view.state) for view in views} == {rules.position(state)}


def packed(body: str | bytes, words: str = "", how: str = "whole") -> str:
    settled = words or CARDS.position(DEALT).split("/")[2]
    text = urlsafe_b64encode(body).decode().rstrip("=") if isinstance(body, bytes) else body
    return checked(f"higher-card/1/{settled}/{how}/{text}/")


CONTENT = CARDS.state_json(DEALT)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (packed("e30", "3.01234567"), "the setting of these rules"),
        (packed("e30", how="half"), "found 'half', expected open or whole"),
        (packed("e30/e30"), "found 3 fields between the setting and the check, expected 2"),
        (packed("e"), "expected JSON in URL-safe base64"),
        (packed("_-_-"), "expected JSON in URL-safe base64"),
        (packed(json.dumps(CONTENT).encode()), "as we write it"),
        (packed(canonical(CONTENT).encode(), how="open"), "as we write it"),
        (packed(b'{"table": 1, "table": 2}'), "occurs twice"),
        (packed(b'{"table": 1.5}'), "found the decimal 1.5"),
        (packed("WzFd"), "found a list, expected a table"),
        (packed("e3"), "position: is not valid JSON"),
        (packed("W1tb" * 5000), "position: is not"),
        (packed("e30"), "state.table: found nothing, expected this key"),
        (packed("eyAifQ"), "position: is not valid JSON"),
    ],
)
def test_what_is_wrong_with_a_packed_position_is_told(text: str, told: str) -> None:
    with pytest.raises(WireError) as caught:
        CARDS.read_position(text)
    assert told in str(caught.value)


class Shouting(HigherCard):
    """A game whose name no address could hold."""

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "game": "Higher Card!"}


class Endless(HigherCard):
    """A game with far too much to say."""

    def state_json(self, state: Any) -> dict[str, Any]:
        return {**super().state_json(state), "noise": "x" * 100_000}


@pytest.mark.parametrize(("rules", "told"), [(Shouting(), "found 'Higher Card!'"), (Endless(), "expected at most")])
def test_what_cannot_be_written_in_a_line_is_told(rules: HigherCard, told: str) -> None:
    with pytest.raises(WireError, match=re.escape(told)):
        rules.position(DEALT)


# -- commands


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main([*words])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_state_is_shown_in_one_line_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "state.json"
    file.write_text(canonical(RULES.state_json(start(2))), encoding="ascii")
    assert run(capsys, "state", "show", str(file)) == (0, f"{RULES.position(start(2))}\n")
    assert run(capsys, "state", "show", "--hidden", str(file)) == (0, f"{GOOD}\n")
    assert run(capsys, "state", "show", "--json", GOOD) == (0, file.read_text(encoding="ascii") + "\n")
    assert run(capsys, "state", "show", GOOD) == (0, f"{RULES.position(start(2))}\n")


def test_a_position_is_checked_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, "state", "check", GOOD)
    assert (code, told.endswith(": plausible, all invariants of states hold; yellow is to move.\n")) == (0, True)
    file = tmp_path / "table.svg"
    assert run(capsys, "picture", GOOD, "-o", str(file)) == (0, f"{file}: written\n")
    assert file.read_text(encoding="utf-8") == RULES.show(start(2)).svg


def test_a_wrong_position_given_to_a_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["state", "show", GOOD[:-1]], ["state", "check", GOOD[:-1]], ["picture", GOOD[:-1]]):
        code, told = run(capsys, *words)
        assert (code, told.count("\n")) == (2, 1)
        assert told.startswith("shinkansen: position, check at the end: ")
    code, told = run(capsys, "picture", GOOD, "--ply", "3")
    assert (code, told) == (
        2, "shinkansen: --ply and --changes are about the moves of a record, and a position has none\n"
    )  # fmt: skip


def test_a_file_in_a_folder_with_the_name_of_a_game_is_still_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "zerokei" / "1" / "state.json"
    file.parent.mkdir(parents=True)
    file.write_text(canonical(RULES.state_json(start(2))), encoding="ascii")
    assert run(capsys, "state", "show", "./zerokei/1/state.json")[0] == 0
    assert run(capsys, "state", "show", "zerokei/1/state.json")[0] == 2


def test_a_position_is_an_error_of_ours_whatever_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    strange: list[Any] = [None, True, 1, [], {}, b"zerokei/1/", "zerokei/1/", "\ud800"]
    for odd in strange:
        with pytest.raises(ShinkansenError):
            states.from_position(odd)


def test_a_text_that_stops_before_its_fields_is_said_to_be_incomplete() -> None:
    for text in ("zerokei/", "zerokei/1", "zerokei/1/2"):
        with pytest.raises(WireError, match=r"expected .*; part of the text may be missing$"):
            rules_for(2).read_position(text)
    with pytest.raises(WireError, match=r"version of the text: found '2', expected 1$"):
        rules_for(2).read_position("zerokei/2/2/x/y")
