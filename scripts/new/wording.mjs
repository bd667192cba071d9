// npm run new -- wording <rule> --text <words>: an error text of a provider that classify maps to a rule, and the row that was reported.
import { Changes } from "../changes.mjs";
import { Stop } from "../command.mjs";
import { checkSource, readNames, RULE_ID } from "../names.mjs";

export const usage = "wording <rule> --text <words of the error> --wire <wire> --source <page>";

const TABLE = "src/audit/classify/wordings.rs";
const CASES = "tests/data/classify/reported-more.json";
/** The width at which rustfmt breaks a row. */
const WIDTH = 140;

export function make(args, root) {
  const { kebab: rule, options: { text, wire, source } } = readNames(usage, args, RULE_ID);
  const todo = `npm run new -- ${usage}`;
  if (!wire) throw new Stop("--wire must be the wire of the request that was refused.", { todo });
  if (!text || !/^[\x20-\x7e]{12,}$/.test(text) || text.includes("\\")) throw new Stop("--text must be at least 12 ASCII characters of the error, without line breaks and backslashes.", { todo });
  checkSource(source);
  const changes = new Changes(root);
  if (!changes.has(`tests/data/rules/${rule}`)) throw new Stop(`Unknown rule ${rule}.`, { todo: "Name the rule that predicts the error, or make it first: npm run new -- rule <id>." });
  const words = text.replaceAll('"', '\\"');
  if (changes.text(TABLE).includes(`"${words}"`)) throw new Stop("The table of wordings already has this text.", { todo: `Add ${rule} to its row in ${TABLE}.` });
  changes.insertBefore(TABLE, /^\];$/, rowOf(words, rule));
  const row = Object.entries({ from: source, wire, error: text.replace(/\{\w+\}/g, "x"), rule }).map((member) => member.map((word) => JSON.stringify(word)).join(": "));
  changes.rewrite(CASES, (rows) => rows.replace(/\n\]\s*$/, () => `,\n  {${row.join(", ")}}\n]\n`));
  return { changes, todo: ["put the part of the text that differs from case to case into braces: {name}", "put the whole error, with its wrapping, into the row that was reported", "cargo test --test rust classify::"] };
}

/** A row as rustfmt writes it. */
function rowOf(words, rule) {
  const short = `    ("${words}", &["${rule}"]),`;
  return short.length <= WIDTH ? short : `    (\n        "${words}",\n        &["${rule}"],\n    ),`;
}
