"""Reports for tests: that of the careless engine, and one that holds every class of difference by a hostile engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias, cast

import attrs

from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.demo_engine import engine
from shinkansen.verify.conversation.serving import CAPABILITIES, reference
from shinkansen.verify.conversation.talk import Fault, Trouble
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Ask, Script, What
from shinkansen.verify.judging.start import Smoke, Who
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from shinkansen.zerokei.game import GAME
from tests.settings import zerokei

EVIL: Final = '</script></pre><img src=x onerror=alert(1)>\x1b[2J\x00\ud800 "quoted" \'\'\' """ \\ &amp; {{title}}'
SAID: Final = EVIL.replace("\ud800", "")
"""What of it an engine can say: half a character is refused."""
"""What tries to break out of a page, a terminal, XML, a docstring and a template."""


@cache
def careless() -> Report:
    """The engine of the demonstration, checked in a few seconds."""
    return check_engine(in_process(engine()), Plan((zerokei(2),), shipped(GAME), games=1))


Change: TypeAlias = Callable[[Part], Part]


def game(moves: int = 0, *asks: Ask) -> Script:
    """The beginning of a game of the vectors."""
    script = next(v.script for v in shipped(GAME) if v.whole and v.script.setting.seats == 2)
    return attrs.evolve(script, moves=script.moves[:moves], asks=asks)


def tampered(changes: dict[str, Change], script: Script, without: tuple[str, ...] = ("play",)) -> Difference:
    """What is seen of a reference whose replies are changed on the way, by command."""
    server = reference()

    def answer(request: dict[str, Json]) -> Part:
        reply = server.answer(request)
        cmd = str(request["cmd"])
        return changes[cmd](reply) if cmd in changes and "errored" not in reply else reply

    offered = frozenset(CAPABILITIES) - {*without}
    found = Judge(in_process(answer), offered).first(script)
    assert found is not None
    return found


def other_table(**parts: Json) -> dict[str, Change]:
    """Shows another table after setup, and only tables."""

    def changed(reply: Part) -> Part:
        table = cast("Part", reply["table"])
        return {**reply, "table": {**table, **parts}} if table["phase"] != "engine" else reply

    return {"table": changed}


def _other_digest(reply: Part) -> Part:
    """A wrong digest, except for that of the setup."""
    return reply if reply["digest"] == game().played().digest(0) else {**reply, "digest": "0" * 64}


SHOWS: Final = ("play", "digest")


@cache
def differences() -> dict[str, Difference]:
    """Of every class one, and tables that cannot be drawn."""
    stations: Part = {"\u00b2": "gold", "seats.\u00b2": "gold", "9" * 5000: "white"}
    item: Part = {"vp": 3, "clause": "../../" + SAID, "title": SAID}
    long: list[Json] = ["osaka-1"] * 20_000
    found = {
        "effect": tampered({"table": _richer}, game(5), SHOWS),
        "effect, setup": tampered({"table": _discarding}, game(0, Ask(0, What.TABLE)), SHOWS),
        "effect, strange names": tampered(other_table(discard=[SAID]), game(5), SHOWS),
        "effect, strange keys": tampered(other_table(stations=stations), game(5), SHOWS),
        "effect, no such table": tampered(other_table(row=[], seats=[]), game(5), SHOWS),
        "effect, too large": tampered(other_table(discard=long), game(5), SHOWS),
        "effect, digest only": tampered({"digest": _other_digest}, game(5), ("play", "table")),
        "turn": tampered({"apply": lambda reply: {**reply, "to_move": None}}, game(3)),
        "turn, setup": tampered({"new": lambda reply: {**reply, "to_move": 77}}, game(0)),
        "restrictive": tampered({"apply": lambda r: {"seq": r["seq"], "legal": False}}, game(4)),
        "restrictive, listed": tampered(
            {"legal": lambda r: {**r, "moves": cast("list[Json]", r["moves"])[1:]}}, game(2, Ask(2, What.LEGAL))
        ),
        "permissive": tampered(
            {"legal": lambda r: {**r, "moves": [*cast("list[Json]", r["moves"]), {"move": "finish"}]}},
            game(2, Ask(2, What.LEGAL)),
        ),
        "permissive, strange names": tampered(
            {"legal": lambda r: {**r, "moves": [{"move": "choose-engine", "engine": SAID}]}},
            game(0, Ask(0, What.LEGAL)),
        ),
        "refusal": tampered(
            {"check": lambda r: {**r, "clause": SAID}}, game(2, Ask(2, What.CHECK, {"move": "finish"}))
        ),
        "score": tampered(
            {"scores": lambda r: {**r, "scores": [[*cast("list[Json]", items), item] for items in _scores(r)]}},
            game(6, Ask(6, What.SCORES)),
        ),
        "score, totals only": tampered(
            {"scores": lambda r: {"seq": r["seq"], "totals": [1, 2, 3]}}, game(6, Ask(6, What.SCORES))
        ),
        "leak": _leak(),
    }
    assert {one.kind for one in found.values()} == {*DifferenceKind}
    return found


def _richer(reply: Part) -> Part:
    """The first seat has 90 yen more after the fourth move."""
    table = cast("Part", reply["table"])
    seats = cast("list[Part]", table["seats"])
    if table["phase"] != "place":
        return reply
    yen = cast("int", seats[0]["yen"]) + 90
    return {**reply, "table": {**table, "seats": [{**seats[0], "yen": yen}, *seats[1:]]}}


def _discarding(reply: Part) -> Part:
    return {**reply, "table": {**cast("Part", reply["table"]), "discard": ["osaka-1"]}}


def _scores(reply: Part) -> list[Json]:
    return cast("list[Json]", reply["scores"])


def _leak() -> Difference:
    script = game(4)
    line = script.played()
    hidden = cast("Part", line.state(4)["hidden"])
    deck = cast("list[Json]", hidden["deck"])
    count = iter(range(100))
    cut: Change = lambda reply: {**reply, "moves": cast("list[Json]", reply["moves"])[next(count) % 2 :]}  # noqa: E731
    twin = Ask(4, What.TWIN, hidden={**hidden, "deck": deck[::-1]})
    return tampered({"legal": cut}, attrs.evolve(script, asks=(twin,)))


@cache
def hostile() -> Report:
    """An engine with a hostile name and every class of difference; it skips, has errors, and is in trouble."""
    found = tuple(Finding(difference, number) for number, difference in enumerate(differences().values(), start=1))
    return attrs.evolve(
        careless(),
        who=Who(EVIL, EVIL, EVIL, frozenset({"new", "legal"})),
        smoke=Smoke((("new", ""), ("legal", EVIL))),
        findings=found,
        skipped=Counter({EVIL: 3, **{f"reason {number}": 1 for number in range(9)}}),
        errored=Counter({EVIL * 1000: 2}),
        trouble=Trouble(Fault.GARBAGE, EVIL),
    )


@cache
def conforming() -> Report:
    """Nothing was found."""
    return attrs.evolve(careless(), findings=())
