"""A recorded game of Next Station as a page: a chapter for each turn with its card, and all sheets after every choice.

    page(rules, told)      the HTML of a record; a `RecordError` if it does not follow the rules

What the page is made of, and how it works, is in `paper.replay`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile

from attrs import frozen

from shinkansen.core import opaque, telling
from shinkansen.core.prose import count, opening
from shinkansen.core.record import Record
from shinkansen.nextstation import networks
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.happenings import Happening
from shinkansen.nextstation.moves import Move
from shinkansen.nextstation.picture import PALETTE, badge, picture
from shinkansen.nextstation.rulebook import rulebook
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State
from shinkansen.paper import replay
from shinkansen.paper.markup import minus
from shinkansen.paper.picture import Picture
from shinkansen.paper.replay.narrator import Narrator
from shinkansen.paper.replay.scenes import Scene
from shinkansen.paper.shapes import Badge

__all__ = ["page"]


def page(
    rules: NextStation, told: Record, theme: str = "auto", watch: Callable[[Iterator[Scene]], Iterable[Scene]] = iter
) -> str:
    """A record as a page; it is checked on the way.

    The scenes are taken through `watch`, which can tell how far it is.
    """
    return replay.page(_NextStationNarrator(rules, GAME.title, rulebook(), PALETTE, theme), told, watch)


@frozen
class _NextStationNarrator(Narrator[NextStation, State, Move, Happening]):
    def draw(self, state: State, before: State | None, move: Move | None, layout: str) -> Picture:
        return picture(self.rules, state, before, self.theme, move=move, layout=layout)

    def badge(self, seat: int) -> Badge:
        return badge(self.rules, seat)

    @property
    def players(self) -> str:
        return "solo" if self.rules.kit.solo else count(self.rules.seats, "player")

    def chapter(self, state: State) -> str:
        """The turn with what was turned up, since all choose for the same cards."""
        kit, table = self.rules.kit, state.table
        cards = table.cards[-1]
        shown = ", ".join(kit.symbol_of[card] for card in kit.of_this_turn(cards))
        return f"Round {table.round + 1} · turn {kit.turn(cards)} · {'second sections' if table.seconds else shown}"

    def beginning(self, state: State, plies: int) -> Iterable[str]:
        source = f"From a record of {count(plies, 'move')}."
        return takewhile(bool, telling.tell(GAME, opaque.opaque(self.rules), opaque.State(state), (), source))

    def unfinished(self, state: State) -> Iterable[str]:
        yield f"The game stops here: {opening(self.rules.stage(state).words)}."

    @property
    def columns(self) -> tuple[str, ...]:
        return ("Lines",)

    def holdings(self, state: State, seat: int) -> tuple[str, ...]:
        kit, table = self.rules.kit, state.table
        lines = networks.lines(kit, table.setup, table.boards[seat], networks.begun(kit, table, seat))
        return (minus(sum(line.points for line in lines)),)
