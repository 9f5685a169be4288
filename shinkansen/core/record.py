"""A game as a value: its settings, the deal, every ply with a fingerprint of the table after it, and the scores.

A record is checked by playing it again: `replay` does so ply by ply and stops at the first that does not follow the
rules. Nothing in a record is taken on trust, and nothing in it is free to vary: for one deal and one list of moves
there is exactly one record, with exactly one text (canonical JSON on one line). A record may stop before the game does;
then it has no scores.

This module knows no game: it uses the contract of `core.ruleset`, in which all parts have a plain JSON form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, cast

import attrs
from attrs import field, frozen

from shinkansen.core import json_difference
from shinkansen.core.errors import DealError, RecordError, RulingError, WireError
from shinkansen.core.files import parse_json, path_of, read_text
from shinkansen.core.log_text import not_a_log
from shinkansen.core.plain_json import (
    UNREADABLE,
    Json,
    Plain,
    canonical,
    findings,
    shown,
    strict_converter,
    told,
)
from shinkansen.core.ruleset import Ruleset, Score, ScoreItem, Step
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT
from shinkansen.core.writing import write_new

FORMAT = 1
"""The version of this file format; it goes up when older versions of this library could not read a new file."""


@frozen
class RecordedPly:
    """One ply: who moved, the move, a fingerprint of what lies in the open after it, and what was paid and scored."""

    seat: int
    move: Plain = field(hash=False)
    digest: str
    entries: Plain = field(hash=False)


@frozen
class Record:
    """A game, finished or not."""

    format: int
    settings: Plain = field(hash=False)
    """What names the ruleset; see `Ruleset.settings`."""
    deal: Plain = field(hash=False)
    plies: tuple[RecordedPly, ...]
    scores: tuple[Score, ...] | None
    """The final scores; none while the game goes on."""
    seen_by: int | None
    """The seat from whose point of view it is told; none if it holds everything."""


@frozen
class Replayed(Generic[StateT, MoveT, HappeningT]):
    """A ply played again: its number from 1, who moved, in which state, and what it did."""

    number: int
    seat: int
    state: StateT
    move: MoveT
    step: Step[StateT, HappeningT]


# -- making records


def record(rules: Ruleset[DealT, StateT, MoveT, HappeningT], deal: DealT, moves: Iterable[MoveT]) -> Record:
    """The record of these moves; an illegal one is the `IllegalMove` of the rules, a wrong deal their `DealError`."""
    _check_rules(rules)
    if not isinstance(moves, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RecordError(f"found {shown(moves)}, expected moves")
    state = rules.start(deal)
    plies: list[RecordedPly] = []
    for move in moves:
        step = rules.explain(state, move)
        seat = cast("int", rules.to_move(state))  # never none: an illegal move has just been refused
        plies.append(RecordedPly(seat, rules.move_json(move), rules.digest(step.state), rules.entries(step.happenings)))
        state = step.state
    return Record(FORMAT, rules.settings(), rules.deal_json(deal), tuple(plies), _final_scores(rules, state), None)


def seen_by(rules: Ruleset[DealT, StateT, MoveT, HappeningT], whole: Record, seat: int) -> Record:
    """The record as one seat knows it: nothing in it depends on what the seat does not know.

    Where moves are chosen in secret, it ends before the first that has not been revealed. It can be verified as long as
    what the others did is legal whatever they may hold. A `RecordError` if the record does not follow the rules, or if
    it is already told from another seat's point of view: what that seat did not know is lost.
    """
    _check_rules(rules)
    _check_kinds(whole)
    if type(seat) is not int or seat not in range(rules.seats):
        raise RecordError(f"there is no seat {shown(seat)}, expected 0 to {rules.seats - 1}")
    if whole.seen_by not in (None, seat):
        raise RecordError(f"the record shows what seat {whole.seen_by} saw; it cannot tell what seat {seat} saw")
    state, shown_plies = start(rules, whole), 0
    for turn in replay(rules, whole):
        if not rules.chosen(turn.step.state):
            state, shown_plies = turn.step.state, turn.number
    deal = rules.seen_deal(rules.read_deal(whole.deal), state, seat)
    return attrs.evolve(
        whole,
        deal=rules.deal_json(deal),
        plies=whole.plies[:shown_plies],
        scores=_final_scores(rules, state),
        seen_by=seat,
    )


# -- checking them


def replay(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], told: Record
) -> Iterator[Replayed[StateT, MoveT, HappeningT]]:
    """The game played again, ply by ply; a `RecordError` at the first thing that does not follow the rules."""
    state = start(rules, told)
    for number, played in enumerate(told.plies, start=1):
        turn = _replay_ply(rules, state, number, played)
        yield turn
        state = turn.step.state
    _check_end(rules, told, state)


def verify(rules: Ruleset[DealT, StateT, MoveT, HappeningT], told: Record) -> StateT:
    """The state the record leads to, or a `RecordError` that names the first wrong ply and what differs."""
    state = start(rules, told)
    for turn in replay(rules, told):
        state = turn.step.state
    return state


def start(rules: Ruleset[DealT, StateT, MoveT, HappeningT], told: Record) -> StateT:
    """The state before the first ply; a `RecordError` if it was played under other rules or the deal is not valid."""
    _check_rules(rules)
    _check_kinds(told)
    if told.format != FORMAT:
        raise _wrong_format(told.format)
    try:
        settings = rules.restored(told.settings)
    except RulingError as problem:
        raise RecordError(f"the rulings of the record cannot be read: {problem}") from None
    compare_settings(settings, rules.settings())
    try:
        deal = rules.read_deal(told.deal)
        state = rules.start(deal)
    except (WireError, DealError) as problem:
        raise RecordError(f"the deal is wrong: {problem}") from None
    _same("the deal is wrong: ", "deal", told.deal, rules.deal_json(deal))
    return state


def _check_rules(rules: object) -> None:
    if not isinstance(rules, Ruleset):
        raise RecordError(f"found {shown(rules)}, expected the rules of a game")


def _check_kinds(told: Record) -> None:
    """Check that each part of a record has the right type, even if the record was put together by hand."""
    _check_parts(told, Record)
    for ply in told.plies:
        _check_parts(ply, RecordedPly)
    for score in told.scores or ():
        _check_parts(score, Score)


def _check_parts(whole: object, cls: type[Any]) -> None:
    if type(whole) is not cls:
        raise RecordError(f"found {shown(whole)}, expected a {_CALLED[cls]}")
    for name, kind in _KINDS[cls].items():
        value: object = getattr(whole, name)
        if not isinstance(value, kind) or isinstance(value, bool):
            expected = " or ".join(each.__name__ for each in kind)
            raise RecordError(f"{name}: found {shown(value)}, expected {expected}")


_KINDS: dict[type[Any], dict[str, tuple[type[Any], ...]]] = {
    Record: {
        "format": (int,), "settings": (dict,), "deal": (dict,), "plies": (tuple,),
        "scores": (tuple, type(None)), "seen_by": (int, type(None)),
    },
    RecordedPly: {"seat": (int,), "move": (dict,), "digest": (str,), "entries": (dict,)},
    Score: {"seat": (int,), "items": (tuple,)},
}  # fmt: skip
"""What the parts of a record are."""
_CALLED: dict[type[Any], str] = {Record: "record", RecordedPly: "ply", Score: "score"}


def _replay_ply(
    rules: Ruleset[Any, StateT, MoveT, HappeningT], state: StateT, number: int, played: RecordedPly
) -> Replayed[StateT, MoveT, HappeningT]:
    seat = rules.to_move(state)
    if seat is None:
        raise RecordError("the game is over, expected no further move", number)
    _same("", "seat", played.seat, seat, number)
    try:
        move = rules.read_move(played.move)
    except WireError as problem:
        raise RecordError(f"the move cannot be read: {problem}", number) from None
    _same("", "move", played.move, rules.move_json(move), number)
    refusal = rules.why_not(state, move, seat)
    if refusal is not None:
        raise RecordError(f"the move is illegal: {refusal}", number)
    step = rules.narrate(state, move)
    _same("", "digest of the table", played.digest, rules.digest(step.state), number)
    _same("", "entries", played.entries, rules.entries(step.happenings), number)
    return Replayed(number, seat, state, move, step)


def _check_end(rules: Ruleset[DealT, StateT, Any, Any], told: Record, state: StateT) -> None:
    last, scores = len(told.plies), _final_scores(rules, state)
    if scores is None and told.scores is not None:
        raise RecordError("is missing: the record has final scores, but the game is not over", last + 1)
    if scores is not None and told.scores is None:
        raise RecordError("is the last one, but the final scores are missing", last)
    _same("the game is over, but ", "scores", _scores_json(told.scores), _scores_json(scores))
    if told.seen_by is not None:
        _check_secrets(rules, told, state, told.seen_by)


def _check_secrets(rules: Ruleset[DealT, StateT, Any, Any], told: Record, state: StateT, seat: int) -> None:
    if seat not in range(rules.seats):
        raise RecordError(f"seen_by: found {seat}, expected null or a seat from 0 to {rules.seats - 1}")
    if rules.chosen(state):
        raise RecordError(f"shows a move that seat {seat}, whose record this is, has not seen yet", len(told.plies))
    known = rules.deal_json(rules.seen_deal(rules.read_deal(told.deal), state, seat))
    _same(f"the deal shows something that seat {seat}, whose record this is, cannot know: ", "deal", told.deal, known)


_OTHERWISE = {
    "game": "the record is of another game: ",
    "version": "the record was made by another version of the rules: ",
    "edition": "the record was played with another edition: ",
    "rulings": "the record was played with other rulings: ",
    "seats": "the record was played with another number of seats: ",
}
"""What it means when a setting differs; the first that does is reported."""
_NEWER = {"version": "the record was made by newer rules and needs a newer version of this library: "}


def compare_settings(settings: Mapping[str, Json], of_rules: Mapping[str, Json]) -> None:
    """Raise a `RecordError` that says what it means, unless a record's settings are those of the rules."""
    found, expected = _named(settings), _named(of_rules)
    meanings = _OTHERWISE | _NEWER if _is_newer(found.get("version"), expected.get("version")) else _OTHERWISE
    for name, meaning in meanings.items():
        if name in found and name in expected:
            _same(meaning, name, found[name], expected[name])
    _same("the settings are wrong: ", "settings", found, expected)


def _named(settings: Mapping[str, Json]) -> dict[str, Json]:
    return {name: _identity(setting) for name, setting in settings.items()}


def _identity(setting: Json) -> Json:
    # Anything with a digest is identified by it; its name is not part of the game.
    return {"digest": setting["digest"]} if isinstance(setting, dict) and "digest" in setting else setting


def _is_newer(found: Json, expected: Json) -> bool:
    return type(found) is int and type(expected) is int and found > expected


def _wrong_format(version: int) -> RecordError:
    newer = "; it needs a newer version of this library" if version > FORMAT else ""
    return RecordError(f"the record has format {shown(version)}, expected {FORMAT}{newer}")


def _final_scores(rules: Ruleset[Any, StateT, Any, Any], state: StateT) -> tuple[Score, ...] | None:
    return rules.scores(state) if rules.to_move(state) is None else None


def _scores_json(scores: tuple[Score, ...] | None) -> Json:
    return [_plain(score) for score in scores] if scores is not None else None


def _same(meaning: str, name: str, found: Json, expected: Json, ply: int | None = None) -> None:
    wrong = next(json_difference.findings(expected, found, name), None)
    if wrong is not None:
        raise RecordError(f"{meaning}{wrong}", ply)


# -- as JSON, as text, as a file


def to_json(told: Record) -> dict[str, Json]:
    """A record as plain JSON."""
    _check_kinds(told)
    return _plain(told)


def from_json(content: object) -> Record:
    """A record from plain JSON, not verified yet; a `RecordError` lists everything that is wrong with its form."""
    # A newer format will look wrong in many ways; that it is newer is the only thing worth saying.
    version = _format_of(content)
    if type(version) is int and version != FORMAT:
        raise _wrong_format(version)
    try:
        return _CONVERTER.structure(content, Record)
    except UNREADABLE as problem:
        raise RecordError(told(findings(problem, content, "record", lambda _, place: str(place)))) from None


def _format_of(content: object) -> object:
    return cast("dict[object, object]", content).get("format") if isinstance(content, dict) else None


def text(told: Record) -> str:
    """The one text of a record: canonical JSON, one line."""
    return canonical(to_json(told)) + "\n"


def from_text(source: str, where: object = "the text") -> Record:
    """A record from its text, not verified yet. Spaces and the order of keys do not matter."""
    content: object = parse_json(source, where, RecordError)
    return from_json(content)


def read(path: str | Path) -> Record:
    """The record in a file, not verified yet."""
    return from_text(not_a_log(read_text(path, RecordError), path, RecordError), path)


def write(path: str | Path, told: Record) -> None:
    """Write a record to a file that does not exist yet."""
    write_new(path_of(path, RecordError), text(told), RecordError)


@frozen
class _Item:
    """A score item as format 1 writes it: there points are `vp`, the victory points of the game it was made for."""

    title: str
    vp: int
    clause: str


def _plain(value: attrs.AttrsInstance) -> dict[str, Json]:
    def as_json(_: object, __: object, part: Any) -> Any:
        return [*map(_as_written, cast("tuple[object, ...]", part))] if type(part) is tuple else part

    return attrs.asdict(value, value_serializer=as_json)


def _as_written(part: object) -> object:
    return _Item(part.title, part.points, part.clause) if isinstance(part, ScoreItem) else part


def _read_item(content: object) -> ScoreItem:
    item = _CONVERTER.structure(content, _Item)
    return ScoreItem(item.title, item.vp, item.clause)


_CONVERTER = strict_converter(own={ScoreItem: _read_item})
