"""Values as plain JSON and back, canonical text, and digests.

Canonical means: keys sorted, no spaces, ASCII only, integers and no floats. So the same value gives the same
bytes, and the same digest, in every process, on every platform and in every language.

Reading is strict: a number must be a number and not a string that looks like one, and an unknown key is an error. And
it is complete: everything wrong with a value is reported at once, each thing as a `Finding` with its key path. There is
a limit to that: at most `MOST_WRONG` wrong items of one list or table are reported, and the rest is not read. So the
time and memory for reading grow with the size of the value and nothing else, and reporting what is wrong takes little.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import marshal
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from enum import StrEnum
from functools import cache, partial
from itertools import islice
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin

import attrs
from cattrs import (
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from shinkansen.core.errors import Finding, WireError
from shinkansen.core.text import printable

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | bool | None"

PLAIN = "plain JSON"
if TYPE_CHECKING:
    Plain: TypeAlias = Annotated["dict[str, Json]", PLAIN]
    """A JSON object whose content is up to the game. By convention it is never changed in place."""
else:
    Plain = Annotated[dict, PLAIN]  # without names that a module using it would have to import

DEEPEST = 12
"""How deeply plain JSON may be nested. Games need about 8 levels; Python itself gives up near 1000."""

LARGEST = 2**53 - 1
"""The largest integer that every JSON reader keeps exact, including those that only have doubles."""


MOST_WRONG = 100
"""How many wrong items of one list or table are reported; nobody reads more, and each takes some memory."""

MOST_TOLD = 12
"""How many things a one-line error lists before it only counts the rest."""

GAME_NAME = "[a-z][a-z0-9-]{1,39}"
"""The pattern of a game's name, wherever it is written: in settings, citations and positions."""

LONGEST_NAME = 60
"""How many characters are shown of a text that somebody else wrote."""


def canonical(value: Json) -> str:
    """The one JSON text of a value; a `WireError` if it has none because it is not JSON or is nested too deeply."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as problem:
        why = "it is nested too deeply" if isinstance(problem, RecursionError) else str(problem)
        raise WireError(f"{shown(value)} cannot be written as JSON: {why}") from None


def digest(value: Json) -> str:
    """A fingerprint of a value: the SHA-256 of its canonical JSON, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode("ascii")).hexdigest()


def exactly(value: Json) -> bytes:
    """Bytes that another plain value has only if it is the same one: to look up what was worked out for it before.

    An edition takes eight times as long to write as canonical text. Unlike there, the order of keys counts; so two
    forms of one value may be worked out twice, but never taken for each other, as 1 and `true` would be by `==`.
    """
    try:
        return marshal.dumps(value, 2)  # later versions of the format also depend on which parts are one object
    except ValueError:  # frozen tables and the like, or no JSON at all
        return marshal.dumps(json.loads(canonical(value)), 2)


def again(exact: bytes) -> Json:
    """The value that these bytes are of."""
    return cast("Json", marshal.loads(exact))


# Reading and writing values of attrs classes


class MisreadError(ValueError):
    """A plain value is not what is expected in its place. It ends up as a `Finding`; see `findings`."""

    def __init__(self, found: object, expected: str) -> None:
        self.found = shown(found)
        self.expected = expected
        super().__init__(expected)


UNREADABLE = (MisreadError, BaseValidationError)
"""All errors that the strict converter raises."""

T = TypeVar("T")


def structure(converter: Converter, value: object, cls: type[T], what: str) -> T:
    """Read a plain value, or raise a `WireError` that lists everything wrong with it."""
    try:
        return converter.structure(value, cls)
    except UNREADABLE as problem:
        raise WireError(told(findings(problem, value, what, lambda _, place: str(place)))) from None


def told(problems: Iterable[object]) -> str:
    """What is wrong, on one line: the first few, and how many more there are."""
    first = [*islice(problems, MOST_WRONG)]
    more = len(first) - MOST_TOLD
    rest = ["and many more" if len(first) == MOST_WRONG else f"and {more} more"] if more > 0 else []
    return "; ".join([*map(str, first[:MOST_TOLD]), *rest])


NOTHING: Mapping[Any, Any] = MappingProxyType({})
Reader: TypeAlias = Callable[[object], object]
"""A function that reads a plain value, or raises a `MisreadError`."""
Hook: TypeAlias = Callable[[Any, Any], Any]
"""The same for cattrs, which also says what type it wants."""


def strict_converter(
    longest: int = LARGEST, widest: int = LARGEST, own: Mapping[object, Reader] = NOTHING
) -> Converter:
    """Reads plain values into attrs classes and writes them as JSON: no coercion, no unknown keys, all errors at once.

    It handles integers, booleans, strings, `StrEnum`s and unions of them, `tuple[X, ...]`, `dict[str, X]` and
    `Mapping[K, X]`, attrs classes, `Plain`, and `X | None`; and types of your `own`, each with its reader. Lists of
    more than `longest` items and tables of more than `widest` are not read.
    """
    converter = Converter(forbid_extra_keys=True, detailed_validation=True, unstruct_collection_overrides={tuple: list})

    def read_class(cls: type[attrs.AttrsInstance]) -> Hook:
        read_parts = make_dict_structure_fn(
            cls, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True
        )

        def read(value: Any, _: Any) -> Any:
            # We check this ourselves: cattrs would index into anything that can be indexed.
            return read_parts(keyed(value), cls)

        return read

    # What reads the parts of a type is looked up once, when the type is first met: asking cattrs for every item of
    # every list takes longer than reading it.

    def read_tuple(cls: Any) -> Hook:
        kind = get_args(cls)[0]
        read_item = converter.get_structure_hook(kind)
        return lambda value, _: tuple(read_items(value, cls, enumerate(listed(value)), read_item, kind, longest))

    def read_table(cls: Any) -> Hook:
        key_type, kind = get_args(cls)
        read_key, read_item = converter.get_structure_hook(key_type), converter.get_structure_hook(kind)

        def read(value: Any, _: Any) -> Any:
            table = keyed(value)
            items = read_items(value, cls, table.items(), read_item, kind, widest)
            keys = table if key_type is str else [read_key(key, key_type) for key in table]
            return dict(zip(keys, items, strict=True))

        return read

    def read_optional(cls: Any) -> Hook:
        (kind,) = (part for part in get_args(cls) if part is not type(None))
        read_it = converter.get_structure_hook(kind)
        return lambda value, _: None if value is None else read_it(value, kind)

    def read_items(
        value: Any,
        cls: Any,
        items: Iterable[tuple[Any, Any]],
        read_item: Hook,
        kind: Any,
        most: int,
    ) -> list[Any]:
        if len(value) > most:
            raise MisreadError(value, f"at most {most} items")
        good: list[Any] = []
        bad: list[Exception] = []
        for key, item in items:
            try:
                good.append(read_item(item, kind))
            except UNREADABLE as problem:
                note = cast("Any", IterableValidationNote)("in an item", key, kind)
                problem.add_note(note)
                bad.append(problem)
                if len(bad) == MOST_WRONG:
                    break
        if bad:
            raise cast("Any", IterableValidationError)("some items cannot be read", bad, cls)
        return good

    def read_plain(value: Any, _: Any) -> dict[str, Json]:
        # Keys are strings like any other: half a surrogate pair must not slip in.
        return {_read_text(key, str): read_any(item, DEEPEST) for key, item in keyed(value).items()}

    def read_any(value: Any, deepest: int) -> Json:
        if not deepest:
            raise MisreadError(value, f"at most {DEEPEST} levels of nesting")
        if isinstance(value, dict):
            table = keyed(value)  # pyright: ignore[reportUnknownArgumentType]
            return {_read_text(key, str): read_any(item, deepest - 1) for key, item in table.items()}
        if isinstance(value, list):
            return [read_any(item, deepest - 1) for item in listed(value)]
        if value is None or type(value) is bool:
            return value
        if type(value) is int:
            return _read_int(value, int)
        if type(value) is str:
            return _read_text(value, str)
        raise MisreadError(value, f"strings, whole numbers up to {LARGEST}, true, false, null, lists and tables")

    # To cattrs, a StrEnum is a string and would be left as it is: equal to a plain string, but not plain.
    converter.register_unstructure_hook(StrEnum, lambda member: member.value)
    converter.register_structure_hook(int, _read_int)
    converter.register_structure_hook(bool, _read_bool)
    converter.register_structure_hook(str, _read_text)
    converter.register_structure_hook(StrEnum, lambda value, cls: _read_enum(value, (cls,)))
    converter.register_structure_hook_func(_is_enum_union, lambda value, cls: _read_enum(value, get_args(cls)))
    converter.register_structure_hook_factory(_is_optional, read_optional)
    converter.register_structure_hook_factory(lambda cls: _is_made_of(cls, tuple), read_tuple)
    converter.register_structure_hook_factory(lambda cls: _is_made_of(cls, dict, Mapping), read_table)
    converter.register_structure_hook_factory(attrs.has, read_class)
    converter.register_structure_hook_func(_is_plain, read_plain)
    for kind, reader in own.items():
        converter.register_structure_hook_func(partial(operator.is_, kind), _hook(reader))
    return converter


def _hook(reader: Reader) -> Hook:
    return lambda value, _: reader(value)


def listed(value: Any) -> Sequence[Any]:
    """A plain list, which may be a tuple."""
    if not isinstance(value, list | tuple):
        raise MisreadError(value, "a list")
    return cast("Sequence[Any]", value)


def keyed(value: Any) -> dict[str, Any]:
    """A plain table, whose keys are strings."""
    if not isinstance(value, dict):
        raise MisreadError(value, "a table")
    table: dict[Any, Any] = value  # pyright: ignore[reportUnknownVariableType]
    if type(table) is not dict:
        table = {**table}  # a table of another class may answer for keys that it does not have
    for key in table:
        if not isinstance(key, str):
            raise MisreadError(key, "a string as the key")
    return table


def _read_int(value: object, _: object) -> int:
    if type(value) is not int:  # to Python, but not to us, a bool is an int
        raise MisreadError(value, "a whole number")
    if abs(value) > LARGEST:
        raise MisreadError(value, f"a whole number no larger than {LARGEST}")
    return value


def _read_bool(value: object, _: object) -> bool:
    if type(value) is not bool:
        raise MisreadError(value, "true or false")
    return value


def _read_text(value: object, _: object) -> str:
    if type(value) is not str:
        raise MisreadError(value, "a string")
    try:
        if not value.isascii():
            value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can smuggle in
        raise MisreadError(value, "a string of whole characters") from None
    return value


@cache
def _choices(enums: tuple[type[StrEnum], ...]) -> dict[str, StrEnum]:
    return {member.value: member for enum in enums for member in enum}


def _read_enum(value: object, enums: tuple[type[StrEnum], ...]) -> StrEnum:
    choices = _choices(enums)
    if not isinstance(value, str) or value not in choices:
        raise MisreadError(value, f"one of {', '.join(choices)}")
    return choices[value]


def _is_plain(cls: Any) -> bool:
    return PLAIN in getattr(cls, "__metadata__", ())


def _is_made_of(cls: Any, *kinds: object) -> bool:
    return cast("object", get_origin(cls)) in kinds


def _is_optional(cls: Any) -> bool:
    return get_origin(cls) in (Union, UnionType) and type(None) in get_args(cls) and len(get_args(cls)) == 2


def _is_enum_union(cls: Any) -> bool:
    is_union = get_origin(cls) in (Union, UnionType)
    return is_union and all(isinstance(part, type) and issubclass(part, StrEnum) for part in get_args(cls))


# Turning what the converter raises into findings that a person can act on

RowName: TypeAlias = Callable[[object, int], str]
"""The name of a list item in a key path, given the plain item and its place, counted from 1."""


def findings(problem: BaseException, value: object, path: str, row_name: RowName) -> Iterator[Finding]:
    """Everything one `UNREADABLE` error says, as findings; `value` is the plain value that was being read at `path`."""
    match problem:
        case ClassValidationError():
            yield from _class_findings(problem, cast("dict[str, Any]", value), path, row_name)
        case IterableValidationError():
            wrong = problem.group_exceptions()[0]
            for inner, note in wrong:
                item = cast("Any", value)[note.index]
                name = row_name(item, note.index + 1) if isinstance(note.index, int) else note.index
                yield from findings(inner, item, join(path, name), row_name)
            if len(wrong) == MOST_WRONG:
                yield Finding(path, f"{MOST_WRONG} wrong items", "fewer; the items after them were not read")
        case MisreadError():
            yield Finding(path, problem.found, problem.expected)
        case _:
            raise problem  # not one of ours, so a defect: let it show


def _class_findings(
    problem: ClassValidationError, value: dict[str, Any], path: str, row_name: RowName
) -> Iterator[Finding]:
    noted, others = problem.group_exceptions()
    missing = [note.name for _, note in noted if note.name not in value]
    unknown = sorted({key for error in others for key in cast("ForbiddenExtraKeysError", error).extra_fields})
    yield from key_findings(unknown, missing, [field.name for field in attrs.fields(problem.cl)], path)
    for inner, note in noted:
        if note.name in value:
            yield from findings(inner, value[note.name], join(path, note.name), row_name)


def key_findings(unknown: Iterable[str], missing: Iterable[str], known: Iterable[str], path: str) -> Iterator[Finding]:
    """Findings about the keys of a table. A misspelt key is one mistake, though it is both unknown and missing."""
    missed, all_known, strangers = list(missing), ", ".join(known), list(unknown)
    for key in strangers[:MOST_WRONG]:
        meant = nearest_names(key, missed, 1)
        missed = [name for name in missed if name not in meant]
        yield Finding(join(path, key), "an unknown key", meant[0] if meant else f"one of {all_known}")
    if len(strangers) > MOST_WRONG:
        yield Finding(path, f"{len(strangers) - MOST_WRONG} more unknown keys", f"only {all_known}")
    for name in missed:
        yield Finding(join(path, name), "nothing", "this key")


def nearest_names(name: object, known: Iterable[str], most: int) -> list[str]:
    """The known names that somebody may have meant, the nearest first; none for a name that is far too long."""
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        return []
    return difflib.get_close_matches(name, known, n=most)


def first_repeated(names: Iterable[str]) -> str | None:
    """The first name that occurs a second time, found in a single pass."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def join(path: str, name: str) -> str:
    """A key path one step longer; a name that is not plain is quoted."""
    step = name if len(name) <= LONGEST_NAME and re.fullmatch(r"[\w*-]+", name) else shown(name)
    return f"{path}.{step}" if path else step


def shown(value: object) -> str:
    """A plain value in a few words: short, on one line and printable, whatever it is."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            # Python refuses to write out integers of more than a few thousand digits.
            return int.__repr__(value) if value.bit_length() <= 128 else "a huge number"
        case str():
            plain = str.__str__(value)  # not the enum or the like that it may be, which would show itself
            return printable(repr(plain) if len(plain) <= LONGEST_NAME else f"{plain[: LONGEST_NAME - 3]!r}...")
        case list() | tuple():
            return "a list" if value else "an empty list"
        case dict():
            return "a table" if value else "an empty table"
        case datetime() | date() | time():
            return "a date or time"
        case float():
            return f"the decimal {float.__repr__(value)}"
        case _:
            return f"a {type(value).__name__}"
