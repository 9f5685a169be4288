"""A ruleset behind the wire: it answers the requests of `docs/wire.md` for any game that fulfils the contract.

`Server` answers; `serve` reads requests from one stream and writes the answers to another. Run as a module
(`python -m shinkansen.verify.conversation.serving`), it serves the reference itself on standard input and output, for
every game that is installed, which also makes it an example for anyone writing an adapter in Python.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import BinaryIO, Final, cast

from shinkansen import __version__
from shinkansen.core import perft, registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game, Opener
from shinkansen.core.opaque import AnyRules, State, opaque
from shinkansen.core.plain_json import LARGEST, Json, shown
from shinkansen.verify.conversation.itemised import items_json
from shinkansen.verify.conversation.talk import WIRE

CAPABILITIES = ("new", "load", "legal", "check", "apply", "play", "table", "digest", "scores")
"""What an engine may offer and every check compares."""
OFFERED = (*CAPABILITIES, "perft")
"""Everything that an engine may offer."""
_POSITIONS: Final = 100_000
"""How many positions are visited at most to answer `perft`: a few seconds."""


class BadRequest(ShinkansenError):  # noqa: N818 - says what happened
    """A request does not follow the wire."""


class Server:
    """Answers the requests of the wire, with one current game. It never raises: a problem is an `errored` reply."""

    def __init__(
        self,
        openers: Mapping[str, Opener],
        name: str = "shinkansen",
        version: str = __version__,
        language: str = "Python",
        capabilities: Sequence[str] = OFFERED,
        positions: int = _POSITIONS,
    ) -> None:
        """`openers` are by name of the game; a command that is not among the `capabilities` is skipped. A count is
        given up after so many `positions`."""
        self._openers = dict(openers)
        self._who: dict[str, Json] = {"name": name, "version": version, "language": language}
        self._capabilities = tuple(capabilities)
        self._positions = positions
        self._game: tuple[AnyRules, State] | None = None
        self._answers: Mapping[str, Callable[[Mapping[str, Json]], dict[str, Json]]] = {
            "start": self._start,
            "new": self._new,
            "load": self._load,
            "legal": self._legal,
            "check": self._check,
            "apply": self._apply,
            "play": self._play,
            "table": self._tell_table,
            "digest": self._digest,
            "scores": self._scores,
            "perft": self._perft,
            "stop": self._stop,
        }

    def answer(self, request: object) -> dict[str, Json]:
        """The reply to one request."""
        seq = _seq(request)
        try:
            given = _table(request)
            cmd = _text(given, "cmd")
            if cmd in self._capabilities or cmd in ("start", "stop"):
                return {"seq": seq, **self._answers[cmd](given)}
            return {"seq": seq, "skipped": f"the command {shown(cmd)} is not offered"}
        except ShinkansenError as problem:
            return {"seq": seq, "errored": str(problem)}
        except Exception as problem:  # a defect of ours, or of a mutant: reported, never a traceback on the wire
            return {"seq": seq, "errored": f"{type(problem).__name__}: {problem}"}

    # -- one method for each command

    def _start(self, given: Mapping[str, Json]) -> dict[str, Json]:
        wire = _get(given, "wire")
        if wire != WIRE or type(wire) is not int:
            raise BadRequest(f"wire: found {shown(wire)}, expected {WIRE}")
        return {"wire": WIRE, **self._who, "games": [*self._openers], "capabilities": [*self._capabilities]}

    def _new(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules = self._open(given)
        state = rules.start(rules.read_deal(_get(given, "deal")))
        return self._go_on(rules, state)

    def _load(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules = self._open(given)
        return self._go_on(rules, rules.read_state(_get(given, "state")))

    def _legal(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        moves: list[Json] = [rules.move_json(move) for move in rules.legal_moves(state)]
        return {"to_move": rules.to_move(state), "moves": moves}

    def _check(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        by = given.get("by")
        if by is not None and (type(by) is not int or by not in range(rules.seats)):
            raise BadRequest(f"by: found {shown(by)}, expected a seat from 0 to {rules.seats - 1}")
        refusal = rules.why_not(state, rules.read_move(_get(given, "move")), by)
        return {"legal": True} if refusal is None else {"legal": False, "clause": refusal.clause}

    def _apply(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        move = rules.read_move(_get(given, "move"))
        refusal = rules.why_not(state, move)
        if refusal is not None:
            return {"legal": False, "clause": refusal.clause}
        return self._go_on(rules, rules.follow(state, move))

    def _play(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules = self._open(given)
        state = rules.start(rules.read_deal(_get(given, "deal")))
        moves = _get(given, "moves")
        if not isinstance(moves, list):
            raise BadRequest(f"moves: found {shown(moves)}, expected a list")
        digests: list[Json] = []
        refused: dict[str, Json] = {}
        for move in map(rules.read_move, moves):
            refusal = rules.why_not(state, move)
            if refusal is not None:
                refused = {"refused": len(digests), "clause": refusal.clause}
                break
            state = rules.follow(state, move)
            digests.append(rules.digest(state))
        return {**self._go_on(rules, state), "digests": digests, **refused}

    def _tell_table(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        return {"table": rules.state_json(state)["table"]}

    def _digest(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        return {"digest": rules.digest(state)}

    def _scores(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        scores, outcome = rules.scores(state), rules.outcome(state)
        return {
            "totals": [score.total for score in scores],
            **({"winners": [*outcome.winners]} if outcome else {}),
            "scores": items_json(scores),
        }

    def _perft(self, given: Mapping[str, Json]) -> dict[str, Json]:
        rules, state = self._current()
        depth, divide = _get(given, "depth"), given.get("divide", False)
        if type(depth) is not int or depth < 0:
            raise BadRequest(f"depth: found {shown(depth)}, expected a number from 0")
        allowance = perft.Allowance(self._positions)
        try:
            if not (divide and depth):
                return {"count": perft.perft(rules, state, depth, allowance)}
            counts = perft.divide(rules, state, depth, allowance)
        except perft.TooManyError as problem:
            return {"skipped": f"depth {depth}: {problem}"}
        divided: list[Json] = [{"move": rules.move_json(move), "count": count} for move, count in counts.items()]
        return {"count": sum(counts.values()), "divided": divided}

    def _stop(self, given: Mapping[str, Json]) -> dict[str, Json]:
        return {}

    # -- the current game

    def _open(self, given: Mapping[str, Json]) -> AnyRules:
        game = _text(given, "game")
        if game not in self._openers:
            raise BadRequest(f"game: found {shown(game)}, expected {' or '.join(self._openers)}")
        return opaque(self._openers[game](given))

    def _go_on(self, rules: AnyRules, state: State) -> dict[str, Json]:
        """The game goes on from this state."""
        self._game = rules, state
        return {"to_move": rules.to_move(state)}

    def _current(self) -> tuple[AnyRules, State]:
        if self._game is None:
            raise BadRequest("there is no current game, expected new, load or play first")
        return self._game


def _seq(request: object) -> int:
    """The number to repeat in the reply: 0 if there is none that every JSON reader keeps exact."""
    seq = cast("dict[str, object]", request).get("seq") if isinstance(request, dict) else None
    return seq if type(seq) is int and abs(seq) <= LARGEST else 0


def _table(request: object) -> Mapping[str, Json]:
    if not isinstance(request, dict):
        raise BadRequest(f"found {shown(request)}, expected a JSON object")
    given = cast("dict[str, Json]", request)
    if type(given.get("seq")) is not int:
        raise BadRequest(f"seq: found {shown(given.get('seq'))}, expected a number")
    return given


def _get(given: Mapping[str, Json], key: str) -> Json:
    if key not in given:
        raise BadRequest(f"{key}: found nothing, expected this key")
    return given[key]


def _text(given: Mapping[str, Json], key: str) -> str:
    value = _get(given, key)
    if not isinstance(value, str):
        raise BadRequest(f"{key}: found {shown(value)}, expected a string")
    return value


# -- the reference


def reference(*, games: Sequence[str] = ()) -> Server:
    """The reference itself, for the games that are named or for all that are installed."""
    found = map(registry.game, games) if games else registry.games()
    return Server({game.name: partial(_open, game) for game in found})


def _open(game: Game, request: Mapping[str, Json]) -> AnyRules:
    return game.open(game.setting_in(request))


# -- on streams


def serve(answer: Callable[[object], Mapping[str, Json]], requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer line by line, until `stop` or the end of the requests."""
    for line in requests:
        try:
            request: object = json.loads(line)
        except (ValueError, RecursionError):
            request = None
        replies.write(json.dumps(answer(request), separators=(",", ":")).encode("ascii") + b"\n")
        replies.flush()
        if isinstance(request, dict) and cast("dict[str, object]", request).get("cmd") == "stop":
            break


if __name__ == "__main__":
    serve(reference().answer, sys.stdin.buffer, sys.stdout.buffer)
