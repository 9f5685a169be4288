// What is legal. refusal() says why a move is not, with the clause it offends, or null; legalMoves() lists what is.

import { COLOURS, isObject } from "./edition.mjs";
import { copyGame, currentEvent, mover, owed } from "./table.mjs";
import { carriagePrice, groundPrice, stationPrice, stationRow, trackLetters, trackPrice, venueTimes } from "./prices.mjs";
import { findOffer, openOffers } from "./offers.mjs";
import { offerCandidates, plainCandidates, rewardSteps, spaceOf, trainCities } from "./candidates.mjs";
import { useCard } from "./effects.mjs";
import { isClosedToYou } from "./hideo.mjs";

export function legalMoves(game) {
  if (game.table.to_move === null) return [];
  return [...legalPlain(game), ...legalUses(game)];
}

function legalPlain(game) {
  return [...plainCandidates(game)].filter((move) => plainRefusal(game, move) === null);
}

function* legalUses(game) {
  if (game.table.phase !== "act") return;
  for (const offer of openOffers(game)) {
    if (offer.fee + offer.repeatFee > mover(game).yen) continue; // whatever the target
    for (const move of offerCandidates(game, offer)) if (useRefusal(game, offer, move) === null) yield move;
  }
}

export function refusal(game, move) {
  const { table } = game;
  if (!isObject(move) || typeof move.move !== "string") return no("-", "no move");
  if (table.to_move === null) return no("10.3", "the game is over");
  if (!usesCard(move)) return plainRefusal(game, move);
  if (table.phase !== "act") return no("4.2", "actions are taken in phase 3");
  const offer = findOffer(game, move);
  return offer ? useRefusal(game, offer, move) : no("6.C.2", "no card offers this now");
}

const CARD_USES = "income get-yen prepare lay build buy participate advance take-token repeat".split(" ");

export function usesCard(move) {
  return CARD_USES.includes(move.move);
}

function no(clause, why) {
  return { clause, why };
}

// Moves that use no card.

function plainRefusal(game, move) {
  const { table } = game;
  switch (move.move) {
    case "choose-engine": // 2.H.2
      if (table.phase !== "engine") return no("2.H.2", "engines are chosen at setup");
      return table.engines.includes(move.engine) ? null : no("2.H.2", "that engine cannot be chosen");
    case "claim":
      return claimRefusal(game, move);
    case "place":
      return placeRefusal(game, move);
    case "finish": // 7.2
      if (table.phase !== "act") return no("7.2", "there is no turn to finish");
      return owed(table) === null ? null : no("6.C.1", "something is owed first");
    case "relocate":
      return relocateRefusal(game, move);
    case "lose-vp":
    case "advance-again":
    case "buy-at-end":
    case "score-city":
    case "decline":
      return endRefusal(game, move);
    default:
      return no("-", "no such move under these rulings");
  }
}

// Phase 2.
function claimRefusal(game, move) {
  const { table } = game;
  if (table.phase !== "buy") return no("5.1", "carriages are bought in phase 2");
  const free = table.row.filter((place) => place.claim === null).map((place) => place.carriage);
  if (!free.includes(move.carriage)) return no("5.A.4", "not available in the row");
  if (!iconsFit(game, move.carriage, move.advance)) return no("5.C.2", "the counters are not those of the icons");
  if (canClaim(game, move.carriage)) return null;
  // nothing_affordable: the cheapest, nearest the tile on ties
  if (free.some((id) => canClaim(game, id))) return no("5.B.6", "yen and victory points do not suffice");
  const lowest = Math.min(...free.map((id) => carriagePrice(game, id)));
  const forced = free.find((id) => carriagePrice(game, id) === lowest);
  return forced === move.carriage ? null : no("5.B.7", "who can pay none takes the cheapest, nearest the tile");
}

// 5.B.5, 5.B.6, vp_payment_floor
function canClaim(game, carriage) {
  const me = mover(game);
  return me.yen + Math.max(0, me.vp) >= carriagePrice(game, carriage);
}

// 5.C.2: one colour for each icon, each among the icon's.
function iconsFit(game, carriage, advance) {
  const { counters } = game.ed.carriage.get(carriage);
  if (!Array.isArray(advance) || advance.length !== counters.length) return false;
  return counters.every((icon, index) => icon.includes(advance[index]));
}

// Phase 3, B.
function placeRefusal(game, move) {
  const { table } = game;
  if (table.phase !== "place") return no("6.B.1", "no token is to be placed");
  if (!Number.isInteger(move.space) || table.tile[move.space - 1] !== null) return no("6.B.1", "not a free space");
  return differentCounters(move.advance, rewardSteps(game, move.space)) ? null : no("8.7.1", "not what the reward advances");
}

function differentCounters(advance, count) {
  if (!Array.isArray(advance) || advance.length !== count) return false;
  return advance.every((colour, index) => COLOURS.includes(colour) && advance.indexOf(colour) === index);
}

// 7.16.5, what_moves
function relocateRefusal(game, move) {
  const { table } = game;
  const due = owed(table);
  if (table.phase !== "act" || due === null || !("moving" in due)) return no("7.16.6", "carriages are moved only at the venue");
  const { train } = mover(game);
  const at = train.indexOf(move.carriage);
  if (at < 0) return no("7.16.5", "not a carriage of the train");
  if (!Number.isInteger(move.to) || move.to < 1 || move.to > train.length) return no("7.16.5", "no such place in the train");
  return move.to === at + 1 ? no("7.16.5", "the carriage must change its place") : null;
}

// End of the round.
const OPTIONAL = ["lose-vp-for-yen", "buy-at-end", "score-a-city"];

function endRefusal(game, move) {
  const { table, ed } = game;
  if (table.phase !== "end") return no("10.1", "it is not the end of the round");
  const me = mover(game);
  const { effect } = currentEvent(game);
  const fits = {
    "lose-vp": "lose-vp-for-yen",
    "advance-again": "reward-again",
    "buy-at-end": "buy-at-end",
    "score-city": "score-a-city",
  };
  if (move.move === "decline") return OPTIONAL.includes(effect) ? null : no("9.4", "nothing that could be declined");
  if (fits[move.move] !== effect) return no("10.1", "the event has another effect");
  switch (move.move) {
    case "lose-vp": // 9.2, selling_vp
      return me.vp >= ed.figures.lose_vp_vp ? null : no("9.2", "too few victory points");
    case "advance-again": { // 9.4.1, 9.4.2
      const count = rewardSteps(game, spaceOf(table));
      return count > 0 && differentCounters(move.advance, count) ? null : no("9.4.2", "not what the reward advances");
    }
    case "buy-at-end": // 9.7, end_purchase
      if (!table.discard.includes(move.carriage)) return no("9.7", "not in the discard pile");
      if (!iconsFit(game, move.carriage, move.advance)) return no("5.C.2", "the counters are not those of the icons");
      return carriagePrice(game, move.carriage) <= me.yen ? null : no("9.7", "too few yen");
    default: // 9.14
      return trainCities(game).includes(move.city) ? null : no("9.14", "not a city of the train");
  }
}

// Card uses. First the target, then the costs (costs_before_gains), then what must be possible after it.

function useRefusal(game, offer, move) {
  const target = targetRefusal(game, offer, move);
  if (target) return target;
  if (useCost(game, offer, move).total > mover(game).yen) return no("7.7.1", "too few yen");
  if (offer.then !== null && !leavesSomething(game, offer, move)) return no("9.9.2", "the other half would not be possible");
  if (move.move === "repeat" && !leavesSomething(game, offer, move)) return no("7.17.1", "no action of that card would be possible");
  return null;
}

function targetRefusal(game, offer, move) {
  const { table, ed } = game;
  const me = mover(game);
  switch (move.move) {
    case "income": // 7.8
      return COLOURS.includes(move.advance) ? null : no("7.8", "one counter is advanced");
    case "get-yen": // 9.18
      return null;
    case "prepare": // 7.9.1
      return ed.city.has(move.city) && !table.prepared.includes(move.city) ? null : no("7.9.1", "no construction token there");
    case "lay":
      return layRefusal(game, move);
    case "build": // 7.13.2, 7.13.3
      if (!table.prepared.includes(move.city)) return no("7.13.3", "the ground is not prepared");
      if (Object.hasOwn(table.stations, move.city)) return no("7.13.3", "there is a station already");
      if (!COLOURS.includes(move.colour)) return no("7.13.2", "no such colour");
      return stationRow(game, move.colour) !== undefined ? null : no("7.13.2", "no station of that colour is left");
    case "buy": // 7.15.1, any_discard
      if (!table.discard.includes(move.carriage)) return no("7.15.1", "not in the discard pile");
      return iconsFit(game, move.carriage, move.advance) ? null : no("7.15.4", "the counters are not those of the icons");
    case "participate": // 7.16.1, 7.16.2, 8.3, venue_effect, venue_twice
      if (me.cauldrons <= 0) return no("7.16.1", "no cauldron left");
      if (!Number.isInteger(move.venue) || !table.venues[move.venue - 1]) return no("7.16.1", "no such venue");
      if (isClosedToYou(game, move.venue)) return no("12.6.6", "Hideo has closed that venue");
      if (!Number.isInteger(move.times) || move.times < 0) return no("7.16.2", "times is a number from 0");
      if (move.times > venueTimes(game, table.to_move)) return no("8.3", "more often than the venue's effect may be applied");
      if (move.times > 0 && ed.venues[move.venue - 1].moves > 0 && me.train.length < 2) return no("7.16.5", "nothing to move");
      return null;
    case "advance": // 9.1
      return COLOURS.includes(move.colour) ? null : no("9.1", "no such counter");
    case "take-token": // 9.10, token_place, token_supply
      if (!table.tokens.includes(move.city)) return no("9.10.3", "that token is not to be had");
      return me.train.includes(move.on) ? null : no("9.10", "a token goes on a carriage of one's own");
    case "repeat": // 7.17.1, 9.8
      if (!table.used.includes(move.again)) return no("7.17.1", "not used this turn");
      return move.again === "event" && offer.trainOnly ? no("9.8", "train cards only") : null;
    default:
      return no("-", "no such action");
  }
}

function layRefusal(game, move) {
  const { table, ed } = game;
  if (!ed.city.has(move.city) || table.tracked.includes(move.city)) return no("7.11.1", "not an empty section");
  if (!trackLetters(game, table.to_move).includes(move.space)) return no("7.11.2", "the counter is not there");
  const owner = Number.isInteger(move.track_of) ? table.seats[move.track_of] : undefined;
  if (!owner || owner.tracks <= 0) return no("7.11.3", "no track there");
  if (move.track_of !== table.to_move && mover(game).tracks > 0) return no("7.11.5", "own tracks first");
  return null;
}

// What a card use costs: the fee of the card, the price of the action and who gets it.
export function useCost(game, offer, move) {
  const seat = game.table.to_move;
  let price = 0;
  let priceTo = null;
  if (move.move === "prepare") price = groundPrice(game, seat, move.city, offer.less);
  if (move.move === "build") price = stationPrice(game, seat, offer.less);
  if (move.move === "buy") price = carriagePrice(game, move.carriage);
  if (move.move === "participate") price = game.ed.venues[move.venue - 1].pay * move.times; // 8.3.1
  if (move.move === "lay") {
    price = trackPrice(game, move.space, offer.less);
    if (move.track_of !== seat) priceTo = move.track_of; // 7.11.5, borrowed_track_price
  }
  return { price, priceTo, total: price + offer.fee + offer.repeatFee };
}

// Would any move be legal after this use, which leaves something owed? What is owed after a first half or a Repeat is
// paid from what is left over: none of these moves brings its maker yen that the rest could cost (combined_event).
function leavesSomething(game, offer, move) {
  const after = copyGame(game);
  useCard(after, offer, move, useCost(game, offer, move));
  for (const _ of legalUses(after)) return true;
  return after.table.pending.some((due) => "moving" in due); // then relocations come first, and the advance is free
}
