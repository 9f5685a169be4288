// A sheet, prepared for playing: its stations, every section that can be drawn on it, which of them cross, and the
// figures. All of it comes from the edition; without one the sheet is London's.

import { readFileSync } from "node:fs";
import { cellsPassed, meet, meetElsewhere } from "./geometry.mjs";
import { Skipped, isObject, need } from "./problems.mjs";

const SYMBOLS = { c: "circle", s: "square", t: "triangle", p: "pentagon", "?": "any" };
const BOOKS = ["london", "tokyo"];
const DIRECTIONS = [[0, 1], [1, -1], [1, 0], [1, 1]]; // straight down or to the right, as a section is named

const london = JSON.parse(readFileSync(new URL("london.json", import.meta.url), "utf8"));
const prepared = new Map();
const REMEMBERED = 8;

export function prepareSheet(edition = london) {
  if (typeof edition === "string" && edition !== "london") throw new Skipped(`no sheet called ${edition} here`);
  const given = typeof edition === "string" ? london : edition;
  const text = JSON.stringify(given);
  if (!prepared.has(text)) {
    if (prepared.size >= REMEMBERED) prepared.delete(prepared.keys().next().value);
    prepared.set(text, prepare(given));
  }
  return prepared.get(text);
}

function prepare(edition) {
  need(isObject(edition) && isObject(edition.map), "edition is not a sheet");
  need(BOOKS.includes(edition.book), "the book of the edition is london or tokyo");
  const stations = readStations(edition.map);
  const loop = readLoop(edition.loop?.paths ?? [], stations);
  const sections = withCrossings(readSections(stations, loop));
  const river = edition.river?.course ?? null;
  for (const section of sections) section.underRiver = river !== null && meet(section.stroke, river);
  for (const section of sections) section.districts = districtsPassed(section, edition.map.districts);
  return {
    book: edition.book,
    stations,
    sections,
    section: new Map(sections.map((one) => [one.name, one])),
    touching: sectionsByStation(stations, sections),
    loopStations: new Set(loop.flatMap((one) => one.ends)),
    colours: edition.lines.map((line) => line.colour),
    departure: new Map(edition.lines.map((line) => [line.colour, line.departure])),
    touristSites: new Set(edition.map.tourist_sites),
    stamps: new Map(edition.districts.filter((one) => one.peripheral).map((one) => [one.letter, one.stamp])),
    cards: edition.deck.cards,
    points: edition.points,
  };
}

// By name "x,y": where a station is, what it shows, in which district it lies.
function readStations(map) {
  const stations = new Map();
  map.symbols.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      if (letter === "-") return;
      need(Object.hasOwn(SYMBOLS, letter), `unknown symbol ${letter}`);
      const name = `${x},${y}`;
      stations.set(name, { name, x, y, symbol: SYMBOLS[letter], district: map.districts[y][x] });
    });
  });
  return stations;
}

// The sections of the printed loop (3.4), in the order given.
function readLoop(paths, stations) {
  return paths.map((path) => {
    const ends = [path[0], path[path.length - 1]].map(([x, y]) => `${x / 2},${y / 2}`);
    need(ends.every((name) => stations.has(name)), "a path of the loop does not join two stations");
    const stroke = path.map(([x, y]) => [50 * x, 50 * y]);
    return makeSection(...ends.map((name) => stations.get(name)), stroke, true);
  });
}

// Every section, in the order of the sheet's list: the straight ones by their stations, then those of the loop. A straight
// section runs to the next station in its direction (5.2, 5.6, R7), does not meet the loop on its way (5.8, R8, R33),
// and is not a second way beside a section of the loop: such a section is the loop's.
function readSections(stations, loop) {
  const straight = [];
  const rows = [...stations.values()].sort((a, b) => a.x - b.x || a.y - b.y);
  const reach = 1 + Math.max(...rows.map((one) => Math.max(one.x, one.y)));
  const ofLoop = new Set(loop.map((one) => one.name));
  for (const from of rows) {
    for (const [dx, dy] of DIRECTIONS) {
      const to = firstStation(stations, from, dx, dy, reach);
      if (to === null) continue;
      const section = makeSection(from, to, [from, to].map((one) => [100 * one.x, 100 * one.y]), false);
      if (!ofLoop.has(section.name) && !loop.some((one) => crossing(section, one))) straight.push(section);
    }
  }
  straight.sort((a, b) => compareStations(a.stations[0], b.stations[0]) || compareStations(a.stations[1], b.stations[1]));
  return [...straight, ...loop].map((section, index) => ({ ...section, index }));
}

function firstStation(stations, from, dx, dy, reach) {
  for (let step = 1; step <= reach; step += 1) {
    const name = `${from.x + step * dx},${from.y + step * dy}`;
    if (stations.has(name)) return stations.get(name);
  }
  return null;
}

function compareStations(one, other) {
  return one.x - other.x || one.y - other.y;
}

function makeSection(from, to, stroke, onLoop) {
  const stations = [from, to].sort(compareStations);
  const ends = stations.map((one) => one.name);
  return { name: sectionName(ends), ends, stations, stroke, onLoop };
}

export function sectionName(ends) {
  return ends.join(" ");
}

// R6: two sections cross where they meet anywhere but at a station where both end.
function crossing(one, other) {
  const shared = one.stations.filter((station) => other.ends.includes(station.name));
  return meetElsewhere(one.stroke, other.stroke, shared.map((station) => [100 * station.x, 100 * station.y]));
}

// Each section with the names of those that cross it.
function withCrossings(sections) {
  const all = sections.map((section) => ({ ...section, crosses: new Set() }));
  for (const one of all) {
    for (const other of all.slice(one.index + 1)) {
      if (!crossing(one, other)) continue;
      one.crosses.add(other.name);
      other.crosses.add(one.name);
    }
  }
  return all;
}

function sectionsByStation(stations, sections) {
  const touching = new Map([...stations.keys()].map((name) => [name, []]));
  for (const section of sections) section.ends.forEach((name) => touching.get(name).push(section));
  return touching;
}

function districtsPassed(section, letters) {
  const ends = section.stations.map((one) => one.district);
  const between = cellsPassed(section.stroke).map(([x, y]) => letters[y]?.[x]);
  return new Set([...ends, ...between.filter((letter) => letter !== undefined)]);
}
