"""The time of a check, and how it is divided: games, then explaining what was found, then shortening it, then asking it
again, then closing.
"""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Final

from shinkansen.verify.judging.plan import Plan

GAMES: Final = 0.85
GAMES_OF_THE_WRONG: Final = 0.5
EXPLAINING: Final = 0.65
SHORTENING: Final = 0.8
"""The shares of the time after which no more games begin (earlier, if something was found), after which nothing more is
tried as an explanation, and after which nothing more is shortened; the rest is for asking again."""

LEAST: Final = 2.0
"""The seconds that an engine always gets to end."""


class Clock:
    """The time of a check and its shares."""

    def __init__(self, plan: Plan) -> None:
        self.began = monotonic()
        # The remainder is for closing; no engine is blamed for needing a moment, however short the check.
        self.closing = plan.limits.stop if plan.seconds is None else min(plan.limits.stop, max(plan.seconds / 2, LEAST))
        self.end = inf if plan.seconds is None else self.began + max(plan.seconds / 2, plan.seconds - self.closing)
        """When asking ends."""
        self.again = inf if plan.seconds is None else max(self.end, self.began + plan.seconds - LEAST)
        """When asking again ends: what was found is worth more than the time that closing hardly ever takes."""
        self.until = self.end
        """When what is being done now ends."""

    @property
    def is_up(self) -> bool:
        """Whether the time for what is being done now is over."""
        return monotonic() >= self.until

    def asks_again(self) -> None:
        """From now on there is the time for asking again."""
        self.until = self.again

    def over(self, share: float) -> bool:
        """Whether a share of the time for asking is over."""
        return monotonic() >= self._moment(share)

    def left(self, share: float) -> float:
        """How many seconds are left until a share of the time for asking is over."""
        return max(0.0, self._moment(share) - monotonic())

    @property
    def passed(self) -> float:
        """How many seconds the check has taken so far."""
        return monotonic() - self.began

    def _moment(self, share: float) -> float:
        return self.end if self.end == inf else self.began + share * (self.end - self.began)
