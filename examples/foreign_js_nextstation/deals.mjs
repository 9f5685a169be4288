// Random deals for a selftest, the same for the same seed.

export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

export function shuffled(random, list) {
  const result = [...list];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}

export function randomDeal(random, sheet, seats) {
  const deal = { pencils: shuffled(random, sheet.colours) };
  if (seats === 3) deal.gap = [Math.floor(random() * seats)];
  for (const round of [1, 2, 3, 4]) deal[`cards_${round}`] = shuffled(random, sheet.cards);
  return deal;
}
