"""Trains: the cards of a train, and what lies in front of each player."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shinkansen.core.prose import opening
from shinkansen.paper.layout import BODY, GAP, SMALL, Flow, flow
from shinkansen.paper.svg import Box, Paper
from shinkansen.zerokei.edition import Ability, Action, Carriage
from shinkansen.zerokei.names import GIFTS
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.picture.inventory import has_yen
from shinkansen.zerokei.picture.look import Look, gift
from shinkansen.zerokei.table import TAIL, Phase, Seat

CARD: Final = Box(0, 0, 84, 68)
"""The size of a carriage."""
ENGINE: Final = 80.0
END: Final = 62.0
"""How wide an engine and a tail-carriage are."""
PURSE: Final = 128.0
"""How wide is what tells a player's money and points."""
TOKENS: Final = 17.0
"""How high the Olympic tokens under a card are."""
LINE: Final = 14.0
"""From one line of a card to the next."""
EDGE: Final = 3.0
LABEL: Final = 24.0
"""Around a player, and how high the purse is where it lies above the train."""


# -- Cards ----------------------------------------------------------------------------------------------------------


def carriage(
    paper: Paper, look: Look, card: str, box: Box, owned: bool = False, used: bool = False, spent: bool = False
) -> None:
    """A carriage: its cities, what it costs, the counters it advances, what it gives."""
    printed = look.kit.carriages[card]
    title = look.carriage_title(card) + (", spent" if spent else ", used this turn" if used else "")
    with paper.piece(f"carriage:{card}", box, title):
        paper.rect(box.inset(0.5), "card", 4)
        for place, city in enumerate(printed.cities):
            _city_line(paper, look, city, box.part(4, 4 + place * LINE, box.w - 8, LINE))
        more = 0 if owned else look.price(card) - printed.cost
        _price(paper, printed.cost, more, box.part(4, 6 + 2 * LINE, 36, LINE))
        _counters(paper, printed, box.part(41, 6 + 2 * LINE, box.w - 44, LINE))
        _gift(paper, look, printed.gives, box.part(1, box.h - 17, box.w - 2, 16), used, spent)


def _city_line(paper: Paper, look: Look, city: str, box: Box) -> None:
    found = look.city(city)
    icons.city_number(paper, box.part(0, 0, 12.5, 12.5), str(found.number))
    paper.text(box.x + 15, box.y + 10, found.name, BODY, "ink", box.w - 15, bold=True)


def _price(paper: Paper, printed: int, more: int, box: Box) -> None:
    """The printed cost, and the surcharge for stations, which only who buys it pays (5.B.2)."""
    paper.text(box.x, box.y + 11, f"¥{printed}" + (f"+{more}" if more else ""), BODY, "ink", box.w, whole=True)


def _counters(paper: Paper, printed: Carriage, box: Box) -> None:
    """The counter icons from the right; those of one icon, a choice, touch a slash."""
    slashes = sum(len(icon) - 1 for icon in printed.counters)
    number = sum(map(len, printed.counters))
    size = min(12.0, (box.w - slashes * 4 - len(printed.counters) * 2) / max(1, number))
    x = box.right - number * size - slashes * 4 - (len(printed.counters) - 1) * 2
    for icon in printed.counters:
        for place, colour in enumerate(icon):
            if place:
                paper.path("hatch", "M", x + 1, box.y + 11.5, "L", x + 3, box.y + 1.5)
                x += 4
            icons.counter(paper, Box(x, box.y + 6.5 - size / 2, size, size), colour)
            x += size
        x += 2


def _gift(paper: Paper, look: Look, gives: Action | Ability, box: Box, used: bool, spent: bool) -> None:
    """The strip at the bottom: an action or an ability, and whether it was used; a used card token covers it alone."""
    ability = isinstance(gives, Ability)
    ground, ink = ("back", "mute") if spent else ("gift", "plum") if ability else ("act", "blue")
    paper.rect(box, ground, 3)
    icons.work(paper, box.part(4, 3, 10, 10), gives)
    mark = 12 if used or spent else 0
    paper.text(box.x + 18, box.y + 11.5, gift(look.kit, gives), SMALL, ink, box.w - 20 - mark, whole=True)
    if mark:
        (icons.cross if spent else icons.tick)(paper, box.part(box.w - 13, 3, 10, 10))


def engine(paper: Paper, look: Look, card: str, box: Box, used: bool = False) -> None:
    """An engine, its nose to the left: what using it costs, and its actions."""
    found = next(engine for engine in look.kit.edition.engines if engine.id == card)
    side = found.side_for(look.kit.seats)
    actions = side.actions if side else ()
    fee = look.kit.figures.engine_fee
    title = f"{found.name}: {' or '.join(GIFTS[action] for action in actions)}, for {fee} yen"
    with paper.piece(f"engine:{card}", box, title + (", used this turn" if used else "")):
        x, y, w, h = box.inset(0.5)
        paper.path(
            "card", "M", x + w, y, "H", x + 26, "C", x + 10, y, x + 2, y + h * 0.6, x, y + h - 8,
            "Q", x, y + h, x + 6, y + h, "H", x + w, "z",
        )  # fmt: skip
        paper.text(box.x + 23, box.y + 14, found.name, SMALL, "ink", box.w - 27, bold=True)
        paper.text(box.x + 17, box.y + 27, f"¥{fee}", BODY, "ink", 30)
        if used:
            icons.tick(paper, box.part(box.w - 16, 17, 11, 11))
        pitch = min(16.0, (box.h - 32) / max(1, len(actions)))
        small = min(SMALL, pitch * 0.9)
        for place, action in enumerate(actions):
            line = box.part(7, box.h - pitch * (len(actions) - place), box.w - 8, pitch)
            size = min(9.0, pitch - 2)
            icons.work(paper, line.part(4, (pitch - size) / 2 - 1, size, size), action)
            paper.text(line.x + 17, line.y + pitch / 2 + 2.5, gift(look.kit, action), small, "blue", line.w - 18)


def tail(paper: Paper, look: Look, seat: int, box: Box, used: bool = False) -> None:
    """A tail-carriage: the income."""
    figures = look.kit.figures
    rich = any(look.kit.carriages[card].gives is Ability.RICH_TAIL for card in look.table.seats[seat].train)
    yen = figures.rich_tail_yen if rich else figures.income_yen
    title = f"{look.seat_name(seat)}'s tail-carriage: {yen} yen and a counter advances"
    with paper.piece(f"tail:{look.kit.seat_names[seat]}", box, title + (", used this turn" if used else "")):
        x, y, w, h = box.inset(0.5)
        paper.path(
            "card", "M", x, y, "H", x + w - 22, "C", x + w - 8, y, x + w - 2, y + h * 0.6, x + w, y + h - 8,
            "Q", x + w, y + h, x + w - 6, y + h, "H", x, "z",
        )  # fmt: skip
        paper.text(box.x + 5, box.y + 14, "Tail", SMALL, "ink", box.w - 26, bold=True)
        wide = paper.text(box.x + 5, box.y + 28, f"¥{yen}", BODY, "ink", box.w - 30)
        icons.any_counter(paper, box.part(10 + wide, 18, 12, 12))
        if used:
            icons.tick(paper, box.part(box.w - 22, 32, 11, 11))
        paper.text(box.x + 5, box.bottom - 5, "Income", SMALL, "blue", box.w - 9)


# -- A player -------------------------------------------------------------------------------------------------------


def cards(look: Look, number: int) -> list[str]:
    """The cards of a train: engine, carriages, tail; Hideo has no tail (12.1.5)."""
    seat = look.table.seats[number]
    return [seat.engine, *seat.train, *([TAIL] if number != look.kit.hideo else [])]


def train(look: Look, width: float, number: int) -> Flow:
    """Where the cards of a train lie, on as many lines as it takes."""
    seat = look.table.seats[number]
    widths = [END if card == TAIL else ENGINE if card == seat.engine else CARD.w for card in cards(look, number)]
    return flow(widths, CARD.h + (TOKENS if seat.tokens else 0), width - (0 if look.stacked else PURSE), GAP)


def strip_height(look: Look, width: float, number: int) -> float:
    """How high a player is."""
    return train(look, width - 2 * EDGE, number).height + 2 * EDGE + (LABEL if look.stacked else 0)


def player(paper: Paper, look: Look, number: int, box: Box) -> None:
    """A player: purse and train."""
    table, name = look.table, look.kit.seat_names[number]
    seat = table.seats[number]
    deciding = number == table.seat and table.phase is not Phase.OVER
    with paper.piece(f"seat:{name}", box):
        paper.rect(box.inset(0.5), "now" if deciding else "panel", 6)
        inner = box.inset(EDGE)
        purse(paper, look, number, inner.part(2, 0, inner.w - 4 if look.stacked else PURSE - 10, CARD.h))
        x, y = (inner.x, inner.y + LABEL) if look.stacked else (inner.x + PURSE, inner.y)
        boxes = train(look, inner.w, number).at(x, y)
        _couplings(paper, seat, boxes)
        for card, place in zip(cards(look, number), boxes, strict=True):
            spot = place.part(0, 0, h=CARD.h)
            if card == TAIL:
                tail(paper, look, number, spot, number == table.seat and TAIL in table.used)
            elif card == seat.engine:
                _engine_or_none(paper, look, card, spot)
            else:
                carriage(paper, look, card, spot, owned=True, used=card in table.used, spent=card in seat.spent)
            tokens = [city for on, city in seat.tokens if on == card]
            olympic_tokens(paper, look, tokens, place.part(0, CARD.h + 2, h=TOKENS - 2))


def _couplings(paper: Paper, seat: Seat, boxes: Sequence[Box]) -> None:
    for box, following in pairwise(boxes):
        if box.y == following.y and (seat.engine or box is not boxes[0]):
            paper.path("tie", "M", box.right - 1, box.y + CARD.h - 8, "H", following.x + 1)


def _engine_or_none(paper: Paper, look: Look, card: str, box: Box) -> None:
    if card:
        engine(paper, look, card, box, card in look.table.used)
    else:
        paper.rect(box.inset(1), "empty", 6)
        paper.text(*box.middle, "no engine", SMALL, "mute", box.w - 6, "middle")


def olympic_tokens(paper: Paper, look: Look, cities: Sequence[str], box: Box) -> None:
    """Olympic tokens side by side."""
    size = min(box.h, box.w / max(1, len(cities)) - 1)
    for place, city in enumerate(cities):
        spot = Box(box.x + place * (size + 1), box.y, size, size)
        with paper.piece(f"token:{city}", spot, f"The Olympic token of {look.city_title(city)}"):
            icons.city_number(paper, spot, str(look.city(city).number), "ring")


def purse(paper: Paper, look: Look, number: int, box: Box) -> None:
    """Who it is, points, money, tracks and cauldrons, and the turn order token while it is in hand."""
    table, name = look.table, look.kit.seat_names[number]
    seat = table.seats[number]
    who, token, vp, yen, tracks, cauldrons = _spots(look, box)
    look.badge(number).draw(paper, who.part(0, 1, 18, 18))
    paper.text(who.x + 24, who.y + 14, opening(name), 12, "ink", who.w - 26, bold=True)
    if number not in table.tile and number not in table.claims:
        turn_token(paper, look, number, token)
    _amount(paper, look, f"vp:{name}", seat.vp, "{} VP", vp)
    if has_yen(look.kit, seat, number):
        _amount(paper, look, f"yen:{name}", seat.yen, "¥{}", yen)
    for kind, amount, icon, spot in (
        ("tracks", seat.tracks, icons.track, tracks),
        ("cauldrons", seat.cauldrons, icons.flame, cauldrons),
    ):
        with paper.piece(f"{kind}:{name}", spot, f"{opening(name)} has {amount} {kind}", count=amount):
            icon(paper, spot.part(2, 3, 14 if kind == "tracks" else 11, 12))
            now = look.changes.amount(f"{kind}:{name}", amount)
            paper.text(spot.x + 20, spot.y + 13, now, BODY, "was" if "→" in now else "ink", spot.w - 22, whole=True)


def _spots(look: Look, box: Box) -> list[Box]:
    """Where name, turn order token, points, yen, tracks and cauldrons are: on one line, or as a block."""
    if look.stacked:
        share = (box.w - 88 - 20) / 4
        amounts = [box.part(88 + place * share, 0, share - 2, 19) for place in range(4)]
        return [box.part(0, 0, 86, 20), box.part(box.w - 18, 1, 18, 18), *amounts]
    half = box.w / 2
    amounts = [box.part(x, y, half - 2, 19) for y in (23, 46) for x in (0, half)]
    return [box.part(0, 0, box.w - 20, 20), box.part(box.w - 18, 1, 18, 18), *amounts]


def _amount(paper: Paper, look: Look, name: str, amount: int, words: str, box: Box) -> None:
    shown = look.changes.amount(name, amount)
    with paper.piece(name, box, count=amount):
        style = "was" if "→" in shown else "ink"
        paper.text(box.x + 3, box.y + 14, words.format(shown), 12, style, box.w - 5, bold=True, whole=True)


def turn_token(paper: Paper, look: Look, seat: int, box: Box) -> None:
    """A turn order token."""
    with paper.piece(f"turn-token:{look.kit.seat_names[seat]}", box, f"{look.seat_name(seat)}'s turn order token"):
        look.badge(seat).draw(paper, box.inset(1))
