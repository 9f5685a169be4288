"""Kinds of campaigns for tests: small work, and work that goes wrong in every way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from time import sleep
from typing import Final, cast

from shinkansen.campaign.campaigns import Epoch, Kind, UnsteadyError, Work
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json


def lot(*parts: object) -> int:
    """A number that depends on all of these."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=4).digest(), "big")


class Chain:
    """What it comes to depends on the order of the shards; several epochs, each with shards by what came before."""

    def checked(self, settings: Part) -> Part:
        return {"seed": 0, "epochs": 1, "shards": 10, **settings}

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        if number == settings["epochs"]:
            return None
        shards = cast("int", settings["shards"]) + (lot(so_far) % 5 if number else 0)
        return Epoch(shards, {"from": so_far})

    def work(self, settings: Part, epoch: Part) -> Work:
        return lambda shard: lot(settings["seed"], epoch["from"], shard)

    def beginning(self, settings: Part) -> Json:
        return [0, 0]

    def folded(self, so_far: Json, result: Json) -> Json:
        count, value = cast("list[int]", so_far)
        return [count + 1, lot(value, result)]

    def told(self, settings: Part, so_far: Json) -> Iterable[str]:
        count, value = cast("list[int]", so_far)
        yield f"{count} shards come to {value}"


ILLS: Final = ("dies", "hiccup", "stops", "raises", "busy")


class Trouble(Chain):
    """The same; but `dies` ends its process, `hiccup` does so once, `stops` is stopped once, `raises` raises, and
    `busy` is unsteady.

    `once` is a folder in which it is noted what has happened already. From the number `gate` on, shards wait until it
    has a file `go`.
    """

    def checked(self, settings: Part) -> Part:
        return {"once": "", **{ill: [] for ill in ILLS}, "slow": 0, "gate": None, **super().checked(settings)}

    def work(self, settings: Part, epoch: Part) -> Work:
        good = super().work(settings, epoch)

        def work(shard: int) -> Json:
            sleep(cast("int", settings["slow"]) / 1000)
            ill = {name for name in ILLS if shard in cast("list[int]", settings[name])}
            once, gate = Path(str(settings["once"])), settings["gate"]
            noted = once / f"shard-{shard}"
            while isinstance(gate, int) and shard >= gate and not (once / "go").exists():
                sleep(0.01)
            if "dies" in ill or ("hiccup" in ill and not noted.exists()):
                noted.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            if "stops" in ill and not noted.exists():
                noted.touch()
                os.kill(os.getpid(), signal.SIGSTOP)
            if "raises" in ill:
                raise ValueError(f"shard {shard} is wrong")
            if "busy" in ill and not noted.exists():
                noted.touch()
                raise UnsteadyError("the machine was busy")
            return good(shard)

        return work


class Elsewhere(Chain):
    """Somebody whose settings mean something else in every process."""

    def checked(self, settings: Part) -> Part:
        return {**super().checked(settings), "process": os.getpid()}


CHAIN: Final[Kind] = Chain()
TROUBLE: Final[Kind] = Trouble()
ELSEWHERE: Final[Kind] = Elsewhere()
