"""The site has pages for every game that is installed: the generators know none, and take what each one has."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

from docs import extension
from docs.extension import editions, examples, moved, overview, rulebook, rulings, search, worked
from docs.extension.places import clause_anchor, label
from docs.extension.places import page as page_of
from docs.extension.words import plain
from shinkansen.commands.citing import citation, clause_citation, ruling_citation
from shinkansen.core import registry
from shinkansen.core.entries import index_of
from shinkansen.core.game import Game
from shinkansen.core.parts import EDITION_FILES, EXAMPLES, MOVE_KINDS
from shinkansen.core.play import at_random, plies
from tests.fake_game_package import offer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "docs" / "extension"
LABEL = re.compile(r"^\(([\w-]+)\)=$", re.MULTILINE)


@pytest.fixture
def goofspiel(games_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The third game, offered beside ours."""
    monkeypatch.syspath_prepend(ROOT / "examples" / "third_game")  # pyright: ignore[reportUnknownMemberType]
    offer(games_folder, "goofspiel-rules", goofspiel="goofspiel:GAME")
    return registry.game("goofspiel")


@pytest.fixture
def ours(games_folder: Path) -> dict[str, str]:
    """The pages of the usual game."""
    return extension.contents_of(registry.game())


def test_no_generator_imports_a_game() -> None:
    """Ours or anybody's; not even through our tests, which may."""
    games = {game.parts["rules"].partition(":")[0].rpartition(".")[0] for game in registry.games()}
    assert "shinkansen.zerokei" in games
    for file in sorted(EXTENSION.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                assert not name.startswith((*games, "tests")), f"{file.name} imports {name}"
    assert "zerokei" not in (ROOT / "docs" / "conf.py").read_text(encoding="utf-8")


GAMES = pytest.mark.parametrize("name", ["zerokei", "nextstation"])


@GAMES
def test_every_kind_of_move_names_clauses_by_which_it_is_made(name: str) -> None:
    """All kinds of the schema, and no others; what happens by moves of a kind cites one of them."""
    game, seen = registry.game(name), dict[str, set[str]]()
    told = game.part(MOVE_KINDS)
    assert {*told.clauses} == {*examples.kinds(game)}
    assert all(id in game.rulebook for ids in told.clauses.values() for id in ids)
    for seed in range(30):
        rules, rng = game.open(game.tables[seed % len(game.tables)]), Random(seed)
        for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
            happened = rules.narrate(ply.state, ply.move).happenings
            cited = {str(getattr(each, "clause", "")) for each in happened}
            seen.setdefault(str(rules.move_json(ply.move)["move"]), set()).update(cited)
    assert {*seen} == told.clauses.keys() - told.seldom.keys()
    assert [kind for kind, cited in seen.items() if not cited & {*told.clauses[kind]}] == []


@GAMES
def test_what_the_search_knows_of_worked_examples_is_what_their_pages_say(name: str) -> None:
    game = registry.game(name)
    stored = Path(str(game.part(EXAMPLES))).read_text(encoding="utf-8")
    assert stored == worked.written(game), "the pages changed: run `python -m docs.extension.worked`"
    for each in worked.found(game):
        assert each["clauses"], each["page"]
        assert all(id in game.rulebook for id in each["clauses"]), each["page"]


@GAMES
def test_every_worked_example_is_in_the_index_of_the_examples(name: str) -> None:
    """And its row there has its title and its clauses."""
    game = registry.game(name)
    folder = worked.DOCS / page_of(game, "examples")
    told = worked.found(game)
    assert {f"{each['page']}.md" for each in told} == {file.name for file in folder.glob("*.md")} - {"index.md"}
    index = (folder / "index.md").read_text(encoding="utf-8")
    for each in told:
        (row,) = [line for line in index.split("\n") if line.startswith(f"| [{each['title']}]({each['page']}.md) |")]
        assert re.findall(r"\[([\w.]+)\]\(#\w+-clause-", row) == each["clauses"]


def test_another_game_gets_its_rulebook_rulings_and_messages(goofspiel: Game) -> None:
    pages = extension.contents_of(goofspiel)
    assert all(path.startswith("goofspiel/") for path in pages)
    for clause in goofspiel.rulebook:
        page = pages[f"goofspiel/rulebook/chapter-{clause.chapter}.md"]
        entry = page.partition(f"({label(goofspiel, clause_anchor(clause.id))})=\n## {clause.id} ")[2]
        entry = entry.partition("\n(goofspiel-clause-")[0]
        assert plain(clause.says) in entry
        assert citation(clause_citation(goofspiel, clause)) in entry
    for ruling in goofspiel.register:
        page = pages[f"goofspiel/rulings/{ruling.id}.md"]
        assert citation(ruling_citation(goofspiel, ruling)) in page
        assert all(plain(answer.says) in page for answer in ruling.answers)
        assert f"$ shinkansen ruling witness {ruling.id}=b --game goofspiel\n" in page
    assert '"games": ["goofspiel"]' in pages["goofspiel/reference/messages.md"]
    assert '{"card": 1}' in pages["goofspiel/reference/values.md"]


def test_what_a_game_lacks_its_pages_leave_out(goofspiel: Game, second_game: Game) -> None:
    """No pictures, measurement, texts, glossary, tests or schemas; the other one has no witnesses, but tests."""
    pages = extension.contents_of(goofspiel)
    everything = "\n".join(pages.values())
    for lacking in ("{figure}", "## How often it matters", "## What the texts say", "glossary", ":Tests:", ":Code:"):
        assert lacking not in everything
    assert "## A game that tells a from b" in everything
    assert not {"goofspiel/rulebook/glossary.md", "goofspiel/reference/moves.md"} & pages.keys()
    assert not [path for path in pages if path.endswith(".svg")]
    second = "\n".join([*rulebook.pages(second_game, games=5).values(), *rulings.pages(second_game).values()])
    assert "## A game that tells" not in second
    assert ":Tests:" in second
    assert "The base is the English text." in second


def test_our_pages_are_the_same_beside_another_game(ours: dict[str, str], goofspiel: Game) -> None:
    """To the byte; only how long a check took is measured anew in every build, so it is made once here."""
    again = extension.contents_of(registry.game())
    assert again == ours


def test_two_games_never_share_a_page_a_label_or_an_address(ours: dict[str, str], goofspiel: Game) -> None:
    """Both have a ruling R1 and a clause of chapter 1."""
    theirs = extension.contents_of(goofspiel)
    assert not ours.keys() & theirs.keys()
    labels = [{found for text in pages.values() for found in LABEL.findall(text)} for pages in (ours, theirs)]
    assert "zerokei-R1" in labels[0]
    assert "goofspiel-R1" in labels[1]
    assert not labels[0] & labels[1]
    places = [
        {search.address(game, entry) for entry in index_of(game).entries} for game in (registry.game(), goofspiel)
    ]
    assert not places[0] & places[1]
    assert {path.partition("#")[0].replace(".html", ".md") for path in places[1]} <= theirs.keys()
    assert not moved.old_addresses(path.removesuffix(".md") for path in theirs)


def test_links_of_another_game_lead_to_labels_of_its_own(goofspiel: Game) -> None:
    pages = extension.contents_of(goofspiel)
    known = {found for text in pages.values() for found in LABEL.findall(text)}
    asked = {found for text in pages.values() for found in re.findall(r"\]\(#([\w-]+)\)", text)}
    assert {link for link in asked if link.startswith("goofspiel-")} <= known
    assert {link for link in asked if not link.startswith("goofspiel-")} <= {"an-item-of-a-score"}


def test_the_first_page_shows_every_game(goofspiel: Game) -> None:
    """A column for each, with what it has; and its pages in the navigation."""
    pieces = overview.assets()
    head, _, *rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in pieces[overview.TABLE].splitlines()]
    games = [registry.game(name) for name in (registry.DEFAULT, "goofspiel", "nextstation")]
    assert head == ["", *(plain(game.title) for game in games)]
    told = {row[0]: dict(zip(games, row[1:], strict=True)) for row in rows}
    for game in games:
        assert told["Clauses"][game] == f"[{len(game.rulebook)}]({game.name}/rulebook/index.md)"
        assert told["Rulings"][game].startswith(f"[{len(game.register)}]({game.name}/rulings/index.md)")
        assert all(str(seats) in told["Players"][game] for seats in game.seats)
        navigation = pieces[overview.NAVIGATION].partition(f":caption: {game.title}\n")[2].partition("```")[0]
        assert f"Rulebook <{game.name}/rulebook/index>\n" in navigation
        assert ("Worked examples <" in navigation) == game.has(EXAMPLES) == bool(told[EXAMPLES_ROW][game])
        for edition in editions.editions(game):
            assert (plain(edition.title) in told["Editions"][game]) or edition.varies
    assert "foreign-js " in told["Checked implementations of others"][games[0]]
    assert "careless" not in pieces[overview.TABLE]
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert all(f"```{{include}} {name}\n" in index for name in pieces)


EXAMPLES_ROW = "The rulebook's own examples, played"


@GAMES
def test_every_page_written_for_a_game_is_in_the_navigation(name: str) -> None:
    """Once; the tutorial among what one reads first."""
    pieces = overview.assets()[overview.NAVIGATION]
    for file in (ROOT / "docs" / name).glob("*.md"):
        place = f"{name}/{file.stem}"
        if file.stem != "tutorial":
            assert len(re.findall(rf"^(.+ <{place}>|{place})$", pieces, re.MULTILINE)) == 1, place


@GAMES
def test_the_page_of_editions_prints_each_with_its_sources(name: str) -> None:
    game = registry.game(name)
    page = editions.pages(game)[f"{name}/editions"]
    for edition in editions.editions(game):
        assert f"`{edition.digest[:12]}`" in page
        printed = game.part(EDITION_FILES).show(edition.name, "sources")
        assert (printed in page) == (not edition.varies)
        made_up = sum("[reconstructed" in line for line in printed.splitlines())
        assert edition.reconstructed == f"{made_up} of {len(printed.splitlines()) - 1}"


def test_a_game_that_does_not_work_takes_no_pages_from_the_others(games_folder: Path, goofspiel: Game) -> None:
    offer(games_folder, "broken", broken="no_such_module:GAME")
    assert {game.name for game in registry.games()} == {"goofspiel", "nextstation", registry.DEFAULT}
    assert "Goofspiel" in overview.assets()[overview.TABLE]
