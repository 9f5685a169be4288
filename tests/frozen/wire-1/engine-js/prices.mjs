// What things cost, and the abilities (chapter 8) that change it. Every price ends at 0 (price_floor).

import { currentEvent } from "./table.mjs";

// 8.0.1, 8.0.2: an ability is its owner's, as long as the carriage is in the train; twice the same adds nothing.
export function hasAbility(game, seat, ability) {
  return game.table.seats[seat].train.some((id) => game.ed.carriage.get(id).gives === ability);
}

// 5.B.1 to 5.B.3, 7.15.2: the cost on the card and a surcharge for each of its cities with a station; tokens never count.
export function carriagePrice(game, id) {
  const { cost, cities } = game.ed.carriage.get(id);
  const stations = cities.filter((city) => Object.hasOwn(game.table.stations, city)).length;
  return cost + stations * game.ed.figures.surcharge;
}

// 7.6.1, 8.5: the fee for any engine.
export function engineFee(game, seat) {
  const { engine_fee, cheap_engine_fee } = game.ed.figures;
  return hasAbility(game, seat, "cheap-engine") ? cheap_engine_fee : engine_fee;
}

// 7.9.2, 7.10, 8.4: the ability sets the price, then the discount comes off (discount_with_ability).
export function groundPrice(game, seat, city, less) {
  const printed = game.ed.city.get(city).ground_cost;
  return floor((hasAbility(game, seat, "cheap-prepare") ? game.ed.figures.cheap_prepare_cost : printed) - less);
}

// 7.11.2, 7.12, 9.11
export function trackPrice(game, letter, less) {
  return floor(game.ed.trackSpace.get(letter).yen - less);
}

// 7.11.2, 8.2: the letters a seat may lay track at.
export function trackLetters(game, seat) {
  if (hasAbility(game, seat, "any-track-space")) return game.ed.trackSpaces.map((space) => space.letter);
  return [currentEvent(game).letter]; // 4.B
}

// 7.13.1, 7.14, 8.1
export function stationPrice(game, seat, less) {
  const { build_cost, cheap_build_cost } = game.ed.figures;
  return floor((hasAbility(game, seat, "cheap-build") ? cheap_build_cost : build_cost) - less);
}

// 7.13.2: the row the topmost unbuilt station of a colour stands in, or undefined when none is left (colour_exhausted).
export function stationRow(game, colour) {
  const built = Object.values(game.table.stations).filter((one) => one === colour).length;
  return game.ed.stationRows[built];
}

// 8.3: how often the effect of a venue may be applied.
export function venueTimes(game, seat) {
  return hasAbility(game, seat, "twice-at-venue") ? 2 : 1;
}

// 8.7: how often the reward of a space of the tile is received.
export function rewardTimes(game, seat) {
  return hasAbility(game, seat, "twice-turn-order") ? 2 : 1;
}

function floor(price) {
  return Math.max(0, price);
}
