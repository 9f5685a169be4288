"""Reading pictures and pages, for tests of any game: what is drawn, what can be read, and what lies wrong."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from html.parser import HTMLParser
from itertools import combinations
from typing import Any, Final, cast
from xml.etree import ElementTree

from shinkansen.paper.picture import Picture
from shinkansen.paper.svg import Box, Placed

SVG: Final = "{http://www.w3.org/2000/svg}"


# -- A picture --------------------------------------------------------------------------------------------------------


def tree(drawn: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(drawn.svg)


def pieces(drawn: Picture) -> list[tuple[str, int]]:
    """The names of all pieces, with their counts (1 where there is none)."""
    groups = tree(drawn).iter(f"{SVG}g")
    return [(g.attrib["data-piece"], int(g.attrib.get("data-count", 1))) for g in groups if "data-piece" in g.attrib]


def words(drawn: Picture) -> list[str]:
    """All that can be read: texts, titles and the description."""
    return [
        piece
        for tag in ("text", "title", "desc")
        for element in tree(drawn).iter(f"{SVG}{tag}")
        for piece in (element.text, element.tail if tag == "title" else None)
        if piece and piece.strip()
    ]


TINY: Final = {"piece": 5, "route": 0, "icon": 5, "text": 2}


def misplaced(drawn: Picture) -> list[str]:
    """What reaches out of the piece it is drawn in, lies on something beside it, or is too small to see. Routes may
    cross."""
    beside: dict[int, list[Placed]] = defaultdict(list)
    found: list[str] = []
    for thing in drawn.placed:
        if thing.kind != "route":
            beside[thing.inside].append(thing)
        around = drawn.placed[thing.inside] if thing.inside >= 0 else None
        if not thing.box.within(around.box if around else Box(0, 0, drawn.width, drawn.height)):
            found.append(f"{thing} reaches out of {around}")
    found += [f"{thing} is tiny" for thing in drawn.placed if min(thing.box.w, thing.box.h) < TINY[thing.kind]]
    for things in beside.values():
        found += [f"{a} lies on {b}" for a, b in combinations(things, 2) if a.box.overlaps(b.box)]
    return found


def marked(drawn: Picture) -> set[str]:
    """The pieces that are outlined."""
    return {
        g.attrib["data-piece"]
        for g in tree(drawn).iter(f"{SVG}g")
        if any(child.attrib.get("class") == "mark" for child in g.findall(f"{SVG}rect"))
        or any(child.attrib.get("class") == "trace" for child in g.findall(f"{SVG}path"))
    }


def undefined(drawn: Picture) -> set[str]:
    """The classes that something has and the style sheet does not know."""
    sheet = tree(drawn).findtext(f"{SVG}style") or ""
    used = {name for element in tree(drawn).iter() for name in element.attrib.get("class", "").split()}
    return {name for name in used if f".{name}{{" not in sheet and f".{name} " not in sheet}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as the web's guidelines measure it."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))

    darker, lighter = sorted([light(one), light(other)])
    return (lighter + 0.05) / (darker + 0.05)


# -- A page -----------------------------------------------------------------------------------------------------------

VOID: Final = {"meta", "link", "input"}


class Elements(HTMLParser):
    """Every element with its attributes and the text in it; tells what is not closed properly."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        self.wrong += [f"{tag} is not closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(f"/{tag} closes something else")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.texts))


def data(page: str) -> dict[str, Any]:
    """What the script of a replay page reads."""
    found = re.search(r'<script type="application/json" id="game">([^<]*)</script>', page)
    assert found is not None, "something in the data might end its element"
    return cast("dict[str, Any]", json.loads(found[1]))


def slot(content: dict[str, Any], ply: int, name: str) -> str:
    """What the page's own script makes of the data."""
    runs = content["plies"][ply][name]
    pairs = zip(runs[::2], runs[1::2], strict=True)
    return "".join(text for first, many in pairs for text in content["fragments"][first : first + many])


def loads(page: str) -> list[str]:
    """What in a page could fetch or run something; nothing, if it is as it should be."""
    content = "".join(data(page)["fragments"]) if 'id="game"' in page else ""
    found: list[str] = []
    for tag, attributes in [*Elements(page).found, *Elements(content).found]:
        if tag in {"img", "iframe", "object", "embed", "base", "form", "audio", "video", "image", "use"}:
            found.append(tag)
        found += [name for name in attributes if name.startswith("on") or name in {"src", "srcset", "style"}]
        if not (attributes.get("href") or "#").startswith(("#", "data:,")):
            found.append(str(attributes["href"]))
    return found + re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page)
