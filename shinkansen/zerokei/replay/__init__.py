"""A recorded game of Zero-Kei as a page: years as chapters, victory points and yen in a ledger of their own.

    page(rules, told)      the HTML of a record; a `RecordError` if it does not follow the rules

What the page is made of, and how it works, is in `paper.replay`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from attrs import frozen

from shinkansen.core.prose import count, opening
from shinkansen.core.record import Record, Replayed
from shinkansen.paper import replay
from shinkansen.paper.markup import minus, signed
from shinkansen.paper.picture import Picture
from shinkansen.paper.replay.narrator import Entry, Narrator
from shinkansen.paper.replay.scenes import Scene
from shinkansen.paper.shapes import Badge
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.happenings import Happening, Paid, Scored
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.picture import PALETTE, badge, picture
from shinkansen.zerokei.picture.inventory import has_yen
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, State
from shinkansen.zerokei.telling import tell, tell_end

__all__ = ["page"]


def page(
    rules: ZeroKei, told: Record, theme: str = "auto", watch: Callable[[Iterator[Scene]], Iterable[Scene]] = iter
) -> str:
    """A record as a page; it is checked on the way.

    The scenes are taken through `watch`, which can tell how far it is.
    """
    return replay.page(_ZeroKeiNarrator(rules, GAME.title, rulebook(), PALETTE, theme), told, watch)


@frozen
class _ZeroKeiNarrator(Narrator[ZeroKei, State, Move, Happening]):
    def draw(self, state: State, before: State | None, move: Move | None, layout: str) -> Picture:
        return picture(self.rules, state, before, self.theme, move=move, layout=layout)

    def badge(self, seat: int) -> Badge:
        return badge(self.rules, seat)

    @property
    def short_title(self) -> str:
        return "Zero-Kei"

    @property
    def players(self) -> str:
        return "solo against Hideo" if self.rules.kit.solo else super().players

    def chapter(self, state: State) -> str:
        round = state.table.round
        return f"{self.rules.edition.board.years[round]} · round {round + 1} of {self.rules.kit.rounds}"

    def beginning(self, state: State, plies: int) -> Iterable[str]:
        return takewhile(bool, tell(self.rules, state, (), f"From a record of {count(plies, 'move')}."))

    def unfinished(self, state: State) -> Iterable[str]:
        return tell_end(self.rules, state)

    def is_told(self, happening: Happening) -> bool:
        return not isinstance(happening, Paid | Scored)

    def ledger(self, turn: Replayed[State, Move, Happening]) -> Iterator[Entry]:
        for happening in turn.step.happenings:
            match happening:
                case Paid(payer, payee, yen, clause):
                    yield opening(f"{self._name(payer)} → {self._name(payee)}"), f"¥{yen}", clause
                case Scored(seat, vp, clause):
                    yield opening(self._name(seat)), f"{signed(vp)} VP", clause
                case _:
                    pass

    def _name(self, seat: int) -> str:
        return "reserve" if seat == NOBODY else self.rules.kit.seat_names[seat]

    @property
    def columns(self) -> tuple[str, ...]:
        return "VP", "Yen"

    def holdings(self, state: State, seat: int) -> tuple[str, ...]:
        content = state.table.seats[seat]
        return minus(content.vp), f"¥{content.yen}" if has_yen(self.rules.kit, content, seat) else "–"

    def points(self, total: int) -> str:
        return f"{minus(total)} VP"
