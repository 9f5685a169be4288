// A game as a few pure functions: begin one from a deal, load a position, make a move.
//
// A game is { sheet, seats, pencils, gap, letters, table, decks, choices }: the prepared sheet, what does not change, the
// table exactly as it goes over the wire, and what is hidden.

import { isWholeDeck, needCards } from "./cards.mjs";
import { isGap } from "./pencils.mjs";
import { Malformed, Skipped, isListOf, isObject, need } from "./problems.mjs";
import { chosen, turnBegun } from "./rounds.mjs";
import { refusal, sectionOf } from "./rules.mjs";
import { prepareSheet, sectionName } from "./sheet.mjs";

export { legalMoves, refusal } from "./rules.mjs";

const ROUNDS = [1, 2, 3, 4];
const MODULES = ["objectives", "special_stations", "pencil_powers"];
const LETTERS = { districts_counted: ["a", "b"], bare_departure: ["a", "b"] }; // the readings that this engine can play

export function begin(setting, deal) {
  const { sheet, seats, letters } = readSetting(setting);
  need(isObject(deal), "deal is not an object");
  needNoModule([deal.objectives, deal.symbols, deal.effects, deal.powers]);
  const { pencils, gap = [] } = deal;
  needPencils(pencils, gap, sheet, seats);
  const decks = ROUNDS.map((round) => deal[`cards_${round}`]);
  for (const deck of decks) {
    needCards(deck, sheet.cards);
    need(isWholeDeck(deck, sheet.cards), "cards are missing from a deck, or there twice");
  }
  const empty = Array.from({ length: seats }, () => ({ lines: emptyLines(sheet), marks: [], used: [], second: null }));
  const modules = { objectives: [], powers: [], specials: [] };
  const table = { round: 1, pencils, gap, ...modules, cards: [[]], seats: empty, choosing: [] };
  const choices = Array(seats).fill(null);
  return turnBegun({ sheet, seats, pencils, gap, letters, table, decks, choices });
}

export function load(setting, state) {
  const { sheet, seats, letters } = readSetting(setting);
  need(isObject(state) && isObject(state.table) && isObject(state.hidden), "state is not a position");
  const { table, hidden } = structuredClone(state);
  const seat = Array.isArray(table.seats) ? table.seats : [];
  needNoModule([table.objectives, table.powers, table.specials, hidden.symbols, hidden.effects]);
  needNoModule(seat.flatMap((one) => [one.marks, one.used]));
  need(ROUNDS.includes(table.round), "round is not from 1 to 4");
  needPencils(table.pencils, table.gap, sheet, seats);
  need(seat.length === seats, "not as many seats as players");
  for (const one of seat) needLines(one, sheet);
  need(Array.isArray(table.cards) && table.cards.length === table.round, "cards are not those of each round so far");
  need(Array.isArray(hidden.decks) && hidden.decks.length === ROUNDS.length, "decks are not four");
  for (const list of [...table.cards, ...hidden.decks]) needCards(list, sheet.cards);
  need(table.cards[table.round - 1].length > 0, "no card was turned up in this round");
  needChoosing(table.choosing, hidden.choices, sheet, seats);
  const { pencils, gap } = table;
  return { sheet, seats, pencils, gap, letters, table, decks: hidden.decks, choices: hidden.choices };
}

// The game after a legal move.
export function play(game, move) {
  if (refusal(game, move)) throw new Malformed("not a legal move");
  return chosen(game, move);
}

export function isOver(game) {
  return game.table.choosing.length === 0;
}

function readSetting(setting) {
  const game = setting.game ?? "nextstation";
  if (game !== "nextstation") throw new Skipped(`another game than Next Station: ${game}`);
  for (const module of MODULES) if (setting[module]) throw new Skipped(`no ${module.replace("_", " ")} here`);
  need(Number.isInteger(setting.seats) && setting.seats >= 1 && setting.seats <= 4, "seats is not from 1 to 4");
  const letters = {};
  for (const [slug, known] of Object.entries(LETTERS)) {
    const letter = setting.rulings?.[slug];
    letters[slug] = known.includes(letter) ? letter : known[0];
  }
  return { sheet: prepareSheet(setting.edition ?? undefined), seats: setting.seats, letters };
}

function needNoModule(lists) {
  if (lists.some((list) => Array.isArray(list) && list.length > 0)) throw new Skipped("no modules here");
}

function needPencils(pencils, gap, sheet, seats) {
  const asSet = (list) => JSON.stringify([...list].sort());
  need(isListOf(pencils, "string") && asSet(pencils) === asSet(sheet.colours), "pencils are not one of each colour");
  need(Array.isArray(gap) && isGap(gap, seats), "gap is a seat with three players, and not there otherwise");
}

function emptyLines(sheet) {
  return Object.fromEntries(sheet.colours.map((colour) => [colour, []]));
}

function needLines(seat, sheet) {
  need(isObject(seat) && isObject(seat.lines), "a seat has no lines");
  need(sheet.colours.every((colour) => Array.isArray(seat.lines[colour])), "a line is missing");
  for (const ends of Object.values(seat.lines).flat()) {
    need(Array.isArray(ends) && sheet.section.has(sectionName(ends)), "a line has a section that is not on the sheet");
  }
}

function needChoosing(choosing, choices, sheet, seats) {
  const isSeat = (seat) => Number.isInteger(seat) && seat >= 0 && seat < seats;
  need(Array.isArray(choosing) && choosing.every(isSeat), "choosing is not a list of seats");
  need(Array.isArray(choices) && choices.length === seats, "choices are not one for each seat");
  for (const choice of choices) {
    const drawn = choice !== null && choice.move !== "pass" ? sectionOf(sheet, choice) : null;
    need(typeof drawn !== "string", "a choice is no move");
  }
}
