"""The rulings of Zero-Kei: a letter for each switchable one, and the register of all of them (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args, get_type_hints

import attrs
from attrs import frozen

from shinkansen.core.errors import RulingError
from shinkansen.core.files import PACKAGE, parse_toml
from shinkansen.core.plain_json import shown

if TYPE_CHECKING:
    from shinkansen.core.rulings import Register

AB: TypeAlias = Literal["a", "b"]
"""The letter of an answer, where there are two."""
ABC: TypeAlias = Literal["a", "b", "c"]
"""The letter of an answer, where there are three."""


@frozen
class Rulings:
    """The letter of every switchable ruling; what they mean is in the register, under the same names."""

    stuck_counter: AB = "a"
    nothing_affordable: ABC = "a"
    second_icon: AB = "a"
    twice_on_space_one: AB = "a"
    engine_without_action: AB = "a"
    cheap_engine_repeated: AB = "a"
    discount_with_ability: AB = "a"
    track_needs_ground: AB = "a"
    own_track_first: AB = "a"
    borrowed_track_price: AB = "a"
    venue_effect: AB = "a"
    venue_twice: AB = "a"
    bought_card: AB = "a"
    end_purchase: AB = "a"
    repeat_action: AB = "a"
    event_repeat: AB = "a"
    round5_effect: AB = "a"
    reward_again: AB = "a"
    reward_again_counter: AB = "a"
    yen_by_rank: AB = "a"
    selling_vp: AB = "a"
    end_order: AB = "a"
    score_below_zero: AB = "a"
    token_place: AB = "a"
    token_same_city: AB = "a"
    empty_venue: AB = "a"
    connection_gap: ABC = "a"
    connection_card: ABC = "a"
    hideo_space_one: AB = "a"
    hideo_icon: AB = "a"
    hideo_closed_third: AB = "a"
    hideo_rank: AB = "a"
    hideo_connection: AB = "a"
    hideo_tie: AB = "a"
    hideo_cauldrons: AB = "a"
    connection_return: AB = "a"
    event_repeat_action: AB = "a"
    build_discount: AB = "a"
    lay_discount: AB = "a"

    def __attrs_post_init__(self) -> None:
        for slug, letters in _LETTERS.items():
            if getattr(self, slug) not in letters:
                raise RulingError(
                    f"the ruling {slug!r} has no answer {shown(getattr(self, slug))}; expected {' or '.join(letters)}"
                )

    def letters(self) -> dict[str, str]:
        """The letters by slug."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def unusual(self) -> dict[str, str]:
        """The letters by slug that are not the preferred ones."""
        usual = Rulings().letters()
        return {slug: letter for slug, letter in self.letters().items() if letter != usual[slug]}


_LETTERS: dict[str, tuple[str, ...]] = {slug: get_args(kind) for slug, kind in get_type_hints(Rulings).items()}
"""The letters of each ruling; tests hold that the register has the same."""


@cache
def register() -> Register:
    """All rulings of Zero-Kei, switchable and settled."""
    from shinkansen.core.rulings import read_register  # here, because most programs never read the register
    from shinkansen.zerokei.rulebook import rulebook

    text = (PACKAGE / "zerokei" / "rulings.toml").read_text(encoding="utf-8")
    return read_register(parse_toml(text, "rulings.toml", RulingError), rulebook())


def rulings(letters: Rulings | Mapping[str, object] | str | None = None, *, withdrawn: bool = False) -> Rulings:
    """Rulings as preferred but for the letters named: `{"R29": "b"}`, `{"track_needs_ground": "b"}` or `"R29=b"`.

    `RulingError` says what is valid.
    """
    if isinstance(letters, Rulings):
        return letters
    if letters is not None and not isinstance(letters, Mapping | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RulingError(f"found {shown(letters)}, expected rulings such as {{'R29': 'b'}}")
    if not letters:
        return Rulings()  # without the register, which most programs never read
    from shinkansen.core.rulings import choose

    return choose(Rulings, register(), letters, withdrawn)


def restored(letters: Mapping[str, object], version: int | None = None) -> Rulings:
    """Rulings as they were stored or declared; those that could not be switched then are as they were played."""
    from shinkansen.core.rulings import restore

    return restore(Rulings, register(), letters, version)
