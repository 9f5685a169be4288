"""Values as plain JSON and back, canonical text, and digests.

Canonical means: keys sorted, no spaces, ASCII only, integers and no floats. So the same value gives the same
bytes, and the same digest, in every process, on every platform and in every language.

Reading is strict: a number must be a number and not a string that looks like one, and an unknown key is an error. And
it is complete: everything wrong with a value is reported at once, each thing as a `Finding` with its key path. There is
a limit to that: at most `MOST_WRONG` wrong items of one list or table are reported, and the rest is not read. So the
time and memory for reading grow with the size of the value and nothing else, and reporting what is wrong takes little.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from enum import StrEnum
from functools import partial
from itertools import islice
from operator import attrgetter
from types import MappingProxyType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias, TypeVar, Union, cast, get_args, get_origin

import attrs

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


class PartsError(ValueError):
    """Some parts of a list or a table cannot be read. Each ends up as a `Finding`; see `findings`."""

    def __init__(
        self,
        wrong: Sequence[tuple[int | str, Exception]],
        unknown: Iterable[str] = (),
        missing: Iterable[str] = (),
        known: Iterable[str] = (),
    ) -> None:
        """`wrong` are places or keys, each with its `UNREADABLE` error; the others are keys of a class."""
        self.wrong, self.unknown, self.missing, self.known = wrong, unknown, missing, known
        super().__init__("some parts cannot be read")


UNREADABLE = (MisreadError, PartsError)
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
Reader: TypeAlias = Callable[[Any], Any]
"""A function that reads a plain value, or raises one of the `UNREADABLE` errors."""


def strict_converter(
    longest: int = LARGEST, widest: int = LARGEST, own: Mapping[object, Reader] = NOTHING
) -> Converter:
    """Reads plain values into attrs classes and writes them as JSON: no coercion, no unknown keys, all errors at once.

    It handles integers, booleans, strings, `StrEnum`s and unions of them, `tuple[X, ...]`, `dict[str, X]` and
    `Mapping[K, X]`, attrs classes, `Plain`, and `X | None`; and types of your `own`, each with its reader. Lists of
    more than `longest` items and tables of more than `widest` are not read.
    """
    return Converter(longest, widest, own)


class Converter:
    """What reads and writes values of a type is made once, when the type is first met. See `strict_converter`."""

    def __init__(self, longest: int, widest: int, own: Mapping[object, Reader]) -> None:
        self._longest: Final = longest
        self._widest: Final = widest
        self._readers: Final[dict[Any, Reader]] = {
            int: _read_int, bool: _read_bool, str: _read_text, Any: _as_it_is, **own
        }  # fmt: skip
        self._writers: Final[dict[type[Any], Callable[[Any], Any]]] = {}

    def structure(self, value: object, cls: type[T]) -> T:
        """Read a plain value, or raise one of the `UNREADABLE` errors."""
        return cast("T", self.reader(cls)(value))

    def reader(self, kind: Any) -> Reader:
        """What reads values of a type."""
        if kind not in self._readers:
            self._readers[kind] = self._made_reader(kind)
        return self._readers[kind]

    def unstructure(self, value: object) -> Any:
        """The plain form of a value."""
        if (write := self._writer(type(value))) != self.unstructure:
            return write(value)
        if isinstance(value, tuple | list):
            return [*map(self.unstructure, cast("Iterable[object]", value))]
        if isinstance(value, Mapping):
            items = cast("Iterable[tuple[object, object]]", value.items())
            return {self.unstructure(key): self.unstructure(item) for key, item in items}
        return value

    def _writer(self, kind: Any) -> Callable[[Any], Any]:
        """What writes values of a type."""
        if kind not in self._writers:
            self._writers[kind] = self._made_writer(kind)
        return self._writers[kind]

    def _made_writer(self, kind: Any) -> Callable[[Any], Any]:
        if kind in _ATOMS:
            return _as_it_is
        if attrs.has(kind):
            return self._class_writer(kind)
        if _enums(kind):  # to Python, a member is equal to a plain string, but it is not plain
            return attrgetter("_value_")
        if _is_made_of(kind, tuple):
            write_item = self._writer(get_args(kind)[0])
            return list if write_item is _as_it_is else lambda items: [*map(write_item, items)]
        if _is_optional(kind):
            (some,) = (part for part in get_args(kind) if part is not type(None))
            write_it = self._writer(some)
            return _as_it_is if write_it is _as_it_is else lambda value: None if value is None else write_it(value)
        return self.unstructure  # by what a value really is, whatever is declared

    def _class_writer(self, cls: Any) -> Callable[[Any], Any]:
        """A table written out as source, which is twice as fast as a loop: every move that is listed is written so."""
        attrs.resolve_types(cls)
        writers = {field.name: self._writer(field.type) for field in attrs.fields(cls)}
        parts = [
            f"{name!r}: value.{name}" if write is _as_it_is else f"{name!r}: write_{name}(value.{name})"
            for name, write in writers.items()
        ]
        space = {f"write_{name}": write for name, write in writers.items()}
        return cast("Callable[[Any], Any]", eval(f"lambda value: {{{', '.join(parts)}}}", space))

    def _made_reader(self, kind: Any) -> Reader:
        if _is_plain(kind):
            return _read_plain
        if attrs.has(kind):
            return self._class_reader(kind)
        if _is_made_of(kind, dict, Mapping):
            return self._table_reader(*get_args(kind))
        if _is_made_of(kind, tuple):
            return self._list_reader(get_args(kind)[0])
        if _is_optional(kind):
            (some,) = (part for part in get_args(kind) if part is not type(None))
            read_it = self.reader(some)
            return lambda value: None if value is None else read_it(value)
        if enums := _enums(kind):
            return partial(_read_enum, {member.value: member for enum in enums for member in enum})
        raise TypeError(f"there is no plain form of {kind}")

    def _class_reader(self, cls: Any) -> Reader:
        attrs.resolve_types(cls)
        fields = [field for field in attrs.fields(cls) if field.init]
        names = [field.name for field in fields]
        parts = [(field.name, self.reader(field.type), _usual(field.default)) for field in fields]
        make = _by_keyword(cls, names) if any(field.kw_only for field in fields) else cls

        def read(value: dict[str, Any]) -> Any:
            table = value if type(value) is dict else keyed(value)
            given: list[Any] = []
            wrong: list[tuple[int | str, Exception]] = []
            left_out = 0
            for name, read_part, usual in parts:
                if name in table:
                    try:
                        given.append(read_part(table[name]))
                    except UNREADABLE as problem:
                        wrong.append((name, problem))
                elif usual is not None:
                    given.append(usual())
                    left_out += 1
            if len(given) < len(parts) or len(table) + left_out > len(parts):
                unknown = sorted({*keyed(table)}.difference(names))
                missing = [name for name, _, usual in parts if usual is None and name not in table]
                raise PartsError(wrong, unknown, missing, names)
            return make(*given)

        return read

    def _list_reader(self, kind: Any) -> Reader:
        read_item, longest = self.reader(kind), self._longest

        def read(value: list[Any]) -> Any:
            items = value if type(value) is list else listed(value)
            if len(items) > longest:
                raise MisreadError(value, f"at most {longest} items")
            good: list[Any] = []
            wrong: list[tuple[int | str, Exception]] = []
            for item in items:
                try:
                    good.append(read_item(item))
                except UNREADABLE as problem:
                    wrong.append((len(good) + len(wrong), problem))
                    if len(wrong) == MOST_WRONG:
                        break
            if wrong:
                raise PartsError(wrong)
            return tuple(good)

        def read_texts(value: list[Any]) -> Any:
            # Most lists are of short names, which are faster to look at all together.
            is_list = type(value) is list and len(value) <= longest
            if is_list and {*map(type, value)} <= _TEXTS and "".join(value).isascii():
                return tuple(value)
            return read(value)

        return read_texts if kind is str else read

    def _table_reader(self, key_type: Any, kind: Any) -> Reader:
        read_key, read_item, widest = self.reader(key_type), self.reader(kind), self._widest

        def read(value: Any) -> Any:
            table = keyed(value)
            if len(table) > widest:
                raise MisreadError(value, f"at most {widest} items")
            good: dict[Any, Any] = {}
            wrong: list[tuple[int | str, Exception]] = []
            for key, item in table.items():
                try:
                    good[key] = read_item(item)
                except UNREADABLE as problem:
                    wrong.append((key, problem))
                    if len(wrong) == MOST_WRONG:
                        break
            if wrong:
                raise PartsError(wrong)
            return good if key_type is str else {read_key(key): item for key, item in good.items()}

        return read


_ATOMS: Final = frozenset((str, int, bool, type(None), float))
_TEXTS: Final = frozenset((str,))


def _usual(default: Any) -> Callable[[], Any] | None:
    """What makes the value of a field that is left out; `None` if it may not be."""
    if default is attrs.NOTHING:
        return None
    made: Callable[[], Any] | None = getattr(default, "factory", None)
    return made or (lambda: default)


def _by_keyword(cls: Any, names: Sequence[str]) -> Callable[..., Any]:
    return lambda *given: cls(**dict(zip(names, given, strict=True)))


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


def _read_int(value: Any) -> int:
    if type(value) is not int:  # to Python, but not to us, a bool is an int
        raise MisreadError(value, "a whole number")
    if not -LARGEST <= value <= LARGEST:
        raise MisreadError(value, f"a whole number no larger than {LARGEST}")
    return value


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise MisreadError(value, "true or false")
    return value


def _read_text(value: Any) -> str:
    if type(value) is not str:
        raise MisreadError(value, "a string")
    try:
        if not value.isascii():
            value.encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can smuggle in
        raise MisreadError(value, "a string of whole characters") from None
    return value


def _as_it_is(value: Any) -> Any:
    return value


def _read_enum(choices: Mapping[str, StrEnum], value: Any) -> StrEnum:
    if not isinstance(value, str) or value not in choices:
        raise MisreadError(value, f"one of {', '.join(choices)}")
    return choices[value]


def _read_plain(value: Any) -> dict[str, Json]:
    # Keys are strings like any other: half a surrogate pair must not slip in.
    return {_read_text(key): _read_any(item, DEEPEST) for key, item in keyed(value).items()}


def _read_any(value: Any, deepest: int) -> Json:
    if not deepest:
        raise MisreadError(value, f"at most {DEEPEST} levels of nesting")
    if isinstance(value, dict):
        table = keyed(value)  # pyright: ignore[reportUnknownArgumentType]
        return {_read_text(key): _read_any(item, deepest - 1) for key, item in table.items()}
    if isinstance(value, list):
        return [_read_any(item, deepest - 1) for item in listed(value)]
    if value is None or type(value) is bool:
        return value
    if type(value) is int:
        return _read_int(value)
    if type(value) is str:
        return _read_text(value)
    raise MisreadError(value, f"strings, whole numbers up to {LARGEST}, true, false, null, lists and tables")


def _is_plain(cls: Any) -> bool:
    return PLAIN in getattr(cls, "__metadata__", ())


def _is_made_of(cls: Any, *kinds: object) -> bool:
    return cast("object", get_origin(cls)) in kinds


def _is_optional(cls: Any) -> bool:
    return get_origin(cls) in (Union, UnionType) and type(None) in get_args(cls) and len(get_args(cls)) == 2


def _enums(cls: Any) -> tuple[type[StrEnum], ...]:
    """The parts of a union of `StrEnum`s, or a single one; nothing for any other type."""
    parts = get_args(cls) if get_origin(cls) in (Union, UnionType) else (cls,)
    return parts if all(isinstance(part, type) and issubclass(part, StrEnum) for part in parts) else ()


# Turning what the converter raises into findings that a person can act on

RowName: TypeAlias = Callable[[object, int], str]
"""The name of a list item in a key path, given the plain item and its place, counted from 1."""


def findings(problem: BaseException, value: object, path: str, row_name: RowName) -> Iterator[Finding]:
    """Everything one `UNREADABLE` error says, as findings; `value` is the plain value that was being read at `path`."""
    match problem:
        case PartsError(wrong=wrong):
            yield from key_findings(problem.unknown, problem.missing, problem.known, path)
            for key, inner in wrong:
                item = cast("Any", value)[key]
                name = row_name(item, key + 1) if isinstance(key, int) else key
                yield from findings(inner, item, join(path, name), row_name)
            if len(wrong) == MOST_WRONG:
                yield Finding(path, f"{MOST_WRONG} wrong items", "fewer; the items after them were not read")
        case MisreadError():
            yield Finding(path, problem.found, problem.expected)
        case _:
            raise problem  # not one of ours, so a defect: let it show


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
    import difflib  # here, because it is only needed where something is wrong

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
