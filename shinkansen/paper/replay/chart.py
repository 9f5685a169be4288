"""The chart: every seat's score over the game, as it would be if the game had ended there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shinkansen.core.prose import listed, opening
from shinkansen.paper.markup import escape, minus
from shinkansen.paper.shapes import LOOKS, Badge

HIGH: Final = 100
"""The height in the chart's own units; a ply is one unit wide, and the page stretches both."""


def style(badge: Badge) -> str:
    """The classes of a seat's line: a colour and a dash of its own."""
    return f"course course{badge.look % len(LOOKS)}"


def sample(badge: Badge) -> str:
    """A piece of a seat's line, to be shown next to its name."""
    line = f'<path class="{style(badge)}" d="M0 2H26"/>'
    return f'<svg class="sample" viewBox="0 0 26 4" aria-hidden="true">{line}</svg>'


def draw(names: Sequence[str], badges: Sequence[Badge], totals: Sequence[tuple[int, ...]]) -> str:
    """The chart as SVG in HTML; `now` is the line that the script moves to the current ply."""
    least, most = min(map(min, totals)), max(map(max, totals))
    wide = max(1, len(totals) - 1)

    def height(total: int) -> float:
        return round(HIGH * (most - total) / max(1, most - least), 1)

    lines: list[str] = []
    for badge, course in zip(badges, zip(*totals, strict=True), strict=True):
        points = " ".join(f"{ply},{height(total):g}" for ply, total in enumerate(course))
        lines.append(f'<polyline class="{style(badge)}" points="{points}"/>')
    zero = f'<path class="zero" d="M0 {height(0):g}H{wide}"/>' if least < 0 < most else ""
    ends = [f"{opening(name)} {total}" for name, total in zip(names, totals[-1], strict=True)]
    words = f"Scores over {len(totals) - 1} plies, from {least} to {most}. At the end: {listed(ends)}."
    return (
        f'<svg id="chart" role="img" viewBox="0 0 {wide} {HIGH}" preserveAspectRatio="none">'
        f"<title>{escape(words)}</title>{zero}{''.join(lines)}"
        f'<path id="now" d="M0 0V{HIGH}"/></svg>'
        f'<span class="most">{minus(most)}</span><span class="least">{minus(least)}</span>'
    )
