// A line on a sheet: its stations and ends. A line is a list of sections, each as its two stations.

import { sectionName } from "./sheet.mjs";

// How many of the line's sections end at each of its stations.
export function degrees(line) {
  const count = new Map();
  for (const station of line.flat()) count.set(station, (count.get(station) ?? 0) + 1);
  return count;
}

// The stations of a line that is being built; before its first section that is the departure (5.3).
export function stationsBuilt(line, departure) {
  return line.length === 0 ? new Set([departure]) : new Set(line.flat());
}

// Where the next section can start (R2): where exactly one section ends; before the first one, at the departure.
export function endsOf(line, departure) {
  if (line.length === 0) return new Set([departure]);
  return new Set([...degrees(line)].filter(([, count]) => count === 1).map(([station]) => station));
}

// How many tracks join the two stations of a section, the printed loop's included (6.3, R5).
export function tracks(seat, section) {
  const drawn = Object.values(seat.lines).filter((line) => hasSection(line, section));
  return drawn.length + (section.onLoop ? 1 : 0);
}

export function hasSection(line, section) {
  return line.some((ends) => sectionName(ends) === section.name);
}

// A line with one section more, in the order of the sheet's list.
export function extended(line, section, sheet) {
  const index = (ends) => sheet.section.get(sectionName(ends)).index;
  return [...line, [...section.ends]].sort((a, b) => index(a) - index(b));
}
