"""The site without building it: the generators leave nothing out, and all Python code on the pages is run."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

import attrs
import pytest

from docs import extension
from docs.extension import api, commands, examples, glossary, kinds, links, moved, overview, rulebook, rulings, schemas
from docs.extension.places import clause_anchor, clause_link, label, ruling_link
from docs.extension.python_source import Member, module, module_name
from docs.extension.words import plain
from shinkansen.core.game import Game
from shinkansen.verify.conversation.schemas import NAMES, schema
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.move_kinds import CLAUSES
from shinkansen.zerokei.moves import KINDS, move_from_json
from shinkansen.zerokei.notation import read as read_notation
from shinkansen.zerokei.rulebook import rulebook as clauses
from shinkansen.zerokei.rulings import register

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GENERATED = ("rulebook", "rulings", "reference", "editions.md", "_build")
WRITTEN = [path for path in sorted(DOCS.rglob("*.md")) if not {*path.relative_to(DOCS).parts} & {*GENERATED}]
SEEDS = ROOT.parent / "shared" / "seeds"
SHINGLE = 8
NAMES_OF_THINGS = ("on space 1 of the turn order tile and", "turn order token on space 2 of the")
"""Where components stand can hardly be said in other words."""
NOT_RUN = ("json", "text", "toml", "html", "javascript", "yaml", "ini")
"""Languages of blocks that nothing has to run."""


pytestmark = pytest.mark.slow


@cache
def rulebook_pages() -> dict[str, str]:
    return rulebook.pages(GAME, games=5)


@cache
def ruling_pages() -> dict[str, str]:
    return rulings.pages(GAME)


# -- Clauses ----------------------------------------------------------------------------------------------------------


def test_every_clause_has_one_entry_on_the_page_of_its_chapter() -> None:
    for clause in clauses():
        page = rulebook_pages()[f"zerokei/rulebook/chapter-{clause.chapter}"]
        assert page.count(f"({label(GAME, clause_anchor(clause.id))})=\n## {clause.id} ") == 1
    everything = "".join(rulebook_pages().values())
    assert len(re.findall(r"^\(zerokei-clause-", everything, re.MULTILINE)) == len(clauses())


def test_an_entry_tells_all_that_touches_its_clause() -> None:
    """The rulings with what we prefer, the texts that differ, and the clauses that change it or follow from it."""
    for clause in clauses():
        page = rulebook_pages()[f"zerokei/rulebook/chapter-{clause.chapter}"]
        entry = page.partition(f"({label(GAME, clause_anchor(clause.id))})=")[2].partition("\n(zerokei-clause-")[0]
        for ruling in register().about(clause.id):
            assert f"{ruling.id} {plain(ruling.question)}" in entry
            assert plain(ruling.says(ruling.preferred)) in entry
        assert all(plain(other.reads) in entry for other in clause.differs)
        for other in (*clauses().changing(clause), *clauses().implied_by(clause)):
            assert f"{clause_link(GAME, other.id)} {plain(other.title)}" in entry


def test_the_register_and_its_navigation_show_questions_and_answers() -> None:
    index = ruling_pages()["zerokei/rulings/index"]
    for ruling in register():
        assert ruling_link(GAME, ruling, plain(ruling.question)) in index
        assert f"(#zerokei-ruling-{ruling.id.lower()})" in index
        assert plain(ruling.says(ruling.preferred)) in index
        assert f"\n{ruling.id}\n" in index
        assert ruling.slug not in index


def test_numbers_of_our_own_lists_are_shown_to_nobody() -> None:
    for name, page in {**rulebook_pages(), **ruling_pages()}.items():
        assert not re.search(r"(?<![\w-])(?!R)[A-Z]-\d", re.sub(r"<svg.*?</svg>|`[^`]*`|\(#[^)]*\)", "", page)), name


def test_every_clause_is_a_cell_of_the_map_that_leads_to_its_entry() -> None:
    cells = re.findall(r'<a class="heat heat-\w+" href="(chapter-\d+)\.html#([\w-]+)" title="[^"]+">', _map())
    assert cells == [(f"chapter-{clause.chapter}", clause_anchor(clause.id)) for clause in clauses()]


def _map() -> str:
    return rulebook_pages()["zerokei/rulebook/map"]


def test_a_cell_tells_in_words_what_its_colour_tells() -> None:
    for level, figure in re.findall(r'<a class="heat heat-(\w+)"[^>]*>[\w.]+<b>([^<]+)</b></a>', _map()):
        assert (level == "none") == (figure == "–")
        assert (level == "0") == (figure == "0")


def test_an_entry_leads_to_the_code_and_to_the_tests() -> None:
    page = rulebook_pages()["zerokei/rulebook/chapter-7"]
    entry = page.partition("(zerokei-clause-7-11-5)=")[2].partition("\n(zerokei-clause-")[0]
    assert re.search(r":Code: .*href=\"\.\./\.\./code/shinkansen/zerokei/\w+\.html#line-\d+\"", entry)
    assert re.search(r":Tests: .*href=\"\.\./\.\./code/tests/\w+/test_\w+\.html#line-\d+\"", entry)


def test_the_lines_it_leads_to_cite_the_clause() -> None:
    for clause, places in rulebook.cited_at(GAME).items():
        for place in places:
            line = (ROOT / place.path).read_text(encoding="utf-8").split("\n")[place.line - 1]
            assert f'"{clause}"' in line


# -- Commands ---------------------------------------------------------------------------------------------------------


def test_every_command_and_every_option_is_on_the_page() -> None:
    """Looked up in the source of the commands, not in the parser that the page is made from."""
    page = commands.pages()[commands.PAGE]
    sources = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "shinkansen" / "commands").glob("*.py")}
    source = "".join(sources.values())
    names = {name for name, text in sources.items() if "\ndef add(parser:" in text}
    names |= set(re.findall(r'add_parser\(\s*"([\w-]+)"', source))
    assert {"verify", "show", "check"} <= names
    for name in names:
        assert re.search(rf"^##+ shinkansen (\w+ )?{name}$", page, re.MULTILINE), name
    for option in set(re.findall(r'add_argument\(\s*"(--[\w-]+)"', source)):
        assert re.search(rf"^\| `{option}\b", page, re.MULTILINE), option


# -- Schemas ----------------------------------------------------------------------------------------------------------


def test_every_part_of_every_schema_is_described() -> None:
    pages = schemas.pages(GAME)
    places = {"requests": "messages", "replies": "messages", "move": "moves"}
    for name in NAMES:
        page = pages[f"reference/{places.get(name, 'values')}"]
        for part, content in schema(name, GAME).get("$defs", {}).items():
            if name in ("requests", "replies"):
                anchors = (f"(message-{part})=", "## A setting", "## Every key of a reply", "## An item of a score",
                           "## What is not answered", "## What went wrong")  # fmt: skip
                assert any(anchor in page for anchor in anchors)
            else:
                assert f"({'move' if name == 'move' else f'schema-{name}'}-{part})=" in page
            assert all(f"| `{key}` |" in page for key in content.get("properties", {})), (name, part)


def test_every_kind_of_move_says_what_it_means() -> None:
    page = schemas.pages(GAME)["reference/moves"]
    assert CLAUSES.keys() == KINDS.keys()
    for kind, clauses_of in CLAUSES.items():
        assert all(id in clauses() for id in clauses_of), kind
        section = page.partition(f"(move-{kind})=\n")[2].partition("\n(move-")[0]
        assert kinds.meaning(GAME, examples.moves(GAME)[kind]) in section
        assert f"shinkansen.zerokei.moves.{KINDS[kind].__name__}`" in section
        written = re.search(r":In a log: `yellow: ([^`]+)`", section)
        assert written is not None
        assert read_notation(written[1].split()) == move_from_json(examples.moves(GAME)[kind])


def test_every_message_has_an_example() -> None:
    page = schemas.pages(GAME)["reference/messages"]
    for section in page.split("\n### ")[1:]:
        assert "```json\n{" in section, section[:40]
    assert page.count("```json") == 2 * len(re.findall(r"^\(message-", page, re.MULTILINE)) + 2


def test_an_example_that_does_not_fit_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, examples.Message] = {kind: {"move": kind, "x": 1} for kind in schema("move", GAME)["$defs"]}

    def moves(game: Game) -> dict[str, examples.Message]:
        return wrong

    monkeypatch.setattr(schemas, "moves", moves)
    with pytest.raises(ValueError, match=r"the example for move\.json#/\$defs/choose-engine does not fit"):
        schemas.pages(GAME)


# -- The API ----------------------------------------------------------------------------------------------------------


def test_every_public_module_has_a_page() -> None:
    hidden = ("shinkansen.commands", "shinkansen.__main__")
    files = (path.relative_to(ROOT).as_posix() for path in (ROOT / "shinkansen").rglob("*.py"))
    names = {name for name in map(module_name, files) if not name.startswith(hidden)}
    assert api.pages().keys() == {"reference/api/index"} | {f"reference/api/{name}" for name in names}


@pytest.mark.parametrize("path", api.public())
def test_every_public_member_is_described(path: str) -> None:
    name = module_name(path)
    page, running = api.pages()[f"reference/api/{name}"], import_module(name)
    for member, value in vars(running).items():
        ours = getattr(value, "__module__", None) == name and (inspect.isclass(value) or inspect.isfunction(value))
        if ours and not member.startswith("_"):
            kind = "(class|exception)" if inspect.isclass(value) else "function"
            assert re.search(rf"^`+{{py:{kind}}} {member}\b", page, re.MULTILINE), member


@pytest.mark.parametrize("path", api.public())
def test_constructors_have_the_parameters_that_they_have(path: str) -> None:
    """The pages read the source; `inspect` asks the running class."""
    running = import_module(module_name(path))
    for member in module(path).members:
        kind = getattr(running, member.name, None)
        if member.kind == "class" and inspect.isclass(kind) and "__attrs_attrs__" in vars(kind):
            above = {part.alias for part in attrs.fields(cast("type[attrs.AttrsInstance]", kind)) if part.inherited}
            assert _parameters(member) == [each for each in inspect.signature(kind).parameters if each not in above]


def _parameters(member: Member) -> list[str]:
    written = ast.parse(f"def made{member.signature or '()'}: ...").body[0]
    assert isinstance(written, ast.FunctionDef)
    return [argument.arg for argument in (*written.args.posonlyargs, *written.args.args, *written.args.kwonlyargs)]


USED = [path for path in api.public() if api.is_public(module_name(path))]


def test_every_module_that_is_made_to_be_used_exists() -> None:
    named = [f"{room}.{each}".rstrip(".") for room, some in api.PUBLIC.items() for each in some]
    assert sorted(map(module_name, USED)) == sorted(named)


@pytest.mark.parametrize("path", USED, ids=module_name)
def test_every_name_that_is_made_to_be_used_has_a_text(path: str) -> None:
    """Fields and constants may speak for themselves; modules, classes, functions, methods and types may not."""

    def without(member: Member, name: str) -> list[str]:
        told = api.with_inherited(member)
        words = told.doc.partition("From its bases:")[0].strip()
        plain = told.kind in ("attribute", "data")
        inside = [each for part in told.members for each in without(part, f"{name}.{part.name}")]
        return [*([] if words or plain else [f"{told.kind} {name}"]), *inside]

    described = module(path)
    assert described.doc
    assert [each for member in described.members for each in without(member, member.name)] == []


def test_what_fulfils_the_contract_says_what_the_contract_says() -> None:
    page = api.pages()["reference/api/shinkansen.zerokei.ruleset"]
    contract = next(each for each in module("shinkansen/core/ruleset.py").members if each.name == "Ruleset")
    methods = [each for each in contract.members if each.kind in ("method", "property")]
    assert len(methods) > 25
    for each in methods:
        first = each.doc.partition("\n\n")[0]
        assert first
        assert first in page or first.replace("\n", " ") in page, each.name
    assert "`apply <shinkansen.core.ruleset.Ruleset.apply>`" in page


def test_types_lead_to_where_they_are_defined() -> None:
    (legal,) = (
        inner
        for member in module("shinkansen/zerokei/ruleset.py").members
        if member.name == "ZeroKei"
        for inner in member.members
        if inner.name == "legal_moves"
    )
    assert legal.signature == ("(state: ~shinkansen.zerokei.table.State) -> tuple[~shinkansen.zerokei.moves.Move, ...]")


# -- Writing ----------------------------------------------------------------------------------------------------------


def test_only_what_changed_is_written_and_what_is_stale_removed(tmp_path: Path) -> None:
    extension.write(tmp_path, {"a/one.md": "1", "a/two.md": "2"})
    before = (tmp_path / "a" / "one.md").stat().st_mtime_ns
    (tmp_path / "a" / "by-hand.md").write_text("mine", encoding="utf-8")
    extension.write(tmp_path, {"a/one.md": "1", "b/three.svg": "3"})
    assert (tmp_path / "a" / "one.md").stat().st_mtime_ns == before
    assert not (tmp_path / "a" / "two.md").exists()
    assert (tmp_path / "a" / "by-hand.md").exists()
    assert (tmp_path / "b" / "three.svg").read_text(encoding="utf-8") == "3"


def test_what_is_generated_is_not_in_git() -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8")
    pages = [*rulebook_pages(), *ruling_pages(), *api.pages(), *commands.pages(), *schemas.pages(GAME)]
    patterns = [line.removesuffix("/") for line in ignored.split("\n") if line and not line.startswith("#")]
    for name in (*pages, *overview.assets()):
        folders = [Path("docs", name), *Path("docs", name).parents]
        assert any(folder.match(pattern) for folder in folders for pattern in patterns), name
    assert {f"docs/{old}" for old in moved.FOLDERS if old.endswith("/")} <= set(ignored.split("\n"))


# -- Links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ('<a href="two.html#there">', []),
        ('<noscript><meta http-equiv="refresh" content="0; url=two.html">', []),
        ('<meta http-equiv="refresh" content="0; url=gone.html">', ["one.html: gone.html: there is no such file"]),
        ('<a href="old.html#there">', ["one.html: old.html#there: it is an old address, which leads on"]),
        ('<a href="https://elsewhere.example/">', []),
        ('<a href="three.html">', ["one.html: three.html: there is no such file"]),
        ('<a href="two.html#gone">', ["one.html: two.html#gone: there is no such anchor"]),
        ('<a href="#gone">', ["one.html: #gone: there is no such anchor"]),
        (
            '<script src="https://cdn.example/x.js">',
            ["one.html: https://cdn.example/x.js: it is loaded from elsewhere"],
        ),
        ('<img src="//cdn.example/x.png">', ["one.html: //cdn.example/x.png: it is loaded from elsewhere"]),
    ],
)
def test_links_are_followed(tmp_path: Path, body: str, wrong: list[str]) -> None:
    (tmp_path / "one.html").write_text(body, encoding="utf-8")
    (tmp_path / "two.html").write_text('<p id="there">', encoding="utf-8")
    (tmp_path / "old.html").write_text('<meta http-equiv="refresh" content="0; url=two.html">', encoding="utf-8")
    assert [*links.problems(tmp_path)] == wrong


def test_style_sheets_fetch_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text(
        "@import 'https://fonts.example/f.css'; b { background: url(data:x) }", encoding="utf-8"
    )
    assert [*links.problems(tmp_path)] == ["a.css: https://fonts.example/f.css: a style sheet loads it from elsewhere"]


def test_the_generators_do_without_sphinx() -> None:
    """The suite runs on an install that has none."""
    names = [*extension.OF_A_GAME, *extension.OF_THE_SITE, "moved", "places"]
    code = f"import sys; sys.modules['sphinx'] = None\nfrom docs.extension import {', '.join(names)}"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


# -- Old addresses ----------------------------------------------------------------------------------------------------


def test_every_page_of_the_game_had_an_address_without_its_name() -> None:
    """And nothing else has one: what was elsewhere stayed there."""
    pages = [*rulebook_pages(), *ruling_pages(), *glossary.pages(GAME)]
    found = moved.old_addresses([*pages, *commands.pages(), *api.pages(), "index", "guides/index"])
    assert sorted(found.values()) == sorted(pages)
    assert found["rulings/R29"] == "zerokei/rulings/R29"
    assert all(f"zerokei/{old}" == new for old, new in found.items())
    with pytest.raises(ValueError, match="rulings/R29 is in a folder of old addresses"):
        moved.old_addresses(["rulings/R29", "zerokei/rulings/R29"])


def test_an_old_address_leads_on_with_its_anchor_and_without_scripts_too() -> None:
    page = moved.redirect("rulings/R29", "zerokei/rulings/R29")
    assert 'location.replace("../zerokei/rulings/R29.html" + location.search + location.hash)' in page
    assert '<noscript><meta http-equiv="refresh" content="0; url=../zerokei/rulings/R29.html"></noscript>' in page
    assert '<a href="../zerokei/rulings/R29.html">' in page


# -- What is written by hand ------------------------------------------------------------------------------------------

FENCE = re.compile(
    r"^[ ]*(?P<ticks>`{3,}|~{3,}|:{3,})[ ]*(?P<info>.*?)[ ]*\n(?P<body>.*?)^[ ]*(?P=ticks)[ ]*$", re.M | re.S
)


def blocks(text: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: what they say they are, and what is in them."""
    return [(found["info"], found["body"]) for found in FENCE.finditer(text)]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_what_a_page_shows_is_run_or_is_no_python(path: Path) -> None:
    for info, _ in blocks(path.read_text(encoding="utf-8")):
        assert info.startswith("{") or info in ("pycon", *NOT_RUN), f"{path.name}: a block of {info or 'no language'!r}"


def test_what_pages_show_at_the_prompt_is_what_comes() -> None:
    for path in WRITTEN:
        failures, tests = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
        assert bool(tests) == any(info == "pycon" for info, _ in blocks(path.read_text(encoding="utf-8")))
        assert not failures


def test_the_blocks_of_a_page_are_found() -> None:
    text = "```python\n1\n```\n\n````{code-cell} ipython3\n```\n````\n\n```\nx\n```\n"
    assert blocks(text) == [("python", "1\n"), ("{code-cell} ipython3", "```\n"), ("", "x\n")]


# -- Whose words ------------------------------------------------------------------------------------------------------


def shingles(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[place : place + SHINGLE]) for place in range(len(words) - SHINGLE + 1)}


def test_no_sentence_is_the_rulebooks() -> None:
    if not SEEDS.is_dir():
        pytest.skip(f"the rulebook texts are not shipped, and there are none in {SEEDS}")
    theirs = set[tuple[str, ...]]()
    for path in SEEDS.rglob("*"):
        if path.is_file():
            theirs |= shingles(path.read_text(encoding="utf-8", errors="replace"))
    assert theirs
    ours = {path.name: path.read_text(encoding="utf-8") for path in WRITTEN} | rulebook_pages() | glossary.pages(GAME)
    theirs -= {words for phrase in NAMES_OF_THINGS for words in shingles(phrase)}
    copied = {name: [" ".join(words) for words in shingles(text) & theirs] for name, text in ours.items()}
    assert not {name: found for name, found in copied.items() if found}
