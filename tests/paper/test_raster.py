"""PNG: rendered from the very SVG, in whatever font there is; without renderer or font an error that says so."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.paper import fonts as font_files
from shinkansen.paper.picture import Picture, finished
from shinkansen.paper.svg import Box, Paper
from shinkansen.paper.theme import PLAIN


def drawn() -> Picture:
    """A box and some words."""
    paper = Paper()
    with paper.piece("box", Box(10, 10, 180, 60)) as box:
        paper.rect(box, "card", 4)
        paper.text(20, 40, "A small box & words", 14)
    return finished(paper, PLAIN, "light", 200, 80, "A box", "A box with words in it.")


def set_renderer(monkeypatch: pytest.MonkeyPatch, render: Callable[..., bytes] | None) -> None:
    """Another renderer in place of ours; or none."""
    module = ModuleType("resvg_py") if render else None
    if module:
        module.__dict__["svg_to_bytes"] = render
    monkeypatch.setitem(sys.modules, "resvg_py", module)  # pyright: ignore[reportArgumentType]


def echo(svg_string: str, zoom: float) -> bytes:
    return svg_string.encode()


def blank(svg_string: str, zoom: float, sans_serif_family: str = "") -> bytes:
    return b""


def box(svg_string: str, zoom: float, sans_serif_family: str = "") -> bytes:
    """A font that has no letters, only the box that stands for what it lacks."""
    return re.sub(r">\S</text>", ">\N{WHITE SQUARE}</text>", svg_string).encode()


def test_a_png_is_rendered_from_the_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    set_renderer(monkeypatch, echo)
    assert drawn().png() == drawn().svg.encode()


@pytest.mark.parametrize(
    ("render", "told"),
    [(None, r"pip install 'shinkansen\[picture\]'"), (blank, "no font"), (box, "no font")],
    ids=["no renderer", "no font", "no letters"],
)
def test_a_png_needs_a_renderer_and_a_font(
    render: Callable[..., bytes] | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_renderer(monkeypatch, render)
    with pytest.raises(ShinkansenError, match=told):
        drawn().png()


def test_the_renderer_draws_it() -> None:
    pytest.importorskip("resvg_py", reason="PNG needs the extra `picture`")
    data = drawn().png(zoom=1)
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (200, 80)


def _machine(monkeypatch: pytest.MonkeyPatch, real: Callable[..., Any], folder: Path, fonts: dict[str, bytes]) -> None:
    """A machine that has these fonts and no others."""
    folder.mkdir()
    for name, data in fonts.items():
        (folder / name).write_bytes(data)
    there: dict[str, Any] = {"skip_system_fonts": True, "font_files": [str(folder / name) for name in fonts]}
    set_renderer(monkeypatch, partial(real, **there))
    monkeypatch.setattr(font_files, "_folders", lambda: [folder])


def _some_font() -> bytes:
    """A font of this machine that we can rename."""
    for file in font_files._files():  # pyright: ignore[reportPrivateUsage]
        if font_files.family_of(file) == {"DejaVu Sans"} and file.name == "DejaVuSans.ttf":
            return file.read_bytes()
    pytest.skip("no DejaVu Sans on this machine")


def test_a_png_is_written_in_whatever_font_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in one that nobody has heard of: its family is read from its file."""
    real: Any = pytest.importorskip("resvg_py", reason="PNG needs the extra `picture`").svg_to_bytes
    font = _some_font()
    odd = font.replace("DejaVu Sans".encode("utf-16-be"), "Qwertz Type".encode("utf-16-be"))
    picture = drawn()
    _machine(monkeypatch, real, tmp_path / "usual", {"DejaVuSans.ttf": font})
    usual = picture.png(zoom=1)
    _machine(monkeypatch, real, tmp_path / "odd", {"a.ttf": odd})
    assert picture.png(zoom=1) == usual  # letter for letter
    _machine(monkeypatch, real, tmp_path / "none", {"b.ttf": b"no font at all", "c.otf": font[:300]})
    with pytest.raises(ShinkansenError, match="no font on this machine"):
        picture.png(zoom=1)
    assert usual != bytes(real(svg_string=re.sub(r"<text.*?</text>", "", picture.svg), zoom=1))


def test_damaged_font_files_are_passed_over(tmp_path: Path) -> None:
    font, rng = _some_font()[:2_000], Random(1)
    path = tmp_path / "font.ttf"
    for _ in range(300):
        damaged = bytearray(font[: rng.randrange(1, len(font))])
        for _ in range(rng.randrange(30)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        assert all(isinstance(family, str) for family in font_files.family_of(path))
    assert font_files.family_of(tmp_path) == set()
