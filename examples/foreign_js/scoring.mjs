// Chapter 11: final scoring, and what a city is worth (also asked by the event score-a-city, 9.14).

import { citiesOnCard } from "./table.mjs";
import { isHideo } from "./hideo.mjs";

// 11.3.1 to 11.3.3; 11.1: the rank of the station's colour on the marker, the most advanced first.
export function cityValue(game, city) {
  const { table, ed } = game;
  if (!table.tracked.includes(city)) return ed.scoring.without_track;
  const colour = table.stations[city];
  if (colour === undefined) return 0;
  const rank = [...table.counters].reverse().findIndex((counter) => counter.colour === colour);
  return ed.scoring.station_ranks[rank];
}

function cityClause(game, city) {
  if (!game.table.tracked.includes(city)) return "11.3.3";
  return Object.hasOwn(game.table.stations, city) ? "11.3.1" : "11.3.2";
}

// 11.3.5: how many of a player's carriages have a city.
export function cardsWithCity(game, seat, city) {
  return seat.train.filter((id) => citiesOnCard(game.ed, seat, id).includes(city)).length;
}

// Items of the final scoring by seat, the score marker first (11.2).
export function scoreItems(game) {
  const hideo = game.table.seats.findIndex((_, index) => isHideo(game, index));
  const items = game.table.seats.map((seat, index) => [
    { vp: seat.vp, clause: "11.2", what: "score marker" },
    ...cityItems(game, seat),
    ...venueItems(game, index),
    ...connectionItems(game, seat),
    ...leftovers(game, seat),
  ]);
  if (hideo >= 0) items[hideo] = hideoItems(game, game.table.seats[hideo], hideo);
  return items;
}

function cityItems(game, seat) {
  return seat.train
    .flatMap((id) => citiesOnCard(game.ed, seat, id))
    .map((city) => ({ vp: cityValue(game, city), clause: cityClause(game, city), what: city }));
}

// 11.4.1 to 11.4.3; a venue without cauldrons is nobody's (empty_venue).
function venueItems(game, seat) {
  return game.table.venues
    .filter(({ cauldrons }) => cauldrons[seat] > 0 && cauldrons[seat] === Math.max(...cauldrons))
    .map(({ city }) => {
      const vp = cityValue(game, city);
      return { vp, clause: vp < 0 ? "11.4.2" : "11.4.1", what: city };
    });
}

// 11.5.1 to 11.5.6
function connectionItems(game, seat) {
  const { connected_city, connected_minimum } = game.ed.scoring;
  const longest = longestConnection(game, seat);
  if (longest < connected_minimum) return [];
  return [{ vp: longest * connected_city, clause: "11.5.3", what: "connected" }];
}

// All cities of every card by rising number (connection_card), from the engine on.
export function longestConnection(game, seat) {
  const { ed, table } = game;
  let longest = 0;
  let length = 0;
  let last = null; // number of the last city of the running sequence
  for (const city of seat.train.flatMap((id) => citiesOnCard(ed, seat, id))) {
    const { number } = ed.city.get(city);
    if (!table.tracked.includes(city)) {
      length = 0; // 11.5.2, trackless_city
      last = null;
    } else if (last !== null && number === last + 1) {
      length += 1;
      last = number;
    } else if (number !== last) {
      length = 1; // connection_gap, 11.5.6
      last = number;
    } // 11.5.5: the same number again changes nothing
    longest = Math.max(longest, length);
  }
  return longest;
}

function leftovers(game, seat) {
  const { scoring } = game.ed;
  return [
    { vp: seat.cauldrons * scoring.cauldron_left, clause: "11.6.1", what: "cauldrons" },
    { vp: Math.floor(seat.yen / scoring.yen_for_one_vp), clause: "11.6.2", what: "yen" },
    { vp: seat.tracks * scoring.track_left, clause: "11.6.3", what: "tracks" },
  ];
}

// 12.9: Hideo's items, under the sections of everybody's.
function hideoItems(game, seat, index) {
  const { solo } = game.ed;
  const boardCities = game.table.hideo.board.filter((_, cell) => solo.cells[cell].kind === "A"); // 12.9.3
  return [
    { vp: seat.vp, clause: "11.2", what: "score marker" },
    ...cityItems(game, seat).map((item) => spared(game, item)), // 12.9.1
    ...venueItems(game, index).map((item) => spared(game, item)), // 12.9.2
    ...boardCities.map((city) => spared(game, { vp: cityValue(game, city), clause: "11.4.1", what: city })),
    ...hideoConnection(game, seat),
    ...leftovers(game, seat).filter((item) => item.clause === "11.6.3"), // 12.9.5, 12.9.6
  ];
}

// He loses nothing for a city without track.
function spared(game, item) {
  return game.table.tracked.includes(item.what) ? item : { ...item, vp: Math.max(0, item.vp) };
}

// 12.9.4: the longest run of numbers among all his cities, with track or without (hideo_connection).
function hideoConnection(game, seat) {
  const { connected_city, connected_minimum } = game.ed.scoring;
  const numbers = new Set(seat.train.flatMap((id) => citiesOnCard(game.ed, seat, id)).map((city) => game.ed.city.get(city).number));
  let longest = 0;
  for (const first of numbers) {
    let length = 1;
    while (numbers.has(first + length)) length += 1;
    longest = Math.max(longest, length);
  }
  return longest < connected_minimum ? [] : [{ vp: connected_city * longest, clause: "11.5.3", what: "connected" }];
}

export function totals(game, items = scoreItems(game)) {
  return game.table.seats.map((_, index) => items[index].reduce((sum, item) => sum + item.vp, 0));
}

// 11.7.1 to 11.7.3
export function winners(game, sums = totals(game)) {
  const best = Math.max(...sums);
  const tied = sums.flatMap((sum, seat) => (sum === best ? [seat] : []));
  const most = Math.max(...tied.map((seat) => game.table.seats[seat].cauldrons));
  return tied.filter((seat) => game.table.seats[seat].cauldrons === most);
}
