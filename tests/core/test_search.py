"""Search: what players ask is found among the first three, by their words or by an id in any spelling; and the site's
JavaScript finds the same, to the point."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from docs.extension import search as site
from shinkansen.cli import main
from shinkansen.commands import search as command
from shinkansen.commands.search import better, better_elsewhere
from shinkansen.core.clauses import read_rulebook
from shinkansen.core.entries import KINDS, entries, index_of
from shinkansen.core.errors import SearchError
from shinkansen.core.files import parse_toml
from shinkansen.core.game import Game
from shinkansen.core.indexing import make_index, sentences, texts
from shinkansen.core.rulings import read_register
from shinkansen.core.search import MOST_CHARACTERS, MOST_WORDS, Entry, Found, Index
from shinkansen.core.search_words import glossary, words_of
from shinkansen.core.words import nearest, read_language, words
from shinkansen.nextstation.game import GAME as NEXTSTATION
from shinkansen.zerokei import data
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register
from tests.package import PACKAGE
from tests.verify.test_foreign_js import NODE

HERE = Path(__file__).parents[1]
STATIC = HERE.parent / "docs" / "_static"
ENGLISH = PACKAGE / "core" / "english.toml"
FIRST = 3
"""Among how many entries the answer must be."""


GAMES = (GAME, NEXTSTATION)
SHARES = {
    "zerokei": {"own": 100, "blind": 100, "more": 90, "strangers": 90},
    "nextstation": {"tuned": 96, "strangers": 95, "held_out": 85, "blind": 95},
}
"""By game and file of `tests/questions`, how many of a hundred questions must be answered among the first entries."""

Asked: TypeAlias = "list[tuple[str, list[str]]]"


def asked(game: str, file: str) -> Asked:
    """Questions, each with the entries of which one must be found."""
    raw = tomllib.loads((HERE / "questions" / game / f"{file}.toml").read_text(encoding="utf-8"))
    return [(row["q"], row["expect"]) for row in raw["questions"]]


def every_question(game: Game) -> list[str]:
    return [question for file in SHARES[game.name] for question, _ in asked(game.name, file)]


def index() -> Index:
    return index_of(GAME)


@cache
def answered(game: Game, question: str) -> Found:
    """The answer to a question of the files, which several tests look at."""
    return index_of(game).search(question)


def first(question: str, most: int = FIRST, game: Game = GAME) -> list[str]:
    return [hit.entry.id for hit in answered(game, question).hits[:most]]


# -- What players ask -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "file"), [(game, file) for game in GAMES for file in SHARES[game.name]])
def test_a_players_question_finds_its_rule_among_the_first_three(game: Game, file: str) -> None:
    all = asked(game.name, file)
    missed = [question for question, expected in all if not set(first(question, FIRST, game)) & set(expected)]
    assert 100 * (len(all) - len(missed)) >= SHARES[game.name][file] * len(all), missed


@pytest.mark.parametrize("game", GAMES)
def test_there_are_questions_enough_and_all_expect_what_there_is(game: Game) -> None:
    known = {entry.id for entry in index_of(game).entries}
    all = [row for file in SHARES[game.name] for row in asked(game.name, file)]
    assert len({question for question, _ in all}) == len(all) >= 150
    assert {id for _, expected in all for id in expected} <= known


@pytest.mark.parametrize("game", GAMES)
def test_a_question_about_something_else_finds_nothing_but_for_a_few(game: Game) -> None:
    raw = tomllib.loads((HERE / "questions" / "elsewhere.toml").read_text(encoding="utf-8"))
    nonsense = [question for question in raw["questions"] if answered(game, question).hits]
    assert len(nonsense) <= raw["most"][game.name] <= len(raw["questions"]) // 4, nonsense


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("bonus for 13 districts", "bonus for thirteen districts"),
        ("the 11 station cards", "the eleven station cards"),
        ("the 30 points", "the thirty points"),
    ],
)
def test_a_number_in_digits_or_in_words_finds_the_same(question: str, same: str) -> None:
    """Whatever the game: this is English."""
    assert first(question, 1, NEXTSTATION) == first(same, 1, NEXTSTATION)
    assert not answered(NEXTSTATION, question).unknown


def test_no_question_of_players_is_refused() -> None:
    """That a part of its words is known must be enough."""
    refused = [each for game in GAMES for each in every_question(game) if not answered(game, each).hits]
    assert not refused


def test_what_was_nearest_is_told_where_nothing_was_found() -> None:
    found = index().search("much health boss wizard carriage")
    assert not found.hits
    assert found.nearest is not None
    assert found.nearest.covers < 40
    assert index().search("much carriage").hits


def test_the_words_of_any_game_name_none() -> None:
    """What is generic knows no game: the words of each are in its own file."""
    general = (PACKAGE / "core" / "english.toml").read_text(encoding="utf-8").casefold()
    ours = {"carriage", "cauldron", "venue", "yen", "hideo", "olympic", "tail-carriage", "osaka", "station"}
    ours |= {"interchange", "departure", "joker", "pencil", "district", "stamp", "thames", "loop"}
    assert not [word for word in ours if re.search(rf"\b{word}", general)]


@pytest.mark.parametrize("game", GAMES)
def test_no_question_is_in_the_index_as_it_is_asked(game: Game) -> None:
    """Or finding it would prove nothing."""
    index = index_of(game)
    stored = {tuple(words(phrase)) for entry in index.entries for phrase in (*entry.also, *entry.passages())}
    told = {tuple(words(phrase)) for group in index.language.groups for phrase in (*group.said, *group.asked)}
    blind = [question for file in SHARES[game.name] if file != "more" for question, _ in asked(game.name, file)]
    assert not {each for each in blind if len(words(each)) > 2 and tuple(words(each)) in stored | told}


# -- Ids --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("6.C.3", "6.C.3"),
        ("6.c.3", "6.C.3"),
        ("6c3", "6.C.3"),
        ("6-C-3.", "6.C.3"),
        ("clause 6.c.3?", "6.C.3"),
        ("#clause-6-c-3", "6.C.3"),
        ("7.11.1", "7.11.1"),
        ("29", "R29"),
        ("r29", "R29"),
        ("R 29", "R29"),
        ("R29=b", "R29"),
        ("r29-b", "R29"),
        ("ruling 29", "R29"),
        ("track_needs_ground", "R29"),
        ("track-needs-ground=b", "R29"),
        ("what does 7.11.5 mean", "7.11.5"),
        ("is r29 switchable", "R29"),
        ("example-final-score", "example-final-score"),
        ("zerokei:6.C.3", "6.C.3"),
        ("zerokei:r29-b@1", "R29"),
        ("R29@2", "R29"),
        ("what does zerokei:7.11.5@2 mean", "7.11.5"),
        ("is zerokei:track_needs_ground=b switchable", "R29"),
    ],
)
def test_an_id_is_found_in_any_spelling(written: str, id: str) -> None:
    assert first(written)[0] == id


@pytest.mark.parametrize("game", GAMES)
def test_every_id_and_slug_finds_its_entry_first(game: Game) -> None:
    for entry in index_of(game).entries:
        for spelt in (entry.id, entry.id.lower(), entry.id.upper(), entry.id.replace(".", "-")):
            assert first(spelt, game=game)[0] == entry.id, spelt
    assert all(first(ruling.slug, game=game)[0] == ruling.id for ruling in game.register)


def test_the_letter_of_an_answer_finds_that_answer() -> None:
    for ruling in register():
        for answer in ruling.answers:
            for spelt in (
                f"{ruling.id}-{answer.letter}",
                f"{ruling.id.lower()}={answer.letter}",
                f"{ruling.slug}={answer.letter}",
            ):
                hit = index().search(spelt).hits[0]
                assert (hit.entry.id, hit.said.label, hit.said.text) == (ruling.id, answer.letter, answer.says)


@pytest.mark.parametrize("begun", ["7.11", "5.B", "chapter 8", "clause 12.7", "section 2"])
def test_the_beginning_of_ids_gives_those_below_in_order(begun: str) -> None:
    prefix = begun.split()[-1]
    assert first(begun, 99) == [clause.id for clause in rulebook().under(prefix)]


def test_the_number_of_a_clause_that_only_another_game_has_is_no_words() -> None:
    """One with dots: a question that asks for a clause wants nothing else."""
    assert first("7.11.1", 99) == ["7.11.1"]
    assert first("7.11.1", 99, NEXTSTATION) == []


def test_a_number_alone_may_be_a_ruling_or_a_chapter() -> None:
    assert first("7", 99) == ["R7", *(clause.id for clause in rulebook().under("7"))]
    assert first("ruling 7", 99) == ["R7"]


# -- Words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alike",
    [
        "carriage carriages",
        "city cities city's",
        "tie ties tied tying",
        "pay pays paid paying payment",
        "lay lays laid laying",
        "build builds built building",
        "buy buys bought buying buyer",
        "use uses used using",
        "score scores scored scoring",
        "place places placed placing placement",
        "run runs ran running",
        "prepare prepares prepared preparing preparation",
        "discard discards discarded discarding",
        "cost costs",
        "venue venues",
        "empty empties emptied",
        "pass passes passed passing",
        "colour colours color coloured",
    ],
)
def test_forms_of_a_word_are_one(alike: str) -> None:
    language = index().language
    assert len({language.stem(word) for word in words(alike)}) == 1


def test_different_words_of_the_rules_stay_different() -> None:
    """A rule of endings that cuts too much would bring them together."""
    distinct = (
        "tie tile tail track train turn token tax lay lie line row round ruling card car cost coast city pay play"
    )
    language = index().language
    assert len({language.stem(word) for word in distinct.split()}) == len(distinct.split())


def test_accents_case_and_apostrophes_do_not_matter() -> None:
    assert words("Player’s ÉNGINE, don't!") == ["player", "engine", "dont"]
    assert first("DECK RUNS OUT!!!") == first("deck runs out") == first("the déck, runs... out?")


def test_a_sentence_that_matched_is_shown() -> None:
    for question, told in (
        ("is a reshuffle described", "reshuffling"),
        ("does an engine stand for another's token", ""),
    ):
        hit = index().search(question).hits[0]
        assert told in hit.said.text
        assert hit.said in hit.entry.says


def test_what_is_about_the_solo_game_stands_back_unless_it_is_asked_for() -> None:
    """The same words, once about the game and once about its variant."""
    question = "who takes which carriage of the row"
    assert not any(id.startswith("12.") for id in first(question))
    assert all(id.startswith("12.") or id in ("R83", "R69") for id in first(f"hideo: {question}"))


def test_what_only_modules_have_stands_back_unless_it_is_asked_for() -> None:
    """A joker is in the basic game; the effect and the power are asked for by their own words."""
    assert first("what does a joker do", game=NEXTSTATION)[0] in ("6.1", "L.9.2")
    assert first("joker effect", game=NEXTSTATION)[0] in ("11.7", "R31", "R36")
    assert "L.15.3" in first("power of the joker", game=NEXTSTATION)


def test_a_kind_that_is_asked_for_is_preferred() -> None:
    assert first("example of a purchase")[0] == "example-purchase"


@given(st.data())
def test_a_word_misspelt_once_is_read_as_one_that_is_known(data: st.DataObject) -> None:
    """Letters swapped, lost, doubled or wrong."""
    common = sorted(word for word, times in index().vocabulary.items() if times > 4 and len(word) > 6)
    word = data.draw(st.sampled_from(common))
    place = data.draw(st.integers(0, len(word) - 2))
    typos = (
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        f"{word[:place]}q{word[place + 1 :]}",
    )
    typo = data.draw(st.sampled_from(typos))
    found = index().search(f"{typo} cauldron")
    assert not found.unknown
    assert all(read in index().vocabulary for _, read in found.read_as)
    if found.read_as:
        assert nearest(typo, index().vocabulary) == found.read_as[0][1]


def test_a_typo_is_told() -> None:
    found = index().search("couldron incone")
    assert found.read_as == (("couldron", "cauldron"), ("incone", "income"))
    assert found.hits[0].entry.id == "4.C"


@pytest.mark.parametrize(
    "question",
    ["", " ", "\x1b\t\n", "?!", "паровоз", "a" * (MOST_CHARACTERS + 1), "a " * (MOST_WORDS + 1), "x" * 10**7],
    ids=["empty", "blank", "control", "signs", "Russian", "long", "many", "enormous"],
)
def test_what_asks_nothing_or_too_much_is_one_sentence(question: str) -> None:
    with pytest.raises(SearchError) as told:
        index().search(question)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 200


@given(st.text(max_size=200))
def test_any_question_is_answered_or_refused_in_a_sentence(question: str) -> None:
    told = in_python(question, index())
    if told["refused"]:
        return
    found = index().search(question)
    ids = [hit.entry.id for hit in found.hits]
    assert len({*ids}) == len(ids)
    points = [hit.points for hit in found.hits if hit.points]
    assert points == sorted(points, reverse=True)


# -- A game of its own ------------------------------------------------------------------------------------------------

OTHER_BOOK: dict[str, Any] = {
    "game": "Fish",
    "base": "en",
    "texts": {"en": {"name": "English", "sha256": "0" * 64, "lines": "1-3"}},
    "chapters": [{"id": "1", "title": "Playing"}],
    "clauses": [
        {"id": "1.1", "title": "Drawing", "kind": "flow", "en": "1", "says": "Draw a fish. Keep it."},
        {"id": "1.2", "title": "The pond", "kind": "flow", "en": "2", "says": "When the pond is empty, stop."},
        {"id": "1.3", "title": "Winning", "kind": "scoring", "en": "3", "says": "Most fish win."},
    ],
    "apparatus": [],
}


def other_game() -> Index:
    book = read_rulebook(OTHER_BOOK)
    raw = [
        {**row, "id": "R1", "clauses": ["1.3"], "facts": []}
        for row in tomllib.loads((PACKAGE / "zerokei" / "rulings.toml").read_text(encoding="utf-8"))["rulings"][:1]
    ]
    rulings = read_register({"rulings": [{**row, "answers": [{"letter": "a", "says": "Both."}]} for row in raw]}, book)
    language = read_language(parse_toml(ENGLISH.read_text(encoding="utf-8"), "english", SearchError))
    more = Entry("word", "word-pond", "Pond", texts(["Where fish are."]), keys=(("pond", 0),))
    return make_index((*entries(book, rulings, {}), more), language, KINDS)


def test_the_search_knows_no_game() -> None:
    fish = other_game()
    assert [hit.entry.id for hit in fish.search("who wins").hits[:1]] == ["1.3"]
    assert [hit.entry.id for hit in fish.search("pond ran out of fish").hits[:1]] == ["1.2"]
    assert [hit.entry.id for hit in fish.search("r1").hits] == ["R1"]
    assert fish.search("1.3").hits[0].entry.see == ("R1",)
    assert fish.search("keep").hits[0].said.text == "Keep it."
    assert not fish.search("cauldron").hits


# -- The data ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("glossary = 3", "glossary"),
        ('[[glossary]]\nword = "Pond"', "says"),
        ('[[glossary]]\nword = "Pond"\nsays = "Wet."\nclauses = ["99.9"]', "'Pond' names unknown clause '99.9'"),
        ('[also]\nR999 = ["x"]', "names 'R999', expected a clause or a ruling"),
        ('[variant]\nchapters = ["99"]', "there is no chapter '99'"),
        ("[[groups]]\nsaid = 1", "said"),
        ("strange = 1", "strange"),
    ],
)
def test_what_is_wrong_with_the_words_of_a_game_is_told(
    text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "search.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(data, "SEARCH", file)
    # Another title, so that neither the part nor the words are those that were read before.
    with pytest.raises(SearchError, match=re.escape(complaint)) as told:
        words_of(evolve(GAME, title=f"Game of {tmp_path}"))
    assert str(told.value).startswith("search.toml: ")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("game", GAMES)
def test_words_of_the_search_belong_to_entries_that_exist(game: Game) -> None:
    """`words_of` refuses others; and terms have addresses of their own."""
    terms = glossary(game)
    assert len({term.id for term in terms}) == len(terms) >= 25
    assert len(words_of(game).also) >= 40


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_found_that_there_is(game: Game) -> None:
    found = {entry.id for entry in index_of(game).entries}
    assert found >= {clause.id for clause in game.rulebook} | {ruling.id for ruling in game.register}
    assert all(id in found for entry in index_of(game).entries for id in entry.see)


@pytest.mark.parametrize("game", GAMES)
def test_a_clause_names_the_rulings_that_touch_it(game: Game) -> None:
    by_id = {entry.id: entry for entry in index_of(game).entries}
    for ruling in game.register:
        assert all(ruling.id in by_id[id].see for id in ruling.clauses)


@pytest.mark.parametrize("table", ["kinds", "keys", "rarity", "points", "vocabulary"])
def test_the_index_is_one_for_all_and_cannot_be_changed(table: str) -> None:
    with pytest.raises(TypeError, match="cannot be changed"):
        getattr(index(), table)["deck"] = ()
    with pytest.raises(TypeError, match="cannot be changed"):
        index().points["deck"].append((0, 0))  # type: ignore[attr-defined]  # pyright: ignore


def test_sentences_end_where_they_end() -> None:
    assert sentences("One. Two (2.5) yen? Three; see 7.11. four") == ["One.", "Two (2.5) yen?", "Three; see 7.11. four"]


# -- The site's JavaScript --------------------------------------------------------------------------------------------


def in_javascript(questions: list[str], of: Index) -> list[dict[str, Any]]:
    given = json.dumps({"index": json.loads(json.dumps(of.to_json())), "questions": questions})
    command = [NODE, str(HERE / "search_in_js.mjs"), str(STATIC / "rules_search.js")]
    done = subprocess.run(command, input=given, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def in_python(question: str, of: Index) -> dict[str, Any]:
    places = {entry.id: number for number, entry in enumerate(of.entries)}
    known = next((game for game in GAMES if index_of(game) is of), None)
    try:
        found = of.search(question) if known is None else answered(known, question)
    except SearchError:
        return {"refused": True, "hits": [], "readAs": [], "unknown": [], "nearest": None}
    return {
        "refused": False,
        "hits": [[places[hit.entry.id], hit.sentence, hit.points, hit.covers] for hit in found.hits],
        "nearest": None if found.nearest is None else places[found.nearest.entry.id],
        "readAs": [[*pair] for pair in found.read_as],
        "unknown": [*found.unknown],
    }


HOSTILE = (
    "constructor", "__proto__ toString hasOwnProperty", "", "  ", "\x1b[31m", "a" * 401, "a " * 61, "\U0001f680" * 300,
    "İstanbul K ſ ﬁne", "\x1c7.11.1\ufeffr29\x85", "r29 r29-b R29", "7.11.1 8.2 deck", "’s ’ 's don’t player’s'",
    "паровоз deck", "ruling", "ruling ruling 7", "0", "1e3", "99.99", "#7", "<script>", "é" * 50,
)  # fmt: skip


def strange(rng: Random, index: Index) -> str:
    """A question of known words, misspelt ones, ids and signs."""
    known = [*index.vocabulary]
    parts = [rng.choice(known) for _ in range(rng.randint(1, 7))]
    if rng.random() < 0.5:
        letters = [*rng.choice(known)]
        letters[rng.randrange(len(letters))] = rng.choice("abcdefghijklmnopqrstuvwxyzé'")
        parts.append("".join(letters))
    if rng.random() < 0.2:
        parts.append(rng.choice(index.entries).id)
    if rng.random() < 0.2:
        phrase = rng.choice([*index.language.groups])
        parts.append(rng.choice((*phrase.said, *phrase.asked)))
    rng.shuffle(parts)
    return rng.choice((" ", ", ", "-", ". ")).join(parts)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_site_ranks_as_the_command_does(game: Game) -> None:
    """Every question, every id and hundreds of strange ones: the same entries, sentences and points."""
    rng, index = Random(1964), index_of(game)
    questions = [*every_question(game), *HOSTILE, *every_question(GAME)[::7], *every_question(NEXTSTATION)[::7]]
    questions += [*(entry.id.lower() for entry in index.entries), *(strange(rng, index) for _ in range(150))]
    found = in_javascript(questions, index)
    for question, told in zip(questions, found, strict=True):
        assert told == in_python(question, index), question


@pytest.mark.slow
def test_another_game_is_ranked_alike_too() -> None:
    questions = ["who wins", "pond ran out of fish", "r1", "1", "fissh", "keep the draw"]
    assert in_javascript(questions, other_game()) == [in_python(question, other_game()) for question in questions]


def test_the_index_in_the_page_is_the_index() -> None:
    """And each entry has an address; nothing in it can end the element that it stands in."""
    text = site.written(GAME)
    assert "<" not in text
    read = json.loads(text)
    addresses = read.pop("addresses")
    assert read == json.loads(json.dumps(index().to_json()))
    assert len({*addresses}) == len(index().entries)
    by_id = dict(zip((entry.id for entry in index().entries), addresses, strict=True))
    assert by_id["7.11.1"] == "zerokei/rulebook/chapter-7.html#clause-7-11-1"
    assert by_id["R29"] == "zerokei/rulings/R29.html"


# -- The command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_id_title_sentence_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "deck", "runs", "out", "--most", "2"]) == 0
    told = capsys.readouterr().out
    for id, other in (("R6", "clause 4.D.3"), ("4.D.3", "ruling R6")):
        assert re.search(rf"^{re.escape(id)} .+$", told, re.MULTILINE)
        assert re.search(rf"^ +{other}$", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("question", "led"),
    [("doubled tracks", True), ("may lines cross", True), ("what is an interchange worth", True), ("R29", False),
     ("deck runs out", False), ("can I buy a card I cannot afford", False)],
)  # fmt: skip
def test_a_question_that_another_game_answers_better_leads_to_it(
    question: str, led: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["search", question])
    told = capsys.readouterr().out
    assert told.startswith("In Next Station, with `--game nextstation`: ") is led
    main(["search", question, "--game", "zerokei"])
    assert "Next Station" not in capsys.readouterr().out


def test_of_questions_without_a_game_most_lead_to_the_right_one() -> None:
    """Those about the usual game lead nowhere else, with a few exceptions in a hundred."""

    def led(question: str) -> bool:
        return better(answered(NEXTSTATION, question), answered(GAME, question))

    ours, others = every_question(GAME)[::2], every_question(NEXTSTATION)[::2]
    assert sum(map(led, ours)) <= len(ours) * 3 // 100
    assert sum(map(led, others)) >= len(others) * 80 // 100


def test_a_game_that_does_not_work_is_no_matter_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(game: Game) -> Index:
        raise SearchError("broken")

    monkeypatch.setattr(command, "index_of", failing)
    assert not [*better_elsewhere(GAME, "lines", index().search("deck"))]


def test_the_command_shows_the_preferred_answer_beside_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "r29-b"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^ +a: ", told, re.MULTILINE)
    assert re.search(r"^ +b: ", told, re.MULTILINE)
    assert "We prefer a" in told


def test_the_command_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "deck runs out", "--why", "--most", "1"]) == 0
    assert re.search(r"\[\d+ points: deck: \d+; runs out: \d+\]", capsys.readouterr().out)


def test_only_a_kind_is_searched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "cauldron", "--kind", "ruling", "--kind", "word"]) == 0
    found = re.findall(r"^(\S+) ", capsys.readouterr().out, re.MULTILINE)
    assert any(id.startswith("word-") for id in found)
    assert all(id.startswith(("word-", "R")) or id.isdigit() for id in found)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["dragon"], 1),
        ([""], 2),
        (["\x1b[2J"], 2),
        (["a" * 5000], 2),
        (["?"], 2),
        (["deck", "--most", "0"], 2),
        (["deck", "--most", "-9"], 2),
    ],
)
def test_what_finds_nothing_is_one_sentence(words: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", *words]) == code
    out, err = capsys.readouterr()
    told = out + err
    assert told.count("\n") == 1
    assert "\x1b" not in told
    assert len(told) < 300
