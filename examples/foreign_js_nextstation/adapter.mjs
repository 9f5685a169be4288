// The wire: JSON lines on standard input, answers on standard output. Run: node adapter.mjs

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { digest } from "../foreign_js/canonical.mjs";
import { begin, isOver, legalMoves, load, play, refusal } from "./game.mjs";
import { Malformed, Skipped, isObject, need } from "./problems.mjs";
import { totals, winners } from "./scoring.mjs";

const CAPABILITIES = ["new", "load", "legal", "check", "apply", "play", "table", "digest", "scores", "perft"];

// A session is the current game, or why there is none.
export function makeSession() {
  return { game: null, absent: new Malformed("there is no current game") };
}

export function answer(session, request) {
  const seq = Number.isInteger(request?.seq) ? request.seq : null;
  try {
    need(isObject(request) && seq !== null, "a request is an object with seq");
    const command = Object.hasOwn(COMMANDS, request.cmd) ? COMMANDS[request.cmd] : null;
    if (command === null) throw new Skipped(`unknown command ${request.cmd}`);
    return { seq, ...command(session, request) };
  } catch (error) {
    if (error instanceof Skipped) return { seq, skipped: error.message };
    return { seq, errored: String(error.message), context: error instanceof Malformed ? {} : { stack: error.stack } };
  }
}

const COMMANDS = {
  start: () => ({
    wire: 1, name: "foreign-js-nextstation", version: "1.0", language: "JavaScript",
    games: ["nextstation"], capabilities: CAPABILITIES,
  }),
  stop: () => ({}),
  new: (session, request) => toMove(become(session, () => begin(request, request.deal))),
  load: (session, request) => toMove(become(session, () => load(request, request.state))),
  play(session, request) {
    need(Array.isArray(request.moves), "moves is not a list");
    become(session, () => begin(request, request.deal));
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
    const { to_move } = toMove(game);
    return { legal: (request.by ?? to_move) === to_move && refusal(game, request.move) === null };
  },
  apply(session, request) {
    const game = current(session);
    need(isObject(request.move), "move is not an object");
    if (refusal(game, request.move)) return { legal: false };
    session.game = play(game, request.move);
    return toMove(session.game);
  },
  table: (session) => ({ table: current(session).table }),
  digest: (session) => ({ digest: digest(current(session).table) }),
  scores(session) {
    const game = current(session);
    return { totals: totals(game), ...(isOver(game) ? { winners: winners(game) } : {}) };
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
  return { to_move: game.table.choosing[0] ?? null };
}

// Make a game and let it be the current one. If that fails, later questions about it get the same answer.
function become(session, make) {
  session.game = null;
  try {
    session.game = make();
  } catch (error) {
    session.absent = error;
    throw error;
  }
  return session.game;
}

function current(session) {
  if (session.game === null) throw session.absent;
  return session.game;
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function main() {
  const session = makeSession();
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  lines.on("line", (line) => {
    const request = parsed(line);
    const stopping = request?.cmd === "stop";
    process.stdout.write(JSON.stringify(answer(session, request)) + "\n", stopping ? () => process.exit(0) : undefined);
    if (stopping) lines.close();
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
