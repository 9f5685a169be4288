// Who has which pencil in which round. Four pencils lie on four places around the table, each player's left-hand
// neighbour next, and after each round every pencil moves one place to the left (4.8, R19).

const PLACES = 4;

// The place of each seat. Two players: a spare pencil lies to the left of each of them (2.3); three: one to the left of
// the seat that `gap` names (2.2).
export function places(seats, gap) {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  if (seats === 2) return all.map((seat) => 2 * seat);
  if (seats === 3) return all.map((seat) => (seat > gap[0] ? seat + 1 : seat));
  return all;
}

// The colour that a seat draws in a round. Alone one draws in the order in which the pencils lie (13.2).
export function colourOf(setting, seat, round) {
  const { seats, pencils, gap } = setting;
  if (seats === 1) return pencils[round - 1];
  return pencils[(places(seats, gap)[seat] - (round - 1) + PLACES) % PLACES];
}

export function isGap(gap, seats) {
  const wanted = seats === 3 ? 1 : 0;
  return gap.length === wanted && gap.every((seat) => Number.isInteger(seat) && seat >= 0 && seat < seats);
}
