"""The register of rulings: complete, consistent, obeyed in one place; and its commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, get_args

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen import Rulings, ZeroKei
from shinkansen.cli import main
from shinkansen.commands.arguments import letters
from shinkansen.core.errors import RulingError
from shinkansen.core.files import parse_toml
from shinkansen.core.rulings import Basis, Confidence, Ruling, brief, read_register
from shinkansen.verify.judging.readings import others
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.law import Law, law_of
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import VERSION
from shinkansen.zerokei.rulings import register, restored, rulings
from tests.one_place import law_read, rulings_read
from tests.package import PACKAGE

REGISTER = register()

# -- The data and the class


def test_the_class_has_a_field_for_every_switchable_ruling_in_order() -> None:
    assert [field.name for field in attrs.fields(Rulings)] == [ruling.slug for ruling in REGISTER.switchable]


def test_the_class_prefers_what_the_register_prefers() -> None:
    assert Rulings().letters() == {ruling.slug: ruling.preferred for ruling in REGISTER.switchable}


def test_the_class_admits_just_the_letters_of_the_register() -> None:
    hints = {field.name: get_args(field.type) for field in attrs.fields(attrs.resolve_types(Rulings))}
    assert hints == {ruling.slug: ruling.letters for ruling in REGISTER.switchable}


def test_every_letter_means_another_law() -> None:
    for ruling in REGISTER.switchable:
        laws = {law_of(restored({ruling.slug: letter})) for letter in ruling.letters}
        assert len(laws) == len(ruling.letters), ruling.slug


def test_the_preferred_law_is_the_default_law() -> None:
    assert law_of(Rulings()) == Law()


# -- Completeness

MULTIPLAYER = (
    {f"C-{n}" for n in (1, 2, 4, 6, 7, 9, 10, 11, 12, 14)}
    | {f"D-{n}" for n in range(1, 52)}
    | {f"F-{n}" for n in (6, 7, 16, 18)}
    | {f"G-{n}" for n in (*range(1, 14), *range(17, 22))}
)
"""The differences that change a rule, the ambiguities and the corrections that concern two to four players."""


SOLO = {f"C-{n}" for n in (3, 5, 8, 13)} | {f"D-{n}" for n in range(52, 63)} | {"F-17", "G-11", "G-14", "G-15", "G-16"}


def test_every_ambiguity_of_the_list_of_facts_is_registered() -> None:
    assert {fact for ruling in REGISTER for fact in ruling.facts} >= MULTIPLAYER | SOLO


def test_the_most_consequential_rulings_are_switchable() -> None:
    assert {
        "track_needs_ground", "round5_effect", "connection_gap", "discount_with_ability", "borrowed_track_price",
        "own_track_first", "repeat_action", "venue_twice", "nothing_affordable", "venue_effect", "reward_again",
        "second_icon", "bought_card", "empty_venue",
    } <= {ruling.slug for ruling in REGISTER.switchable}  # fmt: skip


def test_rulings_are_sentences() -> None:
    for ruling in REGISTER:
        assert ruling.question.endswith("?")
        assert ruling.why.endswith(".")
        assert all(answer.says.endswith(".") for answer in ruling.answers)


def test_a_doubtful_ruling_has_a_switch_or_says_why_not() -> None:
    """Settled by choice, or without much confidence: then either no second reading lives or it changes nothing."""
    for ruling in REGISTER:
        doubtful = ruling.basis is Basis.CHOICE or ruling.confidence is not Confidence.HIGH
        if doubtful and not ruling.switchable:
            assert re.search("no switch|nothing to switch|no second reading", ruling.why), ruling.id


def test_every_answer_is_attested_or_argued() -> None:
    """An answer that we do not prefer names who reads it so, or the reason says what speaks for it."""
    for ruling in REGISTER.switchable:
        for answer in ruling.answers:
            if answer.letter != ruling.preferred and not (answer.readers or answer.withdrawn):
                assert re.search(r"\b([Bb]ut|Yet|Against it|silent|argue)\b", ruling.why), (ruling.id, answer.letter)


# -- One place


def test_each_ruling_is_read_once_and_only_by_the_law() -> None:
    fields = {field.name for field in attrs.fields(Rulings)}
    assert rulings_read(PACKAGE / "zerokei", fields) == {"law.py": Counter(dict.fromkeys(fields, 1))}


def test_each_field_of_the_law_is_read_in_one_function_of_the_engine() -> None:
    fields = {field.name for field in attrs.fields(Law)}
    assert law_read(PACKAGE / "zerokei", fields) == dict.fromkeys(fields, 1)


# -- Choosing


def test_a_ruleset_takes_letters_by_name() -> None:
    rules = ZeroKei(seats=3, rulings={"track_needs_ground": "b"})
    assert rules.rulings == Rulings(track_needs_ground="b")
    assert rules.law.lay_needs_prepared_ground
    assert rules == ZeroKei(seats=3, rulings=Rulings(track_needs_ground="b"))


@pytest.mark.parametrize(
    ("letters", "complaint"),
    [
        ({"no_such_thing": "b"}, "there is no ruling 'no_such_thing'; expected R1 to R"),
        ({"track_needs_grund": "b"}, "there is no ruling 'track_needs_grund'; did you mean track_needs_ground?"),
        ({"R290": "b"}, "there is no ruling 'R290'; expected R1 to R"),
        ({"tie_break": "b"}, "tie_break (R67) is settled"),
        ({"venue_twice": "z"}, "venue_twice (R38) has no answer 'z'; expected a: Yes"),
        ({"venue_twice": None}, "venue_twice (R38) has no answer null"),
        ({"R29": "a", "track_needs_ground": "b"}, "the ruling track_needs_ground (R29) is named twice"),
        ({"r29": "b", "R29": "b"}, "the ruling track_needs_ground (R29) is named twice"),
        ("R29=a, track-needs-ground=a", "the ruling track_needs_ground (R29) is named twice"),
        ("R29", "'R29' names no answer; expected R29=a or R29=b"),
        ("R29=", "'R29=' names no answer; expected R29=a or R29=b"),
        ("=b", "there is no ruling ''; expected R1 to R"),
    ],
)
def test_an_unknown_ruling_or_letter_gets_an_error_that_lists_the_valid_ones(
    letters: dict[str, object] | str, complaint: str
) -> None:
    with pytest.raises(RulingError) as caught:
        ZeroKei(seats=3, rulings=letters)
    assert complaint in str(caught.value)


SPELLINGS: dict[str, Callable[[Ruling, str], str]] = {
    "R29=b": lambda ruling, letter: f"{ruling.id}={letter}",
    "r29=B": lambda ruling, letter: f"{ruling.id.lower()}={letter.upper()}",
    "R29-b": lambda ruling, letter: f"{ruling.id}-{letter}",
    "R29 – b": lambda ruling, letter: f"{ruling.id}\u2013{letter}",
    "29b": lambda ruling, letter: f"{ruling.id[1:]}{letter}",
    "R29: b": lambda ruling, letter: f"{ruling.id}: {letter}",
    "slug=b": lambda ruling, letter: f"{ruling.slug}={letter}",
    " Slug = b ": lambda ruling, letter: f" {ruling.slug.capitalize()} = {letter} ",
    "slug-b": lambda ruling, letter: f"{ruling.slug.replace('_', '-')}-{letter}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_ruling_is_named_the_same_way_everywhere(spelling: str) -> None:
    """Every switchable answer in every spelling: alone, among others, as a key, and on the command line."""
    write, chosen = SPELLINGS[spelling], {ruling.slug: ruling.others[-1] for ruling in REGISTER.switchable}
    for ruling in REGISTER.switchable:
        for letter in (ruling.preferred, *ruling.others):
            assert rulings(write(ruling, letter)) == rulings({ruling.slug: letter})
    row = ", ".join(write(REGISTER[slug], letter) for slug, letter in chosen.items())
    assert rulings(row) == rulings(chosen) == rulings(row.replace(",", ""))
    assert letters(GAME, row) == chosen


@pytest.mark.parametrize(
    "name", ["R29", "r29", "29", " R29 ", "track_needs_ground", "Track-Needs-Ground", "track needs ground"]
)
def test_a_ruling_is_found_by_any_of_its_names(name: str) -> None:
    assert REGISTER[name].id == "R29"
    assert REGISTER.answer(name) == (REGISTER["R29"], None)
    assert ZeroKei(rulings={name: "B"}).rulings == Rulings(track_needs_ground="b")


def test_a_wrong_letter_in_the_class_itself_is_found() -> None:
    with pytest.raises(RulingError, match="'venue_twice' has no answer 'q'"):
        ZeroKei(seats=3, rulings=Rulings(venue_twice="q"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


# -- What was stored before a ruling could be switched


def letters_of(version: int) -> st.SearchStrategy[dict[str, str]]:
    """Letters for every ruling that could be switched then, withdrawn ones among them."""
    known = [ruling for ruling in REGISTER.switchable if ruling.since <= version]
    return st.fixed_dictionaries({ruling.slug: st.sampled_from(ruling.letters) for ruling in known})


@given(letters_of(1))
def test_stored_letters_keep_their_meaning(stored: dict[str, str]) -> None:
    """What is named stays; what could not be named is what was played then, or what the ruling said that decided it."""
    found = restored(stored, 1).letters()
    assert {slug: found[slug] for slug in stored} == stored
    assert found["discount_with_ability"] == found["build_discount"]  # an old R23=b was about both
    assert found["repeat_action"] == found["event_repeat_action"]
    constant = [ruling for ruling in REGISTER.switchable if ruling.since > 1 and ruling.before in ruling.letters]
    assert {ruling.slug: found[ruling.slug] for ruling in constant} == {r.slug: r.before for r in constant}
    assert restored(stored).letters() == found


@given(letters_of(VERSION))
def test_a_few_letters_tell_all_of_them(letters: dict[str, str]) -> None:
    """What is stored in short (vectors) is read back as it was, also where one ruling's letter stands for another's."""
    few = brief(REGISTER, letters)
    assert restored(few).letters() == letters
    for slug in few:
        assert restored({other: few[other] for other in few if other != slug}).letters() != letters


def test_letters_chosen_now_are_never_linked() -> None:
    """Who plays by R23=b today is asked about ground; stations have a letter of their own."""
    assert rulings({"discount_with_ability": "b"}).build_discount == "a"
    assert rulings({"repeat_action": "b"}).event_repeat_action == "a"


def test_what_we_prefer_is_what_was_played() -> None:
    """As long as this holds an engine that declares no letters follows the same rules as before."""
    assert restored({}) == Rulings()


def test_a_withdrawn_answer_is_refused_wherever_a_choice_is_made() -> None:
    withdrawn = [(r.slug, a.letter) for r in REGISTER.switchable for a in r.answers if a.withdrawn]
    assert withdrawn == [("connection_gap", "b")]
    with pytest.raises(RulingError, match="answer b is withdrawn"):
        ZeroKei(seats=2, rulings={"connection_gap": "b"})
    assert main(["ruling", "witness", "R63=b"]) == 2
    assert main(["ruling", "impact", "R63=b"]) == 2
    assert ("connection_gap", "b") not in [
        (c.slug, c.letter) for one in others(REGISTER, REGISTER.reading()) for c in one.choices
    ]
    assert ZeroKei(seats=2, rulings=restored({"connection_gap": "b"})).rulings.connection_gap == "b"


# -- Reading the file


def raw_register() -> dict[str, Any]:
    path = PACKAGE / "zerokei" / "rulings.toml"
    return parse_toml(path.read_text(encoding="utf-8"), path, RulingError)


def change(key: str, value: object, answer: int | None = None) -> Callable[[dict[str, Any]], None]:
    def spoil(raw: dict[str, Any]) -> None:
        row = raw["rulings"][0]
        (row if answer is None else row["answers"][answer])[key] = value

    return spoil


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (change("id", "R9"), "R9 is the 1th ruling"),
        (change("slug", "first_spaces"), "the slug first_spaces occurs 2 times"),
        (change("preferred", "b"), "which is not one of its letters"),
        (change("basis", "whim"), "rulings.R1.basis: found 'whim'"),
        (change("clauses", ["99.9"]), "R1 touches unknown clause 99.9"),
        (change("colour", "red"), "rulings.R1.colour: found an unknown key"),
        (change("letter", "b", answer=0), "has letters ('b',)"),
        (change("since", 2), "R1 has since 2 and before '', expected both or neither"),
        (change("since", 0), "R1 has since 0"),
        (change("before", "a"), "R1 has since 1 and before 'a', expected both or neither"),
        (change("withdrawn", "wrong", answer=0), "R1 prefers a, which is withdrawn"),
        (change("readers", [{"who": "fr", "lines": "10"}], answer=0), "R1 cites fr 10, which is blank"),
        (change("readers", [{"who": "fr", "lines": "ten"}], answer=0), "is not a list of lines"),
        (change("readers", [{"who": "somebody", "lines": "3"}], answer=0), "somebody, which is not a text"),
    ],
)
def test_a_broken_register_gets_one_clear_error(spoil: Callable[[dict[str, Any]], None], complaint: str) -> None:
    raw = raw_register()
    spoil(raw)
    with pytest.raises(RulingError) as caught:
        read_register(raw, rulebook())
    assert complaint in str(caught.value)


@pytest.mark.parametrize("before", ["z", "no_such_ruling", "yen_by_rank", "connection_card"])
def test_what_was_played_before_is_a_letter_or_an_older_ruling_with_the_same_letters(before: str) -> None:
    raw = raw_register()
    row = next(row for row in raw["rulings"] if row["slug"] == "stuck_counter")
    row["before"] = before
    with pytest.raises(RulingError, match=f"R8 was '{before}' before"):
        read_register(raw, rulebook())


# -- The commands


def test_ruling_list_has_the_question_and_the_preferred_answer_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "list"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for ruling in REGISTER:
        state = f"(preferred: {ruling.preferred};" if ruling.switchable else "(settled)"
        says = next(answer.says for answer in ruling.answers if answer.letter == ruling.preferred)
        assert f"{ruling.id} {ruling.question} [{ruling.slug}] {says} {state}" in printed
    assert printed.endswith(f" {len(REGISTER)} rulings, {len(REGISTER.switchable)} switchable")


def test_ruling_list_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "list", "--switchable"]) == 0
    assert "settled" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["R29", "r29", "29", "R29-b", "track_needs_ground", "Track-needs-ground=b"])
def test_ruling_show_says_who_reads_it_how(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "show", name]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("R29  track_needs_ground  [switchable]")
    assert "a* No; only an empty section is needed." in printed
    assert "read this way by the English text, lines 226-227" in printed
    assert "We prefer a (text, confidence medium)" in printed


def test_an_unknown_ruling_on_the_command_line_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "show", "track_needs_grond"]) == 2
    assert "did you mean track_needs_ground" in capsys.readouterr().err
