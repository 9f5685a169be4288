"""A recorded game as one page that works offline: the table after every ply, what the ply did, and why.

    page_of(game, rules, told)     the HTML of a record; a `RecordError` if it does not follow the rules
    page(narrator, told)           the same, for a game that tells it in its own way

All text is written here, in Python, and escaped once; `replay.js` only puts it in place. The page contains everything
it needs and fetches nothing: its content security policy forbids loading anything and running any script but its own.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.resources import files

from attrs import frozen

from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Happening, Move, State
from shinkansen.core.prose import opening
from shinkansen.core.record import Record, start
from shinkansen.core.text import name
from shinkansen.paper.markup import escape, filled
from shinkansen.paper.pages import style_of_page
from shinkansen.paper.parts import PICTURES, REPLAY, Pictures
from shinkansen.paper.picture import Picture
from shinkansen.paper.replay import chart, moves
from shinkansen.paper.replay.narrator import Narrator
from shinkansen.paper.replay.packing import Packing
from shinkansen.paper.replay.scenes import AnyNarrator, Scene, scenes
from shinkansen.paper.shapes import Badge
from shinkansen.paper.theme import check_theme

__all__ = ["page", "page_of"]


def page_of(
    game: Game,
    rules: AnyRules,
    told: Record,
    theme: str = "auto",
    watch: Callable[[Iterator[Scene]], Iterable[Scene]] = iter,
) -> str:
    """A record as a page, told by the game if it has a page of its own, and else with its pictures."""
    if game.has(REPLAY):
        return game.part(REPLAY).page(rules, told, theme, watch)
    pictures = game.part(PICTURES)
    narrator = _PictureNarrator(rules, game.title, game.rulebook, pictures.PALETTE, theme, pictures)
    return page(narrator, told, watch)


@frozen
class _PictureNarrator(Narrator[AnyRules, State, Move, Happening]):
    """Any game that has pictures, told without a word of its own."""

    pictures: Pictures

    def draw(self, state: State, before: State | None, move: Move | None, layout: str) -> Picture:
        return self.pictures.picture(self.rules, state, before, self.theme, "", move, layout)

    def badge(self, seat: int) -> Badge:
        return self.pictures.badge(self.rules, seat)


def page(narrator: AnyNarrator, told: Record, watch: Callable[[Iterator[Scene]], Iterable[Scene]] = iter) -> str:
    """A record as a page; it is checked on the way.

    The scenes are taken through `watch`, which can tell how far it is.
    """
    rules, theme = narrator.rules, narrator.theme
    start(rules, told)  # raises an error, as a wrong theme does, before anything is drawn
    check_theme(theme)
    style = style_of_page(narrator.palette, theme, _asset("replay.css"))
    script = _asset("replay.js")
    played = list(watch(scenes(narrator, told)))
    style += f":root{{--ratio:{min(scene.ratio for scene in played):.4f}}}"
    seats = range(len(played[0].totals))
    about, edition = _about(narrator, told), rules.edition_id
    return filled(
        _asset("replay.html"),
        {
            "title": escape(f"{narrator.short_title}, {about}"),
            "heading": escape(narrator.title),
            "about": escape(f"{opening(about)}." + (f" Edition: {name(edition.name)}." if edition else "")),
            "script-digest": b64encode(sha256(script.encode()).digest()).decode(),
            "style": style,
            "script": script,
            "theme": theme,
            "last": str(len(played) - 1),
            "chart": chart.draw(
                [rules.seat_names[seat] for seat in seats],
                [narrator.badge(seat) for seat in seats],
                [scene.totals for scene in played],
            ),
            "moves": moves.listed(narrator, played),
            "game": _data(played),
        },
    )


def _about(narrator: AnyNarrator, told: Record) -> str:
    length = f"{len(told.plies)} {'ply' if len(told.plies) == 1 else 'plies'}"
    return ", ".join(
        [
            narrator.players,
            length if told.scores is not None else f"{length}, not finished",
            *([f"as seen by {narrator.rules.seat_names[told.seen_by]}"] if told.seen_by is not None else []),
        ]
    )


def _data(played: list[Scene]) -> str:
    """What the script reads: texts in fragments, and for every ply which fragments fill which slot."""
    packing = Packing()
    plies = [{slot: packing.pack(text) for slot, text in scene.slots.items()} for scene in played]
    data = json.dumps({"fragments": packing.fragments, "plies": plies}, separators=(",", ":"))
    # Inside a script element only this could end it.
    return data.replace("<", "\\u003c")


def _asset(name: str) -> str:
    return files("shinkansen.paper.replay").joinpath(name).read_text(encoding="utf-8")
