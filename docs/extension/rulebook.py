"""The rulebook's pages: one for each chapter with every clause of it, and a map of all clauses by how busy they are.

A clause has a permanent anchor (`clause-7-11-5`) and tells everything that this project knows about it: the paraphrase,
its lines, other languages, the rulings that touch it, what cites it, how often it was at work, and which tests hold it.
"""

from __future__ import annotations

import ast
import html
from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

from docs.extension import code
from docs.extension.cite import citing
from docs.extension.games import GAMES, Measured, measure
from docs.extension.places import clause_anchor, clause_link, label, page, ruling_link
from docs.extension.words import counted, plain, table
from shinkansen.commands.citing import clause_citation
from shinkansen.commands.prose import cited, preferred
from shinkansen.core.clauses import Chapter, Clause, ClauseKind, Rulebook
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import clause_tests, rulebook
from shinkansen.zerokei.rulings import register
from tests.build.tests_by_clause import ENGINE, tests_in

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
    line: int
    function: str


def pages(games: int = GAMES) -> dict[str, str]:
    """Every page of the rulebook, by docname."""
    book, measured = rulebook(), measure(games)
    chapters = {_page(chapter): _chapter(book, chapter, measured) for chapter in book.chapters}
    return {page("rulebook/index"): _index(book), page("rulebook/map"): _map(book, measured), **chapters}


def _page(chapter: Chapter) -> str:
    return page(f"rulebook/chapter-{chapter.id}")


# -- The index --------------------------------------------------------------------------------------------------------


def _index(book: Rulebook) -> str:
    untested = len(clause_tests().untested(book))
    programmable = sum(clause.program for clause in book)
    rows = [
        [f"[{plain(chapter.id)} {plain(chapter.title)}](chapter-{chapter.id}.md)", f"{len(book.under(chapter.id))}"]
        for chapter in book.chapters
    ]
    kinds = [[kind.value, says, f"{sum(c.kind is kind for c in book)}"] for kind, says in KINDS.items()]
    others = ", ".join(text.name for key, text in book.texts.items() if key != book.base)
    return f"""# The rulebook

Every rule of *{plain(book.game)}* is a numbered clause in our own words. Here you can read each one, see which lines of
the text it paraphrases, follow it into the code and the tests, and cite it: its number and its anchor are permanent.

There are {counted(len(book), "clause")}. A program can exercise {programmable} of them, and
{"each of these has" if not untested else f"all but {untested} of these have"} a test.
The base is the {book.texts[book.base].name} text; where another one ({others}) differs, the clause says so. The
letters in the numbers are the rulebook's own. The [map of all clauses](map.md) shows how busy each one is, and the
[glossary](glossary.md) tells what the words mean.

{table(["Chapter", "Clauses"], rows)}

## Kinds of clauses

{table(["Kind", "Meaning", "Clauses"], kinds)}

```{{toctree}}
:hidden:

glossary
map
{chr(10).join(f"chapter-{chapter.id}" for chapter in book.chapters)}
```
"""


# -- A chapter --------------------------------------------------------------------------------------------------------


def _chapter(book: Rulebook, chapter: Chapter, measured: Measured) -> str:
    clauses = book.under(chapter.id)
    entries = "\n".join(_entry(book, clause, _page(chapter), measured) for clause in clauses)
    # The search finds each clause by itself.
    return f"---\nnosearch: true\n---\n\n# {plain(chapter.id)} {plain(chapter.title)}\n\n{entries}"


def _entry(book: Rulebook, clause: Clause, at: str, measured: Measured) -> str:
    facts = "\n".join(f":{name}: {value}" for name, value in _facts(book, clause, at, measured))
    missed = " [easily missed]{.kind .missed}" if clause.missed else ""
    return f"""({label(clause_anchor(clause.id))})=
## {clause.id} {plain(clause.title)}

[{clause.kind.value}]{{.kind}}{missed}

{plain(clause.says)}

{facts}
"""


def _facts(book: Rulebook, clause: Clause, at: str, measured: Measured) -> Iterator[tuple[str, str]]:
    lines = "; ".join(cited(book.texts[key], cites) for key, cites in clause.lines.items())
    yield "Rests on", lines or f"implied by {', '.join(map(clause_link, clause.follows))}"
    for other in clause.differs:
        yield "But", f"{cited(book.texts[other.text], other.lines)}: {plain(other.reads)}"
    for ruling in register().about(clause.id):
        yield "Ruling", f"{ruling_link(ruling)} {plain(preferred(ruling))}"
    for name, ids in _related(book, clause).items():
        if ids:
            yield name, "; ".join(f"{clause_link(id)} {plain(book[id].title)}" for id in ids)
    if not clause.program:
        yield "No program", f"can exercise it: {plain(clause.because)}"
    yield "At work", "; ".join(_work(clause, measured))
    if places := cited_at().get(clause.id):
        yield (
            "Code",
            ", ".join(code.link(at, each.path, each.line, f"{_short(each.path)}: {each.function}") for each in places),
        )
    if tests := clause_tests().tests.get(clause.id, ()):
        yield "Tests", _tests(at, tests)
    yield "Cite", citing(clause_citation(GAME, clause), at, clause_anchor(clause.id))


def _related(book: Rulebook, clause: Clause) -> dict[str, tuple[str, ...]]:
    """The clauses that whoever reads this one should know of."""
    return {
        "Changes": clause.changes,
        "Changed by": tuple(other.id for other in book.changing(clause)),
        "Implies": tuple(other.id for other in book.implied_by(clause)),
    }


def _work(clause: Clause, measured: Measured) -> Iterator[str]:
    games = f"{measured.tally.games} games"
    fired, scored, refused = measured.tally.counts(clause.id)
    if clause.id not in clause_tests().citable:
        yield "the engine never cites it; tests cover it" if clause.program else "never"
    elif not fired + scored + refused:
        yield f"not once in {games}"
    if fired:
        names = ", ".join(
            f"{{py:class}}`~shinkansen.zerokei.happenings.{name}`" for name in measured.happenings[clause.id]
        )
        yield f"{counted(fired, 'time')} in {games} something happened by it ({names})"
    if scored:
        yield f"{counted(scored, 'time')} it scored or decided"
    if refused:
        reasons = ", ".join(f"`{reason}`" for reason in measured.refusals[clause.id])
        yield f"{counted(refused, 'time')} it refused a move ({reasons})"


def _short(path: str) -> str:
    return path.removeprefix("shinkansen/zerokei/")


def _tests(at: str, tests: tuple[str, ...]) -> str:
    links = [code.link(at, path, test_lines(path)[name], name) for path, _, name in (t.partition("::") for t in tests)]
    if len(links) == 1:
        return links[0]
    items = "".join(f"<li>{link}</li>" for link in links)
    return f"<details><summary>{len(links)} tests</summary><ul>{items}</ul></details>"


@cache
def test_lines(path: str) -> dict[str, int]:
    """Where each test of a file begins."""
    return {id.partition("::")[2]: node.lineno for id, node in tests_in(code.ROOT / path)}


@cache
def cited_at() -> dict[str, list[Place]]:
    """Where the engine cites each clause, once for each function."""
    found: dict[str, list[Place]] = {}
    for file in ENGINE:
        path = file.relative_to(code.ROOT).as_posix()
        for top in ast.parse(file.read_text(encoding="utf-8")).body:
            for node in ast.walk(top):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in rulebook():
                    place = Place(path, node.lineno, _name(top))
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


def _map(book: Rulebook, measured: Measured) -> str:
    legend = "".join(
        f'<li><span class="heat heat-{level}"><b>{sign}</b></span> {html.escape(words)}</li>'
        for level, (sign, words) in enumerate(_legend())
    )
    chapters = "\n".join(_row(book, chapter, measured) for chapter in book.chapters)
    return f"""# The map of all clauses

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


def _row(book: Rulebook, chapter: Chapter, measured: Measured) -> str:
    cells = "\n".join(_cell(clause, chapter, measured) for clause in book.under(chapter.id))
    return f'## {plain(chapter.id)} {plain(chapter.title)}\n\n<div class="heat-map">\n{cells}\n</div>\n'


def _cell(clause: Clause, chapter: Chapter, measured: Measured) -> str:
    times = sum(measured.tally.counts(clause.id))
    citable = clause.id in clause_tests().citable
    level = str(sum(times >= least for least in LEVELS)) if citable else "none"
    tests = counted(len(clause_tests().tests.get(clause.id, ())), "test")
    title = f"{clause.title} ({clause.kind}); {counted(times, 'time') if citable else 'never cited'}; {tests}"
    return (
        f'<a class="heat heat-{level}" href="chapter-{chapter.id}.html#{clause_anchor(clause.id)}"'
        f' title="{html.escape(title)}">{clause.id}<b>{_brief(times) if citable else "–"}</b></a>'
    )


def _brief(number: int) -> str:
    """A number in at most four signs."""
    return f"{number}" if number < 1000 else f"{number / 1000:.1f}k" if number < 9950 else f"{number / 1000:.0f}k"
