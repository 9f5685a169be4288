"""From a line of bytes to a reply: the one place that decides whether what an engine printed is an answer.

Anything else ends as `Trouble`, with what was seen, at which question, and what was expected. What an engine adds of
its own (keys that the wire does not know) is dropped, so the rest of the code never sees it.

Reading a line takes time proportional to its length, whatever is in it, and at most `PEAK` bytes of memory for each of
its bytes (an empty list takes two bytes on the line and about sixty in Python).
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from attrs import frozen

from shinkansen.core.game import Game
from shinkansen.core.plain_json import LARGEST, Json, first_repeated, shown
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.talk import Answer, Errored, Fault, Reply, Skipped, Trouble

PEAK = 80
"""How many bytes of memory a byte of a line can take while it is read. Tests check it."""

DEEPEST = 32
"""How deeply the context of an error may be nested. Everything else is as deep as its schema."""


@frozen
class Question:
    """What was asked: its number and the command, and about which game, once that is known."""

    seq: int
    cmd: str
    game: Game | None = None

    def __str__(self) -> str:
        return f"`{self.cmd}` (question {self.seq})"


def read_line(asked: Question, line: bytes) -> Reply:
    """The reply that a line holds."""
    return read_message(asked, parse_line(asked, line))


def bad_goodbye(asked: Question, reply: Skipped | Errored) -> Trouble:
    """The trouble if an engine answers `stop` with something other than an answer."""
    says = reply.reason if isinstance(reply, Skipped) else reply.message
    return Trouble(Fault.BAD_END, f"{asked}: it says {shown(says)}, expected it to stop")


def parse_line(asked: Question, line: bytes) -> object:
    """The JSON value that a line holds. Python's reader is lenient; the wire is not."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise Trouble(
            Fault.GARBAGE,
            f"{asked}: the line is not UTF-8 (byte {problem.start + 1} is 0x{line[problem.start]:02x}), "
            "expected one JSON object in UTF-8",
        ) from None
    try:
        value: object = _DECODER.decode(text)
        # A lone surrogate can only come from an escape; looking for one is quicker than checking every string.
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except _UnfitError as problem:
        raise Trouble(Fault.WRONG_FORM, f"{asked}: {problem}") from None
    except UnicodeEncodeError:
        raise Trouble(
            Fault.WRONG_FORM, f"{asked}: the line has half of a surrogate pair, expected whole characters"
        ) from None
    except RecursionError:
        raise Trouble(Fault.WRONG_FORM, f"{asked}: the line is nested too deeply, expected one flat reply") from None
    except ValueError as problem:
        why = problem.msg if isinstance(problem, json.JSONDecodeError) else str(problem)
        raise Trouble(
            Fault.GARBAGE, f"{asked}: the line {_start_of(text)} is not JSON ({why}), expected one JSON object"
        ) from None
    return value


def read_message(asked: Question, message: object) -> Reply:
    """The reply that a JSON value is."""
    if type(message) is not dict:
        raise Trouble(Fault.WRONG_FORM, f"{asked}: found {shown(message)}, expected one JSON object")
    content = cast("dict[str, Any]", message)
    _check_seq(asked, content.get("seq"))
    kind = next((kind for kind in ("skipped", "errored") if kind in content), asked.cmd)
    _check_form(asked, kind, content)
    if kind == "skipped":
        return Skipped(content["skipped"])
    if kind == "errored":
        return Errored(content["errored"], _plain(asked, content.get("context"), DEEPEST))
    return Answer({key: value for key, value in content.items() if key in _known(asked.cmd)})


@cache
def _known(cmd: str) -> frozenset[str]:
    return schemas.reply_keys(cmd) - {"seq"}


def _check_seq(asked: Question, seq: object) -> None:
    if type(seq) is not int:
        raise Trouble(Fault.WRONG_FORM, f"{asked}: seq: found {shown(seq)}, expected {asked.seq}")
    if seq == asked.seq:
        return
    # Every earlier question has been answered, or we would not be asking this one.
    if 0 < seq < asked.seq:
        raise Trouble(Fault.TWICE, f"{asked}: found another answer to question {shown(seq)}, expected one to each")
    raise Trouble(
        Fault.OUT_OF_ORDER,
        f"{asked}: found an answer to question {shown(seq)}, which was not asked, expected {asked.seq}",
    )


def _check_form(asked: Question, kind: str, content: dict[str, Any]) -> None:
    where = schemas.reply(kind, asked.game)
    if schemas.fits(where, content):
        return
    what = schemas.misfit(where, content)
    raise Trouble(Fault.WRONG_FORM, f"{asked}: the answer does not have the form that the wire asks for: {what}")


def _plain(asked: Question, value: Json, deepest: int) -> Json:
    """Any JSON that is not nested too deeply."""
    if not deepest:
        raise Trouble(
            Fault.WRONG_FORM, f"{asked}: context: nested more than {DEEPEST} levels deep, expected something short"
        )
    if isinstance(value, dict):
        return {key: _plain(asked, inner, deepest - 1) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(asked, inner, deepest - 1) for inner in value]
    return value


# -- strict JSON


class _UnfitError(Exception):
    """JSON, but not of the kind that the wire allows."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = first_repeated(name for name, _ in pairs)
        raise _UnfitError(f"the key {shown(twice)} occurs twice in one object, expected once")
    return table


def _whole(digits: str) -> int:
    # Counted before it is read: the time for reading grows with the square of the length.
    if len(digits) <= len(str(LARGEST)) + 1 and abs(number := int(digits)) <= LARGEST:
        return number
    raise _UnfitError(f"found a number of {len(digits.lstrip('-'))} digits, expected none larger than {LARGEST}")


def _decimal(digits: str) -> int:
    raise _UnfitError(f"found the number {digits[:40]}, expected integers only")


def _constant(word: str) -> int:
    raise ValueError(f"{word} is not a number in JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
)  # fmt: skip


def _start_of(text: str) -> str:
    return shown(text if len(text) <= 60 else text[:56] + " ...")
