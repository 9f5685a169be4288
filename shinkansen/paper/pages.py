"""Pages: what several places of a page are made of. Every function returns HTML; text is escaped here."""

from __future__ import annotations

from importlib.resources import files

from shinkansen.core.clauses import Rulebook
from shinkansen.paper.markup import escape
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper
from shinkansen.paper.theme import Palette


def style_of_page(palette: Palette, theme: str, own: str) -> str:
    """The whole style of a page: colours as variables, what all pages share, its own, and that of its pictures."""
    base = files("shinkansen.paper").joinpath("base.css").read_text(encoding="utf-8")
    return f"{palette.variables(theme)}{base}{own}{palette.style_sheet(theme)}"


def drawn_badge(badge: Badge, palette: Palette, theme: str) -> str:
    """The badge of a seat, as in the pictures. Its name is next to it, so a screen reader can skip it."""
    paper = Paper()
    badge.draw(paper, Box(0, 0, 20, 20))
    style = f"{palette.name}-{theme} badge"
    return f'<svg class="{style}" viewBox="-1 -1 22 22" aria-hidden="true">{"".join(paper.out)}</svg>'


def clause(book: Rulebook, id: str) -> str:
    """A clause: its number, and folded behind it what it says; one that the rulebook does not have is only its
    number."""
    if id not in book:
        return escape(id)
    found = book[id]
    says = escape(f"{found.title}: {found.says}")
    return f'<details class="clause"><summary title="{says}">{escape(id)}</summary><span>{says}</span></details>'


def section(title: str, body: str) -> str:
    """A part of a page with its heading."""
    return f"<h2>{escape(title)}</h2>\n{body}\n"
