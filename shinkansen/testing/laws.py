"""The laws of the contract: what every game here promises, whatever its rules.

Each law is a named object with a sentence; its function looks at a situation (rules, a state, moves to try) and
complains about what does not hold. They know no game: if your own engine fulfils the contract, you can check them with
`check_position` in one state, with `check_game` along a game, or with the machine of `testing.stateful`.

What several laws need is asked once and kept by the situation as the first answer. A law about answers asks again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from random import Random
from typing import Any

from attrs import frozen

from shinkansen.core import invariants
from shinkansen.core.errors import IllegalMove, RecordError, Refusal, ShinkansenError, WireError
from shinkansen.core.record import from_text, record, text, verify
from shinkansen.core.ruleset import Ruleset, Step
from shinkansen.core.wire import canonical
from shinkansen.testing.telling import as_test, game_test, position_after, state_test


@frozen(slots=False, eq=False)
class Situation:
    """What a law looks at, and the rules' first answers about it."""

    rules: Ruleset[Any, Any, Any, Any, Any]
    state: Any
    tried: tuple[object, ...] = ()
    """Moves to try besides the legal ones."""
    raw_ids: Collection[str] = ()
    """Ids that no sentence may show."""
    history: tuple[Any, tuple[Any, ...]] | None = None
    """The deal and the moves that led here, where known."""

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """The legal moves."""
        return self.rules.legal_moves(self.state)

    @cached_property
    def refusals(self) -> tuple[Refusal | None, ...]:
        """For each move tried, why it is not legal."""
        return tuple(self.rules.why_not(self.state, move) for move in self.tried)

    @cached_property
    def followed(self) -> tuple[Any, ...]:
        """For each legal move, the next state."""
        return tuple(self.rules.follow(self.state, move) for move in self.legal)

    @cached_property
    def steps(self) -> tuple[Step[Any, Any], ...]:
        """For each legal move, the step it makes."""
        return tuple(self.rules.narrate(self.state, move) for move in self.legal)

    @cached_property
    def sent(self) -> str:
        """The state as JSON text."""
        return canonical(self.rules.state_json(self.state))

    @cached_property
    def received(self) -> Any:
        """The state after being written as JSON and read back."""
        return self.rules.read_state(json.loads(self.sent))


@frozen
class ContractLaw:
    """Something every game promises."""

    id: str
    says: str
    complaints: Callable[[Situation], Iterable[str]]


class LawBroken(ShinkansenError):  # noqa: N818 - says what happened
    """A law of the contract does not hold: `law` is the law, `how` says what was seen."""

    def __init__(self, law: ContractLaw, how: str) -> None:
        self.law = law
        self.how = how
        super().__init__(f"{law.id}: {how} {law.says}")


def legality(it: Situation) -> Iterator[str]:
    """A move is allowed if and only if it is listed."""
    for move in it.legal:
        refusal = it.rules.why_not(it.state, move)
        if refusal is not None:
            yield f"{move} is listed but refused: {refusal}"
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if (refusal is None) != (move in it.legal):
            yield f"{move} is {'not listed but allowed' if refusal is None else f'listed but refused: {refusal}'}."


def listing(it: Situation) -> Iterator[str]:
    """Each legal move is listed once, in one order."""
    if len(set(it.legal)) != len(it.legal):
        yield f"Only {len(set(it.legal))} of {len(it.legal)} moves are different."
    if it.rules.legal_moves(it.received) != it.legal:
        yield "An equal state lists different moves, or the same ones in another order."


def the_end(it: Situation) -> Iterator[str]:
    """A game goes on while there are legal moves, and then has an outcome."""
    rules, state = it.rules, it.state
    over = rules.to_move(state) is None
    if over != (not it.legal):
        yield f"{rules.to_move(state)} is to move and has {len(it.legal)} legal moves."
    result = rules.outcome(state)
    if over != (result is not None):
        yield f"The game is {'over without' if over else 'going on with'} an outcome."
    if result is not None:
        totals = tuple(score.total for score in rules.scores(state))
        if result.totals != totals:
            yield f"The totals are {result.totals} in the outcome but {totals} in the scores."
        best = max(totals)
        if not result.winners or any(totals[winner] != best for winner in result.winners):
            yield f"The winners are {result.winners} with the totals {totals}."
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if over and refusal is None:
            yield f"{move} is allowed after the end."


def turns(it: Situation) -> Iterator[str]:
    """Only the seat whose decision it is may move."""
    seat = it.rules.to_move(it.state)
    for other in range(-1, it.rules.seats + 1):
        if it.legal and (it.rules.why_not(it.state, it.legal[0], by=other) is None) != (other == seat):
            yield f"Seat {other} {'may not' if other == seat else 'may'} make the move of seat {seat}."


def one_path(it: Situation) -> Iterator[str]:
    """All ways to make a move lead to the same state."""
    for move, followed, narrated in zip(it.legal, it.followed, it.steps, strict=True):
        applied, explained = it.rules.apply(it.state, move), it.rules.explain(it.state, move)
        if applied != explained.state:
            yield f"{move} leads to another state when it is explained."
        if applied != followed or explained != narrated:
            yield f"{move} leads to another state when it is not checked."


def purity(it: Situation) -> Iterator[str]:
    """Asking changes nothing."""
    rules, before, legal = it.rules, it.sent, it.legal
    for move, followed in zip(legal, it.followed, strict=True):
        if rules.follow(it.state, move) != followed:
            yield f"{move} made twice leads to two different states."
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if rules.why_not(it.state, move) != refusal:
            yield f"{move} tried twice gets two different answers."
    if canonical(rules.state_json(it.state)) != before or rules.legal_moves(it.state) != legal:
        yield "Asking has changed the state."


def refusing(it: Situation) -> Iterator[str]:
    """A refused move raises, and nothing changes."""
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if refusal is None:
            continue
        try:
            it.rules.apply(it.state, move)
        except IllegalMove as caught:
            if caught.refusal != refusal:
                yield f"{move} is refused by `apply` and by `why_not` for different reasons."
        else:
            yield f"{move} is refused but made all the same."
        if not refusal.reason or not is_sentence(refusal.sentence):
            yield f"{move} is refused without a reason or sentence: {refusal!r}."


def wire(it: Situation) -> Iterator[str]:
    """States and moves can be written as JSON and read back."""
    rules, received = it.rules, it.received
    if received != it.state or hash(received) != hash(it.state) or rules.digest(received) != rules.digest(it.state):
        yield "The state changes when it is written as JSON and read back."
    # All in one text: writing and reading each move by itself would take longer.
    letter = json.loads(canonical([rules.move_json(move) for move in it.legal]))
    for move, content in zip(it.legal, letter, strict=True):
        if rules.read_move(content) != move:
            yield f"{move} changes when it is written as JSON and read back."


def records(it: Situation) -> Iterator[str]:
    """A game can be written as a record that verifies."""
    if it.history is not None:
        told = record(it.rules, *it.history)
        if from_text(text(told)) != told:
            yield "The record is different when it is read back."
        try:
            verify(it.rules, told)
        except RecordError as problem:
            yield f"The record does not verify: {problem}."


def secrets(it: Situation) -> Iterator[str]:
    """Only about what is offered now; `testing.secrets` checks that nothing leaks before the first reveal."""
    rules, seat = it.rules, it.rules.to_move(it.state)
    for watcher in range(rules.seats):
        view = rules.view(it.state, watcher)
        other = rules.redeal(view, Random(watcher))
        if rules.view(other, watcher) != view:
            yield f"A redeal of seat {watcher}'s view looks different to it."
        if watcher == seat:
            if rules.legal_moves(other) != it.legal:
                yield f"Seat {watcher} is offered different moves where it can see no difference."
            if tuple(rules.why_not(other, move) for move in it.tried) != it.refusals:
                yield f"Seat {watcher} gets a different refusal where it can see no difference."


def sentences(it: Situation) -> Iterator[str]:
    """Everything can be said in a sentence."""
    rules, state = it.rules, it.state
    said = [rules.say(move) for move in it.legal] + [rules.say(move, state) for move in it.legal]
    # Most moves cause some of the same happenings; it is enough to check each of them once.
    happenings = dict.fromkeys(happening for step in it.steps for happening in step.happenings)
    said += [rules.say(happening, state) for happening in happenings]
    said += [rules.say(refusal) for refusal in it.refusals if refusal is not None]
    for score in rules.scores(state):
        said += [rules.say(score), *(rules.say(item) for item in score.items)]
    if (result := rules.outcome(state)) is not None:
        said.append(rules.say(result))
    yield from (f"{sentence!r} is not a sentence." for sentence in said if not is_sentence(sentence))
    shown = _shown(it.raw_ids, " ".join(said))
    yield from (f"{sentence!r} shows the id {id}." for sentence in said for id in _shown(shown, sentence))


def _shown(ids: Collection[str], text: str) -> list[str]:
    """Those of some ids that appear in a text as separate words."""
    padded = f" {text} ".translate(PUNCTUATION) if ids else ""
    return [id for id in ids if f" {id} " in padded]


PUNCTUATION = str.maketrans(dict.fromkeys(".,:;()'\"!?", " "))


def is_sentence(text: str) -> bool:
    """Whether a text is one line that begins and ends like a sentence."""
    return bool(text) and not text[0].islower() and "\n" not in text and text.endswith((".", ")", "?", "!"))


LAWS: tuple[ContractLaw, ...] = (
    ContractLaw("legality", "A move is allowed if and only if it is listed.", legality),
    ContractLaw("listing", "Each legal move is listed once, in an order that depends only on the state.", listing),
    ContractLaw("the-end", "A game goes on as long as there are legal moves, and then has an outcome.", the_end),
    ContractLaw("turns", "Only the seat whose decision it is may move.", turns),
    ContractLaw("one-path", "`apply`, `explain`, `follow` and `narrate` lead to the same state.", one_path),
    ContractLaw("purity", "Asking changes nothing, and the same question always gets the same answer.", purity),
    ContractLaw("refusing", "A refused move raises `IllegalMove` with that refusal, and nothing changes.", refusing),
    ContractLaw("wire", "States and moves can be written as JSON and read back, and keep their digest.", wire),
    ContractLaw("records", "A game can be written as a record that is read back unchanged and verifies.", records),
    ContractLaw("secrets", "What a seat may do does not depend on what it cannot see.", secrets),
    ContractLaw("sentences", "Everything can be said in a sentence that shows no raw id.", sentences),
)


# A failure in these is reported as a test to paste (`testing.telling`).


def check_position(rules: Any, state: Any, tried: Iterable[object] = (), raw_ids: Collection[str] = ()) -> None:
    """Raise `LawBroken` unless every law holds in a state, `InvariantBroken` unless every invariant of states does."""
    moves = tuple(tried)
    with as_test(lambda problem: state_test(rules, state, moves, _named(raw_ids, problem))):
        _check_laws(Situation(rules, state, moves, raw_ids))
        invariants.check_state(rules, state)


def check_laws(it: Situation) -> None:
    """Raise `LawBroken` at the first law that does not hold."""

    def written(problem: BaseException) -> str:
        ids = _named(it.raw_ids, problem)
        if it.history is not None:
            return game_test(it.rules, *it.history, it.tried, ids)
        return state_test(it.rules, it.state, it.tried, ids, only_laws=True)

    with as_test(written):
        _check_laws(it)


def _check_laws(it: Situation) -> None:
    for law in LAWS:
        for how in law.complaints(it):
            raise LawBroken(law, how)


def _named(raw_ids: Collection[str], problem: BaseException) -> list[str]:
    """Those of the ids that a complaint is about."""
    return [id for id in raw_ids if id in str(problem)] if isinstance(problem, LawBroken) else []


def check_game(
    rules: Any, deal: Any, moves: Iterable[Any], tried: Iterable[object] = (), raw_ids: Collection[str] = ()
) -> None:
    """Check every law and invariant along a game, and that its record can be trusted; at its end try some moves."""
    made, ending, wishes = list[Any](), [*moves], tuple(tried)
    with as_test(lambda problem: game_test(rules, deal, made, () if ending else wishes, _named(raw_ids, problem))):
        state = rules.start(deal)
        check_position(rules, state, () if ending else wishes, raw_ids)
        while ending:
            move = ending.pop(0)
            made.append(move)
            step = rules.explain(state, move)
            invariants.check_step(rules, state, move, step)
            state = step.state
            check_position(rules, state, () if ending else wishes, raw_ids)
        _check_laws(Situation(rules, state, history=(deal, tuple(made))))
        invariants.check_game(rules, deal, made)


def check_game_again(
    rules: Any, deal: object, moves: Iterable[object], tried: Iterable[object] = (), raw_ids: Collection[str] = ()
) -> None:
    """`check_game` for a game that once failed, given in JSON; it ends at a move that is no longer legal, which is
    tried."""
    given = [*moves]
    found = position_after(rules, deal, given)
    refused = map(rules.read_move, given[len(found.moves) :][:1])
    check_game(rules, found.deal, found.moves, (*tried, *refused), raw_ids)


def check_state_again(
    rules: Any,
    state: object,
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
    only_laws: bool = False,
) -> None:
    """`check_position` for a state that once failed, given in JSON; rules that no longer accept such a state pass."""
    try:
        found = rules.read_state(state)
    except WireError:
        return
    if only_laws:
        check_laws(Situation(rules, found, tuple(tried), raw_ids))
    else:
        check_position(rules, found, tried, raw_ids)
