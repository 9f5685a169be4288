"""The pictures on the page of a report: the table before and after, by the rules and by the engine, and what differs.

They come from the game, if it has any (`paper.parts.PICTURES`). What an engine shows may be anything: a table that
cannot be drawn is left to the words around the pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Move, State, opaque
from shinkansen.core.plain_json import canonical
from shinkansen.core.prose import opening
from shinkansen.paper.markup import escape
from shinkansen.paper.pages import drawn_badge
from shinkansen.paper.parts import PICTURES, Pictures, picture_of_move, picture_of_refusal
from shinkansen.paper.picture import Picture
from shinkansen.paper.shapes import Badge
from shinkansen.paper.theme import PLAIN, Palette
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.script import Line

DRAWABLE: Final = 30_000
"""A table with more characters than this is not drawn; ours have about 3,000."""


@frozen
class PageStyle:
    """For which game a page is made, and in which theme."""

    game: Game
    theme: str

    @property
    def pictures(self) -> Pictures | None:
        """The game's pictures, if it has any."""
        return self.game.part(PICTURES) if self.game.has(PICTURES) else None

    @property
    def palette(self) -> Palette:
        """The colours of the page."""
        return PLAIN if self.pictures is None else self.pictures.PALETTE

    def badge(self, rules: AnyRules, seat: int) -> str:
        """The badge of a seat, as HTML."""
        letter = opening(rules.seat_names[seat])[:1]
        badge = Badge(seat, letter) if self.pictures is None else self.pictures.badge(rules, seat)
        return drawn_badge(badge, self.palette, self.theme)


@frozen
class Shown:
    """A picture, or two side by side, with their name and caption."""

    name: str
    caption: str
    drawn: tuple[Picture, ...]


def views(style: PageStyle, line: Line, found: Difference, number: int) -> Iterator[str]:
    """The pictures of a difference as HTML: to choose from, with buttons that need no script; all of them in print."""
    if style.pictures is None:
        return
    shown = [*_pictures(style.pictures, style.theme, line, found)]
    yield f'<div class="views" role="radiogroup" aria-label="Pictures of difference {number}">'
    for place, view in enumerate(shown, start=1):
        last = " checked" if view is shown[-1] else ""
        yield (
            f'<input type="radio" name="v{number}" id="v{number}-{place}"{last}>'
            f'<label for="v{number}-{place}">{escape(view.name)}</label>'
        )
    sheet = f"<style>{style.palette.style_sheet(style.theme)}</style>"
    for view in shown:
        # The page has the style sheet of all pictures.
        svg = "".join(drawn.svg.replace(sheet, "", 1) for drawn in view.drawn)
        pair = " pair" if len(view.drawn) > 1 else ""
        yield (
            f"<figure><figcaption><b>{escape(view.name)}.</b> {escape(view.caption)}</figcaption>\n"
            f'<div class="picture{pair}" tabindex="0" role="region" aria-label="{escape(view.name)}">{svg}</div>'
            "</figure>"
        )
    yield "</div>"


def _pictures(pictures: Pictures, theme: str, line: Line, found: Difference) -> Iterator[Shown]:
    """The table before and after, by the rules and by the engine; finally what differs, side by side."""
    if found.kind is DifferenceKind.RESTRICTIVE:
        yield from _of_move(pictures, theme, line, found)
    elif found.kind in (DifferenceKind.EFFECT, DifferenceKind.TURN):
        yield from _of_effect(pictures, theme, line, found)
    else:
        drawn = pictures.picture(opaque(line.rules), _state(line), theme=theme)
        yield Shown("The table", "The table it is asked about.", (drawn,))
        if found.kind is DifferenceKind.PERMISSIVE:
            yield from _of_refusal(pictures, theme, line, found)


Drawing: TypeAlias = Callable[..., Picture]
"""Draws a table in a layout, all of it or only some parts."""


def _beside_each_other(caption: str, one: Drawing, other: Drawing) -> Shown:
    """Two tables, of each only the parts in which they differ."""
    parts = one().beside(other())
    return Shown("Beside each other", caption, (one(layout="narrow", only=parts), other(layout="narrow", only=parts)))


def _of_move(pictures: Pictures, theme: str, line: Line, found: Difference) -> Iterator[Shown]:
    rules = opaque(line.rules)
    move = found.expected.get("move") if isinstance(found.expected, dict) else None
    made, before = (_last_move(line), _state(line, -2)) if move is None else (rules.read_move(move), _state(line))
    plain = partial(pictures.picture, rules, before, theme=theme)
    moved = partial(pictures.picture, rules, rules.apply(before, made), before, theme, move=made)
    shown = picture_of_move(pictures.picture, rules, made, before, theme)
    yield Shown("Before the move", "The table at which the move is refused.", (plain(),))
    yield Shown("With the move", "Outlined: what the refused move would do.", (shown,))
    yield _beside_each_other(
        "Outlined: what the refused move would do.",
        partial(plain, caption="Where it is refused."),
        partial(moved, caption="With the move."),
    )


def _of_refusal(pictures: Pictures, theme: str, line: Line, found: Difference) -> Iterator[Shown]:
    """The move that an engine allows, if it is one at all, and what forbids it."""
    rules = opaque(line.rules)
    try:
        move = rules.read_move(found.actual.get("move") if isinstance(found.actual, dict) else None)
        drawn = picture_of_refusal(pictures.picture, rules, move, _state(line), theme)
    except (ShinkansenError, ValueError, LookupError, TypeError):
        return  # it may be no move at all, or one with names that nobody knows
    yield Shown("The refused move", "Outlined: what stands in its way, or what it names.", (drawn,))


def _of_effect(pictures: Pictures, theme: str, line: Line, found: Difference) -> Iterator[Shown]:
    picture, rules, here = pictures.picture, opaque(line.rules), _state(line)
    before, move = (_state(line, -2), _last_move(line)) if line.moves else (None, None)
    if before is not None:
        yield Shown("Before the move", "The table before the last move.", (picture(rules, before, theme=theme),))
    after = "After it, by" if before is not None else "By"
    caption = "Outlined: what the move changes." if before is not None else "The table as it is laid out."
    yield Shown(f"{after} the rules", caption, (picture(rules, here, before, theme, move=move),))
    its = _its_table(pictures, line, found)
    if its is not None:
        by_engine = partial(picture, rules, its, here, theme)
        yield Shown(f"{after} the engine", "Outlined: where the engine's table is not as it should be.", (by_engine(),))
        yield _beside_each_other(
            "Outlined: where the two differ; 8→7 means 8 on the other and 7 on this one.",
            partial(picture, rules, here, its, theme, "By the rules."),
            partial(by_engine, caption="By the engine."),
        )


def _its_table(pictures: Pictures, line: Line, found: Difference) -> State | None:
    """The table an engine showed, if it can be drawn at all; else the rows tell."""
    table = found.actual.get("table") if isinstance(found.actual, dict) else None
    if not isinstance(table, dict) or len(canonical(table)) > DRAWABLE:
        return None
    rules = opaque(line.rules)
    try:
        its = pictures.to_look_at(rules, {"table": table, "hidden": line.state(len(line.moves))["hidden"]})
        pictures.picture(rules, its, _state(line))
    except (ShinkansenError, ValueError, LookupError, TypeError):
        return None  # the names on it may all be known and still make no table
    return its


def _state(line: Line, place: int = -1) -> State:
    return State(line.states[place])


def _last_move(line: Line) -> Move:
    return Move(line.moves[-1])
