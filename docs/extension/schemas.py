"""The messages of the wire as tables, from the JSON Schemas themselves, each with an example that fits its schema."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

from docs.extension.examples import conversation, moves, values
from docs.extension.kinds import facts, overview
from docs.extension.words import quoted, table
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.schemas import TYPE_WORDS, Schema, Where, commands, misfit, reply, request, schema
from shinkansen.zerokei.game import GAME

WIDTH: Final = 100
"""Of a line of an example; what is longer is broken up."""
SHORT: Final[dict[str, Json]] = {"edition": {"...": "..."}, "rulings": {"...": "..."}}
"""What is left out of the examples of messages: it is the same in all of them, and long."""


def pages() -> dict[str, str]:
    """The pages by docname."""
    return {"reference/messages": _messages(), "reference/moves": _moves(), "reference/values": _values()}


# -- The pages --------------------------------------------------------------------------------------------------------


def _messages() -> str:
    requests, replies = conversation()
    parts = [
        """# Messages

Every message of [the wire](../wire.md), made from its JSON Schemas (`shinkansen/verify/conversation/schemas`). The
examples are from one conversation with our own engine; when this page is built, each is checked against its schema.
Editions and the letters of the rulings are shortened in them.""",
        f"## A setting\n\n{_described('requests', 'setting')}",
    ]
    for cmd in commands():
        parts += [
            f"(message-{cmd})=\n## `{cmd}`",
            f"### Asked with `{cmd}`\n\n{_described('requests', cmd)}\n{_example(request(cmd, GAME), requests[cmd])}",
            f"### Answered to `{cmd}`\n\n{_described('replies', cmd)}\n{_example(reply(cmd, GAME), replies[cmd])}",
        ]
    parts.append(f"## Every key of a reply\n\n{_described('replies', 'known')}")
    parts.append(f"## An item of a score\n\n{_described('replies', 'item')}")
    for kind, title in (("skipped", "What is not answered"), ("errored", "What went wrong")):
        parts.append(f"## {title}\n\n{_described('replies', kind)}\n{_example(reply(kind, GAME), replies[kind])}")
    return "\n\n".join(parts) + "\n"


def _moves() -> str:
    says = quoted(schema("move", GAME)["description"])
    kinds = list[str]()
    for kind in schema("move", GAME)["$defs"]:
        example = _example(Where(f"move.json#/$defs/{kind}", GAME), moves()[kind])
        told = facts(kind, moves()[kind])
        kinds.append(f"(move-{kind})=\n## `{kind}`\n\n{told}\n{_described('move', kind)}\n{example}")
    opening = f"""# Moves

What every kind of move means, which clauses say so, its class in Python ({{py:mod}}`shinkansen.zerokei.moves`) and how
it is written in [a log](../guides/check-a-log.md). `card` is the engine or carriage that is used, `tail` or `event`.

{overview(moves())}

On the wire: {says[:1].lower()}{says[1:]} Each kind is an object with exactly these keys, and has an example that is
checked against its schema when this page is built."""
    return "\n\n".join([opening, *kinds]) + "\n"


def _values() -> str:
    parts = [
        """# Deals, states, tables, editions, reports

The larger values in the messages of [the wire](../wire.md), what `shinkansen verify --json` writes, and the small parts
that they share. Each example is checked against its schema when this page is built."""
    ]
    for name in ("deal", "state", "table", "edition", "report", "common"):
        whole = schema(name, GAME)
        parts.append(f"(schema-{name})=\n## {whole['title']}\n\n{quoted(whole['description'])}")
        if "properties" in whole:
            parts.append(_keys(whole, name))
            parts.append(_example(Where(f"{name}.json", GAME), values()[name], folded=True))
        parts += [
            f"(schema-{name}-{part})=\n### {part} ({name})\n\n{_described(name, part)}"
            for part in whole.get("$defs", {})
        ]
    return "\n\n".join(parts) + "\n"


# -- A schema in words ------------------------------------------------------------------------------------------------


def _described(file: str, part: str) -> str:
    content: Schema = schema(file, GAME)["$defs"][part]
    says = f"{quoted(content['description'])}\n\n" if "description" in content else ""
    if "properties" in content or "required" in content or file == "replies":
        return says + _keys(content, file)
    return f"{says}{_words(content, file)[:1].upper()}{_words(content, file)[1:]}."


def _keys(content: Schema, file: str) -> str:
    """The keys of an object, those that must be there first."""
    properties, required = _all_keys(content, file)
    rows = [
        [f"`{key}`", "yes" if key in required else "", _cell(properties.get(key, {}), file)]
        for key in sorted(properties, key=lambda key: key not in required)
    ]
    others = "" if content.get("additionalProperties", True) is not False else "\nNo other keys.\n"
    either = f"\n{_either(content['anyOf'])}\n" if "anyOf" in content else ""
    return f"{table(['Key', 'Required', 'Value'], rows)}{others}{either}" if rows else "An object; nothing is required."


def _all_keys(content: Schema, file: str) -> tuple[dict[str, Schema], list[str]]:
    """With those of the schema that this one builds on. Of a reply only what must be there: it may carry any key."""
    properties: dict[str, Schema] = dict(content.get("properties", {}))
    required: list[str] = list(content.get("required", ()))
    if "$ref" in content:
        base = schema(file, GAME)["$defs"][content["$ref"].rpartition("/")[2]]
        inner, needed = _all_keys(base, file)
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


def _cell(content: Schema, file: str) -> str:
    says = f"; {quoted(content['description'])}" if "description" in content and "$ref" not in content else ""
    return _words(content, file) + says.removesuffix(".")


def _words(content: Schema, file: str) -> str:
    """A schema in a few words."""
    for keyword, told in _TOLD.items():
        if keyword in content:
            return told(content, file)
    return "anything"


def _reference(content: Schema, file: str) -> str:
    place, _, fragment = cast("str", content["$ref"]).partition("#")
    name, part = place.removesuffix(".json") or file, fragment.rpartition("/")[2]
    if name == "move":
        return "[a move](moves.md)"
    if name in ("requests", "replies"):
        return "[an item](#an-item-of-a-score)" if part == "item" else part
    return f"[{part or name}](#schema-{name}{'-' + part if part else ''})"


def _typed(content: Schema, file: str) -> str:
    kind = TYPE_WORDS[content["type"]]
    if content["type"] == "array":
        return f"a list of: {_words(content['items'], file)}{_sized(content)}"
    if content["type"] == "object" and isinstance(content.get("additionalProperties"), dict):
        return f"an object, each value of it: {_words(content['additionalProperties'], file)}"
    if content["type"] == "object" and "properties" in content:
        inner: dict[str, Schema] = content["properties"]
        return "an object with " + ", ".join(f"`{key}` ({_words(each, file)})" for key, each in inner.items())
    if "pattern" in content:
        return "a string of 64 hexadecimal digits in lower case"
    return kind


def _sized(content: Schema) -> str:
    least, most = content.get("minItems"), content.get("maxItems")
    if least is not None and least == most:
        return f" (just {least})"
    bounds = [f"at least {least}" * (least is not None), f"at most {most}" * (most is not None)]
    return f" ({', '.join(filter(None, bounds))})" if any(bounds) else ""


_TOLD: Final[dict[str, Callable[[Schema, str], str]]] = {
    "$ref": _reference,
    "const": lambda content, _: f"`{json.dumps(content['const'])}`",
    "enum": lambda content, _: "one of " + ", ".join(f"`{json.dumps(word)}`" for word in content["enum"]),
    "anyOf": lambda content, file: " or ".join(_words(each, file) for each in content["anyOf"]),
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
