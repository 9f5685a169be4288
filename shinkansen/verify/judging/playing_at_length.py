"""Random games as a campaign, from the side of the check: it is begun and watched, and what was seen in its shards is
taken over. What a shard does is in `at_length`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from shinkansen.campaign.campaigns import campaign
from shinkansen.campaign.progress_file import Failure
from shinkansen.campaign.running import Advance, run
from shinkansen.verify.conversation import custody
from shinkansen.verify.conversation.talk import Fault, TimeIsOver, Trouble
from shinkansen.verify.judging import at_length
from shinkansen.verify.judging.adopting import Adopting
from shinkansen.verify.judging.clock import GAMES
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.plan import AtLength
from shinkansen.verify.judging.readings import readings
from shinkansen.verify.judging.scope import Topic
from shinkansen.verify.judging.script import own_edition
from shinkansen.verify.judging.start import Way, Who
from shinkansen.verify.judging.stored import read_difference
from shinkansen.verify.judging.verdict import counted


def play_at_length(course: Course, adopting: Adopting, way: Way, who: Who, at: AtLength) -> bool:
    """Play the games as a campaign; returns whether a reading was adopted on the way."""
    plan, progress, own = course.plan, course.progress, own_edition(course.plan.tables[0])
    asked = campaign(
        at_length.NAME,
        at_length.settings_of(way, who, course.tables, plan.games, plan.seed, plan.budget, plan.limits, own),
    )
    played, begun = cast("dict[str, Any]", at_length.GAMES.beginning(asked.settings)), False
    progress.wanted = plan.games or 0

    def watch(advance: Advance) -> None:
        nonlocal played, begun
        played = cast("dict[str, Any]", advance.so_far)
        progress.games, progress.failed = played["games"], advance.failed
        progress.causes = len(played["found"])
        if not begun:  # whatever is there at first, or after a whole epoch that was there
            begun, progress.before = advance.done < advance.shards, progress.games
        course.tell("games" if played["epochs"] == advance.epoch else "making differences shorter")
        if course.clock.over(GAMES):
            raise TimeIsOver("no more games begin")

    failures = list[Failure]()
    try:
        failures += run(asked, at.workers, at.file, watch).failures
    except TimeIsOver:
        pass
    finally:
        custody.sweep()  # whatever the engines of lost workers have left behind
        adopted = _take(course, adopting, played)
    course.left_out = tuple(_left_out(failure, plan.seed) for failure in failures)
    if failures:
        course.trouble = course.trouble or _trouble(failures[0], course.left_out)
    return adopting.adopts() or adopted


def _take(course: Course, adopting: Adopting, played: dict[str, Any]) -> bool:
    """Take over what was seen in the games; returns whether readings were adopted on the way."""
    judge = course.judge
    course.progress.games = played["games"]
    judge.questions += played["questions"]
    judge.clauses |= {*played["clauses"]}
    judge.compared += Counter({Topic(topic): times for topic, times in played["compared"].items()})
    for mine, name in (
        (judge.answered, "answered"),
        (judge.agreed, "agreed"),
        (judge.parted, "parted"),
        (judge.tables, "tables"),
    ):
        mine += Counter(played[name])
    before = course.reading
    for adopted in played["adopted"]:
        _follow(course, adopting, adopted)
    judge.skipped += Counter(played["skipped"])
    judge.errored += Counter(played["errored"])
    for cause, entry in played["found"].items():
        least = played["short"].get(cause)
        examples = [*([least] if least is not None else []), *(one["difference"] for one in entry["examples"])]
        for place, one in enumerate(examples):
            course.found.add_one(read_difference(one), entry["times"] if not place else 0)
    course.clean = played["clean"]
    return course.reading != before


def _follow(course: Course, adopting: Adopting, adopted: dict[str, Any]) -> None:
    """Adopt a reading that was adopted while games were played."""
    reading = course.plan.game.register.restored(adopted["reading"])
    explained = [read_difference(entry["examples"][0]["difference"]) for entry in adopted["explained"].values()]
    for difference, entry in zip(explained, adopted["explained"].values(), strict=True):
        course.found.add_one(difference, entry["times"])
    by = [one for each in explained for one in readings(each) if one.over(course.reading) == reading]
    if by:
        adopting.keep(by[0], explained)
    adopting.follow(reading, explained)


def _left_out(failure: Failure, seed: int) -> str:
    """A shard that could not be worked out, in a sentence."""
    return f"shard {failure.shard} of epoch {failure.epoch} (seed {seed}): {failure.why}"


def _trouble(failure: Failure, left_out: tuple[str, ...]) -> Trouble:
    """The trouble in the first of the shards that could not be worked out."""
    name = failure.why.partition(":")[0]
    fault = Fault(name) if name in {*Fault} else Fault.UNWATCHED
    first, *others = left_out
    more = f" (and {counted(len(others), 'other shard')})" if others else ""
    return Trouble(fault, f"Left out: {first}{more}")
