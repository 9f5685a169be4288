// Asks the search of the site, for the tests: an index and questions come as JSON, what was found goes back.
import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

const context = createContext({});
runInContext(readFileSync(process.argv[2], "utf8"), context);
const { index: raw, questions } = JSON.parse(readFileSync(0, "utf8"));
context.raw = raw;
const index = runInContext("new RulesSearch.Index(raw)", context);
const found = questions.map((question) => {
  const { problem, hits, readAs, unknown, nearest } = index.search(question);
  return { refused: Boolean(problem), hits: hits.map(({ entry, sentence, points, covers }) => [entry, sentence, points, covers]),
    nearest: nearest?.entry ?? null, readAs, unknown };
});
process.stdout.write(JSON.stringify(found));
