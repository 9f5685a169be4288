"""What Zero-Kei knows about the choice of its vectors: where games and corners are played, and what the wire hides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shinkansen.verify.judging.script import Setting, setting_of
from shinkansen.zerokei.game import GAME
from tests.build.vectors import Choosing

_WORDS: Final = "It refuses by the right clause; only the sentence is wrong, and sentences do not travel over the wire."
_DEALS: Final = "It accepts an invalid deal; only valid deals travel over the wire."
_VIEWS: Final = "Views, redeals, previews and records as a seat sees them do not travel over the wire."
_UNSEEN: Final[Mapping[str, str]] = {
    "a-carriage-twice-in-the-deck": _DEALS,
    "a-city-with-two-venues": _DEALS,
    "shortfall-overstated": _WORDS,
    "occupied-space-misnamed": _WORDS,
    "claimed-by-the-wrong-seat": _WORDS,
    "shortfall-without-points": _WORDS,
    "deck-order-in-view": _VIEWS,
    "board-order-in-view": _VIEWS,
    "closed-tokens-in-view": _VIEWS,
    "record-tells-the-deck": _VIEWS,
    "record-tells-the-board": _VIEWS,
    "redeal-mixes-tokens": _VIEWS,
    "preview-shows-the-row": _VIEWS,
    "preview-shows-the-tokens": _VIEWS,
}

CHOOSING: Final = Choosing(
    tables=tuple(
        setting_of(GAME, table)
        for table in ({"seats": 2}, {"seats": 3}, {"seats": 1}, {"seats": 4}, {"seats": 1, "hard": True})
    ),
    names=("2", "3", "solo", "4", "hard"),
    # Half of them are solo: Hideo's corners are the rarest.
    late=tuple(Setting(GAME, seats) for seats in (2, 1, 3, 1, 4, 1)),
    unseen=_UNSEEN,
    own_corners=True,
)
