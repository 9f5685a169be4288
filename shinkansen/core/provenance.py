"""Provenance: the kinds of sources that a figure of an edition can have."""

from __future__ import annotations

from enum import StrEnum


class SourceKind(StrEnum):
    """Where a figure comes from."""

    RULEBOOK = "rulebook"
    """Printed in a rulebook, whose place is given."""
    DEDUCED = "deduced"
    """Follows from something else; it is said how."""
    REPORTED = "reported"
    """Told by somebody who has the box; it is said who."""
    BOX = "box"
    """Read off the components themselves."""
    RECONSTRUCTED = "reconstructed"
    """Invented by us so that the game can be played. Never the publisher's."""
