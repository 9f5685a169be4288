"""The pages of a game's rulebook: one for each chapter with its clauses, and a map of all by how busy they are.

A clause has a permanent anchor (`clause-7-11-5`) and tells everything that this project knows about it: the paraphrase,
its lines, other languages, the rulings that touch it, what cites it, how often it was at work, and which tests hold it.
What a game does not have (texts, tests, source that is shown here) is left out.
"""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from attrs import frozen

from docs.extension import code
from docs.extension.cite import citing
from docs.extension.classes import class_link
from docs.extension.games import GAMES, Measured, measure
from docs.extension.places import clause_anchor, clause_link, label, of_game, page, ruling_link
from docs.extension.words import counted, plain, table
from shinkansen.commands.citing import clause_citation
from shinkansen.commands.prose import cited, preferred
from shinkansen.core.clauses import Chapter, Clause, ClauseKind, Rulebook
from shinkansen.core.coverage import ClauseTests
from shinkansen.core.game import Game
from shinkansen.core.parts import CLAUSE_TESTS, ENGINE_SOURCE
from shinkansen.core.search_words import glossary

LEVELS: Final = (1, 10, 100, 1000, 10000)
"""From how many times on a clause is shown as busier."""

KINDS: Final = {
    ClauseKind.SETUP: "what is done before the first round",
    ClauseKind.FLOW: "who does what when",
    ClauseKind.COST: "what something costs",
    ClauseKind.PERMISSION: "what players may do",
    ClauseKind.PROHIBITION: "what players may not do",
    ClauseKind.EFFECT: "what something does",
    ClauseKind.SCORING: "what victory points are given for",
    ClauseKind.DEFINITION: "what a word means",
}


@frozen
class Place:
    """A line of code, and the function around it."""

    path: str
    short: str
    """Its name among the files of the engine."""
    line: int
    function: str


def pages(game: Game, games: int = GAMES) -> dict[str, str]:
    """Every page of a game's rulebook, by docname; so many games are played to measure how busy the clauses are."""
    measured = measure(game, games)
    chapters = {_page(game, chapter): _chapter(game, chapter, measured) for chapter in game.rulebook.chapters}
    return {page(game, "rulebook/index"): _index(game), page(game, "rulebook/map"): _map(game, measured), **chapters}


def _page(game: Game, chapter: Chapter) -> str:
    return page(game, f"rulebook/chapter-{chapter.id}")


def _clause_tests(game: Game) -> ClauseTests | None:
    return game.part(CLAUSE_TESTS)() if game.has(CLAUSE_TESTS) else None


def _can_be_cited(game: Game, clause: Clause, measured: Measured) -> bool:
    """Whether the engine cites a clause; if the game does not say, then whether it did in the games."""
    tests = _clause_tests(game)
    return clause.id in (tests.citable if tests is not None else measured.tally.seen)


# -- The index --------------------------------------------------------------------------------------------------------


def _index(game: Game) -> str:
    book = game.rulebook
    rows = [
        [f"[{plain(chapter.id)} {plain(chapter.title)}](chapter-{chapter.id}.md)", f"{len(book.under(chapter.id))}"]
        for chapter in book.chapters
    ]
    kinds = [[kind.value, says, f"{sum(c.kind is kind for c in book)}"] for kind, says in KINDS.items()]
    words = "glossary\n" if glossary(game) else ""
    return f"""# The rulebook{of_game(game)}

Every rule of *{plain(book.game)}* is a numbered clause in our own words. {_what_to_do(game)}

{chr(10).join(_told(game))}

{table(["Chapter", "Clauses"], rows)}

## Kinds of clauses

{table(["Kind", "Meaning", "Clauses"], kinds)}

```{{toctree}}
:hidden:

{words}map
{chr(10).join(f"chapter-{chapter.id}" for chapter in book.chapters)}
```
"""


def _what_to_do(game: Game) -> str:
    lines = "see which lines of\nthe text it paraphrases, " * bool(game.rulebook.texts)
    into = [name for name, kind in (("code", ENGINE_SOURCE), ("tests", CLAUSE_TESTS)) if game.has(kind)]
    follow = f"follow it into {' and '.join(f'the {name}' for name in into)}, " if into else ""
    comma = "," if lines or follow else ""
    return f"Here you can read each one{comma} {lines}{follow}and cite it: its number and its anchor are permanent."


def _told(game: Game) -> Iterator[str]:
    book, tests = game.rulebook, _clause_tests(game)
    exercised = (
        f"There are {counted(len(book), 'clause')}. A program can exercise {sum(c.program for c in book)} of them"
    )
    if tests is None:
        yield f"{exercised}."
    else:
        untested = len(tests.untested(book))
        yield f"{exercised}, and"
        yield f"{'each of these has' if not untested else f'all but {untested} of these have'} a test."
    base = ""
    if book.base:
        others = ", ".join(text.name for key, text in book.texts.items() if key != book.base)
        differ = f"; where another one ({others}) differs, the clause says so" if others else ""
        base = f"The base is the {book.texts[book.base].name} text{differ}. "
    lettered = any(re.search("[A-Z]", clause.id) for clause in book)
    letters = "The\nletters in the numbers are the rulebook's own. " * lettered
    yield f"{base}{letters}{_elsewhere(game)}"


def _elsewhere(game: Game) -> str:
    busy = "The [map of all clauses](map.md) shows how busy each one is"
    return f"{busy}, and the\n[glossary](glossary.md) tells what the words mean." if glossary(game) else f"{busy}."


# -- A chapter --------------------------------------------------------------------------------------------------------


def _chapter(game: Game, chapter: Chapter, measured: Measured) -> str:
    clauses = game.rulebook.under(chapter.id)
    entries = "\n".join(_entry(game, clause, _page(game, chapter), measured) for clause in clauses)
    # The search finds each clause by itself.
    return f"---\nnosearch: true\n---\n\n# {plain(chapter.id)} {plain(chapter.title)}\n\n{entries}"


def _entry(game: Game, clause: Clause, at: str, measured: Measured) -> str:
    facts = "\n".join(f":{name}: {value}" for name, value in _facts(game, clause, at, measured))
    missed = " [easily missed]{.kind .missed}" if clause.missed else ""
    return f"""({label(game, clause_anchor(clause.id))})=
## {clause.id} {plain(clause.title)}

[{clause.kind.value}]{{.kind}}{missed}

{plain(clause.says)}

{facts}
"""


def _facts(game: Game, clause: Clause, at: str, measured: Measured) -> Iterator[tuple[str, str]]:
    book = game.rulebook
    lines = "; ".join(cited(book.texts[key], cites) for key, cites in clause.lines.items())
    if lines or clause.source or clause.follows:
        implied = f"implied by {', '.join(clause_link(game, id) for id in clause.follows)}"
        yield "Rests on", lines or plain(clause.source) or implied
    for other in clause.differs:
        yield "But", f"{cited(book.texts[other.text], other.lines)}: {plain(other.reads)}"
    for ruling in game.register.about(clause.id):
        yield "Ruling", f"{ruling_link(game, ruling)} {plain(preferred(ruling))}"
    for name, ids in _related(book, clause).items():
        if ids:
            yield name, "; ".join(f"{clause_link(game, id)} {plain(book[id].title)}" for id in ids)
    if not clause.program:
        yield "No program", f"can exercise it: {plain(clause.because)}"
    yield "At work", "; ".join(_work(game, clause, measured))
    if places := cited_at(game).get(clause.id):
        yield (
            "Code",
            ", ".join(code.link(at, each.path, each.line, f"{each.short}: {each.function}") for each in places),
        )
    if tests := _tests_of(game, clause):
        yield "Tests", _tests(at, tests)
    yield "Cite", citing(clause_citation(game, clause), at, clause_anchor(clause.id))


def _related(book: Rulebook, clause: Clause) -> dict[str, tuple[str, ...]]:
    """The clauses that whoever reads this one should know of."""
    return {
        "Changes": clause.changes,
        "Changed by": tuple(other.id for other in book.changing(clause)),
        "Implies": tuple(other.id for other in book.implied_by(clause)),
    }


def _tests_of(game: Game, clause: Clause) -> tuple[str, ...]:
    tests = _clause_tests(game)
    return tests.tests.get(clause.id, ()) if tests is not None else ()


def _work(game: Game, clause: Clause, measured: Measured) -> Iterator[str]:
    games = f"{measured.tally.games} games"
    fired, scored, refused = measured.tally.counts(clause.id)
    if not game.has(CLAUSE_TESTS):
        if not fired + scored + refused:
            yield f"not once in {games}"
    elif not _can_be_cited(game, clause, measured):
        yield "the engine never cites it; tests cover it" if clause.program else "never"
    elif not fired + scored + refused:
        yield f"not once in {games}"
    if fired:
        names = ", ".join(map(class_link, measured.happenings[clause.id]))
        yield f"{counted(fired, 'time')} in {games} something happened by it ({names})"
    if scored:
        yield f"{counted(scored, 'time')} it scored or decided"
    if refused:
        reasons = ", ".join(f"`{reason}`" for reason in measured.refusals[clause.id])
        yield f"{counted(refused, 'time')} it refused a move ({reasons})"


def _tests(at: str, tests: tuple[str, ...]) -> str:
    links = [_test(at, *test.partition("::")[::2]) for test in tests]
    if len(links) == 1:
        return links[0]
    items = "".join(f"<li>{link}</li>" for link in links)
    return f"<details><summary>{len(links)} tests</summary><ul>{items}</ul></details>"


def _test(at: str, path: str, name: str) -> str:
    """A test, with a link if the site shows its file."""
    if path in code.shown() and name in test_lines(path):
        return code.link(at, path, test_lines(path)[name], name)
    return f"<code>{html.escape(name or path)}</code>"


@cache
def test_lines(path: str) -> dict[str, int]:
    """Where each test of a file begins."""
    top = ast.parse((code.ROOT / path).read_text(encoding="utf-8")).body
    return {node.name: node.lineno for node in top if isinstance(node, ast.FunctionDef)}


def _in_checkout(folder: Path) -> Path:
    """The folder of a package in this checkout, where its code is shown, if the package is installed from it."""
    parts = folder.parts
    if "site-packages" not in parts:
        return folder
    place = len(parts) - parts[::-1].index("site-packages")
    return code.ROOT.joinpath(*parts[place:])


def _engine(game: Game) -> Iterator[tuple[str, str]]:
    """The files of a game's engine that the site shows, each with its name in the folder."""
    if not game.has(ENGINE_SOURCE):
        return
    source = game.part(ENGINE_SOURCE)
    folder = _in_checkout(Path(str(source.folder)))
    if not folder.is_relative_to(code.ROOT):
        return
    for file in sorted(folder.glob("*.py")):
        path = file.relative_to(code.ROOT).as_posix()
        if file.stem not in source.aside and path in code.shown():
            yield path, file.name


@cache
def cited_at(game: Game) -> dict[str, list[Place]]:
    """Where the engine cites each clause, once for each function."""
    found: dict[str, list[Place]] = {}
    for path, short in _engine(game):
        for top in ast.parse((code.ROOT / path).read_text(encoding="utf-8")).body:
            for node in ast.walk(top):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in game.rulebook:
                    place = Place(path, short, node.lineno, _name(top))
                    places = found.setdefault(node.value, [])
                    if all((place.path, place.function) != (known.path, known.function) for known in places):
                        places.append(place)
    return found


def _name(node: ast.stmt) -> str:
    """What a statement at the top of a module is about."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return ast.unparse(targets[0]) if targets else "module"


# -- The map ----------------------------------------------------------------------------------------------------------


def _map(game: Game, measured: Measured) -> str:
    legend = "".join(
        f'<li><span class="heat heat-{level}"><b>{sign}</b></span> {html.escape(words)}</li>'
        for level, (sign, words) in enumerate(_legend())
    )
    chapters = "\n".join(_row(game, chapter, measured) for chapter in game.rulebook.chapters)
    return f"""# The map of all clauses{of_game(game)}

Each cell is a clause; it leads to its entry. The figure below its number says how often it was at work in
{measured.tally.games} games of random moves, played while this page was built (the same seeds in every build): a
happening, a line of a score or a refusal cited it. The colour says the same, more roughly.

<ul class="heat-legend">
{legend}
<li><span class="heat heat-none"><b>–</b></span> the engine never cites it: setup, definitions and the like</li>
</ul>

{chapters}
"""


def _legend() -> Iterator[tuple[str, str]]:
    yield "0", "not once, though the engine can cite it"
    for low, high in zip(LEVELS, (*LEVELS[1:], None), strict=True):
        words = f"{low:,} times or more" if high is None else f"{low:,} to {high - 1:,} times"
        yield f"{low}+" if low < 1000 else f"{low // 1000}k+", words


def _row(game: Game, chapter: Chapter, measured: Measured) -> str:
    cells = "\n".join(_cell(game, clause, chapter, measured) for clause in game.rulebook.under(chapter.id))
    return f'## {plain(chapter.id)} {plain(chapter.title)}\n\n<div class="heat-map">\n{cells}\n</div>\n'


def _cell(game: Game, clause: Clause, chapter: Chapter, measured: Measured) -> str:
    times = sum(measured.tally.counts(clause.id))
    citable = _can_be_cited(game, clause, measured)
    level = str(sum(times >= least for least in LEVELS)) if citable else "none"
    tests = f"; {counted(len(_tests_of(game, clause)), 'test')}" if game.has(CLAUSE_TESTS) else ""
    title = f"{clause.title} ({clause.kind}); {counted(times, 'time') if citable else 'never cited'}{tests}"
    return (
        f'<a class="heat heat-{level}" href="chapter-{chapter.id}.html#{clause_anchor(clause.id)}"'
        f' title="{html.escape(title)}">{clause.id}<b>{_brief(times) if citable else "–"}</b></a>'
    )


def _brief(number: int) -> str:
    """A number in at most four signs."""
    return f"{number}" if number < 1000 else f"{number / 1000:.1f}k" if number < 9950 else f"{number / 1000:.0f}k"
