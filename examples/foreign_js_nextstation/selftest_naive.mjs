// The rules once more, told in another way, for the selftest: no lists of sections are prepared; a section is tried by
// walking along it in small steps. Slow and simple. Preferred readings only.

import { colourOf } from "./pencils.mjs";

// The map of an edition, as it is printed.
export function naiveMap(edition) {
  const symbolAt = (x, y) => edition.map.symbols[y]?.[x] ?? "-";
  const cells = edition.map.symbols.flatMap((row, y) => [...row].map((letter, x) => [letter, `${x},${y}`]));
  const names = cells.filter(([letter]) => letter !== "-").map(([, name]) => name);
  return { edition, symbolAt, names };
}

const xy = (name) => name.split(",").map(Number);
const pair = (a, b) => [a, b].sort().join(" ");

// Points on the way between two stations, both ends included, ten to a cell.
function walk(corners) {
  const points = [corners[0]];
  corners.slice(1).forEach(([x, y], index) => {
    const [fromX, fromY] = corners[index];
    const steps = 20 * Math.max(Math.abs(x - fromX), Math.abs(y - fromY));
    for (let step = 1; step <= steps; step += 1) {
      points.push([fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps]);
    }
  });
  return points.map(([x, y]) => `${Math.round(20 * x)},${Math.round(20 * y)}`);
}

function loopPaths(edition) {
  return (edition.loop?.paths ?? []).map((path) => {
    const corners = path.map(([x, y]) => [x / 2, y / 2]);
    return { ends: [corners[0], corners[corners.length - 1]].map((one) => one.join(",")), corners };
  });
}

// The points of a section: along the loop, straight, or null if there is no such section.
function way(map, a, b) {
  const onLoop = loopPaths(map.edition).find((path) => pair(...path.ends) === pair(a, b));
  if (onLoop) return walk(onLoop.corners);
  const [[ax, ay], [bx, by]] = [xy(a), xy(b)];
  const [dx, dy] = [bx - ax, by - ay];
  if (!(dx === 0 || dy === 0 || Math.abs(dx) === Math.abs(dy))) return null;
  const cells = Math.max(Math.abs(dx), Math.abs(dy));
  for (let step = 1; step < cells; step += 1) {
    if (map.symbolAt(ax + (dx / cells) * step, ay + (dy / cells) * step) !== "-") return null;
  }
  const points = walk([[ax, ay], [bx, by]]);
  const clear = loopPaths(map.edition).every((path) => !touch(points, walk(path.corners), [a, b], path.ends));
  return clear ? points : null;
}

function touch(points, others, ends, otherEnds) {
  const shared = ends.filter((name) => otherEnds.includes(name)).map((name) => walk([xy(name)])[0]);
  const there = new Set(others);
  return points.some((point) => there.has(point) && !shared.includes(point));
}

// All sections that the seat to move may draw, as "x,y x,y", sorted.
export function naiveDraws(map, game) {
  const { table } = game;
  const seat = table.choosing[0];
  const lines = table.seats[seat].lines;
  const colour = colourOf(game, seat, table.round);
  const departure = map.edition.lines.find((line) => line.colour === colour).departure;
  const own = lines[colour];
  const stations = own.length ? [...new Set(own.flat())] : [departure];
  const cards = table.cards[table.round - 1];
  const card = cards[cards.length - 1].split("-")[1];
  const switched = cards.length >= 4 && cards[cards.length - 2] === "street-switch"; // the pair as third turn or later
  const ends = stations.filter((name) => switched || own.flat().filter((one) => one === name).length <= 1);
  const drawn = Object.values(lines).flat();
  const loop = loopPaths(map.edition);
  const legal = [];
  for (const from of ends) {
    for (const to of map.names.filter((name) => !stations.includes(name))) {
      const letter = map.symbolAt(...xy(to));
      if (card !== "joker" && letter !== "?" && letter !== card[0]) continue;
      const points = way(map, from, to);
      if (points === null) continue;
      const there = [...drawn, ...loop.map((path) => path.ends)].filter((ends) => pair(...ends) === pair(from, to)).length;
      if (there > (card === "joker" && map.edition.book === "tokyo" ? 1 : 0)) continue;
      const others = drawn.filter((ends) => pair(...ends) !== pair(from, to));
      if (others.some((ends) => touch(points, way(map, ...ends), [from, to], ends))) continue;
      const [[ax, ay], [bx, by]] = [xy(from), xy(to)];
      legal.push((ax < bx || (ax === bx && ay < by) ? [from, to] : [to, from]).join(" "));
    }
  }
  return legal.sort();
}

// A seat's points.
export function naiveScore(map, lines) {
  const { edition } = map;
  const letterAt = (name) => edition.map.districts[xy(name)[1]][xy(name)[0]];
  const loop = new Set(loopPaths(edition).flatMap((path) => path.ends));
  let points = 0;
  let marks = 0;
  for (const line of Object.values(lines)) {
    const count = {};
    const stations = [...new Set(line.flat())];
    for (const name of stations) count[letterAt(name)] = (count[letterAt(name)] ?? 0) + 1;
    points += Object.keys(count).length * Math.max(0, ...Object.values(count));
    points += line.filter((ends) => underRiver(map, ends)).length * edition.points.river_section;
    marks += stations.filter((name) => edition.map.tourist_sites.includes(name)).length;
  }
  const stamped = new Set();
  for (const name of map.names) {
    const meeting = Object.values(lines).filter((line) => line.flat().includes(name)).length;
    if (loop.has(name) && meeting === 0) points -= edition.points.loop_station_missed;
    const all = meeting + (loop.has(name) ? 1 : 0);
    points += Object.fromEntries(edition.points.interchanges)[all] ?? 0;
    if (all >= 2) stamped.add(letterAt(name));
  }
  for (const district of edition.districts) if (stamped.has(district.letter) && district.peripheral) points += district.stamp;
  return points + (edition.points.tourist_track[Math.min(10, marks)] ?? 0);
}

function underRiver({ edition }, [a, b]) {
  if (!edition.river) return false;
  const north = (name) => {
    const [x, y] = xy(name).map((value) => 100 * value);
    const course = edition.river.course;
    const index = course.findIndex(([cornerX]) => cornerX > x);
    const [[fromX, fromY], [toX, toY]] = [course[index - 1], course[index]];
    return y < fromY + ((toY - fromY) * (x - fromX)) / (toX - fromX);
  };
  return north(a) !== north(b);
}
