"""The rulings of Zero-Kei: a letter for each switchable one, and the register of all of them (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from shinkansen.core.choices import AB, ABC, Choices, choose, restore
from shinkansen.core.files import PACKAGE

if TYPE_CHECKING:
    from shinkansen.core.rulings import Register


@frozen
class Rulings(Choices):
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


@cache
def register() -> Register:
    """All rulings of Zero-Kei, switchable and settled."""
    from shinkansen.core.rulings import load_register  # here, because most programs never read the register
    from shinkansen.zerokei.rulebook import rulebook

    return load_register(PACKAGE / "zerokei" / "rulings.toml", rulebook())


def rulings(letters: Rulings | Mapping[str, object] | str | None = None, *, withdrawn: bool = False) -> Rulings:
    """Rulings as preferred but for the letters named: `{"R29": "b"}`, `{"track_needs_ground": "b"}` or `"R29=b"`.

    `RulingError` says what is valid.
    """
    return choose(Rulings, register, letters, withdrawn)


def restored(letters: Mapping[str, object], version: int | None = None) -> Rulings:
    """Rulings as they were stored or declared; those that could not be switched then are as they were played."""
    return restore(Rulings, register(), letters, version)
