"""Scenes: what the page shows after each ply, in the slots of its template.

| slot | what |
|---|---|
| `sentence` | who moved, at which ply, and the move |
| `table`, `narrow` | the picture for wide and for narrow screens, with what the move changed pointed out |
| `happened` | what happened with the clauses that made it so, and the ledger: what was paid and scored |
| `score` | what each seat has, and its score if the game ended here |
| `choices` | the moves that were legal |

The lines of a slot are what its texts share from ply to ply; see `packing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.prose import count, opening
from shinkansen.core.record import Record, Replayed, replay, start
from shinkansen.paper import pages
from shinkansen.paper.markup import escape, minus, signed
from shinkansen.paper.pages import section
from shinkansen.paper.picture import Picture
from shinkansen.paper.replay.chart import sample
from shinkansen.paper.replay.narrator import Entry, Narrator

AnyNarrator: TypeAlias = Narrator[Any, Any, Any, Any]
Turn: TypeAlias = Replayed[Any, Any, Any]

NOBODY: Final = -1


@frozen
class Scene:
    """The page after a ply."""

    number: int
    seat: int
    """Who moved; nobody at the start."""
    chapter: str
    """The heading under which the move is listed."""
    move: str
    """The move as a sentence; at the start, that the game begins."""
    totals: tuple[int, ...]
    """The score of each seat if the game ended here."""
    ratio: float
    """How wide the wide picture is, compared with how far down the players reach in it."""
    slots: dict[str, str]


def scenes(narrator: AnyNarrator, told: Record) -> Iterator[Scene]:
    """The start, and every ply; a `RecordError` where the record is wrong."""
    plies = len(told.plies)
    yield _first(narrator, start(narrator.rules, told), plies)
    for turn in replay(narrator.rules, told):
        yield _scene(narrator, turn, plies)


def _first(narrator: AnyNarrator, state: Any, plies: int) -> Scene:
    drawn = narrator.draw(state, None, None, "wide")
    slots = {
        "sentence": _sentence("Start", "The game begins."),
        "table": drawn.svg,
        "narrow": narrator.draw(state, None, None, "narrow").svg,
        "happened": section("How it starts", _paragraphs(narrator.beginning(state, plies)))
        + (_end(narrator, state) if not plies else ""),
        "score": _score(narrator, state),
        "choices": "",
    }
    return Scene(0, NOBODY, "", "The game begins.", narrator.rules.totals(state), _ratio(drawn), slots)


def _scene(narrator: AnyNarrator, turn: Turn, plies: int) -> Scene:
    before, after = turn.state, turn.step.state
    move = narrator.rules.say(turn.move, before)
    drawn = narrator.draw(after, before, turn.move, "wide")
    who = f"{_badge(narrator, turn.seat)}<b>{_name(narrator, turn.seat)}</b>"
    slots = {
        "sentence": _sentence(f"{who} · ply {turn.number} of {plies}", move),
        "table": drawn.svg,
        "narrow": narrator.draw(after, before, turn.move, "narrow").svg,
        "happened": _happened(narrator, turn)
        + _ledger(narrator, turn)
        + (_end(narrator, after) if turn.number == plies else ""),
        "score": _score(narrator, after),
        "choices": _choices(narrator, turn),
    }
    chapter, totals = narrator.chapter(before), narrator.rules.totals(after)
    return Scene(turn.number, turn.seat, chapter, move, totals, _ratio(drawn), slots)


def _ratio(drawn: Picture) -> float:
    seats = [thing.box.bottom for thing in drawn.placed if thing.name.startswith("seat:")]
    return drawn.width / max(seats, default=drawn.height)


def named(narrator: AnyNarrator, seat: int) -> str:
    """A seat as HTML: its badge and its name."""
    return f"{_badge(narrator, seat)}{_name(narrator, seat)}"


def _badge(narrator: AnyNarrator, seat: int) -> str:
    return pages.drawn_badge(narrator.badge(seat), narrator.palette, narrator.theme)


def _name(narrator: AnyNarrator, seat: int) -> str:
    return escape(opening(narrator.rules.seat_names[seat]))


# -- The slots, each as HTML ------------------------------------------------------------------------------------------


def _sentence(who: str, move: str) -> str:
    return f'<p class="who">{who}</p>\n<p class="said">{escape(move)}</p>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "\n".join(f"<p>{escape(line)}</p>" for line in lines)


def _happened(narrator: AnyNarrator, turn: Turn) -> str:
    told = [
        f"<li>{_cited(narrator, narrator.rules.say(happening, turn.state), getattr(happening, 'clause', ''))}</li>"
        for happening in turn.step.happenings
        if narrator.is_told(happening)
    ]
    return section("What happened", f'<ul class="events">\n{chr(10).join(told)}\n</ul>') if told else ""


def _cited(narrator: AnyNarrator, sentence: str, clause: str) -> str:
    """A sentence with its clause to unfold, in place of the bare number that it may end with."""
    return f"{escape(sentence.removesuffix(f' ({clause}).'))} {pages.clause(narrator.book, clause)}"


def _ledger(narrator: AnyNarrator, turn: Turn) -> str:
    rows = [_row(narrator, *entry) for entry in narrator.ledger(turn)]
    return section("Ledger", f'<table class="ledger">\n{chr(10).join(rows)}\n</table>') if rows else ""


def _row(narrator: AnyNarrator, *entry: *Entry) -> str:
    words, amount, clause = entry
    cited = pages.clause(narrator.book, clause)
    return f"<tr><td>{escape(words)}</td><td>{escape(amount)}</td><td>{cited}</td></tr>"


def _score(narrator: AnyNarrator, state: Any) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in (*narrator.columns, "If it ended here"))
    rows = [
        f'<tr><th scope="row">{named(narrator, seat)}{sample(narrator.badge(seat))}</th>'
        f"{''.join(f'<td>{escape(held)}</td>' for held in (*narrator.holdings(state, seat), minus(total)))}</tr>"
        for seat, total in enumerate(narrator.rules.totals(state))
    ]
    return f'<table class="score">\n<tr><th>Score</th>{heads}</tr>\n{chr(10).join(rows)}\n</table>'


def _choices(narrator: AnyNarrator, turn: Turn) -> str:
    rules = narrator.rules
    legal = rules.legal_moves(turn.state)
    told = [
        f"<li{' class=made' if move == turn.move else ''}>{escape(rules.say(move, turn.state))}</li>" for move in legal
    ]
    many = f"One of {count(len(legal), 'legal move')}" if len(legal) > 1 else "The only legal move"
    return f'<details class="choices">\n<summary>{many}</summary>\n<ul>\n{chr(10).join(told)}\n</ul>\n</details>'


def _end(narrator: AnyNarrator, state: Any) -> str:
    """How the game ended, with how every score adds up; or that it goes on."""
    rules = narrator.rules
    outcome = rules.outcome(state)
    if outcome is None:
        return section("The record ends here", _paragraphs(narrator.unfinished(state)))
    parts = [f'<div class="outcome">{_cited(narrator, rules.say(outcome), outcome.clause)}</div>']
    for score in rules.scores(state):
        items = "\n".join(_row(narrator, opening(item.title), signed(item.points), item.clause) for item in score.items)
        parts.append(
            f'<details class="derived"><summary>{named(narrator, score.seat)}: '
            f'{escape(narrator.points(score.total))}</summary>\n<table class="ledger">\n{items}\n</table></details>'
        )
    return section("The end", "\n".join(parts))
