// What a move does to the table. The functions here change the game they are given; play() in game.mjs copies first.

import { advanceCounter, inLineOrder, mover, owed } from "./table.mjs";
import { carriagePrice, hasAbility, rewardTimes, stationRow } from "./prices.mjs";
import { spaceOf } from "./candidates.mjs";
import { cityValue, cardsWithCity } from "./scoring.mjs";

// A card use: cost, then effect, then what it leaves owed.
export function useCard(game, offer, move, cost) {
  const { table } = game;
  const me = mover(game);
  if (offer.from === "fresh") {
    table.actions -= 1; // 6.C.4
    table.used = [...table.used, move.card].sort();
  } else {
    table.pending.pop();
  }
  me.yen -= cost.total;
  if (offer.feeTo !== null) table.seats[offer.feeTo].yen += offer.fee; // 7.6.2
  if (cost.priceTo !== null) table.seats[cost.priceTo].yen += cost.price; // 7.11.5
  if (offer.then !== null) table.pending.push({ owed: offer.then });
  actionEffects[move.move](game, move);
}

const actionEffects = {
  income(game, move) {
    // 7.8, 8.6
    const { income_yen, rich_tail_yen } = game.ed.figures;
    const rich = move.card === "tail" && hasAbility(game, game.table.to_move, "rich-tail");
    mover(game).yen += rich ? rich_tail_yen : income_yen;
    advanceCounter(game, move.advance);
  },
  "get-yen"(game) {
    mover(game).yen += game.ed.figures.get_yen; // 9.18
  },
  prepare(game, move) {
    // 7.9.3, 7.9.4
    game.table.prepared = inLineOrder(game.ed, [...game.table.prepared, move.city]);
    mover(game).tracks += 1;
    mover(game).vp += game.ed.city.get(move.city).ground_vp;
  },
  lay(game, move) {
    // 7.11.3 to 7.11.5
    game.table.seats[move.track_of].tracks -= 1;
    game.table.tracked = inLineOrder(game.ed, [...game.table.tracked, move.city]);
    mover(game).vp += game.ed.trackSpace.get(move.space).vp;
  },
  build(game, move) {
    // 7.13.4, 8.1.1
    const more = hasAbility(game, game.table.to_move, "cheap-build") ? game.ed.figures.cheap_build_vp : 0;
    mover(game).vp += stationRow(game, move.colour) + more;
    game.table.stations[move.city] = move.colour;
  },
  buy(game, move) {
    // 7.15.3 to 7.15.5
    const me = mover(game);
    takeFromDiscard(game, move);
    if (me.train.includes(move.card)) me.spent = [...me.spent, move.card].sort();
  },
  participate(game, move) {
    // 7.16.1 to 7.16.5
    const me = mover(game);
    const venue = game.ed.venues[move.venue - 1];
    me.cauldrons -= 1;
    game.table.venues[move.venue - 1].cauldrons[game.table.to_move] += 1;
    me.vp += venue.vp * move.times;
    me.yen += venue.yen * move.times;
    if (venue.moves * move.times > 0) game.table.pending.push({ moving: venue.moves * move.times });
  },
  advance(game, move) {
    advanceCounter(game, move.colour); // 9.1
  },
  "take-token"(game, move) {
    // 9.10
    const me = mover(game);
    game.table.tokens = game.table.tokens.filter((city) => city !== move.city);
    me.tokens = [...me.tokens, [move.on, move.city]].sort(comparePairs);
  },
  repeat(game, move) {
    game.table.pending.push({ again: move.again }); // 7.17.1, 9.8
  },
};

// Moves that use no card.
export const plainEffects = {
  "choose-engine"(game, move) {
    // 2.H.2
    game.table.engines = game.table.engines.filter((id) => id !== move.engine);
    mover(game).engine = move.engine;
  },
  claim(game, move) {
    // 5.A.2 to 5.C.2, shortfall_only; who can pay nothing pays what there is (nothing_affordable)
    const { table } = game;
    const me = mover(game);
    const price = carriagePrice(game, move.carriage);
    const yen = Math.min(price, me.yen);
    me.yen -= yen;
    me.vp -= Math.min(price - yen, Math.max(0, me.vp));
    table.tile[table.tile.indexOf(table.to_move)] = null;
    table.row.find((place) => place.carriage === move.carriage).claim = table.to_move;
    for (const colour of move.advance) advanceCounter(game, colour);
  },
  place(game, move) {
    // 6.B.1, 6.B.2
    game.table.tile[move.space - 1] = game.table.to_move;
    receiveReward(game, game.table.to_move, move.space, move.advance);
  },
  relocate(game, move) {
    // 7.16.5; tokens name their carriage, so they go along (7.16.7)
    const me = mover(game);
    me.train = me.train.filter((id) => id !== move.carriage);
    me.train.splice(move.to - 1, 0, move.carriage);
    const due = owed(game.table);
    due.moving -= 1;
    if (due.moving <= 0) game.table.pending.pop();
  },
  finish(game) {
    // 7.2, 7.2.2
    mover(game).yen += game.table.actions * game.ed.figures.unused_action_yen;
    game.table.actions = 0;
  },
  "lose-vp"(game) {
    // 9.2
    mover(game).vp -= game.ed.figures.lose_vp_vp;
    mover(game).yen += game.ed.figures.lose_vp_yen;
  },
  "advance-again"(game, move) {
    receiveReward(game, game.table.to_move, spaceOf(game.table), move.advance); // 9.4, 9.4.1
  },
  "buy-at-end"(game, move) {
    // 9.7, 9.7.1, end_purchase
    mover(game).yen -= carriagePrice(game, move.carriage);
    takeFromDiscard(game, move);
  },
  "score-city"(game, move) {
    // 9.14, 9.14.1, score_below_zero
    const me = mover(game);
    me.vp += cardsWithCity(game, me, move.city) * cityValue(game, move.city);
  },
  decline() {},
};

// 6.B.3 to 6.B.6, 8.7
export function receiveReward(game, seat, space, advance) {
  const reward = game.ed.tile[space - 1];
  const times = rewardTimes(game, seat);
  game.table.seats[seat].yen += reward.yen * times;
  game.table.seats[seat].vp += reward.vp * times;
  for (const colour of advance) advanceCounter(game, colour);
}

function takeFromDiscard(game, move) {
  game.table.discard = game.table.discard.filter((id) => id !== move.carriage);
  mover(game).train.push(move.carriage); // 7.15.3
  for (const colour of move.advance) advanceCounter(game, colour); // 7.15.4
}

function comparePairs(a, b) {
  const [left, right] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]];
  return left < right ? -1 : left > right ? 1 : 0;
}
