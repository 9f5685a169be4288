// Points: the four lines, the interchanges, and what the sheet has beside them (stamps and the printed loop, or tourist
// circles and a river), as if the game ended now (R40). All figures come from the sheet.

import { colourOf } from "./pencils.mjs";
import { sectionName } from "./sheet.mjs";

export function totals(game) {
  return game.table.seats.map((_, seat) => total(game, seat));
}

// Most points; of those tied, the best single line; then they share (9.8-9.10, L.6.1, L.6.2).
export function winners(game) {
  const bestLine = (seat) => Math.max(...linesOf(game, seat).map((one) => one.points));
  const rank = game.table.seats.map((_, seat) => [total(game, seat), bestLine(seat)]);
  const best = rank.reduce((a, b) => (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a));
  return rank.flatMap((one, seat) => (one[0] === best[0] && one[1] === best[1] ? [seat] : []));
}

// The parts of a seat's score.
export function parts(game, seat) {
  const { sheet } = game;
  const lines = linesOf(game, seat);
  const meeting = linesAtStations(sheet, lines);
  return {
    lines: lines.map((one) => one.points),
    interchanges: sum([...meeting.values()].map((count) => interchangePoints(sheet, count))), // 9.5, L.5.2
    stamps: sum(stampedDistricts(sheet, meeting).map((letter) => sheet.stamps.get(letter))), // 7.4, 7.6, 9.3
    loop: -sheet.points.loop_station_missed * missedLoopStations(sheet, lines).length, // 9.4
    tourists: touristPoints(sheet, lines), // L.5.1
  };
}

function total(game, seat) {
  const { lines, ...rest } = parts(game, seat);
  return sum(lines) + sum(Object.values(rest));
}

// Each line of a seat with its stations, if it has any, and its points.
function linesOf(game, seat) {
  return game.sheet.colours.map((colour) => {
    const line = game.table.seats[seat].lines[colour];
    const stations = stationsCounted(game, seat, colour, line);
    return { stations, points: linePoints(game, line, stations) };
  });
}

// Without a section a line has no stations (R10-a), or its departure as soon as its round begins (R10-b).
function stationsCounted(game, seat, colour, line) {
  if (line.length > 0 || game.letters.bare_departure === "a") return new Set(line.flat());
  const rounds = Array.from({ length: game.table.round }, (_, index) => index + 1);
  const begun = rounds.some((round) => colourOf(game, seat, round) === colour);
  return new Set(begun ? [game.sheet.departure.get(colour)] : []);
}

// Districts times most stations in one (8.3), and the sections under the river (L.12.2).
function linePoints(game, line, stations) {
  if (stations.size === 0) return 0;
  const { sheet, letters } = game;
  const sections = line.map((ends) => sheet.section.get(sectionName(ends)));
  const inDistrict = new Map();
  for (const name of stations) {
    const { district } = sheet.stations.get(name);
    inDistrict.set(district, (inDistrict.get(district) ?? 0) + 1);
  }
  const served = new Set(inDistrict.keys());
  const passed = letters.districts_counted === "b" ? sections.flatMap((section) => [...section.districts]) : []; // R9
  for (const letter of passed) served.add(letter);
  const river = sections.filter((section) => section.underRiver).length * (sheet.points.river_section ?? 0);
  return served.size * Math.max(...inDistrict.values()) + river;
}

// How many lines meet at each station, the printed loop included (7.7, 9.6, R13).
function linesAtStations(sheet, lines) {
  const meeting = new Map();
  for (const stations of [...lines.map((one) => one.stations), sheet.loopStations]) {
    for (const name of stations) meeting.set(name, (meeting.get(name) ?? 0) + 1);
  }
  return meeting;
}

function interchangePoints(sheet, count) {
  const row = sheet.points.interchanges.find(([lines]) => lines === count);
  return row === undefined ? 0 : row[1];
}

// The districts on the edge with an interchange of two lines or more (7.4, R12).
function stampedDistricts(sheet, meeting) {
  const interchanges = [...meeting].filter(([, count]) => count >= 2).map(([name]) => sheet.stations.get(name).district);
  return [...sheet.stamps.keys()].filter((letter) => interchanges.includes(letter));
}

function missedLoopStations(sheet, lines) {
  return [...sheet.loopStations].filter((name) => !lines.some((one) => one.stations.has(name)));
}

// A circle for each line and site, no more than there are (L.11.4, L.12.1, R25).
function touristPoints(sheet, lines) {
  const track = sheet.points.tourist_track;
  if (track.length === 0) return 0;
  const marks = sum(lines.map((one) => [...one.stations].filter((name) => sheet.touristSites.has(name)).length));
  return track[Math.min(marks, track.length - 1)];
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}
