"""The list of moves, by round and turn. Each is a link to its ply, so the list works like any list of links."""

from __future__ import annotations

from itertools import groupby

from shinkansen.zerokei.names import opening
from shinkansen.zerokei.picture.paper import escape
from shinkansen.zerokei.replay.parts import badge, when
from shinkansen.zerokei.replay.scenes import Scene
from shinkansen.zerokei.ruleset import ZeroKei


def listed(rules: ZeroKei, played: list[Scene], theme: str) -> str:
    """All plies as HTML."""
    first, *rest = played
    parts = [f'<ol class="turn"><li value="0">{_link(first)}</li></ol>']
    for round, scenes in groupby(rest, lambda scene: scene.round):
        parts.append(f"<h3>{escape(when(rules, round))}</h3>")
        for seat, turns in groupby(scenes, lambda scene: scene.seat):
            name = escape(opening(rules.kit.seat_names[seat]))
            parts.append(f'<div class="turn"><h4>{badge(rules, seat, theme)}{name}</h4>')
            parts.append(
                f"<ol>{''.join(f'<li value={scene.number}>{_link(scene)}</li>' for scene in turns)}</ol></div>"
            )
    return "\n".join(parts)


def _link(scene: Scene) -> str:
    return f'<a href="#ply={scene.number}" data-ply="{scene.number}">{escape(scene.move)}</a>'
