// Plays each mistaken copy of a foreign engine against the original: called by planted_check.py.
//
// In: { original, copies: [{ id, folder }], game, edition, deals: [{ setting, deal }], whole } on standard input.
// Out, for each copy, a line { id, games, ply, what }: the game and ply at which it was first seen to differ and in
// what (legal, table or scores), games null if it never was; or { id, broken } if it does not play whole games.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { original, copies, game: name, edition, deals, whole } = JSON.parse(readFileSync(0, "utf8"));

async function engineIn(folder) {
  const part = (name) => import(pathToFileURL(`${folder}/${name}.mjs`).href);
  return { ...(await part("game")), ...(await part("scoring")) };
}

// The same numbers for the same seed.
function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (many) => Math.floor(next() * many);
  return { below, pick: (list) => list[below(list.length)] };
}

// What can be seen of a position, in parts that are compared as text.
function seen(engine, game) {
  const moves = engine.legalMoves(game);
  const scores = [engine.totals(game), isOver(game) ? engine.winners(game) : null];
  return { moves, legal: moves.map(inOrder).sort().join("\n"), table: inOrder(game.table), scores: inOrder(scores) };
}

// By the tables of either game: nobody is to move any more, or to choose.
function isOver({ table }) {
  return table.choosing === undefined ? table.to_move === null : table.choosing.length === 0;
}

function inOrder(value) {
  const sorted = (_, one) => (one?.constructor === Object ? Object.fromEntries(Object.entries(one).sort()) : one);
  return JSON.stringify(value, sorted);
}

// Ways to play Zero-Kei, in turn, so that rare situations come up: any move; any kind of move; mostly counters' steps;
// whatever leaves the mover poorest.
const WAYS = [
  (engine, game, moves, dice) => dice.pick(moves),
  (engine, game, moves, dice) => anyKind(moves, dice, []),
  (engine, game, moves, dice) => anyKind(moves, dice, ["income", "advance", "repeat", "participate"]),
  poorest,
];

// Against Hideo also one that plays to win: by chance nobody comes near his score.
const WAYS_ALONE = [...WAYS, farthestAhead];

function anyKind(moves, dice, favoured) {
  const kinds = [...new Set(moves.map((move) => move.move))];
  const patient = kinds.filter((kind) => kind !== "finish" || kinds.length === 1 || dice.below(4) === 0);
  const wanted = patient.filter((kind) => favoured.includes(kind));
  const kind = dice.pick(wanted.length && dice.below(3) ? wanted : patient);
  return dice.pick(moves.filter((move) => move.move === kind));
}

function poorest(engine, game, moves, dice) {
  const seat = game.table.to_move;
  const left = moves.map((move) => {
    const { yen, vp } = engine.play(game, move).table.seats[seat];
    return yen + 2 * vp;
  });
  const least = Math.min(...left);
  return dice.pick(moves.filter((_, index) => left[index] === least));
}

function farthestAhead(engine, game, moves, dice) {
  const leads = moves.map((move) => {
    const after = engine.play(game, move);
    const [you, hideo] = engine.totals(after);
    return 3 * (you - hideo) + after.table.seats[0].yen;
  });
  const most = Math.max(...leads);
  return dice.pick(moves.filter((_, index) => leads[index] === most));
}

// Ways to play Next Station: any move; a section if there is one, since lines that grow meet more; rarely one.
const WAYS_TO_DRAW = [
  (engine, game, moves, dice) => dice.pick(moves),
  (engine, game, moves, dice) => dice.pick(moves.length > 1 ? moves.slice(1) : moves),
  (engine, game, moves, dice) => (dice.below(4) ? moves[0] : dice.pick(moves)),
];

function waysToPlay({ setting }) {
  if (name === "nextstation") return WAYS_TO_DRAW;
  return setting.seats === 1 ? WAYS_ALONE : WAYS;
}

function opening(engine, { setting, deal }) {
  return engine.begin({ ...setting, edition }, deal);
}

// One game of an engine with itself: what was seen at each ply, and the moves.
function playThrough(engine, number) {
  const dice = chance(number);
  const plies = [];
  for (let game = opening(engine, deals[number]); ; ) {
    const now = seen(engine, game);
    plies.push(now);
    if (isOver(game)) return plies;
    if (now.moves.length === 0) throw new Error(`nothing is legal in game ${number} at ply ${plies.length}`);
    if (now.scores.includes("null,") || now.table.includes('vp":null')) throw new Error("a score is no number");
    if (plies.length > 1000) throw new Error(`game ${number} does not end`);
    const ways = waysToPlay(deals[number]);
    now.chosen = ways[number % ways.length](engine, game, now.moves, dice);
    game = engine.play(game, now.chosen);
  }
}

// Where a copy first differs from the plies of the original, or null.
function difference(copy, plies, number) {
  let game = opening(copy, deals[number]);
  for (const [ply, then] of plies.entries()) {
    const now = seen(copy, game);
    const what = ["table", "legal", "scores"].find((part) => now[part] !== then[part]);
    if (what) return { games: number + 1, ply, what };
    if (then.chosen) game = copy.play(game, then.chosen);
  }
  return null;
}

const reference = await engineIn(original);
const open = new Map();
for (const { id, folder } of copies) {
  try {
    const copy = await engineIn(folder);
    for (let number = 0; number < whole; number += 1) playThrough(copy, number);
    open.set(id, copy);
  } catch (error) {
    console.log(JSON.stringify({ id, broken: String(error?.stack ?? error) }));
  }
}
for (let number = 0; number < deals.length && open.size; number += 1) {
  const plies = playThrough(reference, number);
  for (const [id, copy] of open) {
    const found = difference(copy, plies, number);
    if (!found) continue;
    open.delete(id);
    console.log(JSON.stringify({ id, ...found }));
  }
}
for (const id of open.keys()) console.log(JSON.stringify({ id, games: null }));
