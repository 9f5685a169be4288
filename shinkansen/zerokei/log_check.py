"""Whether a game can have gone as a log says: how far, what the first impossible thing is, and under which reading.

The order of the deck is not in a log, but the rows are, and nobody sees more than that: a deal is put together from
them, and the moves are played. Where that fails under the rulings that the log names, other readings are tried: each
alone, then in pairs if one of the two alone already gets further.

A log is read through once, and then played at most once for each other answer and each pair of them. No playing takes
longer than a game, however long the log is: it ends at the first illegal move, and no move is legal when the game is
over.
"""

from __future__ import annotations

from collections.abc import Iterable

from shinkansen.core.errors import DealError, ShinkansenError
from shinkansen.core.log_text import LogError
from shinkansen.core.log_verdict import Impossible, LogVerdict, Watch, readings_that_allow
from shinkansen.core.plain_json import LONGEST_NAME, MOST_TOLD, shown
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import CellKind, Colour, Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.happenings import RowLaid
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.log_words import spelled
from shinkansen.zerokei.logs import Log, Made, Row
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register, rulings
from shinkansen.zerokei.table import FACE_DOWN, State


def check(log: Log, edition: Edition | None = None, watch: Watch = iter) -> LogVerdict:
    """Play a log; where it fails, look for readings under which it does not.

    The readings are passed through `watch`, which can show progress.
    """
    if not isinstance(log, Log):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise LogError(f"found {shown(log)}, expected a log")
    play = _Playing(log, edition)
    verdict = play.by({})
    if verdict.problem is None:
        return verdict
    found = readings_that_allow(play.by, register(), play.letters, verdict.made, watch)
    return LogVerdict(verdict.made, verdict.moves, verdict.problem, tuple(found))


class _Playing:
    """A log prepared to be played under several readings."""

    def __init__(self, log: Log, edition: Edition | None) -> None:
        self.log = log
        self._edition = shipped() if edition is None else edition
        self.letters: dict[str, str] = {}
        rules = self._rules({})
        self.letters, kit = rules.rulings.letters(), rules.kit
        self.log = log = spelled(kit, log)
        self._moves, self._rows = log.moves, log.rows
        # None of these depends on the reading.
        self._strange = _strange_row(kit, self._rows)
        self._deal = _deal(kit, log, self._rows)

    def _rules(self, other: dict[str, str]) -> ZeroKei:
        log = self.log
        try:
            chosen = rulings({**(self.letters or log.rulings), **other}, withdrawn=True)
            return ZeroKei(log.seats, self._edition, chosen, log.hard)
        except ShinkansenError as problem:
            raise LogError(str(problem)) from None

    def by(self, other: dict[str, str]) -> LogVerdict:
        """The result under the rulings that the log names, except for these."""
        rules, log, moves = self._rules(other), self.log, self._moves
        try:
            state = rules.start(self._deal)
        except DealError as wrong:
            if self._strange is not None:
                return LogVerdict(0, len(moves), self._strange)
            raise LogError(f"the setup does not belong to this game: {wrong}") from None
        if self._strange is not None:
            return LogVerdict(0, len(moves), self._strange)
        rows = iter(self._rows)
        for number, made in enumerate(moves):
            problem = _refused(rules, state, made)
            if problem is not None:
                return LogVerdict(number, len(moves), problem)
            step = rules.narrate(state, made.move)
            state = step.state
            following = moves[number + 1] if number + 1 < len(moves) else None
            if any(isinstance(happening, RowLaid) for happening in step.happenings):
                row = next(rows, None)
                lies_between = row is not None and following is not None and made.line < row.line < following.line
                if following is not None and (row is None or (log.ordered and not lies_between)):
                    why = (
                        f"Before it the row of round {state.table.round + 1} is laid out, but the log does not have it."
                    )
                    what = rules.say(following.move, state)
                    return LogVerdict(number + 1, len(moves), Impossible(following.line, what, why, "4.D.2"))
        left = next(rows, None)
        if left is not None:
            why = "No round has begun for which these carriages could have been laid out."
            return LogVerdict(len(moves), len(moves), Impossible(left.line, _words(left), why, "4.D.2"))
        return LogVerdict(len(moves), len(moves), _wrong_end(rules, state, log), over=rules.to_move(state) is None)


def _refused(rules: ZeroKei, state: State, made: Made) -> Impossible | None:
    refusal = rules.why_not(state, made.move, made.seat)
    if refusal is None:
        return None
    near = rules.nearest(state, made.move)
    who = f"{rules.kit.seat_names[made.seat]}: " if made.seat is not None else ""
    said = "" if near is None else rules.say(near, state)
    return Impossible(made.line, f"{who}{rules.say(made.move, state)}", refusal.sentence, refusal.clause, said)


def _wrong_end(rules: ZeroKei, state: State, log: Log) -> Impossible | None:
    if log.totals is None and log.winners is None:
        return None
    result = rules.outcome(state)
    if result is None:
        return Impossible(None, "final scores", "The game is not over after the last move of the log.", "10.3")
    names = rules.kit.seat_names
    for seat, (told, should) in enumerate(zip(log.totals or result.totals, result.totals, strict=False)):
        if told != should:
            parts = rules.say(rules.scores(state)[seat])
            return Impossible(None, f"{names[seat]} has {told} victory points", parts, "11.2")
    if log.totals is not None and len(log.totals) != len(result.totals):
        return Impossible(None, f"{len(log.totals)} final scores", f"There are {len(result.totals)}.", "11.2")
    if log.winners is not None and set(log.winners) != set(result.winners):
        named = " and ".join(names[seat] for seat in sorted({*log.winners}))
        return Impossible(None, f"{named or 'nobody'} won", rules.say(result), result.clause)
    return None


def _strange_row(kit: Kit, rows: Iterable[Row]) -> Impossible | None:
    """The first row that cannot have been laid out: of the wrong length, or with a card that is elsewhere."""
    deck, seen = set(kit.deck), set[str]()
    for row in rows:
        for carriage in row.carriages:
            if carriage not in deck:
                why = f"There is no carriage {shown(carriage)} in the deck."
                return Impossible(row.line, _words(row), why, "4.D.2")
            if carriage in seen:
                why = f"The carriage {shown(carriage)} was drawn before."
                return Impossible(row.line, _words(row), why, "4.D.2")
            seen.add(carriage)
        if len(row.carriages) != kit.row:
            why = f"A row has {kit.row} carriages, but this one has {len(row.carriages)}."
            return Impossible(row.line, _words(row), why, "12.3" if kit.solo else "4.D.1")
    return None


def _words(row: Row) -> str:
    some = [carriage if len(carriage) <= LONGEST_NAME else shown(carriage) for carriage in row.carriages[:MOST_TOLD]]
    return f"the row {', '.join(some)}{' ...' * (len(row.carriages) > MOST_TOLD)}"


def _deal(kit: Kit, log: Log, rows: Iterable[Row]) -> Deal:
    """A deal that gives what the log saw; the rest in the order of the edition."""
    drawn = dict.fromkeys(carriage for row in rows for carriage in row.carriages)
    deck = (*drawn, *(carriage for carriage in kit.deck if carriage not in drawn))
    counters = tuple(Colour(colour) for colour in log.counters)
    order = (0, 1) if kit.solo and not log.order else log.order
    return Deal(order, counters, log.venues, log.events, deck, _board(kit, log))


def _board(kit: Kit, log: Log) -> tuple[str, ...]:
    cells = kit.edition.hideo.cells if kit.solo else ()
    if len(log.board) != len(cells):
        raise LogError(f"board: found {len(log.board)} tokens, expected {len(cells)}")
    known = {*log.board, *log.venues}
    cities = [city for city in kit.city_ids if city not in known]
    closed = [token for token in kit.closed_tokens if token not in known]
    tokens: list[str] = []
    for cell, token in zip(cells, log.board, strict=True):
        if token == FACE_DOWN and cell.kind is CellKind.FACE_UP:
            raise LogError(f"board: the token of {cell.id} lies face up, expected its city")
        pile = closed if cell.kind is CellKind.CLOSED else cities
        tokens.append(token if token != FACE_DOWN else pile.pop(0) if pile else FACE_DOWN)
    return tuple(tokens)
