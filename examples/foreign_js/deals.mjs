// Random deals for the selftest, as the wire page describes them, and a small seeded source of chance.

// Mulberry32: the same seed gives the same games on every machine.
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (list) => list[below(list.length)];
  const shuffle = (list) => {
    const mixed = [...list];
    for (let index = mixed.length - 1; index > 0; index -= 1) {
      const other = below(index + 1);
      [mixed[index], mixed[other]] = [mixed[other], mixed[index]];
    }
    return mixed;
  };
  return { next, below, pick, shuffle };
}

// A deal by the rules; with wild, the events of the years are of any colour, so that rare pairs meet.
export function randomDeal(edition, seats, dice, wild = false) {
  const slots = edition.event_slots.find((row) => row.players === seats).colours; // 2.I.3
  const packs = dice.shuffle(edition.events);
  const events = slots.map((colour) => {
    const index = packs.findIndex((event) => wild || event.colour === colour);
    return packs.splice(index, 1)[0].effect;
  });
  return {
    turn_order: dice.shuffle(Array.from({ length: seats }, (_, seat) => seat)), // 2.G.1
    counters: dice.shuffle(["gold", "white", "black"]), // 2.C
    venues: dice.shuffle(edition.cities.map((city) => city.id)).slice(0, edition.venues.length), // 2.D.1
    events,
    deck: dice.shuffle(edition.carriages.map((carriage) => carriage.id)), // 2.M.1
  };
}

// 12.1: a deal for the solo game: as for two, but you are first, the deck has no carriages with two cities, and Hideo's
// board has its tokens.
export function randomSoloDeal(edition, dice, wild = false) {
  const deal = randomDeal(edition, 2, dice, wild);
  const twoCities = edition.carriages.filter((one) => one.cities.length > 1).map((one) => one.id);
  const cities = dice.shuffle(edition.cities.map((one) => one.id).filter((id) => !deal.venues.includes(id)));
  const closed = dice.shuffle(edition.hideo.closed_tokens.map((venue) => `closed-${venue}`));
  return {
    ...deal,
    turn_order: [0, 1], // 12.1.2
    deck: deal.deck.filter((id) => !twoCities.includes(id)), // 12.1.6
    board: edition.hideo.cells.map(({ kind }) => (kind === "C" ? closed : cities).pop()), // 12.1.9 to 12.1.11
  };
}
