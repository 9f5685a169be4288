"""The command line as a whole, whatever the command: what every option has in common."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator

import pytest

from shinkansen.cli import COMMANDS, main, parser


def options(root: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every option that takes a value, after the words of its command."""
    for action in root._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            parsers: dict[str, argparse.ArgumentParser] = dict(action.choices)  # pyright: ignore
            for name, inner in parsers.items():
                yield from options(inner, (*words, name))
        elif action.option_strings and action.nargs is None:
            yield (*words, action.option_strings[-1])


@pytest.mark.parametrize("words", [*options(parser())], ids=" ".join)
def test_two_dashes_are_no_value_of_an_option(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    # Python's parser takes them for the end of the options, even behind an equals sign, and gives an empty list.
    *command, option = words
    with pytest.raises(SystemExit) as left:
        raise SystemExit(main([*command, f"{option}=--", "x"]))
    assert left.value.code == 2
    assert "defect" not in capsys.readouterr().err


def parsers(root: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Every parser."""
    yield root
    for action in root._actions:  # pyright: ignore[reportPrivateUsage]
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage]
            inner: dict[str, argparse.ArgumentParser] = dict(action.choices)  # pyright: ignore
            for each in inner.values():
                yield from parsers(each)


def test_no_option_can_be_abbreviated() -> None:
    """Whoever writes `--see` today would mean another option as soon as there is a second one that begins so."""
    assert not any(each.allow_abbrev for each in parsers(parser()))


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("demo --see 3", "demo: error: unrecognized arguments: --see 3; did you mean --seed?\n"),
        ("demo --se 3", "demo: error: unrecognized arguments: --se 3; did you mean --seats or --seed?\n"),
        ("demo --sead=3", "demo: error: unrecognized arguments: --sead=3; did you mean --seed?\n"),
        ("record play -o x.json --gam zerokei", "record play: error: unrecognized arguments: --gam zerokei; did you"),
        ("clause list all", "clause list: error: unrecognized arguments: all\n"),
        ("games --xyzzy", "games: error: unrecognized arguments: --xyzzy\n"),
    ],
)
def test_a_wrong_option_is_told_by_the_command_it_was_given_to(
    words: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words.split())
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"usage: shinkansen {words.split()[0]}")
    assert f"shinkansen {hint}" in said


def test_every_command_is_listed_and_has_its_own_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = f"{' '.join(capsys.readouterr().out.split())} "
    for name, says in COMMANDS.items():
        assert f" {name} {says} " in listed
        with pytest.raises(SystemExit) as left:
            main([name, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: shinkansen {name} ")


IMPORTED = """
import sys
from shinkansen.cli import main
try:
    main({words!r})
except SystemExit:
    pass
print(*(name for name in sys.modules if name.startswith("shinkansen.")), file=sys.stderr)
"""


def imported(*words: str) -> set[str]:
    """The modules of ours that a process with this command has imported in the end."""
    script = IMPORTED.format(words=[*words])
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return {*ran.stderr.splitlines()[-1].split()}


@pytest.mark.slow
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["nonsense"]])
def test_what_needs_no_command_imports_none_and_no_game(words: list[str]) -> None:
    needed = ("cli", "terminal", "core", "core.compiled", "core.errors", "core.text")
    assert imported(*words) == {f"shinkansen.{name}" for name in needed}


@pytest.mark.slow
def test_a_command_imports_no_other_command_that_it_does_not_need_and_no_rules_for_its_help() -> None:
    found = imported("demo", "--help")
    assert {name for name in found if name.startswith("shinkansen.commands.")} == {
        f"shinkansen.commands.{name}" for name in ("demo", "arguments", "prose")
    }
    assert {name for name in found if name.startswith("shinkansen.zerokei.")} == {"shinkansen.zerokei.game"}
