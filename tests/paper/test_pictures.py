"""The pictures of our games: nothing overlaps or is cut off, what changed is pointed out, nothing hidden shows.

What is drawn of a game is tested with the game; `drawn_games` writes the snapshots.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.cli import main as shinkansen
from shinkansen.core.errors import ArgumentError, IllegalMove, ShinkansenError
from shinkansen.core.parts import NOTATION
from shinkansen.core.plain_json import canonical
from shinkansen.core.record import replay, start, write
from shinkansen.core.registry import game as game_of
from shinkansen.paper.parts import picture_of_refusal
from shinkansen.paper.picture import LAYOUTS
from shinkansen.paper.theme import RULES as STYLES
from tests.build.make_corpus import game as random_game
from tests.paper.drawn_games import FOLDER, GAMES, Drawn, Found
from tests.paper.reading import marked, misplaced, pieces, tree, undefined, words
from tests.paper.test_raster import blank, box, echo, set_renderer

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
some = settings(max_examples=25)
layouts = st.sampled_from(LAYOUTS)


def moved(found: Found, choice: int) -> tuple[Any, Any, Any, Any]:
    """Rules, a state, one of its moves, and the state after it."""
    rules, state = found
    legal = rules.legal_moves(state)
    move = legal[choice % len(legal)]
    return rules, state, move, rules.follow(state, move)


# -- The drawing


@every_game
@some
@given(st.data(), layouts)
def test_nothing_overlaps_and_nothing_is_cut_off(game: Drawn, data: st.DataObject, layout: str) -> None:
    rules, state = data.draw(game.tables)
    assert misplaced(game.picture(rules, state, layout=layout)) == []


@every_game
@some
@given(st.data(), st.integers(0, 2**16), layouts)
def test_nothing_overlaps_when_changes_are_shown(game: Drawn, data: st.DataObject, choice: int, layout: str) -> None:
    rules, state, move, _ = moved(data.draw(game.unfinished), choice)
    assert misplaced(game.show(rules, move, state, layout=layout)) == []


@every_game
@some
@given(st.data())
def test_every_piece_of_the_inventory_is_drawn_once(game: Drawn, data: st.DataObject) -> None:
    rules, state = data.draw(game.tables)
    names = [name for name, _ in pieces(game.picture(rules, state)) if name.partition(":")[0] not in game.around]
    assert len({*names}) == len(names)
    assert {*names} == {*game.inventory(rules, state)}


@every_game
@some
@given(st.data(), st.randoms(use_true_random=False))
def test_what_is_hidden_does_not_show(game: Drawn, data: st.DataObject, rng: Random) -> None:
    rules, state = data.draw(game.tables)
    seat = rules.to_move(state) or 0
    other = rules.redeal(rules.view(state, seat), rng)
    seen = game.picture(rules, rules.view(state, seat)).svg
    assert game.picture(rules, other).svg == game.picture(rules, state).svg == seen


@every_game
@some
@given(st.data())
def test_no_id_is_shown(game: Drawn, data: st.DataObject) -> None:
    rules, state = data.draw(game.tables)
    shown = " ".join(words(game.picture(rules, state)))
    assert game.raw_ids(rules).isdisjoint(re.findall(r"[\w-]+", shown))


@every_game
@some
@given(st.data(), st.sampled_from(["auto", "light", "dark"]))
def test_a_picture_is_small_and_needs_nothing_from_elsewhere(game: Drawn, data: st.DataObject, theme: str) -> None:
    rules, state = data.draw(game.tables)
    drawn = game.picture(rules, state, theme=theme)
    svg = drawn.svg
    assert len(svg.encode()) < 200_000
    assert svg.count("http") == 1  # the name of SVG itself
    assert not re.search(r"url\(|href|<script|<image|@import|@font-face", svg)
    assert ("prefers-color-scheme" in svg) == (theme == "auto")
    assert undefined(drawn) == set()


@every_game
def test_what_every_room_draws_with_is_in_the_palette(game: Drawn) -> None:
    assert {*STYLES} <= {*game.module.PALETTE.rules}


# -- Changes


@every_game
@some
@given(st.data(), st.integers(0, 2**16))
def test_what_changed_is_outlined_and_nothing_else(game: Drawn, data: st.DataObject, choice: int) -> None:
    rules, before, _, after = moved(data.draw(game.unfinished), choice)
    found = game.module.changes(rules, before, after)
    drawn = game.picture(rules, after, before=before)
    assert marked(drawn) == found.pieces
    told = words(drawn)
    for name, was in found.was.items():
        assert was != dict(pieces(drawn))[name]
        assert any(f"{was}→".replace("-", "−") in word for word in told)
    assert marked(game.picture(rules, after, before=after)) == set()


@every_game
@some
@given(st.data(), st.integers(0, 2**16), layouts)
def test_a_part_of_a_picture_holds_all_that_is_outlined(
    game: Drawn, data: st.DataObject, choice: int, layout: str
) -> None:
    rules, before, move, after = moved(data.draw(game.unfinished), choice)
    whole = game.show(rules, move, before, layout=layout)
    part = game.picture(rules, after, before, move=move, layout=layout, only=whole.parts)
    assert misplaced(part) == []
    if whole.outlined:
        assert marked(part) == whole.outlined
        tops = {thing.name for thing in part.placed if thing.inside < 0 and thing.kind == "piece"} - {"heading"}
        assert tops == whole.parts
        assert part.height <= whole.height
    else:
        assert whole.parts == frozenset()
        assert len(pieces(part)) == len(pieces(game.picture(rules, after, layout=layout)))


@every_game
@some
@given(st.data(), layouts)
def test_a_refused_move_is_shown_with_its_refusal(game: Drawn, data: st.DataObject, layout: str) -> None:
    """What is outlined is on the table; on a table where the move is legal, nothing is."""
    rules, state = data.draw(game.unfinished)
    move = data.draw(game.wrong_moves(rules, state).filter(lambda move: refused(rules, state, move)))
    drawn = picture_of_refusal(game.module.picture, rules, move, state, layout=layout)
    assert misplaced(drawn) == []
    assert marked(drawn) - {"caption"} <= {name for name, _ in pieces(game.picture(rules, state, layout=layout))}
    assert str(rules.why_not(state, move).sentence).split()[-1] in " ".join(words(drawn))
    assert "caption" in marked(drawn)
    legal = rules.legal_moves(state)[-1]
    assert game.picture(rules, state, move=legal).svg == game.picture(rules, state).svg
    with pytest.raises(ArgumentError, match="the move is legal here"):
        picture_of_refusal(game.module.picture, rules, legal, state)


def refused(rules: Any, state: Any, move: Any) -> bool:
    """Whether a move is one of the game and refused."""
    try:
        rules.move_json(move)
        refusal = rules.why_not(state, move)
    except ShinkansenError:
        return False
    return refusal is not None and bool(refusal.clause)


# -- In notebooks


@every_game
def test_states_steps_and_moves_are_shown(game: Drawn) -> None:
    rules = game.rules(2)
    state = rules.start(rules.deal(Random(1)))
    move = rules.legal_moves(state)[0]
    step = rules.explain(state, move)
    shown = game.show(rules, state)
    assert shown._repr_svg_() == shown.svg == game.picture(rules, state).svg  # pyright: ignore[reportPrivateUsage]
    assert game.show(rules, step).svg == game.picture(rules, step.state).svg
    assert game.show(rules, step, state).svg == game.picture(rules, step.state, before=state).svg
    assert marked(game.show(rules, move, state)) == marked(
        game.show(rules, step, state)
    )  # a move that was made is no alarm
    for thing in ((state,), (step, state), (move, state)):
        assert rules.show(*thing).svg == game.show(rules, *thing).svg  # what a notebook draws when a cell ends with it


@every_game
def test_what_cannot_be_shown_is_refused(game: Drawn) -> None:
    rules = game.rules(2)
    state = rules.start(rules.deal(Random(1)))
    move = rules.legal_moves(state)[0]
    with pytest.raises(ShinkansenError, match="to show a move, expected the state"):
        game.show(rules, move)
    with pytest.raises(ShinkansenError, match="found 3, expected a state, a step or a move"):
        game.show(rules, 3)
    with pytest.raises(ShinkansenError, match="there is no theme 'sepia', expected one of auto, light, dark"):
        game.picture(rules, state, theme="sepia")
    odd: tuple[object, ...] = ("round", [])
    for layout in odd:
        with pytest.raises(ShinkansenError, match=r"there is no layout .*, expected one of tall, wide, narrow"):
            game.picture(rules, state, layout=layout)
    with pytest.raises(ShinkansenError, match="only: there is no part 'seat:nobody', expected some of panel:scores, "):
        game.picture(rules, state, only=["seat:nobody"])
    for wrong in ("panel:scores", 3):
        with pytest.raises(ShinkansenError, match=r"only: found .*, expected names such as panel:scores"):
            game.picture(rules, state, only=wrong)
    with pytest.raises(ShinkansenError, match="move: found 3, expected a move"):
        game.picture(rules, state, state, move=3)
    with pytest.raises(ShinkansenError, match=r"found 3, expected a (state|table)"):
        game.picture(rules, 3)
    other = game.rules(3)
    with pytest.raises(ShinkansenError):
        game.picture(rules, other.start(other.deal(Random(1))))
    with pytest.raises(ShinkansenError, match="found 3, expected the rules of a game"):
        game.picture(3, state)


@every_game
def test_an_illegal_move_is_not_shown_as_made(game: Drawn) -> None:
    rules = game.rules(2)
    told = [*replay(rules, random_game(rules, 1))]
    state = told[0].state
    illegal = next(turn.move for turn in told if turn.move not in rules.legal_moves(state))
    with pytest.raises(IllegalMove):
        game.show(rules, illegal, state)


# -- Snapshots

SNAPSHOTS = {name: make for game in GAMES for name, make in game.snapshots.items()}


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_picture_is_as_reviewed(name: str) -> None:
    drawn = SNAPSHOTS[name]()
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn.svg
    assert misplaced(drawn) == []


def test_every_snapshot_is_compared() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SNAPSHOTS}


# -- The command


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A record of each game in a file."""
    folder = tmp_path_factory.mktemp("records")
    for game in GAMES:
        write(folder / f"{game.name}.json", game.record())
    return {game.name: folder / f"{game.name}.json" for game in GAMES}


@every_game
def test_the_command_prints_a_picture(
    game: Drawn, records: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert shinkansen(["picture", str(records[game.name]), "--ply", "0", "--theme", "light"]) == 0
    printed = capsys.readouterr().out
    assert printed.isascii()
    rules = game.rules(4)
    first = start(rules, game.record())
    assert ElementTree.canonicalize(printed) == ElementTree.canonicalize(game.picture(rules, first, theme="light").svg)


@every_game
def test_the_command_writes_a_file_and_overwrites_none(
    game: Drawn, records: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, record, rules = tmp_path / "table.svg", str(records[game.name]), game.rules(4)
    assert shinkansen(["picture", record, "--ply", "48", "--changes", "-o", str(file)]) == 0
    turn = [*replay(rules, game.record())][47]
    assert file.read_text("utf-8") == game.show(rules, turn.move, turn.state).svg
    assert shinkansen(["picture", record, "-o", str(file)]) == 2
    assert "already exists" in capsys.readouterr().err


@every_game
def test_the_command_takes_a_layout(game: Drawn, records: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    for layout, width in (("tall", 900), ("wide", 1104), ("narrow", 390)):
        for more in ([], ["--changes"]):
            assert shinkansen(["picture", str(records[game.name]), "--layout", layout, *more]) == 0
            assert f'viewBox="0 0 {width} ' in capsys.readouterr().out


@every_game
def test_without_a_ply_the_command_draws_the_last(
    game: Drawn, records: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert shinkansen(["picture", str(records[game.name])]) == 0
    assert "The game is over" in capsys.readouterr().out


@every_game
def test_the_command_draws_what_a_move_does_or_why_it_is_refused(
    game: Drawn, records: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In notation or as JSON."""
    rules, command = game.rules(4), ["picture", str(records[game.name]), "--ply"]
    told = [*replay(rules, game.record())]
    notation = game_of(game.name).part(NOTATION).notation
    made, state = told[40].move, told[40].state
    for text in (notation(made), canonical(rules.move_json(made))):
        assert shinkansen([*command, "40", "--move", text]) == 0
        assert told_in(capsys, f"Legal: {rules.say(made, state)}"[:20])
    later = next(turn for turn in told[41:] if refused(rules, turn.state, made))
    assert shinkansen([*command, str(later.number - 1), "--move", notation(made)]) == 0
    assert told_in(capsys, "Refused: ")
    assert shinkansen([*command, "40", "--move", notation(made), "-o", str(tmp_path / "legal.svg")]) == 0
    assert capsys.readouterr().out.splitlines()[1] == f"Legal: {rules.say(made, state)}"
    before = str(later.number - 1)
    assert shinkansen([*command, before, "--move", notation(made), "-o", str(tmp_path / "refused.svg")]) == 0
    assert capsys.readouterr().out.splitlines()[1].endswith(str(rules.why_not(later.state, made)))
    for wrong, words_ in (("%", "expected"), ("{", "--move: is not valid JSON"), ("{}", "there is no move")):
        assert shinkansen([*command, "1", "--move", wrong]) == 2
        assert words_ in capsys.readouterr().err
    assert shinkansen([*command, "1", "--move", "{}", "--changes"]) == 2
    assert "take one of them" in capsys.readouterr().err


def told_in(capsys: pytest.CaptureFixture[str], start: str) -> bool:
    """Whether the description of the picture that was printed begins so, after the name of a player."""
    described = ElementTree.fromstring(capsys.readouterr().out)[1].text or ""
    return start in described[: len(start) + 20]


@every_game
def test_the_command_draws_a_position(game: Drawn, capsys: pytest.CaptureFixture[str]) -> None:
    rules = game.rules(3)
    state = rules.start(rules.deal(Random(3)))
    assert shinkansen(["picture", rules.position(state), "--theme", "dark"]) == 0
    drawn = game.picture(rules, state, theme="dark")
    assert ElementTree.canonicalize(capsys.readouterr().out) == ElementTree.canonicalize(drawn.svg)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ply", "-1"], "--ply: found -1, expected 0 to "),
        (["--ply", "9999"], "--ply: found 9999, expected 0 to "),
        (["--ply", "0", "--changes"], "--ply: found 0, expected 1 to "),
        (["-o", "table.gif"], "table.gif: expected a name that ends in .svg or .png"),
    ],
)
@every_game
def test_the_command_says_what_is_wrong(
    game: Drawn, records: dict[str, Path], arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shinkansen(["picture", str(records[game.name]), *arguments]) == 2
    assert told in capsys.readouterr().err


@every_game
def test_a_wrong_record_is_drawn_up_to_where_it_is_wrong(
    game: Drawn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = game.record()
    wrong = attrs.evolve(told.plies[5], digest="0" * len(told.plies[5].digest))
    file = tmp_path / "wrong.json"
    write(file, attrs.evolve(told, plies=(*told.plies[:5], wrong, *told.plies[6:])))
    assert shinkansen(["picture", str(file), "--ply", "4"]) == 0
    capsys.readouterr()
    assert shinkansen(["picture", str(file), "--ply", "6"]) == 1
    assert "ply 6: digest of the table" in capsys.readouterr().out


# -- PNG


@every_game
def test_a_png_is_rendered_from_the_same_svg(
    game: Drawn, records: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_renderer(monkeypatch, echo)
    file, record, rules = tmp_path / "table.png", str(records[game.name]), game.rules(4)
    assert shinkansen(["picture", record, "--ply", "0", "-o", str(file)]) == 0
    first = start(rules, game.record())
    assert file.read_bytes() == game.picture(rules, first).svg.encode()
    assert shinkansen(["picture", record, "-o", str(file)]) == 2


@pytest.mark.parametrize(
    ("render", "told"),
    [(None, "pip install 'shinkansen[picture]'"), (blank, "no font"), (box, "no font")],
    ids=["no renderer", "no font", "no letters"],
)
@every_game
def test_a_png_needs_a_renderer_and_a_font(
    game: Drawn,
    records: dict[str, Path],
    render: Any,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_renderer(monkeypatch, render)
    assert shinkansen(["picture", str(records[game.name]), "-o", str(tmp_path / "table.png")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "table.png").exists()


@every_game
def test_a_picture_is_told_to_who_cannot_see_it(game: Drawn) -> None:
    rules = game.rules(2)
    drawn = game.picture(rules, rules.start(rules.deal(Random(1))), caption="A caption.")
    first, second = [*tree(drawn)][:2]
    assert (first.tag[-5:], second.tag[-4:]) == ("title", "desc")
    assert first.text == drawn.title
    assert (second.text or "").startswith("A caption. ")
    assert rules.seat_names[0].capitalize() in (second.text or "")
