"""The list of moves, by chapter and turn. Each is a link to its ply, so the list works like any list of links."""

from __future__ import annotations

from itertools import groupby

from shinkansen.paper.markup import escape
from shinkansen.paper.replay.scenes import AnyNarrator, Scene, named


def listed(narrator: AnyNarrator, played: list[Scene]) -> str:
    """All plies as HTML."""
    first, *rest = played
    parts = [f'<ol class="turn"><li value="0">{_link(first)}</li></ol>']
    for chapter, scenes in groupby(rest, lambda scene: scene.chapter):
        if chapter:
            parts.append(f"<h3>{escape(chapter)}</h3>")
        for seat, turns in groupby(scenes, lambda scene: scene.seat):
            parts.append(f'<div class="turn"><h4>{named(narrator, seat)}</h4>')
            parts.append(
                f"<ol>{''.join(f'<li value={scene.number}>{_link(scene)}</li>' for scene in turns)}</ol></div>"
            )
    return "\n".join(parts)


def _link(scene: Scene) -> str:
    return f'<a href="#ply={scene.number}" data-ply="{scene.number}">{escape(scene.move)}</a>'
