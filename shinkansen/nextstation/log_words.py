"""The words that people write on a scored sheet, and what each of them stands for.

Case, plurals, usual abbreviations and beginnings that can only mean one thing are understood; anything else is an error
that says what may have been meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import nearest_names, shown
from shinkansen.core.prose import listed
from shinkansen.nextstation.module_cards import (
    DOUBLE,
    DOUBLE_STATION,
    EXTENSION,
    JOKER_EFFECT,
    JOKER_POWER,
    SECOND,
    SWITCH_EFFECT,
    SWITCH_POWER,
    SYMBOL_CARDS,
)
from shinkansen.nextstation.sheet import JOKER, SWITCH

T = TypeVar("T")


def _table(words: Mapping[str, str]) -> dict[str, str]:
    """What each word stands for, from the words for each thing."""
    return {word: meaning for meaning, line in words.items() for word in (meaning, *line.split())}


# -- what begins a line

HEAD: Final = ("sheet", "solo", "players", "modules", "objectives", "special", "powers", "rulings")
ROUND: Final = "round"
CARDS: Final = "cards"
ROUTE: Final = "line"
NOTHING: Final = "nothing"
CIRCLED: Final = "circled"
NOTE: Final = "note"
OF_A_LINE: Final = ("districts", "most", "river", "points")
"""What is counted for a line."""
AT_THE_END: Final = (
    "lines",
    "tourist",
    "circles",
    "stamps",
    "interchanges",
    "loop",
    "objectives",
    "deduction",
    "total",
)
"""What is counted at the end of the game."""
ALL_COUNTED: Final = (*OF_A_LINE, *AT_THE_END)
"""Everything that can be counted."""

BEGINNINGS: Final = _table(
    {
        "sheet": "edition city map board",
        "solo": "alone",
        "players": "player seats",
        "modules": "module with",
        "objectives": "objective goals goal",
        "special": "specials effect",
        "powers": "power pencil pencils",
        "rulings": "ruling reading readings",
        ROUND: "rounds",
        CARDS: "card turns deck",
        ROUTE: "route routes section sections branch branches path fork drawn",
        NOTHING: "none",
        CIRCLED: "circle marked double",
        NOTE: "name date day who",
        "districts": "district",
        "most": "stations station max maximum",
        "river": "thames under crossings",
        "points": "point score scores scored pts",
        "lines": "subtotal",
        "tourist": "tourists sites site",
        "circles": "",
        "stamps": "stamp",
        "interchanges": "interchange",
        "loop": "missed",
        "deduction": "deductions",
        "total": "totals sum final",
    }
)
"""Every word that may begin a line, but for colours, and the kind of line it begins."""
COUNTED_WORDS: Final = {word: kind for word, kind in BEGINNINGS.items() if kind in ALL_COUNTED}
"""Those for what can be counted."""

# -- symbols, cards, modules

_SYMBOLS: Final = {
    "circle": "circ cir c round rounds",
    "square": "sq s squ",
    "triangle": "tri t tria",
    "pentagon": "pent p pen penta",
}
SYMBOLS: Final = _table(_SYMBOLS)
CARD_WORDS: Final = _table(
    {**_SYMBOLS, JOKER: "wild wildcard any j star", SWITCH: "sw w railroad branching bifurcation points"}
)
ANY_WORDS: Final = frozenset({"any", "all", "joker", "question", "mark"})
"""What the station for all symbols is called."""
DEPARTURE_WORDS: Final = frozenset({"departure", "start", "depot"})
CIRCLED_WORDS: Final = frozenset({"double", "doubled", "circled", "marked", "x2"})
KINDS: Final = _table({"underground": "u ug metro under", "street": "st road above"})
"""The two kinds of cards."""
EFFECTS: Final = _table(
    {
        SWITCH_EFFECT: "sw",
        JOKER_EFFECT: "wild",
        EXTENSION: "extend extended ext extra",
        DOUBLE_STATION: "double dbl doubled",
    }
)
POWERS: Final = _table(
    {
        SECOND: "two twice 2nd",
        JOKER_POWER: "wild",
        SWITCH_POWER: "sw",
        DOUBLE: "double-station dbl doubled",
    }
)
MODULE_WORDS: Final = _table(
    {
        "objectives": "objective goals common shared",
        "special_stations": "special specials special-stations effects",
        "pencil_powers": "powers power pencils pencil pencil-powers",
    }
)
FILLERS: Final = frozenset(
    (*"=:,+&/->.", "->", "a", "an", "and", "the", "of", "to", "with", "line", "pencil", "card", "station", "stations")
) | {"effect", "effects", "power", "powers"}
"""Words between others that add nothing."""
PENCILS: Final = ("purple", "blue", "pink", "green", "brown")
"""Every pencil of either box; a sheet has four of them."""
COLOURS: Final[Mapping[str, str]] = {
    "violet": "purple", "lilac": "purple", "mauve": "purple", "rose": "pink", "magenta": "pink",
}  # fmt: skip
"""What people also call the pencils."""
NUMBERS: Final = {
    word: number
    for number, line in enumerate(("first one 1st", "second two 2nd", "third three 3rd", "fourth four 4th last"), 1)
    for word in line.split()
}

assert {*SYMBOLS.values()} == {*SYMBOL_CARDS}


def meant(word: str, known: Mapping[str, T], what: str, line: int) -> T:
    """What a word stands for, or an error that suggests another one."""
    found = known_as(word, known)
    if found is not None:
        return found
    near = nearest_names(word, known, 1)
    names = listed([*dict.fromkeys(map(str, known.values()))], " or ")
    suggestion = f"; did you mean {near[0]}?" if near else f"; expected {names}"
    raise LogError(f"there is no {what} {shown(word)}{suggestion}", line)


def known_as(word: str, known: Mapping[str, T]) -> T | None:
    """What a word stands for: as it is, without the `s` of a plural, or as the beginning of only one thing."""
    for form in (word, word.removesuffix("s")):
        if form in known:
            return known[form]
    begun = {id(known[name]): known[name] for name in known if len(word) > 1 and name.startswith(word)}
    return next(iter(begun.values())) if len(begun) == 1 else None


_WORD: Final = re.compile(r"[^\W\d_][\w'-]*|\d+(?:st|nd|rd|th)|\?+|\.\.\.+|[^\w\s]|\d+", re.ASCII)


def words_of(text: str) -> list[str]:
    """The words of a part of a line, with what stands between them."""
    return _WORD.findall(text)


def told(text: str) -> list[str]:
    """The words of a part of a line that say something."""
    return [word for word in words_of(text) if word not in FILLERS]
