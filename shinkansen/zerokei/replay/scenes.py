"""Scenes: what the page shows after each ply, in the slots of its template.

| slot | what |
|---|---|
| `sentence` | who moved, at which ply, and the move |
| `table`, `narrow` | the picture for wide and for narrow screens, with what the move changed pointed out |
| `happened` | what happened with the clauses that made it so, and the ledger: every yen and every victory point |
| `score` | each seat's points and yen, and its score if the game ended here |
| `choices` | the moves that were legal |

The lines of a slot are what its texts share from ply to ply; see `packing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from attrs import frozen

from shinkansen.core.record import Record, Replayed, replay, start
from shinkansen.zerokei.happenings import Happening, Paid, Scored
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.names import count, opening
from shinkansen.zerokei.picture import Picture, picture
from shinkansen.zerokei.picture.inventory import has_yen
from shinkansen.zerokei.picture.paper import escape, minus
from shinkansen.zerokei.replay.chart import sample
from shinkansen.zerokei.replay.parts import badge, clause, section
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, State
from shinkansen.zerokei.telling import tell, tell_end


@frozen
class Scene:
    """The page after a ply."""

    number: int
    seat: int
    """Who moved; nobody at the start."""
    round: int
    move: str
    """The move as a sentence; at the start, that the game begins."""
    totals: tuple[int, ...]
    """The score of each seat if the game ended here."""
    height: float
    """How far down the trains reach in the wide picture."""
    slots: dict[str, str]


Turn = Replayed[State, Move, Happening]


def scenes(rules: ZeroKei, told: Record, theme: str) -> Iterator[Scene]:
    """The start, and every ply; a `RecordError` where the record is wrong."""
    plies = len(told.plies)
    yield _first(rules, start(rules, told), theme, plies)
    for turn in replay(rules, told):
        yield _scene(rules, turn, theme, plies)


def _first(rules: ZeroKei, state: State, theme: str, plies: int) -> Scene:
    words = takewhile(bool, tell(rules, state, (), f"From a record of {count(plies, 'move')}."))
    drawn = picture(rules, state, theme=theme, layout="wide")
    slots = {
        "sentence": _sentence("Start", "The game begins."),
        "table": drawn.svg,
        "narrow": picture(rules, state, theme=theme, layout="narrow").svg,
        "happened": section("How it starts", "\n".join(f"<p>{escape(line)}</p>" for line in words))
        + (_end(rules, state, theme) if not plies else ""),
        "score": _score(rules, state, theme),
        "choices": "",
    }
    return Scene(0, NOBODY, 0, "The game begins.", rules.totals(state), _reach(drawn), slots)


def _scene(rules: ZeroKei, turn: Turn, theme: str, plies: int) -> Scene:
    before, after = turn.state, turn.step.state
    move, round = rules.say(turn.move, before), before.table.round
    drawn = picture(rules, after, before, theme, move=turn.move, layout="wide")
    who = f"{badge(rules, turn.seat, theme)}<b>{escape(opening(rules.kit.seat_names[turn.seat]))}</b>"
    slots = {
        "sentence": _sentence(f"{who} · ply {turn.number} of {plies}", move),
        "table": drawn.svg,
        "narrow": picture(rules, after, before, theme, move=turn.move, layout="narrow").svg,
        "happened": _happened(rules, turn)
        + _ledger(rules, turn)
        + (_end(rules, after, theme) if turn.number == plies else ""),
        "score": _score(rules, after, theme),
        "choices": _choices(rules, turn),
    }
    return Scene(turn.number, turn.seat, round, move, rules.totals(after), _reach(drawn), slots)


def _reach(drawn: Picture) -> float:
    return max(thing.box.bottom for thing in drawn.placed if thing.name.startswith("seat:"))


# -- The slots, each as HTML ------------------------------------------------------------------------------------------


def _sentence(who: str, move: str) -> str:
    return f'<p class="who">{who}</p>\n<p class="said">{escape(move)}</p>'


def _happened(rules: ZeroKei, turn: Turn) -> str:
    told = [
        f"<li>{escape(rules.say(happening, turn.state).removesuffix(f' ({happening.clause}).'))} "
        f"{clause(happening.clause)}</li>"
        for happening in turn.step.happenings
        if not isinstance(happening, Paid | Scored)
    ]
    return section("What happened", f'<ul class="events">\n{chr(10).join(told)}\n</ul>') if told else ""


def _ledger(rules: ZeroKei, turn: Turn) -> str:
    def name(seat: int) -> str:
        return "reserve" if seat == NOBODY else rules.kit.seat_names[seat]

    def row(words: str, amount: str, id: str) -> str:
        return f"<tr><td>{escape(words)}</td><td>{escape(amount)}</td><td>{clause(id)}</td></tr>"

    rows: list[str] = []
    for happening in turn.step.happenings:
        match happening:
            case Paid(payer, payee, yen, id):
                rows.append(row(opening(f"{name(payer)} → {name(payee)}"), f"¥{yen}", id))
            case Scored(seat, vp, id):
                rows.append(row(opening(name(seat)), f"{_signed(vp)} VP", id))
            case _:
                pass
    return section("Ledger", f'<table class="ledger">\n{chr(10).join(rows)}\n</table>') if rows else ""


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else minus(number)


def _score(rules: ZeroKei, state: State, theme: str) -> str:
    head = '<tr><th>Score</th><th scope="col">VP</th><th scope="col">Yen</th><th scope="col">If it ended here</th></tr>'
    rows = [
        f'<tr><th scope="row">{badge(rules, number, theme)}{escape(opening(rules.kit.seat_names[number]))}'
        f"{sample(rules, number)}</th>"
        f"<td>{minus(seat.vp)}</td><td>{f'¥{seat.yen}' if has_yen(rules.kit, seat, number) else '–'}</td>"
        f"<td>{minus(total)}</td></tr>"
        for number, (seat, total) in enumerate(zip(state.table.seats, rules.totals(state), strict=True))
    ]
    return f'<table class="score">\n{head}\n{chr(10).join(rows)}\n</table>'


def _choices(rules: ZeroKei, turn: Turn) -> str:
    legal = rules.legal_moves(turn.state)
    told = [
        f"<li{' class=made' if move == turn.move else ''}>{escape(rules.say(move, turn.state))}</li>" for move in legal
    ]
    many = f"One of {count(len(legal), 'legal move')}" if len(legal) > 1 else "The only legal move"
    return f'<details class="choices">\n<summary>{many}</summary>\n<ul>\n{chr(10).join(told)}\n</ul>\n</details>'


def _end(rules: ZeroKei, state: State, theme: str) -> str:
    """How the game ended, with how every score adds up; or that it goes on."""
    outcome = rules.outcome(state)
    if outcome is None:
        return section("The record ends here", "\n".join(f"<p>{escape(line)}</p>" for line in tell_end(rules, state)))
    winner = rules.say(outcome).removesuffix(f" ({outcome.clause}).")
    parts = [f'<div class="outcome">{escape(winner)} {clause(outcome.clause)}</div>']
    for score in rules.scores(state):
        name = opening(rules.kit.seat_names[score.seat])
        items = "\n".join(
            f"<tr><td>{escape(opening(item.title))}</td><td>{_signed(item.points)}</td><td>{clause(item.clause)}</td></tr>"
            for item in score.items
        )
        parts.append(
            f'<details class="derived"><summary>{badge(rules, score.seat, theme)}{escape(name)}: '
            f'{minus(score.total)} VP</summary>\n<table class="ledger">\n{items}\n</table></details>'
        )
    return section("The end", "\n".join(parts))
