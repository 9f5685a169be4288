// Moves worth asking about: every target a kind of move could have at this table. Candidates are a superset of the
// legal moves; rules.mjs decides. Keeping the two apart lets the selftest find a candidate that was forgotten.

import { COLOURS } from "./edition.mjs";
import { cardsInReach } from "./offers.mjs";
import { citiesOnCard, currentEvent, mover, owed } from "./table.mjs";
import { rewardTimes, trackLetters, venueTimes } from "./prices.mjs";

// The moves by which one offer could be taken.
export function* offerCandidates(game, offer) {
  const { ed, table } = game;
  const me = mover(game);
  const { kind: move, card } = offer; // written out below: spreading a base object is several times slower
  switch (offer.kind) {
    case "income":
      for (const colour of COLOURS) yield { move, card, advance: colour };
      break;
    case "get-yen":
      yield { move, card };
      break;
    case "prepare":
      for (const city of ed.cityIds) if (!table.prepared.includes(city)) yield { move, card, city };
      break;
    case "lay": {
      const letters = trackLetters(game, table.to_move);
      const owners = table.seats.flatMap((seat, index) => (seat.tracks > 0 ? [index] : []));
      for (const city of ed.cityIds) {
        if (table.tracked.includes(city)) continue;
        for (const space of letters) for (const track_of of owners) yield { move, card, city, space, track_of };
      }
      break;
    }
    case "build":
      for (const city of table.prepared) {
        if (Object.hasOwn(table.stations, city)) continue;
        for (const colour of COLOURS) yield { move, card, city, colour };
      }
      break;
    case "buy":
      for (const carriage of table.discard) {
        for (const advance of iconChoices(ed, carriage)) yield { move, card, carriage, advance };
      }
      break;
    case "participate":
      for (let venue = 1, most = venueTimes(game, table.to_move); venue <= table.venues.length; venue += 1) {
        for (let times = 0; times <= most; times += 1) yield { move, card, venue, times };
      }
      break;
    case "advance":
      for (const colour of COLOURS) yield { move, card, colour };
      break;
    case "take-token":
      for (const city of table.tokens) for (const on of me.train) yield { move, card, city, on };
      break;
    case "repeat":
      for (const again of cardsInReach(game)) if (table.used.includes(again)) yield { move, card, again };
      break;
  }
}

// The moves that use no card, by phase.
export function* plainCandidates(game) {
  const { ed, table } = game;
  switch (table.phase) {
    case "engine":
      for (const engine of table.engines) yield { move: "choose-engine", engine };
      break;
    case "buy":
      for (const { carriage, claim } of table.row) {
        if (claim !== null) continue;
        for (const advance of iconChoices(ed, carriage)) yield { move: "claim", carriage, advance };
      }
      break;
    case "place":
      for (let space = 1; space <= table.tile.length; space += 1) {
        if (table.tile[space - 1] !== null) continue;
        for (const advance of orders(rewardSteps(game, space))) yield { move: "place", space, advance };
      }
      break;
    case "act":
      if (owed(table) === null) yield { move: "finish" };
      else if ("moving" in owed(table)) yield* relocations(mover(game).train);
      break;
    case "end":
      yield* endCandidates(game);
      break;
  }
}

function* relocations(train) {
  for (const carriage of train) for (let to = 1; to <= train.length; to += 1) yield { move: "relocate", carriage, to };
}

function* endCandidates(game) {
  const { ed, table } = game;
  yield { move: "decline" };
  switch (currentEvent(game).effect) {
    case "lose-vp-for-yen":
      yield { move: "lose-vp" };
      break;
    case "reward-again":
      for (const advance of orders(rewardSteps(game, spaceOf(table)))) yield { move: "advance-again", advance };
      break;
    case "buy-at-end":
      for (const carriage of table.discard) {
        for (const advance of iconChoices(ed, carriage)) yield { move: "buy-at-end", carriage, advance };
      }
      break;
    case "score-a-city":
      for (const city of trainCities(game)) yield { move: "score-city", city };
      break;
  }
}

// 9.14: every city of the mover's train, by its carriages and the tokens on them.
export function trainCities(game) {
  const me = mover(game);
  return [...new Set(me.train.flatMap((id) => citiesOnCard(game.ed, me, id)))];
}

// The space of the tile the mover's token is on, from 1; 0 if it is not there.
export function spaceOf(table) {
  return table.tile.indexOf(table.to_move) + 1;
}

// 6.B.3, 8.7, 8.7.1: how many different counters the reward of a space advances for the mover.
export function rewardSteps(game, space) {
  const reward = game.ed.tile[space - 1];
  if (!reward) return 0;
  return Math.min(COLOURS.length, reward.advance * rewardTimes(game, game.table.to_move));
}

// 5.C.2: the ways to advance the counters of a carriage, one colour for each icon, in order.
export function iconChoices(ed, carriage) {
  return ed.carriage
    .get(carriage)
    .counters.reduce((lists, icon) => lists.flatMap((list) => icon.map((colour) => [...list, colour])), [[]]);
}

// Every order of so many different counters.
export function orders(count) {
  if (count === 0) return [[]];
  return orders(count - 1).flatMap((list) =>
    COLOURS.filter((colour) => !list.includes(colour)).map((colour) => [...list, colour]),
  );
}
