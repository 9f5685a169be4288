"""Parts: what several places of a page are made of. Every function returns HTML; text is escaped here.

The report of `shinkansen verify` is made of them too (`verify.page`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from shinkansen.zerokei.names import opening
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.picture.paper import Box, Paper, escape
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei


def filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with its blanks filled, such as `{{title}}`."""
    # In one pass, so that inserted text is never taken for a blank.
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda blank: parts[blank[1]], template)


def base_css() -> str:
    """The style of what is here and of every page; colours are variables (`picture.theme.variables`)."""
    return files("shinkansen.zerokei.replay").joinpath("base.css").read_text(encoding="utf-8")


def badge(rules: ZeroKei, seat: int, theme: str) -> str:
    """The badge of a seat, as in the pictures. Its name is next to it, so a screen reader can skip it."""
    paper = Paper()
    name = rules.kit.seat_names[seat]
    icons.seat(paper, Box(0, 0, 20, 20), icons.HIDEO if seat == rules.kit.hideo else seat, opening(name)[0])
    return f'<svg class="zk-{theme} badge" viewBox="-1 -1 22 22" aria-hidden="true">{"".join(paper.out)}</svg>'


def clause(id: str) -> str:
    """A clause: its number, and folded behind it what it says."""
    found = rulebook()[id]
    says = escape(f"{found.title}: {found.says}")
    return f'<details class="clause"><summary title="{says}">{escape(id)}</summary><span>{says}</span></details>'


def section(title: str, body: str) -> str:
    """A part of the panel with its heading."""
    return f"<h2>{escape(title)}</h2>\n{body}\n"


def when(rules: ZeroKei, round: int) -> str:
    """A round by its year and number."""
    return f"{rules.edition.board.years[round]} · round {round + 1} of {rules.kit.rounds}"
