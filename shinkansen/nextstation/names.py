"""What stations, cards and sections are called in sentences."""

from __future__ import annotations

from shinkansen.nextstation.sheet import ANY, Station


def station_name(station: Station) -> str:
    """`the circle at 7,3`; column and row are counted from 0 at the top left.

    The station that every card leads to is the central station, as in the rulebook, wherever your own sheet has it.
    """
    return f"the {'central station' if station.symbol == ANY else station.symbol} at {station.id}"


def card_name(card: str) -> str:
    """`circle (street)`."""
    kind, _, symbol = card.partition("-")
    return f"{symbol} ({kind})"
