"""What stations, cards and sections are called in sentences."""

from __future__ import annotations

from shinkansen.nextstation.sheet import Station


def station_name(station: Station) -> str:
    """`the circle at 7,3`; column and row are counted from 0 at the top left."""
    return f"the {'station for all symbols' if station.symbol == 'any' else station.symbol} at {station.id}"


def card_name(card: str) -> str:
    """`circle (street)`."""
    kind, _, symbol = card.partition("-")
    return f"{symbol} ({kind})"
