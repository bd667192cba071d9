// npm run new -- model <name> --vendor <vendor>: a model in the list of names, a row with a fact about it, and a case that fails without them.
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { checkSource, readNames, today } from "../names.mjs";

export const usage = "model <name> --vendor <anthropic, openai or google> --source <page>";

const TABLES = "src/knowledge/models";
/** The form of a name in the tables: without vendor and region, a hyphen for a point. */
const NAME = { pattern: /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, form: "lowercase words and digits with single hyphens" };

/** For each vendor: the beginning of its names, the query and the facts of the row, and a rule with a request that breaks it at such a model. */
const VENDORS = {
  anthropic: {
    starts: ["claude-"],
    query: (name) => `name^${name}`,
    facts: { thinking: ["adaptive"] },
    rule: "unsupported-thinking-type",
    wire: "anthropic-messages",
    request: (model, isFixed) => ({ model, max_tokens: 9000, thinking: isFixed ? { type: "adaptive" } : { type: "enabled", budget_tokens: 2000 }, messages: [{ role: "user", content: "Hello" }] }),
  },
  openai: {
    starts: ["gpt-", "o", "codex"],
    query: (name) => `contract=openai name^${name}`,
    facts: { reasons: true, thinks: "default", efforts: "'low', 'medium', and 'high'" },
    rule: "unsupported-effort",
    wire: "openai-responses",
    request: (model, isFixed) => ({ model, reasoning: isFixed ? {} : { effort: "minimal" }, input: [{ role: "user", content: "Hello" }] }),
  },
  google: {
    starts: ["gemini-"],
    query: (name) => `name^${name}`,
    facts: { thinks: "default", levels: ["low", "high"] },
    rule: "unsupported-thinking-level",
    wire: "gemini-generate",
    request: (_, isFixed) => ({ contents: [{ role: "user", parts: [{ text: "Hello" }] }], generationConfig: { thinkingConfig: isFixed ? {} : { thinkingLevel: "minimal" } } }),
  },
};

export function make(args, root) {
  const { kebab: name, options: { vendor, source } } = readNames(usage, args, NAME);
  const known = Object.hasOwn(VENDORS, vendor ?? "") ? VENDORS[vendor] : undefined;
  if (!known) throw new Stop(`--vendor must be ${Object.keys(VENDORS).join(", ")} (got ${vendor ?? "nothing"}).`, { todo: `npm run new -- ${usage}\nWrite the rows of another vendor into ${TABLES} or src/wires/hosts.json by hand.` });
  if (!known.starts.some((start) => name.startsWith(start))) throw new Stop(`A model of ${vendor} must begin with ${known.starts.join(" or ")} (got ${name}).`, { todo: `npm run new -- ${usage}` });
  checkSource(source);
  const changes = new Changes(root);
  if (changes.text(`${TABLES}/names.json`).includes(`{"model":"${name}"`)) throw new Stop(`The tables already have ${name}.`, { todo: `Change its rows in ${TABLES}.` });
  const date = today();
  changes.rewrite(`${TABLES}/names.json`, withRow({ model: name, source, date }, (rows) => rows.findLastIndex((row) => JSON.parse(row).model < name) + 1));
  changes.rewrite(`${TABLES}/${vendor}.json`, withRow({ if: known.query(name), set: known.facts, since: date, source, date }));
  const cases = `tests/data/rules/${known.rule}/bad-${name}`;
  changes.create(`${cases}.json`, `{"target":${JSON.stringify({ wire: known.wire, model: name })},\n "request":${JSON.stringify(known.request(name, false))}}\n`);
  changes.create(`${cases}.fixed.json`, `${JSON.stringify(known.request(name, true))}\n`);
  return { changes, todo: ["write what its page says into the row, and make the case one that fails without it", "BLESS=1 cargo test --test rust rules::, and read the difference"] };
}

/** Adds a row to a table with one row per line. A later row overrides an earlier one, so it is the last unless `place` returns another place. */
const withRow = (row, place = (rows) => rows.length) => (text) => {
  const rows = text.trim().split("\n").slice(1, -1).map((line) => line.replace(/,$/, ""));
  return `[\n${rows.toSpliced(place(rows), 0, JSON.stringify(row)).join(",\n")}\n]\n`;
};
