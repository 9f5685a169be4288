"""The host of a Python engine: a program that answers over the wire with an object from somebody's module.

Run as `python -m shinkansen.verify.conversation.hosting MODULE:OBJECT`. This is how `shinkansen verify --python` checks
an engine: in a process of its own, so that nothing the engine does (ending the process, changing our modules, printing)
can influence the verdict. The engine never touches the wire: what it prints goes to standard error, and its input
is empty. An exception it raises is reported as its error; `sys.exit` ends the process, as the engine asked.

This module also looks up the object by its name, wherever the engine runs.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, Final, TypeAlias, cast

from shinkansen.core import text
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.plain_values import NotPlainError, TooLargeError, plain

Answering: TypeAlias = Callable[[dict[str, Json]], object]
"""A function from a request to its reply."""

UNHOSTED: Final = "--python"
"""The context of the error that a host without an engine reports."""

LONGEST: Final = 64 * 2**20
"""The most characters of a reply, before it is written; whether it is too long for the wire is decided elsewhere."""


# -- the object


def find(name: str) -> object:
    """The object that `module:object` names; if it is a class, an instance of it."""
    module, _, path = name.partition(":")
    try:
        thing: object = importlib.import_module(module)
        for part in path.split("."):
            thing = getattr(thing, part)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # a module may do anything when it is imported
        raise ShinkansenError(f"--python: {name} cannot be found ({said(problem)}), expected module:object") from None
    return made(thing, name)


def made(thing: object, name: str = "") -> object:
    """The object itself, or an instance if it is a class."""
    if not isinstance(thing, type):
        return thing
    try:
        return cast("object", thing())
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        raise ShinkansenError(
            f"{name or thing.__name__[:80]} cannot be created ({said(problem)}), expected a class without arguments"
        ) from None


def answering(thing: object, name: str = "") -> Answering:
    """What to call for an answer: a function, or the method `answer`."""
    if callable(thing):
        return cast("Answering", thing)
    try:
        answer: object = cast("Any", thing).answer
    except Exception:
        answer = None
    if not callable(answer):
        what = name or f"a {type(thing).__name__[:80]}"
        raise ShinkansenError(f"{what} is not an engine, expected an object with a method `answer`, or a function")
    return cast("Answering", answer)


def said(problem: BaseException) -> str:
    """An error on one line, even if its class cannot be turned into text."""
    kind = text.name(type(problem).__name__)
    try:
        words = text.sentence(" ".join(str(problem).split()))
    except Exception:
        words = "?"
    return f"{kind}: {words}" if words else kind


# -- the host


def main(arguments: Sequence[str]) -> None:
    """Find the engine and answer with it, until `stop`."""
    name = arguments[0]
    requests, replies = _take_streams()
    sys.path.insert(0, "")  # the user's own modules are in the current directory
    try:
        _serve(_hosted(find(name), name), requests, replies)
    except ShinkansenError as problem:
        _serve(_unhosted(problem), requests, replies)


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Take standard input and output for ourselves; anyone else now reads nothing and prints to standard error."""
    ours = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return ours


def _hosted(thing: object, name: str) -> Answering:
    talk = sys.modules.get("shinkansen.verify.conversation.talk")  # if it is not loaded, this cannot be an `Engine`
    if talk is not None and isinstance(thing, talk.Engine):
        return _relayed(thing)
    return answering(thing, name)


def _relayed(engine: Any) -> Answering:
    """An engine of `shinkansen.verify.conversation.transports`: what we are asked is passed on to it."""
    from shinkansen.verify.conversation.talk import Answer, Errored, Skipped, Trouble

    def answer(request: dict[str, Json]) -> object:
        given = {key: value for key, value in request.items() if key not in ("seq", "cmd")}
        try:
            reply = engine.ask(request["cmd"], **given)
        except Trouble as trouble:
            sys.exit(str(trouble))
        match reply:
            case Answer(content):
                return {"seq": request["seq"], **content}
            case Skipped(reason):
                return {"seq": request["seq"], "skipped": reason}
            case Errored(message, context):
                return {"seq": request["seq"], "errored": message, "context": context}
            case _:
                return reply

    return answer


def _unhosted(problem: ShinkansenError) -> Answering:
    return lambda request: {"seq": request["seq"], "errored": str(problem), "context": UNHOSTED}


def _serve(answer: Answering, requests: BinaryIO, replies: BinaryIO) -> None:
    for line in requests:
        request: dict[str, Json] = json.loads(line)
        seq, cmd = request["seq"], request["cmd"]
        try:
            reply = plain(answer(request), LONGEST)
        except (KeyboardInterrupt, SystemExit):
            raise
        except NotPlainError as problem:
            reply = {"seq": seq, "errored": f"the reply to `{cmd}` is not plain JSON: {problem}"}
        except TooLargeError:
            reply = {"seq": seq, "errored": f"the reply to `{cmd}` takes more than {LONGEST} characters"}
        except BaseException as problem:  # anything a foreign engine raises is its error, not ours
            reply = {"seq": seq, "errored": said(problem)}
        replies.write(json.dumps(reply, separators=(",", ":")).encode("ascii") + b"\n")
        replies.flush()
        if cmd == "stop":
            return


if __name__ == "__main__":
    main(sys.argv[1:])
