"""The command line on one page, from the parser itself: every command, every argument, every option."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, Final, cast

from docs.extension.words import code, quoted, table
from shinkansen.cli import parser

PAGE: Final = "reference/commands"
WIDTH: Final = 100
"""Of the usage lines."""
LONG: Final = 24
"""Choices that take more than this stand beside the argument, not in it."""


def pages() -> dict[str, str]:
    """The page, by docname."""
    sections = "\n".join(_section(command, says) for command, says in commands())
    return {
        PAGE: f"""# The command line

Here you find every command and option of `shinkansen`. The page is made from the parser, so it says the same as
`--help`. The exit code is 0 if the command succeeded, 1 if the answer is no (a file with problems, an engine that
differs, nothing found), and 2 if the command could not be carried out.

{sections}"""
    }


def commands() -> Iterator[tuple[argparse.ArgumentParser, str]]:
    """Every parser that runs something or groups such, with its help, in the order of the command line."""
    yield from _below(parser(), "")


def _below(root: argparse.ArgumentParser, says: str) -> Iterator[tuple[argparse.ArgumentParser, str]]:
    yield root, says or root.description or ""
    for action in _actions(root):
        if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage] - there is no other way
            group = cast("Any", action)
            helps = {choice.dest: choice.help or "" for choice in group._choices_actions}
            for name, inner in group.choices.items():
                yield from _below(inner, helps.get(name, ""))


def _actions(of: argparse.ArgumentParser) -> list[argparse.Action]:
    return of._actions  # pyright: ignore[reportPrivateUsage] - as above


def _section(command: argparse.ArgumentParser, says: str) -> str:
    label = command.prog.replace(" ", "-")
    level = "##" if command.prog.count(" ") < 2 else "###"
    command.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=WIDTH)
    parts = [
        f"(command-{label})=\n{level} {command.prog}",
        quoted(_sentence(says)),
        f"```text\n{_usage(command)}\n```",
    ]
    described = command.description
    if described and described != says:
        parts.insert(2, quoted(described))
    shown = [action for action in _actions(command) if not isinstance(action, argparse._HelpAction)]  # pyright: ignore[reportPrivateUsage] - as above
    rows = [[_names(action), quoted(_help(action))] for action in shown]
    parts += [table(["Argument", "Meaning"], rows)] if rows else []
    return "\n\n".join(parts) + "\n"


def _usage(command: argparse.ArgumentParser) -> str:
    first, *rest = command.format_usage().rstrip().split("\n")
    return "\n".join([first.removeprefix("usage: "), *(line.removeprefix(" " * len("usage: ")) for line in rest)])


def _sentence(says: str) -> str:
    return f"{says[:1].upper()}{says[1:].removesuffix('.')}."


def _names(action: argparse.Action) -> str:
    """How an argument is written."""
    value = str(action.metavar) if action.metavar else _choices(action)
    if action.nargs == 0:
        value = ""
    elif not value or len(value) > LONG:
        value = action.dest.upper()
    if not action.option_strings:
        return code(_in_table(value or action.dest))
    return ", ".join(code(_in_table(f"{name} {value}".strip())) for name in action.option_strings)


def _choices(action: argparse.Action) -> str:
    return "|".join(str(choice) for choice in action.choices or ())


def _in_table(text: str) -> str:
    return text.replace("|", r"\|")


def _help(action: argparse.Action) -> str:
    choices = _choices(action)
    if isinstance(action, argparse._SubParsersAction):  # pyright: ignore[reportPrivateUsage] - as above
        return f"One of {', '.join(f'`{name}`' for name in choices.split('|'))}; each is described below."
    says = ((action.help or "") % {**vars(action), "prog": "shinkansen"}).strip()
    if not action.metavar and len(choices) > LONG:
        says += f": {', '.join(f'`{choice}`' for choice in choices.split('|'))}"
    return says
