"""The JSON Schemas of the wire (`schemas/`): whether a message has the right form, and if not, where it goes wrong.

The files are the definition. Two functions check against them. `fits` is compiled into plain functions that only say
yes or no, in less time than an engine needs to produce a long list of moves. `misfit` says what is wrong: only the
first thing, because an engine can send a line with a million mistakes. Both know only the keywords that our files use;
any other is an error. Tests check that both always agree with each other and with `jsonschema` (`validator`).

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
from typing import Any, TypeAlias, cast

from attrs import frozen

from shinkansen.core.frozen import freeze
from shinkansen.core.plain_json import join, shown

BASE = "https://shinkansen.example/wire/1/"
"""The prefix of the ids of all schemas of this version of the wire. Nothing is ever fetched from there."""

NAMES = ("common", "deal", "edition", "move", "replies", "report", "requests", "state", "table")

Schema: TypeAlias = "dict[str, Any]"
Check: TypeAlias = Callable[[Any], bool]


@cache
def schema(name: str) -> Schema:
    """One of the schema files, by its name without `.json`."""
    text = files("shinkansen.verify.conversation").joinpath("schemas", f"{name}.json").read_text(encoding="utf-8")
    return freeze(cast("Schema", json.loads(text)))


def commands() -> tuple[str, ...]:
    """Every `cmd` of the wire."""
    return tuple(cmd for cmd in schema("requests")["$defs"] if cmd != "setting")


def reply_keys() -> frozenset[str]:
    """Every key of a reply that the wire knows."""
    return frozenset(schema("replies")["$defs"]["known"]["properties"])


def request(cmd: str) -> str:
    """Where the schema of a request is, for `fits` and `misfit`."""
    return f"requests.json#/$defs/{cmd}"


def reply(kind: str) -> str:
    """Where the schema of a reply is: by the `cmd` that was asked, or `skipped` or `errored`."""
    return f"replies.json#/$defs/{kind if kind in schema('replies')['$defs'] else 'known'}"


def fits(where: str, value: object) -> bool:
    """Whether a value has the form that a schema asks for; fast."""
    return _compiled(where)(value)


def misfit(where: str, value: object) -> str | None:
    """The first thing that is wrong with the form of a value, in a few words, or `None`."""
    found = next(_misfits(*_at(where), value, ""), None)
    return None if found is None else _told(_plainest(found))


# Its types are only partly declared, so to the type checkers it is `Any`.
_VALIDATORS: Any = import_module("jsonschema.validators")
_REFERENCING: Any = import_module("referencing")
_DRAFT: Any = import_module("referencing.jsonschema").DRAFT202012


def _is_integer(_: object, value: object) -> bool:
    """In JSON Schema 1.0 is an integer; on the wire it is not, because its canonical text is different."""
    return type(value) is int


@cache
def validator(where: str) -> Any:
    """The `jsonschema` validator of a schema: a third check, thorough and slow, for values known to be small."""
    draft = _VALIDATORS.Draft202012Validator
    strict = _VALIDATORS.extend(draft, type_checker=draft.TYPE_CHECKER.redefine("integer", _is_integer))
    # Without the key that names the draft: with it, jsonschema would use its own validator, to which 1.0 is an integer.
    parts = [{key: value for key, value in schema(name).items() if key != "$schema"} for name in NAMES]
    resources = [(part["$id"], _DRAFT.create_resource(part)) for part in parts]
    return strict({"$ref": BASE + where}, registry=_REFERENCING.Registry().with_resources(resources))


def _at(where: str) -> tuple[Schema, str]:
    """A schema by its place, which is a file and perhaps a fragment; and the file."""
    name, _, fragment = where.partition("#")
    content: Any = schema(name.removesuffix(".json"))
    for step in fragment.split("/")[1:]:
        content = content[step]
    return content, name


def _target(content: Schema, name: str) -> str:
    target: str = content["$ref"]
    return name + target if target.startswith("#") else target


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


def _misfits(content: Schema, name: str, value: Any, path: str) -> Iterator[_Misfit]:
    """What is wrong with a value, keyword by keyword. Of the items of a list, and of the keys that the schema does not
    name, only the first wrong one is reported, so the number of findings is bounded by the schema, not by the value."""
    for keyword in content:
        match keyword:
            case "$ref":
                yield from _misfits(*_at(_target(content, name)), value, path)
            case "anyOf":
                alternatives: list[Schema] = content["anyOf"]
                if not _any_of(content, name)(value):
                    branches = tuple(tuple(_misfits(each, name, value, path)) for each in alternatives)
                    yield _Misfit(path, keyword, value, content, branches)
            case "items" if _is("array", value):
                fits_item = _compile(content["items"], name)
                wrong = next((place for place, item in enumerate(value) if not fits_item(item)), None)
                if wrong is not None:
                    yield from _misfits(content["items"], name, value[wrong], join(path, str(wrong + 1)))
            case "properties" if _is("object", value):
                for key in (key for key in content["properties"] if key in value):
                    yield from _misfits(content["properties"][key], name, value[key], join(path, key))
            case "additionalProperties" if _is("object", value) and content[keyword] is not False:
                fits_value, named = _compile(content[keyword], name), content.get("properties", {})
                other = next((key for key in value if key not in named and not fits_value(value[key])), None)
                if other is not None:
                    yield from _misfits(content[keyword], name, value[other], join(path, other))
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
_WORDS: dict[str, Callable[[Any], str]] = {
    "type": lambda wanted: TYPE_WORDS[wanted],
    "const": json.dumps,
    "enum": lambda wanted: f"one of {', '.join(wanted)}",
    "pattern": lambda _: "64 hexadecimal digits in lower case",
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
def _compiled(where: str) -> Check:
    """A schema as a function, by its place."""
    return _compile(*_at(where))


def _compile(content: Schema, name: str) -> Check:
    checks = [_KEYWORDS[key](content, name) for key in content if key in _KEYWORDS]
    spoken = content.keys() - _SILENT - _KEYWORDS.keys()
    if "type" not in content and spoken & _OF_OBJECTS:
        checks.append(_fields(content, name))
        spoken -= _OF_OBJECTS
    if unknown := spoken - (_OF_TYPES if "type" in content else frozenset()):
        raise ValueError(f"{name} uses {', '.join(sorted(unknown))}, which is not compiled")
    if len(checks) == 1:
        return checks[0]
    return lambda value: all(check(value) for check in checks)


def _reference(content: Schema, name: str) -> Check:
    return _compiled(_target(content, name))


def _type(content: Schema, name: str) -> Check:
    """Type checks together with the keywords that apply to that type only, so these need not check it again."""
    kind = _KINDS[content["type"]]
    if kind is dict:
        return _fields(content, name)
    if kind is list:
        return _array(content, name)
    if kind is int and "minimum" in content:
        least, most = content["minimum"], content["maximum"]
        return lambda value: type(value) is int and least <= value <= most
    if kind is str and "pattern" in content:
        search, longest = re.compile(content["pattern"]).search, content["maxLength"]
        return lambda value: type(value) is str and len(value) <= longest and search(value) is not None
    return _exactly(kind)


def _exactly(kind: type[object]) -> Check:
    return lambda value: type(value) is kind


def _array(content: Schema, name: str) -> Check:
    item, is_list = _compile(content["items"], name), _exactly(list)
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


def _fields(content: Schema, name: str) -> Check:
    """Properties, required keys and other keys. Where no type is asked for, anything but an object passes."""
    passes = "type" not in content
    properties = {key: _compile(inner, name) for key, inner in content.get("properties", {}).items()}
    required: list[str] = content.get("required", [])
    others = content.get("additionalProperties", {})
    other: Check = _compile(others, name) if others is not False else _never

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


def _const(content: Schema, _: str) -> Check:
    only: Any = content["const"]
    return lambda value: type(value) is type(only) and value == only


def _enum(content: Schema, _: str) -> Check:
    words = frozenset[Any](content["enum"])
    return lambda value: type(value) is str and value in words


def _any_of(content: Schema, name: str) -> Check:
    alternatives: list[Schema] = content["anyOf"]
    checks = [_compile(each, name) for each in alternatives]
    kinds = _by_kind(alternatives, checks, name)
    if kinds is None:
        return lambda value: any(check(value) for check in checks)
    return lambda value: type(value) is dict and kinds.get(_word(value), _never)(value)


def _word(value: Any) -> object:
    word = value.get("move")
    return word if type(word) is str else None


def _by_kind(alternatives: Iterable[Schema], checks: Iterable[Check], name: str) -> dict[object, Check] | None:
    """The alternatives of a move by its kind, so that not all twenty have to be tried."""
    found: dict[object, Check] = {}
    for each, check in zip(alternatives, checks, strict=True):
        target: str = each.get("$ref", "")
        inner = schema(name.removesuffix(".json"))["$defs"].get(target.rpartition("/")[2], {})
        if "move" not in inner.get("properties", {}) or "const" not in inner["properties"]["move"]:
            return None
        found[inner["properties"]["move"]["const"]] = check
    return found


_KEYWORDS: dict[str, Callable[[Schema, str], Check]] = {
    "$ref": _reference,
    "type": _type,
    "const": _const,
    "enum": _enum,
    "anyOf": _any_of,
}
_OF_OBJECTS = frozenset({"properties", "required", "additionalProperties"})
_OF_TYPES = _OF_OBJECTS | {"items", "minItems", "maxItems", "minimum", "maximum", "pattern", "maxLength"}
