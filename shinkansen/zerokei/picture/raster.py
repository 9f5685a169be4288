"""SVG to PNG, by a renderer that is an extra: most readers of pictures have one already, their browser."""

from __future__ import annotations

from importlib import import_module

from shinkansen.core.errors import ShinkansenError


def png(svg: str, zoom: float) -> bytes:
    """The picture as PNG; one without theme of its own comes out light."""
    try:
        renderer = import_module("resvg_py")
    except ImportError:
        raise ShinkansenError("a PNG needs a renderer: pip install 'shinkansen[picture]'") from None

    def rendered(source: str, zoom: float = 1) -> bytes:
        return bytes(renderer.svg_to_bytes(svg_string=source, zoom=zoom))

    # Without a font the renderer leaves out all words and says nothing.
    if rendered(_PAGE.format("<text y='15'>A</text>")) == rendered(_PAGE.format("")):
        raise ShinkansenError("there is no font on this machine to write with; install one, as DejaVu Sans")
    return rendered(svg, zoom)


_PAGE = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20' font-family='sans-serif'>{}</svg>"
