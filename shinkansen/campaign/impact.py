"""How often answers to rulings change games, as a campaign: a shard is a few deals, played under all the answers.

{"game": "zerokei", "answers": [["track_needs_ground", "b", "standard"]], "games": 600, "seed": 1964}

The answers must be measured with the same numbers of players in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, cast

from shinkansen.campaign.campaigns import Campaign, CampaignError, Epoch, Work, campaign
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.prose import count
from shinkansen.readings.impact import EFFECTS, Impact, codes_of, seats_for
from shinkansen.readings.witnesses import rules_for

NAME: Final = f"{__name__}:IMPACT"
EACH: Final = 12
"""How many deals a shard has; every number of players takes its turn in one."""

Answer: TypeAlias = tuple[str, str, str]
"""A slug, a letter, and the name of an edition."""


def measuring(game: Game, answers: Sequence[Answer], games: int, seed: int) -> Campaign:
    """So many games under each of some answers."""
    asked: list[Json] = [[*answer] for answer in answers]
    return campaign(NAME, {"game": game.name, "answers": asked, "games": games, "seed": seed})


def measured(campaign: Campaign, so_far: Json) -> list[Impact]:
    """What the answers changed, in their order."""
    turns = cast("list[int]", campaign.settings["turns"])
    return [
        Impact(*answer, {seats: codes[place :: len(turns)] for place, seats in enumerate(turns)})
        for answer, codes in zip(_answers(campaign.settings), cast("list[str]", so_far), strict=True)
    ]


class _Impact:
    def checked(self, settings: Part) -> Part:
        """With the version of the rules, who plays, and the digests of the editions."""
        game, answers = registry.game(str(settings.get("game"))), _answers(settings)
        for name, least in (("games", 1), ("seed", 0)):
            value = settings.get(name)
            if type(value) is not int or value < least:
                raise CampaignError(f"{name}: found {shown(value)}, expected a number from {least}")
        for slug, letter, _ in answers:
            offered = [each.letter for each in game.register[slug].offered]
            if letter not in offered:
                raise CampaignError(f"{slug}: found {shown(letter)}, expected {' or '.join(offered)}")
        all_turns = {seats_for(game, slug) for slug, *_ in answers}
        if len(all_turns) != 1:
            raise CampaignError("answers: found different numbers of players, expected the same for all")
        (turns,) = all_turns
        editions = [rules_for(game, turns[0], edition=edition).edition_id for *_, edition in answers]
        return {
            "game": game.name,
            "version": rules_for(game, turns[0]).version,
            "editions": [each.digest if each is not None else "" for each in editions],
            "turns": [*turns],
            "answers": [[*answer] for answer in answers],
            "games": settings["games"],
            "seed": settings["seed"],
        }

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        """A single one."""
        return Epoch(-(-cast("int", settings["games"]) // EACH)) if number == 0 else None

    def work(self, settings: Part, epoch: Part) -> Work:
        """Play some deals under all answers."""
        game, answers = registry.game(cast("str", settings["game"])), _answers(settings)
        turns = cast("list[int]", settings["turns"])
        games, seed = cast("int", settings["games"]), cast("int", settings["seed"])

        def played(shard: int) -> Json:
            found = [""] * len(answers)
            for each in range(EACH * shard, min(EACH * (shard + 1), games)):
                codes = codes_of(game, answers, turns[each % len(turns)], seed, each // len(turns))
                found = [before + code for before, code in zip(found, codes, strict=True)]
            return [*found]

        return played

    def beginning(self, settings: Part) -> Json:
        """No games."""
        return ["" for _ in _answers(settings)]

    def folded(self, so_far: Json, result: Json) -> Json:
        """One after the other."""
        pairs = zip(cast("list[str]", so_far), cast("list[str]", result), strict=True)
        return [f"{before}{codes}" for before, codes in pairs]

    def told(self, settings: Part, so_far: Json) -> Iterable[str]:
        """How often each answer has changed something."""
        for impact in measured(Campaign(NAME, settings), so_far):
            shares = ", ".join(f"{effect} {impact.share(effect)}" for effect in EFFECTS)
            yield f"{impact.slug}={impact.letter}, {count(impact.games, 'pair')} of games: {shares}"


IMPACT: Final = _Impact()


def _answers(settings: Part) -> list[Answer]:
    given = settings.get("answers")
    if not isinstance(given, list) or not given:
        raise CampaignError(f"answers: found {shown(given)}, expected a list of them")
    answers = list[Answer]()
    for each in given:
        if not (isinstance(each, list) and len(each) == 3 and all(isinstance(part, str) for part in each)):
            raise CampaignError(f"answers: found {shown(each)}, expected a slug, a letter and an edition")
        slug, letter, edition = map(str, each)
        answers.append((slug, letter, edition))
    return answers
