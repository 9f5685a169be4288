"""The laws of the contract: what every game here promises, whatever its rules.

Each law is a named object with a sentence; its function looks at a situation (rules, a state, moves to try) and
complains about what does not hold. They know no game: if your own engine fulfils the contract, you can check them with
`check_position` in one state, with `check_game` along a game, or with the machine of `testing.stateful`.

What a law looks at is in `testing.situation`; the laws about what seats may know are in `testing.secret_laws`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from random import Random

from shinkansen.core import invariants
from shinkansen.core.errors import IllegalMove, RecordError, ShinkansenError, WireError
from shinkansen.core.opaque import Move
from shinkansen.core.plain_json import canonical
from shinkansen.core.position import is_position
from shinkansen.core.record import from_text, record, seen_by, text, verify
from shinkansen.core.ruleset import OVER, Ruleset
from shinkansen.core.text import is_printable
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT
from shinkansen.testing.secret_laws import attribution, blocks, draws, previews, secrets
from shinkansen.testing.situation import AnySituation, ContractLaw, Situation, spread
from shinkansen.testing.telling import as_test, game_test, position_after, state_test


class LawBroken(ShinkansenError):  # noqa: N818 - says what happened
    """A law of the contract does not hold: `law` is the law, `how` says what was seen."""

    def __init__(self, law: ContractLaw, how: str) -> None:
        self.law = law
        self.how = how
        super().__init__(f"{law.id}: {how} {law.says}")

    def __reduce__(self) -> tuple[type[LawBroken], tuple[ContractLaw, str]]:
        return type(self), (self.law, self.how)  # so that it survives the way back from another process


def legality(it: AnySituation) -> Iterator[str]:
    """A move is allowed if and only if it is listed."""
    for move in it.legal:
        refusal = it.rules.why_not(it.state, move)
        if refusal is not None:
            yield f"{move} is listed but refused: {refusal}"
    for wish, refusal in zip(it.tried, it.refusals, strict=True):
        if (refusal is None) != (wish in it.legal):
            yield f"{wish} is {'not listed but allowed' if refusal is None else f'listed but refused: {refusal}'}."


def listing(it: AnySituation) -> Iterator[str]:
    """Each legal move is listed once, in one order."""
    if len(set(it.legal)) != len(it.legal):
        yield f"Only {len(set(it.legal))} of {len(it.legal)} moves are different."
    if it.rules.legal_moves(it.received) != it.legal:
        yield "An equal state lists different moves, or the same ones in another order."


def the_end(it: AnySituation) -> Iterator[str]:
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
        best, winners = rules.best(totals), result.winners
        if len({*winners}) != len(winners) or not {*winners} <= {*range(len(totals))}:
            yield f"The winners are {winners}, which are not some of the seats."
        elif best is not None and (not winners or any(totals[winner] != best for winner in winners)):
            yield f"The winners are {winners} with the totals {totals}."
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if over and refusal is None:
            yield f"{move} is allowed after the end."


def totals(it: AnySituation) -> Iterator[str]:
    """The totals are what the scores add up to."""
    told, summed = it.rules.totals(it.state), tuple(score.total for score in it.rules.scores(it.state))
    if told != summed:
        yield f"The totals are {told}, but the items of the scores add up to {summed}."


def turns(it: AnySituation) -> Iterator[str]:
    """Only the seat whose decision it is may move."""
    seat = it.rules.to_move(it.state)
    for other in range(-1, it.rules.seats + 1):
        if it.legal and (it.rules.why_not(it.state, it.legal[0], by=other) is None) != (other == seat):
            yield f"Seat {other} {'may not' if other == seat else 'may'} make the move of seat {seat}."


def names(it: AnySituation) -> Iterator[str]:
    """Whoever decides or scores has a name of their own."""
    named, scored = it.rules.seat_names, [score.seat for score in it.rules.scores(it.state)]
    if len(named) < it.rules.seats or not all(map(_is_words, named)) or len({*named}) != len(named):
        yield f"{it.rules.seats} seats are called {', '.join(named)}."
    if scored != [*range(len(named))]:
        yield f"The seats {scored} score, but {', '.join(named)} have names."


def stages(it: AnySituation) -> Iterator[str]:
    """Anybody at the table can tell how far the game has come, and it does not go back."""
    rules, now = it.rules, it.rules.stage(it.state)
    if (now.phase == OVER) != (rules.to_move(it.state) is None):
        yield f"The phase is {now.phase!r} and {rules.to_move(it.state)} is to move."
    if re.fullmatch("[a-z]+(-[a-z]+)*", now.phase) is None:
        yield f"The phase {now.phase!r} is not a short word."
    if not _is_words(now.words) or now.words.endswith("."):
        yield f"{now.words!r} is not a part of a sentence."
    yield from (f"{now.words!r} shows the id {id}." for id in _shown(it.raw_ids, now.words))
    if now.round < 0 or (now.rounds is not None and now.round > now.rounds):
        yield f"It is round {now.round} of {now.rounds}."
    for move, then in zip(it.legal, map(rules.stage, it.followed), strict=True):
        if then.round < now.round or then.rounds != now.rounds:
            yield f"{move} leads from round {now.round} of {now.rounds} to round {then.round} of {then.rounds}."
    for seat in rules.choosing(it.state):
        if rules.stage(rules.turn_to(it.state, seat)) != now:
            yield f"Those who choose at the same time are told apart: {now.words!r}."
    for watcher in range(rules.seats):
        other = rules.stage(rules.redeal(rules.view(it.state, watcher), Random(watcher)))
        if other != now:
            yield f"It may be {now} or {other} where seat {watcher} can see no difference."


def one_path(it: AnySituation) -> Iterator[str]:
    """All ways to make a move lead to the same state."""
    for move, followed, narrated in zip(it.legal, it.followed, it.steps, strict=True):
        applied, explained = it.rules.apply(it.state, move), it.rules.explain(it.state, move)
        if applied != explained.state:
            yield f"{move} leads to another state when it is explained."
        if applied != followed or explained != narrated:
            yield f"{move} leads to another state when it is not checked."


def purity(it: AnySituation) -> Iterator[str]:
    """Asking changes nothing."""
    rules, before, legal = it.rules, it.sent, it.legal
    for move, followed in zip(legal, it.followed, strict=True):
        if rules.follow(it.state, move) != followed:
            yield f"{move} made twice leads to two different states."
    for wish, refusal in zip(it.tried, it.refusals, strict=True):
        if rules.why_not(it.state, wish) != refusal:
            yield f"{wish} tried twice gets two different answers."
    if canonical(rules.state_json(it.state)) != before or rules.legal_moves(it.state) != legal:
        yield "Asking has changed the state."


def refusing(it: AnySituation) -> Iterator[str]:
    """A refused move raises, and nothing changes."""
    for move, refusal in zip(it.tried, it.refusals, strict=True):
        if refusal is None:
            continue
        try:
            it.rules.apply(it.state, Move(move))
        except IllegalMove as caught:
            if caught.refusal != refusal:
                yield f"{move} is refused by `apply` and by `why_not` for different reasons."
        else:
            yield f"{move} is refused but made all the same."
        if not refusal.reason or not is_sentence(refusal.sentence):
            yield f"{move} is refused without a reason or sentence: {refusal!r}."


def wire(it: AnySituation) -> Iterator[str]:
    """States and moves can be written as JSON and read back."""
    rules, received = it.rules, it.received
    if received != it.state or hash(received) != hash(it.state) or rules.digest(received) != rules.digest(it.state):
        yield "The state changes when it is written as JSON and read back."
    # All in one text: writing and reading each move by itself would take longer.
    letter = json.loads(canonical([rules.move_json(move) for move in it.legal]))
    for move, content in zip(it.legal, letter, strict=True):
        if rules.read_move(content) != move:
            yield f"{move} changes when it is written as JSON and read back."
    for what, read in (("move", rules.read_move), ("state", rules.read_state), ("deal", rules.read_deal)):
        try:
            read({"nonsense": None})
        except ShinkansenError:
            continue
        yield f"Something that is not a {what} is read as one."


def position(it: AnySituation) -> Iterator[str]:
    """A position has one text, and nobody learns from it what is hidden."""
    rules, state = it.rules, it.state
    whole, text = rules.position(state, hidden=True), rules.position(state)
    if rules.read_position(whole) != state:
        yield f"The state changes when it is written as {whole} and read back."
    seen = rules.read_position(text)
    if rules.position(seen) != text or rules.digest(seen) != rules.digest(state):
        yield f"What lies in the open changes when it is written as {text} and read back."
    if not (is_position(text) and is_position(whole)):
        yield f"{text} or {whole} does not begin with the name of a game and a version."
    # To somebody some of these look alike, some do not; a few of the next states are enough.
    others = [rules.redeal(rules.view(state, seat), Random(seat)) for seat in range(rules.seats)]
    for other in (*others, *it.followed[:: len(it.followed) // 4 + 1]):
        if (rules.position(other) == text) != (rules.digest(other) == rules.digest(state)):
            yield f"{text} and {rules.position(other)} do not tell whether what lies in the open differs."


def records(it: AnySituation) -> Iterator[str]:
    """A game can be written as a record that verifies."""
    if it.history is not None:
        told = record(it.rules, *it.history)
        if from_text(text(told)) != told:
            yield "The record is different when it is read back."
        try:
            verify(it.rules, told)
        except RecordError as problem:
            yield f"The record does not verify: {problem}."
            return
        for seat in range(it.rules.seats):
            try:
                verify(it.rules, seen_by(it.rules, told, seat))
            except RecordError as problem:
                yield f"The record as seat {seat} has seen it does not verify: {problem}."


def sentences(it: AnySituation) -> Iterator[str]:
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
    padded = f" {text} ".translate(_PUNCTUATION) if ids else ""
    return [id for id in ids if f" {id} " in padded]


_PUNCTUATION = str.maketrans(dict.fromkeys(".,:;()'\"!?", " "))


def _is_words(text: str) -> bool:
    """Whether a text can stand in a sentence."""
    return text == text.strip() != "" and is_printable(text)


def is_sentence(text: str) -> bool:
    """Whether a text is one line that begins and ends like a sentence."""
    return bool(text) and not text[0].islower() and "\n" not in text and text.endswith((".", ")", "?", "!"))


LAWS: tuple[ContractLaw, ...] = (
    ContractLaw("legality", "A move is allowed if and only if it is listed.", legality),
    ContractLaw("listing", "Each legal move is listed once, in an order that depends only on the state.", listing),
    ContractLaw("the-end", "A game goes on as long as there are legal moves, and then has an outcome.", the_end),
    ContractLaw("totals", "In every state, the totals are what the items of the scores add up to.", totals),
    ContractLaw("turns", "Only the seat whose decision it is may move.", turns),
    ContractLaw("names", "Whoever decides or scores has a name of their own.", names),
    ContractLaw("stages", "Anybody at the table can tell how far the game has come, and no round comes back.", stages),
    ContractLaw("one-path", "`apply`, `explain`, `follow` and `narrate` lead to the same state.", one_path),
    ContractLaw("purity", "Asking changes nothing, and the same question always gets the same answer.", purity),
    ContractLaw("refusing", "A refused move raises `IllegalMove` with that refusal, and nothing changes.", refusing),
    ContractLaw("wire", "States and moves can be written as JSON and read back, and keep their digest.", wire),
    ContractLaw("position", "A position has one line of text, which does not tell what is hidden.", position),
    ContractLaw("records", "A game can be written as a record that is read back unchanged and verifies.", records),
    ContractLaw("secrets", "What a seat may do does not depend on what it cannot see.", secrets),
    ContractLaw("draws", "Only pieces of the deal are hidden from a seat; it has seen all others.", draws),
    ContractLaw("previews", "A preview says what a seat can know of its move: all of it and no more.", previews),
    ContractLaw("blocks", "Choices made at the same time stay secret, and their order does not matter.", blocks),
    ContractLaw("attribution", "What changes in front of a seat is said of that seat, whoever moved.", attribution),
    ContractLaw("sentences", "Everything can be said in a sentence that shows no raw id.", sentences),
)
"""All laws of the contract."""


# A failure in these is reported as a test to paste (`testing.telling`).


def check_position(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: StateT,
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """Raise `LawBroken` unless every law holds in a state, `InvariantBroken` unless every invariant of states does."""
    moves = tuple(tried)
    with as_test(lambda problem: state_test(rules, state, moves, _named(raw_ids, problem))):
        _check_laws(Situation(rules, state, moves, raw_ids))
        invariants.check_state(rules, state)


def check_laws(it: Situation[DealT, StateT, MoveT, HappeningT]) -> None:
    """Raise `LawBroken` at the first law that does not hold."""

    def written(problem: BaseException) -> str:
        ids = _named(it.raw_ids, problem)
        if it.history is not None:
            return game_test(it.rules, *it.history, it.tried, ids)
        return state_test(it.rules, it.state, it.tried, ids, only_laws=True)

    with as_test(written):
        _check_laws(it)


def _check_laws(it: Situation[DealT, StateT, MoveT, HappeningT]) -> None:
    invariants.expect_rules(it.rules)
    try:
        for law in LAWS:
            for how in law.complaints(it):
                raise LawBroken(law, how)
    except ShinkansenError:
        raise
    except Exception:
        # An engine may well crash; but if this is no state of it at all, that is what went wrong.
        invariants.expect_state(it.rules, it.state)
        raise


def _named(raw_ids: Collection[str], problem: BaseException) -> list[str]:
    """Those of the ids that a complaint is about."""
    return [id for id in raw_ids if id in str(problem)] if isinstance(problem, LawBroken) else []


def check_game(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    deal: DealT,
    moves: Iterable[MoveT],
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """Check every law and invariant along a game, and that its record can be trusted; at its end try some moves.

    What concerns the whole game so far takes long, and is checked at some of its states only.
    """
    invariants.expect_rules(rules)
    made, ending, wishes = list[MoveT](), [*moves], tuple(tried)
    halts = {*spread(tuple(range(1, len(ending))))[::2]}
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
            if len(made) in halts:
                _check_laws(Situation(rules, state, history=(deal, tuple(made))))
        _check_laws(Situation(rules, state, history=(deal, tuple(made))))
        invariants.check_game(rules, deal, made)


def check_game_again(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    deal: object,
    moves: Iterable[object],
    tried: Iterable[object] = (),
    raw_ids: Collection[str] = (),
) -> None:
    """`check_game` for a game that once failed, given in JSON; it ends at a move that is no longer legal, which is
    tried."""
    given = [*moves]
    found = position_after(rules, deal, given)
    refused = map(rules.read_move, given[len(found.moves) :][:1])
    check_game(rules, found.deal, found.moves, (*tried, *refused), raw_ids)


def check_state_again(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
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
