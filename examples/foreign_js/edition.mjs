// An edition made ready for one number of players: lookups by id, the right side of tile and engines.
// Also the two errors this implementation knows: Malformed (the request is wrong) and Skipped (we do not do that).

export class Malformed extends Error {}
export class Skipped extends Error {}

export const COLOURS = ["gold", "white", "black"];

// Actions and abilities a card can give, with the move an action is made by and how many yen it is cheaper.
export const ACTIONS = {
  income: { kind: "income", less: 0 },
  prepare: { kind: "prepare", less: 0 },
  "prepare-1": { kind: "prepare", less: 1 }, // 7.10
  lay: { kind: "lay", less: 0 },
  "lay-1": { kind: "lay", less: 1 }, // 7.12
  build: { kind: "build", less: 0 },
  "build-1": { kind: "build", less: 1 }, // 7.14
  buy: { kind: "buy", less: 0 },
  participate: { kind: "participate", less: 0 },
  repeat: { kind: "repeat", less: 0 },
};

export function indexEdition(edition, seats) {
  need(isObject(edition), "edition is not an object");
  for (const key of ["cities", "track_spaces", "venues", "turn_order", "engines", "carriages", "events"]) {
    need(Array.isArray(edition[key]), `edition.${key} is not a list`);
  }
  for (const key of ["board", "figures", "scoring"]) need(isObject(edition[key]), `edition.${key} is not an object`);
  need(Array.isArray(edition.board.years) && Array.isArray(edition.board.station_rows), "edition.board is incomplete");

  const side = edition.turn_order.find((tile) => tile.players.includes(seats)); // 2.A
  need(side, `the edition has no turn order tile for ${seats}`);
  need(side.spaces.length >= seats, `the turn order tile has too few spaces for ${seats}`);

  const engines = new Map(); // 2.H.1: only those with a side for this number of players
  for (const engine of edition.engines) {
    const shown = engine.sides.find((one) => one.players.includes(seats));
    if (shown) engines.set(engine.id, shown.actions);
  }
  need(engines.size >= seats, `the edition has too few engines for ${seats}`);

  const rounds = edition.board.years.length;
  const rowSize = seats + edition.figures.row_beyond_players; // 4.D.1
  need(edition.carriages.length >= rounds * rowSize, "the edition has too few carriages (ruling deck_never_short)");

  return {
    seats,
    solo: null,
    rounds,
    rowSize,
    stationRows: edition.board.station_rows,
    lastSpace: edition.board.value_spaces - 1,
    cities: edition.cities,
    cityIds: edition.cities.map((city) => city.id),
    city: byKey(edition.cities, "id"),
    trackSpaces: edition.track_spaces,
    trackSpace: byKey(edition.track_spaces, "letter"),
    venues: edition.venues,
    tile: side.spaces,
    engines,
    carriage: byKey(edition.carriages, "id"),
    event: byKey(edition.events, "effect"),
    figures: edition.figures,
    scoring: edition.scoring,
  };
}

// 12.1, 12.3: the solo game is set up as for two, with a row of its own; `solo` is Hideo's board and what belongs to it.
export function indexSoloEdition(edition, hard) {
  const ed = indexEdition(edition, 2);
  const { hideo } = edition;
  need(isObject(hideo), "edition.hideo is not an object");
  for (const key of ["margins", "cells", "columns", "closed_tokens"]) need(Array.isArray(hideo[key]), `edition.hideo.${key} is not a list`);
  need(hideo.columns.length === ed.rounds, "edition.hideo.columns must be one for each year");
  return { ...ed, rowSize: hideo.row, solo: { ...hideo, hard } };
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function need(condition, message) {
  if (!condition) throw new Malformed(message);
}

function byKey(list, key) {
  return new Map(list.map((entry) => [entry[key], entry]));
}
