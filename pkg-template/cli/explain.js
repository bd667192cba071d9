// rethought explain: the card of a rule, or the names of all.
import { explain as card } from "../start/node.js";
import { printText } from "./output.js";
import { Usage } from "./usage.js";

export function explain([id], values) {
  printText(id ? cardText(id) : card().map((rule) => `${rule.padEnd(40)} ${card(rule).summary}`).join("\n"));
  return 0;
}

function cardText(id) {
  const found = card(id);
  if (!found) throw new Usage(`there is no rule ${id}${nearest(id)}`);
  const { summary, what, why, bad, good, fix, evidence, sources, severity, since, tier, wires, upstream } = found;
  const sections = { "What it checks": what, Why: why, "What providers answer": upstream.map((answer) => `- ${answer}`).join("\n"), Bad: bad, Good: good, Fix: fix, Evidence: sources };
  const texts = Object.entries(sections).filter(([, text]) => text).map(([name, text]) => `${name}\n${text.replace(/^/gm, "  ")}`);
  return [`${id} (${severity}, ${evidence}, ${tier}, since ${since}; ${wires.join(", ")})`, summary, ...texts].join("\n\n");
}

/** Offers the rule whose name shares the most words with the given one. */
function nearest(id) {
  const words = new Set(id.split("-"));
  const shared = (rule) => [...new Set(rule.split("-"))].filter((word) => words.has(word)).length;
  const best = card().reduce((best, rule) => (shared(rule) > shared(best) ? rule : best), "");
  return best ? `; did you mean ${best}?` : "";
}
