"""The words of a log as the edition writes them: `Osaka` is osaka, and words that the edition does not have are
refused.

So a typo is reported as such, with the word that may have been meant, and not as a move that cannot have been made.
Which cards and cities a move may name is up to the rules: here any card may be given where a card is expected.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import attrs
from attrs import frozen

from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import MOST_TOLD, nearest_names, shown
from shinkansen.core.text import straight
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.logs import Log, Made, Row
from shinkansen.zerokei.moves import KINDS, Lay, Move, Participate
from shinkansen.zerokei.table import EVENT, FACE_DOWN, SEAT_NAMES, TAIL


def spelled(kit: Kit, log: Log) -> Log:
    """A log with every word as the edition writes it; `LogError` names the first word that it does not have."""
    cities, carriages = kit.city_ids, tuple(kit.carriages)
    setup = {
        "counters": _Words("colour", tuple(colour.value for colour in Colour)),
        "venues": _Words("city", cities),
        "events": _Words("event", tuple(kit.events)),
        "board": _Words("venue token", (FACE_DOWN, *cities, *kit.closed_tokens)),
    }
    written: dict[str, Any] = {
        part: words.all(getattr(log, part), part, log.at.get(part)) for part, words in setup.items()
    }
    row, moves = _Words("carriage", carriages), _Moves(kit)
    entries: list[Row | Made] = []
    for entry in log.entries:
        kind, line = ("", entry.line) if log.ordered else (_PLACES[type(entry)].format(entry.line), None)
        if isinstance(entry, Row):
            named = row.all(entry.carriages, kind, line)
            entries.append(entry if named == entry.carriages else attrs.evolve(entry, carriages=named))
        else:
            move = moves.spelled(entry.move, kind, line)
            entries.append(entry if move is entry.move else attrs.evolve(entry, move=move))
    return attrs.evolve(log, **written, entries=tuple(entries))


_PLACES: dict[type[Row | Made], str] = {Row: "row {}", Made: "move {}"}
"""Where something is in a log of JSON, which has no lines."""


@frozen
class _Words:
    """The words there are for something."""

    what: str
    known: tuple[str, ...]
    _by_key: dict[str, str] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {_key(word): word for word in self.known})

    def all(self, words: Iterable[str], place: str, line: int | None) -> tuple[str, ...]:
        return tuple(self.spelled(word, place, line) for word in words)

    def spelled(self, word: str, place: str, line: int | None) -> str:
        """A word as we write it, or an error with where it is and what may have been meant."""
        found = self._by_key.get(_key(word))
        if found is None:
            near = [self._by_key[key] for key in nearest_names(_key(word), self._by_key, 3)]
            raise _unknown(f"{self.what} {shown(word)}", self.known, place, line, near)
        return found


def _unknown(what: str, known: Sequence[str], place: str, line: int | None, near: Sequence[str] = ()) -> LogError:
    where = f"{place}: " if place else ""
    expected = f"expected one of {', '.join(known[:MOST_TOLD])}{' ...' * (len(known) > MOST_TOLD)}"
    hint = f"did you mean {' or '.join(near)}?" if near else expected
    return LogError(f"{where}there is no {what}; {hint}", line)


def _key(word: str) -> str:
    """A word in the form that is compared: ignoring case, accents and the kind of dash."""
    if not word.isascii():
        bare = (char for char in unicodedata.normalize("NFD", straight(word)) if not unicodedata.combining(char))
        word = "".join(bare)
    return word.strip('"').replace("_", "-").casefold()


def _seat(number: int) -> str:
    return SEAT_NAMES[number] if number in range(len(SEAT_NAMES)) else f"seat-{number}"


class _Moves:
    """The words that the parts of moves can be."""

    def __init__(self, kit: Kit) -> None:
        engines = (engine.id for engine in kit.edition.engines)
        cards = _Words("card", (*engines, *kit.carriages, EVENT, TAIL))
        named = {
            **dict.fromkeys(("card", "engine", "carriage", "again", "on"), cards),
            "city": _Words("city", kit.city_ids),
        }
        self._parts = {
            kind: [(field.name, named[field.name]) for field in attrs.fields(kind) if field.name in named]
            for kind in KINDS.values()
        }
        self._parts[Lay].append(("space", _Words("space of the track cost marker", kit.letters)))
        self._seats = kit.seat_names[: kit.seats]
        self._venues = tuple(f"venue-{number}" for number in range(1, len(kit.edition.venues) + 1))

    def spelled(self, move: Move, place: str, line: int | None) -> Move:
        """A move with its words as we write them."""
        changed: dict[str, Any] = {}
        for part, words in self._parts[type(move)]:
            said: str = getattr(move, part)
            word = words.spelled(said, place, line)
            if word != said:
                changed[part] = word
        if isinstance(move, Lay) and move.track_of not in range(len(self._seats)):
            raise _unknown(f"seat {shown(_seat(move.track_of))}", self._seats, place, line)
        if isinstance(move, Participate) and f"venue-{move.venue}" not in self._venues:
            raise _unknown(f"venue {shown(f'venue-{move.venue}')}", self._venues, place, line)
        return attrs.evolve(move, **changed) if changed else move
