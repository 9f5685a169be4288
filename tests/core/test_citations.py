"""Citations: one text for each, read back in every form; what an old one meant; and two games that do not collide."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from shinkansen import Rulings, cli
from shinkansen.commands.citing import citation
from shinkansen.core.citations import LONGEST, Citation, Work, parted, read
from shinkansen.core.clauses import read_rulebook
from shinkansen.core.errors import CitationError, RulingError
from shinkansen.core.rulings import Register, Ruling, read_register
from shinkansen.zerokei.citations import work
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import NAME, VERSION
from shinkansen.zerokei.rulings import register, restored, rulings

# -- A second game ----------------------------------------------------------------------------------------------------


def answers(letters: str) -> list[dict[str, str]]:
    return [{"letter": letter, "says": f"They do {letter}."} for letter in letters]


def asked(number: int, slug: str, letters: str, **more: object) -> dict[str, object]:
    """A ruling of the pond, as its file has it."""
    known = {"id": f"R{number}", "slug": slug, "question": f"What of {slug}?", "clauses": ["1.A"], "facts": []}
    rest = {"preferred": "a", "basis": "choice", "confidence": "low", "why": "So it is."}
    return {**known, **rest, "answers": answers(letters), **more}


def pond(version: int = 3, game: str = "pond") -> Work:
    """A tiny game that knows nothing of Zero-Kei. Its rulings were split twice, each time in a new version."""
    clause = {"title": "Fish", "kind": "flow", "says": "Catch a fish."}
    book = read_rulebook(
        {
            "game": "The Pond",
            "base": "en",
            "texts": {"en": {"name": "English", "sha256": "0" * 64, "lines": "1-2"}},
            "chapters": [{"id": "1", "title": "Fishing"}, {"id": "A", "title": "More"}],
            "clauses": [{"id": "1.A", "en": "1", **clause}, {"id": "A.1", "en": "2", **clause}],
            "apparatus": [],
        }
    )
    rows = [
        asked(1, "small_fish", "ab"),
        asked(2, "large_fish", "abc", since=2, before="small_fish"),
        asked(3, "huge_fish", "abc", since=3, before="large_fish"),
        asked(4, "no_fish", "ab", since=3, before="b"),
        asked(5, "wet_fish", "a"),
    ]
    return Work(version, book, read_register({"game": game, "rulings": rows}, book))


ZEROKEI, POND = work(), pond()


def test_the_works_are_named_as_their_games_are() -> None:
    assert (ZEROKEI.game, ZEROKEI.version) == (NAME, VERSION) == ("zerokei", 2)
    assert POND.game == "pond"


def test_rulings_are_numbered_from_1_in_each_game_and_do_not_collide() -> None:
    assert next(iter(ZEROKEI.register)).id == next(iter(POND.register)).id == "R1"
    everything = [*ZEROKEI, *POND]
    assert len({str(each) for each in everything}) == len({*everything}) == len(everything)
    assert {each.short for each in ZEROKEI} & {each.short for each in POND} >= {"R1", "R1-a", "R2", "R5"}
    both = [read(f"{game}:R1-a", ZEROKEI, POND) for game in ("zerokei", "pond")]
    assert [ZEROKEI.now(both[0]), POND.now(both[1])] == [register()["R1"].says("a"), "They do a."]
    assert {read(str(each), POND, ZEROKEI) for each in everything} == {*everything}


def test_without_a_game_a_citation_of_two_works_is_refused() -> None:
    with pytest.raises(CitationError, match=r"'R1-a' names no game; expected zerokei:R1-a or pond:R1-a$"):
        read("R1-a", ZEROKEI, POND)
    with pytest.raises(CitationError, match=r"expected zerokei:R1\\x1b\[2J or pond:"):
        read("R1\x1b[2J", ZEROKEI, POND)
    assert read("R1-a", POND) == Citation("pond", "R1", "a")
    assert read("R1-a", ZEROKEI) == Citation("zerokei", "R1", "a")


# -- One text for each ------------------------------------------------------------------------------------------------


def test_everything_has_a_citation() -> None:
    """Clauses, rulings and answers, settled and withdrawn ones among them."""
    found = [*ZEROKEI]
    numbers = len(rulebook()), len(register()), sum(len(ruling.answers) for ruling in register())
    assert len({*found}) == len(found) == sum(numbers)
    withdrawn = [
        Citation(NAME, ruling.id, answer.letter)
        for ruling in register()
        for answer in ruling.answers
        if answer.withdrawn
    ]
    assert withdrawn
    assert {*withdrawn} <= {*found}
    assert all("(withdrawn: " in ZEROKEI.now(each) for each in withdrawn)


@pytest.mark.parametrize("made", [ZEROKEI, POND], ids=lambda made: made.game)
def test_the_text_of_a_citation_is_read_back_in_every_form(made: Work) -> None:
    """With and without the game, with every version and with none; capitals and other signs change nothing."""
    for plain, version in product(made, (None, *range(1, made.version + 1))):
        cited = evolve(plain, version=version)
        assert read(str(cited), made) == read(cited.short, made) == cited
        assert str(read(cited.short, made)) == str(cited)
        assert str(cited).endswith(f"@{version}") == (version is not None)
        for spelt in (str(cited).lower(), str(cited).upper(), f" {cited} ", str(cited).replace("-", "=")):
            assert read(spelt, made) == cited


def test_the_text_is_the_one_that_is_documented() -> None:
    assert str(Citation("zerokei", "6.C.3")) == "zerokei:6.C.3"
    assert str(Citation("zerokei", "R29", "b")) == "zerokei:R29-b"
    assert str(Citation("zerokei", "R29", "b", 1)) == "zerokei:R29-b@1"


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("zerokei:track_needs_ground=b", "zerokei:R29-b"),
        ("Track-needs-ground@2", "zerokei:R29@2"),
        ("zerokei:6-c-3", "zerokei:6.C.3"),
        ("r29b", "zerokei:R29-b"),
        ("zerokei\uff1aR29\u2013b", "zerokei:R29-b"),
    ],
)
def test_what_people_type_becomes_the_one_text(text: str, cited: str) -> None:
    assert str(read(text, ZEROKEI)) == cited


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is no citation; expected one such as zerokei:1.1 or zerokei:1.1@2"),
        ("zerokei:", "'zerokei:' is no citation"),
        ("@1", "'@1' is no citation"),
        ("zerokei:R29:b", "'zerokei:R29:b' is no citation"),
        ("zerokei@1:R29", "'zerokei@1:R29' is no citation"),
        ("R29@1@2", "'R29@1@2' is no citation"),
        ("x" * (LONGEST + 1), "is no citation"),
        (29, "29 is no citation"),
        (None, "null is no citation"),
        ("pond:R1", "'pond:R1' is of a game 'pond', expected zerokei"),
        (":R1", "':R1' is of a game '', expected zerokei"),
        ("zerokei:6.C.99", "zerokei: there is no clause '6.C.99'; did you mean "),
        ("zerokei:7.9", "zerokei: there is no clause '7.9'; did you mean "),
        ("29", "zerokei: there is no clause '29'"),
        ("zerokei:R900", "zerokei: there is no ruling 'R900'; expected R1 to R"),
        ("zerokei:track_needs_grund", "did you mean track_needs_ground?"),
        ("zerokei:R29-z", "zerokei: R29 has no answer 'z'; expected R29-a or R29-b"),
        ("zerokei:R1-b", "zerokei: R1 has no answer 'b'; expected R1-a"),
        ("zerokei:R29-b@3", "the rules of zerokei have no version '3'; expected 1 to 2"),
        ("zerokei:R29-b@0", "no version '0'"),
        ("zerokei:R29-b@01", "no version '01'"),
        ("zerokei:R29-b@", "no version ''"),
        ("zerokei:R29-b@-1", "no version '-1'"),
        ("zerokei:R29-b@" + "9" * 60, "no version '999"),
        ("zerokei:R29-b@\u0661", "no version '\u0661'"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: Any, complaint: str) -> None:
    with pytest.raises(CitationError, match=re.escape(complaint)) as refused:
        read(text, ZEROKEI)
    assert len(str(refused.value)) < 300
    assert "\n" not in str(refused.value)


@given(st.text(max_size=2 * LONGEST) | st.text("zerokiR0123456789.-=:@ ab", max_size=20))
def test_any_text_is_a_citation_or_is_refused(text: str) -> None:
    try:
        cited = read(text, ZEROKEI)
    except CitationError:
        return
    assert evolve(cited, version=None) in {*ZEROKEI}
    assert read(str(cited), ZEROKEI) == cited


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda: pond(version=0), "the rules of pond have version 0, expected 1 or more"),
        (lambda: pond(game=""), "the register names no game"),
        (lambda: Work(1, _named("R1"), POND.register), "the clause 'R1' cannot be cited, expected an id such as 6.C.3"),
        (lambda: Work(1, _named("R1.2"), POND.register), "the clause 'R1.2' cannot be cited"),
        (lambda: Work(1, _named("1:2"), POND.register), "the clause '1:2' cannot be cited"),
        (lambda: Work(1, _named("1@2"), POND.register), "the clause '1@2' cannot be cited"),
    ],
)
def test_what_could_not_be_told_apart_cannot_be_cited(spoil: Callable[[], Work], complaint: str) -> None:
    with pytest.raises(CitationError, match=re.escape(complaint)):
        spoil()


def _named(id: str) -> Any:
    """The rulebook of the pond with another id for its first clause."""
    first, *rest = POND.book
    return evolve(POND.book, clauses=(evolve(first, id=id), *rest))


@pytest.mark.parametrize("game", ["R2", "r2", "a", "Pond", "the pond", "pond:", "p" * 41, "\u00fc"])
def test_the_name_of_a_game_cannot_be_taken_for_anything_else(game: str) -> None:
    with pytest.raises(RulingError, match="expected a short name in small letters"):
        pond(game=game)


# -- What it meant then -----------------------------------------------------------------------------------------------


def letters_then(known: Register, version: int) -> st.SearchStrategy[dict[str, str]]:
    """A letter for every ruling that could be switched in a version."""
    rows = [ruling for ruling in known.switchable if ruling.since <= version]
    return st.fixed_dictionaries({ruling.slug: st.sampled_from(ruling.letters) for ruling in rows})


@given(letters_then(register(), 1))
def test_the_past_of_a_ruling_is_what_stored_letters_are_read_by(stored: dict[str, str]) -> None:
    """`then` and `restore` cannot disagree about what was played in version 1."""
    played = restored(stored, 1).letters()
    for ruling in register().switchable:
        past = register().past(ruling, 1)
        assert played[ruling.slug] == (stored[past.by.slug] if past.by else past.played)
        assert all(played[other.slug] == played[ruling.slug] for other in past.also)


def test_in_the_version_of_today_everything_decides_itself() -> None:
    for made in (ZEROKEI, POND):
        for ruling in made.register:
            assert made.register.past(ruling, made.version).by == ruling
        assert not [each for each in made if made.then(each) or made.then(evolve(each, version=made.version))]


def names(rulings: tuple[Ruling, ...]) -> list[str]:
    return [ruling.id for ruling in rulings]


def test_a_ruling_split_twice_is_followed_to_the_one_that_decided_it() -> None:
    past = {(id, v): POND.register.past(POND.register[id], v) for id in ("R1", "R2", "R3", "R4") for v in (1, 2, 3)}
    by = {key: each.by.id if each.by else each.played for key, each in past.items()}
    assert [by["R3", version] for version in (1, 2, 3)] == ["R1", "R2", "R3"]
    assert [by["R2", version] for version in (1, 2, 3)] == ["R1", "R2", "R2"]
    assert [by["R4", version] for version in (1, 2, 3)] == ["b", "b", "R4"]
    assert [names(past["R1", version].also) for version in (1, 2, 3)] == [["R2", "R3"], [], []]
    assert [names(past["R2", version].also) for version in (1, 2, 3)] == [[], ["R3"], []]


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("R5@1", []),
        ("R1-b", []),
        ("R1-b@2", []),
        (
            "R1-b@1",
            [
                f"In version 1 of the rules R1-b also meant R{number}-b: They do b. "
                f"Since version {number} R{number} can be switched by itself."
                for number in (2, 3)
            ],
        ),
        (
            "R3@2",
            ["In version 2 of the rules R3 could not be switched: R2 decided it too. (R2 asks: What of large_fish?)"],
        ),
        (
            "R3-b@1",
            [
                (
                    "In version 1 of the rules R3 could not be switched: R3-b was played where R1-b was. "
                    "(R1 asks: What of small_fish?)"
                )
            ],
        ),
        (
            "R3-c@1",
            [
                "In version 1 of the rules R3 could not be switched: R1 decided it too. (R1 asks: What of small_fish?)",
                "R3-c can be played only since version 3.",
            ],
        ),
        ("R4@2", ["In version 2 of the rules R4 could not be switched: b was played. They do b."]),
        ("R4-b@2", ["In version 2 of the rules R4 could not be switched: b was played. They do b."]),
        (
            "R4-a@2",
            [
                "In version 2 of the rules R4 could not be switched: b was played. They do b.",
                "R4-a can be played only since version 3.",
            ],
        ),
    ],
)
def test_an_old_citation_says_what_it_meant_then(text: str, then: list[str]) -> None:
    assert [*POND.then(read(text, POND))] == then


def test_an_old_citation_of_a_clause_tells_of_the_rulings_about_it() -> None:
    told = POND.then(read("pond:1.A@2", POND))
    assert [re.findall(r"rules (R\d)", sentence) for sentence in told] == [["R3"], ["R4"]]
    assert POND.then(read("pond:A.1@2", POND)) == ()
    assert POND.now(read("pond:1.A@2", POND)) == "Catch a fish."


def test_an_old_letter_of_zerokei_that_meant_two_things_says_so() -> None:
    told = " ".join(ZEROKEI.then(read("zerokei:R23-b@1", ZEROKEI)))
    assert told.startswith(f"In version 1 of the rules R23-b also meant R88-b: {register()['R88'].says('b')}")
    assert ZEROKEI.now(read("zerokei:R23-b@1", ZEROKEI)) == register()["R23"].says("b")


# -- On the command line, and wherever a ruling is named --------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert cli.main([*words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "short"),
    [
        (("clause", "show"), "6.C.3"),
        (("clause", "show"), "7.9"),
        (("ruling", "show"), "R29"),
        (("ruling", "show"), "R29-b"),
        (("ruling", "show"), "track_needs_ground"),
        (("ruling", "witness"), "R29-b"),
        (("ruling", "impact"), "R29=b"),
        (("search",), "6.C.3"),
        (("search",), "R29-b"),
        (("clause", "search"), "7.11"),
    ],
)
def test_commands_take_the_full_form_as_well(
    words: tuple[str, ...], short: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = printed(capsys, *words, short)
    assert told == printed(capsys, *words, f"zerokei:{short}") == printed(capsys, *words, f"zerokei:{short}@{VERSION}")


@pytest.mark.parametrize("words", [("ruling", "show"), ("ruling", "witness"), ("ruling", "impact")])
def test_commands_say_first_what_an_old_citation_meant(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    told = printed(capsys, *words, "zerokei:R88-b@1")
    lead, _, rest = told.partition("\nR88  build_discount")
    assert " ".join(lead.split()) == " ".join(ZEROKEI.then(read("R88-b@1", ZEROKEI)))
    assert f"R88  build_discount{rest}" == printed(capsys, *words, "R88-b")


def test_a_chapter_as_of_an_old_version_says_each_thing_once(capsys: pytest.CaptureFixture[str]) -> None:
    told = " ".join(printed(capsys, "clause", "show", "9@1").split())
    clauses = [read(f"{clause.id}@1", ZEROKEI) for clause in rulebook().under("9")]
    sentences = [sentence for each in clauses for sentence in ZEROKEI.then(each)]
    assert len({*sentences}) < len(sentences)
    assert told.startswith(" ".join(dict.fromkeys(sentences)) + " 9.")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("ruling", "show", "pond:R1"), "'pond:R1' is of a game 'pond', expected zerokei"),
        (("clause", "show", "6.C.3@9"), "the rules of zerokei have no version '9'; expected 1 to 2"),
        (("ruling", "show", "zerokei:R29-z"), "'z' is not an answer; expected R29=a or R29=b"),
        (("clause", "show", "zerokei:R29"), "there is no clause 'R29'"),
        (("ruling", "show", "zerokei:6.C.3"), "there is no ruling '6.C.3'"),
        (("demo", "--rulings", "zerokei:R29-b@1"), "--rulings: 'R29-b@1' names a version"),
        (("demo", "--rulings", "pond:R1=b"), "--rulings: there is no ruling 'pond'"),
    ],
)
def test_commands_refuse_another_citation(
    words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words]) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert told.out == ""


def test_what_is_printed_to_be_copied_is_a_citation(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever pastes it into a command is shown the same thing again."""
    for words, id in ((("clause", "show"), "7.11.1"), (("ruling", "show"), "R29"), (("ruling", "show"), "R29-b")):
        told = printed(capsys, *words, id)
        copied = " ".join(told.split()).rpartition("cite: ")[2]
        cited = read(copied.partition(" ")[0], ZEROKEI)
        assert (cited.short, copied) == (f"{id}@{VERSION}", citation(cited))
        assert printed(capsys, *words, str(cited)) == told


def test_readings_can_be_chosen_by_citations() -> None:
    """In Python, on the command line and in logs."""
    row = "zerokei:R29-b, ZEROKEI:discount_with_ability=b zerokei: R46:b"
    chosen = Rulings(track_needs_ground="b", discount_with_ability="b", repeat_action="b")
    assert rulings(row) == chosen
    assert rulings({"zerokei:R29": "b", "zerokei:R23": "b", "R46": "b"}) == chosen


def test_the_parts_of_a_citation_are_told_before_anything_is_looked_up() -> None:
    assert parted("zerokei:7.9@1", ZEROKEI, POND) == (ZEROKEI, "7.9", 1)
    assert parted(" 7 ", ZEROKEI) == (ZEROKEI, "7", None)
