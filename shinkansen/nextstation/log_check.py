"""Whether a scored sheet can have come about: which sections were not legal and why, and the right score.

A sheet is checked in three steps. First, what no cards could help: a section is taken out that the engine refuses even
on a joker, from anywhere on the line. Then, round by round, `log_search` looks for an order of drawing; where there is
none, the largest part that can be drawn stays, and `log_blame` says what is in the way of the rest. The largest part is
the one with most sections; of those that have as many, the one with the sections that were written first. At last the
game is put together, played by the rules from its deal to its end, and what was counted is compared with the score.

What the sheet does not say (the special stations, the powers, the objectives) is chosen: so that as many sections as
possible can be drawn, then so that as much as possible of what was counted is right. The power of the double station is
such a thing too: where a station is circled it counts there, and where none is it may have been used or not (R47).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from attrs import evolve, frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.log_text import LogError
from shinkansen.core.log_verdict import Impossible, LogVerdict, Watch, readings_that_allow
from shinkansen.core.prose import count, listed
from shinkansen.core.record import Record, record, verify
from shinkansen.nextstation import log_blame as blame
from shinkansen.nextstation import log_clauses as clauses
from shinkansen.nextstation.deal import DECKS, Deal
from shinkansen.nextstation.drawing import at_departure, with_section
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.log_cards import Slot, fitting
from shinkansen.nextstation.log_scores import Checked, compared
from shinkansen.nextstation.log_search import Effort, Found, Task, find_order, plan_moves
from shinkansen.nextstation.log_values import Log, Round
from shinkansen.nextstation.module_cards import DOUBLE, EFFECTS, POWERS, SYMBOL_CARDS, effect_name
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.objectives import DRAWN
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.rulings import Rulings, register, rulings
from shinkansen.nextstation.sheet import SWITCH, Sheet
from shinkansen.nextstation.table import Board, Setup, Table

EFFORT = 40_000
"""How much may be tried; a sheet on which everything is written takes a few hundred."""
EFFORT_OF_A_READING = 2_000
"""The same for each other reading."""
NOTHING = "(nothing)"
"""What is drawn in a turn in which nothing is drawn."""


def check(log: Log, watch: Watch = iter, effort: int = EFFORT) -> LogVerdict:
    """Whether the sheet can have come about; if not, under which readings it could."""
    letters = rulings(log.rulings, withdrawn=True).letters()
    verdict = Referee(log, letters, effort).verdict()
    if verdict.problem is None or verdict.undecided:
        return verdict

    def by(other: dict[str, str]) -> LogVerdict:
        return Referee(log, {**letters, **other}, min(effort, EFFORT_OF_A_READING)).verdict()

    return evolve(verdict, readings=tuple(readings_that_allow(by, register(), letters, verdict.made, watch)))


@frozen
class Played:
    """A round as far as it can be drawn."""

    written: Round
    found: Found
    refused: tuple[Impossible, ...]
    """What no order could help."""
    blocked: tuple[Impossible, ...]
    """What is in the way of the rest; nothing if the search was given up."""
    drawn: int
    """How many of its sections and circles can be drawn."""
    guessed: bool
    """Whether cards had to be assumed."""
    open: bool = False
    """Whether the search was given up, so that it is not known how much of it can be drawn."""

    @property
    def wrong(self) -> tuple[Impossible, ...]:
        """Everything that is wrong with it."""
        return self.refused + self.blocked

    @property
    def complete(self) -> bool:
        """Whether all of it can be drawn."""
        return self.found.complete and not self.wrong


@frozen
class Sitting:
    """The whole game as far as it can be drawn."""

    specials: tuple[tuple[str, str], ...]
    powers: tuple[str, ...]
    rounds: tuple[Played, ...]
    objectives: tuple[str, ...] = ()
    circle: int | None = None
    """The station that the power of the double station counts, none if it was not used; if not said, as the engine does
    it: wherever the line has most (R30)."""

    @property
    def drawn(self) -> int:
        """How much can be drawn in all."""
        return sum(each.drawn for each in self.rounds)


class Referee:
    """Judges a sheet under one reading."""

    def __init__(self, log: Log, letters: Mapping[str, str], effort: int) -> None:
        """Prepare the rules: alone, or with somebody else at the table who never draws."""
        self.log, self.effort = log, Effort(effort)
        try:
            chosen = rulings(letters, withdrawn=True)
            alone = _rules(1, log.sheet, chosen, log.modules)
            self.rules = alone if log.solo else _rules(2, log.sheet, chosen, log.modules)
        except ShinkansenError as problem:
            raise LogError(str(problem)) from None
        self.kit: Kit = alone.kit
        self._tried: dict[tuple[object, ...], Played] = {}

    # -- the verdict

    def verdict(self) -> LogVerdict:
        """What can be drawn, what is wrong, and the score."""
        log = self.log
        sitting, checked = self.best()
        verify(self.rules, self.game(sitting))
        wrong = [*(problem for each in sitting.rounds for problem in each.wrong), *checked.wrong]
        unsure = [number for number, each in enumerate(sitting.rounds, 1) if each.open]
        sections = sum(len(each.strokes) for each in log.rounds)
        everything = sections + sum(len(each.circled) for each in log.rounds) + checked.numbers
        return LogVerdict(
            sitting.drawn + checked.numbers - len(checked.wrong),
            everything,
            clauses.told(self.kit, wrong[0]) if wrong else None,
            over=len(log.rounds) == self.kit.rounds,
            further=tuple(clauses.told(self.kit, each) for each in wrong[1:]),
            details=tuple(self._details(sitting, checked)),
            undecided=bool(unsure) and not wrong,
            told=self._summary(sitting, checked, unsure, sections, bool(wrong)),
        )

    def _summary(self, sitting: Sitting, checked: Checked, unsure: Sequence[int], sections: int, is_wrong: bool) -> str:
        everything = f"all {sections} sections" if sections > 1 else "the one section"
        drawn = sum(each.found.board.lines[self._at(each)].bit_count() for each in sitting.rounds)
        if unsure:
            rounds = listed([f"round {number}" for number in unsure])
            if is_wrong:
                return f"something that is written is wrong, and in {rounds} the search for an order was given up."
            return f"the search for an order was given up in {rounds}; more of the cards would help."
        if any(not each.complete for each in sitting.rounds):
            ifs = (
                f"{everything} can be drawn, but something else that is written cannot be"
                if drawn == sections
                else "the one section cannot have been drawn"
                if sections == 1
                else f"{drawn or 'none'} of {count(sections, 'section')} can have been drawn"
            )
            return f"{ifs}; what can be drawn scores {count(checked.total, 'point')}."
        can = f"{everything} can have been drawn" if sections else "nothing was drawn"
        far = "" if len(self.log.rounds) == self.kit.rounds else " so far"
        if checked.wrong:
            return f"{can}, but not everything is counted right: the score is {count(checked.total, 'point')}{far}."
        right = ", as it was counted" if "total" in self.log.counted else ""
        return f"{can}, and the score is {count(checked.total, 'point')}{far}{right}."

    def _at(self, played: Played) -> int:
        return self.kit.colour_index[played.written.colour]

    # -- what the sheet does not say

    def best(self) -> tuple[Sitting, Checked]:
        """The game in which most can be drawn and most was counted right."""
        best: tuple[tuple[int, int], Sitting, Checked] | None = None
        counted: dict[object, Checked] = {}
        for sitting in self._sittings():
            if best is not None and sitting.drawn < best[0][0]:
                continue
            for objectives, circle in product(self._objectives(), self._circles(sitting)):
                whole = evolve(sitting, objectives=objectives, circle=circle)
                # Of what is assumed only these change the score.
                double = sitting.powers.index(DOUBLE) if sitting.powers else None
                key = objectives, double, circle, sitting.rounds[-1].found.board
                if key not in counted:
                    counted[key] = self._scored(whole)
                value = sitting.drawn, -len(counted[key].wrong)
                if best is None or value > best[0]:
                    best = value, whole, counted[key]
        assert best is not None  # there is always something to assume
        _, sitting, checked = best
        return evolve(sitting, rounds=tuple(self._sure(*each) for each in enumerate(sitting.rounds))), checked

    def _sure(self, number: int, played: Played) -> Played:
        """The same round; but if the search was given up under anything that can be assumed, nothing is blamed."""
        tried = [each for (at, *_), each in self._tried.items() if at == number]
        if played.complete or played.open or not any(each.open for each in tried):
            return played
        return evolve(played, blocked=(), open=True)

    def _sittings(self) -> Iterator[Sitting]:
        """The whole game under everything that can be assumed; enough when there is one without a fault."""
        for specials in self._specials():
            complete = False
            for powers in self._powers():
                board, rounds = self._empty, list[Played]()
                for number in range(len(self.log.rounds)):
                    played = self._played(number, board, specials, powers)
                    board = played.found.board
                    rounds.append(played)
                complete = complete or all(each.complete for each in rounds)
                yield Sitting(specials, powers, tuple(rounds))
            if complete:
                return  # which special stations there were does not change the score

    def _specials(self) -> Iterator[tuple[tuple[str, str], ...]]:
        """For each round a special station that it may have had."""
        if not self.kit.has_specials:
            yield ()
            return
        told = [each.special for each in self.log.rounds] + [("", "")] * (self.kit.rounds - len(self.log.rounds))
        for symbols in _orders([symbol for symbol, _ in told], SYMBOL_CARDS):
            for effects in _orders([effect for _, effect in told], tuple(EFFECTS)):
                yield tuple(zip(symbols, effects, strict=True))

    def _powers(self) -> Iterator[tuple[str, ...]]:
        """For each pencil a power that it may have had, in the order of the sheet's colours."""
        if not self.kit.has_powers:
            yield ()
            return
        told = [self.log.powers.get(colour, "") for colour in self.kit.sheet.colours]
        if not self.kit.marks_at_once and DOUBLE not in told:
            for each in self.log.rounds:
                at = self.kit.colour_index[each.colour]
                if each.circled and not told[at]:
                    told[at] = DOUBLE
                    break
        yield from _orders(told, tuple(POWERS))

    def _circles(self, sitting: Sitting) -> Iterator[int | None]:
        """What the power of the double station can have counted (R47)."""
        at = sitting.powers.index(DOUBLE) if sitting.powers and not self.kit.marks_at_once else None
        played = next((each for each in sitting.rounds if self._at(each) == at), None)
        if played is None:
            yield None
            return
        bits = [self.kit.station_bits[station] for _, station in played.written.circled]
        on_line = [bit for bit in bits if played.found.board.closed & bit]
        if not bits and not played.written.none_circled:
            yield None
        yield on_line[0] if on_line else 0

    def _objectives(self) -> Iterator[tuple[str, ...]]:
        """The two objectives that there may have been."""
        if not self.kit.objective_cards:
            yield ()
            return
        known = self.log.objectives
        others = [each for each in self.kit.objective_cards if each not in known]
        for more in combinations(others, DRAWN - len(known)):
            yield (*known, *more)

    # -- rounds

    @property
    def _empty(self) -> Board:
        nothing = (0,) * self.kit.rounds
        return Board(nothing, 0, self.kit.loop, self.kit.loop, nothing, 0)

    def _played(
        self, number: int, board: Board, specials: tuple[tuple[str, str], ...], powers: tuple[str, ...]
    ) -> Played:
        """A round on this sheet, with what is assumed; first without it, because often nobody used it."""
        written = self.log.rounds[number]
        colour = self.kit.colour_index[written.colour]
        special = specials[number] if specials else None
        assumed = special is not None and special != written.special
        assumed = assumed or bool(powers and written.colour not in self.log.powers)
        if assumed and not written.circled:
            plain = self._tried_once(number, board, colour, None, ())
            if plain.complete:
                return plain
        return self._tried_once(number, board, colour, special, powers)

    def _tried_once(
        self, number: int, board: Board, colour: int, special: tuple[str, str] | None, powers: tuple[str, ...]
    ) -> Played:
        key = number, board.lines, special, powers[colour] if powers else ""
        if key not in self._tried:
            # Without powers nobody has one that could be used: all of them have been.
            start = at_departure(self.kit, board, colour)
            if not powers and self.kit.has_powers:
                start = evolve(start, used=start.used | 1 << colour)
                powers = tuple(POWERS)
            self._tried[key] = self._draw(number, start, colour, special, powers)
        return self._tried[key]

    def _draw(
        self, number: int, board: Board, colour: int, special: tuple[str, str] | None, powers: tuple[str, ...]
    ) -> Played:
        kit, written = self.kit, self.log.rounds[number]
        refused, blocked = list[Impossible](), list[Impossible]()
        slots, more = tuple[Slot, ...](), True
        if written.cards is not None:
            slots, more = tuple(Slot(card.symbol, card.kind) for card in written.cards.cards), written.cards.more
            if fitting(kit, slots, more) is None:
                refused.append(blame.wrong_cards(kit, written.cards, number))
                slots, more = (), True
        setup = Setup(kit.sheet.colours, (), (), powers)
        at_once = kit.has_specials or kit.marks_at_once
        circled = sum(kit.station_bits[station] for _, station in written.circled) if at_once else 0
        task = Task(kit, setup, board, colour, special, (), circled, slots, more)
        drawn, never = blame.standing(task, written, number)
        refused += never
        task = evolve(task, written=tuple(bit for _, bit in drawn))
        found = find_order(task, self.effort)
        if not found.complete and found.exact and circled:
            plain = evolve(task, marks=0)
            found = find_order(plain, self.effort)
            if found.complete:
                found = _with_marks(task, self.effort, found)
                blocked += blame.unmarked(task, found, written, number)
            task = plain
        if not found.complete and found.board.lines[colour] != task.wanted:
            problem = blame.blocked(task, found, written, number, drawn)
            blocked += [problem] if problem is not None else []
        made = found.board.lines[colour].bit_count()
        if not at_once and written.circled:
            refused += self._circled(written, number, colour, found, powers)
        marks = found.board.marks[colour].bit_count() if at_once else len(written.circled)
        return Played(
            written,
            found,
            tuple(refused),
            tuple(blocked),
            made + marks,
            bool(more or any(not slot.symbol for slot in slots)),
            not found.exact and not blocked,
        )

    def _circled(
        self, written: Round, number: int, colour: int, found: Found, powers: tuple[str, ...]
    ) -> Iterator[Impossible]:
        """What is wrong with a circle of the power of the double station, which is at liberty to be anywhere (R30)."""
        for place, (line, station) in enumerate(written.circled):
            what = f"round {number + 1}, {written.colour}: {station} is circled"
            if not found.board.closed & self.kit.station_bits[station]:
                yield Impossible(line, what, f"{station} is not on the {written.colour} line.", "L.15.5")
            elif powers and powers[colour] != DOUBLE:
                has = f"The {written.colour} pencil has the power {powers[colour]}."
                if written.colour not in self.log.powers:
                    has = f"The power of the double station belongs to another pencil than the {written.colour} one."
                yield Impossible(line, what, has, "L.15.5")
            elif place:
                yield Impossible(line, what, "Only one station of the line is circled.", "L.15.5")

    # -- the game

    def game(self, sitting: Sitting) -> Record:
        """A game in which the sheet comes about, as far as it can be drawn; its moves are all made by the rules."""
        kit, sheet = self.kit, self.log.sheet
        colours = [each.written.colour for each in sitting.rounds]
        colours += [colour for colour in sheet.colours if colour not in colours]
        # At a table for two the pencils go to the left, so they lie round it the other way.
        pencils = colours if self.log.solo else [colours[-place % len(colours)] for place in range(len(colours))]
        decks = [each.found.deck for each in sitting.rounds]
        decks += [fitting(kit, (), True) or sheet.cards] * (len(DECKS) - len(decks))
        first, second, third, fourth = decks
        deal = Deal(
            tuple(pencils),
            first,
            second,
            third,
            fourth,
            objectives=sitting.objectives,
            symbols=tuple(symbol for symbol, _ in sitting.specials),
            effects=tuple(effect for _, effect in sitting.specials),
            powers=sitting.powers,
        )
        return record(self.rules, deal, self._moves(sitting))

    def _moves(self, sitting: Sitting) -> Iterator[Move]:
        for each in sitting.rounds:
            for first, *others in plan_moves(self.kit, each.found):
                yield first
                if not self.log.solo:
                    yield PASS
                yield from others

    def _scored(self, sitting: Sitting) -> Checked:
        """The score of the game, as far as its lines are finished."""
        kit = self.rules.kit
        state = verify(self.rules, self.game(sitting))
        # A line of which nothing was written has not begun, even if the next round has.
        state = evolve(state, table=evolve(state.table, round=len(sitting.rounds) - 1))
        if sitting.circle is not None:
            state = evolve(state, table=self._with_circle(state.table, sitting))
        less = frozenset(
            each.written.colour for each in sitting.rounds if each.wrong or each.open or not each.found.complete
        )
        return compared(kit, self.log, state.table, self.rules.scores(state)[0], less)

    def _with_circle(self, table: Table, sitting: Sitting) -> Table:
        """The table on which the power of the double station is the circle on the sheet and counts there (L.15.5)."""
        at = sitting.powers.index(DOUBLE)
        marks = (*table.boards[0].marks[:at], sitting.circle or 0, *table.boards[0].marks[at + 1 :])
        mine = evolve(table.boards[0], marks=marks)
        return evolve(table, setup=evolve(table.setup, powers=()), boards=(mine, *table.boards[1:]))

    # -- what is told

    def _details(self, sitting: Sitting, checked: Checked) -> Iterator[str]:
        if any(each.open for each in sitting.rounds):
            yield from self._undecided(sitting)
            return
        whole = all(each.complete for each in sitting.rounds)
        what = (
            "An order in which it can have been drawn" if whole else "The most that can be drawn, in an order that fits"
        )
        guessed = any(each.guessed for each in sitting.rounds)
        yield f"{what}{', with cards that can have come' * guessed}:"
        for number, each in enumerate(sitting.rounds):
            yield f"  round {number + 1}, {each.written.colour}: {self._order(each)}"
        yield from self._assumed(sitting)
        yield f"The score{' of what can be drawn' * (not whole)}:"
        for line in checked.lines:
            yield f"  {line}"
        yield from self._double(sitting, checked)

    def _undecided(self, sitting: Sitting) -> Iterator[str]:
        """What the search did not find out, and what it did."""
        named = [(f"  round {number}, {each.written.colour}", each) for number, each in enumerate(sitting.rounds, 1)]
        yield "Not decided:"
        for name, each in named:
            if each.open:
                counted = "; nor whether its numbers are right" if each.written.counted else ""
                yield f"{name}: {self._open(each)}{counted}"
        if self.log.counted:
            yield "  the numbers at the end, which depend on it"
        if sure := [(name, each) for name, each in named if each.complete and not each.open]:
            yield "Checked, and possible in this order:"
            for name, each in sure:
                yield f"{name}: {self._order(each)}"

    def _open(self, played: Played) -> str:
        """What is not known of a round."""
        board, at = played.found.board, self._at(played)
        made, sections = board.lines[at].bit_count(), len(played.written.strokes)
        if made < sections:
            which = f"all its {sections} sections" if sections > 1 else "its section"
            return f"whether {which} can be drawn in one round; an order for {made} of them was found"
        marks = board.marks[at]
        missing = [station for _, station in played.written.circled if not marks & self.kit.station_bits[station]]
        return (
            f"whether {listed(missing)} can have been circled"
            if missing
            else "whether it can be drawn as it is written"
        )

    def _double(self, sitting: Sitting, checked: Checked) -> Iterator[str]:
        """How a power of the double station was counted for which no station is circled (R47)."""
        if len(circles := [*self._circles(sitting)]) < 2:
            return
        used, other = sitting.circle is None, next(each for each in circles if each != sitting.circle)
        total = self._scored(evolve(sitting, circle=other)).total
        if total == checked.total:
            return
        line = self.kit.sheet.colours[sitting.powers.index(DOUBLE)]
        how = "as if one were, where it has most stations" if used else "as if its power was not used"
        yield f"No station of the {line} line is circled; it is counted {how}. Otherwise the total is {total}."

    def _order(self, played: Played) -> str:
        """The turns until the last section, each with its cards and what is drawn."""
        turns, shown, deck = list[str](), 0, played.found.deck
        before = {turned.last: turned.before.boards[0] for turned in played.found.turns}
        for moves in plan_moves(self.kit, played.found)[: max(before, default=-1) + 1]:
            width = 2 if self.kit.symbol_of[deck[shown]] == SWITCH else 1
            cards = " + ".join(self.kit.symbol_of[card] for card in deck[shown : shown + width])
            shown += width
            board, drawn = before.get(shown - 1), list[str]()
            for move in moves:
                if board is not None and isinstance(move, Draw):
                    drawn.append(self._said(board, move))
                    board = with_section(self.kit, board, self._at(played), move.section)
            turns.append(f"{cards} {' and '.join(drawn) or NOTHING}")
        while turns and turns[-1].endswith(NOTHING):
            turns.pop()
        return "; ".join(turns) if turns else "nothing"

    def _said(self, board: Board, move: Draw) -> str:
        """A section in the direction in which it is drawn."""
        one, two = move.section
        start, end = (one, two) if board.closed & self.kit.station_bits[one] else (two, one)
        on = f"-{move.extension}" if move.extension is not None else ""
        return f"{start}-{end}{on}{' (circled)' * move.mark}{' (power)' * move.power}"

    def _assumed(self, sitting: Sitting) -> Iterator[str]:
        rounds = self.log.rounds
        if sitting.specials and any("" in each.special for each in rounds):
            told = [f"{symbol} with {effect_name(effect)}" for symbol, effect in sitting.specials[: len(rounds)]]
            yield f"Special stations that can have been there: {listed(told)}."
        if sitting.powers and len(self.log.powers) < len(sitting.powers):
            told = [f"{colour} {power}" for colour, power in zip(self.kit.sheet.colours, sitting.powers, strict=True)]
            yield f"Powers that the pencils can have had: {listed(told)}."
        if sitting.objectives and len(self.log.objectives) < DRAWN:
            yield f"Objectives were assumed, since they are not written: {listed([*sitting.objectives])}."


@lru_cache(maxsize=64)
def _rules(seats: int, sheet: Sheet, chosen: Rulings, modules: tuple[str, ...]) -> NextStation:
    """The rules; preparing a sheet for play takes longer than checking one, and every reading needs that."""
    return NextStation(seats, sheet, chosen, **dict.fromkeys(modules, True))


def _with_marks(task: Task, effort: Effort, found: Found) -> Found:
    """An order with as many of the circles as possible, dropping those written first last; else the one found."""
    bits = [1 << place for place in range(task.marks.bit_length()) if task.marks >> place & 1]
    for some in range(len(bits) - 1, 0, -1):
        for chosen in combinations(bits, some):
            better = find_order(evolve(task, marks=sum(chosen)), effort)
            if better.complete:
                return better
    return found


def _orders(told: Sequence[str], cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every order of some cards in which those that are known are where they are."""
    left = [card for card in cards if card not in told]
    for others in permutations(left):
        rest = iter(others)
        yield tuple(card or next(rest) for card in told)
