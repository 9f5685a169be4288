"""Cards: what each card offers its user, and the abilities as bits. Tables only; no card is played here."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from shinkansen.zerokei.edition import Ability, Action, Edition, Effect

# Kinds of work a card can offer; each is one kind of move.
INCOME: Final = "income"
YEN: Final = "get-yen"
PREPARE: Final = "prepare"
LAY: Final = "lay"
BUILD: Final = "build"
BUY: Final = "buy"
PARTICIPATE: Final = "participate"
ADVANCE: Final = "advance"
TOKEN: Final = "take-token"
REPEAT: Final = "repeat"
IDLE: Final = "idle"

BIT: Final = {ability: 1 << index for index, ability in enumerate(Ability)}
CHEAP_BUILD: Final = BIT[Ability.CHEAP_BUILD]
ANY_TRACK_SPACE: Final = BIT[Ability.ANY_TRACK_SPACE]
TWICE_AT_VENUE: Final = BIT[Ability.TWICE_AT_VENUE]
CHEAP_PREPARE: Final = BIT[Ability.CHEAP_PREPARE]
CHEAP_ENGINE: Final = BIT[Ability.CHEAP_ENGINE]
RICH_TAIL: Final = BIT[Ability.RICH_TAIL]
TWICE_TURN_ORDER: Final = BIT[Ability.TWICE_TURN_ORDER]


@frozen
class Offer:
    """What a card lets its user do: a kind of work, its discount, a fee, and what must follow."""

    work: str
    clause: str
    discount: int = 0
    fee: int = 0
    fee_clause: str = ""
    then: str = ""
    engine: bool = False
    """Whether it is the offer of an engine, which has a price for using it."""


def action_offers(edition: Edition) -> dict[Action, Offer]:
    """What each action of train cards means."""
    fee = edition.figures.repeat_fee
    return {
        Action.INCOME: Offer(INCOME, "7.8"),
        Action.PREPARE: Offer(PREPARE, "7.9.1"),
        Action.PREPARE_1: Offer(PREPARE, "7.10", discount=1),
        Action.LAY: Offer(LAY, "7.11.1"),
        Action.LAY_1: Offer(LAY, "7.12", discount=1),
        Action.BUILD: Offer(BUILD, "7.13.3"),
        Action.BUILD_1: Offer(BUILD, "7.14", discount=1),
        Action.BUY: Offer(BUY, "7.15.1"),
        Action.PARTICIPATE: Offer(PARTICIPATE, "7.16.1"),
        Action.REPEAT: Offer(REPEAT, "7.17.1", fee=fee, fee_clause="7.17.1"),
    }


def effect_offers(edition: Edition) -> dict[Effect, tuple[Offer, ...]]:
    """What each event offers as an action; the effects at the end of a round offer none."""
    f = edition.figures

    def both(first: str, second: str, clause: str, fee: int = 0) -> tuple[Offer, ...]:
        return (
            Offer(first, clause, fee=fee, fee_clause=clause, then=second),
            Offer(second, clause, fee=fee, fee_clause=clause, then=first),
        )

    return {
        Effect.PARTICIPATE_AND_ADVANCE: both(PARTICIPATE, ADVANCE, "9.1"),
        Effect.PREPARE_LAY_OR_BUILD: (Offer(PREPARE, "9.5"), Offer(LAY, "9.5"), Offer(BUILD, "9.5")),
        Effect.REPEAT_TRAIN_CARD: (Offer(REPEAT, "9.8"),),
        Effect.PREPARE_AND_LAY: both(PREPARE, LAY, "9.9", f.prepare_and_lay_fee),
        Effect.OLYMPIC_TOKEN: (Offer(TOKEN, "9.10", fee=f.olympic_token_fee, fee_clause="9.10"),),
        Effect.LAY_2: (Offer(LAY, "9.11", discount=f.lay_2_discount),),
        Effect.PREPARE_AND_BUILD: both(PREPARE, BUILD, "9.12", f.prepare_and_build_fee),
        Effect.PARTICIPATE: (Offer(PARTICIPATE, "9.13"),),
        Effect.BUILD: (Offer(BUILD, "9.15"),),
        Effect.PREPARE: (Offer(PREPARE, "9.16"),),
        Effect.LAY: (Offer(LAY, "9.17"),),
        Effect.GET_YEN: (Offer(YEN, "9.18"),),
    }
