// The wire: JSON lines on standard input, answers on standard output. Run: node adapter.mjs

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Malformed, Skipped, isObject, need } from "./edition.mjs";
import { begin, legalMoves, load, play, refusal } from "./game.mjs";
import { digest } from "./canonical.mjs";
import { scoreItems, totals, winners } from "./scoring.mjs";

const CAPABILITIES = ["new", "load", "legal", "check", "apply", "play", "table", "digest", "scores", "perft"];

// One session: the current game, or why there is none.
export function makeSession() {
  return { game: null, absent: new Malformed("there is no current game") };
}

export function answer(session, request) {
  const seq = isObject(request) && Number.isInteger(request.seq) ? request.seq : null;
  try {
    need(isObject(request), "a request is one JSON object");
    need(seq !== null, "seq is missing");
    need(typeof request.cmd === "string", "cmd is missing");
    if (!Object.hasOwn(commands, request.cmd)) throw new Skipped(`unknown command ${request.cmd}`);
    return { seq, ...commands[request.cmd](session, request) };
  } catch (error) {
    if (error instanceof Skipped) return { seq, skipped: error.message };
    const context = error instanceof Malformed ? {} : { stack: String(error?.stack ?? "") };
    return { seq, errored: String(error?.message ?? error), context };
  }
}

const commands = {
  start() {
    const about = { wire: 1, name: "foreign-js", version: "1.1", language: "JavaScript" };
    return { ...about, games: ["zerokei"], capabilities: CAPABILITIES };
  },
  stop() {
    return {};
  },
  new(session, request) {
    return toMove(becomeCurrent(session, () => begin(request, request.deal)));
  },
  load(session, request) {
    return toMove(becomeCurrent(session, () => load(request, request.state)));
  },
  play(session, request) {
    need(Array.isArray(request.moves), "moves is not a list");
    becomeCurrent(session, () => begin(request, request.deal));
    const digests = [];
    for (const move of request.moves) {
      if (refusal(session.game, move)) return { ...toMove(session.game), digests, refused: digests.length };
      session.game = play(session.game, move);
      digests.push(digest(session.game.table));
    }
    return { ...toMove(session.game), digests };
  },
  legal(session) {
    const game = current(session);
    return { ...toMove(game), moves: legalMoves(game) };
  },
  check(session, request) {
    const game = current(session);
    need(isObject(request.move), "move is not an object");
    const by = request.by ?? game.table.to_move;
    need(by === null || Number.isInteger(by), "by is not a seat");
    return { legal: by === game.table.to_move && refusal(game, request.move) === null };
  },
  apply(session, request) {
    const game = current(session);
    need(isObject(request.move), "move is not an object");
    if (refusal(game, request.move)) return { legal: false };
    session.game = play(game, request.move);
    return toMove(session.game);
  },
  table(session) {
    return { table: current(session).table };
  },
  digest(session) {
    return { digest: digest(current(session).table) };
  },
  scores(session) {
    const game = current(session);
    const scores = scoreItems(game);
    const sums = totals(game, scores);
    const over = game.table.phase === "over" ? { winners: winners(game, sums) } : {};
    return { totals: sums, ...over, scores };
  },
  perft(session, request) {
    const game = current(session);
    need(Number.isInteger(request.depth) && request.depth >= 0, "depth is not a number from 0");
    if (!request.divide || request.depth === 0) return { count: count(game, request.depth) };
    const divided = legalMoves(game).map((move) => ({ move, count: count(play(game, move), request.depth - 1) }));
    return { count: sum(divided.map((each) => each.count)), divided };
  },
};

// How many sequences of so many legal moves there are.
function count(game, depth) {
  if (depth === 0) return 1;
  const moves = legalMoves(game);
  return depth === 1 ? moves.length : sum(moves.map((move) => count(play(game, move), depth - 1)));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function toMove(game) {
  return { to_move: game.table.to_move };
}

function becomeCurrent(session, make) {
  session.game = null;
  try {
    session.game = make();
  } catch (error) {
    session.absent = error; // later requests about this game get the same answer
    throw error;
  }
  return session.game;
}

function current(session) {
  if (session.game === null) throw session.absent;
  return session.game;
}

function main() {
  const session = makeSession();
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  let stopping = false;
  lines.on("line", (line) => {
    if (stopping || line.trim() === "") return;
    let request = null;
    try {
      request = JSON.parse(line);
    } catch {
      request = null;
    }
    stopping = isObject(request) && request.cmd === "stop";
    process.stdout.write(JSON.stringify(answer(session, request)) + "\n", stopping ? () => process.exit(0) : undefined);
    if (stopping) lines.close();
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
