"""The JSON Schemas of the wire: whether a message has the right form, and if not, where it goes wrong.

The files are the definition: those in `schemas/` for what all games share, and a game's own for its deals, states,
moves and editions. What a game has no schema for may be any JSON object; the form of a setting follows from the
description of the game.

Two functions check against them. `fits` is compiled into plain functions that only say yes or no, in less time than an
engine needs to produce a long list of moves. `misfit` says what is wrong: only the first thing, because an engine can
send a line with a million mistakes. Both know only the keywords that our files use; any other is an error. Tests check
that both always agree with each other and with `jsonschema` (`validator`).

For both, the time grows with the size of the value and nothing else, and `misfit` keeps only a few findings for each
keyword of a schema, however large the value is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from math import inf
from typing import Any, Final, TypeAlias, cast

from attrs import frozen

from shinkansen.core.errors import GameError
from shinkansen.core.frozen import freeze
from shinkansen.core.game import Game
from shinkansen.core.parts import EDITIONS, SCHEMAS
from shinkansen.core.plain_json import Json, join, shown

BASE = "https://shinkansen.example/wire/1/"
"""The prefix of the ids of all schemas of this version of the wire. Nothing is ever fetched from there."""

OWN: Final = ("deal", "edition", "move", "state", "table")
"""The schemas that a game has of its own."""
NAMES: Final = ("common", "deal", "edition", "fingerprint", "move", "replies", "report", "requests", "state", "table")

Schema: TypeAlias = "dict[str, Any]"
Check: TypeAlias = Callable[[Any], bool]


@frozen(cache_hash=True)
class Where:
    """The place of a schema: a file and perhaps a part of it, for the messages of a game (or of a game not known)."""

    place: str
    game: Game | None = None

    @property
    def file(self) -> str:
        """The name of the file, without `.json`."""
        return self.place.partition("#")[0].removesuffix(".json")

    def to(self, target: str) -> Where:
        """What a reference in this file refers to."""
        return Where(f"{self.file}.json{target}" if target.startswith("#") else target, self.game)


@cache
def schema(name: str, game: Game | None = None) -> Schema:
    """A schema by its name. A game may have its own, and adds its own definitions to the common ones."""
    own = _own(name, game)
    if name in OWN:
        return freeze(own or cast("Schema", {"$id": f"{BASE}{name}.json", "title": f"Any {name}", "type": "object"}))
    text = files("shinkansen.verify.conversation").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    shared: Schema = json.loads(text)
    shared["$defs"] |= (own or {}).get("$defs", {})
    if name == "requests":
        shared["$defs"]["setting"] = _setting(game)
    if name == "report":
        shared["$defs"]["setting"] = _stored_setting(game)
        if game is None or not game.has(EDITIONS):
            shared["$defs"]["difference"]["required"].remove("edition")
    return freeze(shared)


def _own(name: str, game: Game | None) -> Schema | None:
    """A schema among those of a game."""
    if game is None or not game.has(SCHEMAS):
        return None
    file = game.part(SCHEMAS).joinpath(f"{name}.json")
    return cast("Schema", json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def _setting(game: Game | None) -> Schema:
    """The form of a setting on the wire, from the description of a game."""
    edition = {"edition": {"$ref": "edition.json"}} if game is None or game.has(EDITIONS) else {}
    return {
        "description": "Which game, by which figures and which reading of the rules.",
        "type": "object",
        "properties": {
            "game": {"$ref": "common.json#/$defs/text"},
            "seats": {"$ref": "common.json#/$defs/number"},
            **_variants(game),
            **edition,
            "rulings": {"$ref": "common.json#/$defs/letters"},
        },
        "required": ["game", "seats", *(edition if game is not None else ()), "rulings"],
    }


def _stored_setting(game: Game | None) -> Schema:
    """The form of a setting in a report: with both readings, and the edition by its name."""
    letters = {"$ref": "common.json#/$defs/letters"}
    seats = {"minimum": min(game.seats), "maximum": max(game.seats)} if game is not None else {}
    told = {"description": "What the engine was told to follow, if that is something else.", **letters}
    edition = {"description": "The name of the edition, if it is not the shipped one.", "type": "string"}
    return {
        "type": "object",
        "properties": {
            "game": {"type": "string", **({"const": game.name} if game is not None else {})},
            "seats": {"type": "integer", **seats},
            **_variants(game),
            "rulings": letters,
            "told": told,
            "edition": edition,
        },
        "required": ["game", "seats", *_variants(game), "rulings"],
        "additionalProperties": False if game is not None else {},
    }


def _variants(game: Game | None) -> Schema:
    return {each.name: _one_of(each.values) for each in game.variants} if game is not None else {}


def _one_of(values: tuple[Json, ...]) -> Schema:
    if all(type(value) is bool for value in values):
        return {"type": "boolean"}
    if all(type(value) is str for value in values):
        return {"enum": [*values]}
    return {"anyOf": [{"const": value} for value in values]}


def commands() -> tuple[str, ...]:
    """Every `cmd` of the wire."""
    return tuple(cmd for cmd in schema("requests")["$defs"] if cmd != "setting")


def reply_keys(cmd: str = "") -> frozenset[str]:
    """Every key that any reply may carry, and those that only the reply to one command has."""
    replies = schema("replies")["$defs"]
    return frozenset({*replies["known"]["properties"], *replies.get(cmd, {}).get("properties", {})})


def request(cmd: str, game: Game | None = None) -> Where:
    """Where the schema of a request is, for `fits` and `misfit`."""
    return Where(f"requests.json#/$defs/{cmd}", game)


def reply(kind: str, game: Game | None = None) -> Where:
    """Where the schema of a reply is: by the `cmd` that was asked, or `skipped` or `errored`."""
    return Where(f"replies.json#/$defs/{kind if kind in schema('replies')['$defs'] else 'known'}", game)


def fits(where: Where, value: object) -> bool:
    """Whether a value has the form that a schema asks for; fast."""
    return _compiled(where)(value)


def misfit(where: Where, value: object) -> str | None:
    """The first thing that is wrong with the form of a value, in a few words, or `None`."""
    found = next(_misfits(_at(where), where, value, ""), None)
    return None if found is None else _told(_plainest(found))


# Its types are only partly declared, so to the type checkers it is `Any`.
_VALIDATORS: Any = import_module("jsonschema.validators")
_REFERENCING: Any = import_module("referencing")
_DRAFT: Any = import_module("referencing.jsonschema").DRAFT202012


def _is_integer(_: object, value: object) -> bool:
    """In JSON Schema 1.0 is an integer; on the wire it is not, because its canonical text is different."""
    return type(value) is int


@cache
def validator(where: Where) -> Any:
    """The `jsonschema` validator of a schema: a third check, thorough and slow, for values known to be small."""
    draft = _VALIDATORS.Draft202012Validator
    strict = _VALIDATORS.extend(draft, type_checker=draft.TYPE_CHECKER.redefine("integer", _is_integer))
    # Without the key that names the draft: with it, jsonschema would use its own validator, to which 1.0 is an integer.
    parts = {
        f"{BASE}{name}.json": {key: value for key, value in schema(name, where.game).items() if key != "$schema"}
        for name in NAMES
    }
    resources = [(id, _DRAFT.create_resource({**part, "$id": id})) for id, part in parts.items()]
    return strict({"$ref": BASE + where.place}, registry=_REFERENCING.Registry().with_resources(resources))


def _at(where: Where) -> Schema:
    """A schema by its place."""
    content = schema(where.file, where.game)
    for step in where.place.partition("#")[2].split("/")[1:]:
        content = content[step]
    return content


# -- telling what is wrong


@frozen
class _Misfit:
    """A keyword of a schema that a value does not satisfy."""

    path: str
    keyword: str
    value: Any
    content: Schema
    """The schema that has the keyword."""
    branches: tuple[tuple[_Misfit, ...], ...] = ()
    """For a choice: what is wrong according to each alternative."""


def _misfits(content: Schema, where: Where, value: Any, path: str) -> Iterator[_Misfit]:
    """What is wrong with a value, keyword by keyword. Of the items of a list, and of the keys that the schema does not
    name, only the first wrong one is reported, so the number of findings is bounded by the schema, not by the value."""
    for keyword in content:
        match keyword:
            case "$ref":
                there = where.to(content["$ref"])
                yield from _misfits(_at(there), there, value, path)
            case "anyOf":
                alternatives: list[Schema] = content["anyOf"]
                if not _any_of(content, where)(value):
                    branches = tuple(tuple(_misfits(each, where, value, path)) for each in alternatives)
                    yield _Misfit(path, keyword, value, content, branches)
            case "items" if _is("array", value):
                fits_item = _compile(content["items"], where)
                wrong = next((place for place, item in enumerate(value) if not fits_item(item)), None)
                if wrong is not None:
                    yield from _misfits(content["items"], where, value[wrong], join(path, str(wrong + 1)))
            case "properties" if _is("object", value):
                for key in (key for key in content["properties"] if key in value):
                    yield from _misfits(content["properties"][key], where, value[key], join(path, key))
            case "additionalProperties" if _is("object", value) and content[keyword] is not False:
                fits_value, named = _compile(content[keyword], where), content.get("properties", {})
                other = next((key for key in value if key not in named and not fits_value(value[key])), None)
                if other is not None:
                    yield from _misfits(content[keyword], where, value[other], join(path, other))
            case _:
                if keyword in _SAYS_NO and _SAYS_NO[keyword](value, content):
                    yield _Misfit(path, keyword, value, content)


def _is(kind: str, value: Any) -> bool:
    return type(value) is _KINDS[kind]


_SAYS_NO: dict[str, Callable[[Any, Schema], bool]] = {
    "type": lambda value, content: not _is(content["type"], value),
    "const": lambda value, content: type(value) is not type(content["const"]) or value != content["const"],
    "enum": lambda value, content: not _is("string", value) or value not in content["enum"],
    "required": lambda value, content: _is("object", value) and any(key not in value for key in content["required"]),
    "additionalProperties": lambda value, content: (
        _is("object", value) and any(key not in content.get("properties", {}) for key in value)
    ),
    "minimum": lambda value, content: _is("integer", value) and value < content["minimum"],
    "maximum": lambda value, content: _is("integer", value) and value > content["maximum"],
    "maxLength": lambda value, content: _is("string", value) and len(value) > content["maxLength"],
    "pattern": lambda value, content: _is("string", value) and re.search(content["pattern"], value) is None,
    "minItems": lambda value, content: _is("array", value) and len(value) < content["minItems"],
    "maxItems": lambda value, content: _is("array", value) and len(value) > content["maxItems"],
}
"""The keywords that do not look inside the value, each with a test that is true when it is not satisfied."""


def _plainest(misfit: _Misfit) -> _Misfit:
    """The most helpful of the misfits of a choice: that of the alternative that was meant, if that can be told."""
    while misfit.branches:
        meant = [branch[0] for branch in misfit.branches if not any(_means_another(each, misfit) for each in branch)]
        if len(meant) != 1:
            break
        misfit = meant[0]
    return misfit


def _means_another(inner: _Misfit, choice: _Misfit) -> bool:
    """A constant that does not fit, or an entirely different type, means that another alternative was meant."""
    return inner.keyword == "const" or (inner.keyword == "type" and inner.path == choice.path)


TYPE_WORDS = {
    "object": "an object",
    "array": "a list",
    "integer": "an integer",
    "string": "a string",
    "boolean": "true or false",
    "null": "null",
}
"""The types of JSON, in words."""
_DIGEST: Final = ("^[0-9a-f]{64}$", "64 hexadecimal digits in lower case")
_WORDS: dict[str, Callable[[Any], str]] = {
    "type": lambda wanted: TYPE_WORDS[wanted],
    "const": json.dumps,
    "enum": lambda wanted: f"one of {', '.join(wanted)}",
    "pattern": lambda wanted: _DIGEST[1] if wanted == _DIGEST[0] else f"a text that matches {wanted}",
    "maxLength": lambda wanted: f"at most {wanted} characters",
    "minimum": lambda wanted: f"at least {wanted}",
    "maximum": lambda wanted: f"at most {wanted}",
    "minItems": lambda wanted: f"at least {wanted} items",
    "maxItems": lambda wanted: f"at most {wanted} items",
}


def _told(misfit: _Misfit) -> str:
    path, found, expected = _finding(misfit)
    return f"{path or 'the message'}: found {found}, expected {expected}"


def _finding(misfit: _Misfit) -> tuple[str, str, str]:
    """Where a misfit is, what was found there, and what was expected."""
    path, found, wanted = misfit.path, misfit.value, misfit.content[misfit.keyword]
    if misfit.keyword == "required":
        missing = next(key for key in wanted if key not in found)
        return join(path, missing), "nothing", "this key"
    if misfit.keyword == "additionalProperties":
        known: list[str] = list(misfit.content.get("properties", {}))
        return join(path, next(key for key in found if key not in known)), "an unknown key", f"only {', '.join(known)}"
    if misfit.keyword == "anyOf":
        # No particular alternative was meant: say what each would have accepted, if all are about the same place.
        firsts = [
            next((each for each in branch if _means_another(each, misfit)), branch[0]) for branch in misfit.branches
        ]
        where, what, likes = zip(*map(_finding, firsts), strict=True)
        if len(set(where)) == len(set(what)) == 1:
            return where[0], what[0], " or ".join(dict.fromkeys(likes))
        return path, shown(found), " or ".join(f"{like} at {there}" for there, like in zip(where, likes, strict=True))
    return path, shown(found), _WORDS[misfit.keyword](wanted)


# -- compiled

_KINDS: dict[str, type] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)
}  # fmt: skip
_SILENT = frozenset({"$schema", "$id", "$defs", "title", "description"})


@cache
def _compiled(where: Where) -> Check:
    """A schema as a function, by its place."""
    return _compile(_at(where), where)


def _compile(content: Schema, where: Where) -> Check:
    checks = [_KEYWORDS[key](content, where) for key in content if key in _KEYWORDS]
    spoken = content.keys() - _SILENT - _KEYWORDS.keys()
    if "type" not in content and spoken & _OF_OBJECTS:
        checks.append(_fields(content, where))
        spoken -= _OF_OBJECTS
    if unknown := spoken - (_OF_TYPES if "type" in content else frozenset()):
        raise GameError(f"the schema {where.file}.json uses {', '.join(sorted(unknown))}, which we do not know")
    if len(checks) == 1:
        return checks[0]
    return lambda value: all(check(value) for check in checks)


def _reference(content: Schema, where: Where) -> Check:
    return _compiled(where.to(content["$ref"]))


def _type(content: Schema, where: Where) -> Check:
    """Type checks together with the keywords that apply to that type only, so these need not check it again."""
    kind = _KINDS.get(name) if isinstance(name := content["type"], str) else None
    if kind is None:
        expected = f"one of {', '.join(_KINDS)}; alternatives go into anyOf"
        raise GameError(f"the schema {where.file}.json has the type {shown(name)}, expected {expected}")
    if kind is dict:
        return _fields(content, where)
    if kind is list:
        return _array(content, where)
    if kind is int and content.keys() & {"minimum", "maximum"}:
        least, most = content.get("minimum", -inf), content.get("maximum", inf)
        return lambda value: type(value) is int and least <= value <= most
    if kind is str and content.keys() & {"pattern", "maxLength"}:
        search, longest = re.compile(content.get("pattern", "")).search, content.get("maxLength", inf)
        return lambda value: type(value) is str and len(value) <= longest and search(value) is not None
    return _exactly(kind)


def _exactly(kind: type[object]) -> Check:
    return lambda value: type(value) is kind


def _array(content: Schema, where: Where) -> Check:
    item, is_list = _compile(content.get("items", {}), where), _exactly(list)
    least, most = content.get("minItems", 0), content.get("maxItems")

    def check(value: Any) -> bool:
        if not is_list(value):
            return False
        if len(value) < least or (most is not None and len(value) > most):
            return False
        for each in value:  # noqa: SIM110 - a plain loop, because this is where the time goes
            if not item(each):
                return False
        return True

    return check


def _fields(content: Schema, where: Where) -> Check:
    """Properties, required keys and other keys. Where no type is asked for, anything but an object passes."""
    passes = "type" not in content
    properties = {key: _compile(inner, where) for key, inner in content.get("properties", {}).items()}
    required: list[str] = content.get("required", [])
    others = content.get("additionalProperties", {})
    other: Check = _compile(others, where) if others is not False else _never

    def check(value: Any) -> bool:
        if type(value) is not dict:
            return passes
        table = cast("dict[str, Any]", value)
        for key in required:
            if key not in table:
                return False
        for key, inner in table.items():  # noqa: SIM110 - as above
            if not properties.get(key, other)(inner):
                return False
        return True

    return check


def _never(_: Any) -> bool:
    return False


def _const(content: Schema, _: Where) -> Check:
    only: Any = content["const"]
    return lambda value: type(value) is type(only) and value == only


def _enum(content: Schema, _: Where) -> Check:
    words = frozenset[Any](content["enum"])
    return lambda value: type(value) is str and value in words


def _any_of(content: Schema, where: Where) -> Check:
    alternatives: list[Schema] = content["anyOf"]
    checks = [_compile(each, where) for each in alternatives]
    kinds = _by_kind(alternatives, checks, where)
    if kinds is None:
        return lambda value: any(check(value) for check in checks)
    return lambda value: type(value) is dict and kinds.get(_word(value), _never)(value)


def _word(value: Any) -> object:
    word = value.get("move")
    return word if type(word) is str else None


def _by_kind(alternatives: Iterable[Schema], checks: Iterable[Check], where: Where) -> dict[object, Check] | None:
    """The alternatives of a move by its kind, so that not all twenty have to be tried."""
    found: dict[object, Check] = {}
    for each, check in zip(alternatives, checks, strict=True):
        target: str = each.get("$ref", "")
        inner = schema(where.file, where.game).get("$defs", {}).get(target.rpartition("/")[2], {})
        if "move" not in inner.get("properties", {}) or "const" not in inner["properties"]["move"]:
            return None
        found[inner["properties"]["move"]["const"]] = check
    return found


_KEYWORDS: dict[str, Callable[[Schema, Where], Check]] = {
    "$ref": _reference,
    "type": _type,
    "const": _const,
    "enum": _enum,
    "anyOf": _any_of,
}
_OF_OBJECTS = frozenset({"properties", "required", "additionalProperties"})
_OF_TYPES = _OF_OBJECTS | {"items", "minItems", "maxItems", "minimum", "maximum", "pattern", "maxLength"}
