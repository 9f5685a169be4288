// Which cards offer the seat to move which actions right now (6.C.2), and on what terms.
//
// An offer is { card, kind, less, fee, feeTo, repeatFee, then, trainOnly, from }:
//   kind   the move it is taken by           less   yen off the action's own price
//   fee    yen besides that price            feeTo  the seat that receives the fee, or null for the reserve
//   repeatFee  what Repeat itself costs       trainOnly  repeats train cards only, not the event
//   then   the other half that is owed after it (combined events), or null
//   from   "fresh" (takes an action and marks the card), "again" (a repetition) or "owed" (a second half)

import { ACTIONS } from "./edition.mjs";
import { currentEvent, mover, owed } from "./table.mjs";
import { engineFee } from "./prices.mjs";

// Everything on offer, given what is owed; relocations and finish are no card uses and not listed here.
export function openOffers(game) {
  return cardsInReach(game).flatMap((card) => openOffersOf(game, card));
}

// The offer a move takes up, or undefined.
export function findOffer(game, { card, move }) {
  if (!cardsInReach(game).includes(card)) return undefined;
  return openOffersOf(game, card).find((offer) => offer.kind === move);
}

function openOffersOf(game, card) {
  const { table } = game;
  const due = owed(table);
  if (due === null) {
    const fresh = table.actions > 0 && !table.used.includes(card); // 6.C.3, 7.4
    return fresh ? offersOf(game, card, "fresh") : [];
  }
  if ("owed" in due) return card === "event" ? [offer(card, due.owed, { from: "owed" })] : []; // its fee has been paid
  if (due.again !== card) return [];
  return offersOf(game, card, "again").filter((one) => one.kind !== "repeat"); // repeat_of_repeat
}

// 6.C.2: one's own engine and the others', the current event, one's carriages and one's tail.
export function cardsInReach(game) {
  const engines = game.table.seats.map((seat) => seat.engine).filter((id) => id !== null);
  return [...engines, ...mover(game).train, "tail", "event"];
}

function offersOf(game, card, from) {
  const { ed, table } = game;
  if (card === "event") return eventOffers(game).map((terms) => offer("event", terms.kind, { ...terms, from }));
  if (card === "tail") return [offer("tail", "income", { from })]; // 3.8
  const owner = table.seats.findIndex((seat) => seat.engine === card);
  if (owner >= 0) {
    // 3.5.1 to 3.5.3, 7.6.1, 7.6.2, own_engine_fee
    const fee = engineFee(game, table.to_move);
    const feeTo = owner === table.to_move ? null : owner;
    return cheapest(ed.engines.get(card).map((name) => actionOffer(game, card, name, { fee, feeTo, from })));
  }
  const gives = ed.carriage.get(card)?.gives;
  if (!mover(game).train.includes(card) || !Object.hasOwn(ACTIONS, gives)) return [];
  if (mover(game).spent.includes(card)) return []; // 7.15.5, spent_card
  return [actionOffer(game, card, gives, { fee: 0, feeTo: null, from })]; // 3.6.1
}

// A move does not say which of two like actions of an engine it takes, so of these only the cheaper is offered.
function cheapest(offers) {
  const best = new Map();
  for (const one of offers) if (!(best.get(one.kind)?.less >= one.less)) best.set(one.kind, one);
  return [...best.values()];
}

function actionOffer(game, card, name, { fee, feeTo, from }) {
  const { kind, less } = ACTIONS[name];
  const repeatFee = kind === "repeat" ? game.ed.figures.repeat_fee : 0; // 7.17.1, repeat_cost
  return offer(card, kind, { less, fee, feeTo, repeatFee, from });
}

function offer(card, kind, { less = 0, fee = 0, feeTo = null, repeatFee = 0, then = null, trainOnly = false, from }) {
  return { card, kind, less, fee, feeTo, repeatFee, then, trainOnly, from };
}

// Chapter 9: the events that offer an action. Events with an effect at the end of the round offer none.
function eventOffers(game) {
  const { figures } = game.ed;
  const effect = currentEvent(game).effect;
  const both = (one, other, fee) => [
    { kind: one, then: other, fee },
    { kind: other, then: one, fee },
  ];
  switch (effect) {
    case "participate-and-advance": // 9.1
      return both("participate", "advance", 0);
    case "prepare-and-lay": // 9.9
      return both("prepare", "lay", figures.prepare_and_lay_fee);
    case "prepare-and-build": // 9.12
      return both("prepare", "build", figures.prepare_and_build_fee);
    case "prepare-lay-or-build": // 9.5
      return [{ kind: "prepare" }, { kind: "lay" }, { kind: "build" }];
    case "repeat-train-card": // 9.8, 9.8.2: no fee of its own, train cards only
      return [{ kind: "repeat", trainOnly: true }];
    case "olympic-token": // 9.10
      return [{ kind: "take-token", fee: figures.olympic_token_fee }];
    case "lay-2": // 9.11
      return [{ kind: "lay", less: figures.lay_2_discount }];
    case "participate": // 9.13
    case "build": // 9.15
    case "prepare": // 9.16
    case "lay": // 9.17
    case "get-yen": // 9.18
      return [{ kind: effect }];
    default:
      return [];
  }
}
