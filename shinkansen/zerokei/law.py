"""The law: how the doubtful rules are read, as plain values the engine obeys.

A ruling is a question about the text with lettered answers (`rulings.toml`); the law is what one set of answers means
for the engine. This module is the only one that reads rulings, each in one place; and each field of the law is read in
one function of the engine. Tests on the syntax tree enforce both. The defaults are the readings we prefer.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from shinkansen.zerokei.rulings import Rulings


@frozen
class Law:
    """One reading of the rulebook."""

    # -- station value counters
    stuck_counter_may_be_chosen: bool = True
    """Where a player chooses which counter advances, it may be one that cannot move any further (5.C.6)."""

    # -- buying carriages
    nothing_affordable: Literal["cheapest", "any", "skip"] = "cheapest"
    """A player who cannot pay for any carriage of the row takes the cheapest (on ties, the nearest the tile) or any,
    pays all yen, then victory points down to zero, and is forgiven the rest; or takes none and acts last (5.B.7)."""
    second_icon_may_repeat_colour: bool = True
    """The second icon may advance the colour that the first has just advanced (5.C.2)."""

    # -- turn order rewards
    twice_needs_two_counters: bool = True
    """A doubled reward on space 1 advances two different counters; otherwise only one is advanced (8.7.1)."""

    # -- prices
    engine_may_idle: bool = False
    """An engine may be paid for without an action being taken (7.6.3)."""
    cheap_engine_when_repeated: bool = True
    """The ability that makes engines cheap also counts when an engine is repeated (7.17.3, 8.5)."""
    ground_discount_after_ability: bool = True
    """The ability sets the price of preparing ground and a discount is taken off that; otherwise the ability's price
    is final (8.4)."""
    station_discount_after_ability: bool = True
    """The same for building a station (8.1)."""
    lay_discount_after_ability: bool = True
    """A discount also applies to a space of the track cost marker that was chosen by an ability (8.2)."""
    discount_for_borrowed_track: bool = True
    """A player who lays another's track pays the owner the discounted cost; otherwise the full cost (7.11.5)."""

    # -- actions
    lay_needs_prepared_ground: bool = False
    """Track may be laid only where the ground has been prepared (7.11.1)."""
    own_track_first: bool = True
    """Another's track may be used only by a player without tracks (7.11.5)."""
    venue_effect_optional: bool = True
    """The effect of a venue may be declined; otherwise it is applied as far as possible (7.16.2)."""
    venue_twice_all_or_nothing: bool = False
    """A player who gets a venue's reward twice may not take it only once (8.3)."""
    bought_card_works_at_once: bool = True
    """The action of a carriage bought during the actions can be used in the same turn (3.6.1, 7.15.3)."""
    repeat_may_change_action: bool = True
    """A repeated engine or event may be used for another of its actions (7.17.1)."""
    event_repeat_may_change_action: bool = True
    """So may an engine that is repeated by the blue event (9.8)."""
    event_repeats_this_turn_only: bool = True
    """The event that repeats a train card repeats one used this turn; otherwise one used at any time (9.8, 9.8.2)."""
    token_on_carriage_only: bool = True
    """A bought Olympic token goes on a carriage; otherwise on any card of the train (9.10)."""

    # -- the end of a round
    effect_in_last_round: bool = True
    """The end-of-round effect of the last round is applied (10.1, 10.3)."""
    reward_again_for_all: bool = True
    """Everybody gets the reward again; otherwise only those with the ability that doubles it (9.4)."""
    reward_again_bars_first_counter: bool = False
    """The counter advanced at placement may not be advanced again by that event (9.4.2)."""
    rank_ties_by_row: bool = False
    """Level scores are ranked by the order in which players took their turns this round, which was that of the row;
    otherwise by the turn order tile as it then is (9.6.1)."""
    end_decisions_by_row: bool = False
    """Decisions at the end of a round are taken in that order; otherwise by the tile (9.7, 10.1)."""
    losing_vp_needs_them: bool = True
    """A player with too few victory points cannot sell them (9.2)."""
    end_purchase_in_yen_only: bool = True
    """The purchase at the end of a round is paid in yen; otherwise as in phase 2 (9.7)."""
    score_may_go_below_zero: bool = True
    """Scoring a city without track at the end of a round may take the marker below zero (9.14)."""

    # -- solo
    hideo_advances_the_last: bool = True
    """On space 1 Hideo advances the least advanced counter; otherwise the one on the last space, so none (12.5.4)."""
    hideo_icon_picks_the_last: bool = True
    """Of an icon's two colours Hideo advances the less advanced; otherwise the more advanced (12.4.3)."""
    closed_third_venue_scores: bool = False
    """The two cauldrons of a closed token on the third venue score 2 each, as on the others (12.6.8)."""
    hideo_takes_a_rank: bool = True
    """Hideo's marker takes a place in the yen by rank; otherwise you are alone and first (9.6)."""
    hideo_scores_without_cauldrons: bool = False
    """Where Hideo has too few cauldrons, he scores the victory points of those missing all the same (12.7.7)."""
    hideo_connects_without_track: bool = True
    """Hideo's connected cities need no laid track (12.9.4)."""
    hideo_tie_break: bool = True
    """Cauldrons left decide a tie with Hideo; otherwise the victory is shared (12.11.3)."""

    # -- final scoring
    token_counts_again: bool = False
    """A token for a city that its carriage shows already counts once more (9.10.1, 11.3.5)."""
    empty_venue_scores_nobody: bool = True
    """At a venue without cauldrons nobody has the majority; otherwise all tie at zero (11.4.1)."""
    foreign_city: Literal["ends", "passed over", "passed over without track"] = "ends"
    """A foreign city in between ends a connection; or it is passed over if it has track; or even without (11.5.1)."""
    returning_number_ends: bool = True
    """A number of the connection that comes back after a higher one ends it; otherwise it is left out (11.5.5)."""
    card_cities: Literal["rising", "any", "any order"] = "rising"
    """A card with several cities is read with all of them, rising; or with any of them, rising; or with all of them in
    the order that serves best (11.5.1)."""

    @property
    def track_follows_ground(self) -> bool:
        """Whether every city with track has prepared ground, in any game."""
        return self.lay_needs_prepared_ground


_FOREIGN_CITIES: dict[str, Literal["ends", "passed over", "passed over without track"]] = {
    "a": "ends",
    "b": "passed over without track",  # withdrawn: a city without track interrupts every sequence (11.5.2)
    "c": "passed over",
}


def law_of(rulings: Rulings) -> Law:
    """What a set of rulings means."""
    return Law(
        stuck_counter_may_be_chosen=rulings.stuck_counter == "a",
        nothing_affordable={"a": "cheapest", "b": "any", "c": "skip"}[rulings.nothing_affordable],  # type: ignore[arg-type]
        second_icon_may_repeat_colour=rulings.second_icon == "a",
        twice_needs_two_counters=rulings.twice_on_space_one == "a",
        engine_may_idle=rulings.engine_without_action == "b",
        cheap_engine_when_repeated=rulings.cheap_engine_repeated == "a",
        ground_discount_after_ability=rulings.discount_with_ability == "a",
        station_discount_after_ability=rulings.build_discount == "a",
        lay_discount_after_ability=rulings.lay_discount == "a",
        discount_for_borrowed_track=rulings.borrowed_track_price == "a",
        lay_needs_prepared_ground=rulings.track_needs_ground == "b",
        own_track_first=rulings.own_track_first == "a",
        venue_effect_optional=rulings.venue_effect == "a",
        venue_twice_all_or_nothing=rulings.venue_twice == "b",
        bought_card_works_at_once=rulings.bought_card == "a",
        repeat_may_change_action=rulings.repeat_action == "a",
        event_repeat_may_change_action=rulings.event_repeat_action == "a",
        event_repeats_this_turn_only=rulings.event_repeat == "a",
        token_on_carriage_only=rulings.token_place == "a",
        effect_in_last_round=rulings.round5_effect == "a",
        reward_again_for_all=rulings.reward_again == "a",
        reward_again_bars_first_counter=rulings.reward_again_counter == "b",
        rank_ties_by_row=rulings.yen_by_rank == "b",
        end_decisions_by_row=rulings.end_order == "b",
        losing_vp_needs_them=rulings.selling_vp == "a",
        end_purchase_in_yen_only=rulings.end_purchase == "a",
        score_may_go_below_zero=rulings.score_below_zero == "a",
        hideo_advances_the_last=rulings.hideo_space_one == "a",
        hideo_icon_picks_the_last=rulings.hideo_icon == "a",
        closed_third_venue_scores=rulings.hideo_closed_third == "b",
        hideo_takes_a_rank=rulings.hideo_rank == "a",
        hideo_scores_without_cauldrons=rulings.hideo_cauldrons == "b",
        hideo_connects_without_track=rulings.hideo_connection == "a",
        hideo_tie_break=rulings.hideo_tie == "a",
        token_counts_again=rulings.token_same_city == "b",
        empty_venue_scores_nobody=rulings.empty_venue == "a",
        foreign_city=_FOREIGN_CITIES[rulings.connection_gap],
        returning_number_ends=rulings.connection_return == "a",
        card_cities={"a": "rising", "b": "any", "c": "any order"}[rulings.connection_card],  # type: ignore[arg-type]
    )
