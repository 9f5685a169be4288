"""SVG to PNG, by a renderer that is an extra: most readers of pictures have one already, their browser.

The renderer leaves out words in a font that it does not find, and says nothing; and which font is meant by
`sans-serif` it does not know. So it is told one that is there, and without one there is no picture.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from shinkansen.core.errors import ShinkansenError
from shinkansen.paper.fonts import families
from shinkansen.paper.markup import escape
from shinkansen.paper.theme import FONTS

Render: TypeAlias = Callable[..., Any]


def png(svg: str, zoom: float) -> bytes:
    """The picture as PNG; one without theme of its own comes out light."""
    try:
        render: Render = import_module("resvg_py").svg_to_bytes
    except ImportError:
        raise ShinkansenError("a PNG needs a renderer: pip install 'shinkansen[picture]'") from None
    return bytes(_with_font(render)(svg_string=svg, zoom=zoom))


def _with_font(render: Render) -> Render:
    """The renderer, told which font to take if it has none of those that a picture asks for."""
    if _writes(render):
        return render
    for family in families():
        told = partial(render, sans_serif_family=family)
        if _writes(told):
            return told
    raise ShinkansenError("there is no font on this machine to write with; install one, such as DejaVu Sans")


def _writes(render: Render) -> bool:
    """Whether letters come out: something is drawn, and not the same box for each."""
    drawn = [bytes(render(svg_string=_PAGE.format(escape(FONTS), letter), zoom=1)) for letter in (" ", "A", "W")]
    return len({*drawn}) == len(drawn)


_PAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{}"><text y="15">{}</text></svg>'
