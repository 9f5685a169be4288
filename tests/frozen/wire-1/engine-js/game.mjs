// The whole engine in a few functions over plain objects: begin, load, legal, check, play. Nothing here changes its input.

import { Skipped, indexEdition, isObject, need } from "./edition.mjs";
import { copyGame, loadGame, newGame } from "./table.mjs";
import { legalMoves, refusal, useCost, usesCard } from "./rules.mjs";
import { findOffer } from "./offers.mjs";
import { plainEffects, useCard } from "./effects.mjs";
import { proceed } from "./rounds.mjs";

export { legalMoves, refusal };

export function begin(setting, deal) {
  return newGame(readSetting(setting), deal);
}

export function load(setting, state) {
  return loadGame(readSetting(setting), state);
}

// Refuses what is malformed, skips what this implementation does not do.
function readSetting({ game, seats, edition, rulings }) {
  if (game !== "zerokei") throw new Skipped(`unknown game ${JSON.stringify(game)}`);
  need(Number.isInteger(seats) && seats >= 1 && seats <= 4, "seats must be 1 to 4");
  if (seats === 1) throw new Skipped("no solo game");
  need(rulings === undefined || isObject(rulings), "rulings is not an object");
  for (const [name, letter] of Object.entries(rulings ?? {})) {
    if (letter !== "a") throw new Skipped(`ruling ${name}: only the preferred reading a`); // every preferred one is a
  }
  return indexEdition(edition, seats);
}

// The game after a legal move; a move that refusal() refuses must not be played.
export function play(game, move) {
  const after = copyGame(game);
  if (usesCard(move)) {
    const offer = findOffer(after, move);
    useCard(after, offer, move, useCost(after, offer, move));
  } else {
    plainEffects[move.move](after, move);
  }
  proceed(after);
  return after;
}
