// What happens by itself: the choices of a turn are revealed when the last seat has chosen, the next card is turned up,
// or the round is over and the pencils move.

import { isLastTurn, nextTurn } from "./cards.mjs";
import { extended } from "./lines.mjs";
import { colourOf } from "./pencils.mjs";
import { sectionOf } from "./rules.mjs";

const ROUNDS = 4; // 3.1

// The game after the seat to move has chosen a legal move.
export function chosen(game, move) {
  const [seat, ...others] = game.table.choosing;
  const choices = game.choices.map((one, index) => (index === seat ? move : one));
  const next = { ...game, choices, table: { ...game.table, choosing: others } };
  return others.length > 0 ? next : turnEnded(revealed(next));
}

// Everybody's section is on their sheet now (4.5).
function revealed(game) {
  const { sheet, table, choices } = game;
  const seats = table.seats.map((seat, index) => {
    if (choices[index]?.move !== "draw") return seat;
    const colour = colourOf(game, index, table.round);
    const section = sectionOf(sheet, choices[index]);
    return { ...seat, lines: { ...seat.lines, [colour]: extended(seat.lines[colour], section, sheet) } };
  });
  return { ...game, choices: choices.map(() => null), table: { ...table, seats } };
}

function turnEnded(game) {
  const { sheet, table, decks } = game;
  const { round } = table;
  if (!isLastTurn(table.cards[round - 1], decks[round - 1], sheet.cards)) return turnBegun(game);
  if (round === ROUNDS) return game; // 9.1: nobody has anything to choose any more
  return turnBegun({ ...game, table: { ...table, round: round + 1, cards: [...table.cards, []] } });
}

// The next cards are turned up, and everybody is to choose (4.5).
export function turnBegun(game) {
  const { table, decks } = game;
  const now = table.round - 1;
  const turned = nextTurn(decks[now]);
  const cards = table.cards.map((list, index) => (index === now ? [...list, ...turned] : list));
  const rest = decks.map((list, index) => (index === now ? list.slice(turned.length) : list));
  return { ...game, decks: rest, table: { ...table, cards, choosing: table.seats.map((_, seat) => seat) } };
}
