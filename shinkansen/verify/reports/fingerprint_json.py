"""A fingerprint as plain JSON, for programs: one entry for each ruling. Its form is `schemas/fingerprint.json`;
`shinkansen fingerprint --schema` prints it."""

from __future__ import annotations

from shinkansen import __version__
from shinkansen.core.near_misses import Part
from shinkansen.core.rulings import Ruling
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports.report_json import engine_json

FORMAT = 1
"""It goes up when a change would break programs that read fingerprints."""


def fingerprint_json(report: Report, found: Fingerprint) -> Part:
    """What a check found out about the reading that an engine follows."""
    return {
        "format": FORMAT,
        "shinkansen": __version__,
        "game": report.game.name,
        "edition": report.edition,
        "engine": engine_json(report.who),
        "seed": report.seed,
        "says": str(found),
        "rulings": [_ruling(report.game.register[slug], found) for slug in found.letters],
        "mistakes": len(report.mistakes),
        "code": report.code,
    }


def _ruling(ruling: Ruling, found: Fingerprint) -> Part:
    slug = ruling.slug
    letter = found.letters[slug]
    return {
        "ruling": ruling.id,
        "slug": slug,
        "question": ruling.question,
        "letter": letter,
        "says": ruling.says(letter),
        "known": slug in found.known,
        "possible": [*found.possible.get(slug, (letter,))],
        "hint": found.hints.get(slug, ""),
        "asked": found.asked[slug],
        "preferred": ruling.preferred,
    }
