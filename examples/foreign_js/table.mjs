// The table as plain data: setting it up from a deal, taking one over from a state, copying it, small look-ups,
// and the one thing that moves in every phase: the station value counters.
//
// A game is { ed, table, deck }: the indexed edition, the table of the wire page, the hidden deck (top first).

import { COLOURS, isObject, need } from "./edition.mjs";

// Chapter 2: setup, up to the choice of engines.
export function newGame(ed, deal) {
  checkDeal(ed, deal);
  const tile = ed.tile.map((_, index) => (index < ed.seats ? deal.turn_order[index] : null)); // 2.G.1, first_spaces
  const startingYen = deal.events.reduce((sum, effect) => sum + ed.event.get(effect).yen, 0); // 2.J.1
  const table = {
    round: 1,
    phase: "engine",
    to_move: deal.turn_order[ed.seats - 1], // 2.H.2
    actions: 0,
    used: [],
    pending: [],
    tile,
    row: [],
    discard: [],
    prepared: [], // 2.E
    tracked: [],
    stations: {}, // 2.B
    counters: deal.counters.map((colour) => ({ colour, space: 0 })), // 2.C, starting_pile
    venues: deal.venues.map((city) => ({ city, cauldrons: Array(ed.seats).fill(0) })), // 2.D.1
    tokens: ed.cityIds.filter((city) => !deal.venues.includes(city)).sort(), // 2.D.2
    events: [...deal.events], // 2.I.2
    engines: [...ed.engines.keys()].sort(), // 2.H.1
    memory: [],
    seats: Array.from({ length: ed.seats }, () => ({
      engine: null,
      train: [], // 2.H.4
      yen: startingYen,
      vp: 0, // 2.G.2
      tracks: 0,
      cauldrons: ed.figures.cauldrons, // 2.F
      spent: [],
      tokens: [],
    })),
  };
  return { ed, table, deck: [...deal.deck] };
}

function checkDeal(ed, deal) {
  need(isObject(deal), "deal is not an object");
  const seats = Array.from({ length: ed.seats }, (_, seat) => seat);
  need(sameMembers(deal.turn_order, seats), "deal.turn_order must name every seat once");
  need(sameMembers(deal.counters, COLOURS), "deal.counters must name every colour once");
  need(distinct(deal.venues) && deal.venues.length === ed.venues.length, "deal.venues must be as many cities as venues");
  need(deal.venues.every((city) => ed.city.has(city)), "deal.venues has an unknown city");
  need(distinct(deal.events) && deal.events.length === ed.rounds, "deal.events must be one for each year");
  need(deal.events.every((effect) => ed.event.has(effect)), "deal.events has an unknown event");
  need(distinct(deal.deck), "deal.deck must be a list of different carriages");
  need(deal.deck.every((id) => ed.carriage.has(id)), "deal.deck has an unknown carriage");
  need(deal.deck.length >= ed.rounds * ed.rowSize, "deal.deck is too short"); // 4.D.3
}

function distinct(list) {
  return Array.isArray(list) && new Set(list).size === list.length;
}

function sameMembers(list, members) {
  return distinct(list) && list.length === members.length && members.every((member) => list.includes(member));
}

const LISTS = ["used", "pending", "tile", "row", "discard", "prepared", "tracked", "counters", "venues", "tokens"];
const PHASES = ["engine", "buy", "place", "act", "end", "over"];

// A position to go on from, as the wire page writes it.
export function loadGame(ed, state) {
  need(isObject(state) && isObject(state.table), "state.table is missing");
  const deck = isObject(state.hidden) ? state.hidden.deck : undefined;
  need(distinct(deck) && deck.every((id) => ed.carriage.has(id)), "state.hidden.deck is not a list of carriages");
  const given = state.table;
  for (const key of [...LISTS, "events", "engines", "seats"]) need(Array.isArray(given[key]), `table.${key} is not a list`);
  need(PHASES.includes(given.phase), "table.phase is unknown");
  need(Number.isInteger(given.round) && given.round >= 1 && given.round <= ed.rounds, "table.round is out of range");
  need(Number.isInteger(given.actions), "table.actions is not a number");
  need(isObject(given.stations), "table.stations is not an object");
  need(given.seats.length === ed.seats, "table.seats does not fit the number of seats");
  need(given.tile.length === ed.tile.length, "table.tile does not fit the edition");
  need(given.events.length === ed.rounds && given.events.every((effect) => ed.event.has(effect)), "table.events");
  need(given.counters.every(isObject) && sameMembers(given.counters.map((one) => one.colour), COLOURS), "table.counters");
  need(given.venues.length === ed.venues.length, "table.venues does not fit the edition");
  need(given.venues.every((one) => isObject(one) && ed.city.has(one.city) && Array.isArray(one.cauldrons)), "table.venues");
  need(given.to_move === null || (Number.isInteger(given.to_move) && given.to_move in given.seats), "table.to_move");
  need((given.to_move === null) === (given.phase === "over"), "table.to_move does not fit the phase");
  for (const seat of given.seats) {
    need(isObject(seat) && ["train", "spent", "tokens"].every((key) => Array.isArray(seat[key])), "table.seats");
    need(["yen", "vp", "tracks", "cauldrons"].every((key) => Number.isInteger(seat[key])), "table.seats");
    need(seat.train.every((id) => ed.carriage.has(id)), "a train has an unknown carriage");
    need(seat.engine === null || ed.engines.has(seat.engine), "a seat has an unknown engine");
  }
  need([...given.row.map((one) => one && one.carriage), ...given.discard].every((id) => ed.carriage.has(id)), "unknown carriage");
  return { ed, table: copyTable({ ...given, memory: given.memory ?? [] }), deck: [...deck] };
}

export function copyTable(t) {
  return {
    round: t.round,
    phase: t.phase,
    to_move: t.to_move,
    actions: t.actions,
    used: [...t.used],
    pending: t.pending.map((owed) => ({ ...owed })),
    tile: [...t.tile],
    row: t.row.map((place) => ({ carriage: place.carriage, claim: place.claim })),
    discard: [...t.discard],
    prepared: [...t.prepared],
    tracked: [...t.tracked],
    stations: { ...t.stations },
    counters: t.counters.map((counter) => ({ colour: counter.colour, space: counter.space })),
    venues: t.venues.map((venue) => ({ city: venue.city, cauldrons: [...venue.cauldrons] })),
    tokens: [...t.tokens],
    events: [...t.events],
    engines: [...t.engines],
    memory: [...t.memory],
    seats: t.seats.map((seat) => ({
      engine: seat.engine,
      train: [...seat.train],
      yen: seat.yen,
      vp: seat.vp,
      tracks: seat.tracks,
      cauldrons: seat.cauldrons,
      spent: [...seat.spent],
      tokens: seat.tokens.map((pair) => [...pair]),
    })),
    ...(isObject(t.hideo) ? { hideo: { board: [...t.hideo.board], closed: [...t.hideo.closed] } } : {}),
  };
}

export function copyGame(game) {
  return { ed: game.ed, table: copyTable(game.table), deck: game.deck, board: game.board };
}

export function mover(game) {
  return game.table.seats[game.table.to_move];
}

export function currentEvent(game) {
  return game.ed.event.get(game.table.events[game.table.round - 1]); // 4.A.2
}

export function owed(table) {
  return table.pending.length ? table.pending[table.pending.length - 1] : null; // the last one is due first
}

// The cities of a carriage and of the tokens that lie on it, each once (9.10.1, token_same_city), by rising number.
export function citiesOnCard(ed, seat, carriageId) {
  const ids = new Set(ed.carriage.get(carriageId).cities);
  for (const [card, city] of seat.tokens) if (card === carriageId) ids.add(city);
  return [...ids].sort((a, b) => ed.city.get(a).number - ed.city.get(b).number);
}

export function inLineOrder(ed, cities) {
  return ed.cityIds.filter((city) => cities.includes(city));
}

// 5.C.1, 5.C.4, 5.C.6, pile_closes, stuck_counter. The list runs from the least to the most advanced.
export function advanceCounter(game, colour) {
  const { table, ed } = game;
  const from = table.counters.findIndex((counter) => counter.colour === colour);
  const space = table.counters[from].space + 1;
  if (space > ed.lastSpace) return;
  table.counters.splice(from, 1);
  let to = 0;
  while (to < table.counters.length && table.counters[to].space <= space) to += 1;
  table.counters.splice(to, 0, { colour, space });
}
