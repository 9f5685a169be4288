"""A position in one line, like FEN for chess: what the texts of all games have in common.

    GAME/VERSION/SETTING/FIELD/FIELD/.../CHECK        such as mygame/1/2/4a0.3/T/.../3f9a0c

- The *version* is that of the text: it rises when older readers could not read a new text.
- The *setting* is what somebody who has only the text must know of the rules, as words with dots between them.
- The *fields* are the game's own; one that has nothing to say is `-`.
- The *check* is the first six hexadecimal digits of the SHA-256 of everything before it (without the last `/`), so a
  text that was cut short or mistyped is an error and not another position.

A text consists of ASCII letters, digits and `-`, `.`, `_` and `/`, and nothing else: it needs no quoting in a shell, in
a URL (in a query or after the `#`), in JSON, TOML or CSV, or in the cell of a Markdown table, and no program turns part
of it into a dash, a link or italics. A double click selects all of it in most terminals; browsers stop at some of the
four marks.

There is one text for each position: `position(read_position(text)) == text`. Reading takes time proportional to the
text, which may have at most `_LONGEST` characters.

A game writes its own fields if it wants them short and readable. A game that does not gets `packed`: the JSON of
the state, without spaces, in URL-safe base64. It is not compressed, because compressors differ between machines, and
the same position must have the same text everywhere.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from attrs import define, frozen

from shinkansen.core.errors import WireError
from shinkansen.core.files import parse_json
from shinkansen.core.knowledge import seen_by_all
from shinkansen.core.plain_json import GAME_NAME, Plain, canonical, digest, shown, strict_converter, structure
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

if TYPE_CHECKING:
    from shinkansen.core.ruleset import Ruleset

_LONGEST: Final = 100_000
"""The most characters of a position that is read."""
_MOST_DIGITS: Final = 16
"""The most digits of a number in a position: those of the largest number of the wire."""
NOTHING: Final = "-"
"""A field that has nothing to say."""
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The digits of numbers of pieces and places, which are in base 36."""

_STRANGE = re.compile(r"[^A-Za-z0-9._/-]")
_GAME = re.compile(GAME_NAME)
_START = re.compile(rf"{GAME_NAME}/[0-9]{{1,4}}/")

T = TypeVar("T")


def is_position(text: str) -> bool:
    """Whether a text begins like a position, so that it is not the name of a file (`./` before a name makes it one)."""
    return _START.match(text) is not None


def written(game: str, version: int, setting: str, fields: Sequence[str]) -> str:
    """The text of a position; `WireError` if it would not be one."""
    start = "/".join([game, str(version), setting, *fields])
    text = f"{start}/{_check(start)}"
    if _GAME.fullmatch(game) is None:
        raise WireError(f"the game of a position: found {shown(game)}, expected small letters, digits and hyphens")
    _plain(text)
    if len(text) > _LONGEST:
        raise WireError(f"the position takes {len(text):,} characters, expected at most {_LONGEST:,}")
    return text


def opened(text: object, game: str, version: int) -> list[Field]:
    """The setting and the fields of a position of a game, without the check, which is right; or a `WireError`."""
    if not isinstance(text, str):
        raise WireError(f"found {shown(text)}, expected a position such as {game}/{version}/...")
    if len(text) > _LONGEST:
        raise WireError(f"found a text of {len(text):,} characters, expected a position of at most {_LONGEST:,}")
    _plain(text)
    start, _, check = text.rpartition("/")
    parts = start.split("/")
    if parts[0] != game:
        raise WireError(f"found {shown(text)}, expected a position that begins with {game}/{version}/")
    if len(parts) < 3:
        raise WireError(
            f"found {shown(text)}, expected {game}/{version}/ and then a setting, fields and a check; part of the text "
            "may be missing"
        )
    if parts[1] != str(version):
        raise WireError(f"position, version of the text: found {shown(parts[1])}, expected {version}")
    if check != _check(start):
        raise WireError(
            f"position, check at the end: found {shown(check)}, expected {shown(_check(start))} for what comes before "
            "it; part of the text may be missing or mistyped"
        )
    return [*_fields(parts)][2:]


def _plain(text: str) -> None:
    if (strange := _STRANGE.search(text)) is not None:
        place = strange.start() + 1
        raise WireError(
            f"position, character {place}: found {shown(strange[0])}, expected letters, digits, '-', '.', '_' and '/'"
        )


def _fields(parts: list[str]) -> Iterator[Field]:
    place = 1
    for number, part in enumerate(parts):
        yield Field(f"field {number - 2}" if number > 2 else "setting", part, place)
        place += len(part) + 1


def _check(start: str) -> str:
    return hashlib.sha256(start.encode()).hexdigest()[:6]


@define
class Field:
    """A field of a position, read from left to right; what is wrong is told with its place in the whole text."""

    name: str
    text: str
    place: int
    """Of its first character, counted from 1."""
    at: int = 0
    """How much of it has been read."""

    def wrong(self, expected: str, length: int = 1) -> WireError:
        """The error about what comes next."""
        found = shown(self.text[self.at : self.at + length]) if self.more else "the end of the field"
        return WireError(f"position, {self.name}, character {self.place + self.at}: found {found}, expected {expected}")

    @property
    def more(self) -> bool:
        """Whether there is something left to read."""
        return self.at < len(self.text)

    def skip(self, mark: str) -> bool:
        """Whether this mark comes next; if so, it is read."""
        found = self.text.startswith(mark, self.at)
        self.at += len(mark) if found else 0
        return found

    def need(self, mark: str) -> None:
        """Read a mark that must come next."""
        if not self.skip(mark):
            raise self.wrong(shown(mark))

    def name_of(self, names: Mapping[str, T], expected: str) -> T:
        """What the next characters stand for; all keys of `names` are equally long."""
        length = len(next(iter(names), " "))
        code = self.text[self.at : self.at + length]
        if code not in names:
            raise self.wrong(expected, length)
        self.at += length
        return names[code]

    def number(self) -> int:
        """A whole number in decimal, perhaps negative."""
        end = start = self.at + self.text.startswith("-", self.at)
        while end < len(self.text) and self.text[end] in "0123456789":
            end += 1
        if not 0 < end - start <= _MOST_DIGITS:
            raise self.wrong(f"a number of at most {_MOST_DIGITS} digits", end - self.at)
        found = int(self.text[self.at : end])
        self.at = end
        return found

    def end(self) -> None:
        """Nothing may be left."""
        if self.more:
            raise self.wrong("the end of the field")


def each(field: Field, read: Callable[[Field], T], stops: str = "") -> list[T]:
    """A list of things, up to the end of the field or to one of some characters."""
    found: list[T] = []
    if field.skip(NOTHING):
        return found
    while field.more and field.text[field.at] not in stops:
        found.append(read(field))
    return found


def fields_of(text: object, game: str, version: int, setting: str, names: Sequence[str]) -> dict[str, Field]:
    """The fields of a position under rules with this setting, by their names, of which the last may be missing."""
    given, *found = opened(text, game, version)
    if given.text != setting:
        raise given.wrong(f"{shown(setting)}, the setting of these rules", len(given.text))
    if len(names) - len(found) not in (0, 1):
        expected = f"{', '.join(names[:-1])}, and perhaps {names[-1]}"
        raise WireError(f"position: found {len(found)} fields after the setting, expected {expected}")
    return {name: Field(name, field.text, field.place) for name, field in zip(names, found, strict=False)}


def as_written(text: str, again: str) -> None:
    """Raise a `WireError` unless a position is written as we write it, so that each has one text."""
    if text != again:
        place = next(at for at, (one, two) in enumerate(zip(f"{text} ", f"{again} ", strict=False)) if one != two)
        found, expected = shown(text[place : place + 8]), shown(again[place : place + 8])
        raise WireError(
            f"position, character {place + 1}: found {found}, expected {expected}, as we write it: {again[:200]}"
        )


# -- the text of a game that has no form of its own

_PACKED: Final = 1
"""The version of the packed form."""
_SETTING: Final = re.compile(r"([1-9][0-9]{0,2})\.[0-9a-f]{8}")
_WHOLE: Final = {"open": False, "whole": True}
_CONVERTER: Final = strict_converter()


@frozen
class _Packed:
    state: Plain


def packed(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT, hidden: bool) -> str:
    """A position as the JSON of the state, or of what an onlooker sees of it (`core.knowledge.seen_by_all`)."""
    content = rules.state_json(state if hidden else seen_by_all(rules, state))
    body = urlsafe_b64encode(canonical(content).encode()).decode().rstrip("=")
    game, setting = _packed_under(rules)
    return written(game, _PACKED, setting, ["whole" if hidden else "open", body])


def unpacked(rules: Ruleset[DealT, StateT, MoveT, HappeningT], text: str) -> StateT:
    """The state of a position that was packed under the same rules; or a `WireError`."""
    game, settled = _packed_under(rules)
    setting, *fields = opened(text, game, _PACKED)
    if setting.text != settled:
        raise setting.wrong(f"{shown(settled)}, the setting of these rules", len(setting.text))
    if len(fields) != 2:
        raise WireError(f"position: found {len(fields)} fields between the setting and the check, expected 2")
    how, body = fields
    if how.text not in _WHOLE:
        raise how.wrong(" or ".join(_WHOLE), len(how.text))
    try:
        letter = urlsafe_b64decode(body.text + "=" * (-len(body.text) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        raise body.wrong("JSON in URL-safe base64", len(body.text)) from None
    content: object = parse_json(letter, "position", WireError)
    state = rules.read_state(structure(_CONVERTER, {"state": content}, _Packed, "position").state)
    as_written(text, packed(rules, state, _WHOLE[how.text]))
    return state


def packed_setting(game: str, text: str) -> tuple[int, str]:
    """How many play at a packed position, and its whole setting, of which the rest is a digest; or a `WireError`."""
    setting = opened(text, game, _PACKED)[0]
    found = _SETTING.fullmatch(setting.text)
    if found is None:
        raise setting.wrong("a number of seats and eight hexadecimal digits", len(setting.text))
    return int(found[1]), setting.text


def is_packed_under(rules: Ruleset[DealT, StateT, MoveT, HappeningT], setting: str) -> bool:
    """Whether positions of these rules have this setting."""
    return _packed_under(rules)[1] == setting


def _packed_under(rules: Ruleset[DealT, StateT, MoveT, HappeningT]) -> tuple[str, str]:
    """The game; and the number of seats, with a digest of all that identifies the rules."""
    settings = rules.settings()
    return str(settings.get("game")), f"{rules.seats}.{digest(settings)[:8]}"
