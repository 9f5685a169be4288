"""A recorded conversation, as an engine: it repeats what somebody's engine answered, and skips what that was not asked.

So the same answers can be judged again by other rules, without asking the engine itself.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final, cast

from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Reply, Skipped

NEVER_ASKED: Final = Skipped("it was never asked")
NEVER_THERE: Final = Skipped("it was never taken there")
"""What is said instead of an answer to a question, and to a command that leads to another table."""
BEGINNINGS: Final = ("new", "load", "play")
"""The commands after which the current game is another one."""
START: Final = ("deal", "state")
"""What tells the beginnings of one conversation apart: the rest of the setting is the same throughout."""


class Recorded(Engine):
    """The answers of an engine within one script, by the table at which each was given."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], Reply] = {}
        self._played: dict[str, list[tuple[list[str], dict[str, Json]]]] = {}
        """Whole games by where they begin: the moves that were sent, and the answer."""
        self._at = ""
        """What led to the current table."""
        self._same: dict[str, str] = {}
        """By a way to a table, the first way to the same one."""

    @property
    def at(self) -> str:
        """The way that led to the current table."""
        return self._at

    def back(self, at: str) -> None:
        """The current table is one at which it has been before, by this way: what it answers from here on is what it
        would have answered if it had never left."""
        if self._at != at:
            self._same[self._at] = at
            for there, key in [name for name in self._answers if name[0] == self._at]:
                self._answers.setdefault((at, key), self._answers.pop((there, key)))
            self._at = at

    def note(self, cmd: str, given: dict[str, Json], reply: Reply) -> None:
        """Keep an answer."""
        if cmd == "play" and isinstance(reply, Answer):
            moves = [canonical(move) for move in cast("list[Json]", given["moves"])]
            self._played.setdefault(_beginning(given), []).append((moves, reply.content))
        else:
            self._answers.setdefault(self._key(cmd, given), reply)
        self._go_on(cmd, given, reply)

    def ask(self, cmd: str, **given: Json) -> Reply:
        """The answer that was given to this question at this table."""
        reply = self._whole(given) if cmd == "play" else self._answers.get(self._key(cmd, given))
        reply = reply or (NEVER_THERE if cmd in (*BEGINNINGS, "apply") else NEVER_ASKED)
        self._go_on(cmd, given, reply)
        return reply

    def close(self) -> None:
        """There is nothing to stop."""

    def json(self) -> Json:
        """All of it as plain JSON."""
        answers: list[Json] = [[at, key, _reply_json(reply)] for (at, key), reply in self._answers.items()]
        played: list[Json] = [
            [beginning, [*moves], content] for beginning, all_ in self._played.items() for moves, content in all_
        ]
        return {"answers": answers, "played": played, "same": {**self._same}}

    @staticmethod
    def read(content: Json) -> Recorded:
        """What was written by `json`."""
        recorded, known = Recorded(), cast("dict[str, Any]", content)
        recorded._answers = {(at, key): _read_reply(reply) for at, key, reply in known["answers"]}
        for beginning, moves, answer in known["played"]:
            recorded._played.setdefault(beginning, []).append((moves, answer))
        recorded._same.update(known["same"])
        return recorded

    def _key(self, cmd: str, given: dict[str, Json]) -> tuple[str, str]:
        if cmd in BEGINNINGS:
            return "", f"{cmd} {_beginning(given)}"
        return self._at, f"{cmd} {canonical(given)}"

    def _go_on(self, cmd: str, given: dict[str, Json], reply: Reply) -> None:
        if not isinstance(reply, Answer):
            return
        if cmd in BEGINNINGS:
            beginning = _beginning(given)
            self._at = self._same.get(beginning, beginning)
            made = cast("list[Json]", given.get("moves", []))
            for move in made[: cast("int | None", reply.content.get("refused"))]:
                self._at = _after(self._at, move)
        elif cmd == "apply" and reply.content.get("legal") is not False:
            self._at = _after(self._at, given["move"])

    def _whole(self, given: dict[str, Json]) -> Reply | None:
        """The answer to a whole game; that to the first part of a longer one follows from the longer one's."""
        moves = [canonical(move) for move in cast("list[Json]", given["moves"])]
        for sent, answer in self._played.get(_beginning(given), ()):
            digests, refused = cast("list[Json]", answer["digests"]), answer.get("refused")
            if sent == moves:
                return Answer(answer)
            if sent[: len(moves)] == moves and (refused is None or cast("int", refused) >= len(moves)):
                return Answer({"digests": digests[: len(moves)]})
        return None


def _reply_json(reply: Reply) -> dict[str, Json]:
    match reply:
        case Answer(content):
            return {"answer": content}
        case Skipped(reason):
            return {"skipped": reason}
        case Errored(message):
            return {"errored": message}


def _read_reply(content: dict[str, Any]) -> Reply:
    ((kind, said),) = content.items()
    return Answer(said) if kind == "answer" else Skipped(said) if kind == "skipped" else Errored(said)


def _beginning(given: dict[str, Json]) -> str:
    return sha256(canonical({key: given[key] for key in START if key in given}).encode()).hexdigest()


def _after(at: str, move: Json) -> str:
    return sha256(f"{at} {canonical(move)}".encode()).hexdigest()
