// Station cards: how those turned up in a round make turns, what a turn allows, and when a round is about to end.

import { need } from "./problems.mjs";

const UNDERGROUNDS = 5; // 4.6
const FIRST_SWITCH_TURN = 3; // 6.9

const ground = (card) => card.split("-")[0];
const kind = (card) => card.slice(ground(card).length + 1);

export function isUnderground(card) {
  return ground(card) === "underground";
}

// The cards of a round by turns: a switch and the card beside it are one turn (6.6).
export function turnsOf(cards) {
  const turns = [];
  let open = false;
  for (const card of cards) {
    if (open) turns[turns.length - 1].push(card);
    else turns.push([card]);
    open = kind(card) === "switch";
  }
  return turns;
}

// What the latest turn allows: the symbol to reach ("joker": any), and whether one may start anywhere on the line.
export function offer(cards) {
  const turns = turnsOf(cards);
  const turn = turns[turns.length - 1];
  const switched = turn.some((card) => kind(card) === "switch");
  return { symbol: kind(turn[turn.length - 1]), anywhere: switched && turns.length >= FIRST_SWITCH_TURN };
}

// The cards of the next turn, from the top of a deck. The next card after a switch comes at once (6.6).
export function nextTurn(deck) {
  const plain = deck.findIndex((card) => kind(card) !== "switch");
  return plain < 0 ? deck : deck.slice(0, plain + 1);
}

// Is the round over after this turn? (4.6; on a sheet with fewer underground cards, after the last of them.)
export function isLastTurn(cards, deck, allCards) {
  const wanted = Math.min(UNDERGROUNDS, allCards.filter(isUnderground).length);
  return deck.length === 0 || (wanted > 0 && cards.filter(isUnderground).length >= wanted);
}

// Are these the cards of the deck, each as often as it is there?
export function isWholeDeck(cards, allCards) {
  return JSON.stringify([...cards].sort()) === JSON.stringify([...allCards].sort());
}

export function needCards(cards, allCards) {
  need(Array.isArray(cards) && cards.every((card) => allCards.includes(card)), "a card that is not in the deck");
}
