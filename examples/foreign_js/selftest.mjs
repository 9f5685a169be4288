// node selftest.mjs [GAMES [EDITION.json]]: random games with invariants, legal() against check() over every move that
// can be written down, the rulebook's worked examples by load, odd editions, the adapter, and the speed.

import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { begin, legalMoves, load, play, refusal } from "./game.mjs";
import { answer, makeSession } from "./adapter.mjs";
import { canonicalJson, digest } from "./canonical.mjs";
import { chance, randomDeal, randomSoloDeal } from "./deals.mjs";
import { iconChoices, orders } from "./candidates.mjs";
import { scoreItems, totals, winners } from "./scoring.mjs";

const games = Number(process.argv[2] ?? 1000);
const edition = JSON.parse(readFileSync(process.argv[3] ?? new URL("selftest_edition.json", import.meta.url), "utf8"));
const COLOURS = ["gold", "white", "black"];
const setting = (seats, ed = edition) => ({ game: "zerokei", seats, edition: ed, rulings: {} });
const solo = (hard, ed = edition) => ({ ...setting(1, ed), hard });
const sum = (list) => list.reduce((total, one) => total + one, 0);
const key = canonicalJson;

// Invariants of any table that play reaches.
function checkTable(game, before) {
  const { table, deck, ed } = game;
  const carriages = [...deck, ...table.row.map((one) => one.carriage), ...table.discard, ...table.seats.flatMap((s) => s.train)];
  assert.equal(new Set(carriages).size, carriages.length, "a carriage in two places");
  assert.equal(carriages.length, ed.carriage.size, "carriages lost");
  table.seats.forEach((seat, index) => {
    assert(seat.yen >= 0, "yen below zero");
    assert(seat.tracks >= 0, "tracks below zero");
    const placed = sum(table.venues.map((venue) => venue.cauldrons[index]));
    assert.equal(seat.cauldrons + placed, ed.figures.cauldrons, "cauldrons lost");
    assert(seat.spent.every((id) => seat.train.includes(id)) && seat.tokens.every(([id]) => seat.train.includes(id)));
    const tokens = Number(table.tile.includes(index)) + table.row.filter((one) => one.claim === index).length;
    const inHand = table.phase === "place" && table.to_move === index ? 1 : 0;
    assert.equal(tokens + inHand, 1, "turn order token lost");
  });
  assert.equal(sum(table.seats.map((seat) => seat.tracks)) + table.tracked.length, table.prepared.length, "tracks lost");
  assert(Object.keys(table.stations).every((city) => table.prepared.includes(city)), "station on unprepared ground");
  for (const colour of COLOURS) assert(Object.values(table.stations).filter((one) => one === colour).length <= ed.stationRows.length);
  const tokens = table.tokens.length + table.venues.length + sum(table.seats.map((seat) => seat.tokens.length));
  const onBoard = ed.solo === null ? 0 : game.board.filter((token) => ed.city.has(token)).length;
  assert.equal(tokens + onBoard, ed.cities.length, "venue tokens lost");
  if (ed.solo !== null) checkHideo(game, before);
  const spaces = table.counters.map((one) => one.space);
  assert(spaces.every((space, index) => space <= ed.lastSpace && (index === 0 || spaces[index - 1] <= space)), "counters");
  if (table.phase !== "act") assert.deepEqual([table.actions, table.used, table.pending], [0, [], []]);
  for (const list of [table.used, table.discard, table.tokens, table.engines]) assert.deepEqual(list, [...list].sort());
  assert(table.round >= before.table.round && table.round - before.table.round <= 1);
}

// Invariants of Hideo's part of a table.
function checkHideo(game, before) {
  const { table, board, ed } = game;
  assert.notEqual(table.to_move, 1, "Hideo's move");
  assert.equal(table.seats[1].yen, 0, "Hideo has money"); // 12.2.5
  assert(table.seats[1].vp >= before.table.seats[1].vp, "Hideo lost points");
  table.hideo.board.forEach((token, index) => {
    const was = before.table.hideo.board[index];
    assert(token === was || was === "?", "a token of Hideo's board changed");
    assert(["?", ""].includes(token) || token === board[index], "not the token that was dealt");
    assert.notEqual(token === "", ed.city.has(board[index]) || token === "?", "an empty cell, or a closed venue token in sight");
  });
  const gone = board.filter((_, index) => table.hideo.board[index] === "");
  const closed = gone.map((token) => Number(token.slice("closed-".length))).sort();
  assert.deepEqual(table.hideo.closed, closed);
}

// Every move that can be written down with the ids of this game: 30 to 60 thousand.
function* universe(game) {
  const { table, ed } = game;
  const cities = ed.cityIds;
  const carriages = [...ed.carriage.keys()];
  const cards = [...ed.engines.keys(), ...carriages, "tail", "event"];
  const lists = [0, 1, 2, 3].flatMap(orders).concat([["gold", "gold"], ["white", "white"]]);
  for (const move of ["finish", "decline", "lose-vp", "skip", "idle", "nonsense"]) yield { move };
  for (const engine of [...ed.engines.keys(), "engine-9"]) yield { move: "choose-engine", engine };
  for (const carriage of carriages) {
    for (const advance of lists) yield* ["claim", "buy-at-end"].map((move) => ({ move, carriage, advance }));
    for (let to = 0; to <= 9; to += 1) yield { move: "relocate", carriage, to };
  }
  for (const advance of lists) {
    for (let space = 0; space <= 5; space += 1) yield { move: "place", space, advance };
    yield { move: "advance-again", advance };
  }
  for (const city of cities) yield { move: "score-city", city };
  for (const card of cards) {
    yield* ["finish", "get-yen", "idle"].map((move) => ({ move, card }));
    for (const advance of [...COLOURS, "pink", ["gold"]]) yield { move: "income", card, advance };
    for (const colour of COLOURS) yield { move: "advance", card, colour };
    for (const city of cities) {
      yield { move: "prepare", card, city };
      for (const colour of [...COLOURS, "pink"]) yield { move: "build", card, city, colour };
      for (const space of ["A", "B", "C", "D"]) {
        for (let track_of = 0; track_of <= table.seats.length; track_of += 1) yield { move: "lay", card, city, space, track_of };
      }
    }
    for (let venue = 0; venue <= 4; venue += 1) {
      for (let times = -1; times <= 3; times += 1) yield { move: "participate", card, venue, times };
    }
    for (const again of cards) yield { move: "repeat", card, again };
    for (const carriage of carriages) {
      for (const advance of [...iconChoices(ed, carriage), [], ["gold"]]) yield { move: "buy", card, carriage, advance };
    }
  }
  for (const city of cities) for (const on of cards) yield { move: "take-token", card: "event", city, on };
}

function checkUniverse(game) {
  const legal = new Set(legalMoves(game).map(key));
  const accepted = new Set();
  for (const move of universe(game)) if (refusal(game, move) === null && !("card" in move && move.move === "finish")) accepted.add(key(move));
  assert.deepEqual([...accepted].sort(), [...legal].sort(), "legal() and check() differ");
}

// A legal move with one value changed: check() must say what legal() says.
function checkNearMiss(game, moves, dice) {
  const legal = new Set(moves.map(key));
  const move = structuredClone(dice.pick(moves));
  const field = dice.pick(Object.keys(move));
  const { ed } = game;
  const values = ["event", "tail", ...ed.engines.keys(), ...ed.carriage.keys(), ...ed.cityIds, ...COLOURS, "A", "D", 0, 1, 2, 3, [], ["gold"], ["white", "black"], null];
  move[field] = dice.pick(values);
  assert.equal(refusal(game, move) === null, legal.has(key(move)), `near miss ${key(move)}`);
}

const seen = new Map();

function randomGame(seats, dice, ed, wild, thorough) {
  const hard = dice.next() < 0.5;
  let game = seats === 1 ? begin(solo(hard, ed), randomSoloDeal(ed, dice, wild)) : begin(setting(seats, ed), randomDeal(ed, seats, dice, wild));
  let count = 0;
  while (game.table.to_move !== null) {
    const moves = legalMoves(game);
    assert(moves.length > 0, `no legal move: ${key(game.table)}`);
    assert.equal(new Set(moves.map(key)).size, moves.length, "a move twice");
    if (thorough && dice.next() < 0.02) checkUniverse(game);
    checkNearMiss(game, moves, dice);
    // Kinds first, so that rare kinds are met; finish rarely, so that turns are long.
    const kinds = [...new Set(moves.map((move) => move.move))].filter((kind) => kind !== "finish" || dice.next() < 0.3);
    const kind = kinds.length ? dice.pick(kinds) : "finish";
    const move = dice.pick(moves.filter((one) => one.move === kind));
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    const untouched = dice.next() < 0.02 ? digest(game.table) : null;
    const after = play(game, move);
    if (untouched) assert.equal(digest(game.table), untouched, "play() changed its input");
    checkTable(after, game);
    game = after;
    assert((count += 1) < 2000, "endless");
  }
  assert.equal(game.table.phase, "over");
  assert.equal(game.table.round, edition.board.years.length);
  assert.deepEqual(legalMoves(game), []);
  assert(winners(game).length >= 1 && totals(game).every(Number.isInteger));
  return count;
}

// An edition with other figures, other gifts and other engine sides: nothing may hang on the printed numbers.
function oddEdition(dice) {
  const odd = structuredClone(edition);
  const gifts = dice.shuffle(odd.carriages.map((one) => one.gives)).map((gift) => (dice.next() < 0.1 ? "income" : gift));
  odd.carriages.forEach((one, index) => {
    one.gives = gifts[index];
    one.cost = dice.below(7);
  });
  const actions = ["income", "prepare", "prepare-1", "lay", "lay-1", "build", "build-1", "buy", "participate", "repeat"];
  for (const engine of odd.engines) for (const side of engine.sides) side.actions = dice.shuffle(actions).slice(0, 1 + dice.below(3));
  for (const [name, value] of Object.entries(odd.figures)) {
    if (typeof value === "number" && !["row_beyond_players", "cauldrons"].includes(name)) odd.figures[name] = dice.below(value + 3);
  }
  odd.figures.cauldrons = 1 + dice.below(8);
  odd.board.value_spaces = 2 + dice.below(12);
  for (const event of odd.events) event.actions = dice.below(6);
  for (const venue of odd.venues) Object.assign(venue, { pay: dice.below(3), vp: dice.below(3), yen: dice.below(3), moves: dice.below(3) });
  for (const tile of odd.turn_order) for (const space of tile.spaces) Object.assign(space, { advance: dice.below(3), yen: dice.below(3), vp: dice.below(2) });
  for (const margin of odd.hideo.margins) Object.assign(margin, { venue: dice.below(4), vp: dice.below(4) });
  odd.hideo.columns = odd.hideo.columns.map(() => odd.hideo.cells.map((cell) => cell.id).filter(() => dice.next() < 0.5));
  Object.assign(odd.hideo, { closed_cauldrons: dice.below(4), row: 2 + dice.below(3), hard_yen: dice.below(9), hard_vp: dice.below(9) });
  return odd;
}

// The rulebook's worked examples.
function exampleState(seats, changes, seatChanges) {
  const table = {
    round: 2, phase: "act", to_move: 0, actions: 3, used: [], pending: [], tile: Array(seats === 4 ? 4 : 3).fill(null), row: [],
    discard: [], prepared: [], tracked: [], stations: {}, counters: COLOURS.map((colour, space) => ({ colour, space })),
    venues: ["odawara", "yokohama", "maibara"].map((city) => ({ city, cauldrons: Array(seats).fill(0) })), tokens: [],
    events: ["yen-for-all", "build", "get-yen", "lay", "participate"], engines: [], memory: [],
    seats: seatChanges.map((seat, index) => ({
      engine: `engine-${index + 1}`, train: [], yen: 0, vp: 0, tracks: 0, cauldrons: 7, spent: [], tokens: [], ...seat,
    })),
    ...changes,
  };
  return { table, hidden: { deck: edition.carriages.map((one) => one.id).slice(0, 15) } };
}

function must(game, move) {
  const why = refusal(game, move);
  assert.equal(why, null, `${key(move)} refused: ${JSON.stringify(why)}`);
  return play(game, move);
}

function examples() {
  const venues = [[2, 0, 1], [0, 3, 0], [0, 1, 0]].map((cauldrons, index) => ({ city: ["osaka", "kyoto", "atami"][index], cauldrons }));
  // 4.C: yellow 2 yen, red 4, green 1
  let game = load(setting(3), exampleState(3, { tile: [0, 1, null], to_move: 2, venues, round: 1, events: ["get-yen", "build", "participate", "lay", "prepare"] }, [{}, {}, {}]));
  game.table.tile = [0, 1, 2];
  game = must(game, { move: "finish" });
  assert.deepEqual(game.table.seats.map((seat) => seat.yen), [2, 4, 1 + 3]);
  assert.equal(game.table.row.length, 5); // 4.D.1

  // 5.B.2: Toyohashi for 2 + 2 yen, gold one step
  const row = ["toyohashi-1", "maibara-hashima", "osaka-1", "kyoto-1", "atami-1"].map((carriage) => ({ carriage, claim: null }));
  game = load(setting(3), exampleState(3, { phase: "buy", actions: 0, to_move: 2, tile: [2, 0, 1], row, prepared: ["toyohashi"], stations: { toyohashi: "white" } }, [{ yen: 9 }, { yen: 9 }, { yen: 9 }]));
  game = must(game, { move: "claim", carriage: "toyohashi-1", advance: ["gold"] });
  assert.equal(game.table.seats[2].yen, 5);
  assert.deepEqual(game.table.counters, [{ colour: "white", space: 1 }, { colour: "gold", space: 1 }, { colour: "black", space: 2 }]);
  assert.equal(game.table.to_move, 0);

  // 6.A.2, 6.B.4: Maibara-Hashima joins before the tail, space 2 gives 1 yen
  game = load(setting(3), exampleState(3, { phase: "place", actions: 0, to_move: 0 }, [{ train: ["kyoto-1", "maibara-hashima"] }, {}, {}]));
  game = must(game, { move: "place", space: 2, advance: [] });
  assert.deepEqual([game.table.seats[0].yen, game.table.tile, game.table.actions], [1, [null, 0, null], 3]);

  // The example of three actions: 3 + 3 + 3 yen, 3 + 4 + 2 victory points
  const seats = [{ engine: "engine-1" }, { engine: "engine-4" }, { engine: "engine-2", train: ["nagoya-2"], yen: 9 }];
  game = load(setting(3), exampleState(3, { to_move: 2, tile: [0, 2, 1], prepared: ["osaka"], stations: { osaka: "white" } }, seats));
  game = must(game, { move: "prepare", card: "engine-1", city: "hamamatsu" });
  assert.deepEqual([game.table.seats[0].yen, game.table.seats[2].yen, game.table.seats[2].vp, game.table.seats[2].tracks], [2, 6, 3, 1]);
  game = must(game, { move: "build", card: "event", city: "hamamatsu", colour: "white" });
  assert.deepEqual([game.table.seats[2].yen, game.table.seats[2].vp], [3, 7]);
  game = must(game, { move: "participate", card: "engine-2", venue: 1, times: 1 });
  assert.deepEqual([game.table.seats[2].yen, game.table.seats[2].vp, game.table.round], [0 + 1, 9, 3]); // 1 yen is next round's income

  // Final scoring: 31 + 21 = 52
  const train = ["osaka-1", "kyoto-1", "maibara-1", "maibara-hashima", "nagoya-1"];
  const tracked = ["osaka", "maibara", "hashima", "nagoya"];
  const stations = { maibara: "gold", hashima: "white", nagoya: "black" };
  const counters = [["black", 2], ["white", 5], ["gold", 5]].map(([colour, space]) => ({ colour, space }));
  const cauldrons = [[0, 1, 2], [2, 2, 1], [3, 0, 0]].map((list, index) => ({ city: ["atami", "yokohama", "maibara"][index], cauldrons: list }));
  game = load(setting(3), exampleState(3, { phase: "over", to_move: null, actions: 0, round: 5, prepared: [...tracked, "kyoto"], tracked, stations, counters, venues: cauldrons }, [{ train, vp: 31, yen: 5, tracks: 1, cauldrons: 2 }, { cauldrons: 4 }, { cauldrons: 4 }]));
  const byChapter = {};
  for (const { vp, clause } of scoreItems(game)[0]) byChapter[clause.slice(0, 4)] = (byChapter[clause.slice(0, 4)] ?? 0) + vp;
  assert.deepEqual(byChapter, { 11.2: 31, 11.3: 13, 11.4: 3, 11.5: 9, 11.6: -4 });
  assert.equal(totals(game)[0], 52);
  assert.deepEqual(winners(game), [0]);
}

// The two examples of Hideo's turn, and what only Hideo does.
function soloExamples() {
  const dealt = ["shizuoka", "osaka", "odawara", "closed-1", "kyoto", "closed-2", "toyohashi", "nagoya"];
  const board = ["shizuoka", "?", "?", "?", "?", "?", "toyohashi", "?"];
  const turn = (changes, hideo, seatChanges, hidden = dealt) => {
    const state = exampleState(2, { round: 2, row: [{ carriage: "osaka-1", claim: 1 }], tile: [0, null, null], hideo: { board, closed: [] }, ...changes, ...hideo }, seatChanges);
    state.hidden.board = hidden;
    return must(load(solo(false), state), { move: "finish" });
  };
  // Column 60-61: two actions, a closed venue (the second: 4 points), an action; then 2 points of income, 1 for space 2
  const points = (game) => game.table.seats[1].vp;
  const ground = (city) => edition.cities.find((one) => one.id === city).ground_vp;
  let game = turn({}, {}, [{}, {}]);
  assert.deepEqual(game.table.hideo, { board: ["shizuoka", "?", "odawara", "?", "?", "", "toyohashi", "?"], closed: [2] });
  assert.deepEqual(game.table.prepared, ["toyohashi", "shizuoka", "odawara"]);
  assert.deepEqual(game.table.venues.map((venue) => venue.cauldrons[1]), [0, 2, 0]);
  assert.equal(points(game), 1 + sum(["shizuoka", "odawara", "toyohashi"].map(ground)) + 4 + 2);
  assert.deepEqual([game.table.tile, game.table.seats[1].tracks, game.table.seats[1].cauldrons], [[0, 1, null], 3, 5]);
  // the third venue gives nothing (hideo_closed_third); of two cauldrons, only the one he has (hideo_cauldrons)
  game = turn({}, {}, [{}, {}], dealt.map((token) => (token === "closed-2" ? "closed-3" : token)));
  assert.equal(points(game), 1 + sum(["shizuoka", "odawara", "toyohashi"].map(ground)) + 2);
  game = turn({}, {}, [{}, { cauldrons: 1 }]);
  assert.equal(points(game), 1 + sum(["shizuoka", "odawara", "toyohashi"].map(ground)) + 2 + 1);
  // Column 61-62: Shizuoka has everything, so the margin of the first row
  const full = { round: 3, prepared: ["shizuoka"], tracked: ["shizuoka"], stations: { shizuoka: "gold" } };
  game = turn(full, {}, [{}, {}]);
  assert.deepEqual([points(game), game.table.venues[0].cauldrons[1]], [1 + 2 + 1, 1]);
  // 12.7.2: the row counts before the counter; 12.7.3: a track of his own or none
  game = turn({ ...full, prepared: ["shizuoka", "osaka"], tracked: [], stations: { osaka: "black" } }, {}, [{}, {}]);
  assert.deepEqual([game.table.stations.shizuoka, points(game)], ["white", 1 + 6]);
  game = turn({ ...full, tracked: [] }, {}, [{ tracks: 1 }, {}]);
  assert.deepEqual([game.table.tracked, points(game)], [[], 1 + 2 + 1]);
  game = turn({ ...full, tracked: [] }, {}, [{}, { tracks: 1 }]);
  assert.deepEqual([game.table.tracked, points(game)], [["shizuoka"], 1 + 4]); // get-yen: letter C
  // 12.9: no losses, the cities A as venues, a connection without track in any order, a point for a track
  const over = { phase: "over", to_move: null, actions: 0, round: 5, prepared: ["shizuoka", "osaka"], tracked: ["shizuoka"], stations: { shizuoka: "black" } };
  const venues = ["odawara", "yokohama", "maibara"].map((city) => ({ city, cauldrons: [0, 1] }));
  const state = exampleState(2, { ...over, venues, hideo: { board: dealt.map((token) => (token.startsWith("closed") ? "" : token)), closed: [1, 2] } }, [{}, { train: ["shizuoka-1", "hamamatsu-1", "osaka-1", "atami-1"], tracks: 1, cauldrons: 3, vp: 10, yen: 0 }]);
  state.hidden.board = dealt;
  const byChapter = {};
  for (const { vp, clause } of scoreItems(load(solo(true), state))[1]) byChapter[clause.slice(0, 4)] = (byChapter[clause.slice(0, 4)] ?? 0) + vp;
  assert.deepEqual(byChapter, { 11.2: 10, 11.3: 6, 11.4: 6, 11.5: 9, 11.6: 1 });
}

// Small positions for what the examples do not show.
function corners() {
  const offers = (game, test) => legalMoves(game).filter(test);
  // 5.C.5, 5.C.6, stuck_counter: nothing moves on the last space
  const last = edition.board.value_spaces - 1;
  let game = load(setting(2), exampleState(2, { counters: COLOURS.map((colour) => ({ colour, space: last })) }, [{}, {}]));
  assert.deepEqual(must(game, { move: "income", card: "tail", advance: "gold" }).table.counters, game.table.counters);
  // nothing_affordable: the cheapest, nearest the tile; the score may not go below zero
  const row = ["nagoya-1", "osaka-1", "kyoto-1", "atami-1"].map((carriage) => ({ carriage, claim: null }));
  game = load(setting(2), exampleState(2, { phase: "buy", actions: 0, tile: [0, 1, null], row }, [{ yen: 1, vp: -2 }, {}]));
  assert.deepEqual(legalMoves(game), [{ move: "claim", carriage: "osaka-1", advance: ["white"] }]);
  game = must(game, legalMoves(game)[0]);
  assert.deepEqual([game.table.seats[0].yen, game.table.seats[0].vp], [0, -2]);
  // 7.11.5: another's track only without one's own, paid to its owner
  const lay = { move: "lay", card: "kyoto-1", city: "osaka", space: "C", track_of: 1 };
  game = load(setting(2), exampleState(2, { prepared: ["kyoto"] }, [{ train: ["kyoto-1"], yen: 3 }, { tracks: 1 }]));
  game = must(game, lay);
  assert.deepEqual(game.table.seats.map((seat) => [seat.yen, seat.vp, seat.tracks]), [[0, 4, 0], [3, 0, 0]]);
  game = load(setting(2), exampleState(2, { prepared: ["kyoto", "osaka"] }, [{ train: ["kyoto-1"], yen: 3, tracks: 1 }, { tracks: 1 }]));
  assert.notEqual(refusal(game, lay), null);
  // combined_event: the fee and both costs must be there; preparing first gives the track that is laid
  const events = ["yen-for-all", "prepare-and-lay", "get-yen", "lay", "participate"]; // letter D: 4 yen
  for (const [yen, cities] of [[6, []], [7, ["maibara", "odawara"]], [8, ["osaka", "maibara", "hashima", "toyohashi", "atami", "odawara"]]]) {
    game = load(setting(2), exampleState(2, { events }, [{ yen }, {}]));
    assert.deepEqual(offers(game, (move) => move.card === "event").map((move) => move.city), cities);
  }
  game = must(game, { move: "prepare", card: "event", city: "osaka" });
  assert.deepEqual([game.table.pending, game.table.actions, game.table.used], [[{ owed: "lay" }], 2, ["event"]]);
  assert(legalMoves(game).every((move) => move.move === "lay" && move.card === "event" && move.track_of === 0));
  // costs_before_gains: an engine's fee cannot be paid from the venue that gives yen
  game = load(setting(2), exampleState(2, {}, [{ engine: "engine-2", yen: 1 }, { engine: "engine-1" }]));
  assert.deepEqual(offers(game, (move) => move.card === "engine-2"), []);
  // Repeat: of a spent Buy Card no, of Repeat no, of the tail yes with 1 yen (repeat_of_repeat, spent_card)
  const repeating = { train: ["shizuoka-1", "hamamatsu-shizuoka", "kyoto-2"], spent: ["kyoto-2"] };
  game = load(setting(2), exampleState(2, { used: ["hamamatsu-shizuoka", "kyoto-2", "tail"], discard: ["osaka-1"] }, [{ ...repeating, yen: 9 }, {}]));
  assert.deepEqual(offers(game, (move) => move.move === "repeat"), [{ move: "repeat", card: "shizuoka-1", again: "tail" }]);
  game = must(game, { move: "repeat", card: "shizuoka-1", again: "tail" });
  assert.deepEqual([game.table.pending, game.table.seats[0].yen, legalMoves(game).length], [[{ again: "tail" }], 8, 3]);
  // 11.5.6: 1-2 followed by 1 breaks; a token is read by its number and may cut a connection
  const tracked = ["osaka", "kyoto", "maibara", "hashima"];
  const connected = (train, tokens) => {
    const over = exampleState(2, { phase: "over", to_move: null, prepared: tracked, tracked }, [{ train, tokens }, {}]);
    return sum(scoreItems(load(setting(2), over))[0].filter((item) => item.clause === "11.5.3").map((item) => item.vp));
  };
  assert.equal(connected(["osaka-kyoto", "osaka-1", "maibara-1"], []), 6);
  assert.equal(connected(["osaka-1", "osaka-2"], []), 0);
  assert.equal(connected(["osaka-kyoto", "kyoto-1", "maibara-1"], []), 9);
  assert.equal(connected(["osaka-1", "kyoto-1", "maibara-1"], [["osaka-1", "hashima"]]), 6);
  assert.equal(connected(["kyoto-1", "maibara-1"], [["maibara-1", "hashima"]]), 9);
}

function adapterAnswers() {
  const session = makeSession();
  const ask = (request) => answer(session, request);
  assert("errored" in ask({ seq: 1, cmd: "legal" }) && "errored" in ask(null) && "errored" in ask([]) && "errored" in ask({ cmd: "start" }));
  assert("skipped" in ask({ seq: 1, cmd: "dance" }));
  const deal = randomDeal(edition, 2, chance(1));
  assert("skipped" in ask({ seq: 4, cmd: "new", ...setting(2), game: "chess", deal }));
  assert("skipped" in ask({ seq: 3, cmd: "legal" }));
  assert("skipped" in ask({ seq: 5, cmd: "new", ...setting(2), rulings: { own_track_first: "b" }, deal }));
  for (const broken of [{ deal: null }, { deal: { ...deal, deck: [] } }, { deal, edition: {} }, { deal, seats: "2" }, { deal, seats: 7 }, { deal, hard: true }, { deal, seats: 1 }]) {
    assert("errored" in ask({ seq: 6, cmd: "new", ...setting(2), ...broken }), JSON.stringify(broken).slice(0, 80));
  }
  assert("errored" in ask({ seq: 7, cmd: "load", ...setting(2), state: { table: {} } }));
  assert.deepEqual(ask({ seq: 8, cmd: "new", ...setting(2), deal }), { seq: 8, to_move: deal.turn_order[1] });
  assert.deepEqual(ask({ seq: 9, cmd: "apply", move: { move: "finish" } }), { seq: 9, legal: false });
  assert.deepEqual(ask({ seq: 9, cmd: "check", move: { move: "choose-engine", engine: "engine-1" }, by: deal.turn_order[0] }), { seq: 9, legal: false });
  // a whole game: apply, digest and play agree; a table that is loaded goes on as the original
  const moves = [];
  const digests = [];
  const dice = chance(5);
  for (let reply = ask({ seq: 1, cmd: "legal" }); reply.moves.length; reply = ask({ seq: 1, cmd: "legal" })) {
    const move = dice.pick(reply.moves);
    assert.equal(ask({ seq: 2, cmd: "check", move }).legal, true);
    assert("to_move" in ask({ seq: 2, cmd: "apply", move }));
    moves.push(move);
    digests.push(ask({ seq: 3, cmd: "digest" }).digest);
    const { table } = ask({ seq: 4, cmd: "table" });
    const state = JSON.parse(JSON.stringify({ table, hidden: { deck: session.game.deck } }));
    assert.equal(digest(load(setting(2), state).table), digests.at(-1));
  }
  const final = ask({ seq: 5, cmd: "scores" });
  const whole = ask({ seq: 6, cmd: "play", ...setting(2), deal, moves });
  assert.deepEqual(whole, { seq: 6, to_move: null, digests });
  assert.deepEqual(ask({ seq: 5, cmd: "scores" }), final);
  const refused = ask({ seq: 7, cmd: "play", ...setting(2), deal, moves: [moves[0], { move: "finish" }, moves[1]] });
  assert.equal(refused.refused, 1);
  assert.equal(refused.digests.length, 1);
  assert.equal(canonicalJson({ b: "ō😀", a: [1, null, true] }), '{"a":[1,null,true],"b":"\\u014d\\ud83d\\ude00"}');
}

function speed() {
  const dice = chance(99);
  const started = performance.now();
  let moves = 0;
  let listed = 0;
  for (let round = 0; performance.now() - started < 3000; round += 1) {
    let game = begin(setting(2 + (round % 3)), randomDeal(edition, 2 + (round % 3), dice));
    while (game.table.to_move !== null) {
      const legal = legalMoves(game);
      listed += legal.length;
      game = play(game, dice.pick(legal));
      moves += 1;
    }
  }
  const seconds = (performance.now() - started) / 1000;
  return `${Math.round(moves / seconds)} moves a second with all legal moves listed (${(listed / moves).toFixed(1)} each)`;
}

examples();
soloExamples();
corners();
adapterAnswers();
const dice = chance(2024);
let total = 0;
for (let index = 0; index < games; index += 1) {
  for (const seats of [1, 2, 3, 4]) total += randomGame(seats, dice, edition, index % 2 === 1, index < 30);
}
console.log(`${4 * games} games, ${total} moves`);
for (let index = 0; index < games / 4; index += 1) {
  const odd = oddEdition(dice);
  for (const seats of [1, 2, 3, 4]) randomGame(seats, dice, odd, true, index < 20);
}
console.log(`and as many as ${4 * Math.ceil(games / 4)} with odd editions`);
console.log([...seen].sort().map(([kind, count]) => `${kind} ${count}`).join(", "));
console.log(speed());
