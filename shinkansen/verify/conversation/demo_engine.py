"""A game's bundled engine with mistakes, behind the wire, to show what a check finds.

python -m shinkansen.verify.conversation.demo_engine [--game NAME]
"""

from __future__ import annotations

import argparse
import sys

from shinkansen.core import registry
from shinkansen.core.parts import DEMO
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, serve


def engine(name: str = registry.DEFAULT) -> Server:
    """The bundled engine of a game."""
    demo = registry.game(name).part(DEMO)
    offered = [cmd for cmd in CAPABILITIES if cmd not in demo.lacks]
    return Server({name: demo.opener}, name=demo.name, capabilities=offered)


def _named(arguments: list[str]) -> str:
    """The game that is named; other words may be there to tell engines apart, and mean nothing."""
    parser = argparse.ArgumentParser(allow_abbrev=False, add_help=False)
    parser.add_argument("--game", default=registry.DEFAULT)
    return str(parser.parse_known_args(arguments)[0].game)


if __name__ == "__main__":
    serve(engine(_named(sys.argv[1:])).answer, sys.stdin.buffer, sys.stdout.buffer)
