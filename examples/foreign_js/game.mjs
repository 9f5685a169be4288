// The whole engine in a few functions over plain objects: begin, load, legal, check, play. Nothing here changes its input.

import { Skipped, indexEdition, indexSoloEdition, isObject, need } from "./edition.mjs";
import { copyGame, loadGame, newGame } from "./table.mjs";
import { legalMoves, refusal, useCost, usesCard } from "./rules.mjs";
import { findOffer } from "./offers.mjs";
import { plainEffects, useCard } from "./effects.mjs";
import { proceed } from "./rounds.mjs";
import { hideoCashesIn, hideoYen, loadSolo, setUpSolo } from "./hideo.mjs";

export { legalMoves, refusal };

export function begin(setting, deal) {
  const ed = readSetting(setting);
  return ed.solo ? setUpSolo(newGame(ed, deal), deal) : newGame(ed, deal);
}

export function load(setting, state) {
  const ed = readSetting(setting);
  return ed.solo ? loadSolo(loadGame(ed, state), state) : loadGame(ed, state);
}

// Refuses what is malformed, skips what this implementation does not do.
function readSetting({ game, seats, hard, edition, rulings }) {
  if (game !== "zerokei") throw new Skipped(`unknown game ${JSON.stringify(game)}`);
  need(Number.isInteger(seats) && seats >= 1 && seats <= 4, "seats must be 1 to 4");
  need(hard === undefined || typeof hard === "boolean", "hard is not true or false");
  need(!hard || seats === 1, "only the solo game can be hard");
  need(rulings === undefined || isObject(rulings), "rulings is not an object");
  for (const [name, letter] of Object.entries(rulings ?? {})) {
    if (letter !== "a") throw new Skipped(`ruling ${name}: only the preferred reading a`); // every preferred one is a
  }
  return seats === 1 ? indexSoloEdition(edition, hard === true) : indexEdition(edition, seats);
}

// The game after a legal move; a move that refusal() refuses must not be played.
export function play(game, move) {
  const after = copyGame(game);
  const held = hideoYen(after);
  if (usesCard(move)) {
    const offer = findOffer(after, move);
    useCard(after, offer, move, useCost(after, offer, move));
    hideoCashesIn(after, held); // 12.11.4
  } else {
    plainEffects[move.move](after, move);
  }
  proceed(after);
  return after;
}
