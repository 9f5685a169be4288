"""A difference on the page of a report: the game, the answer and what it should be, pictures, how to ask it again.

Every function returns HTML, and text is escaped where it enters it. What comes from an engine may be anything: it is
cut to a readable length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from shinkansen.core.clauses import Rulebook
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.json_difference import all_apart, quoted
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import opaque
from shinkansen.core.parts import EDITIONS
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.prose import count, opening
from shinkansen.core.text import SENTENCE, printable
from shinkansen.paper.markup import escape, minus
from shinkansen.verify.conversation.itemised import points_by_section
from shinkansen.verify.judging.artefact import artefact_json, told
from shinkansen.verify.judging.compare import sections
from shinkansen.verify.judging.difference import Difference, DifferenceKind, in_words
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.script import SHIPPED, Ask, Line, What
from shinkansen.verify.reports.page_pictures import PageStyle, views

KINDS: Final = {
    DifferenceKind.PERMISSIVE: "It allows what the rules forbid",
    DifferenceKind.RESTRICTIVE: "It forbids what the rules allow",
    DifferenceKind.REFUSAL: "It cites another clause",
    DifferenceKind.EFFECT: "The table differs",
    DifferenceKind.SCORE: "The score differs",
    DifferenceKind.TURN: "The wrong player's turn",
    DifferenceKind.LEAK: "It gives away what is hidden",
}

ASKED: Final = {
    What.TABLE: "Then asked: what does the table look like?",
    What.LEGAL: "Then asked: which moves are legal?",
    What.CHECK: "Then asked: is this move legal?",
    What.TRY: "Then tried, although it is not legal:",
    What.SCORES: "Then asked: what is the score?",
    What.TWIN: "Then asked twice, with different hidden cards: which moves are legal?",
}

COPYABLE: Final = 100_000
"""An artefact with more characters than this is only in its file."""
ROWS: Final = 12
"""How many differing places of a table are listed."""


def words(text: str, most: int = SENTENCE) -> str:
    """Text from an engine, cut and escaped."""
    return escape(printable(text, most))


def title(finding: Finding) -> str:
    """What it is, in a few words."""
    if finding.wrong:
        return KINDS[finding.difference.kind]
    rulings = [" and ".join(choice.ruling for choice in reading.choices) for reading in finding.readings]
    return f"It reads {' or '.join(rulings)} differently"


def article(style: PageStyle, finding: Finding, number: int, engine: str, again: str) -> str:
    """A difference as HTML; `again` is the command line that asks it again, if there is one."""
    found = finding.difference
    line = found.script.played()
    mark = "wrong" if finding.wrong else "read"
    tag = "Mistake" if finding.wrong else "Another reading"
    times = "seen once" if finding.count == 1 else f"seen {finding.count} times"
    seen = f' <span class="quiet">· {found.kind} · {times}</span>'
    return "\n".join(
        [
            f'<article class="difference {mark}" id="d{number}" aria-labelledby="t{number}">',
            f'<p class="kind"><span class="tag">{tag}</span> {escape(title(finding))}{seen}</p>',
            f'<h3 id="t{number}"><span class="number">{number}</span> {words(found.sentence)}</h3>',
            *_readings(finding),
            *_plays(finding),
            *(f'<p class="quiet">{escape(why)}</p>' for why in finding.cut_short),
            '<div class="sides">',
            _game(style, line, found),
            _clauses(style.game.rulebook, finding.clauses),
            "</div>",
            *_beside(style.game.rulebook, line, found, "The rules" if finding.wrong else "The reading asked for"),
            *views(style, line, found, number),
            *_whole(finding),
            *_follows(finding),
            _again(finding, engine, again),
            "</article>",
        ]
    )


# -- the game and its clauses


def _game(style: PageStyle, line: Line, found: Difference) -> str:
    moves = [
        f"<li>{style.badge(opaque(line.rules), seat)}<span>"
        f"<b>{escape(opening(line.rules.seat_names[seat]))}</b> {escape(line.said(ply + 1))}</span></li>"
        for ply in range(len(line.moves))
        for seat in [line.to_move(ply) or 0]
    ]
    asks = [f'<p class="asked">{escape(_asked(line, ask))}</p>' for ask in found.script.asks]
    return (
        f'<section class="game"><h4>{escape(_setting(line, found))}</h4>\n{"".join(_notes(style.game, line))}'
        f"<ol>\n{chr(10).join(moves)}\n</ol>\n{''.join(asks)}</section>"
    )


def _setting(line: Line, found: Difference) -> str:
    """What is played, and for how long."""
    variants = {name: value for name, value in line.rules.variants.items() if value is not False}
    kinds = [name for name, value in variants.items() if value is True]
    more = [f"{name} {value}" for name, value in variants.items() if value is not True]
    if line.rules.seats > 1:
        seats = " ".join(["A", *kinds, f"game for {line.rules.seats}"])
    else:
        seats = " ".join(["The", *kinds, "solo game"])
    position = [] if found.script.dealt else ["from a position"]
    return ", ".join([seats, *more, *position, count(len(found.script.moves), "move")])


def _notes(game: Game, line: Line) -> Iterator[str]:
    """What is unusual about a setting: the reading, the edition."""
    preferred = {ruling.slug: ruling.preferred for ruling in game.register.switchable}
    other = [f"{slug}={letter}" for slug, letter in line.rules.letters.items() if letter != preferred.get(slug)]
    if other:
        yield f'<p class="quiet">By the reading {escape(", ".join(other))}; all other rulings as preferred.</p>'
    edition, own = line.script.setting.edition, opaque(line.rules).edition_id
    if edition != SHIPPED and own is not None:
        known = [*game.part(EDITIONS).known()] if game.has(EDITIONS) else []
        yield f'<p class="quiet">Played with the edition {escape(edition if edition in known else own.name)}.</p>'


def _asked(line: Line, ask: Ask) -> str:
    said = ASKED[ask.what]
    if ask.move is None:
        return said
    by = "" if ask.by is None else f" by {line.rules.seat_names[ask.by]}"
    return f"{said} {_said(line, ask.ply, ask.move)}{by}"


def _said(line: Line, ply: int, move: Json) -> str:
    """A move in words; the raw text if it is not a move."""
    try:
        return line.rules.say(line.rules.read_move(move), line.states[ply])
    except (ShinkansenError, KeyError, IndexError, StopIteration):
        return canonical(move)


def _clauses(book: Rulebook, clauses: Iterable[str]) -> str:
    known = [book[id] for id in clauses if id in book]
    told = "\n".join(
        f"<dt><b>{escape(clause.id)}</b> {escape(clause.title)}</dt>\n<dd>{escape(clause.says)}</dd>"
        for clause in known
    )
    head = "What the rules say" if known else "No clause is named"
    return f'<section class="rules"><h4>{head}</h4>\n<dl>\n{told}\n</dl></section>'


def _readings(finding: Finding) -> Iterator[str]:
    """The readings that explain it."""
    for place, reading in enumerate(finding.readings):
        choices = " Together with ".join(
            f"<b>{escape(choice.ruling)} {escape(choice.letter)}</b>: {escape(choice.question)} "
            f"<b>{escape(choice.says)}</b> <code>{escape(choice.slug)}={escape(choice.letter)}</code>"
            for choice in reading.choices
        )
        yield f'<p class="reading">{"Or it follows" if place else "It follows"} {choices}</p>'


def _plays(finding: Finding) -> Iterator[str]:
    """The wrong rule that it seems to follow."""
    if finding.says:
        yield f'<p class="reading">It plays by this rule: <b>{words(finding.says)}</b></p>'


def _whole(finding: Finding) -> Iterator[str]:
    """The whole game that also shows it, if it is reported from a position."""
    if finding.whole is not None:
        moves = told(finding.whole.script)
        lines = "\n".join(f"<li>{escape(move)}</li>" for move in moves)
        head = f"The shortest whole game found that shows it ({count(len(moves), 'move')})"
        yield f'<details class="follows"><summary>{head}</summary>\n<ol>\n{lines}\n</ol></details>'


def _follows(finding: Finding) -> Iterator[str]:
    """The other differences that follow from the same mistake."""
    if finding.follows:
        lines = "\n".join(f"<li>{words(other.sentence)}</li>" for other in finding.follows)
        head = f"Probably consequences of this ({count(len(finding.follows), 'difference')})"
        yield f'<details class="follows"><summary>{head}</summary>\n<ul>\n{lines}\n</ul></details>'


# -- what it says next to what it should say


def _beside(book: Rulebook, line: Line, found: Difference, right: str) -> Iterator[str]:
    """Both side by side; `right` names what the engine is measured against."""
    if found.kind is DifferenceKind.SCORE:
        yield from _scores(book, line, found)
    elif rows := [*_rows(line, found)]:
        yield _two_columns(rows, right)


def _two_columns(rows: list[tuple[str, str, str]], right: str = "The rules") -> str:
    heads = ("The engine", right)
    body = "\n".join(
        f'<tr><th scope="row">{words(what)}</th><td class="apart" data-head="{heads[0]}">{words(its)}</td>'
        f'<td data-head="{heads[1]}">{words(should)}</td></tr>'
        for what, its, should in rows
    )
    columns = "".join(f'<th scope="col">{head}</th>' for head in heads)
    return (
        f'<div class="beside"><table>\n<thead><tr><td></td>{columns}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _rows(line: Line, found: Difference) -> Iterator[tuple[str, str, str]]:
    """Rows of three: what it is about, what the engine says, what is right."""
    expected, actual = _object(found.expected), _object(found.actual)
    ply = len(line.moves)
    match found.kind:
        case DifferenceKind.EFFECT | DifferenceKind.TURN if "table" in actual:
            places = [*all_apart(expected.get("table"), actual["table"], whole_lists=True)]
            for path, right, its in places[:ROWS]:
                yield opening(in_words(line.rules.seat_names, path)), quoted(its), quoted(right)
            if len(places) > ROWS:
                yield "And", f"{len(places) - ROWS} other places", ""
        case DifferenceKind.EFFECT:
            yield "Digest of the table", quoted(actual.get("digest")), quoted(expected.get("digest"))
        case DifferenceKind.TURN:
            yield "To move", _seat(line, actual.get("to_move")), _seat(line, expected.get("to_move"))
        case DifferenceKind.PERMISSIVE:
            clauses = "".join(f", clause {clause}" for clause in found.clauses)
            yield _said(line, ply, actual.get("move")), "legal", f"not legal{clauses}"
        case DifferenceKind.RESTRICTIVE:
            move = expected.get("move")
            said = line.said(ply) if move is None else _said(line, ply, move)
            yield said, "not legal", "legal"
        case DifferenceKind.REFUSAL:
            yield "Refused by clause", str(actual.get("clause")), str(expected.get("clause"))
        case _:
            return


def _object(value: Json) -> Part:
    return value if isinstance(value, dict) else {}


def _seat(line: Line, seat: Json) -> str:
    names = line.rules.seat_names
    known = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(names)
    return names[cast("int", seat)] if known else "nobody" if seat is None else quoted(seat)


def _scores(book: Rulebook, line: Line, found: Difference) -> Iterator[str]:
    """The derivations of all seats, with the lines that differ marked."""
    rules, state, actual = line.rules, line.states[-1], _object(found.actual)
    its_totals = cast("list[Json]", actual.get("totals", []))
    right_items = cast("list[Json]", _object(found.expected)["scores"])
    its_items = cast("list[Json]", actual.get("scores", []))
    section = sections(line, right_items)
    yield '<div class="scores">'
    for score, items in zip(rules.scores(state), right_items, strict=True):
        titles: dict[str, list[str]] = {}
        for item in score.items:
            titles.setdefault(section(item.clause) or "", []).append(item.title)
        right = points_by_section(items, section) or {}
        # If some item cannot be assigned to a section, only the totals are compared.
        its = points_by_section(its_items[score.seat], section) if score.seat < len(its_items) else None
        rows = [
            _score_row(book, name, titles.get(name, []), right, its) for name in dict.fromkeys((*right, *(its or ())))
        ]
        total = its_totals[score.seat] if score.seat < len(its_totals) else None
        rows.append(
            f'<tr class="sum{" apart" * (total != score.total)}"><th scope="row">Total</th><td></td>'
            f"<td>{words(_points(total))}</td><td>{_points(score.total)}</td></tr>"
        )
        name = escape(opening(rules.seat_names[score.seat]))
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("For", "Section", "Engine", "Rules"))
        yield (
            f'<table class="derived"><caption>{name}</caption>\n<thead><tr>{heads}</tr></thead>\n'
            f"<tbody>\n{chr(10).join(rows)}\n</tbody></table>"
        )
    yield "</div>"
    outcome = rules.outcome(state)
    if outcome is not None:
        its_winners = actual.get("winners")
        said = [_seat(line, seat) for seat in its_winners] if isinstance(its_winners, list) else ["nobody"]
        right_winners = [_seat(line, seat) for seat in outcome.winners]
        if sorted(said) != sorted(right_winners):
            yield _two_columns([("The winner", ", ".join(said), ", ".join(right_winners))])


def _score_row(
    book: Rulebook, section: str, titles: list[str], right: dict[str, int], its: dict[str, int] | None
) -> str:
    apart = its is not None and right.get(section, 0) != its.get(section, 0)
    title = opening(", ".join(titles)) if titles else book[section].title if section in book else "Nothing"
    said = "" if its is None else _points(its.get(section))
    return (
        f'<tr{" class=apart" * apart}><th scope="row">{words(title)}</th><td>{words(section, 40)}</td>'
        f"<td>{said}</td><td>{_points(right.get(section))}</td></tr>"
    )


def _points(value: Json) -> str:
    return "–" if value is None else minus(value) if isinstance(value, int) else quoted(value)


# -- asking it again


def _again(finding: Finding, engine: str, again: str) -> str:
    text = canonical(artefact_json(finding, engine))
    parts: list[str] = []
    if again:
        parts.append(f"<h4>Ask it again</h4>\n<pre>{escape(again)}</pre>")
    if len(text) <= COPYABLE:
        size = f"{len(text):,} characters"
        parts.append(
            f"<details><summary>The artefact in one line ({size})</summary>\n<pre>{escape(text)}</pre></details>"
        )
    else:
        parts.append(f"<p>The artefact has {len(text):,} characters, too many to show here.</p>")
    return f'<section class="again">{"".join(parts)}</section>'
