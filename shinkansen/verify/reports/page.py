"""The report of a check as one page that works offline: verdict, differences as short games, fingerprint, coverage.

    page(report, again)      the HTML

The page contains no script at all. Pictures are chosen with radio buttons, and long parts are folded; in print
everything is shown. It fetches nothing: its content security policy forbids loading anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.resources import files
from typing import Final

from shinkansen import __version__
from shinkansen.core import text
from shinkansen.core.clauses import Chapter, Clause
from shinkansen.core.game import Game
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.core.prose import count
from shinkansen.core.rulings import Register, Ruling
from shinkansen.paper.markup import escape, filled
from shinkansen.paper.pages import style_of_page
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.verdict import INTERRUPTED, Report, not_asked, strength, verdict
from shinkansen.verify.reports.page_difference import article, title, words
from shinkansen.verify.reports.page_pictures import PageStyle

STANDS: Final = {
    0: ("right", "Conforms"),
    1: ("wrong", "Differs"),
    2: ("stuck", "Not checked"),
    3: ("read", "Reads differently"),
    INTERRUPTED: ("stuck", "Interrupted"),
}
"""By exit code: the style of the verdict, and its name."""
REASONS: Final = 5
"""How many reasons for skipping are listed."""


def page(report: Report, again: Sequence[str] = (), theme: str = "auto") -> str:
    """A report as a page; `again` holds the command lines that ask each difference again, if there are any."""
    # What was found before the trouble counts, but nothing counts if its answers change.
    mark, tag = STANDS[1 if report.mistakes and not report.inconsistent else report.code]
    game = report.game
    style = PageStyle(game, theme)
    name, edition = str(report.who), f" Edition: {text.name(report.edition)}." if report.edition else ""
    return filled(
        _asset("page.html"),
        {
            "title": words(f"{name}: {tag.lower()}", 200),
            "style": style_of_page(style.palette, theme, _asset("page.css")),
            "game": escape(game.title),
            "mark": mark,
            "tag": tag,
            "engine": words(name, 200),
            "verdict": escape(verdict(report)),
            "facts": "\n".join(f"<li><b>{number}</b> {what}</li>" for number, what in _facts(report)),
            "notes": "\n".join(f'<p class="note">{note}</p>' for note in _notes(report)),
            "index": _index(report),
            "differences": _differences(report, style, name, again),
            "fingerprint": _fingerprint(game.register, report.fingerprint) if report.fingerprint is not None else "",
            "coverage": _coverage(game, report.progress.clauses),
            "about": escape(f"Made by shinkansen {__version__}.{edition} This page loads nothing."),
        },
    )


def _asset(name: str) -> str:
    return files("shinkansen.verify.reports").joinpath(name).read_text(encoding="utf-8")


# -- at the head


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    done = report.progress
    yield f"{done.vectors:,}", "vectors" if done.vectors != 1 else "vector"
    yield f"{done.games:,}", f"{report.unit}{'s' * (done.games != 1)}"
    yield f"{done.questions:,}", "questions"
    yield f"{len(report.scope.seen):,}", "clauses at work"
    yield f"{report.seconds:.0f} s", "in all"


def _notes(report: Report) -> Iterator[str]:
    """What prevented a complete check."""
    if report.trouble is not None:
        yield f"<b>{escape(report.trouble.fault)}:</b> {_lines(str(report.trouble))}"
    if report.smoke.steps:
        yield f"Smoke test {'passed' if report.smoke.passed else 'not passed'}: {words(str(report.smoke))}."
    for one in report.inconsistent:
        yield f"<b>Inconsistent:</b> {words(str(one))}"
    if strength(report):
        yield f"<b>Power:</b> {escape(strength(report))}."
    for rest in not_asked(report):
        yield f"<b>Not asked:</b> {escape(rest)}."
    yield from _reasons("Skipped", report.skipped)
    yield from _reasons("Errors of its own", report.errored)


def _lines(text: str) -> str:
    return "<br>".join(map(words, text.split("\n")))


def _reasons(what: str, counts: Counter[str]) -> Iterator[str]:
    if counts:
        told = "; ".join(f"{words(reason, 200)} ({times:,} ×)" for reason, times in counts.most_common(REASONS))
        more = f"; and {len(counts) - REASONS} other reasons" if len(counts) > REASONS else ""
        yield f"<b>{what}:</b> {told}{more}."


def _index(report: Report) -> str:
    rows = [
        f'<li class="{"wrong" if finding.wrong else "read"}"><a href="#d{number}">'
        f"<b>{escape(title(finding))}</b> {_ids(finding.clauses)}</a></li>"
        for number, finding in enumerate(report.findings, start=1)
    ]
    return f'<nav aria-label="Differences"><ol class="index">\n{chr(10).join(rows)}\n</ol></nav>' if rows else ""


def _ids(clauses: Iterable[str]) -> str:
    return f'<span class="quiet">{escape(", ".join(clauses))}</span>'


# -- differences


def _differences(report: Report, style: PageStyle, name: str, again: Sequence[str]) -> str:
    if not report.findings:
        return ""
    commands = [*again, *[""] * (len(report.findings) - len(again))]
    told = [
        article(style, finding, number, name, command)
        for number, (finding, command) in enumerate(zip(report.findings, commands, strict=True), start=1)
    ]
    return f"<h2>Differences</h2>\n{chr(10).join(told)}"


# -- the fingerprint


def _fingerprint(register: Register, found: Fingerprint) -> str:
    """The letters in groups: those it reads differently, the unknown ones by what would tell, and the rest."""
    parts = [_group(register, "It reads these differently than asked", found.other, found, unfolded=True)]
    for hint in dict.fromkeys(found.hints.get(slug, "") for slug in found.undetermined):
        slugs = [slug for slug in found.undetermined if found.hints.get(slug, "") == hint]
        parts.append(_group(register, f"Undetermined{': ' * bool(hint)}{hint}", slugs, found))
    parts.append(_group(register, "It reads these as asked", found.known - {*found.other}, found))
    return (
        '<section class="fingerprint"><h2>The reading it follows</h2>\n'
        f"<p>{escape(str(found))}.</p>\n{chr(10).join(parts)}</section>"
    )


def _group(register: Register, head: str, slugs: Collection[str], found: Fingerprint, unfolded: bool = False) -> str:
    rulings = [ruling for ruling in register.switchable if ruling.slug in slugs]
    if not rulings:
        return ""
    many = f"<span class=quiet>· {count(len(rulings), 'ruling')}</span>"
    return (
        f"<details{' open' * unfolded}><summary>{escape(head)} {many}</summary>\n"
        f"{_ruling_table(rulings, found)}</details>"
    )


def _ruling_table(rulings: list[Ruling], found: Fingerprint) -> str:
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("Ruling", "It follows", "We prefer"))
    rows = [
        f'<tr><th scope="row"><b>{escape(ruling.id)}</b> {escape(ruling.question)} '
        f"<code>{escape(ruling.slug)}</code></th>"
        f'<td data-head="It follows">{_followed(ruling, found)}</td>'
        f'<td data-head="We prefer">{_answer(ruling, ruling.preferred)}</td></tr>'
        for ruling in rulings
    ]
    return f'<table class="rulings">\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{chr(10).join(rows)}\n</tbody></table>'


def _followed(ruling: Ruling, found: Fingerprint) -> str:
    if ruling.slug in found.known:
        return _answer(ruling, found.letters[ruling.slug])
    return " or ".join(f"<b>{escape(letter)}</b>" for letter in found.possible.get(ruling.slug, ruling.letters))


def _answer(ruling: Ruling, letter: str) -> str:
    says = next((answer.says for answer in ruling.answers if answer.letter == letter), "")
    return f"<b>{escape(letter)}</b> {escape(says)}"


# -- coverage


def _coverage(game: Game, at_work: set[str]) -> str:
    """A map of the rulebook: a cell for each clause, by chapter; when unfolded, with the titles."""
    book = game.rulebook
    seen = sum(clause.id in at_work for clause in book)
    told = f"{seen} of the {len(book)} clauses were at work in what was asked."
    citable = tuple(clause.id for clause in book)
    if game.has(CLAUSE_TESTS):
        citable = game.part(CLAUSE_TESTS)().citable
        told = (
            f"{seen} of the {len(citable)} clauses that an engine can be seen to follow were at work in what was asked."
            f" The other {len(book) - len(citable)} of all {len(book)} are never cited by an effect, a score or a "
            "refusal."
        )
    chapters = "\n".join(_chapter(chapter, book.under(chapter.id), at_work, citable) for chapter in book.chapters)
    never = ' <i class="cell none"></i> never cited' if len(citable) < len(book) else ""
    return (
        f'<section class="coverage"><h2>Clauses at work</h2>\n<p>{told}</p>\n'
        '<p class="legend"><i class="cell on"></i> at work <i class="cell off"></i> not seen'
        f"{never}</p>\n{chapters}</section>"
    )


def _chapter(chapter: Chapter, clauses: Sequence[Clause], at_work: set[str], citable: Iterable[str]) -> str:
    states = [_state(clause, at_work, citable) for clause in clauses]
    cells = "".join(
        f'<i class="cell {state}" title="{escape(f"{clause.id} {clause.title}")}"></i>'
        for clause, state in zip(clauses, states, strict=True)
    )
    rows = "\n".join(
        f'<li class="{state}"><b>{escape(clause.id)}</b> <span>{escape(clause.title)}{_SAID[state]}</span></li>'
        for clause, state in zip(clauses, states, strict=True)
    )
    counts = f"{states.count('on')} of {states.count('on') + states.count('off')}"
    return (
        f'<details class="chapter"><summary><span class="name">{escape(chapter.id)} {escape(chapter.title)}</span>'
        f'<span class="count">{counts}</span><span class="cells">{cells}</span></summary>\n'
        f"<ul>\n{rows}\n</ul></details>"
    )


_SAID: Final = {"on": "", "off": " <em>not seen</em>", "none": ""}


def _state(clause: Clause, at_work: set[str], citable: Iterable[str]) -> str:
    if clause.id in at_work:
        return "on"
    return "off" if clause.id in citable else "none"
