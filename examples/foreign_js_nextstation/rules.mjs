// What is legal: passing always, and drawing a section if nothing forbids it. A refusal names the clause it rests on: that
// of London's rulebook (L) where the sheet goes by it.

import { offer } from "./cards.mjs";
import { endsOf, stationsBuilt, tracks } from "./lines.mjs";
import { colourOf } from "./pencils.mjs";
import { isObject } from "./problems.mjs";
import { sectionName } from "./sheet.mjs";

const CLAUSES = {
  over: ["9.1", "L.2.5"],
  form: ["4.2", "L.4.3"],
  grid: ["5.2", "L.7.2"],
  departure: ["5.3", "L.7.3"],
  end: ["5.5", "L.7.4"],
  again: ["5.10", "L.8.3"],
  symbol: ["5.4", "L.7.5"],
  crossing: ["5.7", "L.8.2"],
  beside: ["6.3", "L.8.4"],
  third: ["6.5", "L.8.4"],
};

export function legalMoves(game) {
  const seat = game.table.choosing[0];
  if (seat === undefined) return [];
  const situation = situationOf(game, seat);
  const draws = candidates(situation).filter((section) => objection(situation, section) === null);
  const names = draws.sort((a, b) => a.index - b.index).map((section) => ({ move: "draw", section: [...section.ends] }));
  return [{ move: "pass" }, ...names];
}

// The clause that forbids the move to the seat that is to move, or null if it is legal.
export function refusal(game, move) {
  const seat = game.table.choosing[0];
  const number = game.sheet.book === "tokyo" ? 0 : 1;
  if (seat === undefined) return CLAUSES.over[number];
  if (isObject(move) && move.move === "pass") return null; // 5.1
  const section = sectionOf(game.sheet, move);
  if (typeof section === "string") return CLAUSES[section][number];
  const why = objection(situationOf(game, seat), section);
  return why === null ? null : CLAUSES[why][number];
}

// The section that a move draws, or why it draws none. Its stations may be named in either order: it is the same stroke.
// Extensions, marks and powers belong to modules.
export function sectionOf(sheet, move) {
  if (!isObject(move) || move.move !== "draw" || !Array.isArray(move.section) || move.section.length !== 2) return "form";
  if (move.extension !== undefined || (move.mark ?? false) !== false || (move.power ?? false) !== false) return "form";
  if (!move.section.every((name) => typeof name === "string")) return "form";
  const [a, b] = move.section;
  return sheet.section.get(sectionName([a, b])) ?? sheet.section.get(sectionName([b, a])) ?? "grid";
}

// All that decides about a seat's section: its sheet, its line, and what this turn's cards allow.
function situationOf(game, seat) {
  const { sheet, table } = game;
  const colour = colourOf(game, seat, table.round);
  const line = table.seats[seat].lines[colour];
  const departure = sheet.departure.get(colour);
  const stations = stationsBuilt(line, departure);
  const allowed = offer(table.cards[table.round - 1]);
  const starts = allowed.anywhere ? stations : endsOf(line, departure); // 6.7, 5.5
  const drawn = new Set(Object.values(table.seats[seat].lines).flat().map(sectionName));
  const joker = allowed.symbol === "joker";
  return { sheet, seat: table.seats[seat], line, stations, starts, drawn, joker, symbol: allowed.symbol };
}

function candidates({ sheet, starts }) {
  return [...new Set([...starts].flatMap((station) => sheet.touching.get(station)))];
}

function objection(situation, section) {
  const { sheet, stations, starts, line, joker, symbol, drawn } = situation;
  if (!section.ends.some((name) => starts.has(name))) return line.length === 0 ? "departure" : "end";
  const target = section.stations.find((station) => !stations.has(station.name));
  if (target === undefined) return "again"; // 5.10, R1
  if (!joker && target.symbol !== "any" && target.symbol !== symbol) return "symbol"; // 5.4, 6.1, L.9.1
  const already = tracks(situation.seat, section);
  if (already >= 2) return "third"; // 6.5
  if (already === 1 && !(joker && sheet.book === "tokyo")) return "beside"; // 6.2, 6.3, R22
  if ([...drawn].some((name) => section.crosses.has(name))) return "crossing"; // 5.7
  return null;
}
