"""A witness in words: the game as sentences, what differs at its end under each answer, how short it can be.

The command line and the pages of the register say the same things; both get them from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Deal, Move, State
from shinkansen.core.plain_json import Json
from shinkansen.core.prose import count, opening
from shinkansen.readings.parts import WITNESSES, WORDS, Amount, Words
from shinkansen.readings.witnesses import Differs, PlayedTwice, Witness, witnesses, written

_MOST: Final = 4
"""How many of the moves that only one answer allows are listed; the others are only counted."""


@frozen
class Side:
    """What holds at the end of a witness under one answer."""

    letter: str
    sentences: tuple[str, ...]
    rules: AnyRules
    state: State
    """The table to look at."""
    before: State
    """The table it differs from."""
    caption: str
    move: Move | None = None
    """What was done between the two, if it was one move."""


@frozen
class Contrast:
    """How the two answers of a witness differ at its end."""

    here: Side
    there: Side
    amounts: tuple[Amount, ...]
    """Amounts and places that differ on the two tables: what, under the one answer, under the other."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both, the answer that the other is compared with first."""
        return self.here, self.there


def contrast(played: PlayedTwice) -> Contrast:
    """What differs at the end of a witness."""
    return _SIDES[played.witness.kind](played)


def _legality(played: PlayedTwice) -> Contrast:
    """Each side is shown after a move that only it allows, compared with the table on which both agree."""
    one, other = played.states[-1], played.others[-1]
    listed, listed_there = played.here.legal_moves(one), played.there.legal_moves(other)
    more = [move for move in listed if move not in {*listed_there}]
    more_there = [move for move in listed_there if move not in {*listed}]
    # Under one of the answers the game may be over.
    seats = (played.here.to_move(one), played.there.to_move(other))
    who = next((opening(played.here.seat_names[seat]) for seat in seats if seat is not None), "")
    letter, letter_there = played.witness.against, played.witness.letter
    here = _allowing(played.game, played.here, one, who, letter, more, more_there)
    there = _allowing(played.game, played.there, other, who, letter_there, more_there, more)
    return Contrast(here, there, ())


def _allowing(
    game: Game, rules: AnyRules, state: State, who: str, letter: str, more: Sequence[Move], fewer: Sequence[Move]
) -> Side:
    def plainest(moves: Sequence[Move]) -> list[Move]:
        lines = {move: written(game, rules, move) for move in moves}
        return sorted(moves, key=lambda move: (len(lines[move]), lines[move]))

    told, refused = plainest(more), plainest(fewer)
    sentences = [f"{who} may: {rules.say(move, state)}" for move in told[:_MOST]]
    if len(told) > _MOST:
        sentences.append(f"There are {count(len(told) - _MOST, 'more move')} that the other answer does not allow.")
    if refused:
        sentences.append(f"{who} may not: {rules.say(refused[0], state)} {rules.why_not(state, refused[0])}")
    if len(refused) > 1:
        sentences.append(f"The same goes for {count(len(refused) - 1, 'other move')} that the other answer allows.")
    if not told:
        caption = f"Under {letter}: {who} may not do that; this is the table before."
        return Side(letter, tuple(sentences), rules, state, state, caption)
    caption = f"Under {letter}: {rules.say(told[0], state)}"
    return Side(letter, tuple(sentences), rules, rules.apply(state, told[0]), state, caption, told[0])


def _effect(played: PlayedTwice) -> Contrast:
    """Each side is shown after the last move, compared with the other."""
    move = played.moves[-1]
    one, other = played.states[-1], played.others[-1]
    said_here = _happened(played.here, played.states[-2], move)
    said_there = _happened(played.there, played.others[-2], move)
    letter, letter_there = played.witness.against, played.witness.letter
    only, only_there = Counter(said_here) - Counter(said_there), Counter(said_there) - Counter(said_here)
    here = Side(letter, _or_nothing(only), played.here, one, other, f"Under {letter}, after the last move.")
    there = Side(
        letter_there, _or_nothing(only_there), played.there, other, one, f"Under {letter_there}, after the last move."
    )
    amounts = words_of(played.game).amounts or _amounts
    return Contrast(here, there, tuple(amounts(played.here, one, played.there, other)))


def _happened(rules: AnyRules, state: State, move: Move) -> list[str]:
    return [rules.say(happening, state) for happening in rules.narrate(state, move).happenings]


def _or_nothing(sentences: Counter[str]) -> tuple[str, ...]:
    return tuple(sentences.elements()) or ("Nothing like that happens.",)


def _amounts(here: AnyRules, one: State, there: AnyRules, other: State) -> Iterator[Amount]:
    """What the contract tells of two tables: how far the game has come, and the points so far."""
    stages = here.stage(one).words, there.stage(other).words
    if stages[0] != stages[1]:
        yield "what comes next", *stages
    for seat, (points, theirs) in enumerate(zip(here.totals(one), there.totals(other), strict=True)):
        if points != theirs:
            yield f"the total of {here.seat_names[seat]}", points, theirs


def _score(played: PlayedTwice) -> Contrast:
    """The table is the same; lines of the scores differ."""
    sides = [
        _counting(rules, state, letter, others, other)
        for rules, state, letter, others, other in (
            (played.here, played.states[-1], played.witness.against, played.there, played.others[-1]),
            (played.there, played.others[-1], played.witness.letter, played.here, played.states[-1]),
        )
    ]
    totals = zip(played.here.scores(played.states[-1]), played.there.scores(played.others[-1]), strict=True)
    names = played.here.seat_names
    amounts = [
        (f"the total of {names[one.seat]}", one.total, two.total) for one, two in totals if one.total != two.total
    ]
    return Contrast(sides[0], sides[1], tuple(amounts))


def _counting(rules: AnyRules, state: State, letter: str, others: AnyRules, other: State) -> Side:
    sentences: list[str] = []
    for score, their in zip(rules.scores(state), others.scores(other), strict=True):
        more = [item for item in score.items if item not in their.items]
        name = opening(rules.seat_names[score.seat])
        sentences += [f"{name}: {rules.say(item)}" for item in more]
    outcome, theirs = rules.outcome(state), others.outcome(other)
    if outcome is not None and theirs is not None and outcome.winners != theirs.winners:
        sentences.append(rules.say(outcome))
    return Side(letter, tuple(sentences) or ("Nothing is scored for this.",), rules, state, state, f"Under {letter}.")


def _outcome(played: PlayedTwice) -> Contrast:
    """The scores are the same; the winner differs."""
    here, there = (
        Side(letter, (rules.say(rules.outcome(state)),), rules, state, state, f"Under {letter}.")
        for rules, state, letter in (
            (played.here, played.states[-1], played.witness.against),
            (played.there, played.others[-1], played.witness.letter),
        )
    )
    return Contrast(here, there, ())


_SIDES: Final = {
    Differs.LEGALITY: _legality,
    Differs.EFFECT: _effect,
    Differs.SCORE: _score,
    Differs.OUTCOME: _outcome,
}


# -- the game

KINDS: Final = {
    Differs.LEGALITY: "Now different moves are legal",
    Differs.EFFECT: "The last move has different effects",
    Differs.SCORE: "The game is over and is scored differently",
    Differs.OUTCOME: "The game is over; the scores are the same, but not the outcome",
}
"""What the end of a witness shows, by its kind."""


def words_of(game: Game) -> Words:
    """The words of a game for its witnesses, as far as it has any of its own."""
    return game.part(WORDS) if game.has(WORDS) else Words()


def edition_words(game: Game, edition: str) -> str:
    """What an edition is, in words; nothing for a game without editions."""
    described: Mapping[str, str] = game.part(WITNESSES).described if game.has(WITNESSES) else {}
    return described.get(edition, edition)


def setting(game: Game, witness: Witness) -> str:
    """What is played, in one sentence."""
    players = words_of(game).players or _players
    where = agreed(game, witness.edition, witness.variants)
    return f"{players(witness.seats)}, {count(len(witness.moves), 'move')}{'; ' * bool(where)}{where}."


def agreed(game: Game, edition: str, variants: Mapping[str, Json]) -> str:
    """What else the players have agreed on, and what the edition is; nothing where there is nothing to say."""
    told = [game.agreed(name, value) for name, value in variants.items()]
    return "; ".join(filter(None, (*told, edition_words(game, edition))))


def _players(seats: int) -> str:
    return count(seats, "player")


def dealt(played: PlayedTwice) -> Iterator[str]:
    """What the game begins with, a sentence each."""
    yield from (words_of(played.game).dealt or _dealt)(played.here, played.deal)


def _dealt(rules: AnyRules, deal: Deal) -> Iterator[str]:
    for name, pieces in rules.deal_json(deal).items():
        listed = ", ".join(map(str, pieces)) if isinstance(pieces, list) else str(pieces)
        yield f"{opening(name.replace('_', ' '))}: {listed}."


def said(played: PlayedTwice) -> Iterator[str]:
    """The moves, a sentence each."""
    rules = played.here
    for state, move in zip(played.states, played.moves, strict=False):
        seat = rules.to_move(state)
        who = f"{opening(rules.seat_names[seat])}: " if seat is not None else ""
        yield f"{who}{rules.say(move, state)}"


def how_short(game: Game, witness: Witness) -> Iterator[str]:
    """What is known about how short such a game can be, a sentence each."""
    several = sorted(seats for seats in game.seats if seats > 1)
    who = "alone" if witness.seats == 1 else f"with {_range(several)} players"
    floor = f"it takes at least {count(witness.floor, 'move')}, because the rule cannot matter before"
    if not witness.moves:
        yield "No game could be shorter: it shows before the first move."
    elif witness.shortest:
        yield f"No shorter game can show it {who}: the rule cannot matter before {count(witness.floor, 'move')}."
    else:
        yield (
            f"This is the shortest game found {who}, among {witness.searched:,} games of a local search"
            f"{f'; {floor}' if witness.floor else ''}."
        )
    if witness.proof is not None:
        proof = witness.proof
        yield (
            f"In the small world {proof.world!r} a shortest game has {count(proof.moves, 'move')} ({proof.kind}), "
            f"proved by comparing {proof.pairs:,} pair{'s' * (proof.pairs != 1)} of states, including all that "
            "shorter games reach."
        )
    elif any(each.proof is not None for each in witnesses(game)):
        yield "No small world shows the difference."


_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _range(numbers: Sequence[int]) -> str:
    """`two to four`, `two or four`, or `two`."""
    words = [_NUMBERS[number] if number < len(_NUMBERS) else str(number) for number in numbers]
    in_a_row = len(words) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{words[0]} to {words[-1]}" if in_a_row else " or ".join(words)
