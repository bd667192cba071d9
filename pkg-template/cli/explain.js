// rethought explain: the card of a rule, or the names of all.
import { explain as card } from "../start/node.js";
import { evidenceOf, severityOf } from "../report/words.js";
import { nearest } from "../text/options.js";
import { printText } from "./output.js";
import { didYouMean, Usage } from "./usage.js";

export function explain([id], values) {
  printText(id ? cardText(id) : card().map((rule) => `${rule.padEnd(40)} ${card(rule).summary}`).join("\n"));
  return 0;
}

function cardText(id) {
  const found = card(id);
  if (!found) throw new Usage(`Unknown rule ${id}.${didYouMean(nearest(id, card()))}`);
  const { summary, what, why, bad, good, fix, evidence, sources, since, tier, wires, upstream } = found;
  const sections = { "What it checks": what, Why: why, "What providers answer": upstream.map((answer) => `- ${answer}`).join("\n"), Bad: bad, Good: good, Fix: fix, Evidence: sources };
  const texts = Object.entries(sections).filter(([, text]) => text).map(([name, text]) => `${name}\n${text.replace(/^/gm, "  ")}`);
  return [`${id} (${severityOf(found)}; ${evidenceOf(evidence)}; ${tier}; since ${since}; ${wires.join(", ")})`, summary, ...texts].join("\n\n");
}
