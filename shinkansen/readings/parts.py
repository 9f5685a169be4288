"""What a game provides so that its readings can be compared: its witnesses, and how they and their impact are told."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Final

from attrs import field, frozen

from shinkansen.core.frozen import freeze_table
from shinkansen.core.game import Kind


def _texts(table: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(table)


@frozen
class Witnesses:
    """The witnesses of a game: the file that keeps them, and the editions in which they are played."""

    file: Traversable
    """A JSON list of witnesses (`readings.witnesses.Witness`)."""
    editions: Mapping[str, str] = field(factory=dict, converter=_texts)
    """By the slug of a ruling, the name of the edition in which its answers differ, where the usual one cannot show
    it."""
    described: Mapping[str, str] = field(factory=dict, converter=_texts)
    """What each edition is, in words."""


WITNESSES: Final = Kind[Witnesses]("witnesses", "has no witnesses of its rulings", Witnesses)
