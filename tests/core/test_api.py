"""The Python interface with values of the wrong kind: one error of ours, or an answer, and never anything else.

The calls and the good and odd values are those of the fuzzer (`tests.fuzz.api`), which combines them at random; here
every single argument is once each odd value, with all others as they should be.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

import shinkansen
from shinkansen.core import files, record
from shinkansen.core.clauses import parse_lines
from shinkansen.core.entries import index_of
from shinkansen.core.errors import (
    ArgumentError,
    DealError,
    EditionError,
    IllegalMove,
    RecordError,
    RulebookError,
    RulingError,
    ShinkansenError,
    WireError,
)
from shinkansen.core.plain_json import canonical
from shinkansen.core.ruleset import Outcome, Ruleset, Score, ScoreItem, Step
from shinkansen.verify.judging import artefact
from shinkansen.zerokei import border, edition_check, logs
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Claim, Lay, Place, move_json
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.picture import changes, picture, show
from shinkansen.zerokei.replay import page
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings
from shinkansen.zerokei.table import Phase, State
from tests.fuzz.api import CALLS, ODD, Call, known, things


def method(name: str) -> Any:
    """A method of the rules, which are the first argument."""
    return lambda rules, *given: getattr(rules, name)(*given)  # pyright: ignore


def with_path(path: Any) -> object:
    return files.read_text(path, RecordError)


def clause(id: Any) -> object:
    return rulebook()[id]


def under(prefix: Any) -> object:
    return rulebook().under(prefix)


def mention(word: Any) -> object:
    return index_of(GAME).search(word)


def ruling(name: Any) -> object:
    return register()[name]


def letter(given: Any) -> object:
    return Rulings(venue_twice=given)


def verified(told: Any) -> object:
    return record.verify(RULES, told)


def first_deal(rules: Any, deck: Any) -> object:
    return next(rules.every_deal(deck=deck))


MORE: dict[str, Call] = {
    "follow": Call(method("follow"), ("rules", "state", "move")),
    "narrate": Call(method("narrate"), ("rules", "state", "move")),
    "dealt": Call(method("dealt"), ("rules", "parts")),
    "hidden": Call(method("hidden"), ("rules", "state", "seat")),
    "arranged": Call(method("arranged"), ("rules", "state", "pieces")),
    "turned_up": Call(method("turned_up"), ("rules", "state", "state")),
    "foreseen": Call(method("foreseen"), ("rules", "view", "move")),
    "choosing": Call(method("choosing"), ("rules", "state")),
    "chosen": Call(method("chosen"), ("rules", "state")),
    "turn_to": Call(method("turn_to"), ("rules", "state", "seat")),
    "taken_back": Call(method("taken_back"), ("rules", "state", "seat")),
    "part": Call(method("part"), ("rules", "state", "seat")),
    "best": Call(method("best"), ("rules", "totals")),
    "concerned": Call(method("concerned"), ("rules", "happenings")),
    "every_deal": Call(first_deal, ("rules", "deck")),
    "say a step": Call(method("say"), ("rules", "happenings", "state")),
    "picture": Call(picture, ("rules", "state", "state", "theme", "caption")),
    "changes": Call(changes, ("rules", "state", "state")),
    "show a step": Call(show, ("rules", "step", "state", "theme")),
    "page": Call(page, ("rules", "record", "theme")),
    "clause": Call(clause, ("clause",)),
    "clauses under": Call(under, ("clause",)),
    "clauses that mention": Call(mention, ("clause",)),
    "lines": Call(parse_lines, ("lines",)),
    "ruling": Call(ruling, ("ruling",)),
    "Rulings": Call(letter, ("letter",)),
    "read a record": Call(record.read, ("name",)),
    "write a record": Call(record.write, ("folder", "record")),
    "read an edition": Call(edition_check.read, ("name",)),
    "read a log file": Call(logs.read, ("name",)),
    "read an artefact": Call(artefact.read, ("name",)),
    "read a file": Call(with_path, ("name",)),
    "to_json": Call(record.to_json, ("record",)),
}
GOOD: dict[str, Any] = {
    "theme": "auto", "caption": "", "clause": "7.2", "lines": "3-5", "ruling": "R1", "letter": "b",
    "totals": (3, 1), "deck": (), "pieces": {("deck", 20): "osaka-1"},
    "parts": attrs.asdict(ZeroKei(2).deal(Random(1))),
    "name": "/no/such/file.json", "folder": "/no/such/folder/file.json",
}  # fmt: skip
EVERY = {**CALLS, **MORE}


def good(kind: str) -> Any:
    """A value of a kind, where there are several that of the game for two."""
    if kind in GOOD:
        return GOOD[kind]
    return things()[next((name for name in known()[kind] if name.endswith(" 2")), known()[kind][0])]


@pytest.mark.parametrize("name", EVERY)
def test_a_wrong_argument_is_one_error_of_ours(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some odd values are names of files
    call = EVERY[name]
    strangers = {**ODD, **{each: thing for each, thing in things().items() if each.endswith((" 1", " 4", " 3 over"))}}
    told: list[tuple[str, int, str]] = []
    for place in range(len(call.kinds)):
        if call.kinds[place] == "rules" and name not in ("picture", "changes", "page", "record", "seen_by", "verify"):
            continue  # a method of something else
        for stranger, odd in strangers.items():
            given = [good(kind) for kind in call.kinds]
            given[place] = odd
            try:
                call.do(*given)
            except ShinkansenError as problem:
                told.append((str(problem), place, stranger))
    assert all(said.strip() for said, *_ in told)


def test_nothing_public_is_left_out() -> None:
    """Every method of a ruleset that takes something is asked, and every name that the package exports."""
    methods = {each for each in vars(ZeroKei) | vars(Ruleset) if not each.startswith("_")}
    without = {
        "law", "kit", "seats", "game", "version", "seat_names", "edition_id", "letters", "variants", "settings",
        "spelled", "invariants", "number_of_seats", "edition", "rulings", "hard", "chance",
    }  # fmt: skip
    asked = {word for name in EVERY for word in name.split()[:1]}
    assert methods - without <= asked
    kinds = {each for each in shinkansen.__all__ if not (isinstance(getattr(shinkansen, each), type))}
    assert kinds == {"compiled", "load_edition"}
    assert {"ZeroKei", "Rulings", "load"} <= asked


RULES, OTHERS, SOLO = ZeroKei(2), ZeroKei(3), ZeroKei(1)
DEAL = RULES.deal(Random(1))
STATE = RULES.start(DEAL)
MOVE = RULES.legal_moves(STATE)[0]
ANY: Any = 3


@pytest.mark.parametrize(
    ("call", "error", "complaint"),
    [
        (lambda: ZeroKei(seats=True), ArgumentError, "there are true seats, expected 1 or 2 or 3 or 4"),
        (lambda: ZeroKei(seats=2.0), ArgumentError, "there are the decimal 2.0 seats"),  # type: ignore[arg-type]
        (lambda: ZeroKei(seats=[2]), ArgumentError, "there are a list seats"),  # type: ignore[arg-type]
        (lambda: ZeroKei(seats=1, hard="no"), ArgumentError, "hard: found 'no', expected true or false"),  # type: ignore[arg-type]
        (lambda: ZeroKei(edition="x.toml"), EditionError, "found 'x.toml', expected an edition"),  # type: ignore[arg-type]
        (lambda: ZeroKei(rulings=[ANY]), RulingError, "found a list, expected rulings such as"),  # type: ignore[arg-type]
        (lambda: ZeroKei(rulings=[]), RulingError, "found an empty list, expected rulings such as"),  # type: ignore[arg-type]
        (lambda: ZeroKei(rulings={"venue_twice": ["b"]}), RulingError, "has no answer a list"),
        (lambda: Rulings(venue_twice="z"), RulingError, "has no answer 'z'; expected a or b"),  # type: ignore[arg-type]
        (lambda: rulings(ANY), RulingError, "found 3, expected rulings"),
        (lambda: RULES.deal(5), ArgumentError, "found 5, expected a random.Random"),  # type: ignore[arg-type]
        (lambda: RULES.start(None), DealError, "found null, expected a deal"),  # type: ignore[arg-type]
        (lambda: OTHERS.start(DEAL), DealError, "turn_order"),
        (lambda: RULES.say(ANY), ArgumentError, "found 3, expected a move, a happening"),
        (lambda: RULES.say(MOVE, ANY), ArgumentError, "found 3, expected a state"),
        (lambda: RULES.say(ScoreItem("", 1, "")), ArgumentError, "cannot be put into words"),
        (lambda: RULES.say(Claim(ANY, ANY)), ArgumentError, "cannot be put into words"),
        (lambda: RULES.view(STATE, 1.0), ArgumentError, "there is no seat the decimal 1.0, expected 0 to 1"),  # type: ignore[arg-type]
        (lambda: RULES.view(STATE, True), ArgumentError, "there is no seat true"),
        (lambda: RULES.legal_moves(ANY), ArgumentError, "found 3, expected a state"),
        (lambda: RULES.to_move(ANY), ArgumentError, "found 3, expected a state"),
        (lambda: RULES.follow(ANY, MOVE), ArgumentError, "found 3, expected a state"),
        (lambda: RULES.follow(STATE, ANY), ArgumentError, "found 3, expected a move"),
        (lambda: RULES.narrate(STATE, Claim("x", ())), IllegalMove, "The carriage 'x' is not a carriage"),
        (lambda: RULES.apply(STATE, ANY), IllegalMove, "This is not a move: 3"),
        (lambda: RULES.nearest(STATE, ANY), WireError, "found 3, expected a move"),
        (lambda: RULES.move_json(Claim("x", ANY)), WireError, "parts of the wrong types"),
        (lambda: RULES.redeal(ANY, Random(1)), ArgumentError, "found 3, expected a view"),
        (lambda: RULES.redeal(RULES.view(STATE, 0), ANY), ArgumentError, "expected a random.Random"),
        (lambda: OTHERS.redeal(RULES.view(STATE, 0), Random(1)), ArgumentError, "of a game for 2, expected one of"),
        (lambda: RULES.position(ANY), ArgumentError, "found 3, expected a state"),
        (lambda: RULES.read_position(ANY), WireError, "found 3, expected a position such as zerokei/1/"),
        (lambda: OTHERS.read_position(RULES.position(STATE)), WireError, "expected '3', the setting of these rules"),
        (lambda: RULES.entries(ANY), ArgumentError, "found 3, expected happenings"),
        (lambda: RULES.show(ANY), ArgumentError, "found 3, expected a state, a step or a move"),
        (lambda: edition_check.load(ANY), EditionError, "found 3, expected the name of a file"),
        (lambda: edition_check.from_json(ANY), EditionError, "found 3, expected a table"),
        (lambda: record.read(ANY), RecordError, "found 3, expected the name of a file"),
        (lambda: record.from_text(ANY), RecordError, "found 3, expected a string"),
        (lambda: record.record(RULES, DEAL, ANY), RecordError, "found 3, expected moves"),
        (lambda: record.record(ANY, DEAL, []), RecordError, "found 3, expected the rules of a game"),
        (lambda: record.verify(RULES, ANY), RecordError, "found 3, expected a record"),
        (lambda: record.seen_by(RULES, ANY, 0), RecordError, "found 3, expected a record"),
        (lambda: parse(ANY), WireError, "found 3, expected a line"),
        (lambda: notation(ANY), WireError, "found 3, expected a move"),
        (lambda: rulebook()[ANY], RulebookError, "there is no clause 3"),
        (lambda: register()[ANY], RulingError, "there is no ruling 3"),
        (lambda: canonical(ANY.__class__), WireError, "cannot be written as JSON"),
    ],
)  # fmt: skip
def test_the_error_says_what_was_given_and_what_was_expected(
    call: Callable[[], object], error: type[ShinkansenError], complaint: str
) -> None:
    with pytest.raises(error) as caught:
        call()
    assert complaint in str(caught.value)


FOREIGN = [
    (RULES, OTHERS.start(OTHERS.deal(Random(1)))),
    (OTHERS, STATE),
    (SOLO, STATE),
    (RULES, SOLO.start(SOLO.deal(Random(1)))),
]
ASKED: dict[str, Callable[[ZeroKei, State], object]] = {
    "legal_moves": lambda rules, state: rules.legal_moves(state),
    "why_not": lambda rules, state: rules.why_not(state, MOVE),
    "apply": lambda rules, state: rules.apply(state, MOVE),
    "explain": lambda rules, state: rules.explain(state, MOVE),
    "nearest": lambda rules, state: rules.nearest(state, MOVE),
    "scores": lambda rules, state: rules.scores(state),
    "totals": lambda rules, state: rules.totals(state),
    "stage": lambda rules, state: rules.stage(state),
    "outcome": lambda rules, state: rules.outcome(state),
    "view": lambda rules, state: rules.view(state, 0),
    "digest": lambda rules, state: rules.digest(state),
    "state_json": lambda rules, state: rules.state_json(state),
    "position": lambda rules, state: rules.position(state),
    "say": lambda rules, state: rules.say(MOVE, state),
    "show": lambda rules, state: rules.show(state),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_state_of_another_number_of_seats_is_an_error_and_no_wrong_answer(name: str) -> None:
    for rules, state in FOREIGN:
        with pytest.raises(ArgumentError, match=r"found a table of a (solo )?game .*, expected one of a (solo )?game"):
            ASKED[name](rules, state)


def test_a_state_put_together_by_hand_is_diagnosed_when_something_goes_wrong() -> None:
    nothing: Any = None
    parts: list[dict[str, Any]] = [{"phase": 7}, {"seats": (3, 4)}, {"seats": 3}, {"row": 5, "phase": Phase.BUY}]
    made: list[State] = []
    makers: list[Callable[[], State]] = [lambda: State(nothing, ()), *(partial(_odd, **odd) for odd in parts)]
    for make in makers:
        try:
            made.append(make())
        except TypeError:
            assert shinkansen.compiled  # Where classes are native, wrong parts do not even make a table.
    for state in made:
        with pytest.raises(ArgumentError):
            RULES.digest(state)
    if not shinkansen.compiled:
        with pytest.raises(ArgumentError, match="parts have the wrong types"):
            RULES.legal_moves(_odd(**parts[0]))


def _odd(**parts: Any) -> State:
    return attrs.evolve(STATE, table=attrs.evolve(STATE.table, **parts))


def test_an_edition_put_together_by_hand_is_checked_when_something_goes_wrong() -> None:
    edition = edition_check.shipped()
    parts: list[dict[str, Any]] = [{"cities": ()}, {"cities": 3}, {"event_slots": 3}, {"venues": ()}, {"engines": (1,)}]
    for odd in parts:
        with pytest.raises(EditionError):
            ZeroKei(2, attrs.evolve(edition, **odd)).deal(Random(1))


def test_a_defect_of_ours_is_seen_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was given is blamed, and only if it is wrong."""

    def broken(*_: object) -> None:
        raise KeyError("ours")

    monkeypatch.setitem(__import__("shinkansen.zerokei.rounds", fromlist=["LEGAL"]).LEGAL, STATE.table.phase, broken)
    with pytest.raises(KeyError, match="ours"):
        RULES.legal_moves(STATE)


def test_playing_asks_nothing_at_the_border(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done a million times pays for two comparisons and no call."""

    def never(*_: object) -> None:
        raise AssertionError("asked")

    for name in ("table_of", "fitting", "diagnosed"):
        monkeypatch.setattr(border, name, never)
    state, rng = STATE, Random(1)
    while RULES.to_move(state) is not None:
        state = RULES.follow(state, rng.choice(RULES.legal_moves(state)))


def test_a_number_too_large_to_be_written_is_no_part_of_a_move() -> None:
    huge = 10**5000
    for move in (Place(huge), Lay("event", "tokyo", "A", huge), Place(-huge)):
        refusal = RULES.why_not(STATE, move)
        assert refusal is not None
        assert "a huge number" in refusal.sentence
    assert RULES.why_not(STATE, MOVE, ANY) is not None
    assert RULES.why_not(STATE, MOVE, bool(RULES.to_move(STATE))) is not None


def test_records_and_scores_made_by_hand_are_held_to_their_types() -> None:
    told = record.record(RULES, DEAL, [MOVE])
    parts: list[dict[str, Any]] = [
        {"format": "1"}, {"settings": 3}, {"deal": []}, {"plies": [3]}, {"plies": (3,)}, {"scores": 3},
        {"scores": (3,)}, {"seen_by": "x"}, {"plies": (attrs.evolve(told.plies[0], move=ANY),)},
    ]  # fmt: skip
    for odd in parts:
        wrong = attrs.evolve(told, **odd)
        for ask in (record.to_json, record.text, verified):
            with pytest.raises(RecordError, match="found"):
                ask(wrong)
    assert RULES.say(Score(9, (ScoreItem("x", 1, "11.2"),))).startswith("The unknown seat 9")
    assert RULES.say(Outcome((0,), (1,), "x", "11.7.1")) == "X (11.7.1)."
    with pytest.raises(ArgumentError):
        RULES.say(Step(STATE, ()))
    assert move_json(MOVE)["move"] == "choose-engine"
