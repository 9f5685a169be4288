"""Records: a game as a value that can be stored, played again and trusted; and the pinned corpus of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core import json_difference
from shinkansen.core.errors import DealError, IllegalMove, RecordError
from shinkansen.core.plain_json import DEEPEST, Json
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import (
    FORMAT,
    Record,
    from_json,
    from_text,
    read,
    record,
    replay,
    seen_by,
    text,
    to_json,
    verify,
    write,
)
from shinkansen.core.ruleset import Score
from shinkansen.testing.json_damage import SCRAPS, damaged
from shinkansen.testing.strategies import deals
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import Finish
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import VERSION, ZeroKei
from shinkansen.zerokei.rulings import register, restored
from shinkansen.zerokei.testing.strategies import READINGS, Position, arbitrary_moves, positions, rules_for
from tests.build.make_corpus import FOLDER, game
from tests.fake_game import HAND, Deal, HigherCard


@cache
def finished(seats: int, seed: int) -> Record:
    """A game to the end."""
    return game(rules_for(seats), seed)


def finished_games() -> st.SearchStrategy[Record]:
    return st.builds(finished, st.sampled_from([2, 3, 4]), st.integers(0, 4))


def own_rules(told: Record) -> ZeroKei:
    return rules_for(cast("int", told.settings["seats"]))


def wrong(rules: Any, told: Record) -> RecordError:
    """What is wrong with a record."""
    with pytest.raises(RecordError) as refused:
        verify(rules, told)
    return refused.value


def with_ply(told: Record, number: int, **changes: Any) -> Record:
    changed = attrs.evolve(told.plies[number - 1], **changes)
    return attrs.evolve(told, plies=(*told.plies[: number - 1], changed, *told.plies[number:]))


def made_again(rules: Any, told: Record) -> Record:
    """The record of the same deal and moves, made by the rules."""
    return record(rules, rules.read_deal(told.deal), [rules.read_move(played.move) for played in told.plies])


# -- what older versions wrote


def older(told: Record, version: int) -> Record:
    """A record as an older version would have written it, if its game was played as it was played then."""
    letters = cast("dict[str, str]", told.settings["rulings"])
    known = {ruling.slug for ruling in register().switchable if ruling.since <= version}
    settings: dict[str, Json] = {
        **told.settings,
        "version": version,
        "rulings": {slug: letters[slug] for slug in letters if slug in known},
    }
    return attrs.evolve(told, settings=settings)


@given(positions(over=True, of=READINGS))
def test_a_record_without_letters_that_came_later_means_what_was_played_before(position: Position) -> None:
    """Any game under any letters of version 1: the same record, then and now."""
    letters = position.rules.rulings.letters()
    first = {ruling.slug: letters[ruling.slug] for ruling in register().switchable if ruling.since == 1}
    rules = rules_for(position.rules.seats, restored(first, 1))
    moves = at_random(Random(1))
    deal = position.deal
    told = record(rules, deal, [ply.move for ply in plies(rules, rules.start(deal), moves)][:30])
    old = older(told, 1)
    assert set(cast("dict[str, str]", old.settings["rulings"])) == set(first)
    assert rules_of(old) == rules
    assert verify(rules, old) == verify(rules, told)
    assert from_text(text(old)) == old


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"stuck_counter": "a"}, r"stuck_counter \(R8\) is switchable only since version 2"),
        ({"venue_twice": None}, r"venue_twice \(R38\) is not named"),
        ({"venue_twice": "z"}, r"venue_twice \(R38\) has no answer 'z'"),
        ({"no_such_thing": "a"}, "there is no ruling 'no_such_thing'"),
    ],
)
def test_an_old_record_names_just_the_rulings_of_its_version(change: dict[str, str | None], complaint: str) -> None:
    told = read(FOLDER / "two-seats-1.json")
    letters = {**cast("dict[str, Json]", told.settings["rulings"]), **change}
    spoilt = attrs.evolve(
        told, settings={**told.settings, "rulings": {slug: letter for slug, letter in letters.items() if letter}}
    )
    with pytest.raises(RecordError, match=complaint):
        rules_of(spoilt)
    with pytest.raises(RecordError, match=complaint):
        verify(ZeroKei(seats=2), spoilt)


@pytest.mark.parametrize("version", [0, -1, VERSION + 1, True, "1", None, 1.0])
def test_a_record_of_no_version_that_we_know_is_refused(version: Any) -> None:
    told = read(FOLDER / "two-seats-1.json")
    spoilt = attrs.evolve(told, settings={**told.settings, "version": version})
    with pytest.raises(RecordError, match="version"):
        rules_of(spoilt)
    with pytest.raises(RecordError, match="version"):
        verify(ZeroKei(seats=2), spoilt)


# -- a record is a value


@given(positions(over=True))
def test_a_record_is_read_back_exactly(position: Position) -> None:
    told = record(position.rules, position.deal, position.moves)
    written = text(told)
    assert from_text(written) == told
    assert text(from_text(written)) == written
    assert hash(from_text(written)) == hash(told)
    assert written.isascii()
    assert written.count("\n") == 1
    assert not [
        *json_difference.findings(as_json(told), to_json(told), "")
    ]  # which tells an enum from a text, a tuple from a list


@given(positions(over=True))
def test_a_record_leads_to_the_state_it_was_made_from(position: Position) -> None:
    told = record(position.rules, position.deal, position.moves)
    assert verify(position.rules, told) == position.state
    turns = list(replay(position.rules, told))
    assert tuple(turn.move for turn in turns) == position.moves
    assert [turn.number for turn in turns] == list(range(1, len(position.moves) + 1))
    assert (told.scores is None) == (position.rules.to_move(position.state) is not None)


@given(finished_games())
def test_the_entries_of_a_record_add_up_to_the_last_table(told: Record) -> None:
    rules = own_rules(told)
    last = verify(rules, told).table
    start = rules.start(rules.read_deal(told.deal)).table
    yen, vp = [seat.yen for seat in start.seats], [seat.vp for seat in start.seats]
    for played in told.plies:
        for payer, payee, amount, _ in cast("list[tuple[int, int, int, str]]", played.entries["yen"]):
            for seat, change in ((payer, -amount), (payee, amount)):
                if seat >= 0:
                    yen[seat] += change
        for seat, points, _ in cast("list[tuple[int, int, str]]", played.entries["vp"]):
            vp[seat] += points
    assert yen == [seat.yen for seat in last.seats]
    assert vp == [seat.vp for seat in last.seats]


def test_an_illegal_move_or_deal_makes_no_record() -> None:
    rules = rules_for(3)
    deal = rules.deal(Random(1))
    with pytest.raises(IllegalMove, match="choose an engine"):
        record(rules, deal, [Finish()])
    with pytest.raises(IllegalMove):
        record(rules, deal, [*moves_of(finished(3, 1)), Finish()])
    with pytest.raises(DealError):
        record(rules, attrs.evolve(deal, deck=deal.deck[1:]), [])


def moves_of(told: Record) -> list[Any]:
    return [own_rules(told).read_move(played.move) for played in told.plies]


# -- whatever is changed is found, at its ply


@given(finished_games(), st.data())
def test_another_move_is_found_at_its_ply(told: Record, data: st.DataObject) -> None:
    rules = own_rules(told)
    number = data.draw(st.integers(1, len(told.plies)))
    turn = next(turn for turn in replay(rules, told) if turn.number == number)
    moves = arbitrary_moves(rules) | st.sampled_from(rules.legal_moves(turn.state))
    changed = with_ply(told, number, move=rules.move_json(data.draw(moves)))
    try:
        verify(rules, changed)
    except RecordError as problem:
        found = problem
    else:
        # Two moves may lead to the same table with the same entries: then it is the record of that other game.
        assert made_again(rules, changed) == changed
        return
    assert found.ply == number
    assert str(found).startswith(f"ply {number}: ")


@given(finished_games(), st.data())
def test_another_seat_or_digest_is_found_at_its_ply(told: Record, data: st.DataObject) -> None:
    rules = own_rules(told)
    number = data.draw(st.integers(1, len(told.plies)))
    played = told.plies[number - 1]
    seat = data.draw(st.integers(-1, 4).filter(lambda seat: seat != played.seat))
    assert wrong(rules, with_ply(told, number, seat=seat)).ply == number
    digest = data.draw(st.sampled_from([other.digest for other in told.plies]) | st.text(max_size=3))
    assume(digest != played.digest)
    found = wrong(rules, with_ply(told, number, digest=digest))
    assert found.ply == number
    assert "digest of the table: found" in str(found)


@given(finished_games(), st.data())
def test_another_entry_is_found_at_its_ply(told: Record, data: st.DataObject) -> None:
    rules = own_rules(told)
    number = data.draw(st.sampled_from([n for n, ply in enumerate(told.plies, 1) if any(ply.entries.values())]))
    entries = data.draw(damaged(told.plies[number - 1].entries, most=1))
    assume(json.dumps(entries, sort_keys=True) != json.dumps(told.plies[number - 1].entries, sort_keys=True))
    found = wrong(rules, with_ply(told, number, entries=entries))
    assert found.ply == number
    assert "entries" in str(found)


@given(finished_games(), st.data())
def test_another_score_is_found(told: Record, data: st.DataObject) -> None:
    assert told.scores is not None
    seat = data.draw(st.integers(0, len(told.scores) - 1))
    item = data.draw(st.sampled_from(told.scores[seat].items))
    items = told.scores[seat].items
    others = [
        attrs.evolve(item, points=item.points + 1),
        attrs.evolve(item, title="luck"),
        attrs.evolve(item, clause="1.1"),
    ]
    tampered = [Score(seat, tuple(other if x is item else x for x in items)) for other in others]
    score = data.draw(st.sampled_from([*tampered, Score(seat + 1, items), Score(seat, items[1:])]))
    scores = (*told.scores[:seat], score, *told.scores[seat + 1 :])
    assert "scores" in str(wrong(own_rules(told), attrs.evolve(told, scores=scores)))


@given(finished_games(), st.data())
def test_reordered_plies_are_found(told: Record, data: st.DataObject) -> None:
    first, second = sorted(
        data.draw(st.lists(st.integers(0, len(told.plies) - 1), min_size=2, max_size=2, unique=True))
    )
    plies = list(told.plies)
    plies[first], plies[second] = plies[second], plies[first]
    assert wrong(own_rules(told), attrs.evolve(told, plies=tuple(plies))).ply == first + 1


@given(finished_games(), st.data())
def test_missing_and_repeated_plies_are_found(told: Record, data: st.DataObject) -> None:
    rules, at = own_rules(told), data.draw(st.integers(0, len(told.plies) - 1))
    without = attrs.evolve(told, plies=told.plies[:at] + told.plies[at + 1 :])
    assert wrong(rules, without).ply == at + 1
    twice = attrs.evolve(told, plies=told.plies[: at + 1] + told.plies[at:])
    assert wrong(rules, twice).ply == at + 2


@given(finished_games(), st.data())
def test_a_cut_record_is_a_game_left_unless_it_has_scores(told: Record, data: st.DataObject) -> None:
    rules, length = own_rules(told), data.draw(st.integers(0, len(told.plies) - 1))
    cut = attrs.evolve(told, plies=told.plies[:length])
    found = wrong(rules, cut)
    assert found.ply == length + 1
    assert "missing" in str(found)
    assert rules.to_move(verify(rules, attrs.evolve(cut, scores=None))) is not None


def test_a_finished_game_has_scores_and_no_more_moves() -> None:
    rules, told = rules_for(3), finished(3, 1)
    found = wrong(rules, attrs.evolve(told, scores=None))
    assert found.ply == len(told.plies)
    assert "final scores are missing" in str(found)
    found = wrong(rules, attrs.evolve(told, plies=(*told.plies, told.plies[-1])))
    assert found.ply == len(told.plies) + 1
    assert "the game is over" in str(found)


def test_an_illegal_move_is_told_in_the_words_of_the_rules() -> None:
    found = wrong(rules_for(3), with_ply(finished(3, 1), 1, move={"move": "finish"}))
    assert str(found) == "ply 1: the move is illegal: Now you must choose an engine. (clause 2.H.2)"
    found = wrong(rules_for(3), with_ply(finished(3, 1), 2, move={"move": "flee"}))
    assert str(found).startswith("ply 2: the move cannot be read: there is no move 'flee'; expected one of")


def test_a_move_has_one_form_in_a_record() -> None:
    """What a reader of moves may leave out, a record may not: one game has one text."""
    told = finished(3, 1)
    number = next(n for n, ply in enumerate(told.plies, 1) if ply.move["move"] == "place" and not ply.move["advance"])
    shorter = {key: part for key, part in told.plies[number - 1].move.items() if key != "advance"}
    found = wrong(rules_for(3), with_ply(told, number, move=shorter))
    assert str(found) == f"ply {number}: move.advance: found nothing, expected this key"


# -- by whom and with what it was played

OTHER_SETTINGS: list[tuple[dict[str, Json], str]] = [
    ({"game": "nextstation"}, "another game: game: found 'nextstation', expected 'zerokei'"),
    ({"version": 10_000}, "newer rules and needs a newer version of this library: version: found 10000"),
    ({"version": 0}, "another version of the rules: version: found 0"),
    ({"version": True}, "version: found true, expected"),
    ({"edition": {"id": "mine", "digest": "0" * 64}}, "another edition: edition.digest: found '000"),
    ({"edition": None}, "another edition: edition: found null, expected a table"),
    ({"seats": 4}, "another number of seats: seats: found 4, expected 3"),
    ({"luck": 1}, "settings.luck: found an unknown key"),
]


@pytest.mark.parametrize(("settings", "told"), OTHER_SETTINGS)
def test_other_settings_are_told_apart(settings: dict[str, Json], told: str) -> None:
    original = finished(3, 1)
    changed = attrs.evolve(original, settings={**original.settings, **settings})
    assert told in str(wrong(rules_for(3), changed))


def test_other_rulings_are_told_by_name() -> None:
    original = finished(3, 1)
    letters = cast("dict[str, Json]", original.settings["rulings"])
    name = next(iter(letters))
    changed = attrs.evolve(original, settings={**original.settings, "rulings": {**letters, name: "b"}})
    assert f"other rulings: rulings.{name}: found 'b', expected 'a'" in str(wrong(rules_for(3), changed))


def test_a_missing_setting_is_told() -> None:
    original = finished(3, 1)
    for name in original.settings:
        changed = {key: value for key, value in original.settings.items() if key != name}
        assert f"settings.{name}: found nothing" in str(wrong(rules_for(3), attrs.evolve(original, settings=changed)))


def test_what_an_edition_is_called_does_not_matter() -> None:
    original = finished(3, 1)
    named: Json = {"id": "another-name", "digest": shipped().digest()}
    renamed = attrs.evolve(original, settings={**original.settings, "edition": named})
    verify(rules_for(3), renamed)
    assert rules_of(renamed) == rules_of(original)


def test_a_newer_format_is_told_before_all_else() -> None:
    content = {**as_json(finished(3, 1)), "format": FORMAT + 1, "news": "unheard of"}
    with pytest.raises(RecordError, match="has format 2, expected 1; it needs a newer version"):
        from_json(content)
    assert "format 2" in str(wrong(rules_for(3), attrs.evolve(finished(3, 1), format=2)))


def test_a_deal_of_other_pieces_is_told() -> None:
    told = finished(3, 1)
    twice: dict[str, Json] = {**told.deal, "venues": ["kyoto", "kyoto", "osaka"]}
    assert "the deal is wrong: venues: place 2 has 'kyoto', which place 1 of venues has too, expected it once" in str(
        wrong(rules_for(3), attrs.evolve(told, deal=twice))
    )
    assert "the deal is wrong: deal.deck" in str(wrong(rules_for(3), attrs.evolve(told, deal={**told.deal, "deck": 1})))


# -- any JSON whatever


def as_json(told: Record) -> dict[str, Any]:
    """A record as a JSON reader gives it."""
    content: dict[str, Any] = json.loads(text(told))
    return content


@given(st.sampled_from([finished(2, 0), finished(3, 1), game(rules_for(4), 2, most=9)]), st.data())
def test_changed_anywhere_a_record_is_refused_or_true(told: Record, data: st.DataObject) -> None:
    """Nothing but a `RecordError` is ever raised, and what is not refused is a record the rules would make."""
    content = data.draw(damaged(as_json(told)))
    rules = own_rules(told)
    try:
        changed = from_json(content)
        verify(rules, changed)
    except RecordError:
        return
    fair = made_again(rules, changed)
    if changed.seen_by is not None:
        fair = seen_by(rules, fair, changed.seen_by)
    edition = cast("dict[str, Json]", changed.settings["edition"])
    # Texts, because to Python true equals 1.
    assert text(attrs.evolve(fair, settings={**fair.settings, "edition": edition})) == text(changed)
    assert edition["digest"] == shipped().digest()


@given(SCRAPS)
def test_json_that_is_no_record_is_refused(content: object) -> None:
    with pytest.raises(RecordError):
        from_json(content)


@given(st.text() | st.sampled_from(["[" * 100_000, '{"format":' * 2000, '{"a":1,"a":2}', "NaN", "1e999", "9" * 5000]))
def test_text_that_is_no_record_is_refused(source: str) -> None:
    with pytest.raises(RecordError):
        from_text(source)


@given(st.integers(0, 5000))
@example(DEEPEST - 1)
@example(DEEPEST)
def test_deep_nesting_is_refused_and_never_overflows(depth: int) -> None:
    deep: Any = 1
    for _ in range(depth):
        deep = [deep]
    content = {**as_json(finished(2, 0)), "deal": {"deck": deep}}
    with pytest.raises(RecordError) as refused:
        verify(rules_for(2), from_json(content))
    assert ("levels of nesting" in str(refused.value)) == (depth >= DEEPEST)


def test_everything_wrong_with_the_form_is_told_at_once() -> None:
    content = as_json(finished(3, 1))
    content["plies"][1]["seat"] = "red"
    content["plies"][6]["digest"] = 7
    content["plies"][8]["entries"]["yen"] = [1.5]
    del content["deal"]
    content["seenby"] = content.pop("seen_by")
    content["scores"][0]["items"][0]["vp"] = 1.0
    with pytest.raises(RecordError) as refused:
        from_json(content)
    for part in (
        "record.plies.2.seat: found 'red', expected a whole number",
        "record.plies.7.digest: found 7, expected a string",
        "record.plies.9.entries: found the decimal 1.5",
        "record.deal: found nothing, expected this key",
        "record.seenby: found an unknown key, expected seen_by",
        "record.scores.1.items.1.vp: found the decimal 1.0",
    ):
        assert part in str(refused.value)


def test_a_long_list_of_faults_is_cut_short() -> None:
    content = as_json(finished(3, 1))
    content["plies"] = [None] * 50
    with pytest.raises(RecordError, match=r"and 38 more$"):
        from_json(content)
    content["plies"] = [None] * 1000
    with pytest.raises(RecordError, match=r"and many more$"):
        from_json(content)


# -- secrets


@given(positions(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_what_a_seat_saw_does_not_depend_on_the_cards_not_drawn(position: Position, seat: int, rng: Random) -> None:
    rules, deal, seat = position.rules, position.deal, seat % position.rules.seats
    drawn = len(deal.deck) - len(position.state.deck)
    rest = list(deal.deck[drawn:])
    rng.shuffle(rest)
    other = attrs.evolve(deal, deck=deal.deck[:drawn] + tuple(rest))
    saw = seen_by(rules, record(rules, deal, position.moves), seat)
    assert text(saw) == text(seen_by(rules, record(rules, other, position.moves), seat))
    assert saw.deal["deck"] == [*deal.deck[:drawn], *sorted(rest)]
    assert saw.seen_by == seat
    assert seen_by(rules, saw, seat) == saw
    assert rules.view(verify(rules, saw), seat) == rules.view(position.state, seat)


def test_a_record_that_claims_to_keep_secrets_keeps_them() -> None:
    rules, whole = rules_for(3), game(rules_for(3), 1, most=20)
    assert "the deal shows something that seat 1, whose record this is, cannot know: deal.deck" in str(
        wrong(rules, attrs.evolve(whole, seen_by=1))
    )
    saw = seen_by(rules, whole, 1)
    assert "seen_by: found 3, expected null or a seat from 0 to 2" in str(wrong(rules, attrs.evolve(saw, seen_by=3)))


def test_what_a_seat_did_not_know_cannot_be_told_from_what_it_saw() -> None:
    rules, whole = rules_for(3), game(rules_for(3), 1, most=20)
    with pytest.raises(RecordError, match="shows what seat 1 saw"):
        seen_by(rules, seen_by(rules, whole, 1), 0)
    for seat in (-1, 3, True, "red"):
        with pytest.raises(RecordError, match="there is no seat"):
            seen_by(rules, whole, cast("int", seat))
    with pytest.raises(RecordError, match="ply 3"):
        seen_by(rules, with_ply(whole, 3, digest=""), 0)


# -- a game that is nothing like Zero-Kei


@st.composite
def card_games(draw: st.DrawFn) -> tuple[HigherCard, Record]:
    rules = HigherCard(seats=draw(st.integers(2, 4)))
    deal = draw(deals(rules))
    state, moves = rules.start(deal), list[int]()
    for choice in draw(st.lists(st.integers(0, 10), max_size=HAND * rules.seats)):
        legal = rules.legal_moves(state)
        moves.append(legal[choice % len(legal)])
        state = rules.apply(state, moves[-1])
    return rules, record(rules, deal, moves)


@given(card_games())
def test_any_game_can_be_recorded(played: tuple[HigherCard, Record]) -> None:
    rules, told = played
    assert from_text(text(told)) == told
    verify(rules, told)
    for number in range(1, len(told.plies) + 1):
        assert wrong(rules, with_ply(told, number, move={"card": 99})).ply == number
    assert "another game" in str(wrong(rules_for(3), told))


@given(card_games(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_secret_hands_and_choices_stay_secret(played: tuple[HigherCard, Record], seat: int, rng: Random) -> None:
    rules, told = played
    seat %= rules.seats
    saw = seen_by(rules, told, seat)
    verify(rules, saw)
    open_plies = len(told.plies) - len(told.plies) % rules.seats
    assert saw.plies == told.plies[:open_plies]
    # The same game with other cards wherever this seat has seen none.
    shown = {cast("int", played.move["card"]) for played in saw.plies}
    deal = cast("list[int]", told.deal["cards"])
    unseen = [at for at, card in enumerate(deal) if card not in shown and at // HAND != seat]
    cards = [deal[at] for at in unseen]
    rng.shuffle(cards)
    other = list(deal)
    for at, card in zip(unseen, cards, strict=True):
        other[at] = card
    moves = [rules.read_move(played.move) for played in saw.plies]
    assert seen_by(rules, record(rules, Deal(tuple(other)), moves), seat) == saw


def test_a_choice_not_yet_shown_is_not_in_what_a_seat_saw() -> None:
    rules = HigherCard(seats=2)
    told = record(rules, Deal((5, 0, 3, 2, 1, 4)), [3])
    assert seen_by(rules, told, 1).plies == ()
    sly = attrs.evolve(seen_by(rules, told, 1), plies=told.plies)
    assert "shows a move that seat 1, whose record this is, has not seen yet" in str(wrong(rules, sly))


# -- files and commands


def test_a_file_is_written_once_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write(path, finished(3, 1))
    assert read(path) == finished(3, 1)
    with pytest.raises(RecordError, match="already exists"):
        write(path, finished(3, 2))
    with pytest.raises(RecordError, match="no such file"):
        read(tmp_path / "none.json")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_is_played_verified_and_shown(seats: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.json")
    assert main(["record", "play", "--seats", str(seats), "--seed", "7", "-o", path]) == 0
    count = len(read(path).plies)
    assert f"written, {count} plies, final scores yellow " in capsys.readouterr().out
    assert main(["record", "verify", path]) == 0
    assert f": verified: {count} plies, final scores yellow " in capsys.readouterr().out
    assert main(["record", "show", "--notation", path]) == 0
    assert len(capsys.readouterr().out.splitlines()) == count
    assert main(["record", "show", path]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert main(["demo", "--seats", str(seats), "--seed", "7"]) == 0
    assert shown[1:] == capsys.readouterr().out.splitlines()[1:]
    before = Path(path).read_bytes()
    assert main(["record", "play", "-o", path]) == 2
    assert "already exists" in capsys.readouterr().err
    assert Path(path).read_bytes() == before


def saved(tmp_path: Path, told: Record) -> str:
    path = tmp_path / "game.json"
    path.write_text(text(told), encoding="ascii")
    return str(path)


def test_a_wrong_record_is_shown_up_to_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path, with_ply(finished(3, 1), 12, seat=7))
    assert main(["record", "verify", path]) == 1
    assert capsys.readouterr().out == f"{path}: ply 12: seat: found 7, expected {finished(3, 1).plies[11].seat}\n"
    assert main(["record", "show", "--notation", path]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 12
    assert main(["record", "show", path]) == 1
    assert "ply 12" in capsys.readouterr().out.splitlines()[-1]


def test_a_game_left_is_verified_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = rules_for(3)
    path = saved(tmp_path, seen_by(rules, game(rules, 1, most=1), 1))
    assert main(["record", "verify", path]) == 0
    assert capsys.readouterr().out.endswith(": verified: 1 ply, the game goes on, as seen by red\n")
    assert main(["record", "show", path]) == 0
    assert "The game stops here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"game": "go"}, "another game"),
        ({"version": 10_000}, "needs a newer version"),
        ({"seats": 7}, "there are 7 seats"),
        ({"seats": "3"}, "settings.seats: found '3'"),
        ({"rulings": {"no-such": "a"}}, "no-such"),
        ({"rulings": 5}, "settings.rulings: found 5"),
        ({"edition": {"id": "box", "digest": "f00"}}, "was played with the edition 'box' (digest 'f00'), but ours is"),
        ({"edition": {}}, "settings.edition.digest: found nothing"),
    ],
)
def test_a_record_by_rules_we_do_not_have_cannot_be_checked(
    settings: dict[str, Json], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = finished(3, 1)
    path = saved(tmp_path, attrs.evolve(original, settings={**original.settings, **settings}))
    for command in (["verify"], ["show"], ["show", "--notation"]):
        assert main(["record", *command, path]) == 2
        printed = capsys.readouterr()
        assert not printed.out
        assert printed.err.startswith(f"shinkansen: {path}: ")
        assert told in printed.err


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"format":9}', "[" * 100_000])
def test_what_is_no_record_cannot_be_read(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    path.write_text(content)
    assert main(["record", "verify", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_another_edition_is_named_by_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = attrs.evolve(shipped().cities[0], ground_vp=shipped().cities[0].ground_vp + 1)
    edition = attrs.evolve(shipped(), id="richer", cities=(board, *shipped().cities[1:]))
    other, path = tmp_path / "richer.json", str(tmp_path / "game.json")
    other.write_text(json.dumps(edition.to_json()))
    assert main(["record", "play", "--edition", str(other), "-o", path]) == 0
    assert main(["record", "verify", "--edition", str(other), path]) == 0
    capsys.readouterr()
    assert main(["record", "verify", path]) == 2
    assert "was played with the edition 'richer'" in capsys.readouterr().err
    ours = saved(tmp_path, finished(3, 1))
    assert main(["record", "verify", "--edition", str(other), ours]) == 2
    assert "but this is 'richer'" in capsys.readouterr().err
