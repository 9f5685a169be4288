"""Adopting readings: another answer to a ruling that explains a difference is followed from then on.

Everything is then asked again, so that differences it had hidden appear; the engine is still told the same as before.
If what was adopted proves wrong, because it is contradicted at other tables, it is given up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from shinkansen.core.rulings import Letters
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.minimise import size
from shinkansen.verify.judging.readings import Reading, read_as, readings

RESTARTS: Final = 10
"""How many readings are adopted at most; an engine that reads more rules differently no longer plays this game."""


class Adopting:
    """The readings that were adopted in a check, and what they explain."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._tried = {course.reading}
        """Every reading under which everything was asked."""
        self._banned: set[tuple[str, str]] = set()
        """Answers that it follows at some tables but not at others: not a reading, but mistakes."""
        self.read: list[Finding] = []
        """The differences that the adopted readings explain."""
        self._looked: dict[Difference, int] = {}
        """The differences for which readings have been looked up: 0 single answers, 1 pairs."""

    def adopts(self, among: Sequence[Difference] | None = None, pairs: bool = False) -> bool:
        """Whether another reading explains something that was found, or one of some differences; if so, it becomes the
        present one."""
        course = self._course
        explained: dict[Letters, list[Difference]] = {}
        by: dict[Letters, Reading] = {}
        contradicted: set[str] = set()
        for difference in among if among is not None else [each for each, _ in course.found]:
            if self._looked.get(difference, -1) >= pairs:
                continue
            course.tell()
            self._looked[difference] = pairs
            explaining = readings(difference, pairs)
            instead = [(one, reading) for one in explaining for reading in self._instead(one)]
            for one, reading in instead:
                explained.setdefault(reading, []).append(difference)
                by.setdefault(reading, one)
            if not instead:
                contradicted |= {slug for one in explaining for slug in one.slugs}
        if self._gives_up(contradicted):
            return True
        if not explained or len(self._tried) > RESTARTS:
            return False
        # Several may explain the same difference; the one that explains most is the likeliest, and if it is wrong, a
        # difference will show that.
        reading = max(explained, key=lambda one: len(explained[one]))
        if by[reading].over(course.reading) == reading:
            self.keep(by[reading], explained[reading])
        self.follow(reading, explained[reading])
        return True

    def _gives_up(self, slugs: set[str]) -> bool:
        """Whether an adopted answer is contradicted by tables at which the engine does what it was asked to do; then it
        is not a reading, and what it seemed to explain is a mistake."""
        letters, asked = self._course.reading, self._course.asked
        wrong = {(slug, letters[slug]) for slug in slugs if letters[slug] != asked[slug]}
        self._banned |= wrong
        if wrong:
            self.follow(letters.but(**{slug: asked[slug] for slug, _ in wrong}), [])
        return bool(wrong)

    def follow(self, reading: Letters, explained: list[Difference]) -> None:
        """Follow another reading from now on; what it does not explain may still be seen."""
        course = self._course
        self.read = [finding for finding in self.read if _held(finding, reading)]
        course.reading = reading
        course.prepared, course.clean = False, 0
        # An engine may rightly fail at tables that its own reading can never reach; real errors inside it will show
        # again, since everything is asked again.
        course.judge.errored.clear()
        self._tried.add(reading)
        before, course.found, self._looked = course.found, Found(), {}
        for difference, times in before:
            again = read_as(difference.script, course.setting(difference.script.setting))
            if again is not None and difference not in explained:
                for still in course.judge.differences(again):
                    course.found.add_one(still, times)

    def _instead(self, one: Reading) -> Iterator[Letters]:
        """What to follow if this explains a difference: just that; or, if that has been tried, give up what was adopted
        wrongly for something else that explained the same."""
        if any((choice.slug, choice.letter) in self._banned for choice in one.choices):
            return
        reading = one.over(self._course.reading)
        if reading not in self._tried:
            yield reading
            return
        for finding in self.read:
            if any(one.slugs & each.slugs for each in finding.readings):
                yield from (other for each in finding.readings if (other := each.over(reading)) not in self._tried)

    def keep(self, reading: Reading, differences: list[Difference]) -> None:
        """A reading is reported with the shortest game that shows it."""
        course = self._course
        times = Counter(dict(course.found))
        shortest = min(differences, key=lambda difference: size(difference.script))
        least = course.shortened(shortest, 1)
        for difference in (least, shortest):
            explaining = readings(difference, pairs=len(reading.choices) > 1)
            if reading in explaining:
                count = sum(times[each] for each in differences)
                self.read.append(Finding(difference, count, explaining))
                return

    @property
    def told(self) -> list[Finding]:
        """What to report: the differences that are explained by answers other than those asked for."""
        asked, reading = self._course.asked, self._course.reading
        held = [attrs.evolve(finding, readings=_held(finding, reading)) for finding in self.read]
        return [
            finding
            for finding in held
            if any(asked[choice.slug] != choice.letter for one in finding.readings for choice in one.choices)
        ]


def _held(finding: Finding, reading: Letters) -> tuple[Reading, ...]:
    """Of the readings that explain a finding, those that are part of this one."""
    return tuple(one for one in finding.readings if one.over(reading) == reading)
