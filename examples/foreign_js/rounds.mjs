// What happens by itself after a move, up to the next decision: the next to choose, buy, place or act, the end of a
// turn and of a round, the preparation of the next, the end of the game.

import { currentEvent, mover } from "./table.mjs";
import { receiveReward } from "./effects.mjs";
import { giveHideoAnEngine, hideoActs, hideoBuys, hideoCashesIn, hideoGetsNothing, hideoYen, isHideo } from "./hideo.mjs";

export function proceed(game) {
  const { table } = game;
  switch (table.phase) {
    case "engine":
      return nextEngine(game);
    case "buy":
      return nextBuyer(game);
    case "place": // 6.C.1
      table.phase = "act";
      table.actions = currentEvent(game).actions;
      return endTurnIfDone(game);
    case "act":
      return endTurnIfDone(game);
    case "end":
      return nextAsked(game, table.tile.indexOf(table.to_move) + 1);
  }
}

// 2.H.2: from the last of the turn order to the first.
function nextEngine(game) {
  const { table } = game;
  giveHideoAnEngine(game);
  const next = seatsInOrder(table).reverse().find((seat) => table.seats[seat].engine === null);
  if (next !== undefined) {
    table.to_move = next;
    return;
  }
  table.engines = []; // 2.N, unused_engine
  startRound(game);
}

// Phase 1.
function startRound(game) {
  const { table, ed } = game;
  const held = hideoYen(game);
  for (const venue of table.venues) {
    venue.cauldrons.forEach((count, seat) => (table.seats[seat].yen += count * ed.figures.cauldron_income)); // 4.C
  }
  hideoCashesIn(game, held);
  table.row = game.deck.slice(0, ed.rowSize).map((carriage) => ({ carriage, claim: null })); // 4.D.1, 4.D.2
  game.deck = game.deck.slice(ed.rowSize);
  table.phase = "buy";
  nextBuyer(game);
}

// Phase 2: the tokens still on the tile are those who have not bought (5.1, 5.1.1).
function nextBuyer(game) {
  const { table } = game;
  if (isHideo(game, seatsInOrder(table)[0])) hideoBuys(game);
  const [next] = seatsInOrder(table);
  if (next !== undefined) {
    table.to_move = next;
    return;
  }
  const left = table.row.filter((place) => place.claim === null).map((place) => place.carriage);
  table.discard = [...table.discard, ...left].sort(); // 5.D.1
  table.row = table.row.filter((place) => place.claim !== null);
  nextTurn(game);
}

// Phase 3, A: the token nearest the tile (6.1); the carriage joins the train (6.A.1, 6.A.2).
function nextTurn(game) {
  const { table } = game;
  if (table.row.length === 0) return endRound(game);
  const { carriage, claim } = table.row.shift();
  table.to_move = claim;
  table.phase = "place";
  mover(game).train.push(carriage);
  if (!isHideo(game, claim)) return;
  hideoActs(game); // 12.11.1
  nextTurn(game);
}

// A turn ends when no action is left and nothing is owed; finish gives the actions away first.
function endTurnIfDone(game) {
  const { table } = game;
  if (table.actions > 0 || table.pending.length > 0) return;
  table.actions = 0;
  table.used = []; // 6.C.4
  nextTurn(game);
}

// 10.1: the effect of the current event, in the fifth round too (round5_effect). Who has nothing to choose gets theirs now.
function endRound(game) {
  const { table, ed } = game;
  const order = seatsInOrder(table);
  const held = hideoYen(game);
  table.phase = "end";
  switch (currentEvent(game).effect) {
    case "yen-for-all": // 9.3
      for (const seat of table.seats) seat.yen += ed.figures.yen_for_all;
      hideoGetsNothing(game, held);
      return endOfYear(game);
    case "yen-by-rank": { // 9.6, 9.6.1: places by score, ties by the tile (sort is stable)
      const ranked = [...order].sort((a, b) => table.seats[b].vp - table.seats[a].vp);
      ranked.forEach((seat, place) => (table.seats[seat].yen += ed.figures.yen_by_rank[place] ?? 0));
      hideoGetsNothing(game, held); // but he has his place (hideo_rank)
      return endOfYear(game);
    }
    case "reward-again": // 9.4: who is on an advancing space is asked, see advance-again
    case "lose-vp-for-yen":
    case "buy-at-end":
    case "score-a-city":
      return nextAsked(game, 0);
    default:
      return endOfYear(game);
  }
}

// end_order: everybody is asked by the tile, from this space (counted from 0) on, also who can only decline; a reward
// that advances nothing is not asked about but given when it comes to its seat.
function nextAsked(game, from) {
  const { table, ed } = game;
  const again = currentEvent(game).effect === "reward-again";
  for (let place = from; place < table.tile.length; place += 1) {
    const seat = table.tile[place];
    if (seat === null) continue;
    if (isHideo(game, seat)) continue; // 12.8
    table.to_move = seat;
    if (!again || ed.tile[place].advance > 0) return;
    receiveReward(game, seat, place + 1, []);
  }
  endOfYear(game);
}

// 10.2, 10.3, 4.A
function endOfYear(game) {
  const { table, ed } = game;
  if (table.round >= ed.rounds) {
    table.phase = "over";
    table.to_move = null;
    return;
  }
  table.round += 1;
  startRound(game);
}

function seatsInOrder(table) {
  return table.tile.filter((seat) => seat !== null);
}
