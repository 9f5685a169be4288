"""The messages of the wire as tables, from the JSON Schemas themselves, each with an example that fits its schema.

Every game has its own pages, because a game may have schemas of its own, and its examples are of its own games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from docs.extension.classes import is_shown
from docs.extension.examples import conversation, kinds, moves, values
from docs.extension.kinds import facts, in_logs, modules, overview
from docs.extension.places import of_game, shared_label, shared_page
from docs.extension.words import quoted, table
from shinkansen.core.game import Game
from shinkansen.core.parts import MOVE_KINDS
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.schemas import (
    OWN,
    TYPE_WORDS,
    Schema,
    Where,
    commands,
    misfit,
    reply,
    request,
    schema,
)

MESSAGES: Final = "reference/messages"
MOVES: Final = "reference/moves"
VALUES: Final = "reference/values"
WIDTH: Final = 100
"""Of a line of an example; what is longer is broken up."""
SHORT: Final[dict[str, Json]] = {"edition": {"...": "..."}, "rulings": {"...": "..."}}
"""What is left out of the examples of messages: it is the same in all of them, and long."""


def pages(game: Game) -> dict[str, str]:
    """The pages of a game by docname; without schemas for its moves it has no page of them."""
    found = {MESSAGES: _messages(game), VALUES: _values(game)} | ({MOVES: _moves(game)} if kinds(game) else {})
    return {shared_page(game, name): text for name, text in found.items()}


# -- The pages --------------------------------------------------------------------------------------------------------


def _messages(game: Game) -> str:
    requests, replies = conversation(game)
    parts = [
        f"""# Messages{of_game(game)}

Every message of {_wire(game)}, made from its JSON Schemas (`shinkansen/verify/conversation/schemas`). The
examples are from one conversation with our own engine; when this page is built, each is checked against its schema.
Editions and the letters of the rulings are shortened in them.""",
        f"## A setting\n\n{_described(game, 'requests', 'setting')}",
    ]
    for cmd in commands():
        asked, answered = _described(game, "requests", cmd), _described(game, "replies", cmd)
        parts += [
            f"({shared_label(game, f'message-{cmd}')})=\n## `{cmd}`",
            f"### Asked with `{cmd}`\n\n{asked}\n{_example(request(cmd, game), requests[cmd])}",
            f"### Answered to `{cmd}`\n\n{answered}\n{_example(reply(cmd, game), replies[cmd])}",
        ]
    parts.append(f"## Every key of a reply\n\n{_described(game, 'replies', 'known')}")
    parts.append(f"## An item of a score\n\n{_described(game, 'replies', 'item')}")
    for kind, title in (("skipped", "What is not answered"), ("errored", "What went wrong")):
        told = _described(game, "replies", kind)
        parts.append(f"## {title}\n\n{told}\n{_example(reply(kind, game), replies[kind])}")
    return "\n\n".join(parts) + "\n"


def _wire(game: Game) -> str:
    return f"[the wire]({_up(game)}wire.md)"


def _up(game: Game) -> str:
    """The way from a page to the root of the site."""
    return "../" * shared_page(game, MESSAGES).count("/")


def _moves(game: Game) -> str:
    says = quoted(schema("move", game).get("description", ""))
    told = list[str]()
    for kind in kinds(game):
        example = _example(Where(f"move.json#/$defs/{kind}", game), moves(game)[kind])
        of_kind = facts(game, kind, moves(game)[kind])
        anchor = shared_label(game, f"move-{kind}")
        told.append(f"({anchor})=\n## `{kind}`\n\n{of_kind}\n{_described(game, 'move', kind)}\n{example}")
    opening = f"""# Moves{of_game(game)}

{_told_of_moves(game)}

{overview(game, moves(game))}

On the wire: {says[:1].lower()}{says[1:]} Each kind is an object with exactly these keys, and has an example that is
checked against its schema when this page is built."""
    return "\n\n".join([opening, *told]) + "\n"


def _told_of_moves(game: Game) -> str:
    known = [module for module in modules(game, moves(game)) if is_shown(module)]
    where = f" ({{py:mod}}`{known[0]}`)" if len(known) == 1 else ""
    what = "What every kind of move means, " + "which clauses say so, " * game.has(MOVE_KINDS)
    says = f" {quoted(game.part(MOVE_KINDS).says)}" if game.has(MOVE_KINDS) else ""
    if not in_logs(game):
        return f"{what}and its class in Python{where}.{says}"
    log = f"{_up(game)}guides/check-a-log.md"
    return f"{what}its class in Python{where} and how\nit is written in [a log]({log}).{says}"


def _values(game: Game) -> str:
    editions = ", editions" if "edition" in values(game) else ""
    parts = [
        f"""# Deals, states, tables{editions}, reports, fingerprints{of_game(game)}

The larger values in the messages of {_wire(game)}, what `shinkansen verify --json` writes, what
`shinkansen fingerprint --json` prints, and the small parts that they share. Each example is checked against its
schema when this page is built."""
    ]
    for name in (
        "deal",
        *([] if kinds(game) else ["move"]),
        "state",
        "table",
        "edition",
        "report",
        "fingerprint",
        "common",
    ):
        if name in OWN and name not in values(game):
            continue
        whole = schema(name, game)
        says = f"\n\n{quoted(whole['description'])}" if "description" in whole else ""
        parts.append(f"({shared_label(game, f'schema-{name}')})=\n## {whole['title']}{says}")
        if "properties" in whole:
            parts.append(_keys(game, whole, name))
        if name in values(game):
            parts.append(_example(Where(f"{name}.json", game), values(game)[name], folded=True))
        parts += [
            f"({shared_label(game, f'schema-{name}-{part}')})=\n### {part} ({name})\n\n{_described(game, name, part)}"
            for part in whole.get("$defs", {})
        ]
    return "\n\n".join(parts) + "\n"


# -- A schema in words ------------------------------------------------------------------------------------------------


def _described(game: Game, file: str, part: str) -> str:
    content: Schema = schema(file, game)["$defs"][part]
    says = f"{quoted(content['description'])}\n\n" if "description" in content else ""
    if "properties" in content or "required" in content or file == "replies":
        return says + _keys(game, content, file)
    return f"{says}{_words(game, content, file)[:1].upper()}{_words(game, content, file)[1:]}."


def _keys(game: Game, content: Schema, file: str) -> str:
    """The keys of an object, those that must be there first."""
    properties, required = _all_keys(game, content, file)
    rows = [
        [f"`{key}`", "yes" if key in required else "", _cell(game, properties.get(key, {}), file)]
        for key in sorted(properties, key=lambda key: key not in required)
    ]
    others = "" if content.get("additionalProperties", True) is not False else "\nNo other keys.\n"
    either = f"\n{_either(content['anyOf'])}\n" if "anyOf" in content else ""
    return f"{table(['Key', 'Required', 'Value'], rows)}{others}{either}" if rows else "An object; nothing is required."


def _all_keys(game: Game, content: Schema, file: str) -> tuple[dict[str, Schema], list[str]]:
    """With those of the schema that this one builds on. Of a reply only what must be there: it may carry any key."""
    properties: dict[str, Schema] = dict(content.get("properties", {}))
    required: list[str] = list(content.get("required", ()))
    if "$ref" in content:
        base = schema(file, game)["$defs"][content["$ref"].rpartition("/")[2]]
        inner, needed = _all_keys(game, base, file)
        required = [*needed, *required]
        alternatives = [key for each in content.get("anyOf", ()) for key in each.get("required", ())]
        kept = {*required, *alternatives} if file == "replies" else {*inner}
        properties |= {key: value for key, value in inner.items() if key in kept}
    return properties, required


def _either(alternatives: list[Schema]) -> str:
    """Which keys stand for one another."""
    told: list[str] = []
    for each in alternatives:
        consts: dict[str, Schema] = each.get("properties", {})
        told.append(
            " and ".join(
                f"`{key}`" + (f": {json.dumps(consts[key]['const'])}" if key in consts else "")
                for key in each.get("required", ())
            )
        )
    return f"It has {', or '.join(told)}."


def _cell(game: Game, content: Schema, file: str) -> str:
    says = f"; {quoted(content['description'])}" if "description" in content and "$ref" not in content else ""
    return _words(game, content, file) + says.removesuffix(".")


def _words(game: Game, content: Schema, file: str) -> str:
    """A schema in a few words."""
    for keyword, told in _TOLD.items():
        if keyword in content:
            return told(game, content, file)
    return "anything"


def _reference(game: Game, content: Schema, file: str) -> str:
    place, _, fragment = cast("str", content["$ref"]).partition("#")
    name, part = place.removesuffix(".json") or file, fragment.rpartition("/")[2]
    if name == "move" and kinds(game):
        return "[a move](moves.md)"
    if name in ("requests", "replies"):
        return "[an item](#an-item-of-a-score)" if part == "item" else part
    if name in OWN and name not in values(game):
        return f"{name}, any object"
    return f"[{part or name}](#{shared_label(game, f'schema-{name}' + (f'-{part}' if part else ''))})"


def _typed(game: Game, content: Schema, file: str) -> str:
    kind = TYPE_WORDS[content["type"]]
    if content["type"] == "array":
        return f"a list of: {_words(game, content['items'], file)}{_sized(content)}"
    if content["type"] == "object" and isinstance(content.get("additionalProperties"), dict):
        return f"an object, each value of it: {_words(game, content['additionalProperties'], file)}"
    if content["type"] == "object" and "properties" in content:
        inner: dict[str, Schema] = content["properties"]
        return "an object with " + ", ".join(f"`{key}` ({_words(game, each, file)})" for key, each in inner.items())
    if "pattern" in content:
        return "a string of 64 hexadecimal digits in lower case"
    return kind


def _sized(content: Schema) -> str:
    least, most = content.get("minItems"), content.get("maxItems")
    if least is not None and least == most:
        return f" (just {least})"
    bounds = [f"at least {least}" * (least is not None), f"at most {most}" * (most is not None)]
    return f" ({', '.join(filter(None, bounds))})" if any(bounds) else ""


_TOLD: Final[dict[str, Callable[[Game, Schema, str], str]]] = {
    "$ref": _reference,
    "const": lambda game, content, _: f"`{json.dumps(content['const'])}`",
    "enum": lambda game, content, _: "one of " + ", ".join(f"`{json.dumps(word)}`" for word in content["enum"]),
    "anyOf": lambda game, content, file: " or ".join(_words(game, each, file) for each in content["anyOf"]),
    "type": _typed,
}


# -- Examples ---------------------------------------------------------------------------------------------------------


def _example(where: Where, value: object, folded: bool = False) -> str:
    """An example that fits, or no page."""
    wrong = misfit(where, value)
    if wrong is not None:
        raise ValueError(f"the example for {where.place} does not fit: {wrong}")
    shown = {**cast("dict[str, Json]", value)}
    shown |= {key: SHORT[key] for key in SHORT if key in shown and not folded}
    block = "```json\n" + "\n".join(_lines(shown, "")) + "\n```\n"
    if not folded:
        return block
    return f"<details><summary>An example</summary>\n\n{block}\n</details>\n"


def _lines(value: Any, indent: str, before: str = "", after: str = "") -> Iterator[str]:
    """JSON that fills its lines: what fits on one stands on one."""
    whole = f"{indent}{before}{json.dumps(value, ensure_ascii=False)}{after}"
    if len(whole) <= WIDTH or not isinstance(value, dict | list) or not value:
        yield whole
        return
    inner = cast("dict[str, Any] | list[Any]", value)
    pairs = (
        [(f"{json.dumps(key)}: ", each) for key, each in inner.items()]
        if isinstance(inner, dict)
        else [("", each) for each in inner]
    )
    opening, closing = ("{", "}") if isinstance(inner, dict) else ("[", "]")
    yield f"{indent}{before}{opening}"
    if not isinstance(inner, dict) and all(isinstance(each, str | int) for each in inner):
        yield from _filled([json.dumps(each, ensure_ascii=False) for each in inner], f"{indent}  ")
    else:
        for place, (name, each) in enumerate(pairs):
            yield from _lines(each, f"{indent}  ", name, "," if place + 1 < len(pairs) else "")
    yield f"{indent}{closing}{after}"


def _filled(words: list[str], indent: str) -> Iterator[str]:
    line = indent
    for place, word in enumerate(words):
        piece = f"{word}," if place + 1 < len(words) else word
        if len(line) + len(piece) > WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += f"{piece} "
    yield line.rstrip()
