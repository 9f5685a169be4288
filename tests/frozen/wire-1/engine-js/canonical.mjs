// Canonical JSON (keys sorted, no spaces, non-ASCII escaped) and the SHA-256 fingerprint of a table.

import { createHash } from "node:crypto";

export function canonicalJson(value) {
  return render(value).replace(/[\u007f-\uffff]/g, (char) =>
    char === "\u007f" ? char : "\\u" + char.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

function render(value) {
  if (Array.isArray(value)) return "[" + value.map(render).join(",") + "]";
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort();
    return "{" + keys.map((key) => JSON.stringify(key) + ":" + render(value[key])).join(",") + "}";
  }
  return JSON.stringify(value);
}

export function digest(table) {
  return createHash("sha256").update(canonicalJson(table), "utf8").digest("hex");
}
