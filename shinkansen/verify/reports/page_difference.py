"""A difference on the page of a report: the game, the answer and what it should be, pictures, how to ask it again.

Every function returns HTML, and text is escaped where it enters it. What comes from an engine may be anything: it is
cut to a readable length, and a table that cannot be drawn is described in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias, cast

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.json_difference import all_apart, quoted
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.text import SENTENCE, printable
from shinkansen.verify.conversation.itemised import points_by_clause, points_of_section
from shinkansen.verify.judging.artefact import artefact_json
from shinkansen.verify.judging.difference import Difference, Kind, in_words
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.script import SHIPPED, Ask, Line, Setting, What, read_move
from shinkansen.zerokei.names import count, opening
from shinkansen.zerokei.picture import Picture, picture, show
from shinkansen.zerokei.picture.paper import escape, minus
from shinkansen.zerokei.picture.theme import style_sheet
from shinkansen.zerokei.replay.parts import badge
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.states import to_look_at
from shinkansen.zerokei.table import State
from shinkansen.zerokei.witnesses import editions

KINDS: Final = {
    Kind.PERMISSIVE: "It allows what the rules forbid",
    Kind.RESTRICTIVE: "It forbids what the rules allow",
    Kind.REFUSAL: "It cites another clause",
    Kind.EFFECT: "The table differs",
    Kind.SCORE: "The score differs",
    Kind.TURN: "The wrong player's turn",
    Kind.LEAK: "It gives away what is hidden",
}

ASKED: Final = {
    What.TABLE: "Then asked: what does the table look like?",
    What.LEGAL: "Then asked: which moves are legal?",
    What.CHECK: "Then asked: is this move legal?",
    What.TRY: "Then tried, although it is not legal:",
    What.SCORES: "Then asked: what is the score?",
    What.TWIN: "Then asked twice, with different hidden cards: which moves are legal?",
}

DRAWABLE: Final = 30_000
"""A table with more characters than this is not drawn; ours have about 3,000."""
COPYABLE: Final = 100_000
"""An artefact with more characters than this is only in its file."""
ROWS: Final = 12
"""How many differing places of a table are listed."""


def words(text: str, most: int = SENTENCE) -> str:
    """Text from an engine, cut and escaped."""
    return escape(printable(text, most))


@frozen
class Shown:
    """A picture, or two side by side, with their name and caption."""

    name: str
    caption: str
    drawn: tuple[Picture, ...]


def title(finding: Finding) -> str:
    """What it is, in a few words."""
    if finding.wrong:
        return KINDS[finding.difference.kind]
    rulings = [" and ".join(choice.ruling for choice in reading.choices) for reading in finding.readings]
    return f"It reads {' or '.join(rulings)} differently"


def article(finding: Finding, number: int, engine: str, again: str, theme: str) -> str:
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
            '<div class="sides">',
            _game(line, found, theme),
            _clauses(finding.clauses),
            "</div>",
            *_beside(line, found, "The rules" if finding.wrong else "The reading asked for"),
            _views([*_pictures(line, found, theme)], number, theme),
            _again(finding, engine, again),
            "</article>",
        ]
    )


# -- the game and its clauses


def _game(line: Line, found: Difference, theme: str) -> str:
    moves = [
        f"<li>{badge(line.rules, seat, theme)}<span>"
        f"<b>{escape(opening(line.rules.seat_names[seat]))}</b> {escape(line.said(ply + 1))}</span></li>"
        for ply in range(len(line.moves))
        for seat in [line.to_move(ply) or 0]
    ]
    asks = [f'<p class="asked">{escape(_asked(line, ask))}</p>' for ask in found.script.asks]
    return (
        f'<section class="game"><h4>{escape(_setting(found))}</h4>\n{"".join(_notes(found.script.setting))}'
        f"<ol>\n{chr(10).join(moves)}\n</ol>\n{''.join(asks)}</section>"
    )


def _setting(found: Difference) -> str:
    setting, moves = found.script.setting, count(len(found.script.moves), "move")
    seats = (
        f"A game for {setting.seats}" if setting.seats > 1 else "The hard solo game" * setting.hard or "The solo game"
    )
    return f"{seats}{'' if found.script.dealt else ', from a position'}, {moves}"


def _notes(setting: Setting) -> Iterator[str]:
    """What is unusual about a setting: the reading, what the engine was told, the edition."""
    other = [f"{slug}={letter}" for slug, letter in setting.rulings.unusual().items()]
    if other:
        yield f'<p class="quiet">By the reading {escape(", ".join(other))}; all other rulings as preferred.</p>'
    if setting.edition != SHIPPED:
        name = setting.edition if setting.edition in editions() else setting.rules.edition_id.name
        yield f'<p class="quiet">Played with the edition {escape(name)}.</p>'


def _asked(line: Line, ask: Ask) -> str:
    said = ASKED[ask.what]
    if ask.move is None:
        return said
    by = "" if ask.by is None else f" by {line.rules.seat_names[ask.by]}"
    return f"{said} {_said(line, ask.ply, ask.move)}{by}"


def _said(line: Line, ply: int, move: Json) -> str:
    """A move in words; the raw text if it is not a move."""
    try:
        return line.rules.say(read_move(move), line.states[ply])
    except (ShinkansenError, KeyError, IndexError, StopIteration):
        return canonical(move)


def _clauses(clauses: Iterable[str]) -> str:
    known = [rulebook()[id] for id in clauses if id in rulebook()]
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


# -- what it says next to what it should say


def _beside(line: Line, found: Difference, right: str) -> Iterator[str]:
    """Both side by side; `right` names what the engine is measured against."""
    if found.kind is Kind.SCORE:
        yield from _scores(line, found)
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
        case Kind.EFFECT | Kind.TURN if "table" in actual:
            places = [*all_apart(expected.get("table"), actual["table"], whole_lists=True)]
            for path, right, its in places[:ROWS]:
                yield opening(in_words(line.rules.seat_names, path)), quoted(its), quoted(right)
            if len(places) > ROWS:
                yield "And", f"{len(places) - ROWS} other places", ""
        case Kind.EFFECT:
            yield "Digest of the table", quoted(actual.get("digest")), quoted(expected.get("digest"))
        case Kind.TURN:
            yield "To move", _seat(line, actual.get("to_move")), _seat(line, expected.get("to_move"))
        case Kind.PERMISSIVE:
            clauses = "".join(f", clause {clause}" for clause in found.clauses)
            yield _said(line, ply, actual.get("move")), "legal", f"not legal{clauses}"
        case Kind.RESTRICTIVE:
            move = expected.get("move")
            said = line.said(ply) if move is None else _said(line, ply, move)
            yield said, "not legal", "legal"
        case Kind.REFUSAL:
            yield "Refused by clause", str(actual.get("clause")), str(expected.get("clause"))
        case _:
            return


def _object(value: Json) -> Part:
    return value if isinstance(value, dict) else {}


def _seat(line: Line, seat: Json) -> str:
    names = line.rules.seat_names
    known = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(names)
    return names[cast("int", seat)] if known else "nobody" if seat is None else quoted(seat)


def _scores(line: Line, found: Difference) -> Iterator[str]:
    """The derivations of all seats, with the lines that differ marked."""
    rules, state, actual = line.rules, line.states[-1], _object(found.actual)
    its_totals = cast("list[Json]", actual.get("totals", []))
    its_items = points_by_clause(actual["scores"]) if "scores" in actual else None
    yield '<div class="scores">'
    for score, right in zip(rules.scores(state), points_by_clause(_object(found.expected)["scores"]), strict=True):
        titles: dict[str, list[str]] = {}
        for item in score.items:
            titles.setdefault(item.clause, []).append(item.title)
        its = its_items[score.seat] if its_items is not None and score.seat < len(its_items) else None
        rows = [
            _score_row(clause, titles.get(clause, []), right, its) for clause in dict.fromkeys((*right, *(its or ())))
        ]
        total = its_totals[score.seat] if score.seat < len(its_totals) else None
        rows.append(
            f'<tr class="sum{" apart" * (total != score.total)}"><th scope="row">Total</th><td></td>'
            f"<td>{words(_points(total))}</td><td>{_points(score.total)}</td></tr>"
        )
        name = escape(opening(rules.seat_names[score.seat]))
        heads = "".join(f'<th scope="col">{head}</th>' for head in ("For", "Clause", "Engine", "Rules"))
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


def _score_row(clause: str, titles: list[str], right: dict[str, int], its: dict[str, int] | None) -> str:
    # In the same way as they are compared: within a section the points may be attributed to other clauses.
    apart = (
        its is not None
        and right.get(clause, 0) != its.get(clause, 0)
        and points_of_section(right, clause) != points_of_section(its, clause)
    )
    title = opening(", ".join(titles)) if titles else rulebook()[clause].title if clause in rulebook() else "Unknown"
    said = "" if its is None else _points(its.get(clause))
    return (
        f'<tr{" class=apart" * apart}><th scope="row">{words(title)}</th><td>{words(clause, 40)}</td>'
        f"<td>{said}</td><td>{_points(right.get(clause))}</td></tr>"
    )


def _points(value: Json) -> str:
    return "–" if value is None else minus(value) if isinstance(value, int) else quoted(value)


# -- pictures


def _pictures(line: Line, found: Difference, theme: str) -> Iterator[Shown]:
    """The table before and after, by the rules and by the engine; finally what differs, side by side."""
    if found.kind is Kind.RESTRICTIVE:
        yield from _pictures_of_move(line, found, theme)
    elif found.kind in (Kind.EFFECT, Kind.TURN):
        yield from _pictures_of_effect(line, found, theme)
    else:
        yield Shown("The table", "The table it is asked about.", (picture(line.rules, line.states[-1], theme=theme),))


Drawing: TypeAlias = Callable[..., Picture]
"""Draws a table in a layout, all of it or only some parts."""


def _beside_each_other(caption: str, one: Drawing, other: Drawing) -> Shown:
    """Two tables, of each only the parts in which they differ."""
    parts = one().beside(other())
    return Shown("Beside each other", caption, (one(layout="narrow", only=parts), other(layout="narrow", only=parts)))


def _pictures_of_move(line: Line, found: Difference, theme: str) -> Iterator[Shown]:
    rules = line.rules
    move = _object(found.expected).get("move")
    made, before = (line.moves[-1], line.states[-2]) if move is None else (read_move(move), line.states[-1])
    plain = partial(picture, rules, before, theme=theme)
    moved = partial(picture, rules, rules.apply(before, made), before, theme, move=made)
    yield Shown("Before the move", "The table at which the move is refused.", (plain(),))
    yield Shown("With the move", "Outlined: what the refused move would do.", (show(rules, made, before, theme),))
    yield _beside_each_other(
        "Outlined: what the refused move would do.",
        partial(plain, caption="Where it is refused."),
        partial(moved, caption="With the move."),
    )


def _pictures_of_effect(line: Line, found: Difference, theme: str) -> Iterator[Shown]:
    rules, here = line.rules, line.states[-1]
    before, move = (line.states[-2], line.moves[-1]) if line.moves else (None, None)
    if before is not None:
        yield Shown("Before the move", "The table before the last move.", (picture(rules, before, theme=theme),))
    after = "After it, by" if before is not None else "By"
    caption = "Outlined: what the move changes." if before is not None else "The table as it is laid out."
    yield Shown(f"{after} the rules", caption, (picture(rules, here, before, theme, move=move),))
    its = _its_table(line, found)
    if its is not None:
        by_engine = partial(picture, rules, its, here, theme)
        yield Shown(f"{after} the engine", "Outlined: where the engine's table is not as it should be.", (by_engine(),))
        yield _beside_each_other(
            "Outlined: where the two differ; 8→7 means 8 on the other and 7 on this one.",
            partial(picture, rules, here, its, theme, "By the rules."),
            partial(by_engine, caption="By the engine."),
        )


def _its_table(line: Line, found: Difference) -> State | None:
    """The table an engine showed, if it can be drawn at all; else the rows tell."""
    table = _object(found.actual).get("table")
    if not isinstance(table, dict) or len(canonical(table)) > DRAWABLE:
        return None
    try:
        its = to_look_at(line.rules, {"table": table, "hidden": line.state(len(line.moves))["hidden"]})
        picture(line.rules, its, line.states[-1])
    except (ShinkansenError, ValueError, LookupError, TypeError):
        return None  # the names on it may all be known and still make no table
    return its


def _views(views: list[Shown], number: int, theme: str) -> str:
    """Pictures to choose from, with buttons that need no script; all of them in print."""
    style = f"<style>{style_sheet(theme)}</style>"
    parts = [f'<div class="views" role="radiogroup" aria-label="Pictures of difference {number}">']
    for place, view in enumerate(views, start=1):
        last = " checked" if view is views[-1] else ""
        parts.append(
            f'<input type="radio" name="v{number}" id="v{number}-{place}"{last}>'
            f'<label for="v{number}-{place}">{escape(view.name)}</label>'
        )
    for view in views:
        # The page has the style sheet of all pictures.
        svg = "".join(drawn.svg.replace(style, "", 1) for drawn in view.drawn)
        pair = " pair" if len(view.drawn) > 1 else ""
        parts.append(
            f"<figure><figcaption><b>{escape(view.name)}.</b> {escape(view.caption)}</figcaption>\n"
            f'<div class="picture{pair}" tabindex="0" role="region" aria-label="{escape(view.name)}">{svg}</div>'
            "</figure>"
        )
    parts.append("</div>")
    return "\n".join(parts)


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
