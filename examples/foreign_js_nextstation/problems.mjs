// What can be wrong with a request: it is malformed, or it asks for something that this engine does not play.

export class Malformed extends Error {}
export class Skipped extends Error {}

export function need(condition, complaint) {
  if (!condition) throw new Malformed(complaint);
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function isListOf(value, type) {
  return Array.isArray(value) && value.every((one) => typeof one === type);
}
