"""The command line as a whole, whatever the command: what every option has in common."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import pytest

from shinkansen.cli import main, parser


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
