"""Search: what players ask is found among the first three, by their words or by an id in any spelling; and the site's
JavaScript finds the same, to the point."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.extension import search as site
from docs.extension import worked
from shinkansen.cli import main
from shinkansen.core.clauses import read_rulebook
from shinkansen.core.entries import KINDS, entries
from shinkansen.core.errors import SearchError
from shinkansen.core.files import parse_toml
from shinkansen.core.indexing import make_index, sentences, texts
from shinkansen.core.rulings import read_register
from shinkansen.core.search import MOST_CHARACTERS, MOST_WORDS, Entry, Index
from shinkansen.core.words import nearest, read_language, words
from shinkansen.zerokei.data import EXAMPLES
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.search import glossary, index
from tests.verify.test_foreign_js import NODE

HERE = Path(__file__).parents[1]
STATIC = HERE.parent / "docs" / "_static"
ENGLISH = HERE.parent / "shinkansen" / "core" / "english.toml"
FIRST = 3
"""Among how many entries the answer must be."""


Asked: TypeAlias = "list[tuple[str, list[str]]]"


def asked(*files: str) -> Asked:
    """Questions, each with the entries of which one must be found."""
    read = (tomllib.loads((HERE / f"{file}.toml").read_text(encoding="utf-8")) for file in files)
    return [(row["q"], row["expect"]) for raw in read for row in raw["questions"]]


MUST = asked("questions", "questions_blind")
MORE = asked("questions_more", "questions_strangers")


def first(question: str, most: int = FIRST) -> list[str]:
    return [hit.entry.id for hit in index().search(question).hits[:most]]


# -- What players ask -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("question", "expected"), MUST, ids=lambda given: given if isinstance(given, str) else "")
def test_a_players_question_finds_its_rule_among_the_first_three(question: str, expected: list[str]) -> None:
    assert set(first(question)) & set(expected), first(question, 8)


def test_of_more_questions_nearly_all_are_answered() -> None:
    missed = [question for question, expected in MORE if not set(first(question)) & set(expected)]
    assert len(missed) <= len(MORE) // 10, missed


def test_there_are_questions_enough_and_all_expect_what_there_is() -> None:
    known = {entry.id for entry in index().entries}
    assert len({question for question, _ in MUST + MORE}) == len(MUST + MORE)
    assert len(MUST) >= 45
    assert {id for _, expected in MUST + MORE for id in expected} <= known


def test_the_words_of_any_game_name_none() -> None:
    """What is generic knows no game: the words of this one are in its own file."""
    general = (HERE.parent / "shinkansen" / "core" / "english.toml").read_text(encoding="utf-8").casefold()
    ours = {"carriage", "cauldron", "venue", "yen", "hideo", "olympic", "tail-carriage", "osaka", "station"}
    assert not [word for word in ours if re.search(rf"\b{word}", general)]


def test_no_question_is_in_the_index_as_it_is_asked() -> None:
    """Or finding it would prove nothing."""
    stored = {tuple(words(phrase)) for entry in index().entries for phrase in (*entry.also, *entry.passages())}
    told = {tuple(words(phrase)) for group in index().language.groups for phrase in (*group.said, *group.asked)}
    single = {question for question, _ in MUST if len(words(question)) > 2 and tuple(words(question)) in stored | told}
    assert not single


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


def test_every_id_and_slug_finds_its_entry_first() -> None:
    for entry in index().entries:
        for spelt in (entry.id, entry.id.lower(), entry.id.upper(), entry.id.replace(".", "-")):
            assert first(spelt)[0] == entry.id, spelt
    assert all(first(ruling.slug)[0] == ruling.id for ruling in register())


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
        for row in tomllib.loads((HERE.parent / "shinkansen/zerokei/rulings.toml").read_text(encoding="utf-8"))[
            "rulings"
        ][:1]
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


def test_what_the_search_knows_of_worked_examples_is_what_their_pages_say() -> None:
    told = "the pages changed: run `python -m docs.extension.worked`"
    assert EXAMPLES.read_text(encoding="utf-8") == worked.written(GAME), told


def test_words_of_the_search_belong_to_entries_that_exist() -> None:
    raw = parse_toml((HERE.parent / "shinkansen/zerokei/search.toml").read_text(encoding="utf-8"), "", SearchError)
    known = {entry.id for entry in index().entries}
    assert raw["also"].keys() <= known
    assert all(id in rulebook() for term in glossary() for id in term.clauses)
    assert len({term.id for term in glossary()}) == len(glossary())


def test_everything_is_found_that_there_is() -> None:
    found = {entry.id for entry in index().entries}
    assert found >= {clause.id for clause in rulebook()} | {ruling.id for ruling in register()}
    assert all(id in found for entry in index().entries for id in entry.see)


def test_a_clause_names_the_rulings_that_touch_it() -> None:
    by_id = {entry.id: entry for entry in index().entries}
    for ruling in register():
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
    try:
        found = of.search(question)
    except SearchError:
        return {"refused": True, "hits": [], "readAs": [], "unknown": []}
    return {
        "refused": False,
        "hits": [[places[hit.entry.id], hit.sentence, hit.points] for hit in found.hits],
        "readAs": [[*pair] for pair in found.read_as],
        "unknown": [*found.unknown],
    }


HOSTILE = (
    "constructor", "__proto__ toString hasOwnProperty", "", "  ", "\x1b[31m", "a" * 401, "a " * 61, "\U0001f680" * 300,
    "İstanbul K ſ ﬁne", "\x1c7.11.1\ufeffr29\x85", "r29 r29-b R29", "7.11.1 8.2 deck", "’s ’ 's don’t player’s'",
    "паровоз deck", "ruling", "ruling ruling 7", "0", "1e3", "99.99", "#7", "<script>", "é" * 50,
)  # fmt: skip


def strange(rng: Random) -> str:
    """A question of known words, misspelt ones, ids and signs."""
    known = [*index().vocabulary]
    parts = [rng.choice(known) for _ in range(rng.randint(1, 7))]
    if rng.random() < 0.5:
        letters = [*rng.choice(known)]
        letters[rng.randrange(len(letters))] = rng.choice("abcdefghijklmnopqrstuvwxyzé'")
        parts.append("".join(letters))
    if rng.random() < 0.2:
        parts.append(rng.choice(index().entries).id)
    if rng.random() < 0.2:
        phrase = rng.choice([*index().language.groups])
        parts.append(rng.choice((*phrase.said, *phrase.asked)))
    rng.shuffle(parts)
    return rng.choice((" ", ", ", "-", ". ")).join(parts)


@pytest.mark.slow
def test_the_site_ranks_as_the_command_does() -> None:
    """Every question, every id and hundreds of strange ones: the same entries, sentences and points."""
    rng = Random(1964)
    questions = [question for question, _ in MUST + MORE]
    questions += [*HOSTILE, *(entry.id.lower() for entry in index().entries), *(strange(rng) for _ in range(300))]
    found = in_javascript(questions, index())
    for question, told in zip(questions, found, strict=True):
        assert told == in_python(question, index()), question


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
