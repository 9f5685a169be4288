"""The cards: those of this round in the order in which they came, and what is left in the deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shinkansen.nextstation.module_cards import POWERS, effect_name
from shinkansen.nextstation.names import card_name
from shinkansen.nextstation.objectives import POINTS
from shinkansen.nextstation.picture import block
from shinkansen.nextstation.picture.look import Look
from shinkansen.nextstation.picture.symbols import symbol
from shinkansen.nextstation.sheet import JOKER
from shinkansen.paper.layout import GAP, SMALL, Flow, even, flow
from shinkansen.paper.markup import number
from shinkansen.paper.svg import Box, Paper, width_of

CARD: Final = Box(0, 0, 37, 48)
_SMALL: Final = 21.0
"""How large a card is that is left in the deck."""


# -- The cards of the round


def shown(look: Look) -> tuple[str, ...]:
    """The cards of this round so far."""
    return look.table.cards[-1] if look.table.cards else ()


def left(look: Look) -> list[str]:
    """What is left in the deck, in the order of the sheet."""
    seen = {*shown(look)}
    return [card for card in look.kit.sheet.cards if card not in seen]


def _row(look: Look, width: float) -> Flow:
    return flow([CARD.w] * len(shown(look)), CARD.h, width, GAP)


def _deck(look: Look, width: float) -> Flow:
    return flow([_SMALL] * len(left(look)), _SMALL, width, 3)


def title(look: Look) -> str:
    cards = shown(look)
    return f"Cards of round {look.table.round + 1}  ·  turn {look.kit.turn(cards)}"


_BESIDE: Final = 700
"""From this width on, the deck lies beside the cards."""


def height(look: Look, width: float) -> float:
    if width >= _BESIDE:
        return max(_row(look, width * 0.56).height, _rest_height(look, width * 0.42))
    return _row(look, width).height + GAP + _rest_height(look, width)


def _rest_height(look: Look, width: float) -> float:
    return 16 + _deck(look, width).height


def draw(paper: Paper, look: Look, box: Box) -> None:
    beside = box.w >= _BESIDE
    row = _row(look, box.w * 0.56 if beside else box.w)
    cards = shown(look)
    now = () if look.over else look.kit.of_this_turn(cards)
    for card, place in zip(cards, row.at(box.x, box.y), strict=True):
        told = f"{card_name(card)}, turn {look.kit.turn(cards[: cards.index(card) + 1])}"
        with paper.piece(f"card:{card}", place, told):
            _card(paper, card, place, card in now)
    wide = box.w * 0.42 if beside else box.w
    rest = box.part(box.w - wide, 0, wide) if beside else box.part(0, row.height + GAP)
    under = len([card for card in cards if card in look.kit.underground])
    whole = len(look.kit.underground)
    words = f"Underground: {under} of {whole}" + ("; the round ends" if under == whole else "")
    _tunnel(paper, Box(rest.x, rest.y + 1, 15, 10), 1.4)
    wide = 20 + paper.text(rest.x + 20, rest.y + 10, words, SMALL, "ink", rest.w * 0.6, bold=True)
    if left(look):
        still = "left in the deck:" if look.over else "still in the deck:"
        paper.text(rest.x + wide + 8, rest.y + 10, still, SMALL, "mute", rest.w - wide - 8)
    places = _deck(look, rest.w).at(rest.x, rest.y + 16)
    with paper.piece("deck", rest.part(0, 15, h=_deck(look, rest.w).height + 1), count=len(left(look))):
        if not left(look):
            paper.text(rest.x, rest.y + 28, "nothing left in the deck", SMALL, "mute", rest.w)
        for card, place in zip(left(look), places, strict=True):
            _small(paper, card, place)


def _card(paper: Paper, card: str, box: Box, now: bool) -> None:
    kind, _, name = card.partition("-")
    under = kind == "underground"
    paper.rect(box.inset(1), "now" if now else "under" if under else "street", 4)
    size = 21.0
    place = Box(box.x + (box.w - size) / 2, box.y + 6, size, size)
    with paper.icon(place):
        symbol(paper, place, name, "asked" if now else "stop", 1.3)
    if under:
        _tunnel(paper, Box(box.x + 8, box.y + 33, box.w - 16, 11), 1.6)
    else:
        _street(paper, Box(box.x + 8, box.y + 34, box.w - 16, 8), 1.6)


def _tunnel(paper: Paper, box: Box, width: float) -> None:
    """The sign of an underground card."""
    paper.raw(f'<g stroke-width="{width}">')
    paper.path("sign", "M", box.x, box.bottom, f"A {number(box.w / 2)} {number(box.h)} 0 0 1", box.right, box.bottom)
    paper.raw("</g>")


def _street(paper: Paper, box: Box, width: float) -> None:
    """The sign of a street card."""
    paper.raw(f'<g stroke-width="{width}">')
    paper.path("sign", "M", box.x, box.bottom, "H", box.right)
    paper.raw("</g>")


def _small(paper: Paper, card: str, box: Box) -> None:
    """A card of the deck: nobody knows when it will come."""
    kind, _, name = card.partition("-")
    with paper.icon(box):
        paper.rect(box.inset(0.5), "under" if kind == "underground" else "street", 3)
        size = 11.0
        symbol(paper, Box(box.x + (box.w - size) / 2, box.y + 3, size, size), name, "stop", 0.9)
        under = Box(box.x + 6, box.bottom - 6, box.w - 12, 4)
        (_tunnel if kind == "underground" else _street)(paper, under, 1.1)


# -- The modules


def _chips(look: Look, width: float) -> Flow:
    widest = [(30 if sort == "power" else 19) + width_of(words, SMALL) for _, sort, words in modules(look)]
    return even(len(widest), min(width, max(widest) + 20), 22, width, GAP)


def modules_title(look: Look) -> str:
    kit = look.kit
    names = [
        *(["Objectives"] if look.table.setup.objectives else []),
        *(["Special stations"] if kit.has_specials else []),
        *(["Pencil powers"] if kit.has_powers else []),
    ]
    return "  ·  ".join(names)


def modules(look: Look) -> Iterator[tuple[str, str, str]]:
    """For each card its piece, the sort of thing it is, and what it says."""
    for id in look.table.setup.objectives:
        yield f"objective:{id}", "objective", f"{look.kit.objective_cards[id].title}: {POINTS}"
    for number_, (shape, effect) in enumerate(look.table.specials):
        yield f"special:{number_ + 1}", shape, f"round {number_ + 1}: {effect_name(effect).removeprefix('the ')}"
    for colour, power in zip(look.kit.sheet.colours, look.table.setup.powers, strict=False):
        yield f"power:{colour}", "power", POWERS[power][0].removeprefix("the ")


def modules_height(look: Look, width: float) -> float:
    return _chips(look, width).height


def draw_modules(paper: Paper, look: Look, box: Box) -> None:
    found = [*modules(look)]
    for (name, sort, words), place in zip(found, _chips(look, box.w).at(box.x, box.y), strict=True):
        with paper.piece(name, place):
            now = name == f"special:{look.table.round + 1}" and not look.over
            paper.rect(place.inset(0.5), "now" if now else "card", 3)
            icon = Box(place.x + 6, place.y + 4, 14, 14)
            if sort == "power":
                colour = look.kit.colour_index[name.partition(":")[2]]
                icon = Box(place.x + 6, place.y + 4.5, 25, 13)
                block.code(paper, look.pencils[colour], look.codes[colour], colour, icon)
            elif sort == "objective":
                with paper.icon(icon):
                    symbol(paper, icon, JOKER, "asked", 1)
            else:
                with paper.icon(icon):
                    symbol(paper, icon, sort, "asked" if now else "stop", 1.1)
            paper.text(icon.right + 5, place.y + 15, words, SMALL, "ink", place.right - icon.right - 9)
