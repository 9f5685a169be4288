"""A recorded game as one page that works offline: the table after every ply, what the ply did, and why.

    page(rules, told)      the HTML of a record; a `RecordError` if it is not as the rules have it

All words are written here, in Python, and escaped once; `replay.js` only puts them in their places. The page holds
everything it needs and asks for nothing: its policy forbids it to load anything, and to run any script but its own.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files

from shinkansen.core.record import Record
from shinkansen.zerokei.names import count, opening
from shinkansen.zerokei.picture.paper import escape
from shinkansen.zerokei.picture.theme import DARK, LIGHT, style_sheet
from shinkansen.zerokei.replay import chart, moves
from shinkansen.zerokei.replay.packing import Packing
from shinkansen.zerokei.replay.scenes import Scene, scenes
from shinkansen.zerokei.ruleset import ZeroKei

__all__ = ["page"]


def page(rules: ZeroKei, told: Record, theme: str = "auto") -> str:
    """A record as a page; it is checked on the way."""
    style = f"{_colours(theme)}{_asset('replay.css')}{style_sheet(theme)}"
    script = _asset("replay.js")
    played = list(scenes(rules, told, theme))
    return _filled(
        _asset("replay.html"),
        {
            "title": escape(f"Zero-Kei, {_about(rules, told)}"),
            "about": escape(f"{opening(_about(rules, told))}. Edition: {rules.edition.name}."),
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


def _colours(theme: str) -> str:
    """The colours of the pictures, for the page around them."""

    def named(colours: dict[str, str], scheme: str) -> str:
        listed = "".join(f"--{name}:{colour};" for name, colour in colours.items())
        return f":root{{color-scheme:{scheme};{listed}}}"

    if theme != "auto":
        return named(DARK if theme == "dark" else LIGHT, theme)
    return f"{named(LIGHT, 'light')}@media (prefers-color-scheme:dark){{{named(DARK, 'dark')}}}"


def _asset(name: str) -> str:
    return files("shinkansen.zerokei.replay").joinpath(name).read_text(encoding="utf-8")


def _filled(template: str, parts: Mapping[str, str]) -> str:
    # In one pass, so that what is filled in is never taken for a blank.
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda blank: parts[blank[1]], template)
