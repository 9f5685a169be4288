"""A recorded game as one page that works offline: the table after every ply, what the ply did, and why.

    page(rules, told)      the HTML of a record; a `RecordError` if it does not follow the rules

All text is written here, in Python, and escaped once; `replay.js` only puts it in place. The page contains everything
it needs and fetches nothing: its content security policy forbids loading anything and running any script but its own.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.resources import files

from shinkansen.core.record import Record, start
from shinkansen.core.text import name
from shinkansen.zerokei.names import count, opening
from shinkansen.zerokei.picture import LAYOUTS
from shinkansen.zerokei.picture.paper import escape
from shinkansen.zerokei.picture.theme import style_sheet, variables
from shinkansen.zerokei.replay import chart, moves
from shinkansen.zerokei.replay.packing import Packing
from shinkansen.zerokei.replay.parts import base_css, filled
from shinkansen.zerokei.replay.scenes import Scene, scenes
from shinkansen.zerokei.ruleset import ZeroKei

__all__ = ["page"]


def page(
    rules: ZeroKei, told: Record, theme: str = "auto", watch: Callable[[Iterator[Scene]], Iterable[Scene]] = iter
) -> str:
    """A record as a page; it is checked on the way.

    The scenes are taken through `watch`, which can tell how far it is.
    """
    start(rules, told)  # raises an error, as a wrong theme does, before anything is drawn
    style_sheet(theme)
    style = f"{variables(theme)}{base_css()}{_asset('replay.css')}{style_sheet(theme)}"
    script = _asset("replay.js")
    played = list(watch(scenes(rules, told, theme)))
    style += f":root{{--ratio:{LAYOUTS['wide'].width / max(scene.height for scene in played):.4f}}}"
    return filled(
        _asset("replay.html"),
        {
            "title": escape(f"Zero-Kei, {_about(rules, told)}"),
            "about": escape(f"{opening(_about(rules, told))}. Edition: {name(rules.edition.name)}."),
            "script-digest": b64encode(sha256(script.encode()).digest()).decode(),
            "style": style,
            "script": script,
            "theme": theme,
            "last": str(len(played) - 1),
            "chart": chart.draw(rules, [scene.totals for scene in played]),
            "moves": moves.listed(rules, played, theme),
            "game": _data(played),
        },
    )


def _about(rules: ZeroKei, told: Record) -> str:
    length = f"{len(told.plies)} {'ply' if len(told.plies) == 1 else 'plies'}"
    return ", ".join(
        [
            "solo against Hideo" if rules.kit.solo else count(rules.seats, "seat"),
            length if told.scores is not None else f"{length}, not finished",
            *([f"as seen by {rules.kit.seat_names[told.seen_by]}"] if told.seen_by is not None else []),
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
    return files("shinkansen.zerokei.replay").joinpath(name).read_text(encoding="utf-8")
