// Strokes on the map, in whole numbers. A stroke is a list of points [x, y], joined by straight segments; all strokes of
// a map are in hundredths of a cell, so stations, half cells and the corners of a river are all exact.

// Do two strokes meet anywhere but in one of these points? (R6, R33: touching counts.)
export function meetElsewhere(stroke, other, points) {
  return segments(stroke).some((one) => segments(other).some((two) => segmentsMeetElsewhere(one, two, points)));
}

// Do two strokes have a point in common?
export function meet(stroke, other) {
  return meetElsewhere(stroke, other, []);
}

function segments(stroke) {
  return stroke.slice(1).map((end, index) => [stroke[index], end]);
}

function segmentsMeetElsewhere(one, two, points) {
  const [a, b] = one;
  const [c, d] = two;
  const sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (sides[0] * sides[1] > 0 || sides[2] * sides[3] > 0) return false;
  if (sides.every((which) => which === 0)) return collinearMeetElsewhere(one, two, points);
  return !points.some((point) => lies(point, one) && lies(point, two)); // they meet in one point only
}

// Two segments of one straight line: have they more in common than one of the points?
function collinearMeetElsewhere(one, two, points) {
  const axis = one[0][0] === one[1][0] ? 1 : 0;
  const [[start, end], [otherStart, otherEnd]] = [one, two].map((ends) => [...ends].sort((p, q) => p[axis] - q[axis]));
  const from = start[axis] > otherStart[axis] ? start : otherStart;
  const to = end[axis] < otherEnd[axis] ? end : otherEnd;
  if (from[axis] > to[axis]) return false;
  return from[axis] < to[axis] || !points.some((point) => same(point, from));
}

// On which side of the line from a to b does c lie? 0: on it.
function side(a, b, c) {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
}

function lies(point, [a, b]) {
  const within = (axis) => Math.min(a[axis], b[axis]) <= point[axis] && point[axis] <= Math.max(a[axis], b[axis]);
  return side(a, b, point) === 0 && within(0) && within(1);
}

function same(point, other) {
  return point[0] === other[0] && point[1] === other[1];
}

// The cells [x, y] through whose inside a stroke passes (R9-b). A stroke that follows the border of two cells is in
// neither. The stroke's corners lie on half cells, and every segment is straight or diagonal.
export function cellsPassed(stroke) {
  return segments(stroke).flatMap(([from, to]) => {
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) / 50;
    const cells = [];
    for (let step = 0; step < steps; step += 1) {
      const middle = [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * (2 * step + 1)) / (2 * steps));
      if (middle.every((value) => (value + 50) % 100 !== 0)) cells.push(middle.map((value) => Math.round(value / 100)));
    }
    return cells;
  });
}
