"""Comparing an engine by its counts leads to the move that only one of them allows, and to its clause."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from shinkansen.cli import main
from shinkansen.core import perft, registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.serving import OFFERED, Server, reference
from shinkansen.verify.conversation.talk import Answer, Engine, Trouble
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.counts import Counted, counted, parting
from shinkansen.verify.judging.difference import DifferenceKind
from shinkansen.verify.judging.script import Script, setting_of
from shinkansen.verify.judging.start import Who, greet

Change = Callable[[Part, list[Part]], list[Part]]
"""What becomes of the legal moves of a state."""


class Counting:
    """An engine that lists, counts and allows the moves that it is changed to list."""

    def __init__(self, change: Change, game: str, offered: tuple[str, ...] = OFFERED, divides: bool = True) -> None:
        self._change = change
        self._game = registry.game(game)
        self._offered = offered
        self._divides = divides
        self._server = reference()

    def answer(self, request: Mapping[str, Any]) -> Mapping[str, Json]:
        """Like the reference, but for the moves."""
        cmd = request["cmd"]
        if cmd in ("new", "load", "play"):
            self._rules = self._game.open(self._game.setting_in(request))
            self._path: list[Json] = [*request.get("moves", [])]
            deal = "deal" in request
            self._first = (
                self._rules.start(self._rules.read_deal(request["deal"]))
                if deal
                else self._rules.read_state(request["state"])
            )
        reply = {**self._server.answer(request)}
        if cmd == "start":
            return {**reply, "capabilities": [*self._offered]}
        if cmd == "apply" and "to_move" in reply:
            self._path.append(request["move"])
        if cmd == "legal":
            return {**reply, "moves": [*self._legal(self._state())]}
        if cmd == "perft":
            state, depth = self._state(), request["depth"]
            moves = self._legal(state) if depth else []
            counts = [self._count(self._after(state, move), depth - 1) for move in moves]
            shares: list[Json] = [{"move": move, "count": count} for move, count in zip(moves, counts, strict=True)]
            divided: Part = {"divided": shares} if request.get("divide") and self._divides else {}
            reply.pop("divided", None)
            return {**reply, "count": sum(counts) if depth else 1, **divided}
        return reply

    def _state(self) -> Any:
        state = self._first
        for move in self._path:
            state = self._after(state, cast("Part", move))
        return state

    def _after(self, state: Any, move: Part) -> Any:
        read = self._rules.read_move(move)
        return self._rules.follow(state, read) if self._rules.why_not(state, read) is None else state

    def _legal(self, state: Any) -> list[Part]:
        moves = [self._rules.move_json(move) for move in self._rules.legal_moves(state)]
        return self._change(self._rules.state_json(state), moves)

    def _count(self, state: Any, depth: int) -> int:
        return 1 if not depth else sum(self._count(self._after(state, move), depth - 1) for move in self._legal(state))


def saying(content: Part, request: Mapping[str, Json]) -> Part:
    """The same answer to whatever is asked."""
    return {"seq": request["seq"], **content}


def right(state: Part, moves: list[Part]) -> list[Part]:
    return moves


def no_space_two(state: Part, moves: list[Part]) -> list[Part]:
    """Nobody may place the token on space 2."""
    return [move for move in moves if not (move["move"] == "place" and move.get("space") == 2)]


def compare(
    change: Change, depth: int, offered: tuple[str, ...] = OFFERED, divides: bool = True, dealt: bool = False
) -> tuple[list[Counted], Engine, Who, Script]:
    game = registry.game("zerokei")
    engine = in_process(Counting(change, "zerokei", offered, divides))
    who = greet(engine, game)
    setting = setting_of(game, {"seats": 2})
    rules = setting.rules
    deal = rules.deal(Random(1))
    start: Part = {"deal": rules.deal_json(deal)} if dealt else {"state": rules.state_json(rules.start(deal))}
    script = Script(setting, start)
    return [*counted(engine, who, script, depth)], engine, who, script


def rules_of(game: str) -> AnyRules:
    return registry.game(game).open({"seats": 2})


@pytest.mark.parametrize("game", ["zerokei", "nextstation"])
def test_the_reference_counts_and_divides_over_the_wire(game: str) -> None:
    engine, rules = in_process(reference()), rules_of(game)
    greet(engine, registry.game(game))
    state = rules.start(rules.deal(Random(1)))
    setting = setting_of(registry.game(game), {"seats": 2}).wire()
    assert isinstance(engine.ask("load", **setting, state=rules.state_json(state)), Answer)
    for depth in range(4):
        reply = engine.ask("perft", depth=depth)
        assert reply == Answer({"count": perft.perft(rules, state, depth)})
    reply = engine.ask("perft", depth=3, divide=True)
    assert isinstance(reply, Answer)
    told = {canonical(each["move"]): each["count"] for each in cast("list[Part]", reply.content["divided"])}
    assert told == {canonical(rules.move_json(move)): n for move, n in perft.divide(rules, state, 3).items()}
    assert engine.ask("legal") == Answer(
        {"to_move": rules.to_move(state), "moves": [rules.move_json(move) for move in rules.legal_moves(state)]}
    ), "the game has not changed"


def test_a_count_that_takes_too_long_is_skipped() -> None:
    rules = rules_of("zerokei")
    server = Server({"zerokei": lambda _: rules}, positions=5)
    server.answer({"seq": 1, "cmd": "new", "game": "zerokei", "deal": rules.deal_json(rules.deal(Random(1)))})
    assert server.answer({"seq": 2, "cmd": "perft", "depth": 2}) == {"seq": 2, "count": 2}
    for divide in (False, True):
        reply = server.answer({"seq": 3, "cmd": "perft", "depth": 1000, "divide": divide})
        assert reply == {"seq": 3, "skipped": "depth 1000: the count would take more than 5 positions"}


def test_what_is_no_count_is_refused_or_trouble() -> None:
    engine = in_process(reference())
    greet(engine, registry.game("zerokei"))
    for depth in (-1, "two", True, None):
        assert "errored" in reference().answer({"seq": 1, "cmd": "perft", "depth": depth})
    wrong: list[Part] = [{}, {"count": -1}, {"count": "3"}, {"count": 3, "divided": [{"move": {}}]}]
    for content in wrong:
        answers = in_process(partial(saying, content))
        answers.game = registry.game("zerokei")
        with pytest.raises(Trouble):
            answers.ask("perft", depth=1)


def test_the_keys_of_a_count_mean_nothing_elsewhere() -> None:
    """An engine that was written before there were counts may say anything under these names."""
    engine = in_process(partial(saying, {"digest": 64 * "0", "count": "many", "divided": 7}))
    engine.game = registry.game("zerokei")
    assert engine.ask("digest") == Answer({"digest": 64 * "0"})


@pytest.mark.parametrize("dealt", [False, True])
def test_engines_that_agree_have_the_same_counts(dealt: bool) -> None:
    counts, *_ = compare(right, 5, dealt=dealt)
    assert [each.ours for each in counts] == [2, 2, 8, 24, 120]
    assert all(each.same for each in counts)


@pytest.mark.parametrize(
    ("offered", "dealt"),
    [
        (OFFERED, False),
        (OFFERED, True),
        (tuple(name for name in OFFERED if name != "load"), True),
        (("new", "legal", "apply", "perft"), True),
    ],
    ids=str,
)
def test_a_count_that_differs_leads_to_the_move_and_the_clause(offered: tuple[str, ...], dealt: bool) -> None:
    counts, engine, who, script = compare(no_space_two, 6, offered, dealt=dealt)
    assert [each.same for each in counts[:-1]] == [True] * (len(counts) - 1)
    assert not counts[-1].same
    found = parting(engine, who, script, counts[-1].depth)
    assert len(found.script.moves) == len(found.steps) == counts[-1].depth - 1
    assert found.found is not None
    assert found.found.kind is DifferenceKind.RESTRICTIVE
    assert found.found.clauses
    assert "space 2" in found.found.sentence


def test_one_that_lists_what_is_right_and_counts_otherwise_is_told() -> None:
    class Off(Counting):
        def answer(self, request: Mapping[str, Any]) -> Mapping[str, Json]:
            reply = {**super().answer(request)}
            if request["cmd"] == "perft":
                reply["count"] = cast("int", reply["count"]) + 1
            return reply

    engine = in_process(Off(right, "zerokei"))
    *_, script = compare(right, 1)
    who = greet(engine, registry.game("zerokei"))
    (first,) = counted(engine, who, script, 3)
    assert (first.ours, first.theirs) == (2, 3)
    found = parting(engine, who, script, 1)
    assert found.found is None


def test_one_that_does_not_divide_or_load_is_told() -> None:
    counts, engine, who, script = compare(no_space_two, 6, divides=False)
    with pytest.raises(ShinkansenError, match="does not divide"):
        parting(engine, who, script, counts[-1].depth)
    with pytest.raises(ShinkansenError, match=r"it would have to offer `load`$"):
        compare(right, 2, ("new", "apply", "perft"))
    with pytest.raises(ShinkansenError, match=r"`load`, or `play`, or `new` and `apply`$"):
        compare(right, 2, ("perft",), dealt=True)


@pytest.mark.slow
def test_without_a_position_an_engine_needs_no_load(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`new` takes it to the start of a game. What it skips is told as a sentence."""
    engine = tmp_path / "engine.py"
    engine.write_text(WITHOUT_LOAD)
    words = ["perft", "--seats", "2", "--seed", "1", "--depth", "4", "--against", sys.executable, str(engine)]
    assert main(words) == 2
    counts, problem = capsys.readouterr()
    assert [line.split()[1:] for line in counts.splitlines()[1:]] == [[count, count] for count in ("2", "2", "8")]
    assert problem == "shinkansen: the engine was asked `perft` and skipped it (too deep)\n"


WITHOUT_LOAD = """
import sys
from shinkansen.verify.conversation.serving import reference, serve

server = reference()

def answer(request):
    if request.get("depth", 0) > 3:
        return {"seq": request["seq"], "skipped": "too deep"}
    reply = server.answer(request)
    return {**reply, "capabilities": ["new", "perft"]} if request["cmd"] == "start" else reply

serve(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


@pytest.mark.slow
def test_from_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["perft", "--seats", "2", "--seed", "1", "--depth", "6", "--against"]
    assert main([*words, sys.executable, "-m", "shinkansen.verify.conversation.serving"]) == 0
    assert [line.split()[1:] for line in capsys.readouterr().out.splitlines()[1:]] == [
        [count, count] for count in ("2", "2", "8", "24", "120", "3,832")
    ]
    wrong = ("perft", "--seats", "2", "--seed", "1", "--depth", "9", "--against", sys.executable, "-m")
    assert main([*wrong, "shinkansen.verify.conversation.demo_engine"]) == 2
    assert "does not offer `perft`" in capsys.readouterr().err
    assert main([*words[:-1], "--divide", *words[-1:], "true"]) == 2
    assert main([*words, "/no/such/program"]) == 2
    assert main(words) == 2
    assert "Traceback" not in capsys.readouterr().err
