"""Whether a built site holds together: `python -m docs.extension.links docs/_build/html`.

Every internal link must lead to a page that is there and to an anchor on it, and not by way of an old address that only
leads on. No page may load anything from elsewhere: the site is to be read offline.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from attrs import field, frozen

LOADED: Final = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
"""What a browser fetches by itself; where it leads."""
SENT_ON: Final = re.compile(r"\s*0\s*;\s*url=(.+)", re.IGNORECASE)
"""The content of a `meta` element that sends the browser to another page."""
FETCHED_STYLE: Final = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")\s]+)")


@frozen
class Page:
    """The anchors and links of a page."""

    anchors: set[str] = field(factory=set[str])
    links: list[str] = field(factory=list[str])
    loaded: list[str] = field(factory=list[str])
    sent_on: list[str] = field(factory=list[str])
    """Where a browser goes by itself, if this is an old address of another page."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value is not None}
        self.page.anchors.update(given[name] for name in ("id", "name") if name in given and tag != "meta")
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
        if tag == "meta" and (to := SENT_ON.fullmatch(given.get("content", ""))):
            self.page.sent_on.append(to[1])
        if tag in LOADED and LOADED[tag] in given:
            self.page.loaded.append(given[LOADED[tag]])


def read(path: Path) -> Page:
    """A page of the site."""
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader.page


def problems(site: Path) -> Iterator[str]:
    """Everything that is wrong with the links of a site."""
    root = site.resolve()
    pages = {path.resolve(): read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(root)
        for link in dict.fromkeys((*page.links, *page.loaded, *page.sent_on)):
            wrong = _wrong(path, link, pages, link in page.loaded)
            if wrong:
                yield f"{name}: {link}: {wrong}"
    for style in sorted(site.rglob("*.css")):
        for address in FETCHED_STYLE.findall(style.read_text(encoding="utf-8")):
            yield f"{style.relative_to(site)}: {address}: a style sheet loads it from elsewhere"


def _wrong(path: Path, link: str, pages: dict[Path, Page], loaded: bool) -> str:
    parts = urlsplit(link)
    if parts.scheme in ("data", "mailto"):
        return ""
    if parts.scheme or parts.netloc:
        return "it is loaded from elsewhere" if loaded else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.exists():
        return "there is no such file"
    if target in pages and pages[target].sent_on:
        return "it is an old address, which leads on"
    if parts.fragment and target in pages and unquote(parts.fragment) not in {*pages[target].anchors, ""}:
        return "there is no such anchor"
    return ""


def main(site: str) -> int:
    """Print what is wrong; exit code 1 if anything is."""
    found = list(problems(Path(site)))
    for problem in found:
        print(problem)
    print(f"{site}: {len(list(Path(site).rglob('*.html')))} pages, {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
