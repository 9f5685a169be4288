// node selftest.mjs [GAMES [SHEET.json [SEED]]]: the sections of known sheets, worked examples by load, random games with
// invariants in which every move that can be written down is tried, a naive second engine beside it, the adapter, speed.

import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { answer, makeSession } from "./adapter.mjs";
import { canonicalJson, digest } from "../foreign_js/canonical.mjs";
import { isUnderground, turnsOf } from "./cards.mjs";
import { chance, pick, randomDeal } from "./deals.mjs";
import { begin, isOver, legalMoves, load, play, refusal } from "./game.mjs";
import { tracks } from "./lines.mjs";
import { colourOf } from "./pencils.mjs";
import { parts, totals, winners } from "./scoring.mjs";
import { prepareSheet } from "./sheet.mjs";
import { naiveDraws, naiveMap, naiveScore } from "./selftest_naive.mjs";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const games = Number(process.argv[2] ?? 60);
const sheets = process.argv[3] ? [readFileSync(process.argv[3], "utf8")] : [read("london.json"), read("selftest_sheet.json")];
const seed = Number(process.argv[4] ?? 1964);
const editions = sheets.map((text) => JSON.parse(text));
const [london, ring] = [read("london.json"), read("selftest_sheet.json")].map((text) => JSON.parse(text));
const setting = (seats, edition, rulings = {}) => ({ game: "nextstation", seats, edition, rulings });
const draw = (...section) => ({ move: "draw", section });
const pass = { move: "pass" };
const ROUNDS = [1, 2, 3, 4];

function section(text) {
  const [a, b] = text.replace("*", "").split("-").map((one) => `${one[0]},${one[1]}`);
  return `${a} ${b}`;
}

// ---- Sheets -------------------------------------------------------------------------------------------------------

function testLondonSections() {
  const known = read("selftest_london_sections.txt").trim().split(/\s+/);
  const sheet = prepareSheet();
  assert.deepEqual(sheet.sections.map((one) => one.name), known.map(section));
  assert.deepEqual(sheet.sections.map((one) => one.underRiver), known.map((text) => text.endsWith("*")));
  assert.equal(sheet.sections.reduce((all, one) => all + one.crosses.size, 0) / 2, 116);
  const degrees = [...sheet.touching.values()].map((list) => list.length);
  assert.deepEqual([Math.min(...degrees), Math.max(...degrees)], [3, 8]);
  for (const departure of sheet.departure.values()) assert.equal(sheet.touching.get(departure).length, 8);
}

function testRingSections() {
  const sheet = prepareSheet(ring);
  const names = new Set(sheet.sections.map((one) => one.name));
  const onLoop = ["2,1 4,1", "4,1 5,3", "4,5 5,3", "2,5 4,5", "1,3 2,5", "1,3 2,1"];
  assert.deepEqual(sheet.sections.slice(-6).map((one) => one.name), onLoop);
  assert.equal(sheet.sections.filter((one) => one.name === "2,1 4,1").length, 1, "one section beside the straight loop");
  assert(!names.has("3,0 3,2"), "through the side of the loop"); // 5.8
  assert(!names.has("4,1 6,3"), "along a bend, then out"); // 5.8
  assert(!names.has("0,0 2,2") && !names.has("2,3 5,0"), "where there is no station");
  assert(!names.has("0,3 2,3"), "over a station"); // 5.6
  assert(names.has("1,3 2,3") && names.has("0,3 1,3"), "in and out through a station of the loop");
}

// ---- Games --------------------------------------------------------------------------------------------------------

function stateOf(game) {
  const hidden = { decks: game.decks, choices: game.choices, symbols: [], effects: [] };
  return { table: structuredClone(game.table), hidden: structuredClone(hidden) };
}

function checkTable(game, before) {
  const { table, sheet, seats } = game;
  table.seats.forEach((seat, index) => {
    const used = Object.values(seat.lines).flat().map((ends) => sheet.section.get(ends.join(" ")));
    for (const one of used) {
      assert(tracks(seat, one) <= (sheet.book === "tokyo" ? 2 : 1), "too many tracks"); // 6.5, L.8.4
      assert(used.every((other) => !one.crosses.has(other.name)), "sections cross"); // 5.7
    }
    for (const [colour, line] of Object.entries(seat.lines)) {
      const stations = new Set(line.flat());
      assert(line.length === 0 || stations.has(sheet.departure.get(colour)), "not from the departure"); // 5.3
      assert.equal(stations.size, line.length === 0 ? 0 : line.length + 1, "not a tree"); // 5.10
      const order = line.map((ends) => sheet.section.get(ends.join(" ")).index);
      assert.deepEqual(order, [...order].sort((a, b) => a - b));
      const begun = ROUNDS.slice(0, table.round).some((round) => colourOf(game, index, round) === colour);
      assert(begun || line.length === 0, "a line before its round");
    }
  });
  for (const cards of table.cards.slice(0, -1)) checkRound(cards);
  if (isOver(game)) checkRound(table.cards[3]);
  table.cards.forEach((cards, index) => assert.equal(cards.length + game.decks[index].length, sheet.cards.length));
  assert.deepEqual(table.choosing, [...table.choosing].sort());
  assert.equal(table.choosing.length + game.choices.filter((one) => one !== null).length, isOver(game) ? 0 : seats);
  const faceDown = before !== null && table.choosing.length < seats && !isOver(game);
  if (faceDown) assert.equal(table.seats, before.table.seats, "a choice shows");
}

function checkRound(cards) {
  const turns = turnsOf(cards).length;
  assert(turns >= 5 && turns <= 10, `${turns} turns`); // 4.2
  assert.equal(cards.filter(isUnderground).length, 5);
  assert(isUnderground(cards[cards.length - 1])); // 4.6
}

// Every section of two stations of the map, named in both orders: check against legal and against the naive engine.
function tryEveryMove(game, map) {
  const legal = legalMoves(game).slice(1).map((move) => move.section.join(" ")).sort();
  assert.deepEqual(legal, naiveDraws(map, game));
  const pairs = map.names.flatMap((a) => map.names.map((b) => [a, b]));
  const accepted = pairs.filter((ends) => refusal(game, draw(...ends)) === null).map((ends) => ends.join(" "));
  const turned = legal.map((name) => name.split(" ").reverse().join(" "));
  assert.deepEqual(accepted.sort(), [...legal, ...turned].sort());
}

function testRandomGames(edition) {
  const random = chance(seed);
  const map = naiveMap(edition);
  const sums = [];
  let branches = 0;
  let doubled = 0;
  for (let number = 0; number < games; number += 1) {
    const seats = 1 + (number % 4);
    let game = begin(setting(seats, edition), randomDeal(random, prepareSheet(edition), seats));
    let before = null;
    while (!isOver(game)) {
      checkTable(game, before);
      const moves = legalMoves(game);
      if (random() < 0.02) tryEveryMove(game, map);
      if (random() < 0.02) assert.deepEqual(legalMoves(load(setting(seats, edition), stateOf(game))), moves);
      before = game;
      game = play(game, moves.length > 1 && random() < 0.95 ? pick(random, moves.slice(1)) : pass);
    }
    checkTable(game, null);
    assert.deepEqual(totals(game), game.table.seats.map((seat) => naiveScore(map, seat.lines)));
    assert(winners(game).length >= 1 && winners(game).every((seat) => totals(game)[seat] === Math.max(...totals(game))));
    for (const seat of game.table.seats) {
      const lines = Object.values(seat.lines);
      branches += lines.filter((line) => lineHasBranch(line)).length;
      doubled += lines.flat().filter((ends) => tracks(seat, game.sheet.section.get(ends.join(" "))) === 2).length;
    }
    sums.push(...totals(game));
  }
  const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
  const seen = `${branches} lines with a branch, ${doubled} sections of double track`;
  console.log(`${edition.id}: ${games} games, mean score ${mean.toFixed(1)}, ${seen}`);
}

function lineHasBranch(line) {
  const stations = line.flat();
  return stations.some((name) => stations.filter((one) => one === name).length > 2);
}

// ---- Worked examples ----------------------------------------------------------------------------------------------

// A position alone on a sheet, with these lines; the round is that of the colour in hand.
function position(edition, lines, { round = 1, cards = ["street-circle"], rulings = {} } = {}) {
  const colours = edition.lines.map((one) => one.colour);
  const sheet = prepareSheet(edition);
  const all = Object.fromEntries(colours.map((colour) => [colour, (lines[colour] ?? []).map((text) => text.split(" "))]));
  const decks = Object.fromEntries(ROUNDS.map((one) => [`cards_${one}`, sheet.cards]));
  const game = begin(setting(1, edition, rulings), { pencils: colours, ...decks });
  const state = stateOf(game);
  state.table.round = round;
  state.table.cards = ROUNDS.slice(0, round).map((one) => (one === round ? cards : sheet.cards.slice(6)));
  state.table.seats[0].lines = all;
  return load(setting(1, edition, rulings), state);
}

const why = (game, text) => refusal(game, draw(...text.split(" ")));
const can = (game, text) => why(game, text) === null;

function testLondonExamples() {
  let game = position(london, { pink: ["4,6 7,3", "4,6 5,7"] }, { round: 4 });
  assert.equal(totals(game)[0], 5); // a departure that another line has reached makes no interchange (R10-a)
  game = position(london, { pink: ["4,6 7,3", "4,6 5,7"] }, { round: 4, rulings: { bare_departure: "b" } });
  assert.equal(totals(game)[0], 10); // three lines of 1, and an interchange of 2 (R10-b)
  game = position(london, { purple: ["2,5 4,3", "4,3 5,3"] }, { cards: ["street-pentagon"] });
  assert(can(game, "4,4 5,3") && can(game, "2,5 3,6"));
  assert.equal(why(game, "2,5 5,3"), "L.7.2");
  assert.equal(why(game, "4,3 4,4"), "L.7.4");
  assert.equal(why(game, "5,3 6,3"), "L.7.5");
  game = position(london, {}, { cards: ["street-circle"] });
  assert.equal(why(game, "0,3 1,3"), "L.7.2");
  assert.equal(why(game, "0,7 2,7"), "L.7.3");
  assert.equal(why(game, "5,7 6,8"), "L.7.3");
}

function testInterchangesAndTourists() {
  const first = { purple: ["2,5 4,3", "4,3 5,3"], blue: ["5,3 5,4", "5,4 5,7"] };
  const lines = { ...first, pink: ["5,3 6,3", "6,3 7,3"], green: ["3,2 4,3"] };
  const game = position(london, lines, { round: 4 });
  const { lines: points, interchanges, tourists, stamps, loop } = parts(game, 0);
  assert.deepEqual(points, [2 * 2 + 2, 2 * 2 + 2, 2 * 2, 2 * 1]);
  assert.equal(interchanges, 5 + 2); // three lines at 5,3, two at 4,3
  assert.equal(tourists, london.points.tourist_track[3]); // the central station, once for each line
  assert(stamps === 0 && Math.abs(loop) === 0);
}

function testSwitch() {
  const line = ["2,1 3,0", "2,1 2,3", "2,3 2,5"];
  const early = position(ring, { purple: line }, { cards: ["street-square", "street-switch", "street-triangle"] });
  assert.equal(legalMoves(early).length, 1 + naiveDraws(naiveMap(ring), early).length);
  assert(!can(early, "2,3 5,3"));
  const third = ["street-square", "street-circle", "street-switch", "underground-triangle"];
  const late = position(ring, { purple: line }, { cards: third });
  assert(can(late, "2,3 5,3"), "from the middle"); // 6.7
  const ends = position(ring, { purple: line }, { cards: ["street-square", "street-circle", "underground-triangle"] });
  assert.equal(why(ends, "2,3 5,3"), "5.5");
  const branch = position(ring, { purple: [...line, "2,3 5,3"] }, { cards: ["street-circle"] });
  assert(can(branch, "5,3 6,3"), "the new end is open"); // 6.8
  assert.equal(why(branch, "2,1 3,2"), "5.5");
}

function testDoubleTrack() {
  const joker = { cards: ["street-joker"] };
  assert(can(position(ring, { purple: ["2,1 3,0"] }, joker), "2,1 4,1"), "beside the loop"); // 6.3
  assert(can(position(ring, { purple: ["2,1 3,0"] }, joker), "1,3 2,1"), "along a bend"); // 6.3
  assert.equal(why(position(ring, { purple: ["2,1 3,0"] }, { cards: ["street-pentagon"] }), "2,1 4,1"), "6.3"); // 6.2
  const later = position(ring, { purple: ["2,1 3,0", "2,1 4,1"], blue: ["0,3 1,3", "1,3 2,1"] }, { ...joker, round: 2 });
  assert.equal(why(later, "2,1 4,1"), "6.5"); // the loop and purple
  assert(can(later, "2,1 3,0"), "beside purple");
  const tokyoless = position({ ...ring, book: "london" }, { purple: ["2,1 3,0"] }, joker);
  assert.equal(why(tokyoless, "2,1 4,1"), "L.8.4");
}

function testRingScore() {
  const first = { purple: ["2,1 3,0", "2,1 2,3", "2,3 2,5"], blue: ["0,3 1,3", "1,3 2,5", "2,5 3,6"] };
  const lines = { ...first, pink: ["5,3 6,3"], brown: [] };
  const game = position(ring, lines, { round: 4 });
  assert.deepEqual(parts(game, 0), { lines: [6, 4, 2, 0], interchanges: 5, stamps: 5, loop: -6, tourists: 0 });
  assert.equal(totals(game)[0], naiveScore(naiveMap(ring), game.table.seats[0].lines));
}

function testDistrictsCrossed() {
  // From 0,0 along the top the line passes A; to the south it passes D and ends in 3.
  const lines = { purple: ["0,0 3,0", "0,0 0,3", "0,3 0,6"] };
  assert.equal(parts(position(ring, lines), 0).lines[0], 4);
  const passed = { blue: ["0,3 0,6", "0,6 3,6", "3,6 6,6", "6,3 6,6"] };
  assert.equal(parts(position(ring, passed, { round: 2 }), 0).lines[1], 5);
  const rows = ["1CAAAA2", ...ring.map.districts.slice(1)]; // the cell beside the corner is another district
  const odd = { ...ring, map: { ...ring.map, districts: rows } };
  const over = { purple: ["0,0 3,0"] };
  assert.equal(parts(position(odd, over), 0).lines[0], 2); // R9-a
  assert.equal(parts(position(odd, over, { rulings: { districts_counted: "b" } }), 0).lines[0], 3); // R9-b
}

function testTies() {
  const four = begin(setting(4, ring), randomDeal(chance(1), prepareSheet(ring), 4));
  const state = stateOf(four);
  Object.assign(state.table, { round: 4, choosing: [], cards: ROUNDS.map(() => prepareSheet(ring).cards) });
  assert.deepEqual(winners(load(setting(4, ring), state)), [0, 1, 2, 3]); // 9.10
}

// ---- Pencils ------------------------------------------------------------------------------------------------------

function testPencils() {
  const pencils = ["purple", "blue", "pink", "brown"];
  const hand = (seats, gap, round) =>
    Array.from({ length: seats }, (_, seat) => colourOf({ seats, pencils, gap }, seat, round));
  const hands = (seats, gap) => ROUNDS.map((round) => hand(seats, gap, round));
  assert.deepEqual(hands(1, []).flat(), pencils); // 13.2
  for (const [seats, gap] of [[2, []], [3, [0]], [3, [1]], [3, [2]], [4, []]]) {
    const all = hands(seats, gap);
    for (const seat of all[0].keys()) assert.equal(new Set(all.map((hand) => hand[seat])).size, 4); // 3.1
    for (const one of all) assert.equal(new Set(one).size, seats);
  }
  assert.deepEqual(hands(4, [])[1], ["brown", "purple", "blue", "pink"]); // 4.8: from the right
}

// ---- The adapter --------------------------------------------------------------------------------------------------

function testAdapter() {
  const session = makeSession();
  const ask = (cmd, more = {}) => answer(session, { seq: 7, cmd, ...more });
  assert.equal(ask("start", { wire: 1 }).games[0], "nextstation");
  assert("errored" in ask("legal"));
  const deal = randomDeal(chance(3), prepareSheet(), 2);
  assert.deepEqual(ask("new", { game: "nextstation", seats: 2, deal }), { seq: 7, to_move: 0 });
  assert.deepEqual(ask("apply", { move: draw("0,0", "9,9") }), { seq: 7, legal: false });
  assert.deepEqual(ask("apply", { move: pass }), { seq: 7, to_move: 1 });
  assert.deepEqual(ask("check", { move: pass, by: 0 }), { seq: 7, legal: false });
  assert.deepEqual(ask("check", { move: { ...pass } }), { seq: 7, legal: true });
  assert.deepEqual(ask("scores"), { seq: 7, totals: [0, 0] });
  assert.equal(ask("digest").digest, digest(ask("table").table));
  const moves = Array(200).fill(pass);
  const played = ask("play", { game: "nextstation", seats: 2, deal, moves });
  assert.deepEqual([played.to_move, played.refused], [null, played.digests.length]);
  assert.deepEqual(ask("scores"), { seq: 7, totals: [0, 0], winners: [0, 1] });
  assert.deepEqual(ask("legal"), { seq: 7, to_move: null, moves: [] });
  assert.equal(ask("new", { game: "nextstation", seats: 2, deal, pencil_powers: true }).skipped, "no pencil powers here");
  assert("skipped" in ask("legal"), "nor about a game that there is not");
  assert("errored" in ask("new", { game: "nextstation", seats: 3, deal }), "three players have a gap");
  assert("skipped" in ask("dance"));
  assert.deepEqual(ask("stop"), { seq: 7 });
}

testLondonSections();
testRingSections();
testLondonExamples();
testInterchangesAndTourists();
testSwitch();
testDoubleTrack();
testRingScore();
testDistrictsCrossed();
testTies();
testPencils();
testAdapter();
const began = performance.now();
editions.forEach(testRandomGames);
console.log(`all is well; ${((performance.now() - began) / 1000).toFixed(1)} s`);
assert.equal(canonicalJson({ b: 1, a: [] }), '{"a":[],"b":1}');
