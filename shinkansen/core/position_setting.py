"""The setting of a position in one line: what somebody who has only the text must know of the rules.

    2.hard.e0123abcd.R29b

The number of seats; words of the game's own; `e` and eight digits of the digest of the edition, if it is not the one
that a text need not name; and each ruling that is not answered as usual. What is usual is left out, so most settings
are one digit.

A ruling that is not named is answered as it was before it could be switched, or as preferred if it always could be
(`core.rulings.brief`). So a text means the same under every version of the rules and need not name one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeVar

from attrs import frozen

from shinkansen.core.errors import RulingError, WireError
from shinkansen.core.plain_json import shown
from shinkansen.core.position import opened
from shinkansen.core.rulings import Register, brief

EditionT = TypeVar("EditionT")


@frozen
class Said:
    """What the setting of a position says."""

    seats: int
    own: tuple[str, ...]
    """The game's own words that are there."""
    edition: str
    """The word of the edition."""
    letters: Mapping[str, str]
    """The letter of every ruling that can be switched."""


def edition_word(digest: str) -> str:
    """How a text names an edition."""
    return f"e{digest[:8]}"


def setting_text(
    seats: int, own: Iterable[str], digest: str, usual: str, register: Register, letters: Mapping[str, str]
) -> str:
    """The setting of some rules; `usual` is the word of the edition that is not named."""
    given, word = brief(register, letters), edition_word(digest)
    return ".".join(
        [
            str(seats),
            *own,
            *([word] if word != usual else []),
            *(f"{ruling.id}{given[ruling.slug]}" for ruling in register.switchable if ruling.slug in given),
        ]
    )


def read_setting(
    text: str,
    game: str,
    version: int,
    *,
    seats: Collection[int],
    usual: str,
    register: Register,
    own: Iterable[str] = (),
) -> Said:
    """What the setting of a position says, of a game that has these words of its own; or a `WireError`."""
    field = opened(text, game, version)[0]
    number, *words = field.text.split(".")
    there = list[str]()
    for each in own:
        if words[:1] == [each]:
            there.append(words.pop(0))
    word, *words = words if words and words[0].startswith("e") else [usual, *words]
    try:
        letters = register.restored(register.letters({each[:-1]: each[-1:] for each in words}))
    except RulingError as problem:
        raise WireError(f"position, setting: {problem}") from None
    if number not in {*map(str, seats)}:
        among = f"{min(seats)} to {max(seats)}"
        raise WireError(f"position, setting: found {shown(number)}, expected the number of seats, {among}")
    return Said(int(number), tuple(there), word, letters)


def edition_of(word: str, editions: Iterable[EditionT], digest: Callable[[EditionT], str]) -> EditionT:
    """The edition that a word names, among those that are at hand; or a `WireError`."""
    for edition in editions:
        if edition_word(digest(edition)) == word:
            return edition
    raise WireError(
        f"position, setting: found {shown(word)}, an edition that does not come with this package: give it with "
        "--edition FILE"
    )
