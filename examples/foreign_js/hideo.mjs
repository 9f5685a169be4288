// Chapter 12: Hideo, who sits at seat 1 of the solo game. Setup, his purse, his purchase and his turn; his final scoring
// is in scoring.mjs. Wherever nothing here says otherwise he is a player like any other (12.2.1).
//
// A solo game has one thing more: { ed, table, deck, board }, the token dealt to each cell of Hideo's board. What the
// player sees of it is in table.hideo.board.

import { isObject, need } from "./edition.mjs";
import { advanceCounter, currentEvent, inLineOrder } from "./table.mjs";
import { stationRow } from "./prices.mjs";

const YOU = 0;
const HIDEO = 1;

const FACE_DOWN = "?";
const NOTHING = "";

export function isHideo(game, seat) {
  return game.ed.solo !== null && seat === HIDEO;
}

// 12.1: what differs from the setup for two, which newGame has done.
export function setUpSolo(game, deal) {
  const { ed, table } = game;
  checkSoloDeal(ed, deal);
  table.to_move = YOU; // 12.1.4
  table.discard = [...ed.carriage.values()].filter(hasTwoCities).map((one) => one.id).sort(); // 12.1.6
  table.tokens = table.tokens.filter((city) => !deal.board.includes(city)); // 12.1.8, 12.1.12, solo_tokens
  table.seats[HIDEO].yen = 0; // 12.1.7
  if (ed.solo.hard) {
    table.seats[YOU].yen = ed.solo.hard_yen; // 12.10
    table.seats[HIDEO].vp = ed.solo.hard_vp;
  }
  const shown = deal.board.map((token, index) => (ed.solo.cells[index].kind === "A" ? token : FACE_DOWN)); // 12.1.9 to 12.1.11
  table.hideo = { board: shown, closed: [] };
  return { ...game, board: [...deal.board] };
}

function checkSoloDeal(ed, deal) {
  need(deal.turn_order[0] === YOU, "deal.turn_order must begin with the player"); // 12.1.2
  need(!deal.deck.some((id) => hasTwoCities(ed.carriage.get(id))), "deal.deck has a carriage with two cities");
  checkBoard(ed, deal.board, "deal.board");
  need(!deal.board.some((token) => deal.venues.includes(token)), "deal.board has the token of a venue");
}

// A board as it is dealt; of a loaded one, a closed venue token that is gone may be gone here too.
function checkBoard(ed, board, where) {
  need(Array.isArray(board) && board.length === ed.solo.cells.length, `${where} must have a token for each cell`);
  ed.solo.cells.forEach(({ kind }, index) => {
    const token = board[index];
    const fits = kind === "C" ? token === NOTHING || closedVenue(ed, token) !== undefined : ed.city.has(token);
    need(fits, `${where} has a token that does not fit its cell`);
  });
}

// A loaded table, which loadGame has checked as one for two.
export function loadSolo(game, state) {
  const { ed, table } = game;
  need(isObject(table.hideo) && Array.isArray(table.hideo.board) && Array.isArray(table.hideo.closed), "table.hideo");
  need(table.hideo.board.length === ed.solo.cells.length, "table.hideo.board does not fit the edition");
  need(!isHideo(game, table.to_move), "it is never Hideo's move");
  checkBoard(ed, state.hidden.board, "state.hidden.board");
  return { ...game, board: [...state.hidden.board] };
}

// 12.1.4: what you leave is his.
export function giveHideoAnEngine(game) {
  const { table } = game;
  if (game.ed.solo === null) return;
  [table.seats[HIDEO].engine] = table.engines;
}

// His purse. The rules that pay players are left as they are: what he held before is compared with what he holds then.
export function hideoYen(game) {
  return game.ed.solo === null ? 0 : game.table.seats[HIDEO].yen;
}

// 12.2.4, 12.11.4, hideo_income: what he has got since is points.
export function hideoCashesIn(game, held) {
  if (game.ed.solo === null) return;
  const hideo = game.table.seats[HIDEO];
  hideo.vp += hideo.yen - held;
  hideo.yen = held;
}

// 12.8: what the end of a round would have brought him is not his.
export function hideoGetsNothing(game, held) {
  if (game.ed.solo !== null) game.table.seats[HIDEO].yen = held;
}

// 12.6.6
export function isClosedToYou(game, venue) {
  return game.ed.solo !== null && game.table.hideo.closed.includes(venue);
}

// Phase 2. He pays nothing (12.2.3).
export function hideoBuys(game) {
  const { table, ed } = game;
  const middle = table.row[Math.floor(table.row.length / 2)];
  const place = middle.claim === null ? middle : table.row.find(({ claim }) => claim === null); // 12.4.1, 12.4.2
  place.claim = HIDEO;
  table.tile[table.tile.indexOf(HIDEO)] = null;
  for (const icon of ed.carriage.get(place.carriage).counters) advanceCounter(game, leastAdvanced(table, icon)); // 12.4.3
}

// hideo_icon
function leastAdvanced(table, colours) {
  return table.counters.find(({ colour }) => colours.includes(colour)).colour;
}

// Phase 3, B and C; his new carriage is with the others already (12.5.1).
export function hideoActs(game) {
  const { table, ed } = game;
  placeToken(game);
  for (const id of ed.solo.columns[table.round - 1]) {
    activate(game, ed.solo.cells.findIndex((cell) => cell.id === id)); // 12.6.1, 12.6.2
  }
}

// 12.5.3, 12.5.4, hideo_space_one; the carriages of his train do not double it (12.2.6).
function placeToken(game) {
  const { table, ed } = game;
  const place = table.tile.indexOf(null);
  const { advance, yen, vp } = ed.tile[place];
  table.tile[place] = HIDEO;
  table.seats[HIDEO].vp += vp + yen; // 12.2.4
  const behind = table.counters.slice(0, advance).map(({ colour }) => colour); // different counters, the last ones
  for (const colour of behind) advanceCounter(game, colour);
}

function activate(game, index) {
  const { table, ed, board } = game;
  const shown = table.hideo.board;
  if (shown[index] === NOTHING) return; // hideo_empty_cell
  if (shown[index] === FACE_DOWN) shown[index] = board[index]; // 12.6.4
  const venue = closedVenue(ed, shown[index]);
  if (venue !== undefined) {
    shown[index] = NOTHING;
    return closeVenue(game, venue);
  }
  actInCity(game, shown[index], ed.solo.margins[ed.solo.cells[index].row - 1]);
}

// closed-N shows venue N; undefined for a token of another kind.
function closedVenue(ed, token) {
  return ed.solo.closed_tokens.find((venue) => token === `closed-${venue}`);
}

// 12.6.5, 12.6.8: each cauldron scores what the margin gives for that venue (hideo_closed_third).
function closeVenue(game, venue) {
  const { table, ed } = game;
  table.hideo.closed = [...table.hideo.closed, venue].sort((a, b) => a - b);
  const vp = ed.solo.margins.find((margin) => margin.venue === venue)?.vp ?? 0;
  for (let count = 0; count < ed.solo.closed_cauldrons; count += 1) placeCauldron(game, venue, vp);
}

// One that he does not have scores nothing (hideo_cauldrons). A venue closed to you is not closed to him (12.6.7).
function placeCauldron(game, venue, vp) {
  const hideo = game.table.seats[HIDEO];
  if (hideo.cauldrons === 0) return;
  hideo.cauldrons -= 1;
  game.table.venues[venue - 1].cauldrons[HIDEO] += 1;
  hideo.vp += vp;
}

// 12.7, 12.7.5: the first of these that is possible. They cost him nothing and score as usual (12.7.4).
function actInCity(game, city, margin) {
  const { table, ed } = game;
  const hideo = table.seats[HIDEO];
  const station = bestStation(game);
  if (!table.prepared.includes(city)) {
    // 12.7.1
    table.prepared = inLineOrder(ed, [...table.prepared, city]);
    hideo.tracks += 1;
    hideo.vp += ed.city.get(city).ground_vp;
  } else if (!Object.hasOwn(table.stations, city) && station !== undefined) {
    // 12.7.2
    hideo.vp += stationRow(game, station);
    table.stations[city] = station;
  } else if (!table.tracked.includes(city) && hideo.tracks > 0) {
    // 12.7.3, hideo_tracks
    hideo.tracks -= 1;
    table.tracked = inLineOrder(ed, [...table.tracked, city]);
    hideo.vp += ed.trackSpace.get(currentEvent(game).letter).vp;
  } else if (margin.venue > 0) {
    placeCauldron(game, margin.venue, margin.vp); // 12.7.6 to 12.7.9
  } else {
    hideo.vp += margin.vp; // 12.7.10
  }
}

// 12.7.2: the colour whose next station scores most, the most advanced of equals; undefined when none is left.
function bestStation(game) {
  const left = game.table.counters.map(({ colour }) => colour).filter((colour) => stationRow(game, colour) !== undefined);
  return left.reverse().sort((a, b) => stationRow(game, b) - stationRow(game, a))[0]; // sort is stable
}

function hasTwoCities(carriage) {
  return carriage.cities.length > 1;
}
