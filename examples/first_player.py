"""A campaign of your own: does it help to move first? A shard is a hundred games of random moves.

    PYTHONPATH=examples shinkansen campaign run first_player:KIND --progress first.db

Stop it whenever you like; the same line goes on, and `shinkansen campaign status first.db` tells how far it is.
"""

from random import Random
from typing import cast

from shinkansen.campaign.campaigns import Work, campaign
from shinkansen.campaign.listed import Listed
from shinkansen.campaign.running import run
from shinkansen.core.plain_json import Json
from shinkansen.core.play import at_random, play_out
from shinkansen.zerokei.ruleset import ZeroKei


class FirstPlayer(Listed):
    """Of how many games does the first player win at least a share?"""

    def checked(self, settings: dict[str, Json]) -> dict[str, Json]:
        return {"seats": 2, "shards": 20, **settings}

    def shards(self, settings: dict[str, Json]) -> int:
        return cast("int", settings["shards"])

    def shard(self, settings: dict[str, Json]) -> Work:
        rules = ZeroKei(seats=cast("int", settings["seats"]))

        def won(shard: int) -> Json:
            wins = 0
            for number in range(100):
                rng = Random(f"{shard} {number}")
                start = rules.start(rules.deal(rng))
                outcome = rules.outcome(play_out(rules, start, at_random(rng)))
                wins += outcome is not None and rules.to_move(start) in outcome.winners
            return wins

        return won

    def told(self, settings: dict[str, Json], so_far: Json) -> list[str]:
        wins = cast("list[int]", so_far)
        return [f"first player: {sum(wins):,} of {100 * len(wins):,} games won"]


KIND = FirstPlayer()

if __name__ == "__main__":
    small = campaign("first_player:KIND", {"shards": 2})
    print(*KIND.told(small.settings, run(small).so_far))
