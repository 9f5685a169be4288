"""Games are found as packages offer them; whatever is wrong with one is a sentence about it, and the others work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from shinkansen.core import registry
from shinkansen.core.errors import GameError
from shinkansen.core.game import Game, Variant
from tests import fake_game_package
from tests.fake_game_package import GAME, offer

WRONG_MODULES = {
    "exits": ("import sys; sys.exit(0)", "cannot be imported: SystemExit: 0"),
    "skips": ("import pytest; pytest.skip('no', allow_module_level=True)", "cannot be imported: Skipped: no"),
    "raises": ("raise ValueError('kaputt')", "cannot be imported: ValueError: kaputt"),
    "does-not-parse": ("def", "cannot be imported: SyntaxError"),
    "cannot-say-why": (
        "class E(Exception):\n    def __str__(self): raise RuntimeError\nraise E",
        "cannot be imported: E",
    ),
    "is-no-game": ("GAME = 5", "is 5, expected a shinkansen.core.game.Game"),
    "describes-it-wrongly": (
        "from shinkansen.core.game import Game\nGAME = Game('x1', 'X', (2,), {})",
        "has no part 'rules'",
    ),
}


@pytest.mark.parametrize("name", WRONG_MODULES)
def test_a_game_that_cannot_be_had_is_one_sentence_and_the_others_work(
    name: str, games_folder: Path, second_game: Game
) -> None:
    text, says = WRONG_MODULES[name]
    module = f"module_that_{name.replace('-', '_')}"
    (games_folder / f"{module}.py").write_text(text, encoding="utf-8")
    offer(games_folder, f"package-{name}", **{name.replace("-", "_"): f"{module}:GAME"})
    with pytest.raises(GameError, match=f"the game {name} of package-{name} .*{says.replace('(', '.')}"):
        registry.game(name)
    assert any(says in problem for problem in registry.problems())
    assert registry.DEFAULT in [game.name for game in registry.games()]
    assert second_game in registry.games()


@pytest.mark.parametrize("content", [b"[console_scripts]\nfoo\n", b"[shinkansen.games]\n\xff = x:y\n", b"\x00"])
def test_a_package_that_cannot_be_read_hides_no_game(content: bytes, games_folder: Path, second_game: Game) -> None:
    info = games_folder / "unrelated-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unrelated\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_bytes(content)
    assert {registry.DEFAULT, second_game.name} <= {*registry.names()}
    assert registry.game(second_game.name) == second_game


@pytest.mark.parametrize("part", ["rules", "rulebook", "register"])
@pytest.mark.parametrize(
    ("broken", "says"),
    [("raising", "raised ValueError: kaputt"), ("nothing", "returned null, expected a")],
)
def test_a_required_part_that_does_not_do_its_work_is_named(
    part: str, broken: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(*_: object) -> None:
        raise ValueError("kaputt")

    def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(
        fake_game_package, "broken_part", {"raising": raising, "nothing": nothing}[broken], raising=False
    )
    # A title of its own, because loaded parts are kept by game.
    game = attrs.evolve(
        GAME, title=f"{part} {broken}", parts={**GAME.parts, part: "tests.fake_game_package:broken_part"}
    )
    ask: dict[str, Callable[[], object]] = {
        "rules": lambda: game.open({"seats": 2}),
        "rulebook": lambda: game.rulebook,
        "register": lambda: game.register,
    }
    with pytest.raises(GameError, match=rf"the part '{part}' of the game higher-card .* {says}"):
        ask[part]()


def test_the_rules_of_another_game_are_not_taken() -> None:
    game = attrs.evolve(GAME, name="lower-card")
    with pytest.raises(GameError, match="opens the game 'higher-card', expected 'lower-card'"):
        game.open({"seats": 2})


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a number of seats": ({"seats": 2}, "seats: found 2, expected a tuple"),
    "no seats": ({"seats": ()}, "is for no players"),
    "a variant that is none": ({"variants": ("hard",)}, "variants: found 'hard', expected a Variant"),
    "a name twice": ({"variants": (Variant("a", ""), Variant("a", ""))}, "expected a name that is not taken"),
    "a name of the wire": ({"variants": (Variant("deal", ""),)}, "expected a name that is not taken"),
    "a keyword": ({"variants": (Variant("class", ""),)}, "expected a name of lower-case letters"),
    "a table of others": ({"tables": ({"seats": 9},)}, 'has a table {"seats":9}'),
    "a table that is none": ({"tables": ("x",)}, "tables: found 'x', expected an object"),
    "a part without a name": ({"parts": {**GAME.parts, 5: "x:y"}}, "has a part 5, expected the name of a kind"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_description_is_refused_at_once(name: str) -> None:
    changes, says = WRONG[name]
    with pytest.raises(GameError) as caught:
        attrs.evolve(GAME, **{"tables": (), **changes})
    assert says in str(caught.value)


def test_lists_are_as_good_as_tuples() -> None:
    game = Game(GAME.name, GAME.title, [2, 3], GAME.parts, variants=[Variant("v", "", [1, 2])])
    assert (game.seats, game.variants[0].values) == ((2, 3), (1, 2))
    assert hash(game)
