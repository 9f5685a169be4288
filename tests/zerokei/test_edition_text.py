"""Editions on the terminal: everything invented is marked, and the template is a valid edition."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.core.plain_json import canonical
from shinkansen.zerokei.edition import Margin, Reward
from shinkansen.zerokei.edition_check import check, from_json, load, read, shipped
from shinkansen.zerokei.edition_text import MARK, show, show_reconstructed, show_sources, template, words
from tests.editions import miniature_raw, shipped_raw

Capture = pytest.CaptureFixture[str]


def test_show_opens_with_a_legend_and_ends_with_a_count() -> None:
    text = show(shipped())
    assert text.index(f"{MARK} after a figure: reconstructed") < text.index("board")
    assert re.fullmatch(r"\d+ of \d+ figures are reconstructed\.", text.splitlines()[-1])
    assert shipped().note.split()[0] in text


def test_known_figures_are_shown_bare_and_invented_ones_marked() -> None:
    lines = show(shipped()).splitlines()
    (hamamatsu,) = [line.split() for line in lines if line.startswith("  hamamatsu ")]
    (osaka,) = [line.split() for line in lines if line.startswith("  osaka ")]
    assert hamamatsu == ["hamamatsu", "7", "Hamamatsu", "3", "3"]
    assert osaka == ["osaka", "1", "Osaka", "2*", "2*"]
    assert "  yen by rank            (2, 3, 4, 5)*" in lines
    assert "  value spaces  13*" in lines


def test_every_reconstructed_figure_carries_the_mark_and_no_other_does() -> None:
    edition = shipped()
    lines = show_sources(edition).splitlines()[:-1]
    sources = [edition.source(table, row, key) for table, row, key, _ in edition.tables()]
    assert len(lines) == len(sources)
    for line, source in zip(lines, sources, strict=True):
        figure, _, said = line.partition("  [")
        assert figure.endswith(MARK) is source.invented
        assert said.startswith(source.kind)
    invented = sum(source.invented for source in sources)
    assert show(edition).count(MARK) == invented + 1  # and the legend
    assert f"{invented} of {len(sources)} figures are reconstructed." in show(edition)


def test_sources_name_lines_and_reasons() -> None:
    text = show_sources(shipped())
    assert "cities.hamamatsu.ground_cost = 3  [rulebook en 273-274]" in text
    assert "events.prepare-lay-or-build.actions = 3  [deduced: the specimen card" in text
    assert "hideo.columns.2 = a1, b2, c3, a4  [deduced: " in text


def test_an_edition_read_off_the_box_has_nothing_reconstructed() -> None:
    raw = shipped_raw()
    raw["provenance"] = {table: {"default": {"kind": "box"}} for table in raw["provenance"]}
    edition = from_json(raw)
    assert MARK not in show(edition).partition("board\n")[2]
    assert show_reconstructed(edition).startswith("0 of ")


def test_a_miniature_can_be_shown() -> None:
    assert "0 of" not in show(from_json(miniature_raw()))


def test_zeros_of_a_reward_are_not_told() -> None:
    assert (words(Reward(yen=2)), words(Margin(0, 2)), words(Reward()), words(())) == ("yen 2", "vp 2", "nothing", "-")


def test_the_template_is_the_shipped_edition_under_another_name() -> None:
    assert 'id = "my-box"' in template()
    assert template().startswith("# An edition of Shinkansen: Zero-Kei")


def test_init_writes_a_template_that_checks(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "mine.toml"
    assert main(["edition", "init", str(path)]) == 0
    mine = load(path)
    assert (mine.id, mine.note, mine.digest()) == ("my-box", "", shipped().digest())
    capsys.readouterr()
    assert main(["edition", "check", str(path)]) == 0
    output = capsys.readouterr().out
    assert f"digest {mine.digest()}" in output
    assert "  track_spaces: 12 of 12" in output
    assert "  scoring" not in output


def test_init_never_overwrites(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    assert main(["edition", "init", str(path)]) == 2
    assert "will not be overwritten" in capsys.readouterr().err
    assert path.read_text() == "precious"
    assert main(["edition", "init", str(tmp_path / "no" / "mine.toml")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_check_prints_a_line_for_each_finding_and_a_count(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(template().replace('letter = "A"', 'letter = "a"').replace("build_cost = 3", "build_cost = -3"))
    assert main(["edition", "check", str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [*map(str, check(read(path)).findings), f"{path}: {len(lines) - 1} problems"]
    assert "figures.build_cost: found -3, expected at least 0" in lines


def test_show_prints_json_and_sources_and_other_files(tmp_path: Path, capsys: Capture) -> None:
    assert main(["edition", "show", "--json"]) == 0
    output = capsys.readouterr().out
    assert output == canonical(shipped().to_json()) + "\n"
    path = tmp_path / "e.json"
    path.write_text(json.dumps(miniature_raw()))
    assert main(["edition", "show", str(path)]) == 0
    assert "(mini, scope: miniature)" in capsys.readouterr().out
    assert main(["edition", "show", "--sources", str(path)]) == 0
    assert "board.value_spaces = 3*  [reconstructed]" in capsys.readouterr().out
    assert main(["edition", "show"]) == 0
    assert capsys.readouterr().out == show(shipped()) + "\n"


@pytest.mark.parametrize("action", ["show", "check"])
def test_a_file_that_cannot_be_read_is_one_message_and_exit_code_2(
    action: str, tmp_path: Path, capsys: Capture
) -> None:
    assert main(["edition", action, str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err == f"shinkansen: {tmp_path / 'none.toml'}: there is no such file\n"
