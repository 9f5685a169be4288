"""Files as older versions wrote them, in `tests/frozen`, and the forms that their readers expect.

Nothing in that folder is ever edited or deleted; `docs/compatibility.md` says what is promised. `manifest.json` has the
SHA-256 of every file and the commit that made it; `python -m tests.build.make_frozen` adds what is new.

A test that reads some of the files gets them from `frozen`, which keeps the account: one that no test reads proves
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, cast

from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, shown

FOLDER: Final = Path(__file__).parent / "frozen"
MANIFEST: Final = FOLDER / "manifest.json"

USED: Final[set[str]] = set()
"""The files that tests asked for, by their paths below the folder."""


@cache
def manifest() -> dict[str, dict[str, str]]:
    """What is known of each file, by its path below the folder."""
    found: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found


def name_of(path: Path) -> str:
    """The path of a file below the folder, as the manifest has it."""
    return path.relative_to(FOLDER).as_posix()


def frozen(pattern: str) -> list[Path]:
    """The frozen files that a pattern names, in order; there must be some."""
    found = sorted(path for path in FOLDER.glob(pattern) if name_of(path) in manifest())
    assert found, f"no frozen file is called {pattern}"
    USED.update(map(name_of, found))
    return found


def one(name: str) -> Path:
    """The frozen file of this name."""
    [path] = frozen(name)
    return path


def content_of(path: Path) -> Part:
    """The JSON object in a file."""
    return cast("Part", json.loads(path.read_text(encoding="utf-8")))


def lines_of(path: Path) -> list[Part]:
    """The JSON objects in a file, one on each line."""
    return [cast("Part", json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


# -- what a version-1 reader expects

WIRE: Final = "https://shinkansen.example/wire/1/"
STRICT: Final = ("setting", "start", "ask")
"""The parts of a report that its readers read strictly: artefacts have them, too."""

# Their types are only partly declared, so to the type checkers they are `Any`.
_VALIDATORS: Any = import_module("jsonschema.validators")
_REFERENCING: Any = import_module("referencing")
_DRAFT: Any = import_module("referencing.jsonschema").DRAFT202012


def misfit(form: str, value: Json) -> str | None:
    """Why a version-1 reader would refuse a value, or nothing. The form is that of a frozen schema: `deal`, `record-1`,
    or a part of one, such as `replies#/$defs/legal`."""
    name, _, part = form.partition("#")
    problem = next(iter(_validator(name, part).iter_errors(value)), None)
    return None if problem is None else f"{problem.json_path}: {problem.message[:200]}"


def _is_integer(_: object, value: object) -> bool:
    return type(value) is int  # on the wire 1.0 is none


@cache
def _validator(name: str, part: str) -> Any:
    draft = _VALIDATORS.Draft202012Validator
    whole = draft.TYPE_CHECKER.redefine("integer", _is_integer)
    registry = _REFERENCING.Registry().with_resources(
        [(content["$id"], _DRAFT.create_resource(content)) for content in _schemas()]
    )
    return _VALIDATORS.extend(draft, type_checker=whole)({"$ref": f"{WIRE}{name}.json#{part}"}, registry=registry)


FORMS: Final = (*frozen("wire-1/schemas/*.json"), *frozen("forms/*.json"))


def _schemas() -> Iterator[dict[str, Any]]:
    for path in FORMS:
        content = content_of(path)
        del content["$schema"]  # or jsonschema would use its own validator, to which 1.0 is an integer
        # Ours say exactly what this version writes; who reads reports ignores what was added later.
        yield cast("dict[str, Any]", _opened(content) if path.stem in ("report", "fingerprint") else content)


def _opened(schema: Json) -> Json:
    """The schema as somebody reads it who ignores keys that it does not name."""
    if isinstance(schema, list):
        return [_opened(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value if key in STRICT else _opened(value)
        for key, value in schema.items()
        if (key, value) != ("additionalProperties", False)
    }


def lost(then: Json, now: Json, path: str = "") -> Iterator[str]:
    """What somebody who knew an older answer misses in a newer one, which may only gain keys; each place in words.

    Every key is still there with the same value, and every list is as long as it was: places in lists have meanings.
    """
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            where = f"{path}.{key}"
            yield from lost(value, now[key], where) if key in now else [f"{where} is gone"]
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for place, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from lost(one, other, f"{path}.{place}")
    elif type(then) is not type(now) or then != now:
        yield f"{path} was {shown(then)} and is {shown(now)}"
