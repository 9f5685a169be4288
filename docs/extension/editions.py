"""The editions of a game on one page: every figure of each, the reconstructed ones marked, with its source.

An edition that only varies another one, so that a ruling shows, is named but not printed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from docs.extension.places import label, of_game, option, page
from docs.extension.words import plain, table
from shinkansen.core.game import Game
from shinkansen.core.parts import EDITION_FILES, EDITIONS
from shinkansen.readings.parts import WITNESSES


@frozen
class Edition:
    """An edition as pages tell of it."""

    name: str
    """By which commands know it."""
    title: str
    digest: str
    varies: str
    """The name of the edition that it varies, or nothing."""
    reconstructed: str
    """How many figures are: "13 of 102"."""


def editions(game: Game) -> tuple[Edition, ...]:
    """Those that come with a game, the usual one first; none if it has no such parts."""
    return tuple(_editions(game)) if game.has(EDITIONS) and game.has(EDITION_FILES) else ()


def _editions(game: Game) -> Iterator[Edition]:
    first_of = dict[str, str]()
    for name, content in game.part(EDITIONS).known().items():
        known = game.part(EDITIONS).identity(content)
        first = first_of.setdefault(known.id, name)
        told = "\n".join(game.part(EDITION_FILES).check(name)[1])
        counted = re.search(r"(\d+ of \d+) figures are reconstructed", told)
        yield Edition(
            name,
            known.name,
            known.digest,
            varies="" if first == name else first,
            reconstructed=counted[1] if counted else "",
        )


def pages(game: Game) -> dict[str, str]:
    """The page, by docname; none for a game without editions."""
    return {page(game, "editions"): _page(game)} if editions(game) else {}


def anchor(edition: Edition) -> str:
    """The permanent anchor of an edition on the page."""
    return f"edition-{re.sub(r'[^a-z0-9]+', '-', edition.name.lower())}"


def _page(game: Game) -> str:
    rows = [
        [_linked(game, each), _described(game, each), each.reconstructed, f"`{each.digest[:12]}`"]
        for each in editions(game)
    ]
    printed = "\n".join(_printed(game, each) for each in editions(game) if not each.varies)
    return f"""# Editions{of_game(game)}

Here you can look up every figure that comes with the game, and where it is from. An asterisk marks a figure that is
reconstructed: invented by us so that the game can be played, and not the publisher's. What the sources are worth is on
[a page of its own](../provenance.md); [a guide](../guides/write-an-edition.md) says how to enter those of your box.

{table(["Edition", "What it is", "Reconstructed figures", "Digest begins"], rows)}

{printed}"""


def _linked(game: Game, edition: Edition) -> str:
    return f"`{edition.name}`" if edition.varies else f"[`{edition.name}`](#{label(game, anchor(edition))})"


def _described(game: Game, edition: Edition) -> str:
    told = game.part(WITNESSES).described.get(edition.name, "") if game.has(WITNESSES) else ""
    return plain(told or edition.title)


def _printed(game: Game, edition: Edition) -> str:
    files = game.part(EDITION_FILES)
    name = f"'{edition.name}'" if " " in edition.name else edition.name
    return f"""({label(game, anchor(edition))})=
## {plain(edition.title)}

`shinkansen edition show {name}{option(game)}` prints this, and with `--sources` what is below it:

```text
{files.show(edition.name)}
```

<details><summary>Every figure with its source</summary>

```text
{files.show(edition.name, "sources")}
```

</details>
"""
