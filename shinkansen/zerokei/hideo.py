"""Hideo, the solo opponent: what he does, by rule (chapter 12).

He is a seat at the table that never decides. His steps are happenings of the move, or of the preparation of a round,
that triggers them. He never pays; instead of yen he receives victory points (`Draft.pay`). Only his action board says
what he does, so events and the carriages of his train do not affect him.
"""

from __future__ import annotations

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.draft import Draft
from shinkansen.zerokei.table import COLOUR_INDEX, COLOURS, EMPTY, FACE_DOWN, NOBODY


def claim(draft: Draft) -> None:
    """He takes the middle carriage of the row, or else the nearest (12.4.1, 12.4.2), and its counters advance."""
    middle = draft.kit.row // 2  # not of the present row: a player who took no carriage has a token at its end
    slot = middle if draft.claims[middle] == NOBODY else draft.claims.index(NOBODY)
    carriage = draft.row[slot]
    draft.claim(draft.kit.hideo, carriage, "12.4.1" if slot == middle else "12.4.2")
    for icon in draft.kit.carriages[carriage].counters:
        order = draft.counters.order
        shown = sorted((COLOUR_INDEX[colour] for colour in icon), key=order.index)
        draft.advance(shown[0] if draft.kit.law.hideo_icon_picks_the_last else shown[-1], "12.4.3")


def take_turn(draft: Draft, carriage: str) -> None:
    """His turn in phase 3: the carriage, the token, the column of the year."""
    kit = draft.kit
    draft.join(kit.hideo, carriage, "12.5.1")
    _place(draft)
    for cell in kit.columns[draft.round]:
        _activate(draft, cell)


def _place(draft: Draft) -> None:
    """His token goes on the first free space, and he gets the reward (12.5.3, 12.5.4)."""
    kit, hideo = draft.kit, draft.kit.hideo
    space = draft.tile.index(NOBODY)
    draft.place(hideo, space + 1, "12.5.3")
    reward = kit.rewards[space]
    draft.pay(NOBODY, hideo, reward.yen, "12.2.2")
    draft.score(hideo, reward.vp, "12.2.2")
    if kit.law.hideo_advances_the_last:
        for _ in range(reward.advance):
            draft.advance(draft.counters.order[0], "12.5.4")


def _activate(draft: Draft, cell: int) -> None:
    """One cell of his column: reveal what is face down, then act there (12.6.1 to 12.6.5)."""
    token = draft.board[cell]
    if token == FACE_DOWN:
        token = draft.reveal(cell)
    if token == EMPTY:
        return
    if token in draft.kit.closed_tokens:
        draft.set_cell(cell, EMPTY)
        _close(draft, draft.kit.closed_tokens[token])
    else:
        _act(draft, draft.kit.city_index[token], draft.kit.edition.hideo.cells[cell].row)


def _close(draft: Draft, venue: int) -> None:
    """A closed token: his cauldrons go on its venue and score, and the venue is closed to you (12.6.5 to 12.6.8)."""
    hideo = draft.kit.hideo
    worth = _worth(draft, venue)
    for _ in range(draft.kit.edition.hideo.closed_cauldrons):
        if _place_cauldron(draft, venue, "12.6.5"):
            draft.score(hideo, worth, "12.6.8")
    draft.close(venue)


def _worth(draft: Draft, venue: int) -> int:
    """What a cauldron of a closed token scores: as in that venue's margin or, under one reading, the best margin."""
    margins = draft.kit.edition.hideo.margins
    own = [margin.vp for margin in margins if margin.venue == venue + 1]
    if draft.kit.law.closed_third_venue_scores:
        return max(margin.vp for margin in margins if margin.venue)
    return own[0] if own else 0


def _act(draft: Draft, city: int, row: int) -> None:
    """Prepare, else build, else lay, else the margin (12.7 to 12.7.6)."""
    kit, hideo = draft.kit, draft.kit.hideo
    bit = 1 << city
    colours = [colour for colour in range(len(COLOURS)) if draft.colour_bits >> colour & 1]
    if not draft.prepared_bits & bit:
        draft.prepare(hideo, city, "12.7.1")
        draft.score(hideo, kit.ground_vp[city], "12.7.4")
    elif not draft.station_bits & bit and colours:
        rows = kit.edition.board.station_rows
        worth = {colour: rows[draft.station_colours.count(colour)] for colour in colours}
        # Of those that score most, the one whose counter is furthest (12.7.2).
        colour = max(colours, key=lambda colour: (worth[colour], draft.counters.order.index(colour)))
        draft.build(hideo, city, colour, "12.7.2")
        draft.score(hideo, worth[colour], "12.7.4")
    elif not draft.track_bits & bit and draft.seats[hideo].tracks:
        (space,) = kit.event_spaces[draft.events[draft.round]]
        draft.lay(hideo, city, hideo, "12.7.3")
        draft.score(hideo, kit.edition.track_spaces[space].vp, "12.7.4")
    else:
        if draft.told is not None:
            draft.told.append(h.MarginUsed(kit.city_ids[city], "12.7.6"))
        _margin(draft, row)


MARGIN_CLAUSES = ("12.7.7", "12.7.8", "12.7.9", "12.7.10")


def _margin(draft: Draft, row: int) -> None:
    """The action in the margin of a row."""
    hideo = draft.kit.hideo
    margin = draft.kit.edition.hideo.margins[row - 1]
    clause = MARGIN_CLAUSES[min(row, len(MARGIN_CLAUSES)) - 1]
    if not margin.venue or _place_cauldron(draft, margin.venue - 1, clause):
        draft.score(hideo, margin.vp, clause)


def _place_cauldron(draft: Draft, venue: int, clause: str) -> bool:
    """He places a cauldron if he has one left; whether he scores for it."""
    if not draft.seats[draft.kit.hideo].cauldrons:
        return draft.kit.law.hideo_scores_without_cauldrons
    draft.place_cauldron(draft.kit.hideo, venue, clause)
    return True
