"""The law: how the doubtful rules are read, as plain values the engine obeys.

A ruling is a question about the text with lettered answers; the law is what one set of answers means for the engine.
Each field is read in exactly one place of the engine. The defaults are the recommended readings. The letters in the
comments (C, D, F, G) number the differences between the languages and the ambiguities in the project's list of facts.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Law:
    """One reading of the rulebook."""

    # -- buying carriages
    nothing_affordable_takes_cheapest: bool = True
    """D-9, G-6 (clause 5.B.7): who can pay no carriage takes the cheapest, nearest the tile on ties, pays all yen, then
    victory points down to zero, and is forgiven the rest. Otherwise any carriage may be taken on those terms."""
    second_icon_may_repeat_colour: bool = True
    """D-11 (5.C.2): the second icon may advance the colour that the first has just advanced."""

    # -- turn order rewards
    twice_needs_two_counters: bool = True
    """C-7 (8.7.1): a doubled reward on space 1 advances two different counters. Otherwise only one is advanced."""

    # -- prices
    discount_after_ability: bool = True
    """D-18 (7.10, 8.1, 8.4): an ability sets the price and a discount is taken off that. Otherwise the ability's
    price is final."""
    discount_for_borrowed_track: bool = True
    """D-24 (7.11.5): who lays another's track pays the owner the discounted cost. Otherwise the full cost."""

    # -- actions
    lay_needs_prepared_ground: bool = False
    """D-22 (7.11.1): track may be laid where the ground has not been prepared."""
    own_track_first: bool = True
    """D-23 (7.11.5): another's track may be used only by a player without tracks."""
    venue_effect_optional: bool = True
    """C-1, D-30 (7.16.2): the effect of a venue may be declined."""
    venue_twice_all_or_nothing: bool = False
    """D-31, G-8 (8.3): who gets a venue's reward twice may also take it once."""
    bought_card_works_at_once: bool = True
    """D-34 (3.6.1, 7.15.3): a carriage bought during the actions can be used in the same turn."""
    repeat_may_change_action: bool = True
    """C-12, D-39 (7.17.1): a repeated engine or event may be used for another of its actions."""
    token_on_carriage_only: bool = True
    """C-6 (9.10): a bought Olympic token goes on a carriage. Otherwise on any card of the train."""

    # -- the end of a round
    effect_in_last_round: bool = True
    """D-6 (10.1, 10.3): the end-of-round effect of the last round is applied."""
    reward_again_for_all: bool = True
    """C-2 (9.4): everybody gets the reward again. Otherwise only those with the ability that doubles it."""
    reward_again_bars_first_counter: bool = False
    """F-7, G-10 (9.4.2): the counter advanced at placement may be advanced again by this event."""
    losing_vp_needs_them: bool = True
    """D-43 (9.2): who has too few victory points cannot sell them."""

    # -- final scoring
    empty_venue_scores_nobody: bool = True
    """D-48 (11.4.1): at a venue without cauldrons nobody has the majority. Otherwise all tie at zero."""
    connection_is_contiguous: bool = True
    """D-49 (11.5.1): a foreign city in between ends a run. Otherwise it is passed over."""
    all_cities_of_a_card_connect: bool = True
    """D-47, G-2 (11.5.1): a card with several cities is read with all of them, rising. Otherwise it may stand for any
    one of them or more, in rising order."""


RECOMMENDED = Law()
"""The reading we recommend."""
