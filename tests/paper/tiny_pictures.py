"""Pictures of any game, drawn from the plain JSON of its states: the smallest thing that is a part `pictures`."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from shinkansen.core.opaque import AnyRules, Move, State
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.prose import opening
from shinkansen.paper.changes import Changes, changed
from shinkansen.paper.layout import BODY
from shinkansen.paper.panels import Panel, draw_caption, draw_row
from shinkansen.paper.picture import Picture, check_caption, check_layout, check_parts, finished
from shinkansen.paper.scores import Scored, columns, draw_scores
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper
from shinkansen.paper.theme import PLAIN, Palette, check_theme

PALETTE: Final[Palette] = PLAIN.extended(
    "tiny", {"rose": "#a02060"}, {"rose": "#f0a0c0"}, {"rose": "fill:{rose}", "was": "fill:{mark}"}
)
WIDTHS: Final = {"tall": 600.0, "wide": 900.0, "narrow": 320.0}
EDGE: Final = 8.0
LINE: Final = 16.0
SEAT: Final = 30.0


class Look:
    """A state as it is drawn."""

    def __init__(self, rules: AnyRules, state: State, before: State | None) -> None:
        self.rules, self.state = rules, state
        self.lines = _open(rules, state)
        self.changes = changed(inventory(rules, before), inventory(rules, state), ["points"]) if before else Changes()

    @property
    def scored(self) -> list[Scored]:
        outcome = self.rules.outcome(self.state)
        winners = outcome.winners if outcome is not None else ()
        names = self.rules.seat_names
        return [Scored(s, names[s.seat], badge(self.rules, s.seat), s.seat in winners)
                for s in self.rules.scores(self.state)]  # fmt: skip


def _open(rules: AnyRules, state: State) -> dict[str, Json]:
    table = rules.state_json(state)["table"]
    return dict(table) if isinstance(table, dict) else {"table": table}


def inventory(rules: AnyRules, state: State) -> dict[str, object]:
    """Every line of the table, and every seat's points."""
    points = {f"points:{name}": total for name, total in zip(rules.seat_names, rules.totals(state), strict=True)}
    return {**{f"line:{key}": canonical(value) for key, value in _open(rules, state).items()}, **points}


def _draw_table(paper: Paper, look: Look, box: Box) -> None:
    for place, (key, value) in enumerate(look.lines.items()):
        spot = box.part(0, place * LINE, h=LINE)
        with paper.piece(f"line:{key}", spot):
            paper.text(spot.x + 3, spot.y + 12, f"{key}: {canonical(value)}", BODY, "rose", spot.w - 6)


def _draw_scores(paper: Paper, look: Look, box: Box) -> None:
    draw_scores(paper, look.scored, box, "points")


TABLE: Final = Panel[Look](
    "table", lambda look: "The table", lambda look, width: LINE * len(look.lines), _draw_table
)  # fmt: skip
SCORES: Final = Panel[Look](
    "scores",
    lambda look: "Scores",
    lambda look, width: columns([one.score for one in look.scored], width).height,
    _draw_scores,
    at_the_end=True,
)


def picture(
    rules: AnyRules,
    state: State,
    before: State | None = None,
    theme: str = "auto",
    caption: str = "",
    move: Move | None = None,
    layout: str = "tall",
    only: Collection[str] | None = None,
) -> Picture:
    check_caption(caption)
    check_theme(theme)
    check_layout(layout)
    over = rules.to_move(state) is None
    panels = [panel for panel in (TABLE, SCORES) if over or not panel.at_the_end]
    if only is not None:
        check_parts(only, [*(panel.part for panel in (TABLE, SCORES)), *(f"seat:{name}" for name in rules.seat_names)])
    look, width = Look(rules, state, before), WIDTHS[layout]
    paper, inner = Paper(look.changes.pieces), width - 2 * EDGE
    y = draw_caption(paper, caption, EDGE, EDGE, inner) if caption else EDGE
    for panel in panels:
        if not only or panel.part in only:
            y = draw_row(paper, look, [(panel, 0)], EDGE, y, inner)
    for seat, name in enumerate(rules.seat_names):
        if not only or f"seat:{name}" in only:
            _draw_seat(paper, look, seat, Box(EDGE, y, inner, SEAT))
            y += SEAT + EDGE
    mover = rules.to_move(state)
    deciding = f"seat:{rules.seat_names[mover]}" if mover is not None else ""
    words = opening(rules.stage(state).words)
    return finished(paper, PALETTE, theme, width, y, words, caption or words, deciding)


def _draw_seat(paper: Paper, look: Look, seat: int, box: Box) -> None:
    name, total = look.rules.seat_names[seat], look.rules.totals(look.state)[seat]
    with paper.piece(f"seat:{name}", box):
        paper.rect(box, "now" if seat == look.rules.to_move(look.state) else "card", 4)
        badge(look.rules, seat).draw(paper, box.part(4, 5, 20, 20))
        paper.text(box.x + 30, box.y + 20, opening(name), BODY, width=box.w / 2 - 34, bold=True)
        with paper.piece(f"points:{name}", box.part(box.w / 2, 2, box.w / 2 - 2, SEAT - 4), count=total) as spot:
            shown = look.changes.amount(f"points:{name}", total)
            paper.text(spot.x + 4, spot.y + 18, shown, BODY, "was" if "→" in shown else "ink", whole=True)


def badge(rules: AnyRules, seat: int) -> Badge:
    return Badge(seat, opening(rules.seat_names[seat])[0])


def to_look_at(rules: AnyRules, content: object) -> State:
    return rules.read_state(content)
